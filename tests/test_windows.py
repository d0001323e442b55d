"""What works where Python lacks what Windows lacks, and there is no pynauty."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from masetproof.checker.reading import read as certificate_of
from masetproof.cli.interrupts import resident_bytes
from masetproof.files import file_path, read_file, write_text

ROOT = Path(__file__).parents[1]
WITHOUT = """
import os, select, signal, sys
sys.modules.update(dict.fromkeys(["pynauty", "resource", "termios", "tty"]))
for module, names in {
    select: ["poll", "epoll"],
    os: [
        *("O_NONBLOCK", "O_NOCTTY", "fchmod", "fchown", "fork", "sched_getaffinity", "getuid"),
        "set_blocking",  # from Python 3.12 on
    ],
    signal: ["SIGHUP", "SIGALRM", "setitimer", "ITIMER_REAL", "pthread_sigmask", "SIGPIPE"],
}.items():
    for name in names:
        vars(module).pop(name, None)
from masetproof.cli import main
for line in sys.stdin.read().splitlines():
    print(line, main(line.split()), file=sys.stderr)
"""
BOARD = "mastermind --pegs 2 --colours 3"
WORKING = {
    "optimize": f"{BOARD} --tree tree.json",
    "tree": "convert tree.json --out tree.svg",
    "check": "{root}/output/ab-2/exact/proof.cert",
    "cite": "{root}/output/ab-2/exact/proof.cert",
    "evaluate": f"{BOARD} --rule entropy",
    "rules": "mastermind --pegs 2 --colours 3",
    "depth": f"{BOARD} --rule minimax",
    "table": "mastermind --pegs 2 --colours 3",
    "evolve": f"{BOARD} --seed 1 --generations 1",
    "hint": "mastermind --pegs 2 --colours 4 01:1,0",
    "crack": "mastermind --pegs 4 --colours 4 --secret 0123",
    "grid": "--size 2 --colours 2 --secret 01/10",
    "play": f"{BOARD} --secret 01",
    "explore": "--no-browser --port 99999",  # refused after all is loaded
}
NOT_WORKING = ("prove ab --pegs 1", "values ab --pegs 1 --to 3", "strategy ab --pegs 1 --colours 2")


def test_the_readme_lists_what_works_on_windows() -> None:
    paragraph = re.search(r"^On Windows .*?\n\n", (ROOT / "README.md").read_text(), re.M | re.S)
    assert paragraph is not None
    _, found, works = " ".join(paragraph[0].split()).partition("What works without it:")
    assert found
    assert sorted(re.findall(r"`([a-z]+)`", works)) == sorted(WORKING)


def test_files_where_opening_has_fewer_flags(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """And where nobody tells the memory of a process, for --memory."""
    for name in ("O_NONBLOCK", "O_NOCTTY", "fchmod", "fchown", "set_blocking"):
        monkeypatch.delattr(os, name)
    monkeypatch.setitem(sys.modules, "resource", None)
    path = file_path(tmp_path / "file")
    for text in ("one", "other"):  # a new file, and in place of one
        write_text(path, text)
        with read_file(path) as file:
            assert file.read() == text.encode()
    assert resident_bytes() == 0
    certificate = ROOT / "output" / "ab-2" / "exact" / "proof.cert"
    assert certificate_of(certificate) == certificate.read_bytes()


@pytest.mark.slow
def test_commands_where_there_is_no_pynauty(tmp_path: Path) -> None:
    works = [f"{name} {given}".format(root=ROOT) for name, given in WORKING.items()]
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT],
        input="\n".join([*works, *NOT_WORKING]),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=120,
        env=os.environ | {"MASETPROOF_CACHE": str(tmp_path / "cache")},
    )
    told = done.stderr.splitlines()
    assert [told.count(f"{line} 0") for line in works[:-1]] == [1] * (len(works) - 1)
    assert "masetproof: the port must be 0 to 65,535, not 99999" in told
    assert [told.count(f"{line} 2") for line in NOT_WORKING] == [1] * len(NOT_WORKING)
    assert sum("takes pynauty, which is missing" in line for line in told) == len(NOT_WORKING)
    assert not any("defect" in line for line in told)
