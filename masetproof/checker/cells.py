"""Cells, sets of vectors of indices, and polynomials on them by Newton differences."""

from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np

from .grammar import Node
from .outcome import Malformed
from .rules import LEAF, MAX_ENTRY, MAX_LEAVES, MAX_TERMS, Array


class Cell(NamedTuple):
    """The vectors origin + t @ directions for all vectors t >= 0 of its parameters."""

    origin: Array
    directions: Array


@lru_cache(maxsize=128)
def simplex(count: int, degree: int) -> Array:
    """All vectors of so many parameters with a sum of at most *degree*, by their sums."""
    if comb(count + degree, degree) > MAX_TERMS:
        raise Malformed("too many terms of a polynomial")
    words = (combinations_with_replacement(range(count), n) for n in range(degree + 1))
    found = [[*map(word.count, range(count))] for of_length in words for word in of_length]
    return np.array(found, dtype=np.int64).reshape(len(found), count)


def newton(values: list[Array], points: Array) -> list[Array]:
    """The differences of a function with those values at the points of a simplex, in place."""
    place = {tuple(t): n for n, t in enumerate(points.tolist())}
    for axis in range(points.shape[1]):
        for order in range(1, points.sum(axis=1).max() + 1):
            for t, n in reversed(place.items()):
                if t[axis] >= order:
                    values[n] -= values[place[*t[:axis], t[axis] - 1, *t[axis + 1 :]]]
    return values


class Trees:
    """The trees of a certificate; a root is the number of a node or LEAF."""

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes, self.leaves = nodes, list[int]()
        for line, node in enumerate(nodes, 1):
            self.leaves.append(sum(map(self.size, node.children)))
            if self.leaves[-1] > MAX_LEAVES:
                raise Malformed(f"section cells, line {line}: too many leaves")

    def size(self, root: int) -> int:
        """How many leaves there are."""
        return 1 if root == LEAF else self.leaves[root]

    def cells(self, root: int, indices: list[int], count: int) -> list[Cell]:
        """The leaves, in order, of a tree for those of *count* indices; the others are 0."""
        found, unit = list[Cell](), np.eye(count, dtype=np.int64)[indices]
        stack = [(root, np.zeros(count, dtype=np.int64), unit, {*range(len(indices))})]
        while stack:
            name, origin, steps, free = stack.pop()
            if max(origin.max(), steps.max(initial=0)) > MAX_ENTRY:
                raise Malformed("section cells: too large numbers")
            if name == LEAF:
                found.append(Cell(origin, steps[sorted(free)]))
                continue
            kind, i, j, children = self.nodes[name]
            if not {i, j if kind == "order" else i} <= free:
                raise Malformed(f"section cells, line {name + 1}: a parameter that is not free")
            for h, child in reversed([*enumerate(children)]):
                further, rest = steps.copy(), free
                if kind == "order":
                    further[j if h else i] = steps[i] + steps[j]
                elif kind == "step":
                    further[i] *= j
                elif h < j:
                    rest = free - {i}
                stack.append((child, origin + h * steps[i], further, rest))
        return found

    def locate(self, root: int, at: Array, by: Array) -> tuple[int, Array, Array] | None:
        """The leaf that has at + by @ t for all t >= 0, and its parameters there, if it is one."""
        at, by, leaf, free = at.copy(), by.copy(), 0, {*range(len(at))}
        while root != LEAF:
            kind, i, j, children = self.nodes[root]
            if kind == "order":
                more, slopes = at[j] - at[i], by[j] - by[i]
                which = int(more < 0)
                if ((slopes > 0) if which else (slopes < 0)).any():
                    return None
                changed, sign = (i, -1) if which else (j, 1)
                at[changed], by[changed] = sign * more - which, sign * slopes
            elif kind == "step":
                if (by[i] % j).any():
                    return None
                which, at[i], by[i] = int(at[i] % j), at[i] // j, by[i] // j
            else:
                which = int(min(at[i], j))
                at[i] -= which
                if which < j:
                    if by[i].any():
                        return None
                    free.remove(i)
            leaf += sum(map(self.size, children[:which]))
            root = children[which]
        return leaf, at[sorted(free)], by[sorted(free)]
