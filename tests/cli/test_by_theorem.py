"""``optimize --by theorem``, and what is said when a theorem has what the search looks for."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from masetproof import FiniteGame, Goal, openings
from masetproof.arguments import Refused
from masetproof.cli import main
from masetproof.games.pegs import BLACK_PEG, PegGame
from masetproof.games.registry import GAMES
from masetproof.objectives import Objective
from masetproof.play.proved import proved_optimum
from masetproof.proofs.known import known
from masetproof.trees.files import load_tree
from tests.theorems import theorem

PEG_GAMES = [game for game in GAMES.values() if isinstance(game, PegGame)]
MOST_PEGS = {"mastermind": 3, "ab": 3, "black-peg": 3, "black-peg-ab": 2}
MOST_PEGS["mastermind-distinct-secrets"] = 3
"""So many pegs have theorems by the tests of three pegs."""


def document(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert main(["optimize", *arguments, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", PEG_GAMES)
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("pegs", [1, 2, pytest.param(3, marks=pytest.mark.slow)])
def test_what_has_a_theorem_is_proved(game: PegGame, objective: Objective, pegs: int) -> None:
    most = MOST_PEGS[game.name]
    assert known(FiniteGame(game, most, 50), Goal(objective)).has_theorem
    assert not known(FiniteGame(game, most + 1, 50), Goal(objective)).has_theorem
    if pegs <= most:
        assert theorem(game.name, pegs, objective).closure.pegs == pegs


LAST = "black-peg-ab --pegs 2 --colours 5"
BOARDS = [
    *("mastermind --pegs 2 --colours 7", "ab --pegs 2 --colours 8"),
    *("black-peg --pegs 2 --colours 3,5", "mastermind --pegs 2 --colours 6 --secrets distinct"),
    LAST,
]
BOTH = "worst-then-expected"


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("objective", "board"),
    [
        # Of the last game, two theorems that share questions take four seconds.
        pytest.param(*one, marks=[pytest.mark.slow] * (one == (BOTH, LAST)))
        for one in product(["expected", "worst", BOTH], BOARDS)
    ],
)
def test_both_ways_lead_to_the_same_optimum(
    board: str, objective: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [*board.split(), "--objective", objective]
    searched = document(capsys, *arguments)
    proved = document(capsys, *arguments, "--by", "theorem")
    assert (searched["by"], proved["by"]) == ("search", "theorem")
    for field in ("secrets", "lower_bound", "optimal"):
        assert proved[field] == searched[field]
    of_strategy = {"extra", "first_question", "formula_value", "agrees"}
    assert proved.keys() - of_strategy == searched.keys()
    assert proved["agrees"] is True
    assert proved["formula_value"] == str(proved["lower_bound"])
    values = {"expected": ["total"], "worst": ["worst"]}.get(objective, ["worst", "total"])
    for value in values:
        assert proved[value] == searched[value]
    assert proved[values[0]] == proved["lower_bound"]


def test_the_strategy_is_written_and_the_text_says_whose_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Totals of two pegs by Chen and Lin: 132 with six colours."""
    tree = tmp_path / "tree.json"
    board = ["mastermind", "--pegs", "2", "--colours", "6"]
    assert main(["optimize", *board, "--by", "theorem", "--tree", str(tree)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "  total           132" in lines
    assert any(line.startswith("  optimal         yes, by the theorem") for line in lines)
    stored = load_tree(tree)
    assert (stored.claims.total, stored.claims.optimal) == (132, True)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("mastermind --pegs 4 --colours 6", "no theorem has the optimum of Mastermind, 4 pegs"),
        ("mastermind --pegs 2 --colours 6 --objective worst-then-fewest", "no theorem"),
        ("ab --pegs 3 --colours 6 --objective worst-then-expected", "no theorem has the optimum"),
        ("black-peg --pegs 2 --colours 6 --secrets distinct", "no theorem has the optimum"),
        ("mastermind --pegs 2 --colours 6 --workers 1", "--workers is for --by search"),
        ("mastermind --pegs 1 --colours 60000 --time-limit 0.2", "the time was over"),
        ("mastermind --pegs 2 --colours 6 --max-questions 4", "--max-questions is for --by"),
        (
            "mastermind --pegs 3 --colours 60",
            "find one secret, and 'masetproof values mastermind --pegs 3 --colours 60 "
            "--objective expected' prints its value",
        ),
    ],
)
def test_where_there_is_no_theorem(
    arguments: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["optimize", *arguments.split(), "--by", "theorem"]) == 2
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize(
    "options",
    [
        ["mastermind", "--pegs", "2", "--colours", "4"],
        ["ab", "--pegs", "2", "--colours", "5", "--objective", "worst-then-expected"],
        ["marks", "--pegs", "2", "--colours", "4", "--consistent-only"],
        ["black-peg", "--pegs", "2", "--colours", "70,80", "--path", "69,3"],
        ["black-peg", "--pegs", "4", "--colours", "40"],
        ["black-peg", "--pegs", "4", "--colours", "5,5,5,6"],
        ["mastermind", "--pegs", "4", "--colours", "6"],
    ],
)
def test_strategy_is_short_for_it(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    results = []
    for command in (["strategy"], ["optimize", "--by", "theorem"]):
        status = main([*command, *options, "--json"])
        out, err = capsys.readouterr()
        results.append((status, json.loads(out or "{}") | {"seconds": None}, err))
    assert results[0] == results[1]


def test_paths_are_for_theorems(capsys: pytest.CaptureFixture[str]) -> None:
    board = ["optimize", "mastermind", "--pegs", "2", "--colours", "4", "--path", "01"]
    assert main(board) == 2
    assert "--path is for --by theorem" in capsys.readouterr().err
    assert main([*board, "--by", "theorem", "--first", "01"]) == 2
    assert "--path is for the best strategy, without --first" in capsys.readouterr().err


def test_a_long_search_says_at_once_that_a_theorem_has_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    board = ["mastermind", "--pegs", "3", "--colours", "17"]
    assert main(["optimize", *board, "--time-limit", "0.1", "--json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["by"] == "search"
    assert captured.err == (
        "masetproof: a theorem has this optimum; the same command with --by theorem prints it "
        "without a search\n"
    )
    assert main(["optimize", "mastermind", "--pegs", "3", "--colours", "60"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "'masetproof values mastermind --pegs 3 --colours 60 --objective expected'" in error
    assert main(["optimize", "mastermind", "--pegs", "2", "--colours", "6"]) == 0
    assert capsys.readouterr().err == ""


def test_the_optimum_of_a_theorem_in_python() -> None:
    """By docs/black-peg.md, y (3 x^2 + 3 x + y^2 + 3 y - 4) / 6 with x >= y colours."""
    found = proved_optimum(FiniteGame(BLACK_PEG, 2, (50, 40)))
    assert (found.total, found.optimal) == (40 * (7500 + 150 + 1600 + 120 - 4) // 6, True)
    with pytest.raises(Refused, match="no theorem"):
        proved_optimum(FiniteGame("mastermind", 4, 6))


@pytest.mark.parametrize(
    "options",
    [
        ["mastermind", "--pegs", "2", "--colours", "6"],
        ["mastermind", "--pegs", "2", "--colours", "5", "--consistent-only"],
        ["mastermind", "--pegs", "2", "--colours", "7", "--objective", "worst"],
        ["ab", "--pegs", "2", "--colours", "7"],
        ["black-peg", "--pegs", "2", "--colours", "3,5"],
    ],
)
def test_first_questions_cost_what_the_search_finds(
    options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    rows = []
    for more in (["--by", "theorem"], ["--workers", "1"]):
        assert main(["optimize", *options, "--first", "all", "--json", *more]) == 0
        document = json.loads(capsys.readouterr().out)
        # In the worst case the search has a total, too, which says nothing.
        name = "worst" if "worst" in options else "total"
        names = (name, "lower_bound", "optimal", "class_size", "question")
        rows.append([[one[name] for name in names] for one in document["first"]])
    assert rows[0] == rows[1]


@pytest.mark.parametrize("objective", ["expected", "worst"])
def test_formulas_of_first_questions(objective: str, capsys: pytest.CaptureFixture[str]) -> None:
    """For each number of colours they are what the search finds, which knows no theorem."""
    assert (
        main(
            [
                "show",
                "mastermind",
                "--pegs",
                "2",
                "--pattern",
                "0",
                "--objective",
                objective,
                "--json",
            ]
        )
        == 0
    )
    formulas = {
        one["question"]: one["formula"] for one in json.loads(capsys.readouterr().out)["questions"]
    }
    for colours in range(2, 6 if objective == "expected" else 10):
        found = openings(FiniteGame("mastermind", 2, colours), "all", objective, workers=1)
        for one in found:
            formula = formulas[found.finite.text(one.question)]
            branch = formula["branches"][colours % formula["period"]]
            value = sum(Fraction(c) * colours**power for power, c in enumerate(branch))
            value = Fraction(formula["exceptions"].get(str(colours), value))
            assert value == one.measured(found.goal.first)


def test_formulas_of_first_questions_on_boards(capsys: pytest.CaptureFixture[str]) -> None:
    """By docs/black-peg.md, y (3 x^2 + 3 x + y^2 + 3 y - 4) / 6 where x >= y."""
    board = ["black-peg", "--pegs", "2", "--colours", "4,3", "--by", "theorem", "--first", "all"]
    rows = document(capsys, *board)["first"]
    assert isinstance(rows, list)
    (first,) = rows
    assert first["total"] == 3 * (48 + 12 + 9 + 9 - 4) // 6
    assert first["formula"]["branches"] == [["0", "-2/3", "1", "2/3"]]
    assert main(["optimize", *board]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-3] == "On every board (n1, n2), beginning with 00:"
    assert first["regions"][0]["walls"] == ["n1 >= n2"]
    polynomial = first["regions"][0]["polynomial"]
    assert said[-2] == f"  f(n1, n2) = {polynomial} where n1 >= n2".replace("**", "^")
    assert polynomial == "n1**2*n2/2 + n1*n2/2 + n2**3/6 + n2**2/2 - 2*n2/3"


def test_first_questions_without_a_theorem(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["optimize", "mastermind", "--pegs", "2", "--colours", "5", "--by", "theorem"]
    assert main([*command, "--first", "all", "--objective", "worst-then-expected"]) == 2
    assert "no theorem says what first questions cost" in capsys.readouterr().err
    assert main([*command, "--first", "01", "--tree", "x.json"]) == 2
    assert "--tree is for the best strategy" in capsys.readouterr().err
