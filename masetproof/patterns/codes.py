"""Clauses and questions as numbers: their cells in base 64, the first cell highest.

Numbers are in the same order as the words.  The kernels work on them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["decode", "encode"]

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
