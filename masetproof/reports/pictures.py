"""Pictures by matplotlib, as files whose bytes depend on nothing but what is drawn.

matplotlib is imported only when something is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from masetproof.files import whole_file

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["FORMS", "write_picture"]

FORMS = {"pdf": "CreationDate", "svg": "Date", "png": None}
"""The suffixes, each with the entry of its metadata that would differ from run to run."""


def write_picture(path: Path, draw: Callable[[], Figure]) -> None:
    """Write what *draw* draws; the suffix of the path, one of `FORMS`, says in which form."""
    import matplotlib as mpl

    form = path.suffix.lower().removeprefix(".")
    dated = FORMS[form]
    settings: dict[Any, Any] = {
        "svg.hashsalt": "masetproof",
        "svg.fonttype": "none",
        "font.size": 9,
        "hatch.linewidth": 0.5,
        "hatch.color": "#808080",
    }
    with mpl.rc_context(settings):
        figure = draw()
        with whole_file(path) as file:
            figure.savefig(file, format=form, dpi=150, metadata={dated: None} if dated else {})
