"""Optimal strategies of small finite games by plain minimax over all strategies.

Conventions. Secrets and questions are words of `pegs` colours, numbered from 0. The answer is
(black, white), in the black-peg games only black. The game ends when the question is the secret,
and that question counts. The external path length (EPL) of a strategy is the sum over the secrets
of the number of questions asked, its worst case the largest such number. This is the real game:
any word of the game is a legal question, also one with colours known to be excluded.

No symmetry, no bound: memoization, and leaving out questions that say nothing, is enough for some
tens of secrets (30 secrets take up to a second, 80 some seconds).
"""

from functools import cache
from itertools import permutations, product
from typing import Final

from .masets import Word, answer

__all__ = ["optimum"]

GAMES: Final = ("mastermind", "ab", "black-peg", "black-peg-ab")


def optimum(
    game: str,
    pegs: int,
    colours: int,
    objective: str,
    *,
    distinct: bool = False,
    consistent_only: bool = False,
) -> int:
    """Return the least EPL ('expected') or the least worst case ('worst') of a game.

    `game` is 'mastermind', 'ab', 'black-peg' or 'black-peg-ab'. With `distinct` no secret repeats
    a colour, but the questions stay those of the game. With `consistent_only` every question must
    be a secret that is still possible. Raises ValueError for an unknown game or objective and for
    a game without secrets.
    """
    if game not in GAMES:
        raise ValueError(f"game {game!r} is none of {', '.join(GAMES)}")
    if objective not in ("expected", "worst"):
        raise ValueError(f"objective {objective!r} is neither 'expected' nor 'worst'")

    words: list[Word]
    if game in ("ab", "black-peg-ab"):
        words = list(permutations(range(colours), pegs))
    else:
        words = list(product(range(colours), repeat=pegs))
    secrets = [word for word in words if not distinct or len(set(word)) == pegs]
    if pegs < 1 or not secrets:
        raise ValueError(f"{game} with {pegs} pegs and {colours} colours has no secrets")

    answers = {(secret, word): answer(secret, word) for secret in secrets for word in words}
    if game in ("black-peg", "black-peg-ab"):
        answers = {pair: (black, 0) for pair, (black, _) in answers.items()}

    @cache
    def solve(possible: frozenset[Word]) -> int:
        costs = []
        for question in possible if consistent_only else words:
            parts: dict[tuple[int, int], set[Word]] = {}
            for secret in possible - {question}:  # the secret that is asked is found
                parts.setdefault(answers[secret, question], set()).add(secret)
            # A question that leaves all the secrets together can be dropped from any strategy,
            # which gets shorter. (Some question is left: every possible secret is a word.)
            if possible in parts.values():
                continue
            solved = [solve(frozenset(part)) for part in parts.values()]
            if objective == "expected":
                costs.append(len(possible) + sum(solved))
            else:
                costs.append(1 + max(solved, default=0))
        return min(costs)

    return solve(frozenset(secrets))
