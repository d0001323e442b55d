"""Commands on theorems about secrets of different colours."""

from __future__ import annotations

from pathlib import Path

import pytest

from masetproof.cli.main import main
from tests.cli.test_alike import document, refusal
from tests.oracles import alike
from tests.reports.typesetting import pdf_text

SIZE = ["mastermind", "--pegs", "2", "--secrets", "distinct"]
TITLE = "Mastermind, secrets of different colours"


@pytest.mark.usefixtures("latex")
def test_a_bundle_is_verified_and_typeset(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = document(capsys, "prove", *SIZE, "--out", str(tmp_path / "here"))
    assert (found["game"], found["patterns"]) == ("mastermind-distinct-secrets", 4)
    assert main(["check", found["certificate"]]) == 0
    assert capsys.readouterr().out.startswith(f"verified: {TITLE} with 2 pegs and n colours, by")
    text = " ".join(pdf_text(tmp_path / "here" / "proof.pdf").split())
    assert "one of n colours, all different; there are n(n \N{MINUS SIGN} 1) of them" in text
    assert "the stars of one clause for different ones" in text
    assert "One excluded colour serves for any number of cells" in text
    assert "no colour occurs twice in a question" not in text


def test_values_and_strategies_are_those_of_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    secrets = alike.words("ab", 2, 5)
    least = alike.optimum("mastermind", 2, 5, secrets=secrets)
    assert main(["values", *SIZE, "--to", "5", "--format", "csv"]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.split(",")[:4] == ["5", str(least), "exact", "20"]
    path = tmp_path / "tree.json"
    found = document(capsys, "strategy", *SIZE, "--colours", "5", "--tree", str(path))
    assert (found["total"], found["secrets"], found["agrees"]) == (least, 20, True)
    assert main(["tree", "verify", str(path)]) == 0
    capsys.readouterr()
    assert document(capsys, "optimize", *SIZE, "--colours", "5")["total"] == least


def test_a_table_says_once_that_colours_differ(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "mastermind-distinct-secrets", "--pegs", "2", "--colours", "3"]) == 0
    head = capsys.readouterr().out.splitlines()[0]
    what = "Mastermind, secrets without repetition"
    assert head == f"{what}: least total of questions over all secrets"


@pytest.mark.parametrize("options", [["patterns", *SIZE], ["graph", *SIZE], ["growth", *SIZE]])
def test_commands_that_speak_of_patterns(
    options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(options) == 0
    printed = capsys.readouterr()
    assert printed.out
    assert printed.err == ""


def test_a_question_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "MMS.2.0.1"]) == 0
    assert "00" in capsys.readouterr().out


def test_possible_secrets_only_are_words_of_different_colours(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Then it is the game in which no question repeats a colour."""
    found = document(capsys, "prove", *SIZE, "--consistent-only")
    assert (found["game"], found["extra"]) == ("ab", "none")
    told = refusal(
        capsys, "prove", "mastermind-distinct-secrets", "--pegs", "2", "--consistent-only"
    )
    assert told.endswith("no question repeats a colour, either: take the game ab")
    found = document(capsys, "prove", *SIZE, "--questions", "distinct")
    assert (found["game"], found["extra"]) == ("ab", "exact")


def test_what_has_no_theorem_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    told = refusal(capsys, "prove", "black-peg", "--pegs", "2", "--secrets", "distinct")
    assert told.startswith("theorems on black-peg have secrets and questions of the same words")
    assert "they are of mastermind and ab" in refusal(capsys, "prove", *SIZE, "--short")
    told = refusal(capsys, "prove", "mastermind", "--pegs", "2", "--questions", "distinct")
    assert told == "every secret must be askable: --questions distinct needs --secrets distinct"
