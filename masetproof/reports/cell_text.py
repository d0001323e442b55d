"""How cells of index vectors, and polynomials on them, look in LaTeX (`recurrences.cells`).

On the way down a tree each free parameter is kept as a form in the indices, so that every cut is a
condition on these.  An index that a cut determines is put in for, and no longer occurs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import factorial, lcm
from typing import final

from masetproof.recurrences.cells import Cell, Tree, Vector, degree_of, simplex
from masetproof.recurrences.polynomials import several_latex, summed

__all__ = [
    "Line",
    "in_parameters",
    "narrowed",
    "newton_text",
    "point_text",
    "tree_lines",
]

PARAMETERS = "tuvw"
"""The free parameters of a cell, by their numbers."""

Several = dict[Vector, Fraction]
"""A polynomial: coefficients by the exponents of its variables."""


@final
@dataclass(frozen=True)
class Line:
    """A line of a printed tree: a condition under those above it with less depth.

    tree: what it leads to.  parameters: the free ones of the cell.  names: of the indices.
    """

    depth: int
    condition: str
    tree: Tree
    parameters: _Parameters
    names: Sequence[str]

    @property
    def is_leaf(self) -> bool:
        """Whether the cell is cut no more."""
        return self.tree.cut is None

    @property
    def claim(self) -> str:
        """The polynomial in the indices that is claimed on a leaf."""
        return _claim(self.tree, self.parameters, self.names)


def newton_text(differences: Sequence[int], free: Vector) -> str:
    """A polynomial by its Newton differences, a sum of products of binomials."""
    words = simplex(len(free), degree_of(len(free), len(differences)))
    names = [PARAMETERS[i] for i in free]
    return summed(
        (int(c), "".join(map(_binomial, names, word)))
        for word, c in zip(words, differences, strict=True)
    )


def _binomial(name: str, below: int) -> str:
    return "" if not below else name if below == 1 else rf"\tbinom{{{name}}}{{{below}}}"


def in_parameters(cell: Cell) -> list[str]:
    """The indices of a cell's points as forms in its parameters, a constant first."""
    return [
        summed(
            (c, product)
            for c, product in (
                (form.constant, ""),
                *((slope, PARAMETERS[i]) for i, slope in enumerate(form.slopes)),
            )
        )
        for form in cell.forms()
    ]


def point_text(values: Sequence[str]) -> str:
    """A vector, or its only entry."""
    return values[0] if len(values) == 1 else f"({', '.join(values)})"


@final
@dataclass(frozen=True)
class _Affine:
    """constant + the sum of slopes[i] times index i."""

    constant: Fraction
    slopes: tuple[Fraction, ...]

    def plus(self, other: _Affine, times: int | Fraction, more: int = 0) -> _Affine:
        return _Affine(
            self.constant + times * other.constant + more,
            tuple(a + times * b for a, b in zip(self.slopes, other.slopes, strict=True)),
        )

    def over(self, divisor: int) -> _Affine:
        return _Affine(self.constant / divisor, tuple(a / divisor for a in self.slopes))


_Parameters = dict[int, _Affine]


def tree_lines(tree: Tree, names: Sequence[str]) -> Iterator[Line]:
    """The lines of a tree.  names: of the indices."""
    count = len(names)
    units = [tuple(Fraction(int(i == j)) for j in range(count)) for i in range(count)]
    whole = {i: _Affine(Fraction(0), unit) for i, unit in enumerate(units)}
    if tree.cut is None:
        yield Line(0, "", tree, whole, names)
    yield from _lines(tree, whole, names, 0)


def narrowed(lines: Sequence[Line], keeps: Callable[[Cell], bool]) -> list[Line]:
    """The lines that lead to cells that are kept, without conditions that have no alternative."""
    groups: list[tuple[Line, list[Line]]] = []
    for line in lines:
        if line.depth == lines[0].depth:
            groups.append((line, []))
        else:
            groups[-1][1].append(line)
    found: list[Line] = []
    for head, under in groups:
        if not any(keeps(leaf.cell) for leaf in head.tree.leaves()):
            continue
        below = narrowed(under, keeps)
        if len(below) == 1:  # the end of all that is kept
            (end,) = below
            below, head = [], replace(end, condition=head.condition)
        found.append(replace(head, depth=0))
        found += [replace(line, depth=line.depth + 1) for line in below]
    if [line.depth for line in found].count(0) != 1:
        return found
    first, *rest = found
    return [replace(line, depth=line.depth - 1) for line in rest] or [replace(first, condition="")]


