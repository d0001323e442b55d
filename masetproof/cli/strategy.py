"""``masetproof strategy``."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from masetproof.arguments import counted
from masetproof.cli import common

if TYPE_CHECKING:
    from masetproof.proofs.theorem import Theorem
    from masetproof.strategies.strategy import Strategy
    from masetproof.trees.replay import Replay
    from masetproof.trees.tree import StrategyTree

_SHOWN_LEVELS = 2
"""This many questions of each path are printed."""

HELP = "print the optimal strategy that the theorem gives for a number of colours, replayed"
EXAMPLES = """\
examples:
  masetproof strategy mastermind --pegs 2 --colours 10
  masetproof strategy ab --pegs 2 --colours 9 --objective worst --tree strategy.json
  masetproof strategy mastermind --pegs 2 --colours 500 --path 499,350
  masetproof strategy black-peg --pegs 2 --colours 3,4

The theorem is proved, and its strategy, which asks optimal questions of the proof, is played
against every secret, up to 65,536 of them. The totals and the first two questions are printed. The
exit status is 1 if the strategy does not take what the formula says. --tree writes all of the
strategy to a file, which 'masetproof tree' shows, draws and converts. --path prints the questions
that find one secret, for any number of colours; with more than 36 colours a word is numbers
separated by commas.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    common.add_game(parser)
    common.add_colours(parser, "how many", required=True)
    common.add_model(parser)
    parser.add_argument("--tree", metavar="FILE", help="write the strategy to a JSON file")
    parser.add_argument(
        "--path",
        metavar="SECRET",
        help="only the questions that find this secret, without a replay",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Prove, play, print, and write the strategy."""
    game, pegs = common.peg_game(arguments), common.pegs(arguments)
    if arguments.path is not None and arguments.tree is not None:
        raise common.Complaint("--tree writes a whole strategy, --path prints one path; choose one")
    path = common.output_file(arguments.tree, "--tree")
    from masetproof.finite.setting import FiniteGame
    from masetproof.proofs.theorem import Theorem

    with common.as_complaint():
        finite = FiniteGame(game, pegs, arguments.colours)
        if arguments.path is not None:
            finite.as_secret(arguments.path)
        else:
            common.check_listable(finite, "--path SECRET prints the questions that find one secret")
        theorem = common.proved(arguments, game, pegs)
        if not isinstance(theorem, Theorem):
            common.clear_progress()
            common.note(f"which questions are optimal is open: {theorem.reason}")
            return 1
        strategy = theorem.strategy(finite.columns or finite.colours)
        if arguments.path is not None:
            return _print_path(strategy, arguments.path, as_json=arguments.json)
        from masetproof.trees.files import write_tree
        from masetproof.trees.replay import replay, tree_of

        progress = common.terminal_progress()
        tree = tree_of(strategy, progress)
        found = replay(tree, progress)
        document = _document(theorem, strategy, found)
        common.clear_progress()
        if arguments.json:
            common.print_json(document)
        else:
            _print(document, found, finite.title)
            _print_beginning(tree)
        if path is not None:
            write_tree(path, tree)
            if not arguments.json:
                common.tell_written(path)
    return 0 if document["agrees"] else 1


def _document(theorem: Theorem, strategy: Strategy, found: Replay) -> dict[str, object]:
    from masetproof.objectives import Objective

    finite, objective = strategy.finite, theorem.system.objective
    value = theorem.value(finite.columns or finite.colours)
    return {
        "game": finite.game.name,
        "pegs": finite.pegs,
        "colours": finite.columns or finite.colours,
        "objective": objective.value,
        "extra": theorem.system.reading.value,
        "secrets": found.secrets,
        "total": found.total,
        "expected": str(found.expected),
        "worst": found.worst,
        "histogram": list(found.histogram),
        "first_question": finite.text(strategy.next_question()),
        "formula_value": str(value),
        "agrees": value == (found.total if objective is Objective.EXPECTED else found.worst),
    }


def _print(document: dict[str, object], found: Replay, title: str) -> None:
    print(f"{title}: {counted(found.secrets, 'secret')}")
    print(f"  first question  {document['first_question']}")
    print(f"  total           {found.total:,}")
    print(f"  expected        {found.expected_text()}")
    print(f"  worst case      {found.worst}")
    print(f"  histogram       {' '.join(map(str, found.histogram))}")
    agrees = "which it attains" if document["agrees"] else "which it does not attain"
    print(f"  the theorem     {document['formula_value']}, {agrees}")


def _print_beginning(tree: StrategyTree) -> None:
    """The first questions, and how to see the others."""
    from masetproof.trees.text import legend, levels

    print(f"\n{legend(_SHOWN_LEVELS)}")
    for line in levels(tree, _SHOWN_LEVELS):
        print(line)
    print("To see more: --tree FILE writes the strategy, and 'masetproof tree show FILE' prints it")


def _print_path(strategy: Strategy, secret: str, *, as_json: bool) -> int:
    """The questions that find one secret."""
    finite = strategy.finite
    steps = [
        (finite.text(question), finite.answer_texts[number])
        for question, number in strategy.path(secret)
    ]
    common.clear_progress()
    if as_json:
        common.print_json(
            {
                "game": finite.game.name,
                "pegs": finite.pegs,
                "colours": finite.columns or finite.colours,
                "secret": secret,
                "questions": [{"question": asked, "answer": told} for asked, told in steps],
            }
        )
        return 0
    width = len(str(len(steps)))
    for number, (asked, told) in enumerate(steps, 1):
        print(f"{number:>{width}}  {asked}  {told}")
    return 0
