"""Limits of time and memory, clusters that go away, and what is kept between runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from distributed import LocalCluster

from masetproof.arguments import Refused
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import BLACK_PEG, MASTERMIND
from masetproof.objectives import Goal
from masetproof.progress import no_tick
from masetproof.search import board, clock, optima, run, workplace
from masetproof.search import optimize as optimize_module
from masetproof.search.executors import Kept, SerialExecutor
from masetproof.search.jobs import Job, solver_of, work
from masetproof.search.optimize import Interrupted, optimize
from masetproof.search.solver import INFINITE, least_room
from masetproof.search.workplace import Workplace

BLACK_3_5 = FiniteGame(BLACK_PEG, 3, 5)
BLACK_4_4 = FiniteGame(BLACK_PEG, 4, 4)
MASTERMIND_4_7 = FiniteGame(MASTERMIND, 4, 7)  # 11,228 by Ville 2013
MASTERMIND_5_6 = FiniteGame(MASTERMIND, 5, 6)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache directory of its own."""
    monkeypatch.setenv("MASETPROOF_CACHE", str(tmp_path))
    return tmp_path


def interrupt_after(seconds: float) -> object:
    begin = time.monotonic()

    def progress(stage: str, done: int, total: int) -> None:
        if time.monotonic() - begin > seconds:
            raise KeyboardInterrupt

    return progress


# ----------------------------------------------------------------------------------------- time


def test_runs_of_a_moment_add_up(folder: Path) -> None:
    """11,228 takes some seconds; here runs that are over before they began find it."""
    bounds = []
    for _ in range(60):
        optimum = optimize(MASTERMIND_4_7, time_limit=0.001, workers=1)
        assert optimum.total_bound <= 11228 <= optimum.total
        bounds.append((optimum.total_bound, -optimum.total))
        if optimum.optimal:
            break
        assert optimum.reason == "the time was over"
    assert optimum.optimal
    assert optimum.total == 11228
    assert bounds == sorted(bounds), "nothing that was known is forgotten"
    assert len(bounds) > 1


@pytest.mark.parametrize("limit", [0.5, 2.0])
def test_a_time_limit_covers_everything(limit: float, folder: Path) -> None:
    """Also the table of answers and the first strategies; without them there is a simple one."""
    begin = time.monotonic()
    optimum = optimize(MASTERMIND_5_6, time_limit=limit)
    assert time.monotonic() - begin < limit + 25  # without one it takes hours; machines are slow
    assert not optimum.optimal
    assert 7776 * 3 < optimum.total_bound < optimum.total < 7776 * 8


def test_short_runs_of_a_large_game_add_up(folder: Path) -> None:
    """Though the table of answers alone takes longer than they have."""
    sizes = []
    for _ in range(2):
        optimum = optimize(MASTERMIND_5_6, time_limit=0.01)
        assert not optimum.optimal
        (kept,) = folder.glob("search-*")
        sizes.append(kept.stat().st_size)
    assert 0 < sizes[0] < sizes[1]


def test_a_large_game_without_time_has_a_simple_strategy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is at its end while the table of answers is made."""
    monkeypatch.setattr(clock, "_TABLE", -1e9)
    optimum = optimize(FiniteGame(MASTERMIND, 4, 7), time_limit=0)
    assert (optimum.nodes, optimum.optimal) == (0, False)
    assert optimum.total_bound <= 11228 < optimum.total  # Ville 2013


def test_the_first_strategy_is_that_of_the_theorem(folder: Path) -> None:
    """With three pegs and 20 colours the formula gives 64,253; the search alone found 66,007."""
    finite = FiniteGame(MASTERMIND, 3, 20)
    optimum = optimize(finite, time_limit=1)
    assert (optimum.total, optimum.optimal) == (64253, False)


def test_with_the_strategy_of_the_theorem_the_optimum_is_found(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is the upper bound from the start; without it the search finds the same."""
    finite = FiniteGame(MASTERMIND, 3, 10)
    found = optimize(finite)
    monkeypatch.setattr(run, "known_strategy", lambda finite, goal: None)
    alone = optimize(finite)
    assert (found.total, found.optimal) == (alone.total, alone.optimal)
    assert found.nodes <= alone.nodes


# --------------------------------------------------------------------------------------- memory


@pytest.mark.parametrize("workers", [8, 64, 1024])
def test_any_number_of_workers_fits_the_memory(workers: int, folder: Path) -> None:
    """With four pegs and six colours in 8 MB, of which the table of answers takes most."""
    finite = FiniteGame(MASTERMIND, 4, 6)
    memory = board.board_bytes(finite) + 3 * least_room(finite)
    executor = workplace.executor(workers)
    place = Workplace(finite, memory, executor)
    with place.open():
        place.prepare(no_tick)
        assert executor.workers == 2
        # The coordinator and its workers together have no more than was given.
        assert board.board_bytes(finite) + 3 * place.share <= memory
    assert optimize(finite, workers=workers, memory=memory).total == 5625


def test_the_message_about_memory_names_what_was_given() -> None:
    with pytest.raises(
        Refused, match=r"answers takes \d+ MB, more than the 200 MB that are allowed"
    ):
        optimize(MASTERMIND_5_6, workers=64, memory=200 << 20)


