"""What the optimizer returns."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import final

from masetproof.finite import FiniteGame, Goal
from masetproof.trees.tree import StrategyTree

__all__ = ["Optimum"]


@final
@dataclass(frozen=True, slots=True)
class Optimum:
    """The best strategy that was found, and what was proved.

    total, worst, histogram: of `tree`, found by replaying it (histogram[i]: secrets that are found
    with i + 1 questions).  total_bound, worst_bound: no strategy of the game (within the limit
    of questions, if one was set) has a smaller total, or a smaller worst case.  optimal: `tree` is
    optimal for `goal`, by a search that was exhaustive.  nodes: states that were searched.
    """

    finite: FiniteGame
    goal: Goal
    tree: StrategyTree
    total: int
    worst: int
    histogram: tuple[int, ...]
    total_bound: int
    worst_bound: int
    optimal: bool
    nodes: int
    seconds: float

    @property
    def expected(self) -> Fraction:
        """The expected number of questions when all secrets are equally likely."""
        return Fraction(self.total, self.finite.secret_count)

    @property
    def value(self) -> int:
        """What the goal minimizes first: the total or the worst case."""
        return self.total if self.goal.first is Goal.EXPECTED else self.worst

    @property
    def lower_bound(self) -> int:
        """The proved lower bound of `value`."""
        return self.total_bound if self.goal.first is Goal.EXPECTED else self.worst_bound
