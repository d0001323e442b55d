"""The entry point of the optimizer."""

from __future__ import annotations

from masetproof.finite import FiniteGame, Goal
from masetproof.progress import Progress, silent
from masetproof.search.optimum import Optimum

__all__ = ["optimize"]


def optimize(
    finite: FiniteGame,
    goal: Goal = Goal.EXPECTED,
    *,
    max_questions: int | None = None,
    time_limit: float | None = None,
    progress: Progress = silent,
) -> Optimum:
    """The optimum of a finite game."""
    raise NotImplementedError
