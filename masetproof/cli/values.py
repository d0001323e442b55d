"""``masetproof values``."""

from __future__ import annotations

import argparse

from masetproof.cli import common

HELP = "compute the minimal total or worst case for 1 to N colours from the recurrences"
EXAMPLES = """\
examples:
  masetproof values mastermind --pegs 2 --to 10
  masetproof values ab --pegs 2 --to 20 --objective worst --json
  masetproof values ab --pegs 3 --to 10 --extra with --csv

The CSV has the columns n, value and extra, the reading of the extra colour.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    common.add_game(parser)
    parser.add_argument("--to", type=common.whole_number, required=True, metavar="N")
    common.add_model(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON document")
    form.add_argument("--csv", action="store_true", help="print comma-separated values")


def run(arguments: argparse.Namespace) -> int:
    """Compute and print."""
    game, pegs = common.peg_game(arguments), common.pegs(arguments)
    if arguments.to < 1:
        raise common.Complaint(f"--to must be at least 1, not {arguments.to}")
    from masetproof.recurrences.readings import Objective
    from masetproof.recurrences.values import game_values

    objective, reading = common.objective(arguments), common.reading(arguments)
    with common.as_complaint():
        values = game_values(
            game,
            pegs,
            arguments.to,
            objective=objective,
            reading=reading,
            progress=common.terminal_progress(),
        )
    common.clear_progress()
    if arguments.json:
        common.print_json(
            {
                "game": game.name,
                "pegs": pegs,
                "objective": objective.value,
                "extra": reading.value,
                "values": {str(n): str(value) for n, value in values.items()},
            }
        )
        return 0
    if arguments.csv:
        print("n,value,extra")
        for n, value in values.items():
            print(f"{n},{value},{reading.value}")
        return 0
    peg_text = f"{pegs} peg{'s' * (pegs != 1)}"
    print(f"{game.title}, {peg_text}: {common.reading_text(reading)}")
    if objective is Objective.WORST:
        print("     n  questions")
        for n, value in values.items():
            print(f"{n:6}  {value:9}")
    else:
        print("     n             total    secrets  expected")
        for n, value in values.items():
            secrets = game.secret_count(pegs, n)
            print(f"{n:6}  {value:16,}  {secrets:9,}  {value / secrets:8.4f}")
    return 0
