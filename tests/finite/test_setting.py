"""What makes a finite game: its size, and how it is shown."""

from __future__ import annotations

import pytest

from masetproof import FiniteGame
from masetproof.arguments import Refused
from masetproof.games.jotto import Jotto


@pytest.mark.parametrize(("game", "size"), [("mastermind", (4, 6)), ("bulls-and-cows", (4, 10))])
def test_a_game_has_the_size_that_players_mean(game: str, size: tuple[int, int]) -> None:
    """Knuth 1977: four holes, six colours; Bulls and Cows has four of ten digits."""
    finite = FiniteGame(game)
    assert (finite.pegs, finite.colours) == size
    assert finite == FiniteGame(game, *size)
    assert FiniteGame(game, after=["0123:1,1"]).whole == finite


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("ab",), "the game ab needs pegs and colours"),
        (("black-peg",), "the game black-peg needs pegs and colours"),
        (("mastermind", 4), "the game mastermind needs colours; its usual size goes without both"),
        (("mastermind", None, 6), "the game mastermind needs pegs; its usual size goes without"),
        (("comparison", 2), "the game comparison needs colours"),
    ],
)
def test_other_games_say_what_they_need(arguments: tuple[str, int], sentence: str) -> None:
    with pytest.raises(Refused, match=f"^{sentence}"):
        FiniteGame(*arguments)


def test_a_game_is_shown_in_a_line() -> None:
    finite = FiniteGame("mastermind", 3, 6, distinct=True)
    assert repr(finite) == "<FiniteGame: Mastermind, 3 pegs, 6 colours, secrets without repetition>"
    played = FiniteGame("mastermind", after=["0011:1,1", "2345:1,1"])
    assert repr(played) == "<FiniteGame: Mastermind, 4 pegs, 6 colours, after 2 questions>"
    assert repr(FiniteGame(Jotto(["eat", "tea"]))).startswith("<FiniteGame: Jotto")
    assert repr(played.game) == "<Mastermind>"


def test_fields_in_json_say_which_game_it_is() -> None:
    """Conditions and a history are fields only where there are some, as scripts expect."""
    usual = {"game": "mastermind", "pegs": 3, "colours": 4}
    assert FiniteGame("mastermind", 3, 4).as_json() == usual
    assert FiniteGame("mastermind", 3, 4, distinct=True).as_json() == usual | {"distinct": True}
    consistent = FiniteGame("mastermind", 3, 4, consistent_only=True, after=["012:1,1"])
    assert consistent.as_json() == usual | {"consistent_only": True, "after": ["012:1,1"]}


def test_a_step_as_text_is_read_back_also_when_it_wins() -> None:
    finite = FiniteGame("mastermind")
    for word, answer, text in (
        ((0, 0, 1, 1), (1, 1), "0011:1,1"),
        ((0, 1, 2, 3), (4, 0), "0123:4,0"),
    ):
        step = word, finite.answers.index(answer)
        assert finite.step_text(step) == text
        assert finite.as_step(text, may_win=True) == step
    with pytest.raises(Refused, match="0123 was the secret"):
        finite.as_step("0123:4,0")


def test_secrets_without_repetition_by_the_rules_or_by_choice() -> None:
    for finite, repeats in (
        (FiniteGame("mastermind", 2, 3), True),
        (FiniteGame("mastermind", 2, 3, distinct=True), False),
        (FiniteGame("ab", 2, 3), False),
    ):
        assert finite.has_distinct_secrets is not repeats
        assert any(len({*word}) < 2 for word in finite.secrets) is repeats


def test_colours_as_text_are_one_number_or_one_for_each_column() -> None:
    assert FiniteGame("mastermind", 3, "6") == FiniteGame("mastermind", 3, 6)
    finite = FiniteGame("black-peg", 3, "3,4,2")
    assert (finite.columns, finite.colours) == ((3, 4, 2), 4)
    assert finite == FiniteGame("black-peg", 3, (3, 4, 2))
    assert finite.question_count == finite.secret_count == len(finite.secrets) == 3 * 4 * 2
    assert FiniteGame("black-peg", 3, "4,4,4") == FiniteGame("black-peg", 3, 4)
    for arguments, why in (
        (("mastermind", 3, "6,6,6"), "takes one number of colours"),
        (("black-peg", 3, "3,4"), "makes 3, not 2"),
    ):
        with pytest.raises(Refused, match=why):
            FiniteGame(*arguments)
