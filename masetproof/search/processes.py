"""A process of this machine that does one job at a time.

It is that of a `ProcessPoolExecutor` of one process: one of several would abandon all their jobs
when a process is lost, and could not tell whose job that one had.  Processes are fresh interpreters
(*spawn*), not forks: a fork copies the locks of threads that it does not copy, and BLAS has
threads.  Three things the standard library leaves to be done: it would run the caller's main
module in each process, a trap for scripts without ``if __name__ == "__main__"`` and an error for
those from a pipe; interrupts from the terminal would reach processes, too; and those of a
coordinator that was killed would wait for ever.  (loky runs no main module either, but takes twice
as long to start, 0.6 s instead of 0.3 s, starts two trackers, and replaces a process whose tables
have grown.)

When the coordinator is killed, Python's tracker removes the semaphores, and says so.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from types import ModuleType
from typing import Any, final

from masetproof._signals import ENDING

# A worker is one of many, so whatever it loads must not take all processors.
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}

_starting = threading.Lock()


@final
class OneProcess:
    """A process, which starts with its first job, and anew when it was stopped or lost."""

    def __init__(self) -> None:
        self._context = _Context()
        self._executor: ProcessPoolExecutor | None = None

    def submit(self, function: Callable[..., Any], *arguments: object) -> Future[Any]:
        """Begin a job; its future raises `BrokenExecutor` when the process is lost."""
        if self._executor is not None:
            with suppress(BrokenExecutor):  # lost while it had nothing to do
                return self._executor.submit(function, *arguments)
            self.stop()
        self._executor = ProcessPoolExecutor(1, self._context, _begin)
        return self._executor.submit(function, *arguments)

    def lost(self, loss: Exception) -> str:
        """How the process was lost; *loss*, which came instead of a result, when it was not."""
        if not isinstance(loss, BrokenExecutor):
            raise loss
        return f"its process ended by {self.stop()}"

    def stop(self) -> str:
        """Kill the process, whatever it does, and say how it ended."""
        executor, self._executor = self._executor, None
        process = self._context.latest
        if executor is None or process is None or process.pid is None:
            return "nothing"
        process.kill()
        executor.shutdown()
        code = process.exitcode or 0
        return signal.Signals(-code).name if code < 0 else f"exit {code}"


def allow_files() -> None:
    """Let this process open as many files as the system allows it; each worker takes ten."""
    with suppress(ImportError, ValueError):  # as on Windows and on macOS
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class _Context(SpawnContext):
    """Starts processes, and knows the latest."""

    latest: _Process | None = None

    def Process(self, **options: Any) -> _Process:  # type: ignore[override]  # noqa: N802
        self.latest = _Process(**options)
        return self.latest


class _Process(SpawnProcess):
    """It does not run the caller's main module, and signals that end a run are not for it.

    The pipes' ends that are its own are closed here.  Otherwise the executor would wait for ever
    for the rest of what a process that is killed was reading or writing.
    """

    _args: tuple[Any, ...]

    def start(self) -> None:
        jobs, results, *_ = self._args
        with _starting:
            main, sys.modules["__main__"] = sys.modules["__main__"], ModuleType("__main__")
            masked = hasattr(signal, "pthread_sigmask")  # not on Windows
            mask = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING) if masked else None
            try:
                super().start()
            finally:
                sys.modules["__main__"] = main
                if mask is not None:
                    signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        jobs._reader.close()
        results._writer.close()


def _begin() -> None:
    """The begin of a process."""
    os.environ.update(_ONE_THREAD)
    for number in ENDING:
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_follow_coordinator, daemon=True).start()


def _follow_coordinator() -> None:
    """Leave, even in the middle of a job, when the coordinator is gone, however it went."""
    coordinator = parent_process()
    if coordinator is not None:
        coordinator.join()
    os._exit(1)
