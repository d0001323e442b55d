"""The command `explore`: what it prints, refuses, and how it ends."""

from __future__ import annotations

import http.client
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from masetproof import FiniteGame, evaluate, write_tree
from masetproof.cli import main
from masetproof.explore.site import site_models
from tests.processes import PATIENCE


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    path = tmp_path / "My Tree.json"
    write_tree(path, evaluate(FiniteGame("mastermind", 2, 3), "entropy").tree)
    return path


def started(*options: str) -> tuple[subprocess.Popen[str], str]:
    """A server in a process of its own, and its address."""
    command = [sys.executable, "-m", "masetproof", "explore", "--no-browser", *options]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.fullmatch(r"The explorer is at (http://127\.0\.0\.1:\d+/[\w-]{32,}/)\n", line)
    assert found, line
    return process, found[1]


def test_servers_have_tokens_of_their_own_and_end_with_a_sentence(tree: Path) -> None:
    paths = set()
    for number in (signal.SIGINT, signal.SIGTERM):
        process, address = started("--tree", str(tree))
        url = urlsplit(address)
        paths.add(url.path)
        connection = http.client.HTTPConnection("127.0.0.1", url.port, timeout=PATIENCE)
        connection.request("GET", f"{url.path}data/tree/my-tree.json")
        assert connection.getresponse().status == 200
        process.send_signal(number)
        _, error = process.communicate(timeout=PATIENCE)
        assert error == "masetproof: the explorer has ended\n"
        assert process.returncode == 128 + number
    assert len(paths) == 2


def test_a_site_is_written(
    tmp_path: Path, tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("masetproof.explore.documents._MOST_SECRETS", 16)  # no long tables
    few = site_models(1)[:4]
    monkeypatch.setattr("masetproof.explore.site.site_models", lambda _: few)
    out = tmp_path / "site"
    assert main(["explore", "--out", str(out), "--pegs", "1", "--tree", str(tree)]) == 0
    assert capsys.readouterr().out.endswith(f"open {out / 'index.html'}\n")
    for name in ("tree/my-tree", *(model.name for model in few)):
        assert (out / "data" / f"{name}.js").exists()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--out", "{}", "--port", "80"], "--port and --no-browser are for the server"),
        (["--out", "{}", "--no-browser"], "--port and --no-browser are for the server"),
        (["--pegs", "2"], "--pegs is for --out"),
        (["--out", "{}", "--pegs", "0"], "the number of pegs must be 1 to 3"),
        (["--out", "{}", "--pegs", "4"], "the number of pegs must be 1 to 3"),
        (["--port", "70000"], "the port must be 0 to 65,535"),
        (["--port", "-1"], "the port must be 0 to 65,535"),
        (["--tree", "/nonexistent"], "/nonexistent: No such file"),
        (["--tree", __file__], "test_explore.py: this is no strategy file"),
        (["--out", ""], "--out is empty"),
    ],
)
def test_bad_usage_is_one_line(
    options: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [option.replace("{}", str(tmp_path / "site")) for option in options]
    assert main(["explore", *given]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("masetproof: ")
    assert sentence in captured.err
    assert captured.err.count("\n") == 1


def test_a_tree_that_is_no_strategy_is_refused(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = tree.read_text().splitlines()
    last = max(i for i, line in enumerate(lines) if line.startswith("  ["))
    lines[last - 1 : last + 1] = [lines[last - 1].rstrip(",")]
    tree.write_text("\n".join(lines))
    assert main(["explore", "--tree", str(tree)]) == 2
    assert str(tree) in capsys.readouterr().err
