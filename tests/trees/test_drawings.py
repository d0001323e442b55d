"""Drawings: DOT and pictures hold the whole tree, and nothing in a picture overlaps."""

from __future__ import annotations

import re
import subprocess
import xml.etree.ElementTree as ElementTree
from itertools import combinations, pairwise
from math import dist
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masetproof import MASTERMIND, FiniteGame, Jotto, Wordle, optimize
from masetproof.arguments import Refused, counted
from masetproof.drawing import Box, Circle, Drawing, Line, Mark, Text, pegs, shade, svg_lines
from masetproof.reports.drawings import tree_drawing
from masetproof.reports.pictures import save
from masetproof.trees.replay import Refuted, visits
from masetproof.trees.text import dot_lines
from masetproof.trees.tree import Node, StrategyTree, preorder
from masetproof.words import word_text
from tests.oracles import wordle
from tests.trees.samples import TWO_BY_TWO, trees, two_by_two
from tests.trees.test_replay import DEEP, deep_tree

SVG = "{http://www.w3.org/2000/svg}"
Bounds = tuple[float, float, float, float]
M = TypeVar("M", bound=Mark)
EDGE = 1e-6
"""Rounding."""


def test_dot_by_hand() -> None:
    assert list(dot_lines(two_by_two()))[6:] == [
        '  n0 [label="01 (4)", peripheries=2];',
        '  n1 [label="00 (2)", peripheries=2];',
        '  n0 -> n1 [label="(1,0)"];',
        '  n2 [label="11 (1)", peripheries=2];',
        '  n1 -> n2 [label="(0,0)"];',
        '  n3 [label="10 (1)", peripheries=2];',
        '  n0 -> n3 [label="(0,2)"];',
        "}",
    ]


@given(trees())
def test_dot_holds_the_tree(tree: StrategyTree) -> None:
    lines = list(dot_lines(tree))
    assert lines[0] == "digraph strategy {"
    assert lines[-1] == "}"
    assert all(line.endswith(";") for line in lines[1:-1])
    questions: dict[str, str] = {}
    edges: dict[str, list[tuple[str, str]]] = {}
    for line in lines[6:-1]:
        if matched := re.fullmatch(r'  (n\d+) \[label="(\w+) \(\d+\)"(, peripheries=2)?\];', line):
            questions[matched[1]] = matched[2]
        else:
            matched = re.fullmatch(r'  (n\d+) -> (n\d+) \[label="([^"]+)"\];', line)
            assert matched
            edges.setdefault(matched[1], []).append((matched[3], matched[2]))
    numbers = tree.finite.answer_texts

    def same(name: str, node: Node) -> bool:
        below = edges.pop(name, [])
        return (
            questions.pop(name) == word_text(node.question)
            and [text for text, _ in below] == [numbers[number] for number, _ in node.branches]
            and all(same(n, b) for (_, n), (_, b) in zip(below, node.branches, strict=True))
        )

    assert same("n0", tree.root)
    assert not questions
    assert not edges


def boxed(mark: Mark) -> Bounds:
    """Generous bounds; symbols of the font are 0.6 of its size wide."""
    if isinstance(mark, Box):
        return mark.x, mark.y, mark.x + mark.width, mark.y + mark.height
    if isinstance(mark, Circle):
        r = mark.radius
        return mark.x - r, mark.y - r, mark.x + r, mark.y + r
    assert isinstance(mark, Text)
    width = 0.6 * mark.size * len(mark.text)
    left = mark.x - {"start": 0, "middle": width / 2, "end": width}[mark.anchor]
    return left, mark.y - 0.75 * mark.size, left + width, mark.y


def no_two_overlap(boxes: list[Bounds]) -> bool:
    """Sweeps from above; boxes in one band are compared."""
    live: list[Bounds] = []
    for current in sorted(boxes, key=lambda b: b[1]):
        live = [other for other in live if other[3] > current[1] + EDGE]
        if any(other[0] + EDGE < current[2] and current[0] + EDGE < other[2] for other in live):
            return False
        live.append(current)
    return True


def of_kind(drawing: Drawing, kind: type[M]) -> list[M]:
    return [mark for mark in drawing.marks if isinstance(mark, kind)]


