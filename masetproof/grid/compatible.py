"""Grids that are compatible with answers: joined from candidates for their rows and columns.

The answers leave candidates for each line by itself.  Rows and columns are chosen alternately, each
with the cells that the lines before it fix, so that what does not fit is noticed early.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from masetproof.grid.board import GridBoard, Lines, tables

_STEPS = 1 << 27
"""The most lines that are tried for a listing (about a second)."""
_SAMPLE_STEPS = 1 << 24


class Compatible(NamedTuple):
    """grids: uint16[grids, 2 * size], their lines; complete: whether these are all."""

    grids: NDArray[np.uint16]
    complete: bool


def list_compatible(
    board: GridBoard,
    probes: Sequence[Lines],
    answers: Sequence[Lines],
    most: int,
    random: int = 0,
) -> Compatible:
    """The compatible grids, up to *most* of them, in a fixed order; or a sample of different ones.

    random: 0, or the seed of a sample, from 1 to 2^31 - 2.  Its grids are not equally likely: each
    search takes the first one to which it comes.
    """
    from masetproof.kernels import join_lines

    candidates = _candidates(board, probes, answers)
    size = board.size
    ends = np.cumsum([0, *map(len, candidates)], dtype=np.int64)
    powers = board.colours ** np.arange(size, -1, -1, dtype=np.int64)
    grids = np.empty((most, 2 * size), np.uint16)
    room = np.empty((4, 2 * size), np.int64)
    complete = np.empty(1, bool)
    count = join_lines(
        *(tables(board).cells, np.concatenate(candidates), ends, powers),
        *(grids, _SAMPLE_STEPS if random else _STEPS, random, room, complete),
    )
    listed = np.unique(grids[:count], axis=0) if random else grids[:count].copy()
    return Compatible(listed, bool(complete[0]))


def _candidates(
    board: GridBoard, probes: Sequence[Lines], answers: Sequence[Lines]
) -> list[NDArray[np.int64]]:
    """The lines that answer as told, ascending: for row 0, column 0, row 1, column 1, and so on."""
    table, size = tables(board).answers, board.size
    candidates = []
    for level in range(2 * size):
        line = level // 2 + level % 2 * size
        fits = np.ones(board.lines, bool)
        for probe, answer in zip(probes, answers, strict=True):
            fits &= table[probe[line]] == answer[line]
        candidates.append(np.flatnonzero(fits))
    return candidates
