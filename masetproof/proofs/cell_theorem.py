"""Theorems that are proved on cells: for every vector of numbers of colours, a board.

`CellTheorem.value` is proved for all boards; `formula` is that of the game with n colours, and
`regions` states all of it, a polynomial on each cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_instance, either_spelling, shown
from masetproof.patterns.closure import check_provable
from masetproof.patterns.pattern import as_index
from masetproof.patterns.store import cached_closure
from masetproof.progress import Progress, Stopwatch, silent
from masetproof.proofs.cell_guide import CellGuide
from masetproof.proofs.cell_proof import CellProof
from masetproof.proofs.cell_verdicts import cell_verdicts
from masetproof.proofs.cells import has_secrets, prove_on_cells
from masetproof.proofs.induction import NotInductive
from masetproof.proofs.regions import Region
from masetproof.proofs.statement import Open, Theorem
from masetproof.proofs.verdicts import Verdict
from masetproof.recurrences.boxes import box_values
from masetproof.recurrences.cells import Form, Tree, Undecided, descend
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
from masetproof.recurrences.recurrences import Recurrences, State, recurrences_of

__all__ = ["CellTheorem", "diagonal", "prove_recurrences"]

_BOUNDS = {1: (12, 24), 2: (20, 40), 3: (24, 40, 56)}
_SHARED_BOUNDS = {1: (12, 24), 2: (10, 16, 24)}
"""For so many pegs, up to which m the values are computed to find the cells."""
_MOST_BASE = 64


@final
@dataclass(frozen=True, eq=False, repr=False)
class CellTheorem(CellProof, Theorem):
    """A theorem on a game where patterns have several indices, for every vector of them.

    A *board* has so many colours of each kind: where each column has colours of its own n_1, ...,
    n_p in the columns, where columns share colours so many for each set of columns where they may
    stand.  diagonal: the claim on the game with n colours, in every column or in all of them.
    """

    formula: Formula
    diagonal: Claim

    def __post_init__(self) -> None:
        super().__post_init__()
        as_instance(Formula, self.formula, "the formula of a theorem")
        as_instance(Claim, self.diagonal, "the diagonal of a theorem")

    @either_spelling
    def value(self, colours: int | Sequence[int]) -> int:
        """The proved value, exact, for the game with so many colours, or so many of each kind.

        The kinds are in the order of `PegGame.kinds`: with an alphabet for each column that of the
        columns.  `Refused` when there is no secret.
        """
        board = as_index(colours, self.closure.game, self.closure.pegs)
        if not self.closure.patterns[0].secrets(self.closure.game, board):
            raise Refused(f"there is no secret with {shown(colours)} for the numbers of colours")
        return self.boards.value(board)

    @property
    def boards(self) -> Tree:
        """What is proved of boards, by numbers of colours of each kind."""
        return self.induction.claims[self.system.first]

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """The cells of boards with a secret, and the values on them."""
        names = self.system.names("n")
        return tuple(
            Region(leaf.cell, leaf, names)
            for leaf in self.boards.leaves()
            if has_secrets(self.system, 0, leaf.cell)
        )

    @property
    def values(self) -> dict[int, int]:
        """The values of the game with n colours up to the base of the formula, and beyond."""
        return _on_diagonal(self.system, self.boards, self.diagonal)

    @property
    def claim(self) -> Claim:
        """What is proved of the game with n colours."""
        return self.diagonal

    def verdicts(self, state: State) -> tuple[Verdict, ...]:
        """The verdicts on all equations of a function, in the order of their questions."""
        return cell_verdicts(self, state)

    @cached_property
    def guide(self) -> CellGuide:
        """The optimal questions on patterns; `strategy` makes them questions of the real game."""
        return CellGuide(self)

    @cached_property
    def real_game(self) -> Theorem | Open:
        """The theorem of the reading `exact`, for the same game and objective."""
        closure = cached_closure(self.closure.game, self.closure.pegs, extra=True)
        return prove_recurrences(recurrences_of(closure, Reading.EXACT, self.system.objective))


def prove_recurrences(
    system: Recurrences, progress: Progress = silent, stopwatch: Stopwatch | None = None
) -> Theorem | Open:
    """The theorem of a system, or its values and why they prove nothing."""
    game, pegs = check_provable(system.closure.game, system.closure.pegs)
    bounds = (_SHARED_BOUNDS if game.shares_colours else _BOUNDS)[pegs]
    degree, reason = claimed_degree(system.objective, pegs), ""
    maset_states = [state for state in system.states if state[0] >= len(system.closure.patterns)]
    watch = stopwatch or Stopwatch()
    for most in bounds:
        with watch.stage("values"):
            values = box_values(system, most, progress)
        masets = {state: int(values[state].flat[0]) for state in maset_states}
        try:
            with watch.stage("solving"):
                claims = _claims(system, values, degree, progress)
            with watch.stage("induction"):
                induction = prove_on_cells(system, claims, masets, progress)
        except (NotFound, NotInductive, OverflowError) as failure:
            reason = str(failure)
            continue
        tree = claims[system.first]
        claim = diagonal(tree, as_index(1, game, pegs), degree)
        known = _on_diagonal(system, tree, claim)
        return CellTheorem(system, induction, read_formula(claim, known, system.objective), claim)
    reason += f" (values with up to {bounds[-1]} implicit colours of each kind were tried)"
    whole, numbers = values[system.first], range(game.least_colours(pegs), bounds[-1] + 1)
    return Open(system, {n: int(whole[as_index(n, game, pegs)]) for n in numbers}, reason)


def _claims(
    system: Recurrences,
    values: dict[State, NDArray[np.int64]],
    degree: int,
    progress: Progress,
) -> dict[State, Tree]:
    """What the values of functions bear out; functions with the same values have one tree."""
    claims, known, functions = {}, dict[object, Tree](), system.functions()
    for done, state in enumerate(functions, 1):
        own = values[state]
        key = own.shape, own.tobytes()
        if key not in known:
            known[key] = grow(own, degree)
        claims[state] = known[key]
        progress("solving", done, len(functions))
    return claims


def _on_diagonal(system: Recurrences, tree: Tree, claim: Claim) -> dict[int, int]:
    """The values of the game with n colours up to the base of a claim, and beyond."""
    game, pegs = system.closure.game, system.closure.pegs
    numbers = range(game.least_colours(pegs), claim.base + pegs + system.cap + claim.period)
    return {n: tree.value(as_index(n, game, pegs)) for n in numbers}


def diagonal(tree: Tree, unit: Sequence[int], degree: int) -> Claim:
    """What a tree claims of the multiples n of a vector, from where on they stay within one cell.

    With the least period, from the least base for it.
    """
    for period in range(1, MAX_PERIOD + 1):
        base = next(_bases(tree, unit, period), None)
        if base is not None:
            last = base + period * (degree + 1)
            rows = [[tree.value([n * one for one in unit])] for n in range(base, last)]
            found = claim_from(np.array(rows, dtype=np.int64), period, degree, 0)
            return Claim(base, found.differences)
    raise NotInductive("no period was found for the boards with equal columns")


def _bases(tree: Tree, unit: Sequence[int], period: int) -> Iterator[int]:
    """From where on the multiples of each residue class stay within one cell."""
    decided = []
    for start in range(_MOST_BASE + period):
        try:
            descend(tree, [Form(start * one, (period * one,)) for one in unit])
            decided.append(True)
        except Undecided:
            decided.append(False)
    for base in range(_MOST_BASE):
        if all(decided[base : base + period]):
            yield base
