"""The pattern graph: which patterns follow which, by question and answer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count

import networkx as nx

from masetproof.arguments import as_instance
from masetproof.patterns.closure import Closure
from masetproof.patterns.split import new_colours
from masetproof.words import word_text

__all__ = ["dot_lines", "graph_text", "pattern_graph"]


def pattern_graph(closure: Closure) -> nx.MultiDiGraph:
    """The pattern graph of a closure, with an edge for each question and answer.

    `Refused` when *closure* is no `Closure`.

    Nodes are the numbers of patterns, with the attributes ``pattern`` (its text) and ``colours``.
    Edges, to each part that has a star, have ``question``, ``number`` (of the question on its
    pattern), ``answer`` (black and white pegs, like ``1,0``) and ``excluded`` (the colours that
    the answer excludes); the keys of edges are unique in the graph.  Three pegs have tens of
    millions of edges.

    >>> graph = pattern_graph(close("mastermind", 2))
    >>> graph.nodes[1]["pattern"]
    '{0*|*0}'
    """
    as_instance(Closure, closure, "the closure")
    key = count()
    graph = nx.MultiDiGraph(game=closure.game.name, pegs=closure.pegs, extra=closure.extra)
    for number, pattern in enumerate(closure.patterns):
        graph.add_node(number, pattern=str(pattern), colours=pattern.colours)
    for number, pattern in enumerate(closure.patterns):
        for place, question in enumerate(closure.questions(number), 1):
            new = new_colours(pattern, question)
            for part in closure.answered(number, question):
                if part.pattern is not None:
                    graph.add_edge(
                        number,
                        part.pattern,
                        next(key),
                        question=word_text(question),
                        number=place,
                        answer=f"{part.answer.black},{part.answer.white}",
                        excluded=pattern.colours + new - part.normal.colours,
                    )
    return graph


def dot_lines(graph: nx.Graph) -> Iterator[str]:
    """A pattern graph in Graphviz's DOT language; the edges of optimal questions are thick.

    A box has the number of its pattern and, where nodes tell it, that of the excluded colours.
    """
    yield "digraph patterns {"
    yield "  node [shape=box, fontname=monospace];"
    for node, data in graph.nodes(data=True):
        excluded = f"^{data['excluded']}" if "excluded" in data else ""
        lines = [f"{data.get('number', node)}{excluded}: {data['pattern']}"]
        if "secrets" in data:
            lines.append(f"{data['secrets']} secrets")
        if "value" in data:
            lines.append(f"value {data['value']}")
        yield f"  {_quoted(str(node))} [label={_quoted(*lines)}];"
    for start, end, data in graph.edges(data=True):
        label = f"{data['question']} {data['answer']}" if "question" in data else data["splits"]
        style = ", penwidth=3" if data.get("optimal") else ""
        ends = f"{_quoted(str(start))} -> {_quoted(str(end))}"
        yield f"  {ends} [label={_quoted(str(label))}{style}];"
    yield "}"


def _quoted(*lines: str) -> str:
    """A quoted string of DOT; its lines are set one below the other."""
    return '"' + "\\n".join(json.dumps(line)[1:-1] for line in lines) + '"'


def graph_text(graph: nx.Graph, form: str) -> str:
    """A pattern graph as ``graphml`` or ``dot``."""
    lines = nx.generate_graphml(graph) if form == "graphml" else dot_lines(graph)
    return "\n".join(lines) + "\n"
