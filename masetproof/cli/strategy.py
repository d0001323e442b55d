"""Print the optimal strategy that a theorem gives for a number of colours, and replay it.

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

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from masetproof.arguments import Refused, counted
from masetproof.cli import common, options
from masetproof.finite.setting import FiniteGame
from masetproof.strategies.strategy import Strategy
from masetproof.trees.claims import NO_CLAIMS
from masetproof.trees.replay import Replay, replay, tree_of
from masetproof.trees.text import legend, levels
from masetproof.trees.tree import StrategyTree

if TYPE_CHECKING:
    from masetproof.proofs.theorem import Theorem

_SHOWN_LEVELS = 2
"""This many questions of each path are printed."""


OPTIONS = (
    *options.GAME,
    *("--colours!", "--objective", "--extra", "--tree"),
    {"--path SECRET": "only the questions that find this secret, without a replay"},
    "--json",
)


def run(arguments: argparse.Namespace) -> int:
    """Prove, play, print, and write the strategy."""
    game, pegs = options.peg_game(arguments)
    if arguments.path is not None and arguments.tree is not None:
        raise Refused("--tree writes a whole strategy, --path prints one path; choose one")
    finite = FiniteGame(game, pegs, arguments.colours)
    if arguments.path is not None:
        finite.as_secret(arguments.path)
    else:
        options.check_listable(finite, "--path SECRET prints the questions that find one secret")
    theorem = options.theorem(arguments, game, pegs, "which questions are optimal is open")
    strategy = theorem.strategy(finite.columns or finite.colours)
    if arguments.path is not None:
        _tell_path(arguments, strategy)
        return 0
    progress = common.terminal_progress()
    tree = tree_of(strategy, progress)
    played = replay(tree, progress)
    document = _document(theorem, strategy, played)
    common.tell(arguments, document, _lines(document, played, tree))
    common.write_strategy(arguments, tree, NO_CLAIMS)
    return 0 if document["agrees"] else 1


def _document(theorem: Theorem, strategy: Strategy, played: Replay) -> dict[str, object]:
    finite, objective = strategy.finite, theorem.system.objective
    value = theorem.value(finite.columns or finite.colours)
    return {
        **common.game_json(finite),
        "objective": objective.value,
        "extra": theorem.system.reading.value,
        "secrets": played.secrets,
        **played.as_json(),
        "first_question": finite.text(strategy.next_question()),
        "formula_value": str(value),
        "agrees": value == played.measured(objective),
    }


def _lines(document: dict[str, object], played: Replay, tree: StrategyTree) -> Iterator[str]:
    """What the strategy costs, its first questions, and how to see the others."""
    yield f"{tree.finite.title}: {counted(played.secrets, 'secret')}"
    agrees = "which it attains" if document["agrees"] else "which it does not attain"
    facts = {"first question": str(document["first_question"]), **common.cost_facts(played)}
    facts["the theorem"] = f"{document['formula_value']}, {agrees}"
    yield from common.fact_lines(facts)
    yield f"\n{legend(_SHOWN_LEVELS)}"
    yield from levels(tree, _SHOWN_LEVELS)
    yield "To see more: --tree FILE writes the strategy, and 'masetproof tree show FILE' prints it"


def _tell_path(arguments: argparse.Namespace, strategy: Strategy) -> None:
    """The questions that find one secret."""
    finite, secret = strategy.finite, arguments.path
    steps = [
        {"question": finite.text(question), "answer": finite.answer_texts[number]}
        for question, number in strategy.path(secret)
    ]
    document = common.game_json(finite) | {"secret": secret, "questions": steps}
    width = len(str(len(steps)))
    lines = (
        f"{number:>{width}}  {step['question']}  {step['answer']}"
        for number, step in enumerate(steps, 1)
    )
    common.tell(arguments, document, lines)
