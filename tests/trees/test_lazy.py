"""Strategies that are no trees, played one path or all of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

import pytest

from masetproof.arguments import Refused
from masetproof.finite.setting import FiniteGame
from masetproof.games.matrix import Matrix
from masetproof.search.optimize import optimize
from masetproof.strategies.strategy import Position, Strategy
from masetproof.trees.replay import Refuted, replay, tree_of
from masetproof.words import Word
from tests.games.samples import SAMPLES


@final
@dataclass(frozen=True)
class InOrder(Strategy):
    """All words one after the other, whatever the answers; *first* says where to begin."""

    finite: FiniteGame
    first: int = 0

    def start(self) -> Position:
        return _At(self, self.first)


@final
@dataclass(frozen=True)
class _At:
    strategy: InOrder
    place: int

    @property
    def question(self) -> Word:
        words = self.strategy.finite.questions
        return words[self.place % len(words)]

    def after(self, answer: int) -> _At:
        return _At(self.strategy, self.place + 1)


GAME = FiniteGame("mastermind", 2, 3)


def test_a_path_has_the_questions_up_to_the_secret() -> None:
    path = list(InOrder(GAME).path("10"))
    assert [question for question, _ in path] == [(0, 0), (0, 1), (0, 2), (1, 0)]
    assert [GAME.answers[number] for _, number in path] == [(1, 0), (0, 2), (0, 1), (2, 0)]


def test_the_next_question_of_a_history() -> None:
    strategy = InOrder(GAME)
    assert strategy.next_question() == (0, 0)
    assert strategy.next_question([((0, 0), 0), ((0, 1), 1)]) == (0, 2)
    with pytest.raises(Refused, match="this strategy asks 01, not '11'"):
        strategy.next_question([((0, 0), 0), ((1, 1), 1)])
    with pytest.raises(Refused, match="was the secret, and the game is over"):
        strategy.next_question([((0, 0), 5)])


def test_replay_and_tree_of_a_strategy_agree() -> None:
    strategy = InOrder(GAME)
    tree = tree_of(strategy)
    # Each word is asked when those before it have not been the secret.
    assert replay(strategy).histogram == (1,) * 9
    assert replay(tree) == replay(strategy)
    assert tree.root.question == (0, 0)
    assert tree_of(tree) == tree


def test_a_strategy_that_repeats_itself_is_none() -> None:
    with pytest.raises(Refuted, match="is asked a second time"):
        tree_of(_Stubborn(GAME))


@final
@dataclass(frozen=True)
class _Stubborn(Strategy):
    finite: FiniteGame
    question: Word = (0, 0)

    def start(self) -> Position:
        return self

    def after(self, answer: int) -> Position:
        return self


def test_only_secrets_have_a_path() -> None:
    """A question of a table has no path when it is not a secret."""
    weighings = next(finite for finite in SAMPLES if isinstance(finite.game, Matrix))
    with pytest.raises(Refused, match=r"a\+b is no secret of this game"):
        optimize(weighings).tree.path("a+b")
