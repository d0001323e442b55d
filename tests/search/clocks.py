"""A clock for the tests of time limits, which goes on as it is read and not as time goes by.

So what a run does under a limit depends on its work alone, and on no machine and no load.
"""

from __future__ import annotations

import time

import pytest

from masetproof.games.comparison import ComparisonGame
from masetproof.search import clock, keeping, optimize, solver
from masetproof.words import Word


class CountedClock:
    """Each reading is a fixed number of seconds after the one before."""

    def __init__(self, pace: float) -> None:
        self.pace = pace
        self.now = 0.0

    def _read(self) -> float:
        self.now += self.pace
        return self.now

    def wait(self, seconds: float) -> None:
        """Let time go by."""
        self.now += seconds

    time = perf_counter = monotonic = _read


def count_time(monkeypatch: pytest.MonkeyPatch, pace: float) -> CountedClock:
    """Let the search of this process read a `CountedClock`."""
    counted = CountedClock(pace)
    for module in (clock, keeping, optimize, solver):
        monkeypatch.setattr(module, "time", counted)
    return counted


def slow_answers(monkeypatch: pytest.MonkeyPatch, seconds: float) -> CountedClock:
    """A clock by which each answer of the comparison game takes a number of seconds, all else none.

    It stands for `time.monotonic`.  The answers of this game are found one by one.
    """
    counted, compare = CountedClock(0), ComparisonGame.compare

    def slowly(game: ComparisonGame, secret: Word, question: Word) -> str:
        counted.wait(seconds)
        return compare(game, secret, question)

    monkeypatch.setattr(ComparisonGame, "compare", slowly)
    monkeypatch.setattr(time, "monotonic", counted.monotonic)
    return counted
