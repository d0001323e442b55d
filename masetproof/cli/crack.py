"""``masetproof crack``."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING

from masetproof.arguments import counted
from masetproof.cli import common
from masetproof.cli.play import answer_questions, plainly
from masetproof.progress import Interrupted

if TYPE_CHECKING:
    from masetproof.finite.setting import FiniteGame
    from masetproof.large.breaker import Turn
    from masetproof.large.crack import Cracked, CrackedGames
    from masetproof.words import Word

HELP = "find secrets on boards with too many secrets to list"
EXAMPLES = """\
methods:
  sample         asks what splits a sample of the possible secrets best; on boards with more than
                 12^12 secrets the decomposition counts the colours, and a window of places finds
                 where they are (mastermind; the other games of pegs up to 12^12 secrets)
  decomposition  finds the colours and how often they occur, then each colour's places by halving
                 (mastermind only)
  sieve          keeps all secrets and asks one that is possible (fewer than 50,000 secrets)

examples:
  masetproof crack mastermind --pegs 7 --colours 10
  masetproof crack mastermind --pegs 6 --colours 9 --secret 012345
  masetproof crack mastermind --pegs 3 --colours 100 --secret 99,0,17
  masetproof crack mastermind --pegs 20 --colours 20 --method decomposition --games 200 --seed 1
  masetproof crack mastermind --pegs 6 --colours 6 --limit 5 --games 20
  masetproof crack mastermind --pegs 5 --colours 8 --interactive
  masetproof crack mastermind --pegs 4 --colours 6 --method decomposition --tree tree.json

With --limit the last question is the method's best guess. It has two scores: its black pegs, and
the sum in which a black peg is worth two white ones. The secrets depend on --seed and the number of
the game, so the number of workers makes no difference. An interrupted run prints the result of the
finished games, or the questions of a single one. With more than 36 colours a word is numbers
separated by commas.

