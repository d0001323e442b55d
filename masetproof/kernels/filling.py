"""Compiled: the values of functions of several indices (docs/black-peg.md).

A *form* is a pattern or explicit maset; its function of a *level*, the numbers of excluded colours
of the alphabets as one number, depends on the vector m of implicit colours of its active kinds.
The *rank* of a form at m is the number of pairs of a colour and a column where it may still stand.
All vectors of one rank are filled in at once.  The plain twin is `PlainValues` of
`masetproof.recurrences.values`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from masetproof.kernels import kernel

NONE = np.int64(1) << np.int64(62)


class Forms(NamedTuple):
    """Patterns and explicit masets; sets of columns are bits.

    first: int64[forms + 1], where the rows of each begin.  stars: uint8[forms], the columns with a
    star.  own: int64[forms], the rank without implicit colours.  limit: int64[forms], the most
    implicit colours in all.  secrets: int64[forms, 2**pegs], how many clauses have their stars in
    each set of columns.  start: int64[forms, levels], where the values of a form begin at each
    level, or -1 for those that play never comes to.
    """

    first: NDArray[np.int64]
    stars: NDArray[np.uint8]
    own: NDArray[np.int64]
    limit: NDArray[np.int64]
    secrets: NDArray[np.int64]
    start: NDArray[np.int64]


class Points(NamedTuple):
    """The vectors m, for each set of columns with a star by rank, then by their sum.

    first: int64[2**pegs, ranks + 1], where those of a set and a rank begin.  total: int64[points],
    their sums.  sums: int16[2**kinds, points], how many colours there are of each set of kinds.
    ways: int64[2**pegs, points], in how many ways each set of stars takes them.  place:
    int64[points], of the value among those of a function.
    """

    first: NDArray[np.int64]
    total: NDArray[np.int64]
    sums: NDArray[np.int16]
    ways: NDArray[np.int64]
    place: NDArray[np.int64]


class Asks(NamedTuple):
    """What questions on patterns with the same stars may have new and blank.

    first: int64[2**pegs], the first one of each set of stars.  kinds, least: int64[asks, levels,
    needs]: it may be asked where there are at least *least* colours of these kinds together; the
    set is 0 where there are no further needs.  new: int64[asks, 2**kinds], the new colours by sets
    of kinds.
    """

    first: NDArray[np.int64]
    kinds: NDArray[np.int64]
    least: NDArray[np.int64]
    new: NDArray[np.int64]


class Moves(NamedTuple):
    """What becomes of the colours that are left.

    width: int64[moves], how many indices the part has.  kinds, more: int64[moves, kinds]: the place
    of the value is the sum of terms, one for each index, from *table*, int64[kinds + 1, kinds,
    numbers], by the width, the index, and the number of colours of a set of kinds, *more* added.
    lost: int64[moves, alphabets], the kinds that can stand nowhere any more.  levels:
    int64[moves], one more than the level of all colours of these.  level: int64[moves, levels],
    that of the part but for the colours that the answer excludes.
    """

    width: NDArray[np.int64]
    kinds: NDArray[np.int64]
    more: NDArray[np.int64]
    table: NDArray[np.int64]
    lost: NDArray[np.int64]
    levels: NDArray[np.int64]
    level: NDArray[np.int64]


class Rows(NamedTuple):
    """What questions leave; those that leave all secrets together are not among them.

    The better ones of a form, and the larger parts of a row, had better come first.

    ask: int32[rows].  number: int16[rows, width], the forms of the parts, -1 when there is none.
    move: int32[rows, width].  excludes: uint8[rows, width], the explicit colours that are excluded,
    as a level.
    """

    ask: NDArray[np.int32]
    number: NDArray[np.int16]
    move: NDArray[np.int32]
    excludes: NDArray[np.uint8]


class Given(NamedTuple):
    """All that is only read.

    order: the forms, parts of the same rank coming before what is asked.  add: int64[levels,
    levels], the level of the colours of both.  cap: how many excluded colours of an alphabet make a
    difference.  worst: whether the worst case is wanted.
    """

    order: NDArray[np.int64]
    forms: Forms
    rows: Rows
    points: Points
    asks: Asks
    moves: Moves
    add: NDArray[np.int64]
    cap: int
    worst: bool


class Room(NamedTuple):
    """Room to work, for the points of a form and rank.

    secrets, total: int64[points].  best: int64[levels, points].  length: int64[asks, levels],
    where: int32[asks, levels, points], the points where something may be asked, once they are
    known.  live: int32[points], those where a question may still be better than the best.  row,
    place, lost: int64[width, points], of which row the place of a part and the level of the colours
    it loses are known.  offset: int64[levels].
    """

    secrets: NDArray[np.int64]
    total: NDArray[np.int64]
    best: NDArray[np.int64]
    length: NDArray[np.int64]
    where: NDArray[np.int32]
    live: NDArray[np.int32]
    row: NDArray[np.int64]
    place: NDArray[np.int64]
    lost: NDArray[np.int64]
    offset: NDArray[np.int64]


@kernel
def count_secrets(clauses, ways, low, secrets):
    """The numbers of secrets of a form at consecutive points."""
    secrets[:] = 0
    for stars in range(clauses.shape[0]):
        if clauses[stars]:
            for place in range(secrets.shape[0]):
                secrets[place] += clauses[stars] * ways[stars, low + place]


@kernel
def find_points(given, ask, level, low, secrets, where):
    """Fill in where something may be asked, of the points with a secret; returns how many."""
    kinds, least, count = given.asks.kinds[ask, level], given.asks.least[ask, level], 0
    for place in range(secrets.shape[0]):
        enough = secrets[place] > 0
        for need in range(kinds.shape[0]):
            if kinds[need]:
                enough &= given.points.sums[kinds[need], low + place] >= least[need]
        if enough:
            where[count] = place
            count += 1
    return count


@kernel
def find_part(given, move, new, point, place, lost):
    """Where the value of a part is, and the level of the colours that run out."""
    moves, sums = given.moves, given.points.sums
    where, width = np.int64(0), moves.width[move]
    for index in range(width):
        kinds = moves.kinds[move, index]
        number = sums[kinds, point] - new[kinds] + moves.more[move, index]
        where += moves.table[width, index, number]
    place[0], lost[0], unit = where, 0, np.int64(1)
    for alphabet in range(moves.lost.shape[1]):
        kinds = moves.lost[move, alphabet]
        if kinds:
            lost[0] += unit * min(given.cap, sums[kinds, point] - new[kinds])
        unit *= given.cap + 1


@kernel
def add_part(given, row, part, low, best, count, values, room):
    """Add the values of a part, or take the larger ones, where the question may be the best.

    Returns at how many points it still may.
    """
    move, new = given.rows.move[row, part], given.asks.new[given.rows.ask[row]]
    known, places, lost, kept = room.row[part], room.place[part], room.lost[part], 0
    for i in range(count):
        place = room.live[i]
        if known[place] != row:
            known[place] = row
            find_part(given, move, new, low + place, places[place:], lost[place:])
        value = np.int64(values[room.offset[lost[place]] + places[place]])
        total = room.total[place]
        total = max(total, value) if given.worst else total + value
        if total < best[place]:
            room.total[place] = total
            room.live[kept] = place
            kept += 1
    return kept


@kernel
def improve(given, row, level, low, where, values, room):
    """Put in what a question leaves at one level, where that is the best so far."""
    best, count = room.best[level], where.shape[0]
    for i in range(count):
        room.live[i] = where[i]
        room.total[where[i]] = 0
    for part in range(given.rows.number.shape[1]):
        number = given.rows.number[row, part]
        if number < 0 or count == 0:
            break
        move = given.rows.move[row, part]
        before = given.add[given.moves.level[move, level], given.rows.excludes[row, part]]
        for lost in range(given.moves.levels[move]):
            room.offset[lost] = given.forms.start[number, given.add[before, lost]]
        count = add_part(given, row, part, low, best, count, values, room)
    for i in range(count):
        place = room.live[i]
        best[place] = min(best[place], room.total[place])


@kernel
def fill_form(given, form, low, secrets, values, room):
    """Fill in the values of the functions of a form at consecutive points; returns the largest."""
    forms, count, levels = given.forms, secrets.shape[0], given.add.shape[0]
    first_ask = given.asks.first[forms.stars[form]]
    room.length[:] = -1
    room.row[:, :count] = -1
    room.best[:, :count] = NONE
    for row in range(forms.first[form], forms.first[form + 1]):
        ask = given.rows.ask[row]
        own = ask - first_ask
        for level in range(levels):
            if forms.start[form, level] >= 0:
                where = room.where[own, level]
                if room.length[own, level] < 0:
                    length = find_points(given, ask, level, low, secrets, where)
                    room.length[own, level] = length
                improve(given, row, level, low, where[: room.length[own, level]], values, room)
    largest = np.int64(0)
    for level in range(levels):
        if forms.start[form, level] >= 0:
            for place in range(count):
                value = np.int64(0)
                if secrets[place]:
                    value = room.best[level, place] + (1 if given.worst else secrets[place])
                values[forms.start[form, level] + given.points.place[low + place]] = value
                largest = max(largest, value)
    return largest


@kernel
def fill_rank(rank, given, values, room):
    """Fill in the values of all functions at the vectors of one rank.

    Returns the largest value; the table is wrong when it does not fit the table.
    """
    forms, points, largest = given.forms, given.points, np.int64(0)
    for form in given.order:
        stars, weight = forms.stars[form], rank - forms.own[form]
        if 0 <= weight < points.first.shape[1] - 1:
            low, high = points.first[stars, weight], points.first[stars, weight + 1]
            while high > low and points.total[high - 1] > forms.limit[form]:
                high -= 1
            secrets = room.secrets[: high - low]
            count_secrets(forms.secrets[form], points.ways, low, secrets)
            largest = max(largest, fill_form(given, form, low, secrets, values, room))
    return largest
