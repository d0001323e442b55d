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

Workers are fresh interpreters, not forks.  A fork would start at once, but it copies the locks of
threads it does not copy, and numba and BLAS have threads; and it inherits its siblings' pipes, so
that the death of a process is no longer the end of its pipe.  `multiprocessing` can start fresh
interpreters too, but it runs the caller's main module in each of them: a trap for a script without
``if __name__ == "__main__"``, and an error when the script came from a pipe.  Here a worker imports
what its jobs need and no more.  That takes about a second, once in the life of the executor.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from queue import Empty, SimpleQueue
from subprocess import PIPE, Popen
from typing import Any, Protocol, TypeVar, final
from uuid import uuid4

from masetproof._signals import ENDING
from masetproof.arguments import Refused
from masetproof.progress import Tick, no_tick

__all__ = [
    "ATTEMPTS",
    "MOST_WORKERS",
    "TICK",
    "DaskExecutor",
    "Executor",
    "JobLost",
    "Kept",
    "PoolExecutor",
    "SerialExecutor",
    "executor",
]

J = TypeVar("J")
R = TypeVar("R")

Kept = dict[str, Any]
"""What a worker keeps from job to job."""

TICK = 0.2
"""Seconds between two ticks, at most, as far as the executor has a say in it."""

ATTEMPTS = 3
"""How often a job is begun before `JobLost`; on a cluster its ``allowed-failures`` says that."""

MOST_WORKERS = 1024

CONNECTING = 1.5
"""Seconds for a Dask scheduler to answer, after it has taken the call."""


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


def executor(workers: int | None = None, dask: str | None = None) -> Executor:
    """The executor that was asked for: so many processes, or the cluster at an address.

    With neither, there are as many processes as this one may use processors.  One worker is the
    coordinator itself.  `Refused` when there is no such executor.
    """
    if dask is not None:
        if workers is not None:
            raise Refused("a Dask cluster has its own workers; give their number or its address")
        return DaskExecutor(dask)
    if workers is None:
        workers = min(_processors(), MOST_WORKERS)
    if not 1 <= workers <= MOST_WORKERS:
        raise Refused(f"the number of workers must be 1 to {MOST_WORKERS}, not {workers}")
    return SerialExecutor() if workers == 1 else PoolExecutor(workers)


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


# What goes to another process and what comes back: bytes, so that whatever cannot be pickled or
# unpickled there fails as the job does, and not as the worker.


def _request(function: Callable[[J, Tick, Kept], R], job: J) -> bytes:
    return pickle.dumps((function, job))


def _reply(request: bytes, kept: Kept) -> bytes:
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


def _unpacked(reply: bytes) -> Any:
    """In the coordinator: the result of a job, or its exception."""
    succeeded, value = pickle.loads(reply)
    if succeeded:
        return value
    raise value


def _lost(place: int, jobs: Sequence[object], why: str) -> JobLost:
    return JobLost(f"job {place + 1} of {len(jobs)} was lost: {why}; it was {jobs[place]!r:.200}")


@final
class PoolExecutor:
    """Processes of this machine, started when first needed; they stay from batch to batch."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._idle: list[_Worker] = []
        self._busy: dict[object, tuple[_Worker, int]] = {}  # by connection; with which job
        self._shared: list[int] = []

    def share(self, descriptor: int) -> bool:
        self._shared.append(descriptor)
        return True

    def limit(self, workers: int) -> None:
        self.workers = min(self.workers, workers)

    def run(
        self, function: Callable[[J, Tick, Kept], R], jobs: Sequence[J], tick: Tick = no_tick
    ) -> Iterator[tuple[int, R]]:
        self._abandon()
        busy = self._busy
        waiting = deque(range(len(jobs)))
        losses = [0] * len(jobs)

        def begin_jobs() -> None:
            while waiting and len(busy) < self.workers:
                request = _request(function, jobs[waiting[0]])
                worker = self._idle.pop() if self._idle else _Worker(self._shared)
                busy[worker.connection] = worker, waiting.popleft()
                with suppress(OSError):  # it is dead, which its connection will tell
                    worker.connection.send_bytes(request)

        try:
            begin_jobs()
            while busy:
                tick()
                for connection in wait([worker.connection for worker, _ in busy.values()], TICK):
                    worker, place = busy[connection]
                    reply = worker.receive()
                    del busy[connection]
                    if reply is not None:
                        self._idle.append(worker)
                        begin_jobs()
                        yield place, _unpacked(reply)
                        if busy is not self._busy:
                            raise RuntimeError("this batch was abandoned")
                        continue
                    losses[place] += 1
                    if losses[place] == ATTEMPTS:
                        why = f"{ATTEMPTS} times its worker ended, last by {worker.kill()}"
                        raise _lost(place, jobs, why)
                    worker.kill()
                    # At the end of the queue, where fewer others compete for the memory.
                    waiting.append(place)
                    begin_jobs()
        finally:
            if busy is self._busy:
                self._abandon()

    def close(self) -> None:
        self._abandon()
        for worker in self._idle:
            worker.kill()
        self._idle.clear()

    def _abandon(self) -> None:
        """Kill the workers of a batch that is not finished; the idle ones stay."""
        abandoned, self._busy = self._busy, {}
        for worker, _ in abandoned.values():
            worker.kill()


@final
class _Worker:
    """The coordinator's side of one process: a connection, and a pipe by which it knows we live."""

    def __init__(self, shared: Sequence[int]) -> None:
        self.connection, theirs = Pipe()
        # An interrupt is the coordinator's alone: the worker inherits a mask that keeps it out.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
        try:
            self._process = Popen(
                [sys.executable, "-c", _START, str(theirs.fileno()), *map(str, sys.path)],
                stdin=PIPE,
                pass_fds=[theirs.fileno(), *shared],
                env=os.environ | _ONE_THREAD,
            )
        finally:
            theirs.close()
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)

    def receive(self) -> bytes | None:
        """A reply, or nothing when the process is lost."""
        try:
            return self.connection.recv_bytes()
        except (EOFError, OSError):
            return None

    def kill(self) -> str:
        """End the process, if it has not ended, and say by what it ended."""
        self._process.kill()
        code = self._process.wait()
        self.connection.close()
        if self._process.stdin is not None:
            self._process.stdin.close()
        return signal.Signals(-code).name if code < 0 else f"exit {code}"


