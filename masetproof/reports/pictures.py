"""Pictures as files whose bytes depend on the drawing alone: plots and drawings.

Plots are by matplotlib, which also makes PDF, PNG and PGF of a `Drawing`; it is imported only when
something is drawn.  All plots have one style: Computer Modern, the font of most papers; colours of
Okabe and Ito, which colour-blind people can distinguish; and dashes and markers besides, so that
nothing is lost in grey.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused
from masetproof.drawing import (
    QUIET,
    Box,
    Circle,
    Drawing,
    Line,
    Mark,
    PageCuts,
    Text,
    is_leftwards,
    svg_lines,
    svg_style,
)
from masetproof.files import whole_file, write_text
from masetproof.reports import latex

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

T = TypeVar("T")
FORMS = {"pdf": "CreationDate", "svg": "Date", "png": None, "pgf": None}
"""The suffixes, each with the metadata entry that would differ from run to run."""
WIDTH = 5.4
"""The width of a plot in inches: that of a column of text."""
INK = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#e69f00")
"""Colours for data, in this order."""
PALE = "#8a8f98"
"""The colour of a reference with which data are compared."""
SERIES = tuple(
    {"color": colour, "linestyle": dashes, "marker": marker}
    for colour, dashes, marker in zip(
        INK, ("-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1))), "osD^vX", strict=True
    )
)
"""The styles of lines that stand beside each other."""
_PIXEL = 1 / 96
"""A pixel of a drawing in inches."""
_POINTS = 72 * _PIXEL
_DPI = 200
_MOST_PIXELS = 1 << 16
"""The most pixels on a side of a PNG; a limit of matplotlib."""
_PAGE = (8.27 / _PIXEL, 11.69 / _PIXEL)
"""A4, in pixels."""
_MARGIN = 0.5 / _PIXEL
_INNER = (_PAGE[0] - 2 * _MARGIN, _PAGE[1] - 2 * _MARGIN)
_NEARLY = 1.25
"""A drawing of at most so many pages in height stays on one; printers scale it down."""
_CARRY = 22
"""Room above the rows of a continued page, in pixels, for the line with the place."""
_FONTS = ("monospace", "DejaVu Sans")
"""Fonts of texts; both come with matplotlib, and the second has letters that the first lacks."""
_LEFTWARDS = (3, 11)
"""The first version of matplotlib that writes from right to left, and joins Arabic letters."""


def form_of(path: Path) -> str:
    """The form that the suffix of a path stands for; `Refused` when it stands for none."""
    form = path.suffix.lower().removeprefix(".")
    if form not in FORMS:
        known = ", ".join(f".{name}" for name in FORMS)
        raise Refused(f"a picture ends in {known}, not as {str(path)!r} does")
    return form


def save(drawing: Drawing, path: Path, form: str | None = None) -> None:
    """Write a drawing in a form, one of `FORMS`; the default is that of the suffix of the path.

    A PDF that would be longer than a page, and knows its rows, has several.  `Refused` when a PNG
    would be too large, or the fonts of a form lack a letter.
    """
    form = form or form_of(path)
    if form == "png" and max(drawing.width, drawing.height) * _PIXEL * _DPI >= _MOST_PIXELS:
        raise Refused("that is too large for a PNG; draw less of it, or take SVG or PDF")
    if form == "svg":
        write_text(path, "".join(f"{line}\n" for line in svg_lines(drawing)))
        return
    letters = "".join(sorted({*"".join(m.text for m in drawing.marks if isinstance(m, Text))}))
    encoding = ""
    if form == "pgf":
        encoding = latex.font_encoding(letters)
    elif not letters.isascii():
        _check_letters(letters)
    with _style(encoding), whole_file(path) as file:
        if form != "pdf" or drawing.rows is None:
            _save(_figure(drawing), file, form)
            return
        from matplotlib.backends.backend_pdf import PdfPages

        with PdfPages(file, metadata={"CreationDate": None}) as pdf:
            for page in _pages(drawing, drawing.rows):
                pdf.savefig(page)


def save_plot(draw: Callable[[T], Figure], value: T, path: Path) -> None:
    """Write the figure that *draw* makes of a value, in the form of the suffix of the path."""
    form = form_of(path)
    with _style(), whole_file(path) as file:
        _save(draw(value), file, form)


def subplots(
    width: float, height: float, *shape: int, **options: Any
) -> tuple[Figure, NDArray[np.object_]]:
    """A figure that needs no display and no global state, and its axes in one row, from above.

    width, height: in inches.  shape: rows and columns of axes, one of each by default.  options: of
    `matplotlib.figure.Figure.subplots`.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots(*shape, squeeze=False, **options).ravel()


def _check_letters(letters: str) -> None:
    """`Refused` where matplotlib cannot write a letter."""
    import matplotlib
    from matplotlib.font_manager import findfont, get_font

    fonts = [get_font(findfont(name)) for name in _FONTS]
    missing = [sign for sign in letters if not any(f.get_char_index(ord(sign)) for f in fonts)]
    if missing:
        raise Refused(f"the fonts of PDF and PNG have no {missing[0]!r}; take SVG")
    if is_leftwards(letters) and matplotlib.__version_info__[:2] < _LEFTWARDS:
        version = ".".join(map(str, _LEFTWARDS))
        raise Refused(
            f"words from right to left take matplotlib {version} in PDF and PNG; take SVG"
        )


