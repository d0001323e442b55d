"""What rules lose to the optimum, drawn over the number of colours, by matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from masetproof.arguments import Refused, counted
from masetproof.reports.pictures import SERIES, WIDTH, write_picture
from masetproof.tables.rules import RuleRow

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["write_losses"]

_HEIGHT = 2.9


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
    figure = Figure(figsize=(WIDTH, _HEIGHT * len(pegs)), layout="constrained")
    pictures = figure.subplots(len(pegs), 1, squeeze=False)[:, 0]
    for count, axes in zip(pegs, pictures, strict=True):
        some = [row for row in rows if row.finite.pegs == count]
        # Open markers of different sizes, so that lines that coincide are seen.
        for place, (rule, look) in enumerate(zip(some[0].achieved, SERIES, strict=False)):
            told = [(row.finite.colours, row.loss(rule)) for row in some]
            colours = [count for count, loss in told if loss is not None]
            losses = [100 * float(loss) for _, loss in told if loss is not None]
            size = 8 - 1.3 * place
            axes.plot(
                colours, losses, **look, markersize=size, markerfacecolor="none", label=rule.value
            )
        axes.set_title(f"{some[0].finite.game.title}, {counted(count, 'peg')}")
        axes.set_xlabel("colours")
        axes.set_ylabel("loss to the optimum, %")
        axes.set_ylim(bottom=min(0.0, -0.04 * axes.get_ylim()[1]))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid()
        axes.legend()
    return figure
