"""``masetproof optimize``."""

from __future__ import annotations

import argparse
import gc
from pathlib import Path
from typing import TYPE_CHECKING

from masetproof.arguments import Refused, counted
from masetproof.cli import common
from masetproof.cli.interrupts import interruption

if TYPE_CHECKING:
    from masetproof.finite.setting import FiniteGame
    from masetproof.objectives import Goal
    from masetproof.search.optimum import NoStrategy, Optimum

_MOST_REFUTED = 20
"""At most this many refuted questions are printed for people."""

_LONG = 1_000_000
"""With more pairs of question and secret the search may take longer than a theorem."""

HELP = "find an optimal strategy of one finite game, by exhaustive search or by a theorem"
EXAMPLES = """\
examples:
  masetproof optimize mastermind --pegs 4 --colours 6
  masetproof optimize mastermind --pegs 4 --colours 6 --objective worst-then-expected
  masetproof optimize ab --pegs 4 --colours 8 --tree strategy.json --json
  masetproof optimize black-peg --pegs 3 --colours 4 --secrets distinct --max-questions 4
  masetproof optimize black-peg --pegs 3 --colours 3,4,4
  masetproof optimize mastermind --pegs 4 --colours 7 --time-limit 2
  masetproof optimize comparison --pegs 2 --colours 5 --objective worst
  masetproof optimize jotto --words words.txt --time-limit 60
  masetproof optimize matrix --answers table.csv
  masetproof optimize mastermind --pegs 4 --colours 6 --after 0011:1,1 2345:0,2
  masetproof optimize mastermind --pegs 2 --colours 40 --by theorem

The search shares nothing with theorems. Where a theorem has the optimum and the search may take
long, that is said at once; --by theorem then proves the theorem, plays its strategy against every
secret, and prints the same without a search.

A run that is interrupted or out of time prints the best strategy's value and the proved lower
bound, and keeps what it has found out; the same command goes on from there. A finished optimum is
kept, too: asking again takes no search. When there is no strategy with at most D questions, the
exit status is 1.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    common.add_finite_game(parser)
    common.add_after(parser)
    parser.add_argument(
        "--objective",
        choices=(
            *("expected", "worst", "expected-then-worst", "worst-then-expected"),
            "worst-then-fewest",
        ),
        default="expected",
        help="what to minimize: the total over all secrets (expected, the default), the worst "
        "case, first the one and then the other, or first the worst case and then the number of "
        "secrets that need it (worst-then-fewest)",
    )
    parser.add_argument(
        "--max-questions",
        type=common.whole_number,
        metavar="D",
        help="only strategies with at most D questions count",
    )
    parser.add_argument(
        "--by",
        choices=("search", "theorem"),
        default="search",
        help="where the optimum comes from (default: search)",
    )
    parser.add_argument("--tree", metavar="FILE", help="write the strategy to a JSON file")
    parser.add_argument(
        "--time-limit",
        type=common.seconds,
        metavar="S",
        help="stop after S seconds with the best strategy so far and the proved bound; a run "
        "whose table of answers is made soon finishes one step, however short its time; with --by "
        "theorem nothing is kept (exit status 2)",
    )
    common.add_memory(
        parser,
        "for the tables of all workers together; on a Dask cluster for each thread of its workers",
    )
    common.add_workers(parser, "search", "a small game")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Search, print, and write the strategy."""
    memory = common.memory(arguments)
    path = common.output_file(arguments.tree, "--tree")
    finite = common.finite_game(arguments)
    from masetproof.objectives import Goal
    from masetproof.search.optimize import Interrupted
    from masetproof.search.optimum import NoStrategy

    # What was imported stays: the garbage collector need not go through it during the search.
    gc.freeze()
    interrupted, goal = False, Goal(arguments.objective)
    with common.as_complaint(), common.logging_nothing(of_dask=arguments.dask is not None):
        try:
            if arguments.by == "theorem":
                optimum = _by_theorem(finite, goal, arguments, memory)
            else:
                optimum = _searched(finite, goal, arguments, memory)
        except Interrupted as error:
            optimum, interrupted = error.optimum, True
        except NoStrategy as none:
            return _say_none(finite, none, as_json=arguments.json)
    common.clear_progress()
    # The result first: whatever becomes of the file, the search was not for nothing.
    if arguments.json:
        common.print_json(_document(optimum) | {"by": arguments.by})
    else:
        _print(optimum, arguments.by)
    if path is not None:
        _write(path, optimum, arguments.max_questions)
        if not arguments.json:
            common.tell_written(path)
    if interrupted:
        raise KeyboardInterrupt
    if optimum.reason is not None and not _is_about_time(arguments, optimum):
        raise common.Complaint(f"{optimum.reason}; the same command goes on from what was found")
    return 0


def _what_is_proved(finite: FiniteGame, goal: Goal, arguments: argparse.Namespace) -> str | None:
    """What to say before a search that may take long, where a theorem has the optimum."""
    if arguments.max_questions is not None or finite.question_count**2 <= _LONG:
        return None
    from masetproof.play.proved import has_theorem

    if not has_theorem(finite, goal):
        return None
    if finite.is_listable:
        how = "the same command with --by theorem prints it without a search"
    else:
        how = _value_printed(finite, goal)
    return f"a theorem has this optimum; {how}"


