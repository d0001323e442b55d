"""Cells, sets of vectors of indices, and polynomials on them by Newton differences.

A tree divides all vectors into cells, its leaves. A node cuts by the value of one parameter:
`below` into 0, 1, ..., H - 1 and the rest from H on, `step` by the remainder modulo T, `order` by
whether one parameter is at most another. So each leaf is a `Cone`, whose parameters t >= 0 are
free, and a function on it is a polynomial in t. docs/certificates.md has all of it.
"""

from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb, prod
from operator import mul
from typing import NamedTuple

import numpy as np

from .closurereading import LEAF, MAX_LEAVES, Node
from .reading import Malformed
from .rules import LARGE, POINTS, Array, Vector

Forms = tuple[Vector, ...]  # each a value for t = 0, and slopes in the parameters t >= 0
MAX_ENTRY, MAX_TERMS = 10**6, 512  # numbers in a cell, terms of a polynomial on it


class Cone(NamedTuple):
    """The vectors origin + t @ directions for all vectors t >= 0 of its parameters."""

    origin: Array
    directions: Array


@lru_cache(maxsize=128)
def simplex(count: int, degree: int) -> Array:
    """All vectors of *count* numbers with a sum of at most *degree*, small sums first.

    A polynomial of this degree is determined by its values there: int64[points, count].
    """
    if comb(count + degree, degree) > MAX_TERMS:
        raise Malformed("too many terms of a polynomial")
    words = (combinations_with_replacement(range(count), n) for n in range(degree + 1))
    vectors = [[*map(word.count, range(count))] for of_length in words for word in of_length]
    return np.array(vectors, dtype=np.int64).reshape(len(vectors), count)


@lru_cache(maxsize=128)
def subtractions(count: int, degree: int) -> list[tuple[int, int]]:
    """The steps of `newton`: pairs (n, other) for values[n] -= values[other], in this order."""
    place = {tuple(t): n for n, t in enumerate(simplex(count, degree).tolist())}
    return [
        (n, place[*t[:axis], t[axis] - 1, *t[axis + 1 :]])
        for axis, order in product(range(count), range(1, degree + 1))
        for t, n in reversed(place.items())
        if t[axis] >= order
    ]


def newton(values: Array, count: int, degree: int) -> Array:
    """Turn values [point, ...] of polynomials on a simplex into Newton differences, in place."""
    for n, other in subtractions(count, degree):
        values[n] -= values[other]
    return values


def differences(values: Array) -> Array:
    """The Newton differences [..., order] of functions of one number with values [..., point]."""
    points = np.moveaxis(values, -1, 0).copy()
    return np.moveaxis(newton(points, 1, len(points) - 1), 0, -1)


def earlier(steps: Array) -> Array:
    """From the differences [..., order] of polynomials P(n) those of P(n - 1)."""
    before = steps.copy()
    for k in range(before.shape[-1] - 2, -1, -1):
        before[..., k] -= before[..., k + 1]
    return before


@lru_cache(maxsize=32)  # of at most 2 MiB each
def binomials(forms: Forms, terms: int, count: int, degree: int, largest: Vector) -> Array:
    """The matrix [point, term] by which a polynomial's differences give its values.

    The polynomial has so many terms on a leaf of a tree; the points are those of `simplex(count,
    degree)`, and forms express the leaf's parameters by the coordinates of a point. largest: of
    each term the greatest difference, in absolute value; `Malformed` if values might become too
    large.
    """
    most = next(d for d in range(terms) if comb(len(forms) + d, d) >= terms)
    words = simplex(len(forms), most).tolist()[:terms]
    points = [(1, *t) for t in simplex(count, degree).tolist()]
    places = [[sum(map(mul, form, t)) for form in forms] for t in points]
    rows = [[prod(map(comb, place, word)) for word in words] for place in places]
    if max(sum(map(mul, row, largest)) for row in rows) > LARGE:
        raise Malformed("too large values")
    return np.array(rows)


class Trees:
    """The trees of a certificate; a root is the number of a node, or LEAF if nothing is cut."""

    def __init__(self, nodes: list[Node], degree: int, size: int) -> None:
        self.degree, self.room = degree, POINTS * size  # shared nodes make many cells in few bytes
        self.nodes, self.leaves = nodes, [1]  # of each node, the last one of LEAF
        for line, node in enumerate(nodes, 1):
            self.leaves.insert(-1, sum(self.leaves[child] for child in node[3]))
            if self.leaves[-2] > MAX_LEAVES:
                raise Malformed(f"section cells, line {line}: too many leaves")

    def child(self, name: int, h: int) -> tuple[int, int, int, int, int]:
        """Child number h of a node: its root, i, j, start and step.

        Parameter t_i of the node is start + step * t'_i + t_j, where t'_i is that of the child. For
        j = -1 there is no t_j, and for step = 0 no t'_i.
        """
        kind, i, j, children = self.nodes[name]
        if kind == "order":  # t_i <= t_j, or t_i > t_j
            return (children[1], i, j, 1, 1) if h else (children[0], j, i, 0, 1)
        return children[h], i, -1, h, j if kind == "step" else int(h == j)

    def cells(self, root: int, indices: Vector, count: int) -> list[Cone]:
        """The leaves of a tree, in order.

        Vectors have *count* indices, of which these are the parameters of the root; all others are
        0.
        """
        cells, unit = list[Cone](), np.eye(count, dtype=np.int64)[[*indices]]
        stack = [(root, np.zeros(count, dtype=np.int64), unit, {-1, *range(len(indices))})]
        while stack:
            name, origin, steps, free = stack.pop()
            self.room -= (name == LEAF) * (POINTS + comb(len(free) - 1 + self.degree, self.degree))
            if max(origin.max(), steps.max(initial=0)) > MAX_ENTRY or self.room < 0:
                raise Malformed("section cells: too large numbers, or too many cells for this file")
            if name == LEAF:
                cells.append(Cone(origin, steps[sorted(free - {-1})]))
                continue
            for h in reversed(range(len(self.nodes[name][3]))):
                child, i, j, start, step = self.child(name, h)
                if not {i, j} <= free:
                    raise Malformed(f"section cells, line {name + 1}: a parameter that is not free")
                further = steps.copy()
                further[i] *= step
                if j >= 0:
                    further[j] += steps[i]
                rest = free if step else free - {i}
                stack.append((child, origin + start * steps[i], further, rest))
        return cells

    def locate(self, root: int, forms: list[list[int]]) -> tuple[int, Forms] | None:
        """The number of the leaf that has all these points, and its parameters; None if several
        have.

        forms: for each parameter of the root its value at t = 0, and how much it grows with each
        t >= 0; so are the parameters returned. None, too, when a value is negative, as after a
        question for which there are too few colours.
        """
        if any(form[0] < 0 for form in forms):
            return None
        forms, free, leaf = [*forms, [0] * len(forms[0])], {*range(len(forms))}, 0
        while root != LEAF:
            kind, i, j, children = self.nodes[root]
            if kind == "order":
                h = int(forms[i][0] > forms[j][0])
            else:
                h = min(forms[i][0], j) if kind == "below" else forms[i][0] % j
            leaf += sum(self.leaves[child] for child in children[:h])
            root, i, j, start, step = self.child(root, h)
            form = [a - b for a, b in zip(forms[i], forms[j], strict=True)]
            form[0] -= start
            if min(form) < 0 or any(x % step if step else x for x in form):
                return None
            forms[i] = [x // max(step, 1) for x in form]
            free -= set() if step else {i}
        return leaf, tuple(tuple(forms[i]) for i in sorted(free))
