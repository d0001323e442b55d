"""A pattern graph as a drawing: boxes of patterns, and an arrow for each pair that follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

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
from masetproof.reports.layers import Curve, layered, point_at

__all__ = ["MOST_NODES", "graph_drawing"]

MOST_NODES = 60
"""More do not fit a page; Graphviz draws them from the DOT file."""
_MARGIN, _HEAD = 16, 56
_SIZE, _SMALL = 12.0, 10.0
_PADDING, _LINE = 7, 15
_GAP = (56.0, 14.0)
_LOOP = 20.0
_HEAD_SPACE = 9.0
"""So much height of a box for each arrow keeps the heads apart."""
_LISTED = 2
"""So many questions with their answers are named beside an arrow; more are counted."""
_OPTIMAL = "#0072b2"
_LEGEND = "arrows: question and answer; heavy: an optimal question for some n"


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
    sizes = {node: _box_size(lines, _ends(node, labels)) for node, lines in texts.items()}
    spaces = {pair: _label_size(lines) for pair, lines in labels.items()}
    layout = layered(sizes, list(labels), gap=_GAP, loop=_LOOP, labels=spaces)
    boxes: list[Mark] = []
    for node, lines in texts.items():
        box = _box(layout.centre[node], sizes[node], INK)
        boxes += [box, *_written(lines, box)]
    arrows: list[Mark] = []
    texts_beside: list[Mark] = []
    # Those that are optimal are drawn last, above the others.
    for edge in sorted(layout.curves, key=lambda edge: optimal[edge]):
        curves = [_moved(curve) for curve in layout.curves[edge]]
        colour, thick, head, ink = (
            (_OPTIMAL, 1.8, 8.0, INK) if optimal[edge] else (EDGE, 0.9, 6.0, QUIET)
        )
        arrows += [Line(curve, colour, thick, curved=True) for curve in curves]
        arrows.append(arrow_head(curves[-1][3], point_at(curves[-1], 0.93), colour, head))
        ground = _box(layout.labels[edge], spaces[edge], "none")
        texts_beside += [ground, *_label(labels[edge], ground, ink)]
    legend = [
        Text(_MARGIN, 24, title, 14, bold=True),
        Text(_MARGIN, 42, _LEGEND, _SMALL, QUIET),
    ]
    wide = max(layout.width, text_width(title, 14), text_width(_LEGEND, _SMALL))
    height = layout.height + _HEAD + _MARGIN
    marks = (*arrows, *boxes, *texts_beside, *legend)
    return Drawing(wide + 2 * _MARGIN, height, title, marks)


def _ends(node: object, edges: Iterable[tuple[object, object]]) -> int:
    """How many arrows begin or end at one side of a box, at most."""
    others = [(start, end) for start, end in edges if start != end]
    return max(sum(edge[side] == node for edge in others) for side in (0, 1)) if others else 0


def _box_size(lines: Sequence[str], ends: int) -> tuple[float, float]:
    sizes = [_SIZE, *[_SMALL] * (len(lines) - 1)]
    width = max(text_width(line, size) for line, size in zip(lines, sizes, strict=True))
    return width + 2 * _PADDING, max(len(lines) * _LINE + _PADDING, _HEAD_SPACE * ends)


def _written(lines: Sequence[str], box: Box) -> Iterator[Text]:
    top = box.y + (box.height - len(lines) * _LINE - _PADDING) / 2
    for row, line in enumerate(lines):
        y = top + _LINE * (row + 1) - 1
        size, ink = (_SMALL, QUIET) if row else (_SIZE, INK)
        yield Text(box.x + box.width / 2, y, line, size, ink, "middle")


def _lines(data: dict[str, object]) -> list[str]:
    """What the box of a node says."""
    excluded = str(data.get("excluded", ""))  # a number, or one for each column: 0,1
    excluded = f", {excluded} excluded" if excluded.strip("0,") else ""
    first = f"{data['number']}: {data['pattern']}{excluded}"
    if "value" in data:
        secrets = f"{data['secrets']} secret{'s' * (data['secrets'] != '1')}"
        return [first, f"n = {data['n']}, {secrets}, value {data['value']}"]
    return [first, f"{data['secrets']} secrets"]


def _labels(
    graph: nx.MultiDiGraph,
) -> tuple[dict[tuple[object, object], list[str]], dict[tuple[object, object], bool]]:
    """For each pair of nodes what stands beside its arrow, and whether a question is optimal."""
    asked: dict[tuple[object, object], dict[str, bool]] = {}
    for start, end, data in graph.edges(data=True):
        questions = asked.setdefault((start, end), {})
        text = f"{data['question']} {data['answer']}"
        questions[text] = questions.get(text, False) or bool(data["optimal"])
    labels, optimal = {}, {}
    for pair, questions in asked.items():
        best = [text for text, is_optimal in questions.items() if is_optimal]
        shown = best or list(questions)
        labels[pair] = shown if len(shown) <= _LISTED else [f"{len(shown)} ways"]
        optimal[pair] = bool(best)
    return labels, optimal


def _moved(curve: Curve) -> Curve:
    """Into the drawing."""
    one, two, three, four = ((x + _MARGIN, y + _HEAD) for x, y in curve)
    return one, two, three, four


def _box(centre: Point, size: tuple[float, float], stroke: str) -> Box:
    """Around a point of the layout, in the drawing."""
    (x, y), (width, height) = centre, size
    return Box(x - width / 2 + _MARGIN, y - height / 2 + _HEAD, width, height, stroke=stroke)


def _label_size(lines: Sequence[str]) -> tuple[float, float]:
    return max(text_width(line, _SMALL) for line in lines) + 4, 12.0 * len(lines) + 2


def _label(lines: Sequence[str], ground: Box, ink: str) -> Iterator[Text]:
    for row, line in enumerate(lines):
        y = ground.y + 12 * row + 10.5
        yield Text(ground.x + ground.width / 2, y, line, _SMALL, ink, "middle")
