"""A part of the population for some generations.

The population lives on islands.  On each of them every breaker has one offspring in a generation,
by crossover with another one of the island or by mutation, which takes its place unless it is
worse.  What an island does in an epoch depends on the seed, the island and the first generation,
not on who works it off.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import NamedTuple, final

from masetproof.arguments import Refused
from masetproof.evolution.codemaker import Breaker, Codemaker, Entry, breaker_of, entries_of
from masetproof.evolution.operators import crossed, drawn, mutated
from masetproof.finite.setting import FiniteGame
from masetproof.objectives import Goal, Objective
from masetproof.progress import Tick
from masetproof.search.executors import Kept

__all__ = ["Epoch", "Generation", "Island", "Listed", "fitness", "run_epoch"]

Listed = tuple[Entry, ...]
"""A tree as its nodes in preorder, which goes to other processes however deep it is."""

_NODE = 400
"""Bytes for a node of a tree, and for a secret among those of a node."""
_SECRET = 8


class Generation(NamedTuple):
    """How good one generation is.

    total, worst: of its best breaker.  sum: of the totals of all its breakers.
    """

    total: int
    worst: int
    sum: int


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
    """What decides, the less the better: what the goal minimizes first, and then the other."""
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
        # With nobody else on the island there is no crossover.
        if len(population) > 1 and random.random() < 0.5:
            other = int(random.random() * (len(population) - 1))
            partner = population[other + (other >= place)]
            offspring = crossed(codemaker, random, breaker, partner)
        else:
            offspring = mutated(codemaker, random, breaker)
        if fitness(goal, offspring) <= fitness(goal, breaker):
            population[place] = offspring
