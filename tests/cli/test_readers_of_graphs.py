"""GraphML and DOT are read by other programs, of pinned versions in an environment of their own."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import networkx as nx
import pytest

from masetproof.cli import main

PACKAGES = (
    *("igraph==1.0.0", "networkx==3.6.1", "numpy", "pydot==4.0.1", "rustworkx==0.18.1"),
    "pygraphviz==1.14",
)
MODULES = ("graphology@0.26.0", "graphology-graphml@0.5.2")
NODE = """
import fs from "fs";
import { MultiDirectedGraph } from "graphology";
import f from "graphology-graphml";
const graph = f.parse(MultiDirectedGraph, fs.readFileSync(process.argv[2], "utf8"));
const key = graph.edges()[0], edge = graph.getEdgeAttributes(key);
const row = ["graphology", graph.order, graph.size, edge.number, edge.optimal, key];
console.log(JSON.stringify(row));
"""


def written(folder: Path) -> tuple[Path, Path]:
    for suffix in ("graphml", "dot"):
        assert main(["graph", "ab", "--pegs", "2", "--out", str(folder / f"graph.{suffix}")]) == 0
    return folder / "graph.graphml", folder / "graph.dot"


def test_booleans_of_graphml_are_those_of_xml_schema(tmp_path: Path) -> None:
    graphml, _ = written(tmp_path)
    text = graphml.read_text()
    assert "<data key=" in text
    assert ">true<" in text
    assert ">false<" in text
    assert ">True<" not in text
    assert ">False<" not in text
    kinds = {type(edge["optimal"]) for *_, edge in nx.read_graphml(graphml).edges(data=True)}
    assert kinds == {bool}


def run(*command: str | Path, folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout


@pytest.mark.slow
def test_four_readers_of_each_format_agree(tmp_path: Path) -> None:
    """Nodes and edges of all; what each makes of a number, a boolean and a key is in the docs."""
    if shutil.which("dot") is None or shutil.which("npm") is None:
        pytest.skip("needs graphviz, libgraphviz-dev and npm (Debian's packages)")
    graphml, dot = written(tmp_path)
    run(sys.executable, "-m", "venv", "readers", folder=tmp_path)
    python = tmp_path / "readers" / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", *PACKAGES, folder=tmp_path)
    run("npm", "install", "--silent", *MODULES, folder=tmp_path)
    script = Path(__file__).with_name("readers_of_graphs.py")
    lines = run(python, script, graphml, dot, folder=tmp_path).splitlines()
    (tmp_path / "read.mjs").write_text(NODE)
    lines.append(run("node", "read.mjs", graphml, folder=tmp_path))
    found = {name: tuple(values) for name, *values in map(json.loads, lines)}
    assert found == {
        "networkx": (5, 35, 1, True, 0),
        "igraph": (5, 35, 1.0, True, "0"),
        "rustworkx": (5, 35, 1, True, "0"),
        "graphology": (5, 35, 1, True, "0"),
        "pygraphviz": (5, 35, None, None, None),
        "pydot": (6, 35, None, None, None),  # the line of defaults counts as a node
        "networkx of DOT": (5, 35, None, None, 0),
    }
    drawn = run("dot", "-Tplain", dot, folder=tmp_path).splitlines()
    assert [sum(line.startswith(kind) for line in drawn) for kind in ("node ", "edge ")] == [5, 35]
