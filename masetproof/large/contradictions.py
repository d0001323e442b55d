"""Why answers contradict each other on boards whose secrets are too many to list."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from masetproof.finite.contradictions import Conflict, conflict_by
from masetproof.finite.setting import FiniteGame, Step
from masetproof.large.consistent import Constraints
from masetproof.large.sample import is_small

__all__ = ["conflict_of_large"]

_TRIALS = 400_000
"""Of the search for one secret that gives some answers; a tenth of a second."""


def conflict_of_large(finite: FiniteGame) -> Conflict | None:
    """What is wrong with answers that no secret gives; None where that is not found out.

    finite: a state of play of a game of pegs.  Secrets are searched for by backtracking, each
    search for a moment; so the set of steps need not be the smallest one, but without any of its
    steps some secret gives the answers, or none is known not to.
    """
    if not is_small(finite.whole) or _left(finite, finite.after) != 0:
        return None
    return conflict_by(finite, lambda steps: _left(finite, steps))


def _left(finite: FiniteGame, steps: Sequence[Step]) -> int | None:
    """0 when no secret gives these answers, None when one does or that is not known."""
    constraints = Constraints(finite.whole)
    for question, answer in steps:
        constraints.hear(question, finite.answers[answer])
        if not len(constraints.rows):
            return 0
    found, _, complete = constraints.search(np.random.default_rng(0), _TRIALS, 1)
    return 0 if complete and not len(found) else None
