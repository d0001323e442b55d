"""The forms in which a notebook shows a value: LaTeX, a drawing or a table, and always its text.

A class that is `Shown` is asked by IPython for a bundle of forms.  Which forms a value has is known
to `reports.displays`, which stands above all of them and is loaded when a notebook asks for it.
"""

from __future__ import annotations

from importlib import import_module
from threading import get_ident
from time import monotonic

from masetproof.arguments import Refused, counted

MOST_BYTES = 200_000
"""The size limit of all forms of a value together; notebooks with more would be hard to open."""
_DISPLAYS = "masetproof.reports.displays"
_PAUSE = 0.2
"""A bar is drawn again after this many seconds at the earliest."""


class Shown:
    """A value that a notebook shows in more forms than its text."""

    __slots__ = ()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The forms by their media types, at most `MOST_BYTES` in all; IPython calls this."""
        bundle: dict[str, str] = import_module(_DISPLAYS).bundle(self)
        return bundle


class NotebookProgress:
    """A bar in a notebook, for the argument ``progress`` of what takes long.

    The bar is plain HTML, and needs no widgets; where HTML is not shown it is a line of text.  The
    bar appears where the object is made, so make a new one for each call.  Reports from other
    threads than the one that made it are ignored.  `Refused` when there is no IPython.
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
    """A bar as text and as HTML; a total of 0 is unknown, and such a bar has no end."""
    from html import escape

    told = f"{stage}: {done:,} of {total:,}" if total else f"{stage}: {counted(done, 'step')}"
    extent = f' value="{min(done, total)}" max="{total}"' if total else ""
    return {
        "text/plain": told,
        "text/html": f"<progress{extent}></progress> <code>{escape(told)}</code>",
    }
