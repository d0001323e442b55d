"""Compiled: bring parts close to their canonical form before nauty sees them.

Columns and colours get keys by colour refinement; while keys are tied, the first tied one is
singled out and the keys are refined again; then columns and colours are sorted by key.  The
result is isomorphic to the part by the witness that is returned; isomorphic parts mostly give
the same result, which is why nauty is called some ten times less often.  Nothing depends on
*how* close the result is: a colliding key costs a call of nauty and no more.  The plain twin is
`masetproof.patterns.isomorphism.refined_form`.
"""

from __future__ import annotations

import numpy as np

from masetproof.kernels import kernel

STAR = 36
BASE_BITS = 6
ROUNDS = 3


@kernel
def mix(value):
    """A 64-bit mixing function (the finalizer of splitmix64)."""
    value ^= value >> np.uint64(30)
    value *= np.uint64(0xBF58476D1CE4E5B9)
    value ^= value >> np.uint64(27)
    value *= np.uint64(0x94D049BB133111EB)
    value ^= value >> np.uint64(31)
    return value


@kernel
def refine(cells, column_key, colour_key, new_column, new_colour):
    """Refine the keys of columns and colours in place; the last two are room for new keys."""
    rows, pegs = cells.shape
    colours = colour_key.shape[0]
    for _ in range(ROUNDS):
        new_column[:] = 0
        new_colour[:] = 0
        for row in range(rows):
            clause = np.uint64(0)
            for column in range(pegs):
                cell = cells[row, column]
                key = colour_key[cell] if cell != STAR else np.uint64(STAR)
                clause += mix(np.uint64(3) * column_key[column] + key)
            for column in range(pegs):
                cell = cells[row, column]
                key = colour_key[cell] if cell != STAR else np.uint64(STAR)
                new_column[column] += mix(clause + np.uint64(5) * key)
                if cell != STAR:
                    new_colour[cell] += mix(clause + np.uint64(7) * column_key[column])
        for column in range(pegs):
            column_key[column] = mix(column_key[column] + new_column[column])
        for colour in range(colours):
            colour_key[colour] = mix(colour_key[colour] + new_colour[colour])


@kernel
def first_tied(keys):
    """The first place of the least key that occurs twice, or -1."""
    least = -1
    for place in range(keys.shape[0]):
        tied = False
        for other in range(place + 1, keys.shape[0]):
            if keys[other] == keys[place]:
                tied = True
        if tied and (least < 0 or keys[place] < keys[least]):
            least = place
    return least


@kernel
def rank_of(keys, place):
    """How many of the keys, which are all different, are less than the one at a place."""
    rank = 0
    for key in keys:
        rank += key < keys[place]
    return rank


@kernel
def refine_part(codes, cells, keys, columns, colours, sorted_codes):
    """Bring one part to its refined form, but for the order of its codes.

    codes: int64[rows], normalized, in base 64.  Room for cells: int64[rows, pegs], and for keys:
    uint64[4, the larger number of pegs and colours].  Filled in: columns and colours, the witness,
    and sorted_codes.  Returns whether the keys were all different without singling out, so that the
    result is canonical, and a number that isomorphic parts share: the keys of both kinds, mixed.
    """
    rows, pegs = cells.shape
    known = 0
    for row in range(rows):
        code = codes[row]
        for column in range(pegs - 1, -1, -1):
            cells[row, column] = code & 63
            code >>= BASE_BITS
            if cells[row, column] != STAR:
                known = max(known, cells[row, column] + 1)
    column_key, colour_key = keys[0, :pegs], keys[1, :known]
    new_column, new_colour = keys[2, :pegs], keys[3, :known]
    column_key[:] = 1
    colour_key[:] = 1
    refine(cells, column_key, colour_key, new_column, new_colour)
    total = np.uint64(0)
    for key in column_key:
        total += mix(key)
    for key in colour_key:
        total += mix(np.uint64(3) * key)
    settled = True
    while True:
        tied = first_tied(column_key)
        if tied >= 0:
            column_key[tied] += np.uint64(1)
        else:
            tied = first_tied(colour_key)
            if tied < 0:
                break
            colour_key[tied] += np.uint64(1)
        settled = False
        refine(cells, column_key, colour_key, new_column, new_colour)
    for column in range(pegs):
        columns[rank_of(column_key, column)] = column
    for colour in range(known):
        colours[colour] = rank_of(colour_key, colour)
    for row in range(rows):
        code = 0
        for column in range(pegs):
            cell = cells[row, columns[column]]
            if cell != STAR:
                cell = np.int64(colours[cell])
            code = (code << BASE_BITS) | cell
        sorted_codes[row] = code
    return settled, np.int64(total >> np.uint64(1))


@kernel
def refine_members(symbols, ranks, codes, cells, keys, columns, colours, members, sorted_codes):
    """Refine the words of a set of these numbers, but for the order of the codes.

    symbols: uint8[words, pegs].  members: uint16[rows].  Room: ranks int64[most symbols], codes
    int64[words], and what `refine_part` has, for as many rows as there are words.
    """
    rows, pegs = members.shape[0], symbols.shape[1]
    ranks[:] = 0
    for member in members:
        for column in range(pegs):
            ranks[symbols[member, column]] = 1
    known = 0
    for symbol in range(ranks.shape[0]):
        occurs = ranks[symbol]
        ranks[symbol] = known
        known += occurs
    for row in range(rows):
        code = 0
        for column in range(pegs):
            code = (code << BASE_BITS) | ranks[symbols[members[row], column]]
        codes[row] = code
    refine_part(codes[:rows], cells[:rows], keys, columns, colours, sorted_codes)


@kernel
def refine_batch(codes, start, cells, keys, columns, colours, settled, invariant, sorted_codes):
    """Refine parts; part i is codes[start[i]:start[i+1]], normalized, in base 64.

    Room: cells int64[rows of the largest part, pegs] and keys uint64[4, STAR].
    Filled in: columns uint8[parts, pegs] and colours uint8[parts, most colours], the witness;
    settled bool[parts], whether it is canonical; invariant int64[parts], which isomorphic parts
    share; sorted_codes, the refined parts, at the same places as *codes*.
    """
    for part in range(start.shape[0] - 1):
        first, last = start[part], start[part + 1]
        settled[part], invariant[part] = refine_part(
            codes[first:last],
            cells[: last - first],
            keys,
            columns[part],
            colours[part],
            sorted_codes[first:last],
        )
        for place in range(first + 1, last):
            code, before = sorted_codes[place], place
            while before > first and sorted_codes[before - 1] > code:
                sorted_codes[before] = sorted_codes[before - 1]
                before -= 1
            sorted_codes[before] = code
