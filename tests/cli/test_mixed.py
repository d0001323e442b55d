"""`optimize --codemaker mixed`: what it prints, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from masetproof.cli.main import main

MIXED = ["optimize", "mastermind", "--pegs", "2", "--colours", "3", "--codemaker", "mixed"]


def test_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    """The weights are those of Bonnet and Viennot (2016), footnote 3."""
    assert main([*MIXED, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["game"], document["pegs"], document["colours"]) == ("mastermind", 2, 3)
    assert (document["codemaker"], document["value"]) == ("mixed", "29/12")
    assert [document[name] for name in ("lower_bound", "upper_bound", "uniform")] == [
        "29/12",
        "29/12",
        "7/3",
    ]
    assert document["weights"] == [
        {"class": "00", "size": 3, "weight": "1/2", "expected": "29/12"},
        {"class": "01", "size": 6, "weight": "1/2", "expected": "29/12"},
    ]
    assert {one["first"] for one in document["strategies"]} == {"01"}
    assert (document["optimal"], document["reason"]) == (True, None)


def test_the_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(MIXED) == 0
    out = capsys.readouterr().out
    assert "value     29/12 = 2.416667 questions expected" in out
    assert "uniform   7/3 = 2.333333, where all secrets are equally likely" in out
    assert "  00          3                    1/2  29/12" in out


def test_without_time(capsys: pytest.CaptureFixture[str]) -> None:
    big = [word.replace("2", "4", 1).replace("3", "5") for word in MIXED]
    assert main([*big, "--time-limit", "0.01"]) == 0
    assert "(the time was over)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--boards", "2"], "--boards is for secrets that are equally likely"),
        (["--tree", "tree.json"], "--tree is for secrets that are equally likely"),
        (["--max-questions", "4"], "--max-questions is for secrets that are equally likely"),
        (["--first", "00"], "--first is for secrets that are equally likely"),
        (["--extra", "with"], "--extra with is for secrets that are equally likely"),
        (["--objective", "worst"], "has the expected number of questions"),
        (["--by", "theorem"], "has the expected number of questions, by a search"),
        (["--after", "00:0,0", "11:0,0", "22:0,0"], "no secret gives these answers"),
    ],
)
def test_what_makes_no_sense(
    options: list[str],
    complaint: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*MIXED, *options]) in (1, 2)
    captured = capsys.readouterr()
    assert (captured.out, complaint in captured.err) == ("", True), captured.err
    assert not list(tmp_path.iterdir())


def test_lists_with_weights_have_their_own(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "words.txt").write_text("ab 1\nba 2\n")
    words = ["optimize", "wordle", "--words", str(tmp_path / "words.txt"), "--codemaker", "mixed"]
    assert main(words) == 2
    assert "the weights of secrets are what is searched here" in capsys.readouterr().err
