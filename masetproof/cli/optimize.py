"""Find an optimal strategy of one finite game, by exhaustive search or by a theorem.

examples:
  masetproof optimize mastermind --pegs 4 --colours 6
  masetproof optimize mastermind --pegs 4 --colours 6 --objective worst-then-expected
  masetproof optimize ab --pegs 4 --colours 8 --tree strategy.json --json
  masetproof optimize black-peg --pegs 3 --colours 4 --secrets distinct --max-questions 4
  masetproof optimize black-peg --pegs 3 --colours 3,4,4 --consistent-only
  masetproof optimize mastermind --pegs 4 --colours 7 --time-limit 2
  masetproof optimize comparison --pegs 2 --colours 5 --objective worst
  masetproof optimize jotto --words words.txt --time-limit 60
  masetproof optimize wordle --words words.txt --allowed more.txt --max-questions 6
  masetproof optimize wordle --words words.txt --allowed more.txt --hard
  masetproof optimize mastermind --pegs 3 --colours 4 --objective within:3
  masetproof optimize matrix --answers table.csv
  masetproof optimize mastermind --pegs 4 --colours 6 --after 0011:1,1 2345:0,2
  masetproof optimize mastermind --pegs 2 --colours 40 --by theorem
  masetproof optimize mastermind --pegs 4 --colours 6 --first all
  masetproof optimize mastermind --pegs 2 --colours 40 --by theorem --first all
  masetproof optimize mastermind --pegs 4 --colours 7 --objective worst --extra with
  masetproof optimize wordle --words words.txt --first crate least --time-limit 60
  masetproof optimize mastermind --pegs 2 --colours 3 --boards 2
  masetproof optimize mastermind --pegs 3 --colours 4 --codemaker mixed

The search shares nothing with theorems. Where a theorem has the optimum and the search may take
long, that is said at once; --by theorem then proves the theorem, plays its strategy against every
secret, and prints the same without a search, with its first questions. 'masetproof strategy' is
short for that, and has the other readings of the extra colour, too.

--objective within:K finds as many secrets as one can with at most K questions; the strategy finds
the others later. With --hard, with weights in the list, and for within:K another search is used: it
is exact, too, but slower, and keeps only what it has finished.

--boards K has K secrets, drawn independently, and each question is asked on all boards. What is
minimized is the number of questions until all boards are found, over all combinations of secrets.

--codemaker mixed lets the codemaker choose the secret, too: she draws more often what is found
late. Printed are the value of that game, which is the expected number of questions, how often the
codemaker draws a secret of each kind, and how often the codebreaker plays which strategy. --tree
writes these strategies, each with its probability.

--extra with lets a question leave cells blank from the start, which bounds the real game from
below. A blank is a colour that answers have excluded, so this is a larger board after such answers,
and a strategy that --tree writes is of that board: with 7 colours, 7 is the blank in Mastermind,
and 7, 8, 9 and A are the blanks of the AB game with four pegs.

A run that is interrupted or out of time prints the best strategy's value and the proved lower
bound, and keeps what it has found out; the same command goes on from there. A finished optimum is
kept, too: asking again takes no search. When there is no strategy with at most D questions, the
exit status is 1.
"""

from __future__ import annotations

import argparse
import gc
from collections.abc import Iterator

import masetproof
from masetproof.arguments import Refused, counted, parse_whole
from masetproof.cli import common, options
from masetproof.cli.interrupts import interruption
from masetproof.cli.options import Option
from masetproof.cli.proved import by_theorem, optimum_document, value_printed
from masetproof.finite.setting import FiniteGame, finite_game_json
from masetproof.objectives import Goal, Within, as_goal
from masetproof.progress import Interrupted
from masetproof.search.optimum import NoStrategy, Optimum

_MOST_REFUTED = 20
"""No more refuted questions are printed for people."""

_LONG = 10_000_000
"""With more pairs of question and secret the search may take longer than a theorem."""


OBJECTIVE = Option(
    *("--objective", "OBJECTIVE"),
    help=f"{', '.join(Goal)} or within:K: what to minimize: the total over all secrets, the "
    "worst case, first the one and then the other, first the worst case and then the number of "
    "secrets that need it, or the number of secrets that K questions do not find",
    default="expected",
    read=as_goal,
)
PATH = Option(
    *("--path", "SECRET"),
    help="only the questions that find this secret, without a replay",
)

