"""Figures as PDF and SVG: growth, optimal questions, sizes of the closure.

matplotlib is imported only here and only when a figure is drawn.  The same theorem gives the same
bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from masetproof.arguments import counted
from masetproof.files import whole_file
from masetproof.objectives import Objective
from masetproof.proofs.theorem import Theorem, prove

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["FIGURES", "FORMS", "optimal_question_counts", "write_figures"]

FIGURES = ("growth", "optimal-questions", "closure")
FORMS = ("pdf", "svg")
_KNOWN_PEGS = 2
_BINS = 20


def write_figures(theorem: Theorem, directory: Path) -> Iterator[Path]:
    """Draw all figures of a theorem into a directory; the files come as they are written."""
    import matplotlib as mpl

    settings: dict[Any, Any] = {
        "svg.hashsalt": "masetproof",
        "svg.fonttype": "none",
        "font.size": 9,
    }
    with mpl.rc_context(settings):
        for name, figure in _figures(theorem):
            for form in FORMS:
                path = directory / f"{name}.{form}"
                # No date, so that the same figure is the same file.
                date = "CreationDate" if form == "pdf" else "Date"
                with whole_file(path) as file:
                    figure.savefig(file, format=form, metadata={date: None})
                yield path


def _figures(theorem: Theorem) -> Iterator[tuple[str, Figure]]:
    drawings = (_draw_growth, _draw_optimal_questions, _draw_closure)
    for name, draw in zip(FIGURES, drawings, strict=True):
        figure, axes = _new_figure()
        draw(theorem, axes)
        yield name, figure


def _new_figure() -> tuple[Figure, Axes]:
    """A figure that needs no display and no global state."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.0, 3.8), layout="constrained")
    return figure, figure.subplots()


def _per_secret(theorem: Theorem, n: int) -> float:
    value = theorem.value(0, n)
    if theorem.system.objective is Objective.WORST:
        return float(value)
    return value / theorem.closure.game.secret_count(theorem.closure.pegs, n)


def _draw_growth(theorem: Theorem, axes: Axes) -> None:
    """Questions against n, with the asymptote, and the known curve of two pegs."""
    closure, objective = theorem.closure, theorem.system.objective
    most = max(60, theorem.formula.valid_from + 16)
    least = closure.game.least_colours(closure.pegs)
    numbers = range(least, most + 1)
    axes.plot(
        numbers,
        [_per_secret(theorem, n) for n in numbers],
        ".",
        markersize=3,
        label=counted(closure.pegs, "peg"),
    )
    slope, offset = _asymptote(theorem)
    axes.plot(
        [least, most],
        [slope * n + offset for n in (least, most)],
        linewidth=0.8,
        label=f"asymptote {slope:.4g} n + {offset:.4g}",
    )
    if closure.pegs > _KNOWN_PEGS:
        known = prove(
            closure.game, _KNOWN_PEGS, objective=objective, reading=theorem.system.reading
        )
        if isinstance(known, Theorem):
            axes.plot(
                numbers,
                [_per_secret(known, n) for n in numbers],
                ":",
                label=f"{_KNOWN_PEGS} pegs (known)",
            )
    axes.set_xlabel("number of colours n")
    expected = objective is Objective.EXPECTED
    axes.set_ylabel("expected number of questions" if expected else "questions in the worst case")
    axes.set_title(f"{closure.game.title}, least over all strategies")
    axes.legend()


def _asymptote(theorem: Theorem) -> tuple[float, float]:
    """Slope and offset of the line that the questions per secret approach."""
    branch = [float(c) for c in theorem.formula.branches[0]]
    if theorem.system.objective is Objective.WORST:
        return branch[1], branch[0]
    pegs = theorem.closure.pegs
    top, below = branch[pegs + 1], branch[pegs]
    # n (n-1) ... (n-p+1) = n**p - p(p-1)/2 n**(p-1) + ...
    second = 0 if theorem.closure.game.repeats else pegs * (pegs - 1) / 2
    return top, below + top * second


def optimal_question_counts(theorem: Theorem) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """For each function and residue how many questions are optimal for all large n.

    int64[states * period].  Counted over all questions, those with equal equations included.
    """
    system, merged, induction = theorem.system, theorem.merged, theorem.induction
    copies = np.bincount(theorem.closure.split_of, minlength=len(theorem.closure.splits))
    group = system.merge_groups()
    same_constant = system.constant[:, -1] == merged.constant[group, -1]
    weight = copies[system.split] * same_constant
    per_group = np.bincount(group, weight, len(merged.state)).astype(np.int64)
    counts = [
        np.bincount(merged.state, per_group * tight, len(merged.pattern)).astype(np.int64)
        for tight in induction.tight
    ]
    return np.concatenate(counts)


def _draw_optimal_questions(theorem: Theorem, axes: Axes) -> None:
    counts = optimal_question_counts(theorem)
    shown = np.bincount(np.minimum(counts, _BINS), minlength=_BINS + 1)[1:]
    axes.bar(range(1, _BINS + 1), shown)
    axes.set_xticks([1, 5, 10, 15, _BINS], ["1", "5", "10", "15", f"{_BINS}+"])
    axes.set_xlabel("questions that are optimal for all large n")
    axes.set_ylabel("functions and residue classes")
    axes.set_title(
        f"{theorem.closure.game.title}, {counted(theorem.closure.pegs, 'peg')}: optimal questions"
    )


def _draw_closure(theorem: Theorem, axes: Axes) -> None:
    closure = theorem.closure
    colours = np.array([pattern.colours for pattern in closure.patterns])
    questions = np.bincount(colours, np.diff(closure.question_start))
    different = np.bincount(colours, np.bincount(closure.splits.pattern, minlength=len(colours)))
    places = np.arange(len(questions))
    for shift, (label, sizes) in enumerate(
        (
            ("patterns", np.bincount(colours)),
            ("different splits", different),
            ("questions", questions),
        )
    ):
        axes.bar(places + 0.28 * (shift - 1), sizes, 0.28, label=label)
    axes.set_yscale("log")
    axes.set_xticks(places)
    axes.set_xlabel("explicit colours of the pattern")
    axes.set_title(f"{closure.game.title}, {counted(closure.pegs, 'peg')}: the closure")
    axes.legend()
