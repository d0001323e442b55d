"""Executors give the same results, say when a worker is lost, and stop at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import dask.config
import psutil
import pytest
from distributed import Client, LocalCluster, Worker

from masetproof.arguments import Refused
from masetproof.progress import no_tick
from masetproof.search import executors
from masetproof.search.executors import (
    DaskExecutor,
    Executor,
    JobLost,
    ProcessExecutor,
    SerialExecutor,
    ThreadExecutor,
    executor,
)
from tests.processes import PATIENCE, gone, wait_until
from tests.search.jobs import Job, count_jobs, echo, environment, pids, refuse, runs, sleep, square


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        LocalCluster(
            processes=True, n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster,
    ):
        yield cluster


@pytest.fixture
def dask_executor(cluster: LocalCluster) -> Iterator[Executor]:
    cluster.scale(2)
    with closing(executor(dask=cluster.scheduler_address)) as chosen:
        assert isinstance(chosen, DaskExecutor)
        yield chosen


@pytest.fixture
def pool() -> Iterator[Executor]:
    with closing(executor(2)) as chosen:
        assert isinstance(chosen, ProcessExecutor)
        yield chosen


@pytest.fixture
def threads() -> Iterator[Executor]:
    with closing(executor(2, threads=True)) as chosen:
        assert isinstance(chosen, ThreadExecutor)
        yield chosen


@pytest.fixture(params=["serial", "threads", "pool", "dask_executor"])
def any_executor(request: pytest.FixtureRequest) -> Executor:
    if request.param == "serial":
        return executor(1)
    chosen: Executor = request.getfixturevalue(request.param)
    return chosen


@pytest.fixture(params=["pool", "dask_executor"])
def processes(request: pytest.FixtureRequest) -> Executor:
    chosen: Executor = request.getfixturevalue(request.param)
    return chosen


def test_every_executor_gives_every_result_once(any_executor: Executor, tmp_path: Path) -> None:
    jobs = [Job(number, tmp_path) for number in range(50)]
    for batch in (jobs, jobs[:1], [], jobs[10:20]):
        results = list(any_executor.run(square, batch))
        assert sorted(place for place, _ in results) == list(range(len(batch)))
        assert all(result == batch[place].number ** 2 for place, result in results)
    assert runs(tmp_path, 0) == runs(tmp_path, 15) == 2
    assert runs(tmp_path, 30) == 1


def test_jobs_may_be_added_while_results_come(any_executor: Executor, tmp_path: Path) -> None:
    """Each job but the last ones leads to two more."""
    jobs = [Job(1, tmp_path)]
    for place, result in any_executor.run(square, jobs):
        assert result == jobs[place].number ** 2
        if jobs[place].number < 16:
            jobs += [Job(2 * jobs[place].number + more, tmp_path) for more in (0, 1)]
    assert sorted(job.number for job in jobs) == list(range(1, 32))
    assert all(runs(tmp_path, job.number) == 1 for job in jobs)


def test_what_is_first_is_begun_first(tmp_path: Path) -> None:
    """Of the jobs that wait, the added ones included."""
    jobs = [Job(number, tmp_path) for number in (3, 8, 5)]
    begun = []
    for place, _ in SerialExecutor().run(square, jobs, first=lambda job: -job.number):
        begun.append(jobs[place].number)
        if begun == [8]:
            jobs += [Job(4, tmp_path), Job(9, tmp_path)]
    assert begun == [8, 9, 5, 4, 3]


def test_a_job_is_made_ready_when_it_begins(any_executor: Executor, tmp_path: Path) -> None:
    """Not when it is put into the batch: no more than can run, and one that takes over."""
    jobs, ready, ended = [Job(number, tmp_path) for number in range(9)], list[Job](), list[int]()

    def begin(job: Job) -> Job:
        ready.append(job)
        assert len(ready) <= len(ended) + any_executor.workers + 1
        return replace(job, number=job.number + 10)

    for place, result in any_executor.run(square, jobs, begin=begin):
        ended.append(place)
        assert result == (place + 10) ** 2
    assert sorted(ended) == list(range(9))


def test_what_ends_after_the_batch_was_left_is_told(threads: Executor) -> None:
    late = list[float]()
    with closing(threads.run(sleep, [0.5, 0.0], late=late.append)) as batch:
        assert next(batch) == (1, 0.0)
    assert late == [0.5]


@pytest.mark.parametrize("where", ["threads", "pool"])
def test_a_worker_with_nothing_to_do_may_be_given_more(
    where: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """The first job waits for what the idle worker does."""
    workers: Executor = request.getfixturevalue(where)
    jobs = [Job(0, tmp_path, waits=True)]

    def idle() -> None:
        if len(jobs) == 1:
            jobs.append(Job(5, tmp_path))

    places = []
    for place, _ in workers.run(square, jobs, idle=idle):
        places.append(place)
        (tmp_path / "go").touch()
    assert places == [1, 0]


def test_ticks_come_though_no_job_ends(any_executor: Executor, tmp_path: Path) -> None:
    """The job itself waits for the fifth."""
    ticks = 0

    def tick() -> None:
        nonlocal ticks
        ticks += 1
        if ticks == 5:
            (tmp_path / "go").touch()

    assert list(any_executor.run(square, [Job(1, tmp_path, waits=True)], tick)) == [(0, 1)]
    assert ticks >= 5


@pytest.mark.parametrize("where", ["threads", "pool", "dask_executor"])
def test_results_come_as_they_are_found(
    where: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """The first job waits for all others."""
    workers: Executor = request.getfixturevalue(where)
    jobs = [Job(number, tmp_path, waits=number == 0) for number in range(6)]
    places = []
    for place, _ in workers.run(square, jobs):
        places.append(place)
        if len(places) == 5:
            (tmp_path / "go").touch()
    assert places[-1] == 0


def test_a_lost_worker_of_a_cluster_costs_only_its_job(
    dask_executor: Executor, tmp_path: Path
) -> None:
    assert dict(dask_executor.run(square, [Job(100, tmp_path)])) == {0: 10_000}
    jobs = [Job(number, tmp_path, waits=number == 3, kills=number == 3) for number in range(20)]
    results: dict[int, int] = {}
    for place, result in dask_executor.run(square, jobs):
        results[place] = result
        if len(results) == 5:  # what the lost worker had found before is here
            (tmp_path / "go").touch()
    assert results == {number: number**2 for number in range(20)}
    assert [runs(tmp_path, job.number) for job in jobs] == [1 + job.kills for job in jobs]
    assert dict(dask_executor.run(square, jobs[:2])) == {0: 0, 1: 1}


def test_a_worker_that_is_lost_ends_its_batch(processes: Executor, tmp_path: Path) -> None:
    """On the cluster that is so when a second one is lost with the same job."""
    jobs = [Job(number, tmp_path, kills=9 * (number == 1)) for number in range(3)]
    jobs[2] = replace(jobs[2], waits=True)  # the worker of another job goes, too
    with pytest.raises(JobLost, match=r"a worker was lost|all those workers died"):
        list(processes.run(square, jobs))
    if isinstance(processes, ProcessExecutor):
        assert runs(tmp_path, 1) == 1
        assert gone(pids(tmp_path))
    (tmp_path / "go").touch()
    assert dict(processes.run(square, [Job(7, tmp_path)])) == {0: 49}


def test_workers_lost_while_idle_are_told(pool: Executor, tmp_path: Path) -> None:
    jobs = [Job(number, tmp_path, busy=2) for number in range(4)]
    list(pool.run(square, jobs))
    workers = pids(tmp_path)
    assert len(workers) == 2
    for pid in workers:
        os.kill(pid, signal.SIGKILL)
    wait_until(lambda: gone(workers))
    with pytest.raises(JobLost, match="a worker was lost"):
        list(pool.run(square, jobs))
    assert len(list(pool.run(square, jobs))) == 4


def test_workers_stay_from_batch_to_batch(pool: Executor, tmp_path: Path) -> None:
    jobs = [Job(number, tmp_path, busy=2) for number in range(4)]
    for _ in range(3):
        list(pool.run(square, jobs))
    assert len(pids(tmp_path)) == 2
    assert os.getpid() not in pids(tmp_path)


def test_exceptions_come_through(any_executor: Executor) -> None:
    with pytest.raises(Refused) as caught:
        list(any_executor.run(refuse, ["fine", "refused"]))
    assert str(caught.value) == "not this one"
    assert len(list(any_executor.run(refuse, ["fine"] * 4))) == 4


def test_an_exit_comes_through(pool: Executor, threads: Executor) -> None:
    for workers in (pool, threads):
        with pytest.raises(SystemExit, match="3"):
            list(workers.run(refuse, ["exit"]))


def test_what_cannot_be_pickled_is_told(pool: Executor) -> None:
    with pytest.raises(Exception, match="generator"):
        list(pool.run(refuse, ["unpicklable result"]))
    assert list(pool.run(refuse, ["fine"])) == [(0, None)]


def test_an_exception_says_where_in_the_worker_it_was(pool: Executor) -> None:
    with pytest.raises(Refused) as caught:
        list(pool.run(refuse, ["refused"]))
    assert 'raise Refused("not this one")' in str(caught.value.__cause__)


def test_large_jobs_and_results(pool: Executor) -> None:
    jobs = [bytes([number]) * 5_000_000 for number in range(4)]
    assert sorted(pool.run(echo, jobs)) == list(enumerate(jobs))


def test_a_worker_may_be_stopped_before_it_reads_its_job(pool: Executor) -> None:
    for _ in range(3):
        batch = pool.run(echo, [b"", bytes(10_000_000), bytes(10_000_000)])
        next(batch)
        batch.close()
    assert list(pool.run(echo, [b"x"])) == [(0, b"x")]


class TimeIsUp(Exception):
    pass


@pytest.mark.one_in(2)
@pytest.mark.parametrize("where", ["threads", "pool"])
@pytest.mark.parametrize("way", ["tick", "leave", "close", "exception"])
def test_an_abandoned_batch_stops_at_once(
    where: str, way: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """All jobs but the first wait for what never comes, and one raises."""
    workers: Executor = request.getfixturevalue(where)
    before = set(threading.enumerate())
    jobs = [Job(number, tmp_path, waits=number > 0) for number in range(9)]
    if way == "exception":
        jobs[2] = replace(jobs[2], number=-2)

    def tick() -> None:
        if way == "tick" and runs(tmp_path, 1) and runs(tmp_path, 2):
            raise TimeIsUp

    batch = workers.run(square, jobs, tick)
    assert next(batch) == (0, 0)
    if way in ("tick", "exception"):
        with pytest.raises(TimeIsUp if way == "tick" else ArithmeticError):
            next(batch)
    else:
        wait_until(lambda: runs(tmp_path, 1) == runs(tmp_path, 2) == 1)
        batch.close() if way == "leave" else workers.close()
    assert set(threading.enumerate()) <= before
    assert gone(pids(tmp_path) - {os.getpid()})
    assert all(runs(tmp_path, number) == 0 for number in range(4, 9))
    (tmp_path / "go").touch()
    assert dict(workers.run(square, [Job(20, tmp_path)])) == {0: 400}


def test_jobs_that_are_submitted(any_executor: Executor, tmp_path: Path) -> None:
    """A future tells when its job is done, and the executor what came of it."""
    future = any_executor.submit(square, Job(3, tmp_path), no_tick)
    assert any_executor.result_of(future) == 9
    assert future.done()


@pytest.mark.parametrize("where", ["serial", "threads", "pool"])
def test_each_worker_keeps_what_is_its_own(where: str, request: pytest.FixtureRequest) -> None:
    """And nothing of what another executor kept."""
    workers = executor(1) if where == "serial" else request.getfixturevalue(where)
    for first in (True, False):
        counts = sorted(count for _, count in workers.run(count_jobs, range(8)))
        assert counts[0] == 1 if first else counts[-1] > 4
    with closing(executor(1) if where == "serial" else executor(2, threads=True)) as other:
        assert (0, 1) in other.run(count_jobs, range(1))


def test_an_abandoned_batch_leaves_the_cluster(dask_executor: Executor, tmp_path: Path) -> None:
    """Its jobs wait for what never comes; the workers are free for the next batch at once."""
    jobs = [Job(number, tmp_path, waits=True) for number in range(40)]

    def tick() -> None:
        if runs(tmp_path, 0):
            raise TimeIsUp

    with pytest.raises(TimeIsUp):
        list(dask_executor.run(square, jobs, tick))
    again = [Job(number, tmp_path, busy=2) for number in range(50, 60)]
    assert dict(dask_executor.run(square, again)) == {n: (50 + n) ** 2 for n in range(10)}
    assert all(runs(tmp_path, job.number) == 1 for job in again)
    assert len(list(tmp_path.glob("*-*"))) <= 12, "of the 40 jobs only those that were begun"


def busy_workers(client: Client) -> int:
    """How many workers have a thread at work, wanted or not."""

    def threads(dask_worker: Worker) -> int:
        return len(dask_worker.active_threads)

    return sum(map(bool, client.run(threads).values()))


CLIENT = """
import sys
from contextlib import closing
from pathlib import Path
from masetproof.search.executors import executor
from tests.search.jobs import Job, square

