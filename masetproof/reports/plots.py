"""Theorems, tables, rules, evolutions and games on grids as plots, by matplotlib.

matplotlib is imported only when something is drawn.  The same values give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from masetproof.arguments import Refused, counted
from masetproof.drawing import ink_on
from masetproof.objectives import Goal, Objective
from masetproof.proofs.theorem import Theorem, prove
from masetproof.reports.pictures import INK, PALE, SERIES, WIDTH, save_plot, subplots
from masetproof.tables.text import expected_text, value_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Normalize
    from matplotlib.figure import Figure

    from masetproof.evolution.evolve import Evolution
    from masetproof.grid.bulk import GridGames
    from masetproof.proofs.shift import WorstBounds
    from masetproof.proofs.values import GameValues
    from masetproof.tables.rules import RuleRow
    from masetproof.tables.table import Row, Table

# -------------------------------------------------------------------------------------- theorems

_Look = dict[str, Any]
_RINGS: _Look = {"linestyle": "none", "marker": "o", "markerfacecolor": "white"}
_RINGS |= {"color": INK[0], "markeredgewidth": 0.7}
_CROSSES: _Look = {"linestyle": "none", "marker": "x", "markersize": 2.5}
_CROSSES |= {"color": PALE, "markeredgewidth": 0.6}
FIGURE_FORMS = ("pdf", "svg")
_KNOWN_PEGS = 2
_BINS = 20
_LEAST_SHOWN = 30
"""The plot of growth goes at least up to this n."""
_BEYOND = 8
"""The plot of growth goes on for this many n after the last exception."""
_HATCHES = ("", "///", "xx")
"""Hatches of neighbouring bars, so that they differ in grey, too."""


def write_figures(theorem: Theorem, directory: Path) -> Iterator[Path]:
    """Draw all figures of a theorem into a directory; the files come as they are written."""
    for name, draw in FIGURES.items():
        for form in FIGURE_FORMS:
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
            *(theorem.closure.game, _KNOWN_PEGS),
            objective=system.objective,
            reading=system.reading,
            solve="nothing",
        )
        if isinstance(known, Theorem):
            others = [_per_secret(known, n, known.formula(n)) for n in numbers]
            axes.plot(numbers, others, **_CROSSES, label=f"the same with {_KNOWN_PEGS} pegs")
    axes.plot(numbers, values, **_RINGS, label="least value, exact")
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
    axes.axhline(0, color="#555555", linewidth=0.6)
    axes.vlines(missed, 0, gaps, color=INK[1], linewidth=1.0)
    axes.plot(missed, gaps, linestyle="none", marker="o", markersize=2.5, color=INK[1])
    if max(map(abs, gaps)) > 10:
        axes.set_yscale("symlog", linthresh=1, linscale=0.5)
        axes.yaxis.set_major_formatter("${x:.0f}$")
    axes.set_xlim(numbers[0] - 1, numbers[-1] + 1)
    what = "total" if theorem.system.objective is Objective.EXPECTED else "questions"
    axes.set_ylabel(f"value $-$ formula\n({what})", fontsize="small")
    axes.margins(y=0.15)


def _per_secret(theorem: Theorem, n: int, value: Fraction | int) -> float:
    """A total as an expected number, exact up to the last division."""
    if theorem.system.objective is Objective.WORST:
        return float(value)
    return float(value / theorem.closure.game.secret_count(theorem.closure.pegs, n))


def bounds_figure(bounds: WorstBounds) -> Figure:
    """What every strategy needs in the worst case, and what some strategy needs, over n.

    Where both are the same, there is one point.
    """
    figure, (axes,) = subplots(WIDTH, 3.0)
    numbers = range(bounds.least, max(_LEAST_SHOWN, bounds.start + _BEYOND) + 1)
    lower, upper = ([float(side(n)) for n in numbers] for side in (bounds.lower, bounds.upper))
    axes.plot(numbers, upper, **_CROSSES, label="some strategy needs no more")
    axes.plot(numbers, lower, **_RINGS, label="every strategy needs at least that")
    axes.vlines(numbers, lower, upper, color=PALE, linewidth=0.6)
    axes.set(
        title=f"{bounds.game.title} with {counted(bounds.statement.pegs, 'peg')}",
        xlabel="number of colours $n$",
        ylabel="questions, worst case",
    )
    axes.grid()
    axes.legend(loc="lower right")
    return figure


def prices_figure(games: Sequence[GameValues]) -> Figure:
    """The values of several games over the number of colours: what more telling answers save.

    games: for the same pegs, objective and reading.
    """
    figure, (axes,) = subplots(WIDTH, 3.2)
    first = games[0]
    expected = first.objective is Objective.EXPECTED
    for place, values in enumerate(games):
        each = {n: values.mean(n) if expected else values.value(n) for n in values.numbers}
        drawn = {n: float(value) for n, value in each.items() if value is not None}
        look: _Look = SERIES[place % len(SERIES)] | {"markersize": 3, "linewidth": 0.9}
        axes.plot(list(drawn), list(drawn.values()), **look, label=values.game.title)
    axes.set(
        title=f"{counted(first.pegs, 'peg')}, {first.reading.describe()}",
        xlabel="number of colours $n$",
        ylabel="questions, expected" if expected else "questions, worst case",
    )
    axes.locator_params("x", integer=True, min_n_ticks=1)
    axes.grid()
    axes.legend(loc="upper left")
    return figure


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
    from masetproof.reports.document import closure_sizes  # loads SymPy

    figure, (axes,) = subplots(WIDTH, 3.0)
    sizes = closure_sizes(theorem)
    places = np.arange(len(sizes.patterns))
    columns = {"patterns": sizes.patterns, "different splits": sizes.splits}
    columns["questions"] = sizes.questions
    for shift, (label, counts) in enumerate(columns.items()):
        look: _Look = {"color": INK[shift], "hatch": _HATCHES[shift], "label": label}
        axes.bar(places + 0.28 * (shift - 1), counts, 0.26, **look, edgecolor="white", linewidth=0)
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


# ------------------------------------------------------------------- rules, evolutions and grids


def fitness_figure(evolution: Evolution) -> Figure:
    """Expected questions of the best and on average above, the worst case of the best below."""
    generations, secrets = evolution.generations, evolution.secrets
    numbers = range(1, len(generations) + 1)
    figure, (above, below) = subplots(WIDTH, 4.0, 2, 1, sharex=True, height_ratios=(3, 1))
    means = [one.sum / (evolution.population * secrets) for one in generations]
    label = f"average of {evolution.population:,} breakers"
    above.plot(numbers, means, color=PALE, linestyle="--", label=label)
    best = [one.total / secrets for one in generations]
    label = f"best: {evolution.expected} = {float(evolution.expected):.4f} at the end"
    above.plot(numbers, best, color=INK[0], label=label)
    above.set(ylabel="expected questions", title=f"{evolution.finite.title}, seed {evolution.seed}")
    above.grid()
    above.legend()
    below.step(numbers, [one.worst for one in generations], color=INK[0], where="mid")
    below.locator_params("y", nbins=5, integer=True, min_n_ticks=1)
    below.margins(y=0.4)
    below.set(xlabel="generation", ylabel="worst case")
    return figure


def games_figure(games: GridGames) -> Figure:
    """How many grids were compatible after two probes; and when secrets were known and played."""
    figure, (left, right) = subplots(7.0, 3.6, 1, 2, width_ratios=(3, 2))
    sizes = games.compatible
    if sizes:
        bins = [2**power for power in range(max(sizes).bit_length() + 1)]
        left.hist(list(sizes), bins=bins, weights=list(sizes.values()), color=INK[0], rwidth=0.9)
        left.set_xscale("log", base=2)
    mean = games.mean_compatible
    left.set(
        xlabel="compatible grids after two probes",
        ylabel="games",
        title="" if mean is None else f"mean {float(mean):.1f}",
    )
    for counts, shift, colour, label in (
        (games.known_after, -0.2, INK[0], "known after"),
        (games.played_at, 0.2, "#c8ccd2", "played at"),
    ):
        places = [number + shift for number in counts]
        bars = right.bar(places, list(counts.values()), width=0.4, color=colour, label=label)
        right.bar_label(bars, fontsize=7)
    right.locator_params("x", nbins=6, integer=True, min_n_ticks=1)
    right.set_xlabel("probes")
    right.margins(y=0.15)
    right.legend(loc="upper left")
    board = games.strategy.board
    figure.suptitle(f"{board}: {counted(games.games, 'game')}, seed {games.seed}", fontsize=10)
    return figure


def losses_figure(rows: Sequence[RuleRow]) -> Figure:
    """What rules lose to the optimum over the number of colours, a plot for each number of pegs.

    `Refused` when no optimum is known.
    """
    known = [row for row in rows if row.total is not None]
    if not known:
        raise Refused("no optimum is proved, so no loss can be drawn")
    pegs = sorted({row.finite.pegs for row in known})
    figure, every_axes = subplots(WIDTH, 2.9 * len(pegs), len(pegs), 1)
    for count, axes in zip(pegs, every_axes, strict=True):
        some = [row for row in known if row.finite.pegs == count]
        if len(some) == 1:
            _draw_losses(some[0], axes)
            continue
        # Open markers of different sizes, so that lines that coincide are seen.
        for place, rule in enumerate(some[0].achieved):
            losses = {row.finite.colours: row.loss(rule) for row in some}
            drawn = {n: 100 * float(loss) for n, loss in losses.items() if loss is not None}
            round_, number = divmod(place, len(SERIES))
            look: _Look = SERIES[number] | {"marker": SERIES[number - round_]["marker"]}
            look |= {"markersize": max(8 - 1.3 * place, 2), "markerfacecolor": "none"}
            axes.plot(list(drawn), list(drawn.values()), **look, label=rule.name)
        axes.set(
            title=f"{some[0].finite.game.title}, {counted(count, 'peg')}",
            xlabel="colours",
            ylabel="loss to the optimum, %",
            ylim=(min(0.0, -0.04 * axes.get_ylim()[1]), None),
        )
        axes.locator_params("x", integer=True)
        axes.grid()
        axes.legend()
    return figure


def _draw_losses(row: RuleRow, axes: Axes) -> None:
    """A bar for each rule on a single board, where there are no lines to draw."""
    places = range(len(row.achieved))
    for place, rule in zip(places, row.achieved, strict=True):
        loss = row.loss(rule)
        share = 0.0 if loss is None else 100 * float(loss)
        axes.barh(place, share, height=0.6, color=SERIES[place % len(SERIES)]["color"])
        text = "not computed" if loss is None else f"{share:.2f} %"
        axes.annotate(text, (share, place), (4, 0), textcoords="offset points", va="center")
    axes.set(
        title=f"{row.finite.title}: expected questions beyond the optimum",
        xlabel="loss to the optimum, %",
        yticks=places,
        yticklabels=[rule.name for rule in row.achieved],
        ylim=(len(row.achieved) - 0.5, -0.5),
    )
    axes.set_xlim(0, max(1.0, 1.15 * axes.get_xlim()[1]))
    axes.grid(axis="x")
    axes.set_axisbelow(True)


# ---------------------------------------------------------------------------------------- tables

_COLOUR_MAP = "YlGnBu"
"""From ColorBrewer: safe for the colour-blind, and in grey, as its lightness falls steadily."""
_CELL = (0.95, 0.62)
"""Width and height of a cell of a heat map in inches."""
_MARGIN = (1.9, 1.15)
_LEAST_WIDTH = 5.2
_CENTRED: _Look = {"ha": "center", "va": "center", "linespacing": 1.4}
_NOT_COMPUTED = "#ededed"
_LEAST_SPAN = 1
"""The scale covers at least one question."""
_WHAT = {
    Objective.EXPECTED: "least expected number of questions",
    Objective.WORST: "least worst case",
}


def heat_map(table: Table) -> Figure:
    """The values of a table over pegs and colours: a plot for each goal, with the same columns."""
    columns = _extent([row.colours for row in table.rows])
    lines = [_extent([row.pegs for row in table.of_goal(goal)]) for goal in table.goals]
    width = max(_LEAST_WIDTH, _MARGIN[0] + _CELL[0] * len(columns))
    heights = [_MARGIN[1] + _CELL[1] * len(pegs) for pegs in lines]
    figure, every_axes = subplots(width, sum(heights), len(lines), 1, height_ratios=heights)
    for goal, pegs, axes in zip(table.goals, lines, every_axes, strict=True):
        rows = table.of_goal(goal)
        scale = _scale(rows)
        for row in rows:
            _draw_cell(row, axes, scale)
        if scale is not None:
            _add_bar(scale, goal, axes, figure)
        title = "\n".join([f"{table.game.title}: {_WHAT[goal.first]}", *rows[0].finite.conditions])
        # A unit square for each cell, pegs from top to bottom, no frame.
        axes.set(
            title=title,
            xlabel="colours",
            ylabel="pegs",
            xlim=(columns[0] - 0.5, columns[-1] + 0.5),
            ylim=(pegs[-1] + 0.5, pegs[0] - 0.5),
            xticks=columns,
            yticks=pegs,
        )
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
    notes = ["hatched: not computed"] * any(not row.optimal for row in table.rows)
    notes += ["heavy frame: not as published"] * bool(table.disagrees)
    figure.supxlabel("; ".join(notes), fontsize=7)
    return figure


def _extent(numbers: list[int]) -> range:
    return range(min(numbers), max(numbers) + 1)


def _shade(row: Row) -> float | None:
    """The number that chooses a cell's colour: questions, in the mean or the worst case."""
    if row.value is None:
        return None
    return row.value / row.secrets if row.goal.first is Objective.EXPECTED else row.value


