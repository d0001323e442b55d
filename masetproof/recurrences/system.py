"""The functions of a closure and their equations, in columns (docs/model.md, "Recurrences").

A function belongs to a *state*: a pattern and a number of excluded colours.  With F its value,
S its number of secrets and m the number of implicit colours, a question with r new colours says

    expected:  F_i(m) <= S_i(m) + c + sum over the parts j of F_j(m - r)
    worst:     F_i(m) <= 1 + max(c, F_j(m - r) over the parts j)

where c collects the explicit parts.  When a part has no star, the m - r colours that are left
are excluded too, so c depends on min(m - r, cap).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_instance, as_member
from masetproof.objectives import Objective
from masetproof.patterns.closure import Closure
from masetproof.recurrences.masets import maset_values
from masetproof.recurrences.readings import Reading
from masetproof.threads import in_threads, shares, starts

__all__ = ["System", "build_system"]

_COMPILED_FROM = 10_000
"""Closures of so many splits are worth the start of the compiled kernels."""

_MOST_LOST = 64
"""No answer excludes more colours; patterns have at most 36."""


class Equations(NamedTuple):
    """Equations in columns, sorted by state, new colours and parts.

    start: int64[states + 1], those of state i are start[i]:start[i+1].  new: int8[equations], r.
    constant: int32[equations, cap + 1], c for min(m - r, cap).  parts: int16[equations, width]
    (int32 when there are many states), states, descending, padded with -1.  split:
    int32[equations], the row of `Closure.splits` that each comes from.
    """

    start: NDArray[np.int64]
    new: NDArray[np.int8]
    constant: NDArray[np.int32]
    parts: NDArray[np.signedinteger]
    split: NDArray[np.int32]

    @classmethod
    def empty(cls, counts: NDArray[np.int64], levels: int, width: int, states: int) -> Equations:
        """Room for so many equations of each of some states; there are *states* in all."""
        start = starts(counts)
        size, kind = int(start[-1]), np.int16 if states <= 2**15 else np.int32
        return cls(
            start,
            np.empty(size, dtype=np.int8),
            np.empty((size, levels), dtype=np.int32),
            np.full((size, width), -1, dtype=kind),
            np.empty(size, dtype=np.int32),
        )


@final
@dataclass(frozen=True, eq=False, repr=False)
class System:
    """Functions and equations of one reading and objective.

    pattern, level: int32[states]; state 0 is the full pattern at the start of the game.
    is_merged: whether equations that another one makes superfluous are left out.  given: the
    equations; without, they are made from the splits of the closure when they are first wanted.
    """

    closure: Closure
    reading: Reading
    objective: Objective
    pattern: NDArray[np.int32]
    level: NDArray[np.int32]
    is_merged: bool = False
    given: Equations | None = None

    def __repr__(self) -> str:
        closure = self.closure
        return (
            f"<System of {closure.game.name}, {closure.pegs} pegs, {self.objective.value}, reading "
            f"{self.reading.value}: {len(self.pattern):,} functions, "
            f"{self.equation_count:,} equations>"
        )

    @cached_property
    def equations(self) -> Equations:
        """The equations in columns, which are also properties of the system."""
        return self._written(np.arange(len(self.pattern))) if self.given is None else self.given

    def _written(self, functions: NDArray[np.int64]) -> Equations:
        write = _write_compiled if _is_large(self.closure) else write_plainly
        return write(self._source, self.pattern, self.level, self.is_merged, functions)

    @cached_property
    def _source(self) -> _Source:
        return _Source(self.closure, self.reading, self.objective)

    def only(self, state: int) -> System:
        """The system with the equations of one function and none of the others, made at once."""
        if self.given is not None:
            return self
        written = self._written(np.array([state]))
        start = np.zeros(len(self.pattern) + 1, dtype=np.int64)
        start[state + 1 :] = len(written.new)
        return replace(self, given=written._replace(start=start))

    @property
    def maset_minima(self) -> NDArray[np.int64]:
        """The minimum of each explicit maset, by excluded colours (`maset_values`)."""
        return self._source.values

    @property
    def start(self) -> NDArray[np.int64]:
        """The first equation of each state, and the end."""
        return self.equations.start

    @property
    def new(self) -> NDArray[np.int8]:
        """r of each equation."""
        return self.equations.new

    @property
    def constant(self) -> NDArray[np.int32]:
        """c of each equation for min(m - r, cap)."""
        return self.equations.constant

    @property
    def parts(self) -> NDArray[np.signedinteger]:
        """The states of each equation's parts."""
        return self.equations.parts

    @property
    def split(self) -> NDArray[np.int32]:
        """The row of `Closure.splits` of each equation."""
        return self.equations.split

    @cached_property
    def state(self) -> NDArray[np.int32]:
        """The state of each equation: int32[equations]."""
        return np.repeat(np.arange(len(self.pattern), dtype=np.int32), np.diff(self.start))

    @property
    def cap(self) -> int:
        """Beyond so many excluded colours more make no difference."""
        return self.closure.game.excluded_cap(self.closure.pegs)

    @property
    def equation_count(self) -> int:
        """Pairwise non-isomorphic questions over all states, before equal ones are merged."""
        closure = self.closure
        allowed = self.reading.extra_cells(closure.game, closure.pegs)
        per_pattern = np.stack(
            [
                # reduceat is safe here: every pattern has a question.
                np.add.reduceat(
                    closure.question_extra <= cells, closure.question_start[:-1], dtype=np.int32
                )
                for cells in allowed
            ]
        )
        return int(per_pattern[self.level, self.pattern].sum())

    def secrets(self, implicit: int) -> NDArray[np.int64]:
        """The number of secrets of each state when so many colours are implicit.

        Python integers (dtype object) where 64 bits might not hold them.
        """
        game = self.closure.game
        ways = [game.star_words(stars, implicit) for stars in range(self.closure.pegs + 1)]
        wide = max(ways) * int(self._histogram.sum(axis=1).max()) >= 2**62
        kind = object if wide else np.int64
        counts: NDArray[np.int64] = self._histogram.astype(kind) @ np.array(ways, dtype=kind)
        return counts[self.pattern]

    @cached_property
    def _histogram(self) -> NDArray[np.int64]:
        """How many clauses of each pattern have 0, 1, ... stars."""
        return np.array([p.star_histogram for p in self.closure.patterns], dtype=np.int64)

    def merged(self) -> System:
        """The system without equations that another one makes superfluous.

        Of equations of one state with the same new colours and parts only the least constant
        matters; where constants depend on m - r, each is the least for its argument.  The split
        is that of the first equation with the least constant for large m - r.
        """
        return replace(self, is_merged=True)

    def merge_groups(self) -> NDArray[np.int32]:
        """For each equation the one of `merged` that stands for it: int32[equations]."""
        is_first = np.ones(len(self.new), dtype=bool)
        is_first[1:] = self.new[1:] != self.new[:-1]
        for column in self.parts.T:
            is_first[1:] |= column[1:] != column[:-1]
        is_first[self.start[:-1]] = True
        return np.cumsum(is_first, dtype=np.int32) - np.int32(1)


