"""Let strategies evolve that do not know what the answers mean.

A strategy, here called a breaker, knows which secrets and questions there are, which answer wins,
and that the same question to the same secret gets the same answer. The first generation is random;
then subtrees are crossed and mutated, and an offspring replaces its parent unless it needs more
questions (by their total or by the worst case, as --objective says). The same seed gives the same
result, whatever the number of workers.

examples:
  masetproof evolve mastermind --pegs 2 --colours 3 --seed 1
  masetproof evolve mastermind --pegs 2 --colours 4 --seed 1 --tree best.json --plot fitness.pdf
  masetproof evolve black-peg --pegs 2 --colours 4 --objective worst-then-expected --json
  masetproof evolve mastermind --pegs 2 --colours 3 --seed 1 --random-tree random.json
  masetproof tree convert random.json --transform shrink,idle,triangle --out after.svg

A run that is interrupted or out of time prints and writes the best tree so far; a whole run begins
with the same generations. Evolution cannot tell whether a tree is optimal.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import masetproof
from masetproof.arguments import counted, parse_whole
from masetproof.cli import common, options
from masetproof.cli.options import Option
from masetproof.finite.setting import finite_game_json
from masetproof.trees.claims import Claimed

OPTIONS = (
    *options.finite_game_options(),
    options.AFTER,
    options.OBJECTIVE.but(
        choices=("expected-then-worst", "worst-then-expected"),
        help="what decides first, the total or the worst case; among equals the other one does",
        default="expected-then-worst",
    ),
    options.SEED,
    Option("--generations", "N", help="the random one included", default="500", read=parse_whole),
    Option("--population", "N", help="the number of breakers", default="40", read=parse_whole),
    options.TIME_LIMIT.but(
        help="stop after this time, with the last generations that were finished; the first one "
        "may take three seconds more"
    ),
    options.TREE.but(help="write the best tree to a JSON file"),
    options.to_write(
        "--random-tree",
        "write a random valid tree, as it is before any transformation, to a JSON file",
    ),
    options.to_draw("--plot", "draw the fitness over the generations"),
    options.MEMORY.but(help="for the answers, and as many again for the trees, of each worker"),
    Option(
        *("--workers", "N"),
        help="processes, of which at most four are used",
        otherwise="one for each processor, one for a small game",
        read=parse_whole,
    ),
    options.JSON,
)


def run(arguments: argparse.Namespace) -> None:
    """Evolve, write the trees, draw, and print."""
    finite = options.finite_game(arguments)
    if arguments.random_tree is not None:
        tree = masetproof.random_tree(finite, arguments.seed)
        masetproof.write_tree(arguments.random_tree, tree)

    def tell(evolution: masetproof.Evolution, is_all: bool) -> None:
        with common.telling(arguments, _document(evolution), _lines(evolution)):
            claims = Claimed.of(evolution, goal=evolution.goal)
            common.write_strategy(arguments, evolution.tree, claims)
            common.draw(arguments.plot, evolution)
        common.tell_written(arguments, arguments.tree, arguments.random_tree, arguments.plot)

    common.tell_so_far(
        lambda: masetproof.evolve(
            finite,
            arguments.objective,
            **common.fields(arguments, "seed", "generations", "population", "time_limit"),
            **common.fields(arguments, "workers", "memory", "progress"),
        ),
        tell,
        lambda _: "; this is the best of the generations that were finished",
    )


def _document(evolution: masetproof.Evolution) -> dict[str, object]:
    return {
        **finite_game_json(evolution.finite),
        "objective": evolution.goal.value,
        **common.fields(evolution, "seed", "population"),
        **evolution.as_json(),
        "generations": len(evolution.generations),
        "best_by_generation": [generation.total for generation in evolution.generations],
        "worst_by_generation": [generation.worst for generation in evolution.generations],
        **common.fields(evolution, "evaluations", "reason"),
    }


def _lines(evolution: masetproof.Evolution) -> Iterator[str]:
    generations, stopped = evolution.generations, ""
    if evolution.reason is not None:
        stopped = f" ({evolution.reason})"
    yield f"{evolution.finite.title}: {counted(evolution.secrets, 'secret')}"
    first, best = generations[0], (evolution.total, evolution.worst)
    reached = 1 + [(one.total, one.worst) for one in generations].index(best)
    facts = {
        "objective": evolution.goal.value,
        "evolved": f"{counted(evolution.population, 'breaker')}, "
        f"{counted(len(generations), 'generation')}, seed {evolution.seed}{stopped}",
        "at first": f"total {first.total:,}, worst case {first.worst}",
        "best since": f"generation {reached:,}",
    }
    yield from common.fact_lines(facts | common.cost_facts(evolution))
