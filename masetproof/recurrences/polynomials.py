"""Polynomials and quasi-polynomials in n as text and in LaTeX."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest
from math import lcm
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sympy

__all__ = [
    "Polynomial",
    "added",
    "by_residue",
    "cases",
    "coefficients_of",
    "composed",
    "in_colours",
    "polynomial_latex",
    "polynomial_text",
    "residue_condition",
    "trim",
]

Polynomial = tuple[Fraction, ...]
"""Coefficients, ascending."""


def trim(coefficients: list[Fraction]) -> Polynomial:
    """Without zeros at the top; the zero polynomial keeps one."""
    while len(coefficients) > 1 and coefficients[-1] == 0:
        coefficients = coefficients[:-1]
    return tuple(coefficients)


def coefficients_of(polynomial: sympy.Poly) -> Polynomial:
    """Those of a polynomial of SymPy with rational coefficients."""
    return tuple(Fraction(c.p, c.q) for c in reversed(polynomial.all_coeffs()))


def polynomial_text(coefficients: tuple[Fraction, ...], symbol: str = "n") -> str:
    """A polynomial by descending powers, like ``1/2*n^2 - n + 3``."""
    text = ""
    for power in range(len(coefficients) - 1, -1, -1):
        c = coefficients[power]
        if c == 0:
            continue
        sign = ("-" if c < 0 else "") if not text else (" - " if c < 0 else " + ")
        variable = "" if power == 0 else symbol if power == 1 else f"{symbol}^{power}"
        size = "" if abs(c) == 1 and variable else str(abs(c)) + ("*" if variable else "")
        text += sign + size + variable
    return text or "0"


def polynomial_latex(coefficients: Sequence[Fraction | int], symbol: str = "n") -> str:
    """A polynomial over its common denominator."""
    exact = [Fraction(c) for c in coefficients]
    denominator = lcm(*(c.denominator for c in exact))
    text = polynomial_text(tuple(c * denominator for c in exact), symbol).replace("*", "")
    return text if denominator == 1 else rf"\frac{{{text}}}{{{denominator}}}"


def residue_condition(residues: Sequence[int], period: int) -> str:
    """The condition that selects some residue classes, as text."""
    if period == 2:
        return r"\text{for even } n" if residues[0] == 0 else r"\text{for odd } n"
    classes = ", ".join(map(str, residues))
    return rf"\text{{for }} n \equiv {classes} \pmod{{{period}}}"


def by_residue(branches: Mapping[int, Sequence[Fraction | int]], period: int) -> str:
    """A quasi-polynomial in n: one polynomial, or cases by some residues modulo the period."""
    return cases(
        {residue: polynomial_latex(branch) for residue, branch in branches.items()}, period
    )


def cases(texts: Mapping[int, str], period: int) -> str:
    """Formulas by residue; just one where all residues have the same."""
    groups: dict[str, list[int]] = {}
    for residue, text in sorted(texts.items()):
        groups.setdefault(text, []).append(residue)
    if len(groups) == 1 and len(texts) == period:
        return next(iter(groups))
    # Between fractions there must be more room, or they touch.
    room = "[2.4ex]" if any("frac" in text for text in groups) else "[0.6ex]"
    rows = rf" \\{room} ".join(
        rf"\displaystyle {text} & {residue_condition(residues, period)}"
        for text, residues in groups.items()
    )
    return rf"\begin{{cases}} {rows} \end{{cases}}"


def in_colours(coefficients: Sequence[Fraction | int], colours: int) -> Polynomial:
    """A polynomial in m as one in n = m + colours."""
    return composed(coefficients, -colours, 1)


def composed(
    coefficients: Sequence[Fraction | int], constant: Fraction | int, slope: Fraction | int
) -> Polynomial:
    """The polynomial at constant + slope * t, as one in t."""
    result = [Fraction(0)]
    for coefficient in reversed(coefficients):
        below = [constant * c for c in result] + [Fraction(0)]
        above = [Fraction(0)] + [slope * c for c in result]
        result = [a + b for a, b in zip(below, above, strict=True)]
        result[0] += coefficient
    return trim(result)


def added(polynomials: Iterable[Sequence[Fraction | int]]) -> Polynomial:
    """The sum of polynomials."""
    columns = zip_longest(*polynomials, fillvalue=Fraction(0))
    return trim([Fraction(sum(column)) for column in columns] or [Fraction(0)])
