"""List the least total or the least worst case for A to N colours.

examples:
  masetproof values mastermind --pegs 2 --to 10
  masetproof values ab --pegs 2 --to 20 --objective worst --json
  masetproof values ab --pegs 2 --to 10 --extra with --csv
  masetproof values mastermind --pegs 2 --from 5 --to 12 --format latex
  masetproof values mastermind --pegs 2 --from 999990 --to 1000000 --format bfile
  masetproof values black-peg --pegs 2 --colours 3,4
  masetproof values --games marks,mastermind,sum --pegs 2 --to 12 --plot price.svg
  masetproof values mastermind --pegs 4 --to 30 --objective worst
  masetproof values mastermind --pegs 2 --from 2 --to 9 --objective worst --compare 'floor(n/2) + 2'

With four pegs, and five of black-peg, there are bounds of the worst case, for every number of
colours: the first column says what every strategy needs at least, the second one what some strategy
needs at most. A b-file ends where they first differ.

Small values are computed from the recurrences. For larger ones the formula is proved first, and
gives them: a million values, the most at once, cost no more than the proof and the output. Numbers
of colours with which there is no secret are left out.

The CSV has the columns n, value, extra (the reading), secrets, and mean, the exact expected number
of questions, empty in the worst case. The format latex is a bare tabular, without a document
around it; bfile is the b-file of the OEIS, 'n a(n)' on each line below comments.

--games prints the values of several games side by side, which shows the price of an answer: what
marks save against black and white pegs, and these against their sum. --plot draws them.

--compare says for which n a conjecture holds, where it is wrong first and by how much, and with a
theorem whether it holds for every n from some n on; where it is wrong, the exit status is 1. A
formula has n, whole numbers, + - * / ^, floor, ceiling, mod and conditions: 'n^2/2 if n mod 2 = 0
else (n^2 - 1)/2'. With semicolons between branches the first one counts whose condition holds:
'n^2/2 for n = 0 mod 2; 3n for n > 4'.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

import masetproof
from masetproof.arguments import Refused, parse_whole
from masetproof.cli import common, options
from masetproof.cli.options import Option
from masetproof.finite.setting import FiniteGame

if TYPE_CHECKING:
    from masetproof.proofs.values import GameValues


OPTIONS = (
    options.PEG_GAME.but(nargs="?"),
    options.PEGS.but(required=True),
    *options.DIFFERENT,
    Option(
        *("--games", "A,B,..."),
        help="instead of one game several, side by side: what more telling answers save",
    ),
    options.to_draw("--plot", "with --games: draw the values of all games"),
    options.FROM.but(otherwise="1"),
    Option("--to", "N", help="the greatest number of colours", read=parse_whole),
    Option(
        *("--compare", "FORMULA"),
        help="compare a conjecture in n with the values, and with the theorem",
    ),
    options.COLOURS.but(
        help=f"instead of --from and --to, the only number of colours; {options.COLUMNS}"
    ),
    options.OBJECTIVE,
    options.reading(),
    options.formats(*options.FORMATS, short=("json", "csv")),
)


def run(arguments: argparse.Namespace) -> int:
    """Compute and print."""
    if (arguments.game is None) == (arguments.games is None):
        raise Refused("say either one game, or several with --games A,B,...")
    form = options.output_format(arguments)
    if arguments.games is not None:
        _print_games(arguments, form)
        return 0
    options.refuse(arguments, "goes with --games A,B,...", "plot")
    game, pegs = options.peg_game(arguments)
    compares = arguments.compare is not None
    if compares and (form not in ("text", "json") or isinstance(arguments.colours, tuple)):
        raise Refused("--compare is for numbers of colours, as text or with --json")
    first, last = _range(arguments)
    if isinstance(arguments.colours, tuple):
        _print_board(arguments, form)
        return 0
    if options.asks_bounds(arguments):
        _print_bounds(arguments, first, last, form)
        return 0
    model = {**common.fields(arguments, "objective", "progress"), "reading": arguments.extra}
    if compares:
        compared = masetproof.compare_values(
            game, pegs, last, arguments.compare, first=first, **model
        )
        values = compared.values
    else:
        from masetproof.proofs.values import values_between

        values, compared = values_between(game, pegs, first, last, **model), None
    common.clear_progress()
    for line in _lines(values, form, compared):
        print(line)
    return 0 if compared is None or compared.agrees else 1


def _range(arguments: argparse.Namespace) -> tuple[int, int]:
    """The first and the last number of colours; (1, 1) for a board with numbers for each column."""
    given = arguments.first is not None or arguments.to is not None
    if (arguments.colours is not None) == given or (given and arguments.to is None):
        raise Refused("say either --to N, with or without --from, or --colours N")
    if isinstance(arguments.colours, tuple):
        return 1, 1
    if arguments.colours is not None:
        if arguments.colours < 1:
            raise Refused(f"--colours must be 1 or more, not {arguments.colours}")
        return arguments.colours, arguments.colours
    first, last = 1 if arguments.first is None else arguments.first, arguments.to
    if not 1 <= first <= last:
        raise Refused(f"--from must be 1 or more, and --to not less, not {first} and {last}")
    return first, last


def _print_games(arguments: argparse.Namespace, form: str) -> None:
    """The values of several games side by side."""
    options.refuse(
        arguments, "is for one game; --games takes --from and --to", "compare", "colours"
    )
    if form not in ("text", "csv", "json") or arguments.to is None:
        raise Refused("--games takes --to N, and is printed as text, CSV or JSON")
    from masetproof.proofs.values import values_between
    from masetproof.tables.values import side_by_side

    first = 1 if arguments.first is None else arguments.first
    about = common.fields(arguments, "objective", "progress") | {"reading": arguments.extra}
    names = dict.fromkeys(arguments.games.split(","))
    found = [values_between(name, arguments.pegs, first, arguments.to, **about) for name in names]
    common.clear_progress()
    for line in side_by_side(found, form):
        print(line)
    if arguments.plot is not None:
        from masetproof.reports.pictures import save_plot
        from masetproof.reports.plots import prices_figure

        save_plot(prices_figure, found, arguments.plot)
        if form == "text":
            common.tell_written(arguments, arguments.plot)


def _print_bounds(arguments: argparse.Namespace, first: int, last: int, form: str) -> None:
    """Both bounds of the worst case."""
    if form == "latex" or arguments.extra != "exact" or arguments.compare:
        raise Refused("bounds of the worst case are of the real game, as text, CSV, JSON or b-file")
    from masetproof.proofs.values import numbers_with_secrets
    from masetproof.tables.values import bounds_lines

    game, pegs = options.peg_game(arguments)
    numbers = numbers_with_secrets(game, pegs, first, last)
    bounds = masetproof.prove_worst(game, pegs, progress=arguments.progress)
    common.print_lines(bounds_lines(bounds, numbers, form))


def _print_board(arguments: argparse.Namespace, form: str) -> None:
    """The value with a number of colours for each column."""
    if form in ("latex", "bfile"):
        raise Refused(f"--format {form} is not for columns with different colours")
    from masetproof.tables.values import board_lines

    game, pegs = options.peg_game(arguments)
    finite = FiniteGame(game, pegs, arguments.colours)
    theorem = options.theorem(arguments, game, pegs, "the value is open")
    common.print_lines(board_lines(theorem, finite, form))


def _lines(
    values: GameValues, form: str, compared: masetproof.ComparedValues | None
) -> Iterator[str]:
    """The output in one of `options.FORMATS`."""
    from masetproof.tables import values as tables

    if form == "latex":
        from masetproof.reports.tables import value_tabular

        return value_tabular(values)
    if form == "csv":
        return tables.values_csv(values)
    if form == "bfile":
        return tables.values_bfile(values)
    return (tables.values_json if form == "json" else tables.values_text)(values, compared)
