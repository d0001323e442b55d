"""Where the nodes and edges of a small directed graph are drawn: in layers, from left to right.

After Sugiyama, Tagawa and Toda (1981): edges that close a circle are turned around, nodes are put
into layers, long edges pass between the nodes of the layers on their way, and the nodes of a layer
are ordered so that few edges cross.  Edges leave and enter boxes at places of their own, so that no
two of them lie on each other, and an edge from a node to itself is a loop above it, for which there
is room.  A label has a place of its own between two layers of boxes, as a box has in its layer, and
its edge passes through it.  Edges are level wherever there are boxes or labels, so that they meet
none but their own.  Lengths are in any unit; y grows downwards.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from masetproof.drawing import Point

__all__ = ["Curve", "Layout", "halves", "layered", "point_at"]

Node = Hashable
Edge = tuple[Node, Node]
Size = tuple[float, float]
"""Width and height."""
Curve = tuple[Point, Point, Point, Point]
"""A cubic Bézier curve."""
_Chain = Sequence[Node]
"""An edge with the places where it passes through layers between."""
_Room = tuple[float, float]
"""How far a node reaches above and below its middle."""
_NONE = (0.0, 0.0)
_SWEEPS = 24
_ROUNDS = 40
_PORT = 0.8
"""Edges enter a side of a box on this part of it."""


class Layout(NamedTuple):
    """The size of the whole, the centres of boxes and labels, and the curves along each edge."""

    width: float
    height: float
    centre: dict[Node, Point]
    curves: dict[Edge, tuple[Curve, ...]]
    labels: dict[Edge, Point]


def layered(
    sizes: Mapping[Node, Size],
    edges: Sequence[Edge],
    *,
    gap: tuple[float, float],
    loop: float,
    labels: Mapping[Edge, Size] | None = None,
) -> Layout:
    """Lay out a graph.

    sizes: of the box of each node; the first one begins.  edges: each once.  gap: between layers,
    and between what is in one.  loop: how far loops reach above boxes.  labels: the sizes of the
    labels of edges; that of a loop is above it.
    """
    labels = labels or {}
    proper = [edge for edge in dict.fromkeys(edges) if edge[0] != edge[1]]
    looped = [node for node in sizes if (node, node) in edges]
    turned = _turned(list(sizes), proper)
    forward = [(end, start) if (start, end) in turned else (start, end) for start, end in proper]
    layer = _layers(list(sizes), forward)
    if labels:
        layer = {node: 2 * place for node, place in layer.items()}
    chains = {
        edge: _chain(number, ahead, layer)
        for number, (edge, ahead) in enumerate(zip(proper, forward, strict=True))
    }
    # A label stands just behind the box that its edge leaves.
    label_of = {e: chains[e][-2 if e in turned else 1] for e in proper if e in labels}
    sizes_of = {**sizes, **{node: labels[edge] for edge, node in label_of.items()}}
    room = {node: (height / 2, height / 2) for node, (_, height) in sizes_of.items()}
    for node in looped:
        wide, high = labels.get((node, node), _NONE)
        room[node] = (room[node][0] + loop + high, room[node][1])
        sizes_of[node] = (max(wide, sizes[node][0]), sizes[node][1])
    rows = _ordered(_rows(list(sizes), layer, chains.values()), chains.values())
    middle = _heights(rows, chains.values(), room, gap[1])
    columns = [max((sizes_of.get(node, _NONE)[0] for node in row), default=0.0) for row in rows]
    left = [0.0, *accumulate(width + gap[0] for width in columns)]
    top = min(y - room.get(node, _NONE)[0] for node, y in middle.items())
    bottom = max(y + room.get(node, _NONE)[1] for node, y in middle.items())
    place_of = {node: number for number, row in enumerate(rows) for node in row}
    centre = {
        node: (left[number] + columns[number] / 2, middle[node] - top)
        for node, number in place_of.items()
    }
    half = {node: columns[number] / 2 for node, number in place_of.items()}
    ports = _ports(chains, centre, sizes)
    curves: dict[Edge, tuple[Curve, ...]] = {}
    for edge, chain in chains.items():
        found = _along(chain, centre, half, (ports[edge, 0], ports[edge, 1]))
        if edge in turned:
            found = tuple(curve[::-1] for curve in reversed(found))
        curves[edge] = found
    label_at = {edge: centre[node] for edge, node in label_of.items()}
    for node in looped:
        (x, y), edge = centre[node], (node, node)
        curves[edge] = (_loop(centre[node], sizes[node], loop),)
        if edge in labels:
            label_at[edge] = (x, y - room[node][0] + labels[edge][1] / 2)
    boxes = {node: centre[node] for node in sizes}
    return Layout(left[-1] - gap[0], bottom - top, boxes, curves, label_at)


def _turned(nodes: Sequence[Node], edges: Sequence[Edge]) -> set[Edge]:
    """Edges that lead back to a node on the way to them, from the first node on."""
    after: dict[Node, list[Node]] = {node: [] for node in nodes}
    for start, end in edges:
        after[start].append(end)
    found: set[Edge] = set()
    done: set[Node] = set()
    for root in nodes:
        path = [(root, iter(after[root]))] if root not in done else []
        on_path = {root}
        while path:
            node, rest = path[-1]
            for below in rest:
                if below in on_path:
                    found.add((node, below))
                elif below not in done:
                    on_path.add(below)
                    path.append((below, iter(after[below])))
                    break
            else:
                path.pop()
                on_path.discard(node)
                done.add(node)
    return found


def _layers(nodes: Sequence[Node], edges: Sequence[Edge]) -> dict[Node, int]:
    """The longest way to each node; one that nothing leads to stands just before what follows."""
    layer = dict.fromkeys(nodes, 0)
    for _ in nodes:
        for start, end in edges:
            layer[end] = max(layer[end], layer[start] + 1)
    entered = {end for _, end in edges}
    for node in nodes[1:]:
        below = [layer[end] for start, end in edges if start == node]
        if node not in entered and below:
            layer[node] = min(below) - 1
    return layer


class _Between(NamedTuple):
    """Where an edge passes through a layer."""

    edge: int
    layer: int


def _chain(number: int, edge: Edge, layer: Mapping[Node, int]) -> list[Node]:
    start, end = edge
    between = [_Between(number, place) for place in range(layer[start] + 1, layer[end])]
    return [start, *between, end]


def _rows(
    nodes: Sequence[Node], layer: Mapping[Node, int], chains: Collection[_Chain]
) -> list[list[Node]]:
    rows: list[list[Node]] = [[] for _ in range(max(layer.values()) + 1)]
    for node in nodes:
        rows[layer[node]].append(node)
    for chain in chains:
        for place, node in enumerate(chain[1:-1], 1):
            rows[layer[chain[0]] + place].append(node)
    return rows


def _ordered(rows: list[list[Node]], chains: Collection[_Chain]) -> list[list[Node]]:
    """The nodes of each layer in an order with few crossings: that of their neighbours' mean."""
    links = [pair for chain in chains for pair in pairwise(chain)]
    best, least = [list(row) for row in rows], _crossings(rows, links)
    rows = [list(row) for row in rows]
    for sweep in range(_SWEEPS):
        downwards = sweep % 2 == 0
        order = range(1, len(rows)) if downwards else range(len(rows) - 2, -1, -1)
        for number in order:
            beside = rows[number - 1] if downwards else rows[number + 1]
            place = {node: spot for spot, node in enumerate(beside)}
            own = {node: spot for spot, node in enumerate(rows[number])}
            means: dict[Node, float] = {}
            for node in rows[number]:
                near = [place[one] for one, two in links if two == node and one in place]
                near += [place[two] for one, two in links if one == node and two in place]
                means[node] = sum(near) / len(near) if near else own[node]
            rows[number].sort(key=lambda node, means=means: means[node])  # type: ignore[misc]
        crossings = _crossings(rows, links)
        if crossings < least:
            best, least = [list(row) for row in rows], crossings
    return best


