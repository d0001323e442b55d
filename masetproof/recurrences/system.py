"""The functions of a closure and their equations, in columns (docs/model.md, "Recurrences").

A function belongs to a *state*: a pattern and a number of excluded colours.  With F its value,
S its number of secrets and m the number of implicit colours, a question with r new colours says

    expected:  F_i(m) <= S_i(m) + c + sum over the parts j of F_j(m - r)
    worst:     F_i(m) <= 1 + max(c, F_j(m - r) over the parts j)

where c collects the explicit parts.  When a part has no star, the m - r colours that are left
are excluded too, so c depends on min(m - r, cap).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_instance, as_member
from masetproof.patterns.closure import Closure
from masetproof.recurrences.masets import maset_values
from masetproof.recurrences.readings import Objective, Reading

__all__ = ["System", "build_system"]


@final
@dataclass(frozen=True, eq=False, repr=False)
class System:
    """Functions and equations of one reading and objective.

    pattern, level: int32[states]; state 0 is the full pattern at the start of the game.
    Equations are sorted by state: those of state i are start[i]:start[i+1].
    state: int32[equations].  new: int8[equations], r.  constant: int64[equations, cap + 1], c for
    min(m - r, cap).  parts: int32[equations, width], states, descending, padded with -1.
    split: int32[equations], the row of `Closure.splits` that each comes from.
    """

    closure: Closure
    reading: Reading
    objective: Objective
    pattern: NDArray[np.int32]
    level: NDArray[np.int32]
    start: NDArray[np.int64]
    state: NDArray[np.int32]
    new: NDArray[np.int8]
    constant: NDArray[np.int64]
    parts: NDArray[np.int32]
    split: NDArray[np.int32]

    def __repr__(self) -> str:
        closure = self.closure
        return (
            f"<System of {closure.game.name}, {closure.pegs} pegs, {self.objective.value}, reading "
            f"{self.reading.value}: {len(self.pattern):,} functions, {len(self.state):,} equations>"
        )

    @property
    def cap(self) -> int:
        """Beyond so many excluded colours more make no difference."""
        return int(self.constant.shape[1]) - 1

    @property
    def equation_count(self) -> int:
        """Pairwise non-isomorphic questions over all states, before equal ones are merged."""
        closure = self.closure
        allowed = self.reading.extra_cells(closure.game, closure.pegs)
        per_pattern = np.stack(
            [
                # reduceat is safe here: every pattern has a question.
                np.add.reduceat(
                    (closure.question_extra <= cells).astype(np.int64),
                    closure.question_start[:-1],
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
        order, is_first = self._by_terms()
        first = np.flatnonzero(is_first)
        kept = order[first]
        constant = np.minimum.reduceat(self.constant[order], first, axis=0)
        return replace(
            self,
            start=_starts(self.state[kept], len(self.pattern)),
            state=self.state[kept],
            new=self.new[kept],
            constant=constant,
            parts=self.parts[kept],
            split=self.split[kept],
        )

    def merge_groups(self) -> NDArray[np.int64]:
        """For each equation the one of `merged` that stands for it: int64[equations]."""
        order, is_first = self._by_terms()
        group = np.empty(len(order), dtype=np.int64)
        group[order] = np.cumsum(is_first) - 1
        return group

    def _by_terms(self) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """The order by state, new colours, parts and constant; where anything but that changes."""
        keys = np.column_stack([self.state, self.new, self.parts])
        order = np.lexsort((self.constant[:, -1], *keys.T[::-1]))
        keys = keys[order]
        is_first = np.ones(len(keys), dtype=bool)
        is_first[1:] = (keys[1:] != keys[:-1]).any(axis=1)
        return order, is_first


def build_system(closure: Closure, reading: Reading | str, objective: Objective | str) -> System:
    """All equations of a closure in one reading, for one objective.

    `Refused` when the closure was made with the extra colour and the reading does without, or
    the other way round, and when reading or objective is none.
    """
    as_instance(Closure, closure, "the closure")
    reading, objective = as_member(Reading, reading), as_member(Objective, objective)
    if closure.extra != reading.asks_extra:
        raise Refused(f"the reading {reading.value!r} needs a closure of its own questions")
    game, pegs, splits = closure.game, closure.pegs, closure.splits
    cap = game.excluded_cap(pegs)
    levels = cap + 1
    # Patterns have at most 36 colours, so that 8 bits hold all that is excluded.
    colours = np.array([p.colours for p in closure.patterns] + [0], dtype=np.int8)
    maset_colours = np.array([p.colours for p in closure.explicit] + [0], dtype=np.int8)
    values = np.vstack([maset_values(closure, reading, objective), np.zeros((1, levels), int)])
    allowed = reading.extra_cells(game, pegs)
    before = colours[splits.pattern] + splits.new.astype(np.int8)
    excluded = before[:, None] - colours[splits.patterns]

    # Which (pattern, level) the game reaches, wave by wave.
    reached = np.zeros((len(closure.patterns) + 1, levels), dtype=bool)
    wave = np.zeros_like(reached)
    wave[0, reading.first_level(cap)] = True
    while wave.any():
        reached |= wave
        following = np.zeros_like(reached)
        for level in range(levels):
            rows = wave[splits.pattern, level] & (splits.extra <= allowed[level])
            after = reading.levels_after(level, excluded[rows], cap)
            following[splits.patterns[rows], after] = True
        following[-1] = False  # the index -1 is no part
        wave = following & ~reached
    pattern, level_of = np.nonzero(reached)
    number = np.full((len(closure.patterns) + 1, levels), -1, dtype=np.int32)
    number[pattern, level_of] = np.arange(len(pattern))

    pieces: list[tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]]] = []
    origin: list[NDArray[np.int64]] = []
    for level in range(levels):
        rows = np.flatnonzero(reached[splits.pattern, level] & (splits.extra <= allowed[level]))
        after = reading.levels_after(level, excluded[rows], cap)
        # Descending like the patterns: equal patterns have equal levels, as their colours tell.
        parts = number[splits.patterns[rows], after]
        lost = before[rows, None] - maset_colours[splits.explicit[rows]]
        constant = np.empty((len(rows), levels), dtype=np.int64)
        for left in range(levels):
            below = values[
                splits.explicit[rows],
                reading.levels_after(level, lost + np.int8(left), cap),
            ]
            constant[:, left] = (
                below.sum(axis=1) if objective is Objective.EXPECTED else below.max(axis=1)
            )
        pieces.append((number[splits.pattern[rows], level], constant, parts))
        origin.append(rows)
    state = np.concatenate([piece[0] for piece in pieces])
    split = np.concatenate(origin)
    # Within a level both are ascending already.
    order = np.argsort(state, kind="stable")
    return System(
        closure,
        reading,
        objective,
        pattern.astype(np.int32),
        level_of.astype(np.int32),
        _starts(state[order], len(pattern)),
        state[order],
        splits.new[split[order]].astype(np.int8),
        np.concatenate([piece[1] for piece in pieces])[order],
        np.concatenate([piece[2] for piece in pieces])[order],
        split[order].astype(np.int32),
    )


def _starts(sorted_values: NDArray[np.int32], count: int) -> NDArray[np.int64]:
    """Where the run of each of 0..count-1 starts in sorted values, and the end."""
    return np.searchsorted(sorted_values, np.arange(count + 1)).astype(np.int64)
