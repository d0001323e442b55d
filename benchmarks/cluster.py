"""States and time that workers take which share no table, and what many of them would take.

    python benchmarks/cluster.py mastermind 4 8 [--runs 3] [--reckon 1,4,100]

Each run has workers that know nothing yet: two threads of one process, or 1, 2 and 4 processes of
one thread, a Dask cluster on this machine.  States are those of the optimum; seconds are elapsed
time, without starting the cluster; CPU is the processor time of the workers.

With --reckon nothing is run side by side.  Each job is done in turn, by a worker of its own choice
of so many, and what it takes is its processor time; so jobs begin, end and hear of each other as if
each worker had a processor of its own, and the table of answers and what is sent took no time.
Printed are the states, the time at the end, that of all jobs together and of the longest one.
"""

from __future__ import annotations

import argparse
import logging
import os
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future
from contextlib import closing
from dataclasses import replace
from heapq import heappop, heappush
from statistics import median
from typing import Any
from unittest import mock

from masetproof import FiniteGame, optimize
from masetproof.search.executors import Executor, Kept
from masetproof.search.parts import Job, Result

MEMORY = 1 << 28


class Reckoned(Executor):
    """Workers that share no table, each with a processor of its own, in the time of one."""

    local = False

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        self._kept = [Kept() for _ in range(workers)]
        self.now = self.all = self.longest = 0.0

    def submit(self, function: object, job: object, tick: object) -> Future[Any]:
        raise NotImplementedError

    def run(  # type: ignore[override]
        self,
        function: Callable[[Job, Callable[[], None], Kept], Result],
        jobs: Sequence[Job],
        tick: Callable[[], None],
        first: Callable[[Job], int],
        idle: object,
        begin: Callable[[Job], Job],
        late: object,
    ) -> Generator[tuple[int, Result], None, None]:
        waiting, seen, free = list[tuple[int, int]](), 0, list(range(self.workers))
        running = list[tuple[float, int, int, Result]]()
        while True:
            for place in range(seen, len(jobs)):
                heappush(waiting, (first(jobs[place]), place))
            seen = len(jobs)
            while waiting and free:
                place, worker = heappop(waiting)[1], heappop(free)
                job = begin(jobs[place])
                job = replace(job, workplace=replace(job.workplace, table=None))
                job.workplace.solver(self._kept[worker])  # its table takes no time
                began = time.process_time()
                result = function(job, tick, self._kept[worker])
                took = time.process_time() - began
                self.all += took
                self.longest = max(self.longest, took)
                heappush(running, (self.now + took, place, worker, result))
            if not running:
                return
            self.now, place, worker, result = heappop(running)
            heappush(free, worker)
            yield place, result


def by_threads(finite: FiniteGame) -> tuple[int, float, float]:
    began, cpu = time.perf_counter(), time.process_time()
    optimum = optimize(finite, workers=2, keep=False)
    return optimum.nodes, time.perf_counter() - began, time.process_time() - cpu


def by_processes(finite: FiniteGame, workers: int) -> tuple[int, float, float]:
    from distributed import Client, LocalCluster

    def used() -> float:
        return sum(sum(times[:2]) for times in client.run(os.times).values())

    with (
        LocalCluster(
            processes=True, n_workers=workers, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        Client(cluster.scheduler_address, set_as_default=False) as client,
    ):
        client.wait_for_workers(workers)
        before, began = used(), time.perf_counter()
        optimum = optimize(finite, dask=cluster.scheduler_address, keep=False)
        elapsed = time.perf_counter() - began
        return optimum.nodes, elapsed, used() - before


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game")
    parser.add_argument("pegs", type=int)
    parser.add_argument("colours", type=int)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--reckon", default="", help="numbers of workers, such as 1,4,100")
    given = parser.parse_args()
    logging.disable(logging.WARNING)
    finite = FiniteGame(given.game, given.pegs, given.colours)
    for workers in [int(text) for text in given.reckon.split(",") if text]:
        with closing(Reckoned(workers)) as reckoned:
            with mock.patch("masetproof.search.optimize.executor", return_value=reckoned):
                states = optimize(finite, keep=False, memory=MEMORY).nodes
            print(
                f"{workers} workers: {states:,} states, {reckoned.now:.2f} s; all jobs "
                f"{reckoned.all:.2f} s, the longest {reckoned.longest:.2f} s"
            )
    if given.reckon:
        return
    for processes in (0, 1, 2, 4):
        what = f"{processes} x 1 thread" if processes else "1 x 2 threads"
        runs = [
            by_processes(finite, processes) if processes else by_threads(finite)
            for _ in range(given.runs)
        ]
        states, seconds, cpu = map(median, zip(*runs, strict=True))
        of = ", ".join(f"{run[0]:,}" for run in runs)
        print(f"{what}: {states:,} states (of {of}), {seconds:.2f} s, CPU {cpu:.2f} s")


if __name__ == "__main__":
    main()
