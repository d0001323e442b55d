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
    assert "200 has the colour 2, but those of column 1 are 0 to 1" in capsys.readouterr().err


def test_evolve(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tree.json"
    few = ["--seed", "1", "--generations", "3", "--population", "4", "--workers", "1"]
    assert document(capsys, "evolve", *GAME, *few, "--tree", str(path))["total"] >= LEAST
    assert main(["tree", "verify", str(path)]) == 0


@pytest.mark.parametrize(
    ("options", "lines", "said"),
    [
        (
            ["--secret", "123"],
            ["003", "200", "123"],
            "but those of column 1 are 0 to 1",
        ),
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
        (
            ["play", *GAME, "--side", "answer", "--strategy", "sample"],
            "codebreakers for large boards need as many colours in each column",
        ),
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
    assert re.search(r"2 pegs, 1 colour: (1 secret|only 00 is left)\n", capsys.readouterr().out)


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("game", "names"), [("black-peg", "n1, n2"), ("black-peg-ab", "n1, n2, n12")]
)
def test_many_formulas_are_counted(
    game: str, names: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the numbers of colours of the kinds."""
    monkeypatch.setattr("masetproof.cli.common._SHOWN_REGIONS", 0)
    assert main(["prove", game, "--pegs", "2"]) == 0
    told = capsys.readouterr().out
    assert re.search(rf"^On every board \({names}\): \d formulas \(--json\)$", told, re.MULTILINE)


@pytest.mark.usefixtures("theorems_shared")
def test_values_and_proofs_of_boards(capsys: pytest.CaptureFixture[str]) -> None:
    """By docs/black-peg.md, 37 with columns of 3 and 4 colours, in either order."""

    def told(*arguments: str) -> dict:
        assert main([*arguments, "--json"]) == 0
        found: dict = json.loads(capsys.readouterr().out)
        return found

    for colours in ("3,4", "4,3"):
        board = ["black-peg", "--pegs", "2", "--colours", colours]
        found = told("values", *board)
        assert found["values"] == {colours: "37"}
        assert found["means"] == {colours: "37/12"}
        assert main(["values", *board]) == 0
        assert " is 37, 3.0833 on average" in capsys.readouterr().out
        assert main(["values", *board, "--csv"]) == 0
        assert capsys.readouterr().out.splitlines()[-1] == f'"{colours}",37,exact,12,37/12'
        proved = told("prove", *board)
        assert proved["board"] == {"colours": [*map(int, colours.split(","))], "value": "37"}
        assert main(["prove", *board]) == 0
        assert "the least total number of questions over all secrets is 37" in (
            capsys.readouterr().out
        )
    one = told("values", "mastermind", "--pegs", "2", "--colours", "6")
    assert one["values"] == {"6": "132"}  # Chen and Lin 2004


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("values mastermind --pegs 2 --colours 3,4", "takes one number of colours"),
        ("values black-peg --pegs 2 --colours 3,4,5", "one number of colours for each column"),
        ("values black-peg --pegs 2 --colours 3,4 --to 5", "either --to N"),
        ("values black-peg --pegs 2", "either --to N"),
        ("values black-peg --pegs 2 --colours 3,4 --format bfile", "--format bfile is not for"),
        ("prove mastermind --pegs 2 --colours 3,4", "takes one number of colours"),
        ("prove ab --pegs 2 --colours 1", "at least 2 colours, not 1"),
        ("prove black-peg --pegs 2 --colours 3,4 --extra all", "--colours is for one theorem"),
    ],
)
def test_boards_that_there_are_not(
    arguments: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments.split()) == 2
    assert complaint in capsys.readouterr().err
