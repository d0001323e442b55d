"""Random valid trees: how a breaker plays that only knows not to ask the same again.

A game is played for every secret.  As long as the tree has a branch for the answer, the breaker
follows it; otherwise the branch gets a question drawn from those that were not yet asked in this
game.  So every secret is found, at the latest when all questions have been asked.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from random import Random
from typing import final

from masetproof.arguments import Refused, as_instance, as_seed
from masetproof.finite.setting import FiniteGame
from masetproof.strategies.strategy import Strategy
from masetproof.trees.replay import tree_of
from masetproof.trees.tree import StrategyTree
from masetproof.words import Word

MOST_PAIRS = 1 << 19
"""The most pairs of question and secret; random trees have up to half as many nodes."""


@final
@dataclass(frozen=True, slots=True)
class BlindStrategy(Strategy):
    """A random valid tree, drawn as it is played by the seed and what was asked before."""

    finite: FiniteGame
    seed: int

    def start(self) -> _DrawnPlace:
        return _DrawnPlace(self.finite.questions, str(self.seed).encode(), frozenset())


@final
class _DrawnPlace:
    """A place in the tree; key: what was drawn with; asked: the places of earlier questions."""

    __slots__ = ("_asked", "_key", "_place", "_questions")

    def __init__(self, questions: tuple[Word, ...], key: bytes, asked: frozenset[int]) -> None:
        random = Random(key)
        place = int(random.random() * len(questions))
        while place in asked:
            place = int(random.random() * len(questions))
        self._questions, self._key, self._asked, self._place = questions, key, asked, place

    @property
    def question(self) -> Word:
        return self._questions[self._place]

    def after(self, answer: int) -> _DrawnPlace:
        key = hashlib.sha256(self._key + f" {self._place} {answer}".encode()).digest()
        return _DrawnPlace(self._questions, key, self._asked | {self._place})


def random_tree(finite: FiniteGame, seed: int = 0) -> StrategyTree:
    """A random valid tree: every secret is found, no question is asked twice on a path.

    The same seed, 0 to 2^63 - 1, draws the same tree.  `Refused` when an argument is of another
    type, the game is so large that its random trees have more than some 260,000 nodes, or only
    consistent questions may be asked, of which a blind breaker knows nothing.

    >>> replay(random_tree(FiniteGame("mastermind", 2, 2), seed=1)).secrets
    4
    """
    as_instance(FiniteGame, finite, "the game")
    seed = as_seed(seed)
    if finite.consistent_only or finite.hard:
        raise Refused("a blind breaker does not know which questions are consistent or legal")
    if finite.question_count * finite.secret_count > MOST_PAIRS:
        raise Refused(
            f"{finite.title} has more than {MOST_PAIRS:,} pairs of question and secret, too many "
            "for a random tree"
        )
    return tree_of(BlindStrategy(finite, seed))
