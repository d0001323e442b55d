"""How long work tells what it is doing, a function that is called now and then; and its time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, final

from masetproof.arguments import Refused, shown

Progress = Callable[[str, int, int], None]
"""Called with the stage, how much of it is done, and how much there is, if that is known."""

Tick = Callable[[], None]
"""Called now and then by work that can be stopped; what it raises stops the work."""


def silent(stage: str, done: int, total: int) -> None:
    """Progress for nobody."""


def estimated(progress: Progress) -> Progress:
    """The same, with how long the rest of a stage takes beside its name, at the pace so far."""
    begun: dict[str, tuple[float, int]] = {}

    def report(stage: str, done: int, total: int) -> None:
        now = time.monotonic()
        begin, before = begun.setdefault(stage, (now, done))
        if before < done < total:
            seconds = (now - begin) / (done - before) * (total - done)
            stage = f"{stage}, {_duration(seconds)} left"
        progress(stage, done, total)

    return report


def _duration(seconds: float) -> str:
    """A time as an estimate says it."""
    if seconds >= 5400:
        return f"{seconds / 3600:.1f} hours"
    return f"{seconds / 60:.0f} minutes" if seconds >= 90 else f"{seconds:.0f} seconds"


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
