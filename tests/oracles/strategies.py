"""Optimal strategies of small finite games by plain minimax over all strategies.

Conventions. Secrets and questions are words of `pegs` colours, numbered from 0. The answer is
(black, white), in the black-peg games only black. The game ends when the question is the secret,
and that question counts. The external path length (EPL) of a strategy is the sum over the secrets
of the number of questions asked, its worst case the largest such number. This is the real game:
any word of the game is a legal question, also one with colours known to be excluded.

A set of secrets is an integer, whose bit i tells whether secret i is in it. No symmetry, no bound:
memoization, and leaving out questions that say nothing or the same as another, is enough for some
tens of secrets (30 secrets take up to a second, 80 some seconds). It is not enough for one peg and
many colours, where all sets of secrets are reached.
"""

from functools import cache, lru_cache
from itertools import permutations, product
from typing import Final

from .masets import Word, answer

GAMES: Final = ("mastermind", "ab", "black-peg", "black-peg-ab")

Pair = tuple[int, int]


class NoStrategyError(ValueError):
    """No strategy manages with so few questions."""


class _Play:
    """The secrets of a game, and what its questions make of a set of secrets."""

    def __init__(
        self, game: str, pegs: int, colours: int, *, distinct: bool, consistent_only: bool
    ) -> None:
        if game not in GAMES:
            raise ValueError(f"game {game!r} is none of {', '.join(GAMES)}")
        words: list[Word]
        if game in ("ab", "black-peg-ab"):
            words = list(permutations(range(colours), pegs))
        else:
            words = list(product(range(colours), repeat=pegs))
        secrets = [word for word in words if not distinct or len(set(word)) == pegs]
        if pegs < 1 or not secrets:
            raise ValueError(f"{game} with {pegs} pegs and {colours} colours has no secrets")
        self.secrets = (1 << len(secrets)) - 1
        self.consistent_only = consistent_only
        self.questions: list[tuple[int, list[int]]] = []
        """The secret that wins, or 0, and the secrets with each losing answer."""
        for word in words:
            won, parts = 0, dict[Pair, int]()
            for place, secret in enumerate(secrets):
                black, white = answer(secret, word)
                told = (black, 0) if game in ("black-peg", "black-peg-ab") else (black, white)
                if secret == word:
                    won = 1 << place
                else:
                    parts[told] = parts.get(told, 0) | 1 << place
            self.questions.append((won, list(parts.values())))
        self.splits = cache(self._splits)

    def _splits(self, possible: int) -> set[frozenset[int]]:
        """The parts into which the losing answers of each question split the secrets."""
        found = set()
        for won, masks in self.questions:
            if won & possible or not self.consistent_only:
                parts = frozenset(possible & mask for mask in masks) - {0}
                # A question that leaves all the secrets together can be dropped from any strategy,
                # which gets shorter. (Some question is left: every possible secret is a word.)
                if possible not in parts:
                    found.add(parts)
        return found


@lru_cache(maxsize=4)
def _play(game: str, pegs: int, colours: int, distinct: bool, consistent_only: bool) -> _Play:
    """All that is asked of a game one after the other has the splits in common."""
    return _Play(game, pegs, colours, distinct=distinct, consistent_only=consistent_only)


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
    play = _play(game, pegs, colours, distinct, consistent_only)
    if objective not in ("expected", "worst"):
        raise ValueError(f"objective {objective!r} is neither 'expected' nor 'worst'")

    @cache
    def solve(possible: int) -> int:
        costs = []
        for parts in play.splits(possible):
            # A secret that is alone is found by one question.
            solved = [1 if part & (part - 1) == 0 else solve(part) for part in parts]
            if objective == "expected":
                costs.append(possible.bit_count() + sum(solved))
            else:
                costs.append(1 + max(solved, default=0))
        return min(costs)

    return solve(play.secrets)


def optimum_pair(
    game: str,
    pegs: int,
    colours: int,
    goal: str,
    *,
    distinct: bool = False,
    consistent_only: bool = False,
    max_questions: int | None = None,
) -> Pair:
    """Return (EPL, worst case) of a strategy that is best for 'expected-then-worst' (the least EPL,
    and among the strategies that have it the least worst case) or for 'worst-then-expected' (the
    other way about), among all strategies or those with at most `max_questions` questions. Raises
    NoStrategyError if there is none, otherwise what `optimum` raises.

    A set that has to be solved with at most d questions is split by a question into parts that have
    to be solved with at most d - 1, each by itself. The EPL is least only if that of each part is,
    and among these choices the worst case is least if that of each part is. So for
    'expected-then-worst' the least pair is composed of the least pairs of the parts, compared by
    EPL and then by worst case. That would be wrong with the worst case first, because a part may
    go as deep as the deepest of its neighbours. But the strategies with the least worst case W are
    those with at most W questions.
    """
    play = _play(game, pegs, colours, distinct, consistent_only)
    if goal not in ("expected-then-worst", "worst-then-expected"):
        raise ValueError(f"goal {goal!r} is neither of the two that have a second quantity")
    if goal == "worst-then-expected":
        least = optimum(
            game, pegs, colours, "worst", distinct=distinct, consistent_only=consistent_only
        )
        if max_questions is not None and max_questions < least:
            raise NoStrategyError(f"{game} takes {least} questions, more than {max_questions}")
        max_questions = least

    @cache
    def solve(possible: int, limit: int | None) -> Pair | None:
        if limit == 0:
            return None
        pairs = []
        for parts in play.splits(possible):
            total, worst = possible.bit_count(), 1
            for part in parts:
                solved = solve(part, None if limit is None else limit - 1)
                if solved is None:
                    break
                total, worst = total + solved[0], max(worst, 1 + solved[1])
            else:
                pairs.append((total, worst))
        return min(pairs, default=None)

    best = solve(play.secrets, max_questions)
    if best is None:
        raise NoStrategyError(f"{game} takes more than {max_questions} questions")
    return best
