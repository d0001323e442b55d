"""Codebreakers on large boards: the tables and pictures in docs/large.md.

    python benchmarks/large.py averages [--games 200] [--out averages.json]
    python benchmarks/large.py growth --out FOLDER [--games 10]

`averages` plays boards of which averages are published.  `growth` plays boards with as many colours
as pegs, and with ten colours, and draws questions and seconds into FOLDER.
"""

from __future__ import annotations

import argparse
import math
import os
import resource
from pathlib import Path

from masetproof import CrackedGames, FiniteGame, crack_games
from masetproof.reports.growth import information_bound, write_growth

PUBLISHED = {(5, 8): 5.57, (6, 9): 6.48, (8, 12): 8.4}
"""Averages of evolutionary codebreakers."""
SIZES = (4, 6, 8, 12, 16, 24, 32, 48, 64)
TEN = (4, 6, 8, 12, 16, 24, 32, 64, 100)
METHODS = ("decomposition", "sample")


def played(pegs: int, colours: int, method: str, games: int) -> CrackedGames:
    finite = FiniteGame("mastermind", pegs, colours)
    found = crack_games(finite, method, games=games, seed=1, workers=1)
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
    parser.add_argument("what", choices=("averages", "growth"))
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path())
    arguments = parser.parse_args()
    print(f"{os.cpu_count()} processors, one process")
    print("| P | C | method | games | mean | +- (95 %) | worst | bound | P log2 P | s/game | MB |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    if arguments.what == "averages":
        for size in PUBLISHED:
            played(*size, "sample", arguments.games or 200)
        return
    arguments.out.mkdir(exist_ok=True, parents=True)
    for name, title, sizes in (
        ("equal", "as many colours as pegs", [(pegs, pegs) for pegs in SIZES]),
        ("ten", "ten colours", [(pegs, 10) for pegs in TEN]),
    ):
        series = {
            method: [played(*size, method, arguments.games or 10) for size in sizes]
            for method in METHODS
        }
        write_growth(title, series, arguments.out / f"{name}.svg")


if __name__ == "__main__":
    main()
