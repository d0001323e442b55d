"""The induction that turns claims into a theorem, for all games (docs/proof-method.md).

Claimed is, for each function, a polynomial G on each of some cells, which make up all vectors m of
its indices.  If on each cell of some partition that is at least as fine

1. there is no secret, and G is 0; or there is one at every point;
2. m >= r for each question, or nowhere; and the points of each part lie in one cell of its own;
3. no right side, with G in place of F, falls below G, and one is G, where there is a secret,

then F = G everywhere.  F >= G by induction on F(m), as an optimal question costs at least what 3
says of G.  F <= G where every function asks a question that 3 names: if a part has all secrets, the
others have none and their G is 0, so that G of the part is less than G(m).  So nobody comes twice
to the same point of the same function, play ends, and it costs G.

Point 3 is about polynomials in the parameters t >= 0 of a cell, sums of integers times products of
binomial(t_i, k_i): their Newton differences.  *Expected*: if those of the excess, the right side
less G, are all >= 0, so is the excess everywhere; if they are all 0, it is 0.  *Worst case*: G and
every term of the maximum are linear; so it is for one term, or for all, as `compare` says.

So a proof has two sides.  The *lower* side has every question on each function, on each cell at
least G; the *upper* side has one question for each cell, which costs no more than G.  Where they
meet, F is G.

Functions are proved in groups.  Those with one index are one group: all have the same cells, known
from the base B on, and their equations, which may be millions, are compared at once.  These cells
are the points m < M = B + p + cap and, from M on, the residue classes modulo the period T.  At the
points G is F by definition, the computed value, and from B on it must be the claim.  M exceeds B by
p, so that m - r never falls below the base, and by the cap, beyond which constants no longer depend
on m - r; at m >= p there are secrets.  With several indices the cells must be found, for each
function by itself (`proofs.cells`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof import kernels
from masetproof.kernels import Prepared
from masetproof.objectives import Objective
from masetproof.progress import Progress, silent
from masetproof.recurrences.cells import Form, Tree, check_width
from masetproof.recurrences.claims import Claims, residue_classes, stepped
from masetproof.recurrences.recurrences import Function, Recurrence, Recurrences
from masetproof.recurrences.system import Equations, System

Array = NDArray[np.int64]
Flags = NDArray[np.bool_]


class NotInductive(Exception):
    """The induction does not go through from this base; the message says for which equation."""


@final
@dataclass(frozen=True, eq=False, repr=False)
class Lower:
    """The lower side of a proof: no question on a function costs less than is claimed.

    claims: on the functions.
    masets: the minimum of each explicit maset.
    checks: for each function the cells on which its questions were compared with the claim.
    """

    claims: Claims
    masets: Mapping[Function, int]
    checks: Mapping[Function, Tree]


@final
@dataclass(frozen=True, eq=False, repr=False)
class Upper:
    """The upper side of a proof: questions that cost no more than is claimed.

    attained: for each leaf of a function's checks, in order, an equation that is attained there.
        None where there is no secret; None also, with one index, at the points, where the least
        right side is the value by definition.
    tight: with one index, the equations of `System.merged` that are attained on each residue class,
        as of `equal_sides`; otherwise none.
    """

    attained: Callable[[Function], tuple[Recurrence | None, ...]]
    tight: Flags = field(default_factory=lambda: np.zeros((0, 0), dtype=bool))


@final
class Induction(NamedTuple):
    """A completed induction: both sides, which meet."""

    lower: Lower
    upper: Upper


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


def induction_start(system: Recurrences, base: int) -> int:
    """M for claims with this base."""
    return base + system.closure.pegs + system.cap


@final
class Sides(NamedTuple):
    """Right sides compared with the claims, for functions of one index, from the start M on.

    tight: bool[period, equations], the equations of `System.merged` that are attained for all m = M
        + residue, M + residue + period, ...
    attained: int64[functions, period], the first such equation of each function, -1 where there is
        none.
    """

    tight: Flags
    attained: Array


def prove_classes(
    system: System,
    claims: Claims,
    table: Array,
    progress: Progress = silent,
    *,
    sides: Sides | None = None,
) -> Induction:
    """Carry out the induction for functions of one index, or raise `NotInductive`.

    table: the computed values for m = 0, ..., at least M + T - 1.  sides: as of `equal_sides`, if
    they are known.
    """
    period, order = claims.period, system.degree
    if claims.degree > order:
        raise ValueError(f"a claim of degree {claims.degree} cannot be proved, only {order}")
    start = induction_start(system, claims.base)
    if len(table) < start + period:
        raise ValueError(f"the induction needs values up to m = {start + period - 1}")
    if not np.array_equal(claims.table(slice(None), range(len(table))), table):
        raise NotInductive("the values do not follow the claim")
    equations = system.merged
    tight, attained = equal_sides(system, equations, claims, start) if sides is None else sides
    progress("induction", 0, 1)
    if (attained < 0).any():
        function, residue = np.argwhere(attained < 0)[0]
        raise NotInductive(
            f"no equation attains the claim of function {function} for m = {start + residue} mod "
            f"{period}"
        )
    checks = dict.fromkeys(claims, residue_classes(start, period))
    attaining = partial(_attaining, system, equations.split[attained], start)
    return Induction(Lower(claims, maset_costs(system), checks), Upper(attaining, tight))


def _attaining(
    system: System, splits: NDArray[np.signedinteger[Any]], start: int, function: Function
) -> tuple[Recurrence | None, ...]:
    """`Upper.attained` of functions of one index.  splits: of their equations."""
    own = {equation.split: equation for equation in system.equations(function)}
    return (None,) * start + tuple(own[n] for n in splits[system.number[function]].tolist())


def maset_costs(system: System) -> dict[Function, int]:
    """The minima of explicit masets as a system of one index has them."""
    first, minima = len(system.closure.patterns), system.maset_minima
    functions = product(range(first, first + len(minima)), range(minima.shape[1]))
    return dict(zip(functions, minima.ravel().tolist(), strict=True))


def equal_sides(system: System, equations: Equations, claims: Claims, start: int) -> Sides:
    """Which equations are attained on each residue class from *start* on.

    `NotInductive` when an equation falls below the claim.
    """
    period, order = claims.period, system.degree
    last = range(start, start + period * (order + 1))
    secrets = system.all_secrets(last).T
    classes = [
        [
            claims.all_at([Form(start + residue - new, (period,))], order)
            for residue in range(period)
        ]
        for new in range(int(equations.new.max()) + 1)
    ]
    claimed = np.ascontiguousarray(np.array(classes).transpose(0, 2, 1, 3))
    _check_width(equations, claimed, secrets, order)
    tight = np.zeros((period, len(equations.new)), dtype=bool)
    attained = np.full((len(system.pattern), period), -1, dtype=np.int64)
    columns = Prepared("EquationColumns", equations)
    differences = {"values": claimed, "secrets": stepped(secrets, period, order)}
    given = Prepared("ClaimedDifferences", differences)
    worst = system.objective is Objective.WORST
    excess, residue = np.empty((period, order + 1), np.int64), np.empty(1, np.int64)
    row = kernels.check_equations(columns, given, worst, excess, tight, attained, residue)
    if row >= 0:
        m = start + int(residue[0])
        raise NotInductive(f"equation {row} falls below the claim for some m = {m} mod {period}")
    return Sides(tight, attained)


def _check_width(equations: Equations, claimed: Array, secrets: Array, order: int) -> None:
    """As `check_width`.

    A right side has a term for each part, the constant and the number of secrets, and the left
    side is taken away; differences of the numbers of secrets double them once for each order.
    """
    most = max(
        -int(claimed.min()),
        int(claimed.max()),
        int(secrets.max()) * 2 ** (order + 1),
        int(equations.constant.max(initial=0)),
    )
    check_width(most * (equations.most_parts + 4))