def _lines(tree: Tree, known: _Parameters, names: Sequence[str], depth: int) -> Iterator[Line]:
    for condition, child, parameters in _children(tree, known, names):
        yield Line(depth, condition, child, parameters, names)
        yield from _lines(child, parameters, names, depth + 1)


def _children(
    tree: Tree, known: _Parameters, names: Sequence[str]
) -> Iterator[tuple[str, Tree, _Parameters]]:
    """The conditions of a cut, with what they lead to; those on one parameter in one row."""
    if tree.cut is None:
        return
    kind, i, j = tree.cut
    here, first = known[i], tree.children[0]
    if kind == "below":
        yield _relation(here, "=", names), first, _without(known, i)
        later = known | {i: here.plus(here, 0, -1)}
        second = tree.children[1]
        if second.cut is not None and second.cut[:2] == ("below", i):
            yield from _children(second, later, names)
        else:
            yield _relation(later[i], r"\ge", names), second, later
    elif kind == "order":
        apart = known[j].plus(here, -1)
        yield _relation(apart, r"\ge", names), first, known | {j: apart}
        beyond = here.plus(known[j], -1, -1)
        yield _relation(beyond, r"\ge", names), tree.children[1], known | {i: beyond}
    else:
        for rest, child in enumerate(tree.children):
            parameters = known | {i: here.plus(here, 0, -rest).over(j)}
            yield _congruence(here, rest, j, names), child, parameters


def _without(known: _Parameters, fixed: int) -> _Parameters:
    """The other parameters, where a fixed one is 0: an index is determined by the others."""
    zero = known[fixed]
    place = max((i for i, c in enumerate(zero.slopes) if c), default=None)
    if place is None:
        return {i: form for i, form in known.items() if i != fixed}
    return {
        i: form.plus(zero, -form.slopes[place] / zero.slopes[place])
        for i, form in known.items()
        if i != fixed
    }


def _scaled(form: _Affine) -> tuple[int, list[int], int]:
    scale = lcm(form.constant.denominator, *(c.denominator for c in form.slopes))
    return int(form.constant * scale), [int(c * scale) for c in form.slopes], scale


def _relation(form: _Affine, sign: str, names: Sequence[str]) -> str:
    """A form is 0, or >= 0, with what is negative on the other side."""
    constant, slopes, _ = _scaled(form)
    left = [(c, name) for c, name in zip(slopes, names, strict=True) if c > 0]
    right = [(-c, name) for c, name in zip(slopes, names, strict=True) if c < 0]
    if sign == "=" and not left:
        left, right, constant = right, left, -constant
    if constant:
        side = left if constant > 0 else right
        side.append((abs(constant), ""))
    return f"{summed(left)} {sign} {summed(right)}"


def _congruence(form: _Affine, rest: int, modulus: int, names: Sequence[str]) -> str:
    constant, slopes, scale = _scaled(form)
    text = summed((c, name) for c, name in (*zip(slopes, names, strict=True), (constant, "")))
    return rf"{text} \equiv {rest * scale} \pmod{{{modulus * scale}}}"


def _claim(leaf: Tree, known: _Parameters, names: Sequence[str]) -> str:
    """What is claimed on a leaf as a polynomial in the indices."""
    if leaf.differences is None:
        raise ValueError("nothing is claimed on the tree")
    free = leaf.cell.free
    words = simplex(len(free), degree_of(len(free), len(leaf.differences)))
    total: Several = {}
    for word, difference in zip(words, leaf.differences.tolist(), strict=True):
        product: Several = {(0,) * len(names): Fraction(difference)}
        for i, below in zip(free, word, strict=True):
            for k in range(below):
                product = _times(product, known[i].plus(known[i], 0, -k))
            product = {powers: c / factorial(below) for powers, c in product.items()}
        for powers, c in product.items():
            total[powers] = total.get(powers, Fraction(0)) + c
    return several_latex(total, names, on_a_line=True)


def _times(product: Several, form: _Affine) -> Several:
    found: Several = {}
    for powers, c in product.items():
        for place, slope in enumerate((form.constant, *form.slopes), -1):
            if slope:
                raised = tuple(p + (i == place) for i, p in enumerate(powers))
                found[raised] = found.get(raised, Fraction(0)) + c * slope
    return found
