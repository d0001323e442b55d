"""What commands print where secrets have weights."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from masetproof.cli import main


@pytest.fixture
def words(tmp_path: Path) -> list[str]:
    """By hand: after ate, eat is alone, and of net and ten one asks ten, which weighs more.

    So ate takes (3 + 2 * 1 + 2 * 2 + 3 * 1) / 7 questions on average; all others take 13 / 7.
    """
    path = tmp_path / "words.txt"
    path.write_text("ate 3\neat 1\nnet 1\nten 2\n")
    return ["wordle", "--words", str(path)]


def test_costs_of_questions_are_means(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["optimize", *words, "--first", "all"], ["hint", *words, "--top", "4"]):
        assert main(command) == 0
        _, heads, *rows = capsys.readouterr().out.splitlines()
        expected = heads.index("expected")
        means = [row[expected : expected + len("expected")].strip() for row in rows]
        assert means == ["1.7143", "1.8571", "1.8571", "1.8571"]
        bound = heads.index("at least")
        assert [row[bound : bound + len("at least")].strip() for row in rows] == means
        assert main([*command, "--csv"]) == 0
        listed = [*csv.DictReader(capsys.readouterr().out.splitlines())]
        assert [row["expected"] for row in listed] == ["12/7", *["13/7"] * 3]
        assert [row["lower_bound"] for row in listed] == ["12", *["13"] * 3]
        assert main([*command, "--json"]) == 0
        first = json.loads(capsys.readouterr().out)["first"]
        assert [(row["expected"], row["lower_bound"]) for row in first[:2]] == [
            ("12/7", "12"),
            ("13/7", "13"),
        ]
