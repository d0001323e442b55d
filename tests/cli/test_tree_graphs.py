"""``masetproof tree convert`` to CSV and GraphML, read by other programs."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from xml.etree import ElementTree

import networkx as nx
import pytest

from masetproof import FiniteGame, StrategyTree, load_tree, optimize, write_tree
from masetproof.cli import main
from masetproof.games.wordle import Wordle
from tests.trees.samples import two_by_two

WORDS = ("слово", "весна", "океан")


@pytest.fixture(params=["by hand", "mastermind", "words"])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path, tree = tmp_path / "tree.json", two_by_two()
    if request.param == "mastermind":
        tree = optimize(FiniteGame("mastermind", 3, 3), workers=1).tree
    elif request.param == "words":
        tree = optimize(FiniteGame(Wordle(WORDS)), workers=1).tree
    write_tree(path, tree)
    return path


def converted(file: Path, suffix: str) -> str:
    out = file.with_suffix(suffix)
    assert main(["tree", "convert", str(file), "--out", str(out)]) == 0
    return out.read_text(encoding="utf-8")


def test_a_row_for_each_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By hand: 01 is found, or 00 and then 11 after one black peg, or 10 after two white ones."""
    write_tree(tmp_path / "tree.json", two_by_two())
    assert main(["tree", "convert", str(tmp_path / "tree.json"), "--to", "csv"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "place,above,depth,answer,question,secrets,wins",
        "0,,0,,01,4,true",
        '1,0,1,"(1,0)",00,2,true',
        '2,1,2,"(0,0)",11,1,true',
        '3,0,1,"(0,2)",10,1,true',
    ]


def test_rows_say_what_every_secret_meets(file: Path) -> None:
    """Each secret is played down the rows."""
    rows = [*csv.DictReader(io.StringIO(converted(file, ".csv")))]
    tree: StrategyTree = load_tree(file).tree
    finite, below = tree.finite, {(row["above"], row["answer"]): row for row in rows}
    met = dict.fromkeys((row["place"] for row in rows), 0)
    for secret in finite.secrets:
        row, asked = below["", ""], 1
        met[row["place"]] += 1
        while row["question"] != finite.text(secret):
            answer = finite.game.answer(secret, finite.parse(row["question"]))
            row, asked = below[row["place"], finite.game.answer_text(answer)], asked + 1
            met[row["place"]] += 1
        assert (row["wins"], int(row["depth"])) == ("true", asked - 1)
    assert met == {row["place"]: int(row["secrets"]) for row in rows}
    assert sum(row["wins"] == "true" for row in rows) == finite.secret_count


def test_a_tree_as_graphml(file: Path) -> None:
    text = converted(file, ".graphml")
    graph = nx.parse_graphml(text)
    rows = [*csv.DictReader(io.StringIO(converted(file, ".csv")))]
    assert nx.is_arborescence(graph) or len(graph) == 1
    assert [*graph] == [row["place"] for row in rows]
    for row, data in zip(rows, graph.nodes.values(), strict=True):
        assert data["label"] == data["question"] == row["question"]
        assert [str(data["depth"]), str(data["secrets"])] == [row["depth"], row["secrets"]]
        assert data["wins"] is (row["wins"] == "true")
    edges = {(above, place): data["label"] for above, place, data in graph.edges(data=True)}
    assert edges == {(row["above"], row["place"]): row["answer"] for row in rows if row["above"]}
    keys = ElementTree.fromstring(text).findall("{*}key")
    assert {key.get("for") for key in keys} == {"node", "edge"}


@pytest.mark.parametrize("form", ["csv", "graphml"])
def test_they_are_whole(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_tree(tmp_path / "tree.json", two_by_two())
    command = ["tree", "convert", str(tmp_path / "tree.json"), "--to", form, "--depth", "1"]
    assert main(command) == 2
    assert f"not {form}" in capsys.readouterr().err
