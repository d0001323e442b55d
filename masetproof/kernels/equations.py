"""Compiled: from the splits of patterns to the functions that play reaches and their equations.

A function is a pattern with a level, the number of excluded colours as far as it counts.  The
plain twins are `masetproof.recurrences.system.reach_plainly` and `equations_plainly`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from masetproof.kernels import compiled


class SplitColumns(NamedTuple):
    """What the equations need of `Splits`; those of pattern i are start[i]:start[i+1]."""

    start: NDArray[np.int64]
    new: NDArray[np.uint8]
    extra: NDArray[np.uint8]
    patterns: NDArray[np.int16]
    explicit: NDArray[np.int16]


class Levels(NamedTuple):
    """How the levels of a reading change.

    allowed: int64[levels], the extra cells that a question may have.  after: int8[levels, most],
    the level after so many more colours are excluded.  colours, maset_colours: int8, the explicit
    colours of each pattern and maset.
    """

    allowed: NDArray[np.int64]
    after: NDArray[np.int8]
    colours: NDArray[np.int8]
    maset_colours: NDArray[np.int8]


class Equations(NamedTuple):
    """The columns of `System`; those of function i are start[i]:start[i+1]."""

    start: NDArray[np.int64]
    new: NDArray[np.int8]
    constant: NDArray[np.int32]
    parts: NDArray[np.int16]
    split: NDArray[np.int32]


@compiled
def reach(splits, levels, first_level, counts):
    """How many equations each function has that play reaches; 0 where it does not.

    Filled in: counts int64[patterns, levels].
    """
    level_count = counts.shape[1]
    seen = np.zeros(counts.shape, np.bool_)
    waiting = np.empty(counts.size, np.int64)
    seen[0, first_level] = True
    waiting[0] = first_level
    size = 1
    while size:
        size -= 1
        pattern, level = divmod(waiting[size], level_count)
        for row in range(splits.start[pattern], splits.start[pattern + 1]):
            if splits.extra[row] > levels.allowed[level]:
                continue
            counts[pattern, level] += 1
            before = levels.colours[pattern] + splits.new[row]
            for part in splits.patterns[row]:
                if part < 0:
                    break
                after = levels.after[level, before - levels.colours[part]]
                if not seen[part, after]:
                    seen[part, after] = True
                    waiting[size] = part * level_count + after
                    size += 1


@compiled
def write_equations(splits, levels, values, worst, number, pattern, level, begin, end, equations):
    """Write the equations of the functions *begin* to *end* to their places.

    values: int64[masets, levels].  worst: whether the constant is a maximum or a sum.
    number: int32[patterns, levels], of each function.  pattern, level: of the function of each
    number.
    """
    level_count = equations.constant.shape[1]
    for function in range(begin, end):
        place = equations.start[function]
        here = level[function]
        for row in range(splits.start[pattern[function]], splits.start[pattern[function] + 1]):
            if splits.extra[row] > levels.allowed[here]:
                continue
            before = levels.colours[pattern[function]] + splits.new[row]
            equations.new[place] = splits.new[row]
            equations.split[place] = row
            equations.parts[place] = -1
            for column in range(splits.patterns.shape[1]):
                part = splits.patterns[row, column]
                if part < 0:
                    break
                after = levels.after[here, before - levels.colours[part]]
                equations.parts[place, column] = number[part, after]
            for left in range(level_count):
                constant = 0
                for maset in splits.explicit[row]:
                    if maset < 0:
                        break
                    lost = before + left - levels.maset_colours[maset]
                    value = values[maset, levels.after[here, lost]]
                    constant = max(constant, value) if worst else constant + value
                equations.constant[place, left] = constant
            place += 1
