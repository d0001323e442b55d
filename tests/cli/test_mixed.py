"""The value where the codemaker chooses, too, on the command line and in docs/codemaker.md."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from masetproof import FiniteGame, optimize_mixed
from masetproof.cli.main import main
from masetproof.search import mixed
from masetproof.trees.files import parse_tree
from masetproof.trees.replay import visits

MIXED = ("optimize", "mastermind", "--pegs", "2", "--colours", "3", "--codemaker", "mixed")
PAGE = Path(__file__).parents[2] / "docs" / "codemaker.md"
ROW = re.compile(r"^\| (\d) \| (\d+) \| (\S+) \| [\d.]+ \| (\S+) \|", re.M)
TABLE = [
    (int(pegs), int(colours), value, uniform)
    for pegs, colours, value, uniform in ROW.findall(PAGE.read_text(encoding="utf-8"))
]
_LONG = {(2, 13), (2, 14), (3, 8), (4, 6)}
"""A minute and more each."""


def document(
    capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0
) -> dict[str, Any]:
    assert main([*arguments, "--codemaker", "mixed", "--json"]) == status
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    """Bonnet and Viennot (2016): half of the secrets drawn are doubles."""
    assert main([*MIXED]) == 0
    said = capsys.readouterr().out
    assert "value     29/12 = 2.416667\n" in said
    assert "uniform   7/3 = 2.333333" in said
    assert re.search(r"^  00 +3 +1/2 +29/12$", said, re.M)
    assert re.search(r"^  01 +6 +1/2 +29/12$", said, re.M)


def test_fields(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, *MIXED[:-2])
    assert (found["codemaker"], found["optimal"], found["reason"]) == ("mixed", True, None)
    assert found["value"] == found["lower_bound"] == found["upper_bound"] == "29/12"
    assert [{**one, "expected": ""} for one in found["weights"]] == [
        {"class": "00", "size": 3, "weight": "1/2", "expected": ""},
        {"class": "01", "size": 6, "weight": "1/2", "expected": ""},
    ]
    for place, one in enumerate(found["weights"]):
        costs = [
            Fraction(s["probability"]) * Fraction(s["expected"][place]) for s in found["strategies"]
        ]
        assert sum(costs) == Fraction(one["expected"]) == Fraction(29, 12)


@pytest.mark.parametrize(
    "game",
    [
        ["ab", "--pegs", "2", "--colours", "4"],
        ["black-peg", "--pegs", "2", "--colours", "2,3"],
        ["mastermind", "--pegs", "3", "--colours", "4", "--secrets", "distinct"],
    ],
)
def test_where_all_secrets_are_alike(capsys: pytest.CaptureFixture[str], game: list[str]) -> None:
    found = document(capsys, "optimize", *game)
    assert found["value"] == found["uniform"]
    (alike,) = found["weights"]
    assert (alike["size"], alike["weight"]) == (found["secrets"], "1")


@pytest.mark.parametrize(
    ("game", "pegs", "colours", "value"),
    [
        ("mastermind", 2, 3, "29/12"),
        ("mastermind", 3, 2, "23/10"),
        ("ab", 2, 3, "13/6"),
        pytest.param("mastermind", 4, 4, "1629/460", marks=pytest.mark.slow),
    ],
)
def test_the_mixture_is_written(
    game: str, pegs: int, colours: int, value: str, tmp_path: Path
) -> None:
    """Played against every secret, it costs no class more than the value of the game.

    The values are those of Bonnet and Viennot (2016), and in AB the mean of Peczarski (2018).
    Classes are told apart here by how often colours repeat, and no AB secret repeats one.
    """
    path, size = tmp_path / "mixture.json", ["--pegs", str(pegs), "--colours", str(colours)]
    command = ["optimize", game, *size, "--codemaker", "mixed", "--tree", str(path)]
    assert main(command) == 0
    written = json.loads(path.read_text())
    assert (written["format"], written["version"]) == ("masetproof-mixture", 1)
    costs = dict[tuple[int, ...], Fraction]()
    for one in written["strategies"]:
        tree = parse_tree(json.dumps(one["tree"]).encode()).tree
        asked = {visit.question: visit.depth + 1 for visit in visits(tree) if visit.wins}
        classes = dict[tuple[int, ...], list[int]]()
        for secret in tree.finite.secrets:
            kind = tuple(sorted(Counter(secret).values()))
            classes.setdefault(kind, []).append(asked[secret])
        for kind, each in classes.items():
            mean = Fraction(sum(each), len(each))
            costs[kind] = costs.get(kind, Fraction()) + Fraction(one["probability"]) * mean
    assert sum(Fraction(one["probability"]) for one in written["strategies"]) == 1
    assert max(costs.values()) == Fraction(value)


def test_each_tree_of_a_mixture_is_a_file(tmp_path: Path) -> None:
    """As docs/trees.md says: cut out, it can be read by other commands."""
    path, alone = tmp_path / "mixture.json", tmp_path / "alone.json"
    assert main([*MIXED, "--tree", str(path)]) == 0
    for one in json.loads(path.read_text())["strategies"]:
        alone.write_text(json.dumps(one["tree"]))
        assert main(["tree", "verify", str(alone)]) == 0


@pytest.mark.parametrize(
    "options",
    [
        ["mastermind", "--pegs", "3", "--colours", "3", "--after", "001:1,0"],
        ["mastermind", "--pegs", "2", "--colours", "4", "--consistent-only"],
        ["sum", "--pegs", "2", "--colours", "3"],
        ["marks", "--pegs", "2", "--colours", "3", "--hard"],
    ],
)
def test_other_rules(capsys: pytest.CaptureFixture[str], options: list[str]) -> None:
    """No class costs more than the value, and those that are drawn cost just as much."""
    found = document(capsys, "optimize", *options)
    value, classes = Fraction(found["value"]), found["weights"]
    assert sum(Fraction(one["weight"]) for one in classes) == 1
    assert sum(one["size"] for one in classes) == found["secrets"]
    assert all(
        Fraction(one["expected"]) == value if one["weight"] != "0" else True for one in classes
    )
    assert max(Fraction(one["expected"]) for one in classes) == value >= Fraction(found["uniform"])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--boards", "2"], "--boards is for secrets that are equally likely"),
        (["--first", "01"], "--first is for secrets that are equally likely"),
        (["--extra", "with"], "--extra with is for secrets that are equally likely"),
        (["--objective", "worst"], "has the expected number of questions, by a search"),
        (["--by", "theorem"], "has the expected number of questions, by a search"),
        (["--hard"], "hard mode is for games that mark each cell"),
        (["--memory", "0"], "memory"),
    ],
)
def test_refusals(capsys: pytest.CaptureFixture[str], options: list[str], said: str) -> None:
    try:
        status: object = main([*MIXED, *options])
    except SystemExit as error:
        status = error.code
    assert status == 2
    shown = capsys.readouterr()
    assert said in shown.err
    assert shown.out == ""


def test_weights_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = tmp_path / "words.txt"
    words.write_text("aa 1\nbb 2\n")
    assert main(["optimize", "wordle", "--words", str(words), "--codemaker", "mixed"]) == 2
    assert "the weights of secrets are what is searched here" in capsys.readouterr().err


def test_an_unknown_codemaker(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*MIXED[:-1], "worst"])
    assert ended.value.code == 2
    assert "choose from" in capsys.readouterr().err


def test_time_limit(capsys: pytest.CaptureFixture[str]) -> None:
    game = ["optimize", "mastermind", "--pegs", "4", "--colours", "5"]
    found = document(capsys, *game, "--time-limit", "0.01")
    assert (found["value"], found["optimal"], found["reason"]) == (None, False, "the time was over")
    assert Fraction(found["lower_bound"]) < Fraction(found["upper_bound"])


def test_interrupted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What both sides can guarantee so far is printed."""

    def interrupt(*_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(mixed._MixedRun, "_improve", interrupt)
    found = document(capsys, *MIXED[:-2], status=130)
    assert (found["value"], found["reason"]) == (None, "interrupted")
    assert Fraction(found["lower_bound"]) == Fraction(7, 3) < Fraction(29, 12)
    assert Fraction(found["upper_bound"]) > Fraction(29, 12)


def _marked(row: tuple[int, int, str, str]) -> object:
    pegs, colours = row[:2]
    return pytest.param(*row, marks=pytest.mark.slow if colours**pegs > 30 else ())


@pytest.mark.parametrize(
    ("pegs", "colours", "value", "uniform"),
    [_marked(row) for row in TABLE if row[:2] not in _LONG],
)
def test_the_table_of_the_page(pegs: int, colours: int, value: str, uniform: str) -> None:
    found = optimize_mixed(FiniteGame("mastermind", pegs, colours))
    shown = Fraction(value), Fraction(value if uniform == "same" else uniform)
    assert (found.value, found.uniform) == shown
