"""``masetproof readings``."""

from __future__ import annotations

import argparse

from masetproof.cli import common

HELP = "prove all three readings of the extra colour and tell for every n where they agree"
EXAMPLES = """\
examples:
  masetproof readings mastermind --pegs 2
  masetproof readings ab --pegs 3 --objective worst --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    common.add_game(parser)
    common.add_objective(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Prove three times, compare, tell."""
    game, pegs = common.peg_game(arguments), common.pegs(arguments)
    from masetproof.proofs.comparison import Comparison, compare_readings

    objective = common.objective(arguments)
    with common.as_complaint():
        outcome = compare_readings(game, pegs, objective, common.terminal_progress())
    common.clear_progress()
    head = {"game": game.name, "pegs": pegs, "objective": objective.value}
    if not isinstance(outcome, Comparison):
        if arguments.json:
            extra = outcome.system.reading.value
            common.print_json(head | {"extra": extra, "status": "open", "reason": outcome.reason})
        else:
            print(f"Open: {outcome.reason}; {common.reading_text(outcome.system.reading)}.")
        return 1
    if arguments.json:
        common.print_json(head | {"status": "proved"} | outcome.as_json())
        return 0
    for reading, theorem in outcome.theorems.items():
        formula = theorem.formula
        print(f"{reading.value}, for every n >= {formula.valid_from}:")
        for line in theorem.symbols().split("; "):
            print(f"  {line}")
    print(outcome.describe())
    return 0
