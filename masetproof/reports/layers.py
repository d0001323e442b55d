"""Where the boxes and arrows of a small directed graph are drawn: in layers, from left to right.

After Sugiyama, Tagawa and Toda (1981): edges that close a circle are turned around, nodes are put
into layers, and the nodes of a layer are ordered so that few edges cross.  What stands in a layer
is called a cell: a box, the label of an edge (between two layers of boxes), or a place where a long
edge passes.  Edges are level inside layers, so that they meet no cell but their own, and leave and
enter boxes at places of their own.  An edge from a node to itself is a loop above its box.

Lengths are in any unit; y grows downwards.  Graphviz is not needed: a graph has the same layout on
every machine, and labels stand on their edges, not beside them.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import accumulate, pairwise
from operator import itemgetter
from statistics import fmean
from typing import NamedTuple

import networkx as nx

from masetproof.drawing import Point

__all__ = ["Curve", "Layout", "layered", "point_at"]

Cell = Hashable
Edge = tuple[Cell, Cell]
Size = tuple[float, float]
"""Width and height."""
Curve = tuple[Point, Point, Point, Point]
"""A cubic Bézier curve."""
_SWEEPS = 12
_ROUNDS = 40
_ROUNDING = 1e-6
_PORT = 0.8
"""Edges enter a side of a box on this part of it."""


class Layout(NamedTuple):
    """The size of the whole, the centres of boxes and labels, and the curves along each edge."""

    width: float
    height: float
    centre: dict[Cell, Point]
    curves: dict[Edge, tuple[Curve, ...]]


class _Extent(NamedTuple):
    """The width of a cell, and how far it reaches above and below its middle."""

    width: float = 0.0
    above: float = 0.0
    below: float = 0.0


def layered(
    sizes: Mapping[Cell, Size],
    edges: Sequence[Edge],
    *,
    gap: tuple[float, float],
    loop: float,
    labels: Mapping[Edge, Size] | None = None,
    corner: Point = (0.0, 0.0),
) -> Layout:
    """Lay out a graph.  The label of an edge is called by the edge, a box by its node.

    sizes: of the box of each node; the first one begins.  edges: each once.  gap: between layers,
    and between what is in one.  loop: how far loops reach above boxes.  labels: the sizes of the
    labels of edges; that of a loop is above it.  corner: the upper left one of the whole.
    """
    labels = labels or {}
    loops = [(node, node) for node in sizes if (node, node) in edges]
    paths, layer = _paths(sizes, [edge for edge in edges if edge[0] != edge[1]], labels)
    extent = dict.fromkeys(layer, _Extent())
    for cell, (width, height) in (*sizes.items(), *labels.items()):
        extent[cell] = _Extent(width, height / 2, height / 2)
    for edge in loops:
        box, (width, height) = extent[edge[0]], labels.get(edge, (0.0, 0.0))
        above = box.above + loop + height
        extent[edge[0]] = _Extent(max(width, box.width), above, box.below)

    links = nx.Graph()
    links.add_nodes_from(layer)
    for path in paths.values():
        nx.add_path(links, path)
    rows = _ordered(links, layer)
    middle = _middles(links, rows, extent, gap[1])
    top = min(y - extent[cell].above for cell, y in middle.items())
    bottom = max(y + extent[cell].below for cell, y in middle.items())
    widths = [max((extent[cell].width for cell in row), default=0.0) for row in rows]
    right = [*accumulate(widths, lambda x, width: x + gap[0] + width)]
    centre, columns = {}, {}
    for width, end, row in zip(widths, right, rows, strict=True):
        for cell in row:
            columns[cell] = (corner[0] + end - width, corner[0] + end)
            centre[cell] = (corner[0] + end - width / 2, corner[1] + middle[cell] - top)

    ports = _ports(paths, centre, sizes)
    curves = {
        edge: _along(path, centre, columns, (ports[edge, 0], ports[edge, -1]))
        for edge, path in paths.items()
    }
    for edge in loops:
        x, y = centre[edge[0]]
        curves[edge] = (_loop((x, y), sizes[edge[0]], loop),)
        if edge in labels:
            centre[edge] = (x, y - extent[edge[0]].above + labels[edge][1] / 2)
    drawn = {cell: centre[cell] for cell in (*sizes, *labels)}
    return Layout(right[-1], bottom - top, drawn, curves)


def _paths(
    nodes: Mapping[Cell, Size], edges: Sequence[Edge], labels: Mapping[Edge, Size]
) -> tuple[dict[Edge, list[Cell]], dict[Cell, int]]:
    """The cells along each edge, its label among them, and the layer of every cell.

    Layers are those of the longest ways, with layers for labels between them.
    """
    graph = nx.DiGraph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from(edges)
    turned, done = set(), set()
    # An edge back to a node on the way to it closes a circle.
    for start, end, kind in nx.dfs_labeled_edges(graph):
        if kind == "reverse":
            done.add(end)
        elif kind == "nontree" and end not in done:
            turned.add((start, end))
    graph.remove_edges_from(turned)
    graph.add_edges_from((end, start) for start, end in turned)
    step = 2 if labels else 1
    generations = enumerate(nx.topological_generations(graph))
    layer: dict[Cell, int] = {node: step * number for number, some in generations for node in some}
    for node in list(nodes)[1:]:
        # What nothing leads to stands just before what follows.
        if graph[node] and not graph.pred[node]:
            layer[node] = min(layer[end] for end in graph[node]) - step
    paths = {}
    for edge in edges:
        start, end = (layer[node] for node in edge)
        way = 1 if start < end else -1
        places = range(start + way, end, way)
        between: list[Cell] = [(edge, place) for place in places]
        if edge in labels:
            between[0] = edge
        layer |= zip(between, places, strict=True)
        paths[edge] = [edge[0], *between, edge[1]]
    return paths, layer


def _ordered(links: nx.Graph, layer: Mapping[Cell, int]) -> list[list[Cell]]:
    """The cells of each layer in an order with few crossings: that of their neighbours' means."""
    rows: list[list[Cell]] = [[] for _ in range(max(layer.values()) + 1)]
    for cell, number in layer.items():
        rows[number].append(cell)
    for sweep in range(_SWEEPS):
        for before, row in pairwise(rows[:: -1 if sweep % 2 else 1]):
            place = {cell: spot for spot, cell in enumerate(before)}
            wanted = {
                cell: fmean([place[other] for other in links[cell] if other in place] or [spot])
                for spot, cell in enumerate(row)
            }
            row.sort(key=wanted.__getitem__)
    return rows


