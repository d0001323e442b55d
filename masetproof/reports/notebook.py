"""The forms in which a notebook shows each kind of value.

`forms` is asked by the kind of the value; a new kind is registered below.  Text is always among the
forms, and where the others are too large it says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import singledispatch
from html import escape

from masetproof.drawing import Drawing, svg_lines
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import PegGame
from masetproof.games.rules import Game
from masetproof.grid.play import GridGame
from masetproof.notebook import MOST_BYTES
from masetproof.objectives import Objective
from masetproof.patterns.pattern import MasetPattern
from masetproof.proofs.equations import Equation
from masetproof.proofs.theorem import Theorem
from masetproof.recurrences.polynomials import in_colours, polynomial_latex
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.reports import latex
from masetproof.reports.drawn import picture
from masetproof.reports.question import Asked
from masetproof.search.optimum import Optimum
from masetproof.tables.table import Table
from masetproof.tables.text import QUANTITIES, summary_sentence, table_text, text_columns
from masetproof.trees.evaluate import Evaluation
from masetproof.trees.tree import StrategyTree
from masetproof.words import word_text

__all__ = ["bundle", "forms"]

Make = Callable[[], str]
_SVG, _HTML, _MARKDOWN = "image/svg+xml", "text/html", "text/markdown"
_LATEX, _TEXT = "text/latex", "text/plain"
_MOST_DRAWN = 20_000
"""A tree of more secrets is not drawn; that it is too large is seen before it is replayed."""
_DEPTHS = (None, 4, 3, 2, 1)
"""The whole tree is drawn, or as many questions of each path as there is room for."""


def bundle(value: object) -> dict[str, str]:
    """The forms of a value by their media types; those that are too large are told in the text."""
    made = dict(forms(value))
    text = made.pop(_TEXT, lambda: repr(value))()
    room = MOST_BYTES - len(text.encode()) - 200
    if room < 0:
        kept = text.encode()[: MOST_BYTES // 2].decode(errors="ignore")
        return {_TEXT: f"{kept}\n... (cut off: a notebook shows at most {MOST_BYTES:,} bytes)"}
    found = {}
    for kind, make in made.items():
        form = make()
        size = len(form.encode())
        if form and size <= room:
            found[kind] = form
            room -= size
        else:
            text += f"\n(too large to be shown here: more than {MOST_BYTES:,} bytes)"
    return {_TEXT: text} | found


@singledispatch
def forms(value: object) -> Mapping[str, Make]:
    """What makes each form of a value, by its media type; nothing for what has only its text."""
    return {}


@forms.register(MasetPattern)
@forms.register(GridGame)
def _drawn(value: object) -> Mapping[str, Make]:
    return {_SVG: lambda: _svg(value)}


@forms.register
def _drawing(value: Drawing) -> Mapping[str, Make]:
    return {_SVG: lambda: "\n".join(svg_lines(value))}


@forms.register
def _question(value: Asked) -> Mapping[str, Make]:
    return {_SVG: lambda: _svg(value), _TEXT: lambda: _asked_text(value)}


@forms.register
def _finite(value: FiniteGame) -> Mapping[str, Make]:
    return {_SVG: lambda: _svg(value), _TEXT: lambda: value.title}


@forms.register
def _formula(value: Formula) -> Mapping[str, Make]:
    return {_LATEX: value._repr_latex_}


@forms.register
def _equation(value: Equation) -> Mapping[str, Make]:
    return {_LATEX: lambda: _equation_latex(value), _TEXT: lambda: _equation_text(value)}


@forms.register
def _theorem(value: Theorem) -> Mapping[str, Make]:
    return {
        _LATEX: value.formula._repr_latex_,
        _MARKDOWN: lambda: _theorem_markdown(value),
        _TEXT: lambda: _theorem_text(value),
    }


@forms.register
def _tree(value: StrategyTree) -> Mapping[str, Make]:
    return {_SVG: lambda: _tree_svg(value)}


@forms.register(Optimum)
@forms.register(Evaluation)
def _played(value: Optimum | Evaluation) -> Mapping[str, Make]:
    return {_SVG: lambda: _tree_svg(value.tree)}


@forms.register
def _table(value: Table) -> Mapping[str, Make]:
    return {_HTML: lambda: _table_html(value), _TEXT: lambda: table_text(value)}


@forms.register
def _game(value: Game) -> Mapping[str, Make]:
    return {_HTML: lambda: f"<b>{escape(value.title)}</b>{escape(_rules(value))}"}


def _svg(value: object, depth: int | None = None) -> str:
    return "\n".join(svg_lines(picture(value, depth)))


def _tree_svg(tree: StrategyTree) -> str:
    """As much of the tree as there is room for; nothing when that is not even one question."""
    if tree.finite.secret_count > _MOST_DRAWN:
        return ""
    for depth in _DEPTHS:
        text = _svg(tree, depth)
        if len(text) <= 0.9 * MOST_BYTES:
            return text
    return ""


def _theorem_text(theorem: Theorem) -> str:
    return f"{theorem.words(exceptions=3, boards='')}\n{theorem.symbols()}"


def _theorem_markdown(theorem: Theorem) -> str:
    """The sentence of the theorem, the formula in it displayed."""
    words = latex.sentence(theorem.words(exceptions=3, boards=""))
    before, _, after = words.partition(" is $f(n)$ ")
    return f"{before} is\n\n$$f(n) = {theorem.formula.branches_latex()}$$\n\n{after}"


def _equation_latex(equation: Equation) -> str:
    """The equation in n, its label and what is said of it."""
    level = rf"^{{{equation.excluded}}}"
    left = rf"f_{{{equation.pattern}}}{level}(n)"
    terms = [
        rf"f_{{{term.pattern}}}^{{{term.excluded}}}(n{f' - {term.less}' if term.less else ''})"
        for term in equation.terms
    ]
    constant = equation.constants[-1]
    if equation.objective is Objective.WORST:
        inner = list(dict.fromkeys(terms)) + ([str(constant)] if constant or not terms else [])
        right = rf"1 + \max({', '.join(inner)})"
    else:
        own = in_colours(equation.secrets, equation.colours)
        polynomial = polynomial_latex((own[0] + constant, *own[1:]))
        right = " + ".join([*terms, polynomial]).replace("+ -", "- ")
    sign = "=" if equation.verdict.optimal.is_everything else r"\le"
    asked = rf"\texttt{{{word_text(equation.question)}}}"
    return (
        rf"$\displaystyle {asked}:\quad {left} {sign} {right} \qquad \text{{({equation.label})}},\ "
        rf"\text{{optimal for {equation.verdict.optimal}}}$"
    )


def _equation_text(equation: Equation) -> str:
    asked = (
        f"({equation.label})  {word_text(equation.question)} asked on pattern {equation.pattern}"
    )
    return f"{asked}, optimal for {equation.verdict.optimal}"


def _asked_text(asked: Asked) -> str:
    lines = [f"({asked.label})  {asked.title}", f"{asked.pattern}  {asked.text}?"]
    lines += [
        f"  {asked.theorem.closure.game.answer_text(found.answer).strip('()')}  {found.part}"
        for found in asked.answers
    ]
    return "\n".join([*lines, asked.equation, asked.verdict_text()])


def _table_html(table: Table) -> str:
    """A table for each goal, and the sentence that sums up."""
    parts = []
    for goal in table.goals:
        columns = text_columns(goal)
        head = "".join(f"<th>{escape(name)}</th>" for name, _ in columns)
        rows = "".join(
            f"<tr>{''.join(f'<td>{escape(show(row))}</td>' for _, show in columns)}</tr>"
            for row in table.of_goal(goal)
        )
        caption = f"{table.game.title}: {QUANTITIES[goal]}"
        parts.append(
            f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>"
            f"<tbody>{rows}</tbody></table>"
        )
    return "".join([*parts, f"<p>{escape(summary_sentence(table))}</p>"])


def _rules(game: Game) -> str:
    """What a word may be and what an answer tells, of games of pegs."""
    if not isinstance(game, PegGame):
        return ""
    words = "colours may repeat" if game.repeats else "no colour repeats in a word"
    told = "black and white pegs" if game.white_pegs else "black pegs only"
    return f": {words}; an answer tells {told}"
