"""The time limit of a run of the search, and its reports of progress."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import final

from masetproof.progress import Progress, silent

_SPARE = 0.5
"""Seconds before the time limit at which jobs end, to hand over what they learned."""
_GRACE = 2.0
"""Seconds after the time limit at which a run ends even when it has learned nothing new."""
_TABLE = 3.0, 15.0
"""The table of answers may take as long again as the time limit, but at least and at most these
seconds."""
_MOMENT = 5.0, 0.0005, 0.05
"""Seconds for writing out the best strategy at the end, whichever is most: in any case; for each
secret, twice what a free machine needs; and for each second that the search has lasted."""
_STEP = 0.5
"""Seconds that a run goes on at least after its table of answers is made."""


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
        # Jobs stop somewhat earlier than the run, so that what they learned is kept.
        remaining = deadline - self._begin
        self.until = time.time() + remaining - min(_SPARE, max(0.0, remaining) / 4)
        """When jobs are to stop, in seconds since the epoch."""
        self._progress = progress
        self._has_news = has_news
        self._stage, self._done = "bounds by size", (0, 1)
        self._grace = min(max(remaining, _TABLE[0]), _TABLE[1])

    @property
    def seconds(self) -> float:
        """The seconds since the search began (`begin_search`)."""
        return time.perf_counter() - self._begin

    def begin_search(self) -> None:
        """Note that the search begins now, after the table of answers was made.

        The time before counts for the time limit, but not for `seconds`.
        """
        self._begin = time.perf_counter()
        # However late it is, the search goes on until there is something new, for a moment.
        self._deadline = max(self._deadline, self._begin)
        self._grace = _GRACE
        self.until = max(self.until, time.time() + _STEP)

    def give_a_moment(self, secrets: int) -> None:
        """Leave a moment, whatever the limit was, to put together a strategy for so many secrets.

        Nothing is reported then: a report may be what ended the run, and would end this, too.
        """
        least, for_each, share = _MOMENT
        moment = max(least, for_each * secrets, share * self.seconds)
        self._deadline, self._grace = time.perf_counter() + moment, 0.0
        self._progress = silent

    def say(self, stage: str, done: int, total: int) -> None:
        self._stage, self._done = stage, (done, total)
        self.tick()

    def tick(self) -> None:
        """Report progress; `TimeOver` when the time has come and there is anything new."""
        self._progress(self._stage, *self._done)
        late = time.perf_counter() - self._deadline
        enough = self._has_news() and self.seconds > _STEP
        if late > 0 and (enough or late > self._grace):
            raise TimeOver
