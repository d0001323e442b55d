"""A table of rules as text, CSV, JSON and a LaTeX tabular."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from masetproof.strategies.rules import Rule
from masetproof.tables.rules import RuleRow
from masetproof.tables.text import csv_lines

__all__ = ["head_lines", "json_rows", "latex_lines", "row_lines", "rules_csv"]

_DECIMALS = 4
_FIELDS = (
    *("game", "pegs", "colours", "secrets", "strategy", "total", "expected", "worst", "loss"),
    "least_worst",
)
_OPTIMUM = "optimum"


def head_lines(rules: Sequence[Rule]) -> Iterator[str]:
    """The lines above the rows: averages, and worst cases in brackets."""
    yield "Expected number of questions (worst case), and what a rule loses to the optimum."
    yield "Least worst is the least worst case of all strategies, whatever their average."
    names = "".join(f"  {rule:<20}" for rule in rules)
    yield (
        f"{'pegs':>4} {'colours':>7} {'secrets':>8}  {_OPTIMUM:<11}  {'least worst':>11}{names}"
    ).rstrip()


def row_lines(row: RuleRow) -> Iterator[str]:
    """One line for each game."""
    finite = row.finite
    best = _entry(row.mean(None), row.worst)
    cells = []
    for rule in row.achieved:
        loss = row.loss(rule)
        lost = "" if loss is None else f"+{100 * float(loss):.2f} %"
        cells.append(f"  {_entry(row.mean(rule), _worst(row, rule)):<11} {lost:<8}")
    place = f"{finite.pegs:>4} {finite.colours:>7} {finite.secret_count:>8,}"
    least = "-" if row.least_worst is None else str(row.least_worst)
    yield f"{place}  {best:<11}  {least:>11}{''.join(cells)}".rstrip()


def _worst(row: RuleRow, rule: Rule) -> int | None:
    achieved = row.achieved[rule]
    return None if achieved is None else achieved.worst


def _entry(mean: float | None, worst: int | None) -> str:
    if mean is None:
        return "-"
    return f"{mean:.{_DECIMALS}f} ({'-' if worst is None else worst})"


def _records(row: RuleRow) -> Iterator[tuple[object, ...]]:
    """The optimum and each rule, with the fields of `_FIELDS`; rationals exact, as texts."""
    finite, secrets = row.finite, row.finite.secret_count
    place = finite.game.name, finite.pegs, finite.colours, secrets
    zero = None if row.total is None else "0"
    strategies = [(_OPTIMUM, row.total, row.worst, zero)]
    for rule, achieved in row.achieved.items():
        total, worst = (None, None) if achieved is None else achieved
        loss = row.loss(rule)
        strategies.append((rule.value, total, worst, None if loss is None else str(loss)))
    for strategy, total, worst, lost in strategies:
        expected = None if total is None else str(Fraction(total, secrets))
        yield *place, strategy, total, expected, worst, lost, row.least_worst


def rules_csv(rows: Sequence[RuleRow]) -> Iterator[str]:
    """A line for the optimum and for each rule of each game; what is not known is left empty."""
    return csv_lines(_FIELDS, (record for row in rows for record in _records(row)))


def json_rows(rows: Sequence[RuleRow]) -> list[dict[str, object]]:
    """The same records for JSON; what is not known is null."""
    return [dict(zip(_FIELDS, record, strict=True)) for row in rows for record in _records(row)]


def latex_lines(rows: Sequence[RuleRow], rules: Sequence[Rule]) -> Iterator[str]:
    """A bare tabular: averages, with the worst case as an index."""
    yield rf"\begin{{tabular}}{{rr{'r' * (len(rules) + 2)}}}"
    names = " & ".join(rule.value for rule in rules)
    yield rf"pegs & colours & {_OPTIMUM} & least worst & {names} \\ \hline"
    for row in rows:
        least = "--" if row.least_worst is None else f"${row.least_worst}$"
        cells = [_cell(row.mean(None), row.worst), least]
        cells += [_cell(row.mean(rule), _worst(row, rule)) for rule in rules]
        yield rf"{row.finite.pegs} & {row.finite.colours} & {' & '.join(cells)} \\"
    yield r"\end{tabular}"


def _cell(mean: float | None, worst: int | None) -> str:
    if mean is None:
        return "--"
    return f"${mean:.{_DECIMALS}f}_{{{'' if worst is None else worst}}}$"
