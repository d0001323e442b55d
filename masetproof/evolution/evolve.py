"""A population of breakers on islands: they live apart for an epoch, and then send their best on.

In a generation every breaker of an island has one offspring, by crossover with another one of the
island or by mutation; the offspring takes its parent's place at once, unless it is worse.  Between
epochs the best of each island replaces the worst of the next one.  What an island does in an epoch
depends on the seed, the island and the first generation, not on the process that does it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field
from random import Random
from typing import NamedTuple, final

from masetproof.arguments import (
    Refused,
    as_count,
    as_instance,
    as_member,
    as_seconds,
    as_seed,
    either_name,
)
from masetproof.evolution.codemaker import (
    Breaker,
    Codemaker,
    Entry,
    breaker_of,
    entries_of,
    strategy_tree,
)
from masetproof.evolution.operators import crossed, drawn, mutated
from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import MEMORY, MOST_ANSWERS, check_memory, is_wide, table_bytes
from masetproof.objectives import Goal, Objective
from masetproof.progress import Interrupted, Progress, Tick, as_progress, estimated, silent
from masetproof.search.executors import Executor, Kept, executor
from masetproof.trees.replay import Replay, replay
from masetproof.trees.tree import StrategyTree

GENERATIONS = 500
POPULATION = 40
_MOST_GENERATIONS = 1_000_000
_MOST_BREAKERS = 1_000_000
_GRACE = 3.0
"""Seconds beyond the time limit that the first generation may take; then a run is refused."""
_ISLANDS = 4
"""The most islands; each has two breakers at least."""
_EPOCH = 25
"""The generations of an epoch.  The first generation, the random one, is an epoch of its own."""
_SMALL = 5_000_000
"""No processes are started for a run that looks at about this many answers, or fewer."""
_NODE, _SECRET = 400, 8
"""About the bytes of a node of a tree, and of each secret that a node keeps."""

Listed = tuple[Entry, ...]
"""A tree as its nodes in preorder, which goes to other processes however deep it is."""


class _TimeIsUp(Exception):
    """The time limit has come."""


class Generation(NamedTuple):
    """How good one generation is.

    total, worst: of its best breaker.  sum: of the totals of all its breakers.
    """

    total: int
    worst: int
    sum: int


@final
@dataclass(frozen=True, slots=True)
class Evolution(Replay):
    """The result of an evolution: the replay of *tree*, the best breaker.

    generations: how good each was, the random one first.  reason: why there are fewer than asked
    for, or None.
    """

    finite: FiniteGame
    goal: Goal
    seed: int
    population: int
    tree: StrategyTree
    generations: tuple[Generation, ...]
    reason: str | None

    def as_json(self) -> dict[str, object]:
        """The fields of JSON: those of the game, and those of `Cost.as_json`."""
        return self.finite.as_json() | Replay.as_json(self)

    def __repr__(self) -> str:
        return (
            f"<Evolution of {self.finite.title}: {len(self.generations)} generations, total "
            f"{self.total}, worst case {self.worst}>"
        )

    @property
    def evaluations(self) -> int:
        """How many trees were made: population times generations."""
        return self.population * len(self.generations)


@either_name("objective", "goal")
def evolve(
    finite: FiniteGame,
    objective: Goal | str = Goal.EXPECTED_THEN_WORST,
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

    objective (or ``goal``): which of total and worst case decides first; the other one decides
    among equals.  seed: 0 to 2^63 - 1; the same seed gives the same result, whatever the number of
    workers.  generations: the random one, which is the first, included.  time_limit: seconds after
    which the last epoch that was finished counts; the first generation may take three seconds more.
    workers: processes, at most four (default: one for each processor, none for a small run).
    memory: bytes for the answers, and as many again for the trees, of each process.

    `Refused` for other arguments, and when the game is too large.  A `KeyboardInterrupt`
    becomes `Interrupted` once the first generation is there.

    >>> game = FiniteGame("mastermind", 2, 2)
    >>> evolve(game, seed=1, generations=20, population=10, workers=1).total
    8
    """
    if as_instance(FiniteGame, finite, "the finite game").game.weights is not None:
        raise Refused("strategies are evolved for secrets that are equally likely, without weights")
    if finite.hard:
        raise Refused("strategies are not evolved in hard mode, where few changes stay legal")
    if is_wide(finite):
        raise Refused(f"strategies are evolved in games with at most {MOST_ANSWERS} answers")
    goal, seed = as_member(Goal, objective), as_seed(seed)
    generations = as_count(generations, "the number of generations", 1, _MOST_GENERATIONS)
    population = as_count(population, "the population", 1, _MOST_BREAKERS)
    if time_limit is not None:
        time_limit = as_seconds(time_limit, "the time limit")
    memory = as_count(memory, "the memory in bytes", 1)
    run, report = _EvolutionRun(finite, goal, seed, population, memory), as_progress(progress)
    check_memory(finite, 2 * table_bytes(finite), memory)  # with the table they are copied from
    small = generations * population * finite.secret_count <= _SMALL
    with closing(executor(workers, small=small, most=len(run.sizes))) as chosen:
        return _best_of(run, chosen, generations, time_limit, report)


