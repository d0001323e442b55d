"""``masetproof crack``."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from masetproof.arguments import Refused, counted, parse_whole
from masetproof.cli import common

if TYPE_CHECKING:
    from masetproof.finite.setting import FiniteGame
    from masetproof.large.breaker import Codebreaker, Turn
    from masetproof.large.crack import Cracked, CrackedGames
    from masetproof.words import Word

HELP = "find secrets on boards that are too large to list them"
EXAMPLES = """\
methods:
  sample         asks what splits a sample of the possible secrets best; on boards with more than
                 12^12 secrets the decomposition begins (mastermind, at most 255 pegs; the other
                 games of pegs up to 12^12 secrets)
  decomposition  finds the colours and how often they occur, then each colour's places by halving
                 (mastermind only)
  sieve          keeps all secrets and asks one that is possible (fewer than 50,000 secrets)

examples:
  masetproof crack mastermind --pegs 8 --colours 12
  masetproof crack mastermind --pegs 6 --colours 9 --secret 012345
  masetproof crack mastermind --pegs 3 --colours 100 --secret 99,0,17
  masetproof crack mastermind --pegs 20 --colours 20 --method decomposition --games 200 --seed 1
  masetproof crack mastermind --pegs 10 --colours 10 --limit 6 --games 50
  masetproof crack mastermind --pegs 5 --colours 8 --interactive

With --limit the last question is the final answer, as good as the method can tell; its score is its
black pegs, and also what it makes when a black peg is worth two white ones. Games are drawn by
--seed and their numbers, so the number of workers makes no difference. A run that is interrupted
prints what the games say that were finished. With more than 36 colours a word is numbers separated
by commas.
"""
_HELP_ANSWER = """\
  1,1      the answer, black and white pegs, or 1 1
  back 3   returns to question 3, to answer it again
  quit     ends the game"""


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
        "--games", type=common.whole_number, metavar="N", help="play so many secrets that are drawn"
    )
    what.add_argument(
        "--interactive", action="store_true", help="think of a secret, and answer the questions"
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
    from masetproof.large.crack import crack

    progress = common.terminal_progress()
    with common.as_complaint():
        cracked = crack(
            finite,
            arguments.secret,
            arguments.method,
            limit=arguments.limit,
            seed=arguments.seed,
            tick=lambda: progress("games", 0, 1),
        )
    common.clear_progress()
    if arguments.json:
        common.print_json(_document(cracked, arguments))
    else:
        _print(cracked)
    return 0


def _many(finite: FiniteGame, arguments: argparse.Namespace) -> int:
    from masetproof.large.crack import Interrupted, crack_games

    interrupted = False
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
            games, interrupted = error.games, True
    common.clear_progress()
    if arguments.json:
        common.print_json(_document_of_many(games))
    else:
        _print_many(games)
    if interrupted:
        common.note(f"interrupted; this is what {games.games:,} of {arguments.games:,} games say")
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


def _document(cracked: Cracked, arguments: argparse.Namespace) -> dict[str, object]:
    finite = cracked.finite
    about = _about(finite, cracked.method.value, arguments.seed, arguments.limit)
    return about | {
        "secret": finite.text(cracked.secret),
        "questions": [
            {
                "question": finite.text(turn.question),
                "black": turn.answer.black,
                "white": turn.answer.white,
            }
            for turn in cracked.turns
        ],
        "found": cracked.found,
        "score": {"black": cracked.black, "weighted": cracked.weighted},
    }


def _print(cracked: Cracked) -> None:
    finite = cracked.finite
    print(f"{finite.title}: {cracked.method.value}")
    for number, turn in enumerate(cracked.turns, 1):
        told = finite.game.answer_words(turn.answer)
        print(f"{number:5}. {finite.text(turn.question)}  {told}")
    asked = counted(len(cracked.turns), "question")
    if cracked.found:
        print(f"Found with {asked}.")
    else:
        print(
            f"Not found with {asked}; the secret was {finite.text(cracked.secret)}. The final "
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
    print(f"  histogram   {' '.join(map(str, games.histogram))}")
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
    from masetproof.large.crack import codebreaker

    def begun() -> Codebreaker:
        return codebreaker(finite, arguments.method, seed=arguments.seed)

    with common.as_complaint():
        breaker = begun()
    print(f"{finite.title}: think of a secret, and answer my questions. ('?' for help)")
    while True:
        number = len(breaker.history) + 1
        line = common.read_line(f"{number}. {finite.text(breaker.question)} ? ")
        if line is None or line == "quit":
            return 0
        try:
            if line.startswith("back"):
                breaker = _back(begun, breaker, line.removeprefix("back").strip())
            elif line in ("?", "help"):
                print(_HELP_ANSWER)
            elif line and _is_won(breaker, line):
                print(f"Found with {counted(number, 'question')}.")
                return 0
            elif line:
                breaker = _told(begun, breaker, _parsed(breaker, line))
        except Refused as error:
            print(f"  {error}")


def _is_won(breaker: Codebreaker, line: str) -> bool:
    return _parsed(breaker, line)[0] == breaker.finite.pegs


def _parsed(breaker: Codebreaker, line: str) -> tuple[int, int]:
    """The answer that a person typed; `Refused` when it is none."""
    told = [parse_whole(text) for text in line.replace(",", " ").split()]
    if len(told) != 1 + breaker.rules.white_pegs:
        raise Refused("an answer is written like " + ("1,1" if breaker.rules.white_pegs else "1"))
    black, white = told[0], sum(told[1:])
    if black == breaker.finite.pegs and not white:
        return black, white
    breaker.check_answer((black, white))
    return black, white


def _told(
    begun: Callable[[], Codebreaker], breaker: Codebreaker, answer: tuple[int, int]
) -> Codebreaker:
    """The codebreaker after an answer, or as before when it says what contradicts what."""
    from masetproof.finite.setting import Contradiction

    turns, question = list(breaker.history), breaker.question
    try:
        breaker.hear(answer)
    except Contradiction as error:
        told = list(_conflict(breaker.finite, [*turns, (question, answer)]))
        for line in told or [f"{error}."]:
            print(f"  {line[0].upper()}{line[1:]}")
        print("  Answer again, or say 'back N' to answer question N again.")
        return _after(begun, turns)
    return breaker


def _conflict(finite: FiniteGame, turns: Sequence[tuple[Word, tuple[int, int]]]) -> Iterator[str]:
    """Which answers contradict each other, where the secrets can be listed."""
    from masetproof.cli.hint import conflict_lines
    from masetproof.finite.contradictions import conflict_of
    from masetproof.games.pegs import Answer, PegGame

    rules = finite.game
    assert isinstance(rules, PegGame)
    try:
        finite.check_listable()
        state = replace(
            finite, after=tuple((word, rules.number_of(Answer(*answer))) for word, answer in turns)
        )
    except Refused:
        return
    conflict = conflict_of(state)
    if conflict is not None:
        yield from conflict_lines(state, conflict)


def _back(begun: Callable[[], Codebreaker], breaker: Codebreaker, number: str) -> Codebreaker:
    """The codebreaker before a question that was answered."""
    asked = len(breaker.history)
    if not number.isdigit() or not 1 <= int(number) <= asked:
        raise Refused(f"'back' takes the number of a question that was answered, 1 to {asked}")
    return _after(begun, breaker.history[: int(number) - 1])


def _after(begun: Callable[[], Codebreaker], turns: Iterable[Turn]) -> Codebreaker:
    """The codebreaker that is told so many answers; it asks the same questions again."""
    breaker = begun()
    for turn in turns:
        breaker.hear(turn.answer)
    return breaker
