"""The closure: every pattern that questions reach from the full pattern (Peczarski, section 3).

Patterns are numbered in order of appearance, breadth first, and kept in the normalized form in
which they first appeared.  Questions are numbered from 1 for each pattern, as in the labels of
equations.  Questions of a pattern that have the same new colours and the same parts give the same
equations; they share one row of `Splits`, and that is what everything later works on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from itertools import chain, permutations
from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_count, as_flag, counted
from masetproof.cache import Recomputed
from masetproof.games.alike import AlikeGame, Columns
from masetproof.games.registry import is_ours
from masetproof.patterns.catalogue import Answered, Catalogue, Entry, Witnesses
from masetproof.patterns.columns import starts
from masetproof.patterns.isomorphism import RefinedForm, Witness, automorphisms, refined_form
from masetproof.patterns.pattern import MasetPattern, as_pattern
from masetproof.patterns.provable import check_closable
from masetproof.patterns.questions import (
    QuestionTable,
    least_questions,
    non_isomorphic_questions,
    question_classes,
)
from masetproof.patterns.splitter import (
    MOST_MAPS,
    Ask,
    Batch,
    Classes,
    CompiledSplitter,
    NewParts,
    PlainSplitter,
    Splits,
    Splitter,
)
from masetproof.progress import Progress, as_progress, silent
from masetproof.words import Word

_BATCH_PATTERNS = 250

_MOST_CLASSES = 2**15
_MOST_UNENDING = 2_000
_MOST_NAMED = 20
"""Where it is not known that patterns are finitely many, the closure is given up beyond these."""
_MOST_THREADS = 256


class Unclosed(Refused):
    """The patterns of a game of one's own may have no end: its closure is given up."""


@final
class IndexMap(NamedTuple):
    """What the implicit colours of a part become in its pattern.

    columns: column j of the pattern is column columns[j] of the part.
    implicit: the explicit colours of the part that are implicit in the pattern: their kinds, in its
        columns, ascending.
    """

    columns: tuple[int, ...]
    implicit: tuple[int, ...] = ()


