"""The values of a table as a heat map over pegs and colours, by matplotlib.

matplotlib is imported only when something is drawn.  The same table gives the same bytes.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from masetproof.drawing import ink_on
from masetproof.objectives import Goal, Objective
from masetproof.reports.pictures import INK, write_picture
from masetproof.tables.table import Row, Table
from masetproof.tables.text import conditions, expected_text, value_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Normalize
    from matplotlib.figure import Figure

__all__ = ["heat_map", "write_heat_map"]

_COLOUR_MAP = "YlGnBu"
"""Of ColorBrewer: safe for the colour-blind, and its lightness falls steadily, so also in grey."""
_CELL = (0.95, 0.62)
"""Width and height of a cell in inches."""
_MARGIN = (1.9, 1.15)
_LEAST_WIDTH = 5.2
_BEYOND = "#ededed"
_LEAST_SPAN = 1
"""The scale covers at least one question."""
_WHAT = {
    Objective.EXPECTED: "least expected number of questions",
    Objective.WORST: "least worst case",
}


def write_heat_map(table: Table, path: Path) -> None:
    """Draw into a file; its suffix, one of `pictures.FORMS`, says in which form."""
    write_picture(path, lambda: heat_map(table))


def heat_map(table: Table) -> Figure:
    """One picture for each goal, one below the other, with the same columns."""
    from matplotlib.figure import Figure

    columns = _extent([row.colours for row in table.rows])
    lines = [_extent([row.pegs for row in table.of_goal(goal)]) for goal in table.goals]
    width = max(_LEAST_WIDTH, _MARGIN[0] + _CELL[0] * len(columns))
    heights = [_MARGIN[1] + _CELL[1] * len(pegs) for pegs in lines]
    figure = Figure(figsize=(width, sum(heights)), layout="constrained")
    pictures = figure.subplots(len(lines), 1, squeeze=False, height_ratios=heights)
    for goal, pegs, axes in zip(table.goals, lines, pictures[:, 0], strict=True):
        rows = table.of_goal(goal)
        scale = _scale(rows)
        for row in rows:
            _draw_cell(row, axes, scale)
        if scale is not None:
            _add_bar(scale, goal, axes, figure)
        _set_axes(axes, columns, pegs)
        what = _WHAT[goal.first]
        axes.set_title("\n".join([f"{table.game.title}: {what}", *conditions(rows[0])]))
    figure.supxlabel(_legend(table), fontsize=7)
    return figure


def _extent(numbers: list[int]) -> range:
    return range(min(numbers), max(numbers) + 1)


def _legend(table: Table) -> str:
    parts = [
        *(["hatched: not computed"] if any(not row.optimal for row in table.rows) else []),
        *(["heavy frame: not as published"] if table.disagrees else []),
    ]
    return "; ".join(parts)


def _shade(row: Row) -> float | None:
    """The number that chooses a cell's colour: questions, in the mean or the worst case."""
    if row.value is None:
        return None
    return row.value / row.secrets if row.goal.first is Objective.EXPECTED else row.value


def _scale(rows: tuple[Row, ...]) -> Normalize | None:
    """From the least to the greatest number, None where nothing is computed."""
    from matplotlib.colors import Normalize

    shades = [shade for shade in map(_shade, rows) if shade is not None]
    if not shades:
        return None
    least = min(shades)
    return Normalize(least, max(*shades, least + _LEAST_SPAN))


def _add_bar(scale: Normalize, goal: Goal, axes: Axes, figure: Figure) -> None:
    from matplotlib.cm import ScalarMappable
    from matplotlib.ticker import MaxNLocator

    whole = goal.first is Objective.WORST
    ticks = MaxNLocator(nbins=5, integer=whole)
    bar = figure.colorbar(ScalarMappable(scale, _COLOUR_MAP), ax=axes, pad=0.02, ticks=ticks)
    bar.outline.set_visible(False)
    if bar.solids is not None:
        bar.solids.set_rasterized(False)  # all is vectors
        bar.solids.set_edgecolor("face")
    bar.set_label("questions" if whole else "expected questions")


def _set_axes(axes: Axes, columns: range, lines: range) -> None:
    """A unit square for each cell, pegs from top to bottom, no frame."""
    axes.set_xlim(columns[0] - 0.5, columns[-1] + 0.5)
    axes.set_ylim(lines[-1] + 0.5, lines[0] - 0.5)
    axes.set_xticks(columns)
    axes.set_yticks(lines)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.set_xlabel("colours")
    axes.set_ylabel("pegs")


def _draw_cell(row: Row, axes: Axes, scale: Normalize | None) -> None:
    """A cell with its value.

    Hatched: not computed to its end.  A heavy frame: it disagrees with what is published.
    """
    from matplotlib import colormaps
    from matplotlib.colors import to_hex
    from matplotlib.patches import Rectangle

    shade = _shade(row)
    place = (row.colours - 0.5, row.pegs - 0.5)
    level = 0.0 if shade is None or scale is None else float(scale(shade))
    ground = to_hex(colormaps[_COLOUR_MAP](level)) if row.optimal else _BEYOND
    axes.add_patch(
        Rectangle(
            place,
            1,
            1,
            facecolor=ground,
            edgecolor="white",
            linewidth=1.2,
        )
    )
    if not row.optimal:
        axes.add_patch(Rectangle(place, 1, 1, fill=False, hatch="///", linewidth=0))
    if row.agrees is False:
        frame = (place[0] + 0.04, place[1] + 0.04)
        axes.add_patch(Rectangle(frame, 0.92, 0.92, fill=False, edgecolor=INK[1], linewidth=2.4))
    _write(row, axes, ink_on(ground))


def _write(row: Row, axes: Axes, colour: str) -> None:
    """The number of questions in large, what it comes from in small."""
    large, small = _texts(row)
    boxed = None
    if not row.optimal:
        boxed = {"boxstyle": "round,pad=0.2", "facecolor": _BEYOND, "edgecolor": "none"}
    text = f"{large}\n{small}" if small else large
    axes.text(
        row.colours,
        row.pegs,
        text,
        ha="center",
        va="center",
        fontsize=7.5 if row.optimal else 6.5,
        color=colour,
        linespacing=1.4,
        bbox=boxed,
    )


def _texts(row: Row) -> tuple[str, str]:
    if row.optimal:
        expected = row.goal.first is Objective.EXPECTED
        return (expected_text(row), value_text(row)) if expected else (value_text(row), "")
    if row.lower_bound is not None and row.upper_bound is not None:
        if row.goal.first is Objective.WORST:
            return f"{row.lower_bound} to {row.upper_bound}", ""
        least, most = row.lower_bound / row.secrets, row.upper_bound / row.secrets
        return f"{least:.3f}", f"to {most:.3f}"
    return row.status.value.replace(" ", "\n"), ""
