"""The line of progress, on a terminal that is one, of some width."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from masetproof.checker import main as check_alone
from masetproof.checker import statement
from masetproof.cli import common, interrupts, main
from masetproof.cli.common import clear_progress, terminal_progress
from masetproof.cli.interrupts import interruption, remembered
from masetproof.explore import site
from masetproof.explore.documents import table_games

ROOT = Path(__file__).parents[2]
CERTIFICATE = str(ROOT / "output" / "mastermind-2" / "exact" / "proof.cert")
WIDE = "\u6f22\u5b57\u9054\u4eba"
"""Four signs of two columns each."""


class Terminal:
    """Standard error on a terminal, and what is written there."""

    encoding = "utf-8"

    def __init__(self, width: int) -> None:
        self._master, self._slave = pty.openpty()
        self.written: list[str] = []
        self.resize(width)

    def resize(self, width: int) -> None:
        size = struct.pack("HHHH", 24, width, 0, 0)
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, size)

    def isatty(self) -> bool:
        return os.isatty(self._slave)

    def fileno(self) -> int:
        return self._slave

    def write(self, text: str) -> None:
        self.written.append(text)

    def flush(self) -> None:
        pass

    def close(self) -> None:
        os.close(self._master)
        os.close(self._slave)

    @property
    def lines(self) -> list[str]:
        """What stood on the line, one text after the other, with the blanks that cover others."""
        return "".join(self.written).split("\r")

    @property
    def widest(self) -> int:
        return max(map(columns, self.lines), default=0)


def columns(text: str) -> int:
    """As terminals count: the signs of the Chinese block take two."""
    return sum(1 + ("\u4e00" <= sign <= "\u9fff") for sign in text)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], Terminal]]:
    """A terminal of some width, on which each report is drawn."""
    made: list[Terminal] = []

    def make(width: int) -> Terminal:
        made.append(Terminal(width))
        monkeypatch.setattr(sys, "stderr", made[-1])
        monkeypatch.setattr(common, "_PAUSE", 0.0)
        return made[-1]

    yield make
    for one in made:
        one.close()


COMMANDS = {
    "optimize mastermind --pegs 3 --colours 5 --workers 1": ("best so far", "lower bound", "parts"),
    "optimize mastermind --pegs 4 --colours 5 --objective worst --workers 1": (
        *("nothing found so far; lower bound 4", "at most 4 questions"),
    ),
    "crack mastermind --pegs 3 --colours 4 --games 3 --seed 1 --workers 1": ("games: 1 of 3",),
    "crack mastermind --pegs 8 --colours 12 --secret 01234567": ("looking for the next question",),
    "grid --size 3 --colours 3 --games 3 --seed 1 --workers 1": ("games: 1 of 3",),
    "evaluate mastermind --pegs 3 --colours 3 --rule all": (
        *("table of answers", "minimax; secrets found: 2 of 27", "entropy; secrets found"),
    ),
    "depth mastermind --pegs 3 --colours 3 --rule minimax --levels": (
        *("worst case so far", "at most 27", "places looked at", "places after 1 question"),
    ),
    # A seed of its own: what another test has found of a rule is kept.
    "rules mastermind --pegs 2 --colours 3 --seed 4711": (
        *("Mastermind, 2 pegs, 3 colours", "secrets found"),
    ),
    "table mastermind --pegs 3 --colours 4..5": ("row 1 of 2", "best so far"),
    "values mastermind --pegs 2 --to 60": ("patterns split", "numbers of colours with values"),
    "growth mastermind --pegs 2": ("at least ", "states: "),
    "evolve mastermind --pegs 2 --colours 3 --seed 1 --generations 9 --workers 1": (
        *("best so far", "generations: 1 of 9"),
    ),
    "prove ab --pegs 2 --listing body --out DIR": (
        *("patterns split", "recurrences solved", "induction"),
        *("writing the certificate", "writing the listing", "drawing the figures"),
    ),
    "readings ab --pegs 1 --listing body --out DIR": ("reading 'with'; writing the certificate",),
    "prove mastermind --pegs 2 --short --out DIR --listing none": (
        *("bounds by counts; numbers of colours", "member so far; numbers of colours bounded"),
        *("bounds of 1 member; numbers of colours: 7 of", "members whose questions are covered"),
        *(
            "members tried, whether they are needed",
            "induction from 24 colours on; questions on members",
        ),
    ),
    "prove black-peg --pegs 2 --short": ("states that are needed", "checking; patterns split"),
    f"check {CERTIFICATE}": (
        *("reading the lines", "witnesses: 0 of 23", "patterns split: 1", "explicit masets"),
        *("equations", "cells of the induction"),
    ),
    "explore --out DIR --pegs 1": ("theorem 2 of 2", "pages of patterns", "writing table/"),
    "paper --games ab --pegs 1 --out DIR": (
        *("theorem 1 of 2; ab-1-expected", "writing the certificates", "checking ab-1-worst.cert"),
        *("writing the article", "typesetting paper.pdf"),
    ),
}
"""With words that have to be on the line."""


@pytest.fixture
def _little_to_write(monkeypatch: pytest.MonkeyPatch) -> None:
    """No PDF, a site of two theorems, and short proofs that are found for fewer colours."""
    models = site.site_models(1)[:2]
    monkeypatch.setattr("masetproof.reports.typeset.find_engine", lambda: None)
    monkeypatch.setattr(site, "site_models", lambda pegs: models)
    monkeypatch.setattr(site, "table_games", lambda: table_games()[:1])
    monkeypatch.setattr(site, "band_names", lambda: [])
    monkeypatch.setattr("masetproof.short.proof._HORIZON", 50)
    monkeypatch.setattr("masetproof.short.proof._WINDOW", 30)


@pytest.mark.usefixtures("_little_to_write")
@pytest.mark.parametrize("command", COMMANDS)
def test_progress_is_one_line_with_words_for_people(
    command: str,
    tmp_path: Path,
    terminal: Callable[[int], Terminal],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[tuple[str, int, int]] = []
    say = common._ProgressLine.say

    def said(line: common._ProgressLine, *report: object) -> None:
        told.append(report)  # type: ignore[arg-type]
        say(line, *report)  # type: ignore[arg-type]

    monkeypatch.setattr(common._ProgressLine, "say", said)
    monkeypatch.setenv("MASETPROOF_CACHE", str(tmp_path / "cache"))  # so that nothing is there yet
    wide = terminal(200)
    assert main(command.replace("DIR", str(tmp_path)).split()) == 0
    missing = [words for words in COMMANDS[command] if words not in "".join(wide.written)]
    assert not missing, sorted(dict.fromkeys(wide.lines))
    reports = list(dict.fromkeys(told))
    for width in (200, 80, 40):
        screen, report = terminal(width), terminal_progress()
        for one in reports:
            report(*one)
        clear_progress()
        assert screen.widest < width
        assert "\n" not in "".join(screen.written)


def test_each_volume_is_reported_with_what_is_left(
    tmp_path: Path, terminal: Callable[[int], Terminal], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 80 columns each second left a line behind."""
    from masetproof.proofs.theorem import theorem_of
    from masetproof.reports import bundle, volumes

    monkeypatch.setattr(volumes, "_PATTERNS", 1)
    monkeypatch.setattr("masetproof.progress._LEAST", 0.0)
    screen = terminal(80)
    theorem = theorem_of("mastermind", 2)
    bundle.write_volumes(theorem, tmp_path, "d" * 64, terminal_progress(), workers=1)
    clear_progress()
    assert screen.widest < 80
    left = re.compile(r"listing of patterns, \d+ seconds? left: 5 of ")
    assert any(map(left.search, screen.lines))


