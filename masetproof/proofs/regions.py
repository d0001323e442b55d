"""Cells in the words of people: conditions on the numbers of colours, and the polynomial there.

SymPy is imported only when they are asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from operator import getitem
from typing import TYPE_CHECKING, NamedTuple, final

from masetproof.recurrences.cells import Cell, Tree, degree_of, simplex

if TYPE_CHECKING:
    import sympy


@final
class Wall(NamedTuple):
    """The condition left >= right or left = right; *divisor* divides the difference.

    As text it is like ``n1 >= n2 + 1``, or ``n1 >= n2 + 1, by a multiple of 2``.
    """

    left: sympy.Expr
    sign: str
    right: sympy.Expr
    divisor: int = 1

    def __str__(self) -> str:
        multiple = f", by a multiple of {self.divisor}" if self.divisor > 1 else ""
        return f"{self.left} {self.sign} {self.right}{multiple}"


def conditions(
    cell: Cell, names: Sequence[str], shift: Sequence[int] | None = None
) -> tuple[list[Wall], dict[sympy.Symbol, sympy.Expr]]:
    """What says that a vector lies in a cell, and the parameters t0, t1, ... in terms of it.

    What is true everywhere is left out.  names: of the indices.  shift: by which what is named is
    greater than the indices of the cell.
    """
    import sympy

    count = len(cell.origin)
    n = sympy.symbols(list(names), integer=True)
    t = {i: sympy.Symbol(f"t{i}", integer=True) for i in cell.free}
    right = [
        sympy.Integer(start + more) + sum(t[i] * cell.ray(i)[j] for i in t)
        for j, (start, more) in enumerate(zip(cell.origin, shift or (0,) * count, strict=True))
    ]
    whole = sympy.Matrix([cell.ray(i) for i in t])
    _, rows = whole.rref()  # indices that determine the parameters
    rays = whole[:, list(rows)].T
    beyond = sympy.Matrix([n[j] - right[j].subs(dict.fromkeys(t.values(), 0)) for j in rows])
    solved = dict(zip(t.values(), (rays.inv() * beyond).expand() if t else (), strict=True))
    walls = [
        Wall(n[j], "=", sympy.expand(right[j].subs(solved))) for j in range(count) if j not in rows
    ]
    for one in t.values():
        value = sympy.Poly(solved[one], *n)
        scale = sympy.ilcm(*(c.q for c in value.coeffs()), 1)
        if scale > 1 or any(c < 0 for c in value.coeffs()):  # else it is true everywhere
            left, beyond = _sides(value * scale)
            walls.append(Wall(left, ">=", beyond, int(scale)))
    return walls, solved


def _sides(form: sympy.Poly) -> list[sympy.Expr]:
    """What is positive in a form, and what is negative, so that the form is their difference."""
    terms = [(c, monomial) for monomial, c in form.terms()]
    sides = []
    for sign in (1, -1):
        chosen = {monomial: sign * c for c, monomial in terms if sign * c > 0}
        sides.append(type(form).from_dict(chosen, *form.gens).as_expr() if chosen else 0)
    return sides


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
        return [str(wall) for wall in self.walls], self.polynomial

    @property
    def walls(self) -> list[Wall]:
        """The conditions on the numbers of colours."""
        return self._conditions[0]

    @cached_property
    def _conditions(self) -> tuple[list[Wall], dict[sympy.Symbol, sympy.Expr]]:
        return conditions(self.cell, self.names)

    @cached_property
    def polynomial(self) -> sympy.Expr:
        """The value as SymPy's polynomial in them."""
        import sympy

        _, solved = self._conditions
        differences = [] if self.leaf.differences is None else self.leaf.differences.tolist()
        free = len(self.cell.free)
        degree = degree_of(free, len(differences))
        nothing = sympy.Poly(0, *sympy.symbols(self.names, integer=True), domain="QQ")
        powers = []
        for i in self.cell.free:
            parameter, binomials = (
                nothing + solved[sympy.Symbol(f"t{i}", integer=True)],
                [nothing + 1],
            )
            for k in range(degree):
                binomials.append((binomials[-1] * (parameter - k)).mul_ground(sympy.QQ(1, k + 1)))
            powers.append(binomials)
        value = nothing
        for word, difference in zip(simplex(free, degree), differences, strict=True):
            if difference:
                value += prod(map(getitem, powers, word), start=nothing + difference)
        return value.as_expr()

    def as_json(self) -> dict[str, object]:
        """The fields of one of ``regions``."""
        walls, polynomial = self.solved()
        return {"walls": walls, "polynomial": str(polynomial)}
