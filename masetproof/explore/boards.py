"""What the page of a theorem says of boards whose columns have different numbers of colours."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from masetproof.explore import mathml
from masetproof.proofs.regions import DIVISIBLE, Region
from masetproof.proofs.statement import Theorem

if TYPE_CHECKING:
    import sympy

__all__ = ["boards_entry", "boards_latex", "region_entry"]

_SHOWN = {2: 12, 3: 8}
"""By pegs: the most colours in a column of a board that is listed."""
_SIGNS = {">=": ("\u2265", r"\ge"), "=": ("=", "=")}
"""As in MathML and in LaTeX."""


def boards_entry(theorem: Theorem) -> dict[str, object]:
    """The entry ``boards`` of the document of a theorem with several columns.

    values: n_1, ..., n_p, the value and the number of secrets.  regions: each with the conditions
    that all hold on it, and its polynomial, as numbers and as MathML.  A condition is its sign,
    ``>=`` or ``=``, the terms of what it compares with 0, and what divides that.  A term is a
    coefficient and the powers of n_1, ..., n_p.
    """
    symbols, shown = _symbols(theorem), _SHOWN[theorem.closure.pegs]
    return {
        "name": mathml.inline(mathml.applied("F", symbols)),
        "values": [
            [*board, str(theorem.value(board)), str(prod(board))]
            for board in product(range(1, shown + 1), repeat=len(symbols))
        ],
        "regions": [region_entry(region, symbols) for region in theorem.regions],
    }


def boards_latex(theorem: Theorem) -> str:
    """The formulas of all boards, by cases."""
    import sympy

    rows = []
    for region in theorem.regions:
        walls, polynomial = region.solved()
        told = []
        for one in map(_condition, walls):
            text = f"{sympy.latex(one.left)} {_SIGNS[one.sign][1]} {sympy.latex(one.right)}"
            if one.divisor > 1:
                text += rf", {one.divisor} \mid {sympy.latex(one.left - one.right)}"
            told.append(text)
        where = ", ".join(told) or r"\text{everywhere}"
        rows.append(f"{sympy.latex(polynomial)} & {where}")
    columns = ", ".join(f"n_{{{column}}}" for column in range(1, theorem.closure.pegs + 1))
    body = " \\\\\n".join(rows)
    return f"\\[ F({columns}) = \\begin{{cases}}\n{body}\n\\end{{cases}} \\]\n"


class _Condition(NamedTuple):
    """That left >= right or left = right, no coefficient being negative, and *divisor* divides."""

    sign: str
    left: sympy.Expr
    right: sympy.Expr
    divisor: int


def _symbols(theorem: Theorem) -> list[str]:
    return [f"n{column}" for column in range(1, theorem.closure.pegs + 1)]


def _condition(wall: str) -> _Condition:
    """A condition of `Region.solved`."""
    import sympy

    text, _, divisor = wall.partition(DIVISIBLE)
    sign = ">=" if ">=" in text else "="
    left, right = map(sympy.sympify, text.split(f" {sign} "))
    terms = sympy.Add.make_args(sympy.expand(left - right))
    above = [term for term in terms if not term.could_extract_minus_sign()]
    below = [-term for term in terms if term.could_extract_minus_sign()]
    return _Condition(sign, sympy.Add(*above), sympy.Add(*below), int(divisor or 1))


def region_entry(region: Region, shown: list[str]) -> dict[str, object]:
    """A region as an entry of ``regions``.  shown: its indices, as they are written."""
    symbols = [f"n{place}" for place in range(1, len(shown) + 1)]
    walls, polynomial = region.solved()
    told, conditions = [], []
    for one in map(_condition, walls):
        sides = (mathml.in_many(_terms(side, symbols), shown) for side in (one.left, one.right))
        text = mathml.relation(next(sides), _SIGNS[one.sign][0], next(sides))
        if one.divisor > 1:
            text += f"<mtext>, divisible by {one.divisor}</mtext>"
        told.append(f"<mrow>{text}</mrow>")
        conditions.append([one.sign, _listed(_terms(one.left - one.right, symbols)), one.divisor])
    terms = _terms(polynomial, symbols)
    return {
        "conditions": conditions,
        "terms": _listed(terms),
        "where": [mathml.inline(one) for one in told],
        "value": mathml.inline(mathml.in_many(terms, shown), large=True),
    }


def _terms(polynomial: sympy.Expr, symbols: list[str]) -> dict[tuple[int, ...], Fraction]:
    """The coefficients of a polynomial by the powers of its symbols, highest first."""
    import sympy

    # Symbols that are assumed to be whole are others than those that are not.
    there = {symbol.name: symbol for symbol in polynomial.free_symbols}
    found = sympy.Poly(polynomial, *(there.get(name, sympy.Symbol(name)) for name in symbols))
    pairs = sorted(found.terms(), key=lambda term: (-sum(term[0]), [-power for power in term[0]]))
    return {powers: Fraction(int(c.p), int(c.q)) for powers, c in pairs}


def _listed(terms: dict[tuple[int, ...], Fraction]) -> list[list[object]]:
    return [[str(coefficient), list(powers)] for powers, coefficient in terms.items()]
