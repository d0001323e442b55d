"""Functions of any number of indices: polynomials on cells that cut up all index vectors.

A *cell* is a set of index vectors v + t_0 g_0 + t_1 g_1 + ... for all whole t_i >= 0 of its free
parameters.  A *tree* cuts the cell of all vectors, where v is 0 and t_i the index m_i, by these:

    below I     t_I = 0, where parameter I is no longer free; t_I >= 1
    order I J   t_I <= t_J; t_I > t_J
    step I T    t_I = 0, 1, ..., T - 1 modulo T

Each is a partition into cells, so the leaves of a tree are a partition of all vectors, whatever it
is: nothing can be left out.  An order of the indices is a path of `order` cuts, a gap that is exact
below a threshold and free from it on one of `below`, and a wall like y = 3 x is some `order` cuts
one after the other.

On a cell a function is kept by its Newton differences: a polynomial of degree d is the sum of
differences[w] times the product over the parameters i of binomial(t_i, w_i) over the vectors w of
at most d in all (`simplex`).  Where all of these are >= 0, the polynomial is >= 0 on the cell.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

Vector = tuple[int, ...]
InIndices = NDArray[np.object_]
"""A linear form in the indices: the slopes, and the constant last, as fractions."""
Several = Mapping[Vector, Fraction]
"""A polynomial in several variables: coefficients by their exponents."""


@final
class Cut(NamedTuple):
    """How a cell is cut.

    kind: `below`, `order` or `step`.
    parameter: I.
    other: J or T, and 0 for `below`.
    """

    kind: str
    parameter: int
    other: int = 0


@final
class Form(NamedTuple):
    """A linear form constant + sum of slopes[i] * t_i in the parameters of a cell."""

    constant: int
    slopes: Vector

    def plus(self, other: Form, times: int, more: int = 0) -> Form:
        """The form plus a multiple of another one, plus a constant."""
        slopes = [a + times * b for a, b in zip(self.slopes, other.slopes, strict=True)]
        return Form(self.constant + times * other.constant + more, tuple(slopes))


class Undecided(Exception):
    """The points of a cell answer a question differently; *cut* separates them."""

    def __init__(self, cut: Cut) -> None:
        super().__init__(cut)
        self.cut = cut


def decide(form: Form) -> bool:
    """Whether a form is >= 0 on the whole cell; False if it is < 0 there, else `Undecided`."""
    if form.constant >= 0 and min(form.slopes, default=0) >= 0:
        return True
    if form.constant < 0 and max(form.slopes, default=0) <= 0:
        return False
    rising = [i for i, slope in enumerate(form.slopes) if slope > 0]
    falling = [i for i, slope in enumerate(form.slopes) if slope < 0]
    if rising and falling:
        raise Undecided(Cut("order", falling[0], rising[0]))
    raise Undecided(Cut("below", (rising or falling)[0]))


@final
@dataclass(frozen=True, slots=True)
class Cell:
    """The vector v, and for each parameter i its ray g_i, or None where it is not free."""

    origin: Vector
    rays: tuple[Vector | None, ...]

    @classmethod
    def whole(cls, indices: int) -> Cell:
        """All vectors with that number of indices."""
        units = tuple(tuple(int(i == j) for j in range(indices)) for i in range(indices))
        return cls((0,) * indices, units)

    @property
    def free(self) -> Vector:
        """The numbers of the free parameters."""
        return tuple(i for i, ray in enumerate(self.rays) if ray is not None)

    def ray(self, parameter: int) -> Vector:
        """The ray of a free parameter."""
        ray = self.rays[parameter]
        if ray is None:
            raise ValueError(f"parameter {parameter} of {self} is not free")
        return ray

    def children(self, cut: Cut) -> tuple[Cell, ...]:
        """The cells into which a cut divides this one."""
        here, i, j = self.ray(cut.parameter), cut.parameter, cut.other
        if cut.kind == "below":
            return self._with({i: None}), self._with({}, here)
        if cut.kind == "step":
            longer = tuple(j * x for x in here)
            return tuple(
                self._with({i: longer}, tuple(rest * x for x in here)) for rest in range(j)
            )
        both = _sum(here, self.ray(j))
        return self._with({i: both}), self._with({j: both}, here)

    def _with(self, rays: dict[int, Vector | None], shift: Vector | None = None) -> Cell:
        origin = self.origin if shift is None else _sum(self.origin, shift)
        return Cell(origin, tuple(rays.get(i, ray) for i, ray in enumerate(self.rays)))

    def forms(self) -> tuple[Form, ...]:
        """The indices as forms in the parameters."""
        rays = [ray or (0,) * len(self.origin) for ray in self.rays]
        return tuple(
            Form(start, tuple(ray[k] for ray in rays)) for k, start in enumerate(self.origin)
        )

    def parameters(self) -> dict[int, InIndices]:
        """The free parameters as forms in the indices, by the first indices that determine them."""
        free, count = self.free, len(self.origin)
        solved: dict[int, InIndices] = {}
        for j, start in enumerate(self.origin):
            slopes, unit = (self.ray(i)[j] for i in free), (int(k == j) for k in range(count))
            row = np.array([Fraction(x) for x in (*slopes, *unit, -start)])
            for place, other in solved.items():
                row = row - row[place] * other
            place = next((i for i in range(len(free)) if row[i]), -1)
            if place >= 0:
                row = row / row[place]
                solved = {i: other - other[place] * row for i, other in solved.items()}
                solved[place] = row
        return {i: solved[place][len(free) :] for place, i in enumerate(free)}

    def points(self, parameters: NDArray[np.int64]) -> NDArray[np.int64]:
        """Index vectors: int64[points, indices], for int64[points, free parameters]."""
        rays = np.array([self.ray(i) for i in self.free], dtype=np.int64)
        points: NDArray[np.int64] = np.array(self.origin, dtype=np.int64) + (
            parameters @ rays.reshape(len(self.free), len(self.origin))
        )
        return points


def _sum(one: Vector, other: Vector) -> Vector:
    return tuple(map(sum, zip(one, other, strict=True)))


@final
@dataclass(frozen=True, eq=False, repr=False)
class Tree:
    """A cell and its cut.  A leaf has no cut; it may have the differences of a claim,
    int64[simplex].
    """

    cell: Cell
    cut: Cut | None = None
    children: tuple[Tree, ...] = ()
    differences: NDArray[np.int64] | None = None

    def __repr__(self) -> str:
        return f"<Tree of {sum(1 for _ in self.leaves())} cells>"

    def leaves(self) -> Iterator[Tree]:
        """The cells that are not cut further, in order."""
        if self.cut is None:
            yield self
        for child in self.children:
            yield from child.leaves()

    def leaf_at(self, point: Sequence[int]) -> tuple[Tree, Vector]:
        """The leaf that an index vector lies in, and its parameters there."""
        leaf, forms = descend(self, [Form(x, ()) for x in point])
        return leaf, tuple(forms[i].constant for i in leaf.cell.free)

    def tells(self, point: Sequence[int]) -> bool:
        """Whether there is a claim at an index vector."""
        return self.leaf_at(point)[0].differences is not None

    def value(self, point: Sequence[int]) -> int:
        """The claimed value at an index vector, exact."""
        leaf, parameters = self.leaf_at(point)
        if leaf.differences is None:
            raise ValueError("nothing is claimed on the tree")
        return polynomial_at(leaf.differences, parameters)


def in_indices(leaf: Tree) -> Several:
    """The polynomial that is claimed on a leaf, written in the indices."""
    if leaf.differences is None:
        raise ValueError("nothing is claimed on the tree")
    parameters, nothing = leaf.cell.parameters(), (0,) * len(leaf.cell.origin)
    words = simplex(len(parameters), degree_of(len(parameters), len(leaf.differences)))
    one = np.array([*nothing, 1])
    total = defaultdict[Vector, Fraction](Fraction)
    for word, difference in zip(words, leaf.differences.tolist(), strict=True):
        product: Several = {nothing: Fraction(difference)}
        for form, below in zip(parameters.values(), word, strict=True):
            for k in range(below):
                product = times(product, (form - k * one) / (k + 1))
        for powers, c in product.items():
            total[powers] += c
    return {powers: c for powers, c in total.items() if c} or {nothing: Fraction(0)}


def joined(tree: Tree, degree: int, counts: Callable[[Cell], bool]) -> Tree:
    """The same claims on fewer cells: those of a cut are one where their polynomial is the same.

    degree: of the claims.  counts: whether a cell has points about which anything is said; one that
    has none does not keep others apart.
    """
    children = tuple(joined(child, degree, counts) for child in tree.children)
    tree = replace(tree, children=children)
    if not children or any(child.cut is not None for child in children):
        return tree
    if any(child.differences is None and counts(child.cell) for child in children):
        return tree
    if children[-1].differences is None:  # no child has more free parameters
        return tree
    polynomial = in_indices(children[-1])
    for child in children[:-1]:
        if child.differences is not None:
            own = _differences(polynomial, child.cell, degree)
            if own is None or (own != child.differences).any():
                return tree
    own = _differences(polynomial, tree.cell, degree)
    return tree if own is None else Tree(tree.cell, differences=own)


def _differences(polynomial: Several, cell: Cell, degree: int) -> NDArray[np.int64] | None:
    """The differences of a polynomial in the indices on a cell; None if they are not whole."""
    points = cell.points(simplex_array(len(cell.free), degree)).tolist()
    values = [
        sum(c * prod(map(pow, point, powers)) for powers, c in polynomial.items())
        for point in points
    ]
    if any(Fraction(value).denominator > 1 for value in values):
        return None
    whole: NDArray[np.int64] = newton(len(cell.free), degree) @ np.array([*map(int, values)])
    return whole


def times(product: Several, form: NDArray[Any]) -> Several:
    """A polynomial times a linear form."""
    total = defaultdict[Vector, Fraction](Fraction)
    for powers, c in product.items():
        for place, slope in enumerate(form):
            if slope:
                total[tuple(p + (i == place) for i, p in enumerate(powers))] += c * slope
    return total


def polynomial_at(differences: NDArray[np.int64], parameters: Vector) -> int:
    """The value of a polynomial by its Newton differences, exact."""
    words = simplex(len(parameters), degree_of(len(parameters), len(differences)))
    return sum(
        difference * prod(map(comb, parameters, word))
        for word, difference in zip(words, differences.tolist(), strict=True)
    )


def descend(tree: Tree, indices: Sequence[Form]) -> tuple[Tree, list[Form]]:
    """The leaf that contains all points with these forms as indices, and its parameters there.

    `Undecided` where they lie in several leaves.
    """
    forms = list(indices)
    while tree.cut is not None:
        kind, i, j = tree.cut
        if kind == "below":
            less = forms[i].plus(forms[i], 0, -1)
            branch = int(decide(less))
            if branch:
                forms[i] = less
        elif kind == "order":
            ahead = forms[j].plus(forms[i], -1)
            branch = int(not decide(ahead))
            if branch:
                forms[i] = forms[i].plus(forms[j], -1, -1)
            else:
                forms[j] = ahead
        else:
            for k, slope in enumerate(forms[i].slopes):
                if slope % j:
                    raise Undecided(Cut("step", k, j))
            branch = forms[i].constant % j
            quotients = tuple(slope // j for slope in forms[i].slopes)
            forms[i] = Form(forms[i].constant // j, quotients)
        tree = tree.children[branch]
    return tree, forms


def check_width(most: int) -> None:
    """Raise `OverflowError` unless 64 bits hold all numbers of an induction, none above *most*."""
    if most >= 2**62:
        raise OverflowError("the numbers of the induction do not fit 64 bits")


def on_forms(
    leaf: Cell, forms: Sequence[Form], differences: NDArray[np.int64], degree: int
) -> NDArray[np.int64]:
    """Newton differences of the polynomials on a leaf, at the points to which `descend` led.

    They are int64[functions, simplex], in the parameters of the forms.  `OverflowError` when 64
    bits do not hold all numbers.

    forms: the parameters of the leaf at these points.
    differences: int64[functions, numbers], on the leaf.
    degree: of the polynomials, at most.
    """
    own = degree_of(len(leaf.free), differences.shape[1])
    if own > degree:
        raise ValueError(f"a claim of degree {own} where none is above {degree}")
    matrix, growth = _composition(
        tuple([forms[i] for i in leaf.free]), len(forms[0].slopes), own, degree
    )
    size = max(-int(differences.min(initial=0)), int(differences.max(initial=1)))
    check_width(growth * size)
    result: NDArray[np.int64] = differences @ matrix
    return result


@lru_cache(maxsize=2048)
def _composition(
    forms: tuple[Form, ...], count: int, own: int, degree: int
) -> tuple[NDArray[np.int64], int]:
    """The matrix that turns differences in *count* parameters into differences in the forms' own.

    It is int64[simplex of the forms and *own*, simplex of the parameters and *degree*].  The second
    result is the greatest factor by which it enlarges numbers, sums of up to 64 results included.
    """
    slopes = np.array([form.slopes for form in forms], dtype=np.int64).reshape(-1, count)
    constants = np.array([form.constant for form in forms], dtype=np.int64)
    parameters = simplex_array(count, degree) @ slopes.T + constants
    most = int(np.abs(parameters).max(initial=1)) + own
    # No binomial on the way exceeds most**own, and rows of `newton` add up to 2**degree at most.
    check_width(most**own * 2**degree)
    matrix = newton(count, degree) @ binomials(parameters, own)
    return matrix.T.copy(), 64 * max(sum(map(abs, row)) for row in matrix.tolist())


@lru_cache(maxsize=256)
def simplex(parameters: int, degree: int) -> tuple[Vector, ...]:
    """The vectors of *parameters* whole numbers >= 0 with a sum of at most *degree*.

    By their sums, and among equals as the words a a, a b, ..., b b, ... of the parameters.
    """
    return tuple(
        tuple(word.count(i) for i in range(parameters))
        for length in range(degree + 1)
        for word in combinations_with_replacement(range(parameters), length)
    )


def degree_of(parameters: int, count: int) -> int:
    """The degree of a polynomial in some parameters that has *count* differences."""
    degree = 0
    while comb(parameters + degree, degree) < count:
        degree += 1
    return degree


@lru_cache(maxsize=256)
def newton(parameters: int, degree: int) -> NDArray[np.int64]:
    """The matrix that makes differences of the values on `simplex`: int64[simplex, simplex]."""
    words = simplex(parameters, degree)
    return np.array(
        [
            [
                prod(comb(a, b) * (-1) ** (a - b) for a, b in zip(one, other, strict=True))
                if all(b <= a for a, b in zip(one, other, strict=True))
                else 0
                for other in words
            ]
            for one in words
        ],
        dtype=np.int64,
    )


def binomials(parameters: NDArray[np.int64], degree: int) -> NDArray[np.int64]:
    """The matrix that makes values at points of differences: int64[points, simplex].

    parameters: int64[points, parameters], also negative ones.
    """
    points, count = parameters.shape
    powers = np.ones((degree + 1, points, count), dtype=np.int64)
    for k in range(degree):
        powers[k + 1] = powers[k] * (parameters - k) // (k + 1)
    words = simplex_array(count, degree)
    result = np.ones((len(words), points), dtype=np.int64)
    for i in range(count):
        result *= powers[words[:, i], :, i]
    return result.T


@lru_cache(maxsize=256)
def restriction(cut: Cut, branch: int, parameters: int, degree: int) -> NDArray[np.int64]:
    """The matrix that makes differences on a child of the differences (a row) on the cell cut.

    Its entries are >= 0: int64[simplex, simplex] in all parameters, free or not.
    """
    kind, i, j = cut
    points = simplex_array(parameters, degree).copy()
    if kind == "below":
        points[:, i] = points[:, i] + 1 if branch else 0
    elif kind == "step":
        points[:, i] = j * points[:, i] + branch
    elif branch:
        points[:, i] += points[:, j] + 1
    else:
        points[:, j] += points[:, i]
    matrix: NDArray[np.int64] = newton(parameters, degree) @ binomials(points, degree)
    return matrix.T.copy()


@lru_cache(maxsize=256)
def simplex_array(parameters: int, degree: int) -> NDArray[np.int64]:
    """`simplex` as int64[simplex, parameters]."""
    words = simplex(parameters, degree)
    return np.array(words, dtype=np.int64).reshape(len(words), parameters)
