"""The recurrences of games with one index, in arrays (docs/model.md, "Recurrences").

This is the compiled form of `recurrences.recurrences`, for millions of equations.  With one kind of
implicit colours all new colours count alike, every part that is a pattern has m - r implicit
colours, and parts without a star are numbers:

    expected:  F_i(m) <= S_i(m) + c + sum over the parts j of F_j(m - r)
    worst:     F_i(m) <= 1 + max(c, F_j(m - r) over the parts j)

where c collects the explicit parts.  When a part has no star, the m - r colours that are left are
excluded too, so c depends on min(m - r, cap).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof import kernels
from masetproof.arguments import Refused
from masetproof.cache import cached_method
from masetproof.kernels import Prepared
from masetproof.objectives import Objective
from masetproof.patterns.columns import star_counts, starts, ways_of_sets
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Function, Recurrences

ResidueNode = tuple[int, int]
"""The number of a function, and a residue of m modulo the period: there it is one polynomial."""

_UNKNOWN = np.int64(1) << 40
_MOST_LOST = 64
"""No answer excludes more colours; patterns have at most 36."""


class Equations(NamedTuple):
    """Equations in columns, sorted by function, new colours and parts.

    start: int64[functions + 1]; the equations of function i are start[i]:start[i+1].
    new: int8[equations], r.
    constant: int32[equations, cap + 1], c for min(m - r, cap).
    part_start: int64[equations + 1]; the parts of equation i are
    parts[part_start[i]:part_start[i+1]].
    parts: int16, functions, those of an equation descending by their patterns.
    split: int32[equations], the row of `Closure.splits` from which each comes.
    """

    start: NDArray[np.int64]
    new: NDArray[np.int8]
    constant: NDArray[np.int32]
    part_start: NDArray[np.int64]
    parts: NDArray[np.int16]
    split: NDArray[np.int32]

    @property
    def function(self) -> NDArray[np.int32]:
        """The function of each equation: int32[equations]."""
        return np.repeat(np.arange(len(self.start) - 1, dtype=np.int32), np.diff(self.start))

    @classmethod
    def empty(cls, counts: NDArray[np.int64], levels: int, parts: int) -> Equations:
        """Room for the equations of some functions, counted by *counts*, with that many parts."""
        start = starts(counts)
        size = int(start[-1])
        return cls(
            start,
            np.empty(size, dtype=np.int8),
            np.empty((size, levels), dtype=np.int32),
            np.zeros(size + 1, dtype=np.int64),
            np.empty(parts, dtype=np.int16),
            np.empty(size, dtype=np.int32),
        )

    @property
    def most_parts(self) -> int:
        return int(np.diff(self.part_start).max(initial=0))

    @property
    def of_parts(self) -> NDArray[np.int64]:
        """The equation of each part: int64[parts]."""
        return np.repeat(np.arange(len(self.new)), np.diff(self.part_start))

    def parts_of(self, row: int) -> list[int]:
        """The functions of the parts of one equation."""
        parts: list[int] = self.parts[self.part_start[row] : self.part_start[row + 1]].tolist()
        return parts


@final
@dataclass(frozen=True, eq=False, repr=False)
class System(Recurrences):
    """Recurrences whose functions are numbered, with all equations in columns."""

    @cached_property
    def pattern(self) -> NDArray[np.int32]:
        """The pattern of each function; number 0 is the full pattern at the start of the game."""
        return self._reached[0]

    @cached_property
    def level(self) -> NDArray[np.int32]:
        """How many colours are excluded in each function."""
        return self._reached[1]

    @cached_property
    def _reached(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The functions that play reaches, as `Recurrences.functions` has them."""
        reached = np.zeros((len(self.closure.patterns), self.cap + 1), dtype=bool)
        waiting = np.empty(reached.size, np.int64)
        kernels.reach_functions(self._columns, self.first[1], waiting, reached)
        pattern, level = np.nonzero(reached)
        return pattern.astype(np.int32), level.astype(np.int32)

    @cached_method()
    def functions(self) -> tuple[Function, ...]:
        return tuple(zip(self.pattern.tolist(), self.level.tolist(), strict=True))

    @cached_property
    def columns(self) -> Equations:
        """All equations, made from the splits of the closure when they are first wanted."""
        return _written(self, np.arange(len(self.pattern)))

    @cached_property
    def merged(self) -> Equations:
        """The equations, without those that another one replaces.

        Of equations of one function with the same new colours and parts only the least constant
        matters.  Where constants depend on m - r, each of them is the least for its argument.  The
        split is that of the first equation with the least constant for large m - r.
        """
        return _written(self, np.arange(len(self.pattern)), merged=True)

    @cached_method(most=16)
    def only(self, function: int) -> Equations:
        """The equations of one function, as in `columns`."""
        return _written(self, np.array([function]))

    @cached_property
    def maset_minima(self) -> NDArray[np.int64]:
        """The minimum of each explicit maset (Peczarski, subprocedure 2): int64[masets, cap + 1].

        For each number of excluded colours; levels that the reading never has are filled by the
        same rules.  An explicit maset has few secrets, its EPL is at most their square.

        A question whose parts are fewer than the maset depends on smaller masets only; one that
        leaves the maset whole is never worth asking.
        """
        splits, explicit = self.closure.maset_splits, self.closure.explicit
        masets, _ = splits.forms(0, width=1)  # -1: no part
        size = np.array([*(len(maset.clauses) for maset in explicit), 0], dtype=np.int64)
        colours = np.array([*(maset.colours for maset in explicit), 0], dtype=np.int8)
        values = np.full((len(size), self.cap + 1), _UNKNOWN, dtype=np.int64)
        values[-1] = 0
        own = size[splits.pattern]
        order = np.argsort(own, kind="stable")
        # A part with all secrets is the only one.
        order = order[(size[masets[:, 0]] < own)[order]]
        bounds = np.searchsorted(own[order], np.unique(size[:-1]))
        for low, high in pairwise([*bounds.tolist(), len(order)]):
            rows = order[low:high]
            maset, parts = splits.pattern[rows], masets[rows]
            excluded = colours[maset][:, None] - colours[parts]
            first = np.where(parts < 0, len(explicit), parts) * np.int64(self.cap + 1)
            for level in range(self.cap + 1):
                below = values.take(first + self._after(level, excluded))
                if self.objective is Objective.EXPECTED:
                    result = size[maset] + below.sum(axis=1)
                else:
                    result = 1 + below.max(axis=1, initial=0)
                possible = splits.extra[rows] <= self.most_blanks[level]
                np.minimum.at(values[:, level], maset[possible], result[possible])
        if int(values.max(initial=0)) * self.closure.splits.most_parts >= 2**31:
            raise OverflowError("the constants of the equations do not fit 32 bits")
        return values[:-1]

    @cached_property
    def most_blanks(self) -> NDArray[np.int64]:
        """How many blanks questions may have, for each number of excluded colours."""
        game, pegs = self.closure.game, self.closure.pegs
        most = [game.most_blanks(pegs, level) for level in range(self.cap + 1)]
        return np.array(most) * self.reading.asks_extra

    def _after(self, level: int, excluded: NDArray[np.int8]) -> NDArray[np.int8]:
        """How many colours are excluded after an answer excludes more."""
        if self.reading is not Reading.EXACT:
            return np.full_like(excluded, self.reading.first_level(self.cap))
        both: NDArray[np.int8] = np.minimum(excluded + np.int8(level), np.int8(self.cap))
        return both

    @cached_property
    def _columns(self) -> Prepared:
        """The arrays for the kernels."""
        closure, lost = self.closure, np.arange(_MOST_LOST, dtype=np.int8)
        levels = range(self.cap + 1)
        return Prepared(
            "SplitColumns",
            {
                "splits": closure.splits,
                "start": closure.split_start,
                "colours": np.array([one.colours for one in closure.patterns], dtype=np.int8),
                "maset_colours": np.array([one.colours for one in closure.explicit], dtype=np.int8),
                "allowed": self.most_blanks,
                "after": np.array([self._after(level, lost) for level in levels]),
                "values": self.maset_minima,
            },
        )

    @cached_property
    def number(self) -> NDArray[np.int32]:
        """The number of the function of each pattern and level, or -1: int32[patterns, cap + 1]."""
        number = np.full((len(self.closure.patterns), self.cap + 1), -1, dtype=np.int32)
        number[self.pattern, self.level] = np.arange(len(self.pattern))
        return number

    @cached_property
    def equation_count(self) -> int:
        """Pairwise non-isomorphic questions over all functions, before equal ones are merged."""
        start, count = self.closure.question_start.tolist(), 0
        for level, blanks in enumerate(self.most_blanks):
            possible = self.closure.question_extra <= blanks
            for pattern in self.pattern[self.level == level].tolist():
                count += int(np.count_nonzero(possible[start[pattern] : start[pattern + 1]]))
        return count

    def all_secrets(self, implicit: Sequence[int]) -> NDArray[np.int64]:
        """The numbers of secrets of the functions for some m: int64[functions, indices].

        Of dtype object where 64 bits might overflow.
        """
        game, pegs, stars = self.closure.game, self.closure.pegs, self._stars
        wide = max(implicit) ** pegs * int(stars.sum(axis=1).max()) >= 2**62
        numbers = np.array([implicit], dtype=object if wide else np.int64)
        counts: NDArray[np.int64] = stars.astype(numbers.dtype) @ ways_of_sets(game, pegs, numbers)
        return counts[self.pattern]

    @cached_property
    def _stars(self) -> NDArray[np.int64]:
        return star_counts(self.closure.patterns, self.closure.pegs)

    def merge_groups(self) -> NDArray[np.int32]:
        """For each equation its row in `merged`: int32[equations]."""
        columns = self.columns
        lengths, is_first = np.diff(columns.part_start), np.ones(len(columns.new), dtype=bool)
        is_first[1:] = np.diff(columns.new) != 0
        is_first[1:] |= np.diff(lengths) != 0
        # Where the equation before is as long, its part is that many places before.
        row = columns.of_parts
        same = np.flatnonzero(~is_first[row])
        differ = columns.parts[same] != columns.parts[same - lengths[row[same]]]
        is_first[row[same[differ]]] = True
        is_first[columns.start[:-1]] = True
        return np.cumsum(is_first, dtype=np.int32) - np.int32(1)


def in_columns(system: Recurrences) -> System:
    """All equations of a system in columns; `Refused` where functions have several indices."""
    if isinstance(system, System):
        return system
    closure = system.closure
    if not system.has_one_index:
        raise Refused(
            f"patterns of {closure.game.name} have several indices; recurrences_of is for that"
        )
    return System(closure, system.reading, system.objective)


def _written(system: System, functions: NDArray[np.int64], *, merged: bool = False) -> Equations:
    """The equations of some functions."""
    columns, levels, number = system._columns, system.cap + 1, system.number
    about = {
        "pattern": system.pattern[functions],
        "level": system.level[functions],
        "number": number,
    }
    asking = Prepared("FunctionColumns", about)
    counts, parts = np.zeros((2, len(functions)), dtype=np.int64)
    kernels.count_equations(columns, merged, asking, counts, parts)
    is_worst = system.objective is Objective.WORST
    result = Equations.empty(counts, levels, int(parts.sum()))
    constants = np.empty(levels, np.int64)
    kernels.write_equations(columns, is_worst, merged, asking, constants, result)
    return result
