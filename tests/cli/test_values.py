"""``masetproof values``."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from masetproof import FiniteGame, optimize, prove_worst
from masetproof.arguments import Refused
from masetproof.cli import main
from masetproof.proofs.shift import Searched
from masetproof.proofs.values import values_between
from masetproof.recurrences.readings import Reading
from masetproof.reports.plots import prices_figure
from masetproof.tables.values import bounds_lines

# Peczarski 2018, table 3: AB with two pegs, the reading `with`; the other readings agree there.
AB_VALUES = {2: 3, 3: 13, 4: 30, 5: 60}
COMMAND = ["values", "ab", "--pegs", "2", "--to", "5"]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--to", "-1"], "--from must be 1 or more, and --to not less, not 1 and -1"),
        (["--from", "0", "--to", "3"], "not 0 and 3"),
        (["--from", "5", "--to", "4"], "not 5 and 4"),
        (["--colours", "0"], "--colours must be 1 or more, not 0"),
        (["--colours", "4", "--from", "3"], "either --to N, with or without --from, or --colours"),
        (["--to", "1"], "needs at least 2 colours, not 1"),
        (["--to", "100000000000"], "1 to 1,000,000 values are given at once"),
        (["--to", "9", "--json", "--csv"], "one format, not both json and csv"),
        (["--to", "9", "--json", "--format", "csv"], "one format, not both json and csv"),
        (["--to", "9", "--format", "text", "--format", "bfile"], "not both text and bfile"),
        (["--to", "9", "--format", "xml"], "invalid choice: 'xml'"),
    ],
)
def test_bad_usage_gets_one_sentence_and_status_2(
    options: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status: object = main(["values", "ab", "--pegs", "2", *options])
    except SystemExit as end:  # so ends argparse
        status = end.code
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert complaint in err


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND, "--json"]) == 0
    text = capsys.readouterr().out
    document = json.loads(text)
    assert text == json.dumps(document, indent=2) + "\n"  # though it is printed line by line
    assert document == {
        "game": "ab",
        "pegs": 2,
        "objective": "expected",
        "extra": "exact",
        "formula_from": None,
        "values": {str(n): str(value) for n, value in AB_VALUES.items()},
        "secrets": {str(n): str(n * (n - 1)) for n in AB_VALUES},
        "means": {str(n): str(Fraction(v, n * (n - 1))) for n, v in AB_VALUES.items()},
    }
    assert main([*COMMAND, "--json", "--format", "json"]) == 0
    assert capsys.readouterr().out == text
    assert main([*COMMAND, "--json", "--objective", "worst"]) == 0
    assert "means" not in json.loads(capsys.readouterr().out)


def test_csv(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND, "--csv"]) == 0
    text = capsys.readouterr().out
    rows = list(csv.DictReader(io.StringIO(text)))
    assert {int(row["n"]): int(row["value"]) for row in rows} == AB_VALUES
    assert rows[-1] == {"n": "5", "value": "60", "extra": "exact", "secrets": "20", "mean": "3"}
    assert main([*COMMAND, "--format", "csv", "--objective", "worst"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "5,4,exact,20,"


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND, "--from", "4"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "Computed from the recurrences."
    assert [line.split() for line in lines[2:]] == [
        ["n", "total", "secrets", "expected"],
        ["4", "30", "12", "2.5000"],
        ["5", "60", "20", "3.0000"],
    ]
    assert main([*COMMAND, "--objective", "worst"]) == 0
    assert capsys.readouterr().out.split()[-3:] == ["5", "4", "20"]


def test_text_says_which_values_are_from_the_formula(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND[:-1], "100", "--json"]) == 0
    beyond = json.loads(capsys.readouterr().out)["formula_from"]
    assert main([*COMMAND[:-1], "100"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].endswith(f"from n = {beyond} on from the formula, proved in this run.")
    assert len({len(line) for line in lines[2:]}) == 1
    assert main([*COMMAND[:-1], "1000000", "--from", "999999"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "From the formula, proved in this run."
    assert len({len(line) for line in lines[2:]}) == 1


def test_b_file_of_the_oeis(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND, "--format", "bfile"]) == 0
    lines = capsys.readouterr().out.splitlines()
    comments = [line for line in lines if line.startswith("#")]
    assert lines == [*comments, *(f"{n} {value}" for n, value in AB_VALUES.items())]
    assert "AB game, 2 pegs" in comments[0]
    assert "--extra exact" in comments[0]
    assert "least total of questions over all secrets" in comments[0]


def b_file(text: str) -> tuple[list[str], dict[int, int]]:
    """The comments of a b-file, and its values, which are for consecutive n."""
    lines = text.splitlines()
    comments = [line for line in lines if line.startswith("#")]
    pairs = [(int(n), int(value)) for n, value in map(str.split, lines[len(comments) :])]
    assert [n for n, _ in pairs] == [*range(pairs[0][0], pairs[0][0] + len(pairs))]
    return comments, dict(pairs)


def test_tabular(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND[:-1], "40", "--from", "39", "--format", "latex"]) == 0
    comment, *lines = capsys.readouterr().out.splitlines()
    assert comment.startswith("% AB game, 2 pegs")
    assert lines[:2] == [
        r"\begin{tabular}{rrrr}",
        r"$n$ & total & secrets & expected \\ \hline",
    ]
    assert re.fullmatch(r"39 & \d\d\\,\d{3} & 1\\,482 & \d\d\.\d{4} \\\\", lines[2])
    assert lines[4:] == [r"\end{tabular}"]


def test_a_reader_who_has_enough_ends_a_long_output() -> None:
    command = f"{sys.executable} -m masetproof values ab --pegs 2 --to 1000000 --format bfile"
    shell = f"set -o pipefail; {command} | head -4; echo ${{PIPESTATUS[0]}}"
    result = subprocess.run(
        ["bash", "-c", shell], capture_output=True, text=True, check=False, timeout=120
    )
    assert result.stdout.splitlines()[3:] == ["2 3", "141"]
    assert result.stderr == ""


def test_several_games_are_drawn_with_what_the_search_finds(tmp_path: Path) -> None:
    """A line for each game, through the optima of exhaustive search, where there are secrets."""
    found = [values_between(name, 2, 1, 4) for name in ("marks", "sum-distinct")]
    (axes,) = prices_figure(found).axes
    lines = {str(line.get_label()): np.array(line.get_xydata()).tolist() for line in axes.lines}
    assert lines == {
        values.game.title: [
            [n, float(optimize(FiniteGame(values.game, 2, n)).expected)]
            for n in range(values.game.least_colours(2), 5)
        ]
        for values in found
    }
    path = tmp_path / "price.svg"
    games = ["values", "--games", "marks,sum", "--pegs", "1", "--to", "3", "--plot", str(path)]
    assert main(games) == 0
    assert path.read_text().startswith("<?xml")


def test_one_game_alone_has_no_price(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["values", "marks", "--pegs", "2", "--to", "3", "--plot", "price.svg"]) == 2
    assert "--plot goes with --games A,B,..." in capsys.readouterr().err


def test_bounds_of_the_worst_case_of_four_pegs(capsys: pytest.CaptureFixture[str]) -> None:
    """Jäger and Peczarski (2011): n + 3 from n = 5 on, and 1, 5, 5, 6 before."""
    command = ["values", "black-peg", "--pegs", "4", "--to", "40", "--objective", "worst"]
    known = {str(n): str(n + 3) for n in range(5, 41)} | {"1": "1", "2": "5", "3": "5", "4": "6"}
    assert main([*command, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["lower"] == document["upper"] == known
    assert main([*command, "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert {row["n"]: row["lower"] for row in rows} == known
    assert main(command) == 0
    title, head, *lines = capsys.readouterr().out.splitlines()
    assert title.startswith("Black-peg Mastermind, 4 pegs: questions")
    assert head.split() == ["n", "at", "least", "at", "most"]
    assert [line.split() for line in lines] == [
        [n, known[n], known[n]] for n in map(str, range(1, 41))
    ]
    assert main([*command, "--format", "bfile"]) == 0
    comments, pairs = b_file(capsys.readouterr().out)
    assert pairs == {int(n): int(value) for n, value in known.items()}
    assert comments[0].startswith("# Black-peg Mastermind, 4 pegs; a(n) is the least number of")
    assert "ends before" not in "".join(comments)
    for wrong in (["--extra", "with"], ["--format", "latex"], ["--compare", "n + 3"]):
        assert main([*command, *wrong]) == 2
        assert "bounds of the worst case are of the real game" in capsys.readouterr().err


def test_a_b_file_of_bounds_ends_where_they_differ() -> None:
    """Without the search of 5 colours the lower bound is that of one colour, n, and later n + 1."""
    proved = prove_worst("black-peg")
    fewer = [one for one in proved.searches if one.reading is Reading.EXACT]
    for colours, value in ((1, 1), (7, 10)):
        fewer.append(Searched("black-peg", 4, colours, Reading.WITH, value))
    bounds = replace(proved, searches=tuple(fewer))
    comments, pairs = b_file("\n".join(bounds_lines(bounds, range(1, 20), "bfile")))
    assert pairs == {1: 1, 2: 5, 3: 5, 4: 6}
    assert comments[-2] == "# it ends before n = 5, for which a(n) is at least 5 and at most 8"
    _, pairs = b_file("\n".join(bounds_lines(bounds, range(7, 20), "bfile")))
    assert pairs == {n: n + 3 for n in range(7, 20)}
    with pytest.raises(Refused, match=r"^a\(5\) is not known, but is at least 5 and at most 8$"):
        bounds_lines(bounds, range(5, 20), "bfile")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "known"),
    [
        ("mastermind", {5: 5, 6: 5, 7: 6, 8: 6}),
        ("ab", {10: 7}),
    ],
)
def test_b_files_of_four_pegs(
    game: str, known: dict[int, int], capsys: pytest.CaptureFixture[str]
) -> None:
    """Knuth 1976, Jäger and Peczarski 2009, Ludwig 2023; Chen, Lin, Huang and Hsu 2007.

    The bounds first differ for 12 colours (docs/proof-method.md).
    """
    command = ["values", game, "--pegs", "4", "--to", "40", "--objective", "worst"]
    assert main([*command, "--format", "bfile"]) == 0
    comments, pairs = b_file(capsys.readouterr().out)
    assert known.items() <= pairs.items()
    assert max(pairs) == 11
    assert comments[-2] == "# it ends before n = 12, for which a(n) is at least 7 and at most 8"
