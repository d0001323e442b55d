"""Words as numbers, and columns that grow at their end.

The number of a clause or a question has its cells in base 64, the first cell highest, so numbers
are in the same order as the words.  The kernels work on them.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar, final

import numpy as np
from numpy.typing import NDArray

__all__ = ["Column", "decode", "encode", "enlarged"]

_Kind = TypeVar("_Kind", bound=np.generic)
_BITS = 6


def encode(cells: NDArray[Any]) -> NDArray[np.int64]:
    """The codes of words.  cells: integers[words, pegs]; int64[words]."""
    shifts = np.arange(_BITS * (cells.shape[1] - 1), -1, -_BITS)
    codes: NDArray[np.int64] = (cells.astype(np.int64) << shifts).sum(axis=1)
    return codes


def decode(codes: NDArray[Any], pegs: int) -> NDArray[np.uint8]:
    """The words with these codes: uint8[words, pegs]."""
    shifts = np.arange(_BITS * (pegs - 1), -1, -_BITS)
    return (codes[:, None] >> shifts & 63).astype(np.uint8)


def enlarged(column: NDArray[_Kind], used: int, least: int) -> NDArray[_Kind]:
    """A column with the same first rows and room for *least*; at least twice as long."""
    larger = np.empty((max(least, 2 * len(column)), *column.shape[1:]), column.dtype)
    larger[:used] = column[:used]
    return larger


@final
class Column(Generic[_Kind]):
    """A table of numbers that grows by rows, kept in one place.

    room: the table, of which nothing is used at first.  Room that is not used takes no memory, as
    the system gives pages only to what is written; so a generous guess costs nothing and spares
    moving.
    """

    def __init__(self, room: NDArray[_Kind]) -> None:
        self._room = room
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def extend(self, rows: NDArray[_Kind]) -> None:
        """Add rows at the end."""
        end = self._length + len(rows)
        if end > len(self._room):
            self._room = enlarged(self._room, self._length, end)
        self._room[self._length : end] = rows
        self._length = end

    @property
    def rows(self) -> NDArray[_Kind]:
        """All rows; they are not copied."""
        return self._room[: self._length]
