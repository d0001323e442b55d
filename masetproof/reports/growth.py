"""How questions and time grow with the board, as a picture."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from masetproof.large.crack import CrackedGames
from masetproof.reports.pictures import SERIES, write_picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["growth_figure", "information_bound", "write_growth"]


def information_bound(pegs: int, colours: int) -> float:
    """As many questions at least, on average, as answers of log2 k bits must make of the secrets.

    k: the number of answers of Mastermind, pegs (pegs + 3) / 2.
    """
    return pegs * math.log(colours) / math.log(max(2, pegs * (pegs + 3) // 2))


def write_growth(title: str, series: Mapping[str, Sequence[CrackedGames]], path: Path) -> None:
    """Draw into a file; its suffix says in which form.  The same games give the same bytes."""
    write_picture(path, lambda: growth_figure(title, series))


def growth_figure(title: str, series: Mapping[str, Sequence[CrackedGames]]) -> Figure:
    """Questions with their 95 % intervals on the left, seconds for a game on the right.

    series: for each method its boards, ascending by pegs.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.2, 3.2), layout="constrained")
    left, right = figure.subplots(1, 2)
    for (name, boards), look in zip(series.items(), SERIES, strict=False):
        pegs = [one.finite.pegs for one in boards]
        means = [float(one.mean) for one in boards]
        errors = [1.96 * one.standard_error if one.games > 1 else 0.0 for one in boards]
        left.errorbar(pegs, means, errors, **look, capsize=2, label=name)
        right.plot(
            pegs,
            [one.seconds / one.games for one in boards],
            **look,
            label=name,
        )
    sizes = sorted(
        {(one.finite.pegs, one.finite.colours) for some in series.values() for one in some}
    )
    pegs = [size[0] for size in sizes]
    left.plot(pegs, [information_bound(*size) for size in sizes], "k:", label="information bound")
    left.plot(
        pegs,
        [p * math.log2(p) for p in pegs],
        color="#8a8f98",
        ls=(0, (5, 1)),
        label=r"$P\,\log_2 P$",
    )
    for axes, label in ((left, "questions"), (right, "seconds for a game")):
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.xaxis.set_major_formatter("{x:g}")
        axes.yaxis.set_major_formatter("{x:g}")
        axes.set_xlabel("pegs")
        axes.set_ylabel(label)
        axes.grid()
    left.legend()
    figure.suptitle(title)
    return figure
