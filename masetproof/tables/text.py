"""The columns of a table of optima, and the table as text, CSV, JSON and b-file.

The CSV text has everything but the seconds, so that the same rows are the same bytes; an
interrupted run goes on from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from textwrap import fill
from typing import Any

from masetproof.arguments import Refused, counted, parse_whole
from masetproof.objectives import Goal, Objective
from masetproof.tables.rendering import (
    Column,
    bfile_lines,
    csv_lines,
    json_records,
    read_csv,
    text_lines,
)
from masetproof.tables.table import Row, Status, Table

_WIDTH = 100
QUANTITIES = {
    Goal.EXPECTED: "least total of questions over all secrets",
    Goal.WORST: "least number of questions in the worst case",
    Goal.EXPECTED_THEN_WORST: "least total of questions, and then the least worst case",
    Goal.WORST_THEN_EXPECTED: "least worst case, and then the least total of questions",
    Goal.WORST_THEN_FEWEST: "least worst case, and then the fewest secrets that need it",
}
_SHOWN = {
    Goal.EXPECTED: ("total", "expected"),
    Goal.WORST: ("worst",),
    Goal.EXPECTED_THEN_WORST: ("total", "expected", "worst"),
    Goal.WORST_THEN_EXPECTED: ("worst", "total", "expected"),
    Goal.WORST_THEN_FEWEST: ("worst",),
}
"""The columns of an optimum in tables for people."""


def value_text(row: Row) -> str:
    """The optimum, or its proved bounds ``least..most``, or a dash."""
    if row.optimal or row.upper_bound is None:
        return _number(row.value)
    return f"{_number(row.lower_bound)}..{_number(row.upper_bound)}"


def expected_text(row: Row) -> str:
    """The expected number of questions of the optimal strategy as a decimal, or a dash."""
    return f"{row.total / row.secrets:.4f}" if row.optimal and row.total is not None else "-"


def comparison(row: Row) -> str:
    """DISAGREES, agrees, not computed, or a dash where nothing is published."""
    if row.agrees is False:
        return "DISAGREES"
    if not row.optimal:
        return "not computed"
    return "agrees" if row.agrees else "-"


def _number(value: int | None) -> str:
    return "-" if value is None else f"{value:,}"


def _cost_text(row: Row, objective: Objective) -> str:
    """The total or the worst case of a row.

    If the goal minimizes it first, that is the optimum or its bounds; otherwise what the optimal
    strategy has, or a dash where the row has none.
    """
    if row.goal.first is objective:
        return value_text(row)
    cost = row.total if objective is Objective.EXPECTED else row.worst
    return _number(cost if row.optimal else None)


_ALL: tuple[Column[Row], ...] = (
    Column("game", lambda row: row.finite.game.name),
    Column("pegs"),
    Column("colours"),
    Column("objective", lambda row: row.goal.value),
    Column("distinct", lambda row: row.finite.distinct),
    Column("consistent_only", lambda row: row.finite.consistent_only),
    Column("secrets"),
    Column("status", lambda row: row.status.value),
    Column("value"),
    Column("expected", said=expected_text),
    Column("lower_bound"),
    Column("upper_bound"),
    Column("total", said=partial(_cost_text, objective=Objective.EXPECTED)),
    Column("worst", said=partial(_cost_text, objective=Objective.WORST)),
    Column("published"),
    Column("source", said=lambda row: row.source or "", is_words=True),
    Column("agrees"),
    Column("reason"),
    Column("seconds", lambda row: None if row.seconds is None else round(row.seconds, 3)),
    Column("comparison", comparison, is_words=True),
)
COLUMNS = {column.name: column for column in _ALL}
"""All columns that a table in any format may have, by name."""
FIELDS = tuple(column for name, column in COLUMNS.items() if name not in ("seconds", "comparison"))
"""The columns of the CSV text."""
_KEY = 6
"""So many fields come first and say which game and goal a row is about."""


def blocks(table: Table) -> Iterator[tuple[str, list[Column[Row]], tuple[Row, ...]]]:
    """For each goal a title, the columns for people, and the rows."""
    for goal in table.goals:
        rows = table.of_goal(goal)
        title = ", ".join([table.game.title, *rows[0].finite.conditions])
        names = "pegs", "colours", "secrets", *_SHOWN[goal], "published", "comparison", "source"
        yield f"{title}: {QUANTITIES[goal]}", [COLUMNS[name] for name in names], rows


def table_text(table: Table) -> str:
    """A block of aligned lines for each goal, what is not computed and why, and a summary."""
    parts = [
        "\n".join([title, *text_lines(columns, rows)]) for title, columns, rows in blocks(table)
    ]
    for reason, places in gaps_by_reason(table).items():
        listed = fill("; ".join(places), _WIDTH, initial_indent="  ", subsequent_indent="  ")
        parts.append(f"Not computed ({reason}):\n{listed}")
    return "\n\n".join([*parts, summary_sentence(table)]) + "\n"


def gaps_by_reason(table: Table) -> dict[str, list[str]]:
    """By each reason the rows that are not computed, such as ``4 pegs with 9 colours``."""
    gaps: dict[str, list[str]] = {}
    several = len(table.goals) > 1
    for row in table.rows:
        if not row.optimal:
            place = f"{row.pegs} pegs with {row.colours} colours"
            gaps.setdefault(row.reason or "not reached", []).append(
                f"{place} ({row.goal.value})" if several else place
            )
    return gaps


def summary_sentence(table: Table) -> str:
    """Count the rows that are computed, that agree and disagree with published values."""
    rows = table.rows
    computed = sum(row.optimal for row in rows)
    agree = sum(row.agrees is True for row in rows)
    disagree = sum(row.agrees is False for row in rows)
    unknown = sum(row.optimal and row.published is None for row in rows)
    return (
        f"{computed} of {len(rows)} computed. Agree with a published value: {agree}; "
        f"disagree: {disagree}; not in the list of published values: {unknown}."
    )


def json_document(table: Table) -> dict[str, Any]:
    return {
        "game": table.game.name,
        "time_limit": table.time_limit,
        "complete": table.complete,
        "agrees": not table.disagrees,
        "rows": json_records([*FIELDS, COLUMNS["seconds"]], table.rows),
    }


def csv_text(table: Table) -> str:
    """One line for each row, below a line with the names of the fields."""
    return "".join(f"{line}\n" for line in csv_lines(FIELDS, table.rows))


def with_finished_rows(table: Table, text: str) -> Table:
    """The table, with rows that are optimal in a CSV text taken from there.

    Published values are always those of the table.  `Refused` when the text is none of `csv_text`,
    contradicts itself, or has rows that the table does not have.
    """
    names = [column.name for column in FIELDS]
    keys = [tuple(cells[:_KEY]) for _, cells in read_csv(csv_text(table), names)]
    rows = dict(zip(keys, table.rows, strict=True))
    for line, cells in read_csv(text, names):
        key, record = tuple(cells[:_KEY]), dict(zip(names, cells, strict=True))
        if key not in rows:
            raise Refused(f"line {line} belongs to another table")
        if record["status"] == Status.OPTIMAL:
            rows[key] = _finished(rows[key], record, line)
    return replace(table, rows=tuple(rows.values()))


def _finished(row: Row, record: dict[str, str], line: int) -> Row:
    try:
        value, total, worst = (parse_whole(record[field]) for field in ("value", "total", "worst"))
    except ValueError:
        raise Refused(f"line {line} is no row of a table") from None
    row = replace(
        row,
        status=Status.OPTIMAL,
        lower_bound=value,
        upper_bound=value,
        total=total,
        worst=worst,
    )
    minimized = total if row.goal.first is Objective.EXPECTED else worst
    # What follows from these must be the same in the text, except for what is published.
    expected = "" if row.expected is None else str(row.expected)
    rest = {"expected": expected, "lower_bound": str(value), "upper_bound": str(value)}
    if minimized != value or any(record[name] != cell for name, cell in rest.items()):
        raise Refused(f"line {line} contradicts itself")
    return row


def bfile_text(table: Table) -> str:
    """A b-file of the OEIS, up to the first value not known; `Refused` as of `check_sequence`."""
    check_sequence(table)
    first = table.rows[0]
    comments = [
        f"{', '.join([table.game.title, counted(first.pegs, 'peg'), *first.finite.conditions])}; "
        f"a(n) is the {QUANTITIES[Goal(first.goal.first)]} with n colours"
    ]
    pairs: list[tuple[int, int]] = []
    for row in table.rows:
        if row.value is None:
            comments.append(f"it ends before n = {row.colours}: {row.reason or row.status.value}")
            break
        pairs.append((row.colours, row.value))
    return "".join(f"{line}\n" for line in bfile_lines(comments, pairs))


def check_sequence(table: Table) -> None:
    """`Refused` when the rows are not of one goal, one number of pegs and consecutive colours."""
    rows = table.rows
    if len({(row.goal, row.pegs) for row in rows}) > 1:
        raise Refused(
            "a b-file is of one objective and one number of pegs; give --objective, --pegs"
        )
    if [row.colours for row in rows] != list(range(rows[0].colours, rows[-1].colours + 1)):
        raise Refused("a b-file has no gaps between the numbers of colours: --colours A..B")
