"""The enumeration of compatible grids against brute force and against its plain twin."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masetproof import GridBoard
from masetproof.grid.board import Lines, grid_of, numbers_of
from masetproof.grid.opening import opening
from masetproof.grid.play import list_compatible
from masetproof.grid.separating import answers_of
from tests.grid.samples import Grid, all_grids, brute_force
from tests.kernels.twins import join_plainly

SMALL = [GridBoard(1, 4), GridBoard(2, 2), GridBoard(2, 4), GridBoard(3, 2)]


def asked(board: GridBoard, probes: list[Grid], secret: Grid) -> tuple[list[Lines], list[Lines]]:
    lines = [numbers_of(board, probe) for probe in probes]
    own = np.array([numbers_of(board, secret)], np.uint16)
    return lines, [tuple(answers_of(board, own, probe)[0].tolist()) for probe in lines]


def grids(board: GridBoard) -> st.SearchStrategy[Grid]:
    row = st.tuples(*[st.integers(0, board.colours - 1)] * board.size)
    return st.tuples(*[row] * board.size)


@pytest.mark.parametrize("board", SMALL, ids=str)
@settings(max_examples=30, deadline=None)
@given(st.data())
def test_all_grids_that_brute_force_finds_and_no_other(
    board: GridBoard, data: st.DataObject
) -> None:
    secret = data.draw(grids(board))
    probes = data.draw(st.lists(grids(board), max_size=3))
    given_answers = asked(board, probes, secret)
    found = list_compatible(board, *given_answers, 1 << 12)
    assert found.complete
    lines = [tuple(grid) for grid in found.grids.tolist()]
    # The columns are the columns of the rows.
    assert all(numbers_of(board, grid_of(board, grid)) == grid for grid in lines)
    listed = [grid_of(board, grid) for grid in lines]
    assert len(set(listed)) == len(listed)
    assert set(listed) == brute_force(board, probes, secret)
    assert lines == list(join_plainly(board, *given_answers))


def test_three_rows_and_three_colours() -> None:
    board = GridBoard(3, 3)
    probes, secret = [board.as_grid("012/120/201")], board.as_grid("001/122/010")
    found = list_compatible(board, *asked(board, probes, secret), 1 << 15)
    assert {grid_of(board, grid) for grid in found.grids} == brute_force(board, probes, secret)
    assert len(list_compatible(board, [], [], 1 << 15).grids) == len(all_grids(board)) == 3**9


@settings(max_examples=10, deadline=None)
@given(grids(GridBoard(4, 6)))
def test_the_kernel_lists_what_its_twin_lists_where_brute_force_is_too_long(secret: Grid) -> None:
    board = GridBoard(4, 6)
    given_answers = asked(board, [*opening(board), board.as_grid("0123/4501/2345/0213")], secret)
    found = list_compatible(board, *given_answers, 1 << 16)
    assert [tuple(grid) for grid in found.grids.tolist()] == list(
        join_plainly(board, *given_answers)
    )
    assert numbers_of(board, secret) in [tuple(grid) for grid in found.grids.tolist()]


def test_a_list_that_is_too_long_says_so() -> None:
    board = GridBoard(3, 2)
    assert list_compatible(board, [], [], 512).complete
    short = list_compatible(board, [], [], 511)
    assert (len(short.grids), short.complete) == (511, False)


@settings(max_examples=20, deadline=None)
@given(grids(GridBoard(3, 4)), st.integers(1, 2**31 - 2))
def test_a_sample_is_of_compatible_grids(secret: Grid, random: int) -> None:
    board = GridBoard(3, 4)
    given_answers = asked(board, [board.as_grid("012/123/230")], secret)
    every = {tuple(grid) for grid in list_compatible(board, *given_answers, 1 << 18).grids.tolist()}
    sample = list_compatible(board, *given_answers, 50, random).grids
    drawn = [tuple(grid) for grid in sample.tolist()]
    assert 1 <= len(set(drawn)) == len(drawn) <= 50
    assert set(drawn) <= every
    assert np.array_equal(sample, list_compatible(board, *given_answers, 50, random).grids)
    if len(every) > 1000:
        assert len(drawn) > 25
