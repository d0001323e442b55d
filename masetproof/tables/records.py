"""Rows as JSON and CSV, and going on from the CSV file of an interrupted run.

The CSV text has everything but the seconds, so that the same rows are the same bytes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from masetproof.arguments import Refused, parse_whole
from masetproof.objectives import Objective
from masetproof.tables.rendering import csv_lines, json_records, read_csv
from masetproof.tables.table import Row, Status, Table
from masetproof.tables.text import COLUMNS

__all__ = ["FIELDS", "csv_text", "json_document", "with_finished_rows"]

FIELDS = tuple(column for name, column in COLUMNS.items() if name not in ("seconds", "comparison"))
"""The columns of the CSV text."""
_KEY = 6
"""The number of the first fields, which say what is asked."""


def json_document(table: Table) -> dict[str, Any]:
    """The table for scripts."""
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
    """The table with the rows that a CSV text has as optimal; the others are as they were.

    `Refused` when the text is none of `csv_text` or has rows that the table has not.
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
