"""The fixed probes with which every game on a board begins.

For 4 x 4 cells and 6 colours they were found by others, by trial and error: each cell has four or
five colours in its row or column, and one that is there twice in either.  For other boards they are
made here, so that the answers to each row and column of the two leave few words for the secret's.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import prod
from os import PathLike
from random import Random

import numpy as np

from masetproof.arguments import Refused, shown
from masetproof.files import file_path, read_text
from masetproof.grid.board import Grid, GridBoard, numbers_of, rows_of, tables

MOST_PROBES = 10
_MOST_BYTES = 1 << 16
_KNOWN = {(4, 6): ("0023/1123/2355/2344", "3411/3455/1102/5502")}
_STARTS = 4


@lru_cache(maxsize=16)
def opening(board: GridBoard) -> tuple[Grid, ...]:
    """Two probes, always the same for a board; none where there is one colour only."""
    if board.colours == 1:
        return ()
    known = _KNOWN.get((board.size, board.colours))
    return made_pair(board) if known is None else tuple(map(board.as_grid, known))


def as_opening(board: GridBoard, probes: object) -> tuple[Grid, ...]:
    """Probes from grids or their texts; `Refused` when one is no grid, or they are not 1 to 10."""
    if not isinstance(probes, tuple | list) or not 1 <= len(probes) <= MOST_PROBES:
        raise Refused(f"the opening is a tuple of 1 to {MOST_PROBES} grids, not {shown(probes)}")
    return tuple(board.as_grid(probe, "a probe") for probe in probes)


def read_probes(board: GridBoard, path: str | PathLike[str]) -> tuple[Grid, ...]:
    """The probes of a file, a line for each but for comments with #; `OSError` when unreadable.

    `Refused` unless they are 1 to 10 grids.
    """
    place = file_path(path)
    lines = enumerate(read_text(place, _MOST_BYTES, "a file of probes").splitlines(), 1)
    probes = [(n, line.strip()) for n, line in lines if line.strip() and line.strip()[0] != "#"]
    try:
        if not 1 <= len(probes) <= MOST_PROBES:
            raise Refused(
                f"there are 1 to {MOST_PROBES} fixed probes, one on each line of their file"
            )
        return tuple(board.as_grid(probe, f"the probe of line {n}") for n, probe in probes)
    except Refused as refusal:
        raise Refused(f"{place}: {refusal}") from None


def made_pair(board: GridBoard) -> tuple[Grid, Grid]:
    """Two probes made by local search: no change of one cell makes them better.

    The two lines at a place divide all words into classes, by the pair of answers.  The sum of the
    squares of their sizes says how many words are left on average, and the product of these sums
    over all places is to be small.
    """
    random, half = Random(0), board.size**2
    answers = tables(board).answers

    @cache
    def squares(one: int, other: int) -> int:
        sizes = np.bincount(answers[one].astype(np.int64) << 8 | answers[other])
        return int((sizes**2).sum())

    def pair(cells: list[int]) -> tuple[Grid, Grid]:
        return rows_of(board, cells[:half]), rows_of(board, cells[half:])

    def left(cells: list[int]) -> int:
        one, other = (numbers_of(board, grid) for grid in pair(cells))
        return prod(map(squares, one, other))

    def improved(cells: list[int]) -> list[int]:
        """Change one cell after the other as long as that leaves fewer words."""
        least, unchanged = left(cells), 0
        while unchanged < len(cells):
            for place in range(len(cells)):
                unchanged += 1
                for colour in range(board.colours):
                    changed = [*cells[:place], colour, *cells[place + 1 :]]
                    if (now := left(changed)) < least:
                        cells, least, unchanged = changed, now, 0
        return cells

    starts = [
        [int(random.random() * board.colours) for _ in range(2 * half)] for _ in range(_STARTS)
    ]
    return pair(min(map(improved, starts), key=left))
