"""Splitting many patterns by many questions, plainly or compiled.

A splitter turns a batch of patterns with their questions into a table of *parts*: for each
question and answer the number of the normalized part, -1 where the part is empty or won.  Parts
are numbered in order of first appearance, over all batches, whatever the number of threads; each
new part is handed out once, presorted, with the witness that maps the part to its presorted
form.  `PlainSplitter` is built from the values of this package and reads like docs/model.md;
`CompiledSplitter` does the same with kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol, final

import numpy as np
from numpy.typing import NDArray

from masetproof.games.pegs import PegGame
from masetproof.patterns.pattern import MasetPattern, pattern_of
from masetproof.patterns.presort import presort
from masetproof.patterns.questions import QuestionTable
from masetproof.patterns.split import split
from masetproof.words import COLOUR_LIMIT

__all__ = [
    "CompiledSplitter",
    "Merged",
    "NewParts",
    "PlainSplitter",
    "Splitter",
    "decode",
    "encode",
    "row_width",
]

_BITS = 6


def encode(pattern: MasetPattern) -> NDArray[np.int64]:
    """The clauses as integers in base 64, the first cell highest: int64[clauses], ascending."""
    cells = np.array(pattern.clauses, dtype=np.int64).reshape(-1, max(pattern.pegs, 1))
    codes = np.zeros(len(cells), dtype=np.int64)
    for column in range(pattern.pegs):
        codes = (codes << _BITS) | cells[:, column]
    return codes


def decode(codes: NDArray[np.int64], pegs: int) -> MasetPattern:
    """The pattern that `encode` turned into these codes."""
    shifts = range(_BITS * (pegs - 1), -1, -_BITS)
    return pattern_of(tuple(tuple(code >> s & 63 for s in shifts) for code in codes.tolist()))


def row_width(game: PegGame, pegs: int) -> int:
    """The parts a split can have that are neither won nor impossible."""
    return len(game.answers(pegs)) - 2


@final
@dataclass(frozen=True, eq=False)
class NewParts:
    """Parts that appeared for the first time, presorted.

    keys: the codes of each presorted form as bytes.  columns: uint8[parts, pegs] and colours:
    uint8[parts, COLOUR_LIMIT], the witness that maps the part to its presorted form.
    """

    keys: list[bytes]
    columns: NDArray[np.uint8]
    colours: NDArray[np.uint8]


@final
@dataclass(frozen=True, eq=False)
class Merged:
    """Equal splits of a batch merged; see `masetproof.kernels.merging`.

    rows: int32[rows, 2 * width + 2].  first: int64[rows].  split_of: int64[questions].
    """

    rows: NDArray[np.int32]
    first: NDArray[np.int64]
    split_of: NDArray[np.int64]


class Splitter(Protocol):
    """What the closure needs of either implementation."""

    def begin(
        self, patterns: Sequence[MasetPattern], tables: Sequence[QuestionTable]
    ) -> Callable[[], NDArray[np.int32]]:
        """Begin to split a batch; the function that is returned waits for the parts.

        int32[all questions, answers]: the number of each part, -1 where empty or won.  Batches
        are waited for in the order in which they were begun.
        """
        ...

    def new_parts(self) -> NewParts:
        """The parts numbered since the last call, in order."""
        ...

    def merge(
        self,
        parts: NDArray[np.int32],
        identified: tuple[NDArray[np.int32], NDArray[np.int32]],
        tables: Sequence[QuestionTable],
    ) -> Merged:
        """Merge the questions of each pattern whose parts are the same.

        identified: for each part the pattern and the explicit maset it is, -1 for the other.
        """
        ...


@final
class PlainSplitter:
    """The twin of the kernels, in terms of patterns."""

    def __init__(self, game: PegGame, pegs: int) -> None:
        self._game = game
        self._pegs = pegs
        self._numbers: dict[MasetPattern, int] = {}
        self._handed_out = 0

    def begin(
        self, patterns: Sequence[MasetPattern], tables: Sequence[QuestionTable]
    ) -> Callable[[], NDArray[np.int32]]:
        return lambda: self._parts(patterns, tables)

    def _parts(
        self, patterns: Sequence[MasetPattern], tables: Sequence[QuestionTable]
    ) -> NDArray[np.int32]:
        rows = []
        for pattern, table in zip(patterns, tables, strict=True):
            for question in table:
                *parts, _won = split(pattern, question, self._game)
                rows.append([self._number(part) for part in parts] + [-1])
        return np.array(rows, dtype=np.int32)

    def _number(self, part: MasetPattern) -> int:
        if not part:
            return -1
        return self._numbers.setdefault(part.normalize()[0], len(self._numbers))

    def new_parts(self) -> NewParts:
        new = list(self._numbers)[self._handed_out :]
        self._handed_out = len(self._numbers)
        columns = np.zeros((len(new), self._pegs), dtype=np.uint8)
        colours = np.zeros((len(new), COLOUR_LIMIT), dtype=np.uint8)
        keys = []
        for place, part in enumerate(new):
            result = presort(part)
            columns[place] = result.witness.columns
            colours[place, : part.colours] = result.witness.colours
            keys.append(encode(result.form).tobytes())
        return NewParts(keys, columns, colours)

    def merge(
        self,
        parts: NDArray[np.int32],
        identified: tuple[NDArray[np.int32], NDArray[np.int32]],
        tables: Sequence[QuestionTable],
    ) -> Merged:
        width = row_width(self._game, self._pegs)
        rows: list[list[int]] = []
        first: list[int] = []
        split_of: list[int] = []
        for table in tables:
            known: dict[tuple[int, ...], int] = {}
            for new, extra in zip(table.new.tolist(), table.extra.tolist(), strict=True):
                present = [part for part in parts[len(split_of)] if part >= 0]
                row = []
                for numbers in identified:
                    found = sorted((int(numbers[part]) for part in present), reverse=True)
                    found = [number for number in found if number >= 0]
                    row += found + [-1] * (width - len(found))
                row.append(new)
                place = known.setdefault(tuple(row), len(rows))
                if place == len(rows):
                    rows.append([*row, extra])
                    first.append(len(split_of))
                rows[place][-1] = min(rows[place][-1], extra)
                split_of.append(place)
        return Merged(
            np.array(rows, dtype=np.int32), np.array(first, np.int64), np.array(split_of, np.int64)
        )


@final
class CompiledSplitter:
    """The same by kernels, on *threads* threads that each keep a table of parts of their own."""

    def __init__(self, game: PegGame, pegs: int, threads: int) -> None:
        self._game = game
        self._pegs = pegs
        self._lanes = [_Lane(game, pegs) for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads)
        self._numbers: dict[bytes, int] = {}
        self._new: list[bytes] = []

    def begin(
        self, patterns: Sequence[MasetPattern], tables: Sequence[QuestionTable]
    ) -> Callable[[], NDArray[np.int32]]:
        jobs = [
            (lane, lane.begin(patterns[low:high], tables[low:high]))
            for lane, (low, high) in zip(
                self._lanes, _shares(list(map(len, tables)), len(self._lanes)), strict=True
            )
            if low < high
        ]
        # In the order of the patterns, so that numbers do not depend on the number of threads.
        return lambda: np.concatenate([self._renumber(lane, *job.result()) for lane, job in jobs])

    def _renumber(
        self, lane: _Lane, local: NDArray[np.int32], new_keys: list[bytes]
    ) -> NDArray[np.int32]:
        for key in new_keys:
            number = self._numbers.get(key)
            if number is None:
                number = len(self._numbers)
                self._numbers[key] = number
                self._new.append(key)
            lane.numbers.append(number)
        # The last place serves the index -1: no part.
        return np.array([*lane.numbers, -1], dtype=np.int32)[local]

    def new_parts(self) -> NewParts:
        from masetproof.kernels.presorting import presort_batch

        keys, self._new = self._new, []
        codes = np.frombuffer(b"".join(keys), dtype=np.int64)
        start = np.concatenate(
            ([0], np.cumsum([len(key) // 8 for key in keys], dtype=np.int64))
        ).astype(np.int64)
        columns = np.zeros((len(keys), self._pegs), dtype=np.uint8)
        colours = np.zeros((len(keys), COLOUR_LIMIT), dtype=np.uint8)
        result = np.empty_like(codes)
        presort_batch(codes, start, columns, colours, np.zeros(len(keys), np.int64), result)
        blob = result.tobytes()
        places = (8 * start).tolist()
        return NewParts([blob[low:high] for low, high in pairwise(places)], columns, colours)

    def merge(
        self,
        parts: NDArray[np.int32],
        identified: tuple[NDArray[np.int32], NDArray[np.int32]],
        tables: Sequence[QuestionTable],
    ) -> Merged:
        starts = _starts(list(map(len, tables)))
        jobs = []
        for low, high in _shares(list(map(len, tables)), len(self._lanes)):
            if low < high:
                share = parts[starts[low] : starts[high]]
                jobs.append(self._pool.submit(self._merge, share, identified, tables[low:high]))
        rows, questions = 0, 0
        pieces = []
        for job in jobs:
            piece = job.result()
            pieces.append(Merged(piece.rows, questions + piece.first, (rows + piece.split_of)))
            rows += len(piece.rows)
            questions += len(piece.split_of)
        return Merged(
            np.concatenate([piece.rows for piece in pieces]),
            np.concatenate([piece.first for piece in pieces]),
            np.concatenate([piece.split_of for piece in pieces]),
        )

    def _merge(
        self,
        parts: NDArray[np.int32],
        identified: tuple[NDArray[np.int32], NDArray[np.int32]],
        tables: Sequence[QuestionTable],
    ) -> Merged:
        from masetproof.kernels.merging import merge_batch

        width = row_width(self._game, self._pegs)
        rows = np.empty((len(parts), 2 * width + 2), dtype=np.int32)
        first = np.empty(len(parts), dtype=np.int64)
        split_of = np.empty(len(parts), dtype=np.int64)
        count = merge_batch(
            parts,
            *identified,
            _starts(list(map(len, tables))),
            np.concatenate([table.new for table in tables]),
            np.concatenate([table.extra for table in tables]),
            rows,
            first,
            split_of,
        )
        return Merged(rows[:count].copy(), first[:count].copy(), split_of)


@final
class _Lane:
    """One thread's table of parts, and the number that each of its parts has for all threads."""

    def __init__(self, game: PegGame, pegs: int) -> None:
        self._game = game
        self._pegs = pegs
        self._slots = np.full(1 << 16, -1, dtype=np.int64)
        self._hashes = np.zeros(1 << 15, dtype=np.uint64)
        self._start = np.zeros((1 << 15) + 1, dtype=np.int64)
        self._arena = np.zeros(1 << 18, dtype=np.int64)
        self._counters = np.zeros(1, dtype=np.int64)
        self._handed_out = 0
        # One worker, so that the batches of a lane do not meet in its table.
        self._worker = ThreadPoolExecutor(1)
        self.numbers: list[int] = []

    def begin(
        self, patterns: Sequence[MasetPattern], tables: Sequence[QuestionTable]
    ) -> Future[tuple[NDArray[np.int32], list[bytes]]]:
        """The parts by this lane's numbers, and the codes of those it had not met before."""
        return self._worker.submit(self._parts, patterns, tables)

    def _parts(
        self, patterns: Sequence[MasetPattern], tables: Sequence[QuestionTable]
    ) -> tuple[NDArray[np.int32], list[bytes]]:
        from masetproof.kernels.splitting import split_batch

        clauses = np.array(
            [clause for pattern in patterns for clause in pattern.clauses], dtype=np.uint8
        )
        question_start = _starts([len(table) for table in tables])
        parts = np.empty((int(question_start[-1]), len(self._game.answers(self._pegs))), np.int32)
        room = max(
            sum(
                clauses * (self._pegs + 1) ** stars
                for stars, clauses in enumerate(pattern.star_histogram)
            )
            for pattern in patterns
        )
        done = 0
        while True:
            done = split_batch(
                clauses,
                _starts([len(pattern.clauses) for pattern in patterns]),
                np.array([pattern.colours for pattern in patterns], dtype=np.int64),
                np.concatenate([table.cells for table in tables]),
                np.concatenate([table.new for table in tables]),
                question_start,
                self._game.repeats,
                room,
                self._slots,
                self._hashes,
                self._start,
                self._arena,
                self._counters,
                parts,
                done,
            )
            if done == len(patterns):
                return parts, self._new_keys()
            self._grow(len(tables[done]) * parts.shape[1], len(tables[done]) * room)

    def _grow(self, parts: int, codes: int) -> None:
        """Make room for so many more parts and codes, at least doubling."""
        known = int(self._counters[0])
        room = max(2 * len(self._hashes), known + parts + 1)
        self._hashes = np.resize(self._hashes, room)
        self._start = np.resize(self._start, room + 1)
        used = int(self._start[known])
        arena = np.zeros(max(2 * used, used + codes), dtype=np.int64)
        if len(arena) > len(self._arena):
            arena[:used] = self._arena[:used]
            self._arena = arena
        places = len(self._slots)
        while places < 2 * room:
            places *= 2
        self._slots = np.full(places, -1, dtype=np.int64)
        for number, value in enumerate(self._hashes[:known].tolist()):
            slot = value & (places - 1)
            while self._slots[slot] >= 0:
                slot = (slot + 1) & (places - 1)
            self._slots[slot] = number

    def _new_keys(self) -> list[bytes]:
        count = int(self._counters[0])
        start = self._start[self._handed_out : count + 1].tolist()
        self._handed_out = count
        return [self._arena[low:high].tobytes() for low, high in pairwise(start)]


def _starts(lengths: Sequence[int]) -> NDArray[np.int64]:
    """Where each of consecutive runs starts, and the end: int64[runs + 1]."""
    return np.concatenate(([0], np.cumsum(lengths, dtype=np.int64))).astype(np.int64)


def _shares(weights: Sequence[int], count: int) -> list[tuple[int, int]]:
    """Cut consecutive items into *count* runs of about equal weight."""
    ends = np.cumsum(weights, dtype=np.int64)
    cuts = [0]
    for share in range(1, count):
        cuts.append(int(np.searchsorted(ends, ends[-1] * share // count)))
    return list(pairwise([*cuts, len(weights)]))
