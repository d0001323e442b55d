"""The published values: what ships is read whole, and what is wrong in such a file is found."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import masetproof
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import AB, BLACK_PEG_AB, MASTERMIND
from masetproof.games.registry import GAMES
from masetproof.objectives import Goal
from masetproof.tables.published import known_values, parse_known_values, published, published_of

HEAD = "game,pegs,colours,objective,value,source\n"
FILE = Path(masetproof.__file__).parent / "tables" / "known_values.csv"


def test_every_row_of_the_file_is_read_and_of_a_legal_game() -> None:
    with FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(known_values()) == 41
    for row, known in zip(rows, known_values(), strict=True):
        finite = FiniteGame(GAMES[row["game"]], int(row["pegs"]), int(row["colours"]))
        assert known in published(finite, Goal(row["objective"]))
        assert (str(known.value), known.source) == (row["value"], row["source"])


def test_values_from_the_literature() -> None:
    four_six = FiniteGame(MASTERMIND, 4, 6)
    (koyama_lai,) = published(four_six, Goal.EXPECTED)
    assert (koyama_lai.value, koyama_lai.source) == (5625, "Koyama and Lai 1993")
    (knuth,) = published(four_six, Goal.WORST)
    assert (knuth.value, knuth.source) == (5, "Knuth 1976")
    (chen,) = published(FiniteGame(AB, 4, 10), Goal.WORST)
    assert (chen.value, chen.source) == (7, "Chen, Lin, Huang and Hsu 2007")
    assert published(four_six, Goal.WORST_THEN_EXPECTED) == (knuth,)
    assert published(four_six, Goal.EXPECTED_THEN_WORST) == (koyama_lai,)


def test_other_rules_have_no_published_value() -> None:
    assert published(FiniteGame(MASTERMIND, 4, 6, distinct=True), Goal.EXPECTED) == ()
    assert published(FiniteGame(MASTERMIND, 4, 6, consistent_only=True), Goal.EXPECTED) == ()
    assert published(FiniteGame(MASTERMIND, 4, 8), Goal.EXPECTED) == ()
    # A game too large to be finite; and one whose secrets are distinct by its rules.
    assert published_of(MASTERMIND, 8, 36, Goal.EXPECTED) == ()
    same = published(FiniteGame(BLACK_PEG_AB, 3, 4, distinct=True), Goal.EXPECTED)
    assert [known.value for known in same] == [81]


def test_two_sources_may_say_the_same() -> None:
    row = "mastermind,2,2,expected,8,"
    assert [k.source for k in parse_known_values(f"{HEAD}{row}A\n{row}B\n")] == ["A", "B"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "line 1 must be game,pegs"),
        ("pegs,game\n", "line 1 must be game,pegs"),
        (HEAD + "chess,2,2,expected,8,A\n", "line 2: unknown game 'chess'"),
        (HEAD + "ab,4,3,expected,8,A\n", "line 2: with 4 pegs"),
        (HEAD + "ab,2,3,expected,8\n", "line 2: 5 fields where 6 are wanted"),
        (HEAD + "ab,2,three,expected,8,A\n", "line 2: 'three' is not a whole number"),
        (HEAD + "ab,2,3,average,13,A\n", "line 2: the objective is one of .*, not 'average'$"),
        (
            HEAD + "ab,2,3,expected-then-worst,13,A\n",
            "line 2: the objective is one of expected, worst",
        ),
        (HEAD + "ab,2,3,expected,13, \n", "line 2: the source is missing"),
        (HEAD + "ab,2,3,expected,10,A\n", "line 2: the value is at least 11, not 10"),
        (HEAD + "ab,2,3,worst,0,A\n", "line 2: the value is at least 1"),
        (HEAD + "ab,2,3,expected,13,A\nab,2,3,expected,14,B\n", "line 3 contradicts"),
    ],
)
def test_what_is_wrong_in_a_file_is_named_with_its_line(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        parse_known_values(text)
