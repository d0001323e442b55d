"""Where a run works: the table of answers, the solver of this process, and the workers.

The memory is a total.  Processes share the table of answers, which is a file in memory; what is
left is shared out among the solvers, and there are no more of these than there is room for.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import final

from masetproof.arguments import Refused, as_count, as_instance
from masetproof.finite.setting import FiniteGame
from masetproof.progress import Tick
from masetproof.search.board import board_bytes, make_board
from masetproof.search.executors import Executor, Kept, SerialExecutor
from masetproof.search.jobs import Job, Result, unfinished, work
from masetproof.search.solver import Solver, least_room

__all__ = ["MOST_WORKERS", "Workplace", "executor"]

MOST_WORKERS = 1024


def executor(
    workers: int | None = None, dask: str | None = None, *, small: bool = False
) -> Executor:
    """The executor that was asked for: so many processes, or the cluster at an address.

    With neither, there are as many processes as this one may use processors, and none for a *small*
    piece of work.  One worker is the coordinator itself.  `Refused` when there is no such executor.
    """
    if workers is not None:
        workers = as_count(workers, "the number of workers", 1, MOST_WORKERS)
    if dask is not None:
        as_instance(str, dask, "the address of a Dask scheduler")
        if workers is not None:
            raise Refused("a Dask cluster has its own workers; give their number or its address")
        from masetproof.search.cluster import DaskExecutor

        return DaskExecutor(dask)
    if workers is None:
        workers = 1 if small else min(_processors(), MOST_WORKERS)
    if workers == 1:
        return SerialExecutor()
    # Only who has processes pays for loading what starts them.
    from masetproof.search.pool import PoolExecutor

    return PoolExecutor(workers)


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@final
class Workplace:
    """The solver of this process, and those of the workers.

    memory: bytes for all tables together.  share: bytes for the solver of a job.  descriptor: the
    open file with the table of answers, None where workers make their own.  fewest: what solvers
    count are the secrets that need the last question.
    """

    solver: Solver

    def __init__(
        self, finite: FiniteGame, memory: int, executor: Executor, *, fewest: bool = False
    ) -> None:
        self._finite = finite
        self.fewest = fewest
        self._memory = memory
        self._executor = executor
        self._alone = isinstance(executor, SerialExecutor)
        self.share = memory
        self.descriptor: int | None = None

    def for_fewest(self) -> Workplace:
        """The same place, with the same file, where only the last question counts."""
        place = Workplace(self._finite, self._memory, self._executor, fewest=True)
        place.share, place.descriptor = self.share, self.descriptor
        return place

    @contextmanager
    def open(self) -> Iterator[None]:
        """Within the block there is a file for a table of answers that all processes use."""
        if self._alone:
            yield
            return
        import tempfile

        with (
            tempfile.TemporaryFile()
            if not hasattr(os, "memfd_create")
            else os.fdopen(os.memfd_create("masetproof"), "r+b") as file
        ):
            if self._executor.share(file.fileno()):
                os.ftruncate(file.fileno(), board_bytes(self._finite))
                self.descriptor = file.fileno()
            yield

    def prepare(self, tick: Tick) -> None:
        """Make the table of answers and the solver of this process, and share out the memory."""
        finite = self._finite
        tables = self._memory - board_bytes(finite)
        shared = self.descriptor is not None
        solvers = (self._executor.workers if shared else 0) + 1
        share = max(least_room(finite), tables // solvers)
        if shared:
            # As many workers as there is room for, beside the solver of the coordinator.
            self._executor.limit(max(1, tables // least_room(finite) - 1))
        file = -1 if self.descriptor is None else self.descriptor
        board = make_board(finite, self._memory, file, tick, fewest=self.fewest)
        self.solver = Solver(finite, share, board, fewest=self.fewest)
        self.share = share if shared or self._alone else self._memory
        if isinstance(self._executor, SerialExecutor):
            # Jobs that are done in this thread use the same solver.
            kept = self._executor.kept
            kept["solver"], kept["solver of"] = self.solver, (finite, share, None, self.fewest)

    def results(
        self, jobs: list[Job], tick: Tick, note: Callable[[Job, Result], None]
    ) -> Iterator[tuple[int, Result]]:
        """Do jobs, and tell the results with the places of the jobs, as they come.

        note: takes what a job had found out that was stopped in this thread.
        """

        def here(job: Job, tick: Tick, kept: Kept) -> Result:
            try:
                return work(job, tick, kept)
            except BaseException:
                note(job, unfinished(self.solver))
                raise

        return self._executor.run(here if self._alone else work, jobs, tick)
