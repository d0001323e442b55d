"""Compiled: the orbits of questions under automorphisms.

The plain twin is `masetproof.patterns.questions.orbit_minima`.
"""

from __future__ import annotations

import numpy as np

from masetproof.kernels import kernel

EXTRA = 37


@kernel
def image_key(question, colours, columns, renamed, names):
    """A number for the image of a question, its new colours numbered in order of first use.

    Different questions have different ones, less than (colours + pegs + 1)**pegs.
    names: int64[pegs], room for the new colours.
    """
    names[:] = -1
    used = colours
    extra = colours + names.shape[0]
    key = 0
    for column in columns:
        cell = np.int64(question[column])
        if cell < colours:
            cell = np.int64(renamed[cell])
        elif cell == EXTRA:
            cell = extra
        else:
            if names[cell - colours] < 0:
                names[cell - colours] = used
                used += 1
            cell = names[cell - colours]
        key = key * (extra + 1) + cell
    return key


@kernel
def orbit_minima(cells, colours, columns, renamed, names, place_of, least):
    """For each question the place of the least one of its orbit.

    cells: uint8[questions, pegs].
    columns: uint8[1 + generators, pegs] and renamed: uint8[1 + generators, colours], the identity
    and the automorphisms.  Room: names int64[pegs], place_of int64[(colours + pegs + 1)**pegs].
    Filled in: least int64[questions].
    """
    for place in range(len(cells)):
        least[place] = place
        place_of[image_key(cells[place], colours, columns[0], renamed[0], names)] = place
    # Join the trees of a question and its image; the root of a tree is its least member.
    for generator in range(1, columns.shape[0]):
        for place in range(len(cells)):
            key = image_key(cells[place], colours, columns[generator], renamed[generator], names)
            one, other = place, place_of[key]
            while least[one] != one:
                one = least[one]
            while least[other] != other:
                other = least[other]
            least[max(one, other)] = min(one, other)
    for place in range(len(cells)):
        least[place] = least[least[place]]
