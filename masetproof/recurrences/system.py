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
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_instance, as_member
from masetproof.patterns.closure import Closure
from masetproof.recurrences.masets import maset_values
from masetproof.recurrences.readings import Objective, Reading
from masetproof.threads import in_threads, shares

__all__ = ["System", "build_system"]

_COMPILED_FROM = 10_000
"""Closures of so many splits are worth the start of the compiled kernels."""

_MOST_LOST = 64
"""No answer excludes more colours; patterns have at most 36."""


@final
@dataclass(frozen=True, eq=False, repr=False)
class System:
    """Functions and equations of one reading and objective.

    pattern, level: int32[states]; state 0 is the full pattern at the start of the game.
    Equations are sorted by state, new colours and parts: those of state i are start[i]:start[i+1].
    new: int8[equations], r.  constant: int32[equations, cap + 1], c for min(m - r, cap).
    parts: int16[equations, width] (int32 when there are many states), states, descending, padded
    with -1.  split: int32[equations], the row of `Closure.splits` that each comes from.
    """

    closure: Closure
    reading: Reading
    objective: Objective
    pattern: NDArray[np.int32]
    level: NDArray[np.int32]
    start: NDArray[np.int64]
    new: NDArray[np.int8]
    constant: NDArray[np.int32]
    parts: NDArray[np.signedinteger]
    split: NDArray[np.int32]

    def __repr__(self) -> str:
        closure = self.closure
        return (
            f"<System of {closure.game.name}, {closure.pegs} pegs, {self.objective.value}, reading "
            f"{self.reading.value}: {len(self.pattern):,} functions, {len(self.new):,} equations>"
        )

    @property
    def cap(self) -> int:
        """Beyond so many excluded colours more make no difference."""
        return int(self.constant.shape[1]) - 1

    @cached_property
    def state(self) -> NDArray[np.int32]:
        """The state of each equation: int32[equations]."""
        return np.repeat(np.arange(len(self.pattern), dtype=np.int32), np.diff(self.start))

    @property
    def equation_count(self) -> int:
        """Pairwise non-isomorphic questions over all states, before equal ones are merged."""
        closure = self.closure
        allowed = self.reading.extra_cells(closure.game, closure.pegs)
        per_pattern = np.stack(
            [
                # reduceat is safe here: every pattern has a question.
                np.add.reduceat(
                    closure.question_extra <= cells, closure.question_start[:-1], dtype=np.int64
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
        matters; where constants depend on m - r, each is the least for its argument.
        """
        group = self.merge_groups()
        first = np.flatnonzero(np.diff(group, prepend=-1))
        constant = np.minimum.reduceat(self.constant, first, axis=0)
        # Each group is represented by the first of its equations with the least constant.
        least = np.flatnonzero(self.constant[:, -1] == constant[group, -1])
        kept = least[np.diff(group[least], prepend=-1) > 0]
        return replace(
            self,
            start=np.searchsorted(first, self.start),
            new=self.new[kept],
            constant=constant,
            parts=self.parts[kept],
            split=self.split[kept],
        )

    def merge_groups(self) -> NDArray[np.int32]:
        """For each equation the one of `merged` that stands for it: int32[equations]."""
        is_first = np.ones(len(self.new), dtype=bool)
        is_first[1:] = self.new[1:] != self.new[:-1]
        for column in self.parts.T:
            is_first[1:] |= column[1:] != column[:-1]
        is_first[self.start[:-1]] = True
        return np.cumsum(is_first, dtype=np.int32) - np.int32(1)


def build_system(
    closure: Closure,
    reading: Reading | str,
    objective: Objective | str,
    *,
    compiled: bool | None = None,
) -> System:
    """All equations of a closure in one reading, for one objective.

    compiled: use the kernels (by default when there are many splits).  `Refused` when the closure
    was made with the extra colour and the reading does without, or the other way round, and when
    reading or objective is none.
    """
    as_instance(Closure, closure, "the closure")
    reading, objective = as_member(Reading, reading), as_member(Objective, objective)
    if closure.extra != reading.asks_extra:
        raise Refused(f"the reading {reading.value!r} needs a closure of its own questions")
    if compiled is None:
        compiled = len(closure.splits) >= _COMPILED_FROM
    values = maset_values(closure, reading, objective)
    if int(values.max(initial=0)) * closure.splits.explicit.shape[1] >= 2**31:
        raise OverflowError("the constants of the equations do not fit 32 bits")
    return (_build_compiled if compiled else _build_plainly)(closure, reading, objective, values)


def _build_plainly(
    closure: Closure, reading: Reading, objective: Objective, values: NDArray[np.int64]
) -> System:
    """The twin of the kernels; values: int64[masets, cap + 1]."""
    cap = closure.game.excluded_cap(closure.pegs)
    allowed = reading.extra_cells(closure.game, closure.pegs)
    splits, start = closure.splits, closure.split_start

    def after(level: int, lost: int) -> int:
        return int(reading.levels_after(level, np.array(lost, dtype=np.int8), cap))

    def questions(pattern: int, level: int) -> Iterator[tuple[int, list[tuple[int, int]], int]]:
        """The splits that are possible: the row, the states of the parts, the colours before."""
        for row in range(start[pattern], start[pattern + 1]):
            if splits.extra[row] <= allowed[level]:
                before = closure.patterns[pattern].colours + int(splits.new[row])
                parts = [part for part in splits.patterns[row].tolist() if part >= 0]
                lost = [before - closure.patterns[part].colours for part in parts]
                levels = [after(level, gone) for gone in lost]
                yield row, list(zip(parts, levels, strict=True)), before

    def constant(row: int, level: int, before: int) -> list[int]:
        """c for 0, 1, ..., cap colours that are left."""
        masets = [maset for maset in splits.explicit[row].tolist() if maset >= 0]
        lost = [before - closure.explicit[maset].colours for maset in masets]
        terms = [
            [int(values[maset, after(level, gone + left)]) for left in range(cap + 1)]
            for maset, gone in zip(masets, lost, strict=True)
        ]
        total = sum if objective is Objective.EXPECTED else max
        return [total(column) for column in zip([0] * (cap + 1), *terms, strict=True)]

    reached = {(0, reading.first_level(cap))}
    waiting = list(reached)
    while waiting:
        following = {state for _, parts, _ in questions(*waiting.pop()) for state in parts}
        waiting += following - reached
        reached |= following
    states = sorted(reached)
    number = {state: place for place, state in enumerate(states)}
    rows = [(state, *question) for state in states for question in questions(*state)]
    width = splits.patterns.shape[1]
    parts = np.full((len(rows), width), -1, dtype=_part_type(len(states)))
    for place, (_, _, behind, _) in enumerate(rows):
        parts[place, : len(behind)] = [number[state] for state in behind]
    split = np.array([row for _, row, _, _ in rows], dtype=np.int32)
    return System(
        closure,
        reading,
        objective,
        np.array([pattern for pattern, _ in states], dtype=np.int32),
        np.array([level for _, level in states], dtype=np.int32),
        np.searchsorted([number[state] for state, *_ in rows], np.arange(len(states) + 1)),
        splits.new[split].astype(np.int8),
        np.array([constant(row, state[1], before) for state, row, _, before in rows], np.int32),
        parts,
        split,
    )


def _build_compiled(
    closure: Closure, reading: Reading, objective: Objective, values: NDArray[np.int64]
) -> System:
    from masetproof.kernels.equations import (
        Equations,
        Levels,
        SplitColumns,
        reach,
        write_equations,
    )

    splits, cap = closure.splits, closure.game.excluded_cap(closure.pegs)
    columns = SplitColumns(
        closure.split_start, splits.new, splits.extra, splits.patterns, splits.explicit
    )
    lost = np.arange(_MOST_LOST, dtype=np.int8)
    levels = Levels(
        reading.extra_cells(closure.game, closure.pegs),
        np.array([reading.levels_after(level, lost, cap) for level in range(cap + 1)]),
        np.array([pattern.colours for pattern in closure.patterns], dtype=np.int8),
        np.array([maset.colours for maset in closure.explicit], dtype=np.int8),
    )
    counts = np.zeros((len(closure.patterns), cap + 1), dtype=np.int64)
    reach(columns, levels, reading.first_level(cap), counts)
    # Every function that is reached has an equation.
    pattern, level = (index.astype(np.int32) for index in np.nonzero(counts))
    number = np.full(counts.shape, -1, dtype=np.int32)
    number[pattern, level] = np.arange(len(pattern))
    start = np.concatenate(([0], np.cumsum(counts[pattern, level])))
    equations = Equations(
        start,
        np.empty(start[-1], dtype=np.int8),
        np.empty((start[-1], cap + 1), dtype=np.int32),
        np.empty((start[-1], splits.patterns.shape[1]), dtype=_part_type(len(pattern))),
        np.empty(start[-1], dtype=np.int32),
    )
    worst = objective is Objective.WORST
    in_threads(
        lambda low, high: write_equations(
            columns, levels, values, worst, number, pattern, level, low, high, equations
        ),
        shares(np.diff(start)),
    )
    return System(closure, reading, objective, pattern, level, *equations)


def _part_type(states: int) -> type[np.int16 | np.int32]:
    """The smallest integers that hold the number of every state, and -1."""
    return np.int16 if states <= 2**15 else np.int32