def test_processes_share_the_table_of_answers(folder: Path) -> None:
    """A worker's solver on the file that the coordinator made finds the same."""
    finite = FiniteGame(MASTERMIND, 3, 6)
    mine: Kept = {}
    with os.fdopen(os.memfd_create("board"), "r+b") as file:
        os.ftruncate(file.fileno(), board.board_bytes(finite))
        made = board.make_board(finite, 1 << 30, file.fileno())
        opened = board.open_board(finite, file.fileno())
        for one, other in zip(made, opened, strict=True):
            assert (one == other).all() if hasattr(one, "all") else one == other
        job = Job(finite, 1 << 26, 5, 1, 6, INFINITE, False, 10**6, board=file.fileno())
        found = work(job, no_tick, mine)
    alone = Job(finite, 1 << 26, 5, 1, 6, INFINITE, False, 10**6)
    assert work(alone, no_tick, {}) == found
    assert solver_of(mine, finite, 1 << 26, job.board) is mine["solver"]


# --------------------------------------------------------------------------------------- clusters


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nowhere", "nowhere://1", "", "127.0.0.1:x"])
def test_an_address_without_a_scheduler_is_refused_soon(address: str) -> None:
    command = ["optimize", "mastermind", "--pegs", "4", "--colours", "6", "--dask", address]
    begin = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "masetproof", *command], capture_output=True, text=True
    )
    assert time.monotonic() - begin < 10
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert "no Dask scheduler" in done.stderr


def test_a_cluster_that_goes_away_leaves_the_best_strategy(folder: Path) -> None:
    with LocalCluster(
        processes=True, n_workers=1, threads_per_worker=2, dashboard_address=None
    ) as cluster:
        begin = time.monotonic()

        def progress(stage: str, done: int, total: int) -> None:
            if time.monotonic() - begin > 2 and "states" in stage:
                cluster.close()

        optimum = optimize(MASTERMIND_4_7, dask=cluster.scheduler_address, progress=progress)
    assert not optimum.optimal
    assert optimum.reason == "the Dask cluster is gone"
    assert optimum.total_bound <= 11228 <= optimum.total
    assert optimize(MASTERMIND_4_7).total == 11228


# ----------------------------------------------------------------------------------- what is kept


@pytest.mark.keeps_optima
@pytest.mark.parametrize("goal", Goal)
def test_a_finished_optimum_needs_no_search_again(
    goal: Goal, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = optimize(BLACK_3_5, goal, max_questions=8)
    monkeypatch.setattr(optimize_module, "Run", None)
    again = optimize(BLACK_3_5, goal, max_questions=8)
    assert (first.kept, again.kept) == (False, True)
    for field in ("tree", "total", "worst", "histogram", "total_bound", "worst_bound", "nodes"):
        assert getattr(first, field) == getattr(again, field)
    assert again.optimal


@pytest.mark.keeps_optima
@pytest.mark.parametrize(
    "change",
    [
        lambda text: text[:-100],
        lambda text: text.replace("645", "644"),
        lambda text: "0" * 32 + text[32:],
        lambda text: "",
        lambda text: "[" * 10**5,
    ],
)
def test_a_damaged_optimum_is_searched_anew(change: object, folder: Path) -> None:
    optimize(BLACK_3_5)
    (path,) = folder.glob("optimum-expected-black-peg-3-5-*")
    path.write_text(change(path.read_text()))  # type: ignore[operator]
    assert (optimize(BLACK_3_5).total, optimize(BLACK_3_5).kept) == (645, True)


@pytest.mark.keeps_optima
def test_an_optimum_that_the_replay_refutes_is_not_believed(folder: Path) -> None:
    """Though its checksum is right: another total, or the strategy of another game."""
    optimize(BLACK_3_5)
    (path,) = folder.glob("optimum-expected-black-peg-3-5-*")
    body = path.read_text().split("\n", 1)[1].rstrip("\n").replace("645", "640")
    path.write_text(f"{optima.checksum(path, body)}\n{body}\n")
    found = optimize(BLACK_3_5)
    assert (found.total, found.kept) == (645, False)


def test_another_goal_leaves_what_an_unfinished_run_found_out(folder: Path) -> None:
    with pytest.raises(Interrupted):
        optimize(MASTERMIND_4_7, progress=interrupt_after(1.0))  # type: ignore[arg-type]
    (checkpoint,) = folder.glob("search-*")
    before = checkpoint.stat().st_size
    optimize(MASTERMIND_4_7, Goal.WORST)
    assert checkpoint.stat().st_size >= before
    seen: list[str] = []
    optimum = optimize(MASTERMIND_4_7, progress=lambda stage, done, total: seen.append(stage))
    assert optimum.total == 11228
    assert any("from an earlier run" in stage for stage in seen)
    assert list(folder.glob("search-*")) == []


def test_progress_shows_the_bounds_and_what_is_searched(folder: Path) -> None:
    seen: list[str] = []
    optimize(BLACK_4_4, progress=lambda stage, done, total: seen.append(stage))
    lines = list(dict.fromkeys(stage for stage in seen if "secrets" in stage))
    assert len(lines) > 2
    assert "after 0000; up to 108 secrets" in lines[0]  # 3^3 * 4 answer 1
    bounds = [int(line.split(" to ")[1].split(";")[0].replace(",", "")) for line in lines]
    assert bounds == sorted(bounds)
    assert len(set(bounds)) > 2


def test_the_serial_executor_forgets_at_its_end() -> None:
    executor = SerialExecutor()
    executor.kept["solver"] = object()
    executor.close()
    assert executor.kept == {}


def test_json_has_the_reason_when_a_run_is_cut_short(folder: Path) -> None:
    command = ["optimize", "mastermind", "--pegs", "4", "--colours", "7", "--workers", "1"]
    done = subprocess.run(
        [sys.executable, "-m", "masetproof", *command, "--time-limit", "0.01", "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    document = json.loads(done.stdout)
    assert (document["optimal"], document["reason"]) == (False, "the time was over")
