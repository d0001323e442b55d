"""``masetproof graph``: formats, edges, values and optimality."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import networkx as nx
import pytest

from masetproof.cli import main

pytestmark = pytest.mark.usefixtures("theorems_shared")

STRING = r'"(?:[^"\\]|\\.)*"'
ATTRIBUTES = rf"\[\w+={STRING}(?:, \w+=[\w.]+)*\]"
NODE = re.compile(rf"  {STRING} {ATTRIBUTES};")
EDGE = re.compile(rf"  {STRING} -> {STRING} {ATTRIBUTES};")


def graph_at(path: Path, *arguments: str) -> nx.MultiDiGraph:
    assert main(["graph", *arguments, "--out", str(path)]) == 0
    return nx.read_graphml(path, force_multigraph=True)


def test_graphml_can_be_read_back(tmp_path: Path) -> None:
    path = tmp_path / "patterns.graphml"
    graph = graph_at(path, "mastermind", "--pegs", "2", "--extra", "with")
    edges = ElementTree.parse(path).getroot().findall(".//{*}edge")
    ids = [edge.get("id") for edge in edges]
    assert len(set(ids)) == len(ids) == graph.number_of_edges()
    assert None not in ids
    assert len(graph) == 6
    nodes = {data["pattern"]: data for _, data in graph.nodes(data=True)}
    # 2(n - 1) secrets: one star in either clause, and n - 1 implicit colours.
    assert nodes["{0*|*0}"]["secrets"] == "2*n - 2"
    data = next(d for *_, d in graph.edges(data=True) if d["question"] == "01" and d["number"] == 2)
    assert (data["answer"], data["optimal"], data["optimal_for"]) == ("0,0", True, "every n >= 2")


def test_the_suffix_decides_and_the_option_overrides_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["graph", "ab", "--pegs", "2"]
    for name, begin in (("a.graphml", "<?xml"), ("a.dot", "digraph"), ("a.GV", "digraph")):
        assert main([*command, "--out", str(tmp_path / name)]) == 0
        text = (tmp_path / name).read_text()
        assert text.startswith(begin) or (begin == "<?xml" and "<graphml" in text)
    assert main([*command, "--out", str(tmp_path / "a.txt"), "--format", "graphml"]) == 0
    assert "<graphml" in (tmp_path / "a.txt").read_text()
    assert main([*command, "--out", str(tmp_path / "b.txt")]) == 2
    assert not (tmp_path / "b.txt").exists()
    capsys.readouterr()
    assert main(command) == 0
    assert capsys.readouterr().out.startswith("digraph patterns {")


@pytest.mark.parametrize("arguments", [[], ["--colours", "5"], ["--optimal-only"]])
def test_dot_is_well_formed(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["graph", "mastermind", "--pegs", "2", *arguments]) == 0
    first, default, *lines, last = capsys.readouterr().out.splitlines()
    assert (first, default) == (
        "digraph patterns {",
        "  node [shape=box, fontname=monospace];",
    )
    assert last == "}"
    assert lines
    for line in lines:
        assert NODE.fullmatch(line) or EDGE.fullmatch(line), line


def test_boxes_of_dot_tell_pattern_and_excluded_colours(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The numbers are those that `patterns` prints; nodes have others in the real game."""
    assert main(["patterns", "mastermind", "--pegs", "2"]) == 0
    rows = re.findall(r"^ *(\d+) +\d+ +(\{\S+\})$", capsys.readouterr().out, re.MULTILINE)
    listed = {pattern: number for number, pattern in rows}
    assert main(["graph", "mastermind", "--pegs", "2"]) == 0
    boxes = re.findall(r'label="(\d+)\^([01]): (\{\S+?\})', capsys.readouterr().out)
    assert len(set(boxes)) == len(boxes) == 10
    assert {pattern: number for number, _, pattern in boxes} == listed


def test_values_of_one_number_of_colours(tmp_path: Path) -> None:
    """Peczarski's table 1, for n = 4 and below."""
    graph = graph_at(
        tmp_path / "g.graphml", "mastermind", "--pegs", "2", "--extra", "with", "--colours", "4"
    )
    values = {
        (data["pattern"], data["n"]): (data["secrets"], data["value"])
        for _, data in graph.nodes(data=True)
    }
    assert values["{**}", 4] == ("16", "45")
    assert values["{**}", 3] == ("9", "21")
    assert values["{**}", 2] == ("4", "8")
    assert values["{0*|*0}", 4] == ("6", "13")
    assert values["{1*|*0}", 4] == ("4", "7")


