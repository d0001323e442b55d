"""Places of the boxes and arrows of a small directed graph: in layers, from left to right.

After Sugiyama, Tagawa and Toda (1981): edges that close a circle are turned around, nodes are put
into layers, and the nodes of a layer are ordered so that few edges cross.  A *cell* is what
occupies a place in a layer: a box, the label of an edge (between two layers of boxes), or a point
that a long edge passes.  Edges are level inside layers, so that they meet no cell but their own,
and leave and enter boxes at places of their own.  An edge from a node to itself is a loop above its
box.

Lengths are in any unit; y grows downwards.  Graphviz is not needed: a graph has the same layout on
every machine, and labels stand on their edges, not beside them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import accumulate, chain, pairwise
from operator import itemgetter
from statistics import fmean
from typing import NamedTuple

import networkx as nx

from masetproof.drawing import Point

Cell = Hashable
Edge = tuple[Cell, Cell]
Size = tuple[float, float]
"""Width and height."""
Curves = tuple[Point, ...]
"""Quadratic Bézier curves: each has three points, the last one is the first of the next curve."""
_LEVEL = 11 / 32
"""How far towards the end of a bend its first half, continued as it begins, would go."""
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
    curves: dict[Edge, Curves]


def layered(
    sizes: Mapping[Cell, Size],
    edges: Sequence[Edge],
    *,
    gap: tuple[float, float],
    loop: float,
    labels: Mapping[Edge, Size] | None = None,
    corner: Point = (0.0, 0.0),
) -> Layout:
    """Lay out a graph.  The label of an edge has the name of the edge, a box that of its node.

    sizes: of the box of each node; the first one begins.  edges: each once.
    gap: between layers, and between the cells of one layer.
    loop: how far loops reach above boxes.
    labels: the sizes of the labels of edges; the label of a loop is above it.
    corner: the upper left one of the whole.
    """
    labels = labels or {}
    loops = [edge for edge in edges if edge[0] == edge[1]]
    paths, layer = _paths(sizes, [edge for edge in edges if edge[0] != edge[1]], labels)
    extents = dict.fromkeys(layer, _Extent(0.0, 0.0, 0.0)) | _extents(sizes, labels, loops, loop)
    links = _links(layer, paths.values())
    rows = _ordered(links, layer)
    middle = _middles(links, rows, extents, gap[1])
    top = min(y - extents[cell].above for cell, y in middle.items())
    bottom = max(y + extents[cell].below for cell, y in middle.items())
    columns = _columns(rows, extents, gap[0], corner[0])
    centre = {cell: (sum(columns[cell]) / 2, corner[1] + y - top) for cell, y in middle.items()}
    ports = _ports(paths, centre, sizes)
    curves = {edge: _along(edge, path, centre, columns, ports) for edge, path in paths.items()}
    for edge in loops:
        x, y = centre[edge[0]]
        curves[edge] = _loop((x, y), sizes[edge[0]], loop)
        if edge in labels:
            centre[edge] = x, y - extents[edge[0]].above + labels[edge][1] / 2
    drawn = {cell: centre[cell] for cell in (*sizes, *labels)}
    right = max(end for _, end in columns.values())
    return Layout(right - corner[0], bottom - top, drawn, curves)


def _paths(
    nodes: Mapping[Cell, Size], edges: Sequence[Edge], labels: Mapping[Edge, Size]
) -> tuple[dict[Edge, list[Cell]], dict[Cell, int]]:
    """The cells along each edge, its label among them, and the layer of every cell.

    Layers are those of the longest ways, with layers for labels between them.
    """
    graph = nx.DiGraph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from(edges)
    left = {node: place for place, node in enumerate(nx.dfs_postorder_nodes(graph))}
    # An edge to a node that a walk leaves later closes a circle.
    turned = [(start, end) for start, end in edges if left[start] < left[end]]
    graph.remove_edges_from(turned)
    graph.add_edges_from((end, start) for start, end in turned)
    step = 2 if labels else 1
    generations = enumerate(nx.topological_generations(graph))
    layer: dict[Cell, int] = {node: step * number for number, some in generations for node in some}
    for node in list(nodes)[1:]:
        # A node without edges to it stands in the layer just before its followers.
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


class _Extent(NamedTuple):
    """How wide a cell is, and how far it reaches above and below its middle."""

    width: float
    above: float
    below: float


def _extents(
    sizes: Mapping[Cell, Size], labels: Mapping[Edge, Size], loops: Iterable[Edge], reach: float
) -> dict[Cell, _Extent]:
    """Those of all boxes, with their loops, and of all labels."""
    extents = {
        cell: _Extent(wide, high / 2, high / 2)
        for cell, (wide, high) in (*sizes.items(), *labels.items())
    }
    for edge in loops:
        wide, high = labels.get(edge, (0.0, 0.0))
        own = extents[edge[0]]
        above = own.above + (reach + high)
        extents[edge[0]] = own._replace(width=max(wide, own.width), above=above)
    return extents


def _links(cells: Iterable[Cell], paths: Iterable[Sequence[Cell]]) -> nx.Graph:
    """Which cells are next to each other along an edge."""
    links = nx.Graph()
    links.add_nodes_from(cells)
    for path in paths:
        nx.add_path(links, path)
    return links


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
    links: nx.Graph, rows: Sequence[Sequence[Cell]], extents: Mapping[Cell, _Extent], gap: float
) -> dict[Cell, float]:
    """The middles of all cells: near those of their neighbours, in order, with gaps in layers."""
    # How far a cell is below the one before it at least.
    steps = [[extents[a].below + gap + extents[b].above for a, b in pairwise(row)] for row in rows]
    shift = {
        cell: y
        for row, some in zip(rows, steps, strict=True)
        for cell, y in zip(row, accumulate(some, initial=0.0), strict=False)
    }
    middle = dict(shift)
    for row in chain.from_iterable([rows] * _ROUNDS):
        # The nearest heights that keep order and gaps (pool adjacent violators).
        pools: list[list[float]] = []
        for cell in row:
            near = [middle[other] for other in links[cell]] or [middle[cell]]
            pools.append([fmean(near) - shift[cell]])
            while len(pools) > 1 and fmean(pools[-2]) > fmean(pools[-1]):
                pools[-2:] = [pools[-2] + pools[-1]]
        places = [fmean(pool) for pool in pools for _ in pool]
        middle |= {cell: y + shift[cell] for cell, y in zip(row, places, strict=True)}
    return middle


def _columns(
    rows: Iterable[Sequence[Cell]], extents: Mapping[Cell, _Extent], gap: float, begin: float
) -> dict[Cell, tuple[float, float]]:
    """The left and the right end of the layer of each cell."""
    columns: dict[Cell, tuple[float, float]] = {}
    right = begin - gap
    for row in rows:
        left = right + gap
        right = left + max((extents[cell].width for cell in row), default=0.0)
        columns |= dict.fromkeys(row, (left, right))
    return columns


def _ports(
    paths: Mapping[Edge, Sequence[Cell]], centre: Mapping[Cell, Point], sizes: Mapping[Cell, Size]
) -> dict[tuple[Edge, Cell], Point]:
    """Where each edge leaves its first box and enters its last one."""
    sides: dict[tuple[Cell, int], list[tuple[float, Edge]]] = {}
    for edge, path in paths.items():
        for box, beside in (path[:2], path[:-3:-1]):
            side = _way(box, beside, centre)
            sides.setdefault((box, side), []).append((centre[beside][1], edge))
    ports = {}
    for (box, side), ends in sides.items():
        (x, y), (width, height) = centre[box], sizes[box]
        step = _PORT * height / len(ends)
        for place, (_, edge) in enumerate(sorted(ends, key=itemgetter(0))):
            ports[edge, box] = x + side * width / 2, y + step * (place - (len(ends) - 1) / 2)
    return ports


def _way(one: Cell, two: Cell, centre: Mapping[Cell, Point]) -> int:
    """1 from left to right, -1 from right to left."""
    return 1 if centre[one][0] < centre[two][0] else -1


def _along(
    edge: Edge,
    path: Sequence[Cell],
    centre: Mapping[Cell, Point],
    columns: Mapping[Cell, tuple[float, float]],
    ports: Mapping[tuple[Edge, Cell], Point],
) -> Curves:
    """The curves from box to box: level in all layers, whose left and right ends are given."""
    way = _way(path[0], path[1], centre)
    first, last = (ports[edge, box] for box in edge)
    heights = [first[1], *(centre[cell][1] for cell in path[1:-1]), last[1]]
    ends = [(x, y) for cell, y in zip(path, heights, strict=True) for x in columns[cell][::way]]
    # The widest box of a layer reaches to its end, but for rounding.
    steps = pairwise([first, *ends[1:-1], last])
    bends = (_bend(one, two) for one, two in steps if abs(one[0] - two[0]) > _ROUNDING)
    return (first, *chain.from_iterable(bends))


def _bend(one: Point, two: Point) -> Curves:
    """From one point, which is left out, to another, level at both ends."""
    (x, y), (u, v) = one, two
    level = _LEVEL * (u - x)
    return (x + level, y), ((x + u) / 2, (y + v) / 2), (u - level, v), two


def _loop(centre: Point, size: Size, reach: float) -> Curves:
    """From the top of a box to it, upright at both ends."""
    (x, y), half = centre, min(size[0] / 4, reach * 0.5)
    low = y - size[1] / 2
    high = low - reach * 0.95
    return (x + half, low), (x + half, high), (x, high), (x - half, high), (x - half, low)
