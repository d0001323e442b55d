"""What rules lose to the optimum, drawn over the number of colours, by matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from masetproof.arguments import Refused, counted
from masetproof.reports.pictures import write_picture
from masetproof.tables.rules import RuleRow

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["write_losses"]

_SIZE = (5.2, 3.4)
_MARKS = "os^Dv"


def write_losses(rows: Sequence[RuleRow], path: Path) -> None:
    """Draw into a file, PDF, SVG or PNG by its suffix: one picture for each number of pegs.

    `Refused` when no optimum is known.
    """
    known = [row for row in rows if row.total is not None]
    if not known:
        raise Refused("no optimum is proved, so no loss can be drawn")
    write_picture(path, lambda: _figure(known))


def _figure(rows: Sequence[RuleRow]) -> Figure:
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    pegs = sorted({row.finite.pegs for row in rows})
    figure = Figure(figsize=(_SIZE[0], _SIZE[1] * len(pegs)), layout="constrained")
    pictures = figure.subplots(len(pegs), 1, squeeze=False)[:, 0]
    for count, axes in zip(pegs, pictures, strict=True):
        some = [row for row in rows if row.finite.pegs == count]
        for rule, mark in zip(some[0].achieved, _MARKS, strict=False):
            colours = [row.finite.colours for row in some]
            losses = [100 * float(row.loss(rule) or 0) for row in some]
            axes.plot(colours, losses, marker=mark, markersize=4, linewidth=1, label=rule.value)
        axes.set_title(f"{some[0].finite.game.title}, {counted(count, 'peg')}")
        axes.set_xlabel("colours")
        axes.set_ylabel("loss to the optimum, %")
        axes.set_ylim(bottom=0)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid(linewidth=0.3)
        axes.legend(frameon=False, fontsize=8)
    return figure
