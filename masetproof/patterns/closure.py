"""The closure: every pattern that questions reach from the full pattern (Peczarski, section 3).

Patterns are numbered in order of appearance, breadth first, and kept in the normalized form in
which they first appeared.  Questions are numbered from 1 for each pattern, as in the labels of
equations.  Questions of a pattern that have the same new colours and the same parts give the same
equations; they share one row of `Splits`, and that is what everything later works on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar, final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_count, as_flag, as_instance, shown
from masetproof.games.pegs import Answer, PegGame, as_peg_game
from masetproof.patterns.isomorphism import Witness, canonical
from masetproof.patterns.pattern import MasetPattern, as_pattern
from masetproof.patterns.questions import QuestionTable, non_isomorphic_questions
from masetproof.patterns.split import split
from masetproof.patterns.splitter import (
    CompiledSplitter,
    NewParts,
    PlainSplitter,
    Splitter,
    decode,
    row_width,
)
from masetproof.progress import Progress, as_progress, silent
from masetproof.words import COLOUR_LIMIT, Word

__all__ = [
    "MAX_PROVABLE_PEGS",
    "Answered",
    "Closure",
    "Identifications",
    "Splits",
    "check_closable",
    "close",
]

MAX_PROVABLE_PEGS = 3
"""Nobody has counted the patterns of four pegs; the engine does not try."""

_COMPILED_FROM = 3
_BATCH_QUESTIONS = 400_000
_RECENT = 100_000
_MOST_THREADS = 256

_Columns = TypeVar("_Columns", "Splits", "Identifications")


@final
@dataclass(frozen=True, eq=False, repr=False)
class Splits:
    """The different splits of all patterns, in columns; those of one pattern are consecutive.

    pattern: int32[rows], the pattern that is split.
    new: uint8[rows], the new colours of the question.
    extra: uint8[rows], the fewest extra cells of a question with this split.
    patterns: int32[rows, width], the patterns that parts are; explicit: int32[rows, width], the
    explicit masets that parts are; each in descending order, padded with -1.  Won parts and
    empty ones do not occur.
    question: int64[rows], the first question with this split, counted over all patterns.
    """

    pattern: NDArray[np.int32]
    new: NDArray[np.uint8]
    extra: NDArray[np.uint8]
    patterns: NDArray[np.int32]
    explicit: NDArray[np.int32]
    question: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.pattern)

    def __repr__(self) -> str:
        return f"<Splits: {len(self):,} rows>"


@final
@dataclass(frozen=True, eq=False, repr=False)
class Identifications:
    """Every different normalized part of a pattern, in order of appearance, and what it is.

    pattern, explicit: int32[parts], the pattern or explicit maset it is isomorphic to, -1 for
    the other.  columns: uint8[parts, pegs] and colours: uint8[parts, most colours], the witness
    that maps the part to that pattern or maset.
    """

    pattern: NDArray[np.int32]
    explicit: NDArray[np.int32]
    columns: NDArray[np.uint8]
    colours: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.pattern)

    def __repr__(self) -> str:
        return f"<Identifications: {len(self):,} parts>"


@final
@dataclass(frozen=True, slots=True)
class Answered:
    """What one answer to a question leaves.

    part: as the answer leaves it.  normal: the same normalized.  number: of the pattern it is
    isomorphic to or, without a star, of the explicit maset; None when it is empty or won.
    """

    answer: Answer
    part: MasetPattern
    normal: MasetPattern
    number: int | None


@final
@dataclass(frozen=True, eq=False, repr=False)
class Closure:
    """All patterns, explicit masets and splits of a game with so many pegs.

    `close` makes one; its methods raise `Refused` for a pattern or question that it does not have.

    extra: whether the extra colour was asked.  question_start: int64[patterns + 1]; the questions
    of pattern i are question_start[i]:question_start[i+1].  question_extra: uint8[questions], the
    extra cells of each.  split_of: int32[questions], the row of each in `splits`.
    maset_splits: the same for questions on the explicit masets, in their explicit colours and the
    extra one; all its parts are explicit masets.
    """

    game: PegGame
    pegs: int
    extra: bool
    patterns: tuple[MasetPattern, ...]
    explicit: tuple[MasetPattern, ...]
    splits: Splits
    question_start: NDArray[np.int64]
    question_extra: NDArray[np.uint8]
    split_of: NDArray[np.int32]
    maset_splits: Splits
    identifications: Identifications

    def __post_init__(self) -> None:
        kinds: dict[str, type] = {
            "game": PegGame,
            "patterns": tuple,
            "explicit": tuple,
            "splits": Splits,
            "question_start": np.ndarray,
            "question_extra": np.ndarray,
            "split_of": np.ndarray,
            "maset_splits": Splits,
            "identifications": Identifications,
        }
        for name, kind in kinds.items():
            as_instance(kind, getattr(self, name), f"{name} of a closure")
        check_closable(self.game, self.pegs)
        as_flag(self.extra, "extra")

    def __repr__(self) -> str:
        return (
            f"<Closure of {self.game.name}, {self.pegs} pegs, "
            f"{'with' if self.extra else 'without'} the extra colour: "
            f"{len(self.patterns):,} patterns, {self.question_count:,} questions>"
        )

    @property
    def question_count(self) -> int:
        """How many pairwise non-isomorphic questions there are: one equation each."""
        return len(self.split_of)

    def questions(self, pattern: int) -> tuple[Word, ...]:
        """The questions of the pattern of that number, in the order of their numbers."""
        pattern = self._as_number(pattern)
        return tuple(non_isomorphic_questions(self.patterns[pattern], self.game, extra=self.extra))

    def _as_number(self, pattern: object) -> int:
        return as_count(pattern, "the number of a pattern", 0, len(self.patterns) - 1)

    def answered(self, pattern: int, question: Word | str) -> tuple[Answered, ...]:
        """What each answer to a question on the pattern of that number leaves.

        The answer (p-1, 1), which is never given, is left out.
        """
        pattern = self._as_number(pattern)
        answers = self.game.answers(self.pegs)
        *parts, _impossible, won = zip(
            answers, split(self.patterns[pattern], question, self.game), strict=True
        )
        found = []
        for answer, part in parts:
            normal = part.normalize()[0]
            number = self.number_of(normal) if part else None
            found.append(Answered(answer, part, normal, number))
        return (*found, Answered(*won, won[1].normalize()[0], None))

    @cached_property
    def _numbers(self) -> dict[MasetPattern, int]:
        return {
            canonical(pattern).form: number
            for kind in (self.patterns, self.explicit)
            for number, pattern in enumerate(kind)
        }

    def number_of(self, pattern: MasetPattern | str) -> int:
        """The number of the pattern that is isomorphic to a normalized, non-empty one.

        For a pattern without a star, the number of the explicit maset.  `Refused` when the closure
        has none.
        """
        pattern = as_pattern(pattern)
        number = self._recent.get(pattern)
        if number is None:
            number = self._numbers.get(canonical(pattern).form)
            if number is None:
                raise Refused(f"{pattern.brief()} is isomorphic to no pattern of {self!r}")
            if len(self._recent) >= _RECENT:
                self._recent.clear()
            self._recent[pattern] = number
        return number

    @cached_property
    def _recent(self) -> dict[MasetPattern, int]:
        """Answers of `number_of` that spare a call of nauty."""
        return {}


def check_closable(game: PegGame | str, pegs: int) -> tuple[PegGame, int]:
    """Game and pegs; `Refused` when the pattern engine cannot treat them."""
    game, pegs = as_peg_game(game), as_count(pegs, "pegs", least=None)
    if not game.white_pegs:
        raise Refused(
            f"the pattern engine treats mastermind and ab; {game.name} is for the optimizer only"
        )
    if not 1 <= pegs <= MAX_PROVABLE_PEGS:
        raise Refused(
            f"pegs must be 1 to {MAX_PROVABLE_PEGS}, not {shown(pegs)}"
            + (
                ": nobody knows how many patterns more pegs have, and the closure would run on"
                if pegs > MAX_PROVABLE_PEGS
                else ""
            )
        )
    return game, pegs


def close(
    game: PegGame | str,
    pegs: int,
    *,
    extra: bool = True,
    progress: Progress = silent,
    compiled: bool | None = None,
    threads: int = 2,
) -> Closure:
    """The closure of the full pattern of a game, which is a `Game` or its name.

    extra: whether the extra colour may be asked, as in the readings ``exact`` and ``with``.
    compiled: use the kernels (by default from three pegs on, where they pay).  The result depends
    on neither *compiled* nor *threads*.  `Refused` for a game or a number of pegs that the pattern
    engine does not treat.
    """
    game, pegs = check_closable(game, pegs)
    extra, progress = as_flag(extra, "extra"), as_progress(progress)
    threads = as_count(threads, "the number of threads", 1, _MOST_THREADS)
    compiled = pegs >= _COMPILED_FROM if compiled is None else as_flag(compiled, "compiled")
    splitter: Splitter = (
        CompiledSplitter(game, pegs, threads) if compiled else PlainSplitter(game, pegs)
    )
    identifier = _Identifier(pegs)
    identifier.add_full()
    patterns = _Queue(game, pegs, extra, splitter, identifier, identifier.patterns, pegs)
    patterns.split_all("closure of patterns", progress)
    parts_of_patterns = identifier.identifications()
    masets = _Queue(game, pegs, extra, splitter, identifier, identifier.explicit, 0)
    masets.split_all("closure of explicit masets", progress)
    return Closure(
        game,
        pegs,
        extra,
        tuple(identifier.patterns),
        tuple(identifier.explicit),
        patterns.splits(),
        *patterns.questions(),
        masets.splits(),
        parts_of_patterns,
    )


@final
class _Identifier:
    """Tells which pattern or explicit maset a part is, and numbers the new ones.

    Parts with the same presorted form are identified together: each such *form* has a number, and
    nauty is called once for it.
    """

    def __init__(self, pegs: int) -> None:
        self._pegs = pegs
        self.patterns: list[MasetPattern] = []
        self.explicit: list[MasetPattern] = []
        self._stored: dict[MasetPattern, tuple[int, Witness]] = {}
        self._forms: dict[bytes, int] = {}
        # Of each form: the pattern and the explicit maset it is, and the witness to that.
        self._form_pattern: list[int] = []
        self._form_explicit: list[int] = []
        self._form_witness: list[Witness] = []
        self._pieces: list[Identifications] = []

    def add_full(self) -> None:
        """Start with the full pattern."""
        self._add_form(MasetPattern.full(self._pegs), Witness.identity(self._pegs, 0))

    def _add_form(self, form: MasetPattern, from_part: Witness) -> None:
        """Identify a form; one that is new is stored as its first part was, not as presorted."""
        found = canonical(form)
        stored = self.explicit if form.is_explicit else self.patterns
        known = self._stored.get(found.form)
        if known is None:
            stored.append(from_part.inverse().apply(form))
            known = len(stored) - 1, from_part.then(found.witness)
            self._stored[found.form] = known
        number, to_canonical = known
        self._form_pattern.append(-1 if form.is_explicit else number)
        self._form_explicit.append(number if form.is_explicit else -1)
        self._form_witness.append(found.witness.then(to_canonical.inverse()))

    def identify(self, parts: NewParts) -> None:
        """Identify parts in order."""
        forms = np.empty(len(parts.keys), dtype=np.int64)
        for place, key in enumerate(parts.keys):
            form = self._forms.get(key)
            if form is None:
                form = len(self._form_witness)
                self._forms[key] = form
                pattern = decode(np.frombuffer(key, dtype=np.int64), self._pegs)
                colours = parts.colours[place, : pattern.colours]
                witness = Witness(tuple(parts.columns[place].tolist()), tuple(colours.tolist()))
                self._add_form(pattern, witness)
            forms[place] = form
        columns = np.array([witness.columns for witness in self._form_witness], dtype=np.uint8)
        colours = np.zeros((len(self._form_witness), COLOUR_LIMIT), dtype=np.uint8)
        counts = np.array([len(witness.colours) for witness in self._form_witness])
        flat = [colour for witness in self._form_witness for colour in witness.colours]
        occurring = np.arange(COLOUR_LIMIT) < counts[:, None]
        colours[occurring] = flat
        self._pieces.append(
            Identifications(
                np.array(self._form_pattern, dtype=np.int32)[forms],
                np.array(self._form_explicit, dtype=np.int32)[forms],
                # First the witness to the presorted form, then from there.
                np.take_along_axis(parts.columns, columns[forms].astype(np.int64), axis=1),
                np.take_along_axis(colours[forms], parts.colours.astype(np.int64), axis=1)
                * occurring[forms],
            )
        )

    def identifications(self) -> Identifications:
        """All parts identified so far."""
        whole = _join(self._pieces)
        self._pieces = [whole]
        most = max(p.colours for p in (*self.patterns, *self.explicit))
        return replace(whole, colours=whole.colours[:, :most])

    def numbers(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Of all parts identified so far the pattern and the explicit maset, -1 for the other."""
        self._pieces = [_join(self._pieces)]
        return self._pieces[0].pattern, self._pieces[0].explicit


