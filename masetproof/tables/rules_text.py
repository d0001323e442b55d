"""A table of rules as text, CSV, JSON and a LaTeX tabular."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from fractions import Fraction

from masetproof.strategies.rules import Rule
from masetproof.tables.rules import RuleRow

__all__ = ["csv_lines", "head_lines", "json_rows", "latex_lines", "row_lines"]

_DECIMALS = 4
_FIELDS = ("game", "pegs", "colours", "secrets", "strategy", "total", "expected", "worst", "loss")
_OPTIMUM = "optimum"


def head_lines(rules: Sequence[Rule]) -> Iterator[str]:
    """The lines above the rows: averages, and worst cases in brackets."""
    yield "expected number of questions (worst case), and what is lost to the optimum"
    names = "".join(f"  {rule:<20}" for rule in rules)
    yield f"{'pegs':>4} {'colours':>7} {'secrets':>8}  {_OPTIMUM:<12}{names}".rstrip()


def row_lines(row: RuleRow) -> Iterator[str]:
    """One line for each game."""
    finite = row.finite
    best = _entry(row.mean(None), row.worst)
    cells = []
    for rule, (_, worst) in row.achieved.items():
        loss = row.loss(rule)
        lost = "" if loss is None else f"+{100 * float(loss):.2f} %"
        cells.append(f"  {_entry(row.mean(rule), worst):<11} {lost:<8}")
    place = f"{finite.pegs:>4} {finite.colours:>7} {finite.secret_count:>8,}"
    yield f"{place}  {best:<12}{''.join(cells)}".rstrip()


def _entry(mean: float | None, worst: int | None) -> str:
    told = "-" if mean is None else f"{mean:.{_DECIMALS}f}"
    return f"{told} ({'-' if worst is None else worst})"


def _records(row: RuleRow) -> Iterator[tuple[object, ...]]:
    """The optimum and each rule, with the fields of `_FIELDS`; rationals exact, as texts."""
    finite, secrets = row.finite, row.finite.secret_count
    place = finite.game.name, finite.pegs, finite.colours, secrets
    expected = None if row.total is None else str(Fraction(row.total, secrets))
    yield *place, _OPTIMUM, row.total, expected, row.worst, None if row.total is None else "0"
    for rule, (total, worst) in row.achieved.items():
        loss = row.loss(rule)
        lost = None if loss is None else str(loss)
        yield *place, rule.value, total, str(Fraction(total, secrets)), worst, lost


def csv_lines(rows: Sequence[RuleRow]) -> str:
    """A line for the optimum and for each rule of each game; what is not proved is left empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_FIELDS)
    for row in rows:
        writer.writerows(_records(row))
    return text.getvalue()


def json_rows(rows: Sequence[RuleRow]) -> list[dict[str, object]]:
    """The same records for JSON; what is not proved is null."""
    return [dict(zip(_FIELDS, record, strict=True)) for row in rows for record in _records(row)]


def latex_lines(rows: Sequence[RuleRow], rules: Sequence[Rule]) -> str:
    """A bare tabular: averages, with the worst case as an index."""
    lines = [rf"\begin{{tabular}}{{rr{'r' * (len(rules) + 1)}}}"]
    names = " & ".join(rule.value for rule in rules)
    lines.append(rf"pegs & colours & {_OPTIMUM} & {names} \\ \hline")
    for row in rows:
        cells = [_cell(row.mean(None), row.worst)]
        cells += [_cell(row.mean(rule), row.achieved[rule].worst) for rule in rules]
        lines.append(rf"{row.finite.pegs} & {row.finite.colours} & {' & '.join(cells)} \\")
    return "\n".join([*lines, r"\end{tabular}"]) + "\n"


def _cell(mean: float | None, worst: int | None) -> str:
    if mean is None:
        return "--"
    return f"${mean:.{_DECIMALS}f}_{{{'' if worst is None else worst}}}$"
