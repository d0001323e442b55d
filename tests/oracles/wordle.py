"""Wordle by its definition, and the optimum of a game of words by going through all strategies."""

from collections.abc import Callable, Sequence
from functools import cache


def marks(secret: str, question: str) -> str:
    """Of each letter of the question ``g``, ``y`` or ``b``.

    A letter that is not in its place is elsewhere if there are fewer such letters before it in the
    question than the secret has in places where the question does not.
    """
    places = range(len(secret))
    missed = [place for place in places if secret[place] != question[place]]
    told = ""
    for place in places:
        letter = question[place]
        before = sum(question[other] == letter for other in missed if other < place)
        left = sum(secret[other] == letter for other in missed)
        told += "g" if place not in missed else "y" if before < left else "b"
    return told


def optimum(
    secrets: Sequence[str],
    questions: Sequence[str],
    told: Callable[[str, str], str],
    *,
    worst: bool = False,
    consistent_only: bool = False,
) -> int:
    """The least total of a strategy, or the least worst case; for a dozen words."""

    @cache
    def solve(possible: frozenset[str]) -> int:
        costs = []
        for question in possible if consistent_only else questions:
            parts: dict[str, set[str]] = {}
            for secret in possible - {question}:
                parts.setdefault(told(secret, question), set()).add(secret)
            if possible not in parts.values():
                below = [solve(frozenset(part)) for part in parts.values()]
                costs.append(1 + max(below, default=0) if worst else len(possible) + sum(below))
        return min(costs)

    return solve(frozenset(secrets))
