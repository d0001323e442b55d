"""Limits of time and memory, clusters that go away, and what is kept between runs."""

from __future__ import annotations

import gc
import json
import pickle
import socket
import subprocess
import sys
import weakref
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import dask.config
import pytest
from distributed import LocalCluster

from masetproof.arguments import Refused
from masetproof.cache import checksum
from masetproof.cli import main
from masetproof.finite.setting import FiniteGame
from masetproof.games.comparison import ComparisonGame
from masetproof.games.pegs import BLACK_PEG, MASTERMIND
from masetproof.kernels import Prepared
from masetproof.objectives import Goal
from masetproof.progress import Interrupted, no_tick
from masetproof.search import clock, executors, run
from masetproof.search import optimize as optimize_module
from masetproof.search.executors import Kept, SerialExecutor, executor
from masetproof.search.keeping import Checkpoint
from masetproof.search.memory import Memory
from masetproof.search.optimize import optimize
from masetproof.search.parts import (
    Job,
    SearchPlace,
    Workplace,
    work,
    workplace,
)
from masetproof.search.solver import INFINITE, Bounds, Key
from masetproof.words import Word

from .clocks import count_time

BLACK_3_5 = FiniteGame(BLACK_PEG, 3, 5)
BLACK_4_4 = FiniteGame(BLACK_PEG, 4, 4)
MASTERMIND_4_6 = FiniteGame(MASTERMIND, 4, 6)  # 5,625 by Koyama and Lai 1993
MASTERMIND_4_7 = FiniteGame(MASTERMIND, 4, 7)  # 11,228 by Ville 2013
MASTERMIND_5_6 = FiniteGame(MASTERMIND, 5, 6)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache directory of its own."""
    monkeypatch.setenv("MASETPROOF_CACHE", str(tmp_path))
    return tmp_path


# ----------------------------------------------------------------------------------------- time


@pytest.mark.slow
def test_runs_of_a_moment_add_up(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """5,625 (Koyama and Lai 1993) is found by runs that are over before they began."""
    count_time(monkeypatch, 0.05)
    bounds = []
    for _ in range(20):
        optimum = optimize(MASTERMIND_4_6, time_limit=0.001)
        assert optimum.total_bound <= 5625 <= optimum.total
        bounds.append((optimum.total_bound, -optimum.total))
        if optimum.optimal:
            break
        assert optimum.reason == "the time was over"
    assert optimum.optimal
    assert optimum.total == 5625
    assert bounds == sorted(bounds), "nothing that was known is forgotten"
    assert len(bounds) > 5


@pytest.mark.parametrize(
    ("pace", "limit", "searched"),
    [
        pytest.param(0.01, 1.0, True, marks=pytest.mark.slow),
        (0.02, 2.0, True),
        (0.1, 0.5, False),
    ],
)
def test_a_time_limit_covers_everything(
    pace: float, limit: float, searched: bool, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also the table of answers and the first strategies; without them there is a simple one.

    In the last case these alone take longer than there is.
    """
    counted = count_time(monkeypatch, pace)
    seen: list[tuple[str, float]] = []
    optimum = optimize(
        MASTERMIND_4_7,
        time_limit=limit,
        progress=lambda stage, done, total: seen.append((stage, counted.now)),
    )
    assert not optimum.optimal
    assert optimum.reason == "the time was over"
    assert 2401 * 3 < optimum.total_bound <= 11228 < optimum.total < 2401 * 8  # Ville 2013
    last, end = seen[-1]
    assert last.startswith("best so far" if searched else "strategies to begin with")
    begin = next(now for stage, now in seen if stage == "strategies to begin with")
    # It ends with the limit, or a moment after the table of answers, and reports nothing then.
    assert end <= max(limit, begin + clock._GRACE) + 10 * pace
    # What is left is to put together what was found.
    assert counted.now - end <= clock._MOMENT[0] + 10 * pace


