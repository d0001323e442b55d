"""Patterns, questions, states of play, strategy trees and games on a grid as drawings.

A clause is a row of pegs; a star is a dashed peg, for any implicit colour.  Words of games that
have no pegs are texts.

A tree grows from left to right.  Every node without branches has a row of its own, in preorder;
every other node stands in the middle between its first and its last branch.  So the rows of
different subtrees never meet, no two nodes of one depth are nearer than a row, and with one column
for each depth nothing overlaps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import ceil
from typing import Any

from masetproof.arguments import Refused, as_count, counted
from masetproof.drawing import (
    EDGE,
    MARGIN,
    MARKS,
    QUIET,
    Box,
    Drawing,
    Line,
    Mark,
    PageCuts,
    Point,
    Text,
    answer_pegs,
    drawing_of,
    heading,
    is_leftwards,
    pegs,
    pegs_width,
    text_width,
)
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import PegGame
from masetproof.games.wordle import Wordle
from masetproof.grid.board import Grid
from masetproof.grid.play import GridGame
from masetproof.patterns.pattern import MasetPattern, as_pattern
from masetproof.reports.question import Asked
from masetproof.trees.replay import Way, replay, visits
from masetproof.trees.tree import StrategyTree, checked_tree
from masetproof.words import COLOUR_LIMIT, Word, plain


def _branch_lines(
    start: Point, trunk: float, end: float, heights: Sequence[float]
) -> Iterator[Line]:
    """Lines from a point to the right, up and down, and to every branch.

    trunk: where the vertical line is.
    end, heights: where the branches begin.
    """
    yield Line((start, (trunk, start[1])))
    top, bottom = min(start[1], *heights), max(start[1], *heights)
    if top != bottom:
        yield Line(((trunk, top), (trunk, bottom)))
    for height in heights:
        yield Line(((trunk, height), (end, height)))


# ------------------------------------------------------------------------ patterns and questions

_PEG, _CLAUSE, _FRAME, _GAP = 16, 20, 6, 14
"""Lengths in patterns: a peg, from clause to clause, around the clauses, between their columns."""
_CLAUSES = 12
"""A pattern has at most this many clauses below each other; then another column begins."""
_ANSWER = 8


def pattern_drawing(pattern: MasetPattern | str) -> Drawing:
    """The clauses of a pattern in a frame; `Refused` when it is none."""
    pattern = as_pattern(pattern)
    return drawing_of(f"pattern {pattern}", _block(pattern, MARGIN, MARGIN)[0])


def question_drawing(asked: Asked) -> Drawing:
    """A pattern, a question, and below each other what the answers leave."""
    head = [f"({asked.label})  {asked.title}", asked.equation, asked.verdict_text()]
    marks, y = heading(head)
    block, width, height = _block(asked.pattern, MARGIN, y)
    marks += block
    joint = y + height / 2
    x = MARGIN + width + _GAP
    question = asked.verdict.question
    marks += pegs(plain(question), x, joint, _PEG)
    x += pegs_width(len(question), _PEG)
    marks += [Text(x + 3, joint + 5, "?", 14, bold=True)]
    trunk = x + 2 * _GAP
    answers = trunk + _GAP
    inner = answers + pegs_width(len(question), _ANSWER) + _GAP
    heights = []
    for left, minimum in zip(asked.answers, asked.said.costs, strict=True):
        if not left.part:
            continue
        remark = f"minimum {minimum}" if left.pattern is None else f"pattern {left.pattern}"
        remark = "won" if left.is_won else remark
        block, wide, high = _block(left.part, inner, y)
        heights.append(y + high / 2)
        marks += answer_pegs(*left.answer, answers, heights[-1] - 7, _ANSWER)
        marks += [*block, Text(inner + wide + 8, heights[-1] + 4, remark, 11, QUIET)]
        y += high + 8
    marks += _branch_lines((x + _GAP, joint), trunk, inner, heights)
    return drawing_of(", ".join(head[:2]), marks)


def _block(pattern: MasetPattern, x: float, y: float) -> tuple[list[Mark], float, float]:
    """The clauses of a pattern in a frame, and the width and height of the frame."""
    count = len(pattern.clauses)
    columns = max(1, ceil(count / _CLAUSES))
    rows = max(1, ceil(count / columns))
    step = pegs_width(pattern.pegs or 1, _PEG) + _GAP
    width, height = columns * step - _GAP + 2 * _FRAME, rows * _CLAUSE + _FRAME
    marks: list[Mark] = [Box(x, y, width, height, rounding=6)]
    if not pattern:
        marks.append(Text(x + width / 2, y + height / 2 + 4, "-", 12, anchor="middle"))
    for place, clause in enumerate(pattern.clauses):
        column, row = divmod(place, rows)
        middle = y + _FRAME / 2 + _CLAUSE * (row + 0.5)
        marks += pegs(clause, x + _FRAME + column * step, middle, _PEG)
    return marks, width, height


# ---------------------------------------------------------------------- states of play and trees

_ROW, _BOX, _PADDING, _STUB = 24, 20, 4, 10
"""Of trees: from one row to the next, the height of a box, what is around its question, and from
the boxes of a column to the vertical lines of their branches."""
_SIZE, _SMALL = 12.0, 9.0
"""Sizes of texts."""
_STEPS = 6
"""A page begins with the last few steps of its path."""
_POSSIBLE = ("#dff0d8", "#1b5e20", 1.8)
"""The ground, the frame and its thickness where the question is a possible secret."""
_ANSWER_INK = "#1f4e9c"
_PITCH = 1.25
"""From one square to the next, in squares."""


class _Pen:
    """Draws words and answers of a game: as pegs, or as texts and squares where it has none.

    size, small: how wide the pegs of words and of answers are, in pixels.
    """

    def __init__(self, finite: FiniteGame, size: float, small: float) -> None:
        self.finite, self.size, self.small = finite, size, small
        most = max(finite.colours, finite.pegs)
        self.has_pegs = isinstance(finite.game, PegGame) and most <= COLOUR_LIMIT
        self.has_squares = self.is_leftwards = False
        if isinstance(finite.game, Wordle):
            self.has_squares, self.is_leftwards = True, is_leftwards(finite.game.letters)
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
        if self.has_squares:
            return self.finite.pegs * _PITCH * self.small
        return text_width(self.finite.answer_texts[number], _SMALL)

    def answer(self, number: int, x: float, middle: float) -> Sequence[Mark]:
        if self.has_pegs:
            black, white = self.answers[number]
            return answer_pegs(black, white, x, middle, self.small)
        if self.has_squares:
            side, top = self.small, middle - self.small / 2
            # In the order of the letters of a word.
            marks = self.finite.answers[number][:: -1 if self.is_leftwards else 1]
            return [
                Box(x + place * _PITCH * side, top, side, side, MARKS[mark], EDGE, 0.5, rounding=0)
                for place, mark in enumerate(marks)
            ]
        text = self.finite.answer_texts[number]
        return [Text(x, middle + 3, text, _SMALL, _ANSWER_INK)]


def state_drawing(finite: FiniteGame) -> Drawing:
    """The colours of a game, and the questions that were asked with their answers."""
    row, pen = 26.0, _Pen(finite, 18, 9)
    try:
        left = f"{counted(finite.secret_count, 'secret')}{' left' * bool(finite.after)}"
    except Refused as refused:
        left = str(refused)
    marks, y = heading([finite.whole.title, left])
    y += row / 2
    if pen.has_pegs:
        marks += pen.word(tuple(range(finite.colours)), MARGIN, y)
        y += row + 8
    for question, number in finite.after:
        x = MARGIN + pen.width(question) + _GAP
        marks += [*pen.word(question, MARGIN, y), *pen.answer(number, x, y)]
        y += row
    return drawing_of(finite.title, marks)


@dataclass(slots=True, eq=False)
class _DrawnNode:
    """A node to draw.

    secrets: how many are possible.  possible: whether the question is one of them.  depth: 0 for
    the first question.  way: the question and answer before, None for the first.  width, middle: of
    the box, where *middle* is the y of its middle.  hidden: how many more questions its secrets may
    take than are drawn.
    """

    question: Word
    secrets: int
    possible: bool
    depth: int
    way: Way | None
    width: float
    middle: float = 0.0
    hidden: int = 0
    branches: list[_DrawnNode] = field(default_factory=list)

    @property
    def hidden_text(self) -> str:
        """The size of the branches that are not drawn, in words."""
        left = self.secrets - self.possible
        return f"{counted(left, 'secret')}, up to {counted(self.hidden, 'more question')}"


def tree_drawing(tree: StrategyTree, depth: int | None = None) -> Drawing:
    """The tree as a drawing.

    depth: how many questions of each path are drawn; words stand for the rest.  `Refused` when that
        is no number from 1 on, `Refuted` when the tree is no strategy.
    """
    if depth is not None:
        depth = as_count(depth, "the depth", 1)
    finite = checked_tree(tree).finite
    pen = _Pen(finite, 14, 6)
    head = finite.title, replay(tree).words()
    marks, top = heading(head, _legend(pen))
    shapes = _shapes(tree, depth, pen)
    leaves = [shape for shape in shapes if not shape.branches]
    for row, shape in enumerate(leaves):
        shape.middle = top + (row + 0.5) * _ROW
    for shape in reversed(shapes):  # branches come before what is above them
        if shape.branches:
            shape.middle = (shape.branches[0].middle + shape.branches[-1].middle) / 2
    columns = _depth_columns(shapes, pen)
    for shape in shapes:
        marks += _node(pen, shape, columns[shape.depth][0])
    for shape in shapes:
        if shape.branches:
            left, right = columns[shape.depth]
            start, (end, _) = (left + shape.width, shape.middle), columns[shape.depth + 1]
            heights = [branch.middle for branch in shape.branches]
            marks += _branch_lines(start, right + _STUB, end, heights)
    rows = PageCuts(top, _ROW, tuple(_path(finite, shape.way) for shape in leaves))
    return drawing_of(": ".join(head), marks, rows)


def _legend(pen: _Pen) -> list[str]:
    box = "number: secrets still possible; green with a heavy frame: the question is one of them"
    if pen.has_squares:
        return [box, "squares: green, the letter stands there; yellow, elsewhere; white, nowhere"]
    if not pen.has_pegs:
        return [box]
    looks = ("filled, right place", "hollow, right colour in another place")
    counted = pen.finite.game.counted_pegs  # type: ignore[attr-defined]
    return [box, f"small pegs: {'; '.join(looks[: len(counted)])}; a stroke, neither"]


def _shapes(tree: StrategyTree, depth: int | None, pen: _Pen) -> list[_DrawnNode]:
    """The nodes in preorder; nodes that are too deep are counted in the ones above them."""
    shapes: list[_DrawnNode] = []
    path: list[_DrawnNode] = []
    for visit in visits(tree):
        if depth is not None and visit.depth >= depth:
            path[depth - 1].hidden = max(path[depth - 1].hidden, visit.depth - depth + 1)
            continue
        del path[visit.depth :]
        question, secrets = visit.node.question, len(visit.secrets)
        width = _PADDING + pen.width(question) + _PADDING
        if secrets > 1:
            width += _PADDING + text_width(str(secrets), _SMALL)
        shape = _DrawnNode(question, secrets, visit.wins, visit.depth, visit.way, width)
        if path:
            path[-1].branches.append(shape)
        path.append(shape)
        shapes.append(shape)
    return shapes


def _depth_columns(shapes: Sequence[_DrawnNode], pen: _Pen) -> list[tuple[float, float]]:
    """From where to where the boxes of each depth are, with gaps for the answers before them."""
    depths = max(shape.depth for shape in shapes) + 1
    width, gap = [0.0] * depths, [0.0] * depths
    for shape in shapes:
        width[shape.depth] = max(width[shape.depth], shape.width)
        if shape.way is not None:
            room = pen.answer_width(shape.way.number) + 14 + _STUB
            gap[shape.depth] = max(gap[shape.depth], room)
    gap[0] = MARGIN
    ends = accumulate(w + g for w, g in zip(width, gap, strict=True))
    return [(end - w, end) for end, w in zip(ends, width, strict=True)]


def _path(finite: FiniteGame, way: Way | None) -> str:
    """The last few questions with their answers that lead to a place."""
    steps: list[str] = []
    while way is not None:
        if len(steps) == _STEPS:
            steps.append("...")
            break
        steps.append(f"{finite.text(way.question)} {finite.answer_texts[way.number]}")
        way = way.above
    return ", ".join(reversed(steps))


def _node(pen: _Pen, shape: _DrawnNode, x: float) -> Iterator[Mark]:
    """The box with the question, the answer before it, and a text for branches not drawn."""
    middle, inside = shape.middle, x + _PADDING
    frame = _POSSIBLE if shape.possible else ("#ffffff", EDGE, 1.0)
    yield Box(x, middle - _BOX / 2, shape.width, _BOX, *frame, rounding=4)
    yield from pen.word(shape.question, inside, middle)
    if shape.secrets > 1:
        count = inside + pen.width(shape.question) + _PADDING
        yield Text(count, middle + 3.5, str(shape.secrets), _SMALL, QUIET)
    if shape.way is not None:
        # Above the line that leads to the box, ending before it.
        answer = shape.way.number
        yield from pen.answer(answer, x - 4 - pen.answer_width(answer), middle - 5)
    if shape.hidden:
        end = x + shape.width + _STUB
        yield Line(((x + shape.width, middle), (end, middle)), dashed=True)
        yield Text(end + _PADDING, middle + 3.5, shape.hidden_text, _SMALL, QUIET)


# ------------------------------------------------------------------------------- games on a grid

_CELL, _SIGN = 30, 9
"""The width of a cell, and of a peg of an answer with what is beside it."""
_GRID_LEGEND = "filled: right place; hollow: right colour, wrong place in its row or column"


def game_drawing(game: GridGame) -> Drawing:
    """The secret and the probes in order, with the pegs of each row and column."""
    size = game.board.size
    step = max(size * (_CELL + _SIGN) + 6, 150) + MARGIN
    outcome = "not known at the end"
    if game.known_after is not None:
        outcome = f"known after {counted(game.known_after, 'probe')}"
        outcome += "" if game.played_at is None else f", played at {game.played_at}"
    title = f"Mastermind on a grid: {game.board}"
    marks, top = heading([title, outcome], [_GRID_LEGEND])
    top += 12
    marks += _cells(MARGIN, top, "secret", game.secret)
    for number, asked in enumerate(game.asked, 1):
        left = MARGIN + number * step
        remaining = "" if asked.compatible is None else f": {asked.compatible:,} left"
        marks += _cells(left, top, f"probe {number}{remaining}", asked.probe)
        for line, answer in enumerate(asked.answer.rows):
            middle = top + (line + 0.5) * _CELL
            marks += answer_pegs(*answer, left + size * _CELL + 6, middle, _SIGN - 1)
        for line, answer in enumerate(asked.answer.columns):
            x, y = left + (line + 0.5) * _CELL, top + size * _CELL + 6
            marks += answer_pegs(*answer, x, y, _SIGN - 1, down=True)
    return drawing_of(title, marks)


def _cells(left: float, top: float, caption: str, grid: Grid) -> Iterator[Mark]:
    yield Text(left, top - 8, caption)
    for row, word in enumerate(grid):
        middle = top + (row + 0.5) * _CELL
        for column, colour in enumerate(word):
            yield Box(left + column * _CELL, middle - _CELL / 2, _CELL, _CELL, rounding=0)
            yield from pegs((colour,), left + column * _CELL + 3, middle, _CELL - 6)
