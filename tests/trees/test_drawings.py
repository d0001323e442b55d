"""Drawings: DOT and SVG hold the whole tree, and nothing in the SVG overlaps."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest
from hypothesis import given

from masetproof.trees.dot import dot_lines
from masetproof.trees.replay import Refuted, visits
from masetproof.trees.svg import svg_lines
from masetproof.trees.tree import Node, StrategyTree, preorder
from masetproof.words import word_text
from tests.trees.samples import TWO_BY_TWO, trees, two_by_two
from tests.trees.test_replay import deep_tree

SVG = "{http://www.w3.org/2000/svg}"
Box = tuple[float, float, float, float]


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
        if found := re.fullmatch(r'  (n\d+) \[label="(\w+) \(\d+\)"(, peripheries=2)?\];', line):
            questions[found[1]] = found[2]
        else:
            found = re.fullmatch(r'  (n\d+) -> (n\d+) \[label="([^"]+)"\];', line)
            assert found
            edges.setdefault(found[1], []).append((found[3], found[2]))
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


def parsed(tree: StrategyTree) -> ElementTree.Element:
    return ElementTree.fromstring("\n".join(svg_lines(tree)))


def box(element: ElementTree.Element) -> Box:
    x, y, w, h = (float(element.get(name, "0")) for name in ("x", "y", "width", "height"))
    return x, y, x + w, y + h


def text_boxes(group: ElementTree.Element) -> list[Box]:
    """Generous boxes around texts in a font whose symbols are 0.6 of its size wide."""
    size = float(group.get("font-size", "0"))
    boxes = []
    for element in group.findall(f"{SVG}text"):
        x, y = float(element.get("x", "0")), float(element.get("y", "0"))
        width = 0.6 * size * len(element.text or "")
        left = x - width if group.get("text-anchor") == "end" else x
        boxes.append((left, y - 0.75 * size, left + width, y))
    return boxes


def no_two_overlap(boxes: list[Box]) -> bool:
    """Sweeps from above; boxes in one band are compared."""
    live: list[Box] = []
    for current in sorted(boxes, key=lambda b: b[1]):
        live = [other for other in live if other[3] > current[1]]
        if any(other[0] < current[2] and current[0] < other[2] for other in live):
            return False
        live.append(current)
    return True


@given(trees())
def test_svg_shows_every_node_and_nothing_overlaps(tree: StrategyTree) -> None:
    root = parsed(tree)
    width, height = float(root.get("width", "0")), float(root.get("height", "0"))
    _, plain, found, questions, counts, answers = root.findall(f"{SVG}g")
    seen = list(visits(tree))
    assert len(found) == tree.finite.secret_count
    assert len(plain) + len(found) == len(seen)
    assert [text.text for text in questions] == [word_text(v.node.question) for v in seen]
    assert [text.text for text in counts] == [
        str(len(v.secrets)) for v in seen if len(v.secrets) > 1
    ]
    texts = tree.finite.answer_texts
    assert [text.text for text in answers] == [texts[v.place.number] for v in seen if v.place]
    boxes = [box(rect) for rect in [*plain, *found]]
    assert no_two_overlap([*boxes, *text_boxes(answers)])
    assert no_two_overlap([*text_boxes(questions), *text_boxes(counts)])
    for left, top, right, bottom in [*boxes, *text_boxes(answers), *text_boxes(questions)]:
        assert left >= 0
        assert right <= width
        assert top >= 64  # below the legend
        assert bottom <= height
    # Every question and number is inside one of the boxes.
    inside = text_boxes(questions) + text_boxes(counts)
    by_place = {(b[0], (b[1] + b[3]) / 2): b for b in boxes}
    assert len(by_place) == len(boxes)
    for left, top, right, bottom in inside:
        assert any(b[0] < left and right < b[2] and b[1] < top and bottom < b[3] for b in boxes)


@given(trees())
def test_svg_has_an_edge_to_every_branch(tree: StrategyTree) -> None:
    root = parsed(tree)
    groups = root.findall(f"{SVG}g")
    middles = {(x0, (y0 + y1) / 2) for x0, y0, _, y1 in map(box, [*groups[1], *groups[2]])}
    ends = []
    for path in groups[0]:
        steps = re.findall(r"M(\d+) (\d+)H(\d+)", path.get("d", ""))
        ends += [(float(end), float(y)) for _, y, end in steps[1:]]
    first = min(middles)
    assert sorted(ends) == sorted(middles - {first})


def test_drawings_do_not_change() -> None:
    for lines in (dot_lines, svg_lines):
        assert list(lines(two_by_two())) == list(lines(two_by_two()))


def test_deep_trees_are_drawn() -> None:
    tree = deep_tree(4000)
    nodes = sum(1 for _ in preorder(tree.root))
    root = parsed(tree)
    assert len(root.findall(f"{SVG}g")[3]) == nodes
    assert sum("->" in line for line in dot_lines(tree)) == nodes - 1
    lefts = sorted({box(rect)[0] for rect in root.findall(f"{SVG}g")[1]})
    assert all(one < two for one, two in pairwise(lefts))


def test_what_is_no_strategy_is_not_drawn() -> None:
    tree = StrategyTree(TWO_BY_TWO, Node((0, 0)))
    for lines in (dot_lines, svg_lines):
        with pytest.raises(Refuted):
            list(lines(tree))
