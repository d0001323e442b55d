from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from masetproof.games.pegs import AB, BLACK_PEG, MASTERMIND, Answer, PegGame
from masetproof.games.registry import GAMES, game_named
from masetproof.words import EXTRA, STAR, parse_word, word_text
from tests.oracles import masets


def test_answers_follow_the_order_of_the_paper() -> None:
    assert MASTERMIND.answers(2) == ((0, 0), (0, 1), (1, 0), (0, 2), (1, 1), (2, 0))
    for pegs in range(1, 5):
        answers = MASTERMIND.answers(pegs)
        assert len(answers) == (pegs + 1) * (pegs + 2) // 2
        assert [MASTERMIND.number_of(answer) for answer in answers] == list(range(len(answers)))
        assert answers[-1] == (pegs, 0)


@pytest.mark.parametrize("pegs", [1, 2, 3])
def test_answer_agrees_with_the_definition(pegs: int) -> None:
    for secret, question in product(MASTERMIND.words(pegs, 3), repeat=2):
        assert MASTERMIND.answer(secret, question) == masets.answer(secret, question)
        assert BLACK_PEG.answer(secret, question) == (masets.answer(secret, question)[0], 0)


@pytest.mark.parametrize("game", [MASTERMIND, BLACK_PEG], ids=str)
@pytest.mark.parametrize("pegs", [8, 15, 16, 40])
def test_numbers_of_all_pairs_are_those_of_each(game: PegGame, pegs: int) -> None:
    """Also where the counts of pegs do not fit a byte, from 16 pegs on."""
    words = np.random.default_rng(pegs).integers(3, size=(20, pegs))
    numbers = [[game.number(tuple(one), tuple(asked)) for one in words] for asked in words]
    assert game.numbers(words, words).tolist() == numbers


def test_star_and_extra_colour_match_nothing() -> None:
    assert MASTERMIND.answer((STAR, 0), (0, EXTRA)) == Answer(0, 1)
    assert MASTERMIND.answer((STAR, STAR), (EXTRA, EXTRA)) == Answer(0, 0)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_secrets_are_counted_as_they_are_listed(game: object) -> None:
    for pegs in (1, 2, 3):
        for colours in range(5):
            words = list(game.secrets(pegs, colours))
            assert len(words) == len(set(words)) == game.secret_count(pegs, colours)


def test_words_have_a_text_form() -> None:
    assert word_text(parse_word("09AZ")) == "09AZ"
    with pytest.raises(ValueError, match=r"'\?' is no colour"):
        parse_word("0?")


def test_an_unknown_game_is_refused_with_the_names_there_are() -> None:
    assert game_named("ab") is AB
    with pytest.raises(ValueError, match="there are mastermind, ab, black-peg, black-peg-ab"):
        game_named("chess")
