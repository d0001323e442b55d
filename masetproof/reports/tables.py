"""A table of optima as a LaTeX document: the matrix of values, and how they compare."""

from __future__ import annotations

from masetproof._version import __version__
from masetproof.finite.setting import Goal
from masetproof.reports import latex
from masetproof.tables.table import Row, Table
from masetproof.tables.text import (
    QUANTITIES,
    comparison,
    conditions,
    expected_text,
    gaps_by_reason,
    summary_sentence,
    value_text,
)

__all__ = ["latex_table"]

_EXPECTED_SENTENCE = (
    "below it the expected number of questions, which is the total divided by the number of secrets"
)
_EXPLANATIONS = {
    Goal.EXPECTED: f"The total, and {_EXPECTED_SENTENCE}.",
    Goal.WORST: "The number of questions with which every secret is found.",
    Goal.EXPECTED_THEN_WORST: f"The total, and {_EXPECTED_SENTENCE}, and the worst case.",
    Goal.WORST_THEN_EXPECTED: f"The worst case, and {_EXPECTED_SENTENCE}.",
}
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
} | {symbol: "\\" + symbol for symbol in "&%$#_{}"}


def latex_table(table: Table) -> str:
    """The whole document; it needs LaTeX's base distribution only."""
    gaps = gaps_by_reason(table)
    context = {
        "version": __version__,
        "title": f"{_escaped(table.game.title)}: optima",
        "conditions": ", ".join(conditions(table.rows[0])) if table.rows else "",
        "summary": _escaped(summary_sentence(table)),
        "parts": [_part(table, goal) for goal in table.goals],
        "gaps": [(_escaped(reason), "; ".join(places)) for reason, places in gaps.items()],
    }
    return latex.environment().get_template("table.tex.jinja").render(context)


def _part(table: Table, goal: Goal) -> dict[str, object]:
    rows = table.of_goal(goal)
    title = QUANTITIES[goal]
    pegs = sorted({row.pegs for row in rows})
    by_place = {(row.pegs, row.colours): row for row in rows}
    return {
        "title": title[0].upper() + title[1:],
        "quantity": "total" if goal.first is Goal.EXPECTED else "worst",
        "explanation": _EXPLANATIONS[goal],
        "pegs": pegs,
        "matrix": [
            [str(colours), *(_cell(by_place.get((p, colours))) for p in pegs)]
            for colours in sorted({row.colours for row in rows})
        ],
        "rows": [_comparison_cells(row) for row in rows if row.published is not None],
    }


def _cell(row: Row | None) -> str:
    """What is known of one game; nothing where there is no such row."""
    if row is None:
        return ""
    if not row.optimal and row.lower_bound is not None and row.upper_bound is not None:
        least, most = _grouped(row.lower_bound), _grouped(row.upper_bound)
        return _stacked(rf"\footnotesize$\ge{least}$", rf"$\le{most}$")
    if not row.optimal or row.goal is Goal.WORST:
        return _value(row)
    worst = f"; {row.worst}" if row.goal is Goal.EXPECTED_THEN_WORST else ""
    return _stacked(_value(row), expected_text(row) + worst)


def _stacked(upper: str, lower: str) -> str:
    return rf"\begin{{tabular}}[t]{{@{{}}r@{{}}}}{upper}\\ \footnotesize {lower}\end{{tabular}}"


def _value(row: Row) -> str:
    """The value; bounds that are not the optimum are in brackets."""
    text = value_text(row).replace(",", r"\,")
    if row.optimal or row.upper_bound is None:
        return text.replace("-", "--")
    return f"[{text.replace('..', '--')}]"


def _comparison_cells(row: Row) -> list[str]:
    word = comparison(row)
    return [
        str(row.pegs),
        str(row.colours),
        _grouped(row.secrets),
        _value(row),
        _grouped(row.published or 0),
        rf"\textbf{{{word}}}" if row.agrees is False else word,
        r"\raggedright " + _escaped(row.source or ""),
    ]


def _grouped(number: int) -> str:
    return f"{number:,}".replace(",", r"\,")


def _escaped(text: str) -> str:
    return "".join(_SPECIAL.get(symbol, symbol) for symbol in text)
