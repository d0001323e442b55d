"""Strategy trees as SVG drawings, laid out here.  A tree that is no strategy is `Refuted`.

The tree grows from left to right.  Every node without branches has a row of its own, in preorder;
every other node stands in the middle between its first and its last branch.  So the rows of
different subtrees never meet, no two nodes of one depth are nearer than a row, and with one column
for each depth nothing overlaps.  All lengths are whole pixels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple
from xml.sax.saxutils import escape

from masetproof.trees.replay import replay, visits
from masetproof.trees.tree import StrategyTree

__all__ = ["svg_lines"]

_ROW = 22
_BOX = 16
_MARGIN = 16
_HEAD = 76
"""Below the title, what was found, and the legend."""
_SYMBOL = 7.25
_SMALL_SYMBOL = 5.45
"""The widths of one symbol in the two sizes, generously: fonts differ."""
_PADDING = 5
_STUB = 10
"""From a box to the vertical line of its branches."""
_FONTS = "'DejaVu Sans Mono', Menlo, Consolas, monospace"


class _Shape(NamedTuple):
    """A node to draw; above: its place among the shapes before it."""

    question: str
    secrets: int
    found: bool
    depth: int
    answer: str
    above: int | None


class _Layout(NamedTuple):
    """Where the shapes are: left sides and widths by depth, middles by shape."""

    left: list[int]
    width: list[int]
    middle: list[int]
    right_end: int
    bottom: int


def svg_lines(tree: StrategyTree) -> Iterator[str]:
    """The drawing, an XML document."""
    found = replay(tree).words()
    head = [tree.finite.title, found]
    shapes = _shapes(tree)
    layout = _layout(shapes)
    legend = "number: secrets still possible; filled: the question is one of them"
    wide = max(len(head[0]) * 9.5, *(len(line) * _SYMBOL for line in (head[1], legend)))
    width = max(layout.right_end, int(wide) + _MARGIN) + _MARGIN
    height = layout.bottom + _MARGIN
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="{_FONTS}">'
    )
    yield f"<title>{escape(head[0])}</title>"
    yield f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    yield f'<text x="{_MARGIN}" y="26" font-size="15" font-weight="bold">{escape(head[0])}</text>'
    yield f'<text x="{_MARGIN}" y="46" font-size="12">{escape(head[1])}</text>'
    yield f'<text x="{_MARGIN}" y="64" font-size="11" fill="#666666">{escape(legend)}</text>'
    yield '<g fill="none" stroke="#8a8f98">'
    yield from _edges(shapes, layout)
    yield "</g>"
    yield '<g fill="#ffffff" stroke="#8a8f98">'
    yield from _boxes(shapes, layout, found=False)
    yield "</g>"
    yield '<g fill="#cdeacb" stroke="#2e7d32">'
    yield from _boxes(shapes, layout, found=True)
    yield "</g>"
    yield '<g font-size="12" fill="#111111">'
    for shape, middle in zip(shapes, layout.middle, strict=True):
        yield _text(layout.left[shape.depth] + _PADDING, middle + 4, shape.question)
    yield "</g>"
    yield '<g font-size="9" fill="#555555">'
    for shape, middle in zip(shapes, layout.middle, strict=True):
        if shape.secrets > 1:
            x = layout.left[shape.depth] + _PADDING + _length(shape.question) + _PADDING
            yield _text(x, middle + 4, str(shape.secrets))
    yield "</g>"
    yield '<g font-size="9" fill="#1f4e9c" text-anchor="end">'
    for shape, middle in zip(shapes, layout.middle, strict=True):
        if shape.answer:
            yield _text(layout.left[shape.depth] - 4, middle - 3, shape.answer)
    yield "</g>"
    yield "</svg>"


def _shapes(tree: StrategyTree) -> list[_Shape]:
    """The nodes in preorder."""
    texts = tree.finite.answer_texts
    shapes: list[_Shape] = []
    above: list[int] = []
    for visit in visits(tree):
        del above[visit.depth :]
        shapes.append(
            _Shape(
                tree.finite.text(visit.node.question),
                len(visit.secrets),
                visit.found,
                visit.depth,
                texts[visit.place.number] if visit.place else "",
                above[-1] if above else None,
            )
        )
        above.append(len(shapes) - 1)
    return shapes


def _layout(shapes: Sequence[_Shape]) -> _Layout:
    depths = max(shape.depth for shape in shapes) + 1
    width, gap = [0] * depths, [0] * depths
    for shape in shapes:
        width[shape.depth] = max(width[shape.depth], _box_width(shape))
        gap[shape.depth] = max(gap[shape.depth], _small_length(shape.answer) + 12 + _STUB)
    gap[0] = _MARGIN
    # Every column begins after the box before it and the gap, which holds the answers.
    ends = list(accumulate(w + g for w, g in zip(width, gap, strict=True)))
    left = [end - w for end, w in zip(ends, width, strict=True)]
    middle, bottom = _middles(shapes)
    return _Layout(left, width, middle, ends[-1], bottom)


def _middles(shapes: Sequence[_Shape]) -> tuple[list[int], int]:
    """The heights of the shapes, from the last to the first so that branches come before."""
    first: list[int | None] = [None] * len(shapes)
    last: list[int | None] = [None] * len(shapes)
    leaves = {shape.above for shape in shapes}
    rows = sum(place not in leaves for place in range(len(shapes)))
    bottom = _HEAD + rows * _ROW
    middle = [0] * len(shapes)
    row = rows
    for place in range(len(shapes) - 1, -1, -1):
        top, low = first[place], last[place]
        if top is None or low is None:
            row -= 1
            middle[place] = _HEAD + row * _ROW + _ROW // 2
        else:
            middle[place] = (top + low) // 2
        above = shapes[place].above
        if above is not None:
            first[above] = middle[place]
            if last[above] is None:
                last[above] = middle[place]
    return middle, bottom


def _edges(shapes: Sequence[_Shape], layout: _Layout) -> Iterator[str]:
    """One path for each node with branches: to the right, down, and to every branch."""
    below: dict[int, list[int]] = {}
    for place, shape in enumerate(shapes):
        if shape.above is not None:
            below.setdefault(shape.above, []).append(place)
    for place, branches in sorted(below.items()):
        depth = shapes[place].depth
        start = layout.left[depth] + _box_width(shapes[place])
        trunk = layout.left[depth] + layout.width[depth] + _STUB
        end = layout.left[depth + 1]
        heights = [layout.middle[branch] for branch in branches]
        steps = [f"M{start} {layout.middle[place]}H{trunk}"]
        if heights[0] != heights[-1]:
            steps.append(f"M{trunk} {heights[0]}V{heights[-1]}")
        steps += [f"M{trunk} {height}H{end}" for height in heights]
        yield f'<path d="{"".join(steps)}"/>'


def _boxes(shapes: Sequence[_Shape], layout: _Layout, *, found: bool) -> Iterator[str]:
    for shape, middle in zip(shapes, layout.middle, strict=True):
        if shape.found is found:
            yield (
                f'<rect x="{layout.left[shape.depth]}" y="{middle - _BOX // 2}" '
                f'width="{_box_width(shape)}" height="{_BOX}" rx="3"/>'
            )


def _box_width(shape: _Shape) -> int:
    """The question and, if it is not alone, the number of secrets."""
    count = _PADDING + _small_length(str(shape.secrets)) if shape.secrets > 1 else 0
    return _PADDING + _length(shape.question) + count + _PADDING


def _length(text: str) -> int:
    return round(len(text) * _SYMBOL)


def _small_length(text: str) -> int:
    return round(len(text) * _SMALL_SYMBOL)


def _text(x: int, y: int, text: str) -> str:
    return f'<text x="{x}" y="{y}">{escape(text)}</text>'
