"""The contest's method: what its probes say, and that it finds every secret."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masetproof import FiniteGame
from masetproof.arguments import Refused
from masetproof.finite.setting import Contradiction
from masetproof.large.crack import codebreaker, crack
from tests.large.plain import check_game, plain_answer


@pytest.mark.parametrize(("pegs", "colours"), [(4, 3), (5, 4), (3, 6)])
def test_whites_of_a_probe(pegs: int, colours: int) -> None:
    """One peg of a colour that occurs, at a place, and the tested colour elsewhere.

    0, 2 and 1 white pegs: the place is right, is of the tested colour, is of neither.
    """
    for secret in product(range(colours), repeat=pegs):
        for probe, tested in product(range(colours), repeat=2):
            if probe == tested or probe not in secret:
                continue
            for place in range(pegs):
                question = tuple(probe if i == place else tested for i in range(pegs))
                black, white = plain_answer(secret, question)
                expected = {probe: 0, tested: 2}.get(secret[place], 1)
                assert white == expected
                assert black + white - 1 == secret.count(tested)


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("pegs", "colours"), [(1, 1), (1, 5), (3, 1), (2, 2), (3, 3), (2, 9), (4, 6), (5, 3), (9, 2)]
)
def test_every_secret_is_found(pegs: int, colours: int) -> None:
    finite = FiniteGame("mastermind", pegs, colours)
    for secret in product(range(colours), repeat=pegs):
        played = crack(finite, secret, "decomposition")
        check_game(secret, list(played.turns), colours)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_large_boards(data: st.DataObject) -> None:
    pegs, colours = data.draw(st.integers(1, 60)), data.draw(st.integers(1, 50))
    secret = tuple(data.draw(st.lists(st.integers(0, colours - 1), min_size=pegs, max_size=pegs)))
    played = crack(FiniteGame("mastermind", pegs, colours), secret, "decomposition")
    check_game(secret, list(played.turns), colours)


@pytest.mark.parametrize(("pegs", "colours"), [(20, 20), (50, 30), (100, 10)])
def test_the_published_boards(pegs: int, colours: int) -> None:
    for game in range(3):
        played = crack(FiniteGame("mastermind", pegs, colours), None, "decomposition", game=game)
        check_game(played.secret, list(played.turns), colours)
        # A colour count each, and at most a question for each halving of each peg.
        assert len(played.turns) <= colours + pegs * (pegs.bit_length() + 1)


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 9), st.integers(1, 6), st.randoms(use_true_random=False))
def test_answers_at_random_end_in_a_contradiction_or_a_secret(
    pegs: int, colours: int, random: object
) -> None:
    """Whatever it is told: it never fails, and it never asks for ever."""
    breaker = codebreaker(FiniteGame("mastermind", pegs, colours), "decomposition")

    def answer_at_random() -> None:
        for _ in range(400):
            black = random.randrange(pegs)  # type: ignore[attr-defined]
            breaker.hear((black, random.randint(0, pegs - black)))  # type: ignore[attr-defined]

    with pytest.raises(Contradiction):
        answer_at_random()


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_the_guess_knows_what_the_method_knows(data: st.DataObject) -> None:
    """At any time it is a word with the known colours in their places."""
    pegs, colours = data.draw(st.integers(1, 30)), data.draw(st.integers(1, 8))
    secret = tuple(data.draw(st.lists(st.integers(0, colours - 1), min_size=pegs, max_size=pegs)))
    breaker = codebreaker(FiniteGame("mastermind", pegs, colours), "decomposition")
    while breaker.question != secret:
        guess = breaker.guess()
        assert len(guess) == pegs
        assert all(0 <= colour < colours for colour in guess)
        known = breaker.known  # type: ignore[attr-defined]
        assert all(guess[i] == secret[i] == colour for i, colour in known.items())
        breaker.hear(plain_answer(secret, breaker.question))
    assert breaker.guess() == secret or len(breaker.known) < pegs  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", ["ab", "black-peg", "black-peg-ab"])
def test_other_games_are_refused(game: str) -> None:
    with pytest.raises(Refused, match="it plays mastermind, not"):
        crack(FiniteGame(game, 3, 5), None, "decomposition")
