"""The process: signals, streams that are closed or gone, defects, and commands in threads."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from masetproof.cli import common, main
from masetproof.cli.interrupts import interruption, remembered
from tests.processes import PATIENCE, Telling, ended_before

PROGRAM = [sys.executable, "-m", "masetproof"]
LONG = ["values", "mastermind", "--pegs", "3", "--to", "1000000"]
BOARDS = ["values", "black-peg", "--pegs", "3", "--to", "1000"]
"""As long as LONG, and at work earlier: it takes fewer imports."""
SHORT = ["values", "mastermind", "--pegs", "1", "--to", "3"]
SEARCH = "PROGRAM optimize mastermind --pegs 1 --colours 2"
"""What prints a result soonest."""
INTERRUPTED = "masetproof: interrupted; the same command goes on from what is kept, if anything is"


# The tests themselves may run under nohup.  Without a cache LONG takes long each time.
UNDISTURBED: dict[str, Any] = {
    "env": os.environ | {"MASETPROOF_CACHE": ""},
    "preexec_fn": partial(signal.signal, signal.SIGHUP, signal.SIG_DFL),
}


@pytest.mark.parametrize(
    ("command", "number", "status"),
    [
        (LONG, signal.SIGINT, 130),
        (BOARDS, signal.SIGINT, 130),
        (BOARDS, signal.SIGTERM, 143),
        (BOARDS, signal.SIGHUP, 129),
    ],
)
def test_signals_end_a_run_with_one_line(command: list[str], number: int, status: int) -> None:
    run = Telling(*command, **UNDISTURBED)
    run.process.send_signal(number)
    output, errors = run.end()
    assert (run.process.returncode, output, errors) == (status, "", f"{INTERRUPTED}\n")


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_search_that_is_terminated_tells_what_it_found(workers: str) -> None:
    """By a signal to all its processes, as batch systems send it."""
    command = ["optimize", "mastermind", "--pegs", "4", "--colours", "6", "--json"]
    command += ["--workers", workers]
    place: dict[str, Any] = {"stage": "best so far", "done": 1, "waits": True}
    run = Telling(*command, **place, **UNDISTURBED, start_new_session=True)
    os.killpg(run.process.pid, signal.SIGTERM)
    output, errors = run.end()
    assert (run.process.returncode, errors) == (143, f"{INTERRUPTED}\n")
    found = json.loads(output)
    assert found["optimal"] is False
    assert found["lower_bound"] <= 5625 <= found["total"]  # the optimum


@pytest.mark.parametrize(
    "moments",
    [
        [*((BOARDS, delay) for delay in range(0, 26, 5)), (LONG, 25)],
        pytest.param([(BOARDS, delay) for delay in range(31)], marks=pytest.mark.slow),
    ],
    ids=["some", "all"],
)
def test_an_interrupt_at_the_start_is_no_traceback(moments: list[tuple[list[str], int]]) -> None:
    """Within the first 0.3 seconds of the processor, most of which is imports.

    What Python prints of its own start, before it comes to a line of the package, is not ours.
    """
    statuses = set()
    for command, delay in moments:
        process = subprocess.Popen(
            [*PROGRAM, *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **UNDISTURBED,
        )
        assert not ended_before(process, (delay - 1) / 100)
        process.send_signal(signal.SIGINT)
        if ended_before(process, 3):
            output, errors = process.communicate()
        else:
            # Python drops what is raised in a callback of its own, as when a module's lock goes.
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=PATIENCE)
            assert process.returncode in (130, -signal.SIGINT)
            continue
        assert output == ""
        assert not re.search(r"masetproof/\w+", errors), errors
        if errors.startswith("masetproof: "):
            # Python ends itself by the signal when it came within an exec, such as dataclasses do;
            # a shell gives that as 130 as well.
            assert process.returncode in (130, -signal.SIGINT), errors
            assert len(errors.splitlines()) == 1
        else:
            assert "masetproof: " not in errors, errors
        statuses.add(process.returncode)
    assert 130 in statuses


def test_an_ignored_signal_stays_ignored() -> None:
    """As a shell starts a command in the background, or by nohup."""
    ignoring = {"preexec_fn": lambda: [signal.signal(n, signal.SIG_IGN) for n in (1, 2)] and None}
    run = Telling(*BOARDS, **UNDISTURBED | ignoring)
    run.process.send_signal(signal.SIGINT)
    run.process.send_signal(signal.SIGHUP)
    for _ in range(3):  # the first may have been told before the signals came
        run.wait()
    assert run.process.poll() is None
    run.process.terminate()
    assert run.end()[1] == f"{INTERRUPTED}\n"


def test_the_caller_gets_its_handlers_back() -> None:
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    assert main(SHORT) == 0
    assert [signal.getsignal(number) for number in numbers] == before


def shell(command: str, stdout: int = subprocess.PIPE) -> subprocess.CompletedProcess[str]:
    program = f"'{sys.executable}' -m masetproof"
    return subprocess.run(
        ["bash", "-c", command.replace("PROGRAM", program)],
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


@pytest.mark.parametrize(
    ("command", "status"),
    [
        # Complaints with standard error closed, full or gone: not on standard output either.
        ("PROGRAM values chess --pegs 2 --to 3 2>&-", 2),
        ("PROGRAM values mastermind --pegs 2>&-", 2),
        ("PROGRAM values chess --pegs 2 --to 3 2>/dev/full", 2),
        ("PROGRAM values mastermind --pegs 2>/dev/full", 2),
        (f"{SEARCH} >&- 2>&-", 2),
    ],
)
def test_streams_that_are_closed_or_full(command: str, status: int) -> None:
    result = shell(command)
    assert (result.returncode, result.stdout, result.stderr) == (status, "", "")


@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("PROGRAM values chess --pegs 2 --to 3 2>&1", 2),
        ("PROGRAM values mastermind --pegs 1 --to 9000", 141),  # before all is written
        ("PROGRAM --help", 141),
        (SEARCH, 141),
    ],
)
def test_a_reader_that_is_gone(command: str, status: int) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    result = shell(command, stdout=writer)
    os.close(writer)
    assert (result.returncode, result.stderr) == (status, "")


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (f"{SEARCH} >&-", "Bad file descriptor"),
        ("PROGRAM graph ab --pegs 1 --format dot >&-", "Bad file descriptor"),
        ("PROGRAM --version >&-", "Bad file descriptor"),
        ("PROGRAM --help >/dev/full", "No space left on device"),
        (f"{SEARCH} --json >/dev/full", "No space left on device"),
    ],
)
def test_a_result_that_cannot_be_told_is_a_failure(command: str, reason: str) -> None:
    result = shell(command)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"masetproof: cannot write the output: {reason}\n"


@pytest.mark.parametrize("as_json", [True, False])
def test_a_theorem_is_told_when_its_files_cannot_be_written(tmp_path: Path, as_json: bool) -> None:
    """Files of 500 bytes are too large here, as on a disk that is full in the middle."""
    result = subprocess.run(
        [*PROGRAM, "prove", "ab", "--pegs", "1", "--out", str(tmp_path), *["--json"] * as_json],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},  # it would be cut off, too
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500)),
    )
    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 1
    assert "File too large" in result.stderr
    if as_json:
        assert json.loads(result.stdout)["status"] == "proved"
        assert json.loads(result.stdout)["files"] is None
    else:
        assert result.stdout.startswith("Proved. AB game with 1 peg")
    assert list(tmp_path.iterdir()) == []


def interrupt(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def test_an_interrupt_while_files_are_written_keeps_the_theorem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("masetproof.reports.bundle.write_bundle", interrupt)
    assert main(["prove", "ab", "--pegs", "1", "--out", str(tmp_path)]) == 130
    captured = capsys.readouterr()
    assert captured.out.startswith("Proved. ")
    before = "masetproof: interrupted before a file was made; the same command makes them\n"
    assert captured.err == before


def test_an_interrupt_says_where_the_files_are_listed_that_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("masetproof.reports.bundle.typeset", interrupt)
    assert main(["prove", "ab", "--pegs", "1", "--out", str(tmp_path)]) == 130
    assert capsys.readouterr().err == (
        f"masetproof: interrupted before all files were made; {tmp_path / 'SHA256SUMS'} lists "
        "those that are there, and the same command makes the others\n"
    )
    listed = (tmp_path / "SHA256SUMS").read_text()
    assert "proof.tex" in listed
    assert "proof.pdf" not in listed


@pytest.mark.parametrize(
    "arguments",
    [
        ["prove", "chess", "--pegs", "2"],
        ["prove", "ab", "--pegs", "9"],
        ["prove", "black-peg-ab", "--pegs", "3"],
        ["prove", "ab", "--pegs", "2", "--out", "/proc/none"],
        ["values", "ab", "--pegs", "2", "--to", "1"],
        ["readings", "black-peg-ab", "--pegs", "3"],
        ["show", "MM.2.9"],
        ["show", "MM.2.0.9"],
        ["show", "MM.2.0", "--colours", "0"],
        ["optimize", "chess", "--pegs", "2", "--colours", "2"],
        ["optimize", "ab", "--pegs", "2", "--colours", "1"],
        ["tree", "verify", "/nonexistent"],
        ["table", "chess"],
    ],
)
def test_a_failure_prints_no_document(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "--json"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("masetproof: ")
    assert len(captured.err.splitlines()) == 1


def test_no_file_takes_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    tree, target = tmp_path / "tree.json", tmp_path / "tree.dot"
    assert main(["optimize", "ab", "--pegs", "1", "--colours", "2", "--tree", str(tree)]) == 0
    result = shell(f"PROGRAM tree convert '{tree}' --out '{target}' <&- >&- 2>&-")
    assert result.returncode == 2  # the name of the file cannot be printed
    assert target.read_text().startswith("digraph")
    assert target.read_text().endswith("}\n")


def test_main_in_python_without_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a program that has no terminal."""
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["values", "chess", "--pegs", "2", "--to", "3"]) == 2
    with pytest.raises(SystemExit, match="2"):
        main(["frobnicate"])


