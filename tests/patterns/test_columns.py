"""Columns that grow."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from masetproof.patterns.columns import enlarged


@given(st.lists(st.lists(st.integers(0, 255)), max_size=9), st.integers(0, 4))
def test_columns_grow(pieces: list[list[int]], room: int) -> None:
    column, used = np.empty(room, np.uint8), 0
    for piece in pieces:
        if used + len(piece) > len(column):
            before = len(column)
            column = enlarged(column, used, used + len(piece))
            assert len(column) >= 2 * before
        column[used : used + len(piece)] = piece
        used += len(piece)
    assert column[:used].tolist() == [value for piece in pieces for value in piece]
