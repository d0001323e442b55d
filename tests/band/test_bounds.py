"""Bounds of states: the kernels against their twin, and against the values of the recurrences."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from masetproof import kernels
from masetproof.band.guide import DiagonalBounds, Horizon
from masetproof.band.states import Band
from masetproof.objectives import Objective
from masetproof.patterns.closure import close
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import recurrences_of
from masetproof.recurrences.values import box_values
from tests.band.plain import PlainBounds, longest
from tests.oracles.black_peg import least_total


@cache
def band_of(pegs: int, width: int) -> Band:
    return Band(close("black-peg", pegs), width)


def bounds(band: Band, reasons: np.ndarray, most: int) -> np.ndarray:
    secrets = np.array([band.secrets(n) for n in range(most + 1)])
    least = np.zeros_like(secrets)
    for n in range(most + 1):
        kernels.bound_states(band.columns, n, n, band.by_size(n), reasons, secrets, least)
    return least


@pytest.mark.parametrize(
    ("pegs", "width", "most"), [(2, 3, 8), pytest.param(3, 2, 4, marks=pytest.mark.slow)]
)
def test_kernel_agrees_with_its_twin(pegs: int, width: int, most: int) -> None:
    band = band_of(pegs, width)
    count, rng = len(band.states), np.random.default_rng(29)
    alone = band.clauses.sum(axis=1)[band.form] == 1
    for asked in (1.0, 0.5):
        reasons = np.where(rng.random(count) < asked, kernels.ASKED, kernels.BY_CLAUSES)
        far = (band.spread == width) | (alone & (rng.random(count) < 0.5))
        reasons = np.where(far, kernels.BEST_COLUMN, np.where(alone, kernels.ASKED, reasons))
        if asked < 1:  # some averages by a column of their own
            columns = [next(longest(band, state), 0) for state in range(count)]
            reasons = np.where(far & (rng.random(count) < 0.5), columns, reasons)
        reasons = np.where(band.is_maset, kernels.ASKED, reasons).astype(np.int8)
        least, twin = bounds(band, reasons, most), PlainBounds(band, reasons)
        for n in range(most + 1):
            assert [twin.value(state, n) for state in range(count)] == least[n].tolist()


def test_bounds_are_never_more_than_values() -> None:
    """Of every state of three pegs, by the recurrences for unequal columns."""
    band, most = band_of(3, 2), 8
    reasons = np.where(band.spread < 2, kernels.ASKED, kernels.BEST_COLUMN).astype(np.int8)
    least = bounds(band, reasons, most)
    system = recurrences_of(band.closure, Reading.WITH, Objective.EXPECTED)
    values = {number: box for (number, _), box in box_values(system, most).items()}
    tight = total = 0
    for place, (form, offsets, _) in enumerate(band.states):
        if form >= band.first_maset:
            continue
        for n in range(max(offsets), most + 1):
            index = tuple(n - offsets[active] for active in system.active[form])
            assert least[n, place] <= values[form][index]
            tight += least[n, place] == values[form][index]
    assert tight > 0.9 * total, "bounds that say little"


@pytest.mark.parametrize("pegs", [2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_least_totals_of_explicit_masets_are_those_of_brute_force(pegs: int) -> None:
    """A colour that cannot be in the secret may be asked; it helps from four pegs on."""
    band = band_of(pegs, 1)
    secrets = [maset.clauses for maset in band.closure.explicit]
    assert band.minima.tolist() == [*map(least_total, secrets)]
    without = [least_total(some, "without") for some in secrets]
    assert (without != band.minima.tolist()) == (pegs > 3)


def test_derived_polynomials_are_below_what_they_come_from() -> None:
    """Averages and sums over clauses, as polynomials, at many n, in exact arithmetic."""
    band = band_of(3, 3)
    guide = DiagonalBounds(band, Horizon(4, 2, 2, 24))
    reasons = guide.reasons(guide.sturdy & (band.spread < 1) | band.is_maset)
    _, polynomials = guide.values(reasons)

    def at(state: int, n: int) -> int:
        return sum(int(c) * n**k for k, c in enumerate(polynomials[state]))

    averaged = [s for s in range(len(band.states)) if reasons[s] >= 0]
    assert len(averaged) > 100
    for state in averaged:
        whole, starred = band.averaged_from(state, int(reasons[state]))
        for n in (guide.base, guide.base + 1, 50, 1000):
            share = at(state, n) - at(whole.state, n - whole.below)
            assert share * (n - 1) <= at(starred.state, n - starred.below)
            # ... and not by more than the remainder of the division.
            assert share * (n - 1) + 10**6 * guide.factor >= at(starred.state, n - starred.below)
