"""``masetproof readings``, which is also ``masetproof prove --extra all``."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from masetproof.cli import common

if TYPE_CHECKING:
    from masetproof.proofs.comparison import Comparison
    from masetproof.proofs.theorem import Open

HELP = "prove all three readings of the extra colour, and say for which n they agree"
EXAMPLES = """\
examples:
  masetproof readings mastermind --pegs 2
  masetproof readings ab --pegs 2 --objective worst --json
  masetproof readings ab --pegs 2 --out readings

The same as 'masetproof prove --extra all'. With --out the folders exact, with and without get the
proof of each reading with its certificate, and readings.tex (readings-body.tex for a paper,
readings.pdf, readings.json) says for which n they agree and what that means for the real game.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    common.add_game(parser)
    common.add_objective(parser)
    common.add_output(parser)


def run(arguments: argparse.Namespace) -> int:
    """Prove three times, compare, write, tell."""
    game, pegs = common.peg_game(arguments), common.pegs(arguments)
    from masetproof.patterns.closure import check_provable
    from masetproof.proofs.comparison import Comparison, compare_readings
    from masetproof.proofs.theorem import Stopwatch

    with common.as_complaint():
        check_provable(game, pegs)
    directory = common.output_directory(arguments)
    if directory is not None:
        from masetproof.reports.readings import check_readings_directory

        with common.as_complaint():
            check_readings_directory(pegs, directory, arguments.listing)

    objective, watch = common.objective(arguments), Stopwatch()
    with common.as_complaint():
        outcome = compare_readings(game, pegs, objective, common.terminal_progress(), watch)
    document: dict[str, object] = {"game": game.name, "pegs": pegs, "objective": objective.value}
    failure = None
    if isinstance(outcome, Comparison):
        document |= {"extra": "all", "status": "proved"} | outcome.as_json()
        document |= {"certificates": None, "files": None}
    else:
        document = outcome.as_json()
    if directory is not None and isinstance(outcome, Comparison):
        from masetproof.reports.readings import write_readings

        failure = common.written(
            lambda: write_readings(
                outcome, directory, arguments.listing, watch, common.terminal_progress()
            ),
            document,
        )
    document["seconds"] = watch.rounded()
    if arguments.json:
        common.print_json(document)
    else:
        _tell(outcome, document)
    if failure is not None:
        raise failure
    return 0 if isinstance(outcome, Comparison) else 1


def _tell(outcome: Comparison | Open, document: dict[str, object]) -> None:
    from masetproof.proofs.theorem import Open

    common.clear_progress()
    if isinstance(outcome, Open):
        print(f"Open: {outcome.reason}; {common.reading_text(outcome.system.reading)}.")
        return
    for reading, theorem in outcome.theorems.items():
        common.tell_theorem(theorem, f"{reading.value}:")
    print(outcome.describe())
    if (boards := outcome.describe_boards()) is not None:
        print(boards)
    print(outcome.meaning())
    common.tell_written(*(document["files"] or ()))  # type: ignore[misc]
