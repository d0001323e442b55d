"""Splitting many patterns by all their questions, plainly or compiled.

A splitter asks all questions on a batch of patterns.  Each different normalized part gets a number,
in order of first appearance over all batches, for any number of threads.  The part goes by this
number until the closure knows its pattern.  For this, the splitter returns each new part once,
refined: parts with the same refined *form* are isomorphic.  `PlainSplitter` is built from the
values of this package and reads like docs/model.md; `CompiledSplitter` does the same with kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain, pairwise
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from masetproof.games.alike import AlikeGame, Columns
from masetproof.kernels import (
    ANSWERED,
    EXTRA,
    SEEN_BITS,
    SEEN_WORDS,
    STAR,
    Prepared,
    merge_batch,
    renumber,
    room,
    split_batch,
)
from masetproof.patterns.columns import enlarged, padded, starts
from masetproof.patterns.isomorphism import RefinedForm, Witness, refined_form
from masetproof.patterns.matches import answer_table
from masetproof.patterns.pattern import MasetPattern, normalized
from masetproof.patterns.questions import QuestionTable
from masetproof.patterns.refining import Numbered, refined_rows
from masetproof.patterns.split import fold, split
from masetproof.words import COLOUR_LIMIT

MOST_MAPS = 1 << 14
"""The numbers of index maps are less."""


@final
@dataclass(frozen=True, eq=False, repr=False)
class Splits:
    """Different splits of patterns, in columns.

    Rows are sorted by pattern, new colours, patterns and question.  With several kinds of implicit
    colours, *new* and *extra* are as in `QuestionTable`, and splits with other sets of extra cells
    are other rows.  Won and empty parts do not occur.

    pattern: int16[rows], the pattern that is split.
    new: uint8[rows], the new colours of the question.
    extra: uint8[rows], the fewest extra cells of a question with this split.
    part_start: int64[rows + 1]; the parts of row i are parts[part_start[i]:part_start[i+1]].
    parts: int16, first the numbers of the parts that are patterns, descending, then -1 - i for each
        explicit maset i, these descending, too.
    question: int32[rows], the first question with this split, counted over all patterns.
    maps: with several kinds of implicit colours, uint16, for each of *parts* the place of its index
        map in `Closure.maps`.
    """

    pattern: NDArray[np.int16]
    new: NDArray[np.uint8]
    extra: NDArray[np.uint8]
    part_start: NDArray[np.int64]
    parts: NDArray[np.int16]
    question: NDArray[np.int32]
    maps: NDArray[np.uint16] | None = None

    def __len__(self) -> int:
        return len(self.pattern)

    def __repr__(self) -> str:
        return f"<Splits: {len(self):,} rows>"

    @classmethod
    def room(cls, rows: int, parts: int) -> Splits:
        """Columns with that many rows and parts, which are still to be written."""
        return cls(
            np.empty(rows, np.int16),
            np.empty(rows, np.uint8),
            np.empty(rows, np.uint8),
            np.zeros(rows + 1, np.int64),
            np.empty(parts, np.int16),
            np.empty(rows, np.int32),
        )

    def first(self, rows: int) -> Splits:
        """The first rows, in arrays of their own."""
        start = self.part_start[: rows + 1].copy()
        return Splits(
            self.pattern[:rows].copy(),
            self.new[:rows].copy(),
            self.extra[:rows].copy(),
            start,
            self.parts[: start[-1]].copy(),
            self.question[:rows].copy(),
        )

    @property
    def most_parts(self) -> int:
        return int(np.diff(self.part_start).max(initial=0))

    def forms(
        self, patterns: int, rows: slice = slice(None), width: int = 0
    ) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
        """The parts of some rows and the places of their index maps, 0 with one kind of colours.

        Explicit masets are numbered after so many patterns; -1: none.  Both have the shape [rows,
        width], where *width* is at least that of the longest of these rows.
        """
        low, high, _ = rows.indices(len(self))
        start = self.part_start[low : high + 1]
        own = self.parts[start[0] : start[-1]]
        own = np.where(own < 0, np.int16(patterns - 1) - own, own)
        numbers = padded(start - start[0], own, width)
        if self.maps is None:
            return numbers, np.zeros_like(numbers, np.uint16)
        maps = padded(start - start[0], self.maps[start[0] : start[-1]].astype(np.int32), width)
        return numbers, np.maximum(maps, 0).astype(np.uint16)

    @property
    def columns(self) -> tuple[NDArray[Any], ...]:
        """The columns in use, in order."""
        every = (getattr(self, name) for name in self.__dataclass_fields__)
        return tuple(column for column in every if column is not None)


@final
@dataclass(frozen=True, eq=False)
class Batch:
    """Patterns that have been split.  The questions on pattern i are start[i]:start[i+1].

    new, extra: uint8[questions], how many new colours and extra cells each has.
    part_start: int64[questions + 1]; the parts of question i are
    parts[part_start[i]:part_start[i+1]].
    parts: int32, in the order of the answers the numbers of the parts that are not empty or won.
    """

    start: NDArray[np.int64]
    new: NDArray[np.uint8]
    extra: NDArray[np.uint8]
    part_start: NDArray[np.int64]
    parts: NDArray[np.int32]


@final
@dataclass(frozen=True, eq=False)
class NewParts:
    """Parts that appeared for the first time, in order.

    form: int32[parts], the number of the refined form; forms are numbered in order of appearance,
        too.
    columns, colours: uint8[parts, pegs] and uint8[parts, COLOUR_LIMIT], the witness that maps the
        part to its form.
    forms: the new forms, each with the witness of the first part with it.
    implicit: where explicit colours can be implicit again (`patterns.split.fold`), their kinds in
        the columns of the part; the form is then that of the core, and these colours follow its
        own.
    """

    form: NDArray[np.int32]
    columns: NDArray[np.uint8]
    colours: NDArray[np.uint8]
    forms: list[RefinedForm]
    implicit: list[tuple[int, ...]] | None = None


Classes = NDArray[np.signedinteger]
"""The class of each part: the number of a pattern, or -1 - i for the explicit maset i; int16.

