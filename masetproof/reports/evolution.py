"""The fitness of evolving breakers over the generations, as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from masetproof.evolution.evolve import Evolution
from masetproof.reports.pictures import INK, WIDTH, write_picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["fitness_figure", "write_fitness"]


def write_fitness(evolution: Evolution, path: Path) -> None:
    """Draw into a file; its suffix says in which form.  The same evolution gives the same bytes."""
    write_picture(path, lambda: fitness_figure(evolution))


def fitness_figure(evolution: Evolution) -> Figure:
    """Expected questions of the best and on average above, the worst case of the best below."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    generations, secrets = evolution.generations, evolution.secrets
    numbers = range(1, len(generations) + 1)
    figure = Figure(figsize=(WIDTH, 4.0), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 1))
    everybody = evolution.population * secrets
    above.plot(
        numbers,
        [one.sum / everybody for one in generations],
        color="#8a8f98",
        linestyle="--",
        label=f"average of {evolution.population:,} breakers",
    )
    above.plot(
        numbers,
        [one.total / secrets for one in generations],
        color=INK[0],
        label=f"best: {evolution.expected} = {float(evolution.expected):.4f} at the end",
    )
    above.set_ylabel("expected questions")
    above.set_title(f"{evolution.finite.title}, seed {evolution.seed}")
    above.grid()
    above.legend()
    below.step(numbers, [one.worst for one in generations], color=INK[0], where="mid")
    below.yaxis.set_major_locator(MaxNLocator(5, integer=True, min_n_ticks=1))
    below.margins(y=0.4)
    below.set_ylabel("worst case")
    below.set_xlabel("generation")
    return figure
