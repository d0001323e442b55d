"""An optimal strategy for every number of colours, written out as a finite list of questions.

For large m the questions are those of `TheoremGuide.chosen`.  For small m others are optimal, on
more patterns; there a question is repeated where possible.  Where fewer excluded colours cost no
more, the list has the strategy for fewer, so that most of it needs none.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import final

import numpy as np

from masetproof.objectives import Objective
from masetproof.proofs.functions import Functions, right_sides
from masetproof.proofs.guide import TheoremGuide
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Function
from masetproof.strategies.on_patterns import Move
from masetproof.words import EXTRA


@final
@dataclass(frozen=True, eq=False)
class WrittenQuestion:
    """A question on a pattern, and when it is asked.

    number: of the question on the pattern, from 1.
    small: the numbers m of implicit colours below the start of the induction.
    classes: the residues of the m from there on.
    parts: by the number of the answer, the key of each part that is neither empty nor won.
    constant: the costs of the explicit parts.
    """

    move: Move
    number: int
    small: tuple[int, ...]
    classes: tuple[int, ...]
    parts: dict[int, Function]
    constant: int

    def is_like(self, other: WrittenQuestion) -> bool:
        """Whether another one is the same question, with the same parts where both have them."""
        return (self.number, self.constant) == (other.number, other.constant) and all(
            self.parts.get(answer, part) == part for answer, part in other.parts.items()
        )

    def with_more(self, other: WrittenQuestion) -> WrittenQuestion:
        """This question with the occasions of another one that is like it."""
        return replace(
            self,
            small=self.small + other.small,
            classes=tuple(sorted(self.classes + other.classes)),
            parts=dict(sorted((self.parts | other.parts).items())),
        )


@final
@dataclass(frozen=True, eq=False)
class Written:
    """The questions on a pattern.

    key: the pattern, and as many excluded colours as the strategy needs on it.
    function: the function of the proof with its values.
    """

    key: Function
    function: Function
    asked: tuple[WrittenQuestion, ...]

    @cached_property
    def is_endless(self) -> bool:
        """Whether play reaches the pattern with infinitely many numbers of colours."""
        return any(one.classes for one in self.asked)


@final
@dataclass(frozen=True, eq=False)
class WrittenMaset:
    """The question on an explicit maset, and its cost.

    key: as of `Written`; masets are numbered by themselves.
    """

    key: Function
    move: Move
    parts: dict[int, Function]
    cost: int


@final
@dataclass(frozen=True, eq=False, repr=False)
class WrittenStrategy:
    """All patterns and masets that play reaches, for all numbers of colours, by their numbers."""

    theorem: Functions
    patterns: dict[Function, Written]
    masets: dict[Function, WrittenMaset]

    def __repr__(self) -> str:
        questions = sum(len(one.asked) for one in self.patterns.values())
        return f"<WrittenStrategy: {len(self.patterns)} patterns, {questions} questions>"


def write_strategy(guide: TheoremGuide) -> WrittenStrategy:
    """Follow the optimal strategy of a guide to all points that play reaches, and write it out."""
    return _Writer(guide, _Follower(guide).steps()).written()


FunctionAt = tuple[Function, int]
"""A point of a function with one index: the function, and how many colours are implicit."""


@final
@dataclass(frozen=True)
class _WrittenMove:
    """The question at a node.

    split: the row of `Closure.splits`.
    below: by the answer, for each part with a star and secrets, the function that represents it.
    masets: by the answer, the explicit parts.
    lost: by the answer, the colours that it excludes.
    """

    split: int
    move: Move
    below: dict[int, Function]
    masets: dict[int, Function]
    lost: dict[int, int]


@final
class _Follower:
    """The points that play reaches: functions with numbers of implicit colours."""

    def __init__(self, guide: TheoremGuide) -> None:
        self._guide, self._theorem = guide, guide.theorem
        game, self._system = guide.theorem.closure.game, guide.theorem.system
        self._least = game.least_colours(guide.theorem.closure.pegs)
        self._start, self._period = guide.theorem.start, guide.theorem.claim.period
        self._used: dict[Function, set[int]] = defaultdict(set)
        self._optimal, forms = cache(self._optimal_splits), self._system.forms
        self._secrets = cache(lambda number, m: forms[number].secrets(game, m))
        self._functions_of = cache(self._system.functions_of)
        self._after = cache(lambda *key: [*guide.after(key[0], guide.asking(*key[:2]), key[2])])
        self._reached: set[FunctionAt] = set()
        self._waiting: list[tuple[int, int, Function]] = []

    def steps(self) -> dict[FunctionAt, _WrittenMove]:
        """The question at each node, starting with many implicit colours.

        From the start of the induction on there is one node for each class, which stands for all
        greater numbers.  Its parts may be in the same class, or below the start.
        """
        steps = {}
        first = self._system.first
        for m in range(self._least, self._start + self._period):
            self._reach((self._lowered(first, m), m))
        while self._waiting:
            less, _, function = heapq.heappop(self._waiting)
            m = -less
            step = steps[function, m] = self._step((function, m))
            self._used[function].add(step.split)
            for left in self._all_left(m, step.move):
                for part in step.below.values():
                    if self._secrets(part[0], left):
                        self._reach((part, left))
        return steps

    def _reach(self, node: FunctionAt) -> None:
        if node not in self._reached:
            self._reached.add(node)
            function, m = node
            heapq.heappush(self._waiting, (-m, -self._secrets(function[0], m), function))

    def _step(self, node: FunctionAt) -> _WrittenMove:
        """The question at a node: the one that is asked for larger m where it is optimal here, too.

        Otherwise an optimal one that the strategy asks on the function elsewhere, or the first one.
        """
        function, m = node
        split = self._guide.later(function, m)
        if split is None or m < self._start:
            optimal = self._optimal(function)[m]
            if split not in optimal:
                split = min(self._used[function].intersection(optimal) or optimal)
        move = self._guide.asking(function, split)
        left, patterns = self._left(m, move), len(self._theorem.closure.patterns)
        step = _WrittenMove(split, move, {}, {}, {})
        different = min(m, move.new + self._system.cap)
        for answer, below, lost in self._after(function, split, different):
            step.lost[answer] = lost
            if below[0] >= patterns:
                step.masets[answer] = below
            elif self._secrets(below[0], left):
                step.below[answer] = self._lowered(below, left)
        return step

    def _optimal_splits(self, function: Function) -> list[list[int]]:
        """As `Functions.optimal_splits`, computed for all m up to the classes together."""
        own = right_sides(self._theorem, function, range(self._start + self._period))
        new, split = own.equations.new, own.equations.split
        return [
            split[(sides == value) & (new <= m)].tolist()
            for m, (sides, value) in enumerate(zip(own.sides, own.values, strict=True))
        ]

    def _left(self, m: int, move: Move) -> int:
        """The implicit colours after a question, from the start on the first in the same class."""
        left = m - move.new
        return left if m < self._start else self._start + (left - self._start) % self._period

    def _all_left(self, m: int, move: Move) -> set[int]:
        """The implicit colours after a question: all below the start, and the first in its class.

        A node of a class stands for m, m + period, ...: from some of them play falls below the
        start.
        """
        left = m - move.new
        below = range(left, self._start, self._period) if m >= self._start else (left,)
        return {*below, self._left(m, move)}

    def _lowered(self, function: Function, m: int) -> Function:
        """The function with the fewest excluded colours that cost the same."""
        theorem, differences = self._theorem, self._theorem.claim.differences
        number, table = theorem.columns.number, theorem.table
        for other in self._functions_of(function[0]):
            if other == function:
                break
            if m < self._start:
                if table[m, number[other]] == table[m, number[function]]:
                    return other
            elif self._guide.later(other, m) is not None and np.array_equal(
                differences[number[other]], differences[number[function]]
            ):
                return other
        return function


@final
class _Writer:
    """Brings the nodes of a strategy together, by pattern and question."""

    def __init__(self, guide: TheoremGuide, steps: dict[FunctionAt, _WrittenMove]) -> None:
        self._guide, self._theorem, self._steps = guide, guide.theorem, steps
        self._exact = guide.theorem.system.reading is Reading.EXACT
        self._masets: dict[Function, WrittenMaset] = {}
        self._needed: dict[Function, int] = dict.fromkeys((function for function, _ in steps), 0)
        self._maset = cache(self._written_maset)

    def written(self) -> WrittenStrategy:
        """The strategy, with the excluded colours that it needs."""
        self._find_needed()
        places: dict[Function, dict[int, FunctionAt]] = defaultdict(dict)
        # With fewer excluded colours first.
        for node in sorted(self._steps, key=lambda node: (node[0][1], node)):
            places[self._key(node[0])].setdefault(node[1], node)
        return WrittenStrategy(
            self._theorem,
            {key: self._pattern(key, nodes) for key, nodes in sorted(places.items())},
            dict(sorted((one.key, one) for one in self._masets.values())),
        )

    def _key(self, function: Function) -> Function:
        return function[0], self._needed[function]

    def _find_needed(self) -> None:
        """How many excluded colours are needed, until nothing changes any more."""
        if not self._exact:
            return
        below = []
        for (function, _), step in self._steps.items():
            own = [
                self._maset(maset).key[1] - step.lost[answer]
                for answer, maset in step.masets.items()
            ]
            self._needed[function] = max(self._needed[function], self._extra(step.move), *own)
            below += [(function, part, step.lost[answer]) for answer, part in step.below.items()]
        changed = True
        while changed:
            changed = False
            for function, part, lost in below:
                if self._needed[part] - lost > self._needed[function]:
                    self._needed[function], changed = self._needed[part] - lost, True

    def _extra(self, move: Move) -> int:
        """The excluded colours that a question needs."""
        pegs, cells = len(move.question), move.question.count(EXTRA)
        return next(e for e in range(cells + 1) if move.game.most_blanks(pegs, e) >= cells)

    def _written_maset(self, function: Function) -> WrittenMaset:
        """An explicit maset with its excluded colours, or with fewer if it costs the same."""
        minima = self._theorem.induction.lower.masets
        cost = minima[function]
        if self._exact:
            lower = ((function[0], level) for level in range(function[1]))
            function = next((one for one in lower if minima[one] == cost), function)
        known = self._masets.get(function)
        if known is None:
            move = self._guide.first_optimal(function, 0)
            parts, needed = {}, 0
            for answer, maset, lost in self._guide.after(function, move, 0):
                parts[answer] = self._maset(maset).key
                needed = max(needed, parts[answer][1] - lost)
            number = function[0] - len(self._theorem.closure.patterns)
            key = number, max(needed, self._extra(move)) if self._exact else 0
            known = self._masets[function] = WrittenMaset(key, move, parts, cost)
        return known

    def _pattern(self, key: Function, nodes: dict[int, FunctionAt]) -> Written:
        """The questions on a pattern, in the order of the least m."""
        asked: list[WrittenQuestion] = []
        start, period = self._theorem.start, self._theorem.claim.period
        worst = self._theorem.system.objective is Objective.WORST
        for m, node in sorted(nodes.items()):
            step = self._steps[node]
            parts = {answer: self._key(function) for answer, function in step.below.items()}
            masets = {answer: self._maset(function) for answer, function in step.masets.items()}
            parts |= {answer: maset.key for answer, maset in masets.items()}
            parts = dict(sorted(parts.items()))
            costs = [maset.cost for maset in masets.values()]
            constant = max(costs, default=0) if worst else sum(costs)
            number = self._theorem.questions_of(node[0], step.split)[0]
            small, classes = ((m,), ()) if m < start else ((), (m % period,))
            one = WrittenQuestion(step.move, number, small, classes, parts, constant)
            for place, known in enumerate(asked):
                if known.is_like(one):
                    asked[place] = known.with_more(one)
                    break
            else:
                asked.append(one)
        first = min(function for function, _ in nodes.values())
        return Written(key, first, tuple(asked))
