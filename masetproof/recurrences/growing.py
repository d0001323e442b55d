"""Finding the cells on which a function of several indices is a polynomial, from its values.

A polynomial is fitted to the values deep inside a cell.  If it holds at all known points, the cell
is a leaf.  If it fails near a side only, the cell is cut there, as by m < 3.  If there is none, the
cell is cut by a wall, which is tried: the order of two indices, or the parity of one.

Nothing here is a proof: the cells and polynomials are claims, and `proofs.cells` proves them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof.cache import cached_method
from masetproof.recurrences.cells import Cell, Cut, Tree, binomials, newton, simplex, simplex_array

_DEEPEST = 4
"""Polynomials are fitted inside a cell, at distances from its sides that are less than this."""
_DEPTH = 4
_MISSES = 2


class NotFound(Exception):
    """No tree was found: the values are too few, or no polynomials fit them."""


def grow(values: NDArray[np.int64], degree: int) -> Tree:
    """A tree on whose cells a function is a polynomial of that degree at most.

    values: int64[m_0, m_1, ...], for all vectors up to some bounds.  `NotFound` otherwise.
    """
    grower = _Grower(values, degree)
    cell = Cell.whole(values.ndim)
    try:
        return grower.ordered(cell)
    except NotFound:
        return grower.grown(cell)


class _Fit(NamedTuple):
    """A polynomial on a cell that holds where all parameters are at least the distance.

    parameters: of all points of the cell whose values are known.  wrong: for each of them, whether
    the polynomial fails there.
    """

    distance: int
    parameters: NDArray[np.int64]
    wrong: NDArray[np.bool_]


@final
@dataclass
class _Grower:
    values: NDArray[np.int64]
    degree: int

    def ordered(self, cell: Cell) -> Tree:
        """Cut by the order of the indices first."""
        if self._fit(cell) is None and len(cell.free) > 1:
            for i, j in combinations(range(len(cell.origin)), 2):
                apart = {k: cell.ray(k)[i] - cell.ray(k)[j] for k in cell.free}
                more = [k for k, slope in apart.items() if slope > 0]
                less = [k for k, slope in apart.items() if slope < 0]
                if len(more) == len(less) == 1:
                    cut = Cut("order", less[0], more[0])
                    return Tree(cell, cut, tuple(map(self.ordered, cell.children(cut))))
        return self.grown(cell)

    def grown(self, cell: Cell) -> Tree:
        """Cut until a polynomial holds on each cell."""
        fit = self._fit(cell)
        if fit is None:
            for cut in self._walls(cell):
                try:
                    return Tree(cell, cut, tuple(map(self.grown, cell.children(cut))))
                except NotFound:
                    continue
            raise NotFound(f"no polynomials were found on {cell}")
        if not fit.wrong.any():
            degree = self.degree if cell.free else 0
            return Tree(cell, differences=_trimmed(self._differences(cell, degree), len(cell.free)))
        thresholds = self._thresholds(fit)
        cut = Cut("below", cell.free[int(np.argmax(thresholds))])
        return Tree(cell, cut, tuple(map(self.grown, cell.children(cut))))

    def _thresholds(self, fit: _Fit) -> list[int]:
        """For each parameter the least number from which on the polynomial holds."""
        least = [fit.distance] * fit.parameters.shape[1]
        changed = True
        while changed:
            changed = False
            for i in range(len(least)):
                if least[i]:
                    least[i] -= 1
                    inside = (fit.parameters >= np.array(least)).all(axis=1)
                    if (fit.wrong & inside).any():
                        least[i] += 1
                    else:
                        changed = True
        return least

    def _differences(self, cell: Cell, degree: int) -> NDArray[np.int64]:
        """The differences that the values on a cell have; `NotFound` where a value is unknown."""
        count = len(cell.free)
        points = cell.points(simplex_array(count, degree))
        if (points >= self.values.shape).any():
            raise NotFound(f"the values on {cell} are too few")
        differences: NDArray[np.int64] = newton(count, degree) @ self.values[tuple(points.T)]
        return differences

    def _known(self, cell: Cell) -> NDArray[np.int64]:
        """The parameters of the points of a cell whose values are known."""
        room = np.array(self.values.shape) - 1 - np.array(cell.origin)
        ends = [
            min(r // x for r, x in zip(room.tolist(), cell.ray(i), strict=True) if x)
            for i in cell.free
        ]
        parameters = np.indices([end + 1 for end in ends]).reshape(len(ends), -1).T
        return parameters[(cell.points(parameters) < self.values.shape).all(axis=1)]

    @cached_method()
    def _fit(self, cell: Cell) -> _Fit | None:
        """A polynomial that holds deep in a cell; None if there is none, or values are too few."""
        count = len(cell.free)
        try:
            if not count:
                self._differences(cell, 0)
                return _Fit(0, np.zeros((1, 0), dtype=np.int64), np.zeros(1, dtype=bool))
            for distance in range(_DEEPEST):
                corner = np.full((1, count), distance, dtype=np.int64)
                deep = Cell(tuple(cell.points(corner)[0].tolist()), cell.rays)
                differences = self._differences(deep, self.degree + 1)
                need = len(simplex(count, self.degree))
                if not differences[need:].any():
                    parameters = self._known(cell)
                    inside = (parameters >= distance).all(axis=1)
                    if np.count_nonzero(inside) < (2 * need if count > 1 else need + 1):
                        return None
                    values = self.values[tuple(cell.points(parameters).T)]
                    fitted = binomials(parameters - distance, self.degree) @ differences[:need]
                    wrong = fitted != values
                    if not wrong[inside].any():
                        return _Fit(distance, parameters, wrong)
        except NotFound:
            pass
        return None

    def _cuts(self, cell: Cell) -> list[Cut]:
        """Cuts that may be walls between two polynomials."""
        steps = [Cut("step", i, 2) for i in cell.free if max(cell.ray(i)) == 1]
        return steps + [Cut("order", i, j) for i, j in combinations(cell.free, 2)]

    def _walls(self, cell: Cell) -> Iterator[Cut]:
        """Cuts to try, best first; with a few more cuts each leads to cells with polynomials."""
        seen: set[Cut] = set()
        for misses in range(_MISSES + 1):
            for depth in range(1, _DEPTH + 1):
                costs = {
                    cut: self._cost(cell, cut, depth, misses)
                    for cut in self._cuts(cell)
                    if cut not in seen
                }
                possible = sorted((cost, cut) for cut, cost in costs.items() if cost is not None)
                for _, cut in possible:
                    seen.add(cut)
                    yield cut

    def _cost(self, cell: Cell, cut: Cut, depth: int, misses: int) -> float | None:
        """How many cells a cut leads to; None when *depth* cuts in a row do not suffice.

        misses: how many of these cuts may lead only to cells on which no polynomial holds.
        """
        cost = -0.5 if cut.kind == "step" else 0.0
        children, waiting = cell.children(cut), []
        for child in children:
            fit = self._fit(child)
            if fit is None:
                waiting.append(child)
            else:
                cost += 1 + fit.distance / 100
        misses -= len(waiting) == len(children)
        if waiting and (misses < 0 or depth == 1):
            return None
        for child in waiting:
            costs = [self._cost(child, one, depth - 1, misses) for one in self._cuts(child)]
            known = [one for one in costs if one is not None]
            if not known:
                return None
            cost += min(known)
        return cost


def _trimmed(differences: NDArray[np.int64], parameters: int) -> NDArray[np.int64]:
    """Differences without the highest degrees, where these are all 0."""
    degree = 0
    last = np.flatnonzero(differences)
    while last.size and len(simplex(parameters, degree)) <= last[-1]:
        degree += 1
    return differences[: len(simplex(parameters, degree))]
