"""First questions and their parts: what is known of the whole game, and what to find out next.

A `Plan` is a first question, one of each kind under permutations of pegs and colours.  Its parts
are searched as jobs. Plans are refined in *rounds* whose jobs depend on the rounds before and on
nothing else, so that the same work is done whatever the number of workers (with the same memory for
each).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import final

import numpy as np

from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import cells
from masetproof.progress import Tick, no_tick
from masetproof.search.checkpoint import Checkpoint
from masetproof.search.solver import INFINITE, Solver
from masetproof.search.states import Members
from masetproof.trees.tree import Node

__all__ = ["PARTS_A_ROUND", "Part", "Plan", "make_plans", "simple_strategy"]

PARTS_A_ROUND = 2
"""How many parts of one plan that is to be refuted are searched at a time."""


@final
@dataclass(slots=True)
class Part:
    """The secrets that give an answer to a first question: bounds of their value, and a strategy.

    strategy is None when it need not be kept: the greedy one is made again from the secrets, that
    of a small part is soon found from the value, and there may be none.
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
    """A first question and its parts, the smallest first, with so many questions left after it.

    paid: what the question itself adds to the total.
    """

    question: int
    paid: int
    left: int
    parts: list[Part] = field(default_factory=list)
    promising: bool = False

    @property
    def low(self) -> int:
        """A lower bound of the total of the strategies that begin so."""
        return min(INFINITE, self.paid + sum(part.low for part in self.parts))

    @property
    def high(self) -> int:
        """The total of the best strategy that is known and begins so."""
        return min(INFINITE, self.paid + sum(part.high for part in self.parts))

    def next_parts(self, *, all_open: bool = False) -> list[Part]:
        """The parts to be searched next, unless one is known to have no strategy."""
        if self.low >= INFINITE:
            return []
        waiting = [part for part in self.parts if part.open]
        return waiting if all_open else waiting[:PARTS_A_ROUND]

    def strategy(self, solver: Solver, tick: Tick = no_tick) -> Node:
        """The best strategy that is known; `high` must be finite."""
        branches = []
        for part in sorted(self.parts, key=lambda part: part.answer):
            if part.strategy is None and not part.open:
                part.strategy = solver.strategy(part.members, self.left, part.high, tick)
            elif part.strategy is None:
                part.strategy = solver.greedy_strategy(part.members, self.left, tick)
            branches.append((part.answer, part.strategy))
        return Node(solver.finite.questions[self.question], tuple(branches))


def make_plans(
    solver: Solver, left: int, tick: Tick = no_tick, checkpoint: Checkpoint | None = None
) -> Iterator[Plan]:
    """All first questions that may be followed by a strategy, for a limit of questions.

    Those that split best come first.  checkpoint: takes the totals of greedy strategies, and may
    have some from an earlier run.
    """
    everything = solver.all_secrets()
    plans = []
    for question in solver.first_questions():
        if solver.finite.consistent_only and question not in solver.board.own:
            continue
        paid = 0 if solver.board.fewest else len(everything)
        plan = Plan(question, paid, min(left, len(everything)) - 1)
        for answer, members in solver.parts(everything, question):
            if len(members) == len(everything):
                break  # an idle question
            low = solver.least(len(members), plan.left)
            if solver.least_worst(len(members)) > plan.left:
                low = INFINITE
            plan.parts.append(Part(answer, members, low, INFINITE))
        else:
            plan.parts.sort(key=lambda part: (len(part.members), part.answer))
            plans.append(plan)
    for plan in sorted(plans, key=lambda plan: (plan.low, plan.question)):
        for part in plan.parts:
            known = checkpoint and checkpoint.greedy(plan.question, part.answer, plan.left)
            if known is None:
                tick()
                known = solver.greedy(part.members, plan.left)
                if checkpoint is not None:
                    checkpoint.note_greedy(plan.question, part.answer, plan.left, known)
            part.high = known
        yield plan


def simple_strategy(finite: FiniteGame, tick: Tick = no_tick) -> Node:
    """The strategy that always asks the middle one of the secrets, made without a board."""
    secrets, (_, words) = finite.secrets, cells(finite)

    def node(members: Members) -> Node:
        tick()
        question = members[len(members) // 2 :][:1]
        if len(members) == 1:
            return Node(secrets[members[0]])
        answers = finite.game.numbers(words[question], words[members])[0]
        branches = [
            (answer, node(members[answers == answer]))
            for answer in np.unique(answers).tolist()
            if answer != finite.winning
        ]
        return Node(secrets[question[0]], tuple(branches))

    return node(np.arange(len(secrets), dtype=np.uint16))
