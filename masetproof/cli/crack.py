"""Find secrets on boards with too many secrets to list.

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

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial

import masetproof
from masetproof.arguments import Refused, counted, parse_whole
from masetproof.cli import common, options
from masetproof.cli.options import Option
from masetproof.cli.play import answer_questions
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import as_peg_game
from masetproof.trees.claims import Claimed
from masetproof.trees.replay import replay, tree_of

OPTIONS = (
    options.PEG_GAME,
    options.PEGS,
    Option("--colours", "N", help="how many colours", read=parse_whole),
    options.SECRETS,
    options.CONSISTENT_ONLY,
    Option(
        "--method",
        choices=("decomposition", "sieve", "sample"),
        help="see below",
        default="sample",
    ),
    Option("--limit", "D", help="the most questions for a secret", read=parse_whole),
    options.one_of(
        Option("--secret", "WORD", help="the secret", otherwise="one is drawn"),
        Option(
            *("--games", "N"),
            help="play N games, against secrets that are drawn",
            read=parse_whole,
        ),
        Option("--interactive", help="think of a secret, and answer the questions"),
        options.TREE.but(help="play every secret and write the strategy to a JSON file"),
    ),
    options.SEED,
    options.workers("play", "a few games"),
    options.JSON,
)


def run(arguments: argparse.Namespace) -> None:
    """Play one game or many, or with a person."""
    as_peg_game(arguments.game)
    finite = options.finite_game(arguments)
    if arguments.games is None and (arguments.workers is not None or arguments.dask is not None):
        raise Refused("--workers and --dask are for --games, which are shared out to them")
    if arguments.interactive:
        _interactive(finite, arguments)
    elif arguments.games is not None:
        _many(finite, arguments)
    elif arguments.tree is not None:
        _all(finite, arguments)
    else:
        _one(finite, arguments)


def _one(finite: FiniteGame, arguments: argparse.Namespace) -> None:
    again = f"the same command begins again and asks the same (seed {arguments.seed})"
    common.tell_so_far(
        lambda: masetproof.crack(
            finite,
            **common.fields(arguments, "secret", "method", "limit", "seed"),
            tick=lambda: arguments.progress("looking for the next question", 0, 1),
        ),
        partial(_tell, arguments),
        lambda cracked: f" after {counted(len(cracked.turns), 'question')}; {again}",
    )


def _all(finite: FiniteGame, arguments: argparse.Namespace) -> None:
    options.refuse(arguments, "is not for --tree, which has no final answers", "limit")
    finite.check_listable()
    strategy = masetproof.CodebreakerStrategy(finite, arguments.method, arguments.seed)
    tree = tree_of(strategy, arguments.progress)
    played = replay(tree, arguments.progress)
    title = f"{finite.title}: {arguments.method}, seed {arguments.seed}"
    lines = [title, *common.fact_lines(common.cost_facts(played))]
    common.tell(arguments, _about(finite, arguments) | played.as_json(), lines)
    common.write_strategy(arguments, tree, Claimed.of(played))


def _many(finite: FiniteGame, arguments: argparse.Namespace) -> None:
    def tell(games: masetproof.CrackedGames, is_all: bool) -> None:
        common.tell(arguments, _games_document(arguments, games), _games_lines(games))

    common.tell_so_far(
        lambda: masetproof.crack_games(
            finite,
            **common.fields(arguments, "method", "games", "limit", "seed", "workers", "dask"),
            progress=arguments.progress,
        ),
        tell,
        lambda games: f"; this is what {games.games:,} of {arguments.games:,} games say",
    )


def _about(finite: FiniteGame, arguments: argparse.Namespace) -> dict[str, object]:
    about = finite.as_json() | {"secrets": str(finite.secret_count)}
    return about | common.fields(arguments, "method", "seed", "limit")


def _tell(arguments: argparse.Namespace, cracked: masetproof.Cracked, is_over: bool) -> None:
    """A game.  is_over: whether it was won or lost."""
    finite = cracked.finite
    document = _about(finite, arguments) | {
        "secret": finite.text(cracked.secret),
        "questions": [
            {"question": finite.text(turn.question), **turn.answer._asdict()}
            for turn in cracked.turns
        ],
        "found": cracked.found,
        "score": common.fields(cracked, "black", "weighted") if is_over else None,
    }
    lines = [f"{finite.title}: {arguments.method}"]
    for number, turn in enumerate(cracked.turns, 1):
        told = finite.game.answer_words(turn.answer)
        lines.append(f"{number:5}. {finite.text(turn.question)}  {told}")
    common.tell(arguments, document, [*lines, _outcome(cracked)] if is_over else lines)


def _outcome(cracked: masetproof.Cracked) -> str:
    asked = counted(len(cracked.turns), "question")
    if cracked.found:
        return f"Found with {asked}."
    return (
        f"Not found with {asked}; the secret was {cracked.finite.text(cracked.secret)}. The final "
        f"answer scores {cracked.black} by black pegs, {cracked.weighted} when a black peg is "
        "worth two white ones."
    )


def _games_document(
    arguments: argparse.Namespace, games: masetproof.CrackedGames
) -> dict[str, object]:
    return _about(games.finite, arguments) | {
        **common.fields(games, "games", "found"),
        "mean": str(games.mean),
        "standard_error": round(games.standard_error, 6) if games.games > 1 else None,
        **common.fields(games, "worst", "histogram", "black", "weighted"),
        "seconds": round(games.seconds, 3),
    }


def _games_lines(games: masetproof.CrackedGames) -> Iterator[str]:
    yield f"{games.finite.title}: {games.method.value}, seed {games.seed}"
    counts = enumerate(games.histogram, 1)
    told = ", ".join(f"{number}: {count:,}" for number, count in counts if count)
    mean = f"{float(games.mean):.3f} on average"
    if games.games > 1:
        mean += f" (95 %: within {1.96 * games.standard_error:.3f})"
    facts = {
        "games": f"{games.games:,}, the secret found in {games.found:,}",
        "questions": f"{mean}, at most {games.worst}",
        "found with": f"{told or 'none'}   (questions: games)",
    }
    if games.limit is not None:
        facts["limit"] = (
            f"{games.limit}; the final answers score {games.black / games.games:.3f} by black "
            f"pegs, {games.weighted / games.games:.3f} when a black peg is worth two white ones"
        )
    yield from common.fact_lines(facts | {"seconds": f"{games.seconds:.2f}"})


# --------------------------------------------------------------------------- a person has a secret


def _interactive(finite: FiniteGame, arguments: argparse.Namespace) -> None:
    options.refuse(arguments, "is not for --interactive", "limit", "json")
    from masetproof.play.session import Guessing

    strategy = masetproof.CodebreakerStrategy(finite, arguments.method, arguments.seed)
    answer_questions(Guessing(strategy), lambda finite, word, _answer=None: finite.text(word))