jobs = [Job(number, Path(sys.argv[2]), waits=True, spins=True) for number in range(4)]
with closing(executor(dask=sys.argv[1])) as chosen:
    list(chosen.run(square, jobs))
"""


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_workers_of_a_cluster_rest_when_their_client_is_gone(
    cluster: LocalCluster, number: signal.Signals, tmp_path: Path
) -> None:
    """Its jobs would never end; afterwards each is done once for another client."""
    cluster.scale(2)
    command = [sys.executable, "-c", CLIENT, cluster.scheduler_address, str(tmp_path)]
    variables = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    with Client(cluster.scheduler_address, set_as_default=False) as client:
        client.wait_for_workers(2)
        workers = [psutil.Process(pid) for pid in client.run(os.getpid).values()]

        def processor_time() -> float:
            return sum(sum(worker.cpu_times()[:2]) for worker in workers)

        with subprocess.Popen(command, env=variables, stderr=subprocess.DEVNULL) as process:
            wait_until(lambda: len(pids(tmp_path)) == 2)
            before = processor_time()
            wait_until(lambda: processor_time() > before + 1)
            assert busy_workers(client) == 2
            process.send_signal(number)
        left_at = time.monotonic()
        wait_until(lambda: busy_workers(client) == 0)
        assert time.monotonic() - left_at < 10
        before = processor_time()
        time.sleep(1)
        assert processor_time() - before < 0.5
    assert len(list(tmp_path.glob("*-*"))) == 2, "what had not begun never began"
    with closing(executor(dask=cluster.scheduler_address)) as chosen:
        again = [Job(number, tmp_path) for number in range(10, 14)]
        assert len(list(chosen.run(square, again))) == 4
    assert all(runs(tmp_path, job.number) == 1 for job in again)


SCRIPT = """
import sys
from contextlib import closing, suppress
from pathlib import Path
from masetproof.search.executors import executor
from tests.search.jobs import Job, square

