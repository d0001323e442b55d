"""The quantities that a search can minimize: what the questions of a strategy cost."""

from __future__ import annotations

from enum import Enum
from typing import final

from masetproof import kernels as kernel
from masetproof.arguments import counted
from masetproof.search.bounds import least_total


@final
class Quantity(Enum):
    """A quantity that is added up over the secrets of a state, the *cost* of a strategy.

    TOTAL: each secret pays for all questions until it is found.  NEEDING_LAST: it pays 1 for the
    last question that may be asked, and nothing for those before it.

    With 3 questions at most, a strategy that finds five secrets by 1, 2, 2, 3 and 3 questions has
    the total 11, and 2 secrets need the last question.

    The value of a member is what the compiled search calls it.
    """

    TOTAL = kernel.ALL_QUESTIONS
    NEEDING_LAST = kernel.LAST_QUESTION

    def paid(self, size: int, left: int) -> int:
        """How much *size* secrets pay together for the next of *left* questions."""
        return size if self is Quantity.TOTAL or left == 1 else 0

    def of_use(self, size: int, left: int) -> int:
        """How many of the questions that are left make a difference (`kernel.questions_of_use`).

        Strategies for s secrets need no more than s questions; with s + 1 none needs the last one.
        """
        return min(left, size + (self is Quantity.NEEDING_LAST))

    def least(self, size: int) -> int:
        """The least cost of *size* secrets, one or more, in any game."""
        return least_total(size) if self is Quantity.TOTAL else 0

    def stage(self, left: int) -> str:
        """The name of the search for the least cost in progress; left: the most questions."""
        if self is Quantity.TOTAL:
            return "least total"
        return f"secrets that need {counted(left, 'question')}"
