"""Two strategies of one game side by side: where they first differ, and which secrets each finds
sooner.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import final

from masetproof.arguments import Refused
from masetproof.finite.setting import FiniteGame, Step
from masetproof.progress import Progress, silent
from masetproof.strategies.strategy import Strategy
from masetproof.trees.replay import Replay, first_visit, longest_path, replay, visits
from masetproof.trees.tree import HasTree, checked_strategy
from masetproof.words import Word


@final
@dataclass(frozen=True, slots=True)
class Difference:
    """A place where two strategies ask different questions.

    after: the questions before, which both ask, with the numbers of their answers.  left: how many
    secrets are possible there.
    """

    after: tuple[Step, ...]
    questions: tuple[Word, Word]
    left: int


@final
@dataclass(frozen=True, slots=True)
class ComparedStrategies:
    """Two strategies of one game.

    first_difference: that after the fewest questions, and of several the first in the order of
    answers; None where both always ask the same.  sooner: how many secrets each of them finds with
    fewer questions than the other; equal: how many both find with as many.  deepest: for each the
    questions that find a secret which takes the most, the secret last.
    """

    finite: FiniteGame
    costs: tuple[Replay, Replay]
    first_difference: Difference | None
    sooner: tuple[int, int]
    equal: int
    deepest: tuple[tuple[Step, ...], tuple[Step, ...]]

    def __repr__(self) -> str:
        totals = " and ".join(str(cost.total) for cost in self.costs)
        return f"<ComparedStrategies of {self.finite.title}: totals {totals}>"

    def as_json(self) -> dict[str, object]:
        """What they cost side by side, and where they differ."""
        finite, first = self.finite, self.first_difference
        return {
            "first_difference": first
            and {
                "after": [finite.step_text(step) for step in first.after],
                "questions": [finite.text(question) for question in first.questions],
                "left": first.left,
            },
            "sooner": list(self.sooner),
            "equal": self.equal,
            "histograms": [list(cost.histogram) for cost in self.costs],
            "totals": [cost.total for cost in self.costs],
            "expected": [str(cost.expected) for cost in self.costs],
            "worst": [cost.worst for cost in self.costs],
            "deepest": [[finite.step_text(step) for step in path] for path in self.deepest],
        }


def compare_strategies(
    one: Strategy | HasTree, other: Strategy | HasTree, progress: Progress = silent
) -> ComparedStrategies:
    """Play two strategies against every secret, and compare them.

    one, other: strategies, or results that have one, such as an `Optimum`.  `Refused` when they are
    of different games; which questions either may ask, in hard mode or possible secrets only, makes
    no difference.  `Refuted` when one is no strategy.

    >>> game = FiniteGame("mastermind", 3, 4)
    >>> compared = compare_strategies(evaluate(game, "minimax"), optimize(game, workers=1))
    >>> [cost.total for cost in compared.costs], compared.sooner
    ([216, 206], (13, 23))
    """
    first, second = checked_strategy(one), checked_strategy(other)
    games = [replace(each.finite, consistent_only=False, hard=False) for each in (first, second)]
    if games[0] != games[1]:
        titles = " and ".join(each.finite.title for each in (first, second))
        if games[0].title == games[1].title:
            titles += ", with other words"
        raise Refused(f"the strategies are of different games: {titles}")
    costs = replay(first, progress), replay(second, progress)
    depths, others = _depths(first), _depths(second)
    sooner = sum(depths[secret] < others[secret] for secret in depths)
    later = sum(depths[secret] > others[secret] for secret in depths)
    return ComparedStrategies(
        first.finite,
        costs,
        _first_difference(first, second),
        (sooner, later),
        len(depths) - sooner - later,
        (_deepest(first), _deepest(second)),
    )


def _depths(strategy: Strategy) -> dict[Word, int]:
    """The number of questions that find each secret."""
    return {visit.question: visit.depth + 1 for visit in visits(strategy) if visit.wins}


def _first_difference(first: Strategy, second: Strategy) -> Difference | None:
    pending = deque([(first_visit(first), first_visit(second))])
    while pending:
        one, other = pending.popleft()
        if one.question != other.question:
            questions = one.question, other.question
            return Difference(tuple(one.path()), questions, len(one.secrets))
        pending.extend(zip(one.below(), other.below(), strict=True))
    return None


def _deepest(strategy: Strategy) -> tuple[Step, ...]:
    before, secret = longest_path(strategy)
    return (*before, (secret, strategy.finite.winning))
