"""The command line: what scripts rely on, and what bad usage gets."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from masetproof.cli import main


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "masetproof", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["prove", "chess", "--pegs", "2"], "unknown game 'chess'"),
        (["prove", "mastermind", "--pegs", "0"], "pegs must be 1 to 3, not 0"),
        (["prove", "mastermind", "--pegs", "9"], "pegs must be 1 to 3, not 9"),
        (["prove", "mastermind", "--pegs", "4"], "pegs must be 1 to 3, not 4"),
        (["prove", "mastermind", "--pegs", "two"], "'two' is not a whole number"),
        (["prove", "black-peg-ab", "--pegs", "3"], "pegs must be 1 to 2 for black-peg-ab"),
        (["prove", "mastermind"], "--pegs"),
        (["prove", "mastermind", "--pegs", "2", "--out", "/proc/none"], "cannot write to --out"),
        (["prove", "mastermind", "--pegs", "2", "--extra", "maybe"], "--extra"),
        (["prove", "mastermind", "--pegs", "2", "--out", ""], "--out is empty"),
        (["show", "MM.3"], "is no label"),
        (["show", "XY.2.0.1"], "'XY.2.0.1' is no label, such as MM.3.17.42"),
        (["show", "MM.2.0.1.1"], "is no label"),
        (["show", "MM.2.1", "--colours", "1"], "has no secret with 1 colours"),
        (["show", "MM.2.0", "--colours", "-1"], "--colours must be 0 to"),
        (["show", "BP.2.1", "--colours", "3,x"], "'x' is not a whole number"),
        (["show", "MM.2.6.1"], "there is no pattern 6; they are 0 to 5"),
        (["show", "MM.2.0.4"], "has no question 4; they are 1 to 3"),
        (["show", "MM.9.0.1"], "pegs must be 1 to 3"),
        (["show", "BPAB.2.0.9"], "has no question 9; they are 1 to 8"),
        (["show", "BPAB.2.0", "--colours", "1,2"], "for each of 3 kinds of colours"),
        (["readings", "black-peg-ab", "--pegs", "3"], "pegs must be 1 to 2 for black-peg-ab"),
        (["graph", "ab", "--pegs", "2", "--out", "/proc/none/x.dot"], "/proc/none"),
        (["graph", "ab", "--pegs", "2", "--out", "graph.gml"], "does not say the format"),
        (["graph", "ab", "--pegs", "2", "--out", "graph"], "does not say the format"),
        (
            ["graph", "ab", "--pegs", "2", "--format", "svg"],
            "a drawing goes into a file; say --out",
        ),
        (["graph", "ab", "--pegs", "2", "--colours", "1"], "--colours must be 2 to 200, not 1"),
        (["graph", "ab", "--pegs", "3", "--colours", "5"], "--colours is for 1 to 2 pegs"),
        (["check", "/nonexistent"], "/nonexistent"),
        (["frobnicate"], "no command 'frobnicate'"),
        (["crack", "jotto"], "this takes a game of pegs (mastermind, "),
        (["prove", "comparison", "--pegs", "1"], ", not comparison"),
        (["--"], "COMMAND"),
    ],
)
def test_bad_usage_gets_one_sentence_and_status_2(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status: object = main(arguments)
    except SystemExit as end:  # so ends argparse
        status = end.code
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert complaint in err


@pytest.mark.parametrize("arguments", [["frobnicate"], ["prove", "chess", "--pegs", "2"]])
def test_bad_usage_is_the_same_in_a_process(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    result = run(*arguments)
    with contextlib.suppress(SystemExit):
        main(arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == capsys.readouterr().err


def test_prove_prints_the_fields_that_scripts_rely_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "mastermind", "--pegs", "2", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert list(document) == [
        "game",
        "pegs",
        "objective",
        "extra",
        "patterns",
        "questions",
        "equations",
        "status",
        "formula",
        "solved",
        "certificate",
        "files",
        "seconds",
    ]
    assert [*document["seconds"]] == [
        *("closure", "recurrences", "values", "claims", "comparing", "solving", "induction"),
    ]
    # The real game: the 47 questions of the reading `with` on all patterns when a colour is
    # excluded, and 20 without the extra colour on the four patterns reached when none is.
    assert (document["patterns"], document["questions"], document["equations"]) == (6, 47, 67)
    assert document["status"] == "proved"
    assert document["extra"] == "exact"
    assert (document["certificate"], document["files"]) == (None, None)
    # Chen and Lin's formula over its denominator 24, by ascending powers.
    assert document["formula"] == {
        "quantity": "external path length",
        "valid_from": 3,
        "period": 2,
        "branches": [["2", "-37/12", "17/8", "1/3"], ["23/8", "-10/3", "17/8", "1/3"]],
        "exceptions": {"1": "1", "2": "8"},
    }


def test_prove_says_that_one_strategy_has_both(capsys: pytest.CaptureFixture[str]) -> None:
    """With 7 colours 161 by Chen and Lin, and 7//2 + 2 questions."""
    command = ["prove", "ab", "--pegs", "2", "--colours", "7", "--objective"]
    documents = {}
    for objective in ("expected", "worst", "expected-then-worst", "worst-then-expected"):
        assert main([*command, objective, "--json"]) == 0
        documents[objective] = json.loads(capsys.readouterr().out)
    one, other = documents["expected-then-worst"], documents["worst-then-expected"]
    assert one["board"] == {"colours": 7, "value": "161", "then_value": "5"}
    assert other["board"] == {"colours": 7, "value": "5", "then_value": "161"}
    formulas = [documents[objective]["formula"] for objective in ("expected", "worst")]
    assert [one["formula"], one["then_formula"]] == formulas
    assert [other["then_formula"], other["formula"]] == formulas
    for document, objective in ((one, "expected"), (other, "worst")):
        assert document.keys() == documents[objective].keys() | {"then_formula", "certified"}
        assert (document["certificate"], document["files"]) == (None, None)
    assert main([*command, "expected-then-worst"]) == 0
    told = capsys.readouterr().out
    assert "One strategy has both, for every number of colours" in told
    assert "that one strategy has both is proved by this program alone" in told


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        (["--pegs", "3"], "pegs must be 1 to 2, not 3"),
        (["--pegs", "2", "--extra", "all"], "--extra is for one theorem"),
        (["--pegs", "2", "--out", "here"], "--out is for one theorem"),
        (["--pegs", "2", "--listing", "full"], "--listing is for one theorem"),
        (["--pegs", "2", "--plot", "plot.svg"], "--plot is for one theorem"),
    ],
)
def test_what_does_not_go_with_both_cases(
    more: list[str],
    complaint: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["prove", "ab", *more, "--objective", "worst-then-expected"]) == 2
    assert complaint in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("reading", ["exact", "with", "without"])
