"""The program: ``python -m masetproof``, and what the console script calls.

It owns the process, so it settles what `masetproof.cli.main`, a function for any caller, leaves
alone: signals before the command has begun and after it has ended, and closed streams.
"""

# Nothing is imported here that Python has not loaded: an interrupt would find it half done.
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import NoReturn

_ALLOCATIONS = 200_000
"""Objects that are made between two searches for garbage in cycles."""


def main() -> int:
    try:
        import gc
        import signal

        from masetproof._signals import ENDING, handle

        for number in ENDING:
            handle(number, _leave)
        _mend_streams()
        # What is loaded stays, and trees and tables have no cycles: to look for some takes a tenth
        # of the time of a short run.
        gc.set_threshold(_ALLOCATIONS)
        # Nothing here multiplies matrices of floats, and numpy would start threads for that.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        from masetproof.cli import main as run

        status = run()
        # All is done and written: Python's own end is cut short without a word.
        for number in ENDING:
            handle(number, signal.SIG_DFL)
    except KeyboardInterrupt:  # before the handlers were there
        _leave(2, None)
    finally:
        _discard_what_cannot_be_written()
    return status


def _leave(number: int, frame: "FrameType | None") -> "NoReturn":
    """Leave at once: nothing has been begun, or all is done."""
    try:
        os.write(2, b"masetproof: interrupted\n")
    finally:
        os._exit(128 + number)


def _mend_streams() -> None:
    """Streams that the caller closed take nothing, and no file that is opened takes their place."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            # Opening takes the lowest free number.  A file only for reading makes a write fail.
            os.open(os.devnull, os.O_WRONLY if descriptor == 2 else os.O_RDONLY)
    if sys.stdout is None:
        sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115 - it lives as long as the process
    if sys.stderr is None:
        sys.stderr = open(2, "w", closefd=False)  # noqa: SIM115


def _discard_what_cannot_be_written() -> None:
    """Otherwise Python would say at its end that it could not be written."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


if __name__ == "__main__":
    raise SystemExit(main())