@contextmanager
def _style(encoding: str = "") -> Iterator[None]:
    """The style of pictures; encoding: of fonts for PGF, as of `latex.font_encoding`."""
    import logging

    from matplotlib import rcParams, style

    # The dates in the files of Computer Modern are old; that is no news.
    logging.getLogger("fontTools.ttLib.tables._h_e_a_d").setLevel(logging.ERROR)
    with style.context("masetproof.reports.pictures"):
        rcParams["pgf.preamble"] = encoding
        yield


def _save(figure: Figure, file: BinaryIO, form: str) -> None:
    dated = FORMS[form]
    if form != "pgf":
        figure.savefig(file, format=form, dpi=_DPI, metadata={dated: None} if dated else {})
        return
    from matplotlib.backends.backend_pgf import LatexError

    text = StringIO()
    try:
        figure.savefig(text, format="pgf")
    except (LatexError, FileNotFoundError, RuntimeError):
        raise Refused(
            "PGF takes pdflatex with the packages pgf and underscore (Debian: texlive-pictures), "
            "which measure its texts; take PDF or SVG without them"
        ) from None
    file.write(text.getvalue().encode())


# ------------------------------------------------------------------------- drawings by matplotlib


def _figure(drawing: Drawing, scale: float = 1.0) -> Figure:
    """The whole drawing; *scale*: the factor by which the figure is smaller."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(drawing.width * _PIXEL * scale, drawing.height * _PIXEL * scale))
    _draw(drawing, figure.add_axes((0, 0, 1, 1)), 0.0, drawing.height, scale)
    return figure


def _draw(drawing: Drawing, axes: Axes, begin: float, end: float, scale: float) -> None:
    """Draw the marks between two heights; axes: of the same size."""
    from matplotlib.collections import PatchCollection

    axes.set_xlim(0, drawing.width)
    axes.set_ylim(end, begin)
    axes.axis("off")
    shown = (mark for mark in drawing.marks if _is_between(mark, begin, end))
    for layer, (_, run) in enumerate(groupby(shown, svg_style)):
        patches = []
        look: dict[str, Any] = {}
        for mark in run:
            if isinstance(mark, Text):
                _write(axes, mark, _POINTS * scale, layer)
            else:
                patches.append(_patch(mark))
                look = {
                    "facecolor": mark.fill,
                    "edgecolor": mark.stroke,
                    "linewidth": mark.line * _POINTS * scale,
                    "linestyle": (0, (2.5, 2)) if getattr(mark, "dashed", False) else "-",
                }
        if patches:
            axes.add_collection(PatchCollection(patches, zorder=layer, **look))


def _is_between(mark: Mark, begin: float, end: float) -> bool:
    """Whether a mark belongs between two heights, so that each mark is on one page.

    A box or circle counts by its middle, a text by its baseline.  Only a line is on all pages that
    have a part of it; axes cut off the rest.
    """
    if isinstance(mark, Line):
        heights = [y for _, y in mark.points]
        return max(heights) >= begin and min(heights) < end
    return begin <= mark.y + (mark.height / 2 if isinstance(mark, Box) else 0) < end


def _patch(mark: Mark) -> Any:
    from matplotlib import patches
    from matplotlib.path import Path as Outline

    if isinstance(mark, Circle):
        return patches.Circle((mark.x, mark.y), mark.radius)
    if isinstance(mark, Box):
        corners = f"round,pad=0,rounding_size={mark.rounding}"
        return patches.FancyBboxPatch((mark.x, mark.y), mark.width, mark.height, corners)
    assert isinstance(mark, Line)
    step = Outline.CURVE3 if mark.curved else Outline.LINETO
    codes = [Outline.MOVETO] + [step] * (len(mark.points) - 1)
    return patches.PathPatch(Outline(list(mark.points), codes))


def _write(axes: Axes, text: Text, point: float, layer: int) -> None:
    side = {"start": "left", "middle": "center", "end": "right"}[text.anchor]
    shown, weight = text.text.replace("$", r"\$"), "bold" if text.bold else "normal"
    look: dict[str, Any] = {"color": text.fill, "weight": weight, "zorder": layer}
    look |= {"family": _FONTS, "fontsize": text.size * point}
    axes.text(text.x, text.y, shown, ha=side, va="baseline", **look)


def _pages(drawing: Drawing, rows: PageCuts) -> Iterator[Figure]:
    """The drawing as it is, or cut between rows into pages of the size of A4."""
    from matplotlib.figure import Figure

    scale = min(1.0, _INNER[0] / drawing.width)
    high = _INNER[1] / scale
    if drawing.height <= _NEARLY * high:
        yield _figure(drawing, scale)
        return
    first, cuts = 0, [int((high - rows.top) // rows.height)]
    while cuts[-1] < len(rows.places):
        cuts.append(cuts[-1] + int((high - _CARRY) // rows.height))
    for number, last in enumerate(cuts, 1):
        begin = rows.top + first * rows.height if first else 0.0
        end = drawing.height if number == len(cuts) else rows.top + last * rows.height
        bottom = _MARGIN + ((_CARRY if first else 0) + end - begin) * scale
        figure = Figure(figsize=(_PAGE[0] * _PIXEL, _PAGE[1] * _PIXEL))
        size = drawing.width * scale / _PAGE[0], (end - begin) * scale / _PAGE[1]
        axes = figure.add_axes((_MARGIN / _PAGE[0], 1 - bottom / _PAGE[1], *size))
        _draw(drawing, axes, begin, end, scale)
        if first:
            after = f", after {rows.places[first]}" if rows.places[first] else ""
            line = f"page {number} of {len(cuts)}{after}"
            # Above the axes, in their units.
            _write(axes, Text(8, begin + 12 - _CARRY, line, 10, QUIET), _POINTS * scale, 0)
        yield figure
        first = last
