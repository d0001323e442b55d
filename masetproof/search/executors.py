"""Executors: where independent jobs are done.

A job is a small frozen dataclass; a function of a module (so that it can be named to another
process) turns it into a result.  Beside the job it gets a dict of its worker, to keep what takes
long to make from job to job.  The coordinator is one thread.  It hands over a batch of jobs and
takes the results as they come, each with the place of its job in the batch, so that nothing depends
on their order::

    with closing(executor()) as chosen:
        for place, result in chosen.run(function, jobs, tick):
            ...

`tick` is called every `TICK` seconds at least and ends the batch by raising: time limits, progress
and interrupts go there.  What is under way when a batch is left is abandoned, at the latest by
`close`: threads end with their next tick, processes are killed.  The workers of a Dask cluster may
serve others, too, so they stay; a job that runs there looks with each tick whether its result is
still wanted, and ends when the batch was left or the coordinator is gone, however it went.

A single worker is the coordinator itself (`SerialExecutor`).  All others are those of one executor
of `concurrent.futures`.  When one is lost (killed, out of memory), the batch fails with `JobLost`;
Dask begins the job of a lost worker again, as often as the cluster's ``allowed-failures`` says.  An
exception of a job is raised by the coordinator.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from heapq import heappop, heappush
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar, final

from masetproof._signals import ENDING
from masetproof.arguments import Refused, as_count, as_instance
from masetproof.progress import Tick, no_tick

if TYPE_CHECKING:  # not loaded where there are no workers
    from concurrent.futures import Future

J = TypeVar("J")
R = TypeVar("R")
Kept = dict[str, Any]
"""What a worker keeps from job to job; each worker has its own, no other worker sees it."""
Work = Callable[[J, Tick, Kept], R]
"""The function that does a job.  It calls the tick now and then, which may raise."""

MOST_WORKERS = 1024
_MOST_PROCESSES = 61 if sys.platform == "win32" else 256
"""More fail: on Windows Python's pool refuses them, elsewhere there are too few open files."""
TICK = 0.2
"""Seconds between two ticks at most, unless a job runs in the thread of the coordinator."""
CONNECTING = 1.5
"""Seconds that a Dask scheduler has to answer, for each attempt."""
_LOST = "a worker was lost: it was killed, or out of memory"
_GONE = "the Dask cluster is gone"


class JobLost(RuntimeError):
    """A worker disappeared, or the whole cluster did."""


class Abandoned(BaseException):
    """The tick of a job in a thread or on a cluster raises this when the job was abandoned."""


class Executor(ABC):
    """Does batches of jobs, one batch at a time.

    local: whether jobs run in this process, so that they may share objects.
    """

    local = True

    def __init__(self, workers: int = 1) -> None:
        self._workers = workers
        self._pool: Any = None  # an executor of `concurrent.futures`, once there were jobs

    @property
    def workers(self) -> int:
        """How many jobs run at a time."""
        return self._workers

    @abstractmethod
    def submit(self, function: Work[J, R], job: J, tick: Tick) -> Future[R]:
        """Begin function(job, a tick, what its worker keeps); `result_of` gives its result.

        A `SerialExecutor` does it at once, with *tick* itself.  In other threads and on a cluster
        the job's tick raises `Abandoned` when the job is to end; in processes it does nothing.
        """

    def result_of(self, future: Future[R]) -> R:
        """The result of a job; raises what the job raised, `JobLost` when its worker was lost."""
        from concurrent.futures import BrokenExecutor, CancelledError

        try:
            return future.result()
        except (BrokenExecutor, CancelledError) as loss:
            raise JobLost(_LOST) from loss

    def run(
        self,
        function: Work[J, R],
        jobs: Sequence[J],
        tick: Tick = no_tick,
        first: Callable[[J], int] = lambda _: 0,
        idle: Callable[[], None] = lambda: None,
        begin: Callable[[J], J] = lambda job: job,
        late: Callable[[R], object] = lambda _: None,
    ) -> Generator[tuple[int, R], None, None]:
        """The pairs (i, result of jobs[i]), in the order in which jobs end; see `submit`.

        The caller may append to *jobs* between two pairs.  first: jobs begin by this number, the
        least first.  idle: called when a worker had nothing to do for a tick; it may append jobs.
        begin: the job that is done in place of one that begins now.  late: called with results of
        jobs that ended all the same when the batch had been left.
        """
        seen, waiting, begun = 0, list[tuple[int, int]](), dict["Future[R]", int]()

        def begin_jobs() -> None:
            nonlocal seen
            for place in range(seen, len(jobs)):
                heappush(waiting, (first(jobs[place]), place))
            seen = len(jobs)
            # No more than can run: Dask would let short jobs wait on a worker behind a long one.
            for _ in range(min(len(waiting), self.workers - len(begun)) if waiting else 0):
                place = heappop(waiting)[1]
                begun[self.submit(function, begin(jobs[place]), tick)] = place

        try:
            while seen < len(jobs) or waiting or begun:
                tick()
                begin_jobs()
                ended = _ended(begun)
                if not ended and len(begun) < self.workers:
                    idle()
                for future in ended:
                    place = begun.pop(future)
                    if begun:
                        begin_jobs()
                    yield place, self.result_of(future)
        finally:
            self._leave(begun, late)

    def _leave(self, begun: Iterable[Future[R]], late: Callable[[R], object]) -> None:
        if begun:
            self.abandon()
        for future in begun:
            if future.done() and not future.cancelled() and future.exception() is None:
                late(future.result())

    def abandon(self) -> None:
        """End what is under way, and the workers; others start with the next job."""
        pool, self._pool = self._pool, None
        if pool is not None:
            self._stop(pool)

    def _stop(self, pool: Any) -> None:
        pool.shutdown(cancel_futures=True)

    def close(self) -> None:
        """Abandon what is under way and let the workers go."""
        self.abandon()


