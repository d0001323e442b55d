"""Processes of this machine as workers.

Workers are fresh interpreters, not forks.  A fork would start at once, but it copies the locks of
threads it does not copy, and numba and BLAS have threads; and it inherits its siblings' pipes, so
that the death of a process is no longer the end of its pipe.  `multiprocessing` can start fresh
interpreters too, but it runs the caller's main module in each of them: a trap for a script without
``if __name__ == "__main__"``, and an error when the script came from a pipe.  Here a worker imports
what its jobs need and no more.  That takes about a second, once in the life of the executor.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from subprocess import PIPE, Popen
from typing import TypeVar, final

from masetproof._signals import ENDING
from masetproof.progress import Tick, no_tick
from masetproof.search.executors import ATTEMPTS, TICK, Kept
from masetproof.search.messages import lost, reply_to, request_of, unpacked

__all__ = ["PoolExecutor"]

J = TypeVar("J")
R = TypeVar("R")


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
                request = request_of(function, jobs[waiting[0]])
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
                        yield place, unpacked(reply)
                        if busy is not self._busy:
                            raise RuntimeError("this batch was abandoned")
                        continue
                    losses[place] += 1
                    if losses[place] == ATTEMPTS:
                        why = f"{ATTEMPTS} times its worker ended, last by {worker.kill()}"
                        raise lost(place, jobs, why)
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
from masetproof.search.pool import _serve
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
            connection.send_bytes(reply_to(connection.recv_bytes(), kept))


def _follow_coordinator() -> None:
    """Leave, even in the middle of a job, when the coordinator is gone, however it went."""
    os.read(0, 1)  # its end of this pipe closes with it
    os._exit(1)
