"""Brute force over all grids of a board, with an answer function of its own."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

from masetproof import GridBoard

Grid = tuple[tuple[int, ...], ...]


@cache
def all_grids(board: GridBoard) -> list[Grid]:
    rows = list(product(range(board.colours), repeat=board.size))
    return list(product(rows, repeat=board.size))


@cache
def pegs(secret: tuple[int, ...], probe: tuple[int, ...]) -> tuple[int, int]:
    """Black and white pegs: what is in place, and then the rest as multisets."""
    black = sum(a == b for a, b in zip(secret, probe, strict=True))
    rest = Counter(a for a, b in zip(secret, probe, strict=True) if a != b)
    other = Counter(b for a, b in zip(secret, probe, strict=True) if a != b)
    return black, (rest & other).total()


def answer(secret: Grid, probe: Grid) -> list[tuple[int, int]]:
    """That of the rows, then that of the columns."""
    rows = [pegs(a, b) for a, b in zip(secret, probe, strict=True)]
    columns = [pegs(a, b) for a, b in zip(zip(*secret), zip(*probe), strict=True)]  # noqa: B905
    return rows + columns


def brute_force(board: GridBoard, probes: list[Grid], secret: Grid) -> set[Grid]:
    """All grids that answer the probes as the secret does."""
    told = [answer(secret, probe) for probe in probes]
    return {grid for grid in all_grids(board) if [answer(grid, probe) for probe in probes] == told}
