"""Waiting for another process until it is at work, however busy the machine is."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import psutil

PATIENCE = 600
"""Nothing takes this many seconds, even on the slowest machine: what does will never come."""

_TELLING = """
import os, sys, time
from masetproof.cli import common
writer, begin, least, waits = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4] == "True"
sys.argv[1:] = sys.argv[5:]
usual = common.terminal_progress

def telling():
    report = usual()
    def tell(stage, done, total):
        if stage.startswith(begin) and done >= least:
            try:
                os.write(writer, b".")
            except BlockingIOError:  # nobody listens any more
                pass
            while waits:
                time.sleep(0.05)  # for a pause the signal may come a moment too early
        report(stage, done, total)
    return tell

common.terminal_progress = telling
from masetproof.__main__ import main
raise SystemExit(main())
"""


def wait_until(condition: Callable[[], bool]) -> None:
    """However long it takes on this machine."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def gone(processes: set[int]) -> bool:
    """Whether they have all ended."""

    def runs_on(pid: int) -> bool:
        try:
            return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
        except psutil.NoSuchProcess:
            return False

    return not any(runs_on(pid) for pid in processes)


class Telling:
    """A command in a process of its own, which tells when its work has come to some place.

    stage, done: the place, when so much of a stage that begins like this is reported to be done.
    waits: whether it waits there for a signal, so that it does not come to its end before that.
    """

    def __init__(
        self, *arguments: str, stage: str = "", done: int = 0, waits: bool = False, **options: Any
    ) -> None:
        self._reader, writer = os.pipe()
        os.set_blocking(writer, False)
        told = [str(writer), stage, str(done), str(waits)]
        self.process: subprocess.Popen[str] = subprocess.Popen(
            [sys.executable, "-c", _TELLING, *told, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            pass_fds=[writer],
            **options,
        )
        os.close(writer)
        self.wait()

    def wait(self) -> None:
        """Until it tells again that it is at that place."""
        assert os.read(self._reader, 1 << 16), self.process.communicate()

    def end(self) -> tuple[str, str]:
        """What it has printed, and its complaints, when it has ended."""
        try:
            return self.process.communicate(timeout=PATIENCE)
        finally:
            os.close(self._reader)


def ended_before(process: subprocess.Popen[str], seconds: float) -> bool:
    """Whether it ended before it had this many seconds of a processor."""
    end = time.monotonic() + PATIENCE
    main = psutil.Process(process.pid)
    while time.monotonic() < end:
        if process.poll() is not None:
            return True
        if _used(main) > seconds:
            return False
        time.sleep(0.01)
    raise AssertionError("it does not begin")


def _used(process: psutil.Process) -> float:
    try:
        return sum(process.cpu_times()[:2])
    except psutil.Error:  # it has just ended
        return 0
