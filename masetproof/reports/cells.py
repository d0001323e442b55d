"""Trees of cells in LaTeX (`recurrences.cells`), and the choice of what is printed of them.

Each free parameter of a cell is a form in the indices, so every cut is a condition on the indices.
An index that a cut determines is replaced by its form and no longer occurs.

Some permutations of the columns map a pattern and its excluded colours to themselves.  Such a
permutation exchanges the indices and leaves the function as it is.  So optimal questions are
printed for one order of such indices only; for the others the columns are exchanged.  A strategy
names one optimal question on each cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import lcm
from typing import final

import numpy as np

from masetproof.patterns.isomorphism import column_symmetries
from masetproof.proofs.cells import excess_of, has_secrets
from masetproof.proofs.theorem import Theorem
from masetproof.recurrences.cells import (
    Cell,
    InIndices,
    Tree,
    Undecided,
    Vector,
    degree_of,
    descend,
    in_indices,
    simplex,
)
from masetproof.recurrences.polynomials import parted, several_latex, summed
from masetproof.recurrences.recurrences import Function, Recurrences
from masetproof.reports import latex

PARAMETERS = "tuvw"
"""The free parameters of a cell, by their numbers."""


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


def _vector(values: Sequence[str]) -> str:
    """A vector, or its only entry."""
    return values[0] if len(values) == 1 else f"({', '.join(values)})"


Order = tuple[tuple[int, ...], ...]
"""Groups of two or more indices, by their places, in which a function is symmetric.

The indices of a group are in order when none is greater than the one before it."""


NO_SECRET, NOT_ASKED = "no secret", "not asked"


@final
@dataclass(frozen=True)
class TreeWriter:
    """Writes trees of a function, without leaves whose points all have indices in another order."""

    system: Recurrences
    function: Function
    order: Order = ()

    @property
    def names(self) -> list[str]:
        """The names of the indices of the function."""
        return [latex.INDICES[place] for place in self.system.active[self.function[0]]]

    @property
    def order_text(self) -> str:
        """The order of the indices in words; empty where there is none."""
        names = self.names
        orders = [r" \ge ".join(names[i] for i in block) for block in self.order]
        return ", ".join(f"${order}$" for order in orders)

    def lines(self, tree: Tree, text_of: Callable[[Tree], str]) -> Iterator[str]:
        """The conditions of a tree, one line for each condition that has an alternative.

        text_of: the text that covers all points under a condition; empty where the conditions below
            it follow.
        """
        fork, ways = self._fork(tree)
        if not ways:
            yield rf"\mptCell{{0}}{{}}{{{text_of(fork)}}}"
        yield from self._below(ways, text_of, 0)

    def _below(
        self, ways: list[tuple[str, Tree]], text_of: Callable[[Tree], str], depth: int
    ) -> Iterator[str]:
        for condition, child in ways:
            fork, further = self._fork(child)
            text = text_of(fork)
            yield rf"\mptCell{{{depth}}}{{{condition}}}{{{text}}}"
            if not text:
                yield from self._below(further, text_of, depth + 1)

    def claimed(self, tree: Tree) -> str:
        """The polynomial in the indices that is claimed on a leaf."""
        if tree.cut is not None:
            return ""
        return f"${several_latex(in_indices(tree), self.names, on_a_line=True)}$"

    def leaf_text(self, text_of: Callable[[Tree], str], tree: Tree) -> str:
        """The text of a leaf, with its points.

        Empty for a tree with a cut, unless no question is asked on any leaf for the same reason:
        then this text stands once, without points.
        """
        texts = {text_of(leaf) for leaf in tree.leaves()}
        if len(texts) == 1 and texts <= {NO_SECRET, NOT_ASKED}:
            return texts.pop()
        return f"${self.point(tree.cell)}$: {text_of(tree)}" if tree.cut is None else ""

    def point(self, cell: Cell) -> str:
        """The indices of a cell's points as forms in its parameters, a constant first."""
        forms = [
            summed(zip((form.constant, *form.slopes), ("", *PARAMETERS), strict=False))
            for form in cell.forms()
        ]
        return self.vector(forms)

    def vector(self, forms: Sequence[str]) -> str:
        """The equation between the indices and some forms."""
        return f"{_vector(self.names)} = {_vector(forms)}"

    def _fork(self, tree: Tree) -> tuple[Tree, list[tuple[str, Tree]]]:
        """The tree where the ways to the kept leaves part, with these ways; or the only leaf."""
        while len(ways := self._kept(tree)) == 1:
            ((_, tree),) = ways
        return tree, ways

    def _kept(self, tree: Tree) -> list[tuple[str, Tree]]:
        """The conditions of a cut that hold for some points with that order."""
        return [
            (condition, child)
            for condition, child in self._children(tree)
            if any(may_be_in_order(leaf.cell, self.order) for leaf in child.leaves())
        ]

    def _children(self, tree: Tree) -> Iterator[tuple[str, Tree]]:
        """The conditions of a cut with their trees; cuts of the same parameter share a row."""
        if tree.cut is None:
            return
        kind, i, j = tree.cut
        known, one = tree.cell.parameters(), np.array([0] * len(self.names) + [1])
        here = known[i]
        if kind == "below":
            first, second = tree.children
            yield self._relation(here, "="), first
            if second.cut is not None and second.cut[:2] == ("below", i):
                yield from self._children(second)
            else:
                yield self._relation(here - one, r"\ge"), second
        elif kind == "order":
            apart = known[j] - here, here - known[j] - one
            for child, form in zip(tree.children, apart, strict=True):
                yield self._relation(form, r"\ge"), child
        else:
            for rest, child in enumerate(tree.children):
                yield self._congruence(here, rest, j), child

    def _relation(self, form: InIndices, sign: str) -> str:
        """The condition that a form is 0, or >= 0, with negative terms moved to the other side."""
        whole, _ = _scaled(form)
        if sign == "=" and max(whole[:-1], default=0) <= 0:
            whole = -whole
        sides = parted(dict(zip((*self.names, ""), whole, strict=True)))
        return f" {sign} ".join(summed((c, name) for name, c in side.items()) for side in sides)

    def _congruence(self, form: InIndices, rest: int, modulus: int) -> str:
        whole, scale = _scaled(form)
        text = summed(zip(whole, (*self.names, ""), strict=True))
        return rf"{text} \equiv {rest * scale} \pmod{{{modulus * scale}}}"


