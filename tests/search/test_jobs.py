"""Jobs do not get in each other's way, not even on threads of one process."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import MASTERMIND
from masetproof.progress import no_tick
from masetproof.search.executors import Kept
from masetproof.search.memory import Memory
from masetproof.search.parts import Job, Result, Workplace, make_plans, work
from masetproof.search.solver import INFINITE, Solver

MEMORY = 1 << 28


def test_jobs_on_threads_of_one_process() -> None:
    """A Dask worker with several threads runs several jobs at once, each with what it keeps."""
    games = [FiniteGame(MASTERMIND, 3, 5), FiniteGame(MASTERMIND, 3, 6)]
    jobs = [
        Job(Workplace(Memory(finite, MEMORY)), part.place, len(part.members), INFINITE)
        for finite in games
        for plan in make_plans(Solver(Memory(finite, MEMORY)), finite.secret_count)
        for part in plan.parts
    ]

    def all_jobs(kept: Kept) -> list[Result]:
        return [work(job, no_tick, kept) for job in jobs]

    alone = all_jobs({})
    with ThreadPoolExecutor(4) as threads:
        assert all(results == alone for results in threads.map(all_jobs, [{} for _ in range(4)]))
    assert all(result.low == result.high for result in alone)
