"""Which states prove the bound of the whole game: those that are asked, and averages of them.

They are found from the whole game downwards.  A part of a question is bounded as cheaply as the
question allows: by its clauses, averaged down to sturdy states close to the diagonal, or farther
away, or as a sturdy state itself, which is then asked in turn.
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
    """Parts, how far below n they are, and what they have to cost: at the tests, as differences."""

    parts: Array
    below: Array
    aim: Array
    steps: Array


@final
class _LevelCosts:
    """What all states cost at each of some levels, at the tests and as Newton differences.

    least: int64[levels, n, states].  polynomials: int64[levels, states, terms].
    """

    def __init__(self, guide: DiagonalBounds, tests: Array, reasons: Iterable[Reasons]) -> None:
        self.guide, self.band, self.tests = guide, guide.band, tests
        least, polynomials = zip(*map(guide.values, reasons), strict=True)
        self.least, self.polynomials = np.stack(least), np.stack(polynomials)

    def short(self, state: int, level: Reasons) -> Iterator[_Question]:
        """The questions on a state that cost less than it is claimed to.

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
        short &= ~((parts == state) & (below == 0)).any(axis=1)  # that tells nothing
        for row in np.nonzero(short)[0].tolist():
            there = parts[row] >= 0
            yield _Question(parts[row][there], below[row][there], aim[row], steps)

    def lack(self, question: _Question, level: Reasons) -> Array:
        """By how much the parts of a question cost too little, at the tests and as differences.

        level: of each part.
        """
        values, differences = self._bounds(question.parts, question.below, level)
        costs = np.concatenate([values.sum(axis=0), differences.sum(axis=0)])
        lack: Array = np.maximum(np.concatenate([question.aim, question.steps]) - costs, 0)
        return lack

    def _bounds(self, parts: Array, below: Array, level: Reasons) -> tuple[Array, Array]:
        """What parts cost at least, at the tests and as Newton differences; 0 where there is none.

        Arrays [..., parts] to arrays [..., parts, tests] and [..., parts, terms].
        """
        index = level[..., None], self.tests - below[..., None], parts[..., None]
        there = (parts >= 0)[..., None]
        values = np.where(there, self.least[index], 0)
        terms = np.where(there, self.polynomials[level, parts], 0)
        return values, np.einsum("...k,...kj->...j", terms, self.guide.to_steps[below])


@final
class NeededStates:
    """The states that the whole game needs, found from it downwards.

    level: of each state how it is bounded: 0 by its clauses; l > 0 averaged down to sturdy states
    with offsets below l; *top* by all sturdy states, itself if it is one.  asked: the states that
    are asked, in the order in which they were needed.
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
        """Bound a state better, and what it is averaged from."""
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
        """Raise parts until no question costs less than what is claimed of those that are asked."""
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
        """Raise parts where questions cost too little now that all reasons are known.

        There are few: where an average loses the rest of a division, and at n that are not tested.
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
        """Of each state why it is bounded; by clauses where it is not needed."""
        averaged = np.stack(self._columns)[self.level, np.arange(len(self.level))]
        reason = np.where(self.level > 0, averaged, kernels.BY_CLAUSES)
        reason[(self.level == self.top) & self.guide.sturdy] = kernels.ASKED
        reason[self.band.is_maset] = kernels.GIVEN
        return reason.astype(np.int8)