@pytest.mark.parametrize(
    ("moment", "enough"), [((0.1, 0, 0), False), ((0.1, 0.001, 0), True), ((0.1, 0, 0.5), True)]
)
def test_the_best_strategy_is_written_out_in_a_moment(
    moment: tuple[float, float, float],
    enough: bool,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is longer for many secrets and after a long search; else a simple strategy is written."""
    count_time(monkeypatch, 0.02)
    monkeypatch.setattr(clock, "_MOMENT", moment)
    seen = list[str]()
    optimum = optimize(
        MASTERMIND_4_7, time_limit=2.0, progress=lambda stage, done, total: seen.append(stage)
    )
    assert seen[-1].startswith(f"best so far {optimum.total:,};") == enough


def test_the_clock_of_the_machine_ends_a_run(folder: Path) -> None:
    """7,776 secrets take much longer; how soon it ends depends on the machine."""
    optimum = optimize(MASTERMIND_5_6, time_limit=0.01)
    assert (optimum.optimal, optimum.reason) == (False, "the time was over")


def test_short_runs_of_a_large_game_add_up(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though the table of answers alone takes longer than they have."""
    counted = count_time(monkeypatch, 0.1)
    tables: list[float] = []

    def progress(stage: str, done: int, total: int) -> None:
        if stage == "table of answers":
            tables.append(counted.now)

    sizes = []
    for _ in range(2):
        optimum = optimize(MASTERMIND_4_7, time_limit=0.01, progress=progress)
        assert not optimum.optimal
        (kept,) = folder.glob("search-*")
        sizes.append(kept.stat().st_size)
    assert 0 < sizes[0] < sizes[1]
    assert all(later - sooner > 0.09 for sooner, later in pairwise(tables))


@pytest.mark.slow
def test_the_clock_covers_tables_whose_answers_take_long(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where answers are found one by one: 2.6 million at 5 microseconds are 13 seconds."""
    counted = count_time(monkeypatch, 0.0)
    compare = ComparisonGame.compare

    def slowly(game: ComparisonGame, secret: Word, question: Word) -> str:
        counted.wait(5e-6)
        return compare(game, secret, question)

    monkeypatch.setattr(ComparisonGame, "compare", slowly)
    found = optimize(FiniteGame("comparison", 2, 40), time_limit=0.5)
    assert (found.optimal, found.reason) == (False, "the time was over")
    assert counted.now < 0.5 + clock._TABLE[0] + 2
    assert 2 * 1600 - 1 <= found.total_bound <= found.total


@pytest.mark.parametrize(
    ("goal", "most", "total", "worst"),
    [
        ("expected", None, 5722, 6),  # entropy: Neuwirth 1982
        ("expected", 5, 5801, 5),  # minimax, as entropy asks more questions: Knuth 1976
        ("worst", None, 5801, 5),
    ],
)
def test_a_game_without_time_has_the_strategy_of_a_rule(
    goal: str, most: int | None, total: int, worst: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock is at its end while the table of answers is made."""
    monkeypatch.setattr(clock, "_TABLE", (-1e9, -1e9))
    optimum = optimize(MASTERMIND_4_6, goal, time_limit=0, max_questions=most)
    assert (optimum.nodes, optimum.optimal) == (0, False)
    assert (optimum.total, optimum.worst) == (total, worst)


@pytest.mark.parametrize("moment", [clock._MOMENT, (-1e9, 0, 0)])
def test_a_game_without_time_has_a_strategy(
    moment: tuple[float, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A simple one where there is no time, or no table, for a rule."""
    monkeypatch.setattr(clock, "_TABLE", (-1e9, -1e9))
    monkeypatch.setattr(clock, "_MOMENT", moment)
    optimum = optimize(FiniteGame(MASTERMIND, 4, 7), time_limit=0)
    assert (optimum.nodes, optimum.optimal) == (0, False)
    assert optimum.total_bound <= 11228 < optimum.total  # Ville 2013
    assert (optimum.total < 12000) == (moment == clock._MOMENT)
    compared = optimize(FiniteGame("comparison", 2, 9), time_limit=0)
    assert not compared.optimal


def test_the_first_strategy_is_that_of_the_theorem(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which is optimal, as the search finds without it; what is greedy takes more.

    Otherwise only games of some size look for a theorem, to which that takes little time.
    """

    def progress(stage: str, done: int, total: int) -> None:
        if stage.startswith("best so far"):  # the strategies to begin with are there
            raise KeyboardInterrupt

    finite = FiniteGame(MASTERMIND, 3, 8)
    monkeypatch.setattr(run, "_WORTH_A_BOOK", finite.secret_count)
    with pytest.raises(Interrupted) as theorem:
        optimize(finite, progress=progress)
    for path in folder.iterdir():
        path.unlink()
    found = optimize(finite)
    monkeypatch.setattr("masetproof.proofs.known.Known.book_strategy", None)
    with pytest.raises(Interrupted) as greedy:
        optimize(finite, progress=progress)
    for path in folder.iterdir():
        path.unlink()
    alone = optimize(finite)
    assert theorem.value.finished.total == alone.total < greedy.value.finished.total
    assert (found.total, found.optimal) == (alone.total, alone.optimal)
    assert found.nodes <= alone.nodes


# --------------------------------------------------------------------------------------- memory


@pytest.mark.parametrize("workers", [pytest.param(8, marks=pytest.mark.slow), 1024])
def test_any_number_of_workers_fits_the_memory(workers: int, folder: Path) -> None:
    """With four pegs and six colours in 8 MB, of which the table of answers takes most."""
    finite = FiniteGame(MASTERMIND, 4, 6)
    one = Memory(finite, 0)
    memory = replace(one, bytes=3 * one.least - 2 * one.board)
    with closing(executor(workers, most=memory.most_workers, threads=True)) as chosen:
        assert chosen.workers == 2
        # The coordinator and its workers together have no more than was given.
        place = workplace(memory, chosen)
        assert place.table is not None
        table = sum(array.nbytes for array in place.table.value.values())
        assert memory.board + 3 * memory.stack + table <= memory.bytes
    assert optimize(finite, workers=workers, memory=memory.bytes).total == 5625


def test_the_message_about_memory_names_what_was_given() -> None:
    with pytest.raises(
        Refused, match=r"answers takes \d+ MB, more than the 50 MB that are allowed"
    ):
        optimize(MASTERMIND_5_6, workers=64, memory=50 << 20)


@pytest.mark.parametrize("workers", [1, 2])
def test_the_memory_of_a_run_is_free_when_it_ends(
    workers: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At once: nothing has to be searched for garbage."""
    tables: list[weakref.ref[Prepared]] = []

    def noted(*arguments: Any) -> Workplace:
        place = workplace(*arguments)
        assert place.table is not None
        tables.append(weakref.ref(place.table))
        return place

    monkeypatch.setattr(run, "workplace", noted)
    gc.disable()
    try:
        assert optimize(MASTERMIND_4_6, workers=workers).total == 5625
        assert [table() for table in tables] == [None]
    finally:
        gc.enable()


def test_threads_share_the_table_of_answers(folder: Path) -> None:
    """Elsewhere a worker makes its own, and finds the same."""
    finite = FiniteGame(MASTERMIND, 3, 6)
    with closing(executor(2, threads=True)) as chosen:
        here = workplace(Memory(finite, 1 << 28), chosen)
        solvers = [here.solver({}), here.solver({})]
    assert solvers[0].board is solvers[1].board is here.board
    assert solvers[0] is not solvers[1]
    there: Workplace = pickle.loads(pickle.dumps(here))
    assert there == here
    assert there.board is None
    mine: Kept = {}
    jobs = [Job(place, SearchPlace(((5, 1),), 6), 9, INFINITE) for place in (here, there)]
    assert work(jobs[0], no_tick, {}) == work(jobs[1], no_tick, mine)
    assert there.solver(mine) is mine["solver"]


# --------------------------------------------------------------------------------------- clusters


NOBODY = ["optimize", "mastermind", "--pegs", "4", "--colours", "6", "--dask"]


def check_nobody(status: int, output: str, errors: str) -> None:
    assert (status, output) == (2, "")
    assert len(errors.splitlines()) == 1
    assert "no Dask scheduler" in errors


def test_an_address_without_a_scheduler_is_refused_in_one_line() -> None:
    """Dask has nothing to add, not even when the interpreter ends."""
    command = [sys.executable, "-m", "masetproof", *NOBODY, "127.0.0.1:1"]
    done = subprocess.run(command, capture_output=True, text=True)
    check_nobody(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("address", ["nowhere", "nowhere://1", "", "127.0.0.1:x", "silent"])
def test_an_address_without_a_scheduler_is_refused_soon(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dask alone would wait, here for ten minutes; so it does not do so if this test ends at all.

    The last address is of somebody who takes the call and says nothing.
    """
    monkeypatch.setattr(executors, "CONNECTING", 0.1)
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        dask.config.set({"distributed.comm.timeouts.connect": "600s"}),
    ):
        if address == "silent":
            address = f"127.0.0.1:{server.getsockname()[1]}"
        status = main([*NOBODY, address])
    check_nobody(status, *capsys.readouterr())


def test_a_cluster_that_goes_away_leaves_the_best_strategy(folder: Path) -> None:
    with LocalCluster(
        processes=True, n_workers=1, threads_per_worker=2, dashboard_address=None
    ) as workers:

        def progress(stage: str, done: int, total: int) -> None:
            # A part is finished, and more are left than are being searched.
            if "states" in stage and 0 < done < total - 2:
                workers.close()

        optimum = optimize(MASTERMIND_4_6, dask=workers.scheduler_address, progress=progress)
    assert not optimum.optimal
    assert optimum.reason == "the Dask cluster is gone"
    assert optimum.total_bound <= 5625 <= optimum.total
    assert optimize(MASTERMIND_4_6).total == 5625


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
    path.write_text(f"{checksum(path, body)}\n{body}\n")
    found = optimize(BLACK_3_5)
    assert (found.total, found.kept) == (645, False)


def test_another_goal_leaves_what_an_unfinished_run_learned(folder: Path) -> None:
    def progress(stage: str, done: int, total: int) -> None:
        if stage.startswith("best so far") and done > 1:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted):
        optimize(MASTERMIND_4_6, progress=progress)
    (checkpoint,) = folder.glob("search-*")
    before = checkpoint.stat().st_size
    optimize(MASTERMIND_4_6, Goal.WORST)
    assert checkpoint.stat().st_size >= before
    seen: list[str] = []
    optimum = optimize(MASTERMIND_4_6, progress=lambda stage, done, total: seen.append(stage))
    assert optimum.total == 5625
    assert any("from an earlier run" in stage for stage in seen)
    assert list(folder.glob("search-*")) == []


@pytest.mark.parametrize("workers", [pytest.param(1, marks=pytest.mark.slow), 2])
def test_what_long_jobs_learn_is_kept_while_they_go_on(
    workers: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the process may be killed."""
    noted: list[int] = []
    note = Checkpoint.note_states

    def note_too(checkpoint: Checkpoint, known: Mapping[Key, Bounds]) -> None:
        noted.append(len(known))
        note(checkpoint, known)

    monkeypatch.setattr(run, "_EVERY", 0.0)
    monkeypatch.setattr(Checkpoint, "note_states", note_too)
    assert optimize(FiniteGame(MASTERMIND, 4, 7), workers=workers).total == 11228
    assert any(noted)


def test_progress_shows_the_bounds_and_what_is_searched(folder: Path) -> None:
    seen: list[str] = []
    optimize(BLACK_4_4, progress=lambda stage, done, total: seen.append(stage))
    lines = list(dict.fromkeys(stage for stage in seen if "secrets" in stage))
    assert len(lines) > 2
    assert "first question 0000; up to 108 secrets" in lines[0]  # 3^3 * 4 answer 1
    bounds = [int(line.split("lower bound ")[1].split(";")[0].replace(",", "")) for line in lines]
    assert bounds == sorted(bounds)
    assert len(set(bounds)) > 2


def test_the_serial_executor_forgets_at_its_end() -> None:
    serial = SerialExecutor()
    serial.kept["solver"] = object()
    serial.close()
    assert serial.kept == {}


def test_json_has_the_reason_when_a_run_is_cut_short(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    count_time(monkeypatch, 0.01)
    command = ["optimize", "mastermind", "--pegs", "4", "--colours", "6", "--workers", "1"]
    assert main([*command, "--time-limit", "0.01", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["optimal"], document["reason"]) == (False, "the time was over")
