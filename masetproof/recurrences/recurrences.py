"""The recurrences of all games: what each question says of a function (docs/model.md).

A *function* is a pattern with a number of excluded colours for each alphabet, counted up to the
cap.  It depends on the vector m: the numbers of implicit colours of the kinds that are active in
the pattern.  Let S be its number of secrets.  A question with new colours r, a vector too, says for
every m >= r

    expected:  F_i(m) <= S_i(m) + sum over the parts j of F_j(A_j (m - r) + b_j)
    worst:     F_i(m) <= 1 + max(0, F_j(A_j (m - r) + b_j) over the parts j)

where the matrix A_j of 0 and 1 says what kinds become, and b_j how many explicit colours become
implicit again.  Explicit masets are functions without an index here.  Colours of a kind that can
stand nowhere any more are excluded.  So m - r decides which function a part is, and whether a
question may have blanks, which may be any colours that cannot stand there.

Where answers report white pegs there is one kind, and so one index.  For these games, with millions
of equations, `recurrences.system` has the same in arrays.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_instance, as_member
from masetproof.cache import Recomputed, cached_method
from masetproof.games.alike import AlikeGame
from masetproof.objectives import Objective
from masetproof.patterns.catalogue import Answered
from masetproof.patterns.closure import Closure, IndexMap, first_questions, splits_on
from masetproof.patterns.columns import star_counts
from masetproof.patterns.kinds import (
    Need,
    blank_needs,
    is_active,
    new_counts,
    standing,
    ways,
    within,
)
from masetproof.patterns.pattern import MasetPattern, colours_in
from masetproof.patterns.store import cached_closure
from masetproof.progress import Progress
from masetproof.recurrences.readings import Reading
from masetproof.words import columns_text

Function = tuple[int, int]
"""The number of a pattern, and its excluded colours as one number.

