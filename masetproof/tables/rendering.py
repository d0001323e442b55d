"""A table of any kind: columns, and records that have a value in each of them.

Text, CSV, JSON and b-files are written here, a LaTeX tabular by `reports.tables`, HTML by
`reports.displays`.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar, final

from masetproof._version import __version__
from masetproof.arguments import Refused

_Record = TypeVar("_Record")


@final
@dataclass(frozen=True)
class Column(Generic[_Record]):
    """A column of a table: how it gets the value of a record, and shows it.

    name: of the field in CSV and JSON.  value: exact, None where it is not known; by default the
    attribute with this name.  said: shows it to people; by default thousands are grouped,
    fractions are decimals, and None is a dash.  title: the head for people, by default the name.
    is_words: cells are aligned to the left.  width: the least one.
    """

    name: str
    value: Callable[[_Record], object] | None = None
    said: Callable[[_Record], str] | None = None
    title: str | None = None
    is_words: bool = False
    width: int = 0

    @property
    def head(self) -> str:
        return self.name if self.title is None else self.title

    def exact(self, record: _Record) -> object:
        return getattr(record, self.name) if self.value is None else self.value(record)

    def text(self, record: _Record) -> str:
        """The value for people."""
        if self.said is not None:
            return self.said(record)
        value = self.exact(record)
        if isinstance(value, int):
            return f"{value:,}"
        if isinstance(value, Fraction):
            return f"{float(value):.4f}"
        return "-" if value is None else str(value)


def text_lines(
    columns: Sequence[Column[_Record]],
    records: Iterable[_Record],
    widest: Sequence[_Record] | None = None,
    indent: str = "",
) -> Iterator[str]:
    """Aligned columns, two spaces apart, below their heads if they have any.

    widest: the records that decide how wide the columns are, when each line is wanted as soon as
    its record is there; by default all of them.
    """
    if widest is None:
        records = widest = list(records)
    heads = [column.head for column in columns]
    aligned = indent
    for column, head in zip(columns, heads, strict=True):
        width = max(len(head), column.width, *(len(column.text(one)) for one in widest))
        aligned += f"{{:{'><'[column.is_words]}{width}}}  "
    if any(heads):
        yield aligned.format(*heads).rstrip()
    for record in records:
        yield aligned.format(*[column.text(record) for column in columns]).rstrip()


def csv_lines(columns: Sequence[Column[_Record]], records: Iterable[_Record]) -> Iterator[str]:
    """A line for each record, below one with the names of the columns.

    Unknown values are empty; truth is ``true`` or ``false``.
    """
    import csv

    class LineFilter:
        """A function that receives a line and returns it."""

        write = staticmethod(str)

    writer: Any = csv.writer(LineFilter(), lineterminator="")
    yield writer.writerow([column.name for column in columns])
    for record in records:
        values = [column.exact(record) for column in columns]
        yield writer.writerow([str(v).lower() if isinstance(v, bool) else v for v in values])


def read_csv(text: str, fields: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """The cells of each line below the names of the fields, and the number of the line.

    `Refused` when the text has other fields or is no CSV.
    """
    import csv

    reader = csv.reader(io.StringIO(text), strict=True)
    try:
        if next(reader, []) != list(fields):
            raise Refused(f"the first line must be {','.join(fields)}")
        for cells in reader:
            if len(cells) != len(fields):
                wanted = f"{len(cells)} fields where {len(fields)} are wanted"
                raise Refused(f"line {reader.line_num}: {wanted}")
            yield reader.line_num, cells
    except csv.Error as error:
        raise Refused(f"line {reader.line_num}: {error}") from error


def json_records(
    columns: Sequence[Column[_Record]], records: Iterable[_Record]
) -> list[dict[str, object]]:
    """The records for JSON: rationals are texts, what is not known is null."""
    return [
        {
            column.name: str(value) if isinstance(value, Fraction) else value
            for column in columns
            for value in [column.exact(record)]
        }
        for record in records
    ]


def bfile_lines(comments: Iterable[str], pairs: Iterable[tuple[int, int]]) -> Iterator[str]:
    """A b-file of the OEIS: ``n a(n)`` on each line, for consecutive n, below comments."""
    for comment in [*comments, f"masetproof {__version__}"]:
        yield f"# {comment}"
    for n, value in pairs:
        yield f"{n} {value}"
