"""The closure: every pattern that questions reach from the full pattern (Peczarski, section 3).

Patterns are numbered in order of appearance, breadth first, and kept in the normalized form in
which they first appeared.  Questions are numbered from 1 for each pattern, as in the labels of
equations.  Questions of a pattern that have the same new colours and the same parts give the same
equations; they share one row of `Splits`, and that is what everything later works on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain, permutations, repeat
from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_count, as_flag, as_instance, shown
from masetproof.games.pegs import PegGame, as_peg_game
from masetproof.patterns.catalogue import Answered, Catalogue, Identifications, Known
from masetproof.patterns.columns import Column
from masetproof.patterns.isomorphism import Witness, automorphisms
from masetproof.patterns.pattern import MasetPattern, as_pattern
from masetproof.patterns.questions import non_isomorphic_questions
from masetproof.patterns.refinement import refined_form
from masetproof.patterns.splitter import (
    Batch,
    Classes,
    CompiledSplitter,
    NewForm,
    NewParts,
    PlainSplitter,
    Questioner,
    Rows,
    Splitter,
    row_width,
)
from masetproof.progress import Progress, as_progress, silent
from masetproof.threads import starts
from masetproof.words import COLOUR_LIMIT, Word

__all__ = [
    "MAX_PROVABLE_PEGS",
    "Automorphisms",
    "Closure",
    "Splits",
    "check_closable",
    "check_provable",
    "close",
    "exchanges",
]

MAX_PROVABLE_PEGS = 3
"""Nobody has counted the patterns of four pegs where white pegs are told."""

MAX_OWN_PEGS = 4
"""Of games where each column has an alphabet of its own: the closure has thousands of patterns, and
its values are computed, but theorems are for fewer pegs."""

MAX_SHARED_PEGS = 2
"""Of games where columns share colours and white pegs are not told; with three pegs patterns have
up to seven indices: values are computed, but theorems are for fewer pegs."""

_COMPILED_FROM = 3
_BATCH_PATTERNS = 250
_ROOM = 1 << 22
"""The rows for which compiled closures keep room."""

_MOST_CLASSES = 2**15
_MOST_MAPS = 2**14
_MOST_THREADS = 256


@final
@dataclass(frozen=True, eq=False, repr=False)
class Splits:
    """The different splits of all patterns, in columns; those of one pattern are consecutive.

    Those of one pattern are sorted by new colours, patterns and question.
    pattern: int16[rows], the pattern that is split.
    new: uint8[rows], the new colours of the question.
    extra: uint8[rows], the fewest extra cells of a question with this split.
    patterns: int16[rows, width], the patterns that parts are; explicit: int16[rows, width], the
    explicit masets that parts are; each in descending order, padded with -1.  Won parts and
    empty ones do not occur.
    question: int32[rows], the first question with this split, counted over all patterns.

    Where there are several kinds of implicit colours, *new* and *extra* are as in `QuestionTable`,
    splits with other sets of extra cells are other rows, and there are two more columns.  maps:
    uint16[rows, width], for each of *patterns* the place of its index map in `Closure.maps`.
    explicit_maps: the same for the explicit masets.
    """

    pattern: NDArray[np.int16]
    new: NDArray[np.uint8]
    extra: NDArray[np.uint8]
    patterns: NDArray[np.int16]
    explicit: NDArray[np.int16]
    question: NDArray[np.int32]
    maps: NDArray[np.uint16] | None = None
    explicit_maps: NDArray[np.uint16] | None = None

    def __len__(self) -> int:
        return len(self.pattern)

    def __repr__(self) -> str:
        return f"<Splits: {len(self):,} rows>"


@final
@dataclass(frozen=True, eq=False, repr=False)
class Automorphisms:
    """Generators of the automorphism groups of patterns.

    pattern: int16[generators], ascending.  columns: uint8[generators, pegs] and colours:
    uint8[generators, most colours], as in `Identifications`.
    """

    pattern: NDArray[np.int16]
    columns: NDArray[np.uint8]
    colours: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.pattern)

    def __repr__(self) -> str:
        return f"<Automorphisms: {len(self):,} generators>"


@final
class IndexMap(NamedTuple):
    """How the implicit colours of a part become those of the pattern that it is.

    columns: column j of the pattern is column columns[j] of the part.  implicit: the kinds, in the
    columns of the pattern, of explicit colours of the part that are implicit there, ascending.
    """

    columns: tuple[int, ...]
    implicit: tuple[int, ...] = ()


@final
@dataclass(frozen=True, eq=False, repr=False)
class Closure:
    """All patterns, explicit masets and splits of a game with some number of pegs.

    `close` makes one; its methods raise `Refused` for a pattern or question that it does not have.

    extra: whether the extra colour was asked.  question_start: int64[patterns + 1]; the questions
    of pattern i are question_start[i]:question_start[i+1].  question_extra: uint8[questions], the
    extra cells of each.  split_of: int32[questions], the row of each in `splits`.
    maset_splits: the same for questions on the explicit masets, in their explicit colours and the
    extra one; all its parts are explicit masets.  maps: where there are several kinds of implicit
    colours, what becomes of them in parts; first the permutations of columns alone.
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
    automorphisms: Automorphisms
    maps: tuple[IndexMap, ...] = ()

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
            "automorphisms": Automorphisms,
            "maps": tuple,
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

    @cached_property
    def split_start(self) -> NDArray[np.int64]:
        """Where the splits of each pattern start, and the end: int64[patterns + 1]."""
        return starts(np.bincount(self.splits.pattern, minlength=len(self.patterns)))

    def questions(self, pattern: int) -> tuple[Word, ...]:
        """The questions of the pattern of that number, in the order of their numbers."""
        pattern = self._as_number(pattern)
        return tuple(non_isomorphic_questions(self.patterns[pattern], self.game, extra=self.extra))

    def _as_number(self, pattern: object) -> int:
        return as_count(pattern, "the number of a pattern", 0, len(self.patterns) - 1)

    def answered(self, pattern: int | MasetPattern, question: Word | str) -> tuple[Answered, ...]:
        """What each answer to a question on the pattern of that number leaves.

        Or on a pattern or explicit maset.  With white pegs the answer (p-1, 1), which is never
        given, is left out.
        """
        if not isinstance(pattern, MasetPattern):
            pattern = self.patterns[self._as_number(pattern)]
        *answers, won = self.catalogue.answered(pattern, question)
        return *answers[: row_width(self.game, self.pegs)], won

    @cached_property
    def catalogue(self) -> Catalogue:
        """The patterns and the explicit masets, each by their numbers.

        Where there are several kinds of implicit colours, equations depend on how parts are mapped
        to patterns; so the witnesses are those that are recorded.
        """
        numbered = chain(enumerate(self.patterns), enumerate(self.explicit))
        recorded = None if self.game.white_pegs else self.identifications
        return Catalogue(self.game, numbered, recorded)

    def number_of(self, pattern: MasetPattern | str) -> int:
        """The number of the pattern that is isomorphic to a normalized, non-empty one.

        For a pattern without a star, the number of the explicit maset.  `Refused` when the closure
        has none.
        """
        pattern = as_pattern(pattern)
        pattern.check_normalized()
        isomorphic = self.catalogue.find(pattern)
        if isomorphic is None:
            raise Refused(f"{pattern.brief()} is isomorphic to no pattern of {self!r}")
        return isomorphic[0].number


