"""The table for people, aligned text; and lines of CSV, of this and other tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from textwrap import fill
from typing import TYPE_CHECKING, Any

from masetproof.objectives import Goal, Objective

if TYPE_CHECKING:
    from masetproof.tables.table import Row, Table

__all__ = [
    "DECIMALS",
    "QUANTITIES",
    "comparison",
    "csv_cell",
    "csv_lines",
    "expected_text",
    "gaps_by_reason",
    "summary_sentence",
    "table_text",
    "text_columns",
    "value_text",
]

DECIMALS = 4
_WIDTH = 100
QUANTITIES = {
    Goal.EXPECTED: "least total of questions over all secrets",
    Goal.WORST: "least number of questions in the worst case",
    Goal.EXPECTED_THEN_WORST: "least total of questions, and then the least worst case",
    Goal.WORST_THEN_EXPECTED: "least worst case, and then the least total of questions",
    Goal.WORST_THEN_FEWEST: "least worst case, and then the fewest secrets that need it",
}


def csv_lines(fields: Sequence[str], records: Iterable[Iterable[object]]) -> Iterator[str]:
    """Records as CSV, below a line with the names of their fields; None is an empty field."""
    import csv

    class Line:
        """What takes a line and gives it back."""

        write = staticmethod(str)

    writer: Any = csv.writer(Line(), lineterminator="")
    return (writer.writerow(cells) for cells in chain([fields], records))


def csv_cell(value: object) -> str:
    """A value in CSV: empty where it is None, ``true`` or ``false``."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def table_text(table: Table) -> str:
    """A block of aligned lines for each goal, what is not computed and why, and a summary."""
    blocks = ["\n".join(_block(table, goal)) for goal in table.goals]
    gaps = [
        f"Not computed ({reason}):\n{_wrapped('; '.join(places))}"
        for reason, places in gaps_by_reason(table).items()
    ]
    return "\n\n".join([*blocks, *gaps, summary_sentence(table)]) + "\n"


def value_text(row: Row) -> str:
    """The optimum, or its proved bounds ``least..most``, or a dash."""
    if row.optimal or row.upper_bound is None:
        return _number(row.value)
    return f"{_number(row.lower_bound)}..{_number(row.upper_bound)}"


def expected_text(row: Row) -> str:
    """The expected number of questions of the optimal strategy as a decimal, or a dash."""
    if not row.optimal or row.total is None:
        return "-"
    return f"{row.total / row.secrets:.{DECIMALS}f}"


def comparison(row: Row) -> str:
    """How the row compares with what is published, in a word or two."""
    if row.agrees is False:
        return "DISAGREES"
    if not row.optimal:
        return "not computed"
    return "agrees" if row.agrees else "-"


def gaps_by_reason(table: Table) -> dict[str, list[str]]:
    """The combinations that are not computed, by why they are not."""
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
    """How many rows are computed, and how they compare with what is published."""
    rows = table.rows
    computed = sum(row.optimal for row in rows)
    agree = sum(row.agrees is True for row in rows)
    disagree = sum(row.agrees is False for row in rows)
    unknown = sum(row.optimal and row.published is None for row in rows)
    return (
        f"{computed} of {len(rows)} computed. Agree with a published value: {agree}; "
        f"disagree: {disagree}; not in the list of published values: {unknown}."
    )


def _wrapped(text: str) -> str:
    return fill(text, _WIDTH, initial_indent="  ", subsequent_indent="  ")


def _block(table: Table, goal: Goal) -> list[str]:
    rows = table.of_goal(goal)
    columns = text_columns(goal)
    title = ", ".join([table.game.title, *rows[0].finite.conditions])
    cells = [[head for head, _ in columns], *([show(row) for _, show in columns] for row in rows)]
    return [f"{title}: {QUANTITIES[goal]}", *_aligned(cells)]


def text_columns(goal: Goal) -> list[tuple[str, Callable[[Row], str]]]:
    """Head and contents of each column; the last two are words, the others numbers."""
    total, worst, expected = (
        (
            "total",
            value_text if goal.first is Objective.EXPECTED else _beside(lambda row: row.total),
        ),
        ("worst", value_text if goal.first is Objective.WORST else _beside(lambda row: row.worst)),
        ("expected", expected_text),
    )
    middle = {
        Goal.EXPECTED: [total, expected],
        Goal.WORST: [worst],
        Goal.EXPECTED_THEN_WORST: [total, expected, worst],
        Goal.WORST_THEN_EXPECTED: [worst, total, expected],
        Goal.WORST_THEN_FEWEST: [worst],
    }
    return [
        ("pegs", lambda row: str(row.pegs)),
        ("colours", lambda row: str(row.colours)),
        ("secrets", lambda row: f"{row.secrets:,}"),
        *middle[goal],
        ("published", lambda row: _number(row.published)),
        ("comparison", comparison),
        ("source", lambda row: row.source or ""),
    ]


def _beside(quantity: Callable[[Row], int | None]) -> Callable[[Row], str]:
    """The quantity that comes second, of rows that are optimal."""
    return lambda row: _number(quantity(row) if row.optimal else None)


def _number(value: int | None) -> str:
    return "-" if value is None else f"{value:,}"


def _aligned(lines: Sequence[Sequence[str]]) -> list[str]:
    """Columns two spaces apart: numbers to the right, the last two columns to the left."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    words = len(widths) - 2
    return [
        "  ".join(
            cell.ljust(width) if place >= words else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]