@settings(deadline=None)
@given(trees())
def test_the_drawing_shows_every_node_and_nothing_overlaps(tree: StrategyTree) -> None:
    drawing = tree_drawing(tree)
    check_edges(drawing)
    check_svg(drawing)
    seen = list(visits(tree))
    boxes = of_kind(drawing, Box)
    heavy = [box for box in boxes if box.line > 1]
    assert len(heavy) == tree.finite.secret_count
    assert len(boxes) == len(seen)
    circles = of_kind(drawing, Circle)
    # Small ones are answers, large ones the cells of questions, which have their symbols on them.
    large = [circle for circle in circles if circle.radius == 7]
    small = [circle for circle in circles if circle.radius < 7]
    texts = [text for text in of_kind(drawing, Text) if text.y > drawing.rows.top]  # type: ignore[union-attr]
    symbols = {(text.x, round(text.y)): text.text for text in texts if text.anchor == "middle"}
    in_row: dict[float, list[Circle]] = {}
    for circle in sorted(large):
        in_row.setdefault(circle.y, []).append(circle)
    words = [
        "".join(
            symbols[circle.x, round(circle.y + 0.35 * 9.8)]
            for circle in in_row.get(box.y + 10, [])
            if box.x < circle.x < box.x + box.width
        )
        for box in boxes
    ]
    assert sorted(words) == sorted(word_text(v.node.question) for v in seen)
    counts = [text.text for text in texts if text.anchor == "start"]
    assert sorted(counts) == sorted(str(len(v.secrets)) for v in seen if len(v.secrets) > 1)
    answers = tree.finite.answers
    pegs = [answers[v.number] for v in seen if v.number is not None]
    assert sum(c.fill == "#111111" for c in small) == sum(answer.black for answer in pegs)
    assert sum(c.fill == "#ffffff" for c in small) == sum(answer.white for answer in pegs)
    assert no_two_overlap([boxed(mark) for mark in [*boxes, *small]])
    assert no_two_overlap([boxed(mark) for mark in [*large, *texts_beside(texts)]])
    for left, top, right, bottom in map(boxed, [*boxes, *circles, *texts]):
        assert left >= 0
        assert right <= drawing.width
        assert top >= drawing.rows.top  # type: ignore[union-attr]
        assert bottom <= drawing.height
    inside = [boxed(mark) for mark in [*large, *texts]]
    frames = [boxed(mark) for mark in boxes]
    for left, top, right, bottom in inside:
        assert any(f[0] < left and right < f[2] and f[1] < top and bottom < f[3] for f in frames)


def texts_beside(texts: list[Text]) -> list[Text]:
    """Those that are not on a peg."""
    return [text for text in texts if text.anchor != "middle"]


def check_edges(drawing: Drawing) -> None:
    """There is one to every branch."""
    starts = {(box.x, box.y + box.height / 2) for box in of_kind(drawing, Box)}
    ends = [line.points[1] for line in of_kind(drawing, Line) if line.points[1] in starts]
    assert sorted(ends) == sorted(starts - {min(starts)})


def check_svg(drawing: Drawing) -> None:
    """It has every mark."""
    root = ElementTree.fromstring("\n".join(svg_lines(drawing)))
    kinds = {"rect": Box, "circle": Circle, "path": Line, "text": Text}
    for name, kind in kinds.items():
        assert len(root.findall(f"{SVG}g/{SVG}{name}")) == len(of_kind(drawing, kind))
    assert root.findtext(f"{SVG}title") == drawing.title


@settings(deadline=None)
@given(trees(), st.integers(1, 4))
def test_a_drawing_of_some_depth_tells_what_follows(tree: StrategyTree, depth: int) -> None:
    drawing = tree_drawing(tree, depth)
    seen = list(visits(tree))
    assert len(of_kind(drawing, Box)) == sum(visit.depth < depth for visit in seen)
    told = [text.text for text in of_kind(drawing, Text) if "more question" in text.text]
    expected = []
    for visit in seen:
        if visit.depth == depth - 1 and visit.node.branches:
            deepest = max(place for place, *_ in preorder(visit.node))
            left = len(visit.secrets) - visit.wins
            expected.append(f"{counted(left, 'secret')}, up to {counted(deepest, 'more question')}")
    assert sorted(told) == sorted(expected)


def test_a_depth_that_is_none_is_refused() -> None:
    for depth in (0, -1, 1.5, "2", True):
        with pytest.raises(Refused):
            tree_drawing(two_by_two(), depth)  # type: ignore[arg-type]


def test_words_that_are_no_pegs_are_texts() -> None:
    tree = optimize(FiniteGame(Jotto(["ate", "eat", "tea", "tan", "ten"])), workers=1).tree
    drawing = tree_drawing(tree)
    assert not of_kind(drawing, Circle)
    words = [text.text for text in of_kind(drawing, Text) if text.size == 12 and text.y > 84]
    assert sorted(words) == sorted(tree.finite.text(visit.node.question) for visit in visits(tree))


