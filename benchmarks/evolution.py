"""Evolution against restarts with as many trees: the table in docs/evolution.md.

    python benchmarks/evolution.py [--seeds 10] [--game mastermind 4 4 905]

A tree is counted when it is made and measured.  With the default parameters these are 40 breakers
times 500 generations.  The rivals have as many:

- random: that many random trees, with all transformations, each by itself; the best counts;
- climbing: one breaker and its mutations, without a population and without crossover;
- restarts: the same, begun anew forty times, with a fortieth of the trees each; the best counts.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from random import Random

from masetproof.evolution.codemaker import Codemaker
from masetproof.evolution.evolve import GENERATIONS, POPULATION, evolve
from masetproof.evolution.operators import drawn
from masetproof.finite.setting import FiniteGame

GAMES = (("mastermind", 3, 3, 73), ("mastermind", 4, 4, 905), ("black-peg", 3, 5, 645))
"""Each with its least total: Goddard 2004, and `masetproof optimize`."""
TREES = POPULATION * GENERATIONS


def evolved(finite: FiniteGame, seed: int) -> int:
    return evolve(finite, seed=seed, workers=1).total


def random_trees(finite: FiniteGame, seed: int) -> int:
    codemaker, random = Codemaker(finite, 1 << 30), Random(seed)
    return min(drawn(codemaker, random).total for _ in range(TREES))


def climbed(finite: FiniteGame, seed: int, trees: int = TREES) -> int:
    return evolve(finite, seed=seed, population=1, generations=trees, workers=1).total


def restarted(finite: FiniteGame, seed: int) -> int:
    seeds = range(POPULATION * seed, POPULATION * (seed + 1))
    return min(climbed(finite, one, GENERATIONS) for one in seeds)


WAYS: dict[str, Callable[[FiniteGame, int], int]] = {
    "evolution": evolved,
    "random": random_trees,
    "climbing": climbed,
    "restarts": restarted,
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare evolution with restarts.")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--game", nargs=4, metavar=("GAME", "PEGS", "COLOURS", "LEAST"))
    arguments = parser.parse_args()
    chosen = GAMES
    if arguments.game:
        name, *numbers = arguments.game
        chosen = ((name, *map(int, numbers)),)
    print("| game | least | way | best | median | worst | at the least | CPU s |")
    print("|---|---:|---|---:|---:|---:|---:|---:|")
    for game, pegs, colours, least in chosen:
        finite = FiniteGame(game, pegs, colours)
        for way, function in WAYS.items():
            begin = time.process_time()
            totals = [function(finite, seed) for seed in range(arguments.seeds)]
            seconds = (time.process_time() - begin) / arguments.seeds
            print(
                f"| {game} ({pegs}, {colours}) | {least:,} | {way} | {min(totals):,} | "
                f"{statistics.median(totals):,.1f} | {max(totals):,} | "
                f"{totals.count(least)} of {len(totals)} | {seconds:.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
