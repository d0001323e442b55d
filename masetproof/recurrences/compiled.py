"""The values of functions of several indices by a kernel.

The same values as those of its plain twin, `recurrences.values.PlainValues`, but from the splits of
a closure in columns instead of an object for each equation: of four pegs there are a million.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused
from masetproof.kernels import Prepared, fill_rank, room
from masetproof.objectives import Objective
from masetproof.progress import Progress, silent
from masetproof.recurrences.recurrences import Recurrences, State
from masetproof.recurrences.tables import Domain, Tables, moves_of, tables_of, ways_of
from masetproof.threads import starts

_MOST_BYTES = 1 << 32


class Points(NamedTuple):
    """The vectors m by rank, as `FillPoints` of `kernels/c/filling.h`."""

    first: NDArray[np.int64]
    total: NDArray[np.int64]
    sums: NDArray[np.int16]
    ways: NDArray[np.int64]
    place: NDArray[np.int64]


@final
class CompiledValues:
    """The values of all functions at the vectors of `_domains`; `Refused` if these are too many."""

    def __init__(
        self, system: Recurrences, most: int, progress: Progress = silent, *, whole: bool = False
    ) -> None:
        tables = tables_of(system)
        self._system = system
        self._domains = _domains(system, most, whole=whole)
        pairs = zip(self._domains, map(len, system.active), strict=True)
        counts = np.array([domain.count(indices) for domain, indices in pairs])
        sizes = np.where(tables.reached, counts[:, None], 0)
        largest = max(self._domains, key=lambda domain: domain.most)
        # Of a point the sums of sets of kinds are held, and the ways of sets of stars.
        points = sum(largest.count(len(tables.active[stars])) for stars in {*tables.stars.tolist()})
        held = points * (2 * 2 ** len(system.kinds) + 8 * 2 ** (system.closure.pegs + 2))
        if 4 * int(sizes.sum()) + held > _MOST_BYTES:
            raise Refused("the values for so many colours take too much memory")
        self._start = np.where(tables.reached, starts(sizes.ravel())[:-1].reshape(sizes.shape), -1)
        self._values = np.zeros(sizes.sum(), dtype=np.int32)
        self._fill(tables, largest, progress)

    @property
    def states(self) -> list[State]:
        """The functions that play comes to."""
        return [(form, level) for form, level in np.argwhere(self._start >= 0).tolist()]

    def at(self, state: State, vectors: NDArray[np.int64]) -> NDArray[np.int64]:
        """The values of a function at some vectors: int64[vectors, active kinds]."""
        place = self._domains[state[0]].place([*vectors.T])
        places = np.full(len(vectors), self._start[state]) + place
        values: NDArray[np.int64] = self._values[places].astype(np.int64)
        return values

    def _fill(self, tables: Tables, largest: Domain, progress: Progress) -> None:
        """All values, rank by rank.  largest: the vectors of the forms that have most."""
        system = self._system
        pairs = zip(self._domains, map(len, system.active), strict=True)
        limit = np.array([domain.greatest_sum(indices) for domain, indices in pairs])
        points = _points(system, tables, largest)
        forms = {name: getattr(tables, name) for name in ("first", "stars", "own", "secrets")}
        given = Prepared(
            "FillGiven",
            {
                "order": tables.order,
                "forms": forms | {"limit": limit, "start": self._start},
                "rows": tables.rows,
                "points": points,
                "asks": tables.asks,
                "moves": moves_of(system, tables, largest),
                "add": tables.add,
                "cap": system.cap,
                "worst": system.objective is Objective.WORST,
            },
        )
        room = _room(tables, int(np.diff(points.first, axis=1).max()))
        ranks = int(tables.own.max()) + points.first.shape[1] - 1
        for rank in range(ranks):
            top = fill_rank(rank, given, self._values, room)
            if top > np.iinfo(self._values.dtype).max:
                raise Refused("the values for so many colours are too large")
            progress("values", rank + 1, ranks)


def _points(system: Recurrences, tables: Tables, domain: Domain) -> Points:
    """The vectors of a domain for each set of columns that some form has stars in."""
    kinds, occurring = len(system.kinds), {*tables.stars.tolist()}
    weights = np.array([kind.bit_count() for kind in system.kinds])
    vectors, ranks, places, ways, counts = [], [], [], [], []
    for stars, active in enumerate(tables.active):
        own = domain.points(len(active)) if stars in occurring else np.zeros((0, len(active)), int)
        rank = own @ weights[list(active)]
        order = np.lexsort((own.sum(axis=1), rank))
        every = np.zeros((kinds, len(own)), dtype=np.int64)
        every[list(active)] = own[order].T
        vectors.append(every)
        ranks.append(rank[order])
        places.append(order)
        ways.append(ways_of(system, active, every[list(active)]))
        counts.append(len(own))
    most = max(int(rank.max()) for rank in ranks if len(rank))
    first = np.array([np.searchsorted(rank, np.arange(most + 2)) for rank in ranks])
    first += starts(counts)[:-1, None]
    numbers = np.concatenate(vectors, axis=1)
    sums = np.zeros((1 << kinds, numbers.shape[1]), dtype=np.int16)
    for some in range(1, 1 << kinds):
        last = some.bit_length() - 1
        sums[some] = sums[some ^ 1 << last] + numbers[last]
    return Points(
        first, sums[-1].astype(np.int64), sums, np.concatenate(ways, axis=1), np.concatenate(places)
    )


def _room(tables: Tables, points: int) -> Prepared:
    """Room for a number of points of a form and rank."""
    asks, levels = int(np.diff(tables.asks.first).max()), len(tables.add)
    of_parts = tables.rows.number.shape[1], points
    return room(
        "FillRoom",
        secrets=points,
        total=points,
        best=(levels, points),
        length=(asks, levels),
        where=(asks, levels, points),
        live=points,
        row=of_parts,
        place=of_parts,
        lost=of_parts,
        offset=levels,
    )


def _domains(system: Recurrences, most: int, *, whole: bool = False) -> Sequence[Domain]:
    """For each form the vectors that are needed for all with indices of at most *most*.

    whole: for those of the game with at most *most* colours in each alphabet.
    """
    if not system.closure.game.shares_colours:
        return [Domain(most)] * len(system.forms)
    # Of no part there are more colours, explicit and implicit.
    explicit = [form.colours for form in system.forms]
    pairs = zip(system.active, explicit, strict=True)
    total = most if whole else max(most * len(active) + k for active, k in pairs)
    return [Domain(max(total - k, -1), in_all=True) for k in explicit]
