"""What a proof on cells says of each single equation (`proofs.verdicts`)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, partial
from typing import final

from masetproof.arguments import Refused, shown
from masetproof.proofs.cell_proof import CellProof
from masetproof.proofs.cells import excess_of, has_secrets
from masetproof.proofs.regions import conditions
from masetproof.proofs.verdicts import Analysed, Verdict, judged
from masetproof.recurrences.cells import Cell, Tree
from masetproof.recurrences.recurrences import State

__all__ = ["Boards", "cell_verdicts"]

_SHOWN = 6
"""So many cells are told in words."""


@final
@dataclass(frozen=True, eq=False, repr=False)
class Boards:
    """The boards for which a question on a pattern is optimal, by the cells where its excess is 0.

    excess: the tree of `excess_of`.  In words a board has n1, n2, ... colours in its columns; where
    columns share colours, m1, m2, m12, ... implicit ones of each kind.
    """

    proof: CellProof
    state: State
    excess: Tree

    def __contains__(self, colours: object) -> bool:
        try:
            m = self.proof.implicit_of(self.state, colours)
        except Refused:
            return False
        leaf, _ = self.excess.leaf_at([m[j] for j in self._active])
        return leaf.differences is not None and not leaf.differences.any()

    @property
    def _active(self) -> tuple[int, ...]:
        return self.proof.system.active[self.state[0]]

    @property
    def is_empty(self) -> bool:
        """Whether there are none."""
        return not self.cells

    @property
    def is_everything(self) -> bool:
        """Whether they are all with which there is a secret."""
        return self.cells == (self.excess.cell,)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Cells of implicit colours that make them up, and boards without a secret besides."""
        return tuple(self._gathered(self.excess)[1])

    def _gathered(self, tree: Tree) -> tuple[bool | None, list[Cell]]:
        """Whether the question is optimal on a whole tree (None without a secret), and where."""
        if tree.cut is None:
            if tree.differences is None:
                some = has_secrets(self.proof.system, self.state[0], tree.cell)
                return False if some else None, []
            is_zero = not tree.differences.any()
            return is_zero, [tree.cell] * is_zero
        found = [self._gathered(child) for child in tree.children]
        kinds = {kind for kind, _ in found}
        if False not in kinds:
            return (True, [tree.cell]) if True in kinds else (None, [])
        return False, [cell for _, cells in found for cell in cells]

    def __str__(self) -> str:
        return self._told

    @cached_property
    def _told(self) -> str:
        if self.is_everything:
            return "every n"
        if self.is_empty:
            return "no n"
        if len(self.cells) > _SHOWN:
            return f"n in {len(self.cells)} cells"
        closure, letter, shift = self.proof.closure, "m", [0] * len(self._active)
        if closure.game.own_alphabets:
            known = closure.patterns[self.state[0]].colours_by_column
            letter, shift = "n", [known[column] for column in self._active]
        named = self.proof.system.names(letter)
        names = [named[place] for place in self._active]
        told = [conditions(cell, names, shift)[0] for cell in self.cells]
        return " or ".join(" and ".join(walls) for walls in told)

    __repr__ = __str__


def cell_verdicts(proof: CellProof, state: State) -> tuple[Verdict, ...]:
    """The verdicts on all equations of a function, in the order of their questions.

    `Refused` when play never comes to it.
    """
    pattern = proof.pattern_of(state)
    if state not in proof.induction.checks:
        raise Refused(f"play never comes to function {shown(state)}")
    equations = {equation.split: equation for equation in proof.system.equations(state)}

    def analyse(split: int) -> Analysed[Verdict]:
        equation = equations[split]
        excess = excess_of(proof.system, proof.induction, state, equation)
        asked = [leaf.differences for leaf in excess.leaves() if leaf.differences is not None]
        return Analysed(
            (equation.new, frozenset(Counter(equation.parts).items())),
            (),  # an explicit part is a term here
            not any(equation.new) and any(part.number == pattern for part in equation.parts),
            Boards(proof, state, excess),
            partial(Verdict, least=min(int(differences[0]) for differences in asked)),
        )

    return judged(proof, state, analyse)