def _best_of(
    run: _EvolutionRun,
    chosen: Executor,
    generations: int,
    time_limit: float | None,
    report: Progress,
) -> Evolution:
    """The result after all generations, or after those that there was time for."""
    try:
        run.live(chosen, generations, time_limit, report)
    except _TimeIsUp:
        if not run.generations:
            raise Refused("the time was over before the first generation") from None
        return run.evolution("the time was over")
    except KeyboardInterrupt:
        if not run.generations:
            raise
        raise Interrupted(run.evolution("interrupted")) from None
    return run.evolution(None)


class Island(NamedTuple):
    """The breakers of an island with the fitness of each, and the generations of an epoch."""

    breakers: tuple[Listed, ...]
    fitness: tuple[tuple[int, int], ...]
    generations: tuple[Generation, ...]

    @property
    def best(self) -> Listed:
        """The first of the best breakers."""
        return self.breakers[self.fitness.index(min(self.fitness))]


@final
@dataclass(frozen=True, slots=True)
class Epoch:
    """A job: some generations of one island.

    first: the number of the first of these generations.  breakers: those of the generation before;
    before the first one of all there are none, and *size* of them are drawn.  memory: bytes for the
    answers, and as many again for the trees of the island.
    """

    finite: FiniteGame
    goal: Goal
    seed: int
    island: int
    size: int
    first: int
    generations: int
    breakers: tuple[Listed, ...]
    memory: int


def fitness(goal: Goal, one: Breaker | Generation) -> tuple[int, int]:
    """The key that is minimized: the quantity that the goal minimizes first, then the other."""
    if goal.first is Objective.EXPECTED:
        return one.total, one.worst
    return one.worst, one.total


def run_epoch(epoch: Epoch, tick: Tick, kept: Kept) -> Island:
    """The job, for any executor; `Refused` when there is not the memory for it."""
    codemaker = kept.get("codemaker")
    if codemaker is None or codemaker.finite != epoch.finite:
        codemaker = kept["codemaker"] = Codemaker(epoch.finite, epoch.memory, tick)
    random = Random(f"{epoch.seed} {epoch.island} {epoch.first}")
    population = [breaker_of(codemaker, listed) for listed in epoch.breakers]
    generations = []
    for _ in range(epoch.generations):
        if population:
            _live(codemaker, random, epoch.goal, population, tick)
        else:
            population = _first(codemaker, random, epoch, tick)
        best = min(population, key=lambda breaker: fitness(epoch.goal, breaker))
        totals = sum(breaker.total for breaker in population)
        generations.append(Generation(best.total, best.worst, totals))
    return Island(
        tuple(tuple(entries_of(breaker)) for breaker in population),
        tuple(fitness(epoch.goal, breaker) for breaker in population),
        tuple(generations),
    )


def _first(codemaker: Codemaker, random: Random, epoch: Epoch, tick: Tick) -> list[Breaker]:
    population: list[Breaker] = []
    for _ in range(epoch.size):
        tick()
        population.append(drawn(codemaker, random))
        # The secrets at all nodes are together as many as the questions that are asked.
        needed = _NODE * len(codemaker.own) + _SECRET * population[-1].total
        if epoch.size * needed > epoch.memory:
            raise Refused(
                f"{epoch.finite.title}: {epoch.size:,} trees take {epoch.size * needed >> 20:,} "
                f"MB, more than the {epoch.memory >> 20:,} MB that are allowed (--memory)"
            )
    return population


def _live(
    codemaker: Codemaker, random: Random, goal: Goal, population: list[Breaker], tick: Tick
) -> None:
    """One generation: each breaker has an offspring, which takes its place unless it is worse."""
    for place, breaker in enumerate(population):
        tick()
        # A breaker alone on its island has nothing to be crossed with.
        if len(population) > 1 and random.random() < 0.5:
            other = int(random.random() * (len(population) - 1))
            partner = population[other + (other >= place)]
            offspring = crossed(codemaker, random, breaker, partner)
        else:
            offspring = mutated(codemaker, random, breaker)
        if fitness(goal, offspring) <= fitness(goal, breaker):
            population[place] = offspring


@final
@dataclass
class _EvolutionRun:
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
        """Live until there are as many generations; `_TimeIsUp` when there is no time for all."""
        deadline = math.inf if time_limit is None else time.monotonic() + time_limit

        def with_best(stage: str, done: int, total: int) -> None:
            best = f"best so far {self.generations[-1].total:,}; " if self.generations else ""
            report(f"{best}{stage}", done, total)

        show = estimated(with_best)

        def tick() -> None:
            show("generations", len(self.generations), generations)
            late = time.monotonic() - deadline
            if late > 0 and (self.generations or late > _GRACE):
                raise _TimeIsUp

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
        """The result so far."""
        best = min(self.islands, key=lambda island: min(island.fitness)).best
        tree = strategy_tree(self.finite, best)
        return Evolution(
            **asdict(replay(tree)),
            finite=self.finite,
            goal=self.goal,
            seed=self.seed,
            population=self.population,
            tree=tree,
            generations=tuple(self.generations),
            reason=reason,
        )
