"""Optimizers that search nothing: what they return is made up, to see what a table does with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from masetproof.arguments import Refused
from masetproof.finite.setting import FiniteGame
from masetproof.objectives import Goal, Objective
from masetproof.progress import Progress
from masetproof.search.optimum import Optimum
from masetproof.tables.published import published
from masetproof.trees.tree import Node, StrategyTree


def optimum(finite: FiniteGame, goal: Goal, value: int, bound: int | None = None) -> Optimum:
    """An optimum with that value of what comes first; with *bound* it is not proved."""
    least = value if bound is None else bound
    expected = goal.first is Objective.EXPECTED
    return Optimum(
        finite=finite,
        goal=goal,
        tree=StrategyTree(finite, Node(finite.questions[0])),
        total=value if expected else 3 * finite.secret_count,
        worst=7 if expected else value,
        histogram=(1,),
        total_bound=least if expected else 1,
        worst_bound=1 if expected else least,
        optimal=bound is None,
        nodes=1,
        seconds=0.25,
    )


def published_value(finite: FiniteGame, goal: Goal) -> int:
    """The published value, where there is none something near what it would be."""
    known = published(finite, goal)
    if known:
        return known[0].value
    return 5 * finite.secret_count if goal.first is Objective.EXPECTED else 5


Found = Callable[[FiniteGame, Goal], Optimum]


def right(finite: FiniteGame, goal: Goal) -> Optimum:
    return optimum(finite, goal, published_value(finite, goal))


def wrong(finite: FiniteGame, goal: Goal) -> Optimum:
    return optimum(finite, goal, published_value(finite, goal) + 1)


def unfinished(finite: FiniteGame, goal: Goal) -> Optimum:
    """Bounds that meet at the published value, without a proof."""
    value = published_value(finite, goal)
    return optimum(finite, goal, value, bound=value)


def refuted(finite: FiniteGame, goal: Goal) -> Optimum:
    """Bounds that leave the published value out."""
    value = published_value(finite, goal)
    return optimum(finite, goal, value - 1, bound=value - 2)


def refuses(finite: FiniteGame, goal: Goal) -> Optimum:
    raise Refused("this optimizer takes no game")


@dataclass
class FakeOptimizer:
    """Calls *found*; is interrupted when it is called for the *interrupt*-th time."""

    found: Found = right
    interrupt: int | None = None
    calls: list[tuple[FiniteGame, Goal, float | None]] = field(default_factory=list)

    def __call__(
        self,
        finite: FiniteGame,
        goal: Goal,
        *,
        time_limit: float | None,
        progress: Progress,
        memory: int | None = None,
    ) -> Optimum:
        self.calls.append((finite, goal, time_limit))
        progress("searching", 1, 2)
        if len(self.calls) == self.interrupt:
            raise KeyboardInterrupt
        return self.found(finite, goal)
