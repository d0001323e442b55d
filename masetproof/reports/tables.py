"""A table of optima as a LaTeX document (the matrix of values, and how they compare), and bare
tabulars of optima, of rules and of values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from masetproof._version import __version__
from masetproof.objectives import Goal, Objective
from masetproof.proofs.values import GameValues
from masetproof.reports import latex
from masetproof.reports.citation import cited
from masetproof.reports.document import BIBLIOGRAPHY
from masetproof.strategies.rules import Rule
from masetproof.tables.rendering import Column
from masetproof.tables.rules import RuleRow, rule_columns
from masetproof.tables.table import Row, Table
from masetproof.tables.text import (
    COLUMNS,
    QUANTITIES,
    blocks,
    comparison,
    expected_text,
    gaps_by_reason,
    summary_sentence,
    value_text,
)
from masetproof.tables.values import heading, origin, value_columns

_Record = TypeVar("_Record")
_NUMERIC = set("0123456789,.")


def latex_table(table: Table) -> str:
    """The whole document; it needs LaTeX's base distribution only."""
    gaps = gaps_by_reason(table)
    parts = [_part(table, goal) for goal in table.goals]
    context = {
        "bibliography": latex.shipped(BIBLIOGRAPHY) if r"\cite" in str(parts) else "",
        "version": __version__,
        "title": f"{latex.escape(table.game.title)}: optima",
        "conditions": ", ".join(table.rows[0].finite.conditions) if table.rows else "",
        "summary": latex.escape(summary_sentence(table)),
        "parts": parts,
        "gaps": [(latex.escape(reason), "; ".join(places)) for reason, places in gaps.items()],
    }
    return latex.rendered("table.tex.jinja", context)


def tabulars(table: Table) -> Iterator[str]:
    """A bare tabular for each goal, with the columns of the table for people."""
    for title, columns, rows in blocks(table):
        yield from _tabular(columns, rows, title)


def value_tabular(values: GameValues) -> Iterator[str]:
    """The values of a game as a bare tabular, line by line."""
    comment = f"{heading(values)}; {origin(values)}"
    return _tabular(value_columns(values), values.numbers, comment)


def rule_tabular(rows: Iterable[RuleRow], rules: Iterable[Rule]) -> Iterator[str]:
    """What rules achieve as a bare tabular: averages, with the worst case as an index."""
    shown = [column for column in rule_columns(rules) if column.name not in ("secrets", "loss")]
    return _tabular(shown, rows)


def _tabular(
    columns: Sequence[Column[_Record]], records: Iterable[_Record], comment: str | None = None
) -> Iterator[str]:
    """A tabular that needs no package, below a comment that says what it is."""
    if comment is not None:
        yield f"% {comment}; masetproof {__version__}"
    heads = (column.head if len(column.head) > 1 else f"${column.head}$" for column in columns)
    yield rf"\begin{{tabular}}{{{''.join('rl'[column.is_words] for column in columns)}}}"
    yield " & ".join(heads) + r" \\ \hline"
    for record in records:
        yield " & ".join(_typeset(column.text(record)) for column in columns) + r" \\"
    yield r"\end{tabular}"


def _typeset(cell: str) -> str:
    """A cell, with digits grouped by thin spaces, and dashes for ranges and for nothing.

    A number in brackets becomes an index of the number before it.
    """
    if cell == "-":
        return "--"
    if set(cell) <= _NUMERIC:
        return cell.replace("..", "--").replace(",", r"\,")
    if indexed := re.fullmatch(r"([0-9.]+) \(([0-9]+|-)\)", cell):
        return f"${indexed[1]}_{{{indexed[2].strip('-')}}}$"
    return latex.escape(cell)


def _part(table: Table, goal: Goal) -> dict[str, object]:
    rows = table.of_goal(goal)
    title = QUANTITIES[goal]
    pegs = sorted({row.pegs for row in rows})
    by_place = {(row.pegs, row.colours): row for row in rows}
    return {
        "title": title[0].upper() + title[1:],
        "quantity": "total" if goal.first is Objective.EXPECTED else "worst",
        "goal": goal.value,
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
        least, most = _typeset(f"{row.lower_bound:,}"), _typeset(f"{row.upper_bound:,}")
        return _stacked(rf"\footnotesize$\ge{least}$", rf"$\le{most}$")
    if not row.optimal or row.goal is Goal.WORST:
        return _value(row)
    worst = f"; {row.worst}" if row.goal is Goal.EXPECTED_THEN_WORST else ""
    return _stacked(_value(row), expected_text(row) + worst)


def _stacked(upper: str, lower: str) -> str:
    return rf"\begin{{tabular}}[t]{{@{{}}r@{{}}}}{upper}\\ \footnotesize {lower}\end{{tabular}}"


def _value(row: Row) -> str:
    """The value; bounds that are not the optimum are in brackets."""
    text = _typeset(value_text(row))
    return text if row.optimal or row.upper_bound is None else f"[{text}]"


def _comparison_cells(row: Row) -> list[str]:
    word = comparison(row)
    pegs, colours, secrets, known = (
        _typeset(COLUMNS[name].text(row)) for name in ("pegs", "colours", "secrets", "published")
    )
    return [
        *(pegs, colours, secrets, _value(row), known),
        rf"\textbf{{{word}}}" if row.agrees is False else word,
        r"\raggedright " + "; ".join(cited(entry.source) for entry in row.entries),
    ]
