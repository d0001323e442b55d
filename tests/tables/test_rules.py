"""The table of what rules achieve beside the optimum."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path

import pytest

from masetproof.arguments import Refused
from masetproof.cli import main
from masetproof.finite.setting import FiniteGame
from masetproof.reports.plots import losses_figure
from masetproof.strategies.rules import as_rule, as_rules, preferring
from masetproof.tables import rules as module
from masetproof.tables.rules import Achieved, RuleRow, Setup, rule_rows
from masetproof.trees.evaluate import evaluate

GAME = ["rules", "mastermind", "--pegs", "2..3", "--colours", "2..4"]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache directory of its own."""
    directory = tmp_path / "cache"
    monkeypatch.setenv("MASETPROOF_CACHE", str(directory))
    return directory


def test_what_is_lost_by_the_rules() -> None:
    """206: Goddard 2004."""
    finite = FiniteGame("mastermind", 3, 4)
    (row,) = rule_rows([finite])
    assert (row.total, row.worst, row.least_worst) == (206, 4, 4)
    assert set(row.achieved) == set(preferring())
    for rule, achieved in row.achieved.items():
        found = evaluate(finite, rule)
        assert achieved == (found.total, found.worst)
        assert row.loss(rule) == Fraction(found.total - 206, 206)
        assert row.mean(rule) == Fraction(found.total, 64)
    assert row.mean(None) == Fraction(206, 64)


@pytest.mark.slow
def test_four_pegs_and_six_colours() -> None:
    """Totals of the rules as several programs find them; 5625: Koyama and Lai 1993."""
    (row,) = rule_rows([FiniteGame("mastermind", 4, 6)])
    assert (row.total, row.worst, row.least_worst) == (5625, 6, 5)
    found = {rule.name: achieved for rule, achieved in row.achieved.items()}
    assert (
        found.items()
        >= {
            "minimax": Achieved(5801, 5),
            "expected-size": Achieved(5696, 6),
            "entropy": Achieved(5722, 6),
            "most-parts": Achieved(5668, 6),
        }.items()
    )
    assert found.keys() == {rule.name for rule in preferring()}
    assert row.loss(as_rule("minimax")) == Fraction(5801 - 5625, 5625)
    assert row.mean(None) == Fraction(5625, 1296)


