"""Results of the optimizer: an optimum, or why there is no strategy."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, final

from masetproof.arguments import Refused
from masetproof.finite.setting import FiniteGame
from masetproof.notebook import Shown
from masetproof.objectives import Goal, Objective, Within
from masetproof.trees.replay import Cost
from masetproof.trees.tree import StrategyTree
from masetproof.words import Word


class Refutation(NamedTuple):
    """Why no strategy within the limit begins with a question.

    answer: the number of an answer after which *secrets* are possible, which no strategy finds with
    the questions that are left.
    """

    question: Word
    answer: int
    secrets: int


@final
class NoStrategy(Refused):
    """There is no strategy that is short enough, or none was found in the time.

    proved: whether there is none.  refuted: why, for one first question of each kind under the
    symmetries of the game, without idle ones; empty when already the number of secrets is too large
    for the questions.
    """

    def __init__(
        self, sentence: str, *, proved: bool, refuted: tuple[Refutation, ...] = ()
    ) -> None:
        super().__init__(sentence)
        self.proved = proved
        self.refuted = refuted


@final
@dataclass(frozen=True, slots=True)
class Optimum(Cost, Shown):
    """The best strategy of a search, and what was proved.

    total, worst, histogram: of `tree`, by replaying it (histogram[i]: secrets that take i + 1
    questions).  total_bound, worst_bound: no strategy of the game (within the limit
    of questions, if one was set) has a smaller total, by weights if secrets have weights, or a
    smaller worst case.  missed_bound: with the goal ``within:K``, every strategy misses secrets of
    this weight, or so many, with K questions.  fewest_bound: when
    the goal is the fewest secrets that need the worst case, none has fewer.  optimal: `tree` is
    optimal for `goal`, by a search that was exhaustive.  nodes: states that were searched.  reason:
    why the search did not come to its end.  kept: it is from an earlier run, and so are nodes and
    seconds.
    """

    finite: FiniteGame
    goal: Goal | Within
    tree: StrategyTree
    total: int
    worst: int
    histogram: tuple[int, ...]
    total_bound: int | Fraction
    worst_bound: int
    optimal: bool
    nodes: int
    seconds: float
    reason: str | None = None
    kept: bool = False
    fewest_bound: int = 0
    weights: tuple[Fraction, ...] | None = None
    missed_bound: Fraction | None = None

    def __repr__(self) -> str:
        return (
            f"<Optimum of {self.finite.title}: {self.goal.value}, total {self.total}, worst case "
            f"{self.worst}, {'optimal' if self.optimal else f'at least {self.lower_bound}'}>"
        )

    def as_json(self) -> dict[str, object]:
        """The fields of JSON: those of the game, and those of `Cost.as_json`."""
        return self.finite.as_json() | Cost.as_json(self)

    @property
    def needing_worst(self) -> int:
        """How many secrets need as many questions as the worst case."""
        return self.histogram[-1]

    @property
    def is_within(self) -> bool:
        """Whether the goal is ``within:K``."""
        return isinstance(self.goal, Within)

    @property
    def found_within(self) -> Fraction | None:
        """With the goal ``within:K`` how many secrets, or what weight, K questions find."""
        return self.found(self.goal.questions) if isinstance(self.goal, Within) else None

    @property
    def value(self) -> int | Fraction:
        """The total or the worst case, whichever the goal minimizes first; by weights, if there
        are any.  With ``within:K`` what K questions miss."""
        if isinstance(self.goal, Within):
            return self.weight - self.found(self.goal.questions)
        if self.goal.first is Objective.EXPECTED and self.weights is not None:
            return self.weighted_total
        return self.measured(self.goal.first)

    @property
    def lower_bound(self) -> int | Fraction:
        """The proved lower bound of `value`."""
        if isinstance(self.goal, Within):
            return self.missed_bound or Fraction(0)
        return self.total_bound if self.goal.first is Objective.EXPECTED else self.worst_bound
