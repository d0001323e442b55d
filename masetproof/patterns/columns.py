"""Words, star counts and numbers of ways, as numbers in arrays.

The code of a clause or a question has its cells in base 64, the first cell highest, so codes are in
the same order as words.  The kernels work on them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from masetproof.games.alike import AlikeGame
from masetproof.patterns.kinds import ways
from masetproof.patterns.pattern import MasetPattern
from masetproof.words import STAR

_Kind = TypeVar("_Kind", bound=np.generic)
_BITS = 6


def encode(words: NDArray[np.integer[Any]]) -> NDArray[np.int32]:
    """The codes of words, [words, pegs] with as many pegs as closures have."""
    codes = np.zeros(len(words), np.int32)
    for cells in words.T:
        codes = codes << _BITS | cells.astype(np.int32)
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


def starts(lengths: Sequence[int] | NDArray[np.int64]) -> NDArray[np.int64]:
    """Where each of consecutive runs of these lengths starts, and the end: int64[runs + 1]."""
    return np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))


def padded(start: NDArray[np.int64], items: NDArray[_Kind], width: int = 0) -> NDArray[_Kind]:
    """Rows of different lengths side by side, -1 behind their ends: [rows, width].

    Row i is items[start[i]:start[i+1]].  *width* is at least that of the longest row; if it is less
    than that, the rows are as wide as the longest one.
    """
    lengths = np.diff(start)
    wide = max(width, int(lengths.max(initial=0)))
    result = np.full((len(lengths), wide), -1, items.dtype)
    result[np.arange(wide) < lengths[:, None]] = items[start[0] : start[-1]]
    return result


def star_counts(patterns: Sequence[MasetPattern], pegs: int) -> NDArray[np.int64]:
    """How many clauses have their stars in each set of columns: int64[patterns, 2**pegs]."""
    number = np.repeat(range(len(patterns)), [len(one.clauses) for one in patterns])
    cells = np.fromiter(
        (cell for one in patterns for row in one.clauses for cell in row), np.uint8
    ).reshape(len(number), pegs)
    place = number << pegs | (cells == STAR) @ (1 << np.arange(pegs))
    return np.bincount(place, minlength=len(patterns) << pegs).reshape(-1, 1 << pegs)


def ways_of_sets(game: AlikeGame, pegs: int, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """In how many ways each set of stars takes implicit colours: int64[2**pegs, vectors].

    numbers: int64[kinds, vectors], how many colours there are of each kind, or Python integers.
    """
    kinds = game.kinds(pegs)
    result = np.zeros((1 << pegs, numbers.shape[1]), dtype=numbers.dtype)
    for stars in range(1 << pegs):
        columns = [column for column in range(pegs) if stars >> column & 1]
        result[stars] = ways(columns, kinds, numbers, game)
    return result
