"""Compiled: the orbits of questions under automorphisms.

The plain twin is `masetproof.patterns.questions.least_of_orbits`.
"""

from __future__ import annotations

import numpy as np

from masetproof.kernels import compiled

EXTRA = 37
BASE_BITS = 6


@compiled
def image_code(question, colours, columns, renamed, names):
    """The code of the image of a question, its new colours numbered in order of first use.

    names: int64, room for the new colours.
    """
    names[:] = -1
    used = colours
    code = 0
    for column in columns:
        cell = np.int64(question[column])
        if cell < colours:
            cell = np.int64(renamed[cell])
        elif cell != EXTRA:
            if names[cell - colours] < 0:
                names[cell - colours] = used
                used += 1
            cell = names[cell - colours]
        code = (code << BASE_BITS) | cell
    return code


@compiled
def orbit_minima(cells, codes, colours, columns, renamed, least):
    """For each question the place of the least one of its orbit.

    cells: uint8[questions, pegs]; codes: int64[questions], the same in base 64, ascending.
    columns: uint8[generators, pegs] and renamed: uint8[generators, colours], the automorphisms.
    Filled in: least int64[questions].
    """
    names = np.empty(cells.shape[1], np.int64)
    for place in range(len(codes)):
        least[place] = place
    # Join the trees of a question and its image; the root of a tree is its least member.
    for generator in range(columns.shape[0]):
        for place in range(len(codes)):
            code = image_code(cells[place], colours, columns[generator], renamed[generator], names)
            one, other = place, np.searchsorted(codes, code)
            while least[one] != one:
                one = least[one]
            while least[other] != other:
                other = least[other]
            least[max(one, other)] = min(one, other)
    for place in range(len(codes)):
        least[place] = least[least[place]]