@cache
def exchanges(pegs: int) -> tuple[tuple[int, ...], ...]:
    """All permutations of columns, in the order of their numbers."""
    return tuple(permutations(range(pegs)))


_UNKNOWN_CLOSURE = "nobody knows how many patterns more pegs have, and the closure would run on"
_UNPROVED = "of more pegs values are computed, but nothing is proved for all numbers of colours"


def check_closable(game: PegGame | str, pegs: int) -> tuple[PegGame, int]:
    """Game and pegs; `Refused` when the pattern engine cannot treat them."""
    game = as_peg_game(game)
    most = MAX_OWN_PEGS if game.own_alphabets else MAX_PROVABLE_PEGS
    return game, _as_pegs(game, pegs, most, _UNKNOWN_CLOSURE)


def check_provable(game: PegGame | str, pegs: int) -> tuple[PegGame, int]:
    """Game and pegs; `Refused` when there is no theorem on them."""
    game = as_peg_game(game)
    most = MAX_SHARED_PEGS if game.shares_colours else MAX_PROVABLE_PEGS
    return game, _as_pegs(game, pegs, most, _UNKNOWN_CLOSURE if game.white_pegs else _UNPROVED)


def _as_pegs(game: PegGame, pegs: object, most: int, why: str) -> int:
    """Pegs from 1 to *most*; `Refused` otherwise, with the reason why there are not more."""
    pegs = as_count(pegs, "pegs", least=None)
    if not 1 <= pegs <= most:
        name = "" if game.white_pegs else f" for {game.name}"
        reason = f": {why}" if pegs > most else ""
        raise Refused(f"pegs must be 1 to {most}{name}, not {shown(pegs)}{reason}")
    return pegs


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
    compiled: use the kernels (by default from three pegs on, where they pay); they are for games
    that tell white pegs.  The result depends on neither *compiled* nor *threads*.  `Refused`
    for a game or a number of pegs that the pattern engine does not treat.

    >>> closure = close("mastermind", 2)
    >>> len(closure.patterns), closure.question_count
    (6, 47)
    """
    game, pegs = check_closable(game, pegs)
    extra, progress = as_flag(extra, "extra"), as_progress(progress)
    threads = as_count(threads, "the number of threads", 1, _MOST_THREADS)
    compiled = pegs >= _COMPILED_FROM if compiled is None else as_flag(compiled, "compiled")
    compiled = compiled and game.white_pegs
    splitter: Splitter = (
        CompiledSplitter(game, pegs, threads) if compiled else PlainSplitter(game, pegs)
    )
    classes = _Classes(game, pegs)
    patterns = _Queue(splitter, Questioner(game, extra, pegs, compiled), classes, classes.patterns)
    patterns.split_all("closure of patterns", progress)
    identifications = classes.identifications()
    masets = _Queue(splitter, Questioner(game, extra, 0, compiled), classes, classes.explicit)
    masets.split_all("closure of explicit masets", progress)
    return Closure(
        game,
        pegs,
        extra,
        tuple(one.pattern for one in classes.patterns),
        tuple(one.pattern for one in classes.explicit),
        patterns.done.splits(),
        *patterns.done.questions(),
        masets.done.splits(),
        identifications,
        patterns.automorphisms(),
        tuple(classes.maps or ()),
    )


@final
class _Classes:
    """The classes of isomorphic parts: patterns and explicit masets, in order of appearance.

    Parts with the same refined form are identified together; nauty is called for a form only
    when it is not known to be canonical and a form of another class has the same invariant.
    """

    def __init__(self, game: PegGame, pegs: int) -> None:
        full = MasetPattern.full(pegs)
        self.pegs = pegs
        # What becomes of columns matters only where there are several kinds of implicit colours.
        self.maps = {IndexMap(one): place for place, one in enumerate(exchanges(pegs))}
        self._several = not game.white_pegs
        self.patterns = [Known(0, full, full, Witness.identity(pegs, 0), pegs == 1)]
        self.explicit: list[Known] = []
        # The class of each part, and of each refined form with the witness that maps it to that.
        self._classes: Column[Any] = Column(np.int32 if self._several else np.int16, 1)
        self._of_forms: Column[Any] = Column(np.int16, 1)
        self._witness: list[Witness] = []
        # The classes that other forms may be of.
        self._catalogue = Catalogue(game)
        self._catalogue.add(self.patterns[0], refined_form(full).invariant)
        self._parts: list[NewParts] = []

    def identify(self, parts: NewParts) -> Classes:
        """Find the classes of new parts; returns those of all parts.

        Where there are several kinds of implicit colours, the number of the pattern or maset times
        16,384, plus the number of the index map.
        """
        of_forms = []
        for form in parts.forms:
            count = form.pattern.colours
            # Without those that are implicit in the form; the others keep their order.
            colours = [one for one in parts.colours[form.first].tolist() if one < count][:count]
            from_part = Witness(tuple(parts.columns[form.first].tolist()), tuple(colours))
            known, witness = self._catalogue.find(form.pattern, form.invariant) or self._added(
                form, from_part
            )
            of_forms.append(-1 - known.number if form.pattern.is_explicit else known.number)
            self._witness.append(witness)
        self._parts.append(parts)
        self._of_forms.extend(np.array(of_forms, dtype=np.int16))
        classes: Classes = self._of_forms.rows[parts.form]
        if self._several:
            columns = np.array([one.columns for one in self._witness])[parts.form]
            exchanged = np.take_along_axis(parts.columns, columns.astype(np.int64), axis=1)
            maps = [
                self.maps.setdefault(one, len(self.maps))
                for one in map(_index_map, exchanged.tolist(), parts.implicit or repeat(()))
            ]
            if len(self.maps) > _MOST_MAPS:
                raise OverflowError(f"there are more than {_MOST_MAPS} index maps")
            numbers = np.where(classes < 0, -1 - classes, classes) * np.int32(_MOST_MAPS) + maps
            classes = np.where(classes < 0, -1 - numbers, numbers).astype(np.int32)
        self._classes.extend(classes)
        return self._classes.rows

    def _added(self, form: NewForm, from_part: Witness) -> tuple[Known, Witness]:
        """A new class with the part that *from_part* maps to a form, and the way back to it."""
        members = self.explicit if form.pattern.is_explicit else self.patterns
        if len(members) == _MOST_CLASSES:
            raise OverflowError("the numbers of patterns do not fit 16 bits")
        witness = from_part.inverse()
        pattern = witness.apply(form.pattern)
        members.append(Known(len(members), pattern, form.pattern, from_part, form.settled))
        if not form.settled:
            self._catalogue.add(members[-1], form.invariant)
        return members[-1], witness

    def identifications(self) -> Identifications:
        """What the parts are that have been identified so far, with witnesses."""
        most = max(one.pattern.colours for one in (*self.patterns, *self.explicit))
        most += max((len(one.implicit) for one in self.maps), default=0)
        columns, colours = _witness_columns(self._witness, self.pegs, most)
        counts = np.array([len(witness.colours) for witness in self._witness])
        pieces = []
        for parts in self._parts:
            form, implicit = parts.form, parts.implicit or [()] * len(parts.form)
            occurring = np.arange(most) < (counts[form] + [*map(len, implicit)])[:, None]
            # First the witness to the refined form, then from there.
            moved = np.take_along_axis(parts.columns, columns[form].astype(np.int64), axis=1)
            named = np.take_along_axis(
                colours[form], parts.colours[:, :most].astype(np.int64), axis=1
            )
            pieces.append((moved, named * occurring))
        moved, named = (np.concatenate(column) for column in zip(*pieces, strict=True))
        of_forms = self._of_forms.rows
        classes = np.concatenate([of_forms[parts.form] for parts in self._parts])
        numbers = np.maximum(classes, -1), np.maximum(-1 - classes, -1)
        kinds = [kinds for parts in self._parts for kinds in parts.implicit or ()]
        if not any(kinds):
            return Identifications(*numbers, moved, named)
        width = max(map(len, kinds))
        moved_kinds = np.zeros((len(kinds), width), dtype=np.uint8)
        for row, (one, order) in enumerate(zip(kinds, moved.tolist(), strict=True)):
            moved_kinds[row, : len(one)] = [_moved(kind, order) for kind in one]
        return Identifications(*numbers, moved, named, moved_kinds)


def _moved(kind: int, columns: Sequence[int]) -> int:
    """A set of columns of a part in the columns of the pattern that it is."""
    return sum(1 << j for j, column in enumerate(columns) if kind >> column & 1)


def _index_map(columns: Sequence[int], implicit: Sequence[int]) -> IndexMap:
    """That of a part with colours of these kinds, in its columns, that are implicit."""
    return IndexMap(tuple(columns), tuple(sorted(_moved(kind, columns) for kind in implicit)))


def _witness_columns(
    witnesses: Sequence[Witness], pegs: int, most: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The columns and colours of witnesses, as arrays.

    most: the length of the rows of colours; those that a witness does not have stay as they are.
    """
    rows = [(*one.colours, *range(len(one.colours), most)) for one in witnesses]
    return (
        np.array([one.columns for one in witnesses], dtype=np.uint8).reshape(len(rows), pegs),
        np.array(rows, dtype=np.uint8).reshape(len(rows), most),
    )


