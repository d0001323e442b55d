"""``masetproof strategy``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from masetproof.cli import main
from masetproof.finite.setting import FiniteGame
from masetproof.proofs.theorem import Theorem
from masetproof.trees.files import load_tree
from masetproof.trees.replay import replay
from tests.trees.test_lazy import InOrder

pytestmark = pytest.mark.usefixtures("theorems_shared")


def document(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert main(["strategy", *arguments, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_the_fields(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    tree = tmp_path / "tree.json"
    found = document(capsys, "mastermind", "--pegs", "2", "--colours", "4", "--tree", str(tree))
    stored = replay(load_tree(tree).tree)
    assert found["optimal"] is True
    assert found["by"] == "theorem"
    # What `optimize` has beside these fields is compared with it in test_by_theorem.py.
    assert found == found | {
        "game": "mastermind",
        "pegs": 2,
        "colours": 4,
        "objective": "expected",
        "extra": "exact",
        "secrets": 16,
        "total": 45,  # Goddard 2004
        "expected": "45/16",
        "worst": stored.worst,
        "histogram": list(stored.histogram),
        "first_question": "01",
        "formula_value": "45",
        "agrees": True,
    }


def test_the_worst_case(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("ab", "--pegs", "2", "--colors", "11", "--objective", "worst")
    for extra in ("exact", "without", "with"):
        found = document(capsys, *arguments, "--extra", extra)
        # Jäger and Peczarski 2015: ceil(n / 2) + 1.
        assert (found["worst"], found["formula_value"], found["agrees"]) == (7, "7", True)


def test_people_are_told_what_the_theorem_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strategy", "mastermind", "--pegs", "2", "--colours", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Mastermind, 2 pegs, 3 colours: 9 secrets"
    assert "  total           21" in lines
    assert "  the theorem     21, which it attains" in lines
    first = lines.index("01 (9) *")
    answers = [line.split(":")[0].strip() for line in lines[first + 1 : -1]]
    assert answers == ["(0,0)", "(0,1)", "(1,0)", "(0,2)"]
    sizes = [int(line.split("(")[2].split(")")[0]) for line in lines[first + 1 : -1]]
    assert sum(sizes) == 9 - 1
    assert "tree show FILE" in lines[-1]


def test_a_path_is_for_any_number_of_colours(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("mastermind", "--pegs", "2", "--colours", "300", "--path", "299,7")
    assert main(["strategy", *arguments]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["1", "0,1", "(0,0)"]
    assert lines[-1].split() == [str(len(lines)), "299,7", "(2,0)"]
    found = document(capsys, *arguments)
    assert found["secret"] == "299,7"
    assert (
        [list(step.values()) for step in found["questions"]]
        == [  # type: ignore[attr-defined]
            line.split()[1:] for line in lines
        ]
    )


def test_a_strategy_that_disagrees_is_the_answer_no(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def one_word_after_the_other(_: Theorem, colours: int) -> InOrder:
        return InOrder(FiniteGame("mastermind", 2, colours))

    monkeypatch.setattr(Theorem, "strategy", one_word_after_the_other)
    assert main(["strategy", "mastermind", "--pegs", "2", "--colours", "2"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "  total           10" in lines
    assert "  the theorem     8, which it does not attain" in lines


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("mastermind --pegs 2 --colours 0", "this game takes at least 1 colour, not 0"),
        ("ab --pegs 2 --colours 300", "at most 65,536 are listed; --path SECRET prints"),
        ("mastermind --pegs 2 --colours 9 --path 0", "must be a word of 2 colours, not '0'"),
        ("mastermind --pegs 2 --colours 9 --path 0a", "the colours of this game are 0 to 8"),
        (
            "mastermind --pegs 2 --colours 9 --path 09",
            "the secret 09 has the colour 9, but the colours are 0 to 8",
        ),
        ("ab --pegs 2 --colours 9 --path 33", "repeats a colour"),
        ("ab --pegs 2 --colours 90 --path 33", "numbers separated by commas, not '33'"),
        (
            "mastermind --pegs 2 --colours 3,4",
            "the game mastermind takes one number of colours",
        ),
        ("mastermind --pegs 4 --colours 3", "pegs must be 1 to 3"),
        (
            "mastermind --pegs 2 --colours 9 --path 00 --tree x",
            "--tree writes a whole strategy, --path",
        ),
        ("mastermind --pegs 2 --colours 9 --tree /nonexistent/x", "/nonexistent"),
    ],
)
def test_bad_usage_is_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: str, sentence: str
) -> None:
    assert main(["strategy", *arguments.split()]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    assert sentence in captured.err


def test_boards_of_columns_with_colours_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    """37 and 25 by plain search (tests/proofs/test_cell_theorem.py)."""
    for colours, total, shown in (("3,4", 37, [3, 4]), ("3", 25, 3)):
        arguments = ["strategy", "black-peg", "--pegs", "2", "--colours", colours, "--json"]
        assert main(arguments) == 0
        document = json.loads(capsys.readouterr().out)
        assert document["total"] == int(document["formula_value"]) == total
        assert document["agrees"] is True
        assert document["colours"] == shown
    assert main([*arguments[:-2], "90,100", "--path", "89,99"]) == 0
    *_, last = capsys.readouterr().out.splitlines()
    assert last.split()[1:] == ["89,99", "2"]


@pytest.mark.slow
def test_black_peg_ab(capsys: pytest.CaptureFixture[str]) -> None:
    """(2 n^3 - 5 n + 3) / 3 questions, n in the worst case (docs/black-peg.md)."""
    for objective, total in (("expected", 654 // 3), ("worst", 7)):
        arguments = "black-peg-ab --pegs 2 --colours 7 --json --objective"
        assert main(["strategy", *arguments.split(), objective]) == 0
        document = json.loads(capsys.readouterr().out)
        assert document["agrees"] is True
        assert document["formula_value"] == str(total)
        assert document["total" if objective == "expected" else "worst"] == total
