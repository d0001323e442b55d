"""All questions on the patterns of a band, and what their parts are.

A question has in each column an explicit colour of the pattern, one new colour if the column has a
star, or a blank, which matches nothing.  Parts are looked up by their clauses: the colours of each
column renumbered from 0 in ascending order, in a dictionary of the images that the certificate
gives, which are isomorphic to patterns as they are made.  Nothing has a canonical form.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .bandreading import BandCertificate, Image
from .questions import Ints
from .reading import BLANK, STAR, Clause, Malformed, Rejected

Progress = Callable[[str, int, int], None]
Bools = NDArray[np.bool_]
ABSENT = 1 << 30  # beyond the code of each clause
MOST_STEPS = 4 * 10**10  # a step takes about 1 ns; four pegs take some 10^10
MOST_NUMBERS = 2 * 10**7  # of one table
MOST_AT_ONCE = 1 << 21


class Budget:
    """What work is left; it is counted before it is done."""

    def __init__(self) -> None:
        self.steps = 0

    def spend(self, steps: int, numbers: int = 0) -> None:
        """`Malformed` if this is too much; numbers: of a table that is made."""
        self.steps += int(steps)
        if self.steps > MOST_STEPS or numbers > MOST_NUMBERS:
            raise Malformed("this takes more steps or more memory than a short proof does")


class Rows(NamedTuple):
    """The questions on a pattern that differ in their parts.

    new: int64[rows], the columns with a new colour, 1 for the first, 2 for the second, ...
    kinds: int64[rows, p], what parts with stars are, -1 where there is none.  rest: int64[rows],
    what the explicit parts cost at least.
    """

    new: Ints
    kinds: Ints
    rest: Ints


def mask_of(flags: Iterable[bool]) -> int:
    """1 for the first column, 2 for the second, 4 for the third, ..."""
    return sum(flag << j for j, flag in enumerate(flags))


def code_of(clause: Clause) -> int:
    """A number for each clause."""
    return sum(cell << 6 * j for j, cell in enumerate(clause))


def distinct(rows: NDArray[Any]) -> tuple[Ints, Ints]:
    """The first of the rows that are equal, and for each row which of these it is."""
    first, number = np.zeros(1, np.int64), np.zeros(len(rows), np.int64)
    for column in rows.T:
        _, cells = np.unique(column, return_inverse=True)
        number = number * (cells.max(initial=0) + 1) + cells
        _, first, number = np.unique(number, return_index=True, return_inverse=True)
    return first, number


class Patterns:
    """The patterns and explicit masets of a certificate.

    stars: the columns with a star, as a number like `Rows.new`; 0 of explicit masets.  counts:
    int64[patterns, 2^p], clauses by the columns of their stars.  colours: how many explicit colours
    each column has.  least: int64[patterns], the least totals of explicit masets.  A *route* says
    for each column of a pattern which column of a part it is, -1 for those without a star; a *kind*
    is a pattern and a route, of `kinds`.
    """

    def __init__(self, said: BandCertificate, budget: Budget) -> None:
        self.pegs, self.clauses, self.budget = said.pegs, said.patterns, budget
        if self.clauses[0] != ((STAR,) * self.pegs,):
            raise Rejected("the first pattern is not the full one")
        masks = [[mask_of(cell == STAR for cell in one) for one in some] for some in self.clauses]
        self.counts = np.array([np.bincount(one, minlength=1 << self.pegs) for one in masks])
        self.stars = [int(np.bitwise_or.reduce(one)) for one in masks]
        self.colours = [
            tuple(len({*column} - {STAR}) for column in zip(*some, strict=True))
            for some in self.clauses
        ]
        self.width = max(map(len, self.clauses))
        self.least = np.zeros(len(self.clauses), np.int64)
        self.raw = 0
        self._enter_symmetries(said.symmetries)
        self._enter_parts(said.parts)
        self.rows = dict[int, Rows]()

    # ------------------------------------------------------------------------------ isomorphisms

    def _image(self, image: Image) -> list[int]:
        """The codes of the clauses of an image, ascending."""
        if image.pattern >= len(self.clauses):
            raise Rejected(f"line {image.line}: there is no pattern {image.pattern}")
        colours = [self.colours[image.pattern][column] for column in image.columns]
        if [*map(len, image.colours)] != colours or [len({*x}) for x in image.colours] != colours:
            raise Rejected(f"line {image.line}: pattern {image.pattern} has other colours")
        names = [{**dict(enumerate(new)), STAR: STAR} for new in image.colours]
        cells = [*enumerate(zip(image.columns, names, strict=True))]
        return sorted(
            sum(new[clause[column]] << 6 * j for j, (column, new) in cells)
            for clause in self.clauses[image.pattern]
        )

    def _key(self, codes: list[int]) -> bytes:
        return np.array(codes + [ABSENT] * (self.width - len(codes)), np.int32).tobytes()

    def _enter_symmetries(self, images: Sequence[Image]) -> None:
        """symmetries: the columns of those of each pattern, the identity first."""
        self.symmetries = [[tuple(range(self.pegs))] for _ in self.clauses]
        for image in images:
            codes = self._image(image)
            if codes != sorted(map(code_of, self.clauses[image.pattern])):
                raise Rejected(f"line {image.line}: this is no symmetry of the pattern")
            self.symmetries[image.pattern].append(image.columns)

    def _enter_parts(self, images: Sequence[Image]) -> None:
        """found: by the clauses, the number of a part; pattern, columns and kind by this number.

        Part 0 is the empty one.  Of the routes that symmetries exchange the least is taken.
        """
        self.found: dict[bytes, int] = {self._key([]): 0}
        self.pattern, self.columns = [0], [tuple(range(self.pegs))]
        routes, kinds = dict[tuple[int, ...], int](), dict[tuple[int, int], int]()
        kind = [-1]
        for image in images:
            key = self._key(self._image(image))
            self.found.setdefault(key, len(kind))
            self.pattern.append(image.pattern)
            self.columns.append(image.columns)
            stars = self.stars[image.pattern]
            route = min(
                tuple(
                    image.columns.index(symmetry[i]) if stars >> i & 1 else -1
                    for i in range(self.pegs)
                )
                for symmetry in self.symmetries[image.pattern]
            )
            place = image.pattern, routes.setdefault(route, len(routes))
            kind.append(kinds.setdefault(place, len(kinds)) if stars else -1)
        self.routes, self.kinds, self.kind = [*routes], [*kinds], np.array(kind)

    def _numbers(self, present: Bools, clauses: Ints, where: int) -> Ints:
        """The parts that have some of the clauses each: int64[parts]."""
        codes: NDArray[np.int32] = np.zeros(present.shape, np.int32)
        for j in range(self.pegs):
            cells = clauses[:, j]
            stars = cells == STAR
            last = max(cells[~stars], default=-1) + 1  # stands for the star, after the colours
            there = present.astype(np.float32) @ np.equal.outer(cells, np.arange(last))
            names = np.full((len(present), last + 1), STAR, np.int32)
            names[:, :last] = np.cumsum(there > 0, axis=1) - 1
            codes += names[:, np.where(stars, last, cells)] << 6 * j
        codes = np.sort(np.where(present, codes, np.int32(ABSENT)), axis=1)
        if codes.shape[1] < self.width:
            more = np.full((len(codes), self.width - codes.shape[1]), ABSENT, np.int32)
            codes = np.concatenate([codes, more], axis=1)
        found = np.full(len(codes), -1)
        if (codes[:, self.width :] == ABSENT).all():
            data = np.ascontiguousarray(codes[:, : self.width]).tobytes()
            size = 4 * self.width
            keys = (data[i : i + size] for i in range(0, len(data), size))
            found = np.array([self.found.get(key, -1) for key in keys])
        if (found < 0).any():
            raise Rejected(f"a part of a question on pattern {where} is not listed")
        return found

    def part_of(self, clauses: list[Clause], where: int) -> int:
        """The part that is these clauses."""
        return int(self._numbers(np.ones((1, len(clauses)), bool), np.array(clauses), where)[0])

    def part_with_stars(self, number: int, column: int) -> int:
        """The part of the clauses that have a star in a column: what averaging gains."""
        return self.part_of([one for one in self.clauses[number] if one[column] == STAR], number)

    # --------------------------------------------------------------------------------- questions

    def extended(self, number: int) -> Ints:
        """The clauses when each column with a star has one new colour: int64[clauses, p]."""
        rows = list[Clause]()
        for clause in self.clauses[number]:
            cells = zip(clause, self.colours[number], strict=True)
            rows += product(*((cell, k) if cell == STAR else (cell,) for cell, k in cells))
        return np.array(rows)

    def questions(self, number: int) -> Ints:
        """All of them, without that of blanks alone: int64[questions, p]."""
        choices = [
            [*range(k + (self.stars[number] >> j & 1)), BLANK]
            for j, k in enumerate(self.colours[number])
        ]
        count = int(np.prod([*map(len, choices)]))
        if count > MOST_AT_ONCE:
            raise Malformed(f"pattern {number} has too many questions")
        cells = np.stack(np.meshgrid(*choices, indexing="ij"), axis=-1)
        return cells.reshape(count, self.pegs)[:-1]

    def split(self, number: int) -> tuple[Ints, Ints, Ints]:
        """The questions on a pattern that tell something.

        Their cells; their new columns; int64[questions, p], the parts that answer 0, ..., p - 1.
        """
        rows, asked = self.extended(number), self.questions(number)
        if len(rows) * len(asked) > MOST_AT_ONCE:
            raise Malformed(f"pattern {number} has too many questions")
        self.raw += len(asked)
        self.budget.spend(100_000 + 50 * rows.size * len(asked))
        colours, bits = np.array(self.colours[number]), 1 << np.arange(self.pegs)
        new, fresh = ((some == colours) @ bits for some in (asked, rows))
        black = (asked[:, None] == rows).sum(axis=2)
        # A new colour that is not asked is still behind the star.
        black[(fresh & ~new[:, None]) != 0] = self.pegs
        parts = black[:, None] == np.arange(self.pegs)[:, None]
        whole = parts.sum(axis=2) == len(self.clauses[number])
        tells = (new != 0) | ~whole.any(axis=1)
        asked, new, parts = asked[tells], new[tells], parts[tells].reshape(-1, len(rows))
        packed = np.packbits(parts, axis=1)
        packed = np.pad(packed, ((0, 0), (0, -packed.shape[1] % 8))).view(np.uint64)
        first, inverse = distinct(packed)
        numbers = self._numbers(parts[first], rows, number)[inverse]
        return asked, new, numbers.reshape(-1, self.pegs)

    def find_rows(self, progress: Progress) -> None:
        """rows: of each pattern with a star.  Explicit masets come first, as they are parts."""
        sizes = [(stars > 0, len(one)) for stars, one in zip(self.stars, self.clauses, strict=True)]
        order = sorted(range(len(sizes)), key=sizes.__getitem__)
        pattern = np.array(self.pattern)
        for done, number in enumerate(order, 1):
            _, new, parts = self.split(number)
            rest = self.least[pattern[parts]].sum(axis=1)
            if self.stars[number] == 0:
                size = len(self.clauses[number])
                self.least[number] = size + (int(rest.min()) if size > 1 else 0)
            else:
                self.rows[number] = self._different(new, self.kind[parts], rest)
            progress("questions", done, len(order))

    def _different(self, new: Ints, kinds: Ints, rest: Ints) -> Rows:
        """Of the questions with the same new columns and parts with stars the cheapest."""
        kinds = np.sort(kinds, axis=1)[:, ::-1]
        columns = np.concatenate([new[:, None], kinds], axis=1)
        first, inverse = distinct(columns)
        least = np.full(len(first), ABSENT)
        np.minimum.at(least, inverse, rest)
        return Rows(new[first], kinds[first], least)
