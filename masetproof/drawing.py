"""Drawings as values: boxes, circles, lines and texts, with their places in pixels.

A drawing is laid out once.  `svg_lines` writes it as SVG, `reports.pictures` as PDF, PNG and PGF.
Pegs have colours that colour-blind people can tell apart, and symbols, so that nothing is lost in
grey.  Terminals and the pages of the explorer take their colours of pegs and marks from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from colorsys import hls_to_rgb
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import groupby
from typing import NamedTuple, final
from unicodedata import bidirectional

from masetproof.notebook import Shown
from masetproof.words import EXTRA, STAR, SYMBOLS, Word

INK, QUIET, EDGE = "#111111", "#555555", "#8a8f98"
"""The colours of texts, of less important texts, and of lines."""
MARGIN = 16
"""Around what is drawn, in pixels."""
_SYMBOL = 0.605
"""The greatest width of a symbol in the fonts below, as a part of the size of the font."""
_NARROW = "\u0460"
"""From this letter on the fonts below may lack letters; in other fonts these are wider."""
_FONTS = "'DejaVu Sans Mono', Menlo, Consolas, monospace"

# The colours of Okabe and Ito (2008), and of Tol's muted scheme where there are more.
COLOURS = {
    **{"sky blue": "#56b4e9", "orange": "#e69f00", "green": "#009e73", "yellow": "#f0e442"},
    **{"blue": "#0072b2", "vermilion": "#d55e00", "pink": "#cc79a7", "grey": "#bbbbbb"},
    **{"indigo": "#332288", "pale blue": "#88ccee", "teal": "#44aa99", "olive": "#999933"},
    **{"wine": "#882255", "sand": "#ddcc77", "purple": "#aa4499", "dark green": "#117733"},
}
"""Those of the first pegs in their order, with names for those who do not see them."""
_SHADES = tuple(COLOURS.values())
MARKS = {"g": "#1a7f4b", "y": "#e0a400", "b": "#eff0f2"}
"""The squares of Wordle; printed without colours, the darker the better."""


Point = tuple[float, float]


class Box(NamedTuple):
    """A rectangle; x, y: its upper left corner."""

    x: float
    y: float
    width: float
    height: float
    fill: str = "#ffffff"
    stroke: str = EDGE
    line: float = 1.0
    rounding: float = 3.0


class Circle(NamedTuple):
    """A circle; x, y: its centre."""

    x: float
    y: float
    radius: float
    fill: str = "#ffffff"
    stroke: str = INK
    line: float = 0.8
    dashed: bool = False


class Line(NamedTuple):
    """A line through points, or curves; filled it is an area.

    curved: quadratic Bézier curves, each of which ends where the next one begins.
    """

    points: tuple[Point, ...]
    stroke: str = EDGE
    line: float = 1.0
    fill: str = "none"
    curved: bool = False
    dashed: bool = False


class Text(NamedTuple):
    """A line of text; x, y: where its base line begins, or by *anchor* its middle or end."""

    x: float
    y: float
    text: str
    size: float = 12.0
    fill: str = INK
    anchor: str = "start"
    bold: bool = False


Mark = Box | Circle | Line | Text


class PageCuts(NamedTuple):
    """Where a drawing may be cut into pages: above each row.

    top: where the first row begins.  height: of each.  places: for each row in words where it is.
    """

    top: float
    height: float
    places: tuple[str, ...]


@final
@dataclass(frozen=True, slots=True, repr=False)
class Drawing(Shown):
    """Marks on a white ground; later marks cover earlier ones.

    width, height: in pixels, of 1/96 inch.  title: for those who do not see it.
    """

    width: float
    height: float
    title: str
    marks: tuple[Mark, ...]
    rows: PageCuts | None = None

    def __repr__(self) -> str:
        return f"<Drawing of {self.title}, {self.width:.0f} by {self.height:.0f} pixels>"


def svg_lines(drawing: Drawing) -> Iterator[str]:
    """The drawing as an XML document: a group for each run of marks of one kind and style."""
    width, height = _number(drawing.width), _number(drawing.height)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" font-family="{_FONTS}">'
    )
    yield f"<title>{escape(drawing.title, quote=False)}</title>"
    yield f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    for style, marks in groupby(drawing.marks, svg_style):
        yield f"<g {style}>"
        yield from map(_element, marks)
        yield "</g>"
    yield "</svg>"


def svg_style(mark: Mark) -> str:
    """The attributes that marks of one group share."""
    if isinstance(mark, Text):
        anchor = "" if mark.anchor == "start" else f' text-anchor="{mark.anchor}"'
        weight = ' font-weight="bold"' if mark.bold else ""
        return f'font-size="{_number(mark.size)}" fill="{mark.fill}"{anchor}{weight}'
    fill = mark.fill
    text = f'fill="{fill}" stroke="{mark.stroke}" stroke-width="{_number(mark.line)}"'
    if not isinstance(mark, Box) and mark.dashed:
        text += ' stroke-dasharray="2.5 2"'
    return text


def _element(mark: Mark) -> str:
    if isinstance(mark, Text):
        text = escape(mark.text, quote=False)
        return f'<text x="{_number(mark.x)}" y="{_number(mark.y)}">{text}</text>'
    if isinstance(mark, Circle):
        return f'<circle cx="{_number(mark.x)}" cy="{_number(mark.y)}" r="{_number(mark.radius)}"/>'
    if isinstance(mark, Box):
        return (
            f'<rect x="{_number(mark.x)}" y="{_number(mark.y)}" width="{_number(mark.width)}" '
            f'height="{_number(mark.height)}" rx="{_number(mark.rounding)}"/>'
        )
    first, *others = (f"{_number(x)} {_number(y)}" for x, y in mark.points)
    return f'<path d="M{first}{"Q" if mark.curved else "L"}{" ".join(others)}"/>'


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def text_width(text: str, size: float) -> float:
    """How wide a text is at most, in pixels."""
    wide = sum(sign >= _NARROW and sign.isalpha() for sign in text)
    return size * (_SYMBOL * (len(text) - wide) + wide)


def is_leftwards(text: str) -> bool:
    """Whether a text is written from right to left, like words in Hebrew or Arabic."""
    return any(bidirectional(sign) in ("R", "AL") for sign in text)


def shade(colour: int) -> str:
    """The colour of a peg by its number; neighbouring numbers are easy to tell apart."""
    if colour < len(_SHADES):
        return _SHADES[colour]
    red, green, blue = hls_to_rgb(colour * 0.381966 % 1, 0.8 - 0.06 * (colour % 3), 0.65)
    return f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}"


@cache
def ink_on(shade: str) -> str:
    """Black or white, whichever has more contrast with a colour (WCAG 2.1, relative luminance)."""
    red, green, blue = (
        (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)
        for value in (int(shade[place : place + 2], 16) / 255 for place in (1, 3, 5))
    )
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "#000000" if (light + 0.05) ** 2 > 1.05 * 0.05 else "#ffffff"


_STEP = 1.12
"""From one peg to the next, as a part of its width."""


def pegs_width(cells: int, size: float) -> float:
    """How wide a row of pegs is; *size*: of one peg, in pixels."""
    return size * (_STEP * (cells - 1) + 1) if cells else 0.0


def pegs(word: Word, x: float, middle: float, size: float = 14.0) -> Iterator[Mark]:
    """The cells of a word as pegs, from x on; the star and the extra colour are dashed."""
    for place, cell in enumerate(word):
        centre = x + size / 2 + place * _STEP * size
        if cell in (STAR, EXTRA):
            text, fill, ink = SYMBOLS[cell], "#ffffff", INK
        else:
            text = SYMBOLS[cell] if cell < len(SYMBOLS) else str(cell)
            fill = shade(cell)
            ink = ink_on(fill)
        yield Circle(centre, middle, size / 2, fill, dashed=fill == "#ffffff")
        high = size * (0.7 if len(text) == 1 else 0.95 / len(text))
        # The star of most fonts stands high.
        low = 0.58 if cell == STAR else 0.35
        yield Text(centre, middle + low * high, text, round(high, 1), ink, "middle")


def answer_pegs(
    black: int, white: int, x: float, y: float, size: float = 6.0, *, down: bool = False
) -> list[Mark]:
    """An answer as small pegs: filled for black, hollow for white, a stroke for none.

    x, y: where the row of pegs begins, in its middle.  down: they stand below each other.
    """
    along = [size / 2 + place * _STEP * size for place in range(max(1, black + white))]
    centres = [(x, y + step) if down else (x + step, y) for step in along]
    if not black + white:
        ((x, y),) = centres
        return [Line(((x - size / 2, y), (x + size / 2, y)), INK, 1.0)]
    fills = ["#111111"] * black + ["#ffffff"] * white
    return [Circle(*at, size / 2, fill) for at, fill in zip(centres, fills, strict=True)]


def heading(lines: Sequence[str], legend: Sequence[str] = ()) -> tuple[list[Mark], float]:
    """A title in bold, lines below it, and in small letters what the signs of a drawing mean.

    It returns the marks, and the y at which the drawing below them may begin.
    """
    marks: list[Mark] = []
    y = 7.0
    for row, text in enumerate((*lines, *legend)):
        if row < len(lines):
            size, ink, step = 12.0 if row else 14.0, INK, 19
        else:
            size, ink, step = 10.0, QUIET, 14
        y += step
        marks.append(Text(MARGIN, y, text, size, ink, bold=not row))
    return marks, y + 11


def drawing_of(title: str, marks: Iterable[Mark], rows: PageCuts | None = None) -> Drawing:
    """The drawing of some marks, as large as they need; none may begin above or left of the margin.

    Marks are sorted by kind and style, which makes it short as SVG; so boxes cover lines, circles
    cover both, and texts cover all.
    """
    order = (Line, Box, Circle, Text)
    layers = sorted(marks, key=lambda mark: (order.index(type(mark)), svg_style(mark)))
    right, bottom = map(max, zip(*map(_end, layers), strict=True))
    return Drawing(right + MARGIN, bottom + MARGIN, title, tuple(layers), rows)


def _end(mark: Mark) -> Point:
    """How far a mark reaches to the right and down."""
    if isinstance(mark, Box):
        return mark.x + mark.width, mark.y + mark.height
    if isinstance(mark, Circle):
        return mark.x + mark.radius, mark.y + mark.radius
    if isinstance(mark, Line):
        return max(x for x, _ in mark.points), max(y for _, y in mark.points)
    part = {"start": 1.0, "middle": 0.5, "end": 0.0}[mark.anchor]
    return mark.x + part * text_width(mark.text, mark.size), mark.y
