"""Searches that ask for jobs and for other searches."""

from __future__ import annotations

from typing import Any, cast

from masetproof.finite.setting import FiniteGame
from masetproof.search.dividing import Coroutine, Divider, Search, Waiting
from masetproof.search.memory import Memory
from masetproof.search.parts import Job, Result, SearchPlace
from masetproof.search.solver import INFINITE, Solver


def job(name: int) -> Job:
    workplace: Any = None
    return Job(workplace, SearchPlace((), 1), name, 0)


def known(low: int) -> Result:
    return Result(low, low, None)


def alone(name: int) -> Search:
    [result] = yield [job(name)]
    return result


def total(*wanted: int) -> Search:
    """One after the other, with a job of their own at the end."""
    low = 0
    for name in wanted:
        [result] = yield [alone(name)]
        low += result.low
    one, other = yield [job(low), alone(low + 1)]
    return known(one.low - other.low)


def at_once() -> Search:
    return known(7)
    yield []


def test_each_search_goes_on_when_its_own_jobs_are_done() -> None:
    """One comes to its end while the other waits for its first job; results come in order."""
    returned: list[int] = []

    def both() -> Search:
        results = yield [total(1, 2), at_once(), total(10)]
        assert [result.low for result in results] == [-1, 7, 1]
        return known(100)

    def then(result: Result) -> Waiting:
        returned.append(result.low)
        return []

    waiting = {one.size: take for one, take in Coroutine(both(), then).go_on()}
    assert sorted(waiting) == [1, 10]
    for name, low, more in [(10, 20, [20, 21]), (21, 4, []), (20, 5, []), (1, 3, [2])]:
        asked = waiting.pop(name)(known(low))
        assert [one.size for one, _ in asked] == more
        waiting |= {one.size: take for one, take in asked}
    [(_, one), (_, other)] = waiting.pop(2)(known(30))
    assert other(known(34)) == []
    assert not returned
    assert one(known(33)) == []
    assert returned == [100]


def test_searches_ask_for_searches_as_deep_as_strategies_are() -> None:
    def nested(levels: int) -> Search:
        [result] = yield [nested(levels - 1) if levels else job(7)]
        return known(result.low + 1)

    returned: list[int] = []

    def then(result: Result) -> Waiting:
        returned.append(result.low)
        return []

    [(one, take)] = Coroutine(nested(5000), then).go_on()
    assert one.size == 7
    assert take(known(0)) == []
    assert returned == [5001]


def test_questions_that_were_not_asked_count_in_a_bound() -> None:
    """Those that were asked cost more than was of use; the others may cost as little as that."""
    solver = Solver(Memory(FiniteGame("mastermind", 3, 6), 1 << 26))
    everything, left = solver.all_secrets(), 216

    def ranked(upper: int) -> int:
        return len(solver.ranked(everything, left, upper, ()))

    upper = next(upper for upper in range(10_000) if ranked(upper) > 1)
    assert ranked(upper) < ranked(INFINITE)
    divider = Divider(
        solver,
        lambda place, size, upper: Job(cast(Any, None), place, size, upper),
        lambda place, upper: None,
        lambda place, result: None,
    )
    returned: list[Result] = []

    def then(result: Result) -> Waiting:
        returned.append(result)
        return []

    search = divider._divided(SearchPlace((), left), everything, upper)
    asked = Coroutine(search, then).go_on()
    for one, take in asked:  # which grows
        assert one.upper == upper
        asked += take(Result(upper + 9, INFINITE, None))
    assert len(asked) > 1
    assert returned == [Result(upper, INFINITE, None)]
