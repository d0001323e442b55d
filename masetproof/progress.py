"""Progress: functions that long work calls now and then, to report and to be stopped; and times."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, final

from masetproof.arguments import Refused, as_instance, counted, shown

Progress = Callable[[str, int, int], None]
"""Called with the stage, how much of it is done, and how much there is; 0 if that is not known.

A stage names what is counted, as "games", behind what else is to be known, with semicolons between
them: "best so far 20; lower bound 18; games".
"""

_LEAST = 1.0
"""An estimate is given only when a stage has lasted for this many seconds."""
_LEFT = " left"
_MOST_STAGES = 50
"""The beginnings of at most this many stages are remembered."""

Tick = Callable[[], None]
"""Called now and then by work that can be stopped; what it raises stops the work."""


def silent(stage: str, done: int, total: int) -> None:
    """Progress for nobody."""


def in_words(stage: str, done: int, total: int) -> str:
    """A report for people.  How much is done is left out where only one thing is to be done.

    >>> in_words("games", 1200, 5000), in_words("states", 7, 0), in_words("table of answers", 0, 1)
    ('games: 1,200 of 5,000', 'states: 7', 'table of answers')
    """
    if total > 1:
        return f"{stage}: {done:,} of {total:,}"
    return stage if total or not done else f"{stage}: {done:,}"


def under(head: str, progress: Progress) -> Progress:
    """The same progress, with *head* before each stage, which says what the stage belongs to."""

    def report(stage: str, done: int, total: int) -> None:
        progress(f"{head}; {stage}", done, total)

    progress(head, 0, 0)
    return report


def estimated(progress: Progress) -> Progress:
    """The same progress, with the time that a stage still needs in its name: "games, 3 minutes
    left".

    The estimate is the pace so far.  It is measured anew when the total changes or a stage of this
    name begins once more.  A stage that comes with an estimate keeps that.
    """
    begun: dict[str, tuple[float, int, int, int]] = {}

    def report(stage: str, done: int, total: int) -> None:
        now = time.monotonic()
        begin, first, last, of = begun.get(stage, (now, done, done, total))
        if done < last or total != of:
            begin, first = now, done
        if len(begun) > _MOST_STAGES:
            begun.clear()  # most are over
        begun[stage] = begin, first, done, total
        if first < done < total and not stage.endswith(_LEFT) and now - begin >= _LEAST:
            seconds = (now - begin) / (done - first) * (total - done)
            stage = f"{stage}, {_duration(seconds)}{_LEFT}"
        progress(stage, done, total)

    return report


def _duration(seconds: float) -> str:
    """A time as an estimate says it."""
    if seconds >= 5400:
        return f"{seconds / 3600:.1f} hours"
    if seconds >= 90:
        return f"{seconds / 60:.0f} minutes"
    return counted(max(round(seconds), 1), "second")


def no_tick() -> None:
    """A tick for nobody."""


def as_progress(value: object) -> Progress:
    """*value* if it can be called; `Refused` otherwise."""
    if not callable(value):
        raise Refused(f"progress must be a function, not {shown(value)}")
    return value


def as_tick(value: object) -> Tick:
    """*value* if it can be called; `Refused` otherwise."""
    if not callable(value):
        raise Refused(f"the tick must be a function, not {shown(value)}")
    return value


@final
class Interrupted(KeyboardInterrupt):
    """An interrupt of long work; finished: the part of the result that was finished by then."""

    def __init__(self, finished: Any) -> None:
        super().__init__("interrupted")
        self.finished = finished


@final
@dataclass
class Stopwatch:
    """Seconds spent in each stage, in the order in which the stages began."""

    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count the time of a block for the stage *name*."""
        begin = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - begin

    def rounded(self) -> dict[str, float]:
        """The seconds to three digits."""
        return {stage: round(seconds, 3) for stage, seconds in self.seconds.items()}


def as_stopwatch(value: object) -> Stopwatch:
    """*value* if it is a stopwatch, a new one for None; `Refused` otherwise."""
    return Stopwatch() if value is None else as_instance(Stopwatch, value, "stopwatch")
