"""States of small finite games, searched as the textbook has it, and sampled at random.

`Plain` goes through all questions and all parts of a state, as `search.states.plain_value` does,
but with sets of secrets as integers and the answers of `tests/oracles`: it shares nothing with the
package but the list of words, and does for states of some twenty secrets.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np

from masetproof.finite.setting import FiniteGame
from masetproof.games.marks import MARKS
from masetproof.search.states import Members
from masetproof.trees.tree import Node
from masetproof.words import Word

from ..oracles import masets
from ..oracles.wordle import marks

INFINITE = float("inf")
Split = tuple[int, tuple[int, ...]]
"""What a question makes of a state: the secret that it wins, or 0, and the other parts."""


_answer = cache(masets.answer)


def told(finite: FiniteGame, secret: Word, question: Word) -> tuple[object, ...]:
    """What the codemaker says."""
    if finite.game is MARKS:
        return tuple(marks("".join(map(str, secret)), "".join(map(str, question))))
    black, white = _answer(secret, question)
    return black, white if finite.game.white_pegs else 0


class Plain:
    """The values of the states of one game; a state is an integer, bit i is secret i."""

    def __init__(self, finite: FiniteGame, *, fewest: bool = False) -> None:
        """fewest: what counts is how many secrets need the last question that is left."""
        self.finite = finite
        self.fewest = fewest
        self.secrets = finite.secrets
        self._splits: list[Split] = []
        for question in finite.questions:
            parts: dict[tuple[object, ...], int] = {}
            won = 0
            for i, secret in enumerate(self.secrets):
                if secret == question:
                    won = 1 << i
                else:
                    answer = told(finite, secret, question)
                    parts[answer] = parts.get(answer, 0) | 1 << i
            if won or not finite.consistent_only:
                self._splits.append((won, tuple(parts.values())))
        self._others = max(len(parts) for _, parts in self._splits)
        self._known: dict[tuple[int, int], float] = {}
        self._within: dict[int, list[Split]] = {}

    def state(self, members: Members) -> int:
        return sum(1 << i for i in members.tolist())

    def value(self, state: int, left: int) -> float:
        """The least total with at most this number of questions."""
        return self._value(state, left, self._splits)

    def _value(self, state: int, left: int, splits: Iterable[Split]) -> float:
        if left == 0:
            return INFINITE
        if (state, left) not in self._known:
            if state not in self._within:
                self._within[state] = self._splits_of(state, splits)
            self._known[state, left] = self._least(state, left, self._within[state])
        return self._known[state, left]

    def _splits_of(self, state: int, splits: Iterable[Split]) -> list[Split]:
        """The splits of a state, once each; none that is idle, as then it is in every part, too.

        Those with small parts come first, as they are the most likely to be good.
        """
        found = set()
        for won, masks in splits:
            parts = [part for mask in masks if (part := state & mask)]
            if state not in parts and (won & state or not self.finite.consistent_only):
                found.add((won & state, tuple(sorted(sorted(parts), key=int.bit_count))))
        return sorted(found, key=lambda split: split[1][-1].bit_count() if split[1] else 0)

    def _at_least(self, size: int, left: int) -> float:
        """A bound by counting: one is won by each question, the others have as many parts as there
        are other answers; or one is found at once and each of the others by a second question."""
        if not self.fewest:
            return 2 * size - 1
        within, reach = 0, 0  # how many can be found without the last question, and with it
        for _ in range(left):
            within, reach = reach, 1 + self._others * reach
        return max(0, size - within) if size <= reach else INFINITE

    def _least(self, state: int, left: int, splits: list[Split]) -> float:
        size, best = state.bit_count(), INFINITE
        lowest = self._at_least(size, left)
        bounds = [self._at_least(count, left - 1) for count in range(size + 1)]
        for _, parts in splits:
            if best == lowest:
                break
            total: float = size * (left == 1 if self.fewest else 1)
            total += sum(bounds[part.bit_count()] for part in parts)
            for part in parts:
                if total >= best:
                    break
                total += self._value(part, left - 1, splits) - bounds[part.bit_count()]
            best = min(best, total)
        return best


def total(
    finite: FiniteGame, possible: list[Word], node: Node, left: int, *, fewest: bool = False
) -> int:
    """What a strategy of a state costs, played by the rules; it must find all that is possible."""
    assert left > 0
    question = node.question
    assert question in finite.questions
    assert question in possible or not finite.consistent_only
    parts: dict[tuple[object, ...], list[Word]] = {}
    for secret in possible:
        if secret != question:
            parts.setdefault(told(finite, secret, question), []).append(secret)
    order = finite.game.answers(finite.pegs)
    below = {tuple(order[number]): branch for number, branch in node.branches}
    assert len(below) == len(node.branches)
    assert below.keys() == parts.keys()
    return len(possible) * (left == 1 if fewest else 1) + sum(
        total(finite, part, below[answer], left - 1, fewest=fewest)
        for answer, part in parts.items()
    )


def random_state(rng: np.random.Generator, finite: FiniteGame, least: int, most: int) -> Members:
    """Some secrets, of which sometimes a colour is excluded or a peg is known."""
    secrets = np.array(finite.secrets)
    rows = np.arange(len(secrets))
    if rng.random() < 0.5:
        colour, peg = rng.integers(finite.colours), rng.integers(finite.pegs)
        some = rows[(secrets != colour).all(axis=1) if rng.random() < 0.5 else secrets[:, peg] == 0]
        rows = some if len(some) >= least else rows
    size = min(int(rng.integers(least, most + 1)), len(rows))
    return np.sort(rng.choice(rows, size, replace=False)).astype(np.uint16)
