"""What a notebook shows of a value: LaTeX, a drawing or a table, and always its text.

A class that is `Shown` is asked by IPython for a bundle of forms.  Which forms a value has is known
to `reports.displays`, which stands above all of them and is loaded when a notebook asks for it.
"""

from __future__ import annotations

from importlib import import_module
from threading import get_ident
from time import monotonic

from masetproof.arguments import Refused, counted

MOST_BYTES = 200_000
"""A bundle of forms takes no more, or a notebook would grow too large to be read."""
_DISPLAYS = "masetproof.reports.displays"
_PAUSE = 0.2
"""Seconds after which a bar is drawn again."""


class Shown:
    """A value that a notebook shows in more forms than its text."""

    __slots__ = ()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The forms by their media types, at most `MOST_BYTES` in all; IPython calls this."""
        bundle: dict[str, str] = import_module(_DISPLAYS).bundle(self)
        return bundle


class NotebookProgress:
    """A bar in a notebook, for the argument ``progress`` of what takes long.

    It is HTML without widgets, with a line of text beside it where there is none.  `Refused` when
    there is no IPython.  Each call of a function takes a new one.
    """

    def __init__(self) -> None:
        try:
            from IPython.display import display
        except ImportError:
            raise Refused("a bar in a notebook takes IPython, which is not here") from None
        self._thread = get_ident()
        self._handle = display(_bar("begins", 0, 0), raw=True, display_id=True)
        self._stage, self._next = "", 0.0

    def __call__(self, stage: str, done: int, total: int) -> None:
        # Other threads of the work have no place in the notebook to which they could write.
        if self._handle is None or get_ident() != self._thread:
            return
        now = monotonic()
        if stage == self._stage and now < self._next and done < total:
            return
        self._stage, self._next = stage, now + _PAUSE
        self._handle.update(_bar(stage, done, total), raw=True)


def _bar(stage: str, done: int, total: int) -> dict[str, str]:
    """A bar as text and as HTML; one without an end where the total is not known."""
    from html import escape

    told = f"{stage}: {done:,} of {total:,}" if total else f"{stage}: {counted(done, 'step')}"
    extent = f' value="{min(done, total)}" max="{total}"' if total else ""
    return {
        "text/plain": told,
        "text/html": f"<progress{extent}></progress> <code>{escape(told)}</code>",
    }
