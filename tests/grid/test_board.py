"""Boards, texts of grids, and answers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from masetproof import MASTERMIND, GridBoard
from masetproof.arguments import Refused
from masetproof.grid.board import counts_of, grid_of, numbers_of, tables
from tests.grid.samples import answer


@st.composite
def boards_with_grids(draw: st.DrawFn) -> tuple[GridBoard, list[tuple[tuple[int, ...], ...]]]:
    board = GridBoard(*draw(st.sampled_from([(1, 5), (2, 3), (3, 4), (3, 12), (4, 6), (5, 3)])))
    row = st.tuples(*[st.integers(0, board.colours - 1)] * board.size)
    grid = st.tuples(*[row] * board.size)
    return board, draw(st.lists(grid, min_size=2, max_size=2))


@given(boards_with_grids())
def test_answers_are_those_of_mastermind_for_each_line(
    drawn: tuple[GridBoard, list[tuple[tuple[int, ...], ...]]],
) -> None:
    board, (secret, probe) = drawn
    counts = board.answer(secret, probe)
    assert [*counts.rows, *counts.columns] == answer(secret, probe)
    assert counts.rows == tuple(map(MASTERMIND.answer, secret, probe))
    table = tables(board).answers
    numbers = table[np.array(numbers_of(board, probe)), np.array(numbers_of(board, secret))]
    assert counts_of(board, numbers.tolist()) == counts


@given(boards_with_grids())
def test_grids_survive_as_text_and_as_numbers(
    drawn: tuple[GridBoard, list[tuple[tuple[int, ...], ...]]],
) -> None:
    board, (grid, _) = drawn
    assert board.as_grid(board.text(grid)) == grid
    assert board.as_grid([list(row) for row in grid]) == grid
    numbers = numbers_of(board, grid)
    assert grid_of(board, numbers) == grid
    cells = tables(board).cells
    assert tuple(map(tuple, cells[list(numbers[: board.size])].tolist())) == grid
    across = tuple(zip(*grid, strict=True))
    assert tuple(map(tuple, cells[list(numbers[board.size :])].tolist())) == across


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0123/0123/0123", "has 4 rows"),
        ("0123/0123/0123/012", "row 4 of the secret has 4 cells, not 3"),
        ("0123/0126/0123/0123", "row 2 of the secret has the colours 0 to 5, not 6"),
        ("0123/0123/0123/01*3", "row 4 of the secret holds no cell"),
    ],
)
def test_what_is_no_grid_is_refused(text: str, said: str) -> None:
    with pytest.raises(Refused, match=said.replace("*", r"\*")):
        GridBoard(4, 6).as_grid(text, "the secret")


def test_too_many_lines_are_refused() -> None:
    with pytest.raises(Refused, match="at most 9 colours, not 10"):
        GridBoard(4, 10)
    assert GridBoard(4, 9).lines == 6561
    assert str(GridBoard(4, 6)) == "4 x 4, 6 colours"
    assert GridBoard(4, 6).secrets == 2821109907456
