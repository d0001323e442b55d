"""Splitting many patterns by all their questions, plainly or compiled.

A splitter asks all questions on a batch of patterns.  Each different normalized part gets a number,
in order of first appearance over all batches, for any number of threads; this number is
all that a part is called until the closure knows what it is.  To find that out a new part is
handed out once, refined: parts with the same refined *form* are isomorphic.  `PlainSplitter`
is built from the values of this package and reads like docs/model.md; `CompiledSplitter` does
the same with kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple, Protocol, final

import numpy as np
from numpy.typing import NDArray

from masetproof.games.pegs import PegGame
from masetproof.patterns.codes import decode
from masetproof.patterns.folding import fold
from masetproof.patterns.isomorphism import Witness
from masetproof.patterns.pattern import MasetPattern, normalized, pattern_of
from masetproof.patterns.questions import QuestionTable, least_questions
from masetproof.patterns.refinement import refined_form
from masetproof.patterns.split import split
from masetproof.threads import in_threads, shares, starts
from masetproof.words import COLOUR_LIMIT

__all__ = [
    "Batch",
    "Classes",
    "CompiledSplitter",
    "Merged",
    "NewForm",
    "NewParts",
    "PlainSplitter",
    "Questioner",
    "Rows",
    "Splitter",
    "row_width",
]


def row_width(game: PegGame, pegs: int) -> int:
    """The parts a split can have that are neither won nor impossible.

    With white pegs, pegs - 1 black ones and a white one are impossible.
    """
    return len(game.answers(pegs)) - 1 - game.white_pegs


@final
@dataclass(frozen=True)
class Questioner:
    """Which questions are asked on patterns, one of each orbit."""

    game: PegGame
    extra: bool
    max_new: int
    compiled: bool

    def __call__(self, pattern: MasetPattern, group: Sequence[Witness]) -> QuestionTable:
        """The questions on a pattern whose automorphisms *group* generates."""
        return least_questions(
            pattern,
            self.game,
            group,
            extra=self.extra,
            max_new=self.max_new,
            compiled=self.compiled,
        )


@final
@dataclass(frozen=True, eq=False)
class Batch:
    """Patterns that have been split.

    The questions on pattern i are start[i]:start[i+1].  new, extra: uint8[questions], how many new
    colours and extra cells each has.  parts: int32[questions, answers], the number of each part,
    -1 where it is empty or won.
    """

    start: NDArray[np.int64]
    new: NDArray[np.uint8]
    extra: NDArray[np.uint8]
    parts: NDArray[np.int32]


@final
@dataclass(frozen=True)
class NewForm:
    """A refined form that appeared for the first time, as that of the new part *first*.

    settled, invariant: see `masetproof.patterns.refinement.RefinedForm`.
    """

    pattern: MasetPattern
    first: int
    settled: bool
    invariant: int


@final
@dataclass(frozen=True, eq=False)
class NewParts:
    """Parts that appeared for the first time, in order.

    form: int32[parts], the number of the refined form; forms are numbered in order of appearance,
    too.  columns: uint8[parts, pegs] and colours: uint8[parts, COLOUR_LIMIT], the witness that
    maps the part to that.  forms: those that are new.  implicit: where an explicit colour may be as
    good as an implicit one, the kinds of those that are, in the columns of the part; the form is
    then that of the core (`patterns.folding`), and these colours follow its own.
    """

    form: NDArray[np.int32]
    columns: NDArray[np.uint8]
    colours: NDArray[np.uint8]
    forms: list[NewForm]
    implicit: list[tuple[int, ...]] | None = None


class Rows(NamedTuple):
    """Different splits, in columns; see `masetproof.patterns.closure.Splits`."""

    new: NDArray[np.uint8]
    extra: NDArray[np.uint8]
    patterns: NDArray[np.signedinteger]
    explicit: NDArray[np.signedinteger]
    question: NDArray[np.int32]


@final
@dataclass(frozen=True, eq=False)
class Merged:
    """The different splits of a batch, and which one each question has: int32[questions]."""

    rows: Rows
    split_of: NDArray[np.int32]


Classes = NDArray[np.signedinteger]
"""What each part is: the number of a pattern, or -1 - i for the explicit maset i.

