"""A codemaker that has not chosen a secret: which answer it gives.

It may give any answer that some secret gives, of those that agree with all its answers so far.  So
its answers never contradict each other, and the game is won when a question is the only secret that
is left.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import final

from masetproof.arguments import Choice, Refused
from masetproof.finite.setting import FiniteGame
from masetproof.objectives import Goal
from masetproof.words import Word

_FEW = 1 << 18
"""With more pairs of question and secret, least costs are not searched for."""
_TIME = 3.0
"""Seconds for all searches after a question; few games with so few pairs take longer."""

Sizes = Mapping[int, int]
"""How many secrets give each answer, by its number; at least one."""
Choosing = Callable[[FiniteGame, Word, Sizes], int]
"""What chooses an answer: in a state of play, to a question."""


@final
class CodemakerKind(Choice):
    """A codemaker: with a secret that is drawn, or without one, which answers as it likes best.

    Of answers that it likes equally it gives the one with the lowest number, so the one that wins
    only when it has to.
    """

    RANDOM = "random"
    LARGEST = "largest"
    COSTLIEST = "costliest"

    @classmethod
    def _what(cls) -> str:
        return "the codemaker"

    @property
    def has_secret(self) -> bool:
        return self is CodemakerKind.RANDOM

    def answer(self, state: FiniteGame, question: Word, sizes: Sizes) -> int:
        """The answer of one that has no secret."""
        costs = (
            self is CodemakerKind.COSTLIEST and state.question_count * sum(sizes.values()) <= _FEW
        )
        return (costliest if costs else largest)(state, question, sizes)


def largest(state: FiniteGame, question: Word, sizes: Sizes) -> int:
    """The answer that leaves the most secrets.

    >>> largest(FiniteGame("mastermind", 2, 3), (0, 0), {0: 4, 2: 4, 4: 1})
    0
    """
    return min(sizes, key=lambda answer: (-sizes[answer], answer))


def costliest(state: FiniteGame, question: Word, sizes: Sizes) -> int:
    """The answer after which the most questions are needed, by the best strategy from there on.

    That is the least worst case of the secrets that are left; of equal ones, where secrets have no
    weights, the least total of strategies with this worst case.  Where the search does not find
    them in its time, the answer that leaves the most secrets.
    """
    best, cost, deadline = state.winning, (0, 0), time.monotonic() + _TIME
    for answer in sorted(sizes, key=lambda answer: (-sizes[answer], answer)):
        size = sizes[answer]
        if answer == state.winning or (size, size * (size + 1) // 2) < cost:
            continue  # one secret after the other needs no more
        found = _least_cost(state, question, answer, size, deadline)
        if found is None:
            return largest(state, question, sizes)
        if found > cost or (found == cost and answer < best):
            best, cost = answer, found
    return best


def _least_cost(
    state: FiniteGame, question: Word, answer: int, size: int, deadline: float
) -> tuple[int, int] | None:
    """The least worst case after an answer, and the least total with it; None if out of time."""
    is_equal = state.game.weights is None
    if size <= 2:
        return size, is_equal * size * (size + 1) // 2
    from masetproof.search.optimize import optimize

    limit = deadline - time.monotonic()
    if limit <= 0:
        return None
    try:
        found = optimize(state.then(question, answer), Goal.WORST_THEN_EXPECTED, time_limit=limit)
    except Refused:
        return None  # nothing was found in the time, or the game has too many answers
    return (found.worst, is_equal * found.total) if found.optimal else None
