"""Which question a listing names on each cell: the strategy that it prints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import final

import numpy as np

from masetproof.proofs.cells import excess_of, has_secrets
from masetproof.proofs.theorem import Theorem
from masetproof.recurrences.cells import Cell, Tree, Undecided, descend
from masetproof.recurrences.recurrences import Recurrence, State
from masetproof.reports.cell_text import newton_text

__all__ = ["NOT_ASKED", "NO_SECRET", "Asked"]

NO_SECRET, NOT_ASKED = "no secret", "not asked"


@final
class Asked:
    """The equations of a function: where each is attained, and one for each cell.

    numbers: of each equation the first question with it.  words: the questions by their numbers.
    """

    def __init__(self, theorem: Theorem, state: State) -> None:
        self._induction, self._state = theorem.induction, state
        self._system, self._trees = theorem.system, dict[Recurrence, Tree]()
        self.numbers: dict[Recurrence, int] = {}
        self.words: dict[int, str] = {}
        self._asked: dict[Cell, int] = {}

    def excess(self, equation: Recurrence) -> Tree:
        """The tree of `excess_of`, made when it is asked for first."""
        if equation not in self._trees:
            found = excess_of(self._system, self._induction.lower, self._state, equation)
            self._trees[equation] = found
        return self._trees[equation]

    def told(self, leaf: Tree) -> str:
        """What the tree of an excess says on a leaf."""
        if leaf.differences is not None:
            return f"${newton_text(leaf.differences.tolist(), leaf.cell.free)}$"
        some = has_secrets(self._system, self._state[0], leaf.cell)
        return NOT_ASKED if some else NO_SECRET

    def name(self, cell: Cell) -> str:
        """The question that is asked on a cell of the strategy."""
        number = self._asked.get(cell)
        return NO_SECRET if number is None else rf"\mptWord{{{self.words[number]}}}"

    def strategy(self) -> Tree:
        """A tree on each leaf of which there is no secret or a question that is optimal."""
        attained = iter(self._induction.attained[self._state])
        return self._chosen(self._induction.checks[self._state], attained)

    def _chosen(self, checks: Tree, attained: Iterator[Recurrence | None]) -> Tree:
        """The part of the strategy for what is a part of the tree of the checks."""
        here = [next(attained) for _ in checks.leaves()]
        best = next(
            (one for one in dict.fromkeys(here) if one and self._is_optimal(one, checks.cell)), None
        )
        if best is not None:
            return self._leaf(checks.cell, best)
        if checks.cut is not None:
            rest = iter(here)
            children = tuple(self._chosen(child, rest) for child in checks.children)
            return Tree(checks.cell, checks.cut, children)
        return Tree(checks.cell) if here[0] is None else self._cut(checks.cell, here[0])

    def _cut(self, cell: Cell, equation: Recurrence) -> Tree:
        """A cell on which an equation is attained, in as many cells as its tree of it needs."""
        try:
            descend(self.excess(equation), cell.forms())
        except Undecided as undecided:
            parts = cell.children(undecided.cut)
            return Tree(cell, undecided.cut, tuple(self._cut(part, equation) for part in parts))
        return self._leaf(cell, equation)

    def _leaf(self, cell: Cell, equation: Recurrence) -> Tree:
        number = self.numbers[equation]
        self._asked[cell] = number
        return Tree(cell)

    def _is_optimal(self, equation: Recurrence, cell: Cell) -> bool:
        """Whether a cell with secrets lies within one where an equation is attained."""
        try:
            leaf, _ = descend(self.excess(equation), cell.forms())
        except Undecided:
            return False
        zero = leaf.differences is not None and not leaf.differences.any()
        first = np.array([cell.origin], dtype=np.int64)
        return zero and bool(self._system.secrets(self._state[0], first)[0])
