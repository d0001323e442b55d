"""Figures of a theorem: growth, optimal questions, sizes of the closure.

matplotlib is imported only when a figure is drawn.  The same theorem gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from masetproof.arguments import counted
from masetproof.objectives import Objective
from masetproof.proofs.theorem import Theorem, prove
from masetproof.reports.pictures import INK, PALE, WIDTH, save_plot, subplots

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["FIGURES", "FORMS", "theorem_figure", "write_figures"]

FORMS = ("pdf", "svg")
_KNOWN_PEGS = 2
_BINS = 20
_LEAST_SHOWN = 30
"""Growth is drawn up to this n at least."""
_BEYOND = 8
"""Growth is drawn for this many n behind the last exception."""
_HATCHES = ("", "///", "xx")
"""Of bars that stand beside each other, so that they can be told apart in grey."""


def write_figures(theorem: Theorem, directory: Path) -> Iterator[Path]:
    """Draw all figures of a theorem into a directory; the files come as they are written."""
    for name, draw in FIGURES.items():
        for form in FORMS:
            path = directory / f"{name}.{form}"
            save_plot(draw, theorem, path)
            yield path


def theorem_figure(theorem: Theorem) -> Figure:
    """The values with the formula drawn over them, and below where they differ, if anywhere.

    The formula is a line through its values at whole n, dashed where the theorem does not claim
    it.  Values of three pegs come with those of two.
    """
    formula = theorem.formula
    numbers = range(formula.least, max(_LEAST_SHOWN, formula.valid_from + _BEYOND) + 1)
    if formula.exceptions:
        figure, (above, below) = subplots(WIDTH, 3.9, 2, 1, sharex=True, height_ratios=(5, 2))
        _draw_differences(theorem, below, numbers)
    else:
        figure, (above,) = subplots(WIDTH, 3.0)
        below = above
    _draw_values(theorem, above, numbers)
    below.set_xlabel("number of colours $n$")
    above.set_title(_title(theorem, "the least over all strategies"))
    return figure


def _title(theorem: Theorem, what: str) -> str:
    return f"{theorem.closure.game.title} with {counted(theorem.closure.pegs, 'peg')}: {what}"


def _draw_values(theorem: Theorem, axes: Axes, numbers: range) -> None:
    from matplotlib.ticker import MaxNLocator

    formula, system = theorem.formula, theorem.system
    values = [_per_secret(theorem, n, formula(n)) for n in numbers]
    if theorem.closure.pegs > _KNOWN_PEGS:
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
                color=PALE,
                label=f"the same with {_KNOWN_PEGS} pegs",
            )
    axes.plot(
        numbers,
        values,
        linestyle="none",
        marker="o",
        markerfacecolor="white",
        markeredgewidth=0.7,
        color=INK[0],
        label="least value, exact",
    )
    first = formula.valid_from
    for some, dashes, label in (
        ([n for n in numbers if n >= first], "-", rf"formula, proved for $n \geq {first}$"),
        ([n for n in numbers if n <= first], (0, (3, 2)), "formula before that"),
    ):
        if len(some) > 1:
            drawn = [_per_secret(theorem, n, formula.branch_value(n)) for n in some]
            axes.plot(some, drawn, color=INK[1], linewidth=0.9, linestyle=dashes, label=label)
    room = 0.06 * (max(values) - min(values)) or 1.0
    axes.set_ylim(max(0.0, min(values) - room), max(values) + room)
    expected = system.objective is Objective.EXPECTED
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
    what = "total" if theorem.system.objective is Objective.EXPECTED else "questions"
    axes.set_ylabel(f"value $-$ formula\n({what})", fontsize="small")
    axes.margins(y=0.15)


def _per_secret(theorem: Theorem, n: int, value: Fraction | int) -> float:
    """A total as an expected number, exact up to the last division."""
    if theorem.system.objective is Objective.WORST:
        return float(value)
    return float(value / theorem.closure.game.secret_count(theorem.closure.pegs, n))


def _optimal_questions(theorem: Theorem) -> Figure:
    """How many questions are optimal, over the functions and residue classes."""
    figure, (axes,) = subplots(WIDTH, 3.0)
    counts = theorem.optimal_question_counts
    shown = np.bincount(np.minimum(counts, _BINS), minlength=_BINS + 1)[1:]
    axes.bar(range(1, _BINS + 1), shown, color=INK[0])
    axes.set_xticks([1, 5, 10, 15, _BINS], ["1", "5", "10", "15", rf"$\geq {_BINS}$"])
    axes.set(
        title=_title(theorem, "questions that are optimal for all large $n$"),
        xlabel="questions that are optimal for all large $n$",
        ylabel="functions and residue classes",
    )
    axes.grid(axis="y")
    return figure


def _closure(theorem: Theorem) -> Figure:
    """Patterns, different splits and questions, by the explicit colours of the pattern."""
    from masetproof.reports.facts import closure_sizes  # loads SymPy

    figure, (axes,) = subplots(WIDTH, 3.0)
    sizes = closure_sizes(theorem)
    places = np.arange(len(sizes.patterns))
    columns = {
        "patterns": sizes.patterns,
        "different splits": sizes.splits,
        "questions": sizes.questions,
    }
    for shift, (label, counts) in enumerate(columns.items()):
        axes.bar(
            places + 0.28 * (shift - 1),
            counts,
            0.26,
            label=label,
            color=INK[shift],
            hatch=_HATCHES[shift],
            edgecolor="white",
            linewidth=0,
        )
    axes.set(
        title=_title(theorem, "the closure"),
        xlabel="explicit colours of the pattern",
        ylabel="number",
        yscale="log",
        xticks=places,
    )
    axes.grid(axis="y")
    axes.legend()
    return figure


FIGURES = {"growth": theorem_figure, "optimal-questions": _optimal_questions, "closure": _closure}
"""The names of the figures, and what draws them."""
