"""Chooses states that prove the bound of the whole game, and decides how each is bounded.

A state can be bounded by its questions (it is *asked*), as the average of other states, or by its
clauses.  The search starts at the whole game and goes downwards.  It bounds each part of a question
as cheaply as the question allows, in this order: by its clauses; averaged down to sturdy states
close to the diagonal; averaged down to sturdy states farther away; as a sturdy state, which is then
asked in turn.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple, final

import numpy as np

from masetproof import kernels
from masetproof.arguments import Refused
from masetproof.band.guide import DiagonalBounds, Reasons
from masetproof.band.states import Array
from masetproof.progress import Progress, silent
from masetproof.recurrences.cells import newton


class _Question(NamedTuple):
    """A question that costs too little so far.

    parts: the states that are left.
    below: each part has n less this many colours.
    aim, steps: the sum that the bounds of the parts must reach, at the tests and in Newton
        differences.
    """

    parts: Array
    below: Array
    aim: Array
    steps: Array


@final
class _LevelCosts:
    """The bounds of all states if each is bounded at level 0, 1, ... (`NeededStates`).

    least: at the tests, int64[levels, n, states].
    polynomials: int64[levels, states, terms].
    """

    def __init__(self, guide: DiagonalBounds, tests: Array, reasons: Iterable[Reasons]) -> None:
        self.guide, self.band, self.tests = guide, guide.band, tests
        least, polynomials = zip(*map(guide.values, reasons), strict=True)
        self.least, self.polynomials = np.stack(least), np.stack(polynomials)

    def short(self, state: int, level: Reasons) -> Iterator[_Question]:
        """The questions on a state that cost less than the state is claimed to cost.

        level: of each state.
        """
        guide, own = self.guide, self.guide.secrets[self.tests, state]
        parts, below, rows = self.band.parts_of(state)
        steps = guide.polynomials[state] @ guide.to_steps[0]
        steps -= newton(1, guide.terms - 1) @ guide.secret_points[state]
        possible = guide.possible(state, rows, parts, below, self.tests)
        aim = np.where(possible, guide.least[self.tests, state] - own, 0)
        values, differences = self._bounds(parts, below, level[parts])
        short = (values.sum(axis=1) < aim).any(axis=1)
        short |= (differences.sum(axis=1) < steps).any(axis=1)
        short &= ~((parts == state) & (below == 0)).any(axis=1)  # it splits nothing
        for row in np.nonzero(short)[0].tolist():
            there = parts[row] >= 0
            yield _Question(parts[row][there], below[row][there], aim[row], steps)

    def lack(self, question: _Question, level: Reasons) -> Array:
        """How much the parts of a question cost too little, at the tests and in differences.

        level: of each part.
        """
        values, differences = self._bounds(question.parts, question.below, level)
        costs = np.concatenate([values.sum(axis=0), differences.sum(axis=0)])
        lack: Array = np.maximum(np.concatenate([question.aim, question.steps]) - costs, 0)
        return lack

    def _bounds(self, parts: Array, below: Array, level: Reasons) -> tuple[Array, Array]:
        """The bounds of parts, at the tests and as Newton differences; 0 where there is no part.

        From arrays [..., parts] to arrays [..., parts, tests] and [..., parts, terms].
        """
        index = level[..., None], self.tests - below[..., None], parts[..., None]
        there = (parts >= 0)[..., None]
        values = np.where(there, self.least[index], 0)
        terms = np.where(there, self.polynomials[level, parts], 0)
        return values, np.einsum("...k,...kj->...j", terms, self.guide.to_steps[below])


@final
class NeededStates:
    """The states that the bound of the whole game needs.

    level: how each state is bounded.  At level 0, by its clauses; at level l > 0, averaged down to
        sturdy states with offsets below l; at level *top*, by all sturdy states, and a sturdy state
        by its own polynomial.
    asked: the states bounded by their questions, in the order in which they were found to be
        needed.
    """

    def __init__(self, guide: DiagonalBounds, progress: Progress = silent) -> None:
        self.guide, self.band, self._progress = guide, guide.band, progress
        self.top = guide.plan.width + 1
        self._columns = [*map(self._reasons_at, range(self.top + 1))]
        self._tables = _LevelCosts(guide, np.array(guide.plan.tests()), self._columns)
        self.level = np.zeros(len(self.band.states), np.int8)
        self.level[self.band.is_maset] = self.top
        self.asked = list[int]()
        self._waiting = deque[int]()
        self.raise_to(0, self.top)
        for state in np.nonzero(guide.alone)[0].tolist():
            self.raise_to(state, 1)
        self._ask_all()
        self._mend()

    def _reasons_at(self, level: int) -> Reasons:
        guide, spread = self.guide, self.band.spread
        near = (spread < level) | (guide.alone & (spread == 0)) | (level == self.top)
        others = kernels.BEST_COLUMN if level else kernels.BY_CLAUSES
        return guide.reasons(guide.sturdy & (near | self.band.is_maset), others)

    def raise_to(self, state: int, level: int) -> None:
        """Raise a state to a level, and the states of its average with it."""
        waiting = [state]
        while waiting:
            state = waiting.pop()
            if self.level[state] >= level:
                continue
            guide, spread = self.guide, self.band.spread[state]
            if guide.sturdy[state] and (level == self.top or spread < level):
                self.level[state] = self.top
                self.asked.append(state)
                self._waiting.append(state)
            else:
                self.level[state] = level
                column = int(self._columns[level][state])
                waiting += (one.state for one in self.band.averaged_from(state, column))

    def _ask_all(self) -> None:
        """Raise parts until no question on an asked state costs less than the state's claim."""
        while self._waiting:
            state = self._waiting.popleft()
            for question in self._tables.short(state, self.level):
                self._raise(question)
            done = len(self.asked) - len(self._waiting)
            if done % 100 == 0 or not self._waiting:
                self._progress("states that are needed", done, len(self.asked))

    def _raise(self, question: _Question) -> None:
        """Raise the parts of a question, no higher than necessary."""
        parts, lack_at = question.parts, self._tables.lack
        for stage in range(1, self.top + 1):
            level = self.level[parts]
            if lack_at(question, np.maximum(level, stage)).any():
                continue
            while (lack := lack_at(question, level)).any():
                best = np.inf, -1
                for part in parts[level < stage].tolist():
                    raised = np.where(parts == part, np.maximum(level, stage), level)
                    left = lack_at(question, raised) / np.maximum(lack, 1)
                    best = min(best, (float(left.sum()), part))
                self.raise_to(best[1], stage)
                level = self.level[parts]
            return
        raise Refused("the states of this band do not bear the bound of the whole game")

    def _mend(self) -> None:
        """Raise the parts of questions that cost too little once all reasons are known.

        These are few.  An average loses the remainder of a division, and not every n was tested.
        """
        plan = self.guide.plan
        every = np.arange(plan.settled + 1, plan.last + 1)
        nothing = np.zeros(len(self.level), np.int8)
        while True:
            reasons = self.reasons()
            given = np.where(reasons == kernels.ASKED, kernels.GIVEN, reasons).astype(np.int8)
            marked = np.nonzero(self.guide.failing(given, every.tolist()))[0].tolist()
            if not marked:
                return
            tables, before = _LevelCosts(self.guide, every, [given]), self.level.copy()
            for state in marked:
                for question in tables.short(state, nothing):
                    for part in question.parts.tolist():
                        self.raise_to(part, self.top)
            if (self.level == before).all():
                raise Refused("the states of this band do not bear each other")
            self._ask_all()

    def reasons(self) -> Reasons:
        """The reason for the bound of each state; by clauses where a state is not needed."""
        averaged = np.stack(self._columns)[self.level, np.arange(len(self.level))]
        reason = np.where(self.level > 0, averaged, kernels.BY_CLAUSES)
        reason[(self.level == self.top) & self.guide.sturdy] = kernels.ASKED
        reason[self.band.is_maset] = kernels.GIVEN
        return reason.astype(np.int8)
