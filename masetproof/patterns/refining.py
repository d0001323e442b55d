"""Rows of codes in columns: numbered, and refined by the kernel.

A row has the codes of the clauses of a pattern; row i is codes[start[i]:start[i+1]].
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.kernels import STAR, fill_slots, intern_rows, refine_batch
from masetproof.patterns.columns import decode, enlarged, starts
from masetproof.patterns.isomorphism import RefinedForm, Witness
from masetproof.patterns.pattern import pattern_of
from masetproof.words import COLOUR_LIMIT


@final
class Numbered:
    """Different rows of codes, numbered in order of appearance: `Interned` of the kernels."""

    def __init__(self) -> None:
        self.number = np.zeros(1, np.int64)
        self.start = np.zeros((1 << 12) + 1, np.int64)
        self.codes = np.zeros(1 << 15, np.int32)
        self.hashes = np.zeros(1 << 12, np.uint64)
        self.slots = np.zeros(1 << 13, np.uint64)

    def __len__(self) -> int:
        return int(self.number[0])

    def since(self, first: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The codes of the rows from a number on, and where each of these begins, and the end."""
        start = self.start[first : len(self) + 1]
        return start - start[0], self.codes[start[0] : start[-1]]

    def clear(self) -> None:
        """Forget all rows, but keep the room."""
        self.number[0] = 0
        self.slots[:] = 0

    def intern(self, start: NDArray[np.int64], codes: NDArray[np.int32]) -> NDArray[np.int32]:
        """The numbers of rows; new ones are entered."""
        numbers = np.empty(len(start) - 1, dtype=np.int32)
        self.make_room(len(numbers), len(codes))
        intern_rows(self, start, codes, numbers)
        return numbers

    def make_room(self, rows: int, codes: int) -> None:
        """Make room for more rows with more codes in all; at least double what is too small."""
        known, used = len(self), int(self.start[len(self)])
        if known + rows > len(self.hashes):
            self.hashes = enlarged(self.hashes, known, known + rows)
            self.start = enlarged(self.start, known + 1, len(self.hashes) + 1)
        if used + codes > len(self.codes):
            self.codes = enlarged(self.codes, used, used + codes)
        if 2 * len(self.hashes) > len(self.slots):
            self.slots = np.zeros(1 << (2 * len(self.hashes) - 1).bit_length(), np.uint64)
            fill_slots(self)


@final
@dataclass(frozen=True, eq=False, repr=False)
class RefinedRows:
    """Refined forms of patterns, as in `RefinedForm`; the witnesses map patterns to their forms.

    start, codes: the forms as rows.
    columns, colours: uint8[patterns, pegs] and uint8[patterns, COLOUR_LIMIT], the witnesses.
    settled, invariant: bool[patterns] and int64[patterns].
    """

    start: NDArray[np.int64]
    codes: NDArray[np.int32]
    columns: NDArray[np.uint8]
    colours: NDArray[np.uint8]
    settled: NDArray[np.bool_]
    invariant: NDArray[np.int64]

    def forms(self, places: NDArray[np.int64]) -> list[RefinedForm]:
        """The forms at these places, as values."""
        rows = [self.codes[self.start[place] : self.start[place + 1]] for place in places]
        codes = np.concatenate([self.codes[:0], *rows])
        clauses = [*map(tuple, decode(codes, self.columns.shape[1]).tolist())]
        forms, ends = [], starts([*map(len, rows)])
        for place, (low, high) in zip(places.tolist(), pairwise(ends.tolist()), strict=True):
            pattern = pattern_of(tuple(clauses[low:high]))
            names = self.colours[place, : pattern.colours]
            witness = Witness(tuple(self.columns[place].tolist()), tuple(names.tolist()))
            about = bool(self.settled[place]), int(self.invariant[place])
            forms.append(RefinedForm(pattern, witness, *about))
        return forms


def refined_rows(start: NDArray[np.int64], codes: NDArray[np.int32], pegs: int) -> RefinedRows:
    """The refined forms of normalized patterns, by the kernel: `refined_form` is its twin."""
    count = len(start) - 1
    refined = RefinedRows(
        start,
        np.empty_like(codes),
        np.zeros((count, pegs), dtype=np.uint8),
        np.zeros((count, COLOUR_LIMIT), dtype=np.uint8),
        np.zeros(count, dtype=bool),
        np.zeros(count, dtype=np.int64),
    )
    cells = np.empty((np.diff(start).max(initial=0), pegs), np.int64)
    keys, witnesses = np.empty((4, STAR), np.uint64), (refined.columns, refined.colours)
    told = refined.settled, refined.invariant, refined.codes
    refine_batch(codes, start, cells, keys, *witnesses, *told)
    return refined
