"""States that are left out: what is left proves the same, and every one of it is needed."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import pytest

from masetproof import kernels
from masetproof.band.certificate import proof_lines
from masetproof.band.guide import DiagonalBounds, Reasons
from masetproof.band.members import NeededStates
from masetproof.band.proof import PLANS, _bounds, _head
from masetproof.band.pruning import Pruning
from masetproof.band.states import Band
from masetproof.band.strategy import certificate_lines, find_strategy
from masetproof.checker import Rejected, Verified, verify
from masetproof.patterns.closure import close
from masetproof.progress import silent
from masetproof.proofs.certificate import sealed


class Made(NamedTuple):
    guide: DiagonalBounds
    chosen: Reasons
    pruning: Pruning


@cache
def made(pegs: int) -> Made:
    plan = PLANS[pegs]
    guide = DiagonalBounds(Band(close("black-peg", pegs, extra=True), plan.width + 1), plan)
    guide.keep_sturdy()
    chosen = NeededStates(guide).reasons()
    pruning = Pruning(guide, chosen)
    pruning.prune()
    return Made(guide, chosen, pruning)


def listed(reasons: Reasons) -> list[int]:
    some: list[int] = np.nonzero((reasons == kernels.ASKED) | (reasons >= 0))[0].tolist()
    return some


def verified(guide: DiagonalBounds, reasons: Reasons) -> Verified:
    book = find_strategy(guide.band.closure, _bounds(guide), guide.plan.last)
    head, lines = _head(guide, book), [*certificate_lines(book)]
    told = proof_lines(guide.band, head, reasons, listed(reasons), lines)
    return verify(sealed(told), silent)


@pytest.mark.parametrize("pegs", [2, 3])
def test_what_is_left_proves_the_same(pegs: int) -> None:
    guide, chosen, pruning = made(pegs)
    assert verified(guide, pruning.reasons).words == verified(guide, chosen).words
    assert {*listed(pruning.reasons)} < {*listed(chosen)}
    left = listed(pruning.reasons)
    assert (pruning.reasons[left] == chosen[left]).all()


@pytest.mark.parametrize("pegs", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_each_state_that_is_left_is_needed(pegs: int) -> None:
    """The checker misses it."""
    guide, _, pruning = made(pegs)
    for state in listed(pruning.reasons):
        fewer = pruning.reasons.copy()
        fewer[state] = kernels.BY_CLAUSES
        with pytest.raises(Rejected):
            verified(guide, fewer)


@pytest.mark.parametrize("pegs", [2, 3])
def test_claims_are_the_bounds(pegs: int) -> None:
    """All are computed anew from the reasons that are left, one n after the other."""
    guide, _, pruning = made(pegs)
    band, reasons, least = guide.band, pruning.reasons.copy(), guide.least.copy()
    full = (band.form == 0) & (reasons == kernels.BY_CLAUSES)
    reasons[full], least[:, full] = kernels.GIVEN, guide.secrets[:, full]
    for n in range(guide.plan.settled + 1, guide.plan.last + 1):
        guide.bound(n, least, reasons)
    left = listed(pruning.reasons)
    assert (pruning.claims.least[left] == least.T[left]).all()
    assert (least[:, 0] == guide.least[:, 0]).all()
    assert pegs == 2 or (least[:, left] < guide.least[:, left]).any()


@pytest.mark.parametrize("pegs", [2, 3])
def test_nothing_more_is_left_out(pegs: int) -> None:
    guide, _, pruning = made(pegs)
    assert (Pruning(guide, pruning.reasons).prune() == pruning.reasons).all()
