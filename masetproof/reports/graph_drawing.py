"""A pattern graph as a drawing: boxes of patterns, and an arrow for each pair that follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

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
_GAP = (140.0, 18.0)
_LOOP, _LOOP_LABEL = 20.0, 24.0
_LISTED = 2
"""So many questions with their answers are named beside an arrow; more are counted."""
_OPTIMAL = "#0072b2"
_Place = tuple[float, float, float, float]
"""Left, top, right and bottom."""
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
        title += f" and {counted(graph.graph['n'], 'colour')}"
    title += ": patterns, and the questions that lead to others"
    texts = {node: _lines(data) for node, data in graph.nodes(data=True)}
    sizes = {node: _box_size(lines) for node, lines in texts.items()}
    labels, optimal = _labels(graph)
    layout = layered(sizes, list(labels), gap=_GAP, loop=_LOOP, label=_LOOP_LABEL)
    boxes: list[Mark] = []
    taken: list[_Place] = []
    for node, lines in texts.items():
        (x, y), (width, height) = layout.centre[node], sizes[node]
        box = Box(x - width / 2 + _MARGIN, y - height / 2 + _HEAD, width, height, stroke=INK)
        taken.append((box.x, box.y, box.x + width, box.y + height))
        boxes += [box, *_written(lines, box)]
    arrows: list[Mark] = []
    texts_beside: list[Mark] = []
    # Those that are optimal are drawn last, above the others, but their labels find room first.
    for edge in sorted(layout.curves, key=lambda edge: not optimal[edge]):
        curves = [_moved(curve) for curve in layout.curves[edge]]
        colour, thick, head, ink = (
            (_OPTIMAL, 1.8, 8.0, INK) if optimal[edge] else (EDGE, 0.9, 6.0, QUIET)
        )
        end = curves[-1][3]
        arrows.insert(0, arrow_head(end, point_at(curves[-1], 0.93), colour, head))
        arrows[:0] = [Line(curve, colour, thick, curved=True) for curve in curves]
        texts_beside += _label(labels[edge], curves, taken, ink)
    legend = [
        Text(_MARGIN, 24, title, 14, bold=True),
        Text(_MARGIN, 42, _LEGEND, _SMALL, QUIET),
    ]
    wide = max(layout.width, text_width(title, 14), text_width(_LEGEND, _SMALL))
    height = layout.height + _HEAD + _MARGIN
    marks = (*arrows, *boxes, *texts_beside, *legend)
    return Drawing(wide + 2 * _MARGIN, height, title, marks)


def _box_size(lines: Sequence[str]) -> tuple[float, float]:
    sizes = [_SIZE, *[_SMALL] * (len(lines) - 1)]
    width = max(text_width(line, size) for line, size in zip(lines, sizes, strict=True))
    return width + 2 * _PADDING, len(lines) * _LINE + _PADDING


def _written(lines: Sequence[str], box: Box) -> Iterator[Text]:
    for row, line in enumerate(lines):
        y = box.y + _LINE * (row + 1) - 1
        size, ink = (_SMALL, QUIET) if row else (_SIZE, INK)
        yield Text(box.x + box.width / 2, y, line, size, ink, "middle")


def _lines(data: dict[str, object]) -> list[str]:
    """What the box of a node says."""
    excluded = f", {data['excluded']} excluded" if data.get("excluded") else ""
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


def _label(
    lines: Sequence[str],
    curves: Sequence[Curve],
    taken: list[_Place],
    ink: str,
) -> list[Mark]:
    """The label on its arrow, where it covers the least of what is there."""
    width = max(text_width(line, _SMALL) for line in lines) + 4
    height = 12.0 * len(lines) + 2
    best: tuple[float, _Place] | None = None
    # The label of a loop stands above it.
    above = height / 2 if curves[0][0][1] == curves[-1][3][1] and len(curves) == 1 else 0.0
    for curve, t in product(curves, (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)):
        x, y = point_at(curve, t)
        y -= above
        place = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
        covered = sum(_common(place, other) for other in taken)
        if best is None or covered < best[0]:
            best = (covered, place)
    assert best is not None
    left, top, right, _ = best[1]
    taken.append(best[1])
    marks: list[Mark] = [Box(left, top, width, height, "#ffffff", "none", rounding=2)]
    marks += [
        Text((left + right) / 2, top + 12 * row + 10.5, line, _SMALL, ink, "middle")
        for row, line in enumerate(lines)
    ]
    return marks


def _common(one: tuple[float, ...], two: tuple[float, ...]) -> float:
    """The area that two boxes have in common."""
    width = min(one[2], two[2]) - max(one[0], two[0])
    height = min(one[3], two[3]) - max(one[1], two[1])
    return max(0.0, width) * max(0.0, height)
