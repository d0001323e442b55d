"""What the page of a theorem says of boards whose columns have different numbers of colours."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from masetproof.explore import mathml
from masetproof.proofs.regions import Region, Wall
from masetproof.proofs.theorem import Theorem
from masetproof.recurrences.polynomials import several_latex

if TYPE_CHECKING:
    import sympy

__all__ = ["boards_entry", "boards_latex", "region_entry"]

_SHOWN = {2: 12, 3: 8}
"""By pegs: the most colours in a column of a board that is listed."""


def boards_entry(theorem: Theorem) -> dict[str, object]:
    """The entry ``boards`` of the document of a theorem with several columns.

    values: n_1, ..., n_p, the value and the number of secrets.  regions: each with the conditions
    that all hold on it, and its polynomial, as numbers and as MathML.  A condition is its sign,
    ``>=`` or ``=``, the terms of what it compares with 0, and what divides that.  A term is a
    coefficient and the powers of n_1, ..., n_p.
    """
    names, shown = _names(theorem), _SHOWN[theorem.closure.pegs]
    return {
        "name": mathml.inline(f"F({', '.join(names)})"),
        "values": [
            [*board, str(theorem.value(board)), str(prod(board))]
            for board in product(range(1, shown + 1), repeat=len(names))
        ],
        "regions": [region_entry(region, names) for region in theorem.regions],
    }


def boards_latex(theorem: Theorem) -> str:
    """The formulas of all boards, by cases."""
    names = _names(theorem)
    rows = []
    for region in theorem.regions:
        told = [_condition(wall, region, names) for wall in region.walls]
        where = ", ".join(told) or r"\text{everywhere}"
        rows.append(f"{several_latex(_terms(region.polynomial, region), names)} & {where}")
    body = " \\\\\n".join(rows)
    return f"\\[ F({', '.join(names)}) = \\begin{{cases}}\n{body}\n\\end{{cases}} \\]\n"


def region_entry(region: Region, names: Sequence[str]) -> dict[str, object]:
    """A region as an entry of ``regions``.  names: of its indices, in LaTeX."""
    terms, walls = _terms(region.polynomial, region), region.walls
    return {
        "conditions": [
            [wall.sign, _listed(_terms(wall.left - wall.right, region)), wall.divisor]
            for wall in walls
        ],
        "terms": _listed(terms),
        "where": [mathml.inline(_condition(wall, region, names)) for wall in walls],
        "value": mathml.inline(several_latex(terms, names), large=True),
    }


def _names(theorem: Theorem) -> list[str]:
    return [f"{{n_{column}}}" for column in range(1, theorem.closure.pegs + 1)]


Terms = dict[tuple[int, ...], Fraction]
"""A polynomial: coefficients by the powers of the numbers."""


def _condition(wall: Wall, region: Region, names: Sequence[str]) -> str:
    """A condition in LaTeX, with what is negative on its other side."""
    difference = _terms(wall.left - wall.right, region)
    left = {powers: c for powers, c in difference.items() if c > 0}
    right = {powers: -c for powers, c in difference.items() if c < 0}
    sign = {">=": r"\ge", "=": "="}[wall.sign]
    text = f"{several_latex(left, names)} {sign} {several_latex(right, names)}"
    if wall.divisor > 1:
        text += rf",\ {wall.divisor} \mid {several_latex(difference, names)}"
    return text


def _terms(polynomial: sympy.Expr, region: Region) -> Terms:
    """The coefficients of a polynomial in the numbers of a region, highest powers first."""
    import sympy

    symbols = sympy.symbols(region.names, integer=True)
    pairs = sympy.Poly(polynomial, *symbols, domain="QQ").terms()
    pairs.sort(key=lambda term: (-sum(term[0]), [-power for power in term[0]]))
    return {powers: Fraction(int(c.p), int(c.q)) for powers, c in pairs}


def _listed(terms: Terms) -> list[list[object]]:
    return [[str(coefficient), list(powers)] for powers, coefficient in terms.items()]
