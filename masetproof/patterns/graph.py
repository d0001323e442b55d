"""The pattern graph: which patterns follow which, by question and answer."""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx
import numpy as np

from masetproof.games import as_instance, word_text
from masetproof.patterns.closure import Closure
from masetproof.patterns.split import new_colours

__all__ = ["dot_lines", "graph_text", "pattern_graph", "reference_graph"]


def pattern_graph(closure: Closure) -> nx.MultiDiGraph:
    """The pattern graph of a closure, with an edge for each question and answer.

    `Refused` when *closure* is no `Closure`.

    Nodes are the numbers of patterns, with the attributes ``pattern`` (its text) and ``colours``.
    Edges, to each part that has a star, have ``question``, ``number`` (of the question on its
    pattern), ``answer`` (black and white pegs, like ``1,0``) and ``excluded`` (the colours that
    the answer excludes).  Three pegs have tens of millions of edges: see `reference_graph`.
    """
    as_instance(Closure, closure, "the closure")
    graph = nx.MultiDiGraph(game=closure.game.name, pegs=closure.pegs, extra=closure.extra)
    for number, pattern in enumerate(closure.patterns):
        graph.add_node(number, pattern=str(pattern), colours=pattern.colours)
    for number, pattern in enumerate(closure.patterns):
        for place, question in enumerate(closure.questions(number), 1):
            new = new_colours(pattern, question)
            for found in closure.answered(number, question):
                if found.number is not None and not found.part.is_explicit:
                    graph.add_edge(
                        number,
                        found.number,
                        question=word_text(question),
                        number=place,
                        answer=f"{found.answer.black},{found.answer.white}",
                        excluded=pattern.colours + new - found.normal.colours,
                    )
    return graph


def reference_graph(closure: Closure) -> nx.DiGraph:
    """The pattern graph with one edge for each pair of patterns, from the table of splits.

    Edges have ``splits``: how many different splits lead from one to the other.
    """
    graph = nx.DiGraph(game=closure.game.name, pegs=closure.pegs, extra=closure.extra)
    for number, pattern in enumerate(closure.patterns):
        graph.add_node(number, pattern=str(pattern), colours=pattern.colours)
    splits = closure.splits
    count = len(closure.patterns)
    keys = splits.pattern[:, None].astype(np.int64) * count + splits.patterns
    pairs, splits_of_pair = np.unique(keys[splits.patterns >= 0], return_counts=True)
    graph.add_edges_from(
        (int(key) // count, int(key) % count, {"splits": int(many)})
        for key, many in zip(pairs.tolist(), splits_of_pair.tolist(), strict=True)
    )
    return graph


def dot_lines(graph: nx.Graph) -> Iterator[str]:
    """A pattern graph in Graphviz's DOT language."""
    yield "digraph patterns {"
    yield "  node [shape=box, fontname=monospace];"
    for node, data in graph.nodes(data=True):
        yield f'  {node} [label="{node}\\n{data["pattern"]}"];'
    for start, end, data in graph.edges(data=True):
        label = f"{data['question']} {data['answer']}" if "question" in data else data["splits"]
        yield f'  {start} -> {end} [label="{label}"];'
    yield "}"


def graph_text(graph: nx.Graph, form: str) -> str:
    """A pattern graph as ``graphml`` or ``dot``."""
    lines = nx.generate_graphml(graph) if form == "graphml" else dot_lines(graph)
    return "\n".join(lines) + "\n"
