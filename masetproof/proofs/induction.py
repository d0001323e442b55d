"""The induction that turns a claim into a theorem (docs/proof-method.md).

Let G be claimed from the base B on, and M = B + p + cap.  If

1. the computed values equal G for B <= m < M + T,
2. for each equation and each m in M, ..., M + T - 1 the right side with G in place of F, less
   G, is >= 0 at m, m + T, m + 2 T, ...,
3. each function has for each residue an equation where that is 0 throughout,

then F = G for every m >= B, by induction on m and, for equal m, on the number of secrets: an
equation with r = 0 that does not leave all secrets in one part refers to fewer secrets only, and
one that does is never attained.  M exceeds B by p, so that m - r never falls below the base, and
by the cap, beyond which constants no longer depend on m - r.

*Expected*: E(t) = sum over k of binomial(t, k) Delta_k with integers Delta_k, the differences
of the sequence; all Delta_k >= 0 shows E(t) >= 0, and all 0 is equality.
*Worst case*: every term of the maximum and G itself is linear in t.  One term that is large
enough at t = 0 and grows at least as fast as G shows the inequality.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.progress import Progress, silent
from masetproof.recurrences.quasipolynomial import Claim
from masetproof.recurrences.readings import Objective
from masetproof.recurrences.system import System

__all__ = ["Induction", "NotInductive", "induction_start", "prove_by_induction"]

_CHUNK = 200_000


class NotInductive(Exception):
    """The induction does not go through from this base; the message says for which equation."""


@final
@dataclass(frozen=True, eq=False, repr=False)
class Induction:
    """A completed induction.

    start: M, from where on it proves.  tight: bool[period, equations], whether an equation is
    attained for all m = start + residue, start + residue + period, ...  attained: int64[states,
    period], the first equation that is.
    """

    claim: Claim
    start: int
    tight: NDArray[np.bool_]
    attained: NDArray[np.int64]

    def __repr__(self) -> str:
        return f"<Induction from m = {self.start} on: {self.equations:,} equations>"

    @property
    def equations(self) -> int:
        """How many equations were checked, at *period* points each."""
        return int(self.tight.shape[1])


def induction_start(system: System, base: int) -> int:
    """M for a claim with this base."""
    return base + system.closure.pegs + system.cap


def prove_by_induction(
    system: System, claim: Claim, table: NDArray[np.int64], progress: Progress = silent
) -> Induction:
    """Carry out the induction, or raise `NotInductive`.

    system: with all equations, or merged.  table: the computed values for m = 0, ..., at least
    M + T - 1.
    """
    period = claim.period
    start = induction_start(system, claim.base)
    if len(table) < start + period:
        raise ValueError(f"the induction needs values up to m = {start + period - 1}")
    order = max(claim.degree, system.closure.pegs) if system.objective is Objective.EXPECTED else 1
    end = start + period * (order + 1)
    secrets = {m: np.append(system.secrets(m), 0) for m in range(start, end)}
    _check_width(system, claim, end, order, int(secrets[end - 1].max()))
    claimed = claim.table(claim.base, end)
    if not np.array_equal(claimed[: len(table) - claim.base], table[claim.base : end]):
        raise NotInductive("the values do not follow the claim")
    # One more state of value 0, for the index -1: no part.
    values = np.zeros((end, len(system.pattern) + 1), dtype=np.int64)
    values[claim.base :, :-1] = claimed
    tight = np.zeros((period, len(system.state)), dtype=bool)
    whole = _leaves_whole(system, secrets[start])
    for low in range(0, len(system.state), _CHUNK):
        rows = slice(low, min(low + _CHUNK, len(system.state)))
        check = _expected if system.objective is Objective.EXPECTED else _worst
        holds, equal = check(system, rows, values, secrets, start, period, order)
        if not holds.all():
            residue, row = np.argwhere(~holds)[0]
            raise NotInductive(
                f"equation {low + row} falls below the claim for some m = {start + residue} mod "
                f"{period}"
            )
        tight[:, rows] = equal & ~whole[rows]
        progress("induction", rows.stop, len(system.state))
    attained = np.full((len(system.pattern), period), -1, dtype=np.int64)
    for residue in range(period):
        found = np.flatnonzero(tight[residue])
        states, first = np.unique(system.state[found], return_index=True)
        attained[states, residue] = found[first]
    if (attained < 0).any():
        state, residue = np.argwhere(attained < 0)[0]
        raise NotInductive(
            f"no equation attains the claim of function {state} for m = {start + residue} mod "
            f"{period}"
        )
    return Induction(claim, start, tight, attained)


def _check_width(system: System, claim: Claim, end: int, order: int, secrets: int) -> None:
    """`OverflowError` unless 64 bits hold every number of the induction.

    A right side has a term for each part, the constant and the number of secrets, and the left
    side is taken away; differences of an order double that at most so many times.
    """
    most = max(claim.bound(end), secrets, int(system.constant.max(initial=0)))
    if most * (system.parts.shape[1] + 4) * 2 ** (order + 1) >= 2**62:
        raise OverflowError("the numbers of the induction do not fit 64 bits")


def _leaves_whole(system: System, secrets: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether an equation has r = 0 and leaves all secrets in one part.

    At m >= p every clause has a secret, so the numbers of secrets at M tell.
    """
    same = secrets[system.parts] == secrets[system.state][:, None]
    result: NDArray[np.bool_] = (system.new == 0) & (same & (system.parts >= 0)).any(axis=1)
    return result


