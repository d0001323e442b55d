"""Hard mode: which questions it leaves, against the words of the rule."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from masetproof import FiniteGame
from masetproof.arguments import Refused
from masetproof.finite.hard import NOTHING
from masetproof.games.wordle import Wordle
from tests.oracles.restricted import is_legal
from tests.oracles.wordle import marks

WORDS = ["".join(word) for word in product("abc", repeat=3)]
GAME = Wordle(WORDS)
HARD = FiniteGame(GAME, hard=True)


def histories() -> list[list[tuple[str, str]]]:
    """Legal ones, each with answers of one secret."""
    made = []
    for seed in range(60):
        draw = random.Random(seed)
        secret, history = draw.choice(WORDS), list[tuple[str, str]]()
        for _ in range(draw.randint(1, 3)):
            legal = [word for word in WORDS if is_legal(word, tuple(history)) and word != secret]
            if legal:
                history.append((word := draw.choice(legal), marks(secret, word)))
        made.append(history)
    return made


@pytest.mark.parametrize("history", histories())
def test_what_may_be_asked(history: list[tuple[str, str]]) -> None:
    state = FiniteGame(GAME, hard=True, after=history)
    legal = [word for word in WORDS if is_legal(word, tuple(history))]
    cells = np.array(state.questions)
    allowed = state.required.allowed(cells)
    assert [word for word, fits in zip(WORDS, allowed, strict=True) if fits] == legal
    for word in WORDS:
        missed = state.required.missed(state.as_question(word))
        assert (missed is None) == (word in legal)
    # In legal play the last answer says all.
    question, told = history[-1]
    last = NOTHING.after(state.as_question(question), told)
    assert (last.allowed(cells) == allowed).all()


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("cbc", "hard mode forbids cbc, which has no a in place 1"),
        ("acb", "hard mode forbids acb, which does not have a twice"),
        ("aca", None),
        ("aac", None),
        ("aba", None),  # b was grey, and the second a may be where it was not
    ],
)
def test_why_not(question: str, reason: str | None) -> None:
    state = HARD.then("aba", "gby")
    if reason is None:
        state.required.check(state.as_question(question), state.text)
    else:
        with pytest.raises(Refused, match=reason):
            state.required.check(state.as_question(question), state.text)
        with pytest.raises(Refused, match=reason):
            state.then(question, "bbb")
        with pytest.raises(Refused, match=reason):
            FiniteGame(GAME, hard=True, after=["aba:gby", f"{question}:bbb"])


def test_a_green_and_a_yellow_letter_count_together() -> None:
    """One answer marks a twice, so it is used twice; two answers that mark it once, once."""
    assert HARD.then("aab", "gyb").required.least == ((0, 2),)
    assert HARD.then("abb", "ybb").then("bac", "bgb").required.least == ((0, 1),)


def test_games_without_hard_mode() -> None:
    with pytest.raises(Refused, match="mark each cell, as wordle and marks do, not for mastermind"):
        FiniteGame("mastermind", 4, 6, hard=True)
    with pytest.raises(Refused, match="only one of them"):
        FiniteGame("marks", 3, 3, hard=True, consistent_only=True)
    with pytest.raises(Refused, match="hard must be True or False"):
        FiniteGame("marks", 3, 3, hard=1)  # type: ignore[arg-type]


def test_it_is_another_game() -> None:
    usual = FiniteGame(GAME)
    assert usual != HARD
    assert HARD.key != usual.key
    assert HARD.title == "Wordle, hard mode"
    assert HARD.as_json()["hard"] is True
    assert "hard" not in usual.as_json()
    assert HARD.then("abb", "ybb").whole == HARD
