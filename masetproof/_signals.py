"""The signals that end a run, and how a handler is set without overruling the caller's choice."""

from __future__ import annotations

import signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Any

    Handler = Callable[[int, FrameType | None], Any] | int | signal.Handlers | None

ENDING = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


def handle(number: int, handler: Handler) -> Handler:
    """Set a handler and return the one before; None when the signal is ignored and stays so.

    A shell lets a command in the background ignore interrupts, and ``nohup`` the end of a session.
    None, too, for a handler that Python did not set.  Only in the main thread.
    """
    before = signal.getsignal(number)
    if before is None or before is signal.SIG_IGN:
        return None
    signal.signal(number, handler)
    return before
