"""The columns of a table of rules, for people and for scripts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from masetproof.strategies.rules import Rule
from masetproof.tables.rendering import Column, text_lines
from masetproof.tables.rules import RuleRow

__all__ = ["FIELDS", "records", "rule_columns", "rules_text"]

_Record = tuple[RuleRow, Rule | None]
"""A rule in a game; None stands for the best strategy."""
_OPTIMUM = "optimum"

FIELDS: tuple[Column[_Record], ...] = (
    Column("game", lambda record: record[0].finite.game.name),
    Column("pegs", lambda record: record[0].finite.pegs),
    Column("colours", lambda record: record[0].finite.colours),
    Column("secrets", lambda record: record[0].finite.secret_count),
    Column("strategy", lambda record: record[1] or _OPTIMUM),
    Column("total", lambda record: record[0].cost(record[1])[0]),
    Column("expected", lambda record: record[0].mean(record[1])),
    Column("worst", lambda record: record[0].cost(record[1])[1]),
    Column("loss", lambda record: record[0].loss(record[1])),
    Column("least_worst", lambda record: record[0].least_worst),
)
"""The columns for scripts; rationals are exact."""


def records(rows: Iterable[RuleRow]) -> Iterator[_Record]:
    """The optimum and each rule of each game."""
    return ((row, rule) for row in rows for rule in (None, *row.achieved))


def rule_columns(rules: Iterable[Rule]) -> list[Column[RuleRow]]:
    """The columns for people: averages, with the worst case in brackets, and what rules lose."""
    shown: list[Column[RuleRow]] = [
        Column("pegs", lambda row: row.finite.pegs),
        Column("colours", lambda row: row.finite.colours),
        Column("secrets", lambda row: row.finite.secret_count, width=8),
        Column(_OPTIMUM, said=partial(_average, rule=None), width=11),
        Column("least_worst", title="least worst"),
    ]
    for rule in rules:
        shown.append(Column(rule, said=partial(_average, rule=rule), width=11))
        shown.append(Column("loss", said=partial(_loss, rule=rule), title="", width=8))
    return shown


def rules_text(rows: Iterable[RuleRow], rules: Iterable[Rule]) -> Iterator[str]:
    """The table for people, each row as soon as it is there."""
    yield "Expected number of questions (worst case), and what a rule loses to the optimum."
    yield "Least worst is the least worst case of all strategies, whatever their average."
    yield from text_lines(rule_columns(rules), rows, widest=())


def _average(row: RuleRow, rule: Rule | None) -> str:
    mean, worst = row.mean(rule), row.cost(rule)[1]
    return "-" if mean is None else f"{float(mean):.4f} ({'-' if worst is None else worst})"


def _loss(row: RuleRow, rule: Rule) -> str:
    loss = row.loss(rule)
    return "" if loss is None else f"+{100 * float(loss):.2f} %"
