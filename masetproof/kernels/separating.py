"""Compiled: the search for a probe that given grids answer differently.

The plain twin is `masetproof.grid.separating.anneal_plainly`.
"""

from __future__ import annotations

from masetproof.kernels import kernel

MULTIPLIER = 0x2545F4914F6CDD1D


@kernel
def anneal(answers, grids, colours, powers, bases, steps, heat, random, cells, best, keys, slots):
    """Change a probe cell by cell; returns the fewest collisions of all steps.

    The collisions of a probe are the grids less the different answers to it: 0 when it separates
    them.  A change is taken when the probe has few more collisions than before: how many at most
    is drawn, at first from 0 to *heat*, at last 0.

    answers: uint8[lines, lines].  grids: uint16[2 * size, n], their rows and columns.  powers:
    int64[size], what a cell counts in the number of a line.  bases: int64[2 * size], what the
    answer of a line counts in that of the grid, so that no two answers are the same number.
    random: from 1 to 2^31 - 2.  cells: int64[size * size], the probe to begin with, by rows; it is
    written over.  best: int64[size * size], gets the probe with the fewest collisions.  keys:
    int64[2, n], room.  slots: int64[2, a power of 2, at least 2 n], room, all zero.
    """
    size = powers.shape[0]
    n = grids.shape[1]
    mask = slots.shape[1] - 1
    old, new = keys[0], keys[1]
    for grid in range(n):
        new[grid] = 0
    for line in range(2 * size):
        number = 0
        for place in range(size):
            cell = line * size + place if line < size else place * size + line - size
            number += cells[cell] * powers[place]
        for grid in range(n):
            new[grid] += answers[number, grids[line, grid]] * bases[line]
    current = n
    fewest = n
    cell = 0
    colour = cells[0]
    for step in range(steps + 1):
        allowed = n
        if step:
            # Another colour for one cell changes the answers of its row and its column.
            random = random * 48271 % 2147483647
            cell = random % (size * size)
            random = random * 48271 % 2147483647
            colour = (cells[cell] + 1 + random % (colours - 1)) % colours
            random = random * 48271 % 2147483647
            allowed = current + random % (heat * (steps - step) // steps + 1)
            row, column = cell // size, cell % size
            before_row, before_column = 0, 0
            for place in range(size):
                before_row += cells[row * size + place] * powers[place]
                before_column += cells[place * size + column] * powers[place]
            change = colour - cells[cell]
            after_row = before_row + change * powers[column]
            after_column = before_column + change * powers[row]
            row_base, column_base = bases[row], bases[size + column]
            for grid in range(n):
                r, c = grids[row, grid], grids[size + column, grid]
                new[grid] = (
                    old[grid]
                    + (answers[after_row, r] * 1 - answers[before_row, r] * 1) * row_base
                    + (answers[after_column, c] * 1 - answers[before_column, c] * 1) * column_base
                )
        # Each key goes into a table, unless it is there; that of an earlier step counts as empty.
        collisions = 0
        for grid in range(n):
            key = new[grid]
            slot = (key * MULTIPLIER >> 24) & mask
            while slots[0, slot] == step + 1 and slots[1, slot] != key:
                slot = (slot + 1) & mask
            if slots[0, slot] == step + 1:
                collisions += 1
                if collisions > allowed:
                    break
            slots[0, slot] = step + 1
            slots[1, slot] = key
        if collisions > allowed:
            continue
        old, new = new, old
        cells[cell] = colour
        current = collisions
        if current < fewest:
            fewest = current
            for place in range(size * size):
                best[place] = cells[place]
            if not fewest:
                break
    return fewest
