"""Objectives and goals: what strategies minimize."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from masetproof.arguments import Choice, Refused, as_count, did_you_mean, parse_whole, shown


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


@final
@dataclass(frozen=True, slots=True)
class Within:
    """The goal to find as many secrets as one can, or as much weight, with at most K questions.

    Its text is ``within:K``.  The strategy finds the other secrets, too, with more questions.

    >>> optimize(FiniteGame("mastermind", 2, 3), Within(2)).found_within
    Fraction(5, 1)
    """

    questions: int

    def __post_init__(self) -> None:
        as_count(self.questions, "the number of questions of within:K", 1, _MOST_QUESTIONS)

    @property
    def value(self) -> str:
        return f"{_WITHIN}{self.questions}"

    def __str__(self) -> str:
        return self.value


_WITHIN = "within:"
_MOST_QUESTIONS = 1_000_000


def as_goal(value: object) -> Goal | Within:
    """A goal from itself or its text, such as ``expected`` or ``within:4``; `Refused` otherwise."""
    if isinstance(value, Within):
        return value
    if isinstance(value, str) and value.startswith(_WITHIN):
        try:
            return Within(parse_whole(value.removeprefix(_WITHIN)))
        except Refused:
            raise Refused(
                f"the goal within:K has a number of questions from 1, not {value[:40]!r}"
            ) from None
    names = [*map(str, Goal), f"{_WITHIN}K"]
    if isinstance(value, str) and value in names[:-1]:
        return Goal(value)
    meant = did_you_mean(value, names)
    raise Refused(f"the goal is one of {', '.join(names)}, not {shown(value)}{meant}")
