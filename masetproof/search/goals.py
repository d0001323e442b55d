"""The goals of a game whose search is the general one (`search.general`).

Whatever the goal is, it is reduced to the least that secrets pay with at most D questions:

- *expected*: the least total, by weights;
- *worst*: the least D with which there is a strategy;
- *within:K*: the fewest secrets, or the least weight, that K questions miss;
- *worst-then-fewest*: the fewest secrets that need the last of D questions.

Beside the usual games this search is slow, and it keeps nothing until it has come to its end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import counted
from masetproof.finite.setting import FiniteGame
from masetproof.objectives import Goal, Objective, Within
from masetproof.search.bounds import sizes_bounds
from masetproof.search.clock import Clock
from masetproof.search.general import BEYOND, GeneralSearch, Payment
from masetproof.search.optimum import NoStrategy, Optimum
from masetproof.search.parts import simple_strategy
from masetproof.trees.replay import Replay, replay, tree_of
from masetproof.trees.tree import Node, StrategyTree


@final
class GeneralRun:
    """One run: the best strategy so far, and the bounds that are proved.

    limit: the most questions that strategies may ask.  first: the number of the question with which
    they begin, None for any.
    """

    def __init__(
        self,
        finite: FiniteGame,
        goal: Goal | Within,
        limit: int,
        memory: int,
        clock: Clock,
        first: int | None = None,
    ) -> None:
        self._finite, self._memory = finite, memory
        self._goal, self._limit, self._clock = goal, limit, clock
        self._first = first
        self._made: GeneralSearch | None = None
        self._worst_bound = min(2, self._finite.secret_count)
        self._fewest_bound = 0
        self._least_total: Fraction | None = None
        self._open: _Unsettled | None = None
        self._best: tuple[Node, Replay] | None = None

    def reach(self) -> None:
        """Find an optimal strategy; `optimum` has the best one and the bounds at any time."""
        self.begin()
        self.search()

    def begin(self, made: GeneralSearch | None = None) -> GeneralSearch:
        """Find simple strategies.  made: the states of another run, which has the same."""
        # A possible secret may be asked in every mode.
        self._offer(simple_strategy(self._finite, self._first))
        if made is None:
            self._clock.say("table of answers", 0, 1)
            made = GeneralSearch(self._finite, self._memory, self._clock.tick)
            self._clock.begin_search()
        self._made = made
        self._offer(tree_of(made.greedy(self._first)).root)
        return made

    def search(self) -> None:
        """Find an optimal strategy, after `begin`."""
        reach, _ = sizes_bounds(self._finite, self._clock.tick)
        self._worst_bound = int((reach >= self._finite.secret_count).argmax())
        if self._worst_bound > self._limit and not isinstance(self._goal, Within):
            raise self._too_few()
        _WAYS[Within if isinstance(self._goal, Within) else self._goal](self)

    @property
    def has_news(self) -> bool:
        """Whether there is a strategy and a bound."""
        return self._best is not None and self._open is not None

    @property
    def _search(self) -> GeneralSearch:
        if self._made is None:
            raise ArithmeticError("the search has not begun")
        return self._made

    # ----------------------------------------------------------------------------------- the goals

    def _expected(self) -> int:
        cost = self._least(Payment.TOTAL, self._limit)
        if cost >= BEYOND:
            raise self._too_few()
        self._least_total = Fraction(cost) / self._search.scale
        return cost

    def _worst(self) -> None:
        while self._least(Payment.ANY, self._worst_bound) >= BEYOND:
            self._worst_bound += 1
            if self._worst_bound > self._limit:
                raise self._too_few()
        self._limit = self._worst_bound

    def _worst_then_expected(self) -> None:
        self._worst()
        self._expected()

    def _worst_then_fewest(self) -> None:
        self._worst()
        self._fewest_bound = self._least(Payment.NEEDING_LAST, self._limit)

    def _expected_then_worst(self) -> None:
        cost = self._expected()
        while self._best is not None and self._best[1].worst > self._worst_bound:
            shorter = self._best[1].worst - 1
            if self._least(Payment.TOTAL, shorter, cost + 1) > cost:
                return

    def _within(self) -> None:
        self._least(Payment.MISSED, self._goal.questions)  # type: ignore[union-attr]

    # ----------------------------------------------------------------------------------- the search

    def _least(self, payment: Payment, left: int, upper: int = BEYOND) -> int:
        """The least cost, if it is less than *upper*; a strategy that attains it is offered."""
        search, floor = self._search, self._search.floor(payment, left)
        firsts = search.first_questions(floor, self._first)
        self._open = run = _Unsettled(upper, firsts.lows)

        def tick() -> None:
            stage = f"{self._so_far()}; {search.stage}"
            self._clock.say(stage, int(firsts.place[0]), len(firsts.questions))

        search.tick = tick
        for run.cost, question in search.improvements(payment, firsts, left, upper, floor):
            self._offer(search.strategy(payment, question, left))
        return run.cost

    def _so_far(self) -> str:
        """What the best strategy is worth, for the line of progress."""
        if self._best is None:
            return "no strategy so far"
        played = self._best[1]
        if isinstance(self._goal, Within):
            return f"best so far finds {played.found(self._goal.questions)}"
        if self._goal.first is Objective.WORST:
            return f"best so far {played.worst}"
        return f"best so far {float(played.expected):.4f}"

    def _offer(self, root: Node) -> None:
        """Make a strategy the best one if it is better, and short enough."""
        played = replay(StrategyTree(self._finite, root))
        if played.worst > self._limit and not isinstance(self._goal, Within):
            return
        if self._best is None or self._measured(played) < self._measured(self._best[1]):
            self._best = root, played

    def _measured(self, played: Replay) -> tuple[Fraction | int, ...]:
        """What the goal minimizes, in this order."""
        goal, total, worst = self._goal, played.weighted_total, played.worst
        if isinstance(goal, Within):
            return (-played.found(goal.questions),)
        if goal is Goal.WORST:
            return (worst,)
        if goal is Goal.WORST_THEN_FEWEST:
            return worst, played.histogram[-1]
        return (worst, total) if goal.first is Objective.WORST else (total, worst)

    def _too_few(self) -> NoStrategy:
        return NoStrategy(
            f"{self._finite.title}: there is no strategy with at most "
            f"{counted(self._limit, 'question')}",
            proved=True,
        )

    # ----------------------------------------------------------------------------------- the result

    def optimum(self, reason: str | None = None) -> Optimum:
        """The best strategy and the bounds until now; reason: why the search was left."""
        if self._best is None:
            raise NoStrategy(
                "in that time no strategy was found that is short enough", proved=False
            )
        root, played = self._best
        total, missed = self._bounds()
        return Optimum(
            finite=self._finite,
            goal=self._goal,
            tree=StrategyTree(self._finite, root),
            total=played.total,
            worst=played.worst,
            histogram=played.histogram,
            weights=played.weights,
            total_bound=total,
            worst_bound=self._worst_bound,
            fewest_bound=self._fewest_bound,
            missed_bound=missed,
            optimal=reason is None,
            nodes=0 if self._made is None else self._made.nodes,
            seconds=self._clock.seconds,
            reason=reason,
        )

    def _bounds(self) -> tuple[int | Fraction, Fraction | None]:
        """The least total, by weights, and the least weight of secrets that are missed."""
        run, within = self._open, isinstance(self._goal, Within)
        if run is None:
            # Only one secret is found by the first question.
            weights = self._finite.weights or [1] * self._finite.secret_count
            least = 2 * sum(weights) - max(weights)
            return least, Fraction(0) if within else None
        search, count = self._search, self._finite.secret_count
        total = Fraction(search.floor(Payment.TOTAL, count)) / search.scale
        low = run.low / search.scale
        missed = low if within else None
        if isinstance(self._goal, Goal) and self._goal.first is Objective.EXPECTED:
            total = max(total, low if self._least_total is None else self._least_total)
        return (int(total) if self._finite.weights is None else total), missed


@dataclass
class _Unsettled:
    """The search for one least cost: the best cost so far, and a bound for each first question."""

    cost: int
    lows: NDArray[np.int64]

    @property
    def low(self) -> Fraction:
        """A lower bound of the least cost."""
        return Fraction(min(self.cost, int(self.lows.min())))


_WAYS: dict[object, Callable[[GeneralRun], object]] = {
    Goal.EXPECTED: GeneralRun._expected,
    Goal.WORST: GeneralRun._worst,
    Goal.EXPECTED_THEN_WORST: GeneralRun._expected_then_worst,
    Goal.WORST_THEN_EXPECTED: GeneralRun._worst_then_expected,
    Goal.WORST_THEN_FEWEST: GeneralRun._worst_then_fewest,
    Within: GeneralRun._within,
}
