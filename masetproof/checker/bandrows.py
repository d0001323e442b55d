"""All questions on the patterns of a band, and what their parts are.

A question has in each column an explicit colour of the pattern, one new colour if the column has a
star, or a blank, which matches nothing.

A set of columns is a number: 1 is the first column, 2 the second, 4 the third, and 3 the first two.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from math import prod
from typing import NamedTuple

import numpy as np

from .images import ListedPatterns
from .reading import Budget, Progress, Rejected
from .rules import STAR, UNKNOWN, Ints, Rules
from .shortreading import BandCertificate, Image
from .splitting import BATCH, PatternSplit, Questions, distinct, normalized, questions, to_rows


class DistinctQuestions(NamedTuple):
    """The questions on a pattern; of questions with the same new columns and parts there is one.

    new: int64[rows], the set of columns with a new colour.  kinds: int64[rows, p], the kind of each
    part with stars (`Patterns`), -1 where there is none.  rest: int64[rows], the least totals of
    the explicit parts together.
    """

    new: Ints
    kinds: Ints
    rest: Ints


def mask_of(flags: Iterable[bool]) -> int:
    """The set of the columns whose flag is True, as a number."""
    return sum(flag << j for j, flag in enumerate(flags))


class Patterns(ListedPatterns):
    """The patterns and explicit masets of a certificate.

    counts: int64[patterns, 2^p], how many clauses have their stars in each set of columns.  least:
    int64[patterns], the least totals of explicit masets.  rows: for each pattern with a star its
    `DistinctQuestions`.

    A part is a pattern by an image.  Its *route* has for each column of that pattern the column of
    the pattern asked from which it came, -1 if the column has no star.  Its *kind* is the pattern
    with the route, as a number, since the bound of a part depends on no more.
    """

    def __init__(self, said: BandCertificate, budget: Budget) -> None:
        super().__init__(Rules("black-peg", said.pegs, "with"), said.patterns, budget)
        rules = self.rules
        masks = [(to_rows(some, self.pegs) == STAR) @ rules.bits for some in self.named]
        self.counts = np.array([np.bincount(one, minlength=rules.sets) for one in masks])
        # Columns by the number of r; clauses that one with stars in a set of columns becomes.
        self.new = np.array(rules.shifts) @ rules.bits
        self.spreads = np.array([1 << stars.bit_count() for stars in range(rules.sets)])
        self.least = np.zeros(len(self.clauses), np.int64)
        self.raw = 0
        self._enter_symmetries(said.symmetries)
        self.enter_parts(said.parts)
        self.rows = dict[int, DistinctQuestions]()

    # ------------------------------------------------------------------------------ isomorphisms

    def _enter_symmetries(self, images: Sequence[Image]) -> None:
        for image in images:
            if self.image(image) != self.named[image.pattern]:
                raise Rejected(f"line {image.line}: this is no symmetry of the pattern")
            self.symmetries[image.pattern].append(image.columns)

    def enter_parts(self, images: Sequence[Image]) -> None:
        """Set also routes, kinds, and the kind of each part by its number.

        Of the routes that differ by a symmetry the least is taken.
        """
        super().enter_parts(images)
        routes, kinds = dict[tuple[int, ...], int](), dict[tuple[int, int], int]()
        kind = [-1]
        for image in images:
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

    def part_with_stars(self, number: int, column: int) -> int:
        """The number of the part with the clauses that have a star in a column (averaging)."""
        some = sorted(one for one in self.clauses[number] if one[column] == STAR)
        return self.part_of(normalized(bytes(chain(*some)), self.pegs), number)

    # --------------------------------------------------------------------------------- questions

    def questions(self, number: int) -> Questions:
        return questions(self.rules, self.colours[number], self.rules.active(self.stars[number]))

    def split(self, numbers: Sequence[int]) -> list[tuple[Ints, Ints, Ints]]:
        """For each of some patterns the questions that tell something, as three arrays.

        Their cells; their sets of new columns; int64[questions, p], the number of the part after 0,
        ..., p - 1 black pegs.
        """
        tables, named = [*map(self.questions, numbers)], [self.named[number] for number in numbers]
        batch = [(table, np.arange(len(table.cells))) for table in tables]
        split = PatternSplit(self.rules, named, batch)
        question = split.question
        self.raw += len(split.of)
        owner = split.of[question]
        sets = np.column_stack([owner.astype(np.uint64), split.sets])
        first, which = distinct(sets)
        where = [numbers[one] for one in owner[first].tolist()]
        some = split.parts(first)
        parts = np.zeros((len(split.of), self.pegs), np.int64)
        parts[question, split.answer] = np.array([*map(self.part_of, some, where)])[which]
        new, sizes = self.new[split.shift], np.array([*map(len, named)])[split.of] // self.pegs
        whole = np.bitwise_count(split.sets).sum(axis=1) == sizes[question]
        tells = np.ones(len(new), dtype=bool)
        tells[question[whole]] = False
        tells |= new != 0
        return [
            (table.cells[tells[own]], new[own][tells[own]], parts[own][tells[own]])
            for table, own in ((table, split.of == i) for i, table in enumerate(tables))
        ]

    def find_rows(self, progress: Progress) -> None:
        """Set rows of all patterns with a star, and least of all explicit masets.

        Explicit masets come first, the smaller ones before, as they are parts of all others.
        """
        sizes = [(stars > 0, len(one)) for stars, one in zip(self.stars, self.named, strict=True)]
        order = sorted(range(len(sizes)), key=sizes.__getitem__)
        pattern, done, work = np.array(self.pattern), 0, list[int]()
        for number in order:
            count, extended = prod(k + 2 for k in self.colours[number]), self.counts[number]
            self.budget.spend(100_000 + 50 * self.pegs * count * (extended @ self.spreads))
            work.append(count * len(self.named[number]))
        ends = np.flatnonzero(np.diff(np.cumsum(work) // BATCH)) + 1
        for batch in np.split(order, ends):
            some = batch.tolist()
            for number, (_, new, parts) in zip(some, self.split(some), strict=True):
                rest = self.least[pattern[parts]].sum(axis=1)
                if self.stars[number] == 0:
                    size = len(self.clauses[number])
                    self.least[number] = size + (int(rest.min()) if size > 1 else 0)
                else:
                    self.rows[number] = self._different(new, self.kind[parts], rest)
                progress("patterns split", done := done + 1, len(order))

    def _different(self, new: Ints, kinds: Ints, rest: Ints) -> DistinctQuestions:
        """One question for each choice of new columns and parts with stars: the cheapest rest."""
        kinds = np.sort(kinds, axis=1)[:, ::-1]
        columns = np.concatenate([new[:, None], kinds], axis=1).view(np.uint64)
        first, inverse = distinct(columns)
        least = np.full(len(first), UNKNOWN)
        np.minimum.at(least, inverse, rest)
        return DistinctQuestions(new[first], kinds[first], least)
