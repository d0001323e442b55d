"""Optimal strategies of small finite games by minimax over all strategies, without symmetries.

Conventions. Secrets and questions are words of `pegs` colours, numbered from 0. The answer is
(black, white), in the black-peg games only black. The game ends when the question is the secret,
and that question counts. The external path length (EPL) of a strategy is the sum over the secrets
of the number of questions asked, its worst case the largest such number. This is the real game:
a question may be any word of the game over its colours, also over colours known to be excluded.
"""

from collections import Counter
from itertools import permutations, product
from typing import Final

__all__ = ["optimum", "secret_count"]

GAMES: Final = ("mastermind", "ab", "black-peg", "black-peg-ab")

Word = tuple[int, ...]


def _words(game: str, pegs: int, colours: int) -> list[Word]:
    """All question words of the game: any word, in the AB games without a repeated colour."""
    if game.endswith("ab"):
        return list(permutations(range(colours), pegs))
    return list(product(range(colours), repeat=pegs))


def _secrets(game: str, pegs: int, colours: int, distinct: bool) -> list[Word]:
    """All secrets of the game: its words, with `distinct` only those without a repeated colour."""
    words = _words(game, pegs, colours)
    return [word for word in words if not distinct or len(set(word)) == pegs]


def secret_count(game: str, pegs: int, colours: int, *, distinct: bool = False) -> int:
    """Return the number of secrets of the game."""
    return len(_secrets(game, pegs, colours, distinct))


def _answer(game: str, secret: Word, question: Word) -> tuple[int, int]:
    """The answer (black, white); (black, 0) in the black-peg games."""
    black = sum(s == q for s, q in zip(secret, question, strict=True))
    if game.startswith("black-peg"):
        return black, 0
    return black, (Counter(secret) & Counter(question)).total() - black


def _lower_bound(size: int, losing: int, objective: str) -> int:
    """A bound that no strategy for `size` secrets beats.

    Every question of a strategy is the right one for at most one secret and goes on after at most
    `losing` answers. So at most losing^(d-1) secrets are guessed by the d-th question. The bound
    fills these places from the top; for the EPL it sums the depths, for the worst case it takes
    the last one.
    """
    total, depth, places = 0, 0, 1
    while size > 0:
        depth += 1
        total += depth * min(size, places)
        size -= places
        places *= losing
    return total if objective == "expected" else depth


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
    be a secret that is still possible. Meant for at most about 30 secrets. Raises ValueError for
    an unknown game or objective and for a game without secrets.
    """
    if game not in GAMES or objective not in ("expected", "worst"):
        raise ValueError(f"unknown game {game!r} or objective {objective!r}")
    secrets = _secrets(game, pegs, colours, distinct)
    if pegs < 1 or not secrets:
        raise ValueError(f"{game} with {pegs} pegs and {colours} colours has no secrets")
    expected = objective == "expected"

    # A set of secrets is a bit mask: bit i stands for secrets[i]. For each question: the mask of
    # the secret that it names (0 if none) and, for each losing answer, the mask of the secrets
    # that give it.
    questions: list[tuple[int, list[int]]] = []
    for question in _words(game, pegs, colours):
        named = 0
        losing: dict[tuple[int, int], int] = {}
        for i, secret in enumerate(secrets):
            if secret == question:
                named = 1 << i
            else:
                answer = _answer(game, secret, question)
                losing[answer] = losing.get(answer, 0) | 1 << i
        questions.append((named, list(losing.values())))

    most_losing = max(len(masks) for _, masks in questions)
    bound = [_lower_bound(k, most_losing, objective) for k in range(len(secrets) + 1)]
    memo: dict[int, int] = {}

    def solve(possible: int) -> int:
        """The optimum for the set `possible` of secrets, not empty."""
        if possible not in memo:
            memo[possible] = search(possible)
        return memo[possible]

    def search(possible: int) -> int:
        size = possible.bit_count()
        if size == 1:
            return 1
        # The parts that each question leaves. Questions that leave the same parts are equally
        # good, so they are kept once. A question that leaves `possible` whole says nothing: a
        # strategy is not longer for any secret without it.
        splits: set[tuple[int, ...]] = set()
        for named, masks in questions:
            if consistent_only and not named & possible:
                continue
            parts = [possible & mask for mask in masks if possible & mask]
            if parts != [possible]:
                splits.add(tuple(sorted(parts)))

        # A question costs 1 for each secret and then what its parts cost (EPL), or 1 and then what
        # its worst part costs. `floor` is the same with a lower bound of each part in place of its
        # cost. Questions of low floor come first, which changes the order only.
        def floor(parts: tuple[int, ...]) -> int:
            floors = [bound[part.bit_count()] for part in parts]
            return size + sum(floors) if expected else 1 + max(floors)

        best: int | None = None
        for least, parts in sorted((floor(parts), parts) for parts in splits):
            if best is not None and least >= best:
                break  # neither this question nor a later one is better
            cost = least
            for part in parts:
                # Put the cost of the part in place of its bound: `cost` stays a lower bound of
                # the question and is its true cost in the end.
                if expected:
                    cost += solve(part) - bound[part.bit_count()]
                else:
                    cost = max(cost, 1 + solve(part))
                if best is not None and cost >= best:
                    break  # this question is no better
            else:
                best = cost
        # Two possible secrets are always split by the question that names one of them, unless
        # that is no question, which cannot be: the secrets are among the words of the game.
        assert best is not None
        return best

    return solve((1 << len(secrets)) - 1)
