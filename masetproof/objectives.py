"""The quantities that strategies minimize."""

from __future__ import annotations

from typing import final

from masetproof.arguments import Choice


@final
class Objective(Choice):
    """A quantity of a strategy: its total over all secrets, or its worst case."""

    EXPECTED = "expected"
    WORST = "worst"

    @property
    def quantity(self) -> str:
        """The quantity that functions of a theorem count, in JSON."""
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
