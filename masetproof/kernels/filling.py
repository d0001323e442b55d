"""Compiled: the values of functions of several indices, each column having an alphabet of its own.

A *form* is a pattern or explicit maset; its function of a set e of columns, those that have an
excluded colour, depends on the numbers of implicit colours of its columns with a star, which are
called active.  All vectors m with the same sum, the *rank*, are filled in at once.  The plain twin
is `masetproof.recurrences.boxes`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from masetproof.kernels import standalone

NONE = np.int64(1) << np.int64(62)
COLUMNS = 4
"""There are so many columns at most; those that are not there have the index 0."""


class Forms(NamedTuple):
    """Patterns and explicit masets; sets of columns are bits.

    first: int64[forms + 1], where the rows of each begin.  active: uint8[forms].  stride:
    int64[forms, pegs], by how much the place of a value grows with the index of a column; 0 where
    it is not active.  secrets: int64[forms, 2**pegs], how many clauses have their stars in each set
    of columns.  start: int64[forms, 2**pegs], where the values of a form begin for each e, or -1
    for those that play never comes to.
    """

    first: NDArray[np.int64]
    active: NDArray[np.uint8]
    stride: NDArray[np.int64]
    secrets: NDArray[np.int64]
    start: NDArray[np.int64]


class Rows(NamedTuple):
    """What questions leave; those that leave all secrets together are not among them.

    The better ones of a form, and the larger parts of a row, had better come first.

    new: uint8[rows], the columns with a new colour.  allowed: uint32[rows], for which e it can be
    asked, as bits.  number: int16[rows, width], the forms of the parts, -1 when there is none.
    columns: uint8[rows, width, pegs], the column of what is asked that each column of a part is.
    excludes: uint8[rows, width], the columns of the part that get an excluded colour.
    """

    new: NDArray[np.uint8]
    allowed: NDArray[np.uint32]
    number: NDArray[np.int16]
    columns: NDArray[np.uint8]
    excludes: NDArray[np.uint8]


class Points(NamedTuple):
    """The vectors m - r of one rank, for each set of active columns and each set of new colours.

    start, stop: int64[2**pegs, 2**pegs], where those of a set of active columns and one of new
    colours begin and end.  left: int64[COLUMNS, points].  empty: uint8[points], the columns without
    a colour left.  of: int64[points], which m it is: its place among those of r = 0, which are all.
    """

    start: NDArray[np.int64]
    stop: NDArray[np.int64]
    left: NDArray[np.int64]
    empty: NDArray[np.uint8]
    of: NDArray[np.int64]


class Room(NamedTuple):
    """Room to work.

    best, total, secrets: int64[most points].  coefficient: int64[COLUMNS], offset: int64[2**pegs]:
    the place of the value of a part, by the indices and by which of them are 0.
    """

    best: NDArray[np.int64]
    total: NDArray[np.int64]
    secrets: NDArray[np.int64]
    coefficient: NDArray[np.int64]
    offset: NDArray[np.int64]


@standalone
def count_secrets(clauses, points, first, secrets):
    """The numbers of secrets of a form at some vectors."""
    secrets[:] = 0
    for stars in range(clauses.shape[0]):
        if clauses[stars]:
            for place in range(secrets.shape[0]):
                product = clauses[stars]
                for column in range(COLUMNS):
                    if stars >> column & 1:
                        product *= points[column, first + place]
                secrets[place] += product


@standalone
def known_after(forms, rows, row, part, asked, excluded, empty):
    """The set e of a part, when it is *excluded* before and the columns *empty* have run out."""
    after = np.int64(rows.excludes[row, part])
    below = forms.active[rows.number[row, part]]
    for column in range(rows.columns.shape[2]):
        source = rows.columns[row, part, column]
        lost = asked >> source & 1 and not below >> column & 1 and empty >> source & 1 == 0
        if lost or excluded >> source & 1:
            after |= 1 << column
    return after


@standalone
def find_part(forms, rows, row, part, asked, excluded, exact, room):
    """Where the values of a part are: fill in coefficient and offset."""
    pegs, number = forms.stride.shape[1], rows.number[row, part]
    room.coefficient[:] = 0
    for column in range(pegs):
        source = rows.columns[row, part, column]
        room.coefficient[source] += forms.stride[number, column]
    for empty in range(1 << pegs):
        after = excluded
        if exact:
            after = known_after(forms, rows, row, part, asked, excluded, empty)
        room.offset[empty] = forms.start[number, after]


@standalone
def add_part(points, first, last, worst, values, room):
    """Add the values of a part, or take the larger ones, at the vectors left of a question.

    Returns whether any of them is still less than the best one.
    """
    total, offset, best = room.total[: last - first], room.offset, room.best
    empty, left, of = points.empty[first:last], points.left[:, first:last], points.of[first:last]
    is_less = False
    # A loop over columns would be the innermost; so those that are not there are multiplied, too.
    a, b = room.coefficient[0], room.coefficient[1]
    c, d = room.coefficient[2], room.coefficient[3]
    for place in range(last - first):
        where = offset[empty[place]] + a * left[0, place] + b * left[1, place]
        value = np.int64(values[np.uint64(where + c * left[2, place] + d * left[3, place])])
        total[place] = max(total[place], value) if worst else total[place] + value
        is_less |= total[place] < best[of[place]]
    return is_less


@standalone
def fill_rank(order, forms, rows, points, exact, worst, values, room):
    """Fill in the values of all functions at the vectors of one rank.

    order: the forms, those of their parts that have no new colours between coming first.
    exact: whether excluded colours are counted, worst: whether the worst case is.
    Returns the largest value; the table is wrong when it does not fit the table.
    """
    pegs, largest = forms.stride.shape[1], np.int64(0)
    for form in order:
        active = forms.active[form]
        first, count = points.start[active, 0], points.stop[active, 0] - points.start[active, 0]
        if count == 0:
            continue
        secrets, best = room.secrets[:count], room.best[:count]
        count_secrets(forms.secrets[form], points.left, first, secrets)
        for excluded in range(1 << pegs):
            begin = forms.start[form, excluded]
            if begin < 0:
                continue
            best[:] = NONE
            for row in range(forms.first[form], forms.first[form + 1]):
                low, high = points.start[active, rows.new[row]], points.stop[active, rows.new[row]]
                if low == high or not rows.allowed[row] >> excluded & 1:
                    continue
                room.total[: high - low] = 0
                is_less, part = True, 0
                while is_less and part < rows.number.shape[1] and rows.number[row, part] >= 0:
                    find_part(forms, rows, row, part, active, excluded, exact, room)
                    is_less = add_part(points, low, high, worst, values, room)
                    part += 1
                if is_less:
                    for place in range(high - low):
                        asked = points.of[low + place]
                        best[asked] = min(best[asked], room.total[place])
            for place in range(count):
                where = begin
                for column in range(pegs):
                    where += forms.stride[form, column] * points.left[column, first + place]
                found = np.int64(0)
                if secrets[place]:
                    found = best[place] + (1 if worst else secrets[place])
                values[where] = found
                largest = max(largest, found)
    return largest
