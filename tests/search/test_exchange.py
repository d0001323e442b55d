"""Workers that share no table tell each other what is true, once, and it changes no result."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing
from dataclasses import replace
from statistics import median
from typing import final

import pytest
from distributed import LocalCluster

from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import AB, BLACK_PEG, MASTERMIND
from masetproof.kernels import STORED
from masetproof.objectives import Goal
from masetproof.progress import Tick, no_tick
from masetproof.search import dividing, exchange, optimize, run
from masetproof.search.exchange import ROOM, Heard, Post
from masetproof.search.executors import Executor, J, Kept, R, Work
from masetproof.search.memory import Memory
from masetproof.search.parts import Job, Result, SearchPlace, Workplace, work
from masetproof.search.solver import INFINITE, Bounds, Key, Solver

MEMORY = 1 << 26
GAME = FiniteGame(MASTERMIND, 3, 8)
"""Its first question 001 leaves states of more than 32 secrets, which alone are told."""
JOB = Job(Workplace(Memory(GAME, MEMORY)), SearchPlace((), 512), 512, INFINITE)


def do(kept: Kept, *latest: bytes, room: int = ROOM) -> Result:
    return work(replace(JOB, heard=Heard(latest, room)), no_tick, kept)


def told(monkeypatch: pytest.MonkeyPatch) -> list[dict[Key, Bounds]]:
    """All that workers put into their tables because they heard it."""
    calls = list[dict[Key, Bounds]]()
    remember = Solver.remember

    def noted(self: Solver, known: dict[Key, Bounds], took: int = 1) -> None:
        if took == 0:
            calls.append(known)
        remember(self, known, took)

    monkeypatch.setattr(Solver, "remember", noted)
    return calls


def test_a_worker_that_hears_of_states_searches_fewer_and_finds_the_same() -> None:
    alone, deaf = do({}), work(JOB, no_tick, {})
    assert alone.said
    assert not deaf.said
    hearing = do({}, alone.said)
    for other in (deaf, hearing):
        assert (other.low, other.high, other.strategy) == (alone.low, alone.high, alone.strategy)
    assert deaf.nodes == alone.nodes
    assert hearing.nodes < alone.nodes


def test_what_is_said_is_true_of_each_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another solver, which knows nothing, finds a value within the bounds."""
    heard = told(monkeypatch)
    said = do({}).said
    do({}, said)
    [bounds] = heard
    assert len(bounds) > 20
    other = Solver(Memory(GAME, MEMORY))
    for (size, tag, members), known in list(bounds.items())[::7]:
        other.forget()
        state = other.all_secrets()[list(memoryview(members).cast("H"))]
        assert len(state) == size > STORED
        value = other.value(state, tag // 3)
        assert value.exact
        assert known.low <= value.low <= known.high


def test_nothing_is_heard_twice_nor_by_who_said_it(monkeypatch: pytest.MonkeyPatch) -> None:
    heard, one, other = told(monkeypatch), Kept(), Kept()
    said = do(one).said
    do(one, said)
    assert not heard
    for _ in range(3):
        last = do(other, said)
    assert len(heard) == 1
    assert not last.said, "there was nothing new"


def test_a_worker_says_what_is_new_and_has_room() -> None:
    kept = Kept()
    first = do(kept, room=1000).said
    assert 0 < len(first) <= 1000
    solver = JOB.workplace.solver(kept)
    assert solver.news(ROOM) == {}
    solver.forget()
    solver.value(solver.all_secrets(), 512)
    assert len(solver.news(ROOM)) > 5


def test_a_post_keeps_the_latest() -> None:
    post = Post()
    assert post.give(1) == Heard((), ROOM // 2)
    letters = [bytes([number]) * (ROOM // 4) for number in range(6)]
    for letter in [b"", *letters, b""]:
        post.take(letter)
    assert post.give(8) == Heard(tuple(letters[2:]), ROOM // 16)
    post.take(b"x")
    assert post.give(1).latest == (*letters[3:], b"x")


@final
class Apart(Executor):
    """Two workers that share nothing and take turns, in one thread."""

    local = False

    def __init__(self) -> None:
        super().__init__(1)
        self._kept = [Kept(), Kept()]

    def submit(self, function: Work[J, R], job: J, tick: Tick) -> Future[R]:
        self._kept.reverse()
        future = Future[R]()
        future.set_result(function(job, tick, self._kept[0]))
        return future


def games() -> Iterator[FiniteGame]:
    """Random games, with random questions answered before."""
    drawn = random.Random(5)
    sizes = [(MASTERMIND, 3, 7), (AB, 3, 9), (BLACK_PEG, 3, 6)]
    for kind, pegs, colours in sizes:
        yield (finite := FiniteGame(kind, pegs, colours))
        secret, question = drawn.choice(finite.secrets), drawn.choice(finite.questions)
        answer = kind.number(secret, question)
        if answer != finite.winning:
            yield FiniteGame(kind, pegs, colours, after=((question, answer),))


@pytest.mark.parametrize("goal", [Goal.EXPECTED, Goal.WORST_THEN_EXPECTED])
def test_workers_that_tell_each_other_find_the_same(
    goal: Goal, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = told(monkeypatch)
    monkeypatch.setattr(exchange, "_WORTH_TELLING", 1)
    for finite in games():
        alone = optimize.optimize(finite, goal, workers=1, keep=False)
        with monkeypatch.context() as patched, closing(Apart()) as apart:
            patched.setattr(dividing, "_LARGE", 10_000)
            patched.setattr(optimize, "executor", lambda *_, apart=apart, **__: apart)
            found = optimize.optimize(finite, goal, keep=False)
        assert (found.tree, found.total, found.worst) == (alone.tree, alone.total, alone.worst)
        assert (found.total_bound, found.worst_bound) == (alone.total_bound, alone.worst_bound)
    assert len(heard) > 5


def test_states_that_helpers_search_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of jobs that two threads do at the same time the slower one counts, too."""
    nodes = list[int]()

    def counting(job: Job, tick: Tick, kept: Kept) -> Result:
        result = work(job, tick, kept)
        nodes.append(result.nodes)
        return result

    monkeypatch.setattr(run, "work", counting)
    optimum = optimize.optimize(FiniteGame(MASTERMIND, 4, 7), workers=2, keep=False)
    assert optimum.nodes == sum(nodes)


def states_of_processes(finite: FiniteGame) -> int:
    """States that two processes search which know nothing yet."""
    with LocalCluster(
        processes=True, n_workers=2, threads_per_worker=1, dashboard_address=None
    ) as cluster:
        return optimize.optimize(finite, dask=cluster.scheduler_address, keep=False).nodes


@pytest.mark.slow
@pytest.mark.parametrize(
    "finite", [FiniteGame(MASTERMIND, 4, 8), FiniteGame(AB, 5, 8)], ids=["mastermind", "ab"]
)
def test_two_processes_search_hardly_more_states_than_two_threads(finite: FiniteGame) -> None:
    """Without an exchange they searched up to 1.4 times as many."""
    processes = median(states_of_processes(finite) for _ in range(3))
    threads = median(optimize.optimize(finite, workers=2, keep=False).nodes for _ in range(3))
    assert processes <= 1.15 * threads
