"""Objectives and goals: what strategies minimize."""

from __future__ import annotations

from typing import final

from masetproof.arguments import Choice


@final
class Objective(Choice):
    """A number by which strategies are compared: the total over all secrets, or the worst case."""

    EXPECTED = "expected"
    WORST = "worst"

    @property
    def quantity(self) -> str:
        """The name in JSON of what the functions of a theorem count."""
        return "external path length" if self is Objective.EXPECTED else "questions"

    def describe(self) -> str:
        """The quantity in words, after "the least"."""
        if self is Objective.EXPECTED:
            return "total number of questions over all secrets"
        return "number of questions in the worst case"


@final
class Goal(Choice):
    """The goal of an optimal strategy: one quantity, or a second one where the first is least.

    `WORST_THEN_FEWEST` minimizes the worst case and then the number of secrets that need it; the
    expected number of questions does not matter.
    """

    EXPECTED = "expected"
    WORST = "worst"
    EXPECTED_THEN_WORST = "expected-then-worst"
    WORST_THEN_EXPECTED = "worst-then-expected"
    WORST_THEN_FEWEST = "worst-then-fewest"

    @property
    def first(self) -> Objective:
        """The quantity that comes first."""
        return Objective(self.value.partition("-")[0])

    @property
    def is_both(self) -> bool:
        """Whether the goal is the total and the worst case, one after the other."""
        return self in (Goal.EXPECTED_THEN_WORST, Goal.WORST_THEN_EXPECTED)
