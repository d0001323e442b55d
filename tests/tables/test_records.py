"""JSON and CSV of tables, and going on from a CSV file."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest

from masetproof.arguments import Refused
from masetproof.games.pegs import AB, MASTERMIND
from masetproof.objectives import Goal
from masetproof.tables.table import Table, compute_rows, grid_table, published_table
from masetproof.tables.text import csv_text, json_document, with_finished_rows
from tests.tables.optimizers import FakeOptimizer, Found, right, unfinished

BLANK = grid_table(MASTERMIND, range(2, 4), range(2, 5), Goal.EXPECTED)


def computed(table: Table, found: Found = right) -> Table:
    return replace(table, rows=tuple(compute_rows(table.rows, optimizer=FakeOptimizer(found))))


def without_seconds(table: Table) -> Table:
    return replace(table, rows=tuple(replace(row, seconds=None) for row in table.rows))


def test_json_has_the_fields_that_scripts_rely_on() -> None:
    document = json_document(computed(BLANK))
    assert (document["game"], document["complete"], document["agrees"]) == (
        "mastermind",
        True,
        True,
    )
    row = document["rows"][-1]
    assert {name: row[name] for name in ("pegs", "colours", "value", "published")} == {
        "pegs": 3,
        "colours": 4,
        "value": 206,
        "published": 206,
    }
    assert (row["source"], row["agrees"], row["expected"]) == ("Goddard 2004", True, "103/32")
    row = json_document(computed(BLANK, unfinished))["rows"][-1]
    assert (row["value"], row["lower_bound"], row["published"], row["agrees"]) == (
        None,
        206,
        206,
        None,
    )


def test_csv_has_every_field_but_the_seconds() -> None:
    table = computed(published_table(AB, (Goal.EXPECTED, Goal.WORST)))
    rows = list(csv.DictReader(io.StringIO(csv_text(table))))
    record = json_document(table)["rows"][-1]
    assert rows[-1] == {
        name: {None: "", True: "true", False: "false"}.get(value, str(value))
        for name, value in record.items()
        if name != "seconds"
    }
    assert rows[-1]["source"] == "Chen, Lin, Huang and Hsu 2007"


def test_the_same_rows_are_the_same_bytes() -> None:
    slow = replace(
        computed(BLANK), rows=tuple(replace(r, seconds=9.0) for r in computed(BLANK).rows)
    )
    assert csv_text(slow) == csv_text(computed(BLANK))


def test_a_csv_file_gives_its_finished_rows_back() -> None:
    whole = computed(BLANK)
    assert with_finished_rows(BLANK, csv_text(whole)) == without_seconds(whole)
    part = replace(BLANK, rows=(*whole.rows[:2], *BLANK.rows[2:]))
    assert with_finished_rows(BLANK, csv_text(part)) == without_seconds(part)
    assert with_finished_rows(BLANK, csv_text(computed(BLANK, unfinished))) == BLANK


def test_a_larger_table_goes_on_from_a_smaller_one() -> None:
    larger = grid_table(MASTERMIND, range(1, 5), range(2, 5), Goal.EXPECTED)
    found = with_finished_rows(larger, csv_text(computed(BLANK)))
    assert sum(row.optimal for row in found.rows) == len(BLANK.rows)
    with pytest.raises(Refused, match="line 2 belongs to another table"):
        with_finished_rows(BLANK, csv_text(computed(larger)))


TEXT = csv_text(computed(BLANK))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "the first line"),
        ("hello\n", "the first line"),
        (TEXT.replace("mastermind", "ab"), "line 2 belongs to another table"),
        (TEXT.replace(",expected,", ",worst,"), "the first line"),
        (TEXT.replace(",false,false,", ",true,false,"), "line 2 belongs to another table"),
        (TEXT.replace("optimal,8,", "optimal,9,"), "line 2 contradicts itself"),
        (TEXT.replace(",7/3,", ",8/3,"), "line 3 contradicts itself"),
        (TEXT.replace("optimal,8,", "optimal,,"), "line 2 is no row"),
        (TEXT.replace("optimal,8,", "optimal,8,8,"), "line 2: 19 fields where 18 are wanted"),
        (TEXT + '"', "line 8"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(text: str, fault: str) -> None:
    with pytest.raises(Refused, match=fault):
        with_finished_rows(BLANK, text)


def test_whether_it_agrees_is_found_anew() -> None:
    text = TEXT.replace("45,45,45,7,45,", "46,46,46,7,45,").replace("45,45/16", "46,23/8")
    assert text != TEXT
    found = with_finished_rows(BLANK, text)
    assert found.rows[2].agrees is False
