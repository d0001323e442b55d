"""The whole evolution: known optima, and what does not depend on how it is run."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

import masetproof
import masetproof.evolution.evolve as module
from masetproof import FiniteGame, Goal, Matrix, Objective, optimize, replay
from masetproof.arguments import Refused
from masetproof.progress import Interrupted
from masetproof.reports.pictures import save_plot
from masetproof.reports.plots import fitness_figure
from masetproof.search.executors import SerialExecutor
from tests.games.samples import SAMPLES
from tests.search.clocks import slow_answers

evolve = partial(masetproof.evolve, workers=1)
"""Processes take longer to start than most of these runs; `test_workers_do_not_matter` has some."""

THREE = FiniteGame("mastermind", 3, 3)
FOUR = FiniteGame("mastermind", 4, 4)
GOALS = ("expected-then-worst", "worst-then-expected")
SLOW = [pytest.mark.slow]
"""One of the goals for each small game; the other one repeats it in other numbers."""


@pytest.mark.parametrize("seed", range(4))
def test_three_pegs_and_three_colours(seed: int) -> None:
    """73/27 is the least (Goddard 2004), with a worst case of 4."""
    found = evolve(THREE, seed=seed, generations=50)
    assert (found.total, found.worst) == (73, 4)
    assert str(found.expected) == "73/27"


@pytest.mark.parametrize(
    ("colours", "least", "generations"),
    [(3, 246, 100), pytest.param(4, 905, 500, marks=pytest.mark.slow)],
)
def test_four_pegs(colours: int, least: int, generations: int) -> None:
    """Within 2 % of the least total (Goddard 2004)."""
    found = evolve(FiniteGame("mastermind", 4, colours), seed=1, generations=generations)
    assert least <= found.total <= least * 1.02


@pytest.mark.one_in(5)
@pytest.mark.parametrize(
    ("finite", "goal"),
    [
        pytest.param(finite, goal, id=f"{finite.key}-{goal}", marks=SLOW if other else [])
        for number, finite in enumerate(SAMPLES)
        for goal, other in zip(GOALS, (number % 2, 1 - number % 2), strict=True)
    ],
)
def test_small_games_come_to_their_optimum(finite: FiniteGame, goal: str) -> None:
    """That of the exhaustive search, in every game of the samples."""
    best = optimize(finite, goal, workers=1)
    found = evolve(finite, goal, generations=30)
    assert (found.total, found.worst) == (best.total, best.worst)


def test_the_result_is_replayed_and_recorded() -> None:
    found = evolve(FiniteGame("ab", 3, 4), seed=5, generations=40, population=11)
    again = replay(found.tree)
    assert (found.total, found.worst, found.histogram) == (
        again.total,
        again.worst,
        again.histogram,
    )
    assert len(found.generations) == 40
    assert (found.generations[-1].total, found.generations[-1].worst) == (found.total, found.worst)
    assert all(11 * one.total <= one.sum for one in found.generations)
    assert found.evaluations == 440
    assert found.reason is None


@pytest.mark.parametrize("goal", GOALS)
def test_the_best_is_never_lost(goal: str) -> None:
    found = evolve(FiniteGame("mastermind", 3, 4), goal, seed=3, generations=60)
    first = Goal(goal).first is Objective.EXPECTED
    values = [
        (one.total, one.worst) if first else (one.worst, one.total) for one in found.generations
    ]
    assert values == sorted(values, reverse=True)
    assert values[0] > values[-1]


@pytest.mark.parametrize(
    "population", [1, 41, *(pytest.param(count, marks=pytest.mark.slow) for count in (2, 7, 8))]
)
def test_workers_do_not_matter(population: int) -> None:
    runs = [
        evolve(THREE, seed=9, generations=30, population=population, workers=workers)
        for workers in (1, 2, None)
    ]
    assert runs[0] == runs[1] == runs[2]


def test_a_shorter_run_is_the_beginning_of_a_longer_one() -> None:
    """Also where it ends in the middle of an epoch."""
    long = evolve(THREE, seed=2, generations=60)
    for generations in (1, 2, 26, 27, 40):
        short = evolve(THREE, seed=2, generations=generations)
        assert short.generations == long.generations[:generations]


def test_seeds_differ() -> None:
    assert len({evolve(THREE, seed=seed, generations=1).generations for seed in range(8)}) > 4


def test_islands_hand_their_best_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """After as many epochs as there are islands the best of all is everywhere or was surpassed."""
    seen = []

    class Spy(module._EvolutionRun):  # type: ignore[misc]
        def _together(self) -> object:
            seen.append([min(island.fitness) for island in self.islands])
            return super()._together()

    monkeypatch.setattr(module, "_EvolutionRun", Spy)
    monkeypatch.setattr(module, "_EPOCH", 5)
    evolve(FOUR, seed=4, generations=1 + 5 * 6)
    assert len(seen) == 1 + 6
    for before, after in pairwise(seen):
        for number in range(4):
            assert after[number] <= min(before[number], before[number - 1])


def test_islands_are_drawn_apart() -> None:
    run = module._EvolutionRun(FOUR, Goal.EXPECTED, 0, 8, 1 << 24)
    run.live(SerialExecutor(), 1, None, lambda *_: None)
    drawn = [breaker for island in run.islands for breaker in island.breakers]
    assert len(drawn) == len(set(drawn)) == 8


def test_the_time_limit_covers_a_table_whose_answers_take_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where answers are found one by one: 810,000 at 10 microseconds are 8 seconds."""
    clock = slow_answers(monkeypatch, 1e-5)
    with pytest.raises(Refused, match=r"^the time was over before the first generation$"):
        evolve(FiniteGame("comparison", 2, 30), time_limit=1)
    assert clock.now < 1 + 3 + 3


