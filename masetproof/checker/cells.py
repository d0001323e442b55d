"""Cells, sets of vectors of indices, and polynomials on them by Newton differences."""

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
    """All vectors of *count* parameters with a sum of at most *degree*, by their sums."""
    if comb(count + degree, degree) > MAX_TERMS:
        raise Malformed("too many terms of a polynomial")
    words = (combinations_with_replacement(range(count), n) for n in range(degree + 1))
    vectors = [[*map(word.count, range(count))] for of_length in words for word in of_length]
    return np.array(vectors, dtype=np.int64).reshape(len(vectors), count)


@lru_cache(maxsize=128)
def subtractions(count: int, degree: int) -> list[tuple[int, int]]:
    """What makes differences of values at the points of a simplex: of one, take away another."""
    place = {tuple(t): n for n, t in enumerate(simplex(count, degree).tolist())}
    return [
        (n, place[*t[:axis], t[axis] - 1, *t[axis + 1 :]])
        for axis, order in product(range(count), range(1, degree + 1))
        for t, n in reversed(place.items())
        if t[axis] >= order
    ]


def newton(values: Array, count: int, degree: int) -> Array:
    """The differences of functions with those values [point, ...], in place."""
    for n, other in subtractions(count, degree):
        values[n] -= values[other]
    return values


def differences(values: Array) -> Array:
    """Those of functions of one number with the values [..., point]."""
    points = np.moveaxis(values, -1, 0).copy()
    return np.moveaxis(newton(points, 1, len(points) - 1), 0, -1)


def earlier(steps: Array) -> Array:
    """Differences [..., order] of polynomials one step before."""
    before = steps.copy()
    for k in range(before.shape[-1] - 2, -1, -1):
        before[..., k] -= before[..., k + 1]
    return before


@lru_cache(maxsize=32)  # of at most 2 MiB each
def binomials(forms: Forms, terms: int, count: int, degree: int, largest: int) -> Array:
    """The binomials [point, term] of a polynomial on a leaf at the points of a simplex, where the
    leaf's parameters are these forms. Its differences are at most the *largest*."""
    most = next(d for d in range(terms) if comb(len(forms) + d, d) >= terms)
    words = simplex(len(forms), most).tolist()[:terms]
    points = [(1, *t) for t in simplex(count, degree).tolist()]
    places = [[sum(map(mul, form, t)) for form in forms] for t in points]
    rows = [[prod(map(comb, place, word)) for word in words] for place in places]
    if max(map(sum, rows)) * largest > LARGE:
        raise Malformed("too large values")
    return np.array(rows)


class Trees:
    """The trees of a certificate; a root is the number of a node or LEAF, which is -1."""

    def __init__(self, nodes: list[Node], degree: int, size: int) -> None:
        self.degree, self.room = degree, POINTS * size  # shared nodes make many cells in few bytes
        self.nodes, self.leaves = nodes, [1]  # of each node, the last one of LEAF
        for line, node in enumerate(nodes, 1):
            self.leaves.insert(-1, sum(self.leaves[child] for child in node[3]))
            if self.leaves[-2] > MAX_LEAVES:
                raise Malformed(f"section cells, line {line}: too many leaves")

    def child(self, name: int, h: int) -> tuple[int, int, int, int, int]:
        """A child of a node: root, i, j, start and step, for t_i = start + step * t'_i + t_j with
        the parameter t'_i of the child. For j = -1 there is no t_j, and for step = 0 no t'_i."""
        kind, i, j, children = self.nodes[name]
        if kind == "order":  # t_i <= t_j, or t_i > t_j
            return (children[1], i, j, 1, 1) if h else (children[0], j, i, 0, 1)
        return children[h], i, -1, h, j if kind == "step" else int(h == j)

    def cells(self, root: int, indices: Vector, count: int) -> list[Cone]:
        """The leaves, in order, of a tree for those of *count* indices; the others are 0."""
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
        """The leaf that has all points with these parameters, if it is one; and its parameters.

        Where the point t = 0 is, all must be. No leaf has points with less than no colours, as a
        question leaves for which there are too few.
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
