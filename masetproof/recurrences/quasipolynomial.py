"""Quasi-polynomials: the form in which the values of a system continue.

From a base B on, each residue class of m modulo the period T is a polynomial (docs/proof-method.md,
"From recurrences to a theorem").  It is kept by its
Newton differences, which are integers:

    G(B + rho + T t) = sum over k of binomial(t, k) * differences[rho][k]

Nothing here is a proof: the claim is *found* in the values, and `proofs.induction` proves it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from operator import mul
from typing import TYPE_CHECKING, Any, final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import as_count
from masetproof.notebook import Shown
from masetproof.objectives import Objective
from masetproof.recurrences.polynomials import Polynomial, by_residue, trim

if TYPE_CHECKING:
    import sympy

__all__ = [
    "MAX_PERIOD",
    "Claim",
    "Formula",
    "ResidueNode",
    "claim_from",
    "claimed_degree",
    "find_claim",
    "read_formula",
]

MAX_PERIOD = 60
_EVIDENCE = 2
"""How many values of each class, beyond those that define it, must agree before we claim it."""

_ZERO = Fraction(0)

_WIDE = 2**57

ResidueNode = tuple[int, int]
"""A state, and a residue of m modulo the period: where a function is one polynomial."""


@final
@dataclass(frozen=True, eq=False, repr=False)
class Claim:
    """The functions of a system, claimed for every m >= base.

    differences: int64[states, period, degree + 1].
    """

    base: int
    differences: NDArray[np.int64]

    def __repr__(self) -> str:
        return (
            f"<Claim from m = {self.base} on: {len(self.differences):,} functions, "
            f"period {self.period}, degree {self.degree}>"
        )

    @property
    def period(self) -> int:
        """T."""
        return int(self.differences.shape[1])

    @property
    def degree(self) -> int:
        """The greatest degree of a branch."""
        return int(self.differences.shape[2]) - 1

    def table(self, points: Sequence[int]) -> NDArray[Any]:
        """The claimed values for some m, none below the base: int64[points, states].

        Python integers (dtype object) where 64 bits might not hold a sum of some forty of them.
        """
        steps = [divmod(m - self.base, self.period) for m in points]
        weights = [[comb(step, k) for k in range(self.degree + 1)] for step, _ in steps]
        kind: type = np.int64
        if points:
            greatest = np.abs(self.differences).max(axis=(0, 1), initial=0).tolist()
            if sum(map(mul, weights[steps.index(max(steps))], greatest)) >= _WIDE:
                kind = object
        table: NDArray[Any] = np.empty((len(points), len(self.differences)), dtype=kind)
        for row, (_, residue), own in zip(table, steps, weights, strict=True):
            row[:] = self.differences[:, residue].astype(kind) @ np.array(own, dtype=kind)
        return table

    def branch(self, state: int, m: int) -> Polynomial:
        """The polynomial in m that the function follows on the class of *m*."""
        residue = (m - self.base) % self.period
        start = self.base + residue
        # binomial(t, k) with t = (x - start) / T, built up factor by factor.
        total = [Fraction(0)] * (self.degree + 1)
        basis: list[Fraction] = [Fraction(1)]
        for k, difference in enumerate(self.differences[state, residue].tolist()):
            for power, coefficient in enumerate(basis):
                total[power] += difference * coefficient
            shift = Fraction(-start, self.period) - k
            scale = Fraction(1, self.period)
            basis = [
                (shift * here + scale * below) / (k + 1)
                for here, below in zip([*basis, _ZERO], [_ZERO, *basis], strict=True)
            ]
        return trim(total)


def claimed_degree(objective: Objective, pegs: int) -> int:
    """The degree to look for: an EPL grows like n**(p+1), the worst case like n."""
    return pegs + 1 if objective is Objective.EXPECTED else 1


def find_claim(table: NDArray[np.int64], degree: int) -> Claim | None:
    """The claim with the least period that the values bear out, from the least base for it.

    table: int64[rows, states], the values for m = 0, 1, ...  None when the values are too few.
    """
    if table.dtype != np.int64 or int(table.max(initial=0)) >= 2 ** (62 - degree - 1):
        raise OverflowError("the values are too large for differences of 64 bits")
    for period in range(1, MAX_PERIOD + 1):
        differences = table
        for _ in range(degree + 1):
            differences = differences[period:] - differences[:-period]
        if len(differences) < _EVIDENCE * period:
            return None
        wrong = np.flatnonzero(differences.any(axis=1))
        base = int(wrong[-1]) + 1 if len(wrong) else 0
        if len(differences) - base >= _EVIDENCE * period:
            return claim_from(table, period, degree, base)
    return None


def claim_from(table: NDArray[np.int64], period: int, degree: int, base: int) -> Claim:
    """The claim that continues the values from *base* on."""
    values = table[base : base + period * (degree + 1)]
    values = values.reshape(degree + 1, period, -1)
    differences = np.empty_like(values)
    for k in range(degree + 1):
        differences[k] = values[0]
        values = values[1:] - values[:-1]
    return Claim(base, np.ascontiguousarray(differences.transpose(2, 1, 0)))


@final
@dataclass(frozen=True, repr=False)
class Formula(Shown):
    """The value f(n) of the whole game for every number n of colours with which there is a secret.

    ``formula(n)`` is that value.

    branches: for n congruent to r modulo their number, the coefficients of the polynomial,
    ascending.  valid_from: the least N such that f(n) is its branch for every n >= N.
    exceptions: the n below it, with a secret, whose branch is not f(n), with f(n).
    least: the least n with a secret.
    """

    objective: Objective
    valid_from: int
    branches: tuple[Polynomial, ...]
    exceptions: dict[int, int]
    least: int

    def __call__(self, n: int) -> int:
        """f(n), exact; `Refused` when n is no number of colours with which there is a secret."""
        n = as_count(n, "n, the number of colours,", self.least)
        value = self.exceptions.get(n)
        if value is not None:
            return value
        value, rest = divmod(self._numerator(n), self._denominator)
        if rest:
            raise ArithmeticError(f"the formula is no whole number at n = {n}")
        return value

    def __repr__(self) -> str:
        return (
            f"<Formula of the {self.objective.quantity}: n >= {self.least}, "
            f"period {self.period}, {len(self.exceptions)} exceptions below {self.valid_from}>"
        )

    @property
    def period(self) -> int:
        """The number of residue classes."""
        return len(self.branches)

    @property
    def held(self) -> tuple[int, ...]:
        """The n below `valid_from`, with a secret, whose branch is f(n), too."""
        small = range(self.least, self.valid_from)
        return tuple(n for n in small if n not in self.exceptions)

    def branch_value(self, n: int) -> Fraction:
        """The branch of n's residue class at n, which is not f(n) when n is an exception."""
        return Fraction(self._numerator(as_count(n, "n", None)), self._denominator)

    def _numerator(self, n: int) -> int:
        """The branch of n's residue class at n, over the common denominator."""
        total = 0
        for coefficient in self._numerators[n % self.period]:
            total = total * n + coefficient
        return total

    @cached_property
    def _denominator(self) -> int:
        """A common denominator of all coefficients."""
        return lcm(*(c.denominator for branch in self.branches for c in branch))

    @cached_property
    def _numerators(self) -> list[list[int]]:
        """The coefficients of each branch over the common denominator, descending."""
        return [[int(c * self._denominator) for c in branch[::-1]] for branch in self.branches]

    def as_sympy(self) -> sympy.Expr:
        """f(n) as an expression of SymPy in the integer symbol n.

        It is a `Piecewise` where there are exceptions or residue classes; exact for every n with a
        secret, and undefined (nan) for a smaller n.
        """
        import sympy

        n = sympy.Symbol("n", integer=True)
        branches = [
            sum((sympy.Rational(c) * n**power for power, c in enumerate(branch)), sympy.S.Zero)
            for branch in self.branches
        ]
        pieces = [(sympy.Integer(value), sympy.Eq(n, at)) for at, value in self.exceptions.items()]
        pieces += [
            (branch, sympy.And(n >= self.least, sympy.Eq(sympy.Mod(n, self.period), r)))
            for r, branch in enumerate(branches)
        ]
        return sympy.Piecewise(*pieces)

    def as_latex(self) -> str:
        """f(n) in LaTeX: the branches, from where on they hold, and the exceptions."""
        missed = [f"f({n}) = {value}" for n, value in self.exceptions.items()]
        return r",\quad ".join([self.statement_latex(), *missed])

    def statement_latex(self) -> str:
        """The branches in LaTeX, and from where on they hold."""
        where = [*(f"n = {n}" for n in self.held), rf"n \ge {self.valid_from}"]
        told = r" \text{ or } ".join(where)
        return rf"f(n) = {self.branches_latex()}\quad ({told})"

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self.as_latex()}$"

    def branches_latex(self) -> str:
        """The branches alone in LaTeX, by cases where there are several."""
        return by_residue(dict(enumerate(self.branches)), self.period)

    def as_json(self) -> dict[str, object]:
        """The fields of ``formula`` (docs/command-line.md, "The formula")."""
        return {
            "quantity": self.objective.quantity,
            "valid_from": self.valid_from,
            "period": self.period,
            "branches": [[str(c) for c in branch] for branch in self.branches],
            "exceptions": {str(n): str(value) for n, value in self.exceptions.items()},
        }


def read_formula(claim: Claim, values: dict[int, int], objective: Objective) -> Formula:
    """The closed form of state 0, whose pattern has no explicit colour, so that n = m.

    values: by number of colours, at least up to the base of the claim.
    """
    branches = tuple(
        claim.branch(0, claim.base + (r - claim.base) % claim.period) for r in range(claim.period)
    )
    period = next(
        q
        for q in range(1, claim.period + 1)
        if lcm(q, claim.period) == claim.period
        and all(branches[r] == branches[r % q] for r in range(claim.period))
    )
    least = min(values)
    whole = Formula(objective, least, branches[:period], {}, least)
    misses = [n for n in sorted(values) if n < claim.base and whole.branch_value(n) != values[n]]
    valid_from = misses[-1] + 1 if misses else least
    return Formula(objective, valid_from, branches[:period], {n: values[n] for n in misses}, least)