def test_time_limit() -> None:
    """The first generation is always finished, and a time that is over is said."""
    found = evolve(THREE, seed=2, time_limit=0)
    assert len(found.generations) == 1
    assert found.reason == "the time was over"
    assert found.generations == evolve(THREE, seed=2, generations=1).generations


def test_an_interrupt_keeps_the_best() -> None:
    calls = []

    def progress(stage: str, done: int, total: int) -> None:
        calls.append((stage, done, total))
        if done == 51:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        evolve(THREE, seed=2, progress=progress)
    kept = caught.value.finished
    assert kept.generations == evolve(THREE, seed=2, generations=51).generations
    assert kept.tree == evolve(THREE, seed=2, generations=51).tree
    assert kept.reason == "interrupted"
    assert calls[0] == ("generations", 0, 500)


def test_an_interrupt_before_the_first_generation_has_nothing_to_keep() -> None:
    def progress(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        evolve(THREE, progress=progress)
    assert not isinstance(caught.value, Interrupted)


def test_a_game_with_one_secret() -> None:
    found = evolve(FiniteGame("mastermind", 2, 1), generations=3)
    assert (found.total, found.worst, found.histogram) == (1, 1, (1,))


def test_games_that_take_too_much_memory_are_refused() -> None:
    with pytest.raises(Refused, match="words; at most 65,536"):
        evolve(FiniteGame("mastermind", 8, 8))
    with pytest.raises(Refused, match="the table of answers takes"):
        evolve(FOUR, memory=100_000)
    names = [f"s{number}" for number in range(300)]
    deep = FiniteGame(Matrix([["", *names], *([name] + ["no"] * 300 for name in names)]))
    with pytest.raises(Refused, match=r"trees take .* MB, more than the 0 MB that are allowed"):
        evolve(deep, memory=900_000, workers=1)


def test_the_picture(tmp_path: Path) -> None:
    found = evolve(THREE, seed=2, generations=30)
    file = tmp_path / "fitness.svg"
    save_plot(fitness_figure, found, file)
    ElementTree.parse(file)
    text = file.read_text()  # letters are drawn, and comments say which
    assert "Mastermind, 3 pegs, 3 colours, seed 2" in text
    assert f"best: {found.expected} = {float(found.expected):.4f} at the end" in text