@pytest.mark.parametrize("colours", [None, "5"])
def test_optimal_only(tmp_path: Path, colours: str | None) -> None:
    command = ["mastermind", "--pegs", "2", "--extra", "with"]
    command += [] if colours is None else ["--colours", colours]
    whole = graph_at(tmp_path / "whole.graphml", *command)
    some = graph_at(tmp_path / "some.graphml", *command, "--optimal-only")

    def edges(graph: nx.MultiDiGraph) -> set[tuple[object, ...]]:
        return {(a, b, d["question"], d["answer"]) for a, b, d in graph.edges(data=True)}

    optimal = nx.MultiDiGraph(
        (a, b, key) for a, b, key, d in whole.edges(keys=True, data=True) if d["optimal"]
    )
    root = next(iter(whole))
    reached = {root, *nx.descendants(optimal, root)}
    assert set(some) == reached
    kept = [(a, b, d) for a, b, d in whole.edges(data=True) if a in reached and d["optimal"]]
    assert edges(some) == {(a, b, d["question"], d["answer"]) for a, b, d in kept}
    assert some.number_of_edges() == len(kept) < whole.number_of_edges()
    assert all(d["optimal"] for *_, d in some.edges(data=True))


def test_edges_lead_where_the_reading_says(tmp_path: Path) -> None:
    graph = graph_at(tmp_path / "g.graphml", "ab", "--pegs", "2", "--extra", "exact")
    for start, end, data in graph.edges(data=True):
        before, after = graph.nodes[start], graph.nodes[end]
        # One excluded colour is all that a question of the AB game with two pegs can use.
        assert after["excluded"] == min(before["excluded"] + data["excluded"], 1)


def test_a_drawing_has_every_pattern_and_an_arrow_for_each_pair(tmp_path: Path) -> None:
    command = ["graph", "mastermind", "--pegs", "2", "--optimal-only"]
    path = tmp_path / "graph.svg"
    assert main([*command, "--out", str(path)]) == 0
    drawn = ElementTree.parse(path).getroot()
    graph = graph_at(tmp_path / "graph.graphml", *command[1:])
    texts = [text.text or "" for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    for _, data in graph.nodes(data=True):
        assert any(f"{data['number']}: {data['pattern']}" in text for text in texts)
    heads = [
        element
        for element in drawn.iter("{http://www.w3.org/2000/svg}path")
        if "Q" not in element.get("d", "")
    ]
    assert len(heads) == len({(start, end) for start, end, *_ in graph.edges})


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["ab", "--pegs", "3", "--format", "svg"], "too large for a drawing"),
        (["ab", "--pegs", "2", "--format", "pdf"], "say --out"),
        (["ab", "--pegs", "2", "--colours", "40", "--out", "x.svg"], "does not fit a picture"),
    ],
)
def test_what_is_not_drawn_is_refused(
    arguments: list[str],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["graph", *arguments]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1
    assert not list(tmp_path.iterdir())


# A game, a number of colours, an inner node with its secrets, and the values of the whole game by
# plain search (tests/proofs/test_cell_theorem.py, known_values.csv).
BOARDS = [
    ("black-peg", "3,4", "1^00@3,4", 5, ("0^00@3,4", 37, 4)),
    ("black-peg-ab", "4", "1^0@0,0,2", 4, ("0^0@4", 37, 4)),
]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("game", "n", "inner", "secrets", "whole"), BOARDS)
@pytest.mark.parametrize("objective", ["expected", "worst"])
def test_boards_of_several_indices(
    tmp_path: Path,
    objective: str,
    game: str,
    n: str,
    inner: str,
    secrets: int,
    whole: tuple[str, int, int],
) -> None:
    """The optimal questions of a node attain its value, by the values of the nodes they lead to.

    Explicit parts have no node; without a blank, where each column has its colours, one secret that
    is left over is the question.
    """
    path = tmp_path / "board.graphml"
    graph = graph_at(path, game, "--pegs", "2", "--colours", n, "--objective", objective)
    assert str(graph.nodes[whole[0]]["n"]) == n
    nodes = dict(graph.nodes(data=True))
    first, total, worst = whole
    assert nodes[first]["value"] == str(total if objective == "expected" else worst)
    assert nodes[inner]["secrets"] == str(secrets)
    checked = 0
    for node, data in nodes.items():
        questions: dict[str, list[tuple[str, bool]]] = {}
        for _, end, edge in graph.out_edges(node, data=True):
            questions.setdefault(edge["question"], []).append((end, edge["optimal"]))
        for question, parts in questions.items():
            values = [int(nodes[end]["value"]) for end, _ in parts]
            rest = int(data["secrets"]) - sum(int(nodes[end]["secrets"]) for end, _ in parts)
            won = game == "black-peg" and "a" not in question
            if objective == "expected" and rest <= won:
                right = int(data["secrets"]) + sum(values)
                optimal = {one for _, one in parts}
                checked += 1
                assert optimal == {right == int(data["value"])}, (node, question)
    assert checked or objective == "worst"