@final
@dataclass(frozen=True, eq=False, repr=False)
class Closure(Recomputed):
    """All patterns, explicit masets and splits of a game with some number of pegs.

    `close` makes one; its methods raise `Refused` for a pattern or question that it does not have.

    extra: whether the extra colour was asked.  consistent: whether only possible secrets were.
    question_start: int64[patterns + 1]; the questions of pattern i are
    question_start[i]:question_start[i+1].  question_extra: uint8[questions], the extra cells of
    each.  split_of: int32[questions], the row of each in `splits`.
    maset_splits: the same for questions on the explicit masets, in their explicit colours and the
    extra one; all its parts are explicit masets.  maps: where there are several kinds of implicit
    colours, what becomes of them in parts; first the permutations of columns alone.
    identifications: every different normalized part of a pattern, in order of appearance, and the
    witness that maps it to what it is.  automorphisms: generators of the groups of the patterns,
    whose numbers ascend.
    """

    game: AlikeGame
    pegs: int
    extra: bool
    patterns: tuple[MasetPattern, ...]
    explicit: tuple[MasetPattern, ...]
    splits: Splits
    question_start: NDArray[np.int64]
    question_extra: NDArray[np.uint8]
    split_of: NDArray[np.int32]
    maset_splits: Splits
    identifications: Witnesses
    automorphisms: Witnesses
    maps: tuple[IndexMap, ...] = ()
    consistent: bool = False

    def __repr__(self) -> str:
        return (
            f"<Closure of {self.game.name}, {self.pegs} pegs, "
            f"{self._asked}: "
            f"{len(self.patterns):,} patterns, {self.question_count:,} questions>"
        )

    @property
    def _asked(self) -> str:
        """Which questions were asked, in words."""
        if self.consistent:
            return "possible secrets asked"
        return f"{'with' if self.extra else 'without'} the extra colour"

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
        return tuple(self.asked(self.patterns[pattern]))

    def asked(self, pattern: MasetPattern, max_new: int | None = None) -> QuestionTable:
        """The questions on a normalized pattern, one of each orbit; *max_new* as there."""
        return non_isomorphic_questions(
            pattern, self.game, extra=self.extra, consistent=self.consistent, max_new=max_new
        )

    def classes(self, pattern: MasetPattern) -> list[list[Word]]:
        """All questions on a normalized pattern in their orbits."""
        return question_classes(pattern, self.game, extra=self.extra, consistent=self.consistent)

    def _as_number(self, pattern: object) -> int:
        return as_count(pattern, "the number of a pattern", 0, len(self.patterns) - 1)

    def answered(self, pattern: int | MasetPattern, question: Word | str) -> tuple[Answered, ...]:
        """What each answer to a question leaves; on a pattern, its number, or an explicit maset.

        Answers that are never given, such as (p-1, 1), are left out.
        """
        if not isinstance(pattern, MasetPattern):
            pattern = self.patterns[self._as_number(pattern)]
        *answers, won = self.catalogue.answered(pattern, question)
        return *answers[: self.game.open_answers(self.pegs)], won

    def all_answered(self, pattern: int) -> list[tuple[Answered, ...]]:
        """The parts that each answer to each question on a pattern leaves.

        Questions whose answers all leave the same share one value.
        """
        questions, width = self.questions(pattern), self.game.open_answers(self.pegs)
        found = self.catalogue.answered_all(self.patterns[pattern], questions)
        given = {id(one): (*one[:width], one[-1]) for one in found}
        return [given[id(one)] for one in found]

    @cached_property
    def forms(self) -> tuple[MasetPattern, ...]:
        """The patterns, and after them the explicit masets; a *form* is one of these."""
        return self.patterns + self.explicit

    @cached_property
    def catalogue(self) -> Catalogue:
        """The patterns and the explicit masets, each with its numbers.

        With several kinds of implicit colours, equations depend on the map from a part to its
        pattern, so the recorded witnesses are taken.
        """
        numbered = chain(enumerate(self.patterns), enumerate(self.explicit))
        recorded = None if self.game.one_kind else self.identifications
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


def form_of(closure: Closure, pattern: MasetPattern) -> tuple[int, Witness] | None:
    """The number of the form that is isomorphic to a normalized pattern, and the witness.

    None where the closure has no such form.
    """
    found = closure.catalogue.find(pattern)
    if found is None:
        return None
    entry, witness = found
    return entry.number + len(closure.patterns) * pattern.is_explicit, witness


def splits_on(closure: Closure, number: int) -> tuple[Splits, int]:
    """The splits with those of a pattern, or of a maset, and its number among them."""
    later = number - len(closure.patterns)
    return (closure.splits, number) if later < 0 else (closure.maset_splits, later)


def questions_on(closure: Closure, number: int) -> tuple[Word, ...]:
    """All questions on a pattern or, after the patterns, an explicit maset, in their order."""
    later = number - len(closure.patterns)
    if later < 0:
        return closure.questions(number)
    maset = closure.explicit[later]
    return tuple(closure.asked(maset, max_new=0))


def first_questions(closure: Closure, number: int) -> Callable[[int], Word]:
    """For a row of the splits on a pattern or maset the first of `questions_on` that has it."""
    splits, own = splits_on(closure, number)
    start = int(splits.question[splits.pattern == own].min())
    questions = questions_on(closure, number)
    return lambda split: questions[int(splits.question[split]) - start]


@cache
def exchanges(pegs: int) -> tuple[tuple[int, ...], ...]:
    """All permutations of columns, in the order of their numbers."""
    return tuple(permutations(range(pegs)))


