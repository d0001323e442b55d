"""Finding a proof: values are computed, claims that they bear out, and these are proved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof.patterns.pattern import as_index
from masetproof.progress import Progress, Stopwatch
from masetproof.proofs.cells import prove_on_cells
from masetproof.proofs.induction import Induction, NotInductive, induction_start, prove_classes
from masetproof.recurrences.boxes import box_values
from masetproof.recurrences.cells import Form, Tree, Undecided, descend
from masetproof.recurrences.claims import Claims
from masetproof.recurrences.growing import NotFound, grow
from masetproof.recurrences.quasipolynomial import (
    MAX_PERIOD,
    Claim,
    claim_from,
    claimed_degree,
    find_claim,
)
from masetproof.recurrences.recurrences import Recurrences, State
from masetproof.recurrences.system import System, in_columns
from masetproof.recurrences.values import evaluate, full_pattern_values

__all__ = ["Unproved", "diagonal", "find_proof"]

_FIRST_ROWS = 32
_MOST_ROWS = 768
_RAISES = (0, 1, 3, 7)
_BOUNDS = {1: (12, 24), 2: (20, 40), 3: (24, 40, 56)}
_SHARED_BOUNDS = {1: (12, 24), 2: (10, 16, 24)}
"""By the number of pegs, up to which m the values are computed to find the cells."""
_MOST_BASE = 64


@final
class Unproved(NamedTuple):
    """Why nothing was proved, and the values of the game by n."""

    reason: str
    values: dict[int, int]


def find_proof(
    system: Recurrences, progress: Progress, watch: Stopwatch
) -> tuple[Recurrences, Induction, Claim] | Unproved:
    """The system with its proof, and the claim on the game with n colours.

    Where functions have one index, the claim is on all of them.
    """
    if not system.has_one_index:
        return _on_cells(system, progress, watch)
    with watch.stage("recurrences"):
        columns = in_columns(system)
        columns.merged()
    return _on_classes(columns, progress, watch)


def _on_classes(
    system: System, progress: Progress, watch: Stopwatch
) -> tuple[System, Induction, Claim] | Unproved:
    """Where functions have one index: all have the same cells, from some base on."""
    merged = system.merged()
    degree = claimed_degree(system.objective, system.closure.pegs)
    table = np.zeros((0, len(system.pattern)), dtype=np.int64)
    reason = "the values show no quasi-polynomial"
    rows = _FIRST_ROWS
    while rows <= _MOST_ROWS:
        with watch.stage("values"):
            table = evaluate(merged, rows - 1, known=table, progress=progress)
        with watch.stage("solving"):
            likely = find_claim(table, degree)
        more = rows // 2  # or what the next claim needs, if that is less
        for claim in _raised(likely, table):
            needed = induction_start(merged, claim.base) + claim.period
            if needed > len(table):
                more = min(more, max(needed - rows, rows // 8))
                break
            try:
                with watch.stage("induction"):
                    induction = prove_classes(merged, claim, table, progress)
            except (NotInductive, OverflowError) as failure:
                reason = str(failure)
                continue
            return system, induction, induction.claims.classes
        rows += more
    values = full_pattern_values(system, table)
    tried = f"values with up to {len(table) - 1} implicit colours were tried"
    return Unproved(f"{reason} ({tried})", values)


def _raised(claim: Claim | None, table: NDArray[np.int64]) -> Iterator[Claim]:
    """The claim, and the same from later and later bases as far as the values go."""
    if claim is None:
        return
    for raise_by in _RAISES:
        base = claim.base + raise_by * claim.period
        if base + claim.period * (claim.degree + 1) <= len(table):
            yield claim_from(table, claim.period, claim.degree, base)


def _on_cells(
    system: Recurrences, progress: Progress, watch: Stopwatch
) -> tuple[Recurrences, Induction, Claim] | Unproved:
    """Where functions have several indices: the cells of each are found in its values."""
    game, pegs = system.closure.game, system.closure.pegs
    bounds = (_SHARED_BOUNDS if game.shares_colours else _BOUNDS)[pegs]
    degree, reason = claimed_degree(system.objective, pegs), ""
    maset_states = [state for state in system.states if state[0] >= len(system.closure.patterns)]
    for most in bounds:
        with watch.stage("values"):
            values = box_values(system, most, progress)
        masets = {state: int(values[state].flat[0]) for state in maset_states}
        try:
            with watch.stage("solving"):
                claims = _grown(system, values, degree, progress)
            with watch.stage("induction"):
                induction = prove_on_cells(system, claims, masets, progress)
        except (NotFound, NotInductive, OverflowError) as failure:
            reason = str(failure)
            continue
        return system, induction, diagonal(claims[system.first], as_index(1, game, pegs), degree)
    reason += f" (values with up to {bounds[-1]} implicit colours of each kind were tried)"
    whole, numbers = values[system.first], range(game.least_colours(pegs), bounds[-1] + 1)
    return Unproved(reason, {n: int(whole[as_index(n, game, pegs)]) for n in numbers})


def _grown(
    system: Recurrences,
    values: dict[State, NDArray[np.int64]],
    degree: int,
    progress: Progress,
) -> Claims:
    """What the values of functions bear out; functions with the same values have one tree."""
    trees, known, functions = {}, dict[object, Tree](), system.functions()
    for done, state in enumerate(functions, 1):
        own = values[state]
        key = own.shape, own.tobytes()
        if key not in known:
            known[key] = grow(own, degree)
        trees[state] = known[key]
        progress("solving", done, len(functions))
    return Claims.of_trees(trees)


def diagonal(tree: Tree, unit: Sequence[int], degree: int) -> Claim:
    """What a tree claims of the multiples n of a vector, from where on they stay within one cell.

    With the least period, from the least base for it.
    """
    for period in range(1, MAX_PERIOD + 1):
        base = next(_bases(tree, unit, period), None)
        if base is not None:
            last = base + period * (degree + 1)
            rows = [[tree.value([n * one for one in unit])] for n in range(base, last)]
            table = np.array(rows, dtype=np.int64)
            return Claim(base, claim_from(table, period, degree, 0).differences)
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
