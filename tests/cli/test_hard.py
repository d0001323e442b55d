"""``--hard`` and ``--objective within:K`` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from masetproof.cli import main
from tests.oracles.restricted import by_goal, is_legal

SECRETS = ("batch", "catch", "hatch", "latch", "match", "patch", "watch")
MORE = ("climb", "whomp")
"""In the usual game climb and whomp tell nearly all secrets apart."""


@pytest.fixture
def wordle(tmp_path: Path) -> list[str]:
    """The game, as options say it."""
    lists = tmp_path / "secrets.txt", tmp_path / "allowed.txt"
    for path, words in zip(lists, (SECRETS, MORE), strict=True):
        path.write_text("".join(f"{word}\n" for word in words))
    return ["wordle", "--words", str(lists[0]), "--allowed", str(lists[1])]


def told(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> dict[str, object]:
    assert main([*arguments, "--json"]) == status
    return dict(json.loads(capsys.readouterr().out))


@pytest.mark.slow
def test_the_optimum(wordle: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tree = str(tmp_path / "tree.json")
    found = told(capsys, "optimize", *wordle, "--hard", "--tree", tree)
    (total,) = by_goal("expected", dict.fromkeys(SECRETS, 1), [*SECRETS, *MORE], hard=True)
    assert (found["hard"], found["total"], found["optimal"]) == (True, total, True)
    verified = told(capsys, "tree", "verify", tree)
    assert (verified["verified"], verified["hard"], verified["total"]) == (True, True, total)
    assert json.loads(Path(tree).read_text())["hard"] is True
    assert main(["tree", "verify", tree]) == 0
    assert "every question is legal in hard mode" in capsys.readouterr().out


def test_a_tree_that_is_not_legal(
    wordle: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = tmp_path / "tree.json"
    usual = told(capsys, "optimize", *wordle, "--max-questions", "3", "--tree", str(tree))
    assert usual["hard"] is False
    assert told(capsys, "tree", "verify", str(tree))["hard"] is False
    refuted = told(capsys, "tree", "verify", str(tree), "--hard", status=1)
    assert "hard mode forbids" in str(refuted["reason"])
    assert refuted["verified"] is False
    # A file that claims it is refuted, too.
    text, before = tree.read_text(), '"consistent_only": false,'
    tree.write_text(text.replace(before, f'{before} "hard": true,'))
    assert told(capsys, "tree", "verify", str(tree), status=1)["reason"] == refuted["reason"]
    tree.write_text(text.replace(before, f'{before} "hard": 1,'))
    assert main(["tree", "verify", str(tree)]) == 2
    assert "'hard' must be true or false, not 1" in capsys.readouterr().err


@pytest.mark.parametrize("rule", ["minimax", "entropy", "random"])
def test_rules(
    rule: str, wordle: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = str(tmp_path / "tree.json")
    played = told(capsys, "evaluate", *wordle, "--hard", "--rule", rule, "--tree", tree)
    assert played["hard"] is True
    assert told(capsys, "tree", "verify", tree, "--hard")["total"] == played["total"]


def test_hints(wordle: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    hinted = told(capsys, "hint", *wordle, "--hard", "whomp:bybbb")
    questions = [one["question"] for one in hinted["questions"]]  # type: ignore[attr-defined]
    assert questions
    assert all(is_legal(word, (("whomp", "bybbb"),)) for word in questions)
    assert main(["hint", *wordle, "--hard", "whomp:bybbb", "climb:bybbb"]) == 2
    assert "hard mode forbids climb, which does not have h" in capsys.readouterr().err


def test_play(
    wordle: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = iter(["whomp", "climb", "catch"])
    monkeypatch.setattr("masetproof.cli.common.read_line", lambda prompt: next(lines))
    assert main(["play", *wordle, "--hard", "--secret", "catch", "--no-colour"]) == 0
    out = capsys.readouterr().out
    assert "hard mode forbids climb, which does not have h" in out
    assert "Found with 2 questions" in out


def test_within(wordle: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "optimize", *wordle, "--objective", "within:2")
    (missed,) = by_goal("within:2", dict.fromkeys(SECRETS, 1), [*SECRETS, *MORE], hard=False)
    assert (found["found"], found["secrets"]) == (len(SECRETS) - missed, len(SECRETS))
    assert found["objective"] == "within:2"
    assert found["found_bound"] == found["found"]
    assert main(["optimize", *wordle, "--objective", "within:2"]) == 0
    out = capsys.readouterr().out
    assert f"found       {found['found']} of {len(SECRETS)} with at most 2 questions" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["optimize", "mastermind", "--hard"], "hard mode is for games that mark each cell"),
        (["optimize", "mastermind", "--objective", "within:4", "--by", "theorem"], "no theorem"),
        (
            ["optimize", "mastermind", "--objective", "within:4", "--max-questions", "5"],
            "no other limit",
        ),
        (
            ["evolve", "marks", "--pegs", "2", "--colours", "3", "--hard"],
            "not evolved in hard mode",
        ),
        (["optimize", "marks", "--pegs", "2", "--colours", "3", "--hard", "--dask", "x"], "one"),
    ],
)
def test_refusals(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert said in capsys.readouterr().err
