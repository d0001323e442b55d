"""The parts that answers leave, and their patterns.

A `Catalogue` has one member of each class of isomorphic patterns.  A closure fills one while it is
made; afterwards it has one of all its patterns and explicit masets, and a book has one of its own.
Equations and certificates depend on the map from a part to its pattern; for these, `Answered`
returns the one that the closure recorded (`Witnesses`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache, partial
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused
from masetproof.games.alike import AlikeGame, Columns
from masetproof.games.pegs import Answer
from masetproof.patterns.isomorphism import Canonical, RefinedForm, Witness, canonical
from masetproof.patterns.kinds import standing, within
from masetproof.patterns.pattern import MasetPattern, normalized, pattern_of, renaming
from masetproof.patterns.split import Clauses, fold, split, split_all
from masetproof.words import STAR, Word

_KEPT = 1 << 14
_KEPT_ANSWERS = 1 << 12
_KEPT_WITNESSES = 1 << 9


@final
@dataclass(frozen=True, eq=False, repr=False)
class Witnesses:
    """Witnesses, in columns, that map parts, or patterns themselves, to patterns and masets.

    number: int16[rows], the number of the pattern, or -1 - i for the explicit maset i.
    columns, colours: uint8[rows, pegs] and uint8[rows, most colours], the witness.
    implicit: where columns share colours of several kinds, uint8[rows, most], the kinds of those
        colours of the part that are implicit in the pattern, in its columns, then 0; the witness
        maps them to the numbers after its colours.
    """

    number: NDArray[np.int16]
    columns: NDArray[np.uint8]
    colours: NDArray[np.uint8]
    implicit: NDArray[np.uint8] | None = None

    def __len__(self) -> int:
        return len(self.number)

    def __repr__(self) -> str:
        return f"<Witnesses: {len(self):,} rows>"

    @property
    def masets(self) -> int:
        """The number of explicit masets, if they are numbered as they appear here."""
        return -int(self.number.min(initial=0))


@final
@dataclass(frozen=True, eq=False, slots=True)
class Entry:
    """An entry of a catalogue: a number, and its pattern or explicit maset.

    refined: a form of it, with which others are compared.
    """

    number: int
    pattern: MasetPattern
    refined: RefinedForm


@final
class Catalogue:
    """Numbered patterns and explicit masets, no two of them isomorphic.

    Filled at once, or by `add`.  nauty is called only for patterns with the same invariant.
    recorded: witnesses that are taken where there are others, too.
    """

    def __init__(
        self,
        game: AlikeGame,
        numbered: Iterable[tuple[int, MasetPattern]] = (),
        recorded: Witnesses | None = None,
    ) -> None:
        self.game = game
        self._alike: dict[int | tuple[int, ...], list[Entry]] = {}
        self._canonical = lru_cache(_KEPT)(self._canonical_form)
        self._kept = lru_cache(_KEPT)(self._compared)
        # Eight in nine answers to the questions on a pattern leave the same as another one.
        self._left = lru_cache(_KEPT_ANSWERS)(self._leaves)
        for number, pattern in numbered:
            same = Witness.identity(pattern.pegs, pattern.colours)
            form = RefinedForm(pattern, same, settled=False, invariant=_invariant(pattern))
            self.add(Entry(number, pattern, form))
        self._witnesses: Callable[[Entry], dict[MasetPattern, Witness]] | None = None
        if recorded is not None:
            self._witnesses = lru_cache(_KEPT_WITNESSES)(partial(_recorded_witnesses, recorded))

    def _canonical_form(self, pattern: MasetPattern) -> Canonical:
        apart = self.game.columns(pattern.pegs) is Columns.APART
        return canonical(pattern, fixed_columns=apart)

    def add(self, known: Entry) -> None:
        """Enter a pattern that is isomorphic to no other."""
        self._alike.setdefault(known.refined.invariant, []).append(known)
        self._kept.cache_clear()

    def find(
        self, pattern: MasetPattern, invariant: int | tuple[int, ...] | None = None
    ) -> tuple[Entry, Witness] | None:
        """The entry that is isomorphic to a normalized pattern, and the witness from this to it.

        None where there is none. invariant: of a refined form of the pattern, where the entries
        have refined forms.
        """
        return self._kept(pattern, invariant)

    def _compared(
        self, pattern: MasetPattern, invariant: int | tuple[int, ...] | None
    ) -> tuple[Entry, Witness] | None:
        """As `find`, without its memory."""
        invariant = _invariant(pattern) if invariant is None else invariant
        for known in self._alike.get(invariant, ()):
            here, there = self._canonical(pattern), self._canonical(known.refined.form)
            if here.form == there.form:
                way = known.refined.witness.then(there.witness)
                return known, here.witness.then(way.inverse())
        return None

    def witness(self, part: MasetPattern, known: Entry) -> Witness | None:
        """The recorded witness that maps a normalized part to its pattern."""
        if self._witnesses is None or part == known.pattern:
            return None
        return self._witnesses(known).get(part)

    def answered(self, pattern: MasetPattern, question: Word | str) -> tuple[Answered, ...]:
        """What each answer to a question on a normalized pattern leaves; refusals of `split`."""
        parts = split(pattern, question, self.game)
        return self._answered(pattern.pegs, tuple(part.clauses for part in parts))

    def answered_all(
        self, pattern: MasetPattern, questions: Sequence[Word]
    ) -> list[tuple[Answered, ...]]:
        """As `answered`, for many questions that are known to be right.

        Questions whose answers all leave the same share one value.
        """
        answered = cache(partial(self._answered, pattern.pegs))
        return [answered(parts) for parts in split_all(pattern, questions, self.game)]

    def _answered(self, pegs: int, parts: tuple[Clauses, ...]) -> tuple[Answered, ...]:
        last = len(parts) - 1
        return tuple(
            self._left(answer, part, place == last)
            for place, (answer, part) in enumerate(zip(self.game.answers(pegs), parts, strict=True))
        )

    def _leaves(self, answer: Answer, clauses: Clauses, is_last: bool) -> Answered:
        part = pattern_of(clauses)
        return Answered(answer, part, *fold(part, self.game), is_last, self)


@final
@dataclass(frozen=True)
class Answered:
    """The part that an answer to a question leaves, and its pattern or maset in a catalogue.

    part: as the answer leaves it; empty where no secret gives the answer.
    core: without the explicit colours that can be implicit again (`patterns.split.fold`).
    again: these colours, each with its kind in the columns of the part.
    is_last: whether the answer is the winning one.

    The number is looked up on demand; `Refused` when the part is empty or won.
    """

    answer: Answer
    part: MasetPattern
    core: MasetPattern
    again: Mapping[int, int]
    is_last: bool
    catalogue: Catalogue = field(repr=False, compare=False)

    @property
    def is_won(self) -> bool:
        """Whether the question is the secret that is left."""
        return self.is_last and bool(self.part)

    @property
    def is_open(self) -> bool:
        """Whether secrets are left, and more questions must be asked."""
        return not self.is_last and bool(self.part)

    @cached_property
    def normal(self) -> MasetPattern:
        """The core, normalized; with an alphabet for each column, column by column."""
        return normalized(self.core, self.catalogue.game)

    @cached_property
    def _isomorphic(self) -> tuple[Entry, Witness]:
        if not self.is_open:
            raise Refused("no secret is left to be found after that answer")
        isomorphic = self.catalogue.find(self.normal)
        if isomorphic is None:
            raise ArithmeticError(f"{self.part.brief()} is none of the patterns that are expected")
        return isomorphic

    @property
    def number(self) -> int:
        """The number of the pattern, or explicit maset, to which it is isomorphic."""
        return self._isomorphic[0].number

    @property
    def known(self) -> MasetPattern:
        """The pattern, or explicit maset, of that number."""
        return self._isomorphic[0].pattern

    @property
    def pattern(self) -> int | None:
        """The number of the pattern; None when no star is left, or no secret."""
        return None if self.part.is_explicit else self.number

    @property
    def maset(self) -> int | None:
        """The number of the explicit maset; None when it is a pattern, empty or won."""
        return self.number if self.is_open and self.part.is_explicit else None

    @cached_property
    def witness(self) -> Witness:
        """The witness that maps `normal` to `known`."""
        known, witness = self._isomorphic
        return self.catalogue.witness(self.normal, known) or witness

    @cached_property
    def colours(self) -> dict[int, int]:
        """The explicit colours of the part that stay explicit, with their names in `known`."""
        names = renaming(self.core, self.catalogue.game)
        return {colour: self.witness.colours[name] for colour, name in names.items()}

    @cached_property
    def implicit(self) -> dict[int, int]:
        """The explicit colours that are implicit again, with their kinds in the columns of `known`.

        Other explicit colours of the question and of what it was asked on are excluded.
        """
        return {colour: self._becomes(kind) for colour, kind in self.again.items()}

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """For each kind of implicit colours its new kind; 0 where its colours are excluded."""
        kinds = self.catalogue.game.kinds(self.known.pegs)
        return tuple(self._becomes(kind) for kind in kinds)

    def _becomes(self, kind: int) -> int:
        """A kind in the columns of `known`."""
        stars = standing(self.catalogue.game, self.known.star_columns)
        return within(kind, self.witness.columns, stars)


def _recorded_witnesses(recorded: Witnesses, known: Entry) -> dict[MasetPattern, Witness]:
    """The maps from parts to a pattern or maset, without the colours that are implicit again."""
    pattern, witnesses = known.pattern, dict[MasetPattern, Witness]()
    number = -1 - known.number if pattern.is_explicit else known.number
    for row in np.flatnonzero(recorded.number == number).tolist():
        named = [name for name in recorded.colours[row].tolist() if name < pattern.colours]
        columns = tuple(recorded.columns[row].tolist())
        witness = Witness(columns, tuple(named[: pattern.colours]))
        witnesses[witness.inverse().apply(pattern)] = witness
    return witnesses


def _invariant(pattern: MasetPattern) -> int:
    """A number that isomorphic patterns share, and others hardly ever.

    It is computed from keys.  The key of a colour, or of the star, depends on how often it occurs
    in each column; the key of a column on those of its cells; and the key of a clause on those of
    its cells and their columns.
    """
    columns, often = [*zip(*pattern.clauses, strict=True)], dict[int, list[int]]()
    for column in columns:
        for cell, count in Counter(column).items():
            often.setdefault(cell, []).append(count)
    keys = {cell: hash((cell == STAR, *sorted(counts))) for cell, counts in often.items()}
    pairs = []
    for column in columns:
        own = [keys[cell] for cell in column]
        key = hash(tuple(sorted(own)))
        pairs.append([hash((one, key)) for one in own])
    return hash(tuple(sorted([hash(tuple(sorted(row))) for row in zip(*pairs, strict=True)])))