--tree plays every secret of a small board and writes what is asked as a strategy tree, which
'masetproof tree' verifies and draws.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    common.add_finite_game(parser)
    parser.add_argument(
        "--method",
        choices=("decomposition", "sieve", "sample"),
        default="sample",
        help="see below (default: sample)",
    )
    parser.add_argument(
        "--limit", type=common.whole_number, metavar="L", help="the most questions for a secret"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--secret", metavar="WORD", help="the secret (default: one is drawn)")
    what.add_argument(
        "--games",
        type=common.whole_number,
        metavar="N",
        help="play N games, against secrets that are drawn",
    )
    what.add_argument(
        "--interactive", action="store_true", help="think of a secret, and answer the questions"
    )
    what.add_argument(
        "--tree", metavar="FILE", help="play every secret and write the strategy to a JSON file"
    )
    common.add_seed(parser)
    common.add_workers(parser, "play", "a few games")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Play one game or many, or with a person."""
    finite = common.finite_game(arguments)
    if arguments.games is None and (arguments.workers is not None or arguments.dask is not None):
        raise common.Complaint("--workers and --dask are for --games, which are shared out to them")
    if arguments.interactive:
        return _interactive(finite, arguments)
    if arguments.games is not None:
        return _many(finite, arguments)
    if arguments.tree is not None:
        return _all(finite, arguments)
    return _one(finite, arguments)


def _one(finite: FiniteGame, arguments: argparse.Namespace) -> int:
    from masetproof.large.crack import crack

    progress = common.terminal_progress()
    try:
        with common.as_complaint():
            cracked = crack(
                finite,
                arguments.secret,
                arguments.method,
                limit=arguments.limit,
                seed=arguments.seed,
                tick=lambda: progress("games", 0, 1),
            )
    except Interrupted as error:
        common.clear_progress()
        cracked = error.finished
        _show(finite, arguments, cracked.secret, cracked.turns)
        asked = counted(len(cracked.turns), "question")
        common.note(
            f"{common.why_ended()} after {asked}; the same command begins again and asks the same "
            f"(seed {arguments.seed})"
        )
        return 130
    common.clear_progress()
    _show(finite, arguments, cracked.secret, cracked.turns, cracked)
    return 0


def _all(finite: FiniteGame, arguments: argparse.Namespace) -> int:
    if arguments.limit is not None:
        raise common.Complaint("--limit is not for --tree, which has no final answers")
    path = common.output_file(arguments.tree, "--tree")
    assert path is not None
    from masetproof.large.strategy import CodebreakerStrategy
    from masetproof.trees.claims import Claims
    from masetproof.trees.files import write_tree
    from masetproof.trees.replay import replay, tree_of

    progress = common.terminal_progress()
    with common.as_complaint():
        finite.check_listable()
        strategy = CodebreakerStrategy(finite, arguments.method, arguments.seed)
        tree = tree_of(strategy, progress)
        found = replay(tree, progress)
        claims = Claims(total=found.total, worst=found.worst, histogram=found.histogram)
        write_tree(path, tree, claims)
    common.clear_progress()
    if arguments.json:
        about = _about(finite, arguments.method, arguments.seed, None)
        common.print_json(
            about
            | {
                "total": found.total,
                "expected": str(found.expected),
                "worst": found.worst,
                "histogram": list(found.histogram),
            }
        )
        return 0
    print(f"{finite.title}: {arguments.method}, seed {arguments.seed}")
    common.print_cost(found)
    common.tell_written(path)
    return 0


def _many(finite: FiniteGame, arguments: argparse.Namespace) -> int:
    from masetproof.large.crack import crack_games

    with common.as_complaint(), common.logging_nothing(of_dask=arguments.dask is not None):
        try:
            games = crack_games(
                finite,
                arguments.method,
                games=arguments.games,
                limit=arguments.limit,
                seed=arguments.seed,
                workers=arguments.workers,
                dask=arguments.dask,
                progress=common.terminal_progress(),
            )
        except Interrupted as error:
            games = error.finished
        except KeyboardInterrupt:
            common.clear_progress()
            common.note(
                f"{common.why_ended()} before a game was finished; the same command begins again"
            )
            return 130
    common.clear_progress()
    if arguments.json:
        common.print_json(_document_of_many(games))
    else:
        _print_many(games)
    if games.games < arguments.games:
        common.note(
            f"{common.why_ended()}; this is what {games.games:,} of {arguments.games:,} games say"
        )
        return 130
    return 0


def _about(finite: FiniteGame, method: str, seed: int, limit: int | None) -> dict[str, object]:
    return {
        "game": finite.game.name,
        "pegs": finite.pegs,
        "colours": finite.colours,
        "secrets": str(finite.secret_count),
        "method": method,
        "seed": seed,
        "limit": limit,
    }


def _show(
    finite: FiniteGame,
    arguments: argparse.Namespace,
    secret: Word,
    turns: Iterable[Turn],
    cracked: Cracked | None = None,
) -> None:
    """A game; without *cracked* it did not come to its end."""
    if arguments.json:
        common.print_json(_document(finite, arguments, secret, turns, cracked))
        return
    print(f"{finite.title}: {arguments.method}")
    for number, turn in enumerate(turns, 1):
        told = finite.game.answer_words(turn.answer)
        print(f"{number:5}. {finite.text(turn.question)}  {told}")
    if cracked is not None:
        print(_outcome(cracked))


def _document(
    finite: FiniteGame,
    arguments: argparse.Namespace,
    secret: Word,
    turns: Iterable[Turn],
    cracked: Cracked | None,
) -> dict[str, object]:
    about = _about(finite, arguments.method, arguments.seed, arguments.limit)
    return about | {
        "secret": finite.text(secret),
        "questions": [
            {
                "question": finite.text(turn.question),
                "black": turn.answer.black,
                "white": turn.answer.white,
            }
            for turn in turns
        ],
        "found": cracked is not None and cracked.found,
        "score": cracked and {"black": cracked.black, "weighted": cracked.weighted},
    }


def _outcome(cracked: Cracked) -> str:
    asked = counted(len(cracked.turns), "question")
    if cracked.found:
        return f"Found with {asked}."
    return (
        f"Not found with {asked}; the secret was {cracked.finite.text(cracked.secret)}. The final "
        f"answer scores {cracked.black} by black pegs, {cracked.weighted} when a black peg is "
        "worth two white ones."
    )


def _document_of_many(games: CrackedGames) -> dict[str, object]:
    return _about(games.finite, games.method.value, games.seed, games.limit) | {
        "games": games.games,
        "found": games.found,
        "mean": str(games.mean),
        "standard_error": round(games.standard_error, 6) if games.games > 1 else None,
        "worst": games.worst,
        "histogram": list(games.histogram),
        "black": games.black,
        "weighted": games.weighted,
        "seconds": round(games.seconds, 3),
    }


def _print_many(games: CrackedGames) -> None:
    print(f"{games.finite.title}: {games.method.value}, seed {games.seed}")
    print(f"  games       {games.games:,}, the secret found in {games.found:,}")
    print(f"  questions   {_interval(games)}, at most {games.worst}")
    counts = enumerate(games.histogram, 1)
    told = ", ".join(f"{number}: {count:,}" for number, count in counts if count)
    print(f"  found with  {told or 'none'}   (questions: games)")
    if games.limit is not None:
        print(
            f"  limit       {games.limit}; the final answers score "
            f"{games.black / games.games:.3f} by black pegs, {games.weighted / games.games:.3f} "
            "when a black peg is worth two white ones"
        )
    print(f"  seconds     {games.seconds:.2f}")


def _interval(games: CrackedGames) -> str:
    mean = f"{float(games.mean):.3f} on average"
    if games.games == 1:
        return mean
    return f"{mean} (95 %: within {1.96 * games.standard_error:.3f})"


# --------------------------------------------------------------------------- a person has a secret


def _interactive(finite: FiniteGame, arguments: argparse.Namespace) -> int:
    for name in ("limit", "json"):
        if getattr(arguments, name):
            raise common.Complaint(f"--{name} is not for --interactive")
    from masetproof.large.strategy import CodebreakerStrategy
    from masetproof.play.session import Guessing

    with common.as_complaint():
        guessing = Guessing(CodebreakerStrategy(finite, arguments.method, arguments.seed))
    return answer_questions(guessing, plainly)