@pytest.mark.parametrize("width", [200, 80, 40, 12, 4, 1])
def test_what_matters_stays_when_the_terminal_is_narrow(
    width: int, terminal: Callable[[int], Terminal]
) -> None:
    screen, report = terminal(width), terminal_progress()
    details = f"first question {WIDE}; up to 3,000 secrets; 12,345 states"
    report(f"best so far 20,606; lower bound 19,800; {details}; parts", 6, 21)
    clear_progress()
    assert screen.widest < width
    shown = {
        200: f"best so far 20,606; lower bound 19,800; {details}; parts: 6 of 21 (0 s)",
        80: f"best so far 20,606; lower bound 19,800; first question {WIDE}",
        40: "best so far 20,606; parts: 6 of 21",
        12: "parts: 6...",
        4: "...",
        1: "",
    }
    if width == 80:  # the detail would take 81 columns with the rest
        shown[80] = "best so far 20,606; lower bound 19,800; parts: 6 of 21 (0 s)"
    assert screen.lines[1] == shown[width]


def test_the_width_is_asked_anew(terminal: Callable[[int], Terminal]) -> None:
    screen, report = terminal(60), terminal_progress()
    for width in (60, 20, 60):
        screen.resize(width)
        screen.written.clear()
        report("what is done in the work; games", 5, 10_000)
        assert screen.widest < width
        assert ("what is done in the work" in screen.written[0]) is (width == 60)
    clear_progress()


def test_wide_signs_take_two_columns(terminal: Callable[[int], Terminal]) -> None:
    screen, report = terminal(24), terminal_progress()
    report(f"typesetting {WIDE}.pdf", 0, 1)  # 12 + 8 + 4 columns
    report(f"typing {WIDE}.pdf", 0, 1)  # 7 + 8 + 4
    clear_progress()
    first, second, *_ = screen.lines[1:]
    assert first == f"typesetting {WIDE[:4]}..."
    assert second.rstrip() == f"typing {WIDE}.pdf"
    assert columns(second) == columns(first)  # which is covered