@final
class _Queue:
    """Patterns, or explicit masets, that wait to be split, and the splits of those that are done.

    waiting: a list of the classes that grows while its members are split.
    """

    def __init__(
        self, splitter: Splitter, ask: Questioner, classes: _Classes, waiting: list[Known]
    ) -> None:
        self._splitter = splitter
        self._ask = ask
        self._classes = classes
        self._waiting = waiting
        self._begun = 0
        self._groups: list[tuple[Witness, ...]] = []
        self.done = _Done(splitter, ask, classes.pegs)

    def split_all(self, stage: str, progress: Progress) -> None:
        """Split until nothing waits.

        While the parts of one batch are identified, the next one is already being split, if enough
        are waiting, and the one before merged.
        """
        with ThreadPoolExecutor(1) as merging:
            merged = merging.submit(self.done.extend, [], np.zeros(0, np.int16))
            wait = self._begin()
            while wait is not None:
                batches = wait()
                finished = self._begun
                following = self._begin()
                classes = self._classes.identify(self._splitter.new_parts())
                merged.result()
                merged = merging.submit(self.done.extend, batches, classes)
                progress(stage, finished, len(self._waiting))
                wait = following or self._begin()
            merged.result()

    def _begin(self) -> Callable[[], list[Batch]] | None:
        """Begin to split the next patterns, or return None when none is waiting."""
        chosen = self._waiting[self._begun : self._begun + _BATCH_PATTERNS]
        self._begun += len(chosen)
        for one in chosen:
            if one.pattern.colours + self._ask.max_new > COLOUR_LIMIT:
                raise OverflowError(f"a pattern has more than {COLOUR_LIMIT} explicit colours")
        fixed = not self._ask.game.white_pegs
        groups = [
            () if one.settled else automorphisms(one.pattern, fixed_columns=fixed) for one in chosen
        ]
        self._groups += groups
        patterns = list(zip((one.pattern for one in chosen), groups, strict=True))
        return self._splitter.begin(patterns, self._ask) if patterns else None

    def automorphisms(self) -> Automorphisms:
        """Those of all that is done."""
        counts = list(map(len, self._groups))
        most = max(one.pattern.colours for one in self._waiting)
        generators = [witness for group in self._groups for witness in group]
        return Automorphisms(
            np.repeat(np.arange(len(counts), dtype=np.int16), counts),
            *_witness_columns(generators, self._classes.pegs, most),
        )


