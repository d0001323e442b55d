"""Work that is shared out to threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from masetproof.threads import in_threads, shares

from masetproof.patterns.columns import enlarged


@given(st.lists(st.integers(0, 9)), st.integers(1, 5), st.integers(0, 3))
def test_shares_are_all_items_in_order(weights: list[int], count: int, first: int) -> None:
    runs = shares(weights, count, first)
    items = [item for low, high in runs for item in range(low, high)]
    assert items == list(range(first, first + len(weights)))
    assert len(runs) <= count
    assert all(low < high for low, high in runs)
    # But for its first item no run weighs more than a share, rounded up.
    for low, high in runs:
        assert sum(weights[low - first + 1 : high - first]) <= sum(weights) // count + 1


def test_a_failure_in_a_thread_is_raised() -> None:
    done = []

    def work(low: int, high: int) -> None:
        if low == 1:
            raise ArithmeticError("one of them")
        done.append((low, high))

    with pytest.raises(ArithmeticError, match="one of them"):
        in_threads(work, [(0, 1), (1, 2), (2, 3)])
    with ThreadPoolExecutor(1) as pool:
        in_threads(work, [], pool)
    assert sorted(done) == [(0, 1), (2, 3)]


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
