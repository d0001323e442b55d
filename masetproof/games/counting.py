"""What two words have in common, counted for one question and many secrets at once.

Rows are shared by all questions that have the same colour in a column, or as many of a colour.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["right_places", "shared_colours"]


def right_places(secrets: NDArray[Any]) -> Callable[[int, int], NDArray[np.uint8]]:
    """A function of a column and a colour: uint8[secrets], 1 where a secret has it there."""
    import numpy as np

    columns = np.ascontiguousarray(secrets.T)

    @cache
    def row(column: int, colour: int) -> NDArray[np.uint8]:
        agrees: NDArray[np.uint8] = (columns[column] == colour).astype(np.uint8)
        return agrees

    return row


def shared_colours(secrets: NDArray[Any], unit: int = 1) -> Callable[[int, int], NDArray[np.uint8]]:
    """A function of a colour and how often a question has it: uint8[secrets].

    It tells how many of these a secret has too, times *unit*.
    """
    import numpy as np

    columns = np.ascontiguousarray(secrets.T)

    @cache
    def row(colour: int, times: int) -> NDArray[np.uint8]:
        count: NDArray[np.uint8] = (columns == colour).sum(axis=0, dtype=np.uint8)
        np.minimum(count, times, out=count)
        count *= unit
        return count

    return row