def _scaled(form: InIndices) -> tuple[InIndices, int]:
    """The form times the least number that makes it whole."""
    scale = lcm(*(c.denominator for c in form))
    return form * scale, scale


def order_of(system: Recurrences, function: Function) -> Order:
    """The indices in which a function is symmetric."""
    number = function[0]
    group = [one.columns for one in column_symmetries(system.closure.patterns[number])]
    kept = [columns for columns in group if system.moved(function, columns) == function]
    images = {system.index_of(number, range(len(system.kinds)), columns) for columns in kept}
    active, blocks = system.active[number], list[list[int]]()
    for place, index in enumerate(active):
        for block in blocks:
            swap = {index: active[block[0]], active[block[0]]: index}
            if tuple(swap.get(one, one) for one in active) in images:
                block.append(place)
                break
        else:
            blocks.append([place])
    return tuple(tuple(block) for block in blocks if len(block) > 1)


def may_be_in_order(cell: Cell, order: Order) -> bool:
    """Whether no two indices are in the wrong order at every point of the cell."""
    forms = cell.forms()
    apart = [forms[i].plus(forms[j], -1) for block in order for i, j in pairwise(block)]
    return not any(form.constant < 0 and max(form.slopes, default=0) <= 0 for form in apart)


@final
class OptimalCells:
    """Where the questions of a function are optimal, cell by cell, as both sides of the proof show.

    Questions are named by their rows of `Closure.splits`.
    """

    def __init__(self, theorem: Theorem, function: Function) -> None:
        self._induction, self._function = theorem.induction, function
        self._system, self._trees = theorem.system, dict[int, Tree]()
        self._equations = {one.split: one for one in theorem.system.equations(function)}
        self._asked: dict[Cell, int] = {}

    def excess(self, split: int) -> Tree:
        """The excess of a question, by cells, computed once."""
        if split not in self._trees:
            equation = self._equations[split]
            excess = excess_of(self._system, self._induction.lower, self._function, equation)
            self._trees[split] = excess
        return self._trees[split]

    def excess_text(self, leaf: Tree) -> str:
        """The text of the tree of an excess for one leaf."""
        if leaf.differences is not None:
            return f"${newton_text(leaf.differences.tolist(), leaf.cell.free)}$"
        some = has_secrets(self._system, self._function[0], leaf.cell)
        return NOT_ASKED if some else NO_SECRET

    @cached_property
    def chosen(self) -> tuple[Tree, Mapping[Cell, int]]:
        """A tree, and an optimal question for each leaf with secrets."""
        attained = self._induction.upper.attained(self._function)
        splits = iter([None if one is None else one.split for one in attained])
        return self._chosen(self._induction.lower.checks[self._function], splits), self._asked

    def _chosen(self, checks: Tree, attained: Iterator[int | None]) -> Tree:
        """The part of the strategy for a part of the tree of the checks."""
        here = [next(attained) for _ in checks.leaves()]
        splits = [one for one in dict.fromkeys(here) if one is not None]
        best = next((one for one in splits if self._is_optimal(one, checks.cell)), None)
        if best is not None:
            return self._leaf(checks.cell, best)
        if checks.cut is not None:
            rest = iter(here)
            children = tuple(self._chosen(child, rest) for child in checks.children)
            return Tree(checks.cell, checks.cut, children)
        return Tree(checks.cell) if here[0] is None else self._cut(checks.cell, here[0])

    def _cut(self, cell: Cell, split: int) -> Tree:
        """A cell on which an equation is attained, cut as far as the tree of its question needs."""
        try:
            descend(self.excess(split), cell.forms())
        except Undecided as undecided:
            parts = cell.children(undecided.cut)
            return Tree(cell, undecided.cut, tuple(self._cut(part, split) for part in parts))
        return self._leaf(cell, split)

    def _leaf(self, cell: Cell, split: int) -> Tree:
        self._asked[cell] = split
        return Tree(cell)

    def _is_optimal(self, split: int, cell: Cell) -> bool:
        """Whether a cell with secrets lies within one where an equation is attained."""
        try:
            leaf, _ = descend(self.excess(split), cell.forms())
        except Undecided:
            return False
        zero = leaf.differences is not None and not leaf.differences.any()
        first = np.array([cell.origin], dtype=np.int64)
        return zero and bool(self._system.secrets(self._function[0], first)[0])
