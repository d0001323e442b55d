"""Waiting for another process until it is at work, however busy the machine is."""

from __future__ import annotations

import subprocess
import time

import psutil


def wait_until_at_work(process: subprocess.Popen[str], seconds: float) -> None:
    """Until it and the processes that it has started have had so many seconds of a processor."""
    assert not ended_before(process, seconds), process.communicate()


def ended_before(process: subprocess.Popen[str], seconds: float, *, alone: bool = False) -> bool:
    """Whether it ended before it had so many seconds of a processor.

    alone: it starts no processes.  To look for some takes longer than all else here.
    """
    end = time.monotonic() + 120
    main = psutil.Process(process.pid)
    while time.monotonic() < end:
        if process.poll() is not None:
            return True
        if sum(_used(one) for one in (main, *(() if alone else main.children()))) > seconds:
            return False
        time.sleep(0.02)
    raise AssertionError("it does not begin")


def _used(process: psutil.Process) -> float:
    try:
        return sum(process.cpu_times()[:2])
    except psutil.Error:  # it has just ended
        return 0
