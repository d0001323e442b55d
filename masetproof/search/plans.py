"""First questions and their parts: what is known of the whole game, and what to find out next.

A `Plan` is a first question, one of each kind under permutations of pegs and colours.  Its parts
are searched as jobs. Plans are refined in *rounds* whose jobs depend on the rounds before and on
nothing else, so that the same work is done whatever the number of workers (with the same memory for
each).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import final

from masetproof.search.board import first_questions
from masetproof.search.solver import INFINITE, Solver
from masetproof.search.states import Members
from masetproof.trees.tree import Node

__all__ = ["PARTS_A_ROUND", "Part", "Plan", "make_plans"]

PARTS_A_ROUND = 2
"""How many parts of one plan that is to be refuted are searched at a time."""


@final
@dataclass(slots=True)
class Part:
    """The secrets that give an answer to a first question: bounds of their value, and a strategy.

    strategy is None as long as it is the greedy one, or soon found from the value, or there is
    none.
    """

    answer: int
    members: Members
    low: int
    high: int
    strategy: Node | None = None

    @property
    def open(self) -> bool:
        """Whether the value is not known."""
        return self.low < self.high


@final
@dataclass(slots=True)
class Plan:
    """A first question and its parts, the smallest first, with so many questions left after it."""

    question: int
    secrets: int
    left: int
    parts: list[Part] = field(default_factory=list)
    promising: bool = False

    @property
    def low(self) -> int:
        """A lower bound of the total of the strategies that begin so."""
        return min(INFINITE, self.secrets + sum(part.low for part in self.parts))

    @property
    def high(self) -> int:
        """The total of the best strategy that is known and begins so."""
        return min(INFINITE, self.secrets + sum(part.high for part in self.parts))

    def next_parts(self, *, all_open: bool = False) -> list[Part]:
        """The parts to be searched next, unless one is known to have no strategy."""
        if self.low >= INFINITE:
            return []
        waiting = [part for part in self.parts if part.open]
        return waiting if all_open else waiting[:PARTS_A_ROUND]

    def strategy(self, solver: Solver) -> Node:
        """The best strategy that is known; `high` must be finite."""
        branches = []
        for part in sorted(self.parts, key=lambda part: part.answer):
            if part.strategy is None and not part.open:
                part.strategy = solver.strategy(part.members, self.left, part.high)
            elif part.strategy is None:
                part.strategy = solver.greedy_strategy(part.members, self.left)
            branches.append((part.answer, part.strategy))
        return Node(solver.finite.questions[self.question], tuple(branches))


def make_plans(solver: Solver, left: int) -> list[Plan]:
    """All first questions that may be followed by a strategy, for a limit of questions.

    The plan whose greedy strategy is the best comes first.
    """
    everything = solver.all_secrets()
    plans = []
    for question in first_questions(solver.finite.questions):
        if solver.finite.consistent_only and question not in solver.board.own:
            continue
        plan = Plan(question, len(everything), min(left, len(everything)) - 1)
        for answer, members in solver.parts(everything, question):
            if len(members) == len(everything):
                break  # an idle question
            low, high = solver.least(len(members)), solver.greedy(members, plan.left)
            if solver.least_worst(len(members)) > plan.left:
                low = INFINITE
            plan.parts.append(Part(answer, members, low, high))
        else:
            plan.parts.sort(key=lambda part: (len(part.members), part.answer))
            plans.append(plan)
    return sorted(plans, key=lambda plan: (plan.high, plan.low, plan.question))