def _searched(
    finite: FiniteGame, goal: Goal, arguments: argparse.Namespace, memory: int
) -> Optimum:
    """The optimum by the search.

    That a theorem has it is said when the search begins, or in the complaint why it does not.
    """
    from masetproof.search.optimize import optimize
    from masetproof.search.optimum import NoStrategy

    proved, begun = _what_is_proved(finite, goal, arguments), False
    report = common.terminal_progress()

    def progress(stage: str, done: int, total: int) -> None:
        nonlocal begun
        if proved is not None and not begun:
            common.note(proved)
        begun = True
        report(stage, done, total)

    try:
        return optimize(
            finite,
            goal,
            max_questions=arguments.max_questions,
            time_limit=arguments.time_limit,
            workers=arguments.workers,
            dask=arguments.dask,
            memory=memory,
            progress=progress,
        )
    except NoStrategy:
        raise
    except Refused as refused:
        if proved is None or begun:
            raise
        raise Refused(f"{refused}; {proved}") from refused


def _by_theorem(
    finite: FiniteGame, goal: Goal, arguments: argparse.Namespace, memory: int
) -> Optimum:
    for name in ("max_questions", "workers", "dask"):
        if getattr(arguments, name) is not None:
            raise common.Complaint(f"--{name.replace('_', '-')} is for --by search")
    from masetproof.play.proved import has_theorem, proved_optimum

    if has_theorem(finite, goal):
        common.check_listable(finite, _value_printed(finite, goal))
    interruption().bound(arguments.time_limit, memory)
    return proved_optimum(finite, goal, common.terminal_progress())


def _value_printed(finite: FiniteGame, goal: Goal) -> str:
    """Which command prints the optimum of a board of any size, without a strategy."""
    colours = ",".join(map(str, finite.columns or [finite.colours]))
    size = f"--pegs {finite.pegs} --colours {colours} --objective {goal.value}"
    return f"'masetproof values {finite.game.name} {size}' prints its value"


def _is_about_time(arguments: argparse.Namespace, optimum: Optimum) -> bool:
    """Whether the search was left because that was asked for."""
    return arguments.time_limit is not None and optimum.reason == "the time was over"


def _say_none(finite: FiniteGame, none: NoStrategy, *, as_json: bool) -> int:
    """That there is no strategy is an answer, the answer no."""
    common.clear_progress()
    if as_json:
        refuted = [
            {
                "question": finite.text(question),
                "answer": finite.plain_answer(answer),
                "secrets": secrets,
            }
            for question, answer, secrets in none.refuted
        ]
        common.print_json(
            {
                **common.finite_game_json(finite),
                "total": None,
                "optimal": none.proved,
                "reason": str(none),
                "refuted": refuted,
            }
        )
        return 1
    print(none)
    if none.refuted:
        print("  one first question of each kind, with an answer that leaves too many secrets:")
    for question, answer, secrets in none.refuted[:_MOST_REFUTED]:
        print(
            f"  {finite.text(question)}: after {finite.plain_answer(answer)} "
            f"{counted(secrets, 'secret')} {'is' if secrets == 1 else 'are'} left"
        )
    if len(none.refuted) > _MOST_REFUTED:
        print(f"  ({len(none.refuted) - _MOST_REFUTED:,} more with --json)")
    return 1


def _write(path: Path, optimum: Optimum, max_questions: int | None) -> None:
    from masetproof.search.optima import claims_of
    from masetproof.trees.files import write_tree

    with common.as_complaint():
        write_tree(path, optimum.tree, claims_of(optimum, max_questions))


def _document(optimum: Optimum) -> dict[str, object]:
    return {
        **common.finite_game_json(optimum.finite),
        "objective": optimum.goal.value,
        "total": optimum.total,
        "expected": str(optimum.expected),
        "worst": optimum.worst,
        "histogram": list(optimum.histogram),
        "optimal": optimum.optimal,
        "lower_bound": optimum.lower_bound,
        "total_bound": optimum.total_bound,
        "worst_bound": optimum.worst_bound,
        "fewest_bound": optimum.fewest_bound or None,
        "nodes": optimum.nodes,
        "seconds": round(optimum.seconds, 3),
        "kept": optimum.kept,
        "reason": optimum.reason,
    }


def _print(optimum: Optimum, by: str) -> None:
    from masetproof.objectives import Goal

    print(f"{optimum.finite.title}: {counted(optimum.finite.secret_count, 'secret')}")
    print(f"  objective   {optimum.goal.value}")
    common.print_cost(optimum)
    if optimum.goal is Goal.WORST_THEN_FEWEST:
        print(f"  needed by   {counted(optimum.needing_worst, 'secret')}")
    if by == "theorem":
        print("  optimal     yes, by the theorem, which is proved for every number of colours")
        print(f"  proved      in {optimum.seconds:.2f} s, with the replay of the strategy")
        return
    if optimum.optimal:
        print("  optimal     yes, by exhaustive search")
    else:
        needed = f", needed by at least {optimum.fewest_bound:,}" if optimum.fewest_bound else ""
        print(
            f"  optimal     not proved; the total is at least {optimum.total_bound:,}, "
            f"the worst case at least {optimum.worst_bound}{needed} ({optimum.reason})"
        )
    earlier = ", in an earlier run" if optimum.kept else ""
    print(f"  searched    {optimum.nodes:,} states in {optimum.seconds:.2f} s{earlier}")
