"""Which index vectors there are values for, and the order in which they are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from math import comb
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.recurrences.recurrences import Recurrences

__all__ = ["Box", "Simplex", "Vectors", "domains_of"]

Vectors = NDArray[np.int64]
"""int64[vectors, indices]."""


@final
@dataclass(frozen=True)
class Box:
    """All vectors with indices of at most *most*."""

    most: int

    def points(self, indices: int) -> Vectors:
        """The vectors, in the order of their places."""
        axes = np.indices((self.most + 1,) * indices, dtype=np.int64)
        return np.ascontiguousarray(axes.reshape(indices, self.count(indices)).T)

    def count(self, indices: int) -> int:
        """How many there are."""
        return int((self.most + 1) ** indices)

    def most_in_all(self, indices: int) -> int:
        """The greatest sum of the indices of a vector."""
        return self.most * indices

    def place(self, columns: Sequence[NDArray[np.int64]]) -> NDArray[np.int64] | int:
        """The place of each vector, of which these are the first, second, ... numbers."""
        place: NDArray[np.int64] | int = 0
        for column in columns:
            place = place * (self.most + 1) + column
        return place

    def terms(self, indices: int) -> NDArray[np.int64]:
        """What each number of an index is worth in the place: int64[indices, numbers]."""
        units = (self.most + 1) ** np.arange(indices, dtype=np.int64)[::-1]
        return np.outer(units, np.arange(self.most + 1))


@final
@dataclass(frozen=True)
class Simplex:
    """All vectors with indices of at most *most* in all; none when that is -1."""

    most: int

    def points(self, indices: int) -> Vectors:
        """The vectors, by their sum, and among equals by the sum of all indices but the last."""
        if not indices:
            return np.zeros((self.count(0), 0), dtype=np.int64)
        before = self.points(indices - 1)
        pieces = []
        for total in range(self.most + 1):
            some = before[: comb(total + indices - 1, indices - 1)]
            pieces.append(np.column_stack((some, total - some.sum(axis=1))))
        return np.concatenate(pieces)

    def count(self, indices: int) -> int:
        """How many there are."""
        return comb(self.most + indices, indices) if self.most >= 0 else 0

    def most_in_all(self, indices: int) -> int:
        """The greatest sum of the indices of a vector."""
        return self.most

    def place(self, columns: Sequence[NDArray[np.int64]]) -> NDArray[np.int64] | int:
        """The place of each vector: its partial sums as a combination (Lehmer)."""
        place: NDArray[np.int64] | int = 0
        for i, sums in enumerate(accumulate(columns)):
            place = place + _column(i, self.most)[sums]
        return place

    def terms(self, indices: int) -> NDArray[np.int64]:
        """What each sum of the first indices is worth in the place: int64[indices, numbers]."""
        columns = [_column(i, self.most) for i in range(indices)]
        return np.array(columns, dtype=np.int64).reshape(indices, self.most + 1)


def domains_of(system: Recurrences, most: int, *, whole: bool = False) -> list[Box | Simplex]:
    """For each form the vectors that are needed for all with indices of at most *most*.

    whole: for those of the game with at most *most* colours in each alphabet.
    """
    if not system.closure.game.shares_colours:
        return [Box(most)] * len(system.forms)
    # Of no part there are more colours, explicit and implicit.
    explicit = [form.colours for form in system.forms]
    pairs = zip(system.active, explicit, strict=True)
    total = most if whole else max(most * len(active) + k for active, k in pairs)
    return [Simplex(max(total - k, -1)) for k in explicit]


@cache
def _column(i: int, most: int) -> NDArray[np.int64]:
    """comb(s + i, i + 1) for s up to *most*."""
    return np.array([comb(s + i, i + 1) for s in range(most + 1)], dtype=np.int64)
