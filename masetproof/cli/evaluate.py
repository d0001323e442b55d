"""``masetproof evaluate``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from masetproof.arguments import counted
from masetproof.cli import common

if TYPE_CHECKING:
    from masetproof.trees.evaluate import Evaluation

HELP = "play a rule, such as minimax or entropy, against every secret"
EXAMPLES = """\
rules, each by the parts into which a question splits the secrets that are still possible:
  minimax        the least size of the largest part
  expected-size  the least expected size of the part that is left
  entropy        the most information
  most-parts     the most parts
  random         any question that tells something, all with the same probability

Among questions that are equal for a rule, those that may be the secret are preferred; --ties says
which of these is asked. random draws from all questions that tell something, with --consistent-only
from the secrets that are still possible. The same seed draws the same questions.

examples:
  masetproof evaluate mastermind --pegs 4 --colours 6 --rule minimax
  masetproof evaluate mastermind --pegs 4 --colours 6 --rule entropy --secrets distinct --json
  masetproof evaluate ab --pegs 4 --colours 8 --rule most-parts --tree strategy.json
  masetproof evaluate black-peg --pegs 3 --colours 6 --rule minimax,entropy --ties random --seed 7
  masetproof evaluate mastermind --pegs 4 --colours 6 --rule all --consistent-only
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    common.add_finite_game(parser)
    common.add_after(parser)
    parser.add_argument(
        "--rule",
        required=True,
        metavar="RULE",
        help="one of the rules below, several with commas between them, or all",
    )
    common.add_ties(parser)
    parser.add_argument("--tree", metavar="FILE", help="write the strategy to a JSON file")
    common.add_memory(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Play, print, and write the strategy."""
    memory = common.memory(arguments)
    several = arguments.rule == "all" or "," in arguments.rule
    if several and arguments.tree is not None:
        raise common.Complaint("--tree takes the strategy of one rule, and --rule names several")
    path = common.output_file(arguments.tree, "--tree")
    finite = common.finite_game(arguments)
    from masetproof.strategies.rules import Rule
    from masetproof.trees.evaluate import evaluate_rules

    common.check_listable(finite.whole, "'masetproof crack' plays larger boards")
    with common.as_complaint():
        found = evaluate_rules(
            finite,
            list(Rule) if arguments.rule == "all" else arguments.rule.split(","),
            ties=arguments.ties,
            seed=arguments.seed,
            memory=memory,
            progress=common.terminal_progress(),
        )
        if several:
            _show_all(found, as_json=arguments.json)
            return 0
        (evaluation,) = found
    common.clear_progress()
    if arguments.json:
        common.print_json(_document(evaluation))
    else:
        _print(evaluation)
    if path is not None:
        _write(path, evaluation)
        if not arguments.json:
            common.tell_written(path)
    return 0


def _show_all(evaluations: Iterator[Evaluation], *, as_json: bool) -> None:
    """One document, or a table whose rows are printed as they come."""
    if as_json:
        found: list[dict[str, object]] = []
        try:
            found.extend(_document(one) for one in evaluations)
        except KeyboardInterrupt:
            if not found:
                raise
            common.print_json({"evaluations": found})
            raise
        common.print_json({"evaluations": found})
        return
    for number, one in enumerate(evaluations):
        common.clear_progress()
        if number == 0:
            secrets = counted(one.secrets, "secret")
            print(f"{one.finite.title}: {secrets}, ties {one.ties}, seed {one.seed}")
            print(f"  {'rule':<13} {'total':>9} {'expected':>9} worst  first  histogram")
        first, histogram = one.finite.text(one.first_question), " ".join(map(str, one.histogram))
        print(
            f"  {one.rule:<13} {one.total:>9,} {float(one.expected):>9.6f} {one.worst:>5}  "
            f"{first:<6} {histogram}",
            flush=True,
        )


def _write(path: Path, evaluation: Evaluation) -> None:
    from masetproof.trees.claims import Claims
    from masetproof.trees.files import write_tree

    claims = Claims(total=evaluation.total, worst=evaluation.worst, histogram=evaluation.histogram)
    with common.as_complaint():
        write_tree(path, evaluation.tree, claims)


def _document(evaluation: Evaluation) -> dict[str, object]:
    return common.finite_game_json(evaluation.finite) | {
        "rule": evaluation.rule.value,
        "ties": evaluation.ties.value,
        "seed": evaluation.seed,
        "total": evaluation.total,
        "expected": str(evaluation.expected),
        "worst": evaluation.worst,
        "histogram": list(evaluation.histogram),
        "first_question": evaluation.finite.text(evaluation.first_question),
    }


def _print(evaluation: Evaluation) -> None:
    choice: str = evaluation.rule
    if evaluation.ties != "first":
        choice += f", ties {evaluation.ties}"
    if "random" in (evaluation.rule, evaluation.ties):
        choice += f", seed {evaluation.seed}"
    print(f"{evaluation.finite.title}: {counted(evaluation.secrets, 'secret')}")
    print(f"  rule        {choice}")
    print(f"  first       {evaluation.finite.text(evaluation.first_question)}")
    common.print_cost(evaluation)