def test_signs_that_the_terminal_lacks_and_control_characters(
    terminal: Callable[[int], Terminal],
) -> None:
    screen, report = terminal(40), terminal_progress()
    screen.encoding = "ascii"
    report(f"{WIDE}\x1b[31m\n", 0, 1)
    clear_progress()
    assert screen.widest < 40
    assert screen.lines[1].startswith("\\u6f22\\u5b57")


def test_the_line_moves_while_the_work_is_silent(
    terminal: Callable[[int], Terminal], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interrupts, "_LOOK", 0.01)
    screen = terminal(80)
    with remembered() as run:
        run.begin()
        terminal_progress()("solving", 1, 195)
        end = time.monotonic() + 60
        while len(screen.written) < 3 and time.monotonic() < end:
            pass
        clear_progress()
        drawn = len(screen.written)
        time.sleep(0.05)  # nothing is drawn any more
    assert drawn == len(screen.written) >= 4
    assert {line.strip() for line in screen.lines} == {"", "solving: 1 of 195 (0 s)"}


def wait(end: float) -> None:
    """Until then, at work."""
    while time.monotonic() < end:
        pass


def test_a_limit_holds_beside_the_line(
    terminal: Callable[[int], Terminal], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The timer is one for both; the line goes on when the limit has come, and it comes once."""
    monkeypatch.setattr(interrupts, "_LOOK", 0.01)
    screen = terminal(80)
    with remembered() as run:
        run.begin()
        run.bound(0.05, None)
        terminal_progress()("work", 0, 1)
        clear_progress()  # the limit still holds
        end = time.monotonic() + 60
        with pytest.raises(KeyboardInterrupt):
            wait(end)
        assert run.limit == "the time was over (--time-limit 0.05)"
        run.raises = False
        with pytest.raises(KeyboardInterrupt):
            terminal_progress()("putting it together", 0, 1)
        before = len(screen.written)
        interruption().each_moment(lambda: screen.write("."))
        while len(screen.written) == before and time.monotonic() < end:
            pass
        assert len(screen.written) > before


def test_nothing_is_written_where_there_is_no_terminal(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(common, "_PAUSE", 0.0)
    assert main(["check", CERTIFICATE]) == 0
    assert check_alone([CERTIFICATE]) == 0
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("width", [80, 20])
def test_the_checker_alone_has_a_line_of_its_own(
    width: int,
    terminal: Callable[[int], Terminal],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    screen, clock = terminal(width), iter(range(10**6))
    monkeypatch.setattr(statement.time, "monotonic", lambda: next(clock))
    assert check_alone([CERTIFICATE]) == 0
    assert capsys.readouterr().out.startswith("verified: ")
    assert screen.widest < width
    assert "\n" not in "".join(screen.written)
    assert "checking patterns s" in "".join(screen.written)
    assert screen.lines[-2].strip() == screen.lines[-1] == ""  # it is taken away


def test_a_process_on_a_terminal_leaves_one_line() -> None:
    """As a person sees it: at 80 columns, on which long lines left one behind each second."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 40, 0, 0))
    code = (
        "from masetproof.cli import common, main; common._PAUSE = 0.0; "
        f"raise SystemExit(main(['check', {CERTIFICATE!r}]))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=slave
    ) as run:
        os.close(slave)
        parts = list[bytes]()
        while part := _read(master):
            parts.append(part)
        out, _ = run.communicate()
    os.close(master)
    drawn = b"".join(parts).decode()
    assert run.returncode == 0
    assert out.startswith(b"verified: ")
    assert "\n" not in drawn
    assert "patterns split: 1 of" in drawn
    assert max(map(len, drawn.split("\r"))) < 40


def _read(master: int) -> bytes:
    """What has come; nothing when the other end is closed."""
    try:
        return os.read(master, 1 << 16)
    except OSError:
        return b""


@pytest.mark.parametrize(
    ("command", "option", "what"),
    [
        ("optimize mastermind --pegs 2 --colours 2", "--tree", "file"),
        ("tree convert any.json", "--out", "file"),
        ("rules mastermind --pegs 2 --colours 2", "--plot", "file"),
        ("table mastermind --pegs 2 --colours 2", "--csv", "file"),
        ("prove ab --pegs 1", "--out", "directory"),
        ("paper", "--out", "directory"),
        ("explore", "--out", "directory"),
    ],
)
def test_a_hyphen_is_no_name_of_a_file(
    command: str,
    option: str,
    what: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Files called - were written, where other programs print."""
    monkeypatch.chdir(tmp_path)
    assert main([*command.split(), option, "-"]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"masetproof: {option} takes a {what}, not '-'; ")
    assert err.endswith(f"a {what} of this name is ./-\n")
    assert not list(tmp_path.iterdir())
