"""The search for separating probes, and its kernel against the plain twin."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masetproof import GridBoard
from masetproof.games.pegs import MASTERMIND
from masetproof.grid import separating
from masetproof.grid.board import grid_of, numbers_of, tables
from masetproof.grid.separating import parts, separate
from masetproof.kernels import anneal
from tests.grid.samples import answer
from tests.kernels.twins import anneal_plainly

BOARDS = [GridBoard(2, 4), GridBoard(3, 3), GridBoard(4, 6), GridBoard(6, 4)]


def drawn(board: GridBoard, count: int, seed: int) -> np.ndarray:
    """Different grids; each shares many lines with the others, as compatible ones do."""
    random = np.random.default_rng(seed)
    first = random.integers(0, board.colours, (board.size, board.size))
    found = {}
    for _ in range(count):
        grid = first.copy()
        changed = random.integers(0, board.size, (3, 2))
        grid[changed[:, 0], changed[:, 1]] = random.integers(0, board.colours, 3)
        rows = tuple(map(tuple, grid.tolist()))
        found[numbers_of(board, rows)] = None
    return np.array(list(found), np.uint16)


@pytest.mark.parametrize("board", BOARDS, ids=str)
@settings(max_examples=15, deadline=None)
@given(
    st.integers(0, 2**32),
    st.integers(2, 40),
    st.integers(1, 60),
    st.integers(1, 5),
    st.integers(1, 2**31 - 2),
)
def test_the_kernel_does_what_its_twin_does(
    board: GridBoard, seed: int, count: int, steps: int, heat: int, random: int
) -> None:
    grids = drawn(board, count, seed)
    cells = np.random.default_rng(seed + 1).integers(0, board.colours, board.size**2)
    size, n = board.size, len(grids)
    best = cells.copy()
    fewest = anneal(
        tables(board).answers,
        np.ascontiguousarray(grids.T),
        board.colours,
        board.colours ** np.arange(size - 1, -1, -1, dtype=np.int64),
        len(MASTERMIND.answers(size)) ** np.arange(2 * size, dtype=np.int64),
        *(steps, heat, random, cells.copy(), best),
        np.empty((2, n), np.int64),
        np.zeros((2, 1 << (2 * n - 1).bit_length()), np.int64),
    )
    assert (fewest, best.tolist()) == anneal_plainly(
        board, grids, steps, heat, random, cells.tolist()
    )


@pytest.mark.parametrize("board", BOARDS, ids=str)
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 60))
def test_the_probe_that_is_returned_has_the_parts_that_are_claimed(
    board: GridBoard, seed: int, count: int
) -> None:
    """Counted with an answer function that shares nothing with the search."""
    grids = drawn(board, max(count, 2), seed)
    if len(grids) == 1:
        return
    found = separate(board, grids)
    probe = grid_of(board, found.probe)
    assert numbers_of(board, probe) == found.probe
    answers = {tuple(answer(grid_of(board, grid), probe)) for grid in grids}
    assert found.parts == len(answers) == parts(board, grids, found.probe)
    assert found == separate(board, grids)


def test_where_there_is_no_separating_probe_the_best_is_returned() -> None:
    """Of the five grids of one cell, a probe tells one from the rest."""
    board = GridBoard(1, 5)
    grids = np.array([(n, n) for n in range(5)], np.uint16)
    assert separate(board, grids).parts == 2


def test_the_best_of_all_searches_is_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the last one that was looked at: the mistake of the program this goes back to."""
    board = GridBoard(3, 3)
    grids = drawn(board, 30, 1)
    probes = [np.random.default_rng(seed).integers(0, 3, 9) for seed in (0, 1, 2, 3, 5, 0)]
    supply = iter(probes)
    monkeypatch.setattr(separating, "_anneal", lambda *_: next(supply))
    monkeypatch.setattr(separating, "_HOPE", 0)
    monkeypatch.setattr(separating, "_FEW", 0)
    found = separate(board, grids, effort=6)
    every = [
        parts(board, grids, numbers_of(board, tuple(map(tuple, cells.reshape(3, 3).tolist()))))
        for cells in probes
    ]
    assert len(grids) not in every
    assert found.parts == parts(board, grids, found.probe) == max(every) > every[-1]
