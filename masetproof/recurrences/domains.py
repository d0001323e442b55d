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

__all__ = ["Domain", "Vectors", "domains_of"]

Vectors = NDArray[np.int64]
"""int64[vectors, indices]."""


@final
@dataclass(frozen=True)
class Domain:
    """All vectors with indices of at most *most*: each of them or, where *in_all*, their sum.

    There are none when that is -1.
    """

    most: int
    in_all: bool = False

    def points(self, indices: int) -> Vectors:
        """The vectors, in the order of their places.

        With a bound on the sum they are ordered by it, and among equals by the sum of all indices
        but the last.
        """
        if not self.in_all:
            axes = np.indices((self.most + 1,) * indices, dtype=np.int64)
            return np.ascontiguousarray(axes.reshape(indices, self.count(indices)).T)
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
        if self.in_all:
            return comb(self.most + indices, indices) if self.most >= 0 else 0
        return int((self.most + 1) ** indices)

    def greatest_sum(self, indices: int) -> int:
        """The greatest sum of the indices of a vector."""
        return self.most if self.in_all else self.most * indices

    def place(self, columns: Sequence[NDArray[np.int64]]) -> NDArray[np.int64] | int:
        """The place of each vector, of which these are the first, second, ... numbers."""
        numbers = accumulate(columns) if self.in_all else columns
        terms = zip(self.terms(len(columns)), numbers, strict=True)
        place: NDArray[np.int64] | int = sum((worth[of_each] for worth, of_each in terms), 0)
        return place

    def terms(self, indices: int) -> NDArray[np.int64]:
        """What each number of an index is worth in the place: int64[indices, numbers].

        With a bound on the sum, what each sum of the first indices is: the partial sums of a vector
        are a combination, and its place is the rank of that (Lehmer).
        """
        return _terms(self, indices)


def domains_of(system: Recurrences, most: int, *, whole: bool = False) -> list[Domain]:
    """For each form the vectors that are needed for all with indices of at most *most*.

    whole: for those of the game with at most *most* colours in each alphabet.
    """
    if not system.closure.game.shares_colours:
        return [Domain(most)] * len(system.forms)
    # Of no part there are more colours, explicit and implicit.
    explicit = [form.colours for form in system.forms]
    pairs = zip(system.active, explicit, strict=True)
    total = most if whole else max(most * len(active) + k for active, k in pairs)
    return [Domain(max(total - k, -1), in_all=True) for k in explicit]


@cache
def _terms(domain: Domain, indices: int) -> NDArray[np.int64]:
    numbers = range(domain.most + 1)
    if domain.in_all:
        worth = [[comb(s + i, i + 1) for s in numbers] for i in range(indices)]
        return np.array(worth, dtype=np.int64).reshape(indices, len(numbers))
    units = len(numbers) ** np.arange(indices, dtype=np.int64)[::-1]
    return np.outer(units, np.arange(len(numbers)))
