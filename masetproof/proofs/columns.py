"""Theorems on games where each column has an alphabet of its own: for every vector of numbers.

A board has n_1, ..., n_p colours in its columns.  `ColumnTheorem.value` is proved for all of them;
`formula` is that of equal columns, and `regions` states all of it, a polynomial on each cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_instance, shown
from masetproof.patterns.pattern import as_index
from masetproof.patterns.store import cached_closure
from masetproof.progress import Progress, silent
from masetproof.proofs.cells import prove_on_cells
from masetproof.proofs.column_proof import ColumnProof
from masetproof.proofs.column_verdicts import ColumnVerdict, column_verdicts
from masetproof.proofs.induction import NotInductive
from masetproof.proofs.regions import Region
from masetproof.proofs.statement import Open, Theorem
from masetproof.recurrences.cells import Form, Tree, Undecided, descend
from masetproof.recurrences.columns import (
    ColumnSystem,
    State,
    box_values,
    column_system,
)
from masetproof.recurrences.growing import NotFound, grow
from masetproof.recurrences.quasipolynomial import (
    MAX_PERIOD,
    Claim,
    Formula,
    claim_from,
    claimed_degree,
    read_formula,
)
from masetproof.recurrences.readings import Reading
from masetproof.strategies.columns import ColumnGuide

__all__ = ["ColumnTheorem", "diagonal", "prove_columns"]

_BOUNDS = {1: (12, 24), 2: (20, 40), 3: (24, 40, 56)}
"""For so many pegs, up to which m the values are computed to find the cells."""
_MOST_BASE = 64


@final
@dataclass(frozen=True, eq=False, repr=False)
class ColumnTheorem(ColumnProof, Theorem):
    """A theorem on boards where each column has colours of its own.

    diagonal: the claim on boards with equal columns.
    """

    formula: Formula
    diagonal: Claim

    def __post_init__(self) -> None:
        super().__post_init__()
        as_instance(Formula, self.formula, "the formula of a theorem")
        as_instance(Claim, self.diagonal, "the diagonal of a theorem")

    def value(self, colours: int | Sequence[int]) -> int:
        """The proved value for a board, exact: of so many colours in each column, or in all.

        `Refused` when there is no secret.
        """
        board = as_index(colours, self.closure.pegs)
        if not all(board):
            raise Refused(f"there is no secret with {shown(colours)} colours in the columns")
        return self.induction.claims[self.system.first].value(board)

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """The cells of boards with a secret, and the values on them."""
        tree = self.induction.claims[self.system.first]
        return tuple(Region(leaf.cell, leaf) for leaf in tree.leaves() if _has_secrets(leaf))

    _beyond = "; for every other vector of indices it is the first function of the certificate"

    @property
    def values(self) -> dict[int, int]:
        """The values of boards with equal columns up to the base of the formula, and beyond."""
        return _on_diagonal(
            self.induction.claims[self.system.first], self.diagonal, self.closure.pegs
        )

    @property
    def claim(self) -> Claim:
        """What is proved of boards with equal columns."""
        return self.diagonal

    def verdicts(self, state: State) -> tuple[ColumnVerdict, ...]:
        """The verdicts on all equations of a function, in the order of their questions."""
        return column_verdicts(self, state)

    def costs(self, state: State, m: int | Sequence[int]) -> dict[int, int | None]:
        """What asking a question first costs at least, by the row of `Closure.splits` of each.

        None where the question has a new colour in a column where none is implicit.
        """
        self.pattern_of(state)
        return {one.split: self.right_side(state, one, m) for one in self.system.equations(state)}

    @cached_property
    def guide(self) -> ColumnGuide:
        """The optimal questions on patterns; `strategy` makes them questions of the real game."""
        return ColumnGuide(self)

    @cached_property
    def real_game(self) -> Theorem | Open:
        """The theorem of the reading `exact`, for the same game and objective."""
        closure = cached_closure(self.closure.game, self.closure.pegs, extra=True)
        return prove_columns(column_system(closure, Reading.EXACT, self.system.objective))


def _has_secrets(leaf: Tree) -> bool:
    """Whether there is a secret somewhere on a cell of boards."""
    rays = [leaf.cell.ray(i) for i in leaf.cell.free]
    return all(map(any, zip(leaf.cell.origin, *rays, strict=True)))


def prove_columns(system: ColumnSystem, progress: Progress = silent) -> ColumnTheorem | Open:
    """The theorem of a system, or its values and why they prove nothing."""
    pegs = system.closure.pegs
    degree, reason = claimed_degree(system.objective, pegs), ""
    maset_states = [state for state in system.states if state[0] >= len(system.closure.patterns)]
    for most in _BOUNDS[pegs]:
        values = box_values(system, most, progress)
        masets = {state: int(values[state].flat[0]) for state in maset_states}
        try:
            claims: dict[State, Tree] = {}
            functions, known_trees = system.functions(), {}
            for done, state in enumerate(functions, 1):
                own = _of_indices(system, state, values[state])
                key = own.shape, own.tobytes()
                if key not in known_trees:
                    known_trees[key] = grow(own, degree)
                claims[state] = known_trees[key]
                progress("solving", done, len(functions))
            induction = prove_on_cells(system, claims, masets, progress)
        except (NotFound, NotInductive, OverflowError) as failure:
            reason = str(failure)
            continue
        claim = diagonal(claims[system.first], pegs, degree)
        known = _on_diagonal(claims[system.first], claim, pegs)
        return ColumnTheorem(system, induction, read_formula(claim, known, system.objective), claim)
    reason += f", with up to {_BOUNDS[pegs][-1]} implicit colours in each column"
    return Open(system, values[system.first], reason)


def _on_diagonal(tree: Tree, claim: Claim, pegs: int) -> dict[int, int]:
    """The values of a tree at vectors (n, ..., n) up to the base of a claim, and beyond."""
    return {n: tree.value((n,) * pegs) for n in range(1, claim.base + pegs + 1 + claim.period)}


def _of_indices(system: ColumnSystem, state: State, values: NDArray[np.int64]) -> NDArray[np.int64]:
    """The values of a function by its own indices only."""
    active = system.active[state[0]]
    whole = slice(None)
    chosen: NDArray[np.int64] = values[
        tuple(whole if j in active else 0 for j in range(values.ndim))
    ]
    return chosen


def diagonal(tree: Tree, pegs: int, degree: int) -> Claim:
    """What a tree claims of vectors (n, ..., n), from where on they stay within one cell each.

    With the least period, from the least base for it.
    """
    for period in range(1, MAX_PERIOD + 1):
        base = next(_bases(tree, pegs, period), None)
        if base is not None:
            rows = [[tree.value((n,) * pegs)] for n in range(base, base + period * (degree + 1))]
            found = claim_from(np.array(rows, dtype=np.int64), period, degree, 0)
            return Claim(base, found.differences)
    raise NotInductive("the boards with equal columns do not stay within cells")


def _bases(tree: Tree, pegs: int, period: int) -> Iterator[int]:
    """From where on the vectors (n, ..., n) of each residue class stay within one cell."""
    decided = []
    for start in range(_MOST_BASE + period):
        try:
            descend(tree, [Form(start, (period,))] * pegs)
            decided.append(True)
        except Undecided:
            decided.append(False)
    for base in range(_MOST_BASE):
        if all(decided[base : base + period]):
            yield base