@final
class _Done:
    """The splits of what has been split, in columns; one thread at a time extends them."""

    def __init__(self, splitter: Splitter, ask: Questioner, pegs: int) -> None:
        self._splitter = splitter
        self._several = not ask.game.white_pegs
        self._count = 0
        width, room = row_width(ask.game, pegs), _ROOM if ask.compiled else 1
        self._pattern = Column(np.int16, room)
        self._rows: tuple[Column[Any], ...] = (
            Column(np.uint8, room),
            Column(np.uint8, room),
            Column(np.int16, room, width),
            Column(np.int16, room, width),
            Column(np.int32, room),
        )
        if self._several:
            self._rows += Column(np.uint16, room, width), Column(np.uint16, room, width)
        self._question_start = Column(np.int64, room)
        self._question_start.extend(np.zeros(1, dtype=np.int64))
        self._question_extra = Column(np.uint8, room)
        self._split_of = Column(np.int32, room)

    def extend(self, batches: list[Batch], classes: Classes) -> None:
        """Merge the questions of batches; their parts are of these classes."""
        for batch in batches:
            merged = self._splitter.merge(batch, classes)
            pattern = np.searchsorted(batch.start, merged.rows.question, side="right") - 1
            self._split_of.extend(merged.split_of + np.int32(len(self._pattern)))
            self._pattern.extend((pattern + self._count).astype(np.int16))
            merged.rows.question[:] += len(self._question_extra)
            for column, rows in zip(self._rows, self._columns(merged.rows), strict=True):
                column.extend(np.asarray(rows))
            self._question_start.extend(batch.start[1:] + len(self._question_extra))
            self._question_extra.extend(batch.extra)
            self._count += len(batch.start) - 1

    def _columns(self, rows: Rows) -> tuple[NDArray[Any], ...]:
        """The columns of `Splits`; numbers that hold index maps are taken apart."""
        if not self._several:
            return rows
        numbers = rows.patterns, rows.explicit
        patterns, explicit = ((both // _MOST_MAPS).astype(np.int16) for both in numbers)
        maps = (np.where(both < 0, 0, both % _MOST_MAPS).astype(np.uint16) for both in numbers)
        return rows.new, rows.extra, patterns, explicit, rows.question, *maps

    def splits(self) -> Splits:
        """The splits of all that is done."""
        return Splits(self._pattern.rows, *(column.rows for column in self._rows))

    def questions(self) -> tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.int32]]:
        """Where the questions of each pattern start, and of each the extra cells and the row."""
        return self._question_start.rows, self._question_extra.rows, self._split_of.rows
