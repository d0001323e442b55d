"""The recurrences of games where each column has an alphabet of its own (docs/model.md).

A function belongs to a pattern and, for each column, whether a colour of it is excluded; it depends
on the vector m of the numbers of implicit colours of the columns.  With S its number of secrets, a
question with new colours in the columns r, a vector of 0 and 1, says for every m >= r

    expected:  F_i(m) <= S_i(m) + sum over the parts j of F_j(P_j(m - r))
    worst:     F_i(m) <= 1 + max(0, F_j(P_j(m - r)) over the parts j)

where P_j exchanges columns.  Explicit masets are functions without an index here.  A column that
loses its last star excludes the m - r colours that are left in it; so which function a part is can
depend on whether that is 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_instance, as_member
from masetproof.objectives import Objective
from masetproof.patterns.closure import Closure, Splits, exchanges
from masetproof.patterns.pattern import MasetPattern
from masetproof.progress import Progress, silent
from masetproof.recurrences.readings import Reading

__all__ = ["ColumnEquation", "ColumnPart", "ColumnSystem", "State", "box_values", "column_system"]

State = tuple[int, int]
"""The number of a pattern and the set of columns, column j being 2**j, with an excluded colour.

The explicit masets are numbered after the patterns.
"""

_UNKNOWN = np.int64(1) << 60


@final
@dataclass(frozen=True, slots=True)
class ColumnPart:
    """A part of a question.

    number: of its pattern or explicit maset.  columns: the column of the pattern asked that each of
    its columns is.  excludes: of its columns those where the answer excludes an explicit colour.
    runs_out: those that lose their last star.
    """

    number: int
    columns: tuple[int, ...]
    excludes: int
    runs_out: int


@final
@dataclass(frozen=True, slots=True)
class ColumnEquation:
    """What a question says: its row of `Splits`, r, the columns with an extra cell, its parts."""

    split: int
    new: tuple[int, ...]
    extra: int
    parts: tuple[ColumnPart, ...]


@final
@dataclass(frozen=True, eq=False, repr=False)
class ColumnSystem:
    """The functions and equations of one reading and objective; `column_system` makes it."""

    closure: Closure
    reading: Reading
    objective: Objective

    def __repr__(self) -> str:
        closure = self.closure
        return (
            f"<ColumnSystem of {closure.game.name}, {closure.pegs} pegs, {self.objective.value}, "
            f"reading {self.reading.value}: {len(self.states):,} functions>"
        )

    @cached_property
    def forms(self) -> tuple[MasetPattern, ...]:
        """The patterns, and after them the explicit masets."""
        return self.closure.patterns + self.closure.explicit

    @cached_property
    def active(self) -> tuple[tuple[int, ...], ...]:
        """The columns of each form that have a star: those on whose numbers it depends."""
        return tuple(
            tuple(column for column, star in enumerate(form.star_columns) if star)
            for form in self.forms
        )

    @property
    def first(self) -> State:
        """The whole game."""
        return 0, self._all if self.reading is Reading.WITH else 0

    @property
    def _all(self) -> int:
        return (1 << self.closure.pegs) - 1

    @cached_property
    def _equations(self) -> tuple[tuple[ColumnEquation, ...], ...]:
        closure = self.closure
        of_patterns = _read(self.forms, closure.splits, 0, len(closure.patterns))
        of_masets = _read(
            self.forms, closure.maset_splits, len(closure.patterns), len(closure.patterns)
        )
        return of_patterns[: len(closure.patterns)] + of_masets[len(closure.patterns) :]

    def equations(self, state: State) -> Iterator[ColumnEquation]:
        """The equations of the questions that a function may ask."""
        number, excluded = state
        for equation in self._equations[number]:
            if not equation.extra & ~excluded and (not equation.extra or self.reading.asks_extra):
                yield equation

    def after(self, excluded: int, part: ColumnPart, left: int) -> State:
        """The function that a part is.

        left: the columns, of those that run out, in which a colour is left, by the part's columns.
        """
        if self.reading is not Reading.EXACT:
            return part.number, excluded
        moved = sum((excluded >> column & 1) << j for j, column in enumerate(part.columns))
        return part.number, moved | part.excludes | (part.runs_out & left)

    @cached_property
    def states(self) -> tuple[State, ...]:
        """All functions that play reaches for whatever m >= r, with those of explicit masets.

        Each comes after those of its parts that have no new colours between: in this order they
        can be computed for one m.
        """
        reached = {self.first}
        waiting = [self.first]
        while waiting:
            state = waiting.pop()
            for equation in self.equations(state):
                for part in equation.parts:
                    for left in _subsets(part.runs_out):
                        below = self.after(state[1], part, left)
                        if below not in reached:
                            reached.add(below)
                            waiting.append(below)
        size = [self._size(form) for form in self.forms]
        return tuple(sorted(reached, key=lambda state: (size[state[0]], state)))

    def _size(self, form: MasetPattern) -> int:
        """The number of secrets with many colours, whatever columns are called."""
        return form.secrets(self.closure.game, 1000)

    @property
    def equation_count(self) -> int:
        """Pairwise non-isomorphic questions over all functions of patterns."""
        closure, total = self.closure, 0
        for number, excluded in self.functions():
            low, high = closure.question_start[number : number + 2].tolist()
            extra = closure.question_extra[low:high]
            allowed = excluded if self.reading.asks_extra else 0
            total += int(np.count_nonzero(extra & ~np.uint8(allowed) == 0))
        return total

    def functions(self) -> tuple[State, ...]:
        """The functions of patterns that play reaches, in the order of their numbers."""
        return tuple(sorted(s for s in self.states if s[0] < len(self.closure.patterns)))

    def index_of(self, equation: ColumnEquation, part: ColumnPart) -> tuple[tuple[int, int], ...]:
        """For each index of a part the column of the pattern asked that it is, and r there."""
        return tuple(
            (part.columns[j], equation.new[part.columns[j]]) for j in self.active[part.number]
        )


def column_system(
    closure: Closure, reading: Reading | str, objective: Objective | str
) -> ColumnSystem:
    """The equations of a closure in one reading, for one objective.

    `Refused` when the game of the closure has one alphabet for all columns, when the closure was
    made with the extra colour and the reading does without or the other way round, and when reading
    or objective is none.
    """
    as_instance(Closure, closure, "the closure")
    reading, objective = as_member(Reading, reading), as_member(Objective, objective)
    if not closure.game.own_alphabets:
        raise Refused(f"in {closure.game.name} all columns have one alphabet")
    if closure.extra != reading.asks_extra:
        raise Refused(f"the reading {reading.value!r} needs a closure of its own questions")
    return ColumnSystem(closure, reading, objective)


def _subsets(columns: int) -> Iterator[int]:
    """All subsets of a set of columns."""
    subset = columns
    while True:
        yield subset
        if not subset:
            return
        subset = (subset - 1) & columns


def _read(
    forms: Sequence[MasetPattern], splits: Splits, first: int, explicit: int
) -> tuple[tuple[ColumnEquation, ...], ...]:
    """The equations of each form.  first: the form that is the first one split."""
    pegs = forms[0].pegs
    result: list[list[ColumnEquation]] = [[] for _ in forms]
    seen: set[tuple[object, ...]] = set()
    if splits.maps is None or splits.explicit_maps is None:
        raise Refused("the splits do not say how columns are exchanged")
    for row, number in enumerate(splits.pattern.tolist()):
        asked = forms[first + number]
        new = tuple(int(splits.new[row]) >> j & 1 for j in range(pegs))
        pairs = [
            *zip(splits.patterns[row].tolist(), splits.maps[row].tolist(), strict=True),
            *(
                (part if part < 0 else explicit + part, one)
                for part, one in zip(
                    splits.explicit[row].tolist(), splits.explicit_maps[row].tolist(), strict=True
                )
            ),
        ]
        parts = tuple(
            _part(asked, new, part, forms[part], exchanges(pegs)[one])
            for part, one in pairs
            if part >= 0
        )
        key = number, new, int(splits.extra[row]), parts
        if key not in seen:
            seen.add(key)
            result[first + number].append(ColumnEquation(row, new, int(splits.extra[row]), parts))
    return tuple(map(tuple, result))


def _part(
    asked: MasetPattern,
    new: tuple[int, ...],
    number: int,
    form: MasetPattern,
    columns: tuple[int, ...],
) -> ColumnPart:
    before = [k + fresh for k, fresh in zip(asked.colours_by_column, new, strict=True)]
    excludes = sum(
        (before[column] > form.colours_by_column[j]) << j for j, column in enumerate(columns)
    )
    runs_out = sum(
        (asked.star_columns[column] and not form.star_columns[j]) << j
        for j, column in enumerate(columns)
    )
    return ColumnPart(number, columns, excludes, runs_out)


def box_values(
    system: ColumnSystem, most: int, progress: Progress = silent
) -> dict[State, NDArray[np.int64]]:
    """The exact values of all functions for all m with at most *most* colours in each column.

    Of each function int64[most + 1, ...], an axis for each column; along columns without a star it
    is constant.  Vectors are treated by the sum of their indices, all of one sum at once.
    """
    pegs, is_worst = system.closure.pegs, system.objective is Objective.WORST
    shape = (most + 1,) * pegs
    points = np.array(list(product(*map(range, shape))), dtype=np.int64)
    secrets = [_secrets(form, points) for form in system.forms]
    values = np.full((len(system.states), len(points)), _UNKNOWN)
    questions = _questions(system, most + 1)
    sums = points.sum(axis=1)
    for total in range(int(sums.max()) + 1):
        here = np.flatnonzero(sums == total)
        lower = {new: _Lower(points[here], new) for new in product((0, 1), repeat=pegs)}
        for row, state in enumerate(system.states):
            count = secrets[state[0]][here]
            best = np.full(len(here), _UNKNOWN)
            for new, parts in questions[row]:
                left = lower[new]
                known = left.known
                right = np.zeros(len(known), dtype=np.int64)
                for rows, strides in parts:
                    found = values[rows[left.some], left.place(strides)]
                    right = np.maximum(right, found) if is_worst else right + found
                right += 1 if is_worst else count[known]
                best[known] = np.minimum(best[known], right)
            values[row, here] = np.where(count == 0, 0, best)
        progress("values", total + 1, int(sums.max()) + 1)
    return {state: found.reshape(shape) for state, found in zip(system.states, values, strict=True)}


@final
class _Lower:
    """The points m - r that are vectors of numbers, for all m of one sum.

    known: which m they are of.  some: the columns, as bits, where colours are left.
    """

    def __init__(self, points: NDArray[np.int64], new: tuple[int, ...]) -> None:
        left = points - np.array(new)
        self.known = np.flatnonzero((left >= 0).all(axis=1))
        self._left = left[self.known]
        self.some = (self._left > 0) @ (1 << np.arange(len(new)))
        self._places: dict[tuple[int, ...], NDArray[np.int64]] = {}

    def place(self, strides: tuple[int, ...]) -> NDArray[np.int64]:
        """Where they are in an array with these strides."""
        if strides not in self._places:
            self._places[strides] = self._left @ np.array(strides)
        return self._places[strides]


_Question = tuple[tuple[int, ...], list[tuple[NDArray[np.int64], tuple[int, ...]]]]
"""r, and for each part the number of its function, by the columns where colours are left, and the
stride of each column of the pattern asked."""


def _questions(system: ColumnSystem, length: int) -> list[list[_Question]]:
    """The questions of each function that do not leave all together, for arrays with axes of that
    length."""
    pegs = system.closure.pegs
    rows = {state: row for row, state in enumerate(system.states)}
    result: list[list[_Question]] = []
    for state in system.states:
        result.append([])
        for equation in system.equations(state):
            if not any(equation.new) and state[0] in (part.number for part in equation.parts):
                continue
            parts = []
            for part in equation.parts:
                numbers, strides = [], [0] * pegs
                for some in range(1 << pegs):
                    left = sum((some >> column & 1) << j for j, column in enumerate(part.columns))
                    exact = left if system.reading is Reading.EXACT else 0
                    numbers.append(rows[system.after(state[1], part, exact)])
                for j in system.active[part.number]:
                    strides[part.columns[j]] += length ** (pegs - 1 - j)
                parts.append((np.array(numbers), tuple(strides)))
            result[-1].append((equation.new, parts))
    return result


def _secrets(form: MasetPattern, points: NDArray[np.int64]) -> NDArray[np.int64]:
    """The numbers of secrets of a form at all points, int64[points, columns]."""
    total = np.zeros(len(points), dtype=np.int64)
    for stars, clauses in form.star_sets.items():
        total += clauses * points[:, np.array(stars)].prod(axis=1)
    return total
