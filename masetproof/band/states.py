"""The states of a band: patterns with offsets, under one numbering, and their questions.

A *state* is a `Diagonal`: a pattern whose column j has n - a_j implicit colours.  For example
``{0**}`` with the offsets 0, 0, 1 has n colours in the second column and n - 1 in the third.  The
offsets a_j are not negative.  The least offset of the columns with a star is 0, and a column
without a star has the offset 0.  So the bound of a state is a function of the one index n.  An
explicit maset is a state without an index.  Excluded colours are not counted: there is always one.
"""

from __future__ import annotations

from functools import cached_property
from itertools import product
from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof.cache import Recomputed
from masetproof.kernels import Prepared
from masetproof.objectives import Objective
from masetproof.patterns.closure import Closure, form_of
from masetproof.patterns.columns import star_counts, ways_of_sets
from masetproof.patterns.isomorphism import column_symmetries
from masetproof.patterns.kinds import new_counts
from masetproof.patterns.pattern import normalized, pattern_of
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Recurrences
from masetproof.recurrences.values import PlainValues
from masetproof.strategies.book import Diagonal
from masetproof.words import STAR

Array = NDArray[np.int64]

Offsets = tuple[int, ...]
"""For each column, n less the number of its implicit colours."""


class Reached(NamedTuple):
    """A state for n - *below* in place of n."""

    state: int
    below: int


