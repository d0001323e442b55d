"""Lower bounds of all states near the diagonal, and which of them an induction on n proves.

First all states of the band are bounded for n = 0, 1, ..., until most bounds are polynomials in n.
A state is *sturdy*, which means self-supporting, if its polynomial survives the induction step: no
question on it costs less, given the polynomials of the other sturdy states.  All further states are
averaged down to sturdy ones.  These are found by elimination: take every state whose bound is a
polynomial, drop each one that fails, and repeat until none fails.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import factorial
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof import kernels
from masetproof.arguments import Refused
from masetproof.band.states import Array, Band
from masetproof.progress import Progress, silent
from masetproof.recurrences.cells import newton
from masetproof.recurrences.polynomials import from_differences

Reasons = NDArray[np.int8]


@final
@dataclass(frozen=True)
class Horizon:
    """For which n, and how far from the diagonal, bounds are computed.

    settled: up to this n, states with offsets up to *first* are bounded by their questions, and
        above it those with offsets up to *width*; all others are averaged.
    last: the greatest n for which bounds are computed.
    tested: the first *tested* n after *settled* are tested, then every fourth one.
    """

    settled: int
    first: int
    width: int
    last: int
    tested: int = 8

    def tests(self) -> list[int]:
        """The n for which questions are compared with claims."""
        start = self.settled + 1
        return [*range(start, start + self.tested), *range(start + self.tested, self.last + 1, 4)]


@final
class DiagonalBounds:
    """The bounds of all states of a band for n = 0, ..., last, and their polynomials.

    least, secrets: the bound and the number of secrets for each n, int64[last + 1, states].
    base: the polynomials go through the bounds for n = base, ..., last.
    polynomials: their coefficients, multiplied by *factor* to be whole: int64[states, p + 2].
    sturdy: which states may be sturdy.  At first all whose bounds are a polynomial from
        before the base on; `keep_sturdy` drops the others.
    """

    def __init__(self, band: Band, plan: Horizon, progress: Progress = silent) -> None:
        self.band, self.plan = band, plan
        self.terms = band.pegs + 2
        self.base = plan.last - self.terms + 1
        self.factor = factorial(self.terms - 1)
        self.secrets = np.array([band.secrets(n) for n in range(plan.last + 1)])
        self.orders = [band.by_size(n) for n in range(plan.last + 1)]
        self.least = np.zeros_like(self.secrets)
        for n in range(plan.last + 1):
            width = plan.first if n <= plan.settled else plan.width
            reason = np.where(band.spread <= width, kernels.ASKED, kernels.BEST_COLUMN)
            self.bound(n, self.least, reason.astype(np.int8))
            progress("numbers of colours with bounds", n + 1, plan.last + 1)
        # Each state after those of which it is an average, for whatever n these are taken.
        self.by_spread = np.lexsort((band.secrets(1000), band.spread)).astype(np.int32)
        differences = np.diff(self.least[-self.terms - 5 :], self.terms, axis=0)
        smooth = (differences == 0).all(axis=0) & (band.spread <= plan.width)
        self.sturdy: NDArray[np.bool_] = smooth | band.is_maset
        self._interpolation = _interpolation(self.base, self.terms)
        self.polynomials = self.through(self.least.T)

    def through(self, values: Array) -> Array:
        """Polynomials through values for n = base, ..., last: [..., last + 1] to [..., terms]."""
        polynomials: Array = values[..., self.base :] @ self._interpolation
        return polynomials

    def bound(self, n: int, least: Array, reason: Reasons) -> None:
        """Fill in row n of *least*; the rows before it are there."""
        band = self.band
        kernels.bound_states(band.columns, n, n, self.orders[n], reason, self.secrets, least)

    def reasons(self, sturdy: NDArray[np.bool_], others: int = kernels.BEST_COLUMN) -> Reasons:
        """The reason for each bound: sturdy states are given, the others are averages.

        An average is taken in the column that is best for large n.
        others: the reason for states of several clauses, if they are not to be averaged.
        """
        band, last = self.band, self.plan.last
        averaged = ~sturdy & ((others == kernels.BEST_COLUMN) | self.alone)
        reason = np.where(sturdy, kernels.GIVEN, np.where(averaged, kernels.BEST_COLUMN, others))
        reason = reason.astype(np.int8)
        least = self._least(reason)
        # In the reverse order each average is of bounds that are all there already.
        backwards = np.ascontiguousarray(self.orders[last][::-1])
        for column in reversed(range(band.pegs)):
            here = averaged & (band.stars[band.form, column] != 0) & (band.offsets[:, column] == 0)
            by_column = np.where(here, column, kernels.GIVEN).astype(np.int8)
            scratch = least.copy()
            kernels.bound_states(
                band.columns, last, last, backwards, by_column, self.secrets, scratch
            )
            reason[here & (scratch[last] == least[last])] = column
        return reason

    def _least(self, reason: Reasons) -> Array:
        least = self.least.copy()
        for n in range(self.plan.settled + 1, self.plan.last + 1):
            self.bound(n, least, reason)
        return least

    def values(self, reason: Reasons) -> tuple[Array, Array]:
        """Bounds (as `least`; up to *settled* they stay) and polynomials by these reasons."""
        polynomials = self.polynomials.copy()
        columns, factor = self.band.columns, self.factor
        first = self.base - self.band.width  # questions refer to bounds at so small an n
        kernels.derive_polynomials(columns, first, self.by_spread, reason, factor, polynomials)
        return self._least(reason), polynomials

    @cached_property
    def alone(self) -> NDArray[np.bool_]:
        """The states of one clause."""
        alone: NDArray[np.bool_] = self.band.clauses.sum(axis=1)[self.band.form] == 1
        return alone & ~self.band.is_maset

    @cached_property
    def secret_points(self) -> Array:
        """*factor* times the numbers of secrets for n = base, ..., last: int64[states, terms]."""
        return np.ascontiguousarray(self.factor * self.secrets[self.base :].T)

    @cached_property
    def to_steps(self) -> Array:
        """Matrices from coefficients to Newton differences at n = base.

        int64[width + 2, terms, terms]: matrix b is for a polynomial that is taken at n - b.
        """
        powers, steps = np.arange(self.terms), newton(1, self.terms - 1)
        start = self.base - np.arange(self.band.width + 2)[:, None] + powers
        to_steps: Array = np.einsum("bik,ji->bkj", start[:, :, None] ** powers, steps)
        return to_steps

    def possible(
        self, state: int, rows: Array, parts: Array, below: Array, tests: Array
    ) -> NDArray[np.bool_]:
        """For which n a question can be asked and splits the secrets: bool[questions, tests].

        rows, parts, below: of the questions on a state, as `Band.parts_of` returns them.
        """
        band, own = self.band, self.secrets[tests, state]
        need = np.where(band.new[rows] > 0, band.offsets[state] + band.new[rows], 0).max(axis=1)
        left = self.secrets[tests - below[..., None], parts[..., None]]
        whole = ((left == own) & (parts >= 0)[..., None]).any(axis=1)
        possible: NDArray[np.bool_] = (tests >= need[:, None]) & ~whole & (own > 1)
        return possible

    def points(self, polynomials: Array) -> Array:
        """Values of polynomials at n = base - b, base - b + 1, ...; b is the first axis.

        int64[width + 2, states, terms].
        """
        powers = np.arange(self.terms)
        start = self.base - np.arange(self.band.width + 2)[:, None] + powers
        table = start[:, :, None] ** powers  # [below, points, powers]
        return np.ascontiguousarray(np.einsum("sk,bik->bsi", polynomials, table))

    def failing(self, reason: Reasons, tests: Iterable[int]) -> NDArray[np.bool_]:
        """The sturdy states on which some question costs less than is claimed."""
        band, asked = self.band, np.where(reason == kernels.GIVEN, kernels.ASKED, reason)
        asked = asked.astype(np.int8)
        least, polynomials = self.values(reason)
        marked = np.zeros(len(band.states), bool)
        for n in tests:
            kernels.mark_failing(band.columns, n, n, asked, self.secrets, least, marked)
        points = self.points(polynomials)
        kernels.mark_losing(band.columns, asked, self.factor, self.secret_points, points, marked)
        return marked

    def keep_sturdy(self, progress: Progress = silent) -> None:
        """Drop states until all that are left are sturdy; with few tests first."""
        tests, count = self.plan.tests(), int(self.sturdy.sum())
        for some in (tests[::3], tests, range(self.plan.settled + 1, self.plan.last + 1)):
            while True:
                failing = self.failing(self.reasons(self.sturdy), some)
                self.sturdy &= ~failing
                progress("sturdy states", int(self.sturdy.sum()), count)
                if not self.sturdy[0]:
                    raise Refused("the states of this band do not bear the bound of the game")
                if not failing.any():
                    break


def _interpolation(base: int, terms: int) -> Array:
    """The matrix from values at base, base + 1, ... to coefficients times (terms - 1)!.

    int64[terms, terms]; ``values @ matrix`` are the coefficients.
    """
    factor = factorial(terms - 1)
    binomials = np.zeros((terms, terms), object)
    for i in range(terms):
        binomials[i, : i + 1] = from_differences([0] * i + [factor], base, 1)
    return (newton(1, terms - 1).T @ binomials).astype(np.int64)
