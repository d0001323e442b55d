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
from dataclasses import replace
from pathlib import Path

from masetproof import CrackedGames, FiniteGame, crack, crack_games
from masetproof.reports.growth import information_bound, write_growth

PUBLISHED = {(5, 8): 5.57, (6, 9): 6.48, (8, 12): 8.4}
"""Averages of evolutionary codebreakers."""
_PEGS = (4, 6, 8, 10, 12, 16, 24, 32, 64)
GROWTH = {
    "equal": ("as many colours as pegs", [(pegs, pegs) for pegs in _PEGS]),
    "ten": ("ten colours", [(pegs, 10) for pegs in (*_PEGS, 100)]),
}


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
    write_growth(title, series, arguments.out)


if __name__ == "__main__":
    main()
