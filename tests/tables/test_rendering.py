"""Any table, as text, CSV, JSON and a LaTeX tabular."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from fractions import Fraction
from operator import itemgetter

import pytest

from masetproof.arguments import Refused
from masetproof.tables.rendering import Column, csv_lines, json_records, read_csv, text_lines

Record = tuple[object, ...]
RECORDS: list[Record] = [
    ("a, b", 1234567, Fraction(22, 7), True),
    ('says "c"', None, Fraction(3), False),
]
COLUMNS: list[Column[Record]] = [
    Column("name", itemgetter(0), is_words=True),
    Column("total", itemgetter(1), title="", width=11),
    Column("mean", itemgetter(2)),
    Column("agrees", itemgetter(3), lambda one: "yes" if one[3] else "no"),
]


def test_words_begin_at_the_left_and_numbers_end_at_the_right() -> None:
    assert list(text_lines(COLUMNS, RECORDS, indent=" ")) == [
        " name                     mean  agrees",
        " a, b        1,234,567  3.1429     yes",
        ' says "c"            -  3.0000      no',
    ]
    nameless: list[Column[Record]] = [Column("", itemgetter(place)) for place in (0, 1)]
    assert list(text_lines(nameless, RECORDS)) == ["    a, b  1,234,567", 'says "c"          -']


def test_lines_are_there_as_soon_as_their_records() -> None:
    def broken() -> Iterator[Record]:
        yield from RECORDS[:1]
        raise KeyboardInterrupt

    lines = text_lines(COLUMNS, broken(), widest=())
    assert next(lines).split() == ["name", "mean", "agrees"]
    assert next(lines).split() == ["a,", "b", "1,234,567", "3.1429", "yes"]
    with pytest.raises(KeyboardInterrupt):
        next(lines)


def test_scripts_get_exact_values() -> None:
    text = "\n".join(csv_lines(COLUMNS, RECORDS))
    assert list(csv.reader(io.StringIO(text))) == [
        ["name", "total", "mean", "agrees"],
        ["a, b", "1234567", "22/7", "true"],
        ['says "c"', "", "3", "false"],
    ]
    assert [cells for _, cells in read_csv(text, ["name", "total", "mean", "agrees"])] == list(
        csv.reader(io.StringIO(text))
    )[1:]
    assert json_records(COLUMNS, RECORDS) == [
        {"name": "a, b", "total": 1234567, "mean": "22/7", "agrees": True},
        {"name": 'says "c"', "total": None, "mean": "3", "agrees": False},
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "the first line must be a,b"),
        ("a,c\n", "the first line must be a,b"),
        ("a,b\n1,2\n1\n", "line 3: 1 fields where 2 are wanted"),
        ('a,b\n1,"2\n', "line 2"),
    ],
)
def test_a_text_with_other_fields_is_refused(text: str, fault: str) -> None:
    with pytest.raises(Refused, match=fault):
        list(read_csv(text, ("a", "b")))