with closing(executor(2)) as chosen:
    list(chosen.run(square, [Job(number, Path(sys.argv[1]), waits=True) for number in range(4)]))
"""


def script(journal: Path) -> subprocess.Popen[str]:
    """A script without a guard, from a pipe, in a group of its own, and its two workers busy."""
    process = subprocess.Popen(
        [sys.executable, "-", str(journal)],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )
    assert process.stdin is not None
    process.stdin.write(SCRIPT)
    process.stdin.close()
    process.stdin = None
    wait_until(lambda: len(pids(journal)) == 2)
    return process


def shared_files(process: subprocess.Popen[str]) -> list[Path]:
    """What a process has in shared memory, where semaphores are files, too."""
    lines = Path(f"/proc/{process.pid}/maps").read_text().splitlines()
    files = {Path(line.split()[5]) for line in lines if "/dev/shm/" in line}
    assert files
    return sorted(files)


def test_a_script_needs_no_guard(tmp_path: Path) -> None:
    """Its main module runs once, though there are two workers."""
    path = tmp_path / "script.py"
    path.write_text(SCRIPT.replace("waits=True", "busy=2") + "print('done')\n")
    command = [sys.executable, str(path), str(tmp_path)]
    variables = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(command, capture_output=True, text=True, env=variables)
    assert (done.stdout, done.stderr) == ("done\n", "")
    assert len(pids(tmp_path)) == 2


def test_workers_take_one_thread_each(pool: Executor) -> None:
    names = ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"]
    assert sorted(pool.run(environment, names)) == [(0, "1"), (1, "1")]


def test_an_interrupt_is_told_once_and_stops_all(tmp_path: Path) -> None:
    process = script(tmp_path)
    files = shared_files(process)
    os.killpg(process.pid, signal.SIGINT)  # as from the terminal
    _, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == -signal.SIGINT
    assert complaint.count("Traceback") == 1
    assert complaint.endswith("KeyboardInterrupt\n")
    wait_until(lambda: gone(pids(tmp_path)))
    assert not any(path.exists() for path in files)


def test_workers_do_not_outlive_their_coordinator(tmp_path: Path) -> None:
    """And what it had is removed by Python, which says so."""
    process = script(tmp_path)
    files = shared_files(process)
    process.kill()
    _, complaint = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in complaint
    wait_until(lambda: gone(pids(tmp_path)))
    wait_until(lambda: not any(path.exists() for path in files))


def test_the_executor_that_was_asked_for() -> None:
    assert isinstance(executor(1), SerialExecutor)
    assert isinstance(executor(1, threads=True), SerialExecutor)
    assert isinstance(executor(2), ProcessExecutor)
    assert [executor(n, threads=True).local for n in (1, 2)] == [True, True]
    assert not executor(2).local
    assert executor(3).workers == 3
    assert executor().workers >= 1
    assert isinstance(executor(small=True), SerialExecutor)
    assert executor(2, small=True).workers == 2, "processes that are asked for are started"
    for workers in (0, -1, 1025):
        with pytest.raises(Refused, match=f"1 to 1,024, not {workers}"):
            executor(workers)
    with pytest.raises(Refused, match="its own workers"):
        executor(2, dask="tcp://localhost:8786")
    with pytest.raises(Refused, match="workers must be a whole number, not '2'"):
        executor("2")  # type: ignore[arg-type]
    with pytest.raises(Refused, match="address of a Dask scheduler must be a str, not 8786"):
        executor(dask=8786)  # type: ignore[arg-type]


def test_a_cluster_knows_its_workers(dask_executor: Executor) -> None:
    wait_until(lambda: dask_executor.workers == 2)


@pytest.mark.parametrize("address", ["tcp://localhost:1", "nonsense://x", "", "tcp://localhost:x"])
def test_an_address_without_a_scheduler(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setattr(executors, "CONNECTING", 0.5)
    with pytest.raises(Refused, match="there is no Dask scheduler at"):
        executor(dask=address)


def test_dask_need_not_be_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Refused, match=r"pip install '.\[dask\]'"):
        executor(dask="tcp://localhost:8786")
    assert dict(SerialExecutor().run(echo, [b""], no_tick)) == {0: b""}
