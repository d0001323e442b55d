"""``masetproof values``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from masetproof.cli import common

if TYPE_CHECKING:
    from masetproof.games.pegs import PegGame
    from masetproof.proofs.values import GameValues

HELP = "list the least total or the least worst case for A to N colours"
EXAMPLES = """\
examples:
  masetproof values mastermind --pegs 2 --to 10
  masetproof values ab --pegs 2 --to 20 --objective worst --json
  masetproof values ab --pegs 2 --to 10 --extra with --csv
  masetproof values mastermind --pegs 2 --from 5 --to 12 --format latex
  masetproof values mastermind --pegs 2 --from 999990 --to 1000000 --format bfile
  masetproof values black-peg --pegs 2 --colours 3,4

Small values are computed from the recurrences. For larger ones the formula is proved first, and
gives them: a million values, the most at once, cost no more than the proof and the output. Numbers
of colours with which there is no secret are left out.

The CSV has the columns n, value, extra (the reading), secrets, and mean, the exact expected number
of questions, empty in the worst case. The format latex is a bare tabular, without a document
around it; bfile is the b-file of the OEIS, 'n a(n)' on each line below comments.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    common.add_game(parser)
    parser.add_argument(
        "--from",
        type=common.whole_number,
        metavar="A",
        dest="first",
        help="the least number of colours (default: 1)",
    )
    parser.add_argument(
        "--to",
        type=common.whole_number,
        metavar="N",
        help="the greatest number of colours",
    )
    common.add_colours(parser, "instead of --from and --to, the only number of colours")
    common.add_model(parser)
    common.add_format(parser, short=("json", "csv"))


def run(arguments: argparse.Namespace) -> int:
    """Compute and print."""
    game, pegs = common.peg_game(arguments), common.pegs(arguments)
    form = common.output_format(arguments)
    given = arguments.first is not None or arguments.to is not None
    if (arguments.colours is not None) == given or (given and arguments.to is None):
        raise common.Complaint("say either --to N, with or without --from, or --colours N")
    first = 1 if arguments.first is None else arguments.first
    if arguments.colours is not None:
        colours = common.numbers(arguments.colours)
        if isinstance(colours, tuple):
            return _board(arguments, game, pegs, colours, form)
        if colours < 1:
            raise common.Complaint(f"--colours must be 1 or more, not {colours}")
        first = arguments.to = colours
    if not 1 <= first <= arguments.to:
        raise common.Complaint(
            f"--from must be 1 or more, and --to not less, not {first} and {arguments.to}"
        )
    from masetproof.proofs.values import values_between

    with common.as_complaint():
        values = values_between(
            game,
            pegs,
            first,
            arguments.to,
            objective=common.objective(arguments),
            reading=common.reading(arguments),
            progress=common.terminal_progress(),
        )
    common.clear_progress()
    for line in _lines(values, form):
        print(line)
    return 0


def _board(
    arguments: argparse.Namespace,
    game: PegGame,
    pegs: int,
    colours: tuple[int, ...],
    form: str,
) -> int:
    """The value for columns with different numbers of colours, which the theorem gives."""
    if form in ("latex", "bfile"):
        raise common.Complaint(f"--format {form} is not for columns with different colours")
    from masetproof.finite.setting import FiniteGame
    from masetproof.proofs.theorem import Theorem
    from masetproof.tables.values import board_lines

    with common.as_complaint():
        finite = FiniteGame(game, pegs, colours)
        theorem = common.proved(arguments, game, pegs)
        if not isinstance(theorem, Theorem):
            common.clear_progress()
            common.note(f"the value is open: {theorem.reason}")
            return 1
        lines = board_lines(theorem, finite, form)
    common.clear_progress()
    for line in lines:
        print(line)
    return 0


def _lines(values: GameValues, form: str) -> Iterator[str]:
    """The output in one of `common.FORMATS`."""
    from masetproof.tables import values as tables

    if form == "latex":
        from masetproof.reports.tables import value_tabular

        return value_tabular(values)
    return {
        "text": tables.values_text,
        "csv": tables.values_csv,
        "json": tables.values_json,
        "bfile": tables.values_bfile,
    }[form](values)