With several kinds of implicit colours int32: the number of the pattern or maset times `MOST_MAPS`,
plus the number of the index map.
"""

Patterns = Sequence[tuple[MasetPattern, Sequence[Witness]]]
"""Patterns with generators of their automorphisms."""

Ask = Callable[[MasetPattern, Sequence[Witness]], QuestionTable]
"""The questions to ask on such a pattern, one of each orbit."""


@final
class PlainSplitter:
    """What the closure needs, in terms of patterns: the twin of the kernels."""

    def __init__(self, game: AlikeGame, pegs: int) -> None:
        self._game = game
        self._pegs = pegs
        self._parts: dict[MasetPattern, int] = {}
        self._forms: dict[MasetPattern, int] = {}
        self._handed_out = 0

    def begin(self, patterns: Patterns, ask: Ask) -> Callable[[], list[Batch]]:
        """Begin to split patterns; the function that is returned waits for them.

        They come in order, in one batch or several.  One must be waited for before the next
        ones are begun.
        """
        return lambda: [self._split(patterns, ask)]

    def _split(self, patterns: Patterns, ask: Ask) -> Batch:
        tables = [ask(*pattern) for pattern in patterns]
        rows = []
        for (pattern, _), table in zip(patterns, tables, strict=True):
            for question in table:
                *parts, _won = split(pattern, question, self._game)
                rows.append([self._number(part) for part in parts if part])
        numbers = np.array([*chain(*rows)], dtype=np.int32)
        return _batch(tables, starts([*map(len, rows)]), numbers)

    def _number(self, part: MasetPattern) -> int:
        return self._parts.setdefault(normalized(part, self._game), len(self._parts))

    def new_parts(self) -> NewParts:
        """The parts numbered since the last call."""
        new = list(self._parts)[self._handed_out :]
        self._handed_out = len(self._parts)
        columns = np.zeros((len(new), self._pegs), dtype=np.uint8)
        colours = np.zeros((len(new), COLOUR_LIMIT), dtype=np.uint8)
        numbers, forms, implicit = [], [], []
        apart = self._game.columns(self._pegs) is Columns.APART
        refined = cache(partial(refined_form, fixed_columns=apart))
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
                forms.append(result)
            numbers.append(self._forms[result.form])
        return NewParts(
            np.array(numbers, dtype=np.int32),
            columns,
            colours,
            forms,
            implicit if self._game.can_fold else None,
        )

    def merge(self, batch: Batch, classes: Classes) -> tuple[Splits, NDArray[np.int32]]:
        """The different splits of a batch, and which of them each question has.

        Patterns and questions are numbered from the first of the batch on.
        """
        rows: list[tuple[Any, ...]] = []
        split_of = np.zeros(len(batch.new), dtype=np.int32)
        for pattern, (low, high) in enumerate(pairwise(batch.start.tolist())):
            alike: dict[tuple[Any, ...], list[int]] = {}
            for question in range(low, high):
                alike.setdefault(self._split_of(batch, question, classes), []).append(question)
            order = sorted(alike.items(), key=lambda one: (one[0][:2], one[1]))
            for (new, patterns, masets, _), questions in order:
                split_of[questions] = len(rows)
                extra = int(batch.extra[questions].min())
                rows.append((pattern, new, extra, patterns + masets, questions[0]))
        return self._in_columns(rows), split_of

    def _in_columns(self, rows: Sequence[tuple[Any, ...]]) -> Splits:
        patterns, new, extra, parts, question = zip(*rows, strict=True)
        numbers, maps = np.array([*chain(*parts)], np.int64), None
        if not self._game.one_kind:
            positive = np.where(numbers < 0, -1 - numbers, numbers)
            maps = (positive % MOST_MAPS).astype(np.uint16)
            numbers = np.where(numbers < 0, -1 - positive // MOST_MAPS, positive // MOST_MAPS)
        return Splits(
            np.array(patterns, np.int16),
            np.array(new, np.uint8),
            np.array(extra, np.uint8),
            starts([*map(len, parts)]),
            numbers.astype(np.int16),
            np.array(question, np.int32),
            maps,
        )

    def _split_of(self, batch: Batch, question: int, classes: Classes) -> tuple[Any, ...]:
        """The new colours of a question, its parts of both kinds, and what else sets it apart."""
        low, high = batch.part_start[question : question + 2].tolist()
        parts = sorted(classes[batch.parts[low:high]].tolist())
        patterns = tuple(one for one in reversed(parts) if one >= 0)
        masets = tuple(one for one in parts if one < 0)
        # Where there are several kinds, it matters which cells are extra.
        apart = 0 if self._game.one_kind else int(batch.extra[question])
        return int(batch.new[question]), patterns, masets, apart


@final
class CompiledSplitter:
    """The same by kernels, the patterns of a batch shared out to *threads* threads.

    They look up parts in one table, which nobody changes while they do; each collects in a table
    of its own what is not there, and that is entered when all are done.
    """

    def __init__(self, game: AlikeGame, pegs: int, threads: int) -> None:
        self._game = game
        self._pegs = pegs
        self._parts = Numbered()
        self._forms = Numbered()
        self._fresh = [Numbered() for _ in range(threads)]
        self._handed_out = 0
        self._splitting = ThreadPoolExecutor(threads)

    def begin(self, patterns: Patterns, ask: Ask) -> Callable[[], list[Batch]]:
        count, threads = len(patterns), min(len(patterns), len(self._fresh))
        cuts = [count * thread // threads for thread in range(threads + 1)]
        jobs = [
            self._splitting.submit(self._split, patterns[low:high], ask, fresh)
            for (low, high), fresh in zip(pairwise(cuts), self._fresh, strict=False)
        ]
        return lambda: self._number([job.result() for job in jobs])

    def _split(self, patterns: Patterns, ask: Ask, fresh: Numbered) -> Batch:
        tables = [ask(*pattern) for pattern in patterns]
        answers = len(self._game.answers(self._pegs))
        cells = np.concatenate([table.cells for table in tables])
        start, parts = np.zeros(len(cells) + 1, np.int64), np.empty(4 * len(cells), np.int32)
        batch = _batch(tables, start, parts)
        clauses = np.array([row for one, _ in patterns for row in one.clauses], dtype=np.uint8)
        clause_start = starts([len(one.clauses) for one, _ in patterns])
        colours = np.array([one.colours for one, _ in patterns])
        asked = Prepared(
            "Batched",
            {
                "clauses": clauses,
                "clause_start": clause_start,
                "colours": colours,
                "cells": cells,
                "new": batch.new,
                "start": batch.start,
                "answers": answer_table(self._game, self._pegs),
                "repeats": not self._game.colours_taken(1),
            },
        )
        fresh.clear()
        # A star becomes one of as many new colours as there are pegs, or stays.
        words_of = (self._pegs + 1) ** (clauses == STAR).sum(axis=1)
        words, done = int(np.add.reduceat(words_of, clause_start[:-1]).max()), 0
        place = _room(words, self._pegs, answers, max(map(len, tables)))
        known = self._parts
        while (done := split_batch(asked, known, fresh, start, parts, done, place)) < len(patterns):
            most, used = len(tables[done]) * answers, int(start[batch.start[done]])
            fresh.make_room(most, len(tables[done]) * words)
            if used + most > len(parts):
                parts = enlarged(parts, used, used + most)
        return replace(batch, parts=parts[: start[-1]].copy())

    def _number(self, batches: list[Batch]) -> list[Batch]:
        """Number the fresh parts, in the order of the patterns."""
        for batch, fresh in zip(batches, self._fresh, strict=False):
            renumber(batch.parts, self._parts.intern(*fresh.since(0)))
        return batches

    def new_parts(self) -> NewParts:
        refined = refined_rows(*self._parts.since(self._handed_out), self._pegs)
        self._handed_out = len(self._parts)
        known = len(self._forms)
        form = self._forms.intern(refined.start, refined.codes)
        numbers, places = np.unique(form, return_index=True)
        forms = refined.forms(places[numbers >= known])
        return NewParts(form, refined.columns, refined.colours, forms)

    def merge(self, batch: Batch, classes: Classes) -> tuple[Splits, NDArray[np.int32]]:
        splits = Splits.room(len(batch.new), len(batch.parts))
        split_of = np.empty(len(splits), dtype=np.int32)
        answers, most = (
            len(self._game.answers(self._pegs)),
            int(np.diff(batch.start).max(initial=0)),
        )
        known, place = (
            Numbered(),
            room("MergeRoom", row=answers, first=most, extra=most, order=most, spare=most),
        )
        known.make_room(most, most * answers)
        merged = {name: getattr(batch, name) for name in batch.__dataclass_fields__}
        count = merge_batch(merged | {"class_of": classes}, known, place, splits, split_of)
        return splits.first(count), split_of


Splitter = PlainSplitter | CompiledSplitter


def _room(words: int, pegs: int, answers: int, questions: int) -> Prepared:
    """Room to split patterns, for extensions with that many words and patterns with that many
    questions."""
    every, seen = (pegs + 1) * words + ANSWERED, (pegs + 1, 1 << SEEN_BITS)
    return room(
        "SplitRoom",
        words=words,
        extended=pegs + 2,
        cells=(every, pegs),
        places=(EXTRA + 1, every),
        seen_clauses=(*seen, SEEN_WORDS),
        seen_part=seen,
        given=every,
        members=(answers, SEEN_WORDS),
        rows=every,
        rank=STAR + 1,
        waiting_start=questions * answers + 1,
        waiting_codes=questions * words,
        waiting_hash=questions * answers,
        number=questions * answers,
    )


def _batch(
    tables: Sequence[QuestionTable], part_start: NDArray[np.int64], parts: NDArray[np.int32]
) -> Batch:
    """The questions of tables, one for each pattern, with the numbers of their parts."""
    return Batch(
        starts([len(table) for table in tables]),
        np.concatenate([table.new for table in tables]),
        np.concatenate([table.extra for table in tables]),
        part_start,
        parts,
    )
