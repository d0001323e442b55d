"""Figures of a theorem: growth, optimal questions, sizes of the closure.

matplotlib is imported only when a figure is drawn.  The same theorem gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from masetproof.arguments import counted
from masetproof.objectives import Objective
from masetproof.proofs.statement import as_theorem
from masetproof.proofs.theorem import OneIndexTheorem, Theorem, prove
from masetproof.reports.facts import closure_sizes
from masetproof.reports.pictures import INK, SERIES, WIDTH, write_picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "FIGURES",
    "FORMS",
    "theorem_figure",
    "write_figures",
    "write_theorem_figure",
]

FORMS = ("pdf", "svg")
_KNOWN_PEGS = 2
_BINS = 20
_LEAST_SHOWN = 30
"""Growth is drawn up to this n at least."""
_BEYOND = 8
"""So many n are drawn behind the last exception."""
_HATCHES = ("", "///", "xx")
"""Of bars that stand beside each other, so that they can be told apart in grey."""


def write_figures(theorem: OneIndexTheorem, directory: Path) -> Iterator[Path]:
    """Draw all figures of a theorem into a directory; the files come as they are written."""
    for name, draw in FIGURES.items():
        for form in FORMS:
            path = directory / f"{name}.{form}"
            write_picture(path, partial(draw, theorem))
            yield path


def write_theorem_figure(theorem: Theorem, path: Path) -> None:
    """Draw `theorem_figure` into a file; its suffix says in which form."""
    write_picture(path, partial(theorem_figure, as_theorem(theorem)))


def theorem_figure(theorem: Theorem) -> Figure:
    """The values with the formula drawn over them, and below where they differ, if anywhere.

    The formula is a line through its values at whole n, dashed where the theorem does not claim
    it.  Values of three pegs come with those of two.
    """
    from matplotlib.figure import Figure

    formula = theorem.formula
    least = formula.least
    numbers = range(least, max(_LEAST_SHOWN, formula.valid_from + _BEYOND) + 1)
    differs = bool(formula.exceptions)
    figure = Figure(figsize=(WIDTH, 3.9 if differs else 3.0), layout="constrained")
    if differs:
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=(5, 2))
        _draw_differences(theorem, below, numbers)
    else:
        above = below = figure.subplots()
    _draw_values(theorem, above, numbers)
    below.set_xlabel("number of colours $n$")
    title = f"{theorem.closure.game.title} with {counted(theorem.closure.pegs, 'peg')}"
    above.set_title(f"{title}: the least over all strategies")
    return figure


def _draw_values(theorem: Theorem, axes: Axes, numbers: range) -> None:
    from matplotlib.ticker import MaxNLocator

    formula, pegs = theorem.formula, theorem.closure.pegs
    values = [_per_secret(theorem, n, formula(n)) for n in numbers]
    drawn = {n: _per_secret(theorem, n, formula.branch_value(n)) for n in numbers}
    beyond = [n for n in numbers if n >= formula.valid_from]
    before = [n for n in numbers if n <= formula.valid_from]
    blue, red = INK[0], INK[1]
    known = None
    if pegs > _KNOWN_PEGS:
        system = theorem.system
        known = prove(
            theorem.closure.game, _KNOWN_PEGS, objective=system.objective, reading=system.reading
        )
    if isinstance(known, Theorem):
        axes.plot(
            numbers,
            [_per_secret(known, n, known.formula(n)) for n in numbers],
            linestyle="none",
            marker="x",
            markersize=2.5,
            markeredgewidth=0.6,
            color="#8a8f98",
            label=f"the same with {_KNOWN_PEGS} pegs",
        )
    axes.plot(
        numbers,
        values,
        linestyle="none",
        marker="o",
        markerfacecolor="white",
        markeredgewidth=0.7,
        color=blue,
        label="least value, exact",
    )
    axes.plot(
        beyond,
        [drawn[n] for n in beyond],
        color=red,
        linewidth=0.9,
        label=rf"formula, proved for $n \geq {formula.valid_from}$",
    )
    if len(before) > 1:
        axes.plot(
            before,
            [drawn[n] for n in before],
            color=red,
            linewidth=0.9,
            linestyle=(0, (3, 2)),
            label="formula before that",
        )
    room = 0.06 * (max(values) - min(values)) or 1.0
    axes.set_ylim(max(0.0, min(values) - room), max(values) + room)
    expected = theorem.system.objective is Objective.EXPECTED
    axes.yaxis.set_major_locator(MaxNLocator(9, integer=True))
    axes.set_ylabel("questions, expected" if expected else "questions, worst case")
    axes.grid()
    axes.legend(loc="lower right")


def _draw_differences(theorem: Theorem, axes: Axes, numbers: range) -> None:
    formula = theorem.formula
    missed = list(formula.exceptions)
    gaps = [float(formula(n) - formula.branch_value(n)) for n in missed]
    most = max(map(abs, gaps))
    axes.axhline(0, color="#555555", linewidth=0.6)
    axes.vlines(missed, 0, gaps, color=INK[1], linewidth=1.0)
    axes.plot(missed, gaps, linestyle="none", marker="o", markersize=2.5, color=INK[1])
    if most > 10:
        powers = [10**power for power in range(len(str(int(most))))]
        ticks = [-power for power in powers] * (min(gaps) < 0) + [0]
        ticks += powers * (max(gaps) > 0)
        axes.set_yscale("symlog", linthresh=1, linscale=0.5)
        axes.set_yticks(ticks, [f"${tick:,}$".replace(",", "{,}") for tick in ticks])
        axes.minorticks_off()
    axes.set_xlim(numbers[0] - 1, numbers[-1] + 1)
    total = theorem.system.objective is Objective.EXPECTED
    what = "total" if total else "questions"
    axes.set_ylabel(f"value $-$ formula\n({what})", fontsize="small")
    axes.margins(y=0.15)


def _per_secret(theorem: Theorem, n: int, value: Fraction | int) -> float:
    """A total as an expected number, exact up to the last division."""
    if theorem.system.objective is Objective.WORST:
        return float(value)
    return float(value / theorem.closure.game.secret_count(theorem.closure.pegs, n))


def _optimal_questions(theorem: OneIndexTheorem) -> Figure:
    """How many questions are optimal, over the functions and residue classes."""
    figure, axes = _one_plot(theorem, "questions that are optimal for all large $n$")
    counts = theorem.optimal_question_counts
    shown = np.bincount(np.minimum(counts, _BINS), minlength=_BINS + 1)[1:]
    axes.bar(range(1, _BINS + 1), shown, color=INK[0])
    axes.set_xticks([1, 5, 10, 15, _BINS], ["1", "5", "10", "15", rf"$\geq {_BINS}$"])
    axes.set_xlabel("questions that are optimal for all large $n$")
    axes.set_ylabel("functions and residue classes")
    axes.grid(axis="y")
    return figure


def _closure(theorem: OneIndexTheorem) -> Figure:
    """Patterns, different splits and questions, by the explicit colours of the pattern."""
    figure, axes = _one_plot(theorem, "the closure")
    sizes = closure_sizes(theorem)
    places = np.arange(len(sizes.patterns))
    for shift, (label, counts) in enumerate(
        (
            ("patterns", sizes.patterns),
            ("different splits", sizes.splits),
            ("questions", sizes.questions),
        )
    ):
        axes.bar(
            places + 0.28 * (shift - 1),
            counts,
            0.26,
            label=label,
            color=SERIES[shift]["color"],
            hatch=_HATCHES[shift],
            edgecolor="white",
            linewidth=0,
        )
    axes.set_yscale("log")
    axes.set_xticks(places)
    axes.set_xlabel("explicit colours of the pattern")
    axes.set_ylabel("number")
    axes.grid(axis="y")
    axes.legend()
    return figure


def _one_plot(theorem: Theorem, what: str) -> tuple[Figure, Axes]:
    """A figure that needs no display and no global state."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, 3.0), layout="constrained")
    axes = figure.subplots()
    title = f"{theorem.closure.game.title} with {counted(theorem.closure.pegs, 'peg')}"
    axes.set_title(f"{title}: {what}")
    return figure, axes


FIGURES = {"growth": theorem_figure, "optimal-questions": _optimal_questions, "closure": _closure}
"""The names of the figures, and what draws them."""