def test_every_output_of_prove_names_the_reading(
    reading: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = [] if reading == "exact" else ["--extra", reading]
    assert main(["prove", "ab", "--pegs", "1", *options]) == 0
    assert f"(--extra {reading})" in capsys.readouterr().out
    assert main(["prove", "ab", "--pegs", "1", "--json", *options]) == 0
    assert json.loads(capsys.readouterr().out)["extra"] == reading


@pytest.mark.parametrize("text", ["٢", "1_0", "2 ", " 2", "", "2.0", "1e1", "0x2", "²", "1" * 19])
@pytest.mark.parametrize(
    "command",
    [
        ["values", "ab", "--to", "3", "--pegs"],
        ["optimize", "ab", "--pegs", "2", "--colours"],
        ["optimize", "ab", "--pegs", "2", "--colours", "3", "--max-questions"],
    ],
    ids=lambda command: command[-1],
)
def test_whole_numbers_are_ascii_digits(
    command: list[str], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command, text])
    printed = capsys.readouterr()
    assert (ended.value.code, printed.out) == (2, "")
    assert len(printed.err.splitlines()) == 1
    assert "is not a whole number" in printed.err


@pytest.mark.parametrize("text", ["nan", "inf", "1_0", "٢", "1e400", "0", "-1", "", "1 ", "0x1"])
def test_time_limits_are_positive_decimal_numbers(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["optimize", "ab", "--pegs", "2", "--colours", "3", f"--time-limit={text}"])
    printed = capsys.readouterr()
    assert (ended.value.code, printed.out) == (2, "")
    assert len(printed.err.splitlines()) == 1
    assert "takes a positive number" in printed.err


