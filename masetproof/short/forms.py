"""The forms of a closure (`Closure.forms`): their costs, their questions, groups of their clauses.

For each question, the rows of the closure say which forms its parts are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations
from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof.cache import Recomputed, cached_method
from masetproof.objectives import Objective
from masetproof.patterns.closure import Closure, form_of
from masetproof.patterns.isomorphism import Witness
from masetproof.patterns.pattern import MasetPattern, pattern_of
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.system import System
from masetproof.recurrences.values import evaluate
from masetproof.words import STAR, Word

Array = NDArray[np.int64]

_MOST_LEFT_OUT = 3
"""A group may leave out so many clauses of a part; two, if the part has many clauses."""
_MANY = 12


class Group(NamedTuple):
    """Some clauses of a part that are isomorphic to a form.

    left: how many of the other clauses have 0, 1, ..., p stars.
    """

    form: int
    left: tuple[int, ...]


class Rows(NamedTuple):
    """Questions in columns, sorted by the form asked.

    form: int64[rows], the form that is asked.
    new: int64[rows], new colours.
    parts: int64[rows, width], the forms of all parts but the won one, -1 where there is none.
    split: int64[rows], the row of the closure's splits, or of those of its explicit masets.
    """

    form: Array
    new: Array
    parts: Array
    split: Array

    def taken(self, chosen: NDArray[np.bool_] | Array) -> Rows:
        return Rows(*(column[chosen] for column in self))


def groups_of(pattern: MasetPattern) -> Iterator[tuple[tuple[Word, ...], tuple[int, ...]]]:
    """The groups of clauses that may cover a pattern: all of its clauses, or all but a few.

    Each comes with the other clauses, counted by their stars.  A group that counts alone bound is
    left out.
    """
    clauses, pegs = pattern.clauses, pattern.pegs
    most = _MOST_LEFT_OUT if len(clauses) <= _MANY else 2
    for count in range(min(most, len(clauses) - 1) + 1):
        for outside in combinations(clauses, count):
            kept = tuple(row for row in clauses if row not in outside)
            if not count or len(kept) > 1 or kept[0].count(STAR) > 1:
                stars = [row.count(STAR) for row in outside]
                yield kept, tuple(map(stars.count, range(pegs + 1)))


@final
class Forms(Recomputed):
    """The forms of a closure, what they cost, and how they are split.

    costs: int64[forms + 1, colours + 1], the least EPL of each with m = 0, ..., *colours* implicit
        colours; the last row, number -1, is 0.
    secrets: their numbers of secrets, in the same shape.
    stars: int64[forms + 1, p + 1], how many clauses have 0, ..., p stars.
    """

    def __init__(self, closure: Closure, colours: int) -> None:
        self.closure, self.colours = closure, colours
        self.system = System(closure, Reading.WITH, Objective.EXPECTED)
        self.patterns = closure.forms
        self.first_maset = len(closure.patterns)
        nothing = (0,) * (closure.pegs + 1)
        self.stars = np.array([*(one.star_histogram for one in self.patterns), nothing])
        width = colours + 1
        minima = np.repeat(self.system.maset_minima[:, :1], width, axis=1)
        end = np.zeros((1, width), np.int64)
        self.costs = np.concatenate([evaluate(self.system, colours).T, minima, end])
        sizes = self.system.all_secrets(range(width))
        explicit = np.repeat(self.stars[self.first_maset : -1, :1], width, axis=1)
        self.secrets = np.concatenate([sizes, explicit, end])

    def rows(self, members: Iterable[int]) -> Rows:
        """All questions on some forms that split their secrets."""
        pieces = [self._rows_of(member) for member in members]
        return Rows(*(np.concatenate(columns) for columns in zip(*pieces, strict=True)))

    @cached_method()
    def _rows_of(self, form: int) -> Rows:
        explicit = form >= self.first_maset
        splits = self.closure.maset_splits if explicit else self.closure.splits
        number = form - explicit * self.first_maset
        start, end = np.searchsorted(splits.pattern, [number, number + 1])
        width = self.closure.game.open_answers(self.closure.pegs)
        parts = splits.forms(self.first_maset, slice(start, end), width)[0].astype(np.int64)
        new = splits.new[start:end].astype(np.int64)
        # What tells nothing leaves the form itself.
        tells = ~((parts == form).any(axis=1) & (new == 0))
        one = np.full(end - start, form)
        return Rows(one, new, parts, np.arange(start, end)).taken(tells)

    @cached_property
    def single(self) -> int:
        """The form with one clause of p - 1 stars, or -1 where a clause of one star is that."""
        pegs = self.closure.pegs
        if pegs < 3:
            return -1
        return self.number_of(((0, *[STAR] * (pegs - 1)),))

    def number_of(self, clauses: tuple[Word, ...]) -> int:
        """The form with these sorted clauses; -1 where the closure has none."""
        found = self.find(pattern_of(clauses).normalize()[0])
        return -1 if found is None else found[0]

    @cached_method()
    def find(self, pattern: MasetPattern) -> tuple[int, Witness] | None:
        """The form that is isomorphic to a normalized pattern, and what maps the form to it."""
        found = form_of(self.closure, pattern)
        return None if found is None else (found[0], found[1].inverse())

    @cached_method()
    def groups(self, form: int) -> tuple[Group, ...]:
        """The groups of a form's clauses that may cover it, with the number of other clauses."""
        named = ((self.number_of(some), left) for some, left in groups_of(self.patterns[form]))
        return tuple(dict.fromkeys(Group(*one) for one in named if one[0] >= 0))
