"""Which drawing, plot and forms in a notebook each kind of value has: four tables.

`picture` and `write_picture` are for callers; notebooks call `bundle`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeVar

from masetproof.arguments import Refused, shown
from masetproof.drawing import Drawing, svg_lines
from masetproof.evolution.evolve import Evolution
from masetproof.files import file_path
from masetproof.finite.setting import FiniteGame
from masetproof.games.rules import Game
from masetproof.grid.bulk import GridGames
from masetproof.grid.play import GridGame
from masetproof.notebook import MOST_BYTES
from masetproof.patterns.pattern import MasetPattern
from masetproof.proofs.equations import Equation
from masetproof.proofs.shift import WorstBounds
from masetproof.proofs.theorem import Theorem
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.reports import latex
from masetproof.reports.drawings import (
    game_drawing,
    pattern_drawing,
    question_drawing,
    state_drawing,
    tree_drawing,
)
from masetproof.reports.equations import NotebookWriter
from masetproof.reports.pictures import form_of, save, save_plot
from masetproof.reports.plots import (
    bounds_figure,
    fitness_figure,
    games_figure,
    heat_map,
    theorem_figure,
)
from masetproof.reports.question import Asked
from masetproof.reports.verdicts import verdict_words
from masetproof.search.optimum import Optimum
from masetproof.tables.table import Table
from masetproof.tables.text import blocks, summary_sentence, table_text
from masetproof.trees.evaluate import Evaluation
from masetproof.trees.tree import StrategyTree
from masetproof.words import word_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_SVG, _HTML, _MARKDOWN = "image/svg+xml", "text/html", "text/markdown"
_LATEX, _TEXT = "text/latex", "text/plain"
_MOST_DRAWN = 20_000
"""A tree of more secrets is not drawn, and not even replayed."""
_DEPTHS = (None, 4, 3, 2, 1)
"""A notebook shows the whole tree, or as many questions of each path as there is room for."""


def picture(value: object, depth: int | None = None) -> Drawing:
    """A drawing of a strategy tree, a pattern, a question, a state of play or a game on a grid.

    A notebook shows it; `write_picture` writes it to a file.  Of an optimum or an evaluation the
    tree is drawn; a pattern may be given as its text.  depth: how many questions of each path of a
    tree are drawn; words stand for the rest.  `Refused` when the value is of another kind, or
    a depth is given that makes no sense.

    >>> picture("{0*|*0}")
    <Drawing of pattern {0*|*0}, 78 by 78 pixels>
    """
    if tree_of := _of_kind(_TREES, value):
        return tree_drawing(tree_of(value), depth)
    if depth is not None:
        raise Refused(f"only trees are drawn to a depth, not {shown(value)}")
    if draw := _of_kind(_DRAWINGS, value):
        return draw(value)
    raise Refused(f"a tree, pattern, question or game can be drawn, not {shown(value)}")


def write_picture(path: str | PathLike[str], value: object, depth: int | None = None) -> None:
    """Draw a value into a file: SVG, PDF, PNG or PGF by its suffix.

    value, depth: as of `picture`; of a theorem the values are drawn with the formula over them, of
    bounds both, and a table is a heat map; of an evolution or many games on a grid their course is
    plotted.  A PDF of a tree that is longer than a page has several.  `Refused` for another value
    or suffix; `OSError` when the file cannot be written.

    >>> write_picture("pattern.svg", "{0*|*0}")
    """
    target = file_path(path)
    form_of(target)
    if depth is None and (draw := _of_kind(_PLOTS, value)):
        save_plot(draw, value, target)
    else:
        save(picture(value, depth), target)


def bundle(value: object) -> dict[str, str]:
    """The forms of a value by their media types; the text says which of them are too large."""
    forms = dict(_of_kind(_FORMS, value) or {})
    text = forms.pop(_TEXT, repr)(value)
    if _of_kind(_TREES, value) or _of_kind(_DRAWINGS, value):
        forms[_SVG] = _svg
    room = MOST_BYTES - len(text.encode()) - 200
    if room < 0:
        kept = text.encode()[: MOST_BYTES // 2].decode(errors="ignore")
        return {_TEXT: f"{kept}\n... (cut off: a notebook shows at most {MOST_BYTES:,} bytes)"}
    made = {}
    for kind, make in forms.items():
        form = make(value)
        size = len(form.encode())
        if form and size <= room:
            made[kind] = form
            room -= size
        else:
            text += f"\n(too large to be shown here: more than {MOST_BYTES:,} bytes)"
    return {_TEXT: text} | made


def _svg(value: object) -> str:
    """The drawing as SVG: as much of a tree as there is room for, nothing without any room."""
    tree_of = _of_kind(_TREES, value)
    if tree_of is None:
        return "\n".join(svg_lines(picture(value)))
    if tree_of(value).finite.secret_count > _MOST_DRAWN:
        return ""
    for depth in _DEPTHS:
        text = "\n".join(svg_lines(picture(value, depth)))
        if len(text) <= 0.9 * MOST_BYTES:
            return text
    return ""


def _theorem_words(theorem: Theorem) -> str:
    return theorem.words(exceptions=3, boards="")


def _theorem_markdown(theorem: Theorem) -> str:
    """The sentence of the theorem, the formula in it displayed."""
    words = latex.sentence(_theorem_words(theorem))
    before, _, after = words.partition(" is $f(n)$ ")
    return f"{before} is\n\n$$f(n) = {theorem.formula.branches_latex()}$$\n\n{after}"


def _equation_latex(equation: Equation) -> str:
    """The equation, its label, its verdict, and its solution."""
    verdict, writer = equation.verdict, NotebookWriter(equation.about.theorem)
    return (
        rf"$\displaystyle \texttt{{{word_text(verdict.question)}}}:\quad "
        rf"{writer.equation(equation, attained=verdict.optimal.is_everything)} \qquad "
        rf"\text{{({equation.label})}},\ \text{{{verdict_words('optimal', verdict.optimal)}}}$"
        rf"{_solution_latex(equation)}"
    )


def _solution_latex(equation: Equation) -> str:
    """The solution of an equation on a line of its own; empty where the question proves nothing."""
    from sympy import latex

    solved = equation.solved
    return "" if solved is None else rf" $\displaystyle \text{{solution: }} {latex(solved)}$"


def _equation_text(equation: Equation) -> str:
    verdict = equation.verdict
    asked = f"{word_text(verdict.question)} asked on pattern {equation.asked.pattern}"
    solved = "" if equation.solved is None else f"; solution: {equation.solved}"
    return f"({equation.label})  {asked}, {verdict_words('optimal', verdict.optimal)}{solved}"


def _table_html(table: Table) -> str:
    """A table for each goal, and the sentence that sums up."""
    return latex.part_of("table.html.jinja", "tables", blocks(table), summary_sentence(table))


def _rules_html(game: Game) -> str:
    """The name of a game; for games of pegs also the rules of words and answers."""
    name = f"<b>{escape(game.title)}</b>"
    return f"{name}: {game.summary}" if game.summary else name


_Made = TypeVar("_Made")
_Kinds = Mapping[type, _Made]
"""Functions that make a form, by the type of the value."""


def _of_kind(kinds: _Kinds[_Made], value: object) -> _Made | None:
    return next((made for kind, made in kinds.items() if isinstance(value, kind)), None)


_TREES: _Kinds[Callable[[Any], StrategyTree]] = {
    StrategyTree: lambda tree: tree,
    Optimum: lambda optimum: optimum.tree,
    Evaluation: lambda evaluation: evaluation.tree,
}
_DRAWINGS: _Kinds[Callable[[Any], Drawing]] = {
    Drawing: lambda drawing: drawing,
    str: pattern_drawing,
    MasetPattern: pattern_drawing,
    Asked: question_drawing,
    FiniteGame: state_drawing,
    GridGame: game_drawing,
}
_PLOTS: _Kinds[Callable[[Any], Figure]] = {
    Theorem: theorem_figure,
    WorstBounds: bounds_figure,
    Table: heat_map,
    Evolution: fitness_figure,
    GridGames: games_figure,
}
_FORMS: _Kinds[Mapping[str, Callable[[Any], str]]] = {
    Asked: {_TEXT: lambda asked: "\n".join(asked.told("pattern") + asked.told("question"))},
    FiniteGame: {_TEXT: lambda finite: finite.title},
    Formula: {_LATEX: Formula._repr_latex_},
    Equation: {_LATEX: _equation_latex, _TEXT: _equation_text},
    Theorem: {
        _LATEX: lambda theorem: theorem.formula._repr_latex_(),
        _MARKDOWN: _theorem_markdown,
        _TEXT: lambda theorem: f"{_theorem_words(theorem)}\n{theorem.symbols()}",
    },
    Table: {_HTML: _table_html, _TEXT: table_text},
    Game: {_HTML: _rules_html},
}
"""The forms in a notebook beside the drawing; where there is no text, that of `repr` is shown."""
