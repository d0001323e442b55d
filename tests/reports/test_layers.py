"""Graphs in layers: boxes apart, edges from box to box and through no other, loops with room."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from masetproof.drawing import Point
from masetproof.reports.layers import Curves, Layout, layered

SIZE, GAP, LOOP = (30.0, 20.0), (50.0, 12.0), 15.0
graphs = st.integers(1, 8).flatmap(
    lambda count: st.tuples(
        st.just(count),
        st.lists(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)), unique=True),
    )
)


def points_along(curves: Curves, steps: int) -> Iterator[Point]:
    """Points of each curve, its first and its last one among them."""
    for first in range(0, len(curves) - 1, 2):
        one, two, three = (complex(*point) for point in curves[first : first + 3])
        for t in (step / steps for step in range(steps + 1)):
            at = (1 - t) ** 2 * one + 2 * t * (1 - t) * two + t**2 * three
            yield at.real, at.imag


def laid_out(count: int, edges: list[tuple[int, int]]) -> Layout:
    return layered(dict.fromkeys(range(count), SIZE), edges, gap=GAP, loop=LOOP)


@settings(deadline=None)
@given(graphs)
def test_boxes_do_not_meet_and_all_is_inside(graph: tuple[int, list[tuple[int, int]]]) -> None:
    count, edges = graph
    layout = laid_out(count, edges)
    assert set(layout.centre) == set(range(count))
    for (x, y), (u, v) in combinations(layout.centre.values(), 2):
        assert abs(x - u) >= SIZE[0] + GAP[0] - 1e-6 or abs(y - v) >= SIZE[1] + GAP[1] - 1e-6
    for x, y in (point for curves in layout.curves.values() for point in points_along(curves, 8)):
        assert -1e-6 <= x <= layout.width + 1e-6
        assert -1e-6 <= y <= layout.height + 1e-6


@settings(deadline=None)
@given(graphs)
def test_each_edge_leads_from_its_box_to_its_box_and_through_no_other(
    graph: tuple[int, list[tuple[int, int]]],
) -> None:
    count, edges = graph
    layout = laid_out(count, edges)
    assert set(layout.curves) == set(edges)
    ends = []
    for (start, end), curves in layout.curves.items():
        first, last = curves[0], curves[-1]
        ends += [first, last]
        for point, node in ((first, start), (last, end)):
            (x, y), (u, v) = point, layout.centre[node]
            across, up = abs(x - u) / SIZE[0] * 2, abs(y - v) / SIZE[1] * 2
            assert max(across, up) == 1 or abs(max(across, up) - 1) < 1e-9
            assert min(across, up) < 1
        for x, y in points_along(curves, 40):
            for node, (u, v) in layout.centre.items():
                inside = abs(x - u) < SIZE[0] / 2 - 1e-6 and abs(y - v) < SIZE[1] / 2 - 1e-6
                assert not inside, (start, end, node)
    assert len(set(ends)) == len(ends)  # no two edges lie on each other where they meet a box


def test_a_path_is_straight_and_a_loop_is_above() -> None:
    layout = laid_out(3, [(0, 1), (1, 2), (1, 1)])
    heights = {y for _, y in layout.centre.values()}
    assert len(heights) == 1
    _, top, *_ = layout.curves[1, 1]
    assert top[1] < layout.centre[1][1] - SIZE[1] / 2


Rectangle = tuple[float, float, float, float]


def around(centre: tuple[float, float], size: tuple[float, float]) -> Rectangle:
    (x, y), (width, height) = centre, size
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


@settings(deadline=None)
@given(graphs, st.randoms(use_true_random=False))
def test_labels_meet_no_other_label_no_box_and_no_edge_but_their_own(
    graph: tuple[int, list[tuple[int, int]]], chance: random.Random
) -> None:
    count, edges = graph
    sizes = {node: (chance.uniform(10, 90), chance.uniform(10, 60)) for node in range(count)}
    labels = {
        edge: (chance.uniform(5, 120), chance.uniform(5, 40))
        for edge in edges
        if chance.random() < 0.8
    }
    layout = layered(sizes, edges, gap=GAP, loop=LOOP, labels=labels)
    assert set(layout.centre) == {*sizes, *labels}
    places = [around(layout.centre[node], sizes[node]) for node in sizes]
    label_at = {edge: around(layout.centre[edge], labels[edge]) for edge in labels}
    for one, two in combinations([*places, *label_at.values()], 2):
        wide = min(one[2], two[2]) - max(one[0], two[0])
        high = min(one[3], two[3]) - max(one[1], two[1])
        assert wide <= 1e-6 or high <= 1e-6
    for edge, curves in layout.curves.items():
        # No curve is as short as rounding: the head of an arrow would point anywhere.
        bends = zip(curves[::4], curves[4::4], strict=False)
        assert edge[0] == edge[1] or all(abs(one[0] - two[0]) > 1e-6 for one, two in bends)
        points = [*points_along(curves, 40)]
        for x, y in points:
            assert -1e-6 <= x <= layout.width + 1e-6
            assert -1e-6 <= y <= layout.height + 1e-6
            foreign = [place for other, place in label_at.items() if other != edge]
            for left, top, right, bottom in places + foreign:
                across = left + 1e-6 < x < right - 1e-6
                assert not (across and top + 1e-6 < y < bottom - 1e-6), edge
        if edge in labels and edge[0] != edge[1]:
            left, top, right, bottom = label_at[edge]
            assert any(left <= x <= right and top < y < bottom for x, y in points)
