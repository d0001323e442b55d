"""The values of functions of several indices, by a kernel.

Its plain twin is `recurrences.values.PlainValues`.  `Recurrences` has each question as a value;
here all questions stand in columns, as `kernels/c/filling.h` describes them.  With four pegs there
are a million.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, product
from math import comb
from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused
from masetproof.kernels import Prepared, fill_rank, room
from masetproof.objectives import Objective
from masetproof.patterns.columns import star_counts, starts, ways_of_sets
from masetproof.patterns.kinds import blank_needs, is_active, new_counts
from masetproof.patterns.pattern import colours_in
from masetproof.patterns.splitter import Splits
from masetproof.progress import Progress, silent
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Function, Recurrences, becomes

_MOST_BYTES = 1 << 32
_MANY = 1000
"""Forms are sorted by their numbers of secrets with this many colours of each kind."""
_NEVER = 1 << 20
"""As the least number of colours of a question that cannot be asked at all."""


@final
@dataclass(frozen=True)
class Domain:
    """The vectors with every index at most *most* or, where *in_all*, with their sum at most
    *most*.

    There are none when *most* is -1.
    """

    most: int
    in_all: bool = False

    def points(self, indices: int) -> NDArray[np.int64]:
        """The vectors in the order of their places: int64[vectors, indices].

        With a bound on the sum they are ordered by it, and among equals by the sum of all indices
        but the last.
        """
        if not self.in_all:
            axes = np.indices((self.most + 1,) * indices, dtype=np.int64)
            return np.ascontiguousarray(axes.reshape(indices, self.count(indices)).T)
        if not indices:
            return np.zeros((self.count(0), 0), dtype=np.int64)
        before = self.points(indices - 1)
        pieces = []
        for total in range(self.most + 1):
            some = before[: comb(total + indices - 1, indices - 1)]
            pieces.append(np.column_stack((some, total - some.sum(axis=1))))
        return np.concatenate(pieces)

    def count(self, indices: int) -> int:
        if self.in_all:
            return comb(self.most + indices, indices) if self.most >= 0 else 0
        return int((self.most + 1) ** indices)

    def place(self, columns: Sequence[NDArray[np.int64]]) -> NDArray[np.int64] | int:
        """The places of vectors whose first, second, ... numbers are these columns."""
        numbers = accumulate(columns) if self.in_all else columns
        terms = zip(self.terms(len(columns)), numbers, strict=True)
        place: NDArray[np.int64] | int = sum((worth[of_each] for worth, of_each in terms), 0)
        return place

    def terms(self, indices: int) -> NDArray[np.int64]:
        """The contribution of each number of an index to the place: int64[indices, numbers].

        With a bound on the sum, the contribution of each sum of the first indices: the partial sums
        of a vector are a combination, and its place is the rank of this combination (Lehmer).
        """
        numbers = range(self.most + 1)
        if self.in_all:
            worth = [[comb(s + i, i + 1) for s in numbers] for i in range(indices)]
            return np.array(worth, dtype=np.int64).reshape(indices, len(numbers))
        units = len(numbers) ** np.arange(indices, dtype=np.int64)[::-1]
        return np.outer(units, np.arange(len(numbers)))


Columns = dict[str, NDArray[Any]]
"""The arrays of a struct of `kernels/c/filling.h`, by their names there."""


class Tables(NamedTuple):
    """The arrays that do not depend on the number of colours; `FillGiven` has the other fields.

    active: for each set of columns with a star, the places of the active kinds.
    triples: for each move the stars of the form asked, the place of the index map, and the stars of
        the part.  All parts with the same triple share a *move*: how their indices, and their place
        among the values, follow from the indices of the form asked.
    reached: bool[forms, levels], the functions that play reaches.
    """

    active: list[tuple[int, ...]]
    triples: list[tuple[int, int, int]]
    order: NDArray[np.int64]
    forms: Columns
    rows: Columns
    asks: Columns
    add: NDArray[np.int64]
    reached: NDArray[np.bool_]


def tables_of(system: Recurrences) -> Tables:
    """The tables of a system of several kinds."""
    pegs = system.closure.pegs
    columns = [tuple(bool(stars >> j & 1) for j in range(pegs)) for stars in range(1 << pegs)]
    active = [
        tuple(place for place, kind in enumerate(system.kinds) if is_active(kind, has))
        for has in columns
    ]
    stars = np.array([columns.index(has) for has in system.stars], dtype=np.uint8)
    own = np.array([sum(form.colours_by_column) for form in system.forms], dtype=np.int64)
    secrets = star_counts(system.forms, pegs)
    many = np.array([[_MANY * (p in own) for own in active] for p in range(len(system.kinds))])
    ways = ways_of_sets(system.closure.game, pegs, many)
    sizes = (secrets * ways.T[stars]).sum(axis=1)
    asked, new, extra, number, maps, excludes = _rows(system, own, sizes)
    limits = 1 << pegs, len(new_counts(system.closure.game, pegs)), 1 << pegs
    ask, triples = _numbered(limits, stars[asked], new, extra)
    # The parts that are none are as if they had the stars of the last form.
    limits = 1 << pegs, len(system.closure.maps), 1 << pegs
    move, moves = _numbered(limits, stars[asked][:, None], maps, stars[number])
    made = Tables(
        active,
        moves,
        np.argsort(sizes, kind="stable"),
        {
            "first": starts(np.bincount(asked, minlength=len(stars))),
            "stars": stars,
            "own": own,
            "secrets": secrets,
        },
        {"ask": ask, "number": number, "move": move, "excludes": excludes},
        _asks(system, columns, triples),
        _add(system),
        np.zeros((len(stars), system.most_excluded + 1), dtype=bool),
    )
    return made._replace(reached=_reached(system, made))


def _numbered(
    limits: tuple[int, int, int], *columns: NDArray[Any]
) -> tuple[NDArray[np.int32], list[tuple[int, int, int]]]:
    """The different triples in three columns, ascending, and for each row the place of its triple.

    limits: the numbers of each column are below these.
    """
    places = np.ravel_multi_index(np.broadcast_arrays(*columns), limits)
    occurs = np.bincount(places.ravel(), minlength=np.prod(limits)) > 0
    triples = np.transpose(np.unravel_index(np.flatnonzero(occurs), limits)).tolist()
    numbers = np.cumsum(occurs, dtype=np.int32) - np.int32(1)
    return numbers[places], [(a, b, c) for a, b, c in triples]


def _rows(
    system: Recurrences, own: NDArray[np.int64], sizes: NDArray[np.int64]
) -> list[NDArray[Any]]:
    """The questions that split the secrets, in columns.

    The columns are the form asked, ascending; `Splits.new` and `Splits.extra`; and for the parts
    the forms, the index maps, and `excludes`.

    own: the ranks of the forms without implicit colours.
    sizes: their numbers of secrets with many colours.
    """
    closure, count = system.closure, len(system.closure.patterns)
    pieces, width = [], closure.game.open_answers(closure.pegs)
    for first, splits in ((0, closure.splits), (count, closure.maset_splits)):
        number, maps = _parts(splits, count, sizes, width)
        pieces.append(
            (splits.pattern.astype(np.int64) + first, splits.new, splits.extra, number, maps)
        )
    asked, new, extra, number, maps = (np.concatenate(c) for c in zip(*pieces, strict=True))
    present = number >= 0
    news = np.array(new_counts(closure.game, closure.pegs), dtype=np.int64)
    weights = np.array([kind.bit_count() for kind in system.kinds])
    again = np.array([sum(kind.bit_count() for kind in one.implicit) for one in closure.maps])
    loss = (own[asked] + (news @ weights)[new])[:, None] - own[number] - again[maps]
    itself = present & (number == asked[:, None]) & (loss == 0) & (new == 0)[:, None]
    tells = ~(itself[:, 0] & (present.sum(axis=1) == 1))
    fewer = sizes[number] < sizes[asked][:, None]
    if not ((loss > 0) | (loss == 0) & fewer | ~present)[tells].all():
        raise AssertionError("a part does not come before what is asked")
    excludes = _excludes(system, news, asked, new, number, maps)
    columns = asked, new, extra, number, maps, excludes
    kept = np.flatnonzero(tells)[_needed(*(column[tells] for column in columns))]
    size = np.where(present, sizes[number], 0)[kept].astype(np.float64)
    better = kept[np.lexsort(((size**2).sum(axis=1), asked[kept]))]
    return [column[better] for column in columns]


def _parts(
    splits: Splits, patterns: int, sizes: NDArray[np.int64], width: int
) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    """The forms of the parts of each split and their index maps; large ones first, then -1."""
    number, maps = splits.forms(patterns, width=width)
    rank = np.argsort(np.argsort(sizes, kind="stable"), kind="stable")
    order = np.argsort(np.where(number < 0, 1, -rank[number]), axis=1, kind="stable")
    return np.take_along_axis(number, order, axis=1), np.take_along_axis(maps, order, axis=1)


def _excludes(
    system: Recurrences,
    news: NDArray[np.int64],
    asked: NDArray[np.int64],
    new: NDArray[np.uint8],
    number: NDArray[np.int16],
    maps: NDArray[np.uint16],
) -> NDArray[np.uint8]:
    """For each part the level of the explicit colours that it excludes: those of the question's
    pattern, old and new, that do not occur in it."""
    closure = system.closure
    alphabets = closure.game.alphabets(closure.pegs)
    has = np.array([[bool(kind & own) for own in alphabets] for kind in system.kinds], np.int64)
    explicit = np.array([[colours_in(form, own) for own in alphabets] for form in system.forms])
    again = np.array([len(one.implicit) for one in closure.maps])
    before = explicit[asked] + (news @ has)[new]
    level = np.zeros(number.shape, dtype=np.uint8)
    if system.reading is Reading.EXACT:
        sources = np.array([closure.game.moved_alphabets(one.columns) for one in closure.maps])
        for a in range(len(alphabets)):
            source = sources[maps, a]
            gone = np.take_along_axis(before, source, axis=1) - explicit[number, a] - again[maps]
            level += (np.clip(gone, 0, system.cap) * (system.cap + 1) ** a).astype(np.uint8)
    return np.where(number < 0, np.uint8(0), level)


def _needed(
    asked: NDArray[np.int64],
    new: NDArray[np.uint8],
    extra: NDArray[np.uint8],
    number: NDArray[np.int16],
    maps: NDArray[np.uint16],
    excludes: NDArray[np.uint8],
) -> NDArray[np.int64]:
    """Rows of questions without those that another one replaces.

    One question replaces another if it leaves the same parts with a subset of its blanks.
    """
    parts = (number.astype(np.int64) + 1 << 32) + (maps.astype(np.int64) << 8) + excludes
    keys = np.column_stack(((asked << 8) + new, parts))
    fewer = np.bitwise_count(extra)
    order = np.lexsort((fewer, *keys.T))
    differ = (keys[order[1:]] != keys[order[:-1]]).any(axis=1)
    first = np.concatenate(([0], np.flatnonzero(differ) + 1))
    group = np.cumsum(np.concatenate(([0], differ)))
    least = order[first][group]
    kept = (least == order) | (extra[least] & ~extra[order] != 0)
    result: NDArray[np.int64] = order[kept]
    return result


def _asks(
    system: Recurrences, columns: list[tuple[bool, ...]], triples: list[tuple[int, int, int]]
) -> Columns:
    """The new colours and blanks of questions; a triple is stars, `Splits.new`, `Splits.extra`."""
    game, pegs = system.closure.game, system.closure.pegs
    news, levels = new_counts(game, pegs), range(system.most_excluded + 1)
    sets = range(1 << len(system.kinds))
    new = np.array(
        [[sum(r for p, r in enumerate(news[code]) if some >> p & 1) for some in sets]
         for _, code, _ in triples], np.int64,
    )  # fmt: skip
    most = len(system.kinds) + (len(game.alphabets(pegs)) << pegs)
    pairs = np.zeros((2, len(triples), len(levels), most), np.int64)
    for ask, (stars, code, extra) in enumerate(triples):
        fresh = [(1 << place, r) for place, r in enumerate(news[code]) if r]
        for level in levels:
            needs = blank_needs(game, columns[stars], extra, system.levels((0, level)))
            own = [(1, _NEVER)]
            if needs is not None:
                blank = [(_set(need.kinds), need.least) for need in needs]
                own = fresh + [(some, least + int(new[ask, some])) for some, least in blank]
            pairs[:, ask, level, : len(own)] = np.array(own, np.int64).reshape(-1, 2).T
    first = np.searchsorted(np.array([stars for stars, _, _ in triples]), range((1 << pegs) + 1))
    kinds, least = pairs[..., : int(np.count_nonzero(pairs[0], axis=-1).max())].copy()
    return {"first": first, "kinds": kinds, "least": least, "new": new}


def moves_of(system: Recurrences, tables: Tables, domain: Domain) -> Columns:
    """The moves of `Tables.triples` as arrays, for values that are stored as in *domain*.

    A move has, for each index of the part, the set of kinds that become it and how many explicit
    colours are added; what each number contributes to the place; and the kinds that are excluded.
    """
    closure, levels = system.closure, range(system.most_excluded + 1)
    pegs, kinds = closure.pegs, len(system.kinds)
    alphabets, count = closure.game.alphabets(pegs), len(tables.triples)
    width = np.array([len(tables.active[below]) for _, _, below in tables.triples])
    sources, more = np.zeros((2, count, kinds), dtype=np.int64)
    lost = np.zeros((count, len(alphabets)), dtype=np.int64)
    level = np.tile(np.arange(len(levels)), (count, 1))
    for move, (asked, place, below) in enumerate(tables.triples):
        one = closure.maps[place]
        where, stars = ([bool(columns >> j & 1) for j in range(pegs)] for columns in (asked, below))
        indices, runs_out = becomes(system, where, one, stars)
        for at, index in enumerate(indices):
            sources[move, at], more[move, at] = _set(index.kinds), index.more
        if system.reading is Reading.EXACT:
            lost[move] = [*map(_set, runs_out)]
            level[move] = [system.moved((0, old), one.columns)[1] for old in levels]
    if domain.in_all:
        sources, more = np.bitwise_or.accumulate(sources, axis=1), np.cumsum(more, axis=1)
    table = np.zeros((kinds + 1, kinds, domain.most + 1), dtype=np.int64)
    for size in range(kinds + 1):
        table[size, :size] = domain.terms(size)
    most = 1 + system.cap * ((lost != 0) @ (system.cap + 1) ** np.arange(len(alphabets)))
    return {
        "width": width,
        "kinds": sources,
        "more": more,
        "table": table,
        "lost": lost,
        "levels": most,
        "level": level,
    }


def _set(kinds: Sequence[int]) -> int:
    """The set of kinds at these places, as a number with a bit for each."""
    return sum(1 << place for place in kinds)


def _add(system: Recurrences) -> NDArray[np.int64]:
    """A table that adds two levels; where excluded colours do not count, the sum is the first."""
    count = system.most_excluded + 1
    if system.reading is not Reading.EXACT:
        return np.tile(np.arange(count)[:, None], (1, count))
    levels = np.array([system.levels((0, level)) for level in range(count)])
    both = np.minimum(levels[:, None] + levels, system.cap)
    sums: NDArray[np.int64] = both @ (system.cap + 1) ** np.arange(levels.shape[1])
    return sums


def _reached(system: Recurrences, tables: Tables) -> NDArray[np.bool_]:
    """The functions that play reaches, for any m: bool[forms, levels]."""
    rows, first, levels = tables.rows, tables.forms["first"], system.most_excluded + 1
    possible = tables.asks["least"].max(axis=2) < _NEVER
    moves = moves_of(system, tables, Domain(0))
    alphabets = moves["lost"].shape[1]
    # The alphabets that may lose colours, as one number; and all levels of the lost colours.
    losing = (moves["lost"] != 0) @ (1 << np.arange(alphabets))
    counts = [
        [range(1 + system.cap * (some >> a & 1)) for a in range(alphabets)]
        for some in range(1 << alphabets)
    ]
    lost = [[*map(system.packed, product(*ranges))] for ranges in counts]
    reached = tables.reached.copy()
    reached[system.first] = True
    waiting = [system.first]
    while waiting:
        form, level = waiting.pop()
        ask, number, move, excludes = (
            column[first[form] : first[form + 1]] for column in rows.values()
        )
        asked = possible[ask, level][:, None] & (number >= 0)
        move = move[asked]
        known = tables.add[moves["level"][move, level], excludes[asked]]
        function = number[asked].astype(np.int64) * levels + known
        keys = function * len(lost) + losing[move]
        for key in np.unique(keys).tolist():
            (number, before), some = divmod(key // len(lost), levels), key % len(lost)
            for more in lost[some]:
                after = int(tables.add[before, more])
                if not reached[number, after]:
                    reached[number, after] = True
                    waiting.append((number, after))
    return reached


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
        points = sum(
            largest.count(len(tables.active[stars])) for stars in {*tables.forms["stars"].tolist()}
        )
        held = points * (2 * 2 ** len(system.kinds) + 8 * 2 ** (system.closure.pegs + 2))
        if 4 * int(sizes.sum()) + held > _MOST_BYTES:
            raise Refused("the values for so many colours take too much memory")
        # A form without points, of a board that is too small for it, starts nowhere, too.
        self._start = np.where(sizes > 0, starts(sizes.ravel())[:-1].reshape(sizes.shape), -1)
        self._values = np.zeros(sizes.sum(), dtype=np.int32)
        self._fill(tables, largest, progress)

    def at(self, function: Function, vectors: NDArray[np.int64]) -> NDArray[np.int64]:
        """The values of a function at some vectors: int64[vectors].

        vectors: int64[vectors, active kinds].
        """
        place = self._domains[function[0]].place([*vectors.T])
        places = np.full(len(vectors), self._start[function]) + place
        values: NDArray[np.int64] = self._values[places].astype(np.int64)
        return values

    def _fill(self, tables: Tables, largest: Domain, progress: Progress) -> None:
        """Compute all values, rank by rank.  largest: the domain of the forms with most vectors."""
        system = self._system
        pairs = zip(self._domains, map(len, system.active), strict=True)
        limit = np.array([one.most * (1 if one.in_all else indices) for one, indices in pairs])
        points = _points(system, tables, largest)
        given = Prepared(
            "FillGiven",
            {
                "order": tables.order,
                "forms": tables.forms | {"limit": limit, "start": self._start},
                "rows": tables.rows,
                "points": points,
                "asks": tables.asks,
                "moves": moves_of(system, tables, largest),
                "add": tables.add,
                "cap": system.cap,
                "worst": system.objective is Objective.WORST,
            },
        )
        room = _room(tables, int(np.diff(points["first"], axis=1).max()))
        ranks = int(tables.forms["own"].max()) + points["first"].shape[1] - 1
        for rank in range(ranks):
            top = fill_rank(rank, given, self._values, room)
            if top > np.iinfo(self._values.dtype).max:
                raise Refused("the values for so many colours are too large")
            progress("values, step by step", rank + 1, ranks)


def _points(system: Recurrences, tables: Tables, domain: Domain) -> Columns:
    """The vectors of a domain for each set of columns that some form has stars in."""
    kinds, occurring = len(system.kinds), {*tables.forms["stars"].tolist()}
    weights = np.array([kind.bit_count() for kind in system.kinds])
    vectors, ranks, places, counts = [], [], [], []
    for stars, active in enumerate(tables.active):
        own = domain.points(len(active)) if stars in occurring else np.zeros((0, len(active)), int)
        rank = own @ weights[list(active)]
        order = np.lexsort((own.sum(axis=1), rank))
        every = np.zeros((kinds, len(own)), dtype=np.int64)
        every[list(active)] = own[order].T
        vectors.append(every)
        ranks.append(rank[order])
        places.append(order)
        counts.append(len(own))
    most = max(int(rank.max()) for rank in ranks if len(rank))
    first = np.array([np.searchsorted(rank, np.arange(most + 2)) for rank in ranks])
    first += starts(counts)[:-1, None]
    numbers = np.concatenate(vectors, axis=1)
    sums = np.zeros((1 << kinds, numbers.shape[1]), dtype=np.int16)
    for some in range(1, 1 << kinds):
        last = some.bit_length() - 1
        sums[some] = sums[some ^ 1 << last] + numbers[last]
    return {
        "first": first,
        "total": sums[-1].astype(np.int64),
        "sums": sums,
        "ways": ways_of_sets(system.closure.game, system.closure.pegs, numbers),
        "place": np.concatenate(places),
    }


def _room(tables: Tables, points: int) -> Prepared:
    """Room for a number of points of a form and rank."""
    asks, levels = int(np.diff(tables.asks["first"]).max()), len(tables.add)
    of_parts = tables.rows["number"].shape[1], points
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
    if not system.closure.game.can_fold:
        return [Domain(most)] * len(system.forms)
    # Of no part there are more colours, explicit and implicit.
    explicit = [form.colours for form in system.forms]
    pairs = zip(system.active, explicit, strict=True)
    total = most if whole else max(most * len(active) + k for active, k in pairs)
    return [Domain(max(total - k, -1), in_all=True) for k in explicit]
