"""Executors: where independent jobs are done.

A job is a small frozen dataclass; a function of a module (so that it can be named to another
process) turns it into a result.  Beside the job it gets a dict of its worker, to keep what takes
long to make from job to job: each worker of each executor has its own, and nobody else ever sees
it.  The coordinator is one thread.  It hands over a batch of jobs and takes the results as they
come, each with the place of its job in the batch, so that nothing depends on their order::

    with closing(executor()) as chosen:
        for place, result in chosen.run(function, jobs, tick):
            ...

`tick` is called every `TICK` seconds at least and ends the batch by raising: time limits, progress
and interrupts go there.  A batch that is left early, in whatever way, is abandoned: its workers are
killed, at the latest when the executor is closed.  Only a Dask cluster first ends the jobs that
already run, because its workers may serve others, too.

A worker that is lost (killed, out of memory) costs only the job it had.  That job is run again, and
again, and the batch fails with `JobLost` when it has been lost `ATTEMPTS` times.  An exception of a
job is raised by the coordinator, with a note that says where in the worker it came from.
"""

from __future__ import annotations

import os
import pickle
import threading
import traceback
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar, final

from masetproof.arguments import Refused, as_count, as_instance
from masetproof.progress import Tick, no_tick

if TYPE_CHECKING:  # not loaded where there are no workers
    from concurrent.futures import Future

    from masetproof.search.processes import OneProcess

    _Worker: TypeAlias = "OneProcess | DaskExecutor"

J = TypeVar("J")
R = TypeVar("R")

Kept = dict[str, Any]
"""What a worker keeps from job to job."""

MOST_WORKERS = 1024
_FEW_WORKERS = 64
"""These need no more open files than any process may have."""

TICK = 0.2
"""Seconds between two ticks, at most, as far as the executor can tell."""

ATTEMPTS = 3
"""How often a job is begun before `JobLost`; on a cluster its ``allowed-failures`` says that."""

CONNECTING = 1.5
"""Seconds for a Dask scheduler to answer, after it has taken the call."""


class JobLost(RuntimeError):
    """The worker of a job disappeared, each time it was begun, or the whole cluster did."""


class Executor(Protocol):
    """Does batches of jobs, one batch at a time."""

    @property
    def workers(self) -> int:
        """How many jobs run at a time."""

    def run(
        self, function: Callable[[J, Tick, Kept], R], jobs: Sequence[J], tick: Tick = no_tick
    ) -> Iterator[tuple[int, R]]:
        """The pairs (i, function(jobs[i], ...)), in the order in which they come.

        The function gets its job, a tick and what its worker keeps.  It calls the tick now and
        then: in the coordinator's own process that is *tick*, in another process it does nothing.
        """

    def close(self) -> None:
        """Abandon what is under way and let the workers go."""


def executor(
    workers: int | None = None,
    dask: str | None = None,
    *,
    small: bool = False,
    most: int = MOST_WORKERS,
) -> Executor:
    """The executor that was asked for: a number of processes, or the cluster at an address.

    With neither, there are as many processes as this one may use processors, and none for a *small*
    piece of work.  There are no more than *most* processes, and one worker is the coordinator
    itself.  `Refused` when there is no such executor.
    """
    if workers is not None:
        workers = as_count(workers, "the number of workers", 1, MOST_WORKERS)
    if dask is not None:
        as_instance(str, dask, "the address of a Dask scheduler")
        if workers is not None:
            raise Refused("a Dask cluster has its own workers; give their number or its address")
        return DaskExecutor(dask)
    if workers is None:
        workers = 1 if small else _processors()
    workers = min(workers, most, MOST_WORKERS)
    return SerialExecutor() if workers <= 1 else ProcessExecutor(workers)


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@final
class SerialExecutor:
    """One job after the other, in the thread of the coordinator, who may use what is kept, too."""

    workers = 1

    def __init__(self) -> None:
        self.kept: Kept = {}

    def run(
        self, function: Callable[[J, Tick, Kept], R], jobs: Sequence[J], tick: Tick = no_tick
    ) -> Iterator[tuple[int, R]]:
        for place, job in enumerate(jobs):
            tick()
            yield place, function(job, tick, self.kept)

    def close(self) -> None:
        self.kept.clear()


class _WorkersExecutor(ABC):
    """Workers elsewhere, which are started when first needed and stay from batch to batch.

    attempts: how often a job is begun.
    """

    attempts = ATTEMPTS

    def __init__(self) -> None:
        self._name = os.urandom(16)
        self._idle: list[_Worker] = []
        self._busy: dict[Future[Any], tuple[_Worker, int]] = {}  # with which job

    @property
    @abstractmethod
    def workers(self) -> int:
        """How many jobs run at a time."""

    @abstractmethod
    def _start(self) -> _Worker:
        """One more worker."""

    def run(
        self, function: Callable[[J, Tick, Kept], R], jobs: Sequence[J], tick: Tick = no_tick
    ) -> Iterator[tuple[int, R]]:
        from concurrent.futures import FIRST_COMPLETED, wait

        self._abandon()
        busy, waiting, losses = self._busy, deque(range(len(jobs))), Counter[int]()

        def begin_jobs() -> None:
            free = self.workers - len(busy) if waiting else 0
            for place in [waiting.popleft() for _ in range(min(free, len(waiting)))]:
                request = pickle.dumps((function, jobs[place]))
                if not self._idle:
                    self._idle.append(self._start())
                # It stays there until it is known to be busy, as an interrupt may come at any time.
                worker = self._idle[-1]
                busy[worker.submit(_reply, self._name, request)] = worker, place
                self._idle.pop()

        try:
            begin_jobs()
            while busy:
                tick()
                for future in wait(busy, TICK, FIRST_COMPLETED).done:
                    worker, place = busy.pop(future)
                    self._idle.append(worker)
                    try:
                        reply = future.result()
                    except Exception as loss:
                        why = worker.lost(loss)
                        losses[place] += 1
                        if losses[place] == self.attempts:
                            lost = f"job {place + 1} of {len(jobs)} was lost"
                            raise JobLost(f"{lost}: {why}; it was {jobs[place]!r:.200}") from loss
                        # At the end of the queue, where fewer others compete for the memory.
                        waiting.append(place)
                        continue
                    begin_jobs()
                    result, error = pickle.loads(reply)
                    if error is not None:
                        raise error
                    yield place, result
                    if busy is not self._busy:
                        raise RuntimeError("this batch was abandoned")
                begin_jobs()  # those that were lost; and a cluster may have grown
        finally:
            if busy is self._busy:
                self._abandon()

    def _abandon(self) -> None:
        """Stop the workers of a batch that is not finished; the idle ones stay."""
        abandoned, self._busy = [worker for worker, _ in self._busy.values()], {}
        self._idle += abandoned
        for worker in abandoned:
            worker.stop()

    def close(self) -> None:
        self._abandon()
        while self._idle:
            self._idle.pop().stop()