_START = """
import sys
sys.path[:] = sys.argv[2:]
from masetproof.search.executors import _serve
_serve(int(sys.argv[1]))
"""

# A worker is one of many, so whatever it loads must not take all processors.
_ONE_THREAD = {"NUMBA_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def _serve(descriptor: int) -> None:
    """The life of a worker: reply to requests until there is nobody to ask."""
    threading.Thread(target=_follow_coordinator, daemon=True).start()
    kept: Kept = {}
    with Connection(descriptor) as connection, suppress(EOFError, OSError):
        while True:
            connection.send_bytes(_reply(connection.recv_bytes(), kept))


def _follow_coordinator() -> None:
    """Leave, even in the middle of a job, when the coordinator is gone, however it went."""
    os.read(0, 1)  # its end of this pipe closes with it
    os._exit(1)


@final
class DaskExecutor:
    """The workers of a Dask cluster; they need this version of masetproof.

    They are best started with one thread each (``dask worker --nthreads 1``), as most of a job is
    Python.  A compiled loop of minutes must release the GIL, otherwise Dask thinks its worker dead.

    Jobs are handed over only as threads are free: Dask would let short jobs wait on a worker behind
    a long one, and blame the loss of that worker on all of them.
    """

    def __init__(self, address: str) -> None:
        try:
            import asyncio

            import distributed
        except ImportError:
            raise Refused("Dask is not installed; pip install 'masetproof[dask]'") from None
        try:
            # A client that cannot connect is not easily got rid of, and who answers may be anybody.
            with ThreadPoolExecutor(1) as thread:  # the caller's may have an event loop
                thread.submit(asyncio.run, _answer_of_scheduler(address)).result()
            self._client = distributed.Client(address, timeout=CONNECTING, set_as_default=False)
        except Exception as error:
            why = " ".join(str(error).split()) or "it does not answer"
            raise Refused(f"there is no Dask scheduler at {address!r}: {why:.200}") from error
        self._killed = distributed.KilledWorker
        self._name = uuid4().hex

    @property
    def workers(self) -> int:
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    def share(self, descriptor: int) -> bool:
        return False

    def limit(self, workers: int) -> None:
        pass

    def run(
        self, function: Callable[[J, Tick, Kept], R], jobs: Sequence[J], tick: Tick = no_tick
    ) -> Iterator[tuple[int, R]]:
        import asyncio

        client = self._client
        waiting = deque(range(len(jobs)))
        busy: dict[Future[bytes], tuple[Any, int]] = {}
        ended: SimpleQueue[Future[bytes]] = SimpleQueue()

        def begin_jobs() -> None:
            if client.status != "running":
                raise JobLost("the Dask cluster is gone")
            free = self.workers - len(busy) if waiting else 0
            for place in [waiting.popleft() for _ in range(min(free, len(waiting)))]:
                request = _request(function, jobs[place])
                remote = client.submit(_reply_on_cluster, self._name, request, pure=False)
                fetching = client.gather(remote, asynchronous=True)
                fetched = asyncio.run_coroutine_threadsafe(fetching, client.loop.asyncio_loop)
                busy[fetched] = remote, place
                fetched.add_done_callback(ended.put)

        try:
            begin_jobs()
            while waiting or busy:
                tick()
                try:
                    fetched = ended.get(timeout=TICK)
                except Empty:
                    begin_jobs()  # the cluster may have grown
                    continue
                _, place = busy.pop(fetched)
                try:
                    reply = fetched.result()
                except self._killed as error:
                    raise _lost(place, jobs, str(error)) from error
                except (CancelledError, OSError, RuntimeError) as error:
                    raise JobLost("the Dask cluster is gone") from error
                begin_jobs()
                yield place, _unpacked(reply)
        finally:
            with suppress(Exception):  # there may be no cluster any more
                if client.status == "running":
                    client.cancel([remote for remote, _ in busy.values()])

    def close(self) -> None:
        with suppress(Exception):
            self._client.close(timeout=CONNECTING)


async def _answer_of_scheduler(address: str) -> None:
    """Ask for a sign of life; all kinds of exceptions when nothing of the sort comes."""
    import asyncio

    from distributed import rpc

    async def ask() -> None:
        async with rpc(address, timeout=CONNECTING) as scheduler:
            if (await scheduler.identity()).get("type") != "Scheduler":
                raise ValueError("something else answers")

    await asyncio.wait_for(ask(), CONNECTING)


_on_cluster = threading.local()


def _reply_on_cluster(executor: str, request: bytes) -> bytes:
    """In a thread of a Dask worker: what it keeps for one executor is gone with the next one."""
    if getattr(_on_cluster, "executor", None) != executor:
        _on_cluster.executor, _on_cluster.kept = executor, {}
    return _reply(request, _on_cluster.kept)
