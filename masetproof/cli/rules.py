"""Compare rules with the optimum, for ranges of pegs and colours.

examples:
  masetproof rules mastermind --pegs 2..3 --colours 2..5
  masetproof rules mastermind --pegs 4 --colours 2..5 --rule minimax,entropy --plot losses.pdf
  masetproof rules ab --pegs 3 --colours 3..8 --format csv
  masetproof rules black-peg --pegs 2 --colours 2..6 --consistent-only --ties last --format latex
  masetproof rules mastermind --pegs 4 --colours 5..6 --time-limit 1

The same as 'masetproof evaluate' with ranges, with more forms of output.

Beside each average is the worst case of the same strategy, and what the rule takes beyond the
optimum. The optimum is the strategy with the least average and, among those, the least worst case;
'least worst' is the least worst case of all strategies, which may have a larger average. The rules
of a row together, and each of its two searches, have --time-limit seconds; what is not found by
then, or takes more than --memory, is a dash. What was found is kept: a run that is interrupted
prints the rows that are finished, and the same command goes on from there.
"""

from __future__ import annotations

import argparse
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from masetproof.cli import common, options
from masetproof.finite.setting import FiniteGame

if TYPE_CHECKING:
    from masetproof.tables.rules import RuleRow, Setup


TIME_LIMIT = "60"
"""Seconds for the rules of a row, and for each of its two searches."""

OPTIONS = (
    options.PEG_GAME,
    options.PEG_RANGE.but(required=True),
    options.COLOUR_RANGE.but(required=True),
    options.SECRETS,
    options.CONSISTENT_ONLY,
    options.RULE.but(
        help="one rule, or several with commas between them", otherwise="all with a preference"
    ),
    options.TIES,
    options.SEED,
    options.TIME_LIMIT.but(
        help="for the rules of a row and for each of its two searches, or none", default=TIME_LIMIT
    ),
    options.to_draw("--plot", "draw what the rules lose"),
    options.MEMORY,
    options.formats("text", "csv", "json", "latex"),
)


def run(arguments: argparse.Namespace) -> None:
    """Compute, print, and draw."""
    form = options.output_format(arguments)
    rows: list[RuleRow] = []
    interrupted: list[KeyboardInterrupt] = []
    games = _games(arguments)
    from masetproof.tables.rules import Setup, rule_rows

    given = common.fields(arguments, "ties", "seed", "time_limit", "memory")
    if arguments.rule is not None:
        given["rules"] = arguments.rule.split(",")
    setup = Setup(**given)

    def computed() -> Iterator[RuleRow]:
        """The rows up to an interrupt, so that what is printed of them has its end."""
        try:
            for row in rule_rows(games, setup, arguments.progress):
                rows.append(row)
                yield row
        except KeyboardInterrupt as interrupt:
            interrupted.append(interrupt)

    computing = computed()
    try:
        _print(form, computing, setup)
    except OSError:
        # Nobody reads the rows, but they are to be drawn.
        if arguments.plot is not None:
            deque(computing, maxlen=0)
            _draw(arguments.plot, rows, games)
        raise
    if interrupted:
        raise interrupted[0]
    if arguments.plot is not None:
        _draw(arguments.plot, rows, games)
        if form == "text":
            common.tell_written(arguments, arguments.plot)


def _print(form: str, rows: Iterator[RuleRow], setup: Setup) -> None:
    from masetproof.tables.rendering import csv_lines, json_records
    from masetproof.tables.rules import FIELDS, records, rules_text

    if form == "json":
        common.print_json({"rows": json_records(FIELDS, records(rows))})
    elif form == "csv":
        common.print_lines(csv_lines(FIELDS, records(rows)))
    elif form == "latex":
        from masetproof.reports.tables import rule_tabular

        common.print_lines(rule_tabular(rows, setup.rules))
    else:
        common.print_lines(rules_text(rows, setup.rules))


def _draw(path: Path, rows: list[RuleRow], games: list[FiniteGame]) -> None:
    """Draw what the rules lose, unless the run was ended before all rows were there."""
    if len(rows) == len(games):
        from masetproof.reports.pictures import save_plot
        from masetproof.reports.plots import losses_figure

        save_plot(losses_figure, rows, path)


def _games(arguments: argparse.Namespace) -> list[FiniteGame]:
    """All games of the ranges that there are, refused before any work when one is too large."""
    from masetproof.finite.table import check_size
    from masetproof.tables.table import games_between

    game = options.game_of_any_size(arguments.game)
    games = games_between(
        game,
        arguments.pegs,
        arguments.colours,
        distinct=arguments.secrets == "distinct",
        consistent_only=arguments.consistent_only,
    )
    for finite in games:
        check_size(finite)
    return games
