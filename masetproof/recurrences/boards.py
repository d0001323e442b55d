"""The values of functions of several indices by a kernel, where each column has an alphabet.

The same values as those of `recurrences.boxes`, its plain twin, but from the splits of a closure in
columns instead of an object for each equation: of four pegs there are a million.
"""

from __future__ import annotations

from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused
from masetproof.kernels.filling import COLUMNS, Forms, Points, Room, Rows, fill_rank
from masetproof.objectives import Objective
from masetproof.patterns.closure import Splits, exchanges
from masetproof.patterns.kinds import subsets
from masetproof.progress import Progress, silent
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Recurrences, State
from masetproof.threads import starts

__all__ = ["BoardValues"]

_MOST_BYTES = 1 << 32
_MANY = 1000
"""With so many colours in each column forms are put in order of their secrets."""


@final
class BoardValues:
    """The values of all functions of a system for all m with at most *most* colours in a column.

    `Refused` when that is too much for the memory.
    """

    def __init__(self, system: Recurrences, most: int, progress: Progress = silent) -> None:
        self._system, self._most = system, most
        pegs = system.closure.pegs
        secrets = _secrets(system)
        powers = _MANY ** np.array([stars.bit_count() for stars in range(1 << pegs)])
        sizes = secrets @ powers
        asked, rows = _rows(system, sizes)
        active = np.array([sum(1 << place for place in own) for own in system.active], np.uint8)
        first = starts(np.bincount(asked, minlength=len(active)))
        reached = _reached(system, first, rows, active)
        # The place of a vector is a number in base most + 1, the active columns its digits.
        bits = active[:, None] >> np.arange(pegs) & 1
        power = bits.sum(axis=1, dtype=np.int64)[:, None] - np.cumsum(bits, axis=1)
        stride = np.where(bits, (most + 1) ** power, 0)
        counts = np.where(reached, ((most + 1) ** bits.sum(axis=1, dtype=np.int64))[:, None], 0)
        begin = np.where(reached, starts(counts.ravel())[:-1].reshape(counts.shape), -1)
        if 4 * counts.sum() > _MOST_BYTES:
            raise Refused(f"the values of {system!r} for so many colours take too much memory")
        self._forms = Forms(first, active, stride, secrets, begin)
        self._values = np.zeros(counts.sum(), dtype=np.int32)
        self._fill(np.argsort(sizes, kind="stable"), rows, progress)

    @property
    def states(self) -> list[State]:
        """The functions that play comes to."""
        return [(form, excluded) for form, excluded in np.argwhere(self._forms.start >= 0).tolist()]

    def at(self, state: State, vectors: NDArray[np.int64]) -> NDArray[np.int64]:
        """The values of a function at some vectors: int64[vectors, active columns]."""
        stride = self._forms.stride[state[0]][list(self._system.active[state[0]])]
        places = self._forms.start[state] + vectors @ stride
        found: NDArray[np.int64] = self._values[places].astype(np.int64)
        return found

    def _fill(self, order: NDArray[np.int64], rows: Rows, progress: Progress) -> None:
        """All values, rank by rank.  order: the forms, smaller ones first."""
        system, pegs, most = self._system, self._system.closure.pegs, self._most
        box = np.indices((most + 1,) * pegs, dtype=np.int64).reshape(pegs, -1)
        exact, worst = system.reading is Reading.EXACT, system.objective is Objective.WORST
        rank_of = box.sum(axis=0)
        counts = (np.bincount(rank_of).max(),) * 3
        room = Room(*(np.zeros(size, np.int64) for size in (*counts, COLUMNS, 1 << pegs)))
        for rank in range(pegs * most + 1):
            points = _points(box[:, rank_of == rank])
            largest = fill_rank(order, self._forms, rows, points, exact, worst, self._values, room)
            if largest > np.iinfo(self._values.dtype).max:
                raise Refused(f"the values of {system!r} for so many colours are too large")
            progress("values", rank + 1, pegs * most + 1)


def _points(vectors: NDArray[np.int64]) -> Points:
    """The points of the vectors of one rank, int64[pegs, vectors]."""
    pegs = len(vectors)
    sets = np.arange(1 << pegs)
    bits = sets[:, None] >> np.arange(pegs) & 1
    start, stop = np.zeros((2, len(sets), len(sets)), dtype=np.int64)
    pieces, size = [], 0
    for active in sets:
        own = vectors[:, (vectors[bits[active] == 0] == 0).all(axis=0)]
        for new in sets[sets & ~active == 0]:
            left = own - bits[new][:, None]
            of = np.flatnonzero((left >= 0).all(axis=0))
            pieces.append((left[:, of], of))
            start[active, new], size = size, size + len(of)
            stop[active, new] = size
    left = np.zeros((COLUMNS, size), dtype=np.int64)
    left[:pegs] = np.concatenate([piece[0] for piece in pieces], axis=1)
    empty = ((left[:pegs] == 0) << np.arange(pegs)[:, None]).sum(axis=0).astype(np.uint8)
    return Points(start, stop, left, empty, np.concatenate([piece[1] for piece in pieces]))


def _secrets(system: Recurrences) -> NDArray[np.int64]:
    """How many clauses of each form have their stars in each set of columns."""
    secrets = np.zeros((len(system.forms), 1 << system.closure.pegs), dtype=np.int64)
    for number, form in enumerate(system.forms):
        for columns, clauses in form.star_sets.items():
            secrets[number, sum(1 << column for column in columns)] = clauses
    return secrets


