"""The window of places: every secret is found from whatever is known, and nothing else is."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import masetproof.large.window
from masetproof import FiniteGame
from masetproof.finite.setting import Contradiction
from masetproof.games.pegs import MASTERMIND, Answer
from masetproof.large.crack import codebreaker, crack, crack_games
from masetproof.large.window import Window
from masetproof.progress import no_tick
from tests.large.plain import check_game, plain_answer


def found(secret: tuple[int, ...], colours: int, excluded: list[set[int]]) -> int:
    """How many questions the window takes when it is told the colours of a secret."""
    left = {colour: secret.count(colour) for colour in range(colours)}
    window = Window({}, left, excluded, np.random.default_rng(0), no_tick)
    steps, turns = window.steps(), []
    question = next(steps)
    while question != secret:
        turns.append((question, Answer(*plain_answer(secret, question))))
        guess = window.guess()
        assert Counter(guess).keys() <= set(range(colours))
        question = steps.send(turns[-1][1])
    check_game(secret, [*turns, (secret, (len(secret), 0))], colours)
    return len(turns) + 1


@pytest.mark.one_in(2)
@pytest.mark.parametrize("ways", [4, 1 << 16])
@pytest.mark.parametrize(("pegs", "colours"), [(1, 2), (3, 3), (5, 2), (4, 3)])
def test_every_secret_is_found(
    pegs: int, colours: int, ways: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when the list is so short that the window has one place or two."""
    monkeypatch.setattr(masetproof.large.window, "_WAYS", ways)
    for secret in product(range(colours), repeat=pegs):
        found(secret, colours, [set() for _ in range(pegs)])


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_what_is_excluded_is_used(data: st.DataObject) -> None:
    pegs, colours = data.draw(st.integers(2, 20)), data.draw(st.integers(2, 6))
    secret = tuple(data.draw(st.lists(st.integers(0, colours - 1), min_size=pegs, max_size=pegs)))
    others = st.sets(st.integers(0, colours - 1))
    excluded = [data.draw(others) - {colour} for colour in secret]
    found(secret, colours, excluded)
    # All but the colour itself: nothing is left to ask but the secret.
    assert found(secret, colours, [set(range(colours)) - {colour} for colour in secret]) == 1


@settings(max_examples=30, deadline=None)
@given(st.integers(17, 30), st.integers(1, 6), st.randoms(use_true_random=False))
def test_answers_at_random_end_in_a_contradiction(pegs: int, colours: int, random: object) -> None:
    """Whatever it is told: it never fails, and it never asks for ever."""
    breaker = codebreaker(FiniteGame("mastermind", pegs, colours), "sample")

    def answer_at_random() -> None:
        for _ in range(1000):
            black = random.randrange(pegs)  # type: ignore[attr-defined]
            breaker.hear((black, random.randint(0, pegs - black)))  # type: ignore[attr-defined]

    with pytest.raises(Contradiction):
        answer_at_random()


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_it_ends_as_soon_as_no_secret_gives_the_answers(data: st.DataObject) -> None:
    """By brute force over all words with these colours; the answers are those of any words."""
    pegs = data.draw(st.integers(1, 6))
    cells = st.lists(st.integers(0, 3), min_size=pegs, max_size=pegs)
    secret = data.draw(cells)
    words = st.permutations(secret) | cells
    possible = set(permutations(secret))
    left = {colour: secret.count(colour) for colour in range(4)}
    window = Window({}, left, [set() for _ in secret], np.random.default_rng(1), no_tick)
    steps = window.steps()
    question = next(steps)
    while True:
        answer = MASTERMIND.compare(tuple(data.draw(words)), question)
        if answer.black == pegs:
            return
        possible = {word for word in possible if MASTERMIND.compare(word, question) == answer}
        if not possible:
            break
        question = steps.send(answer)
    with pytest.raises(StopIteration):
        steps.send(answer)


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("pegs", "colours", "most", "games"),
    [
        (16, 10, 24, 3),
        (24, 10, 34, 1),
        (32, 32, 90, 1),
        pytest.param(24, 10, 34, 3, marks=pytest.mark.slow),
        pytest.param(32, 32, 90, 3, marks=pytest.mark.slow),
    ],
)
def test_fewer_questions_than_the_decomposition(
    pegs: int, colours: int, most: int, games: int
) -> None:
    finite = FiniteGame("mastermind", pegs, colours)
    played = crack_games(finite, "sample", games=games, workers=1)
    assert played.mean <= most
    assert played.mean < crack_games(finite, "decomposition", games=games, workers=1).mean


@pytest.mark.parametrize("pegs", [50, pytest.param(100, marks=pytest.mark.slow)])
def test_many_pegs(pegs: int) -> None:
    played = crack(FiniteGame("mastermind", pegs, 10))
    check_game(played.secret, list(played.turns), 10)
    assert len(played.turns) <= 1.6 * pegs


def test_many_colours_are_located_one_by_one_first() -> None:
    played = crack(FiniteGame("mastermind", 80, 200), limit=210)
    assert len(played.turns) <= 210
    check = FiniteGame("mastermind", 80, 200).as_question
    check(played.turns[-1].question)