def _middles(
    links: nx.Graph,
    rows: Sequence[Sequence[Cell]],
    extent: Mapping[Cell, _Extent],
    gap: float,
) -> dict[Cell, float]:
    """The middles of all cells: near those of their neighbours, in order, with gaps between."""
    shifts = []
    for row in rows:
        steps = [extent[one].below + gap + extent[two].above for one, two in pairwise(row)]
        shifts.append([0.0, *accumulate(steps)])
    middle = {
        cell: y
        for row, ys in zip(rows, shifts, strict=True)
        for cell, y in zip(row, ys, strict=False)
    }
    for _ in range(_ROUNDS):
        for row, ys in zip(rows, shifts, strict=True):
            # The nearest heights that keep order and gaps (pool adjacent violators).
            pools: list[list[float]] = []
            for cell, shift in zip(row, ys, strict=False):
                near = [middle[other] for other in links[cell]] or [middle[cell]]
                pools.append([fmean(near) - shift])
                while len(pools) > 1 and fmean(pools[-2]) > fmean(pools[-1]):
                    pools[-2:] = [pools[-2] + pools[-1]]
            places = [fmean(pool) for pool in pools for _ in pool]
            middle |= {cell: y + shift for cell, y, shift in zip(row, places, ys, strict=False)}
    return middle


def _ports(
    paths: Mapping[Edge, Sequence[Cell]],
    centre: Mapping[Cell, Point],
    sizes: Mapping[Cell, Size],
) -> dict[tuple[Edge, int], Point]:
    """Where each edge leaves its first box (0) and enters its last one (-1)."""
    sides: dict[tuple[Cell, int], list[tuple[float, Edge, int]]] = {}
    for edge, path in paths.items():
        for end, beside in ((0, 1), (-1, -2)):
            side = _way(path[end], path[beside], centre)
            height = centre[path[beside]][1]
            sides.setdefault((path[end], side), []).append((height, edge, end))
    ports = {}
    for (box, side), ends in sides.items():
        (x, y), (width, height) = centre[box], sizes[box]
        step = _PORT * height / len(ends)
        for place, (_, edge, end) in enumerate(sorted(ends, key=itemgetter(0))):
            up = y + step * (place - (len(ends) - 1) / 2)
            ports[edge, end] = (x + side * width / 2, up)
    return ports


def _way(one: Cell, two: Cell, centre: Mapping[Cell, Point]) -> int:
    """1 from left to right, -1 from right to left."""
    return 1 if centre[one][0] < centre[two][0] else -1


def _along(
    path: Sequence[Cell],
    centre: Mapping[Cell, Point],
    columns: Mapping[Cell, tuple[float, float]],
    ports: tuple[Point, Point],
) -> tuple[Curve, ...]:
    """The curves from box to box: level in all layers, whose left and right ends are given."""
    way = _way(path[0], path[1], centre)
    heights = [ports[0][1], *(centre[cell][1] for cell in path[1:-1]), ports[1][1]]
    ends = [(x, y) for cell, y in zip(path, heights, strict=True) for x in columns[cell][::way]]
    points = [ports[0], *ends[1:-1], ports[1]]
    # The widest box of a layer reaches to its end, but for rounding.
    steps = pairwise(points)
    return tuple(_smooth(one, two) for one, two in steps if abs(one[0] - two[0]) > _ROUNDING)


def _smooth(one: Point, two: Point) -> Curve:
    """From one point to another, level at both ends."""
    between = (one[0] + two[0]) / 2
    return one, (between, one[1]), (between, two[1]), two


def _loop(centre: Point, size: Size, reach: float) -> Curve:
    """A curve from the top of a box to it; a Bézier curve goes three quarters to its controls."""
    (x, y), half = centre, min(size[0] / 4, reach * 0.4)
    top = y - size[1] / 2
    far = top - reach / 0.75 * 0.95
    return (x + half, top), (x + 2.4 * half, far), (x - 2.4 * half, far), (x - half, top)


def point_at(curve: Curve, t: float) -> Point:
    """The point of a curve at a parameter from 0 to 1."""
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
    x, y = (
        sum(w * point[axis] for w, point in zip(weights, curve, strict=True)) for axis in (0, 1)
    )
    return x, y
