"""The forms of a closure (`Closure.forms`): their costs, their questions, groups of their clauses.

For each question, the rows of the closure say which forms its parts are.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from functools import cached_property
from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof.cache import Recomputed, cached_method
from masetproof.objectives import Objective
from masetproof.patterns.closure import Closure
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.system import System
from masetproof.recurrences.values import evaluate
from masetproof.short.groups import Array, GroupFinder, Groups


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
        self.patterns, self.finder = closure.forms, GroupFinder(closure)
        self.first_maset = len(closure.patterns)
        nothing = (0,) * (closure.pegs + 1)
        self.stars = np.array([*(one.star_histogram for one in self.patterns), nothing])
        width = colours + 1
        minima = np.repeat(self.system.maset_minima[:, :1], width, axis=1)
        end = np.zeros((1, width), np.int64)
        self.costs = np.concatenate([evaluate(self.system, colours).T, minima, end])
        sizes = self.system.all_secrets(range(width))
        explicit = np.repeat(self.stars[self.first_maset : -1, :1], width, axis=1)
        self.secrets = np.asfortranarray(np.concatenate([sizes, explicit, end]))

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
        stars = np.eye(pegs + 1, dtype=np.int64)[pegs - 1]
        found = np.flatnonzero((self.stars == stars).all(axis=1))
        return int(found[0]) if len(found) else -1

    def groups(self, forms: Array) -> Groups:
        """The groups of some forms, sorted by form; parts are the numbers of forms."""
        return self.finder.of_forms(forms)

    def first(self, colours: int) -> Forms:
        """The same with fewer colours; the groups that are found by one are known to both."""
        fewer = copy(self)
        fewer.colours = colours
        fewer.costs, fewer.secrets = self.costs[:, : colours + 1], self.secrets[:, : colours + 1]
        return fewer
