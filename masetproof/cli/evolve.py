"""``masetproof evolve``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from masetproof.arguments import counted
from masetproof.cli import common
from masetproof.progress import Interrupted

if TYPE_CHECKING:
    from masetproof.evolution.evolve import Evolution
    from masetproof.finite.setting import FiniteGame

HELP = "let strategies evolve that do not know what the answers mean"
EXAMPLES = """\
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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    common.add_finite_game(parser)
    common.add_after(parser)
    parser.add_argument(
        "--objective",
        choices=("expected-then-worst", "worst-then-expected"),
        default="expected-then-worst",
        help="what decides first, the total or the worst case; among equals the other one does "
        "(default: expected-then-worst)",
    )
    common.add_seed(parser)
    for name, default, text in (
        ("generations", 500, "the random one included (default: 500)"),
        ("population", 40, "the number of breakers (default: 40)"),
    ):
        parser.add_argument(
            f"--{name}",
            type=common.whole_number,
            default=default,
            metavar=name[0].upper(),
            help=text,
        )
    parser.add_argument(
        "--time-limit",
        type=common.seconds,
        metavar="S",
        help="stop after S seconds, with the last generations that were finished; the first one "
        "may take three seconds more",
    )
    parser.add_argument("--tree", metavar="FILE", help="write the best tree to a JSON file")
    parser.add_argument(
        "--random-tree",
        metavar="FILE",
        help="write a random valid tree, as it is before any transformation, to a JSON file",
    )
    parser.add_argument(
        "--plot",
        metavar="FILE",
        help="draw the fitness over the generations; PDF, SVG or PNG by the suffix",
    )
    common.add_memory(parser, "for the answers, and as many again for the trees, of each worker")
    parser.add_argument(
        "--workers",
        type=common.whole_number,
        metavar="N",
        help="processes, of which at most four are used (default: one for each processor, one for "
        "a small game)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Evolve, print, write the trees and draw."""
    memory = common.memory(arguments)
    files = common.output_files(arguments, "tree", "random_tree", "plot")
    common.check_picture(files.get("plot"), "--plot")
    finite = common.finite_game(arguments)
    from masetproof.evolution.evolve import evolve

    interrupted = False
    with common.as_complaint():
        if "random_tree" in files:
            _write_random(files["random_tree"], finite, arguments.seed)
        try:
            evolution = evolve(
                finite,
                arguments.objective,
                seed=arguments.seed,
                generations=arguments.generations,
                population=arguments.population,
                time_limit=arguments.time_limit,
                workers=arguments.workers,
                memory=memory,
                progress=common.terminal_progress(),
            )
        except Interrupted as error:
            evolution, interrupted = error.finished, True
    common.clear_progress()
    # The result first: whatever becomes of the files, it was not for nothing.
    if arguments.json:
        common.print_json(_document(evolution))
    else:
        _print(evolution)
    _write(files, evolution)
    if not arguments.json:
        common.tell_written(*files.values())
    if interrupted:
        common.note("interrupted; this is the best of the generations that were finished")
        return 130
    return 0


def _write_random(path: Path, finite: FiniteGame, seed: int) -> None:
    from masetproof.evolution.blind import random_tree
    from masetproof.trees.files import write_tree

    write_tree(path, random_tree(finite, seed))


def _write(files: dict[str, Path], evolution: Evolution) -> None:
    """The best tree, with what is known of it, and the plot."""
    with common.as_complaint():
        if "tree" in files:
            from masetproof.trees.claims import Claims
            from masetproof.trees.files import write_tree

            claims = Claims(
                goal=evolution.goal,
                total=evolution.total,
                worst=evolution.worst,
                histogram=evolution.histogram,
            )
            write_tree(files["tree"], evolution.tree, claims)
        if "plot" in files:
            from masetproof.reports.pictures import save_plot
            from masetproof.reports.plots import fitness_figure

            save_plot(fitness_figure, evolution, files["plot"])


def _document(evolution: Evolution) -> dict[str, object]:
    return common.finite_game_json(evolution.finite) | {
        "objective": evolution.goal.value,
        "seed": evolution.seed,
        "population": evolution.population,
        "total": evolution.total,
        "expected": str(evolution.expected),
        "worst": evolution.worst,
        "histogram": list(evolution.histogram),
        "generations": len(evolution.generations),
        "best_by_generation": [generation.total for generation in evolution.generations],
        "worst_by_generation": [generation.worst for generation in evolution.generations],
        "evaluations": evolution.evaluations,
        "reason": evolution.reason,
    }


def _print(evolution: Evolution) -> None:
    generations, stopped = evolution.generations, ""
    if evolution.reason is not None:
        stopped = f" ({evolution.reason})"
    print(f"{evolution.finite.title}: {counted(evolution.secrets, 'secret')}")
    print(f"  objective   {evolution.goal.value}")
    print(
        f"  evolved     {counted(evolution.population, 'breaker')}, "
        f"{counted(len(generations), 'generation')}, seed {evolution.seed}{stopped}"
    )
    first, found = generations[0], (evolution.total, evolution.worst)
    reached = 1 + [(one.total, one.worst) for one in generations].index(found)
    print(f"  at first    total {first.total:,}, worst case {first.worst}")
    print(f"  best since  generation {reached:,}")
    common.print_cost(evolution)
