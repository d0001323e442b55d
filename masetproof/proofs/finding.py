"""Finding a proof: compute values, find claims that fit them, and prove these claims."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof.patterns.pattern import as_index
from masetproof.progress import Progress, Stopwatch
from masetproof.proofs.cells import compare_on_cells
from masetproof.proofs.general import Solve, Solved, solve_cells, solve_classes
from masetproof.proofs.induction import (
    Induction,
    NotInductive,
    equal_sides,
    induction_start,
    prove_classes,
)
from masetproof.proofs.proof import Proof, Statement, statement_of
from masetproof.recurrences.cells import Form, Tree, Undecided, descend
from masetproof.recurrences.claims import MAX_PERIOD, Claims, find_claims, stepped
from masetproof.recurrences.growing import NotFound, grow
from masetproof.recurrences.recurrences import Function, Recurrences
from masetproof.recurrences.system import System, in_columns
from masetproof.recurrences.values import box_values, evaluate, full_pattern_values

_FIRST_ROWS = 32
_MOST_ROWS = 768
_BOUNDS = {(1, 1): (12, 24), (2, 2): (20, 40), (3, 3): (24, 40, 56), (2, 3): (10, 16, 24)}
"""By the numbers of pegs and kinds: values up to these m are tried to find the cells."""
_MOST_BASE = 64


@final
@dataclass(frozen=True, eq=False, repr=False)
class Open(Proof):
    """The result of `prove` without a proof: the values by n, and why they prove nothing.

    stated: the statement, without a formula.
    system: None where the patterns of the game may have no end, so that there are no recurrences.
    """

    stated: Statement
    values: dict[int, int]
    reason: str
    system: Recurrences | None = None

    def __repr__(self) -> str:
        game, pegs, *_ = self.stated
        return f"<Open: {game.name}, {pegs} pegs, {self.reason}>"

    @property
    def statement(self) -> Statement:
        """The statement without a formula."""
        return self.stated

    def as_json(self) -> dict[str, object]:
        """The fields of `Theorem.as_json`, with the reason and without a formula."""
        fields = {"status": "open", "reason": self.reason, "formula": None}
        about = self.stated if self.system is None else self.system
        return about.as_json() | fields


def left_open(system: Recurrences, values: dict[int, int], reason: str) -> Open:
    """The result where recurrences prove nothing."""
    return Open(statement_of(system, None), values, reason, system)


@final
class Found(NamedTuple):
    """A system with its proof.

    claim: on the game with n colours; where functions have one index, on all functions.
    """

    system: Recurrences
    induction: Induction
    claim: Claims
    solved: Solved | None


def find_proof(
    system: Recurrences, progress: Progress, watch: Stopwatch, solve: Solve
) -> Found | Open:
    """Compute values, interpolate claims, compare, let SymPy solve, and conclude by induction.

    Comparing each equation with the claims shows which ones are optimal on which residue class or
    cell, and that none falls below the claims.  SymPy solves the optimal ones.
    """
    if not system.has_one_index:
        return _on_cells(system, progress, watch, solve)
    with watch.stage("recurrences"):
        progress("writing the recurrences", 0, 1)
        columns = in_columns(system)
        columns.merged  # noqa: B018
    return _on_classes(columns, progress, watch, solve)


def _on_classes(system: System, progress: Progress, watch: Stopwatch, solve: Solve) -> Found | Open:
    """For functions of one index: all have the same cells, from some base on."""
    functions = system.functions()
    table = np.zeros((0, len(system.pattern)), dtype=np.int64)
    reason = "the values show no quasi-polynomial"
    rows, least = _FIRST_ROWS, 0
    while rows <= _MOST_ROWS:
        with watch.stage("values"):
            table = evaluate(system, rows - 1, known=table, progress=progress)
        with watch.stage("claims"):
            progress("looking for formulas in the values", 0, 1)
            claims = find_claims(functions, table, system.degree, least)
        more = rows // 2  # or what the next claim needs, if that is less
        if claims is not None:
            needed = induction_start(system, claims.base) + claims.period
            if needed > len(table):
                more = min(more, max(needed - rows, rows // 8))
            else:
                try:
                    return _proved(system, claims, table, progress, watch, solve)
                except (NotInductive, OverflowError) as failure:
                    reason, least = str(failure), claims.base + claims.period
        rows += more
    values = full_pattern_values(system, table)
    tried = f"values with up to {len(table) - 1} implicit colours were tried"
    return left_open(system, values, f"{reason} ({tried})")


def _proved(
    system: System,
    claims: Claims,
    table: NDArray[np.int64],
    progress: Progress,
    watch: Stopwatch,
    solve: Solve,
) -> Found:
    """The proof of claims on functions of one index, or `NotInductive`."""
    start, solved = induction_start(system, claims.base), None
    with watch.stage("comparing"):
        progress("comparing the recurrences with the formulas", 0, 1)
        sides = equal_sides(system, system.merged, claims, start)
    with watch.stage("solving"):
        if (sides.attained >= 0).all():
            solved = solve_classes(system, claims, sides.tight, solve, progress)
    with watch.stage("induction"):
        induction = prove_classes(system, claims, table, progress, sides=sides)
    return Found(system, induction, claims, solved)


def _on_cells(
    system: Recurrences, progress: Progress, watch: Stopwatch, solve: Solve
) -> Found | Open:
    """For functions of several indices: the cells of each are found in its values."""
    game, pegs = system.closure.game, system.closure.pegs
    bounds = _BOUNDS[pegs, len(system.kinds)]
    reason = ""
    maset_functions = [
        function for function in system.all_functions if function[0] >= len(system.closure.patterns)
    ]
    for most in bounds:
        with watch.stage("values"):
            values = box_values(system, most, progress)
        masets = {function: int(values[function].flat[0]) for function in maset_functions}
        try:
            with watch.stage("claims"):
                claims = _grown(system, values, progress)
            with watch.stage("comparing"):
                compared = compare_on_cells(system, claims, masets, progress)
        except (NotFound, NotInductive, OverflowError) as failure:
            reason = str(failure)
            continue
        with watch.stage("solving"):
            solved = solve_cells(system, *compared, solve, progress)
        with watch.stage("induction"):
            claim = diagonal(system, claims[system.first])
            return Found(system, Induction(*compared), claim, solved)
    reason += f" (values with up to {bounds[-1]} implicit colours of each kind were tried)"
    whole, numbers = values[system.first], range(game.least_colours(pegs), bounds[-1] + 1)
    return left_open(system, {n: int(whole[as_index(n, game, pegs)]) for n in numbers}, reason)


def _grown(
    system: Recurrences,
    values: dict[Function, NDArray[np.int64]],
    progress: Progress,
) -> Claims:
    """Claims that fit the values of functions; functions with the same values share a tree."""
    trees, known, functions = {}, dict[object, Tree](), system.functions()
    for done, function in enumerate(functions, 1):
        own = values[function]
        key = own.shape, own.tobytes()
        if key not in known:
            known[key] = grow(own, system.degree)
        trees[function] = known[key]
        progress("functions with a claim", done, len(functions))
    return Claims.of_trees(trees)


def diagonal(system: Recurrences, tree: Tree) -> Claims:
    """What a tree of boards says of the game with n colours, from the n on where boards stay within
    one cell.

    It has the least period, and for this period the least base.  Where the tree says nothing there
    is a 0.
    """
    unit = as_index(1, system.closure.game, system.closure.pegs)
    for period in range(1, MAX_PERIOD + 1):
        base = next(_bases(tree, unit, period), None)
        if base is not None:
            last = base + period * (system.degree + 1)
            boards = ([n * one for one in unit] for n in range(last))
            rows = [[tree.value(board) if tree.tells(board) else 0] for board in boards]
            table = np.array(rows, dtype=np.int64)
            differences = stepped(table[base:], period, system.degree)
            return Claims.of_classes([system.first], table, base, differences)
    raise NotInductive("no period was found for the boards with equal columns")


def _bases(tree: Tree, unit: Sequence[int], period: int) -> Iterator[int]:
    """Each n from which on multiples of the unit stay within one cell for each residue class."""
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
