"""Patterns, questions on them, and games on a grid as drawings with coloured pegs.

A clause is a row of pegs; a star is a dashed peg, for any implicit colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from masetproof.arguments import counted
from masetproof.drawing import (
    QUIET,
    Box,
    Circle,
    Drawing,
    Line,
    Mark,
    Text,
    answer_pegs,
    in_layers,
    pegs,
    pegs_width,
    text_width,
)
from masetproof.games.pegs import Answer
from masetproof.grid.board import Grid
from masetproof.grid.play import GridGame
from masetproof.patterns.pattern import MasetPattern, as_pattern
from masetproof.words import Word, plain

__all__ = ["game_drawing", "pattern_drawing", "split_drawing"]

_PEG, _ROW, _PADDING, _GAP, _MARGIN = 16, 20, 6, 14, 12
_ROWS = 12
"""A pattern has at most this many clauses below each other; then another column begins."""
_ANSWER = 8


def pattern_drawing(pattern: MasetPattern | str) -> Drawing:
    """The clauses of a pattern in a frame; `Refused` when it is none."""
    pattern = as_pattern(pattern)
    width, height = (side + 2 * _MARGIN for side in _size(pattern))
    return Drawing(
        width, height, f"pattern {pattern}", in_layers(_block(pattern, _MARGIN, _MARGIN))
    )


def split_drawing(
    head: Sequence[str],
    pattern: MasetPattern,
    question: Word,
    parts: Sequence[tuple[Answer, MasetPattern, str]],
) -> Drawing:
    """A pattern, a question, and below each other what the answers leave.

    head: lines above.  parts: for each answer what it leaves, and a remark.
    """
    marks: list[Mark] = [
        Text(_MARGIN, 20 + 16 * row, line, 12 if row else 13, bold=not row)
        for row, line in enumerate(head)
    ]
    top = 20.0 + 16 * len(head)
    width, height = _size(pattern)
    joint = top + height / 2
    marks += _block(pattern, _MARGIN, top)
    x = _MARGIN + width + _GAP
    marks += pegs(plain(question), x, joint, _PEG)
    x += pegs_width(len(question), _PEG)
    trunk = x + 2 * _GAP
    marks += [Text(x + 3, joint + 5, "?", 14, bold=True), Line(((x + _GAP, joint), (trunk, joint)))]
    inner = trunk + _GAP + pegs_width(len(question), _ANSWER) + _GAP
    right, y = max(_MARGIN + text_width(line, 13) for line in head), top
    middles = [joint]
    for answer, part, remark in parts:
        wide, high = _size(part)
        middle = y + high / 2
        middles.append(middle)
        marks += [Line(((trunk, middle), (inner, middle)))]
        marks += answer_pegs(*answer, trunk + _GAP, middle - 7, _ANSWER)
        marks += _block(part, inner, y)
        marks += [Text(inner + wide + 8, middle + 4, remark, 11, QUIET)]
        right = max(right, inner + wide + 8 + text_width(remark, 11))
        y += high + 8
    marks += [Line(((trunk, min(middles)), (trunk, max(middles))))]
    bottom = max(y, top + height)
    return Drawing(right + _MARGIN, bottom + _MARGIN, ", ".join(head[:2]), in_layers(marks))


def _columns(pattern: MasetPattern) -> tuple[int, int]:
    """How many columns there are, and how many clauses are in each."""
    columns = max(1, ceil(len(pattern.clauses) / _ROWS))
    return columns, max(1, ceil(len(pattern.clauses) / columns))


def _size(pattern: MasetPattern) -> tuple[float, float]:
    """The width and height of the frame."""
    columns, rows = _columns(pattern)
    column = pegs_width(pattern.pegs or 1, _PEG)
    return columns * (column + _GAP) - _GAP + 2 * _PADDING, rows * _ROW + _PADDING


def _block(pattern: MasetPattern, x: float, y: float) -> Iterator[Mark]:
    width, height = _size(pattern)
    yield Box(x, y, width, height, rounding=6)
    if not pattern:
        yield Text(x + width / 2, y + height / 2 + 4, "-", 12, anchor="middle")
    _, rows = _columns(pattern)
    for place, clause in enumerate(pattern.clauses):
        column, row = divmod(place, rows)
        left = x + _PADDING + column * (pegs_width(pattern.pegs, _PEG) + _GAP)
        yield from pegs(clause, left, y + _PADDING / 2 + _ROW * (row + 0.5), _PEG)


_CELL = 30
_GRID_PEG = 9
_GRID_MARGIN = 16
_HEAD = 82
"""Below the title, the legend and the captions."""
_LEGEND = "filled: right place; hollow: right colour, wrong place in its row or column"


def game_drawing(game: GridGame) -> Drawing:
    """The secret and the probes in order, with the pegs of each row and column."""
    size = game.board.size
    along = size * _GRID_PEG + 6
    step = max(size * _CELL + along, 150) + _GRID_MARGIN
    outcome = "not known at the end"
    if game.known_after is not None:
        outcome = f"known after {counted(game.known_after, 'probe')}"
        outcome += "" if game.played_at is None else f", played at {game.played_at}"
    title, legend = f"Mastermind on a grid: {game.board}", f"{outcome}; {_LEGEND}"
    width = max((1 + len(game.asked)) * step, round(text_width(legend, 11)) + _GRID_MARGIN)
    marks: list[Mark] = [
        Text(_GRID_MARGIN, 26, title, 15, bold=True),
        Text(_GRID_MARGIN, 46, legend, 11, QUIET),
        *_cells(_GRID_MARGIN, "secret", game.secret),
    ]
    for number, asked in enumerate(game.asked, 1):
        left = _GRID_MARGIN + number * step
        remaining = "" if asked.compatible is None else f": {asked.compatible:,} left"
        marks += _cells(left, f"probe {number}{remaining}", asked.probe)
        for line, answer in enumerate(asked.answer.rows):
            middle = _HEAD + (line + 0.5) * _CELL
            marks += answer_pegs(*answer, left + size * _CELL + 6, middle, _GRID_PEG - 1)
        for line, answer in enumerate(asked.answer.columns):
            x, y = left + (line + 0.5) * _CELL, _HEAD + size * _CELL + 6
            # Below a column the same pegs stand below each other.
            marks += [_turned(mark, x, y) for mark in answer_pegs(*answer, 0, 0, _GRID_PEG - 1)]
    height = _HEAD + size * _CELL + along + _GRID_MARGIN
    return Drawing(width + _GRID_MARGIN, height, title, in_layers(marks))


def _turned(mark: Mark, x: float, y: float) -> Mark:
    if isinstance(mark, Circle):
        return mark._replace(x=x, y=y + mark.x)
    assert isinstance(mark, Line)
    half = (mark.points[1][0] - mark.points[0][0]) / 2
    return mark._replace(points=((x - half, y + half), (x + half, y + half)))


def _cells(left: float, caption: str, grid: Grid) -> Iterator[Mark]:
    yield Text(left, _HEAD - 8, caption)
    for row, word in enumerate(grid):
        middle = _HEAD + (row + 0.5) * _CELL
        for column, colour in enumerate(word):
            yield Box(left + column * _CELL, middle - _CELL / 2, _CELL, _CELL, rounding=0)
            yield from pegs((colour,), left + column * _CELL + 3, middle, _CELL - 6)
