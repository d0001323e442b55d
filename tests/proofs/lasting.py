"""Bounds by counts that go on for every m, as the tail lemma says (docs/short-proofs.md).

The prover uses only the table, and the checker's `with_tails` lowers it; this is another program
for the same, from the steps of `masetproof.proofs.counts`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import as_count
from masetproof.games.pegs import PegGame
from masetproof.proofs.counts import _lowered, _secrets, _sizes, _Table, count_bounds


def lasting_bounds(
    game: PegGame, pegs: int, clauses: int, secrets: int, colours: int
) -> NDArray[np.int64]:
    """`count_bounds`, the last p colours lowered where needed so that they go on for every m by

        G(R, E; m + p) = 2 G(R, E; m) - G(R, E; m - p) + p R.

    `Refused` also for fewer than 2p - 1 colours.
    """
    bounds = count_bounds(game, pegs, clauses, secrets, colours)
    first = as_count(colours, "the number of implicit colours", 2 * pegs - 1) - 2 * pegs + 1
    sizes = _sizes(pegs, clauses, secrets)
    tables: list[_Table] = list(np.moveaxis(bounds, 2, 0)[first:].astype(np.int32))
    grown: _Table = pegs * np.arange(clauses + 1, dtype=np.int32)[:, None]
    while True:
        early, late = tables[:pegs], tables[pegs:]
        slopes = [after - before for before, after in zip(early, late, strict=True)]
        claims = [(slope + grown, grown) for slope in slopes]
        rises = _lowered(slopes, claims, np.zeros_like(sizes), pegs)
        claims = [
            (before + rise - grown, _secrets(before, first + pegs + place))
            for place, (before, rise) in enumerate(zip(early, rises, strict=True))
        ]
        tables = [*early, *_lowered(early, claims, sizes, pegs)]
        if np.array_equal(late, tables[pegs:]):
            bounds[:, :, -pegs:] = np.stack(late, axis=2)
            return bounds
