"""Claims about a strategy, such as its total, and their comparison with the replay."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from typing import Any, final

from masetproof.arguments import Refused, as_count, as_flag, counted, shown
from masetproof.objectives import Goal, Objective, Within, as_goal
from masetproof.trees.replay import Cost, Refuted, Replay


@final
@dataclass(frozen=True, slots=True)
class Claimed:
    """The claims that come with a strategy; None where there is no claim.

    goal: what it was made to minimize.  total, worst, histogram: as in `Replay`.  optimal: no
    strategy does better.  lower_bound: no strategy has less of what the goal minimizes first.
    max_questions: optimal and lower_bound are about strategies that never ask more.  expected: the
    mean by the weights of the secrets.

    A replay verifies total, worst, histogram and expected.  It can only refute the other claims,
    such as a lower bound that is greater than the total.

    `Refused` when a value is of another type or too small.  The goal may be given as its text, the
    histogram as a list.
    """

    goal: Goal | Within | None = None
    total: int | None = None
    worst: int | None = None
    histogram: tuple[int, ...] | None = None
    optimal: bool | None = None
    lower_bound: int | None = None
    max_questions: int | None = None
    expected: Fraction | None = None

    def __repr__(self) -> str:
        made = ((name, getattr(self, name)) for name in type(self).__dataclass_fields__)
        claims = ", ".join(f"{name}={value!r}" for name, value in made if value is not None)
        return f"Claimed({claims})"

    @classmethod
    def of(cls, cost: Cost, **more: Any) -> Claimed:
        """The claims of the total, worst case and histogram of a replay, and *more* of them."""
        if cost.weights is not None:
            more["expected"] = cost.expected
        return cls(total=cost.total, worst=cost.worst, histogram=cost.histogram, **more)

    def __post_init__(self) -> None:
        for name in ("total", "worst", "lower_bound", "max_questions"):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, as_count(value, f"the claim {name!r}", 1))
        if self.goal is not None:
            object.__setattr__(self, "goal", as_goal(self.goal))
        if self.optimal is not None:
            as_flag(self.optimal, "the claim 'optimal'")
        if self.expected is not None:
            object.__setattr__(self, "expected", _as_mean(self.expected))
        if self.histogram is not None:
            if not isinstance(self.histogram, list | tuple):
                raise Refused(f"the claim 'histogram' must be a list, not {shown(self.histogram)}")
            counts = (as_count(count, "the claim 'histogram'") for count in self.histogram)
            object.__setattr__(self, "histogram", tuple(counts))


def _as_mean(value: object) -> Fraction:
    """A claimed mean from itself or a text such as ``7/3``."""
    if isinstance(value, str) and re.fullmatch(
        r"[0-9]{1,200}(/[0-9]{0,199}[1-9][0-9]{0,199})?", value
    ):
        return Fraction(value)
    if not isinstance(value, Fraction):
        raise Refused(f"the claim 'expected' must be a fraction such as '7/3', not {shown(value)}")
    return value


NO_CLAIMS = Claimed()


def check_claims(claims: Claimed, cost: Replay) -> None:
    """`Refuted` when the replay found something else, or something that contradicts a claim."""
    for name, claimed, value in (
        ("total", claims.total, cost.total),
        ("worst case", claims.worst, cost.worst),
    ):
        if claimed is not None and claimed != value:
            raise Refuted(f"the {name} is {value:,}, but {claimed:,} is claimed")
    if claims.expected is not None and claims.expected != cost.expected:
        raise Refuted(
            f"the expected number of questions is {shown(str(cost.expected))}, but "
            f"{shown(str(claims.expected))} is claimed"
        )
    if claims.histogram is not None and claims.histogram != cost.histogram:
        raise Refuted(_different_histograms(claims.histogram, cost.histogram))
    if claims.max_questions is not None and cost.worst > claims.max_questions:
        raise Refuted(
            f"the worst case is {cost.worst:,}, but at most {claims.max_questions:,} questions "
            "are claimed"
        )
    if isinstance(claims.goal, Goal) and claims.lower_bound is not None:
        value = cost.measured(claims.goal.first)
        name = "total" if claims.goal.first is Objective.EXPECTED else "worst case"
        if value < claims.lower_bound:
            raise Refuted(
                f"the {name} is {value:,}, which is less than {claims.lower_bound:,}, the claimed "
                "lower bound"
            )


def _different_histograms(claimed: tuple[int, ...], replayed: tuple[int, ...]) -> str:
    """A sentence about the first number of questions at which they differ."""
    for questions, (one, two) in enumerate(zip_longest(replayed, claimed, fillvalue=0), 1):
        if one != two:
            return (
                f"{counted(one, 'secret')} {'is' if one == 1 else 'are'} found with "
                f"{counted(questions, 'question')}, but the histogram claims {two:,}"
            )
    return "the claimed histogram ends with a zero"
