"""What somebody sees first: the groups of commands in the help, and the demonstration."""

from __future__ import annotations

import argparse
import io
import os
import pkgutil
import re
import select
import shlex
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from itertools import product
from pathlib import Path

import pytest

import masetproof.cli
from masetproof.cli import main
from masetproof.cli.main import _GROUPS, _parser
from tests.processes import PATIENCE


def test_every_command_is_in_one_group_and_is_explained_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    sections = dict(re.findall(r"^([\w ]+):\n((?:  .+\n)+)", capsys.readouterr().out, re.M))
    listed = Counter[str]()
    for heading in _GROUPS:
        listed.update(re.findall(r"^  (\w+)  +\w.+$", sections[heading], re.M))
    modules = [
        import_module(f"masetproof.cli.{module.name}")
        for module in pkgutil.iter_modules(masetproof.cli.__path__)
    ]
    commands = {m.__name__.rpartition(".")[2] for m in modules if hasattr(m, "OPTIONS")}
    assert listed == dict.fromkeys(commands, 1)


def unexplained(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for sub in action.choices.values():
                yield from unexplained(sub)
        elif not action.help:
            yield f"{parser.prog} {action.dest}"


def test_every_option_is_explained() -> None:
    assert list(unexplained(_parser())) == []


def counted_answer(secret: str, question: str) -> tuple[int, int]:
    black = sum(a == b for a, b in zip(secret, question, strict=True))
    return black, (Counter(secret) & Counter(question)).total() - black


@pytest.fixture
def told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[str]:
    """What the demonstration tells where it is not looked at; nothing of it is left behind."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MASETPROOF_CACHE", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert main(["demo"]) == 0
    yield capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.keeps_optima
def test_the_demonstration_is_right(told: str) -> None:
    text = " ".join(told.split())
    assert "takes 5,625 questions for the 1,296 secrets" in text  # Koyama and Lai 1993
    secret = re.search(r"the secret, which is (\d{4})", text)
    moves = re.findall(
        r"^  (\d)\. (\d{4})  (\d) black, (\d) white: (?:(\d+) secrets? left|found)$", told, re.M
    )
    assert secret
    left = ["".join(cells) for cells in product("012345", repeat=4)]
    for number, (place, question, black, white, remaining) in enumerate(moves, 1):
        answer = int(black), int(white)
        assert (int(place), answer) == (number, counted_answer(secret[1], question))
        left = [word for word in left if counted_answer(word, question) == answer]
        assert len(left) == int(remaining or 1)
    assert left == [secret[1]] == [moves[-1][1]]
    # Chen and Lin 2004
    n = 10**6
    total = Fraction(n**3, 3) + Fraction(17 * n**2, 8) - Fraction(37 * n, 12) + 2
    assert f"{float(total / n**2):,.2f} questions on average" in text
    assert "f(n) = 1/3*n^3 + 17/8*n^2 - 37/12*n + 2 for n = 0 mod 2" in text
    assert "47 questions, 67 equations" in text  # 47: Peczarski; 67: docs/model.md


def test_the_commands_of_the_demonstration_do_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "40")  # commands are broken, so that they can be copied
    assert main(["demo", "--fast"]) == 0
    told = capsys.readouterr().out
    assert max(map(len, told.splitlines())) <= 40
    steps = [text.partition("\n\n") for text in told.split("\n$ masetproof ")[1:]]
    optimum, game, theorem, verdict = (" ".join(after.split()) for _, _, after in steps)
    answers = re.findall(r"(\d) black, (\d) white", game)
    printed = []
    for command, _, _ in steps:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{b} {w}\n" for b, w in answers)))
        given = shlex.split(command.replace("\\\n", ""))
        quickly = ["--listing", "none"] if given[0] == "prove" else []
        assert main([*given, *quickly]) == 0
        printed.append(capsys.readouterr().out)
    assert "5,625" in printed[0]
    assert "5,625" in optimum
    asked = re.findall(r"\d\. (\d{4}) ", game)
    assert re.findall(r"^\d\. (\d{4}) \?", printed[1], re.M) == asked
    formulas = re.findall(r"f\(n\) = [^;\n]+ mod 2", printed[2])
    assert len(formulas) == 2
    assert all(formula in theorem for formula in formulas)
    assert "47 questions, 67 equations" in printed[3]
    assert "47 questions, 67 equations" in verdict


@pytest.mark.parametrize("plainly", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_pegs_have_colours_where_they_are_wanted(
    plainly: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in {"TERM": "xterm-256color", **plainly}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(["demo", "--fast"]) == 0
    assert ("\x1b[" in capsys.readouterr().out) == (not plainly)


@pytest.mark.parametrize(("key", "status"), [("q", 0), ("\x03", 130)], ids=["q", "Ctrl-C"])
def test_keys_of_the_demonstration(key: str, status: int) -> None:
    """It waits for a minute; Enter and other keys go on, q leaves; the terminal is as it was."""
    pty, fcntl, termios = map(pytest.importorskip, ("pty", "fcntl", "termios"))
    terminal, inner = pty.openpty()
    before = termios.tcgetattr(inner)
    with subprocess.Popen(
        [sys.executable, "-m", "masetproof", "demo"],
        **dict.fromkeys(("stdin", "stdout", "stderr"), inner),
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(inner, termios.TIOCSCTTY, 0),
    ) as process:
        shown = ""

        def read_until(text: str) -> None:
            nonlocal shown
            while text not in shown:
                shown += os.read(terminal, 4096).decode()

        read_until("ask?\r\n")
        assert shown.lstrip().startswith("(Enter goes on, q leaves; ")
        begin = time.monotonic()
        for pressed, then in (("\n", "--colours 6"), ("\x1b[A", "5,625")):
            os.write(terminal, pressed.encode())
            read_until(then)
        assert time.monotonic() - begin < 7  # alone the first paragraph has seven seconds
        read_until("seconds.")
        os.write(terminal, key.encode())
        assert process.wait(PATIENCE) == status
    while select.select([terminal], [], [], 0)[0]:  # there may be nothing more
        shown += os.read(terminal, 4096).decode()
    assert ("the demonstration was ended" in shown) == bool(status)
    assert "What you can do next" not in shown
    assert termios.tcgetattr(inner) == before
    os.close(inner)
    os.close(terminal)