@final
class _Queue:
    """Patterns, or explicit masets, that wait to be split, and the splits of those that are done.

    waiting: the list of the identifier that grows while its members are split.  max_new: how many
    new colours questions may have.
    """

    def __init__(
        self,
        game: PegGame,
        pegs: int,
        extra: bool,
        splitter: Splitter,
        identifier: _Identifier,
        waiting: list[MasetPattern],
        max_new: int,
    ) -> None:
        self._game = game
        self._width = row_width(game, pegs)
        self._extra = extra
        self._splitter = splitter
        self._identifier = identifier
        self._waiting = waiting
        self._max_new = max_new
        self._begun = 0
        self._done = 0
        self._splits: list[Splits] = [_no_splits(self._width)]
        self._split_of: list[NDArray[np.int64]] = []
        self._question_counts: list[int] = []
        self._question_extra: list[NDArray[np.uint8]] = []
        self._questions = 0
        self._rows = 0

    def split_all(self, stage: str, progress: Progress) -> None:
        """Split until nothing waits.

        While one batch is identified, the next one is already being split, if enough are waiting.
        """
        batch = self._begin()
        while batch is not None:
            following = self._begin()
            self._finish(*batch)
            progress(stage, self._done, len(self._waiting))
            batch = following or self._begin()

    def _begin(self) -> tuple[list[QuestionTable], Callable[[], NDArray[np.int32]]] | None:
        """Begin to split the next batch, or return None when none is waiting."""
        patterns: list[MasetPattern] = []
        tables: list[QuestionTable] = []
        total = 0
        while total < _BATCH_QUESTIONS and self._begun < len(self._waiting):
            pattern = self._waiting[self._begun]
            if pattern.colours + self._max_new > COLOUR_LIMIT:
                raise OverflowError(f"a pattern has more than {COLOUR_LIMIT} explicit colours")
            table = non_isomorphic_questions(
                pattern, self._game, extra=self._extra, max_new=self._max_new
            )
            patterns.append(pattern)
            tables.append(table)
            total += len(table)
            self._begun += 1
        return (tables, self._splitter.begin(patterns, tables)) if patterns else None

    def _finish(self, tables: list[QuestionTable], wait: Callable[[], NDArray[np.int32]]) -> None:
        """Take the parts of a batch."""
        parts = wait()
        self._identifier.identify(self._splitter.new_parts())
        merged = self._splitter.merge(parts, self._identifier.numbers(), tables)
        numbers = np.repeat(np.arange(len(tables)), [len(table) for table in tables])
        self._splits.append(
            Splits(
                pattern=(self._done + numbers[merged.first]).astype(np.int32),
                new=merged.rows[:, -2].astype(np.uint8),
                extra=merged.rows[:, -1].astype(np.uint8),
                patterns=merged.rows[:, : self._width],
                explicit=merged.rows[:, self._width : 2 * self._width],
                question=self._questions + merged.first,
            )
        )
        self._split_of.append(self._rows + merged.split_of)
        self._question_counts += [len(table) for table in tables]
        self._question_extra += [table.extra for table in tables]
        self._questions += len(parts)
        self._rows += len(merged.rows)
        self._done += len(tables)

    def splits(self) -> Splits:
        """The splits of all that is done."""
        return _join(self._splits)

    def questions(self) -> tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.int32]]:
        """Where the questions of each pattern start, and of each the extra cells and the row."""
        return (
            np.concatenate(([0], np.cumsum(self._question_counts))).astype(np.int64),
            np.concatenate(self._question_extra),
            np.concatenate(self._split_of).astype(np.int32),
        )


def _no_splits(width: int) -> Splits:
    none = np.zeros((0, width), dtype=np.int32)
    return Splits(
        np.zeros(0, np.int32),
        np.zeros(0, np.uint8),
        np.zeros(0, np.uint8),
        none,
        none,
        np.zeros(0, np.int64),
    )


def _join(pieces: list[_Columns]) -> _Columns:
    """One table of columns from several."""
    if len(pieces) == 1:
        return pieces[0]
    kind = type(pieces[0])
    names = kind.__dataclass_fields__
    return kind(**{n: np.concatenate([getattr(piece, n) for piece in pieces]) for n in names})
