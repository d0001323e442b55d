"""The answers of many questions to many secrets, where they count what words have in common."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["answers_by_count"]


def answers_by_count(
    questions: NDArray[Any],
    secrets: NDArray[Any],
    numbers: NDArray[np.uint8],
    *,
    cells: int,
    colours: int,
) -> NDArray[np.uint8]:
    """The number of each answer: uint8[questions, secrets].

    cells: what a cell counts that agrees.  colours: what a colour counts, wherever it stands, as
    often as both words have it.  0 for what does not count.  numbers: uint8[], those of the answers
    by this count.

    A row is a sum of rows that are shared by all questions with the same colour in a column, or
    with a colour equally often.
    """
    columns = np.ascontiguousarray(secrets.T)

    @cache
    def agreeing(column: int, colour: int) -> NDArray[np.uint8]:
        row: NDArray[np.uint8] = (columns[column] == colour) * np.uint8(cells)
        return row

    @cache
    def shared(colour: int, times: int) -> NDArray[np.uint8]:
        there = (columns == colour).sum(axis=0, dtype=np.uint8)
        row: NDArray[np.uint8] = np.minimum(there, np.uint8(times)) * np.uint8(colours)
        return row

    result = np.empty((len(questions), len(secrets)), np.uint8)
    for row, word in zip(result, questions.tolist(), strict=True):
        addends = [agreeing(*cell) for cell in enumerate(word)] if cells else []
        if colours:
            addends += [shared(colour, word.count(colour)) for colour in set(word)]
        row[:] = addends[0]
        for addend in addends[1:]:
            row += addend
        numbers.take(row, out=row, mode="clip")
    return result
