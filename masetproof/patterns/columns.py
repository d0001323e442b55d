"""Columns that grow at their end."""

from __future__ import annotations

from typing import Generic, TypeVar, final

import numpy as np
from numpy.typing import NDArray

__all__ = ["Column"]

_Kind = TypeVar("_Kind", bound=np.generic)


@final
class Column(Generic[_Kind]):
    """A table of numbers that grows by rows, kept in one place.

    room: how many rows fit at first.  Room that is not used takes no memory, as the system gives
    pages only to what is written; so a generous guess costs nothing and spares moving.
    """

    def __init__(self, kind: type[_Kind], room: int, *width: int) -> None:
        self._room: NDArray[_Kind] = np.empty((room, *width), dtype=kind)
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def extend(self, rows: NDArray[_Kind]) -> None:
        """Add rows at the end."""
        end = self._length + len(rows)
        if end > len(self._room):
            larger = np.empty((max(end, 2 * len(self._room)), *self._room.shape[1:]), rows.dtype)
            larger[: self._length] = self.rows
            self._room = larger
        self._room[self._length : end] = rows
        self._length = end

    @property
    def rows(self) -> NDArray[_Kind]:
        """All rows; they are not copied."""
        return self._room[: self._length]
