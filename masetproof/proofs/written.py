"""The optimal strategy of a theorem for every number of colours, as a book.

For large m the questions are those of `TheoremGuide.chosen`.  For small m others are optimal, on
more patterns; there a question is repeated where possible.  Where fewer excluded colours cost no
more, the book has the line for fewer, so that most of it needs none.

A book says what is asked.  For print, `written_questions` adds what the answers to each question
leave, and the costs of explicit masets.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import final

import numpy as np

from masetproof.objectives import Objective
from masetproof.proofs.functions import Functions, right_sides
from masetproof.proofs.guide import TheoremGuide
from masetproof.proofs.numbers import number_set, runs
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Function
from masetproof.strategies.book import Book, BookEntry, Diagonal, places
from masetproof.strategies.on_patterns import Move, Point
from masetproof.words import EXTRA, Word


def write_strategy(guide: TheoremGuide) -> Book:
    """The optimal strategy of a guide, for all numbers of colours.

    The numbers in the book are those of the theorem, masets after patterns.
    """
    return _Writer(guide, _Follower(guide).steps()).book()


# -------------------------------------------------------------------------------- what play reaches

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
            for left in _left(self._theorem, m, step.move):
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
        left, *_ = _left(self._theorem, m, move)
        patterns = len(self._theorem.closure.patterns)
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


def _left(theorem: Functions, m: int, move: Move) -> tuple[int, ...]:
    """The implicit colours after a question.

    From the start on m stands for m, m + period, ....  Then the first one in the class of what is
    left comes first; behind it are those below the start to which some of these lead.
    """
    start, period, left = theorem.start, theorem.claim.period, m - move.new
    if m < start:
        return (left,)
    below = range(left, start, period)
    return start + (left - start) % period, *below


@final
class _Writer:
    """Brings the nodes of a strategy together, by pattern and question."""

    def __init__(self, guide: TheoremGuide, steps: dict[FunctionAt, _WrittenMove]) -> None:
        self._guide, self._theorem, self._steps = guide, guide.theorem, steps
        self._exact = guide.theorem.system.reading is Reading.EXACT
        self._masets: dict[Function, Word] = {}
        self._needed: dict[Function, int] = dict.fromkeys((function for function, _ in steps), 0)
        self._maset = cache(self._line_of_maset)

    def book(self) -> Book:
        """The strategy, with the excluded colours that it needs."""
        self._find_needed()
        lines: dict[Function, dict[int, Word]] = defaultdict(dict)
        # With fewer excluded colours first.
        for function, m in sorted(self._steps, key=lambda node: (node[0][1], node)):
            line = lines[function[0], self._needed[function]]
            line.setdefault(m, self._steps[function, m].move.question)
        asked = {key: self._entries(line) for key, line in lines.items()}
        asked |= {key: (BookEntry(question, 0, 0),) for key, question in self._masets.items()}
        forms = self._theorem.system.forms
        return Book(
            self._theorem.closure.game,
            {number: forms[number] for number, _ in sorted(asked)},
            {Diagonal(key[0], (0,), (key[1],)): asked[key] for key in sorted(asked)},
        )

    def _entries(self, line: dict[int, Word]) -> tuple[BookEntry, ...]:
        """The questions on a pattern, in the order of the least m.

        line: by m, where those of a period from the start on stand for their classes.
        """
        start, period = self._theorem.start, self._theorem.claim.period
        entries = []
        for question in dict.fromkeys(line[m] for m in sorted(line)):
            found = [m for m, asked in line.items() if asked == question]
            small = {m for m in found if m < start}
            classes = {m % period for m in found if m >= start}
            when = number_set(0, small, start, classes, period)
            entries += [BookEntry(question, run[0], run[-1]) for run in runs(when.singles)]
            step = _least_step(classes, period)
            for residue in sorted({residue % step for residue in classes}):
                first = when.onset + (residue - when.onset) % step
                entries.append(BookEntry(question, first, None, step))
        return tuple(entries)

    def _find_needed(self) -> None:
        """How many excluded colours are needed, until nothing changes any more."""
        below = []
        for (function, _), step in self._steps.items():
            own = [
                self._maset(maset)[1] - step.lost[answer] for answer, maset in step.masets.items()
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
        """The excluded colours that a question needs; none where it may use one before."""
        if not self._exact:
            return 0
        pegs, cells = len(move.question), move.question.count(EXTRA)
        return next(e for e in range(cells + 1) if move.game.most_blanks(pegs, e) >= cells)

    def _line_of_maset(self, function: Function) -> Function:
        """An explicit maset with the excluded colours that it needs at the same cost; its line and
        those that it leads to are kept.
        """
        minima = self._theorem.induction.lower.masets
        if self._exact:
            lower = ((function[0], level) for level in range(function[1]))
            function = next((one for one in lower if minima[one] == minima[function]), function)
        move = self._guide.first_optimal(function, 0)
        after = self._guide.after(function, move, 0)
        needed = [self._maset(maset)[1] - lost for _, maset, lost in after]
        key = function[0], max(self._extra(move), *needed, 0)
        self._masets[key] = move.question
        return key


def _least_step(classes: set[int], period: int) -> int:
    """The least divisor of the period such that the classes are classes modulo it."""
    return next(
        step
        for step in range(1, period + 1)
        if period % step == 0 and all((residue + step) % period in classes for residue in classes)
    )


# ------------------------------------------------------------------------------------- for print


@final
@dataclass(frozen=True, eq=False)
class WrittenQuestion:
    """A question on a pattern or an explicit maset, when it is asked, and what is left.

    small: the numbers m of implicit colours below the start of the induction.
    classes: the residues of the m from there on.
    parts: by the number of the answer, each part that is neither empty nor won: the pattern or
        maset and the excluded colours of its line.
    constant: the costs of the explicit parts.
    """

    move: Move
    small: tuple[int, ...]
    classes: tuple[int, ...]
    parts: dict[int, Function]
    constant: int

    def is_like(self, other: WrittenQuestion) -> bool:
        """Whether another one is the same question, with the same parts where both have them."""
        same = (self.move.question, self.constant) == (other.move.question, other.constant)
        return same and all(
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


def written_questions(guide: TheoremGuide, book: Book) -> dict[Function, list[WrittenQuestion]]:
    """The questions of the book that `write_strategy` made of a guide.

    They are those of a line: of a pattern or maset, and the number of excluded colours.
    """
    reader = _BookReader(guide, book)
    return {(line.number, line.excluded[0]): reader.questions(line) for line in book.asked}


@final
class _BookReader:
    """Follows the lines of a book to the lines of the parts."""

    def __init__(self, guide: TheoremGuide, book: Book) -> None:
        self._guide, self._book, self._theorem = guide, book, guide.theorem
        self._patterns = len(guide.theorem.closure.patterns)
        self._start, self._period = guide.theorem.start, guide.theorem.claim.period

    def questions(self, line: Diagonal) -> list[WrittenQuestion]:
        """The questions of a line, in the order of the least m."""
        asked: list[WrittenQuestion] = []
        is_maset = line.number >= self._patterns
        for m in range(1 if is_maset else self._start + self._period):
            if (entry := self._book.entry(line, m)) is None:
                continue
            one = self._question(line, entry.question, m)
            for place, known in enumerate(asked):
                if known.is_like(one):
                    asked[place] = known.with_more(one)
                    break
            else:
                asked.append(one)
        return asked

    def _question(self, line: Diagonal, question: Word, m: int) -> WrittenQuestion:
        """The question for an m, which stands for its class from the start on."""
        move = self._guide.move_of(line.number, question)
        parts = dict(self._parts(line, move, m))
        costs = self._theorem.induction.lower.masets
        explicit = [costs[key] for key in parts.values() if key[0] >= self._patterns]
        worst = self._theorem.system.objective is Objective.WORST
        constant = max(explicit, default=0) if worst else sum(explicit)
        small, classes = ((m,), ()) if m < self._start else ((), (m % self._period,))
        return WrittenQuestion(move, small, classes, parts, constant)

    def _parts(self, line: Diagonal, move: Move, m: int) -> Iterator[tuple[int, Function]]:
        """The line of each part with secrets; it has a question for all m that this one is for."""
        explicit = line.number >= self._patterns
        point = Point(line.number - explicit * self._patterns, explicit, (m,), line.excluded)
        left, *others = (0,) if explicit else _left(self._theorem, m, move)
        for answer, part in enumerate(move.answers):
            if not part.is_open or not part.part.secrets(move.game, (left,)):
                continue
            below = move.below(point, answer, self._theorem.system.cap)
            number = below.number + below.explicit * self._patterns
            indices = [0] if below.explicit else [left, *others]
            indices = [index for index in indices if part.part.secrets(move.game, (index,))]
            place = next(
                place
                for place in places(Diagonal(number, (0,), below.excluded))
                if all(self._book.entry(place, index) for index in indices)
            )
            yield answer, (number, place.excluded[0])