@pytest.mark.keeps_optima
def test_the_numbers_of_the_optimum_are_of_one_strategy(
    cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """5,625 takes 6 questions; with 5, which suffice, it is 5,626 (Koyama and Lai 1993)."""
    command = ["rules", "mastermind", "--pegs", "4", "--colours", "6", "--rule", "minimax"]
    said = {}
    for form in ("text", "csv", "json", "latex"):
        assert main([*command, "--format", form]) == 0
        said[form] = capsys.readouterr().out
    assert said["text"].splitlines()[-1].split()[3:6] == ["4.3403", "(6)", "5"]
    (best, rule) = csv.DictReader(io.StringIO(said["csv"]))
    assert json.loads(said["json"])["rows"][0].items() >= {"total": 5625, "worst": 6}.items()
    assert (best["total"], best["worst"], best["least_worst"]) == ("5625", "6", "5")
    assert (rule["total"], rule["worst"], rule["least_worst"]) == ("5801", "5", "5")
    assert "$4.3403_{6}$ & 5 & $4.4761_{5}$" in said["latex"]


def test_what_time_or_memory_refuses_is_a_dash(
    cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table of 2,401 words takes 5.5 MB."""
    command = ["rules", "mastermind", "--pegs", "4", "--colours", "6..7", "--memory", "4"]
    assert main([*command, "--time-limit", "0.01"]) == 0
    *_, last = capsys.readouterr().out.splitlines()
    # The optimum, the least worst case, and each rule.
    assert last.split() == ["4", "7", "2,401", *(2 + len(preferring())) * ["-"]]
    assert main([*command, "--time-limit", "0.01", "--json"]) == 0
    row = json.loads(capsys.readouterr().out)["rows"][-1]
    assert {row[name] for name in ("total", "expected", "worst", "loss", "least_worst")} == {None}
    setup = Setup(time_limit=0)
    (late,) = rule_rows([FiniteGame("mastermind", 4, 5)], setup)
    assert set(late.achieved.values()) == {None}


def test_rows_are_those_of_evaluate_and_go_on(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [FiniteGame("ab", 2, colours) for colours in (3, 4, 5)]
    setup = Setup(rules=as_rules(["entropy", "random"]), ties="random", seed=3)  # type: ignore[arg-type]

    def rows() -> list[RuleRow]:
        return list(rule_rows(games, setup))

    first = rows()
    for finite, row in zip(games, first, strict=True):
        for rule in setup.rules:
            found = evaluate(finite, rule, ties="random", seed=3)
            assert row.achieved[rule] == (found.total, found.worst)
    kept = [path for path in cache.iterdir() if path.name.startswith("rule-")]
    assert len(kept) == 6

    def never(*arguments: object, **options: object) -> None:
        raise AssertionError("what is kept is not played again")

    with monkeypatch.context() as patch:
        patch.setattr(module, "evaluate_rules", never)
        assert rows() == first
    for path in kept:  # what is damaged is played again
        path.write_text(path.read_text().replace("[", "[1"))
    assert rows() == first


def test_one_board_is_drawn_with_a_bar_for_each_rule() -> None:
    """Without lines, whose only points stood between numbers of colours such as 5.9 and 6.1."""
    setup = Setup(["minimax", "entropy"])
    rows = list(rule_rows([FiniteGame("mastermind", 2, 3), FiniteGame("mastermind", 3, 2)], setup))
    figure = losses_figure(rows)
    figure.draw_without_rendering()
    for row, axes in zip(rows, figure.axes, strict=True):
        losses = [100 * float(row.loss(rule) or 0) for rule in setup.rules]
        assert losses[0] > 0
        assert not axes.lines
        assert [bar.get_width() for bar in axes.patches] == pytest.approx(losses)
        assert [text.get_text() for text in axes.get_yticklabels()] == ["minimax", "entropy"]
        told = [text.get_text() for text in axes.texts]
        assert told == [f"{loss:.2f} %" for loss in losses]
        assert axes.get_title().startswith(row.finite.title)
        assert axes.get_xlim()[1] >= 1


def test_formats(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    plot = tmp_path / "losses.svg"
    assert main([*GAME, "--plot", str(plot)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3 + 6 + 1
    assert lines[-1] == f"wrote {plot}"
    assert lines[-2].split()[:6] == ["3", "4", "64", "3.2188", "(4)", "4"]  # 206/64
    assert "entropy" in plot.read_text()
    assert main([*GAME, "--format", "csv"]) == 0
    records = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(records) == 6 * (1 + len(preferring()))
    best = {
        (record["pegs"], record["colours"]): record["total"]
        for record in records
        if record["strategy"] == "optimum"
    }
    assert best["2", "2"] == "8"
    assert best["2", "4"] == "45"
    assert best["3", "4"] == "206"
    for record in records:
        optimum = int(best[record["pegs"], record["colours"]])
        assert Fraction(record["loss"]) == Fraction(int(record["total"]) - optimum, optimum)
        assert Fraction(record["expected"]) == Fraction(
            int(record["total"]), int(record["secrets"])
        )
    assert main([*GAME, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [{k: str(v) for k, v in row.items()} for row in rows] == records
    assert main([*GAME, "--format", "latex"]) == 0
    tabular = capsys.readouterr().out
    # Pegs, colours, the optimum, the least worst case, and each rule.
    assert tabular.startswith(rf"\begin{{tabular}}{{{'r' * (4 + len(preferring()))}}}")
    assert "$3.2188_{4}$" in tabular


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--pegs", "0"], "pegs are a number or a range"),
        (["--pegs", "8", "--colours", "36"], "at most 65,536 are listed"),
        (["--rule", "best"], "the rule is one of"),
        (["--plot", "losses.txt"], "--plot takes a file that ends in .pdf"),
        (["--seed", "-1"], "the seed must be"),
        (["--secrets", "distinct", "--colours", "1"], "fewer colours than pegs"),
    ],
)
def test_bad_usage(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game = ["rules", "mastermind", "--pegs", "2", "--colours", "3"]
    try:
        status: object = main([*game, *arguments])
    except SystemExit as end:
        status = end.code
    assert status == 2
    assert complaint in capsys.readouterr().err


def test_refusals() -> None:
    for wrong in (
        {"rules": "entropy"},
        {"rules": ["best"]},
        {"ties": "none"},
        {"seed": -1},
        {"time_limit": -1},
        {"time_limit": 10**400},
        {"memory": 0},
    ):
        with pytest.raises(Refused):
            Setup(**wrong)  # type: ignore[arg-type]
