"""The arrays of a finite game on which the search works."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from math import comb, prod
from tempfile import NamedTemporaryFile
from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused
from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import (
    cells,
    check_memory,
    check_size,
    fill_answers,
    numbering,
    orbits,
    own_questions,
)
from masetproof.games.symmetry import Colours
from masetproof.kernels import HELD
from masetproof.progress import Tick, no_tick
from masetproof.search.bounds import sizes_bounds
from masetproof.words import COLOUR_LIMIT

__all__ = [
    "board_bytes",
    "board_file",
    "check_room",
    "first_questions",
    "make_board",
    "open_board",
]


@final
class Board(NamedTuple):
    """What is fixed for a game: Q questions, N secrets, A answers, the last of which wins.

    told: uint8[N, Q], the answers of each secret, because a state has few secrets and most
    questions are tried.  hot: uint16[N, planes * Q], a bit for each answer, in as
    many planes as it takes, of HELD answers each.  own: int32[N], the number of a secret as a
    question.  symbols: uint16[Q, pegs], of the questions; the alphabets that are renamed by
    themselves follow each other.  ends: int64[symbols], where the alphabet of each symbol ends.
    swaps: uint16[pairs, N], the secrets with two symbols of an alphabet exchanged, the pairs in
    lexicographic order.  Both are empty where nothing is renamed.  reach: int64[N + 2], by the
    number of questions the most secrets that these solve.  least: int64[N + 1], by the number of
    secrets the least total they can have.  keys: int64[N], random.  consistent: only possible
    secrets are asked.  fewest: a total counts the secrets that need the last question, and nothing
    else.
    """

    told: NDArray[Any]
    hot: NDArray[Any]
    own: NDArray[Any]
    symbols: NDArray[Any]
    ends: NDArray[Any]
    swaps: NDArray[Any]
    reach: NDArray[Any]
    least: NDArray[Any]
    keys: NDArray[Any]
    consistent: bool
    fewest: bool

    @property
    def answers(self) -> NDArray[Any]:
        """The answers to each question: uint8[Q, N]."""
        return self.told.T


def make_board(
    finite: FiniteGame, path: str | None = None, tick: Tick = no_tick, *, fewest: bool = False
) -> Board:
    """The board of a game.

    path: a file of `board_bytes` to make it in, so that other processes can open it (by default in
    the memory of this process alone).  tick: called now and then; it may raise.  fewest:
    `Board.fewest`.
    """
    board = open_board(finite, path, fewest=fewest)
    questions, secrets = cells(finite)
    board.symbols[:] = finite.symmetry.to_symbols(questions)
    board.own[:] = own_questions(finite)
    plane, bit = np.divmod(np.arange(len(finite.answers)), HELD)
    bits = np.where(plane == np.arange(_planes(finite))[:, None], 1 << bit, 0).astype(np.uint16)
    hot = board.hot.reshape(len(secrets), len(bits), len(questions))
    for block in fill_answers(finite, board.answers):
        for row, some in zip(bits, hot.swapaxes(0, 1), strict=True):
            some[:, block] = row.take(board.answers[block], mode="clip").T
        tick()
    _fill_swaps(finite, secrets, board)
    tick()
    reach, least = sizes_bounds(finite)
    board.reach[:], board.least[:] = reach, least
    board.keys[:] = _random(len(secrets))
    return board


@contextmanager
def board_file(finite: FiniteGame) -> Iterator[str]:
    """The path of a file for a board, in memory if the system can do that.

    It is gone after the block, and on Linux also when this process is killed.
    """
    linux = sys.platform == "linux"
    with os.fdopen(os.memfd_create("masetproof"), "r+b") if linux else NamedTemporaryFile() as file:
        file.truncate(board_bytes(finite))
        yield f"/proc/{os.getpid()}/fd/{file.fileno()}" if linux else file.name


def board_bytes(finite: FiniteGame) -> int:
    """The memory of a board."""
    check_size(finite)
    return sum(_padded(shape, kind) for shape, kind in _shapes(finite).values())


def check_room(finite: FiniteGame, memory: int) -> None:
    """`Refused` when the board of a game takes more than *memory* bytes, or has many colours."""
    if finite.symmetry.renamings is not Colours.FIXED and finite.colours > COLOUR_LIMIT:
        raise Refused(f"the search treats at most {COLOUR_LIMIT} colours, not {finite.colours:,}")
    check_memory(finite, board_bytes(finite), memory)


def first_questions(finite: FiniteGame) -> list[int]:
    """The first question of each orbit under the symmetries of the game."""
    first = orbits(finite)
    one_of_each: list[int] = np.flatnonzero(first == np.arange(len(first))).tolist()
    return one_of_each


def _random(count: int) -> NDArray[np.int64]:
    """Numbers from 0 to 2**62 - 1, the same ones every time, by splitmix64.

    numpy's generators would take a tenth of the time of a small search to load.
    """
    numbers = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        numbers = (numbers ^ (numbers >> np.uint64(shift))) * np.uint64(factor)
    return ((numbers ^ (numbers >> np.uint64(31))) >> np.uint64(2)).astype(np.int64)


def _fill_swaps(finite: FiniteGame, secrets: NDArray[Any], board: Board) -> None:
    """The secrets with two colours of one alphabet exchanged, and where the alphabets end."""
    symmetry, place = finite.symmetry, 0
    if symmetry.renamings is Colours.FIXED:
        return
    number = numbering(secrets, finite.colours)
    for column, alphabet in enumerate(symmetry.alphabets):
        board.ends[alphabet.start : alphabet.stop] = alphabet.stop
        shared = symmetry.renamings is Colours.SHARED
        columns = slice(None) if shared else slice(column, column + 1)
        for one, other in combinations(range(len(alphabet)), 2):
            names = np.arange(finite.colours, dtype=secrets.dtype)
            names[[one, other]] = other, one
            image = secrets.copy()
            image[:, columns] = names[secrets[:, columns]]
            board.swaps[place] = number(image)
            place += 1


def _shapes(finite: FiniteGame) -> dict[str, tuple[tuple[int, ...], type[np.generic]]]:
    """The arrays of a board."""
    questions, secrets = finite.question_count, finite.secret_count
    symmetry = finite.symmetry
    renamed = symmetry.renamings is not Colours.FIXED
    pairs = sum(comb(len(alphabet), 2) for alphabet in symmetry.alphabets)
    return {
        "told": ((secrets, questions), np.uint8),
        "hot": ((secrets, _planes(finite) * questions), np.uint16),
        "own": ((secrets,), np.int32),
        "symbols": ((questions, finite.pegs), np.uint16),
        "ends": ((symmetry.symbols * renamed,), np.int64),
        "swaps": ((pairs * renamed, secrets), np.uint16),
        "reach": ((secrets + 2,), np.int64),
        "least": ((secrets + 1,), np.int64),
        "keys": ((secrets,), np.int64),
    }


def _padded(shape: tuple[int, ...], kind: type[np.generic]) -> int:
    """The bytes of an array; the next one begins at a multiple of 64."""
    return -(-prod(shape) * np.dtype(kind).itemsize // 64) * 64


def open_board(finite: FiniteGame, path: str | None, *, fewest: bool = False) -> Board:
    """The board that `make_board` made in a file, or memory for one.

    The arrays lie one after the other.  The totals may count something else than they did there.
    """
    size = board_bytes(finite)
    space = np.zeros(size, np.uint8) if path is None else np.memmap(path, np.uint8, "r+")
    arrays: dict[str, NDArray[Any]] = {}
    begin = 0
    for name, (shape, kind) in _shapes(finite).items():
        arrays[name] = np.frombuffer(space, kind, prod(shape), begin).reshape(shape)
        begin += _padded(shape, kind)
    return Board(**arrays, consistent=finite.consistent_only, fewest=fewest)


def _planes(finite: FiniteGame) -> int:
    """How many words hold a bit for each answer."""
    return -(-len(finite.answers) // int(HELD))