def _terms(system: System, rows: slice, values: NDArray[np.int64], m: int) -> NDArray[np.int64]:
    """The values of the parts of some equations at m: int64[rows, width]."""
    parts, new = system.parts[rows], system.new[rows]
    terms = np.empty(parts.shape, dtype=np.int64)
    for used in np.unique(new):
        chosen = new == used
        terms[chosen] = values[m - int(used)][parts[chosen]]
    return terms


def _expected(
    system: System,
    rows: slice,
    values: NDArray[np.int64],
    secrets: dict[int, NDArray[np.int64]],
    start: int,
    period: int,
    order: int,
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """For each residue and equation whether the excess is >= 0 throughout, and 0 throughout."""
    state = system.state[rows]
    excess = np.empty((order + 1, period, len(state)), dtype=np.int64)
    for point in range((order + 1) * period):
        m = start + point
        step, residue = divmod(point, period)
        excess[step, residue] = (
            secrets[m][state]
            + system.constant[rows, -1]
            + _terms(system, rows, values, m).sum(axis=1)
            - values[m][state]
        )
    holds = np.ones(excess.shape[1:], dtype=bool)
    equal = np.ones(excess.shape[1:], dtype=bool)
    for _ in range(order + 1):
        holds &= excess[0] >= 0
        equal &= excess[0] == 0
        excess = excess[1:] - excess[:-1]
    return holds, equal


def _worst(
    system: System,
    rows: slice,
    values: NDArray[np.int64],
    secrets: dict[int, NDArray[np.int64]],
    start: int,
    period: int,
    order: int,
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The same for the worst case."""
    state = system.state[rows]
    constant = system.constant[rows, -1][:, None]
    shape = (period, len(state))
    holds, equal = np.empty(shape, dtype=bool), np.empty(shape, dtype=bool)
    for residue in range(period):
        m = start + residue
        now = np.hstack([_terms(system, rows, values, m), constant])
        later = np.hstack([_terms(system, rows, values, m + period), constant])
        height = now + 1 - values[m][state][:, None]
        slope = later - now - (values[m + period] - values[m])[state][:, None]
        holds[residue] = ((height >= 0) & (slope >= 0)).any(axis=1)
        equal[residue] = ((height <= 0) & (slope <= 0)).all(axis=1) & (
            (height == 0) & (slope == 0)
        ).any(axis=1)
    return holds, equal
