"""Every example of every help text is read as the command line reads it; the slow suite runs it."""

from __future__ import annotations

import io
import lzma
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import pytest

from masetproof import FiniteGame, Wordle, optimize, write_tree
from masetproof.cli import main
from masetproof.cli.main import _COMMANDS

CHECKER = Path(__file__).parents[2] / "masetproof" / "checker"
HELP = [(name,) for name in _COMMANDS] + [
    ("tree", name) for name in ("verify", "show", "convert", "compare")
]
WORDS = ("tears", "stare", "rates", "store", "crate", "trace", "least")
TABLE = ",a,b,c\na,yes,1,2\nb,1,yes,1\nc,2,1,yes\n"


class NoServer:
    """The explorer without a socket, which another program may have; it ends at once."""

    address = "http://127.0.0.1/"

    def __init__(self, *_: object) -> None:
        pass

    def serve(self) -> None:
        pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the examples read: trees, a proof, lists, and the checker."""
    here = tmp_path_factory.mktemp("examples")
    tree = optimize(FiniteGame("mastermind", 4, 6)).tree
    for name in ("tree.json", "strategy.json", "random.json"):
        write_tree(here / name, tree)
    wordle = Wordle(WORDS)
    write_tree(here / "hard.json", optimize(FiniteGame(wordle, hard=True), keep=False).tree)
    (here / "words.txt").write_text("".join(f"{word}\n" for word in WORDS))
    (here / "more.txt").write_text("salet\nround\n")
    (here / "table.csv").write_text(TABLE)
    proof = here / "proof"
    assert (
        main(["prove", "mastermind", "--pegs", "2", "--listing", "none", "--out", str(proof)]) == 0
    )
    (here / "proof.cert.xz").write_bytes(lzma.compress((proof / "proof.cert").read_bytes()))
    shutil.copytree(CHECKER, here / "checker", ignore=shutil.ignore_patterns("__pycache__"))
    return here


def examples(command: Sequence[str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines of a help text that are to be typed; without a command the first steps."""
    if not command:
        assert main([]) == 0
    else:
        with pytest.raises(SystemExit, match="0"):
            main([*command, "--help"])
    lines = re.findall(r"^ {2,4}((?:masetproof|python) .*)$", capsys.readouterr().out, re.M)
    assert lines if command else len(lines) == 5
    return lines


@pytest.mark.parametrize("command", [(), *HELP], ids=" ".join)
def test_examples_of_help_are_understood(
    command: Sequence[str],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Each comes to its command, with options and values that this command takes."""
    monkeypatch.chdir(folder)
    begun = list[str]()
    for name in _COMMANDS:  # one that takes its `run` from another one must not get this one
        import_module(f"masetproof.cli.{name}")
    for name in _COMMANDS:

        def begin(_: object, name: str = name) -> None:
            begun.append(name)

        monkeypatch.setattr(f"masetproof.cli.{name}.run", begin)
    lines = [shlex.split(line) for line in examples(command, capsys)]
    for program, *arguments in lines:
        if program == "python":
            assert (folder / arguments[0]).exists()
            begun.append(program)
        else:
            assert main(arguments) == 0, arguments
    assert begun == [line[0] if line[0] == "python" else line[1] for line in lines]


@pytest.mark.slow
@pytest.mark.keeps_optima
@pytest.mark.parametrize("command", [(), *HELP], ids=" ".join)
def test_examples_of_help_are_run(
    command: Sequence[str],
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    here = tmp_path / "here"
    shutil.copytree(folder, here)
    monkeypatch.chdir(here)
    monkeypatch.setattr("masetproof.explore.server.Explorer", NoServer)
    monkeypatch.setattr("webbrowser.open", lambda *_: True)
    for line in examples(command, capsys):
        program, *arguments = shlex.split(line)
        if program == "python":
            subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
            continue
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
        assert main(arguments) == 0, line
        assert capsys.readouterr().out, line