OPTIONS = (
    *options.finite_game_options(),
    options.AFTER,
    OBJECTIVE,
    Option(
        *("--max-questions", "D"),
        help="only strategies with at most D questions count",
        read=parse_whole,
    ),
    Option(
        "--by",
        choices=("search", "theorem"),
        help="where the optimum comes from",
        default="search",
    ),
    options.EXTRA.but(
        choices=("exact", "with"),
        help="exact: the real game; with: any cell of a question may be left blank, as if a colour "
        "were excluded (a lower bound)",
    ),
    options.FIRST,
    options.BOARDS,
    Option(
        "--codemaker",
        choices=("uniform", "mixed"),
        help="how secrets are drawn: all equally likely, or as it is best for the codemaker",
        default="uniform",
    ),
    options.TREE,
    PATH.but(help=f"with --by theorem, {PATH.help}"),
    options.TIME_LIMIT.but(
        help="stop after this time with the best strategy so far and the proved bound; one step of "
        "the search is done in any case, unless the table of answers takes too long; with --by "
        "theorem nothing is kept (exit status 2)"
    ),
    options.MEMORY.but(
        help="for the tables of all workers together; on a Dask cluster for each thread of its "
        "workers"
    ),
    options.workers("search", "a small game", "threads"),
    options.CSV,
    options.JSON,
)


def run(arguments: argparse.Namespace) -> int:
    """Find the optimum in the way that the options say."""
    if arguments.codemaker == "mixed":
        from masetproof.cli import mixed

        return mixed.optimize(arguments)
    if arguments.boards is not None:
        from masetproof.cli import boards

        if arguments.extra == "with":
            raise Refused("--extra with is for one board, without --boards")
        return boards.optimize(arguments)
    finite, goal = _board(arguments), arguments.objective
    # What was imported stays: the garbage collector need not go through it during the search.
    gc.freeze()
    questions = options.first_questions(arguments, finite)
    if questions is not None:
        from masetproof.cli.first import compare_first

        return compare_first(finite, goal, questions, arguments)
    if arguments.by == "theorem":
        options.refuse(arguments, "is for --by search", "max_questions", "workers", "dask")
        interruption().bound(arguments.time_limit, arguments.memory)
        return by_theorem(arguments, finite, goal, _reading(finite))
    options.refuse(arguments, "is for --by theorem; 'masetproof tree show' has paths", "path")
    return _by_search(arguments, finite, goal)


def _by_search(arguments: argparse.Namespace, finite: FiniteGame, goal: Goal | Within) -> int:
    """Search, write the strategy, and print."""
    from masetproof.search.keeping import claims_of

    interrupted = False
    try:
        optimum = _searched(finite, goal, arguments)
    except Interrupted as error:
        optimum, interrupted = error.finished, True
    except NoStrategy as none:
        # That there is no strategy is an answer, the answer no.
        document = _as_asked(arguments, _none_document(finite, none))
        common.tell(arguments, document, _none_lines(finite, none))
        return 1
    document = _as_asked(arguments, optimum_document(optimum) | {"by": "search"})
    with common.telling(arguments, document, _lines(optimum)):
        claims = claims_of(optimum, arguments.max_questions)
        common.write_strategy(arguments, optimum.tree, claims)
    common.tell_written(arguments, arguments.tree)
    common.end_search(arguments, optimum.reason, interrupted)
    return 0


def _board(arguments: argparse.Namespace) -> FiniteGame:
    """The finite game that is searched; with blanks, a state of play of a larger board."""
    finite = options.finite_game(arguments)
    if arguments.extra == "exact":
        return finite
    if arguments.by == "theorem":
        raise Refused(
            "--extra with is for --by search; 'masetproof values', 'strategy' and 'show' have what "
            "theorems say of it"
        )
    from masetproof.finite.blanks import with_blanks

    return with_blanks(finite)


def _as_asked(arguments: argparse.Namespace, document: dict[str, object]) -> dict[str, object]:
    """The document with its reading; with blanks it names the board of the command line."""
    if arguments.extra == "exact":
        return document
    named = finite_game_json(options.finite_game(arguments))
    less = {name: value for name, value in document.items() if name != "after"}
    return less | named | {"extra": "with"}