def build_system(closure: Closure, reading: Reading | str, objective: Objective | str) -> System:
    """All equations of a closure in one reading, for one objective.

    `Refused` when the closure was made with the extra colour and the reading does without, or
    the other way round, and when reading or objective is none.
    """
    as_instance(Closure, closure, "the closure")
    reading, objective = as_member(Reading, reading), as_member(Objective, objective)
    if not closure.game.white_pegs:
        raise Refused(
            f"patterns of {closure.game.name} have several indices; column_system is for that"
        )
    if closure.extra != reading.asks_extra:
        raise Refused(f"the reading {reading.value!r} needs a closure of its own questions")
    source = _Source(closure, reading, objective)
    reached = (_reach_compiled if _is_large(closure) else reach_plainly)(source)
    pattern, level = (index.astype(np.int32) for index in np.nonzero(reached))
    return System(closure, reading, objective, pattern, level)


def _is_large(closure: Closure) -> bool:
    return len(closure.splits) >= _COMPILED_FROM


@final
class _Source:
    """What the equations of a system are made of."""

    def __init__(self, closure: Closure, reading: Reading, objective: Objective) -> None:
        game, pegs = closure.game, closure.pegs
        self.closure = closure
        self.is_worst = objective is Objective.WORST
        self.first_level = reading.first_level(game.excluded_cap(pegs))
        self.levels = game.excluded_cap(pegs) + 1
        self.width = closure.splits.patterns.shape[1]
        self.colours = np.array([pattern.colours for pattern in closure.patterns], dtype=np.int8)
        self.maset_colours = np.array([one.colours for one in closure.explicit], dtype=np.int8)
        # Of each level, the extra cells that a question may have, and the level after an answer
        # excludes 0, 1, ... colours.
        self.allowed = reading.extra_cells(game, pegs)
        lost = np.arange(_MOST_LOST, dtype=np.int8)
        self.after = np.array(
            [reading.levels_after(level, lost, self.levels - 1) for level in range(self.levels)]
        )
        self._arguments = closure, reading, objective

    @cached_property
    def values(self) -> NDArray[np.int64]:
        """Those of the explicit masets at each level: int64[masets, levels]."""
        values = maset_values(*self._arguments)
        if int(values.max(initial=0)) * self.width >= 2**31:
            raise OverflowError("the constants of the equations do not fit 32 bits")
        return values

    def number(self, pattern: NDArray[np.int32], level: NDArray[np.int32]) -> NDArray[np.int32]:
        """The number of each state: int32[patterns, levels], -1 for what is none."""
        number = np.full((len(self.colours), self.levels), -1, dtype=np.int32)
        number[pattern, level] = np.arange(len(pattern))
        return number

    def questions(self, pattern: int, level: int) -> Iterator[tuple[int, list[int], int]]:
        """The splits that a state allows: the row, its patterns, the colours before the answer."""
        splits, start = self.closure.splits, self.closure.split_start
        for row in range(start[pattern], start[pattern + 1]):
            if splits.extra[row] <= self.allowed[level]:
                parts = [part for part in splits.patterns[row].tolist() if part >= 0]
                yield row, parts, int(self.colours[pattern]) + int(splits.new[row])

    def constant(self, row: int, level: int, before: int) -> list[int]:
        """c when 0, 1, ..., cap colours are left."""
        masets = [maset for maset in self.closure.splits.explicit[row].tolist() if maset >= 0]
        total = max if self.is_worst else sum
        constants = []
        for left in range(self.levels):
            lost = [before + left - self.maset_colours[maset] for maset in masets]
            terms = self.values[masets, self.after[level, lost]].tolist()
            constants.append(total([0, *terms]))
        return constants


