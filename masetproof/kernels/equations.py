"""Compiled: from the splits of patterns to the functions that play reaches and their equations.

A function is a pattern with a level, the number of excluded colours as far as it counts.  The
plain twins are `masetproof.recurrences.recurrences.Recurrences.functions` and
`masetproof.recurrences.system.write_plainly`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from masetproof.kernels import kernel


class Columns(NamedTuple):
    """What the equations are made of.

    start, new, extra, patterns, explicit: as in `Splits`; the splits of pattern i are the rows
    start[i]:start[i+1].  colours, maset_colours: int8, the explicit colours of each pattern and
    maset.  allowed: int64[levels], the extra cells that a question may have.  after: int8[levels,
    most], the level after a number of further colours are excluded.  values: int64[masets, levels].
    """

    start: NDArray[np.int64]
    new: NDArray[np.uint8]
    extra: NDArray[np.uint8]
    patterns: NDArray[np.int16]
    explicit: NDArray[np.int16]
    colours: NDArray[np.int8]
    maset_colours: NDArray[np.int8]
    allowed: NDArray[np.int64]
    after: NDArray[np.int8]
    values: NDArray[np.int64]


@kernel
def reach(columns, first_level, waiting, reached):
    """Mark the functions that play reaches: bool[patterns, levels].

    Room: waiting int64[patterns * levels].
    """
    level_count = reached.shape[1]
    reached[0, first_level] = True
    waiting[0] = first_level
    size = 1
    while size:
        size -= 1
        pattern, level = waiting[size] // level_count, waiting[size] % level_count
        for row in range(columns.start[pattern], columns.start[pattern + 1]):
            if columns.extra[row] > columns.allowed[level]:
                continue
            before = columns.colours[pattern] + columns.new[row]
            for part in columns.patterns[row]:
                if part < 0:
                    break
                after = columns.after[level, before - columns.colours[part]]
                if not reached[part, after]:
                    reached[part, after] = True
                    waiting[size] = part * level_count + after
                    size += 1


@kernel
def are_alike(columns, one, other):
    """Whether two splits have the same new colours and patterns."""
    if columns.new[one] != columns.new[other]:
        return False
    for column in range(columns.patterns.shape[1]):
        if columns.patterns[one, column] != columns.patterns[other, column]:
            return False
    return True


@kernel
def count_equations(columns, merged, pattern, level, counts):
    """Fill in how many equations each function has.

    merged: whether equations with the same terms are one.  pattern, level: int32[functions].
    """
    for function in range(len(pattern)):
        last = -1
        for row in range(columns.start[pattern[function]], columns.start[pattern[function] + 1]):
            if columns.extra[row] <= columns.allowed[level[function]]:
                if last < 0 or not merged or not are_alike(columns, last, row):
                    counts[function] += 1
                last = row


@kernel
def write_constants(columns, row, before, level, worst, constants):
    """Write c for 0, 1, ... colours that are left beside the *before* explicit ones."""
    for left in range(constants.shape[0]):
        constants[left] = 0
        for maset in columns.explicit[row]:
            if maset < 0:
                break
            lost = before + left - columns.maset_colours[maset]
            value = columns.values[maset, columns.after[level, lost]]
            constants[left] = max(constants[left], value) if worst else constants[left] + value


@kernel
def write_equations(columns, worst, merged, functions, begin, end, constants, equations):
    """Write the equations of the functions *begin* to *end* to their places.

    worst: whether a constant is a maximum or a sum.  functions: pattern and level of each, and
    int32[patterns, levels] with the number of each.  equations: as the columns of `System` start,
    new, constant, parts, split.  Room: constants int64[levels].
    """
    pattern, level, number = functions
    start, all_new, all_constants, all_parts, split = equations
    for function in range(begin, end):
        place = start[function] - 1
        last = -1
        for row in range(columns.start[pattern[function]], columns.start[pattern[function] + 1]):
            if columns.extra[row] > columns.allowed[level[function]]:
                continue
            before = columns.colours[pattern[function]] + columns.new[row]
            write_constants(columns, row, before, level[function], worst, constants)
            if last < 0 or not merged or not are_alike(columns, last, row):
                place += 1
                all_new[place] = columns.new[row]
                for left in range(constants.shape[0]):
                    all_constants[place, left] = constants[left]
                split[place] = row
                for column in range(columns.patterns.shape[1]):
                    part = columns.patterns[row, column]
                    if part < 0:
                        break
                    after = columns.after[level[function], before - columns.colours[part]]
                    all_parts[place, column] = number[part, after]
            else:
                if constants[-1] < all_constants[place, -1]:
                    split[place] = row
                for left in range(constants.shape[0]):
                    all_constants[place, left] = min(all_constants[place, left], constants[left])
            last = row
