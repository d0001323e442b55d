"""Interrupts that are not lost: Ctrl-C, the signals that end a job or a session, and limits.

Python drops a KeyboardInterrupt that comes in a callback of its own, as when an object is thrown
away, and prints that it was ignored.  So an interrupt is remembered, and raised again at the next
report of progress.  While a loop of C runs, Python only notes that there was one, and raises it
when the loop is over.  SIGTERM and SIGHUP are treated like SIGINT.

A limit of time or memory ends a run as an interrupt does: what is finished is kept and printed.  So
it covers whatever a command does, and the work itself need not ask for it.  A timer looks at both
several times a second; so do reports of progress.  The same timer keeps the line of progress moving
while the work reports nothing.

Python handles signals in the main thread, so only a command that runs there is interrupted.  Each
run has an `Interruption` of its own, and a thread sees only that of its own run.
"""

from __future__ import annotations

import math
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import final

from masetproof._signals import ENDING, handle

_LOOK = 0.2
"""Seconds between two looks at the time and the memory."""


@final
class Interruption:
    """Whether a run was interrupted, and by which signal or limit.

    raises: whether a signal raises KeyboardInterrupt where it finds the run; otherwise it is only
    remembered.  limit: the limit that was reached, in a sentence.
    """

    def __init__(self) -> None:
        self.signal: int | None = None
        self.limit: str | None = None
        self.raises = False
        self._begin = self._looked = time.monotonic()
        self._seconds: float = math.inf
        self._memory: int | None = None
        self._handles_timer = False
        self._beat: Callable[[], None] | None = None

    @property
    def ended(self) -> bool:
        """Whether it is to end, by a signal or a limit."""
        return self.signal is not None or self.limit is not None

    @property
    def status(self) -> int:
        """The exit status: 128 + signal, as a shell gives it; 2 for a limit."""
        return 2 if self.limit is not None else 128 + (self.signal or signal.SIGINT)

    def bound(self, seconds: float | None, memory: int | None) -> None:
        """Limit the run, from its beginning on: seconds, and bytes of this process."""
        self._looked = -math.inf
        self._seconds = math.inf if seconds is None else seconds
        self._memory = memory
        if memory is not None:
            resident_bytes()  # what it imports is loaded now, not while a signal is handled
        _set_timer(_LOOK)

    def each_moment(self, beat: Callable[[], None] | None) -> None:
        """Call *beat* several times a second, between two steps of the main thread; None ends it.

        Where no timer can be handled, as in other threads, it is never called.
        """
        self._beat = beat
        if self._handles_timer:
            limited = self._seconds < math.inf or self._memory is not None
            _set_timer(_LOOK if beat is not None or (limited and not self.ended) else 0)

    def begin(self) -> None:
        """From here on an interrupt is raised, also one that came before."""
        self.raises = True
        self.raise_again()

    def raise_again(self) -> None:
        """Raise an interrupt that was swallowed, or that a limit is."""
        if time.monotonic() - self._looked > _LOOK:
            self._look()
        if self.ended:
            raise KeyboardInterrupt

    def _look(self) -> None:
        """Find out whether a limit is reached."""
        self._looked = time.monotonic()
        if not self.ended:
            if self._looked - self._begin > self._seconds:
                self.limit = f"the time was over (--time-limit {self._seconds:g})"
            elif self._memory is not None and resident_bytes() > self._memory:
                self.limit = f"this takes more than {self._memory >> 20:,} MB (--memory)"

    def _look_and_raise(self, number: int, frame: FrameType | None) -> None:
        # It is raised once: what is finished is put together then.
        before = self.ended
        self._look()
        if self._beat is not None:
            self._beat()
        if self.ended:
            _set_timer(0 if self._beat is None else _LOOK)
            if self.raises and not before:
                raise KeyboardInterrupt

    def _remember(self, number: int, frame: FrameType | None) -> None:
        self.signal = number
        if self.raises:
            raise KeyboardInterrupt


def _set_timer(seconds: float) -> None:
    """Look each time after that many seconds; never with 0.  Only in the main thread."""
    if threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds, seconds)


def resident_bytes() -> int:
    """The memory of this process at the moment; the most so far where that is not reported.

    0 on Windows, which does not tell it in this way: there the limit does not end a run.
    """
    try:
        import resource
    except ModuleNotFoundError:
        return 0
    from masetproof.files import read_bytes

    try:
        return int(read_bytes(Path("/proc/self/statm"), 100).split()[1]) * resource.getpagesize()
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most << 10


_of_thread = threading.local()


def interruption() -> Interruption:
    """That of the run in this thread; outside a run, one that is never raised."""
    this: Interruption | None = getattr(_of_thread, "interruption", None)
    return this or Interruption()


@contextmanager
def remembered() -> Iterator[Interruption]:
    """Remember interrupts within the block; outside the main thread no handler is changed."""
    this = Interruption()
    before = getattr(_of_thread, "interruption", None)
    _of_thread.interruption = this
    in_main = threading.current_thread() is threading.main_thread()
    hook, handlers = sys.unraisablehook, {}

    def quiet(unraisable: sys.UnraisableHookArgs) -> None:
        if not issubclass(unraisable.exc_type, KeyboardInterrupt):
            hook(unraisable)

    try:
        if in_main:
            sys.unraisablehook = quiet
            for number in ENDING:
                handlers[number] = handle(number, this._remember)
            if hasattr(signal, "SIGALRM"):
                handlers[signal.SIGALRM] = handle(signal.SIGALRM, this._look_and_raise)
                this._handles_timer = handlers[signal.SIGALRM] is not None
        yield this
    finally:
        if in_main:
            _set_timer(0)
            for number, handler in handlers.items():
                if handler is not None:
                    handle(number, handler)
            sys.unraisablehook = hook
        _of_thread.interruption = before