def test_dir_completes_the_public_names() -> None:
    """The names are known without loading, reading or parsing anything."""
    code = (
        "import sys; before = {*sys.modules}; import masetproof; names = masetproof.__all__;"
        "assert set(names) <= set(dir(masetproof)) and 'prove' in names;"
        "assert {*sys.modules} - before == {'masetproof'}"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_prove_writes_what_it_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new" / "folder"
    assert main(["prove", "ab", "--pegs", "2", "--out", str(out), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["certificate"] == str(out / "proof.cert")
    assert {Path(path).name for path in document["files"]} == {p.name for p in out.iterdir()}
    assert main(["check", document["certificate"]]) == 0


def test_without_out_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["prove", "ab", "--pegs", "1"]) == 0
    assert list(tmp_path.iterdir()) == []


def test_help_and_version_load_nothing_heavy() -> None:
    code = (
        "import sys; from masetproof.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'sympy', 'cffi', 'matplotlib', 'numpy', 'networkx', 'pynauty', 'jinja2'}\n"
        "raise SystemExit(bool(heavy & set(sys.modules)))"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode
        == 0
    )
    assert run("--version").stdout == "masetproof 0.1.0\n"


def test_a_small_search_loads_what_it_needs_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading takes more time than searching."""
    monkeypatch.setenv("MASETPROOF_CACHE", "")
    search = ["optimize", "mastermind", "--pegs", "3", "--colours", "5"]  # which has jobs
    larger = [*search, "--workers", "2"]
    code = (
        "import json, sys; from masetproof.cli import main\n"
        f"main({search}); before = set(sys.modules)\n"
        f"main({larger})\n"
        "print(json.dumps([sorted(before), sorted(sys.modules)]))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    serial, with_threads = map(set, json.loads(result.stdout.splitlines()[-1]))
    unneeded = {"multiprocessing", "subprocess", "socket", "csv", "concurrent.futures.thread"}
    unneeded |= {"sympy", "cffi", "matplotlib", "networkx", "jinja2", "numpy.ma", "tempfile"}
    unneeded |= {"masetproof.search.general", "masetproof.strategies.by_rule"}
    assert not unneeded & serial
    commands = {name for name in serial if name.startswith("masetproof.cli.")}
    needed = ("main", "common", "interrupts", "options", "optimize", "proved")
    assert commands == {f"masetproof.cli.{name}" for name in needed}
    assert "concurrent.futures.thread" in with_threads
    assert not {"multiprocessing", "subprocess", "socket"} & with_threads


@pytest.mark.parametrize("command", ["prove", "values", "readings", "check", "show", "graph"])
def test_each_command_has_help_with_examples(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="0"):
        main([command, "--help"])
    text = capsys.readouterr().out
    assert f"masetproof {command} " in text.split("examples:")[1]
    # Games that `prove` refuses are not offered.
    assert "comparison" not in text


def test_an_interrupted_run_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("masetproof.proofs.values.values_between", interrupt)
    assert main(["values", "mastermind", "--pegs", "2", "--to", "3"]) == 130
    assert "interrupted" in capsys.readouterr().err


def test_an_interrupt_that_is_swallowed_is_raised_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As Python does in a callback of its own."""

    def swallow(*_: object, progress: Callable[[str, int, int], None], **__: object) -> None:
        with contextlib.suppress(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(10)
        progress("values", 1, 2)

    monkeypatch.setattr("masetproof.proofs.values.values_between", swallow)
    before = signal.getsignal(signal.SIGINT)
    assert main(["values", "mastermind", "--pegs", "2", "--to", "3"]) == 130
    assert "the same command goes on" in capsys.readouterr().err
    assert signal.getsignal(signal.SIGINT) is before


def test_readings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["readings", "mastermind", "--pegs", "2", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["status"], document["agree"], document["differences"]) == ("proved", True, {})
    assert main(["readings", "ab", "--pegs", "2", "--objective", "worst"]) == 0
    assert "The three readings agree for every n." in capsys.readouterr().out


ACTING = "\x1b[31m\N{RIGHT-TO-LEFT OVERRIDE}\x07\r\udcff"
"""A terminal would colour, turn, ring, overwrite; and a byte of a file's name that is no text."""


@pytest.mark.parametrize(
    "arguments",
    [
        [ACTING],
        ["prove", "mastermind", "--pegs", "1", f"--{ACTING}", ACTING],
        ["prove", "mastermind", "--pegs", "1", f"--json={ACTING}"],
        ["prove", ACTING, "--pegs", "1"],
        ["prove", "mastermind", "--pegs", "1", "--extra", ACTING],
        ["prove", "mastermind", "--pegs", "1", "--plot", ACTING],
        ["values", "mastermind", "--pegs", "1", "--to", ACTING],
        ["show", ACTING],
        ["check", ACTING],
        ["tree", "verify", ACTING],
        ["tree", "convert", "x", "--to", ACTING],
        ["hint", "mastermind", "--pegs", "2", "--colours", "2", ACTING],
        ["hint", "jotto", "--words", ACTING],
        ["hint", "matrix", "--answers", ACTING],
        ["optimize", "mastermind", "--pegs", "2", "--colours", ACTING],
        ["optimize", "mastermind", "--pegs", "2", "--colours", "2", "--tree", f"/none/{ACTING}"],
        ["table", "ab", "--csv", f"/none/{ACTING}"],
        ["grid", "--size", "4", "--colours", "4", "--secret", ACTING],
        ["crack", "mastermind", "--pegs", "2", "--colours", "2", "--secret", ACTING],
        ["graph", "ab", "--pegs", "1", "--out", ACTING],
        ["explore", "--tree", ACTING],
    ],
)
def test_what_a_user_says_does_not_act_on_the_terminal(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(arguments)
    except SystemExit as ended:
        status = ended.code
    printed, said = capsys.readouterr()
    assert status in (1, 2)
    assert (printed + said).count("\n") == 1
    assert (printed + said).removesuffix("\n").isprintable()


def test_names_of_files_do_not_act_on_the_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    tree, out = (str(tmp_path / f"{name}{ACTING}") for name in ("tree", "out"))
    small = ["mastermind", "--pegs", "1", "--colours", "2"]
    assert main(["optimize", *small, "--tree", tree]) == 0
    assert main(["evaluate", *small, "--rule", "minimax", "--tree", tree]) == 0
    assert main(["strategy", *small, "--tree", tree]) == 0
    assert main(["evolve", *small, "--generations", "1", "--seed", "1", "--tree", tree]) == 0
    assert main(["prove", "mastermind", "--pegs", "1", "--listing", "none", "--out", out]) == 0
    printed = capsys.readouterr().out
    assert printed.replace("\n", "").isprintable()
    assert r"tree\x1b[31m\u202e\x07\r\udcff" in printed
