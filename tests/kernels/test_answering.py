"""The answers of many words at a time: the kernel against the rules of each game."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masetproof import AB, BLACK_PEG, MASTERMIND, SUM, Game, Jotto
from masetproof.kernels import LANES

COUNTING = {"mastermind": MASTERMIND, "black-peg": BLACK_PEG, "sum": SUM}


def words(count: int, pegs: int, colours: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, colours, (count, pegs))


@pytest.mark.parametrize("game", COUNTING.values(), ids=COUNTING)
@settings(max_examples=60, deadline=None)
@given(
    pegs=st.integers(1, 9),
    colours=st.integers(1, 300),
    sizes=st.tuples(*[st.integers(0, 5) | st.integers(LANES - 1, LANES + 1)] * 2),
    seed=st.integers(0, 2**32),
)
def test_counts(game: Game, pegs: int, colours: int, sizes: tuple[int, int], seed: int) -> None:
    asked, hidden = (words(count, pegs, colours, seed + n) for n, count in enumerate(sizes))
    asked[: len(hidden)] = np.where(seed % 2, hidden[: len(asked)], asked[: len(hidden)])
    expected = Game.numbers(game, asked, hidden)
    assert np.array_equal(game.numbers(asked, hidden), expected)
    small = game.numbers(asked.astype(np.uint16), hidden.astype(np.uint16))
    assert np.array_equal(small, expected)


@pytest.mark.parametrize("pegs", [15, 16, 40, 400])
def test_more_answers_than_a_byte_has(pegs: int) -> None:
    asked, hidden = words(LANES + 3, pegs, 4, 1), words(30, pegs, 4, 2)
    asked[0] = hidden[0]
    for some in (asked, asked[:3]):
        numbers = MASTERMIND.numbers(some, hidden)
        assert numbers.dtype == np.min_scalar_type((pegs + 1) ** 2 - 1)
        pairs = product(map(tuple, some.tolist()), map(tuple, hidden.tolist()))
        expected = [MASTERMIND.number(secret, question) for question, secret in pairs]
        assert numbers.ravel().tolist() == expected
        assert numbers[0, 0] == len(MASTERMIND.answers(pegs)) - 1


def test_words_without_a_repeated_colour() -> None:
    random = np.random.default_rng(3)
    asked = np.array([random.permutation(9)[:4] for _ in range(LANES)])
    hidden = asked[::-1][:50]
    assert np.array_equal(AB.numbers(asked, hidden), Game.numbers(AB, asked, hidden))


def test_letters_in_common() -> None:
    game = Jotto(["abba", "baba", "cabs", "abcd", "zzzz"])
    cells = np.array([*game.words(4, 26)])
    assert np.array_equal(game.numbers(cells, cells), Game.numbers(game, cells, cells))
    many = np.tile(cells, (20, 1))
    assert np.array_equal(game.numbers(many, cells), Game.numbers(game, many, cells))
