"""How long a run goes on: its time limit, and what it tells meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import final

from masetproof.progress import Progress, silent

__all__ = ["Clock", "TimeOver"]

_SPARE = 0.5
"""So many seconds before the time limit jobs end, to hand over what they found out."""
_GRACE = 2.0
"""So many seconds after the time limit a run ends even when it has found out nothing new."""
_TABLE = 3.0, 15.0
"""As long again as its time is, but so many seconds at least and at most, a run may take for its
table of answers."""
_MOMENT = 5.0
"""So many seconds it may take at the end to write out the best strategy: for 16,807 secrets 4."""
_STEP = 0.5
"""So many seconds a run goes on at least after its table of answers is made."""


class TimeOver(Exception):
    """The time limit has come."""


@final
class Clock:
    """The time of one run.

    deadline: by ``time.perf_counter``.  has_news: whether the run knows anything new that will be
    kept; without that it goes on for a moment longer.
    """

    def __init__(self, deadline: float, progress: Progress, has_news: Callable[[], bool]) -> None:
        self._begin = time.perf_counter()
        self._deadline = deadline
        # Jobs stop somewhat earlier than the run, so that what they found out is kept.
        remaining = deadline - self._begin
        self.until = time.time() + remaining - min(_SPARE, max(0.0, remaining) / 4)
        """When jobs are to stop, in seconds since the epoch."""
        self._progress = progress
        self._has_news = has_news
        self._stage, self._done = "bounds by size", (0, 1)
        self._grace = min(max(remaining, _TABLE[0]), _TABLE[1])

    @property
    def seconds(self) -> float:
        """Since the search began."""
        return time.perf_counter() - self._begin

    def begin_search(self) -> None:
        """The search begins.

        What comes before, making the table of answers and loading compiled code, belongs to the
        time limit, but not to the time of the search.
        """
        self._begin = time.perf_counter()
        # However late it is, the search goes on until there is something new, for a moment.
        self._deadline = max(self._deadline, self._begin)
        self._grace = _GRACE
        self.until = max(self.until, time.time() + _STEP)

    def give_a_moment(self) -> None:
        """Whatever the limit was, there is a moment left, to put together what was found.

        Nothing is reported then: a report may be what ended the run, and would end this, too.
        """
        self._deadline, self._grace = time.perf_counter() + _MOMENT, 0.0
        self._progress = silent

    def say(self, stage: str, done: int, total: int) -> None:
        """Report what is being done."""
        self._stage, self._done = stage, (done, total)
        self.tick()

    def tick(self) -> None:
        """Report progress; `TimeOver` when the time has come and there is anything new."""
        self._progress(self._stage, *self._done)
        late = time.perf_counter() - self._deadline
        enough = self._has_news() and self.seconds > _STEP
        if late > 0 and (enough or late > self._grace):
            raise TimeOver
