"""Rows as JSON and CSV, and going on from the CSV file of an interrupted run.

The CSV text has everything but the seconds, so that the same rows are the same bytes.
"""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from typing import Any

from masetproof.arguments import Refused, parse_whole
from masetproof.objectives import Objective
from masetproof.tables.table import Row, Status, Table
from masetproof.tables.text import csv_cell, csv_lines

__all__ = ["csv_text", "json_document", "row_record", "with_finished_rows"]

_KNOWN = (
    *("lower_bound", "upper_bound", "total", "worst"),
    *("published", "source", "agrees", "reason"),
)
_FIELDS = (
    *("game", "pegs", "colours", "objective", "distinct", "consistent_only"),
    *("secrets", "status", "value", "expected", *_KNOWN),
)
_KEY = 6
"""The number of the first fields, which say what is asked."""


def row_record(row: Row) -> dict[str, Any]:
    """All fields of a row; rationals are text, what is not known is None."""
    finite, seconds = row.finite, row.seconds
    return {
        "game": finite.game.name,
        "pegs": finite.pegs,
        "colours": finite.colours,
        "objective": row.goal.value,
        "distinct": finite.distinct,
        "consistent_only": finite.consistent_only,
        "secrets": row.secrets,
        "status": row.status.value,
        "value": row.value,
        "expected": None if row.expected is None else str(row.expected),
        **{name: getattr(row, name) for name in _KNOWN},
        "seconds": None if seconds is None else round(seconds, 3),
    }


def json_document(table: Table) -> dict[str, Any]:
    """The table for scripts."""
    return {
        "game": table.game.name,
        "time_limit": table.time_limit,
        "complete": table.complete,
        "agrees": not table.disagrees,
        "rows": [row_record(row) for row in table.rows],
    }


def csv_text(table: Table) -> str:
    """One line for each row, below a line with the names of the fields."""
    records = map(row_record, table.rows)
    lines = csv_lines(_FIELDS, ([csv_cell(record[name]) for name in _FIELDS] for record in records))
    return "".join(f"{line}\n" for line in lines)


def with_finished_rows(table: Table, text: str) -> Table:
    """The table with the rows that a CSV text has as optimal; the others are as they were.

    `Refused` when the text is none of `csv_text` or has rows that the table has not.
    """
    finished: dict[tuple[str, ...], Row] = {}
    wanted = {_key_cells(row): row for row in table.rows}
    reader = csv.reader(io.StringIO(text), strict=True)
    try:
        if tuple(next(reader, ())) != _FIELDS:
            raise Refused("the first line is not that of a table")
        for cells in reader:
            if len(cells) != len(_FIELDS):
                raise Refused(f"line {reader.line_num} is no row of a table")
            record = dict(zip(_FIELDS, cells, strict=True))
            key = tuple(cells[:_KEY])
            if key not in wanted:
                raise Refused(f"line {reader.line_num} belongs to another table")
            if record["status"] == Status.OPTIMAL:
                finished[key] = _finished(wanted[key], record, reader.line_num)
    except csv.Error as error:
        raise Refused(f"line {reader.line_num}: {error}") from error
    return replace(table, rows=tuple(finished.get(key, row) for key, row in wanted.items()))


def _key_cells(row: Row) -> tuple[str, ...]:
    return tuple(map(csv_cell, list(row_record(row).values())[:_KEY]))


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
    rest = {"expected": row.expected, "lower_bound": value, "upper_bound": value}
    if minimized != value or any(record[f] != csv_cell(v) for f, v in rest.items()):
        raise Refused(f"line {line} contradicts itself")
    return row
