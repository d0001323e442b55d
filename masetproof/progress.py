"""How long work tells what it is doing: a function that is called now and then."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["Progress", "Tick", "no_tick", "silent"]

Progress = Callable[[str, int, int], None]
"""Called with the stage, how much of it is done, and how much there is as far as known."""


def silent(stage: str, done: int, total: int) -> None:
    """Progress for nobody."""


Tick = Callable[[], None]
"""Called now and then by work that can be stopped; what it raises stops the work."""


def no_tick() -> None:
    """A tick for nobody."""
