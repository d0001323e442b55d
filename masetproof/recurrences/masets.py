"""Minimal EPL and minimal depth of the explicit masets (Peczarski, subprocedure 2)."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import as_member
from masetproof.objectives import Objective
from masetproof.patterns.closure import Closure
from masetproof.recurrences.readings import Reading

__all__ = ["maset_values"]

_UNKNOWN = np.int64(1) << 40


def maset_values(closure: Closure, reading: Reading, objective: Objective) -> NDArray[np.int64]:
    """The minimum over all strategies for every explicit maset of the closure.

    int64[masets, cap + 1], for each number of excluded colours; levels that the reading never
    has are filled by the same rules.  An explicit maset has few secrets, its EPL is at most
    their square.

    A question whose parts are fewer than the maset depends on smaller masets only; one that
    leaves the maset whole is never worth asking.
    """
    reading, objective = as_member(Reading, reading), as_member(Objective, objective)
    game, pegs = closure.game, closure.pegs
    cap = game.excluded_cap(pegs)
    splits = closure.maset_splits
    size = np.array([len(maset.clauses) for maset in closure.explicit], dtype=np.int64)
    colours = np.array([maset.colours for maset in closure.explicit], dtype=np.int8)
    values = np.full((len(size) + 1, cap + 1), _UNKNOWN, dtype=np.int64)
    values[-1] = 0  # the index -1 is no part
    allowed = reading.most_blanks(game, pegs)
    colours_of = np.append(colours, np.int8(0))
    size_of = np.append(size, 0)
    smaller = size_of[splits.explicit] < size[splits.pattern][:, None]
    progress = np.all(smaller, axis=1)
    order = np.argsort(size[splits.pattern], kind="stable")
    order = order[progress[order]]
    bounds = np.searchsorted(size[splits.pattern][order], np.unique(size), side="left")
    for low, high in pairwise([*bounds.tolist(), len(order)]):
        rows = order[low:high]
        maset, parts = splits.pattern[rows], splits.explicit[rows]
        excluded = colours[maset][:, None] - colours_of[parts]
        for level in range(cap + 1):
            after = reading.levels_after(level, excluded, cap)
            below = values[parts, after]
            if objective is Objective.EXPECTED:
                result = size[maset] + below.sum(axis=1)
            else:
                result = 1 + below.max(axis=1)
            possible = splits.extra[rows] <= allowed[level]
            np.minimum.at(values[:, level], maset[possible], result[possible])
    return values[:-1]
