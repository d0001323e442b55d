"""Values as drawings and as pictures in files: trees, patterns, questions, games, theorems.

`picture` is asked by the kind of the value; a new kind is registered below.
"""

from __future__ import annotations

from functools import singledispatch
from os import PathLike

from masetproof.arguments import Refused, counted, shown
from masetproof.drawing import (
    QUIET,
    Drawing,
    Mark,
    Text,
    answer_pegs,
    in_layers,
    pegs,
    pegs_width,
    text_width,
)
from masetproof.files import file_path
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import PegGame
from masetproof.grid.play import GridGame
from masetproof.patterns.pattern import MasetPattern, as_pattern
from masetproof.patterns.picture import pattern_drawing
from masetproof.proofs.theorem import Theorem
from masetproof.reports.figures import write_theorem_figure
from masetproof.reports.grid import game_drawing
from masetproof.reports.pictures import check_form, write_drawing
from masetproof.reports.question import Asked, question_drawing
from masetproof.search.optimum import Optimum
from masetproof.trees.evaluate import Evaluation
from masetproof.trees.picture import tree_drawing
from masetproof.trees.tree import StrategyTree
from masetproof.words import COLOUR_LIMIT

__all__ = ["picture", "write_picture"]


def picture(value: object, depth: int | None = None) -> Drawing:
    """A drawing of a strategy tree, a pattern, a question, a state of play or a game on a grid.

    A notebook shows it; `write_picture` writes it to a file.  Of an optimum or an evaluation the
    tree is drawn; a pattern may be given as its text.  depth: so many questions of each path of a
    tree are drawn, and what follows is told in words.  `Refused` when the value is of another kind,
    or a depth is given that makes no sense.

    >>> picture("{0*|*0}")
    <Drawing of pattern {0*|*0}, 70 by 70 pixels>
    """
    if depth is not None and not isinstance(value, StrategyTree | Optimum | Evaluation):
        raise Refused(f"only trees are drawn to a depth, not {shown(value)}")
    return _drawing(value, depth)


def write_picture(path: str | PathLike[str], value: object, depth: int | None = None) -> None:
    """Draw a value into a file: SVG, PDF, PNG or PGF by its suffix.

    value, depth: as of `picture`; of a theorem the values are drawn with the formula over them.  A
    PDF of a tree that is longer than a page has several.  `Refused` for another value or suffix;
    `OSError` when the file cannot be written.

    >>> write_picture("pattern.svg", "{0*|*0}")
    """
    target = file_path(path)
    check_form(target)
    if isinstance(value, Theorem) and depth is None:
        write_theorem_figure(value, target)
    else:
        write_drawing(picture(value, depth), target)


@singledispatch
def _drawing(value: object, depth: int | None) -> Drawing:
    raise Refused(f"a tree, pattern, question or game can be drawn, not {shown(value)}")


@_drawing.register(str)
@_drawing.register(MasetPattern)
def _pattern(value: MasetPattern | str, depth: None) -> Drawing:
    return pattern_drawing(as_pattern(value))


@_drawing.register
def _question(value: Asked, depth: None) -> Drawing:
    return question_drawing(value)


@_drawing.register
def _tree(value: StrategyTree, depth: int | None) -> Drawing:
    return tree_drawing(value, depth)


@_drawing.register(Optimum)
@_drawing.register(Evaluation)
def _played(value: Optimum | Evaluation, depth: int | None) -> Drawing:
    return tree_drawing(value.tree, depth)


@_drawing.register
def _grid(value: GridGame, depth: None) -> Drawing:
    return game_drawing(value)


@_drawing.register(FiniteGame)
def _state_of_play(finite: FiniteGame, depth: None) -> Drawing:
    """The colours there are, and the questions that were asked with their answers."""
    margin, size, row = 12.0, 18.0, 26.0
    title = finite.whole.title
    try:
        left = f"{counted(finite.secret_count, 'secret')}{' left' * bool(finite.after)}"
    except Refused as refused:
        left = str(refused)
    marks: list[Mark] = [Text(margin, 24, title, 13, bold=True), Text(margin, 42, left, 11, QUIET)]
    y, width = 64.0, max(text_width(title, 13), text_width(left, 11))
    has_pegs = isinstance(finite.game, PegGame) and max(finite.colours, finite.pegs) <= COLOUR_LIMIT
    if has_pegs:
        marks += pegs(tuple(range(finite.colours)), margin, y, size)
        width = max(width, pegs_width(finite.colours, size))
        y += row + 8
    for question, number in finite.after:
        if has_pegs:
            black, white = finite.answers[number]
            marks += pegs(question, margin, y, size)
            x = margin + pegs_width(finite.pegs, size) + 14
            marks += answer_pegs(black, white, x, y, 9)
            width = max(width, x + pegs_width(black + white, 9))
        else:
            text = f"{finite.text(question)} {finite.answer_texts[number]}"
            marks.append(Text(margin, y + 5, text))
            width = max(width, text_width(text, 12))
        y += row
    return Drawing(width + 2 * margin, y - row / 2 + margin, finite.title, in_layers(marks))
