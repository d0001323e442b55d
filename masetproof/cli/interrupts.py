"""Interrupts that are not lost: Ctrl-C, and the signals that end a job or a session.

While numba compiles, Python runs inside a callback of LLVM, where ctypes swallows a
KeyboardInterrupt and prints that it was ignored.  So an interrupt is remembered, and raised again
at the next report of progress.  SIGTERM and SIGHUP are treated like SIGINT.

Python handles signals in the main thread, so only a command that runs there is interrupted.  Each
run has an `Interruption` of its own, and a thread sees only that of its own run.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import final

from masetproof._signals import ENDING, handle

__all__ = ["Interruption", "interruption", "remembered"]


@final
class Interruption:
    """Whether a run was interrupted, and by which signal.

    raises: whether a signal raises KeyboardInterrupt where it finds the run; otherwise it is only
    remembered.
    """

    def __init__(self) -> None:
        self.signal: int | None = None
        self.raises = False

    @property
    def status(self) -> int:
        """The exit status of a run that was interrupted, as a shell gives it: 128 + signal."""
        return 128 + (self.signal or signal.SIGINT)

    def begin(self) -> None:
        """From here on an interrupt is raised, also one that came before."""
        self.raises = True
        self.raise_again()

    def raise_again(self) -> None:
        """Raise an interrupt that was swallowed."""
        if self.signal is not None:
            raise KeyboardInterrupt

    def _remember(self, number: int, frame: FrameType | None) -> None:
        self.signal = number
        if self.raises:
            raise KeyboardInterrupt


_of_thread = threading.local()


def interruption() -> Interruption:
    """That of the run in this thread; outside a run, one that is never raised."""
    found: Interruption | None = getattr(_of_thread, "interruption", None)
    return found or Interruption()


@contextmanager
def remembered() -> Iterator[Interruption]:
    """Remember interrupts within the block; outside the main thread no handler is changed."""
    this = Interruption()
    before = getattr(_of_thread, "interruption", None)
    _of_thread.interruption = this
    try:
        if threading.current_thread() is threading.main_thread():
            with _handling(this):
                yield this
        else:
            yield this
    finally:
        _of_thread.interruption = before


@contextmanager
def _handling(this: Interruption) -> Iterator[None]:
    hook = sys.unraisablehook

    def quiet(unraisable: sys.UnraisableHookArgs) -> None:
        if not issubclass(unraisable.exc_type, KeyboardInterrupt):
            hook(unraisable)

    sys.unraisablehook = quiet
    handlers = {}
    try:
        for number in ENDING:
            handlers[number] = handle(number, this._remember)
        yield
    finally:
        for number, handler in handlers.items():
            if handler is not None:
                handle(number, handler)
        sys.unraisablehook = hook
