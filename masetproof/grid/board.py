"""Boards, grids and answers.

A grid is a tuple of words, one for each row.  A *line* is a row or a column; it is a word of
Mastermind, and its number is its place among all words in lexicographic order.  Inside, a grid is
the numbers of its lines: first the rows, then the columns, each in order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, final

from masetproof.arguments import Refused, as_count, counted, either_spelling, shown
from masetproof.games.pegs import MASTERMIND, Answer
from masetproof.words import COLOUR_LIMIT, SYMBOLS, Word, word_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Grid = tuple[Word, ...]
"""The rows, from the top."""
Lines = tuple[int, ...]
"""The numbers of the lines of a grid, or of their answers: of the rows, then of the columns."""

MOST_SIZE = 6
"""The answers to a probe are one integer of 64 bits: 28^12 < 2^63, but 36^14 is more."""
MOST_LINES = 8192
"""The table of the answers of all lines has at most 64 MB."""


class ProbeAnswer(NamedTuple):
    """The answer to a probe: black and white pegs of each row, and of each column."""

    rows: tuple[Answer, ...]
    columns: tuple[Answer, ...]


class LineTables(NamedTuple):
    """All L lines: their cells, uint8[L, size], and their answers to each other, uint8[L, L]."""

    cells: NDArray[np.uint8]
    answers: NDArray[np.uint8]


@final
@either_spelling
@dataclass(frozen=True, slots=True)
class GridBoard:
    """size: rows, and columns, 1 to 6.  colours: 1 to 36.

    There are at most 8,192 lines: up to 9 colours with four rows, 6 with five; else `Refused`.

    >>> GridBoard(2, 3).answer("01/20", "00/12").rows
    (Answer(black=1, white=0), Answer(black=0, white=1))
    """

    size: int
    colours: int

    def __post_init__(self) -> None:
        size = as_count(self.size, "the size of a grid", 1, MOST_SIZE)
        colours = as_count(self.colours, "the number of colours", 1, COLOUR_LIMIT)
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "colours", colours)
        if self.lines > MOST_LINES:
            most = max(c for c in range(1, colours) if c**size <= MOST_LINES)
            raise Refused(f"a grid of {size} x {size} has at most {most} colours, not {colours}")

    def __str__(self) -> str:
        return f"{self.size} x {self.size}, {counted(self.colours, 'colour')}"

    @property
    def lines(self) -> int:
        """The number of words that a row or a column can be."""
        return int(self.colours**self.size)

    @property
    def secrets(self) -> int:
        """The number of grids: `colours` to the power of the number of cells."""
        return int(self.colours ** (self.size * self.size))

    def as_grid(self, value: object, what: str = "a grid") -> Grid:
        """A grid from its rows or its text, ``0023/1123/2355/2344``; `Refused` if it is none."""
        if isinstance(value, str):
            given: list[object] = list(value.split("/", self.size + 1))
        elif isinstance(value, Iterable):
            given = list(islice(value, self.size + 1))
        else:
            raise Refused(f"{what} is a text such as {self._example}, not {shown(value)}")
        if len(given) != self.size:
            raise Refused(
                f"{what} has {self.size} rows, such as {self._example}, not {shown(value)}"
            )
        return tuple(self._as_row(row, f"row {n} of {what}") for n, row in enumerate(given, 1))

    def _as_row(self, value: object, what: str) -> Word:
        row = MASTERMIND.as_word(value, what)
        if len(row) != self.size:
            raise Refused(f"{what} has {self.size} cells, not {len(row)}")
        if max(row) >= self.colours:
            last = SYMBOLS[self.colours - 1]
            raise Refused(f"{what} has the colours 0 to {last}, not {SYMBOLS[max(row)]}")
        return row

    @property
    def _example(self) -> str:
        row = "".join(SYMBOLS[n % self.colours] for n in range(self.size))
        return "/".join([row] * self.size)

    def text(self, grid: object) -> str:
        """The rows of a grid with slashes between them."""
        return "/".join(map(word_text, self.as_grid(grid)))

    def answer(self, secret: object, probe: object) -> ProbeAnswer:
        """The answer to *probe*; both are grids or their texts."""
        one, other = self.as_grid(secret, "the secret"), self.as_grid(probe, "the probe")
        rows = map(MASTERMIND.compare, one, other)
        columns = map(MASTERMIND.compare, zip(*one, strict=True), zip(*other, strict=True))
        return ProbeAnswer(tuple(rows), tuple(columns))


def numbers_of(board: GridBoard, grid: Grid) -> Lines:
    lines = (*grid, *zip(*grid, strict=True))
    return tuple(reduce(lambda number, cell: number * board.colours + cell, line) for line in lines)


def grid_of(board: GridBoard, lines: Iterable[int]) -> Grid:
    """The grid whose rows have the first of these numbers."""
    powers = [board.colours**place for place in reversed(range(board.size))]
    rows = map(int, islice(lines, board.size))
    return tuple(tuple(row // power % board.colours for power in powers) for row in rows)


def rows_of(board: GridBoard, cells: Iterable[int]) -> Grid:
    return tuple(zip(*[iter(cells)] * board.size, strict=True))


def counts_of(board: GridBoard, answers: Iterable[int]) -> ProbeAnswer:
    """The answer whose lines have these numbers (`PegGame.number`)."""
    pegs = MASTERMIND.answers(board.size)
    lines = tuple(pegs[int(number)] for number in answers)
    return ProbeAnswer(lines[: board.size], lines[board.size :])


@lru_cache(maxsize=2)
def tables(board: GridBoard) -> LineTables:
    """The tables of a board, which are read-only."""
    import numpy as np

    words = MASTERMIND.words(board.size, board.colours)
    cells = np.fromiter((cell for word in words for cell in word), np.uint8)
    cells = cells.reshape(-1, board.size)
    # Mastermind answers the same when secret and question change places.
    made = LineTables(cells, np.ascontiguousarray(MASTERMIND.numbers(cells, cells)))
    for array in made:
        array.setflags(write=False)
    return made
