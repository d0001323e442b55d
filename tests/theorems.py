"""Theorems that tests share, each proved once in a process, and which readings they take."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from masetproof import Theorem, prove
from masetproof.objectives import Objective
from masetproof.recurrences.readings import Reading

_PAIRS = [
    (Objective.EXPECTED, Reading.EXACT),
    (Objective.EXPECTED, Reading.WITHOUT),
    (Objective.WORST, Reading.WITH),
]


def _parametrized(*, first: bool) -> pytest.MarkDecorator:
    cases = [
        pytest.param(*pair, marks=[] if (pair in _PAIRS) == first else [pytest.mark.slow])
        for pair in product(Objective, Reading)
    ]
    return pytest.mark.parametrize(("objective", "reading"), cases)


IN_PAIRS = _parametrized(first=True)
"""Each objective and each reading in some pair; the other pairs are for the slow suite."""
IN_OTHER_PAIRS = _parametrized(first=False)
"""The same with these other pairs, so that all of them are tried somewhere in the fast suite."""


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