def _crossings(rows: Sequence[Sequence[Node]], links: Sequence[Edge]) -> int:
    total = 0
    for one, two in pairwise(rows):
        above = {node: spot for spot, node in enumerate(one)}
        below = {node: spot for spot, node in enumerate(two)}
        ends = [(above[a], below[b]) for a, b in links if a in above and b in below]
        total += sum(
            (a - c) * (b - d) < 0 for place, (a, b) in enumerate(ends) for c, d in ends[place + 1 :]
        )
    return total


def _heights(
    rows: Sequence[Sequence[Node]],
    chains: Collection[_Chain],
    room: Mapping[Node, _Room],
    gap: float,
) -> dict[Node, float]:
    """The middles of all nodes: near those of their neighbours, in order, with gaps between."""
    near: dict[Node, list[Node]] = {node: [] for row in rows for node in row}
    for chain in chains:
        for one, two in pairwise(chain):
            near[one].append(two)
            near[two].append(one)
    middle: dict[Node, float] = {}
    for row in rows:
        y = 0.0
        for node in row:
            middle[node] = y
            y += sum(room.get(node, _NONE)) + gap
    for _ in range(_ROUNDS):
        for row in rows:
            wanted = [
                sum(middle[other] for other in near[node]) / len(near[node])
                if near[node]
                else middle[node]
                for node in row
            ]
            for node, y in zip(row, _apart(row, wanted, room, gap), strict=True):
                middle[node] = y
    return middle


