"""Games on a grid as pictures: one game as a drawing, and what became of many games as a plot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from masetproof.arguments import counted
from masetproof.drawing import (
    QUIET,
    Box,
    Circle,
    Drawing,
    Line,
    Mark,
    Text,
    answer_pegs,
    in_layers,
    pegs,
    text_width,
)
from masetproof.grid.board import Grid
from masetproof.grid.bulk import GridGames
from masetproof.grid.play import Asked, GridGame
from masetproof.reports.pictures import INK, write_picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["game_drawing", "games_figure", "write_grid_games"]

_CELL = 30
_PEG = 9
_MARGIN = 16
_HEAD = 82
"""Below the title, the legend and the captions."""


def game_drawing(game: GridGame) -> Drawing:
    """The secret and the probes in order, with the pegs of each row and column."""
    size = game.board.size
    along = size * _PEG + 6
    step = max(size * _CELL + along, 150) + _MARGIN
    title, legend = f"Mastermind on a grid: {game.board}", f"{_outcome(game)}; {_LEGEND}"
    width = max((1 + len(game.asked)) * step + _MARGIN, round(text_width(legend, 11)) + 2 * _MARGIN)
    marks: list[Mark] = [
        Text(_MARGIN, 26, title, 15, bold=True),
        Text(_MARGIN, 46, legend, 11, QUIET),
        *_cells(_MARGIN, "secret", game.secret),
    ]
    for number, asked in enumerate(game.asked, 1):
        left = _MARGIN + number * step
        marks += _cells(left, f"probe {number}{_left(asked)}", asked.probe)
        for line, answer in enumerate(asked.answer.rows):
            middle = _HEAD + (line + 0.5) * _CELL
            marks += answer_pegs(*answer, left + size * _CELL + 6, middle, _PEG - 1)
        for line, answer in enumerate(asked.answer.columns):
            x, y = left + (line + 0.5) * _CELL, _HEAD + size * _CELL + 6
            # Below a column the same pegs stand below each other.
            marks += [_turned(mark, x, y) for mark in answer_pegs(*answer, 0, 0, _PEG - 1)]
    height = _HEAD + size * _CELL + along + _MARGIN
    return Drawing(width, height, title, in_layers(marks))


_LEGEND = "filled: right place; hollow: right colour, wrong place in its row or column"


def _turned(mark: Mark, x: float, y: float) -> Mark:
    if isinstance(mark, Circle):
        return mark._replace(x=x, y=y + mark.x)
    assert isinstance(mark, Line)
    half = (mark.points[1][0] - mark.points[0][0]) / 2
    return mark._replace(points=((x - half, y + half), (x + half, y + half)))


def _outcome(game: GridGame) -> str:
    if game.known_after is None:
        return "not known at the end"
    known = f"known after {counted(game.known_after, 'probe')}"
    return known if game.played_at is None else f"{known}, played at {game.played_at}"


def _left(asked: Asked) -> str:
    return "" if asked.compatible is None else f": {asked.compatible:,} left"


def _cells(left: float, caption: str, grid: Grid) -> Iterator[Mark]:
    yield Text(left, _HEAD - 8, caption)
    for row, word in enumerate(grid):
        middle = _HEAD + (row + 0.5) * _CELL
        for column, colour in enumerate(word):
            yield Box(left + column * _CELL, middle - _CELL / 2, _CELL, _CELL, rounding=0)
            yield from pegs((colour,), left + column * _CELL + 3, middle, _CELL - 6)


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
        left.hist(list(sizes), bins=bins, weights=list(sizes.values()), color=INK[0], rwidth=0.9)
        left.set_xscale("log", base=2)
    left.set_xlabel("compatible grids after two probes")
    left.set_ylabel("games")
    mean = games.mean_compatible
    left.set_title("" if mean is None else f"mean {float(mean):.1f}")
    _bars(right, games.known_after, -0.2, INK[0], "known after")
    _bars(right, games.played_at, 0.2, "#c8ccd2", "played at")
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
