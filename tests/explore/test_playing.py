"""What is answered in games: against brute force over small lists and boards."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from masetproof.arguments import Refused
from masetproof.cli import main
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


BOARD = {"pegs": ["2"], "colours": ["6"]}


def test_first_questions_have_exact_costs_and_formulas() -> None:
    """Two pegs and nine colours by the theorem; Mastermind (3, 4) has 206 questions in all."""
    small = PLAYING.answer("rank", "mastermind", {"pegs": ["3"], "colours": ["4"]})
    rows: Any = small["ranking"]["first"]  # type: ignore[index]
    assert [(row["question"], row["total"], row["optimal"]) for row in rows] == [
        ("001", 206, True),
        ("012", 208, True),
        ("000", 233, True),
    ]
    worst: Any = PLAYING.answer(
        "rank", "mastermind", {"pegs": ["3"], "colours": ["4"], "goal": ["worst"]}
    )
    assert {row["question"]: row["worst"] for row in worst["ranking"]["first"]}["001"] == 4
    proved: Any = PLAYING.answer("rank", "mastermind", {"pegs": ["2"], "colours": ["9"]})
    even, odd = proved["formulas"]["01"]["branches"]
    assert odd == "1/3*n^3 + 17/8*n^2 - 10/3*n + 23/8"
    total = Fraction(9**3, 3) + Fraction(17 * 81, 8) - 30 + Fraction(23, 8)
    assert proved["ranking"]["first"][0]["total"] == total
    assert even != odd


@pytest.mark.parametrize(
    ("more", "options"),
    [({}, []), ({"after": ["001:1,0"], "question": ["122"]}, ["001:1,0", "--question", "122"])],
)
def test_a_ranking_is_what_the_command_writes(
    more: dict[str, list[str]],
    options: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("masetproof.explore.judging._THINK", 100)  # all is found, as it is small
    board = {"pegs": ["3"], "colours": ["4"]}
    found: Any = PLAYING.answer("rank", "mastermind", board | more)
    command = ["hint", "mastermind", "--pegs", "3", "--colours", "4", *options, "--top", "20"]
    assert main([*command, "--think", "100", "--json"]) == 0
    written = json.loads(capsys.readouterr().out)
    assert found["ranking"] == written
    assert (written["secrets"], written["first"][0]["optimal"]) == (64, True)


def test_a_question_that_somebody_names_is_judged() -> None:
    told: Any = PLAYING.answer("rank", "mastermind", BOARD | {"question": ["55", "01"]})
    heads = [" ".join(text.split()[:3]) for text in told["about"]]
    assert heads == ["55 has place", "01 has place"]
    with pytest.raises(Refused, match="no secret gives these answers"):
        PLAYING.answer("rank", "mastermind", BOARD | {"after": ["01:0,2", "01:1,0"]})
    with pytest.raises(Refused, match="expected, worst and within:K"):
        PLAYING.answer("rank", "mastermind", BOARD | {"goal": ["expected-then-worst"]})
    with pytest.raises(Refused, match="20 questions at most"):
        PLAYING.answer("rank", "mastermind", BOARD | {"question": ["00"] * 21})


def test_weights_count_what_is_found_within_some_questions() -> None:
    """The first question finds one word, here of the weight 3 of 7 at best."""
    playing = Playing({"heavy": ("ate 3\neat 1\nnet 1\nten 2\n", "")})
    query = {"list": ["heavy"], "goal": ["within:1"]}
    told: Any = playing.answer("rank", "wordle", query)
    assert (told["within"]["found"], told["within"]["whole"]) == ("3", "7")
    assert told["within"]["first"] == "ate"
    ranked: Any = playing.answer("rank", "wordle", {"list": ["heavy"]})
    assert [row["total"] for row in ranked["ranking"]["first"]] == [None] * 4
    expected: Any = playing.answer("hint", "wordle", {"list": ["heavy"]})["expected"]
    assert 1 < Fraction(expected) < 2  # ate, and then one of three that it tells apart


def test_a_question_of_a_game_is_rated() -> None:
    """01 tells the six colours of two pegs apart as well as any question does."""
    told: Any = PLAYING.answer("review", "mastermind", BOARD | {"step": ["01:0,1", "12:2,0"]})
    assert [one["left"] for one in told["questions"]] == [8, 0]
    assert told["questions"][0]["skill"] == "1"
    with pytest.raises(Refused, match="no secret gives these answers"):
        PLAYING.answer("review", "mastermind", BOARD | {"step": ["01:0,2", "01:1,0"]})


def test_a_codemaker_without_a_secret_goes_on_from_its_answers() -> None:
    """Of 36 secrets 16 have neither 0 nor 1, and of those 4 neither 2 nor 3."""
    largest = BOARD | {"codemaker": ["largest"]}
    told = PLAYING.answer("keep", "mastermind", largest | {"asked": ["01"]})
    assert (told["answers"], told["secret"]) == (["0,0"], None)
    more = largest | {"after": ["01:0,0"], "asked": ["23"], "up": ["1"]}
    told = PLAYING.answer("keep", "mastermind", more)
    secret = FiniteGame("mastermind", 2, 6).parse(str(told["secret"]))
    answer = told["answers"][0]  # type: ignore[index]
    state = FiniteGame("mastermind", 2, 6).then("01", "0,0").then("23", answer)
    assert secret in state.secrets
    with pytest.raises(Refused, match="random, largest, costliest"):
        PLAYING.answer("keep", "mastermind", BOARD | {"codemaker": ["evil"], "asked": ["01"]})


def test_hard_mode_and_answers_in_other_forms() -> None:
    hard = {"pegs": ["2"], "colours": ["6"], "hard": ["1"], "after": ["01:gb"]}
    told: Any = PLAYING.answer("hint", "marks", hard)
    assert all(one["question"][0] == "0" for one in told["questions"])
    with pytest.raises(Refused, match="hard mode forbids 12"):
        PLAYING.answer("keep", "marks", hard | {"seed": ["1"], "asked": ["12"]})
    with pytest.raises(Refused, match="hard mode is for games that mark each cell"):
        PLAYING.answer("hint", "mastermind", BOARD | {"hard": ["1"]})
    for text in ("1B", "1 0", "B", "1 black 0 white"):
        assert PLAYING.answer("typed", "mastermind", BOARD | {"text": [text]})["answer"] == "1,0"
    told = PLAYING.answer("typed", "mastermind", BOARD | {"text": ["many"]})
    assert told["answer"] is None
    assert "'many' is no answer of this game" in told["why"]