def test_answers_of_wordle_are_squares() -> None:
    """A row for each branch, of marks that the tests compute; in grey, the better the darker."""
    fills = {"b": "#eff0f2", "y": "#e0a400", "g": "#1a7f4b"}
    words = ("abbey", "babes", "level", "steel")
    tree = optimize(FiniteGame(Wordle(words)), workers=1).tree
    drawing = tree_drawing(tree)
    small = [box for box in of_kind(drawing, Box) if box.width < 10]
    colours = {fill: mark for mark, fill in fills.items()}
    row = "".join(colours[box.fill] for box in sorted(small, key=lambda box: (box.y, box.x)))
    rows = [row[place : place + 5] for place in range(0, len(row), 5)]
    told = tree.finite.text
    assert sorted(rows) == sorted(
        wordle.marks(told(below.question), told(node.question))
        for _, _, node in preorder(tree.root)
        for _, below in node.branches
    )
    assert no_two_overlap([boxed(box) for box in of_kind(drawing, Box)])
    shades = [luminance(rgb(fills[mark])) for mark in "byg"]
    assert shades[0] > 2 * shades[1] > 4 * shades[2]


def test_pegs_can_be_told_apart_in_grey_and_by_the_colour_blind() -> None:
    """The symbol is on each peg, black on light and white on dark; eight colours differ as seen
    with protanopia and deuteranopia (Viénot, Brettel and Mollon 1999)."""
    assert len({shade(colour) for colour in range(36)}) == 36
    for marks in (list(pegs((colour,), 0, 0)) for colour in range(36)):
        circle, text = marks
        assert isinstance(circle, Circle)
        assert isinstance(text, Text)
        light = luminance(rgb(circle.fill))
        ink = luminance(rgb(text.fill))
        assert (max(light, ink) + 0.05) / (min(light, ink) + 0.05) > 4.4
    for confusion in ("protanopia", "deuteranopia"):
        seen = [dichromat(rgb(shade(colour)), confusion) for colour in range(8)]
        for one, two in combinations(seen, 2):
            assert dist(one, two) > 0.08


def rgb(colour: str) -> tuple[float, float, float]:
    """Linear light, 0 to 1."""
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (
        (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4) for c in parts
    )
    return red, green, blue


def luminance(colour: tuple[float, float, float]) -> float:
    return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]


def dichromat(colour: tuple[float, float, float], confusion: str) -> tuple[float, float, float]:
    """Linear RGB as seen without one kind of cones (the matrices of the paper, section 3)."""
    red, green, blue = colour
    first, second, third = {
        "protanopia": (0.11238, 0.88762, 0.00401),
        "deuteranopia": (0.29275, 0.70725, -0.02234),
    }[confusion]
    both = first * red + second * green
    return both, both, third * (red - green) + blue


@pytest.mark.parametrize("form", ["pdf", "png", "svg"])
def test_files_of_drawings_are_the_same_bytes_each_time(form: str, tmp_path: Path) -> None:
    for name in ("one", "two"):
        save(tree_drawing(two_by_two()), tmp_path / f"{name}.{form}")
    first = (tmp_path / f"one.{form}").read_bytes()
    assert first == (tmp_path / f"two.{form}").read_bytes()
    assert first.startswith({"pdf": b"%PDF-", "png": b"\x89PNG", "svg": b"<svg "}[form])


@pytest.mark.usefixtures("latex")
def test_a_long_pdf_has_pages_that_say_where_they_are(tmp_path: Path) -> None:
    tree = optimize(FiniteGame(MASTERMIND, 3, 5), workers=1).tree
    path = tmp_path / "tree.pdf"
    save(tree_drawing(tree), path)
    text = subprocess.run(
        ["pdftotext", "-layout", path, "-"], check=True, capture_output=True, text=True
    ).stdout
    pages = text.split("\f")[:-1]
    assert len(pages) > 2
    assert "Mastermind, 3 pegs, 5 colours" in pages[0]
    for number, page in enumerate(pages[1:], 2):
        assert f"page {number} of {len(pages)}, after {word_text(tree.root.question)} (" in page


def test_a_png_that_would_be_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "deep.png"
    with pytest.raises(Refused, match="too large for a PNG"):
        save(Drawing(32_000, 100, "", ()), path)
    assert not path.exists()


def test_drawings_do_not_change() -> None:
    assert list(dot_lines(two_by_two())) == list(dot_lines(two_by_two()))
    assert tree_drawing(two_by_two()) == tree_drawing(two_by_two())


def test_deep_trees_are_drawn() -> None:
    tree = deep_tree(DEEP)
    nodes = sum(1 for _ in preorder(tree.root))
    boxes = of_kind(tree_drawing(tree), Box)
    assert len(boxes) == nodes
    assert sum("->" in line for line in dot_lines(tree)) == nodes - 1
    lefts = sorted({box.x for box in boxes})
    assert all(one < two for one, two in pairwise(lefts))


def test_what_is_no_strategy_is_not_drawn() -> None:
    tree = StrategyTree(TWO_BY_TWO, Node((0, 0)))
    with pytest.raises(Refuted):
        list(dot_lines(tree))
    with pytest.raises(Refuted):
        tree_drawing(tree)