def close(
    game: AlikeGame | str,
    pegs: int,
    *,
    extra: bool = True,
    consistent: bool = False,
    progress: Progress = silent,
    compiled: bool = True,
    threads: int = 2,
) -> Closure:
    """The closure of the full pattern of a game, which is a `Game` or its name.

    extra: whether the extra colour may be asked, as in the readings ``exact`` and ``with``.
    consistent: whether only possible secrets may be asked, which have no extra colour.
    compiled: use the kernels, which are for one kind of colours, and not their plain twins.
    The result depends on neither *compiled* nor *threads*.  `Refused` for a game or a number of
    pegs that the pattern engine does not treat.

    >>> closure = close("mastermind", 2)
    >>> len(closure.patterns), closure.question_count
    (6, 47)
    """
    game, pegs = check_closable(game, pegs)
    consistent, progress = as_flag(consistent, "consistent"), as_progress(progress)
    extra = as_flag(extra, "extra") and not consistent
    if consistent:
        _check_consistent(game)
    splitter, classes = _splitter(game, pegs, compiled, threads), _Classes(game, pegs)
    ask = partial(least_questions, game=game, extra=extra, consistent=consistent)
    patterns = _Queue(splitter, classes, classes.patterns, partial(ask, max_new=pegs))
    patterns.split_all("patterns split", progress)
    identifications = classes.identifications()
    masets = _Queue(splitter, classes, classes.explicit, partial(ask, max_new=0))
    masets.split_all("explicit masets split", progress)
    splits, start, blanks, split_of = patterns.columns()
    return Closure(
        game,
        pegs,
        extra,
        tuple(one.pattern for one in classes.patterns),
        tuple(one.pattern for one in classes.explicit),
        splits,
        start,
        blanks,
        split_of,
        masets.columns()[0],
        identifications,
        patterns.automorphisms(),
        tuple(classes.maps or ()),
        consistent,
    )


def _check_consistent(game: AlikeGame) -> None:
    """`Refused` for games that have no closure where only possible secrets may be asked."""
    if game.distinct_secrets:
        name = game.distinct_name
        instead = "a game that repeats no colour" if name is None else f"the game {name}"
        raise Refused(
            f"where only a possible secret of {game.name} may be asked, no question repeats a "
            f"colour, either: take {instead}"
        )
    if not game.one_kind:
        raise Refused(f"of {game.name} no closure has possible secrets as its only questions")


def _splitter(game: AlikeGame, pegs: int, compiled: bool, threads: int) -> Splitter:
    """The kernels where they can be used and are wanted, else their plain twins."""
    threads = as_count(threads, "the number of threads", 1, _MOST_THREADS)
    if as_flag(compiled, "compiled") and not game.fixes_columns(pegs):
        return CompiledSplitter(game, pegs, threads)
    return PlainSplitter(game, pegs)


