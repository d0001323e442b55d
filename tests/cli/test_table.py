"""``masetproof table``."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path

import pytest

from masetproof import files
from masetproof._version import __version__
from masetproof.cli import main
from masetproof.finite.setting import FiniteGame
from masetproof.objectives import Goal
from masetproof.search.optimum import Optimum
from masetproof.tables.published import known_values
from tests.tables.optimizers import FakeOptimizer, Found, right, unfinished, wrong


def run_with(optimizer: FakeOptimizer, *arguments: str) -> int:
    """The command with an optimizer that searches nothing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("masetproof.search.optimize.optimize", optimizer)
        return main(["table", *arguments])


def run(*arguments: str, found: Found = right, interrupt: int | None = None) -> int:
    return run_with(FakeOptimizer(found, interrupt), *arguments)


def at_most_five(finite: FiniteGame, goal: Goal) -> Optimum:
    return (right if finite.colours <= 5 else unfinished)(finite, goal)


def json_rows(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = json.loads(capsys.readouterr().out)["rows"]
    return rows


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["chess"], "unknown game 'chess'"),
        (["ab", "--pegs", "3..2"], "range A..B with 1 <= A <= B <= 8, not '3..2'"),
        (["ab", "--pegs", "a..b"], "not 'a..b'"),
        (["ab", "--pegs", ""], "not ''"),
        (["ab", "--pegs", "2", "--colours", "1..999999999"], "B <= 36, not '1..999999999'"),
        (["ab", "--pegs", "2", "--colors", "0"], "colours are a number or a range"),
        (["ab", "--pegs", "4", "--colours", "1..3"], "no such game"),
        (["mastermind", "--pegs", "8"], "nothing is published of these for single numbers"),
        (["ab", "--pegs", "2", "--objective", "worst"], "give both --pegs and --colours"),
        (["mastermind", "--secrets", "distinct"], "give both --pegs and --colours"),
        (["ab", "--consistent-only"], "give both --pegs and --colours"),
        (["ab", "--time-limit", "0"], "a positive number or 'none', not '0'"),
        (["ab", "--time-limit", "nan"], "not 'nan'"),
        (["ab", "--time-limit", "inf"], "not 'inf'"),
        (["ab", "--objective", "best"], "--objective"),
        (["ab", "--csv", ""], "--csv takes a file, not ''"),
        (["ab", "--latex", "/"], "--latex takes a file, not '/'"),
        (["ab", "--csv", "/proc/none/x.csv"], "cannot write to --csv"),
        (["ab", "--heat-map", "map.gif"], "--heat-map takes a file that ends in .pdf, .svg, .png"),
        (["ab", "--csv", "x.tex", "--latex", "./x.tex"], "the file of another option"),
        (["ab", "--resume"], "--resume goes with --csv"),
        (["ab", "--json", "--format", "csv"], "one format, not both json and csv"),
        (["ab", "--format", "html"], "invalid choice: 'html'"),
        (["ab", "--from", "two"], "'two' is not a whole number"),
        (["ab", "--pegs", "2", "--colours", "2..9", "--from", "10"], "--from 10 leaves no row"),
        (["ab", "--format", "bfile"], "one objective and one number of pegs"),
        (["ab", "--pegs", "2..3", "--colours", "5", "--format", "bfile"], "one number of pegs"),
    ],
)
def test_bad_usage_gets_one_sentence_and_status_2(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status: object
    try:
        status = main(["table", *arguments])
    except SystemExit as stop:
        status = stop.code
    assert status == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert len(output.err.splitlines()) == 1
    assert complaint in output.err


@pytest.mark.parametrize("game", sorted({known.game.name for known in known_values()}))
def test_without_ranges_every_published_value_has_its_row(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(game, "--json") == 0
    rows = json_rows(capsys)
    assert sum(row["agrees"] is True for row in rows) == len(rows) > 0
    known = {(k.pegs, k.colours, k.objective.value) for k in known_values() if k.game.name == game}
    assert {(row["pegs"], row["colours"], row["objective"]) for row in rows} == known


def test_one_range_selects_among_the_published(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("mastermind", "--pegs", "4", "--objective", "worst", "--json") == 0
    assert [row["colours"] for row in json_rows(capsys)] == [5, 6, 7, 8]


def test_a_published_formula_is_compared_where_it_holds(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Chen and Lin 2004: (8n^3 + 51n^2 - 80n + 69) / (24n^2) for odd n >= 3, otherwise -74, 48."""
    totals = [
        (8 * n**3 + 51 * n**2 - (80 * n - 69 if n % 2 else 74 * n - 48)) // 24 for n in (7, 8)
    ]
    assert totals == [198, 284]
    assert main(["table", "mastermind", "--pegs", "2", "--colours", "1..8", "--json"]) == 0
    rows = json_rows(capsys)
    assert [row["published"] for row in rows] == [None, 8, 21, 45, 81, 132, *totals]
    assert [row["agrees"] for row in rows] == [None, *[True] * 7]
    assert rows[-1]["source"] == "Chen and Lin 2004, Mastermind, n >= 3"


def test_both_ranges_make_a_grid(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("ab", "--pegs", "3..4", "--colors", "2..5", "--json") == 0
    rows = json_rows(capsys)
    places = [(row["pegs"], row["colours"]) for row in rows]
    assert places == [(3, 3), (3, 4), (3, 5), (4, 4), (4, 5)]
    assert {row["objective"] for row in rows} == {"expected"}
    assert {"pegs", "colours", "value", "published", "source", "agrees"} <= set(rows[0])


def test_from_leaves_out_what_has_fewer_colours(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("ab", "--pegs", "3", "--colors", "3..6", "--from", "5", "--json") == 0
    assert [row["colours"] for row in json_rows(capsys)] == [5, 6]
    assert run("mastermind", "--objective", "worst", "--from", "7", "--json") == 0
    known = sum(
        k.colours >= 7 and (k.game.name, k.objective.value) == ("mastermind", "worst")
        for k in known_values()
    )
    assert len(json_rows(capsys)) == known > 0


def test_csv_is_printed_as_it_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "t.csv"
    assert run("ab", "--csv", str(path), "--format", "csv") == 0
    assert capsys.readouterr().out == path.read_text()


def test_b_file_ends_before_the_first_gap(capsys: pytest.CaptureFixture[str]) -> None:
    """The values are published (`tests.tables.optimizers.right`)."""
    options = ["mastermind", "--pegs", "3", "--colours", "1..6", "--from", "2"]
    assert run(*options, "--format", "bfile", found=at_most_five) == 0
    assert capsys.readouterr().out.splitlines() == [
        "# Mastermind, 3 pegs; a(n) is the least total of questions over all secrets "
        "with n colours",
        "# it ends before n = 6: not finished within 60 seconds",
        f"# masetproof {__version__}",
        "2 18",
        "3 73",
        "4 206",
        "5 451",
    ]


def test_tabulars(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("mastermind", "--pegs", "4", "--from", "6", "--format", "latex") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("% Mastermind: least total of questions over all secrets")
    head = "pegs & colours & secrets & total & expected & published & comparison & source"
    assert lines[1:3] == [r"\begin{tabular}{rrrrrrll}", head + r" \\ \hline"]
    assert lines[3].startswith(r"4 & 6 & 1\,296 & 5\,625 & 4.3403 & 5\,625 & agrees & ")
    assert sum(line == r"\end{tabular}" for line in lines) == 2  # expected and worst


def test_disagreement_is_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("black-peg", "--json", found=wrong) == 1
    assert json.loads(capsys.readouterr().out)["agrees"] is False
    assert run("ab", "--pegs", "3", "--colours", "4", found=wrong) == 0  # not published


def test_unfinished_rows_are_neither_agreement_nor_disagreement(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("black-peg", "--json", found=unfinished) == 0
    for row in json_rows(capsys):
        assert (row["value"], row["agrees"]) == (None, None)
        assert row["lower_bound"] == row["published"]


@pytest.mark.parametrize(("text", "limit"), [("none", None), ("2.5", 2.5)])
def test_the_time_limit_is_passed_on(text: str, limit: float | None) -> None:
    optimizer = FakeOptimizer()
    run_with(optimizer, "black-peg-ab", "--time-limit", text)
    assert {call[2] for call in optimizer.calls} == {limit}


def test_conditions_are_passed_on() -> None:
    optimizer = FakeOptimizer()
    ranges = ["--pegs", "2", "--colours", "3", "--secrets", "distinct", "--consistent-only"]
    run_with(optimizer, "mastermind", *ranges)
    ((finite, _, _),) = optimizer.calls
    assert (finite.distinct, finite.consistent_only) == (True, True)


def test_files_are_written_whole_and_are_the_same_each_time(tmp_path: Path) -> None:
    def write(directory: Path) -> None:
        directory.mkdir()
        names = {"--csv": "t.csv", "--latex": "t.tex", "--heat-map": "t.svg"}
        outputs = [part for o, name in names.items() for part in (o, str(directory / name))]
        assert run("ab", "--pegs", "3", *outputs) == 0

    write(tmp_path / "one")
    write(tmp_path / "two")
    for name in ("t.csv", "t.tex", "t.svg"):
        first = (tmp_path / "one" / name).read_bytes()
        assert first == (tmp_path / "two" / name).read_bytes() != b""
    assert len(list((tmp_path / "one").iterdir())) == 3


def test_an_interrupt_keeps_the_finished_rows_and_resume_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, picture = tmp_path / "t.csv", tmp_path / "t.png"
    command = ["mastermind", "--pegs", "2", "--csv", str(path), "--heat-map", str(picture)]
    assert run(*command, "--json", interrupt=3) == 130
    output = capsys.readouterr()
    document = json.loads(output.out)
    assert document["complete"] is False
    assert [row["value"] for row in document["rows"]] == [8, 21, None, None, None]
    assert [row["published"] for row in document["rows"]] == [8, 21, 45, 81, 132]
    assert "the same command with --resume goes on" in output.err
    assert not picture.exists()
    with path.open(newline="") as file:
        statuses = [row["status"] for row in csv.DictReader(file)]
    assert statuses == ["optimal"] * 2 + ["not reached"] * 3

    assert run(*command, "--resume", "--json", interrupt=4) == 0
    output = capsys.readouterr()
    assert [row["value"] for row in json.loads(output.out)["rows"]] == [8, 21, 45, 81, 132]
    assert f"2 of 5 rows are from {path}" in output.err
    assert picture.exists()


def test_an_interrupt_without_a_file_prints_what_is_finished(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("mastermind", "--pegs", "2", "--colours", "2..5", interrupt=3) == 130
    output = capsys.readouterr()
    assert "2 of 4 computed" in output.out
    assert "Not computed (not reached):" in output.out
    assert "with --csv FILE" in output.err


def test_resume_begins_where_there_is_no_file(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    assert run("black-peg", "--csv", str(path), "--resume") == 0
    assert path.exists()


@pytest.mark.parametrize("contents", [b"no table\n", b"\xff\xfe", b""])
def test_resume_refuses_what_is_no_table_and_leaves_it_alone(
    contents: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(contents)
    assert main(["table", "ab", "--csv", str(path), "--resume"]) == 2
    assert str(path) in capsys.readouterr().err
    assert path.read_bytes() == contents


def test_resume_waits_for_no_pipe_and_reads_no_device_to_its_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    monkeypatch.setattr(files, "_MILLISECONDS", 10)
    monkeypatch.setattr("masetproof.cli.table._MOST_BYTES", 1000)
    assert main(["table", "ab", "--csv", str(pipe), "--resume"]) == 2
    assert capsys.readouterr().err.endswith(f"{pipe}: no program writes to this pipe\n")
    assert main(["table", "ab", "--csv", "/dev/zero", "--resume"]) == 2
    assert capsys.readouterr().err.endswith("/dev/zero: a table has at most 1,000 bytes\n")


def test_a_row_that_takes_too_much_memory_is_not_computed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The answers of 1,296 questions alone are 1.7 MB; 8 is published."""
    command = ["table", "mastermind", "--pegs", "2..4", "--colours", "2..6", "--memory", "1"]
    assert main([*command, "--time-limit", "0.01", "--json"]) == 0
    rows = {(row["pegs"], row["colours"]): row for row in json_rows(capsys)}
    assert rows[4, 6]["value"] is None
    assert "more than the 1 MB that are allowed (--memory)" in str(rows[4, 6])
    assert rows[2, 2]["value"] == 8
