"""What is answered in games: against brute force over small lists and boards."""

from __future__ import annotations

from collections import Counter

import pytest

from masetproof.arguments import Refused
from masetproof.explore.playing import Playing
from masetproof.finite.setting import FiniteGame
from tests.oracles.wordle import marks

WORDS = "ate\neat\nten\nnet\nsea\n"
PLAYING = Playing({"small": (WORDS, "see\n")})
SMALL = {"list": ["small"]}
SPELLED = "combinations of letters, which need not be words."


def test_hints_are_for_boards_of_any_size() -> None:
    board = {"pegs": ["2"], "colours": ["3"]}
    told = PLAYING.answer("hint", "mastermind", board | {"after": ["01:0,0"]})
    assert (told["remaining"], told["rough"]) == (1, "")
    clash = PLAYING.answer("hint", "mastermind", board | {"after": ["01:0,2", "01:1,0"]})
    assert (clash["remaining"], clash["conflict"]) == (0, [0, 1])
    large = {"pegs": ["5"], "colours": ["8"]}
    assert PLAYING.answer("hint", "mastermind", large)["remaining"] == 8**5


def test_a_word_is_drawn_and_answers_are_those_of_the_game() -> None:
    """Every word of the list is the secret of some seed; answers are letters in common."""
    drawn = set()
    for seed in range(40):
        asked = {"seed": [str(seed)], "asked": ["see", "net"], "up": ["1"]}
        told = PLAYING.answer("keep", "jotto", SMALL | asked)
        secret = str(told["secret"])
        drawn.add(secret)
        for word, answer in zip(("see", "net"), told["answers"], strict=True):  # type: ignore[arg-type]
            common = (Counter(word) & Counter(secret)).total()
            assert answer == ("won" if word == secret else str(common))
        assert told["won"] == (secret == "net")
        assert told["possible"][0] is False  # type: ignore[index]
    assert drawn == set(WORDS.split())
    hidden = PLAYING.answer("keep", "jotto", SMALL | {"seed": ["1"]})
    assert hidden["secret"] is None
    with pytest.raises(Refused, match="not in the list"):
        PLAYING.answer("keep", "jotto", SMALL | {"seed": ["1"], "asked": ["xyz"]})


def test_the_best_way_and_yours_say_what_is_left() -> None:
    """Four words, by hand: sea has 2 letters in common with ate and eat, and 1 with ten and net."""
    query = SMALL | {"secret": ["ten"], "after": ["sea:1", "net:3"]}
    told = PLAYING.answer("best", "jotto", query)
    assert told["yours"] == [2, 1]
    assert told["asked"][-1] == ["ten", "won"]  # type: ignore[index]
    assert len(told["left"]) == len(told["asked"]) - 1  # type: ignore[arg-type]
    assert told["optimal"] is True


def test_lists_that_people_load_are_few_and_are_lists() -> None:
    playing = Playing()
    first = playing.accept("one\ntwo\n")
    assert (first["words"], first["letters"]) == (2, 3)
    query = {"list": [str(first["name"])]}
    both = playing.accept("one\ntwo\n\0six\ntwo\n")
    assert (both["words"], both["more"]) == (2, 1)
    assert both["name"] != first["name"]
    assert playing.answer("hint", "jotto", query)["remaining"] == 2
    for number in range(8):
        playing.accept(f"one\ntwo\n{'abcdefgh'[number]}x{'abcdefgh'[number]}")
    with pytest.raises(Refused, match="load it again"):
        playing.answer("hint", "jotto", query)
    for wrong in ("", "one\ntwoo\n", "one\n1\n", "one\none\n", "\0one", "one\0tw", "one\0two\0"):
        with pytest.raises(Refused):
            playing.accept(wrong)


def test_the_secret_is_one_of_the_words_that_are_left() -> None:
    """As `Keeping` has it: the colours of a board are drawn, too."""
    query = {"pegs": ["2"], "colours": ["4"], "seed": ["3"], "up": ["1"], "asked": ["01"]}
    told = PLAYING.answer("keep", "mastermind", query)
    finite = FiniteGame("mastermind", 2, 4)
    number = finite.game.number(finite.parse(str(told["secret"])), (0, 1))
    assert told["answers"] == [finite.plain_answer(number)]


def test_a_game_has_a_limit_of_questions_and_a_clock() -> None:
    board = {"pegs": ["2"], "colours": ["4"], "seed": ["3"]}
    told = PLAYING.answer("keep", "mastermind", board | {"asked": ["00"] * 256})
    assert len(told["answers"]) == 256  # type: ignore[arg-type]
    for more in ({"asked": ["00"] * 257}, {"asked": ["00"] * 200, "after": ["00:0,0"] * 57}):
        with pytest.raises(Refused, match="at most 256 questions"):
            PLAYING.answer("keep", "mastermind", board | more)
    with pytest.raises(Refused, match="at most 256 questions"):
        PLAYING.answer("hint", "mastermind", board | {"after": ["00:0,0"] * 257})
    ticks = iter(range(10))

    def late() -> None:
        if next(ticks) == 9:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        PLAYING.answer("keep", "mastermind", board | {"asked": ["00"] * 256}, late)


@pytest.mark.slow
def test_a_game_goes_on_with_words_that_are_in_no_list() -> None:
    """No request knows the one before; the sentence says which words those are."""
    playing = Playing({"three": ("ate\neat\ntan\n", "pay\n")})

    def told(*after: str) -> dict[str, object]:
        return playing.answer("hint", "wordle", {"list": ["three"], "after": after})

    asked = told("ate:ybb", "tan:bgb")
    assert asked["possible"] == ["pay"]
    assert str(asked["beyond"]).endswith("on with the words that may only be asked.")
    asked = told("ate:bbb")  # 23 letters are left, for 12,167 combinations
    assert str(asked["beyond"]).endswith("on with a sample of " + SPELLED)
    after, question = ["ate:ybb", "tan:bgy"], ""
    while question != "nay":
        asked = told(*after)
        assert str(asked["beyond"]).endswith("on with " + SPELLED)
        question = asked["questions"][0]["question"]  # type: ignore[index]
        after.append(f"{question}:{marks('nay', question)}")
        assert len(after) < 20
    with pytest.raises(Refused, match="'nay' is not in the list"):
        told("nay:bgg")