def _rows(system: Recurrences, sizes: NDArray[np.int64]) -> tuple[NDArray[np.int32], Rows]:
    """The questions that tell something, and the form that each is asked on, ascending.

    sizes: of the forms, their numbers of secrets for some number of colours.
    """
    closure, pegs = system.closure, system.closure.pegs
    count = len(closure.patterns)
    known = np.array([form.colours_by_column for form in system.forms], dtype=np.int16)
    permutations = np.array(exchanges(pegs), dtype=np.uint8)
    pieces = []
    for first, splits in ((0, closure.splits), (count, closure.maset_splits)):
        asked = splits.pattern.astype(np.int32) + first
        number, maps = _parts(splits, count, sizes)
        tells = (splits.new > 0) | (number != asked[:, None]).all(axis=1)
        asked, number, maps = asked[tells], number[tells], maps[tells]
        new, extra = splits.new[tells], splits.extra[tells]
        columns = permutations[maps]
        # Colours of a column that are explicit before the answer and not in the part.
        before = known[asked] + (new[:, None] >> np.arange(pegs) & 1)
        before = before[np.arange(len(asked))[:, None, None], columns]
        gone = (before > known[number]) & (number >= 0)[:, :, None]
        excludes = (gone << np.arange(pegs)).sum(axis=2).astype(np.uint8)
        pieces.append((asked, new, extra, number, columns, excludes))
    asked, *rows = (np.concatenate(column) for column in zip(*pieces, strict=True))
    asked, merged = _merged(asked, *rows)
    parts = np.where(merged.number < 0, 0, sizes[merged.number])
    better = np.lexsort(((parts.astype(np.float64) ** 2).sum(axis=1), asked))
    return asked[better], Rows._make(column[better] for column in merged)


def _parts(
    splits: Splits, patterns: int, sizes: NDArray[np.int64]
) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    """The forms of the parts of each split, large ones first, -1 at the end, and their maps."""
    if splits.maps is None or splits.explicit_maps is None:
        raise Refused("the splits do not say what becomes of the columns")
    masets = np.where(splits.explicit < 0, np.int16(-1), splits.explicit + np.int16(patterns))
    number = np.concatenate((splits.patterns, masets), axis=1)
    maps = np.concatenate((splits.maps, splits.explicit_maps), axis=1)
    key = np.where(number < 0, -1, sizes[number] * len(sizes) + number)
    order = np.argsort(-key, axis=1, kind="stable")[:, : splits.patterns.shape[1]]
    return np.take_along_axis(number, order, axis=1), np.take_along_axis(maps, order, axis=1)


def _merged(
    asked: NDArray[np.int32],
    new: NDArray[np.uint8],
    extra: NDArray[np.uint8],
    number: NDArray[np.int16],
    columns: NDArray[np.uint8],
    excludes: NDArray[np.uint8],
) -> tuple[NDArray[np.int32], Rows]:
    """Questions that leave the same, whatever their extra cells are, as one row."""
    keys = np.column_stack((asked, new, number, columns.reshape(len(asked), -1), excludes))
    order = np.lexsort(keys.T[::-1])
    differ = (keys[order[1:]] != keys[order[:-1]]).any(axis=1)
    first = np.concatenate(([0], np.flatnonzero(differ) + 1))
    # For each set of extra cells the sets e that have them, as bits.
    sets = range(1 << columns.shape[2])
    within = np.array([sum(1 << e for e in sets if not some & ~e) for some in sets], np.uint32)
    allowed = np.bitwise_or.reduceat(within[extra[order]], first)
    kept = order[first]
    return asked[kept], Rows(new[kept], allowed, number[kept], columns[kept], excludes[kept])


def _reached(
    system: Recurrences, first: NDArray[np.int64], rows: Rows, active: NDArray[np.uint8]
) -> NDArray[np.bool_]:
    """Which functions play comes to: bool[forms, 2**pegs], by the columns with an excluded colour.

    first: where the rows of each form begin.  active: the columns of each form that have a star.
    """
    bits = np.arange(system.closure.pegs)
    exact = system.reading is Reading.EXACT
    reached = np.zeros((len(active), 1 << len(bits)), dtype=bool)
    reached[system.first] = True
    waiting = [system.first]
    while waiting:
        form, excluded = waiting.pop()
        own = slice(int(first[form]), int(first[form + 1]))
        asked = (rows.allowed[own] >> excluded & 1 == 1)[:, None] & (rows.number[own] >= 0)
        number, columns = rows.number[own][asked], rows.columns[own][asked]
        kept = ((excluded >> columns.astype(np.int64) & 1) << bits).sum(axis=1)
        lost = (active[form] >> columns & 1) & ~(active[number][:, None] >> bits & 1)
        sure, maybe = kept | rows.excludes[own][asked], (lost << bits).sum(axis=1)
        if not exact:
            sure, maybe = np.full(len(number), excluded), np.zeros(len(number), dtype=np.int64)
        for part, known, unsure in np.unique(
            np.column_stack((number, sure, maybe)), axis=0
        ).tolist():
            for some in subsets(unsure):
                if not reached[part, known | some]:
                    reached[part, known | some] = True
                    waiting.append((part, known | some))
    return reached