def _ended(begun: Iterable[Future[R]]) -> set[Future[R]]:
    """Those that have ended, as soon as one has, or after a tick."""
    from concurrent.futures import FIRST_COMPLETED, wait

    return wait(begun, TICK, FIRST_COMPLETED).done


def executor(
    workers: int | None = None,
    dask: str | None = None,
    *,
    small: bool = False,
    most: int = MOST_WORKERS,
    threads: bool = False,
) -> Executor:
    """An executor with this many workers, or with the workers of the cluster at an address.

    With neither, there are as many workers as this process may use processors, or only one when the
    work is *small*; never more than *most*.  A single worker is the coordinator itself.  threads:
    workers are threads, for jobs that are mostly compiled loops; otherwise they are processes.
    `Refused` when there is no such executor.
    """
    if workers is not None:
        workers = as_count(workers, "the number of workers", 1, MOST_WORKERS)
    if dask is not None:
        as_instance(str, dask, "the address of a Dask scheduler")
        if workers is not None:
            raise Refused("a Dask cluster has its own workers; give their number or its address")
        return DaskExecutor(dask)
    if workers is None and small:
        workers = 1
    elif workers is None:
        counted = hasattr(os, "sched_getaffinity")
        workers = len(os.sched_getaffinity(0)) if counted else os.cpu_count() or 1
    workers = min(workers, most, MOST_WORKERS)
    if workers <= 1:
        return SerialExecutor()
    return ThreadExecutor(workers) if threads else ProcessExecutor(min(workers, _MOST_PROCESSES))


@final
class SerialExecutor(Executor):
    """Does one job after the other, in the thread of the coordinator.

    kept: what its only worker keeps; the coordinator may use it, too.
    """

    def __init__(self) -> None:
        super().__init__()
        self.kept: Kept = {}

    def submit(self, function: Work[J, R], job: J, tick: Tick) -> Future[R]:
        from concurrent.futures import Future

        future = Future[R]()
        future.set_result(function(job, tick, self.kept))
        return future

    def close(self) -> None:
        self.kept.clear()


_of_worker = threading.local()


def _do(function: Work[J, R], job: J, tick: Tick) -> R:
    """In a worker: do a job."""
    tick()
    return function(job, tick, vars(_of_worker))


@final
class ThreadExecutor(Executor):
    """Threads of this process."""

    def submit(self, function: Work[J, R], job: J, tick: Tick) -> Future[R]:
        from concurrent.futures import ThreadPoolExecutor

        pool = self._pool = self._pool or ThreadPoolExecutor(self.workers)

        def go_on() -> None:
            if self._pool is not pool:
                raise Abandoned

        return pool.submit(_do, function, job, go_on)


@final
class ProcessExecutor(Executor):
    """Processes of this machine.

    They are fresh interpreters (*spawn*), not forks: a fork copies the locks of threads that it
    does not copy, and BLAS has threads.  When the coordinator is killed, Python's tracker removes
    the semaphores, and says so.
    """

    local = False

    def submit(self, function: Work[J, R], job: J, tick: Tick) -> Future[R]:
        from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
        from multiprocessing import get_context

        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.workers, get_context("spawn"), _begin)
        try:
            with _starting():
                future: Future[R] = self._pool.submit(_do, function, job, no_tick)
        except BrokenExecutor as loss:
            self.abandon()
            raise JobLost(_LOST) from loss
        return future

    def _stop(self, pool: Any) -> None:
        # With this end of the pipe open here, too, the pool would wait for ever for the rest of
        # what a process that is killed was sending.
        pool._result_queue._writer.close()
        for process in pool._processes.values():
            process.kill()
        super()._stop(pool)


