"""States of play and strategy trees as drawings.  A tree that is no strategy is `Refuted`.

A tree grows from left to right.  Every node without branches has a row of its own, in preorder;
every other node stands in the middle between its first and its last branch.  So the rows of
different subtrees never meet, no two nodes of one depth are nearer than a row, and with one column
for each depth nothing overlaps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from masetproof.arguments import Refused, as_count, counted
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

__all__ = ["state_drawing", "tree_drawing"]

_ROW = 24
_BOX = 20
_MARGIN = 16
_HEAD = 84
"""Below the title, the cost of the strategy, and the legend."""
_SIZE, _SMALL = 12.0, 9.0
"""Of texts."""
_PADDING = 4
_STUB = 10
"""From a box to the vertical line of its branches."""
_STEPS = 6
"""A page tells the last few steps of the path on which it begins."""
_POSSIBLE = ("#dff0d8", "#1b5e20", 1.8)
"""The ground, the frame and its thickness where the question is a possible secret."""
_ANSWER_INK = "#1f4e9c"


class _Pen:
    """Draws words and answers of a game: as pegs, or as texts where it has none.

    size, small: how wide the pegs of words and of answers are, in pixels.
    """

    def __init__(self, finite: FiniteGame, size: float, small: float) -> None:
        self.finite, self.size, self.small = finite, size, small
        most = max(finite.colours, finite.pegs)
        self.has_pegs = isinstance(finite.game, PegGame) and most <= COLOUR_LIMIT
        self.answers: Sequence[Any] = finite.answers if self.has_pegs else ()

    def width(self, word: Word) -> float:
        if self.has_pegs:
            return pegs_width(len(word), self.size)
        return text_width(self.finite.text(word), _SIZE)

    def word(self, word: Word, x: float, middle: float) -> Iterator[Mark]:
        if self.has_pegs:
            return pegs(word, x, middle, self.size)
        return iter([Text(x, middle + 4, self.finite.text(word), _SIZE)])

    def answer_width(self, number: int) -> float:
        if self.has_pegs:
            return pegs_width(max(1, sum(self.answers[number])), self.small)
        return text_width(self.finite.answer_texts[number], _SMALL)

    def answer(self, number: int, x: float, middle: float) -> Sequence[Mark]:
        if self.has_pegs:
            black, white = self.answers[number]
            return answer_pegs(black, white, x, middle, self.small)
        text = self.finite.answer_texts[number]
        return [Text(x, middle + 3, text, _SMALL, _ANSWER_INK)]


def state_drawing(finite: FiniteGame) -> Drawing:
    """The colours of a game, and the questions that were asked with their answers."""
    margin, row, gap = 12.0, 26.0, 14.0
    pen = _Pen(finite, 18, 9)
    title = finite.whole.title
    try:
        left = f"{counted(finite.secret_count, 'secret')}{' left' * bool(finite.after)}"
    except Refused as refused:
        left = str(refused)
    marks: list[Mark] = [Text(margin, 24, title, 13, bold=True), Text(margin, 42, left, 11, QUIET)]
    y, width = 64.0, max(text_width(title, 13), text_width(left, 11))
    if pen.has_pegs:
        colours = tuple(range(finite.colours))
        marks += pen.word(colours, margin, y)
        width = max(width, pen.width(colours))
        y += row + 8
    for question, number in finite.after:
        x = margin + pen.width(question) + gap
        marks += [*pen.word(question, margin, y), *pen.answer(number, x, y)]
        width = max(width, x + pen.answer_width(number))
        y += row
    return Drawing(width + 2 * margin, y - row / 2 + margin, finite.title, in_layers(marks))


@dataclass(slots=True, eq=False)
class _Shape:
    """A node to draw.

    possible: whether the question may be the secret.  answer: the number of the answer before it.
    above, branches: the shapes before and behind it.  width: of its box.  room: for the answer.
    middle: its height.  hidden: how many more questions its secrets may take than are drawn.
    """

    question: Word
    secrets: int
    possible: bool
    depth: int
    answer: int | None
    above: _Shape | None
    width: float
    room: float
    middle: float = 0.0
    hidden: int = 0
    branches: list[_Shape] = field(default_factory=list)

    @property
    def hidden_text(self) -> str:
        """What is known of the branches that are not drawn."""
        left = self.secrets - self.possible
        return f"{counted(left, 'secret')}, up to {counted(self.hidden, 'more question')}"


def tree_drawing(tree: StrategyTree, depth: int | None = None) -> Drawing:
    """The tree as a drawing.

    depth: how many questions of each path are drawn; what follows is told in words.  `Refused`
    when that is no number from 1 on, `Refuted` when the tree is no strategy.
    """
    if depth is not None:
        depth = as_count(depth, "the depth", 1)
    finite = checked_tree(tree).finite
    pen = _Pen(finite, 14, 6)
    head = [finite.title, replay(tree).words(), *_legend(pen)]
    shapes = _shapes(tree, depth, pen)
    leaves = [shape for shape in shapes if not shape.branches]
    for row, shape in enumerate(leaves):
        shape.middle = _HEAD + (row + 0.5) * _ROW
    for shape in reversed(shapes):  # branches come before what is above them
        if shape.branches:
            shape.middle = (shape.branches[0].middle + shape.branches[-1].middle) / 2
    columns = _columns(shapes)
    folds = [text_width(shape.hidden_text, _SMALL) for shape in shapes if shape.hidden]
    right = columns[-1][1] + max((_STUB + _PADDING + fold for fold in folds), default=0.0)
    wide = max(text_width(head[0], 15), *(text_width(line, _SIZE) for line in head[1:]))
    marks: list[Mark] = [
        Text(_MARGIN, 26, head[0], 15, bold=True),
        Text(_MARGIN, 45, head[1]),
        *(Text(_MARGIN, 60 + 13 * row, line, 10, QUIET) for row, line in enumerate(head[2:])),
    ]
    for shape in shapes:
        marks += _node(pen, shape, columns[shape.depth][0])
    for shape in shapes:
        if shape.branches:
            marks += _edges(shape, *columns[shape.depth], columns[shape.depth + 1][0])
    return Drawing(
        max(right, wide + _MARGIN) + _MARGIN,
        _HEAD + len(leaves) * _ROW + _MARGIN,
        ": ".join(head[:2]),
        in_layers(marks),
        Rows(_HEAD, _ROW, tuple(_path(finite, shape) for shape in leaves)),
    )


def _legend(pen: _Pen) -> list[str]:
    box = "number: secrets still possible; green with a heavy frame: the question is one of them"
    if not pen.has_pegs:
        return [box]
    answer = "small pegs: filled, right place"
    if pen.finite.game.white_pegs:  # type: ignore[attr-defined]
        answer += "; hollow, right colour in another place"
    return [box, f"{answer}; a stroke, neither"]


def _shapes(tree: StrategyTree, depth: int | None, pen: _Pen) -> list[_Shape]:
    """The nodes in preorder, those that are too deep added to the ones above them."""
    shapes: list[_Shape] = []
    path: list[_Shape] = []
    for visit in visits(tree):
        if depth is not None and visit.depth >= depth:
            path[depth - 1].hidden = max(path[depth - 1].hidden, visit.depth - depth + 1)
            continue
        del path[visit.depth :]
        shape = _shape(visit, path[-1] if path else None, pen)
        if path:
            path[-1].branches.append(shape)
        path.append(shape)
        shapes.append(shape)
    return shapes


def _shape(visit: Visit, above: _Shape | None, pen: _Pen) -> _Shape:
    question, secrets, answer = visit.node.question, len(visit.secrets), visit.number
    width = _PADDING + pen.width(question) + _PADDING
    if secrets > 1:
        width += _PADDING + text_width(str(secrets), _SMALL)
    room = 0.0 if answer is None else pen.answer_width(answer)
    return _Shape(question, secrets, visit.wins, visit.depth, answer, above, width, room)


def _columns(shapes: Sequence[_Shape]) -> list[tuple[float, float]]:
    """From where to where the boxes of each depth are, with gaps for the answers before them."""
    depths = max(shape.depth for shape in shapes) + 1
    width, gap = [0.0] * depths, [0.0] * depths
    for shape in shapes:
        width[shape.depth] = max(width[shape.depth], shape.width)
        gap[shape.depth] = max(gap[shape.depth], shape.room + 14 + _STUB)
    gap[0] = _MARGIN
    ends = accumulate(w + g for w, g in zip(width, gap, strict=True))
    return [(end - w, end) for end, w in zip(ends, width, strict=True)]


def _path(finite: FiniteGame, shape: _Shape) -> str:
    """The last few questions with their answers that lead to a node."""
    steps: list[str] = []
    while shape.above is not None and shape.answer is not None:
        if len(steps) == _STEPS:
            steps.append("...")
            break
        answer = finite.answer_texts[shape.answer]
        shape = shape.above
        steps.append(f"{finite.text(shape.question)} {answer}")
    return ", ".join(reversed(steps))


def _edges(shape: _Shape, left: float, right: float, end: float) -> Iterator[Mark]:
    """From a node to the right, down, and to every branch.

    left, right: of its column.  end: where the next one begins.
    """
    trunk = right + _STUB
    heights = [branch.middle for branch in shape.branches]
    yield Line(((left + shape.width, shape.middle), (trunk, shape.middle)))
    if heights[0] != heights[-1]:
        yield Line(((trunk, heights[0]), (trunk, heights[-1])))
    for height in heights:
        yield Line(((trunk, height), (end, height)))


def _node(pen: _Pen, shape: _Shape, x: float) -> Iterator[Mark]:
    """The box with the question, the answer before it, and what is not drawn behind it."""
    middle, inside = shape.middle, x + _PADDING
    frame = _POSSIBLE if shape.possible else ("#ffffff", EDGE, 1.0)
    yield Box(x, middle - _BOX / 2, shape.width, _BOX, *frame, rounding=4)
    yield from pen.word(shape.question, inside, middle)
    if shape.secrets > 1:
        count = inside + pen.width(shape.question) + _PADDING
        yield Text(count, middle + 3.5, str(shape.secrets), _SMALL, QUIET)
    if shape.answer is not None:
        # Above the line that leads to the box, ending before it.
        yield from pen.answer(shape.answer, x - 4 - shape.room, middle - 5)
    if shape.hidden:
        end = x + shape.width + _STUB
        yield Line(((x + shape.width, middle), (end, middle)), dashed=True)
        yield Text(end + _PADDING, middle + 3.5, shape.hidden_text, _SMALL, QUIET)
