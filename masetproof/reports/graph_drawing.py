"""A pattern graph as a drawing: boxes of patterns, and an arrow for each pair that follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence

import networkx as nx

from masetproof.arguments import Refused, counted
from masetproof.drawing import (
    EDGE,
    INK,
    QUIET,
    Box,
    Drawing,
    Line,
    Mark,
    Point,
    Text,
    arrow_head,
    text_width,
)
from masetproof.games.registry import GAMES
from masetproof.reports.layers import layered, point_at

__all__ = ["MOST_NODES", "graph_drawing"]

MOST_NODES = 60
"""More do not fit a page; Graphviz draws them from the DOT file."""
_MARGIN, _HEAD = 16, 56
_SIZE, _SMALL = 12.0, 10.0
_PADDING, _LINE, _LABEL_LINE = 7, 15, 12
_GAP = (56.0, 14.0)
_LOOP = 20.0
_HEAD_SPACE = 9.0
"""The height of a box for each arrow at its side, which keeps the heads apart."""
_LISTED = 2
"""The most questions that are named beside an arrow, with their answers; more are counted."""
_OPTIMAL = "#0072b2"
_LEGEND = "arrows: question and answer; heavy: an optimal question for some n"
_Pair = tuple[Hashable, Hashable]


def graph_drawing(graph: nx.MultiDiGraph) -> Drawing:
    """The graph of `reports.graph.question_graph`, its parallel edges drawn as one arrow.

    `Refused` when it has more than `MOST_NODES` nodes.
    """
    if len(graph) > MOST_NODES:
        raise Refused(
            f"a graph of {counted(len(graph), 'pattern')} does not fit a picture of at most "
            f"{MOST_NODES}; write it as DOT or GraphML"
        )
    title = f"{GAMES[graph.graph['game']].title} with {counted(graph.graph['pegs'], 'peg')}"
    if "n" in graph.graph:
        n = graph.graph["n"]
        title += f" and {counted(n, 'colour') if isinstance(n, int) else f'{n} colours'}"
    title += ": patterns, and the questions that lead to others"
    texts = {node: _lines(data) for node, data in graph.nodes(data=True)}
    labels, optimal = _labels(graph)
    proper = [pair for pair in labels if pair[0] != pair[1]]
    ends = Counter((node, side) for pair in proper for side, node in enumerate(pair))
    sizes = {}
    for node, lines in texts.items():
        width = max(text_width(lines[0], _SIZE), text_width(lines[1], _SMALL))
        height = max(2 * _LINE + _PADDING, _HEAD_SPACE * max(ends[node, 0], ends[node, 1]))
        sizes[node] = (width + 2 * _PADDING, height)
    spaces = {
        pair: (max(text_width(line, _SMALL) for line in lines) + 4, _LABEL_LINE * len(lines) + 2)
        for pair, lines in labels.items()
    }
    corner = (_MARGIN, _HEAD)
    layout = layered(sizes, list(labels), gap=_GAP, loop=_LOOP, labels=spaces, corner=corner)
    boxes: list[Mark] = []
    for node, lines in texts.items():
        x, y = layout.centre[node]
        boxes += [
            _box((x, y), sizes[node], INK),
            Text(x, y - _PADDING / 2 - 1, lines[0], _SIZE, INK, "middle"),
            Text(x, y - _PADDING / 2 - 1 + _LINE, lines[1], _SMALL, QUIET, "middle"),
        ]
    arrows: list[Mark] = []
    for pair in sorted(labels, key=optimal.__getitem__):  # the optimal ones above the others
        colour, thick, head, ink = (
            (_OPTIMAL, 1.8, 8.0, INK) if optimal[pair] else (EDGE, 0.9, 6.0, QUIET)
        )
        curves = layout.curves[pair]
        arrows += [Line(curve, colour, thick, curved=True) for curve in curves]
        arrows.append(arrow_head(curves[-1][3], point_at(curves[-1], 0.93), colour, head))
        boxes.append(_box(layout.centre[pair], spaces[pair], "none"))
        boxes += _label(labels[pair], layout.centre[pair], ink)
    legend = [
        Text(_MARGIN, 24, title, 14, bold=True),
        Text(_MARGIN, 42, _LEGEND, _SMALL, QUIET),
    ]
    wide = max(layout.width, text_width(title, 14), text_width(_LEGEND, _SMALL))
    height = layout.height + _HEAD + _MARGIN
    return Drawing(wide + 2 * _MARGIN, height, title, (*arrows, *boxes, *legend))


def _box(centre: Point, size: tuple[float, float], stroke: str) -> Box:
    (x, y), (width, height) = centre, size
    return Box(x - width / 2, y - height / 2, width, height, stroke=stroke)


def _label(lines: Sequence[str], centre: Point, ink: str) -> Iterator[Text]:
    x, y = centre
    top = y - _LABEL_LINE * len(lines) / 2
    for row, line in enumerate(lines):
        yield Text(x, top + _LABEL_LINE * row + 9.5, line, _SMALL, ink, "middle")


def _lines(data: dict[str, object]) -> tuple[str, str]:
    """What the box of a node says."""
    excluded = str(data.get("excluded", ""))  # a number, or one for each column: 0,1
    excluded = f", {excluded} excluded" if excluded.strip("0,") else ""
    first = f"{data['number']}: {data['pattern']}{excluded}"
    if "value" not in data:
        return first, f"{data['secrets']} secrets"
    secrets = f"{data['secrets']} secret{'s' * (data['secrets'] != '1')}"
    return first, f"n = {data['n']}, {secrets}, value {data['value']}"


def _labels(graph: nx.MultiDiGraph) -> tuple[dict[_Pair, list[str]], dict[_Pair, bool]]:
    """For each pair of nodes what stands beside its arrow, and whether a question is optimal."""
    asked: dict[_Pair, dict[str, bool]] = {}
    for start, end, data in graph.edges(data=True):
        questions = asked.setdefault((start, end), {})
        text = f"{data['question']} {data['answer']}"
        questions[text] = questions.get(text, False) or bool(data["optimal"])
    optimal = {pair: any(questions.values()) for pair, questions in asked.items()}
    labels = {}
    for pair, questions in asked.items():
        named = [text for text, is_optimal in questions.items() if is_optimal >= optimal[pair]]
        labels[pair] = named if len(named) <= _LISTED else [f"{len(named)} ways"]
    return labels, optimal