@final
class Band(Recomputed):
    """The states of a closure with offsets up to *width*; automorphic states count as one.

    forms: the patterns, then the explicit masets.
    states: ascending by form.
    number: int32[forms, (width + 1)^p], the state of each form with offsets whose code is the sum
        of a_j (width + 1)^j, -1 where the least offset is not 0.
    start, new, parts, orders: the different questions on patterns, in the columns that
        `kernels.bound_states` expects; parts are forms.
    shrunk: int32[forms, p, 2], for each form and column the clauses with a star there: their form,
        and the order of the columns.
    minima: the least totals of explicit masets.
    """

    def __init__(self, closure: Closure, width: int) -> None:
        self.closure, self.width, self.pegs = closure, width, closure.pegs
        self.forms = closure.forms
        self.first_maset = len(closure.patterns)
        self.exchanges = tuple(one.columns for one in closure.maps)
        self.stars = np.array([form.star_columns for form in self.forms], np.int8)
        self._number_states()
        self._list_rows()
        self.shrunk = self._shrunk()
        self.minima = self._minima()

    def _number_states(self) -> None:
        radix, pegs = self.width + 1, self.pegs
        self._units = radix ** np.arange(pegs)
        self.number = np.full((len(self.forms), radix**pegs), -1, np.int32)
        states = list[Diagonal]()
        for form, stars in enumerate(self.stars.tolist()):
            choices = [range(radix) if star else (0,) for star in stars]
            orders = [one.columns for one in column_symmetries(self.forms[form])]
            for offsets in product(*choices):
                if any(stars) and min(a for a, s in zip(offsets, stars, strict=True) if s):
                    continue
                if self.number[form, self.code(offsets)] >= 0:
                    continue
                for order in orders:
                    moved = tuple(offsets[column] for column in order)
                    self.number[form, self.code(moved)] = len(states)
                states.append(Diagonal(form, offsets))
        self.states = tuple(states)
        self.form = np.array([state.number for state in states], np.int32)
        self.offsets = np.array([state.offsets for state in states], np.int8)
        self.spread: Array = self.offsets.max(axis=1).astype(np.int64)
        self.is_maset: NDArray[np.bool_] = self.form >= self.first_maset

    def code(self, offsets: Offsets) -> int:
        return int(np.dot(offsets, self._units))

    def find(self, form: int, offsets: Offsets) -> Reached:
        """The state of a form with any offsets: these are reduced until the least is 0."""
        stars = self.stars[form].tolist()
        below = min((a for a, s in zip(offsets, stars, strict=True) if s), default=0)
        least = tuple((a - below) * s for a, s in zip(offsets, stars, strict=True))
        return Reached(int(self.number[form, self.code(least)]), below)

    def _list_rows(self) -> None:
        closure, splits = self.closure, self.closure.splits
        parts, orders = splits.forms(self.first_maset)
        new = np.array(new_counts(closure.game, closure.pegs))[splits.new]
        # Parts come first, then -1; equal rows are merged.
        places = np.argsort(parts < 0, axis=1, kind="stable")
        parts = np.take_along_axis(parts, places, axis=1)
        orders = np.where(parts < 0, 0, np.take_along_axis(orders, places, axis=1))
        rows = np.concatenate([splits.pattern[:, None], new, parts, orders], axis=1)
        _, first = np.unique(rows.astype(np.int64), axis=0, return_index=True)
        first.sort()
        width = int((parts >= 0).sum(axis=1).max())
        self.start = np.searchsorted(splits.pattern[first], np.arange(self.first_maset + 1))
        self.start = self.start.astype(np.int64)
        self.new = new[first].astype(np.int8)
        self.parts = np.ascontiguousarray(parts[first, :width].astype(np.int32))
        self.orders = np.ascontiguousarray(orders[first, :width].astype(np.int8))

    def _shrunk(self) -> NDArray[np.int32]:
        """The clauses with a star in a column: int32[forms, p, 2]."""
        shrunk = np.zeros((len(self.forms), self.pegs, 2), np.int32)
        number = {columns: place for place, columns in enumerate(self.exchanges)}
        for form, stars in enumerate(self.stars.tolist()):
            for column in np.nonzero(stars)[0].tolist():
                rows = (row for row in self.forms[form].clauses if row[column] == STAR)
                some = normalized(pattern_of(tuple(sorted(rows))), self.closure.game)
                found = form_of(self.closure, some)
                if found is None:
                    raise AssertionError("a closure without the clauses that have a star")
                shrunk[form, column] = found[0], number[found[1].columns]
        return shrunk

    def _minima(self) -> Array:
        """The least totals of the explicit masets."""
        system = Recurrences(self.closure, Reading.WITH, Objective.EXPECTED)
        values, (_, excluded) = PlainValues(system), system.first
        count = len(self.closure.explicit)
        return np.array([values.value((self.first_maset + i, excluded), ()) for i in range(count)])

    @cached_property
    def columns(self) -> Prepared:
        """The arrays for the kernels."""
        exchanges = np.array(self.exchanges, np.int8)
        table = {"exchanges": exchanges, "radix": self.width + 1}
        names = "form offsets stars number start new parts orders shrunk clauses single minima"
        table |= {name: getattr(self, name) for name in names.split()}
        return Prepared("BandColumns", table)

    @cached_property
    def clauses(self) -> NDArray[np.int32]:
        """How many clauses of each form have their stars in each set of columns: [forms, 2^p]."""
        return star_counts(self.forms, self.pegs).astype(np.int32)

    @cached_property
    def single(self) -> NDArray[np.int32]:
        """The form and order of one clause with its stars in a set of columns: [2^p, 2]."""
        alone = (self.clauses.sum(axis=1) == 1).nonzero()[0].tolist()
        single = np.zeros((1 << self.pegs, 2), np.int32)
        for form, (place, order) in product(alone, enumerate(self.exchanges)):
            stars = self.stars[form].tolist()
            single[sum(1 << order[j] for j, star in enumerate(stars) if star)] = form, place
        return single

    def secrets(self, n: int) -> Array:
        """The numbers of secrets of the states; 0 where a column has no colour."""
        implicit = np.maximum(n - self.offsets.astype(np.int64), 0)
        ways = ways_of_sets(self.closure.game, self.pegs, implicit.T)
        total: Array = (self.clauses[self.form] * ways.T).sum(axis=1)
        return total

    def by_size(self, n: int) -> NDArray[np.int32]:
        """The states, ascending by secrets for n: each comes after the parts of its questions."""
        # States with equally many secrets for this n are sorted by those for a large n.
        order = np.lexsort((self.secrets(1000), self.secrets(n)))
        return order.astype(np.int32)

    def parts_of(self, state: int) -> tuple[Array, Array, Array]:
        """The parts of all questions on a state, how far below n they are, and the questions' rows.

        Parts are states, int64[questions, width], -1 where there is none (and 0 below n).
        """
        form, offsets, _ = self.states[state]
        rows = np.arange(self.start[form], self.start[form + 1])
        parts, order = self.parts[rows], np.array(self.exchanges)[self.orders[rows]]
        more = np.array(offsets) + self.new[rows]
        moved = np.take_along_axis(np.broadcast_to(more[:, None], order.shape), order, axis=2)
        stars = self.stars[parts] != 0
        below = np.where(stars, moved, self.width + 2).min(axis=2)
        code = (np.where(stars, moved - below[..., None], 0) * self._units).sum(axis=2)
        nothing = parts < 0
        states = np.where(nothing, -1, self.number[parts, code])
        return states, np.where(nothing | (parts >= self.first_maset), 0, below), rows

    def averaged_from(self, state: int, column: int) -> tuple[Reached, Reached]:
        """The two states of an average: without a colour of the column, and what that removes."""
        form, offsets, _ = self.states[state]
        less = tuple(a + (j == column) for j, a in enumerate(offsets))
        number, order = self.shrunk[form, column].tolist()
        moved = tuple(less[j] for j in self.exchanges[order])
        return self.find(form, less), self.find(number, moved)
