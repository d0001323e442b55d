"""Theorems that tests share, each proved once in a process."""

from __future__ import annotations

from functools import cache

from masetproof import Theorem, prove
from masetproof.objectives import Objective
from masetproof.recurrences.readings import Reading


@cache
def theorem(
    game: str,
    pegs: int,
    objective: Objective = Objective.EXPECTED,
    reading: Reading = Reading.EXACT,
) -> Theorem:
    found = prove(game, pegs, objective=objective, reading=reading)
    assert isinstance(found, Theorem)
    return found
