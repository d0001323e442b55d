"""Patterns and questions on them as drawings with coloured pegs.

A clause is a row of pegs; a star is a dashed peg, for any implicit colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from masetproof.drawing import (
    EDGE,
    QUIET,
    Box,
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
from masetproof.patterns.pattern import MasetPattern, as_pattern
from masetproof.words import Word, plain

__all__ = ["pattern_drawing", "split_drawing"]

_PEG, _ROW, _PADDING, _GAP, _MARGIN = 16, 20, 6, 14, 12
_ROWS = 12
"""So many clauses stand below each other before another column begins."""
_ANSWER = 8


def pattern_drawing(pattern: MasetPattern | str) -> Drawing:
    """The clauses of a pattern in a frame; `Refused` when it is none."""
    pattern = as_pattern(pattern)
    marks = [*_block(pattern, _MARGIN, _MARGIN)]
    width, height = _size(pattern)
    return Drawing(
        width + 2 * _MARGIN, height + 2 * _MARGIN, f"pattern {pattern}", in_layers(marks)
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
    marks += _block(pattern, _MARGIN, top)
    x = _MARGIN + width + _GAP
    marks += pegs(plain(question), x, top + height / 2, _PEG)
    x += pegs_width(len(question), _PEG)
    marks += [Text(x + 3, top + height / 2 + 5, "?", 14, bold=True)]
    trunk = x + 2 * _GAP
    inner = trunk + _GAP + pegs_width(len(question), _ANSWER) + _GAP
    right, y = 0.0, top
    middles = []
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
    joint = top + height / 2
    marks += [
        Line(((x + _GAP, joint), (trunk, joint))),
        Line(((trunk, min(joint, *middles)), (trunk, max(joint, *middles)))),
    ]
    right = max(right, *(_MARGIN + text_width(line, 13) for line in head))
    bottom = max(y, top + height)
    return Drawing(right + _MARGIN, bottom + _MARGIN, ", ".join(head[:2]), in_layers(marks))


def _columns(pattern: MasetPattern) -> tuple[int, int]:
    """How many columns of how many clauses each."""
    columns = max(1, ceil(len(pattern.clauses) / _ROWS))
    return columns, max(1, ceil(len(pattern.clauses) / columns))


def _size(pattern: MasetPattern) -> tuple[float, float]:
    """The width and height of the frame."""
    columns, rows = _columns(pattern)
    column = pegs_width(pattern.pegs or 1, _PEG)
    return columns * (column + _GAP) - _GAP + 2 * _PADDING, rows * _ROW + _PADDING


def _block(pattern: MasetPattern, x: float, y: float) -> Iterator[Mark]:
    width, height = _size(pattern)
    yield Box(x, y, width, height, stroke=EDGE, rounding=6)
    if not pattern:
        yield Text(x + width / 2, y + height / 2 + 4, "-", 12, anchor="middle")
    _, rows = _columns(pattern)
    for place, clause in enumerate(pattern.clauses):
        column, row = divmod(place, rows)
        left = x + _PADDING + column * (pegs_width(pattern.pegs, _PEG) + _GAP)
        yield from pegs(clause, left, y + _PADDING / 2 + _ROW * (row + 0.5), _PEG)