@final
class _Classes:
    """The classes of isomorphic parts: patterns and explicit masets, in order of appearance.

    Parts with the same refined form are identified together; nauty is called for a form only
    when it is not known to be canonical and a form of another class has the same invariant.
    """

    def __init__(self, game: AlikeGame, pegs: int) -> None:
        full = MasetPattern.full(pegs)
        self.game, self.pegs = game, pegs
        self.ends = is_ours(game) or game.closes(pegs)
        # The map of columns matters only with several kinds of implicit colours.
        self.maps = {IndexMap(one): place for place, one in enumerate(exchanges(pegs))}
        self._several = not game.one_kind
        form = refined_form(full, fixed_columns=game.columns(pegs) is Columns.APART)
        form = replace(form, witness=Witness.identity(pegs, 0))
        self.patterns = [Entry(0, full, form)]
        self.explicit: list[Entry] = []
        # The class of each part, and of each refined form with the witness that maps it to that.
        self._classes: Classes = np.empty(0, np.int32 if self._several else np.int16)
        self._of_forms = np.empty(0, np.int16)
        self._witness: list[Witness] = []
        # The classes that other forms may be of.
        self._catalogue = Catalogue(game)
        self._catalogue.add(self.patterns[0])
        self._parts: list[NewParts] = []

    def identify(self, parts: NewParts) -> Classes:
        """Find the classes of new parts; returns those of all parts."""
        of_forms = []
        for form in parts.forms:
            known, witness = self._catalogue.find(form.form, form.invariant) or self._added(form)
            of_forms.append(-1 - known.number if form.form.is_explicit else known.number)
            self._witness.append(witness)
        self._parts.append(parts)
        self._of_forms = np.append(self._of_forms, np.array(of_forms, dtype=np.int16))
        classes: Classes = self._of_forms[parts.form]
        if self._several:
            columns = np.array([one.columns for one in self._witness])[parts.form]
            exchanged = np.take_along_axis(parts.columns, columns.astype(np.int64), axis=1)
            maps = []
            implicit = parts.implicit or [()] * len(exchanged)
            for order, again in zip(exchanged.tolist(), implicit, strict=True):
                kinds = sorted(_moved(kind, order) for kind in again)
                one = IndexMap(tuple(order), tuple(kinds))
                maps.append(self.maps.setdefault(one, len(self.maps)))
            if len(self.maps) > MOST_MAPS:
                raise OverflowError(f"there are more than {MOST_MAPS} index maps")
            numbers = np.where(classes < 0, -1 - classes, classes) * np.int32(MOST_MAPS) + maps
            classes = np.where(classes < 0, -1 - numbers, numbers).astype(np.int32)
        self._classes = np.append(self._classes, classes)
        return self._classes

    def _added(self, form: RefinedForm) -> tuple[Entry, Witness]:
        """A new class for the first part with a form, and the map from the form to it."""
        members = self.explicit if form.form.is_explicit else self.patterns
        many = len(members) == _MOST_UNENDING or form.form.colours > _MOST_NAMED
        if many and not self.ends:
            raise Unclosed(
                f"the patterns of {self.game.name} with {counted(self.pegs, 'peg')} may have no "
                f"end (more than {_MOST_UNENDING:,}, or one of more than {_MOST_NAMED} colours, "
                "was found), as answers may leave open whether an asked colour is in the secret"
            )
        if len(members) == _MOST_CLASSES:
            raise OverflowError("the numbers of patterns do not fit 16 bits")
        witness = form.witness.inverse()
        members.append(Entry(len(members), witness.apply(form.form), form))
        if not form.settled:
            self._catalogue.add(members[-1])
        return members[-1], witness

    def identifications(self) -> Witnesses:
        """The classes of the parts so far, with their witnesses."""
        most = max(one.pattern.colours for one in (*self.patterns, *self.explicit))
        most += max((len(one.implicit) for one in self.maps), default=0)
        pieces = ((one.form, one.columns, one.colours[:, :most]) for one in self._parts)
        form, columns, colours = map(np.concatenate, zip(*pieces, strict=True))
        kinds = [kinds for parts in self._parts for kinds in parts.implicit or ()]
        counts = np.array([len(witness.colours) for witness in self._witness])[form]
        if kinds:
            counts += [*map(len, kinds)]
        # First the witness to the refined form, then from there.
        then_columns, then_colours = _in_columns(self._witness, self.pegs, most)
        columns = np.take_along_axis(columns, then_columns[form].astype(np.int64), axis=1)
        colours = np.take_along_axis(then_colours[form], colours.astype(np.int64), axis=1)
        colours *= np.arange(most) < counts[:, None]
        implicit = None
        if any(kinds):
            implicit = np.zeros((len(kinds), max(map(len, kinds))), dtype=np.uint8)
            for row, (one, order) in enumerate(zip(kinds, columns.tolist(), strict=True)):
                implicit[row, : len(one)] = [_moved(kind, order) for kind in one]
        return Witnesses(self._of_forms[form], columns, colours, implicit)


def _moved(kind: int, columns: Sequence[int]) -> int:
    """A set of columns of a part in the columns of the pattern that it is."""
    return sum(1 << j for j, column in enumerate(columns) if kind >> column & 1)