def test_the_patterns_of_black_peg(tmp_path: Path) -> None:
    graph = graph_at(tmp_path / "a.graphml", "black-peg", "--pegs", "2")
    nodes = {data["pattern"]: data for _, data in graph.nodes(data=True)}
    assert set(nodes) == {"{**}", "{0*|*1}", "{0*}"}
    assert nodes["{0*|*1}"]["secrets"] == "m1 + m2"
    edge = next(d for *_, d in graph.edges(data=True) if d["question"] == "21")
    assert (edge["optimal"], edge["optimal_for"]) == (True, "n1 >= n2 and n2 >= 1")
    assert main(["graph", "black-peg", "--pegs", "2", "--out", str(tmp_path / "a.svg")]) == 0
    assert "{0*|*1}" in (tmp_path / "a.svg").read_text()


def test_boards_that_have_no_graph(capsys: pytest.CaptureFixture[str]) -> None:
    for colours, sentence in (
        ("0,3", "--colours must be 1 to 200, not 0"),
        ("3", None),
        ("3,4,5", "one number of implicit colours for each of 2 columns"),
    ):
        status = main(["graph", "black-peg", "--pegs", "2", "--colours", colours])
        assert status == (2 if sentence else 0)
        assert (sentence or "") in capsys.readouterr().err


def test_questions_that_cannot_be_asked_have_no_edges(tmp_path: Path) -> None:
    """In the whole game no colour is excluded, so there is none for an extra cell."""
    graph = graph_at(tmp_path / "g.graphml", "black-peg-ab", "--pegs", "2", "--colours", "4")
    asked = {edge["question"] for *_, edge in graph.out_edges("0^0@4", data=True)}
    assert asked
    assert not any("a" in question for question in asked)


@pytest.mark.parametrize(
    ("arguments", "labels"),
    [
        ("mastermind --pegs 2 --extra with", {"0: {**}", "1: {0*|*0}", "4: {*0}"}),
        ("ab --pegs 2", {"0^0: {**}", "0^1: {**}", "1^0: {1*|*0}"}),
        ("black-peg --pegs 2 --colours 3,4", {"0^0,0: {**}", "0^1,1: {**}"}),
    ],
)
def test_nodes_of_graphml_have_labels_and_the_graph_no_data(
    arguments: str, labels: set[str], tmp_path: Path
) -> None:
    """Gephi calls keys for the graph an error; what they said is in the id."""
    path = tmp_path / "graph.graphml"
    graph = graph_at(path, *arguments.split())
    found = [data["label"] for _, data in graph.nodes(data=True)]
    assert labels <= {*found}
    for data in graph.nodes.values():
        number, _, pattern = data["label"].partition(": ")
        assert (int(number.partition("^")[0]), pattern) == (data["number"], data["pattern"])
        assert number.partition("^")[2] == str(data.get("excluded", ""))
    root = ElementTree.parse(path).getroot()
    assert {key.get("for") for key in root.findall("{*}key")} == {"node", "edge"}
    (whole,) = root.findall("{*}graph")
    assert whole.findall("{*}data") == []
    game, pegs = arguments.split()[0], arguments.split()[2]
    assert str(whole.get("id")).startswith(f"{game}-{pegs}-")
