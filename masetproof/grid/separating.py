"""Probes that separate grids: each gives another answer.

A grid that separates itself from all others is asked if there is one at hand: it may win at once.
Otherwise the search is annealing: a probe is changed cell by cell, a change that makes it worse is
taken at first often and at last never.  It begins anew with more and more steps.  What it depends
on are the grids alone, so the same grids get the same probe in every game.

The answers to the probe that is returned have been counted again in another way (`parts`), not by
the kernel that searched.
"""

from __future__ import annotations

import zlib
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from masetproof.games.pegs import MASTERMIND
from masetproof.grid.board import GridBoard, Lines, numbers_of, rows_of, tables
from masetproof.progress import Tick, no_tick

EFFORT = 14
MOST_EFFORT = 30
_STEPS = 1000
_HOPE = 0.8
"""Where two searches separate fewer of the grids than this share, no search will separate all."""
_FEW, _OWN = 256, 16
"""Of up to 256 grids, 16 are tried as the probe before another one is searched."""
_LEHMER = 48271, 2**31 - 1
"""The generator of Park and Miller with another multiplier (CACM 36, 1993)."""


class Separation(NamedTuple):
    """probe: its lines.  parts: how many different answers the grids give to it."""

    probe: Lines
    parts: int


def separate(
    board: GridBoard, grids: NDArray[np.uint16], effort: int = EFFORT, tick: Tick = no_tick
) -> Separation:
    """A probe that separates the grids, or else that with the most parts of those tried.

    grids: uint16[n, 2 * size], different, at least two.  effort: how often the search is begun
    anew; every second time it has twice as many steps as before, at first 1,000.  It ends early
    when all are separated, or there is no hope.  tick: called before each search.
    """
    for own in grids[:_OWN] if len(grids) <= _FEW else ():
        # Any grid of these that separates them may also be the secret.
        probe = tuple(own.tolist())
        if parts(board, grids, probe) == len(grids):
            return Separation(probe, len(grids))
    random = Random(zlib.crc32(np.ascontiguousarray(grids).tobytes()))
    tried: list[Separation] = []
    for start in range(effort):
        tick()
        cells = np.array(
            [int(random.random() * board.colours) for _ in range(board.size**2)], np.int64
        )
        generator = 1 + int(random.random() * (_LEHMER[1] - 2))
        # The colder search is quicker, and good enough for most.
        heat = 1 + len(grids) // (150 if start % 2 else 1000)
        annealed = _anneal(board, grids, _STEPS << start // 2, heat, generator, cells)
        probe = numbers_of(board, rows_of(board, annealed))
        tried.append(Separation(probe, parts(board, grids, probe)))
        best = max(tried, key=lambda separation: separation.parts)
        if best.parts == len(grids) or (start and best.parts < _HOPE * len(grids)):
            break
    return best


def parts(board: GridBoard, grids: NDArray[np.uint16], probe: Lines) -> int:
    """How many different answers the grids give to a probe."""
    answers = answers_of(board, grids, probe)
    return len(set(map(bytes, answers)))


def answers_of(board: GridBoard, grids: NDArray[np.uint16], probe: Lines) -> NDArray[np.uint8]:
    """The numbers of the answers of each line: uint8[n, 2 * size]."""
    answers: NDArray[np.uint8] = tables(board).answers[np.array(probe), grids]
    return answers


def _anneal(
    board: GridBoard,
    grids: NDArray[np.uint16],
    steps: int,
    heat: int,
    random: int,
    cells: NDArray[np.int64],
) -> list[int]:
    """The cells, by rows, of the best probe of one search by the kernel."""
    from masetproof.kernels import anneal

    size, n = board.size, len(grids)
    best = cells.copy()
    powers = board.colours ** np.arange(size - 1, -1, -1, dtype=np.int64)
    bases = len(MASTERMIND.answers(size)) ** np.arange(2 * size, dtype=np.int64)
    keys = np.empty((2, n), np.int64)
    slots = np.zeros((2, 1 << (2 * n - 1).bit_length()), np.int64)
    by_line = np.ascontiguousarray(grids.T)
    answers = tables(board).answers
    anneal(
        *(answers, by_line, board.colours, powers, bases),
        *(steps, heat, random, cells.copy(), best, keys, slots),
    )
    return [int(cell) for cell in best]