def _in_columns(
    witnesses: Sequence[Witness], pegs: int, most: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The columns and colours of witnesses, as arrays.

    most: the length of the rows of colours; colours beyond those of a witness map to themselves.
    """
    rows = [(*one.colours, *range(len(one.colours), most)) for one in witnesses]
    return (
        np.array([one.columns for one in witnesses], dtype=np.uint8).reshape(len(rows), pegs),
        np.array(rows, dtype=np.uint8).reshape(len(rows), most),
    )


_Columns = tuple[Splits, NDArray[np.int64], NDArray[np.uint8], NDArray[np.int32]]
"""What `_Queue.columns` returns."""


@final
class _Queue:
    """Patterns, or explicit masets, that wait to be split, and the splits of the others.

    waiting: a list of the classes that grows while its members are split.
    """

    def __init__(
        self, splitter: Splitter, classes: _Classes, waiting: list[Entry], ask: Ask
    ) -> None:
        self._splitter = splitter
        self._classes = classes
        self._waiting = waiting
        self._ask = ask
        self._groups: list[tuple[Witness, ...]] = []
        # The merged columns, and the numbers of patterns, questions, splits and their parts.
        none = Splits.room(0, 0)
        if not classes.game.one_kind:
            none = replace(none, maps=np.empty(0, np.uint16))
        extra, split_of = np.empty(0, np.uint8), np.empty(0, np.int32)
        self._merged: list[_Columns] = [(none, np.zeros(1, np.int64), extra, split_of)]
        self._done = 0, 0, 0, 0

    def split_all(self, stage: str, progress: Progress) -> None:
        """Split until nothing waits.

        While the parts of one batch are identified and its questions merged, the next one is
        already being split, if enough are waiting.
        """
        wait = self._begin()
        while wait is not None:
            batches = wait()
            finished = len(self._groups)
            following = self._begin()
            self._merge(batches, self._classes.identify(self._splitter.new_parts()))
            progress(stage, finished, len(self._waiting))
            wait = following or self._begin()

    def _begin(self) -> Callable[[], list[Batch]] | None:
        """Begin to split the next patterns, or return None when none is waiting."""
        begun = len(self._groups)
        fixed = self._classes.game.fixes_columns(self._classes.pegs)
        patterns = []
        for one in self._waiting[begun : begun + _BATCH_PATTERNS]:
            settled = one.refined.settled
            group = () if settled else automorphisms(one.pattern, fixed_columns=fixed)
            self._groups.append(group)
            patterns.append((one.pattern, group))
        return self._splitter.begin(patterns, self._ask) if patterns else None

    def _merge(self, batches: list[Batch], classes: Classes) -> None:
        """Merge the questions of batches, whose parts are of these classes."""
        for batch in batches:
            splits, split_of = self._splitter.merge(batch, classes)
            patterns, questions, rows, parts = self._done
            splits.pattern[:] += np.int16(patterns)
            splits.question[:] += np.int32(questions)
            splits = replace(splits, part_start=splits.part_start[1:] + parts)
            ends, split_of = batch.start[1:] + questions, split_of + np.int32(rows)
            self._merged.append((splits, ends, batch.extra, split_of))
            self._done = (
                patterns + len(ends),
                questions + len(split_of),
                rows + len(splits),
                parts + len(splits.parts),
            )

    def columns(self) -> _Columns:
        """`splits`, `question_start`, `question_extra` and `split_of` of the closure."""
        pieces = ((*splits.columns, *others) for splits, *others in self._merged)
        *columns, start, extra, split_of = map(np.concatenate, zip(*pieces, strict=True))
        return Splits(*columns), start, extra, split_of

    def automorphisms(self) -> Witnesses:
        """The automorphisms of all forms that were split."""
        most = max(one.pattern.colours for one in self._waiting)
        generators = [witness for group in self._groups for witness in group]
        return Witnesses(
            np.repeat(np.arange(len(self._groups), dtype=np.int16), [*map(len, self._groups)]),
            *_in_columns(generators, self._classes.pegs, most),
        )
