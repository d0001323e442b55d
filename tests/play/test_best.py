"""The way of the best strategy to a secret: its average is published, its questions find it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from masetproof.arguments import Refused
from masetproof.finite.setting import FiniteGame
from masetproof.games.jotto import Jotto
from masetproof.play.best import best_path


@pytest.mark.parametrize(
    ("game", "secret", "total", "how"),
    [
        # Koyama and Lai 1993; Chen and Lin 2004, n^3/3 + 17 n^2/8 - 37 n/12 + 2 for n = 8 and 300.
        (FiniteGame("mastermind", 4, 6), "3312", 5625, "exhaustive search"),
        (FiniteGame("mastermind", 2, 8), "37", 284, "the theorem"),
        (FiniteGame("mastermind", 2, 300), "299,0", 9_190_327, "the theorem"),
        # The replay of all 8,000 secrets (tests/strategies/test_theorem.py).
        (FiniteGame("mastermind", 3, 20), "J07", 64_253, "the theorem"),
        # Any question tells one word from the other: 1 + 2.
        (FiniteGame(Jotto(["ate", "ten"])), "ten", 3, "exhaustive search"),
    ],
)
def test_the_best_strategy(game: FiniteGame, secret: str, total: int, how: str) -> None:
    found = best_path(game, secret)
    assert (found.total, found.is_optimal, found.how) == (total, True, how)
    assert found.average == Fraction(total, game.secret_count)
    hidden = game.parse(secret)
    assert [number for _, number in found.asked] == [
        game.game.number(hidden, question) for question, _ in found.asked
    ]
    assert found.asked[-1] == (hidden, game.winning)
    assert len({question for question, _ in found.asked}) == len(found.asked)
    told = found.sentence(6)
    assert told.startswith(f"You took 6; the best strategy takes {total / game.secret_count:.2f} ")
    assert told.endswith((f"{len(found.asked)} questions.", ": 1 question."))
    assert len(told) < 250


def test_where_no_best_strategy_is_known_the_sentence_says_so() -> None:
    found = best_path(FiniteGame("mastermind", 5, 8), "01234", memory=1 << 20)
    assert (found.total, found.is_optimal) == (None, False)
    assert "the best strategy known here would have asked" in found.sentence(1)
    with pytest.raises(Refused, match="too many words for a table"):
        best_path(FiniteGame(Jotto(["ate", "eat", "ten"])), "ate", memory=1)
    with pytest.raises(Refused, match="the colours are 0 to 5"):
        best_path(FiniteGame("mastermind", 2, 6), "99")