def reach_plainly(source: _Source) -> NDArray[np.bool_]:
    """The twin of the kernel: the states that play reaches, bool[patterns, levels]."""
    reached = np.zeros((len(source.colours), source.levels), dtype=bool)
    reached[0, source.first_level] = True
    waiting = [(0, source.first_level)]
    while waiting:
        pattern, level = waiting.pop()
        for _, parts, before in source.questions(pattern, level):
            for part in parts:
                after = int(source.after[level, before - source.colours[part]])
                if not reached[part, after]:
                    reached[part, after] = True
                    waiting.append((part, after))
    return reached


def write_plainly(
    source: _Source,
    pattern: NDArray[np.int32],
    level: NDArray[np.int32],
    merged: bool,
    chosen: NDArray[np.int64],
) -> Equations:
    """The twin of the kernel: the equations of some states."""
    number = source.number(pattern, level)
    rows: list[list[tuple[int, list[int], list[int], int]]] = []
    for here, now in zip(pattern[chosen].tolist(), level[chosen].tolist(), strict=True):
        equations: list[tuple[int, list[int], list[int], int]] = []
        for row, parts, before in source.questions(here, now):
            new = int(source.closure.splits.new[row])
            states = number[parts, source.after[now, before - source.colours[parts]]].tolist()
            constant = source.constant(row, now, before)
            if merged and equations and equations[-1][:2] == (new, states):
                _, _, known, split = equations.pop()
                row = row if constant[-1] < known[-1] else split
                constant = list(map(min, known, constant))
            equations.append((new, states, constant, row))
        rows.append(equations)
    counts = np.array(list(map(len, rows)))
    result = Equations.empty(counts, source.levels, source.width, len(pattern))
    flat = (equation for equations in rows for equation in equations)
    for place, (new, states, constant, row) in enumerate(flat):
        result.new[place] = new
        result.constant[place] = constant
        result.parts[place, : len(states)] = states
        result.split[place] = row
    return result


def _columns(source: _Source, values: NDArray[np.int64]) -> Any:
    """What the kernels are given of a source."""
    from masetproof.kernels.equations import Columns

    splits = source.closure.splits
    return Columns(
        source.closure.split_start,
        splits.new,
        splits.extra,
        splits.patterns,
        splits.explicit,
        source.colours,
        source.maset_colours,
        source.allowed,
        source.after,
        values,
    )


def _reach_compiled(source: _Source) -> NDArray[np.bool_]:
    from masetproof.kernels.equations import reach

    reached = np.zeros((len(source.colours), source.levels), dtype=bool)
    reach(_columns(source, np.zeros((0, source.levels), np.int64)), source.first_level, reached)
    return reached


def _write_compiled(
    source: _Source,
    pattern: NDArray[np.int32],
    level: NDArray[np.int32],
    merged: bool,
    states: NDArray[np.int64],
) -> Equations:
    from masetproof.kernels.equations import count_equations, write_equations

    columns = _columns(source, source.values)
    counts = np.zeros(len(states), dtype=np.int64)
    functions = pattern[states], level[states], source.number(pattern, level)
    count_equations(columns, merged, *functions[:2], counts)
    result = Equations.empty(counts, source.levels, source.width, len(pattern))

    def work(low: int, high: int) -> None:
        write_equations(columns, source.is_worst, merged, functions, low, high, tuple(result))

    in_threads(work, shares(counts))
    return result