def _apart(
    row: Sequence[Node], wanted: Sequence[float], room: Mapping[Node, _Room], gap: float
) -> list[float]:
    """The heights nearest to those wanted that keep order and gaps (pool adjacent violators)."""
    steps = [room.get(one, _NONE)[1] + gap + room.get(two, _NONE)[0] for one, two in pairwise(row)]
    shifts = [0.0, *accumulate(steps)]
    blocks: list[tuple[float, int]] = []
    for y, shift in zip(wanted, shifts, strict=False):
        blocks.append((y - shift, 1))
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            (high_mean, many), (low_mean, few) = blocks[-2:]
            blocks[-2:] = [((high_mean * many + low_mean * few) / (many + few), many + few)]
    means = [mean for mean, many in blocks for _ in range(many)]
    return [mean + shift for mean, shift in zip(means, shifts, strict=False)]


def _ports(
    chains: Mapping[Edge, Sequence[Node]],
    centre: Mapping[Node, Point],
    sizes: Mapping[Node, tuple[float, float]],
) -> dict[tuple[Edge, int], Point]:
    """Where each edge leaves its left box (0) and enters its right one (1)."""
    sides: dict[tuple[Node, int], list[tuple[float, int, Edge]]] = {}
    for number, (edge, chain) in enumerate(chains.items()):
        for side, node, other in ((0, chain[0], chain[1]), (1, chain[-1], chain[-2])):
            sides.setdefault((node, side), []).append((centre[other][1], number, edge))
    found = {}
    for (node, side), ends in sides.items():
        x, y = centre[node]
        width, height = sizes[node]
        x += width / 2 if side == 0 else -width / 2
        step = _PORT * height / len(ends)
        for place, (_, _, edge) in enumerate(sorted(ends)):
            found[edge, side] = (x, y + step * (place - (len(ends) - 1) / 2))
    return found


def _along(
    chain: _Chain,
    centre: Mapping[Node, Point],
    half: Mapping[Node, float],
    ports: tuple[Point, Point],
) -> tuple[Curve, ...]:
    """The curves from box to box: level in all layers, half the width of which is given."""
    points = [ports[0], (centre[chain[0]][0] + half[chain[0]], ports[0][1])]
    for node in chain[1:-1]:
        x, y = centre[node]
        points += [(x - half[node], y), (x + half[node], y)]
    points += [(centre[chain[-1]][0] - half[chain[-1]], ports[1][1]), ports[1]]
    return tuple(_smooth(one, two) for one, two in pairwise(points) if two[0] > one[0] + 1e-9)


def _smooth(one: Point, two: Point) -> Curve:
    """From one point to another, level at both ends."""
    between = (one[0] + two[0]) / 2
    return one, (between, one[1]), (between, two[1]), two


def _loop(centre: Point, size: tuple[float, float], reach: float) -> Curve:
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


def halves(curve: Curve) -> tuple[Curve, Curve]:
    """The two halves of a curve (de Casteljau)."""

    def mean(one: Point, two: Point) -> Point:
        return (one[0] + two[0]) / 2, (one[1] + two[1]) / 2

    one, two, three, four = curve
    first, between, last = mean(one, two), mean(two, three), mean(three, four)
    before, after = mean(first, between), mean(between, last)
    middle = mean(before, after)
    return (one, first, before, middle), (middle, after, last, four)
