"""Compiled: grids whose rows and columns are among given candidates.

The plain twin is `masetproof.grid.compatible.join_plainly`.
"""

from __future__ import annotations

from masetproof.kernels import kernel


@kernel
def join(cells, candidates, starts, powers, grids, most_steps, random, room):
    """Fill in the grids; whether that was all is the second result, the first is their number.

    A level is a line: row 0, column 0, row 1, column 1, and so on.  A line crosses all lines of the
    other kind before it, which fix its first cells; as the candidates ascend, those that fit stand
    together.

    cells: uint8[lines, size].  candidates: int64, numbers of lines, those of one level after the
    other, ascending; starts: int64[2 * size + 1], where those of each level begin.  powers:
    int64[size + 1], how many lines begin with given cells, by the number of these.  grids:
    uint16[most, 2 * size], gets the rows and columns of a grid.  most_steps: how many lines are
    tried before it is given up.  random: 0 for all grids, in order; a seed from 1 to 2^31 - 2 for a
    sample: then each search begins anywhere among the candidates and ends with the first grid.
    room: int64[4, 2 * size]; its rows get, by level, the first that fits, the one after the last,
    the next to try, and how many are left to try.
    """
    size = cells.shape[1]
    low, high, place, left = room[0], room[1], room[2], room[3]
    count = 0
    level = 0
    enter = True
    for _ in range(most_steps):
        line = level // 2
        if enter:
            # Where the candidates begin that have the cells which are fixed.
            fixed = line + level % 2
            prefix = 0
            for other in range(fixed):
                crossing = 2 * other + 1 - level % 2
                prefix = prefix + cells[candidates[place[crossing]], line] * powers[other + 1]
            for end in range(2):
                bound = prefix + end * powers[fixed]
                first, last = starts[level], starts[level + 1]
                while first < last:
                    middle = (first + last) // 2
                    if candidates[middle] < bound:
                        first = middle + 1
                    else:
                        last = middle
                room[end, level] = first
            left[level] = high[level] - low[level]
            place[level] = low[level] - 1
            if random and left[level]:
                random = random * 48271 % 2147483647
                place[level] += random % left[level]
            enter = False
        if not left[level]:
            if level == 0:
                return count, random == 0
            level -= 1
            continue
        left[level] -= 1
        place[level] += 1
        if place[level] == high[level]:
            place[level] = low[level]
        if level < 2 * size - 1:
            level += 1
            enter = True
            continue
        if count == grids.shape[0]:
            return count, False
        for other in range(size):
            grids[count, other] = candidates[place[2 * other]]
            grids[count, size + other] = candidates[place[2 * other + 1]]
        count += 1
        if random:
            if count == grids.shape[0]:
                return count, False
            level = 0
            enter = True
    return count, False
