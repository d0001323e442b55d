"""Books: the optimal strategies of a theorem for many numbers of colours, in a small text.

A theorem on three pegs takes seconds and gigabytes to prove, but its strategy for up to 40 colours
fits on a few pages.  Such *books* are part of the package (``books/``), made from theorems by
``tests/strategies/books.py``.  A line holds a pattern or an explicit maset, the number of excluded
colours, and the questions, each with its range of numbers m of implicit colours::

    {0**|*0*} 1 123:3-38 012:0-2

This reads: on ``{0**|*0*}`` with one excluded colour, ask 123 if 3 to 38 colours are implicit, and
012 if up to 2 are.

With an alphabet for each column, m is the greatest of the numbers in columns with a star.  How far
the number in each column is below it, the *offset*, and the excluded colours of each column are
digits::

    {0***|*1**} 1100 1111 01E2:2-

A range without an end, as `band.strategy` makes it, holds for every number of colours.  A step is
behind it: ``4567:8-/4`` is for 8, 12, 16, ....

A book is not trusted: `trees.replay` makes a tree of the strategy and computes its value.  The
value is also counted without a word of the game, for every number of colours: the total at a point
is its number of secrets plus the totals of the points after each answer.  A book without an end has
the same questions on the same diagonals from some number of colours on.  Then its totals are
polynomials from some n on, which `Book.lasting` finds; and in the worst case the questions grow by
at most one with each step, from an n on which `Book.rising` finds.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
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
_MOST_BYTES = 1 << 24
MOST_COLOURS = 40
"""The most colours in a book with an end; with three pegs more have too many words to list."""


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
    last: int | None
    step: int = 1

    def holds(self, index: int) -> bool:
        """Whether the question is asked for an index."""
        is_within = self.first <= index and (self.last is None or index <= self.last)
        return is_within and (index - self.first) % self.step == 0


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
            + "".join(f" {word_text(one.question)}:{_range(one)}" for one in asked)
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

    @cached_property
    def has_end(self) -> bool:
        """Whether it covers only some numbers of colours."""
        return all(one.last is not None for asked in self.asked.values() for one in asked)

    def move(self, point: Point) -> Move:
        """The question of the book; `Refused` when it has none."""
        question = self._question(*self.diagonal_of(point))
        if question is None:
            raise Refused("the book has no question there")
        return self._move(point.number, question)

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

    def _question(self, diagonal: Diagonal, index: int) -> Word | None:
        """The question on a diagonal, or on the same diagonal with other names for its columns."""
        for witness, same in self._same(diagonal):
            for one in self.asked.get(same, ()):
                if one.holds(index):
                    return exchanged(
                        self.patterns[diagonal.number], one.question, witness.inverse()
                    )
        return None

    @cached_method()
    def _same(self, diagonal: Diagonal) -> tuple[tuple[Witness, Diagonal], ...]:
        """This diagonal and those that differ from it only by names of columns."""
        pattern = self.patterns[diagonal.number]
        if len(self.game.alphabets(pattern.pegs)) == 1:
            return ((Witness.identity(pattern.pegs, pattern.colours), diagonal),)
        return tuple((one, moved(diagonal, one.columns)) for one in column_symmetries(pattern))

    @cached_method()
    def _move(self, number: int, question: Word) -> Move:
        return move_of(self._catalogue, self.patterns[number], question)

    @cached_property
    def _catalogue(self) -> Catalogue:
        return Catalogue(self.game, self.patterns.items())

    # --------------------------------------------------------------------------- what it costs

    def value(self, colours: int) -> int:
        """The total of the game with that many colours; `Refused` as `Book.move` is."""
        if self.has_end or colours < self.lasting[0]:
            return self.total(self._game(colours))
        start, differences = self.lasting
        return sum(comb(colours - start, k) * value for k, value in enumerate(differences))

    @cached_property
    def formula(self) -> Formula:
        """`value` for every number of colours; `Refused` where the book has an end."""
        if self.has_end:
            raise Refused("the book has an end, so it has no formula")
        (start, found), least = self.lasting, self.game.least_colours(self.pegs)
        branch = from_differences(found, start, 1)
        values = {n: self.value(n) for n in range(least, max(start, least) + 1)}
        return formula_of((branch,), start, values, Objective.EXPECTED)

    @cached_method()
    def total(self, point: Point) -> int:
        """How many questions all secrets of a point take together; `Refused` as `Book.move` is."""
        sizes = self.move(point).sizes(point)
        return sum(sizes) + sum(map(self.total, self._below(point)))

    @cached_method()
    def worst(self, point: Point) -> int:
        """How many questions a secret of a point needs at most; `Refused` as `Book.move` is."""
        return 1 + max(map(self.worst, self._below(point)), default=0)

    def worst_value(self, colours: int) -> int:
        return self.worst(self._game(colours))

    @cached_property
    def rising(self) -> tuple[int, int]:
        """A step, and an n from which on the worst case grows by at most one for each step.

        Let the indices be large enough that the question at a diagonal depends only on the residue
        of the index modulo the step, and that each clause has secrets after any question.  Then
        play leads from indices k and k + step to the same diagonals, with indices that are less by
        the same numbers, of which d is the greatest.  Let the worst case grow by at most one from k
        to k + step for d indices k in a row, or one if d is 0, at all diagonals that play comes to.
        Then it does so for all greater k, by induction on the index and the number of secrets: the
        worst case at k + step is one more than the greatest after its answers, and each of these is
        at most one more than after the same answer at k.
        """
        step = lcm(*(one.step for runs in self.asked.values() for one in runs))
        places, deepest = self._steady_residues(step)
        first = max(self._settled, 2 * self.pegs)
        for start in range(first, first + _MOST_TRIED):
            window = range(start, start + max(deepest, 1))
            if all(
                self.worst(self.point_of(diagonal, index + step))
                <= self.worst(self.point_of(diagonal, index)) + 1
                for diagonal, residue in places
                for index in window
                if index % step == residue
            ):
                return step, start
        raise ArithmeticError("the worst case of the book does not grow by one with each step")

    def _steady_residues(self, step: int) -> tuple[list[tuple[Diagonal, int]], int]:
        """The diagonals that play reaches with many colours, each with the residue of its index,
        and the greatest step by which the index falls.
        """
        many, deepest = step * (max(self._settled, 2 * self.pegs) // step + 1), 0
        whole = self.diagonal_of(self._game(many))[0]
        reached = {(whole, residue): None for residue in range(step)}
        waiting = [*reached]
        while waiting:
            diagonal, residue = waiting.pop()
            for below in self._below(self.point_of(diagonal, many + residue)):
                part, index = self.diagonal_of(below)
                if not below.explicit:
                    deepest = max(deepest, many + residue - index)
                    if (place := (part, index % step)) not in reached:
                        reached[place] = None
                        waiting.append(place)
        return [*reached], deepest

    @cached_property
    def lasting(self) -> tuple[int, tuple[int, ...]]:
        """An n from which the total is a polynomial, and its Newton differences there, with step 1.

        Let the n be large enough that no question changes after it, and that each column with a
        star has two implicit colours.  Then the total on a diagonal is its number of secrets, a
        polynomial of degree p or less for p pegs, and the totals at the same other diagonals for
        indices that are less by the same numbers, of which d is the greatest.  Let the totals at
        each diagonal have no difference of order p + 2 for the first p + 2 + d indices.  Then there
        are polynomials of degree p + 1 or less that are these totals.  They satisfy the equations
        for the last p + 2 of the indices, and so for all; by induction they are the totals.
        """
        diagonals, deepest = self._steady
        order = self.pegs + 2
        for start in range(self._settled, self._settled + _MOST_TRIED):
            found = [self._differences(diagonal, start, order + deepest) for diagonal in diagonals]
            if not any(any(differences[order:]) for differences in found):
                return start, found[0][:order]
        raise ArithmeticError("the totals of the book are no polynomials")

    @cached_property
    def _settled(self) -> int:
        """The n from which no question changes, and columns with a star have two colours."""
        asked = self.asked.items()
        last = [one.first for _, runs in asked for one in runs if one.last is None]
        return max([*last, *(max(diagonal.offsets) + 2 for diagonal, _ in asked)])

    @cached_property
    def _steady(self) -> tuple[list[Diagonal], int]:
        """The diagonals that play reaches with many colours, and the greatest step by which n
        falls.
        """
        many, deepest = 2 * self._settled, 0
        diagonals = [self.diagonal_of(self._game(many))[0]]
        for diagonal in diagonals:
            for below in self._below(self.point_of(diagonal, many)):
                part, index = self.diagonal_of(below)
                if not below.explicit:
                    deepest = max(deepest, many - index)
                    if part not in diagonals:
                        diagonals.append(part)
        return diagonals, deepest

    def _differences(self, diagonal: Diagonal, start: int, terms: int) -> tuple[int, ...]:
        points = (self.point_of(diagonal, start + k) for k in range(terms))
        return tuple(differences(list(map(self.total, points))))

    def _game(self, colours: int) -> Point:
        game = self.game
        excluded = (0,) * len(game.alphabets(self.pegs))
        return Point(0, False, as_index(colours, game, self.pegs), excluded)

    def _below(self, point: Point) -> Iterator[Point]:
        """The points with secrets to which answers lead."""
        move, cap = self.move(point), self.game.excluded_cap(self.pegs)
        for answer, size in enumerate(move.sizes(point)[:-1]):
            if size:
                yield move.below(point, answer, cap)


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


def _range(one: BookEntry) -> str:
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
