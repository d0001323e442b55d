"""What goes to another process and what comes back.

These are bytes, so that whatever cannot be pickled or unpickled there fails as the job does, and
not as the worker.
"""

from __future__ import annotations

import pickle
import traceback
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from masetproof.progress import Tick, no_tick
from masetproof.search.executors import JobLost, Kept

__all__ = ["lost", "reply_to", "request_of", "unpacked"]

J = TypeVar("J")
R = TypeVar("R")


def request_of(function: Callable[[J, Tick, Kept], R], job: J) -> bytes:
    """In the coordinator: a job, and the function that does it."""
    return pickle.dumps((function, job))


def reply_to(request: bytes, kept: Kept) -> bytes:
    """In a worker: run a job, and pack its result or its exception."""
    try:
        function, job = pickle.loads(request)
        return pickle.dumps((True, function(job, no_tick, kept)))
    except BaseException as error:
        error.add_note(f"This was in a worker:\n{traceback.format_exc()}")
        try:
            packed = pickle.dumps((False, error))
            pickle.loads(packed)
        except Exception:  # then at least its name and what it says
            error = RuntimeError(f"{type(error).__qualname__}: {error}")
            packed = pickle.dumps((False, error))
        return packed


def unpacked(reply: bytes) -> Any:
    """In the coordinator: the result of a job, or its exception."""
    succeeded, value = pickle.loads(reply)
    if succeeded:
        return value
    raise value


def lost(place: int, jobs: Sequence[object], why: str) -> JobLost:
    """In the coordinator: what is raised when a job is given up."""
    return JobLost(f"job {place + 1} of {len(jobs)} was lost: {why}; it was {jobs[place]!r:.200}")
