"""How long work tells what it is doing: a function that is called now and then."""

from __future__ import annotations

from collections.abc import Callable

from masetproof.arguments import Refused, shown

__all__ = ["Progress", "Tick", "as_progress", "as_tick", "no_tick", "silent"]

Progress = Callable[[str, int, int], None]
"""Called with the stage, how much of it is done, and how much there is as far as known."""

Tick = Callable[[], None]
"""Called now and then by work that can be stopped; what it raises stops the work."""


def silent(stage: str, done: int, total: int) -> None:
    """Progress for nobody."""


def no_tick() -> None:
    """A tick for nobody."""


def as_progress(value: object) -> Progress:
    """*value* if it can be called; `Refused` otherwise."""
    if not callable(value):
        raise Refused(f"progress must be a function, not {shown(value)}")
    return value


def as_tick(value: object) -> Tick:
    """*value* if it can be called; `Refused` otherwise."""
    if not callable(value):
        raise Refused(f"the tick must be a function, not {shown(value)}")
    return value
