"""Cells in the words of people: conditions on the numbers of colours, and the polynomial there.

SymPy is imported only when they are asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from operator import getitem
from typing import TYPE_CHECKING, final

import numpy as np

from masetproof.recurrences.cells import Cell, Tree, degree_of, simplex

if TYPE_CHECKING:
    import sympy

__all__ = ["DIVISIBLE", "Region", "conditions"]

DIVISIBLE = ", by a multiple of "
"""After a condition left >= right: what the difference is divisible by."""


def conditions(
    cell: Cell, names: Sequence[str], shift: Sequence[int] | None = None
) -> tuple[list[str], dict[sympy.Symbol, sympy.Expr]]:
    """What says that a vector lies in a cell, and the parameters t0, t1, ... in terms of it.

    Conditions are like ``n1 >= n2 + 1``, and ``n1 >= n2 + 1, by a multiple of 2`` where n1 - n2 - 1
    is divisible by 2; what is true everywhere is left out.  names: of the indices.  shift: by which
    what is named is greater than the indices of the cell.
    """
    import sympy

    count = len(cell.origin)
    n = sympy.symbols(list(names), integer=True)
    t = {i: sympy.Symbol(f"t{i}", integer=True) for i in cell.free}
    right = [
        sympy.Integer(start + more) + sum(t[i] * cell.ray(i)[j] for i in t)
        for j, (start, more) in enumerate(zip(cell.origin, shift or (0,) * count, strict=True))
    ]
    rows = _independent(cell)
    rays = sympy.Matrix([[cell.ray(i)[j] for i in t] for j in rows])
    beyond = sympy.Matrix([n[j] - right[j].subs(dict.fromkeys(t.values(), 0)) for j in rows])
    found = dict(zip(t.values(), (rays.inv() * beyond).expand() if t else (), strict=True))
    walls = [
        f"{n[j]} = {sympy.expand(right[j].subs(found))}" for j in range(count) if j not in rows
    ]
    for one in t.values():
        value = sympy.Poly(found[one], *n)
        scale = sympy.ilcm(*(c.q for c in value.coeffs()), 1)
        if scale > 1:
            walls.append(f"{_at_least(value * scale)}{DIVISIBLE}{scale}")
        elif any(c < 0 for c in value.coeffs()):  # else it is true everywhere
            walls.append(_at_least(value))
    return walls, found


def _at_least(form: sympy.Poly) -> str:
    """That a form is >= 0, with what is negative on the other side: ``n1 >= n2 + 1``."""
    terms = [(c, monomial) for monomial, c in form.terms()]
    sides = []
    for sign in (1, -1):
        chosen = {monomial: sign * c for c, monomial in terms if sign * c > 0}
        sides.append(type(form).from_dict(chosen, *form.gens).as_expr() if chosen else 0)
    return f"{sides[0]} >= {sides[1]}"


def _independent(cell: Cell) -> list[int]:
    """Indices that determine the parameters of a cell."""
    rows: list[int] = []
    for j in range(len(cell.origin)):
        matrix = np.array([[cell.ray(i)[k] for i in cell.free] for k in (*rows, j)])
        if cell.free and np.linalg.matrix_rank(matrix) == len(rows) + 1:
            rows.append(j)
    return rows


@final
@dataclass(frozen=True, eq=False, repr=False)
class Region:
    """A cell of boards, and the value on it.

    cell: of vectors of numbers of colours.  leaf: where its differences are.  names: of these
    numbers, `n1` for the colours that may stand in the first column only, `n12` in the first two.
    """

    cell: Cell
    leaf: Tree
    names: tuple[str, ...]

    def __repr__(self) -> str:
        return f"<Region from {self.cell.origin} on>"

    def solved(self) -> tuple[list[str], sympy.Expr]:
        """The conditions on the numbers of colours, and the value as SymPy's polynomial in them."""
        walls, polynomial = self._solved
        return [*walls], polynomial

    @cached_property
    def _solved(self) -> tuple[tuple[str, ...], sympy.Expr]:
        import sympy

        walls, found = conditions(self.cell, self.names)
        differences = [] if self.leaf.differences is None else self.leaf.differences.tolist()
        free = len(self.cell.free)
        degree = degree_of(free, len(differences))
        nothing = sympy.Poly(0, *sympy.symbols(self.names, integer=True), domain="QQ")
        powers = []
        for i in self.cell.free:
            parameter, binomials = (
                nothing + found[sympy.Symbol(f"t{i}", integer=True)],
                [nothing + 1],
            )
            for k in range(degree):
                binomials.append((binomials[-1] * (parameter - k)).mul_ground(sympy.QQ(1, k + 1)))
            powers.append(binomials)
        value = nothing
        for word, difference in zip(simplex(free, degree), differences, strict=True):
            if difference:
                value += prod(map(getitem, powers, word), start=nothing + difference)
        return tuple(walls), value.as_expr()

    def as_json(self) -> dict[str, object]:
        """The fields of one of ``regions``."""
        walls, polynomial = self.solved()
        return {"walls": walls, "polynomial": str(polynomial)}
