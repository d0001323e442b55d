"""The induction on residue classes that turns a claim into a theorem (docs/proof-method.md).

`proofs.cells` proves the same of functions of any number of indices; this one is for one index and
millions of equations.

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

from collections.abc import Iterable
from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.objectives import Objective
from masetproof.progress import Progress, silent
from masetproof.recurrences.quasipolynomial import Claim
from masetproof.recurrences.system import System
from masetproof.threads import in_threads, shares

__all__ = ["Induction", "NotInductive", "induction_start", "prove_by_induction"]

_COMPILED_FROM = 10_000
"""Systems of so many equations are worth the start of the compiled kernel."""


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
    def functions(self) -> int:
        """How many functions it is about."""
        return len(self.attained)

    def as_json(self) -> dict[str, int]:
        """From where on it proves what."""
        claim = self.claim
        return {"base": claim.base, "start": self.start, "period": claim.period}

    def sections(self, system: System) -> list[tuple[str, Iterable[str]]]:
        """What a certificate says of it (docs/certificates.md)."""
        claim = self.claim
        line = "%d %d" + (" :" + " %d" * (claim.degree + 1)) * claim.period
        rows = claim.differences.reshape(len(claim.differences), -1).tolist()
        states = zip(system.pattern.tolist(), system.level.tolist(), rows, strict=True)
        return [("functions", (line % (pattern, level, *row) for pattern, level, row in states))]

    @property
    def equations(self) -> int:
        """How many equations were checked, at *period* points each."""
        return int(self.tight.shape[1])


def induction_start(system: System, base: int) -> int:
    """M for a claim with this base."""
    return base + system.closure.pegs + system.cap


def prove_by_induction(
    system: System,
    claim: Claim,
    table: NDArray[np.int64],
    progress: Progress = silent,
    *,
    compiled: bool | None = None,
) -> Induction:
    """Carry out the induction, or raise `NotInductive`.

    system: with all equations, or merged.  table: the computed values for m = 0, ..., at least
    M + T - 1.  compiled: use the kernel (by default when there are many equations).
    """
    period, most_new = claim.period, int(system.new.max())
    start = induction_start(system, claim.base)
    if len(table) < start + period:
        raise ValueError(f"the induction needs values up to m = {start + period - 1}")
    order = max(claim.degree, system.closure.pegs) if system.objective is Objective.EXPECTED else 1
    end = start + period * (order + 1)
    secrets = np.array([system.all_secrets(m) for m in range(start, end)])
    _check_width(system, claim, end, order, int(secrets.max()))
    claimed = claim.table(claim.base, end)
    if not np.array_equal(claimed[: len(table) - claim.base], table[claim.base : end]):
        raise NotInductive("the values do not follow the claim")
    behind = [
        _differences(claimed[start - claim.base - new :], period, order)
        for new in range(most_new + 1)
    ]
    tight = np.zeros((period, len(system.new)), dtype=bool)
    attained = np.full((len(system.pattern), period), -1, dtype=np.int64)
    if compiled is None:
        compiled = len(system.new) >= _COMPILED_FROM
    failing = (_check_compiled if compiled else check_plainly)(
        system, np.array(behind), _differences(secrets, period, order), tight, attained
    )
    if failing is not None:
        row, residue = failing
        raise NotInductive(
            f"equation {row} falls below the claim for some m = {start + residue} mod {period}"
        )
    progress("induction", len(system.new), len(system.new))
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


def _differences(rows: NDArray[np.int64], period: int, order: int) -> NDArray[np.int64]:
    """The Newton differences of sequences in steps of the period, for each residue.

    rows: int64[at least period * (order + 1), states]; int64[states, period, order + 1].
    """
    rest = rows[: period * (order + 1)].reshape(order + 1, period, -1)
    result = np.empty((rest.shape[2], period, order + 1), dtype=np.int64)
    for k in range(order + 1):
        result[:, :, k] = rest[0].T
        rest = rest[1:] - rest[:-1]
    return result


def check_plainly(
    system: System,
    claimed: NDArray[np.int64],
    secrets: NDArray[np.int64],
    tight: NDArray[np.bool_],
    attained: NDArray[np.int64],
) -> tuple[int, int] | None:
    """The twin of the kernel: check all equations; an equation that fails and the residue, if any.

    claimed: int64[r + 1, states, period, order + 1], for 0, 1, ..., r new colours the differences
    of G at m - r.  secrets: int64[states, period, order + 1].  Filled in: *tight*, *attained* as
    in `Induction`; before, *attained* holds -1.
    """
    for row, state in enumerate(system.state.tolist()):
        new = system.new[row]
        parts = system.parts[row][system.parts[row] >= 0]
        # At m >= p every clause has a secret, so the numbers of secrets at M tell.
        whole = new == 0 and (secrets[parts, 0, 0] == secrets[state, 0, 0]).any()
        constant = np.zeros(secrets.shape[1:], dtype=np.int64)
        constant[:, 0] = system.constant[row, -1]
        terms = np.array([constant, *claimed[new, parts]])
        if system.objective is Objective.EXPECTED:
            excess = secrets[state] + terms.sum(axis=0) - claimed[0, state]
            holds = (excess >= 0).all(axis=1)
            equal = (excess == 0).all(axis=1)
        else:
            above = terms - claimed[0, state]
            above[:, :, 0] += 1
            holds = (above >= 0).all(axis=2).any(axis=0)
            equal = (above <= 0).all(axis=(0, 2)) & (above == 0).all(axis=2).any(axis=0)
        if not holds.all():
            return row, int(np.argmin(holds))
        tight[:, row] = equal & ~whole
        attained[state, (attained[state] < 0) & tight[:, row]] = row
    return None


def _check_compiled(
    system: System,
    claimed: NDArray[np.int64],
    secrets: NDArray[np.int64],
    tight: NDArray[np.bool_],
    attained: NDArray[np.int64],
) -> tuple[int, int] | None:
    from masetproof.kernels.induction import Claimed, Equations, check_maxima, check_sums

    equations = Equations(system.start, system.new, system.constant, system.parts)
    check = check_sums if system.objective is Objective.EXPECTED else check_maxima
    failing: list[tuple[int, int]] = []

    def work(low: int, high: int) -> None:
        row, residue = check(low, high, equations, Claimed(claimed, secrets), tight, attained)
        if row >= 0:
            failing.append((row, residue))

    in_threads(work, shares(np.diff(system.start)))
    return min(failing, default=None)
