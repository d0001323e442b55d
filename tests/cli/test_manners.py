"""How commands speak to somebody at a terminal: near misses, names of rules, files, hints."""

from __future__ import annotations

import argparse
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from masetproof import FiniteGame, Goal, Rule, evaluate, hint, register_rule
from masetproof.arguments import Refused, did_you_mean
from masetproof.cli import main
from masetproof.cli.common import tell_written
from masetproof.strategies.rules import ALIASES, as_rule
from tests.processes import PATIENCE


def complaint(arguments: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What is said of bad usage, which is one line."""
    try:
        status: object = main(arguments.split())
    except SystemExit as end:
        status = end.code
    out, err = capsys.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1)
    return err.rstrip("\n")


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        ("optimise mastermind --pegs 2", "optimize"),
        ("Optimize mastermind", "optimize"),
        ("help", "--help"),
        ("version", "--version"),
        ("Mastermind", "'play mastermind'"),
        ("tree shwo x", "show"),
        ("prove Mastermind --pegs 2", "mastermind"),
        ("optimize black-pegs --pegs 2 --colours 3", "black-peg"),
        ("table wordel", "wordle"),
        ("show Mastermind --pegs 2", "mastermind"),
        ("show mm.2.1", "MM.2.1"),
        ("prove ab --pegs 2 --extra exakt", "exact"),
        ("values ab --pegs 2 --to 3 --format jason", "json"),
        ("optimize ab --pegs 2 --colours 3 --objective worst-than-expected", "worst-then-expected"),
        ("values ab --pegs 2 --to 3 --objectiv worst", "--objective"),
        ("hint ab --pegs 2 --colours 3 --level=1 --jsn", "--json"),
        ("evaluate ab --pegs 2 --colours 3 --rule minmax", "minimax"),
        ("hint ab --pegs 2 --colours 3 --rule Knuth", "knuth"),
        ("rules ab --pegs 2 --colours 3 --rule entropy,koi", "kooi"),
        ("depth ab --pegs 2 --colours 3 --rule mostparts", "most-parts"),
        ("play ab --side answer --strategy optimal_ --pegs 2 --colours 3", "optimal"),
        ("play ab --side answer --strategy Knuth --pegs 2 --colours 3", "knuth"),
    ],
)
def test_near_misses(arguments: str, meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert complaint(arguments, capsys).endswith(f"; did you mean {meant}?")


@pytest.mark.parametrize(
    "arguments",
    [
        "chess",
        "frobnicate",
        "prove chess --pegs 2",
        "evaluate ab --pegs 2 --colours 3 --rule chess",
        "show XY.2.1",
        "values ab --pegs 2 --to 3 surplus",
        f"evaluate ab --pegs 2 --colours 3 --rule {'minimax' * 1000}",
    ],
)
def test_what_is_near_nothing(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "did you mean" not in complaint(arguments, capsys)


def test_python_says_what_was_meant_too() -> None:
    with pytest.raises(Refused, match=r"; did you mean expected\?$"):
        Goal("expectd")
    with pytest.raises(Refused, match=r"; did you mean mastermind\?$"):
        FiniteGame("Mastermind", 4, 6)
    assert did_you_mean(3, ["3"]) == ""


@pytest.mark.parametrize("alias", ALIASES)
def test_rules_have_the_names_that_players_know(
    alias: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In every command that takes a rule the result is that of the rule by its first name."""
    game = ["ab", "--pegs", "2", "--colours", "4"]
    printed = []
    for name in (alias, ALIASES[alias]):
        assert main(["evaluate", *game, "--rule", name, "--json"]) == 0
        assert main(["depth", *game, "--rule", name, "--json"]) == 0
        assert main(["hint", *game, "01:1,0", "--rule", name, "--json"]) == 0
        assert main(["rules", *game, "--rule", name, "--format", "csv"]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert evaluate(FiniteGame("ab", 2, 4), alias).rule is as_rule(ALIASES[alias])
    with pytest.raises(Refused, match=f"there is another rule {alias}"):
        register_rule(Rule(alias, "something else", lambda sizes: sizes.max(axis=1)))


@pytest.mark.parametrize(
    ("alias", "rule", "author"),
    [
        ("knuth", "minimax", "Knuth, The computer as Master Mind, J. Recreational Math. 9 (1976)"),
        ("irving", "expected-size", "Irving, Towards an optimum Mastermind strategy"),
        ("neuwirth", "entropy", "Neuwirth, Some strategies for Mastermind"),
        ("kooi", "most-parts", "Kooi, Yet another Mastermind strategy"),
    ],
)
def test_the_help_has_names_and_sources_of_rules(
    alias: str, rule: str, author: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["evaluate", "--help"])
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    place = next(k for k, line in enumerate(lines) if line.endswith(f"(also called {alias})"))
    assert lines[place].startswith(f"{rule} ")
    assert lines[place + 1].startswith(author)
    for command in ("hint", "play"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        assert f"{rule} ({alias})" in " ".join(capsys.readouterr().out.split())


def typed(
    lines: str, arguments: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    """What is printed below each of the lines that are typed, and then 'quit'."""
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{lines}quit\n"))
    assert main(["play", *arguments.split()]) == 0
    out = capsys.readouterr().out
    told = re.split(r"^\d+(?:>|\. \S+ \?) .*\n", out, flags=re.M)[1:-1]
    return [text.strip() for text in told]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("foo", "no command 'foo'; '?' lists what there is"),
        ("Hnit", "no command 'Hnit'; '?' lists what there is; did you mean hint?"),
        ("quitt", "no command 'quitt'; '?' lists what there is; did you mean quit?"),
        ("hint 7", "a hint has the level 1, 2 or 3, not '7'"),
        ("012", "the question must be a word of 2 colours, not '012'"),
        ("left", "9"),
    ],
)
def test_words_that_are_no_commands_while_you_guess(
    line: str, told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    small = "mastermind --pegs 2 --colours 3 --secret 01"
    assert typed(f"{line}\n", small, capsys, monkeypatch) == [told]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("fish", "no command 'fish'; '?' lists what there is"),
        ("bakc 1", "no command 'bakc'; '?' lists what there is; did you mean back?"),
        ("back", "'back 1' returns to question 1; say the number of a question"),
        ("9,9", "'9,9' is no answer of this game; they are 0,0, 0,1, 1,0, 0,2, 1,1, 2,0"),
        ("left", "9"),
    ],
)
def test_words_that_are_no_commands_while_you_answer(
    line: str, told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    small = "mastermind --pegs 2 --colours 3 --side answer"
    assert typed(f"{line}\n", small, capsys, monkeypatch) == [told]


@pytest.fixture
def words(tmp_path: Path) -> str:
    path = tmp_path / "words.txt"
    path.write_text("germs\ntears\ncrane\n")
    return str(path)


def test_letters_may_be_a_word_or_an_answer(
    words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    wordle = f"wordle --words {words}"
    assert typed("hints\n", wordle, capsys, monkeypatch) == [
        "'hints' is not in the list of words; no command either; did you mean hint?"
    ]
    (told,) = typed("qui\n", f"{wordle} --side answer", capsys, monkeypatch)
    assert told.endswith("; no command either; did you mean quit?")
    # With more than ten colours letters are colours.
    many = "mastermind --pegs 2 --colours 36 --secret 01"
    (told,) = typed("ABC\n", many, capsys, monkeypatch)
    assert told.startswith("the question must be a word of 2 colours, not 'ABC'")


def test_lines_of_a_game_can_be_edited() -> None:
    """The arrow keys move, so that what was typed wrongly is mended."""
    pty = pytest.importorskip("pty")
    pytest.importorskip("readline")
    terminal, inner = pty.openpty()
    play = ["play", "mastermind", "--pegs", "1", "--colours", "3", "--secret", "2", "--no-colour"]
    with subprocess.Popen(
        [sys.executable, "-m", "masetproof", *play],
        **dict.fromkeys(("stdin", "stdout", "stderr"), inner),
        env={**os.environ, "TERM": "xterm", "INPUTRC": os.devnull},
    ) as process:
        shown = ""

        def read_until(text: str) -> None:
            nonlocal shown
            while text not in shown:
                shown += os.read(terminal, 4096).decode()

        read_until("1> ")
        os.write(terminal, b"lft\x1b[D\x1b[De\r")  # two to the left, then the e
        read_until("  3\r\n1> ")  # secrets are left
        os.write(terminal, b"\x1b[A\r")  # the line before once more
        read_until("1> left\r\n  3\r\n1> ")
        os.write(terminal, b"\x04")
        read_until("The secret was 2.")
        assert process.wait(PATIENCE) == 0
    os.close(inner)
    os.close(terminal)


def test_the_only_secret_that_is_left_is_named(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """crane:bybby takes out tears, which has an a."""
    for level, told in (("3", "only germs is left"), ("1", "1 secret left")):
        assert main(["hint", "wordle", "--words", words, "crane:bybby", "--level", level]) == 0
        assert capsys.readouterr().out == f"Wordle, after crane:bybby: {told}\n"
    only = hint(FiniteGame("ab", 2, 2).then("01", "0,2"))  # 10
    assert only.direction == "ask the only secret that is left"
    assert hint(FiniteGame("ab", 2, 3).then("01", "0,1")).only is None


def test_files_that_were_written_are_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["prove", "ab", "--pegs", "1", "--listing", "none", "--out", str(tmp_path)]) == 0
    (line,) = re.findall("^wrote .*$", capsys.readouterr().out, re.M)
    files = sorted(path.name for path in tmp_path.iterdir())
    head, _, names = line.partition(": ")
    assert head == f"wrote {len(files)} files in {tmp_path}"
    assert sorted(names.split(", ")) == files
    for paths, told in (
        (["a/b/x", "a/c/y"], "2 files in a: b/x, c/y"),
        (["x.json", "y.pdf"], "x.json, y.pdf"),
        (["x.json", "/tmp/y.pdf"], "x.json, /tmp/y.pdf"),
        (["/home/x.json", "/tmp/y.pdf"], "/home/x.json, /tmp/y.pdf"),
        (["x.json", None, "/dev/stdout"], "x.json"),
        ([f"a/{k}" for k in range(40)], "40 files in a"),
    ):
        tell_written(argparse.Namespace(), *paths)
        assert capsys.readouterr().out == f"wrote {told}\n"
