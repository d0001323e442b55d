"""Interrupts that are not lost.

While numba compiles, Python runs inside a callback of LLVM, where ctypes swallows a
KeyboardInterrupt and prints that it was ignored.  So an interrupt is remembered, and raised again
at the next report of progress.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["raise_if_interrupted", "remembered"]

_interrupted = threading.Event()


@contextmanager
def remembered() -> Iterator[None]:
    """Remember interrupts within the block; outside the main thread nothing is changed."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handler, hook = signal.getsignal(signal.SIGINT), sys.unraisablehook

    def quiet(unraisable: sys.UnraisableHookArgs) -> None:
        if not issubclass(unraisable.exc_type, KeyboardInterrupt):
            hook(unraisable)

    _interrupted.clear()
    signal.signal(signal.SIGINT, _remember)
    sys.unraisablehook = quiet
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        sys.unraisablehook = hook


def _remember(number: int, frame: FrameType | None) -> None:
    _interrupted.set()
    raise KeyboardInterrupt


def raise_if_interrupted() -> None:
    """Raise an interrupt that was swallowed."""
    if _interrupted.is_set():
        raise KeyboardInterrupt
