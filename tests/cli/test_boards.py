"""All commands that take --colours take a number for each column, too."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest

from masetproof import FiniteGame
from masetproof.cli.main import main
from masetproof.objectives import Goal
from masetproof.tables.published import published
from tests.oracles import black_peg

BOARD = (2, 3, 4)
GAME = ["black-peg", "--pegs", "3", "--colours", "2,3,4"]
FOUR_PEGS = ["black-peg", "--pegs", "4", "--colours", "2,3,4,2"]
LEAST = black_peg.optimum(BOARD, "exact", worst=False)


def document(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> dict:
    assert main([*arguments, "--json"]) == status
    found: dict = json.loads(capsys.readouterr().out)
    assert found["colours"] == [2, 3, 4]
    return found


def test_optimize_and_tree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tree.json"
    found = document(capsys, "optimize", *GAME, "--tree", str(path))
    assert (found["total"], found["secrets"], found["optimal"]) == (LEAST, 24, True)
    assert main(["tree", "verify", str(path)]) == 0
    assert "Black-peg Mastermind, 3 pegs, columns of 2, 3 and 4 colours" in capsys.readouterr().out
    other = path.read_text().replace("[2, 3, 4]", "[2, 3, 3]")
    path.write_text(other)
    assert main(["tree", "verify", str(path)]) == 1


def test_after_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    """The first question does not matter; what is left after its answers makes up the rest."""
    totals = [
        document(capsys, "optimize", *GAME, "--after", f"000:{answer}")["total"]
        for answer in range(3)
    ]
    assert 24 + sum(totals) == LEAST


def test_evaluate_and_depth(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tree.json"
    rule = [*GAME, "--rule", "entropy"]
    found = document(capsys, "evaluate", *rule, "--tree", str(path))
    assert found["total"] >= LEAST
    assert main(["tree", "verify", str(path)]) == 0
    capsys.readouterr()
    assert document(capsys, "depth", *rule)["worst"] == found["worst"]


def test_hint(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "hint", *GAME, "000:2")
    assert found["possible"] == ["001", "002", "003", "010", "020", "100"]
    assert main(["hint", *GAME, "200:1"]) == 2
    assert "200 has a colour that is none of its column's" in capsys.readouterr().err


def test_evolve(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tree.json"
    few = ["--seed", "1", "--generations", "3", "--population", "4", "--workers", "1"]
    assert document(capsys, "evolve", *GAME, *few, "--tree", str(path))["total"] >= LEAST
    assert main(["tree", "verify", str(path)]) == 0


@pytest.mark.parametrize(
    ("options", "lines", "said"),
    [
        (["--secret", "123"], ["003", "200", "123"], "200 has a colour that is none of its col"),
        (["--side", "answer", "--strategy", "optimal"], ["3"], "1 question"),
    ],
)
def test_play(
    options: list[str],
    lines: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert main(["play", *GAME, *options]) == 0
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (["crack", *GAME], "codebreakers for large boards need as many colours in each column"),
        (
            ["play", *FOUR_PEGS, "--side", "answer", "--strategy", "theorem"],
            "there is no theorem on Black-peg Mastermind, 4 pegs, columns of 2, 3, 4 and 2 colours",
        ),
        (
            ["optimize", *GAME, "--secrets", "distinct"],
            "where no colour repeats in a secret, all columns have the same colours",
        ),
        (["hint", *GAME[:-1], "2,3"], "one number of colours for each column makes 3, not 2"),
    ],
)
def test_what_needs_equal_columns_says_so(
    command: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command) == 2
    assert capsys.readouterr().err == f"masetproof: {sentence}\n"


def test_nothing_is_published_of_columns_that_differ() -> None:
    """Also where the largest number of colours has a published value."""
    assert published(FiniteGame("black-peg", 3, (3, 3, 3)), Goal.EXPECTED)
    assert not published(FiniteGame("black-peg", 3, (2, 3, 3)), Goal.EXPECTED)


@pytest.mark.parametrize(
    "command", [["optimize"], ["evaluate", "--rule", "minimax"], ["strategy"], ["hint"]]
)
def test_one_secret(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, "black-peg", "--pegs", "2", "--colours", "1,1"]) == 0
    assert re.search(r"2 pegs, 1 colour: 1 secret( left)?\n", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("game", "names"), [("black-peg", "n1, n2"), ("black-peg-ab", "n1, n2, n12")]
)
def test_many_formulas_are_counted(
    game: str, names: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """For so many colours of each kind."""
    monkeypatch.setattr("masetproof.cli.prove._SHOWN_REGIONS", 0)
    assert main(["prove", game, "--pegs", "2"]) == 0
    told = capsys.readouterr().out
    assert re.search(rf"^On every board \({names}\): \d formulas \(--json\)$", told, re.MULTILINE)