That is the sum of (cap + 1)**a times the excluded colours of alphabet a.  With an alphabet for each
column it is a set of columns, column j being 2**j: those with an excluded colour.  The explicit
masets are numbered after the patterns.
"""


@final
@dataclass(frozen=True, slots=True)
class Index:
    """An index of a part: the colours that are left of some kinds, and *more*.

    kinds: places of the kinds of the pattern asked.
    more: the number of explicit colours that become implicit again.
    """

    kinds: tuple[int, ...]
    more: int


@final
@dataclass(frozen=True, slots=True)
class Part:
    """A part of a question.

    number: of its pattern or explicit maset.
    columns: for each of its columns, the column of the pattern asked.
    indices: its indices, in the order of `Recurrences.active`.
    excludes: for each of its alphabets, how many explicit colours the answer excludes.
    runs_out: for each of its alphabets, the kinds of the pattern asked (by their places) that can
        stand nowhere any more.
    """

    number: int
    columns: tuple[int, ...]
    indices: tuple[Index, ...]
    excludes: tuple[int, ...]
    runs_out: tuple[tuple[int, ...], ...]


@final
@dataclass(frozen=True, slots=True)
class Recurrence:
    """The recurrence of a question.

    split: its row of `Splits`.
    new: r, for each kind of the game.
    extra: the columns with a blank, column j being 2**j; where answers report white pegs, the
        number of blanks.
    parts: what the answers leave.
    """

    split: int
    new: tuple[int, ...]
    extra: int
    parts: tuple[Part, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Recurrences(Recomputed):
    """The functions and equations of one reading and objective; `recurrences_of` makes it."""

    closure: Closure
    reading: Reading
    objective: Objective

    def __repr__(self) -> str:
        return (
            f"<{type(self).__name__} of {self.title}: "
            f"{len(self.functions()):,} functions, {self.equation_count:,} equations>"
        )

    @property
    def title(self) -> str:
        """The game, the objective and the reading, in words."""
        game, pegs = self.closure.game, self.closure.pegs
        return f"{game.name}, {pegs} pegs, {self.objective.value}, reading {self.reading.value}"

    def as_json(self) -> dict[str, object]:
        """The problem in JSON, and its size: patterns, questions, equations."""
        return {
            "game": self.closure.game.name,
            "pegs": self.closure.pegs,
            "objective": self.objective.value,
            "extra": self.reading.value,
            "patterns": len(self.closure.patterns),
            "questions": self.closure.question_count,
            "equations": self.equation_count,
        }

    @property
    def degree(self) -> int:
        """The degree to look for: an EPL grows like n**(p+1), the worst case like n."""
        return self.closure.pegs + 1 if self.objective is Objective.EXPECTED else 1

    @property
    def forms(self) -> tuple[MasetPattern, ...]:
        """The patterns, and after them the explicit masets."""
        return self.closure.forms

    @property
    def has_one_index(self) -> bool:
        """Whether there is one kind of implicit colours, so that functions have one index."""
        return self.closure.game.one_kind

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        return self.closure.game.kinds(self.closure.pegs)

    def names(self, letter: str) -> tuple[str, ...]:
        """Names for the number of colours of each kind: ``m1``, ``m2``, ``m12``; with one kind
        ``m``.
        """
        if self.has_one_index:
            return (letter,)
        return tuple(letter + columns_text(kind) for kind in self.kinds)

    @cached_property
    def stars(self) -> tuple[tuple[bool, ...], ...]:
        """The columns of each form where implicit colours may stand."""
        game, pegs = self.closure.game, self.closure.pegs
        counts = star_counts(self.forms, pegs) > 0
        sets = np.bitwise_or.reduce(counts * np.arange(1 << pegs), axis=1)
        columns = [tuple(stars >> j & 1 > 0 for j in range(pegs)) for stars in range(1 << pegs)]
        of_set = [standing(game, one) for one in columns]
        return tuple(map(of_set.__getitem__, sets.tolist()))

    @cached_property
    def active(self) -> tuple[tuple[int, ...], ...]:
        """For each form the places of its active kinds: its function depends on their numbers."""
        of_stars = {
            stars: tuple(place for place, kind in enumerate(self.kinds) if is_active(kind, stars))
            for stars in {*self.stars}
        }
        return tuple(map(of_stars.__getitem__, self.stars))

    @cached_property
    def cap(self) -> int:
        """How many excluded colours of an alphabet make a difference."""
        return self.closure.game.excluded_cap(self.closure.pegs)

    def levels(self, function: Function) -> tuple[int, ...]:
        """The excluded colours of each alphabet."""
        number, radix = function[1], self.cap + 1
        return tuple([number // unit % radix for unit in self._units])

    def packed(self, levels: Sequence[int]) -> int:
        """Excluded colours of each alphabet as one number; the inverse of `levels`."""
        return sum([level * unit for level, unit in zip(levels, self._units, strict=True)])

    @cached_property
    def _units(self) -> tuple[int, ...]:
        """The weight of an excluded colour of each alphabet in that number."""
        count = len(self.closure.game.alphabets(self.closure.pegs))
        return tuple((self.cap + 1) ** a for a in range(count))

    @property
    def most_excluded(self) -> int:
        """The greatest second entry of a `Function`."""
        return self.packed([self.cap] * len(self._units))

    @property
    def first(self) -> Function:
        """The whole game."""
        return 0, self.packed([self.reading.first_level(self.cap)] * len(self._units))

    @cached_method()
    def _asked_of(self, number: int) -> tuple[Recurrence, ...]:
        """The equations of all questions on a form, each once."""
        splits, own = splits_on(self.closure, number)
        place = splits.pattern.dtype.type(own)
        low, high = (
            int(np.searchsorted(splits.pattern, place, side)) for side in ("left", "right")
        )
        result: dict[tuple[object, ...], Recurrence] = {}
        for one in self.rows(number, slice(low, high)):
            result.setdefault((one.new, one.extra, one.parts), one)
        return tuple(result.values())

    def rows(self, number: int, rows: slice) -> Iterator[Recurrence]:
        """The equations of some rows of the splits on a form."""
        closure = self.closure
        splits, _ = splits_on(closure, number)
        asks_for = new_counts(closure.game, closure.pegs)
        forms, maps = splits.forms(len(closure.patterns), rows)
        places = range(*rows.indices(len(splits)))
        for row, own_forms, own_maps in zip(places, forms.tolist(), maps.tolist(), strict=True):
            new, extra = asks_for[int(splits.new[row])], int(splits.extra[row])
            parts = tuple(
                self.part(number, new, form, closure.maps[one])
                for form, one in zip(own_forms, own_maps, strict=True)
                if form >= 0
            )
            yield Recurrence(row, new, extra, parts)

    def equations(self, function: Function) -> Iterator[Recurrence]:
        """The equations of the questions that a function may ask, for some m."""
        for equation in self._asked_of(function[0]):
            if self.needs(function, equation.extra) is not None:
                yield equation

    @cached_method(most=1 << 12)
    def part(self, asked: int, new: tuple[int, ...], number: int, one: IndexMap) -> Part:
        """A part of a question on a form, where the part is the form *number* under other names.

        new: r, for each kind of the game.
        one: how colours of the part become those of the form.
        """
        pattern, form = self.forms[asked], self.forms[number]
        indices, runs_out = self._becomes(self.stars[asked], one, self.stars[number])
        excludes = []
        for own, before in sources_of(self, one):
            shown = colours_in(pattern, before) + sum(
                count for count, kind in zip(new, self.kinds, strict=True) if kind & before
            )
            gone = shown - colours_in(form, own) - len(one.implicit)
            excludes.append(min(self.cap, gone))
        return Part(number, one.columns, indices, tuple(excludes), runs_out)

    def part_left(self, asked: int, new: tuple[int, ...], left: Answered) -> Part | None:
        """The part of an equation that an answer leaves; None if it wins or is never given."""
        if not left.is_open:
            return None
        closure = self.closure
        if closure.game.one_kind:  # it makes no difference what becomes of the columns
            where = closure.maps[0]
        else:
            where = IndexMap(left.witness.columns, tuple(left.implicit.values()))
        number = left.number + len(closure.patterns) * left.part.is_explicit
        return self.part(asked, new, number, where)

    def as_listed(self, number: int, equation: Recurrence) -> Recurrence:
        """The equation with its parts as printed: those of the first question with this equation.

        Where columns of a part may be exchanged, so may the indices of its function, as in f(x, y)
        = f(y, x).  A row of the splits has one order, and the printed isomorphism may have the
        other.
        """
        question = first_questions(self.closure, number)(equation.split)
        answers = self.closure.answered(self.forms[number], question)
        parts = (self.part_left(number, equation.new, one) for one in answers)
        return replace(equation, parts=tuple(part for part in parts if part is not None))

    @cached_method(most=1 << 10)
    def _becomes(
        self, asked: tuple[bool, ...], one: IndexMap, stars: tuple[bool, ...]
    ) -> tuple[tuple[Index, ...], tuple[tuple[int, ...], ...]]:
        return becomes(self, asked, one, stars)

    def needs(self, function: Function, extra: int) -> tuple[Need, ...] | None:
        """The conditions on m - r for the blanks of a question; None if it never may have them."""
        game, stars = self.closure.game, self.stars[function[0]]
        if game.one_kind:  # how many blanks: it makes no difference where they are
            extra = (1 << extra) - 1
        return blank_needs(game, stars, extra, self.levels(function))

    def after(self, function: Function, part: Part, lost: Sequence[int]) -> Function:
        """The function of a part when *lost* colours of each alphabet run out."""
        if self.reading is not Reading.EXACT:
            return part.number, function[1]
        if len(self._units) == 1:  # a shortcut: listings call this most often
            return part.number, min(self.cap, function[1] + part.excludes[0] + lost[0])
        before = self._moved_levels(function, part.columns)
        counts = zip(before, part.excludes, lost, strict=True)
        return part.number, self.packed([min(self.cap, sum(count)) for count in counts])

    def parts_at(
        self, function: Function, equation: Recurrence, index: Sequence[int]
    ) -> list[tuple[Function, tuple[int, ...]]] | None:
        """The functions of the parts of a question, with their indices, for a given index.

        None where the question cannot be asked: a new colour has no colour of its kind left, or a
        blank has none.
        """
        active, needs = self.active[function[0]], self.needs(function, equation.extra)
        left = {p: m - equation.new[p] for p, m in zip(active, index, strict=True)}
        others = any(new for p, new in enumerate(equation.new) if p not in left)
        if needs is None or others or min(left.values(), default=0) < 0:
            return None

        def total(kinds: Iterable[int]) -> int:
            return sum([left[kind] for kind in kinds])

        if any(total(need.kinds) < need.least for need in needs):
            return None
        return [
            (
                self.after(function, part, [*map(total, part.runs_out)]),
                tuple([one.more + total(one.kinds) for one in part.indices]),
            )
            for part in equation.parts
        ]

    def vector(self, number: int, index: Sequence[int]) -> tuple[int, ...]:
        """The numbers of all kinds for an index of a form, 0 for kinds that are not active."""
        own = dict(zip(self.active[number], index, strict=True))
        return tuple(own.get(place, 0) for place in range(len(self.kinds)))

    def moved(self, function: Function, columns: Sequence[int]) -> Function:
        """The same function after column columns[j] became column j."""
        return function[0], self.packed(self._moved_levels(function, columns))

    def _moved_levels(self, function: Function, columns: Sequence[int]) -> tuple[int, ...]:
        levels = self.levels(function)
        return tuple(levels[place] for place in self.closure.game.moved_alphabets(columns))

    def index_of(
        self, number: int, numbers: Sequence[int], columns: Sequence[int]
    ) -> tuple[int, ...]:
        """The index of a form for numbers of colours of each kind.

        The numbers use the name columns[j] for column j.
        """
        stars = self.stars[number]
        total = dict.fromkeys((self.kinds[place] for place in self.active[number]), 0)
        for kind, count in zip(self.kinds, numbers, strict=True):
            becomes = within(kind, columns, stars)
            if becomes:
                total[becomes] += count
        return tuple(total.values())

    def losses(self, part: Part) -> Iterator[tuple[int, ...]]:
        """How many colours of each alphabet may run out in a part, counted up to the cap."""
        counts = [range(1 + self.cap * bool(kinds)) for kinds in part.runs_out]
        return product(*counts) if self.reading is Reading.EXACT else iter([(0,) * len(counts)])

    @cached_property
    def all_functions(self) -> tuple[Function, ...]:
        """All functions that play reaches for any m >= r, explicit masets included.

        With an alphabet for each column, a function comes after its parts by questions without new
        colours.  In this order all values for one m can be computed.
        """
        reached = {self.first}
        waiting = [self.first]
        while waiting:
            function = waiting.pop()
            for equation in self.equations(function):
                for part in equation.parts:
                    losses = self.losses(part)
                    below = {self.after(function, part, lost) for lost in losses} - reached
                    reached |= below
                    waiting += below
        # The number of secrets with many colours, whatever columns are called.
        size = [form.secrets(self.closure.game, 1000) for form in self.forms]
        return tuple(sorted(reached, key=lambda function: (size[function[0]], function)))

    @property
    def equation_count(self) -> int:
        """Pairwise non-isomorphic questions over all functions of patterns."""
        return sum(1 for function in self.functions() for _ in self.asked(function))

    def asked(self, function: Function, split: int | None = None) -> Iterator[tuple[int, int]]:
        """The numbers, from 1, of the questions of a function of a pattern, and their splits.

        split: only questions with this one.
        """
        closure = self.closure
        rows = slice(*closure.question_start[function[0] : function[0] + 2].tolist())
        extras, splits = closure.question_extra[rows], closure.split_of[rows]
        places = np.arange(len(splits)) if split is None else np.flatnonzero(splits == split)
        asked = places.tolist(), extras[places].tolist(), splits[places].tolist()
        fits = {extra: self.needs(function, extra) is not None for extra in {*asked[1]}}
        for place, extra, row in zip(*asked, strict=True):
            if fits[extra]:
                yield place + 1, row

    @cached_method()
    def functions(self) -> tuple[Function, ...]:
        """The functions of patterns that play reaches, in the order of their numbers."""
        return tuple(sorted(s for s in self.all_functions if s[0] < len(self.closure.patterns)))

    def functions_of(self, pattern: int) -> tuple[Function, ...]:
        """The functions of one pattern, fewest excluded colours first."""
        low, high = (bisect_left(self.functions(), (place, 0)) for place in (pattern, pattern + 1))
        functions = self.functions()[low:high]
        return tuple(sorted(functions, key=lambda function: (sum(self.levels(function)), function)))

    def secrets(self, number: int, points: NDArray[np.int64]) -> NDArray[np.int64]:
        """The numbers of secrets of a form at some vectors, int64[vectors, indices]."""
        active = [self.kinds[place] for place in self.active[number]]
        total = np.zeros(len(points), dtype=np.int64)
        for columns, clauses in self.forms[number].star_sets.items():
            total += clauses * ways(columns, active, points.T, self.closure.game)
        return total


def closure_for(game: AlikeGame, pegs: int, reading: Reading, progress: Progress) -> Closure:
    """The closure with the questions of a reading, from the cache if it is there."""
    return cached_closure(
        game, pegs, extra=reading.asks_extra, consistent=reading.consistent, progress=progress
    )


def recurrences_of(
    closure: Closure, reading: Reading | str, objective: Objective | str
) -> Recurrences:
    """The equations of a closure in one reading, for one objective.

    `Refused` when only one of closure and reading has the extra colour, or when reading or
    objective is none.
    """
    as_instance(Closure, closure, "the closure")
    reading, objective = as_member(Reading, reading), as_member(Objective, objective)
    if (closure.extra, closure.consistent) != (reading.asks_extra, reading.consistent):
        raise Refused(f"the reading {reading.value!r} needs a closure of its own questions")
    return Recurrences(closure, reading, objective)


def becomes(
    system: Recurrences, asked: Sequence[bool], one: IndexMap, stars: Sequence[bool]
) -> tuple[tuple[Index, ...], tuple[tuple[int, ...], ...]]:
    """What implicit colours become in a part: its indices, and the kinds that run out (`Part`).

    asked, stars: the columns with room for implicit colours in the pattern asked, and in the part.
    """
    kinds = system.kinds
    after = {
        place: within(kind, one.columns, stars)
        for place, kind in enumerate(kinds)
        if is_active(kind, asked)
    }
    indices = tuple(
        Index(tuple(place for place, to in after.items() if to == kind), one.implicit.count(kind))
        for kind in kinds
        if is_active(kind, stars)
    )
    runs_out = tuple(
        tuple(place for place, to in after.items() if not to and kinds[place] & before)
        for _, before in sources_of(system, one)
    )
    return indices, runs_out


def sources_of(system: Recurrences, one: IndexMap) -> Iterator[tuple[int, int]]:
    """For each alphabet its columns in a part, and in the pattern asked, as numbers of columns."""
    pegs = system.closure.pegs
    for own in system.closure.game.alphabets(pegs):
        yield own, sum(1 << one.columns[j] for j in range(pegs) if own >> j & 1)
