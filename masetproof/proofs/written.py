"""An optimal strategy for every number of colours, written out as a finite list of questions.

For large m the questions are those of `optimal_strategy`.  For small m others are optimal, on more
patterns; one that is asked already is taken where it can be.  Where fewer excluded colours cost no
more, the strategy is the one for fewer, so that most of it needs none.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np

from masetproof.objectives import Objective
from masetproof.proofs.functions import Functions
from masetproof.proofs.guide import move_on_maset, move_on_pattern
from masetproof.proofs.strategy import OptimalStrategy
from masetproof.recurrences.quasipolynomial import ResidueNode
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import State
from masetproof.strategies.on_patterns import Move
from masetproof.words import EXTRA

__all__ = ["Key", "Written", "WrittenMaset", "WrittenQuestion", "WrittenStrategy", "write_strategy"]

Key = tuple[int, int]
"""A pattern or an explicit maset, and how many excluded colours the strategy on it needs."""


@final
@dataclass(frozen=True, eq=False)
class WrittenQuestion:
    """A question on a pattern, and when it is asked.

    number: of the question on the pattern, from 1.  small: the numbers m of implicit colours below
    the start of the induction; classes: the residues of the m from there on.  parts: by the number
    of the answer, the key of each part that is neither empty nor won.  constant: what the explicit
    parts cost.
    """

    move: Move
    number: int
    small: tuple[int, ...]
    classes: tuple[int, ...]
    parts: dict[int, Key]
    constant: int


@final
@dataclass(frozen=True, eq=False)
class Written:
    """What is asked on a pattern.  state: a function of the proof that has its values."""

    key: Key
    state: State
    asked: tuple[WrittenQuestion, ...]

    @cached_property
    def is_endless(self) -> bool:
        """Whether play comes to the pattern with infinitely many numbers of colours."""
        return any(one.classes for one in self.asked)


@final
@dataclass(frozen=True, eq=False)
class WrittenMaset:
    """What is asked on an explicit maset, and what it costs."""

    key: Key
    move: Move
    parts: dict[int, Key]
    cost: int


@final
@dataclass(frozen=True, eq=False, repr=False)
class WrittenStrategy:
    """All that play comes to, whatever the number of colours, in the order of the numbers."""

    theorem: Functions
    patterns: dict[Key, Written]
    masets: dict[Key, WrittenMaset]

    def __repr__(self) -> str:
        questions = sum(len(one.asked) for one in self.patterns.values())
        return f"<WrittenStrategy: {len(self.patterns)} patterns, {questions} questions>"


def write_strategy(optimal: OptimalStrategy) -> WrittenStrategy:
    """Follow an optimal strategy to all places that it comes to, and write it out."""
    return _Writer(optimal.theorem, _Places(optimal).follow()).written()


@final
@dataclass(frozen=True)
class _Step:
    """The equation that is followed at a place.

    below: for each pattern of the equation that has secrets the function that is taken for it.
    """

    row: int
    below: dict[int, int]


@final
class _Places:
    """The functions with numbers of implicit colours that play comes to."""

    def __init__(self, optimal: OptimalStrategy) -> None:
        theorem = optimal.theorem
        self._optimal, self._theorem = optimal, theorem
        self._columns = theorem.columns
        self._start, self._period = theorem.start, theorem.claim.period
        last = self._start + self._period
        self._secrets = np.array([self._columns.all_secrets(m) for m in range(last)])
        self._values = theorem.table
        self._steps: dict[ResidueNode, _Step] = {}
        self._used: dict[int, set[int]] = defaultdict(set)
        self._reached: set[ResidueNode] = set()
        self._waiting: list[tuple[int, int, int]] = []

    def follow(self) -> dict[ResidueNode, _Step]:
        """What is done at each place, those with many implicit colours first."""
        game, pegs = self._theorem.closure.game, self._theorem.closure.pegs
        for m in range(game.least_colours(pegs), self._start):
            self._reach((self._lowered((0, m)), m))
        for node in self._large_places():
            self._reach(node)
        while self._waiting:
            place, _, state = heapq.heappop(self._waiting)
            node = state, -place
            row = self._row(node)
            self._used[state].add(row)
            left = -place - int(self._columns.new[row])
            below = self._below(node, row)
            self._steps[node] = _Step(row, below)
            for part in below.values():
                if self._secrets[left, part]:
                    self._reach((part, left))
        return self._steps

    def _reach(self, node: ResidueNode) -> None:
        if node not in self._reached:
            self._reached.add(node)
            state, m = node
            heapq.heappush(self._waiting, (-m, -int(self._secrets[m, state]), state))

    def _large_places(self) -> set[ResidueNode]:
        """The places from the start of the induction on, one for each class."""
        last = self._start + self._period
        waiting = [(self._lowered((0, m)), m) for m in range(self._start, last)]
        places = set(waiting)
        while waiting:
            node = waiting.pop()
            for part in self._below(node, self._row(node)).values():
                below = part, self._left(node, self._row(node))
                if below not in places:
                    places.add(below)
                    waiting.append(below)
        return places

    def _row(self, node: ResidueNode) -> int:
        """The equation that is followed: that for large m, or one that was used, if it can be."""
        state, m = node
        columns, function, large = self._columns, self._columns.functions()[state], None
        if (state, m % self._period) in self._optimal.equations:
            later = self._optimal.equations[state, m % self._period]
            large = columns.row_of(function, int(columns.merged().split[later]))
            if m >= self._start:
                return large
        optimal = self._theorem.optimal_splits(function, m)
        rows = [columns.row_of(function, split) for split in optimal]
        return large if large in rows else min(self._used[state].intersection(rows) or rows)

    def _left(self, node: ResidueNode, row: int) -> int:
        """The implicit colours after a question, from the start on the first in the same class."""
        left = node[1] - int(self._columns.new[row])
        if node[1] < self._start:
            return left
        return self._start + (left - self._start) % self._period

    def _below(self, node: ResidueNode, row: int) -> dict[int, int]:
        """For each pattern of an equation that has secrets the function that is taken for it."""
        left = self._left(node, row)
        return {
            int(self._columns.pattern[part]): self._lowered((part, left))
            for part in self._columns.parts[row].tolist()
            if part >= 0 and self._secrets[left, part]
        }

    def _lowered(self, node: ResidueNode) -> int:
        """The function with as few excluded colours as cost the same."""
        state, m = node
        system, differences = self._columns, self._theorem.claim.differences
        for other in np.flatnonzero(system.pattern == system.pattern[state]).tolist():
            if system.level[other] < system.level[state]:
                if m < self._start:
                    if self._values[m, other] == self._values[m, state]:
                        return other
                elif (other, m % self._period) in self._optimal.equations and np.array_equal(
                    differences[other], differences[state]
                ):
                    return other
        return state


@final
class _Writer:
    """Brings the places of a strategy together, by pattern and question."""

    def __init__(self, theorem: Functions, steps: dict[ResidueNode, _Step]) -> None:
        self._theorem, self._steps = theorem, steps
        self._exact = theorem.system.reading is Reading.EXACT
        columns = self._columns = theorem.columns
        functions = columns.functions()
        self._moves = {
            row: move_on_pattern(theorem, functions[columns.state[row]], int(columns.split[row]))
            for row in sorted({step.row for step in steps.values()})
        }
        self._masets: dict[tuple[int, int], WrittenMaset] = {}
        self._needed: dict[int, int] = dict.fromkeys({state for state, _ in steps}, 0)

    def written(self) -> WrittenStrategy:
        """The strategy, by what is needed for it."""
        self._find_needed()
        places: dict[Key, dict[int, ResidueNode]] = defaultdict(dict)
        # With fewer excluded colours first.
        for node in sorted(self._steps, key=lambda node: (self._level(node[0]), node)):
            places[self._key(node[0])].setdefault(node[1], node)
        return WrittenStrategy(
            self._theorem,
            {key: self._pattern(key, nodes) for key, nodes in sorted(places.items())},
            dict(sorted((one.key, one) for one in self._masets.values())),
        )

    def _level(self, state: int) -> int:
        return int(self._columns.level[state])

    def _key(self, state: int) -> Key:
        return int(self._columns.pattern[state]), self._needed[state]

    def _find_needed(self) -> None:
        """How many excluded colours are needed, until nothing changes any more."""
        if not self._exact:
            return
        below = []
        for node, step in self._steps.items():
            (state, m), move = node, self._moves[step.row]
            own = [
                maset.key[1] - self._lost(move, answer, m)
                for answer, maset in self._explicit(node, move)
            ]
            self._needed[state] = max(self._needed[state], self._extra(move), *own)
            for answer, part in self._stars(node, move):
                below.append((state, part, self._lost(move, answer, m)))
        changed = True
        while changed:
            changed = False
            for state, part, lost in below:
                if self._needed[part] - lost > self._needed[state]:
                    self._needed[state], changed = self._needed[part] - lost, True

    def _extra(self, move: Move) -> int:
        """The excluded colours that a question needs."""
        game, cells = self._theorem.closure.game, move.question.count(EXTRA)
        return next(e for e in range(cells + 1) if game.extra_cells(len(move.question), e) >= cells)

    def _lost(self, move: Move, answer: int, m: int) -> int:
        """The colours that an answer excludes."""
        part = move.parts[answer]
        lost = move.pattern.colours + move.new - part.colours
        return lost + m - move.new if part.is_explicit else lost

    def _stars(self, node: ResidueNode, move: Move) -> Iterator[tuple[int, int]]:
        """By the answer, the functions of the parts with a star that have secrets."""
        below = self._steps[node].below
        for answer, part in enumerate(move.answers):
            if part.pattern in below:
                yield answer, below[part.pattern]

    def _explicit(self, node: ResidueNode, move: Move) -> Iterator[tuple[int, WrittenMaset]]:
        """By the answer, the parts without a star."""
        for answer, part in enumerate(move.answers):
            if part.maset is not None:
                level = self._level(node[0])
                if self._exact:
                    level += self._lost(move, answer, node[1])
                yield answer, self._maset(part.maset, level)

    def _maset(self, number: int, level: int) -> WrittenMaset:
        """An explicit maset with so many excluded colours, or with fewer if it costs the same."""
        minima = self._columns.maset_minima[number]
        if self._exact:
            level = min(level, len(minima) - 1)
            level = minima.tolist().index(minima[level])
        known = self._masets.get((number, level))
        if known is None:
            move = move_on_maset(self._theorem, number, level)
            parts, needed = {}, 0
            for answer, part in enumerate(move.answers):
                if part.maset is not None:
                    lost = self._lost(move, answer, 0)
                    below = self._maset(part.maset, level + lost if self._exact else level)
                    parts[answer] = below.key
                    needed = max(needed, below.key[1] - lost)
            key = number, max(needed, self._extra(move)) if self._exact else 0
            known = WrittenMaset(key, move, parts, int(minima[level]))
            self._masets[number, level] = known
        return known

    def _pattern(self, key: Key, nodes: dict[int, ResidueNode]) -> Written:
        """What is asked on a pattern, in the order of the least m."""
        groups: list[tuple[int, dict[int, Key], int, list[ResidueNode]]] = []
        splits = self._columns.split
        for _, node in sorted(nodes.items()):
            row, parts = self._steps[node].row, {}
            for answer, state in self._stars(node, self._moves[row]):
                parts[answer] = self._key(state)
            constants = []
            for answer, maset in self._explicit(node, self._moves[row]):
                parts[answer] = maset.key
                constants.append(maset.cost)
            worst = self._theorem.system.objective is Objective.WORST
            constant = max(constants, default=0) if worst else sum(constants)
            for known, known_parts, known_constant, places in groups:
                if (splits[known], known_constant) == (splits[row], constant) and all(
                    known_parts.get(answer, part) == part for answer, part in parts.items()
                ):
                    known_parts |= parts
                    places.append(node)
                    break
            else:
                groups.append((row, parts, constant, [node]))
        asked = tuple(self._asked(*group) for group in groups)
        first = min(state for state, _ in nodes.values())
        return Written(key, self._columns.functions()[first], asked)

    def _asked(
        self, row: int, parts: dict[int, Key], constant: int, places: list[ResidueNode]
    ) -> WrittenQuestion:
        theorem, columns, start = self._theorem, self._columns, self._theorem.start
        period = theorem.claim.period
        return WrittenQuestion(
            self._moves[row],
            theorem.questions_of(columns.functions()[places[0][0]], int(columns.split[row]))[0],
            tuple(m for _, m in places if m < start),
            tuple(sorted(m % period for _, m in places if m >= start)),
            dict(sorted(parts.items())),
            constant,
        )
