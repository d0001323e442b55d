"""GridGames on a grid as pictures: one game as SVG, and what became of many games as a plot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from colorsys import hls_to_rgb
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from masetproof.arguments import counted
from masetproof.games.pegs import Answer
from masetproof.grid.board import Grid
from masetproof.grid.bulk import GridGames
from masetproof.grid.play import Asked, GridGame
from masetproof.reports.pictures import write_picture
from masetproof.words import SYMBOLS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["game_svg", "games_figure", "write_grid_games"]

_CELL = 30
_PEG = 9
_MARGIN = 16
_HEAD = 82
"""Below the title, the legend and the captions."""
_FONTS = "'DejaVu Sans Mono', Menlo, Consolas, monospace"


def game_svg(game: GridGame) -> Iterator[str]:
    """The secret and the probes in order, with the pegs of each row and column, as lines of XML."""
    size = game.board.size
    pegs = size * _PEG + 6
    step = max(size * _CELL + pegs, 150) + _MARGIN
    width = (1 + len(game.asked)) * step + _MARGIN
    height = _HEAD + size * _CELL + pegs + _MARGIN
    title, legend = f"Mastermind on a grid: {game.board}", f"{_outcome(game)}; {_LEGEND}"
    width = max(width, round(len(legend) * 6.8) + 2 * _MARGIN)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="{_FONTS}">'
    )
    yield f"<title>{escape(title)}</title>"
    yield f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    yield f'<text x="{_MARGIN}" y="26" font-size="15" font-weight="bold">{escape(title)}</text>'
    yield f'<text x="{_MARGIN}" y="46" font-size="11" fill="#666666">{escape(legend)}</text>'
    yield from _cells(_MARGIN, "secret", game.secret)
    for number, asked in enumerate(game.asked, 1):
        left = _MARGIN + number * step
        yield from _cells(left, f"probe {number}{_left(asked)}", asked.probe)
        for line, answer in enumerate(asked.answer.rows):
            yield from _pegs(answer, left + size * _CELL + 6, _HEAD + line * _CELL, along=True)
        for line, answer in enumerate(asked.answer.columns):
            yield from _pegs(answer, left + line * _CELL, _HEAD + size * _CELL + 6, along=False)
    yield "</svg>"


_LEGEND = "filled: right place; hollow: right colour, wrong place in its row or column"


def _outcome(game: GridGame) -> str:
    if game.known_after is None:
        return "not known at the end"
    known = f"known after {counted(game.known_after, 'probe')}"
    return known if game.played_at is None else f"{known}, played at {game.played_at}"


def _left(asked: Asked) -> str:
    return "" if asked.compatible is None else f": {asked.compatible:,} left"


def _cells(left: int, caption: str, grid: Grid) -> Iterator[str]:
    yield f'<text x="{left}" y="{_HEAD - 8}" font-size="12">{escape(caption)}</text>'
    for row, word in enumerate(grid):
        for column, colour in enumerate(word):
            x, y = left + column * _CELL, _HEAD + row * _CELL
            yield (
                f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" '
                f'fill="{_shade(colour)}" stroke="#555555"/>'
            )
            yield (
                f'<text x="{x + _CELL // 2}" y="{y + 20}" font-size="13" text-anchor="middle">'
                f"{SYMBOLS[colour]}</text>"
            )


def _shade(colour: int) -> str:
    """A light colour; neighbours in number are far apart in hue."""
    red, green, blue = hls_to_rgb(colour * 0.381966 % 1, 0.8 - 0.06 * (colour % 3), 0.65)
    return f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}"


def _pegs(answer: Answer, x: int, y: int, *, along: bool) -> Iterator[str]:
    """Pegs beside a row, or one below the other under a column."""
    for place in range(sum(answer)):
        cx = x + _PEG // 2 + place * _PEG if along else x + _CELL // 2
        cy = y + _CELL // 2 if along else y + _PEG // 2 + place * _PEG
        fill = "#111111" if place < answer.black else "#ffffff"
        yield f'<circle cx="{cx}" cy="{cy}" r="3" fill="{fill}" stroke="#111111"/>'


def write_grid_games(games: GridGames, path: Path) -> None:
    """Draw into a file; its suffix says in which form.  The same games give the same bytes."""
    write_picture(path, lambda: games_figure(games))


def games_figure(games: GridGames) -> Figure:
    """How many grids were compatible after two probes; and when secrets were known and played."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    figure = Figure(figsize=(7.0, 3.6), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=(3, 2))
    sizes = games.compatible
    if sizes:
        bins = [2**power for power in range(max(sizes).bit_length() + 1)]
        left.hist(list(sizes), bins=bins, weights=list(sizes.values()), color="#1f4e9c", rwidth=0.9)
        left.set_xscale("log", base=2)
    left.set_xlabel("compatible grids after two probes")
    left.set_ylabel("games")
    mean = games.mean_compatible
    left.set_title("" if mean is None else f"mean {float(mean):.1f}")
    _bars(right, games.known_after, -0.2, "#1f4e9c", "known after")
    _bars(right, games.played_at, 0.2, "#8a8f98", "played at")
    right.xaxis.set_major_locator(MaxNLocator(6, integer=True, min_n_ticks=1))
    right.set_xlabel("probes")
    right.margins(y=0.15)
    right.legend(loc="upper left")
    board = games.strategy.board
    figure.suptitle(f"{board}: {counted(games.games, 'game')}, seed {games.seed}", fontsize=10)
    return figure


def _bars(axes: object, counts: dict[int, int], shift: float, colour: str, label: str) -> None:
    places: Sequence[float] = [number + shift for number in counts]
    bars = axes.bar(places, list(counts.values()), width=0.4, color=colour, label=label)  # type: ignore[attr-defined]
    axes.bar_label(bars, fontsize=7)  # type: ignore[attr-defined]