@final
class ProcessExecutor(_WorkersExecutor):
    """Processes of this machine."""

    workers = 1

    def __init__(self, workers: int) -> None:
        super().__init__()
        self.workers = workers

    def _start(self) -> _Worker:
        from masetproof.search import processes

        if self.workers > _FEW_WORKERS:
            processes.allow_files()
        return processes.OneProcess()


@final
class DaskExecutor(_WorkersExecutor):
    """The workers of a Dask cluster; they need this version of masetproof.

    They are best started with one thread each (``dask worker --nthreads 1``), as most of a job is
    Python.  A compiled loop of minutes must release the GIL, otherwise Dask thinks its worker dead.

    Jobs are handed over only as threads are free: Dask would let short jobs wait on a worker behind
    a long one, and blame the loss of that worker on all of them.
    """

    attempts = 1  # Dask itself begins them again

    def __init__(self, address: str) -> None:
        super().__init__()
        try:
            import asyncio
            from concurrent.futures import ThreadPoolExecutor

            import distributed
        except ImportError:
            raise Refused("Dask is not installed; pip install 'masetproof[dask]'") from None
        try:
            # A client that cannot connect waits long to be closed, and something else may answer.
            with ThreadPoolExecutor(1) as thread:  # the caller's may have an event loop
                thread.submit(asyncio.run, _answer_of_scheduler(address)).result()
            self._client = distributed.Client(address, timeout=CONNECTING, set_as_default=False)
        except Exception as error:
            why = " ".join(str(error).split()) or "it does not answer"
            raise Refused(f"there is no Dask scheduler at {address!r}: {why:.200}") from error
        self._killed = distributed.KilledWorker
        self._executor = self._client.get_executor(pure=False)

    @property
    def workers(self) -> int:
        try:
            if self._client.status == "running":
                threads: dict[str, int] = self._client.nthreads()
                return max(1, sum(threads.values()))
        except (OSError, RuntimeError) as error:
            raise JobLost(_GONE) from error
        raise JobLost(_GONE)

    def _start(self) -> _Worker:
        return self

    def submit(self, function: Callable[..., Any], *arguments: object) -> Future[Any]:
        """Begin a job on some thread."""
        future: Future[Any] = self._executor.submit(function, *arguments)
        return future

    def lost(self, loss: Exception) -> str:
        """What Dask says of a job that it gave up; `JobLost` when there is no cluster any more."""
        if isinstance(loss, self._killed):
            return str(loss)
        raise JobLost(_GONE) from loss

    def stop(self) -> None:
        """Abandon all jobs, but for those that already run."""
        with suppress(Exception):  # there may be no cluster any more
            if self._client.status == "running":
                self._executor.shutdown(wait=False)
                self._executor = self._client.get_executor(pure=False)

    def close(self) -> None:
        super().close()
        with suppress(Exception):
            self._client.close(timeout=CONNECTING)


_GONE = "the Dask cluster is gone"


async def _answer_of_scheduler(address: str) -> None:
    """Ask for a sign of life; all kinds of exceptions when nothing of the sort comes."""
    import asyncio

    from distributed import rpc

    async def ask() -> None:
        async with rpc(address, timeout=CONNECTING) as scheduler:
            if (await scheduler.identity()).get("type") != "Scheduler":
                raise ValueError("something else answers")

    await asyncio.wait_for(ask(), CONNECTING)


_of_worker = threading.local()


def _reply(executor: bytes, request: bytes) -> bytes:
    """In a worker: do a job; its result, or the exception that it raised.

    All goes to and fro as bytes: what cannot be pickled there fails as the job does.  What a thread
    of a cluster keeps for one executor is gone with the next one.
    """
    if getattr(_of_worker, "executor", None) != executor:
        _of_worker.executor, _of_worker.kept = executor, {}
    try:
        function, job = pickle.loads(request)
        return pickle.dumps((function(job, no_tick, _of_worker.kept), None))
    except BaseException as error:
        error.add_note(f"This was in a worker:\n{traceback.format_exc()}")
        try:
            reply = pickle.dumps((None, error))
            pickle.loads(reply)
        except Exception:  # then at least its name and what it says
            reply = pickle.dumps((None, RuntimeError(f"{type(error).__qualname__}: {error}")))
        return reply