def _scale(rows: tuple[Row, ...]) -> Normalize | None:
    """From the least to the greatest number, None where nothing is computed."""
    from matplotlib.colors import Normalize

    shades = [shade for shade in map(_shade, rows) if shade is not None]
    return Normalize(min(shades), max(*shades, min(shades) + _LEAST_SPAN)) if shades else None


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


def _draw_cell(row: Row, axes: Axes, scale: Normalize | None) -> None:
    """Draw a cell with its text: the number of questions, a mean with its total, or bounds.

    Hatched: not computed to its end.  A heavy frame: it disagrees with the published value.
    """
    from matplotlib import colormaps
    from matplotlib.colors import to_hex
    from matplotlib.patches import Rectangle

    shade, corner = _shade(row), (row.colours - 0.5, row.pegs - 0.5)
    level = 0.0 if shade is None or scale is None else float(scale(shade))
    ground = to_hex(colormaps[_COLOUR_MAP](level)) if row.optimal else _NOT_COMPUTED
    axes.add_patch(Rectangle(corner, 1, 1, facecolor=ground, edgecolor="white", linewidth=1.2))
    behind_text = None
    if not row.optimal:
        axes.add_patch(Rectangle(corner, 1, 1, fill=False, hatch="///", linewidth=0))
        behind_text = {"boxstyle": "round,pad=0.2", "facecolor": ground, "edgecolor": "none"}
    if row.agrees is False:
        inner = (corner[0] + 0.04, corner[1] + 0.04)
        axes.add_patch(Rectangle(inner, 0.92, 0.92, fill=False, edgecolor=INK[1], linewidth=2.4))
    size = 7.5 if row.optimal else 6.5
    look: _Look = {"color": ink_on(ground), "fontsize": size, "bbox": behind_text}
    axes.text(row.colours, row.pegs, _cell_text(row), **_CENTRED, **look)


def _cell_text(row: Row) -> str:
    worst = row.goal.first is Objective.WORST
    if row.optimal:
        return value_text(row) if worst else f"{expected_text(row)}\n{value_text(row)}"
    if row.lower_bound is None or row.upper_bound is None:
        return row.status.value.replace(" ", "\n")
    if worst:
        return f"{row.lower_bound} to {row.upper_bound}"
    return f"{row.lower_bound / row.secrets:.3f}\nto {row.upper_bound / row.secrets:.3f}"
