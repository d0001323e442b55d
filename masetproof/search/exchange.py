"""What workers that share no table tell each other: bounds of states, by way of the coordinator.

With its result a worker returns what it has learned of the states that took longest since it last
did, sealed: as bytes that nobody opens on the way.  The coordinator keeps the latest of these and
gives them to each job that begins, `ROOM` bytes at most.  The worker of that job opens what it has
not heard before and puts it into its table.  All of it is proved of the state alone, as all that is
in a table is; so what a worker hears saves it time and changes no result.

Workers say something when they have results, not in between: a long job hears nothing new.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import NamedTuple, final

import numpy as np

from masetproof.search.executors import Kept
from masetproof.search.solver import Bounds, Key, Solver

ROOM = 1 << 20
"""A job hears at most so many bytes; a worker says at most its share of half of them at a time."""
_WORTH_TELLING = 32
"""A worker says nothing before it has searched so many states more."""


@final
class Heard(NamedTuple):
    """What a job is told: the latest that workers have sealed.  room: how many bytes it may say."""

    latest: tuple[bytes, ...]
    room: int


@final
class Post:
    """The latest that workers have sealed, in the order in which it came."""

    def __init__(self) -> None:
        self._latest = deque[bytes]()
        self._bytes = 0

    def take(self, sealed: bytes) -> None:
        """Keep what a worker says, and forget the oldest that has no room any more."""
        if sealed:
            self._latest.append(sealed)
            self._bytes += len(sealed)
        while self._bytes > ROOM:
            self._bytes -= len(self._latest.popleft())

    def give(self, workers: int) -> Heard:
        """What a job is told that begins now, beside so many workers."""
        return Heard(tuple(self._latest), ROOM // 2 // workers)


def hear(solver: Solver, heard: Heard, kept: Kept) -> None:
    """Put into the table what the worker has not heard before, nor said itself.

    kept: of the worker.  What is older than all that the job is told does not come again.
    """
    before: frozenset[bytes] = kept.get("heard", frozenset())
    for sealed in heard.latest:
        if sealed not in before:
            solver.remember(_opened(sealed), took=0)
    kept["heard"] = frozenset(heard.latest)


def tell(solver: Solver, heard: Heard, kept: Kept) -> bytes:
    """What the worker has learned since it last said something, sealed; empty if that is little."""
    if solver.nodes - kept.get("told", 0) < _WORTH_TELLING:
        return b""
    kept["told"] = solver.nodes
    news = solver.news(heard.room)
    sealed = _sealed(news) if news else b""
    kept["heard"] |= {sealed}
    return sealed


def _sealed(known: Mapping[Key, Bounds]) -> bytes:
    """Bounds of states: how many there are, their numbers, and then the secrets of each."""
    numbers = [(size, tag, both.low, both.high) for (size, tag, _), both in known.items()]
    head = np.array([len(numbers), *np.ravel(numbers)], np.int64)
    return head.tobytes() + b"".join(members for _, _, members in known)


def _opened(sealed: bytes) -> dict[Key, Bounds]:
    count = int(np.frombuffer(sealed, np.int64, 1)[0])
    numbers = np.frombuffer(sealed, np.int64, 4 * count, 8).reshape(-1, 4).tolist()
    known, place = dict[Key, Bounds](), 8 * (1 + 4 * count)
    for size, tag, low, high in numbers:
        members = sealed[place : place + 2 * size]
        known[size, tag, members] = Bounds(low, high)
        place += 2 * size
    return known
