"""Claims about functions: cells that many functions share, and numbers on them.

A *shape* is a tree of cells (`recurrences.cells`).  The functions of one shape share an array: one
row for each function, with its Newton differences on each leaf, one leaf after the other.  With one
index all functions have one shape: the points below the base B, and from B on the residue classes
modulo the period T, on which a function G is a quasi-polynomial (docs/proof-method.md, "From
recurrences to a theorem"):

    G(B + rho + T t) = sum over k of binomial(t, k) * differences[rho][k]

Nothing here is a proof: claims are *found* in the values, and `proofs.induction` proves them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import accumulate, pairwise, starmap
from math import comb
from operator import mul
from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof.recurrences.cells import (
    Cell,
    Cut,
    Form,
    Tree,
    Undecided,
    descend,
    on_forms,
    polynomial_at,
)
from masetproof.recurrences.polynomials import Polynomial, from_differences
from masetproof.recurrences.recurrences import Function

MAX_PERIOD = 60
_EVIDENCE = 2
"""A polynomial is claimed only if it also gives the next so many values of its class."""
_FEW = 64
"""Periods are tried on so many functions first."""
_WIDE = 2**57


def residue_classes(first: int, period: int) -> Tree:
    """The cells of one index: the points below *first*, and from there on the residue classes."""
    cells = [Cell.whole(1)]
    for _ in range(first):
        cells += cells.pop().children(Cut("below", 0))
    points, rest = cells[:-1], cells[-1]
    step = Cut("step", 0, period)
    tree = Tree(rest, step, tuple(map(Tree, rest.children(step)))) if period > 1 else Tree(rest)
    for m in reversed(range(first)):
        whole = Cell((m,), ((1,),))
        tree = Tree(whole, Cut("below", 0), (Tree(points[m]), tree))
    return tree


@final
class _TreeShape(NamedTuple):
    """A tree of cells, and where the numbers of each leaf begin in a row."""

    tree: Tree
    places: dict[Cell, slice]
    differences: NDArray[np.int64]


def _shape(tree: Tree, counts: Sequence[int], differences: NDArray[np.int64]) -> _TreeShape:
    slices = starmap(slice, pairwise(accumulate(counts, initial=0)))
    cells = (leaf.cell for leaf in tree.leaves())
    return _TreeShape(tree, dict(zip(cells, slices, strict=True)), differences)


@final
class Claims(Mapping[Function, Tree]):
    """The claims on functions: each is a tree of cells with numbers on its leaves.

    place: for each function, the number of its shape and its row in the array of that shape.  With
        several indices, functions with the same claim have the same place.
    """

    def __init__(
        self,
        place: Mapping[Function, tuple[int, int]],
        shapes: Sequence[tuple[Tree, Sequence[int], NDArray[np.int64]]],
    ) -> None:
        self.place = place
        self._shapes = [_shape(*shape) for shape in shapes]

    @classmethod
    def of_trees(cls, trees: Mapping[Function, Tree]) -> Claims:
        """The claims that trees make, each with numbers on its leaves."""
        known: dict[int, int] = {}
        shapes: list[tuple[Tree, list[int], NDArray[np.int64]]] = []
        for tree in trees.values():
            if id(tree) not in known:
                known[id(tree)] = len(shapes)
                leaves = [leaf.differences for leaf in tree.leaves()]
                numbers = [np.zeros(0, np.int64) if own is None else own for own in leaves]
                shapes.append((tree, [*map(len, numbers)], np.concatenate(numbers)[None]))
        return cls({function: (known[id(tree)], 0) for function, tree in trees.items()}, shapes)

    @classmethod
    def of_classes(
        cls,
        functions: Sequence[Function],
        table: NDArray[np.int64],
        base: int,
        differences: NDArray[np.int64],
    ) -> Claims:
        """The claims on functions of one index: values below the base, quasi-polynomials from there
        on.

        table: int64[rows, functions], the values for m = 0, 1, ..., at least up to the base.
        differences: int64[functions, period, degree + 1].
        """
        count, period, terms = differences.shape
        numbers = np.hstack([table[:base].T, differences.reshape(count, -1)])
        place = {function: (0, row) for row, function in enumerate(functions)}
        counts = [1] * base + [terms] * period
        return cls(place, [(residue_classes(base, period), counts, numbers)])

    def __getitem__(self, function: Function) -> Tree:
        number, row = self.place[function]
        shape = self._shapes[number]

        def numbered(tree: Tree) -> Tree:
            if tree.cut is None:
                return replace(tree, differences=shape.differences[row, shape.places[tree.cell]])
            return replace(tree, children=tuple(map(numbered, tree.children)))

        return numbered(shape.tree)

    def __contains__(self, function: object) -> bool:
        return function in self.place

    def __iter__(self) -> Iterator[Function]:
        return iter(self.place)

    def __len__(self) -> int:
        return len(self.place)

    def __repr__(self) -> str:
        return f"<Claims: {len(self):,} functions, {len(self._shapes)} shapes of cells>"

    def cells(self, function: Function) -> Tree:
        """The tree of cells on which a function is claimed, without the numbers."""
        return self._shapes[self.place[function][0]].tree

    def value(self, function: Function, point: Sequence[int]) -> int:
        """The claimed value of a function at an index vector, exact."""
        number, row = self.place[function]
        shape = self._shapes[number]
        leaf, parameters = shape.tree.leaf_at(point)
        return polynomial_at(shape.differences[row, shape.places[leaf.cell]], parameters)

    def at(self, function: Function, indices: Sequence[Form], degree: int) -> NDArray[np.int64]:
        """The claimed polynomial at the points with these forms as indices: int64[simplex].

        It is given by its Newton differences in the parameters of the forms.  `Undecided` when the
        points lie in several leaves, `OverflowError` when 64 bits do not hold all numbers.

        degree: of the claim, at most.
        """
        number, row = self.place[function]
        differences: NDArray[np.int64] = self.all_at(
            indices, degree, shape=number, rows=slice(row, row + 1)
        )[0]
        return differences

    def all_at(
        self,
        indices: Sequence[Form],
        degree: int,
        *,
        shape: int = 0,
        rows: slice = slice(None),
    ) -> NDArray[np.int64]:
        """As `at`, for all functions of a shape together: int64[functions, simplex].

        rows: only these functions.
        """
        tree, places, differences = self._shapes[shape]
        leaf, forms = descend(tree, indices)
        return on_forms(leaf.cell, forms, differences[rows, places[leaf.cell]], degree)

    @cached_property
    def period(self) -> int:
        """T, of functions of one index."""
        return sum(bool(cell.free) for cell in self._shapes[0].places)

    @property
    def base(self) -> int:
        """B, of functions of one index."""
        return len(self._shapes[0].places) - self.period

    @property
    def degree(self) -> int:
        """The greatest degree of a branch of functions of one index."""
        return int(self.differences.shape[2]) - 1

    @cached_property
    def differences(self) -> NDArray[np.int64]:
        """The differences of functions of one index: int64[functions, period, degree + 1]."""
        classes = self._shapes[0].differences[:, self.base :]
        return classes.reshape(len(classes), self.period, -1)

    def branch(self, function: Function, m: int) -> Polynomial:
        """The polynomial in m that a function of one index follows on the class of *m*."""
        base, period, (_, row) = self.base, self.period, self.place[function]
        residue = (m - base) % period
        return from_differences(self.differences[row, residue].tolist(), base + residue, period)

    def table(self, rows: slice | NDArray[np.int64], points: Sequence[int]) -> NDArray[Any]:
        """The values of functions of one index for some m, ascending: int64[points, functions].

        rows: which functions, by their numbers.  Python integers (dtype object) where 64 bits might
        not hold a sum of some forty of them.
        """
        before, differences = bisect_left(points, self.base), self.differences[rows]
        below = self._shapes[0].differences[rows][:, list(points[:before])].T
        steps = [divmod(m - self.base, self.period) for m in points[before:]]
        weights = [[comb(step, k) for k in range(differences.shape[2])] for step, _ in steps]
        kind: type = np.int64
        if steps:
            greatest = np.abs(differences).max(axis=(0, 1), initial=0).tolist()
            if sum(map(mul, weights[steps.index(max(steps))], greatest)) >= _WIDE:
                kind = object
        beyond: NDArray[Any] = np.empty((len(steps), len(differences)), dtype=kind)
        for row, (_, residue), own in zip(beyond, steps, weights, strict=True):
            row[:] = differences[:, residue].astype(kind) @ np.array(own, dtype=kind)
        return np.concatenate([below, beyond])


def stepped(rows: NDArray[Any], period: int, degree: int) -> NDArray[Any]:
    """The Newton differences, in steps of the period, of sequences given by their first terms.

    rows: [at least period * (degree + 1), sequences].  The result is [sequences, period, degree +
        1].
    """
    rest = rows[: period * (degree + 1)].reshape(degree + 1, period, -1)
    result = np.empty((rest.shape[2], period, degree + 1), dtype=rows.dtype)
    for k in range(degree + 1):
        result[:, :, k] = rest[0].T
        rest = rest[1:] - rest[:-1]
    return result


def misfits(rows: NDArray[Any], period: int, degree: int) -> NDArray[Any]:
    """An array that is 0 where a sequence continues its closed form backwards.

    It holds one more order of differences, in steps of the period, than a polynomial of that degree
    has.
    """
    for _ in range(degree + 1):
        rows = rows[period:] - rows[:-period]
    return rows


def find_claims(
    functions: Sequence[Function], table: NDArray[np.int64], degree: int, least: int = 0
) -> Claims | None:
    """The claims with the least period that fits the values, and then with the least base.

    None when the values are too few.

    table: int64[rows, functions], the values for m = 0, 1, ...
    least: no base is below this.
    """
    if table.dtype != np.int64 or int(table.max(initial=0)) >= 2 ** (62 - degree - 1):
        raise OverflowError("the values are too large for differences of 64 bits")
    for period in range(1, MAX_PERIOD + 1):
        if len(table) < period * (degree + 1 + _EVIDENCE):
            return None
        # Nearly all periods fail for a few functions already.
        if _base(table[:, :_FEW], period, degree, least) is None:
            continue
        base = _base(table, period, degree, least)
        if base is not None:
            return Claims.of_classes(functions, table, base, stepped(table[base:], period, degree))
    return None


def _base(table: NDArray[np.int64], period: int, degree: int, least: int) -> int | None:
    """The least base from which on all values fit a period; None where too few of them do."""
    wrong = misfits(table, period, degree)
    base = max(least, int(np.flatnonzero(np.append(True, wrong.any(axis=1)))[-1]))
    return base if len(wrong) - base >= _EVIDENCE * period else None


def apart(
    one: Callable[[Sequence[Form]], NDArray[np.int64]],
    other: Callable[[Sequence[Form]], NDArray[np.int64]],
    cell: Cell,
) -> Iterator[Cell]:
    """The cells on which two functions are claimed to be different polynomials.

    Elsewhere the claims are the same.  Polynomials that differ on a cell may agree at some of its
    points.

    one, other: as `Claims.at` of a function.
    """
    try:
        if (one(cell.forms()) != other(cell.forms())).any():
            yield cell
    except Undecided as undecided:
        for child in cell.children(undecided.cut):
            yield from apart(one, other, child)
