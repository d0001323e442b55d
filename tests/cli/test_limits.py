"""Limits of time and memory that hold for a whole run, whatever the command does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from masetproof.cli import main
from masetproof.cli.interrupts import Interruption, remembered
from masetproof.cli.main import _COMMANDS

ROOT = Path(__file__).parents[2]
CERTIFICATE = str(ROOT / "output" / "black-peg-3" / "exact" / "proof.cert")

# Each would take from half a minute to days.
LONG = [
    ["values", "black-peg", "--pegs", "3", "--to", "1000"],
    ["patterns", "black-peg", "--pegs", "4"],
    ["evaluate", "comparison", "--pegs", "2", "--colours", "90", "--rule", "all"],
    ["hint", "comparison", "--pegs", "2", "--colours", "120"],
    ["check", CERTIFICATE],
]
LONGER = [
    ["prove", "black-peg", "--pegs", "3"],
    ["readings", "black-peg", "--pegs", "3"],
    ["show", "MM.3.100", "--colours", "30"],
    ["graph", "black-peg", "--pegs", "3", "--out", "/dev/null", "--format", "dot"],
    ["strategy", "mastermind", "--pegs", "3", "--colours", "30"],
    ["depth", "comparison", "--pegs", "2", "--colours", "90", "--rule", "entropy"],
    ["grid", "--size", "5", "--colours", "6", "--games", "1000", "--seed", "1"],
    ["explore", "--out", "SITE"],
]


def run(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, which may be stopped anywhere."""
    return subprocess.run(
        [sys.executable, "-m", "masetproof", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env=os.environ | {"MASETPROOF_CACHE": ""},
    )


@pytest.mark.parametrize(
    "command",
    [*LONG, *(pytest.param(command, marks=pytest.mark.slow) for command in LONGER)],
    ids=lambda command: command[0],
)
def test_a_time_limit_ends_every_command(command: list[str], tmp_path: Path) -> None:
    command = [str(tmp_path / "site") if word == "SITE" else word for word in command]
    done = run(*command, "--time-limit", "0.4")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("masetproof: the time was over (--time-limit 0.4)")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", LONG[:2], ids=lambda command: command[0])
def test_a_limit_of_memory_ends_a_command(command: list[str]) -> None:
    done = run(*command, "--memory", "20")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "masetproof: this takes more than 20 MB (--memory)\n"


def test_what_is_finished_is_printed() -> None:
    game = ["mastermind", "--pegs", "4", "--colours", "6", "--method", "decomposition"]
    many = ["--games", "50000", "--workers", "1"]
    done = run("crack", *game, *many, "--json", "--time-limit", "1.5")
    assert done.returncode == 2
    games = json.loads(done.stdout)["games"]
    assert done.stderr == (
        "masetproof: the time was over (--time-limit 1.5); "
        f"this is what {games:,} of 50,000 games say\n"
    )


@pytest.mark.parametrize("command", _COMMANDS)
def test_every_command_has_a_time_limit(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    # In a game somebody is there to end it, and --think limits the program.
    assert ("--time-limit S" in capsys.readouterr().out) == (command != "play")


@pytest.mark.parametrize(
    ("option", "complaint"),
    [
        (["--time-limit", "0"], "takes a positive number or 'none', not '0'"),
        (["--memory", "0"], "argument --memory: takes 1 to 16,777,216 MB, not 0"),
    ],
)
def test_limits_that_make_no_sense(
    option: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(["values", "mastermind", "--pegs", "1", "--to", "2", *option])
    except SystemExit as ended:
        status = ended.code
    assert status == 2
    assert complaint in capsys.readouterr().err


def test_reports_of_progress_look_at_the_limits_in_other_threads() -> None:
    """Where Python handles no signals."""
    seen: list[Interruption] = []

    def work() -> None:
        with remembered() as this:
            this.begin()
            this.bound(1000, 1 << 40)
            this.raise_again()
            this.bound(0, None)
            with pytest.raises(KeyboardInterrupt):
                this.raise_again()
            seen.append(this)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    (this,) = seen
    assert (this.limit, this.status) == ("the time was over (--time-limit 0)", 2)


def test_nothing_is_imported_while_a_signal_is_handled() -> None:
    """Python 3.11 fails when a signal interrupts an import and its handler imports, too."""
    code = (
        "import signal, sys\n"
        "from masetproof.cli.interrupts import Interruption\n"
        "one = Interruption(); one.bound(None, 1 << 40)\n"
        "before = set(sys.modules)\n"
        "signal.setitimer(signal.ITIMER_REAL, 0)\n"
        "one._look()\n"
        "sys.exit(set(sys.modules) != before)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_an_interrupt_while_something_is_executed_ends_like_others(tmp_path: Path) -> None:
    """``python -m`` would end by SIGINT then, though the interrupt was caught."""
    (tmp_path / "executing.py").write_text(
        "import sys, masetproof.cli\n"
        "module = sys.modules['masetproof.cli.main']\n"
        "module._run = lambda argv: exec('raise KeyboardInterrupt')\n"
        "sys.exit(module.main([]))\n"
    )
    command = [sys.executable, "-m", "executing"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 130
