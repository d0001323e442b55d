"""The induction: on each cell, no equation falls below the claimed function, and one attains it."""

from collections.abc import Iterator
from functools import reduce
from math import comb, prod
from typing import NoReturn

import numpy as np

from .cells import Cell, newton, simplex
from .equations import UNLIKE, Block, Equations, Group, Left
from .reading import Malformed, rejected
from .rules import KEPT, LARGE, LIMIT, MAX_CLAUSES, UNKNOWN, Array, Vector


class Proof(Equations):
    """From a certificate to functions that are proved, one method after the other."""

    def values(self, cell: Cell, shift: Vector, used: set[tuple[int, int]]) -> tuple[Array, Array]:
        """What terms are at the points of the simplex of a cell, [point, term]; and flags [term]:
        those with points in several cells of their tree."""
        count, points = len(self.states), simplex(len(cell.directions), self.claim.degrees[1])
        values = np.zeros((len(points), len(self.maps) * count + 2), dtype=np.int64)
        unlike = np.zeros(values.shape[1], dtype=bool)
        unlike[UNLIKE] = True
        indices = np.column_stack([cell.origin - shift, cell.directions.T])  # as forms
        for which, number in used:
            group, forms = self.groups[number], self.matrices[which] @ indices
            forms[:, 0] += self.constants[which]
            found = self.trees.locate(group.claim, forms[[*group.indices]].tolist())
            terms = which * count + group.states
            unlike[terms] = found is None
            if found:
                table = group.functions[found[0]]
                values[:, terms] = self.weight(found[1], table.shape[1], points) @ table.T
        return values, unlike

    def weight(self, forms: tuple[Vector, ...], terms: int, points: Array) -> Array:
        """The binomials [point, term] of a polynomial on a leaf, whose parameters are the forms."""
        key = forms, terms, len(points)
        if key not in self.weights:
            degrees = range(self.claim.degree + 1)
            degree = next(d for d in degrees if comb(len(forms) + d, d) >= terms)
            words, table = simplex(len(forms), degree).tolist()[:terms], np.array(forms)
            places: list[list[int]] = [[]] * len(points)
            if forms:
                places = (table[:, 0] + points @ table[:, 1:].T).tolist()
            rows = [[prod(map(comb, place, word)) for word in words] for place in places]
            if max(map(sum, rows)) * self.largest > LARGE:
                raise Malformed("too large values")
            if self.weighed > KEPT:
                self.weights, self.weighed = {}, 0  # they can be made again
            self.weights[key] = np.array(rows)
            self.weighed += self.weights[key].nbytes
        return self.weights[key]

    def secrets(self, cell: Cell, group: Group) -> Array:
        """S at the points of a simplex of degree max(D, P) of a cell: [point, state]."""
        points = simplex(len(cell.directions), self.claim.degrees[0])
        places = (cell.origin + points @ cell.directions).tolist()
        ways = [[self.claim.ways(s, tuple(m)) for s in range(self.claim.sets)] for m in places]
        if max(map(max, ways)) * MAX_CLAUSES > LARGE:
            raise Malformed("too many secrets")
        sizes = np.zeros((len(points), len(self.states)), dtype=np.int64)
        sizes[:, group.states] = np.array(ways) @ self.starred[group.states].T
        return sizes

    def asked(self, number: int, cell: Cell) -> Iterator[tuple[Block, Left, Array, Array]]:
        """The equations that hold for a group on a cell, with the values of their terms."""
        for shift, blocks in self.blocks[number].items():
            left = self.left(cell, shift)
            chosen = [block for block in blocks if left in block.left]
            if left is not None and chosen:
                used = {pair for block in chosen for pair in block.used}
                values, unlike = self.values(cell, shift, used)
                yield from ((block, left, values, unlike) for block in chosen)

    def right_sides(
        self, block: Block, left: Left, values: Array, sizes: Array
    ) -> Iterator[list[Array]]:
        """The right sides of equations at points, from the values of terms and the sizes of the
        patterns; in the worst case one after the other for each term of the maximum."""
        constants = block.constants[:, block.left.index(left)].astype(np.int64)
        if self.claim.worst:
            yield [constants + 1 for _ in values]
            for column in block.terms.T:
                yield [row.take(column) + 1 for row in values]
            return
        sides = [constants + size[block.state] for size in sizes]
        for side, row in zip(sides, values, strict=True):
            for column in block.terms.T:
                side += row.take(column)
        yield sides

    def check_induction(self) -> None:
        """The functions of each group of states on each of its cells."""
        claim, count, done = self.claim, sum(map(len, self.cells)), 0
        for number, cells in enumerate(self.cells):
            for cell in cells:
                self.progress("induction", done, count)
                done += 1
                if claim.black or cell.origin[0] >= claim.base:
                    self.check_cell(number, cell)
                else:
                    self.solve(number, cell)

    def solve(self, number: int, cell: Cell) -> None:
        """F(m) for m < B of the one index, where nothing is claimed.

        With r = 0, parts have fewer clauses than the pattern: their values are known in time. (What
        leaves all secrets in one part, as happens for m < P, is more than the least.)
        """
        group = self.groups[number]
        found, sizes = group.functions[cell.origin[0]][:, 0], self.secrets(cell, group)
        found[:] = np.where(sizes[0] == 0, 0, UNKNOWN)
        for block, left, values, _ in self.asked(number, cell):
            if not any(block.shift):
                values[0, : len(found)] = found
            sides = self.right_sides(block, left, values, sizes)
            np.minimum.at(found, block.state, reduce(np.maximum, [rows[0] for rows in sides]))
        if found.max() > LIMIT:
            self.fail(int(found.argmax()), cell, f"it is {found.max()}")

    def check_cell(self, number: int, cell: Cell) -> None:
        """The obligations of a group of states on a cell. Where S is 0, so is G."""
        group, claim, count = self.groups[number], self.claim, len(self.states)
        sizes, none = self.secrets(cell, group), (0,) * len(claim.kinds)
        own, unlike = self.values(cell, none, {(0, number)})
        if unlike[group.states].any():
            self.fail(int(group.states[0]), cell, "its points are in several cells of its function")
        points = simplex(len(cell.directions), claim.degrees[0])
        grows = np.min(newton([*sizes.copy()], points), axis=0) >= 0
        some = sizes[0] > 0
        empty = ~np.concatenate([sizes, own[:, :count]]).any(axis=0)
        reason = "it is not 0, or S is, at some points only"
        self.require(grows & some | empty & ~some, cell, reason)
        attained = ~some
        for block, left, values, unlike in self.asked(number, cell):
            state, alive = block.state, some[block.state]
            if claim.black:
                reason = f"with r = {block.shift}, what may be asked or what is left then differs"
                wrong = alive & unlike[block.terms].any(axis=1)
                self.require(~wrong, cell, reason, state)
            above, attains = self.compare(block, left, values, sizes, own, cell)
            reason = f"an equation with r = {block.shift} does not stay above it"
            self.require(above | ~alive, cell, reason, state)
            attained[state[attains]] = True
        self.require(attained, cell, "no equation attains it")

    def compare(
        self, block: Block, left: Left, values: Array, sizes: Array, own: Array, cell: Cell
    ) -> tuple[Array, Array]:
        """Which equations are above the functions of their states on a cell, and which are equal.

        All differences of right side - G are >= 0; all are 0. In the worst case, those of one
        term are >= 0; all terms have none > 0 and one has 0 only.
        """
        points = simplex(len(cell.directions), self.claim.degrees[1])
        above, equal = np.zeros((2, len(block.state)), dtype=bool)
        below = np.ones(len(block.state), dtype=bool)
        for side in self.right_sides(block, left, values, sizes):
            for row, goal in zip(side, own, strict=True):
                row -= goal[block.state]
            more, less = np.ones((2, len(block.state)), dtype=bool)
            for row in newton(side, points):
                more &= row >= 0
                less &= row <= 0
            above, below, equal = above | more, below & less, equal | more & less
        return above, below & equal

    def require(self, right: Array, cell: Cell, reason: str, state: Array | None = None) -> None:
        """Of all states, or equations of states."""
        if not right.all():
            which = int(right.argmin())
            self.fail(which if state is None else int(state[which]), cell, reason)

    def fail(self, state: int, cell: Cell, reason: str) -> NoReturn:
        """Reject the function of a state for what it is on a cell."""
        steps = "".join(f" + {step} t" for step in cell.directions.tolist())
        line = self.states[state].line
        rejected("functions", line, f"{reason}, for m = {cell.origin.tolist()}{steps}")

    def whole(self, n: int, period: int = 0) -> tuple[int, tuple[Vector, ...]] | None:
        """Where the tree of the whole game has n + period * t colours, t = 0, 1, ...."""
        group = self.groups[self.group_of[0]]
        one = self.claim.diagonal[[*group.indices]]
        return self.trees.locate(group.claim, np.outer(one, [n, period]).tolist())

    def value(self, n: int) -> int:
        """F(n) of the whole game."""
        leaf, forms = self.whole(n) or rejected("claim", 7, "not a leaf")
        numbers = self.groups[self.group_of[0]].functions[leaf][0]
        return int((self.weight(forms, len(numbers), np.zeros((1, 1), dtype=int)) @ numbers)[0])
