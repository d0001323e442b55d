"""Codebreakers on large boards: the tables and pictures in docs/large.md.

    python benchmarks/large.py averages [--games 200] [--out averages.json]
    python benchmarks/large.py equal --out equal.svg [--games 3]
    python benchmarks/large.py ten --out ten.svg [--games 3]

`averages` plays boards of which averages are published.  `equal` plays boards with as many colours
as pegs, `ten` boards with ten colours; both draw questions and seconds of processor time.  The
decomposition, which is quick, plays thirty times as many games.
"""

from __future__ import annotations

import argparse
import math
import os
import resource
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from masetproof import CrackedGames, FiniteGame, crack, crack_games
from masetproof.reports.pictures import PALE, SERIES, save_plot, subplots

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PUBLISHED = {(5, 8): 5.57, (6, 9): 6.48, (8, 12): 8.4}
"""Averages of evolutionary codebreakers."""
_PEGS = (4, 6, 8, 10, 12, 16, 24, 32, 64)
GROWTH = {
    "equal": ("as many colours as pegs", [(pegs, pegs) for pegs in _PEGS]),
    "ten": ("ten colours", [(pegs, 10) for pegs in (*_PEGS, 100)]),
}


def information_bound(pegs: int, colours: int) -> float:
    """The least average number of questions, if each answer tells as much as it can.

    An answer is one of k = pegs (pegs + 3) / 2, so it tells log2 k bits of the secret at most.
    """
    return pegs * math.log(colours) / math.log(max(2, pegs * (pegs + 3) // 2))


def growth_figure(title: str, series: Mapping[str, Sequence[CrackedGames]]) -> Figure:
    """Questions with their 95 % intervals on the left, seconds for a game on the right.

    series: for each method its boards, ascending by pegs.
    """
    figure, (left, right) = subplots(7.2, 3.2, 1, 2)
    for (name, boards), look in zip(series.items(), SERIES, strict=False):
        pegs = [one.finite.pegs for one in boards]
        means = [float(one.mean) for one in boards]
        errors = [1.96 * one.standard_error if one.games > 1 else 0.0 for one in boards]
        left.errorbar(pegs, means, errors, **look, capsize=2, label=name)
        right.plot(pegs, [one.seconds / one.games for one in boards], **look, label=name)
    sizes = sorted(
        {(one.finite.pegs, one.finite.colours) for boards in series.values() for one in boards}
    )
    pegs = [size[0] for size in sizes]
    left.plot(pegs, [information_bound(*size) for size in sizes], "k:", label="information bound")
    growth = [p * math.log2(p) for p in pegs]
    left.plot(pegs, growth, color=PALE, linestyle=(0, (5, 1)), label=r"$P\,\log_2 P$")
    for axes, label in ((left, "questions"), (right, "seconds for a game")):
        axes.set_xscale("log", base=2)
        axes.set(yscale="log", xlabel="pegs", ylabel=label)
        axes.xaxis.set_major_formatter("{x:g}")
        axes.yaxis.set_major_formatter("{x:g}")
        axes.grid()
    left.legend()
    figure.suptitle(title)
    return figure


def played(pegs: int, colours: int, method: str, games: int) -> CrackedGames:
    finite = FiniteGame("mastermind", pegs, colours)
    crack(finite, None, method, limit=2)  # so that what is loaded once does not count
    begin = time.process_time()
    found = crack_games(finite, method, games=games, seed=1, workers=1)
    found = replace(found, seconds=time.process_time() - begin)
    error = 1.96 * found.standard_error if games > 1 else math.nan
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(
        f"| {pegs} | {colours} | {method} | {games} | {float(found.mean):.3f} | {error:.3f} | "
        f"{found.worst} | {information_bound(pegs, colours):.1f} | {pegs * math.log2(pegs):.0f} | "
        f"{found.seconds / games:.3f} | {memory} |",
        flush=True,
    )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Codebreakers on large boards.")
    parser.add_argument("what", choices=("averages", *GROWTH))
    parser.add_argument("--games", type=int)
    parser.add_argument("--out", type=Path, default=Path("growth.svg"))
    arguments = parser.parse_args()
    print(f"{os.cpu_count()} processors, one process")
    print("| P | C | method | games | mean | +- (95 %) | worst | bound | P log2 P | s/game | MB |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    if arguments.what == "averages":
        for size in PUBLISHED:
            played(*size, "sample", arguments.games or 200)
        return
    games = arguments.games or 3
    title, sizes = GROWTH[arguments.what]
    series = {
        "decomposition": [played(*size, "decomposition", 30 * games) for size in sizes],
        "sample": [played(*size, "sample", games) for size in sizes],
    }
    save_plot(lambda boards: growth_figure(title, boards), series, arguments.out)


if __name__ == "__main__":
    main()
