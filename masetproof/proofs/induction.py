"""The induction that turns a claim into a theorem, for all games (docs/proof-method.md).

Claimed is, for each function, a polynomial G on each of some cells, which make up all vectors m of
its indices.  If on each cell of some partition that is at least as fine

1. there is no secret, and G is 0; or there is one at every point;
2. m >= r for each question, or nowhere; and the points of each part lie in one cell of its own;
3. no right side, with G in place of F, falls below G, and one is G, where there is a secret,

then F = G everywhere.  F >= G by induction on F(m), as an optimal question costs at least what 3
says of G.  F <= G where every state asks a question that 3 names: if a part has all secrets, the
others have none and their G is 0, so that G of the part is less than G(m).  So nobody comes twice
to the same point of the same function, play ends, and it costs G.

Point 3 is about polynomials in the parameters t >= 0 of a cell, sums of integers times products of
binomial(t_i, k_i): their Newton differences.  *Expected*: if those of the excess, the right side
less G, are all >= 0, so is the excess everywhere; if they are all 0, it is 0.  *Worst case*: G and
every term of the maximum are linear; so it is for one term, or for all, as `compare` says.

This one induction is evaluated in two ways, because neither can do the work of the other.
`prove_by_induction` is for one index: all functions have the same cells, which are known from
the base B on, and their equations, which may be millions, are compared at once in arrays.
`proofs.cells` is for any number of indices, where the cells must be found: it goes function by
function and cuts a cell further as long as something on it is undecided.

With one index the cells are the points m < M = B + p + cap and, from M on, the residue classes
modulo the period T.  At the points G is F by definition, the computed value, and from B on it must
be the claim.  M exceeds B by p, so that m - r never falls below the base, and by the cap, beyond
which constants no longer depend on m - r; at m >= p there are secrets.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from masetproof.objectives import Objective
from masetproof.progress import Progress, silent
from masetproof.recurrences.cells import check_width
from masetproof.recurrences.quasipolynomial import Claim, claimed_degree
from masetproof.recurrences.system import System
from masetproof.threads import in_threads, shares

__all__ = [
    "Induction",
    "NotInductive",
    "OneIndexInduction",
    "compare",
    "induction_start",
    "prove_by_induction",
]

_COMPILED_FROM = 10_000
"""Systems of so many equations are worth the start of the compiled kernel."""

Array = NDArray[np.int64]
Flags = NDArray[np.bool_]


class NotInductive(Exception):
    """The induction does not go through from this base; the message says for which equation."""


class Induction(ABC):
    """A completed induction."""

    @property
    @abstractmethod
    def functions(self) -> int:
        """How many functions it is about."""

    @abstractmethod
    def as_json(self) -> dict[str, int]:
        """Where it proves what."""

    @abstractmethod
    def sections(self, system: Any) -> list[tuple[str, Iterable[str]]]:
        """What a certificate says of it (docs/certificates.md): names of sections, and lines."""


def compare(
    objective: Objective, terms: Array, secrets: Array, claim: Array
) -> tuple[Flags, Flags, Array]:
    """Whether right sides are at least G on a cell, whether they are G, and how much they exceed G.

    All are Newton differences.  terms: int64[parts, ..., differences], 0 where there is no part.
    secrets, claim: int64[..., differences] or what broadcasts, those of S and G.  The excess of a
    maximum is the greatest of each difference of its terms, and no polynomial.
    """
    if objective is Objective.EXPECTED:
        excess = terms.sum(axis=0) + secrets - claim
        return (excess >= 0).all(axis=-1), ~excess.any(axis=-1), excess
    above = terms - claim
    above[..., 0] += 1
    excess = above.max(axis=0)
    holds = np.logical_or.reduce((above >= 0).all(axis=-1))
    equal = np.logical_or.reduce((above == 0).all(axis=-1)) & (excess <= 0).all(axis=-1)
    return holds, equal, excess


@final
@dataclass(frozen=True, eq=False, repr=False)
class OneIndexInduction(Induction):
    """An induction on residue classes.

    start: M, from where on it proves.  tight: bool[period, equations], whether an equation is
    attained for all m = start + residue, start + residue + period, ...  attained: int64[states,
    period], the first equation that is.
    """

    claim: Claim
    start: int
    tight: Flags
    attained: Array

    def __repr__(self) -> str:
        return f"<Induction from m = {self.start} on: {self.functions:,} functions>"

    @property
    def functions(self) -> int:
        return len(self.attained)

    def as_json(self) -> dict[str, int]:
        claim = self.claim
        return {"base": claim.base, "start": self.start, "period": claim.period}

    def sections(self, system: System) -> list[tuple[str, Iterable[str]]]:
        claim = self.claim
        line = "%d %d" + (" :" + " %d" * (claim.degree + 1)) * claim.period
        rows = claim.differences.reshape(len(claim.differences), -1).tolist()
        states = zip(system.pattern.tolist(), system.level.tolist(), rows, strict=True)
        return [("functions", (line % (pattern, level, *row) for pattern, level, row in states))]


def induction_start(system: System, base: int) -> int:
    """M for a claim with this base."""
    return base + system.closure.pegs + system.cap


def prove_by_induction(
    system: System,
    claim: Claim,
    table: Array,
    progress: Progress = silent,
    *,
    compiled: bool | None = None,
) -> OneIndexInduction:
    """Carry out the induction, or raise `NotInductive`.

    system: with all equations, or merged.  table: the computed values for m = 0, ..., at least
    M + T - 1.  compiled: use the kernel (by default when there are many equations).
    """
    period, order = claim.period, claimed_degree(system.objective, system.closure.pegs)
    if claim.degree > order:
        raise ValueError(f"a claim of degree {claim.degree} cannot be proved, only {order}")
    start = induction_start(system, claim.base)
    if len(table) < start + period:
        raise ValueError(f"the induction needs values up to m = {start + period - 1}")
    end = start + period * (order + 1)
    secrets = np.array([system.all_secrets(m) for m in range(start, end)])
    _check_width(system, claim, end, order, int(secrets.max()))
    claimed = claim.table(claim.base, end)
    if not np.array_equal(claimed[: len(table) - claim.base], table[claim.base : end]):
        raise NotInductive("the values do not follow the claim")
    behind = [
        _differences(claimed[start - claim.base - new :], period, order)
        for new in range(int(system.new.max()) + 1)
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
    return OneIndexInduction(claim, start, tight, attained)


def _check_width(system: System, claim: Claim, end: int, order: int, secrets: int) -> None:
    """As `check_width`.

    A right side has a term for each part, the constant and the number of secrets, and the left
    side is taken away; differences of an order double that at most so many times.
    """
    most = max(claim.bound(end), secrets, int(system.constant.max(initial=0)))
    check_width(most * (system.parts.shape[1] + 4) * 2 ** (order + 1))


def _differences(rows: Array, period: int, order: int) -> Array:
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
    claimed: Array,
    secrets: Array,
    tight: Flags,
    attained: Array,
) -> tuple[int, int] | None:
    """The twin of the kernel: check all equations; an equation that fails and the residue, if any.

    claimed: int64[r + 1, states, period, order + 1], for 0, 1, ..., r new colours the differences
    of G at m - r.  secrets: int64[states, period, order + 1].  Filled in: *tight*, *attained* as
    in `OneIndexInduction`; before, *attained* holds -1.
    """
    nothing = np.zeros_like(secrets[:1])
    failing = []
    for new in np.unique(system.new).tolist():
        rows = np.flatnonzero(system.new == new)
        states, parts = system.state[rows], system.parts[rows]
        constant = np.zeros((1, len(rows), *secrets.shape[1:]), dtype=np.int64)
        constant[..., 0] = system.constant[rows, -1, None]
        terms = np.concatenate([constant, np.concatenate([claimed[new], nothing])[parts.T]])
        holds, equal, _ = compare(system.objective, terms, secrets[states], claimed[0][states])
        failing += [
            (int(rows[row]), int(np.argmin(holds[row])))
            for row in np.flatnonzero(~holds.all(axis=1))
        ]
        tight[:, rows] = equal.T
    for row in np.flatnonzero(tight.any(axis=0))[::-1]:
        attained[system.state[row], tight[:, row]] = row
    return min(failing, default=None)


def _check_compiled(
    system: System,
    claimed: Array,
    secrets: Array,
    tight: Flags,
    attained: Array,
) -> tuple[int, int] | None:
    from masetproof.kernels.induction import Claimed, Equations, check_maxima, check_sums

    equations = Equations(system.start, system.new, system.constant, system.parts)
    check = check_sums if system.objective is Objective.EXPECTED else check_maxima
    failing: list[tuple[int, int]] = []

    def work(low: int, high: int) -> None:
        excess = np.empty(secrets.shape[1:], np.int64)
        row, residue = check(
            low, high, equations, Claimed(claimed, secrets), excess, tight, attained
        )
        if row >= 0:
            failing.append((row, residue))

    in_threads(work, shares(np.diff(system.start)))
    return min(failing, default=None)
