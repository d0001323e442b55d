"""A table of optima as a LaTeX document (the matrix of values, and how they compare), a strategy
tree as another one, and bare tabulars of optima, of rules and of values.  A tree as CSV."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple, TypeVar

from masetproof._version import __version__
from masetproof.proofs.values import GameValues
from masetproof.reports import latex
from masetproof.reports.citation import cited
from masetproof.reports.document import BIBLIOGRAPHY
from masetproof.strategies.rules import Rule
from masetproof.tables.rendering import Column, csv_lines
from masetproof.tables.rules import RuleRow, rule_columns
from masetproof.tables.table import Table
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
from masetproof.trees.replay import replay, visits
from masetproof.trees.tree import StrategyTree

_Record = TypeVar("_Record")
_NUMERIC = set("0123456789,.")


def latex_table(table: Table) -> str:
    """The whole document; it needs LaTeX's base distribution only."""
    context = {
        "version": __version__,
        "table": table,
        "bibliography": latex.shipped(BIBLIOGRAPHY),
        "summary": summary_sentence(table),
        "gaps": gaps_by_reason(table),
        "quantities": QUANTITIES,
        "columns": COLUMNS,
        "typeset": _typeset,
        "cited": cited,
        **{one.__name__: one for one in (comparison, expected_text, value_text)},
    }
    return latex.rendered("table.tex.jinja", context)


class TreeRow(NamedTuple):
    """A place in a tree as a row: its number in preorder, and the number of the place above.

    depth: the number of questions before it.
    answer: to the question above.
    secrets: how many are still possible.
    wins: whether the question is one of them; each secret has one such place.
    """

    place: int
    above: int | None
    depth: int
    answer: str | None
    question: str
    secrets: int
    wins: bool


def places(tree: StrategyTree) -> Iterator[TreeRow]:
    """The places of a tree in preorder; `Refuted` when it is no strategy."""
    finite, path = tree.finite, list[int]()
    texts = finite.answer_texts
    for number, visit in enumerate(visits(tree)):
        del path[visit.depth :]
        answer = None if visit.number is None else texts[visit.number]
        above, question = path[-1] if path else None, finite.text(visit.question)
        secrets = len(visit.secrets)
        yield TreeRow(number, above, visit.depth, answer, question, secrets, visit.wins)
        path.append(number)


def place_rows(tree: StrategyTree) -> Iterator[str]:
    columns = [Column(name, attrgetter(name)) for name in TreeRow._fields]
    return csv_lines(columns, places(tree))


def strategy_listing(tree: StrategyTree) -> str:
    """A replay of the tree, and the tree over pages.

    `Refuted` when it is no strategy, `Refused` where LaTeX lacks letters of its words.
    """
    finite = tree.finite
    letters = {*"".join(finite.answer_texts)}
    if finite.game.size is not None:
        letters.update(*(finite.text(visit.question) for visit in visits(tree)))
    encoding = latex.font_encoding("".join(sorted(letters)))
    context = {"version": __version__, "finite": finite, "encoding": encoding}
    context |= {"replayed": replay(tree), "visits": visits(tree)}
    return latex.rendered("strategy.tex.jinja", context)


def tabulars(table: Table) -> Iterator[str]:
    """A bare tabular for each goal, with the columns of the table for people."""
    for title, columns, rows in blocks(table):
        yield from _tabular(columns, rows, title)


def value_tabular(values: GameValues) -> Iterator[str]:
    """The values of a game as a bare tabular, line by line."""
    comment = f"{heading(values)}; {origin(values)}"
    return _tabular(value_columns(values), values.numbers, comment)


def rule_tabular(rows: Iterable[RuleRow], rules: Iterable[Rule]) -> Iterator[str]:
    """The results of rules as a bare tabular: averages, with the worst case as an index."""
    shown = [column for column in rule_columns(rules) if column.name not in ("secrets", "loss")]
    return _tabular(shown, rows)


def _tabular(
    columns: Sequence[Column[_Record]], records: Iterable[_Record], comment: str | None = None
) -> Iterator[str]:
    """A tabular that needs no package, below a comment with its description."""
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
