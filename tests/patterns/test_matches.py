"""Sets of matches as numbers, and the answers to them."""

from itertools import product

import numpy as np
import pytest

from masetproof.games.pegs import AB, BLACK_PEG, MASTERMIND, PegGame
from masetproof.patterns.matches import answer_table, answers_by_matches, known_matches, matches

FEW = range(5)


@pytest.mark.parametrize("game", [MASTERMIND, AB, BLACK_PEG], ids=lambda game: game.name)
@pytest.mark.parametrize("pegs", [1, 2])
def test_answers_are_those_of_the_matches(game: PegGame, pegs: int) -> None:
    """For all words of five colours, which is more than two words can have apart."""
    words = [word for word in product(FEW, repeat=pegs) if game.is_word(word)]
    by_matches, by_equalities = answers_by_matches(game, pegs), answer_table(game, pegs)
    known = set()
    for question, secret in product(words, words):
        number = sum(
            (secret[j] == question[i]) << (pegs - 1 - i) * pegs + j
            for i, j in product(range(pegs), repeat=2)
        )
        known.add(number)
        assert matches(question, np.array([secret], np.uint8)).tolist() == [number]
        assert by_matches[number] == game.number(secret, question)
        first = [question.index(cell) for cell in question]
        row = sum(cell * pegs ** (pegs - 1 - i) for i, cell in enumerate(first))
        place = sum(
            (question.index(cell) + 1) * (pegs + 1) ** j
            for j, cell in enumerate(secret)
            if cell in question
        )
        assert by_equalities[row, place] == game.number(secret, question)
    assert known_matches(game, pegs) == sorted(known)


def test_the_example_of_the_module() -> None:
    assert matches((0, 1), np.array([[1, 2]], np.uint8)).tolist() == [0b0001]
    assert MASTERMIND.answers(2)[answers_by_matches(MASTERMIND, 2)[0b0001]] == (0, 1)
