"""``masetproof patterns``."""

import json

import pytest

from masetproof.cli.main import main

# Peczarski: six patterns with 47 equations, "3, 6, 10, 10, 9, 9".
MM2 = sorted([3, 6, 10, 10, 9, 9])


def test_patterns_are_listed_with_their_questions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["patterns", "mastermind", "--pegs", "2"]) == 0
    header, *lines, total = capsys.readouterr().out.splitlines()
    assert header.split() == ["number", "questions", "pattern"]
    assert lines[0].split() == ["0", "3", "{**}"]
    assert sorted(int(line.split()[1]) for line in lines) == MM2
    assert total.startswith("6 patterns and ")
    assert "47 questions on patterns" in total


def test_counts_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["patterns", "black-peg", "--pegs", "3", "--extra", "with", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["patterns"], document["questions"]) == (20, 564)
    assert [one["number"] for one in document["list"]] == list(range(20))
    assert sum(one["questions"] for one in document["list"]) == 564
    assert main(["patterns", "black-peg", "--pegs", "3", "--count", "--json"]) == 0
    assert "list" not in json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("game", "pegs", "complaint"),
    [
        ("black-peg", 5, "pegs must be 1 to 4 for black-peg, not 5"),
        ("black-peg-ab", 4, "pegs must be 1 to 3 for black-peg-ab, not 4"),
        ("ab", 4, "pegs must be 1 to 3, not 4"),
    ],
)
def test_what_is_not_known_is_refused(
    game: str, pegs: int, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["patterns", game, "--pegs", str(pegs)]) == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert complaint in found.err
    assert len(found.err.splitlines()) == 1
