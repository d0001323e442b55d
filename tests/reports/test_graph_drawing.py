"""Pattern graphs as drawings: boxes, labels and arrows that keep out of each other's way."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from numpy.typing import NDArray

from masetproof.drawing import Box, Drawing, Text
from masetproof.proofs.theorem import Theorem, prove
from masetproof.recurrences.readings import BLANKS, Reading
from masetproof.reports import graph as module
from masetproof.reports.graph import question_graph
from masetproof.reports.layers import Layout, layered
from masetproof.reports.pictures import _figure, _style
from tests.reports.test_layers import points_along

Place = tuple[float, float, float, float]
"""Left, top, right and bottom."""
MODELS = list(product(("mastermind", "ab"), (1, 2), BLANKS))


def drawn(
    monkeypatch: pytest.MonkeyPatch, theorem: Theorem, **options: Any
) -> tuple[Drawing, Layout]:
    """The drawing, and how its boxes, edges and labels were laid out."""
    layouts = []

    def kept(*arguments: Any, **named: Any) -> Layout:
        layouts.append(layered(*arguments, **named))
        return layouts[-1]

    monkeypatch.setattr(module, "layered", kept)
    drawing = module.graph_drawing(question_graph(theorem, **options))
    return drawing, layouts[0]


def texts_of(drawing: Drawing) -> list[tuple[str, Place]]:
    """All texts with the places that matplotlib gives them, in pixels of the drawing."""
    marks = tuple(mark for mark in drawing.marks if isinstance(mark, Text))
    with _style():
        figure = _figure(replace(drawing, marks=marks))
        canvas = FigureCanvasAgg(figure)
        (axes,) = figure.axes
        back = axes.transData.inverted()
        places = []
        for text in axes.texts:
            extent = text.get_window_extent(canvas.get_renderer())
            (left, top), (right, bottom) = back.transform([(extent.x0, extent.y1), extent.p1])
            bottom = back.transform(extent.p0)[1]
            places.append((text.get_text(), (left, top, right, bottom)))
    return places


def place_of(box: Box) -> Place:
    return box.x, box.y, box.x + box.width, box.y + box.height


def meet(one: Place, two: Place, room: float = 0.0) -> bool:
    return (
        min(one[2], two[2]) > max(one[0], two[0]) - room
        and min(one[3], two[3]) > max(one[1], two[1]) - room
    )


def holding(places: NDArray[np.float64], points: NDArray[np.float64]) -> set[int]:
    """Which of the places hold some of the points: float64[place, 4], float64[point, 2]."""
    low, high = places[:, None, :2], places[:, None, 2:]
    held = ((low < points) & (points < high)).all(axis=2).any(axis=1)
    return set(held.nonzero()[0].tolist())


def inside(one: Place, two: Place) -> bool:
    return one[0] >= two[0] and one[1] >= two[1] and one[2] <= two[2] and one[3] <= two[3]


def check(drawing: Drawing, layout: Layout) -> None:
    boxes = [mark for mark in drawing.marks if isinstance(mark, Box)]
    places = [place_of(box) for box in boxes]
    assert len(boxes) == len(layout.centre)
    assert layout.curves.keys() <= layout.centre.keys()
    for one, two in combinations(places, 2):
        assert not meet(one, two, 2.0)
    whole = (0.0, 0.0, drawing.width, drawing.height)
    assert all(inside(place, whole) for place in places)
    # Each text is in one box, and no two lie on each other, as matplotlib measures them.
    texts = texts_of(drawing)
    assert len(texts) == sum(isinstance(mark, Text) for mark in drawing.marks)
    for (first, one), (second, two) in combinations(texts, 2):
        assert not meet(one, two), (first, second)
    heads = {drawing.title, module._LEGEND}
    assert heads <= {text for text, _ in texts}
    for text, place in texts:
        if text in heads:
            assert inside(place, whole), text
            assert not any(meet(place, box) for box in places), text
        else:
            assert sum(inside(place, box) for box in places) == 1, text
    # An edge meets no label but its own, which it passes through.
    labels = np.array([place_of(box) for box in boxes if box.stroke == "none"])
    for edge, curves in layout.curves.items():
        passed = holding(labels, np.array([*points_along(curves, 64)]))
        (own,) = holding(labels, np.array([layout.centre[edge]]))
        assert passed <= {own}, edge
        assert passed or edge[0] == edge[1]


@pytest.mark.one_in(5)
@pytest.mark.parametrize(("game", "pegs", "reading"), MODELS)
def test_no_label_is_on_another_or_on_a_box_or_on_a_foreign_edge(
    monkeypatch: pytest.MonkeyPatch, game: str, pegs: int, reading: Reading
) -> None:
    theorem = prove(game, pegs, reading=reading)
    assert isinstance(theorem, Theorem)
    check(*drawn(monkeypatch, theorem))
    check(*drawn(monkeypatch, theorem, optimal_only=True))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("objective", ["expected", "worst"])
@pytest.mark.parametrize("game", ["mastermind", "ab"])
def test_nor_in_the_graph_of_a_number_of_colours(
    monkeypatch: pytest.MonkeyPatch, game: str, objective: str
) -> None:
    theorem = prove(game, 2, objective=objective)
    assert isinstance(theorem, Theorem)
    check(*drawn(monkeypatch, theorem, colours=5))


def test_heads_of_arrows_are_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    theorem = prove("mastermind", 2)
    assert isinstance(theorem, Theorem)
    _, layout = drawn(monkeypatch, theorem)
    ends = [curves[-1] for (one, two), curves in layout.curves.items() if one != two]
    for (x, y), (u, v) in combinations(ends, 2):
        assert x != u or abs(y - v) > 0.8 * 8  # as high as the larger heads
