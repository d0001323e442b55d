"""Executors: where the independent parts of a search are worked off.

The subtrees below the first questions are jobs that know nothing of each other.  A job is a small
frozen dataclass; a function of a module (so that it can be named to another process) turns it into
a result.  It gets a dict of its worker beside the job, to keep what takes long to make from job to
job: each worker of each executor has its own, and nobody else ever sees it.  The coordinator is one
thread.  It hands over a batch of jobs and takes the results as
they come, each with the place of its job in the batch, so that nothing depends on their order::

    with closing(executor()) as chosen:
        for place, result in chosen.run(function, jobs, tick):
            ...

`tick` is called every `TICK` seconds at least and ends the batch by raising: time limits, progress
and interrupts go there.  A batch that is left early, in whatever way, is abandoned: its workers are
killed, at the latest when the executor is closed.  Only a Dask cluster first ends the jobs that
already run, as nobody may kill its workers.

A worker that is lost (killed, out of memory) costs only the job it had.  That job is run again, and
again, and the batch fails with `JobLost` when it has been lost `ATTEMPTS` times.  An exception of a
job is raised by the coordinator, with a note that says where in the worker it came from.

Jobs are done in the thread of the coordinator by the executor of this module; processes are in
`masetproof.search.pool`, and a Dask cluster in `masetproof.search.cluster`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, TypeVar, final

from masetproof.progress import Tick, no_tick

__all__ = ["ATTEMPTS", "TICK", "Executor", "JobLost", "Kept", "SerialExecutor"]

J = TypeVar("J")
R = TypeVar("R")

Kept = dict[str, Any]
"""What a worker keeps from job to job."""

TICK = 0.2
"""Seconds between two ticks, at most, as far as the executor has a say in it."""

ATTEMPTS = 3
"""How often a job is begun before `JobLost`; on a cluster its ``allowed-failures`` says that."""


class JobLost(RuntimeError):
    """The worker of a job disappeared, each time it was begun, or the whole cluster did."""


class Executor(Protocol):
    """Something that works off batches of jobs, one batch at a time."""

    @property
    def workers(self) -> int:
        """How many jobs run at a time."""

    def share(self, descriptor: int) -> bool:
        """Let workers that are not yet started inherit an open file; whether they can."""

    def limit(self, workers: int) -> None:
        """Have no more than so many workers."""

    def run(
        self, function: Callable[[J, Tick, Kept], R], jobs: Sequence[J], tick: Tick = no_tick
    ) -> Iterator[tuple[int, R]]:
        """The pairs (i, function(jobs[i], ...)), in the order in which they are found.

        The function gets its job, a tick and what its worker keeps.  It calls the tick now and
        then: in the coordinator's own process that is *tick*, in another process it does nothing.
        """

    def close(self) -> None:
        """Abandon what is under way and let the workers go."""


@final
class SerialExecutor:
    """One job after the other, in the thread of the coordinator, who may use what is kept, too."""

    workers = 1

    def __init__(self) -> None:
        self.kept: Kept = {}

    def share(self, descriptor: int) -> bool:
        return True

    def limit(self, workers: int) -> None:
        pass

    def run(
        self, function: Callable[[J, Tick, Kept], R], jobs: Sequence[J], tick: Tick = no_tick
    ) -> Iterator[tuple[int, R]]:
        for place, job in enumerate(jobs):
            tick()
            yield place, function(job, tick, self.kept)

    def close(self) -> None:
        self.kept.clear()
