"""Print the optimal strategy that a theorem gives for a number of colours, and replay it.

examples:
  masetproof strategy mastermind --pegs 2 --colours 10
  masetproof strategy ab --pegs 2 --colours 9 --objective worst --tree strategy.json
  masetproof strategy mastermind --pegs 2 --colours 500 --path 499,350
  masetproof strategy black-peg --pegs 2 --colours 3,4
  masetproof strategy black-peg --pegs 4 --colours 1000

The theorem is proved, and its strategy, which asks optimal questions of the proof, is played
against every secret, up to 65,536 of them. The totals and the first two questions are printed. The
exit status is 1 if the strategy does not take what the formula says. --tree writes all of the
strategy to a file, which 'masetproof tree' shows, draws and converts. --path prints the questions
that find one secret, for any number of colours; with more than 36 colours a word is numbers
separated by commas.

Of black-peg Mastermind with four pegs the theorem is for equal numbers of colours, the least total
and the real game, and its strategy is kept in a book. Where there are too many secrets, what the
strategy takes is counted from what is asked on patterns.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import masetproof
from masetproof.arguments import Refused, counted
from masetproof.cli import common, options
from masetproof.cli.options import Option
from masetproof.finite.setting import FiniteGame
from masetproof.objectives import Objective
from masetproof.strategies.strategy import Strategy
from masetproof.trees.claims import NO_CLAIMS
from masetproof.trees.replay import Replay, replay, tree_of
from masetproof.trees.text import legend, levels
from masetproof.trees.tree import StrategyTree

if TYPE_CHECKING:
    from masetproof.proofs.known import Known

_SHOWN_LEVELS = 2
"""This many questions of each path are printed."""

_PROOF = "docs/black-peg.md proves it for every number of colours"


OPTIONS = (
    *options.GAME,
    options.COLOURS.but(required=True),
    options.OBJECTIVE,
    options.reading(),
    options.TREE,
    Option(
        *("--path", "SECRET"),
        help="only the questions that find this secret, without a replay",
    ),
    options.JSON,
)


def run(arguments: argparse.Namespace) -> int:
    """Prove, play, write the strategy, and print."""
    game, pegs = options.peg_game(arguments)
    if arguments.path is not None and arguments.tree is not None:
        raise Refused("--tree writes a whole strategy, --path prints one path; choose one")
    possible = arguments.extra == "none"
    finite = FiniteGame(game, pegs, arguments.colours, consistent_only=possible)
    proved = _proved_by_book(arguments, finite)
    if arguments.path is not None:
        finite.as_secret(arguments.path)
    elif proved is None or arguments.tree is not None:
        options.check_listable(finite, "--path SECRET prints the questions that find one secret")
    strategy: Strategy
    if proved is None:
        theorem = options.theorem(arguments, game, pegs, "which questions are optimal is open")
        colours = finite.columns or finite.colours
        strategy, value, least = theorem.strategy(colours), theorem.value(colours), ""
    else:
        strategy, values = proved.optimum()
        value = values[Objective.EXPECTED]
        least = f"no strategy takes less: {_PROOF}"
    if arguments.path is not None:
        _tell_path(arguments, strategy)
        return 0
    if not finite.is_listable:
        document = _document(arguments, strategy, value)
        common.tell(arguments, document, _counted_lines(finite, document, least))
        return 0
    tree = tree_of(strategy, arguments.progress)
    played = replay(tree, arguments.progress)
    document = _document(arguments, strategy, value, played)
    with common.telling(arguments, document, _lines(document, played, tree, least)):
        common.write_strategy(arguments, tree, NO_CLAIMS)
    common.tell_written(arguments, arguments.tree)
    return 0 if document["agrees"] else 1


def _proved_by_book(arguments: argparse.Namespace, finite: FiniteGame) -> Known | None:
    """The game with its book without an end, if it has one; `Refused` beyond its theorem."""
    from masetproof.proofs.known import known

    about = known(FiniteGame(finite.game, finite.pegs, finite.colours, distinct=finite.distinct))
    if about.endless_book is None:
        return None
    what = f"the theorem on {finite.game.title} with {finite.pegs} pegs is"
    if finite.columns:
        raise Refused(f"{what} for columns with equal numbers of colours only")
    if arguments.objective != Objective.EXPECTED.value:
        raise Refused(f"{what} on the least total only, --objective expected")
    if arguments.extra != masetproof.Reading.EXACT.value:
        raise Refused(f"{what} on the real game only, --extra exact")
    return about


def _document(
    arguments: argparse.Namespace, strategy: Strategy, value: int, played: Replay | None = None
) -> dict[str, object]:
    """played: None where the value is only counted."""
    finite = strategy.finite
    expected = {"total": value, "expected": str(Fraction(value, finite.secret_count))}
    document = {
        **finite.as_json(),
        "objective": arguments.objective,
        "extra": arguments.extra,
        "secrets": finite.secret_count,
        **(expected if played is None else played.as_json()),
        "first_question": finite.text(strategy.next_question()),
        "formula_value": str(value),
    }
    if played is not None:
        document["agrees"] = value == played.measured(Objective(arguments.objective))
    return document


def _lines(
    document: dict[str, object], played: Replay, tree: StrategyTree, least: str
) -> Iterator[str]:
    """The costs of the strategy, its first questions, and how to see the others."""
    yield f"{tree.finite.title}: {counted(played.secrets, 'secret')}"
    agrees = "which it attains" if document["agrees"] else "which it does not attain"
    facts = {"first question": str(document["first_question"]), **common.cost_facts(played)}
    facts["the theorem"] = f"{document['formula_value']}, {agrees}" + f"; {least}" * bool(least)
    yield from common.fact_lines(facts)
    yield f"\n{legend(_SHOWN_LEVELS)}"
    yield from levels(tree, _SHOWN_LEVELS)
    yield "To see more: --tree FILE writes the strategy, and 'masetproof tree show FILE' prints it"


def _counted_lines(finite: FiniteGame, document: dict[str, object], least: str) -> Iterator[str]:
    """The costs of the strategy where it is not replayed."""
    yield f"{finite.title}: {counted(finite.secret_count, 'secret')}"
    facts = {
        "first question": str(document["first_question"]),
        "total": f"{document['total']:,}",
        "expected": f"{float(Fraction(str(document['expected']))):.6f}",
        "counted": "from the questions on patterns; there are too many secrets for a replay",
        "the theorem": least,
    }
    yield from common.fact_lines(facts)
    yield "To see more: --path SECRET prints the questions that find one secret"


def _tell_path(arguments: argparse.Namespace, strategy: Strategy) -> None:
    """The questions that find one secret."""
    finite, secret = strategy.finite, arguments.path
    steps = [
        {"question": finite.text(question), "answer": finite.answer_texts[number]}
        for question, number in strategy.path(secret)
    ]
    document = finite.as_json() | {"secret": secret, "questions": steps}
    width = len(str(len(steps)))
    lines = (
        f"{number:>{width}}  {step['question']}  {step['answer']}"
        for number, step in enumerate(steps, 1)
    )
    common.tell(arguments, document, lines)
