"""The formula of a game: a quasi-polynomial in the number n of colours, and its exceptions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, final

from masetproof.arguments import as_count
from masetproof.notebook import Shown
from masetproof.objectives import Objective
from masetproof.recurrences.claims import Claims
from masetproof.recurrences.polynomials import (
    Polynomial,
    by_residue,
    polynomial_text,
    scaled,
    value_at,
)

if TYPE_CHECKING:
    import sympy


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
        numerator, scale = self._at(n)
        value, rest = divmod(numerator, scale)
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
        return Fraction(*self._at(as_count(n, "n", None)))

    def _at(self, n: int) -> tuple[int, int]:
        """The branch of n's residue class at n, as a whole number and what it is divided by."""
        coefficients, scale = self._scaled[n % self.period]
        return int(value_at(coefficients, n)), scale

    @cached_property
    def _scaled(self) -> list[tuple[list[int], int]]:
        return [scaled(branch) for branch in self.branches]

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

    def symbols(self) -> str:
        """The branches on one line, one after the other."""
        if self.period == 1:
            return f"f(n) = {polynomial_text(self.branches[0])}"
        return "; ".join(
            f"f(n) = {polynomial_text(branch)} for n = {r} mod {self.period}"
            for r, branch in enumerate(self.branches)
        )

    def as_latex(self) -> str:
        """f(n) in LaTeX: the branches, from where on they hold, and the exceptions."""
        missed = [f"f({n}) = {value}" for n, value in self.exceptions.items()]
        return r",\quad ".join([self.statement_latex(), *missed])

    def statement_latex(self) -> str:
        """The branches in LaTeX, and from where on they hold."""
        where = [*(f"n = {n}" for n in self.held), rf"n \ge {self.valid_from}"]
        condition = r" \text{ or } ".join(where)
        return rf"f(n) = {self.branches_latex()}\quad ({condition})"

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


def read_formula(claim: Claims, values: dict[int, int], objective: Objective) -> Formula:
    """The closed form of the first function of a claim, whose index is the number n of colours.

    It has the least period that its branches allow, which may be less than that of the claim.
    values: by number of colours, at least up to the base of the claim.
    """
    first, period, base = next(iter(claim)), claim.period, claim.base
    branches = tuple(claim.branch(first, base + (r - base) % period) for r in range(period))
    return formula_of(branches, base, values, objective)


def formula_of(
    branches: tuple[Polynomial, ...], base: int, values: dict[int, int], objective: Objective
) -> Formula:
    """The formula with these branches from *base* on, with the least period that they allow.

    values: by number of colours, at least up to *base*.
    """
    period = len(branches)
    shortest = next(
        q
        for q in range(1, period + 1)
        if lcm(q, period) == period and all(branches[r] == branches[r % q] for r in range(period))
    )
    least = min(values)
    whole = Formula(objective, least, branches[:shortest], {}, least)
    misses = [n for n in sorted(values) if n < base and whole.branch_value(n) != values[n]]
    exceptions = {n: values[n] for n in misses}
    return replace(whole, valid_from=misses[-1] + 1 if misses else least, exceptions=exceptions)