_one_starts = threading.Lock()


@contextmanager
def _starting() -> Iterator[None]:
    """Processes that start here do not run the caller's main module again (a trap for scripts
    without ``if __name__ == "__main__"``, an error for those from a pipe), and signals that end a
    run are not for them."""
    masked = hasattr(signal, "pthread_sigmask")  # not on Windows
    with _one_starts:
        main, sys.modules["__main__"] = sys.modules["__main__"], ModuleType("__main__")
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING) if masked else None
        try:
            yield
        finally:
            sys.modules["__main__"] = main
            if mask is not None:
                signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _begin() -> None:
    """The begin of a process."""
    # It is one of many, so whatever it loads must not take all processors.
    os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    for number in ENDING:
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_follow_coordinator, daemon=True).start()


def _follow_coordinator() -> None:
    """Leave, even in the middle of a job, when the coordinator is gone, however it went."""
    from multiprocessing import parent_process

    coordinator = parent_process()
    if coordinator is not None:
        coordinator.join()
    os._exit(1)


def _do_while_wanted(function: Work[J, R], job: J) -> R:
    """In a worker of a cluster: do a job for as long as anyone wants its result.

    When a client cancels a task or is gone, the scheduler tells the worker, which calls the task
    cancelled but cannot end its thread (Dask's "worker state machine").  So the thread looks.
    """
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()

    def go_on() -> None:
        task = worker.state.tasks.get(key)
        if task is None or task.state == "cancelled":
            raise Abandoned

    try:
        return _do(function, job, go_on)
    except Abandoned:
        vars(_of_worker).clear()  # the thread stays; what it left in the middle does not
        raise


@final
class DaskExecutor(Executor):
    """The workers of a Dask cluster; they need this version of masetproof.

    They are best started with one thread each (``dask worker --nthreads 1``).  A compiled loop of
    minutes must release the GIL, otherwise Dask thinks its worker dead.
    """

    local = False

    def __init__(self, address: str) -> None:
        super().__init__()
        try:
            import asyncio
            from concurrent.futures import ThreadPoolExecutor

            import distributed
        except ImportError:
            raise Refused(
                "Dask is not installed; in the folder of masetproof: pip install '.[dask]'"
            ) from None

        async def ask() -> None:
            limit = asyncio.timeout(CONNECTING)
            async with limit, distributed.rpc(address, timeout=CONNECTING) as scheduler:
                if (await scheduler.identity()).get("type") != "Scheduler":
                    raise ValueError("something else answers")

        try:
            # A client that cannot connect waits long to be closed, and something else may answer.
            with ThreadPoolExecutor(1) as thread:  # the caller's may have an event loop
                thread.submit(asyncio.run, ask()).result()
            self._client = distributed.Client(address, timeout=CONNECTING, set_as_default=False)
        except Exception as error:
            why = " ".join(str(error).split()) or "it does not answer"
            raise Refused(f"there is no Dask scheduler at {address!r}: {why:.200}") from error
        self._killed = distributed.KilledWorker

    @property
    def workers(self) -> int:
        try:
            if self._client.status == "running":
                threads: dict[str, int] = self._client.nthreads()
                return max(1, sum(threads.values()))
        except (OSError, RuntimeError) as error:
            raise JobLost(_GONE) from error
        raise JobLost(_GONE)

    def submit(self, function: Work[J, R], job: J, tick: Tick) -> Future[R]:
        self._pool = self._pool or self._client.get_executor(pure=False)
        future: Future[R] = self._pool.submit(_do_while_wanted, function, job)
        return future

    def result_of(self, future: Future[R]) -> R:
        try:
            return super().result_of(future)
        except self._killed as loss:
            raise JobLost(str(loss)) from loss
        except Exception as error:
            if self._client.status == "running":
                raise
            raise JobLost(_GONE) from error

    def _stop(self, pool: Any) -> None:
        with suppress(Exception):  # there may be no cluster any more
            if self._client.status == "running":
                pool.shutdown(wait=False)

    def close(self) -> None:
        super().close()
        with suppress(Exception):
            self._client.close(timeout=CONNECTING)
