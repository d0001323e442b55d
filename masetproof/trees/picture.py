"""Strategy trees as drawings, laid out here.  A tree that is no strategy is `Refuted`.

The tree grows from left to right.  Every node without branches has a row of its own, in preorder;
every other node stands in the middle between its first and its last branch.  So the rows of
different subtrees never meet, no two nodes of one depth are nearer than a row, and with one column
for each depth nothing overlaps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Any, NamedTuple

from masetproof.arguments import as_count, counted
from masetproof.drawing import (
    EDGE,
    QUIET,
    Box,
    Drawing,
    Line,
    Mark,
    Rows,
    Text,
    answer_pegs,
    in_layers,
    pegs,
    pegs_width,
    text_width,
)
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import PegGame
from masetproof.trees.replay import Visit, replay, visits
from masetproof.trees.tree import StrategyTree, checked_tree
from masetproof.words import COLOUR_LIMIT, Word

__all__ = ["tree_drawing"]

_ROW = 24
_BOX = 20
_MARGIN = 16
_HEAD = 84
"""Below the title, what was found, and the legend."""
_PEG = 14
_ANSWER_PEG = 6
_SIZE, _SMALL = 12.0, 9.0
"""Of texts."""
_PADDING = 4
_STUB = 10
"""From a box to the vertical line of its branches."""
_STEPS = 6
"""So many steps of a path are told where a page begins."""
_FOUND = ("#dff0d8", "#1b5e20", 1.8)
"""The ground, the frame and its thickness where the question is a possible secret."""


@dataclass(slots=True)
class _Shape:
    """A node to draw.

    above: its place among the shapes before it.  hidden: how many questions more the secrets may
    take that are not drawn.
    """

    question: Word
    secrets: int
    found: bool
    depth: int
    answer: int | None
    above: int | None
    hidden: int = 0


class _Layout(NamedTuple):
    """Where the shapes are: left sides and widths by depth, middles by shape."""

    left: list[float]
    width: list[float]
    middle: list[float]
    right_end: float
    bottom: float


def tree_drawing(tree: StrategyTree, depth: int | None = None) -> Drawing:
    """The tree as a drawing.

    depth: so many questions of each path are drawn, and what follows is told in words.  `Refused`
    when that is no number from 1 on, `Refuted` when the tree is no strategy.
    """
    if depth is not None:
        depth = as_count(depth, "the depth", 1)
    finite = checked_tree(tree).finite
    head = [finite.title, replay(tree).words(), *_legend(finite)]
    shapes = _shapes(tree, depth)
    layout = _layout(finite, shapes)
    wide = max(text_width(head[0], 15), *(text_width(line, _SIZE) for line in head[1:]))
    width = max(layout.right_end, wide + _MARGIN) + _MARGIN
    marks: list[Mark] = [
        Text(_MARGIN, 26, head[0], 15, bold=True),
        Text(_MARGIN, 45, head[1]),
        *(Text(_MARGIN, 60 + 13 * row, line, 10, QUIET) for row, line in enumerate(head[2:])),
    ]
    for place, shape in enumerate(shapes):
        marks += _node(finite, shape, layout, layout.middle[place])
    marks += _edges(finite, shapes, layout)
    places = _places(finite, shapes)
    rows = Rows(_HEAD, _ROW, places)
    return Drawing(width, layout.bottom + _MARGIN, ": ".join(head[:2]), in_layers(marks), rows)


def _legend(finite: FiniteGame) -> list[str]:
    box = "number: secrets still possible; green with a heavy frame: the question is one of them"
    if not _has_pegs(finite):
        return [box]
    answer = "small pegs: filled, right place"
    if finite.game.white_pegs:  # type: ignore[attr-defined]
        answer += "; hollow, right colour in another place"
    return [box, f"{answer}; a stroke, neither"]


def _has_pegs(finite: FiniteGame) -> bool:
    """Whether words are drawn as pegs."""
    return isinstance(finite.game, PegGame) and finite.colours <= COLOUR_LIMIT


def _shapes(tree: StrategyTree, depth: int | None) -> list[_Shape]:
    """The nodes in preorder, those that are too deep added to the ones above them."""
    shapes: list[_Shape] = []
    above: list[int] = []
    for visit in visits(tree):
        if depth is not None and visit.depth >= depth:
            folded = shapes[above[depth - 1]]
            folded.hidden = max(folded.hidden, visit.depth - depth + 1)
            continue
        del above[visit.depth :]
        shapes.append(_shape(visit, above[-1] if above else None))
        above.append(len(shapes) - 1)
    return shapes


def _shape(visit: Visit, above: int | None) -> _Shape:
    secrets = len(visit.secrets)
    return _Shape(visit.node.question, secrets, visit.found, visit.depth, visit.number, above)


def _layout(finite: FiniteGame, shapes: Sequence[_Shape]) -> _Layout:
    depths = max(shape.depth for shape in shapes) + 1
    width, gap, beyond = [0.0] * depths, [0.0] * depths, 0.0
    for shape in shapes:
        box = _box_width(finite, shape)
        width[shape.depth] = max(width[shape.depth], box)
        room = _answer_width(finite, shape.answer) + 14 + _STUB
        gap[shape.depth] = max(gap[shape.depth], room)
        if shape.hidden:
            beyond = max(beyond, _STUB + _PADDING + text_width(_fold_text(shape), _SMALL))
    gap[0] = _MARGIN
    # Every column begins after the box before it and the gap, which holds the answers.
    ends = list(accumulate(w + g for w, g in zip(width, gap, strict=True)))
    left = [end - w for end, w in zip(ends, width, strict=True)]
    middle, bottom = _middles(shapes)
    return _Layout(left, width, middle, ends[-1] + beyond, bottom)


def _middles(shapes: Sequence[_Shape]) -> tuple[list[float], float]:
    """The heights of the shapes, from the last to the first so that branches come before."""
    first: list[float | None] = [None] * len(shapes)
    last: list[float | None] = [None] * len(shapes)
    leaves = {shape.above for shape in shapes}
    rows = sum(place not in leaves for place in range(len(shapes)))
    bottom = _HEAD + rows * _ROW
    middle = [0.0] * len(shapes)
    row = rows
    for place in range(len(shapes) - 1, -1, -1):
        top, low = first[place], last[place]
        if top is None or low is None:
            row -= 1
            middle[place] = _HEAD + row * _ROW + _ROW / 2
        else:
            middle[place] = (top + low) / 2
        above = shapes[place].above
        if above is not None:
            first[above] = middle[place]
            if last[above] is None:
                last[above] = middle[place]
    return middle, bottom


def _places(finite: FiniteGame, shapes: Sequence[_Shape]) -> tuple[str, ...]:
    """For each row the questions with their answers that lead to its node, the last few."""
    texts = finite.answer_texts
    leaves = {shape.above for shape in shapes}
    found = []
    for place, shape in enumerate(shapes):
        if place not in leaves:
            steps: list[str] = []
            while shape.above is not None and shape.answer is not None:
                if len(steps) == _STEPS:
                    steps.append("...")
                    break
                before = shapes[shape.above]
                steps.append(f"{finite.text(before.question)} {texts[shape.answer]}")
                shape = before
            found.append(", ".join(reversed(steps)))
    return tuple(found)


def _edges(finite: FiniteGame, shapes: Sequence[_Shape], layout: _Layout) -> Iterator[Mark]:
    """From each node with branches to the right, down, and to every branch."""
    below: dict[int, list[int]] = {}
    for place, shape in enumerate(shapes):
        if shape.above is not None:
            below.setdefault(shape.above, []).append(place)
    for place, branches in sorted(below.items()):
        depth = shapes[place].depth
        start = layout.left[depth] + _box_width(finite, shapes[place])
        trunk = layout.left[depth] + layout.width[depth] + _STUB
        end = layout.left[depth + 1]
        heights = [layout.middle[branch] for branch in branches]
        yield Line(((start, layout.middle[place]), (trunk, layout.middle[place])))
        if heights[0] != heights[-1]:
            yield Line(((trunk, heights[0]), (trunk, heights[-1])))
        for height in heights:
            yield Line(((trunk, height), (end, height)))


def _node(finite: FiniteGame, shape: _Shape, layout: _Layout, middle: float) -> Iterator[Mark]:
    """The box with the question, the answer before it, and what is not drawn behind it."""
    x, width = layout.left[shape.depth], _box_width(finite, shape)
    frame = _FOUND if shape.found else ("#ffffff", EDGE, 1.0)
    yield Box(x, middle - _BOX / 2, width, _BOX, *frame, rounding=4)
    inside = x + _PADDING
    if _has_pegs(finite):
        yield from pegs(shape.question, inside, middle, _PEG)
    else:
        yield Text(inside, middle + 4, finite.text(shape.question), _SIZE)
    if shape.secrets > 1:
        count = inside + _question_width(finite, shape.question) + _PADDING
        yield Text(count, middle + 3.5, str(shape.secrets), _SMALL, QUIET)
    if shape.answer is not None:
        yield from _answer(finite, shape.answer, x - 4, middle)
    if shape.hidden:
        end = x + width + _STUB
        yield Line(((x + width, middle), (end, middle)), dashed=True)
        yield Text(end + _PADDING, middle + 3.5, _fold_text(shape), _SMALL, QUIET)


def _answer(finite: FiniteGame, number: int, end: float, middle: float) -> Iterator[Mark]:
    """An answer above the line that leads to a box, ending at *end*."""
    if not _has_pegs(finite):
        text = finite.answer_texts[number]
        yield Text(end, middle - 3, text, _SMALL, "#1f4e9c", "end")
        return
    start = end - _answer_width(finite, number)
    black, white = _answers(finite)[number]
    yield from answer_pegs(black, white, start, middle - 5, _ANSWER_PEG)


def _answer_width(finite: FiniteGame, number: int | None) -> float:
    if number is None:
        return 0.0
    if _has_pegs(finite):
        return pegs_width(max(1, sum(_answers(finite)[number])), _ANSWER_PEG)
    return text_width(finite.answer_texts[number], _SMALL)


def _fold_text(shape: _Shape) -> str:
    """What is known of the branches that are not drawn."""
    left = shape.secrets - shape.found
    return f"{counted(left, 'secret')}, up to {counted(shape.hidden, 'more question')}"


@lru_cache(maxsize=8)
def _answers(finite: FiniteGame) -> tuple[Any, ...]:
    return finite.answers


def _question_width(finite: FiniteGame, question: Word) -> float:
    if _has_pegs(finite):
        return pegs_width(len(question), _PEG)
    return text_width(finite.text(question), _SIZE)


def _box_width(finite: FiniteGame, shape: _Shape) -> float:
    """The question and, if it is not alone, the number of secrets."""
    count = _PADDING + text_width(str(shape.secrets), _SMALL) if shape.secrets > 1 else 0.0
    return _PADDING + _question_width(finite, shape.question) + count + _PADDING
