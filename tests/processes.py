"""Waiting for another process until it is at work, however busy the machine is."""

from __future__ import annotations

import subprocess
import time

import psutil


def wait_until_at_work(process: subprocess.Popen[str], seconds: float) -> None:
    """Until it and the processes that it has started have had so many seconds of a processor."""
    end = time.monotonic() + 120
    main = psutil.Process(process.pid)
    while time.monotonic() < end:
        assert process.poll() is None, process.communicate()
        if sum(_used(one) for one in (main, *main.children())) > seconds:
            return
        time.sleep(0.02)
    raise AssertionError("it does not begin")


def _used(process: psutil.Process) -> float:
    try:
        return sum(process.cpu_times()[:2])
    except psutil.Error:  # it has just ended
        return 0
