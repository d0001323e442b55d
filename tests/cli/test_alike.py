"""Commands on marks, on the sum, and where only possible secrets may be asked."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from masetproof.cli.main import main
from tests.oracles import alike
from tests.reports.typesetting import pdf_text

TOTALS = {"marks": [1, 7, 19, 42, 75, 123, 185], "sum": [1, 8, 24, 51, 92, 150]}


def document(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    """What a command prints with --json."""
    assert main([*arguments, "--json"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    found: dict[str, object] = json.loads(printed.out)
    return found


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one sentence with which a command is refused."""
    try:
        status = main([*arguments])
    except SystemExit as ended:
        status = ended.code
    printed = capsys.readouterr()
    assert (status, printed.out) == (2, "")
    (line,) = printed.err.splitlines()
    assert line.startswith("masetproof")
    return line.split(": ", 1)[1]


@pytest.mark.parametrize(
    "options",
    [
        ["marks"],
        pytest.param(["marks", "--consistent-only"], marks=pytest.mark.slow),
        pytest.param(["sum"], marks=pytest.mark.slow),
        pytest.param(["ab", "--consistent-only"], marks=pytest.mark.slow),
    ],
    ids=" ".join,
)
@pytest.mark.usefixtures("latex")
def test_a_bundle_is_verified_and_typeset(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = document(capsys, "prove", *options, "--pegs", "2", "--out", str(tmp_path / "here"))
    assert found["certificate"] == str(tmp_path / "here" / "proof.cert")
    assert {Path(path).name for path in found["files"]} >= {"proof.cert", "proof.tex", "proof.pdf"}
    assert main(["check", found["certificate"]]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("verified: ")
    sentence = printed.out.splitlines()[0].removeprefix("verified: ")
    title = {"marks": "Marks", "sum": "Sum", "ab": "AB game"}[options[0]]
    assert sentence.startswith(f"{title} with 2 pegs and n colours, ")
    asked = "--consistent-only" in options
    assert ("where only a possible secret may be asked" in sentence) == asked
    text = " ".join(pdf_text(tmp_path / "here" / "proof.pdf").split())
    assert f"{title} with 2 pegs and n colours" in text
    assert "(?)" not in text
    assert "??" not in text


@pytest.mark.parametrize(
    "arguments",
    [
        *(["--extra", reading] for reading in ("with", "without", "all")),
        ["--short"],
        ["--short", "--out", "here"],
    ],
    ids=" ".join,
)
def test_possible_secrets_leave_nothing_to_choose(
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["prove", "mastermind", "--pegs", "2", "--consistent-only", *arguments]
    assert "--consistent-only" in refusal(capsys, *command)
    assert not [*tmp_path.iterdir()]


def test_the_usual_reading_is_another_one() -> None:
    """Also where it is named; as from a shell, whose texts are not those of the program."""
    command = ["prove", "mastermind", "--pegs", "2", "--consistent-only", "--extra", "exact"]
    done = subprocess.run(
        [sys.executable, "-m", "masetproof", *command],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("--extra: not allowed with argument --consistent-only\n")
    assert done.stderr.count("\n") == 1


def test_json_names_the_reading(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "prove", "marks", "--pegs", "2", "--consistent-only")
    assert (found["extra"], found["status"], found["patterns"]) == ("none", "proved", 3)
    found = document(capsys, "prove", "marks", "--pegs", "2")
    assert (found["extra"], found["status"], found["patterns"]) == ("exact", "proved", 3)


@pytest.mark.parametrize("game", ["black-peg", "black-peg-ab"])
def test_no_theorem_on_black_pegs_has_only_possible_secrets(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = refusal(capsys, "prove", game, "--pegs", "2", "--consistent-only")
    assert told == f"of {game} no closure has possible secrets as its only questions"


@pytest.mark.parametrize("command", ["optimize", "prove", "patterns"])
@pytest.mark.parametrize("game", ["marks", "marks-distinct"])
def test_marks_are_of_five_cells_at_most(
    command: str, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    colours = ["--colours", "6"] if command == "optimize" else []
    told = refusal(capsys, command, game, "--pegs", "6", *colours)
    assert "pegs must be 1 to 5, not 6" in told


@pytest.mark.parametrize("more", [[], ["--consistent-only"], ["--objective", "worst"]], ids=str)
def test_marks_are_wordle_with_all_words(
    more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = tmp_path / "words.txt"
    listed.write_text("".join(f"{''.join(word)}\n" for word in product("abcd", repeat=3)))
    marks = document(capsys, "optimize", "marks", "--pegs", "3", "--colours", "4", *more)
    wordle = document(capsys, "optimize", "wordle", "--words", str(listed), *more)
    assert marks["secrets"] == wordle["secrets"] == 64
    assert marks["optimal"] is wordle["optimal"] is True
    quantity = "worst" if "worst" in more else "total"
    assert marks[quantity] == wordle[quantity]
    reading = "none" if "--consistent-only" in more else "exact"
    least = alike.optimum("marks", 3, 4, worst="worst" in more, reading=reading)
    assert marks[quantity] == least


@pytest.mark.parametrize("game", TOTALS)
def test_values_are_printed(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    most = str(len(TOTALS[game]))
    assert main(["values", game, "--pegs", "2", "--to", most, "--format", "csv"]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head == "n,value,extra,secrets,mean"
    found = [line.split(",")[:4] for line in lines]
    totals = enumerate(TOTALS[game], 1)
    assert found == [[str(n), str(total), "exact", str(n * n)] for n, total in totals]


@pytest.mark.parametrize("game", ["mastermind", "marks"])
def test_the_strategy_of_possible_secrets_is_written_and_verified(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Verifying plays it against every secret, and refuses a question that cannot be the secret."""
    path = tmp_path / "tree.json"
    size = [game, "--pegs", "2", "--colours", "6"]
    found = document(capsys, "strategy", *size, "--consistent-only", "--tree", str(path))
    assert (found["consistent_only"], found["extra"], found["agrees"]) == (True, "none", True)
    assert found["total"] == alike.optimum(game, 2, 6, reading="none")
    assert main(["tree", "verify", str(path)]) == 0
    capsys.readouterr()
    # The strategy for all questions is none for these rules.
    document(capsys, "strategy", *size, "--tree", str(path))
    text = path.read_text()
    assert text.count('"consistent_only": false') == 1
    path.write_text(text.replace('"consistent_only": false', '"consistent_only": true'))
    assert main(["tree", "verify", str(path)]) == 1
    assert capsys.readouterr().err.count("\n") <= 1


@pytest.mark.parametrize("label", ["WM.2.1", "WM.2.1.3", "SUM.2.1.2", "WM.2.2 --consistent-only"])
def test_questions_are_shown(label: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With a legend that does not speak of pegs."""
    assert main(["show", *label.split(" ")]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert "fi" in printed.out
    assert " pegs;" not in printed.out
    assert "; ->: colours renamed; ~: isomorphic to" in printed.out
