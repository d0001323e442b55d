"""What strategies minimize."""

from __future__ import annotations

from typing import final

from masetproof.arguments import Choice

__all__ = ["Goal", "Objective"]


@final
class Objective(Choice):
    """One quantity: the total over all secrets, or the worst case."""

    EXPECTED = "expected"
    WORST = "worst"

    @property
    def quantity(self) -> str:
        """What the functions of a theorem count, in JSON."""
        return "external path length" if self is Objective.EXPECTED else "questions"

    def describe(self) -> str:
        """The same in words, of which an optimal strategy has the least."""
        if self is Objective.EXPECTED:
            return "total number of questions over all secrets"
        return "number of questions in the worst case"


@final
class Goal(Choice):
    """What an optimal strategy minimizes, first and, among those that attain it, second.

    An `Objective`, or one after the other.  `WORST_THEN_FEWEST`: after the worst case the number of
    secrets that need so many questions, whatever is expected then.
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
