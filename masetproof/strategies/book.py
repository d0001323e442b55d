"""Books: strategies for every number of colours, in a small text.

A theorem on three pegs takes seconds and gigabytes to prove, but its strategy fits on a few pages.
Such *books* are part of the package (``books/``); `proofs.written` makes them from theorems.  A
line holds a pattern or an explicit maset, the number of excluded colours, and the questions, each
with its range of numbers m of implicit colours::

    {0**|*0*} 1 123:3- 012:0-2

This reads: on ``{0**|*0*}`` with at least one excluded colour, ask 123 if 3 colours or more are
implicit, and 012 if up to 2 are.  A step is behind a range: ``4567:8-/4`` is for 8, 12, 16, ....

With an alphabet for each column, m is the greatest of the numbers in columns with a star.  How far
the number in each column is below it, the *offset*, and the excluded colours of each column are
digits::

    {0***|*1**} 1100 1111 01E2:2-

A book is not trusted: `trees.replay` makes a tree of the strategy and computes its value.  The
value is also counted without a word of the game, for every number of colours: the total at a point
is its number of secrets plus the totals of the points after each answer.  From some number of
colours on, the question on a diagonal depends only on the residue of the number.  Then the totals
are polynomials for each residue, which `Book.lasting` finds; and in the worst case the questions
grow by at most one with each step, from an n on which `Book.rising` finds.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, product
from math import comb, lcm
from pathlib import Path
from typing import NamedTuple, final

from masetproof.arguments import Refused
from masetproof.cache import Recomputed, cached_method
from masetproof.files import read_bytes
from masetproof.games.alike import AlikeGame
from masetproof.objectives import Objective
from masetproof.patterns.catalogue import Catalogue
from masetproof.patterns.isomorphism import Witness, column_symmetries
from masetproof.patterns.kinds import is_active, standing
from masetproof.patterns.pattern import MasetPattern, as_index
from masetproof.recurrences.polynomials import differences, from_differences
from masetproof.recurrences.quasipolynomial import Formula, formula_of
from masetproof.strategies.on_patterns import Move, Point, move_of
from masetproof.words import EXTRA, Word, parse_word, word_text

_MOST_TRIED = 64
_LONGEST = 12
"""The longest period that is tried, in steps of the book."""
_MOST_BYTES = 1 << 24


@final
class Diagonal(NamedTuple):
    """The points of a pattern for n = 0, 1, 2, ...: of each kind, n less an offset are implicit.

    In black-peg Mastermind ``{0**}`` with the offsets 0, 0, 1 has n implicit colours in the second
    column and n - 1 in the third, for each n.

    number: of the pattern or explicit maset.
    offsets: of each kind of colours; 0 for kinds that are not active, and the least of the others
        is 0.
    excluded: as in `Point`, or empty where excluded colours are not counted.
    """

    number: int
    offsets: tuple[int, ...]
    excluded: tuple[int, ...] = ()


@final
class BookEntry(NamedTuple):
    """A question, and the indices from *first* to *last* for which it is asked; None: no end.

    step: from each of these indices to the next.
    """

    question: Word
    first: int
    last: int | None = None
    step: int = 1

    def holds(self, index: int) -> bool:
        """Whether the question is asked for an index."""
        is_within = self.first <= index and (self.last is None or index <= self.last)
        return is_within and (index - self.first) % self.step == 0


@final
class Lasting(NamedTuple):
    """The totals of a book with many colours: a polynomial for each residue modulo *period*.

    start: they are right for all indices from there on.  differences: the Newton differences of
    each, in steps of the period from the first index of the residue on, by the diagonals that play
    reaches with many colours and residues.
    """

    start: int
    period: int
    differences: Mapping[tuple[Diagonal, int], tuple[int, ...]]


@final
@dataclass(frozen=True, eq=False, repr=False)
class Book(Recomputed):
    """A `Guide` with a question for each diagonal and index."""

    game: AlikeGame
    patterns: Mapping[int, MasetPattern]
    asked: dict[Diagonal, tuple[BookEntry, ...]]

    def __repr__(self) -> str:
        return f"<Book: {self.game.name}, {len(self.asked)} diagonals>"

    @property
    def text(self) -> str:
        shown = (
            f"{self.patterns[diagonal.number]} {self._fields(diagonal)}"
            + "".join(
                f" {word_text(question)}:{','.join(map(range_text, runs))}"
                for question, runs in groupby(asked, key=lambda one: one.question)
            )
            for diagonal, asked in self.asked.items()
        )
        return "".join(f"{line}\n" for line in shown)

    def _fields(self, diagonal: Diagonal) -> str:
        numbers = (
            (diagonal.offsets, diagonal.excluded)
            if len(self.game.alphabets(self.pegs)) > 1
            else (diagonal.excluded,)
        )
        return " ".join("".join(map(str, field)) for field in numbers)

    @cached_property
    def pegs(self) -> int:
        return next(iter(self.patterns.values())).pegs

    def move(self, point: Point) -> Move:
        """The question of the book; `Refused` when it has none."""
        found = self.found(*self.diagonal_of(point))
        if found is None:
            raise Refused("the book has no question there")
        return self.move_by(point.number, found[1].question)

    def diagonal_of(self, point: Point) -> tuple[Diagonal, int]:
        """The diagonal of a point, and the index there."""
        active, index = self._active(point.number), max(point.implicit)
        offsets = [(index - m) * is_on for m, is_on in zip(point.implicit, active, strict=True)]
        return Diagonal(point.number, tuple(offsets), point.excluded), index

    def point_of(self, diagonal: Diagonal, index: int) -> Point:
        """The point of a diagonal with an index; the inverse of `diagonal_of`."""
        active = self._active(diagonal.number)
        implicit = [(index - a) * is_on for a, is_on in zip(diagonal.offsets, active, strict=True)]
        return Point(diagonal.number, not any(active), tuple(implicit), diagonal.excluded)

    @cached_method()
    def _active(self, number: int) -> tuple[bool, ...]:
        """The kinds of implicit colours of a pattern."""
        pattern = self.patterns[number]
        stars = standing(self.game, pattern.star_columns)
        return tuple(is_active(kind, stars) for kind in self.game.kinds(pattern.pegs))

    def found(self, diagonal: Diagonal, index: int) -> tuple[Diagonal, BookEntry] | None:
        """The question on a diagonal: the first of its `places` that has one, and the entry.

        The entry is that of a line by names of columns here.
        """
        for place in places(diagonal):
            for one in self.entries(place):
                if one.holds(index):
                    return place, one
        return None

    @cached_method()
    def entries(self, diagonal: Diagonal) -> tuple[BookEntry, ...]:
        """The entries of a diagonal, and of those that differ from it by names of columns only."""
        pattern = self.patterns[diagonal.number]
        return tuple(
            one._replace(question=exchanged(pattern, one.question, witness.inverse()))
            for witness, same in self._same(diagonal)
            for one in self.asked.get(same, ())
        )

    def entry(self, diagonal: Diagonal, index: int) -> BookEntry | None:
        """The entry of the line of a diagonal that holds for an index."""
        return next((one for one in self.asked.get(diagonal, ()) if one.holds(index)), None)

    def _same(self, diagonal: Diagonal) -> Iterator[tuple[Witness, Diagonal]]:
        """This diagonal and those that differ from it only by names of columns."""
        pattern = self.patterns[diagonal.number]
        if len(self.game.alphabets(pattern.pegs)) == 1:
            yield Witness.identity(pattern.pegs, pattern.colours), diagonal
        else:
            yield from ((one, moved(diagonal, one.columns)) for one in column_symmetries(pattern))

    @cached_method()
    def move_by(self, number: int, question: Word) -> Move:
        """A question on a pattern, whether the book asks it or not."""
        return move_of(self._catalogue, self.patterns[number], question)

    @cached_property
    def _catalogue(self) -> Catalogue:
        return Catalogue(self.game, self.patterns.items())

    # --------------------------------------------------------------------------- what it costs

    def value(self, colours: int) -> int:
        """The total of the game with that many colours; `Refused` as `Book.move` is."""
        return self.total(self._game(colours))

    @cached_property
    def formula(self) -> Formula:
        """`value` for every number of colours."""
        (start, period, found), least = self.lasting, self.game.least_colours(self.pegs)
        whole = self.diagonal_of(self._game(start))[0]
        firsts = [start + (residue - start) % period for residue in range(period)]
        branches = tuple(
            from_differences(found[whole, residue], first, period)
            for residue, first in enumerate(firsts)
        )
        values = {n: self.value(n) for n in range(least, max(start, least) + 1)}
        return formula_of(branches, start, values, Objective.EXPECTED)

    def total(self, point: Point) -> int:
        """How many questions all secrets of a point take together; `Refused` as `Book.move` is."""
        diagonal, index = self.diagonal_of(point)
        if index > self._settled + _MOST_TRIED:
            start, period, found = self.lasting
            if steps := found.get((diagonal, index % period)):
                passed = (index - start) // period
                return sum(comb(passed, k) * step for k, step in enumerate(steps))
        return self._counted(point)

    @cached_method()
    def _counted(self, point: Point) -> int:
        sizes = self.move(point).sizes(point)
        return sum(sizes) + sum(map(self._counted, self.below(point)))

    @cached_method()
    def worst(self, point: Point) -> int:
        """How many questions a secret of a point needs at most; `Refused` as `Book.move` is."""
        return 1 + max(map(self.worst, self.below(point)), default=0)

    def worst_value(self, colours: int) -> int:
        return self.worst(self._game(colours))

    @cached_property
    def step(self) -> int:
        """From some number of colours on, the questions depend on its residue modulo this."""
        return lcm(*(one.step for runs in self.asked.values() for one in runs))

    @cached_property
    def rising(self) -> int:
        """An n from which on the worst case grows by at most one for each `step`.

        Let the indices be large enough that the question at a diagonal depends only on the residue
        of the index modulo the step, and that each clause has secrets after any question.  Then
        play leads from indices k and k + step to the same diagonals, with indices that are less by
        the same numbers, of which d is the greatest.  Let the worst case grow by at most one from k
        to k + step for d indices k in a row, or one if d is 0, at all diagonals that play comes to.
        Then it does so for all greater k, by induction on the index and the number of secrets: the
        worst case at k + step is one more than the greatest after its answers, and each of these is
        at most one more than after the same answer at k.
        """
        for start in range(self._settled, self._settled + _MOST_TRIED):
            if all(self.worst(less) >= self.worst(more) - 1 for less, more in self._window(start)):
                return start
        raise ArithmeticError("the worst case of the book does not grow by one with each step")

    def _window(self, start: int) -> Iterator[tuple[Point, Point]]:
        """The points that `rising` compares, if the window begins there."""
        places, deepest = self._steady(self.step)
        for diagonal, residue in places:
            for index in range(start, start + max(deepest, 1)):
                if index % self.step == residue:
                    ends = index, index + self.step
                    less, more = (self.point_of(diagonal, end) for end in ends)
                    yield less, more

    def totalled_points(self, base: int, period: int) -> Iterator[Point]:
        """Where totals are counted if they are polynomials on classes modulo a period from a base.

        Whole games with few colours.  On the diagonals that play reaches with many colours p + 2
        indices of each class from the base on, which determine polynomials for p pegs, and those
        below the base to which questions lead.
        """
        (places, deepest), end = self._steady(period), base + (self.pegs + 2) * period
        yield from map(self._game, range(self.game.least_colours(self.pegs), end))
        for diagonal, residue in places:
            for index in range(base - deepest, end):
                if index % period == residue:
                    yield self.point_of(diagonal, index)

    def counted_points(self, start: int) -> Iterator[Point]:
        """Where the worst case is counted if it grows by at most one for each `step` from there on.

        Whole games with few colours, what is compared, and the first point of each residue on the
        diagonals that play reaches with many colours.
        """
        yield from map(self._game, range(self.game.least_colours(self.pegs), start + self.step))
        for pair in self._window(start):
            yield from pair
        for diagonal, residue in self._steady(self.step)[0]:
            yield self.point_of(diagonal, start + (residue - start) % self.step)

    @cached_property
    def lasting(self) -> Lasting:
        """The totals with many colours, from the least index from which they are shown to hold.

        Let the period be a multiple of `step`, and the indices large enough that the question on a
        diagonal depends only on the residue of the index, and that each column with a star has two
        implicit colours.  Then the total on a diagonal is its number of secrets, a polynomial of
        degree p or less for p pegs, and the totals at the same other diagonals for indices that are
        less by the same numbers, of which d is the greatest.  Take p + 2 periods and d indices in a
        row.  Let the totals at each diagonal have no difference of order p + 2 there, for no
        residue.  Then there are polynomials of degree p + 1 or less that are these totals.  They
        satisfy the equations for the last p + 2 indices of each residue, and so for all; by
        induction they are the totals.  So what holds from one index on holds from greater ones on.
        """
        most = self._settled + _MOST_TRIED
        for period in range(self.step, self.step * _LONGEST + 1, self.step):
            if self._polynomials(most, period):
                starts = range(self._settled, most + 1)
                tried = (Lasting(one, period, self._polynomials(one, period)) for one in starts)
                return next(some for some in tried if some.differences)
        raise ArithmeticError("the totals of the book are no polynomials")

    def _polynomials(
        self, start: int, period: int
    ) -> Mapping[tuple[Diagonal, int], tuple[int, ...]]:
        """The differences that `lasting` has, if they are shown from *start* on; otherwise none."""
        (places, deepest), order = self._steady(period), self.pegs + 2
        end, polynomials = start + order * period + deepest, {}
        for diagonal, residue in places:
            first = start + (residue - start) % period
            points = (self.point_of(diagonal, index) for index in range(first, end, period))
            found = tuple(differences(list(map(self._counted, points))))
            if any(found[order:]):
                return {}
            polynomials[diagonal, residue] = found[:order]
        return polynomials

    @cached_property
    def _settled(self) -> int:
        """The n from which no question changes, and columns with a star have enough colours."""
        entries = [one for asked in self.asked.values() for one in asked]
        last = [one.first if one.last is None else one.last + 1 for one in entries]
        enough = [max(diagonal.offsets) + 2 for diagonal in self.asked]
        return max([2 * self.pegs, *last, *enough])

    @cached_method()
    def _steady(self, step: int) -> tuple[list[tuple[Diagonal, int]], int]:
        """The diagonals that play reaches with many colours, each with the residue of its index,
        and the greatest step by which the index falls.

        The whole game comes first, with all residues in order.
        """
        many, deepest = step * (self._settled // step + 1), 0
        whole = self.diagonal_of(self._game(many))[0]
        reached = {(whole, residue): None for residue in range(step)}
        waiting = [*reached]
        while waiting:
            diagonal, residue = waiting.pop()
            for below in self.below(self.point_of(diagonal, many + residue)):
                part, index = self.diagonal_of(below)
                if not below.explicit:
                    deepest = max(deepest, many + residue - index)
                    if (place := (part, index % step)) not in reached:
                        reached[place] = None
                        waiting.append(place)
        return [*reached], deepest

    def _game(self, colours: int) -> Point:
        game = self.game
        excluded = (0,) * len(game.alphabets(self.pegs))
        return Point(0, False, as_index(colours, game, self.pegs), excluded)

    def below(self, point: Point) -> Iterator[Point]:
        """The points with secrets to which answers lead."""
        move, cap = self.move(point), self.game.excluded_cap(self.pegs)
        for answer, size in enumerate(move.sizes(point)[:-1]):
            if size:
                yield move.below(point, answer, cap)


def places(diagonal: Diagonal) -> Iterator[Diagonal]:
    """The diagonals whose questions can be asked on one.

    Itself, then those with fewer excluded colours, the most first.
    """
    yield diagonal
    levels = product(*(range(level + 1) for level in diagonal.excluded))
    for excluded in sorted(levels, key=sum, reverse=True)[1:]:
        yield diagonal._replace(excluded=excluded)


def moved(diagonal: Diagonal, columns: Sequence[int]) -> Diagonal:
    """The same diagonal after column columns[j] became column j, with its own colours."""
    offsets, excluded = (
        tuple([numbers[column] for column in columns])
        for numbers in (diagonal.offsets, diagonal.excluded)
    )
    return Diagonal(diagonal.number, offsets, excluded)


def exchanged(pattern: MasetPattern, question: Word, witness: Witness) -> Word:
    """A question as a witness maps it, which maps the pattern to itself.

    New colours are numbered again, from left to right.
    """
    names = dict(enumerate(witness.colours)) | {EXTRA: EXTRA}
    cells = [question[column] for column in witness.columns]
    for cell in cells:  # new colours are numbered from left to right
        names.setdefault(cell, len(names) - 1)
    return tuple(map(names.__getitem__, cells))


def read_book(path: Path, game: AlikeGame) -> Book:
    """The book of a file of the package, which is compressed if its name ends with ``.xz``."""
    data = read_bytes(path, _MOST_BYTES)
    return parse_book(game, (lzma.decompress(data) if path.suffix == ".xz" else data).decode())


def parse_book(game: AlikeGame, text: str) -> Book:
    """The book of a text."""
    patterns: dict[MasetPattern, int] = {}
    asked: dict[Diagonal, list[BookEntry]] = {}
    for line in text.splitlines():
        shown, *fields = line.split()
        pattern = MasetPattern.parse(shown)
        number = patterns.setdefault(pattern, len(patterns))
        several = len(game.alphabets(pattern.pegs)) > 1
        offsets = fields.pop(0) if several else "0" * len(game.kinds(pattern.pegs))
        diagonal = Diagonal(number, tuple(map(int, offsets)), tuple(map(int, fields.pop(0))))
        asked[diagonal] = [
            BookEntry(parse_word(question), *_numbers(run))
            for question, _, runs in (field.partition(":") for field in fields)
            for run in runs.split(",")
        ]
    numbered = {number: pattern for pattern, number in patterns.items()}
    return Book(game, numbered, {diagonal: tuple(those) for diagonal, those in asked.items()})


def range_text(one: BookEntry) -> str:
    """``3-7``, ``3`` for one number, ``3-`` without an end, ``3-/4`` for 3, 7, 11, ...."""
    if one.first == one.last:
        return f"{one.first}"
    last = "" if one.last is None else one.last
    return f"{one.first}-{last}" + f"/{one.step}" * (one.step > 1)


def _numbers(text: str) -> tuple[int, int | None, int]:
    """The first and the last number of a text like those of `_range`, and the step."""
    text, _, step = text.partition("/")
    first, dash, last = text.partition("-")
    return int(first), int(last or first) if last or not dash else None, int(step or 1)