def test_a_defect_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyError("a\nb")

    monkeypatch.setattr("masetproof.proofs.values.values_between", fail)
    monkeypatch.delenv("MASETPROOF_TRACEBACK")
    assert main([*SHORT, "--json"]) == 70
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    assert captured.err.startswith("masetproof: this is a defect of masetproof (KeyError: ")
    assert "MASETPROOF_TRACEBACK=1" in captured.err
    monkeypatch.setenv("MASETPROOF_TRACEBACK", "1")
    with pytest.raises(KeyError):
        main(SHORT)


def test_an_error_that_an_interrupt_causes_is_an_interrupt(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a library may raise it that was interrupted."""

    def fail(*_: object, **__: object) -> None:
        try:
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(10)
        except KeyboardInterrupt:
            raise RuntimeError("no compiled object yet") from None

    monkeypatch.setattr("masetproof.proofs.values.values_between", fail)
    assert main(SHORT) == 143
    assert capsys.readouterr().err == f"{INTERRUPTED}\n"


def test_too_little_memory_is_no_defect(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("masetproof.proofs.values.values_between", fail)
    assert main(SHORT) == 2
    assert "too large for the memory" in capsys.readouterr().err


def test_commands_in_threads_know_nothing_of_each_other() -> None:
    """An interrupt and a line of progress belong to the run that they came to."""
    both = threading.Barrier(2)
    seen: dict[str, object] = {}

    def interrupted() -> None:
        with remembered() as run:
            run.begin()
            run.signal = signal.SIGTERM
            both.wait()
            both.wait()
            seen["status"] = run.status

    def other() -> None:
        with remembered() as run:
            run.begin()
            both.wait()
            common.terminal_progress()("stage", 1, 2)
            seen["other"] = (interruption() is run, run.signal)
            both.wait()

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(interrupted), pool.submit(other)]:
            done.result(timeout=PATIENCE)
    assert seen == {"status": 143, "other": (True, None)}


def test_a_line_of_progress_is_that_of_its_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []

    class Terminal:
        def isatty(self) -> bool:
            return True

        def write(self, text: str) -> None:
            written.append(text)

        def flush(self) -> None:
            pass

    clock = iter(range(0, 1000, 2))
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr("masetproof.cli.common.time.monotonic", lambda: next(clock))
    common.terminal_progress()("stage", 1, 2)
    assert len(written) == 1

    def elsewhere(action: Callable[[], None]) -> None:
        thread = threading.Thread(target=action)
        thread.start()
        thread.join()

    elsewhere(common.clear_progress)
    assert len(written) == 1
    common.clear_progress()
    assert len(written) == 2


def test_main_in_two_threads(capsys: pytest.CaptureFixture[str]) -> None:
    commands = [
        ["values", game, "--pegs", "2", "--to", str(n)]
        for game in ("mastermind", "ab")
        for n in (5, 20)
    ]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(main, commands)) == [0] * 4
    assert capsys.readouterr().err == ""
