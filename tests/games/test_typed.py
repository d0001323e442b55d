"""Answers as players write them: the tables of the documentation, and what may mean two answers."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from masetproof.arguments import Refused
from masetproof.cli import main
from masetproof.finite.setting import FiniteGame
from masetproof.games.jotto import Jotto
from masetproof.games.matrix import Matrix
from masetproof.games.word_mastermind import WordMastermind
from masetproof.games.wordle import Wordle

PAGE = Path(__file__).parents[2] / "docs" / "command-line.md"
SECTION = PAGE.read_text().split("### Answers as players write them")[1].split("\n### ")[0]
ROWS = re.findall(r"^\| (`.*`) \| [^|]* \| ([0-9,gyb]+) \|$", SECTION, re.M)
FORMS = [(form, meant) for forms, meant in ROWS for form in re.findall("`([^`]+)`", forms)]
MM, BLACK = FiniteGame("mastermind", 4, 6), FiniteGame("black-peg", 4, 6)
BULLS, WORDS = FiniteGame("bulls-and-cows"), ["tears", "least", "stare"]
PEGS = [MM, BULLS, FiniteGame("ab", 4, 10), FiniteGame(WordMastermind(WORDS))]
MARKS = [FiniteGame(Wordle(WORDS)), FiniteGame("marks", 5, 4)]


def read(finite: FiniteGame, text: str) -> str:
    return finite.plain_answer(finite.as_answer(text))


def test_the_tables_have_all_kinds_of_forms() -> None:
    assert len(FORMS) > 50
    assert {meant for _, meant in FORMS} == {"1,2", "0,0", "gybbg"}


@pytest.mark.parametrize(("form", "meant"), FORMS)
def test_the_forms_of_the_documentation(form: str, meant: str) -> None:
    for finite in MARKS if meant == "gybbg" else PEGS:
        for text in (form, form.lower(), form.upper(), f" {form} "):
            assert read(finite, text) == meant
    if meant == "0,0":
        assert read(BLACK, form) == "0"
    elif meant == "1,2":
        with pytest.raises(Refused):
            BLACK.as_answer(form)


@pytest.mark.parametrize(
    ("text", "meant"), [("2B", "2"), ("BB", "2"), ("++", "2"), ("2 blacks", "2"), ("●●", "2")]
)
def test_where_no_peg_is_white_one_kind_is_enough(text: str, meant: str) -> None:
    assert read(BLACK, text) == meant


@pytest.mark.parametrize(
    ("finite", "text", "meant"),
    [
        *(
            (finite, text, ways)
            for finite in PEGS[1:3]
            for text in ("2B", "BB", "bb")
            for ways in ["0,2 or 2,0"]
        ),
        *((finite, text, "0,0 or 0,2") for finite in PEGS for text in ("--", "..")),
    ],
)
def test_what_may_mean_two_answers_is_refused(finite: FiniteGame, text: str, meant: str) -> None:
    with pytest.raises(Refused, match=f"may mean {meant} here; write the two numbers"):
        finite.as_answer(text)


def test_where_colours_repeat_b_is_black() -> None:
    assert [read(MM, text) for text in ("2B", "BB", "B", "W")] == ["2,0", "2,0", "1,0", "0,1"]


NO_PEGS = ["", "2", "1,2,3", "112", "X", "XX--", "H2B", "1A2A", "1A2C", "12A", "5,0", "BBBBB", "☀☂"]
NO_PEGS += ["A B C", "1A2", "²,1", "99999,1", "B" * 10**5, "1," * 10**5, "\ud800", "none none"]


@pytest.mark.parametrize("text", NO_PEGS)
def test_what_is_no_answer(text: str) -> None:
    with pytest.raises(Refused):
        MM.as_answer(text)


@pytest.mark.parametrize(
    "text", ["", "gybb", "gybbgg", "o.oog", "rgggg", "gggyg", "🟩🟩🟩🟩", "g" * 10**5, "green"]
)
def test_what_is_no_mark(text: str) -> None:
    for finite in MARKS:
        with pytest.raises(Refused):
            finite.as_answer(text)


def test_the_answer_that_wins_in_all_games() -> None:
    table = FiniteGame(Matrix([["", "a", "b"], ["a", "-", "won"], ["b", ">", "-"]]))
    for finite in (*PEGS, *MARKS, BLACK, FiniteGame(Jotto(WORDS)), FiniteGame("comparison", 2, 3)):
        for text in ("won", "Win", "solved"):
            assert finite.as_answer(text) == finite.winning
    assert table.answers[table.as_answer("won")] == "won"
    assert table.as_answer("won") != table.winning


def test_all_commands_read_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ["mastermind", "--pegs", "3", "--colours", "4"]
    assert main(["hint", *game, "001:1 black", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["after"] == ["001:1,0"]
    assert main(["optimize", *game, "--after", "001:B", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["after"] == ["001:1,0"]
    assert main(["hint", "ab", "--pegs", "3", "--colours", "4", "012:2B"]) == 2
    assert "'2B' may mean 0,2 or 2,0 here" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", io.StringIO("1 black 1 white\nWW\nwon\n"))
    assert main(["play", "mastermind", "--pegs", "2", "--colours", "3", "--side", "answer"]) == 0
    out = capsys.readouterr().out
    assert "is no answer of this game" not in out
    monkeypatch.setattr("sys.stdin", io.StringIO("BB\nquit\n"))
    assert main(["play", "ab", "--pegs", "3", "--colours", "4", "--side", "answer"]) == 0
    assert "'BB' may mean 0,2 or 2,0 here; write the two numbers" in capsys.readouterr().out
