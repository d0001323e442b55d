"""The whole population: islands that live apart for an epoch, and then send their best one on."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import final

from masetproof.arguments import Refused, as_count, as_instance, as_member, as_seconds, as_seed
from masetproof.evolution.codemaker import check_answers, strategy_tree
from masetproof.evolution.islands import Epoch, Generation, Island, Listed, fitness, run_epoch
from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import MEMORY
from masetproof.objectives import Goal
from masetproof.progress import Interrupted, Progress, as_progress, silent
from masetproof.search.executors import Executor
from masetproof.search.workplace import executor
from masetproof.trees.replay import Cost, replay
from masetproof.trees.tree import StrategyTree

__all__ = ["GENERATIONS", "POPULATION", "Evolution", "evolve"]

GENERATIONS = 500
POPULATION = 40
_MOST_GENERATIONS = 1_000_000
_MOST_BREAKERS = 1_000_000
_GRACE = 3.0
"""Seconds after the time limit at which a run ends even without a generation."""
_ISLANDS = 4
"""The most islands; each has two breakers at least."""
_EPOCH = 25
"""Generations for which islands live apart.  The first generation is an epoch of its own."""
_SMALL = 5_000_000
"""Up to about this many answers no processes are started."""


class _TimeOver(Exception):
    """The time limit has come."""


@final
@dataclass(frozen=True, slots=True)
class Evolution(Cost):
    """What has evolved.

    tree: the best breaker.  total, worst, histogram: found by replaying it, as in `Replay`.
    generations: how good each was, the random one first.  reason: why there are fewer than asked
    for, or None.
    """

    finite: FiniteGame
    goal: Goal
    seed: int
    population: int
    tree: StrategyTree
    total: int
    worst: int
    histogram: tuple[int, ...]
    generations: tuple[Generation, ...]
    reason: str | None

    def __repr__(self) -> str:
        return (
            f"<Evolution of {self.finite.title}: {len(self.generations)} generations, total "
            f"{self.total}, worst case {self.worst}>"
        )

    @property
    def evaluations(self) -> int:
        """How many trees were made and measured."""
        return self.population * len(self.generations)


def evolve(
    finite: FiniteGame,
    goal: Goal | str = Goal.EXPECTED_THEN_WORST,
    *,
    seed: int = 0,
    generations: int = GENERATIONS,
    population: int = POPULATION,
    time_limit: float | None = None,
    workers: int | None = None,
    memory: int = MEMORY,
    progress: Progress = silent,
) -> Evolution:
    """Let a population of breakers evolve, and take the best.

    goal: which of total and worst case decides first; the other one decides among equals.  seed: 0
    to 2^63 - 1; the same seed gives the same result, whatever the number of workers.  generations:
    the random one, which is the first, included.  time_limit: seconds after which the last epoch
    that was finished counts; the first generation may take three seconds more.  workers: processes
    (default: one for each processor, or none for a small game).  memory: bytes for the answers, and
    as many again for the trees, of each process.

    `Refused` when an argument is none of these or the game is too large.  A `KeyboardInterrupt`
    becomes `Interrupted` once the first generation is there.

    >>> game = FiniteGame("mastermind", 2, 2)
    >>> evolve(game, seed=1, generations=20, population=10, workers=1).total
    8
    """
    as_instance(FiniteGame, finite, "the finite game")
    goal = as_member(Goal, goal)
    seed = as_seed(seed)
    generations = as_count(generations, "the number of generations", 1, _MOST_GENERATIONS)
    population = as_count(population, "the population", 1, _MOST_BREAKERS)
    if time_limit is not None:
        time_limit = as_seconds(time_limit, "the time limit")
    memory = as_count(memory, "the memory in bytes", 1)
    run, report = _Run(finite, goal, seed, population, memory), as_progress(progress)
    check_answers(finite, memory)
    small = generations * population * finite.secret_count <= _SMALL
    with closing(executor(workers, small=small)) as chosen:
        chosen.limit(len(run.sizes))
        try:
            run.live(chosen, generations, time_limit, report)
        except _TimeOver:
            if not run.generations:
                raise Refused("the time was over before the first generation") from None
            return run.evolution("the time was over")
        except KeyboardInterrupt:
            if not run.generations:
                raise
            raise Interrupted(run.evolution("interrupted")) from None
    return run.evolution(None)


@final
@dataclass
class _Run:
    """One evolution: its islands after the last epoch that was finished."""

    finite: FiniteGame
    goal: Goal
    seed: int
    population: int
    memory: int
    islands: list[Island] = field(default_factory=list)
    generations: list[Generation] = field(default_factory=list)

    @property
    def sizes(self) -> list[int]:
        """The breakers of each island."""
        islands = max(1, min(_ISLANDS, self.population // 2))
        more, each = self.population % islands, self.population // islands
        return [each + (island < more) for island in range(islands)]

    def live(
        self, chosen: Executor, generations: int, time_limit: float | None, report: Progress
    ) -> None:
        """Live until there are as many generations; `_TimeOver` when there is no time for all."""
        deadline = math.inf if time_limit is None else time.monotonic() + time_limit

        def tick() -> None:
            report("generations", len(self.generations), generations)
            late = time.monotonic() - deadline
            if late > 0 and (self.generations or late > _GRACE):
                raise _TimeOver

        while (done := len(self.generations)) < generations:
            count = min(_EPOCH, generations - done) if done else 1
            jobs = [
                Epoch(
                    *(self.finite, self.goal, self.seed, island, size, done, count),
                    breakers=self._inhabitants(island) if self.islands else (),
                    memory=self.memory,
                )
                for island, size in enumerate(self.sizes)
            ]
            after = dict(chosen.run(run_epoch, jobs, tick))
            self.islands = [after[island] for island in range(len(jobs))]
            self.generations += self._together()

    def _inhabitants(self, number: int) -> tuple[Listed, ...]:
        """Those of an island, where the best of the island before takes the place of the worst."""
        island, before = self.islands[number], self.islands[number - 1]
        if island is before:
            return island.breakers
        worst = max(range(len(island.fitness)), key=lambda place: (island.fitness[place], place))
        return (*island.breakers[:worst], before.best, *island.breakers[worst + 1 :])

    def _together(self) -> Iterator[Generation]:
        """The generations of the last epoch, of all islands."""
        for same in zip(*(island.generations for island in self.islands), strict=True):
            best = min(same, key=lambda generation: fitness(self.goal, generation))
            yield best._replace(sum=sum(generation.sum for generation in same))

    def evolution(self, reason: str | None) -> Evolution:
        """What has evolved until now."""
        best = min(self.islands, key=lambda island: min(island.fitness)).best
        tree = strategy_tree(self.finite, best)
        cost = replay(tree)
        return Evolution(
            *(self.finite, self.goal, self.seed, self.population),
            *(tree, cost.total, cost.worst, cost.histogram),
            tuple(self.generations),
            reason,
        )