int16; where there are several kinds of implicit colours int32, as the numbers say also what becomes
of these.
"""

Patterns = Sequence[tuple[MasetPattern, Sequence[Witness]]]
"""Patterns with generators of their automorphisms."""


class Splitter(Protocol):
    """What the closure needs of either implementation."""

    def begin(self, patterns: Patterns, ask: Questioner) -> Callable[[], list[Batch]]:
        """Begin to split patterns; the function that is returned waits for them.

        They come in order, in one batch or several.  One must be waited for before the next
        ones are begun.
        """
        ...

    def new_parts(self) -> NewParts:
        """The parts numbered since the last call."""
        ...

    def merge(self, batch: Batch, classes: Classes) -> Merged:
        """Merge the questions of each pattern whose parts are the same.

        Where there are several kinds of implicit colours, questions with other sets of extra cells
        are kept apart.
        """
        ...


@final
class PlainSplitter:
    """The twin of the kernels, in terms of patterns."""

    def __init__(self, game: PegGame, pegs: int) -> None:
        self._game = game
        self._pegs = pegs
        self._parts: dict[MasetPattern, int] = {}
        self._forms: dict[MasetPattern, int] = {}
        self._handed_out = 0

    def begin(self, patterns: Patterns, ask: Questioner) -> Callable[[], list[Batch]]:
        return lambda: [self._split(patterns, ask)]

    def _split(self, patterns: Patterns, ask: Questioner) -> Batch:
        tables = [ask(*pattern) for pattern in patterns]
        rows = []
        for (pattern, _), table in zip(patterns, tables, strict=True):
            for question in table:
                *parts, _won = split(pattern, question, self._game)
                rows.append([self._number(part) for part in parts] + [-1])
        start, _, new, extra = _columns(tables)
        return Batch(start, new, extra, np.array(rows, dtype=np.int32))

    def _number(self, part: MasetPattern) -> int:
        if not part:
            return -1
        return self._parts.setdefault(normalized(part, self._game), len(self._parts))

    def new_parts(self) -> NewParts:
        new = list(self._parts)[self._handed_out :]
        self._handed_out = len(self._parts)
        columns = np.zeros((len(new), self._pegs), dtype=np.uint8)
        colours = np.zeros((len(new), COLOUR_LIMIT), dtype=np.uint8)
        numbers, forms, implicit = [], [], []
        refined = cache(refined_form)
        for place, part in enumerate(new):
            core, again = fold(part, self._game)
            result = refined(core.normalize()[0])
            columns[place] = result.witness.columns
            for colour, name in zip(core.occurring, result.witness.colours, strict=True):
                colours[place, colour] = name
            for name, colour in enumerate(again, core.colours):
                colours[place, colour] = name
            implicit.append(tuple(again.values()))
            if result.form not in self._forms:
                self._forms[result.form] = len(self._forms)
                forms.append(NewForm(result.form, place, result.settled, result.invariant))
            numbers.append(self._forms[result.form])
        return NewParts(
            np.array(numbers, dtype=np.int32),
            columns,
            colours,
            forms,
            implicit if self._game.shares_colours else None,
        )

    def merge(self, batch: Batch, classes: Classes) -> Merged:
        width, by_extra = row_width(self._game, self._pegs), not self._game.white_pegs
        rows: list[tuple[int, int, list[int], list[int], int]] = []
        split_of = np.zeros(len(batch.parts), dtype=np.int32)
        for low, high in pairwise(batch.start.tolist()):
            alike: dict[tuple[int, ...], list[int]] = {}
            for question in range(low, high):
                numbers = classes[batch.parts[question][batch.parts[question] >= 0]]
                new, extra = int(batch.new[question]), int(batch.extra[question]) * by_extra
                key = new, *_padded(numbers, width), *_padded(-1 - numbers, width), extra
                alike.setdefault(key, []).append(question)
            # By new colours, patterns and first question.
            order = sorted(alike.items(), key=lambda one: (one[0][: 1 + width], one[1]))
            for key, questions in order:
                split_of[questions] = len(rows)
                new, patterns, explicit = key[0], key[1 : 1 + width], key[1 + width : -1]
                extra = int(batch.extra[questions].min())
                rows.append((new, extra, [*patterns], [*explicit], questions[0]))
        kinds: tuple[Any, ...] = (np.uint8, np.uint8, classes.dtype, classes.dtype, np.int32)
        columns = zip(zip(*rows, strict=True), kinds, strict=True)
        return Merged(Rows(*(np.array(column, kind) for column, kind in columns)), split_of)


def _padded(numbers: Classes, width: int) -> list[int]:
    """The numbers that are not negative in descending order, and -1 for what is missing."""
    descending = sorted(numbers[numbers >= 0].tolist(), reverse=True)
    return descending + [-1] * (width - len(descending))


@final
class CompiledSplitter:
    """The same by kernels, the patterns of a batch shared out to *threads* threads.

    They look up parts in one table, which nobody changes while they do; each collects in a table
    of its own what is not there, and that is entered when all are done.
    """

    def __init__(self, game: PegGame, pegs: int, threads: int) -> None:
        self._game = game
        self._pegs = pegs
        self._parts = _Numbered()
        self._forms = _Numbered()
        self._fresh = [_Numbered() for _ in range(threads)]
        self._handed_out = 0
        # One pool splits while the other one works on what has been split before.
        self._splitting = ThreadPoolExecutor(threads)
        self._following = ThreadPoolExecutor(threads)

    def begin(self, patterns: Patterns, ask: Questioner) -> Callable[[], list[Batch]]:
        runs = shares([1] * len(patterns), len(self._fresh))
        jobs = [
            self._splitting.submit(self._split, patterns[low:high], ask, fresh)
            for (low, high), fresh in zip(runs, self._fresh, strict=False)
        ]
        return lambda: self._number([job.result() for job in jobs])

    def _split(self, patterns: Patterns, ask: Questioner, fresh: _Numbered) -> Batch:
        from masetproof.kernels.splitting import Batched, make_room, most_words, split_batch

        tables = [ask(*pattern) for pattern in patterns]
        start, cells, new, extra = _columns(tables)
        clauses = [pattern.clauses for pattern, _ in patterns]
        asked = Batched(
            np.array([clause for rows in clauses for clause in rows], dtype=np.uint8),
            starts([len(rows) for rows in clauses]),
            np.array([pattern.colours for pattern, _ in patterns]),
            cells,
            new,
            start,
            self._game.repeats,
        )
        parts = np.empty((len(cells), len(self._game.answers(self._pegs))), dtype=np.int32)
        fresh.clear()
        words, done = most_words(asked), 0
        room = make_room(words, self._pegs, parts.shape[1])
        while (done := split_batch(asked, self._parts.rows, fresh.rows, parts, done, room)) < len(
            patterns
        ):
            fresh.make_room(len(tables[done]) * parts.shape[1], len(tables[done]) * words)
        return Batch(start, new, extra, parts)

    def _number(self, batches: list[Batch]) -> list[Batch]:
        """Number the fresh parts, in the order of the patterns."""
        from masetproof.kernels.splitting import renumber

        for batch, fresh in zip(batches, self._fresh, strict=False):
            renumber(batch.parts, self._parts.intern(fresh.start(), fresh.codes()))
        return batches

    def new_parts(self) -> NewParts:
        from masetproof.kernels.refining import STAR, refine_batch

        start, codes = self._parts.start(self._handed_out), self._parts.codes(self._handed_out)
        self._handed_out = len(self._parts)
        count = len(start) - 1
        columns = np.zeros((count, self._pegs), dtype=np.uint8)
        colours = np.zeros((count, COLOUR_LIMIT), dtype=np.uint8)
        settled = np.zeros(count, dtype=bool)
        invariant = np.zeros(count, dtype=np.int64)
        result = np.empty_like(codes)

        largest = np.diff(start).max(initial=0)

        def work(low: int, high: int) -> None:
            refine_batch(
                codes,
                start[low : high + 1],
                np.empty((largest, self._pegs), np.int64),
                np.empty((4, STAR), np.uint64),
                columns[low:high],
                colours[low:high],
                settled[low:high],
                invariant[low:high],
                result,
            )

        in_threads(work, shares(np.diff(start), len(self._fresh)), self._following)
        known = len(self._forms)
        form = self._forms.intern(start, result)
        numbers, places = np.unique(form, return_index=True)
        first = places[numbers >= known]
        clauses = list(map(tuple, decode(self._forms.codes(known), self._pegs).tolist()))
        forms = [
            NewForm(pattern_of(tuple(clauses[low:high])), *about)
            for (low, high), *about in zip(
                pairwise(self._forms.start(known).tolist()),
                first.tolist(),
                settled[first].tolist(),
                invariant[first].tolist(),
                strict=True,
            )
        ]
        return NewParts(form, columns, colours, forms)

    def merge(self, batch: Batch, classes: Classes) -> Merged:
        from masetproof.kernels.merging import make_room, merge_batch

        count, width = len(batch.parts), row_width(self._game, self._pegs)
        rows = Rows(
            np.empty(count, np.uint8),
            np.empty(count, np.uint8),
            np.empty((count, width), np.int16),
            np.empty((count, width), np.int16),
            np.empty(count, np.int32),
        )
        split_of = np.empty(count, dtype=np.int32)
        room = make_room(int(np.diff(batch.start).max(initial=0)), width)
        count = merge_batch(
            batch.parts, classes, batch.start, batch.new, batch.extra, room, rows, split_of
        )
        return Merged(Rows._make(column[:count] for column in rows), split_of)


@final
class _Numbered:
    """Different rows of codes, numbered in order of appearance; see `Interned`."""

    def __init__(self) -> None:
        from masetproof.kernels.splitting import Interned

        self.rows = Interned(
            np.zeros(1, np.int64),
            np.zeros((1 << 12) + 1, np.int64),
            np.zeros(1 << 15, np.int32),
            np.zeros(1 << 12, np.uint64),
            np.zeros(1 << 13, np.uint64),
        )

    def __len__(self) -> int:
        return int(self.rows.count[0])

    def start(self, first: int = 0) -> NDArray[np.int64]:
        """Where the rows from a number on begin in `codes`, and the end."""
        start: NDArray[np.int64] = self.rows.start[first : len(self) + 1] - self.rows.start[first]
        return start

    def codes(self, first: int = 0) -> NDArray[np.int32]:
        """The codes of the rows from a number on."""
        return self.rows.codes[self.rows.start[first] : self.rows.start[len(self)]]

    def clear(self) -> None:
        """Forget all rows, but keep the room."""
        self.rows.count[0] = 0
        self.rows.slots[:] = 0

    def intern(self, start: NDArray[np.int64], codes: NDArray[np.int32]) -> NDArray[np.int32]:
        """The numbers of rows; new ones are entered."""
        from masetproof.kernels.splitting import intern_rows

        numbers = np.empty(len(start) - 1, dtype=np.int32)
        self.make_room(len(numbers), len(codes))
        intern_rows(self.rows, start, codes, numbers)
        return numbers

    def make_room(self, rows: int, codes: int) -> None:
        """Make room for more rows with more codes in all; at least double what is too small."""
        from masetproof.kernels.splitting import Interned, fill_slots

        known, used = len(self), int(self.rows.start[len(self)])
        count, start, old_codes, hashes, slots = self.rows
        if known + rows > len(hashes):
            hashes = _enlarged(hashes, known, known + rows)
            start = _enlarged(start, known + 1, len(hashes) + 1)
        if used + codes > len(old_codes):
            old_codes = _enlarged(old_codes, used, used + codes)
        must_fill = 2 * len(hashes) > len(slots)
        if must_fill:
            slots = np.zeros(1 << (2 * len(hashes) - 1).bit_length(), np.uint64)
        self.rows = Interned(count, start, old_codes, hashes, slots)
        if must_fill:
            fill_slots(self.rows)


def _enlarged(column: NDArray[Any], used: int, least: int) -> NDArray[Any]:
    """A longer column with the same first entries."""
    larger = np.empty(max(least, 2 * len(column)), dtype=column.dtype)
    larger[:used] = column[:used]
    return larger


def _columns(
    tables: Sequence[QuestionTable],
) -> tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]:
    """Where the questions of each table start; cells, new colours and extra cells of all."""
    return (
        starts([len(table) for table in tables]),
        np.concatenate([table.cells for table in tables]),
        np.concatenate([table.new for table in tables]),
        np.concatenate([table.extra for table in tables]),
    )