def _what_is_proved(
    finite: FiniteGame, goal: Goal | Within, arguments: argparse.Namespace
) -> str | None:
    """A note before a search that may last long, where a theorem has the optimum."""
    if (
        isinstance(goal, Within)
        or arguments.max_questions is not None
        or finite.question_count**2 <= _LONG
    ):
        return None
    from masetproof.proofs.known import known

    if not known(finite, goal).has_theorem:
        return None
    if finite.is_listable:
        how = "the same command with --by theorem prints it without a search"
    else:
        how = value_printed(finite, goal)
    return f"a theorem has this optimum; {how}"


def _searched(finite: FiniteGame, goal: Goal | Within, arguments: argparse.Namespace) -> Optimum:
    """The optimum by the search.

    That a theorem has it is said when the search begins, or in the complaint why it does not.
    """
    proved, begun = _what_is_proved(finite, goal, arguments), False

    def progress(stage: str, done: int, total: int) -> None:
        nonlocal begun
        if proved is not None and not begun:
            common.note(proved)
        begun = True
        arguments.progress(stage, done, total)

    try:
        return masetproof.optimize(
            finite,
            goal,
            **common.fields(arguments, "max_questions", "time_limit", "workers", "dask", "memory"),
            progress=progress,
        )
    except NoStrategy:
        raise
    except Refused as refused:
        if proved is None or begun:
            raise
        raise Refused(f"{refused}; {proved}") from refused


def _reading(finite: FiniteGame) -> masetproof.Reading:
    return masetproof.Reading.NONE if finite.consistent_only else masetproof.Reading.EXACT


def _none_document(finite: FiniteGame, none: NoStrategy) -> dict[str, object]:
    refuted = [
        {
            "question": finite.text(question),
            "answer": finite.plain_answer(answer),
            "secrets": secrets,
        }
        for question, answer, secrets in none.refuted
    ]
    return {
        **finite_game_json(finite),
        "total": None,
        "optimal": none.proved,
        "reason": str(none),
        "refuted": refuted,
    }


def _none_lines(finite: FiniteGame, none: NoStrategy) -> Iterator[str]:
    yield str(none)
    if none.refuted:
        yield "  one first question of each kind, with an answer that leaves too many secrets:"
    for question, answer, secrets in none.refuted[:_MOST_REFUTED]:
        yield (
            f"  {finite.text(question)}: after {finite.plain_answer(answer)} "
            f"{counted(secrets, 'secret')} {'is' if secrets == 1 else 'are'} left"
        )
    if len(none.refuted) > _MOST_REFUTED:
        yield f"  ({len(none.refuted) - _MOST_REFUTED:,} more with --json)"


def _lines(optimum: Optimum) -> Iterator[str]:
    yield f"{optimum.finite.title}: {counted(optimum.finite.secret_count, 'secret')}"
    facts = {"objective": optimum.goal.value, **common.cost_facts(optimum)}
    if optimum.goal is Goal.WORST_THEN_FEWEST:
        facts["needed by"] = counted(optimum.needing_worst, "secret")
    if isinstance(optimum.goal, Within):
        questions = counted(optimum.goal.questions, "question")
        facts["found"] = f"{optimum.found_within} of {optimum.weight} with at most {questions}"
    facts["optimal"] = "yes, by exhaustive search" if optimum.optimal else _bounds(optimum)
    earlier = ", in an earlier run" if optimum.kept else ""
    facts["searched"] = f"{optimum.nodes:,} states in {optimum.seconds:.2f} s{earlier}"
    yield from common.fact_lines(facts)


def _bounds(optimum: Optimum) -> str:
    if isinstance(optimum.goal, Within):
        most = optimum.weight - optimum.lower_bound
        return f"not proved; at most {most} can be found ({optimum.reason})"
    if optimum.weights is not None:
        least = float(optimum.total_bound / optimum.weight)
        return (
            f"not proved; expected are at least {least:.6f} questions, the worst case is at least "
            f"{optimum.worst_bound} ({optimum.reason})"
        )
    needed = f", needed by at least {optimum.fewest_bound:,}" if optimum.fewest_bound else ""
    return (
        f"not proved; the total is at least {optimum.total_bound:,}, the worst case at least "
        f"{optimum.worst_bound}{needed} ({optimum.reason})"
    )
