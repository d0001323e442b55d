"""The arrays of a finite game on which the search works, and its exact lower bounds.

`reach` and `least` rest on one argument.  Let f(d) be at least the size of every set of secrets
that d questions can solve; f(0) = 0.  After a first question the secrets that give one answer,
other than the winning one, are solved by d - 1 questions, and there are no more of them than in the
whole game; so

    f(d) = max over all questions q of
           1 + sum over the answers a but the winning one of min(f(d - 1), secrets that answer a to
           q)

is such a bound.  Questions that differ by a permutation of pegs and of colours have equal sums, so
one of each kind is enough.  In any strategy at most f(d) of s secrets are found with d questions or
fewer, so at least s - f(d) need more than d, and the total, which is the sum over d >= 0 of the
secrets that need more than d questions, is at least the sum of max(0, s - f(d)).
"""

from __future__ import annotations

import mmap
from functools import cache
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from masetproof.finite import FiniteGame
from masetproof.games import Refused, Word
from masetproof.kernels.searching import Board
from masetproof.progress import Tick, no_tick

__all__ = [
    "answer_numbers",
    "board_bytes",
    "check_room",
    "first_questions",
    "make_board",
    "open_board",
    "sizes_bounds",
    "word_codes",
]

_HOT = ((16, np.uint16), (32, np.uint32), (64, np.uint64))
_BLOCK = 1 << 18
"""So many answers are found at a time, which fit a processor's cache."""


def make_board(
    finite: FiniteGame, memory: int, descriptor: int = -1, tick: Tick = no_tick
) -> Board:
    """The board of a game; `Refused` when it takes more than *memory* bytes.

    descriptor: a file of `board_bytes` to make it in, so that other processes can open it (by
    default in the memory of this process alone).  tick: called now and then; it may raise.
    """
    check_room(finite, memory)
    board = _board_in(finite, descriptor)
    words = np.array(finite.questions, dtype=np.uint8)
    secrets = np.array(finite.secrets, dtype=np.uint8)
    board.words[:] = words
    codes = word_codes(secrets, finite.colours)
    wins = len(finite.game.answers(finite.pegs)) - 1
    board.own[:] = np.searchsorted(word_codes(words, finite.colours), codes)
    rows = max(64, _BLOCK // len(secrets))
    bits = np.left_shift(board.hot.dtype.type(1), np.arange(wins + 1, dtype=board.hot.dtype))
    for first in range(0, len(words), rows):
        block = slice(first, first + rows)
        board.answers[block] = answer_numbers(finite, words[block], secrets)
        board.hot[:, block] = bits.take(board.answers[block], mode="clip").T
        tick()
    for one in range(finite.colours):
        for other in range(finite.colours):
            names = np.arange(finite.colours, dtype=np.uint8)
            names[[one, other]] = other, one
            place = one * finite.colours + other
            board.swaps[place] = np.searchsorted(codes, word_codes(names[secrets], finite.colours))
        tick()
    reach, least = sizes_bounds(finite)
    board.reach[:], board.least[:] = reach, least
    board.keys[:] = np.random.default_rng(1).integers(0, 1 << 62, len(secrets), np.int64)
    return board


def open_board(finite: FiniteGame, descriptor: int) -> Board:
    """The board that `make_board` made in a file."""
    return _board_in(finite, descriptor)


def board_bytes(finite: FiniteGame) -> int:
    """The memory of a board."""
    return sum(_padded(shape, kind) for shape, kind in _shapes(finite).values())


def check_room(finite: FiniteGame, memory: int) -> None:
    """`Refused` when the board of a game takes more than *memory* bytes."""
    if board_bytes(finite) > memory:
        raise Refused(
            f"{finite.title}: the table of answers takes {board_bytes(finite) >> 20:,} MB, more "
            f"than the {memory >> 20:,} MB that are allowed (--memory)"
        )


def sizes_bounds(finite: FiniteGame) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The bounds by size, `Board.reach` and `Board.least`; they need no table of answers."""
    words = np.array(finite.questions, dtype=np.uint8)
    secrets = np.array(finite.secrets, dtype=np.uint8)
    wins = len(finite.game.answers(finite.pegs)) - 1
    kinds = answer_numbers(finite, words[first_questions(finite.questions)], secrets)
    sizes = np.stack([np.bincount(row, minlength=wins + 1)[:wins] for row in kinds])
    reach = [0]
    while reach[-1] < len(secrets):
        reach.append(1 + int(np.minimum(sizes, reach[-1]).sum(axis=1).max()))
    numbers = np.arange(len(secrets) + 1)
    least = sum(np.maximum(0, numbers - bound) for bound in reach)
    reach += [len(secrets)] * (len(secrets) + 2 - len(reach))
    return np.array(reach, dtype=np.int64), np.asarray(least, dtype=np.int64)


def _shapes(finite: FiniteGame) -> dict[str, tuple[tuple[int, ...], type[np.generic]]]:
    """The arrays of a board."""
    secrets = finite.secret_count
    questions = finite.game.secret_count(finite.pegs, finite.colours)
    return {
        "answers": ((questions, secrets), np.uint8),
        "hot": ((secrets, questions), _hot_type(finite)),
        "own": ((secrets,), np.int32),
        "words": ((questions, finite.pegs), np.uint8),
        "swaps": ((finite.colours**2, secrets), np.uint16),
        "reach": ((secrets + 2,), np.int64),
        "least": ((secrets + 1,), np.int64),
        "keys": ((secrets,), np.int64),
    }


def _padded(shape: tuple[int, ...], kind: type[np.generic]) -> int:
    """The bytes of an array; the next one begins at a multiple of 64."""
    return -(-prod(shape) * np.dtype(kind).itemsize // 64) * 64


def _board_in(finite: FiniteGame, descriptor: int) -> Board:
    """A board whose arrays lie one after the other in a file, or in memory of their own."""
    space = mmap.mmap(descriptor, board_bytes(finite))
    arrays: dict[str, NDArray[Any]] = {}
    begin = 0
    for name, (shape, kind) in _shapes(finite).items():
        arrays[name] = np.frombuffer(space, kind, prod(shape), begin).reshape(shape)
        begin += _padded(shape, kind)
    return Board(**arrays, colours=finite.colours, consistent=finite.consistent_only)


def answer_numbers(
    finite: FiniteGame, words: NDArray[np.uint8], secrets: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """`Game.answer` for all pairs at once, numbered: uint8[words, secrets].

    A row is a sum of rows that many words share: where the secrets have a colour in a column, and
    how many pegs of a colour they have in common with a word that has so many of it.
    """
    game, pegs = finite.game, finite.pegs
    columns = np.ascontiguousarray(secrets.T)
    # Black pegs count 1, pegs of either kind pegs + 1, so that a sum tells both.
    numbers = np.zeros((pegs + 1) ** 2, np.uint8)
    for answer in game.answers(pegs):
        either = answer.black + answer.white if game.white_pegs else 0
        numbers[either * (pegs + 1) + answer.black] = game.number_of(answer)

    @cache
    def in_column(column: int, colour: int) -> NDArray[np.uint8]:
        found: NDArray[np.uint8] = (columns[column] == colour).astype(np.uint8)
        return found

    @cache
    def in_common(colour: int, pegs_of_it: int) -> NDArray[np.uint8]:
        found: NDArray[np.uint8] = (columns == colour).sum(axis=0, dtype=np.uint8)
        np.minimum(found, pegs_of_it, out=found)
        found *= pegs + 1
        return found

    result = np.empty((len(words), len(secrets)), np.uint8)
    for row, word in zip(result, words.tolist(), strict=True):
        row[:] = in_column(0, word[0])
        for column in range(1, pegs):
            row += in_column(column, word[column])
        if game.white_pegs:
            for colour in set(word):
                row += in_common(colour, word.count(colour))
        numbers.take(row, out=row, mode="clip")
    return result


def first_questions(words: tuple[Word, ...]) -> list[int]:
    """The first word of each kind under permutations of pegs and of colours."""
    found: dict[tuple[int, ...], int] = {}
    for number, word in enumerate(words):
        found.setdefault(tuple(sorted(map(word.count, set(word)))), number)
    return sorted(found.values())


def _hot_type(finite: FiniteGame) -> type[np.unsignedinteger]:
    answers = len(finite.game.answers(finite.pegs))
    return next(kind for bits, kind in _HOT if answers <= bits)


def word_codes(words: NDArray[np.uint8], colours: int) -> NDArray[np.int64]:
    """Words as numbers in base *colours*, which grow as words do."""
    codes = np.zeros(len(words), np.int64)
    for column in words.T:
        codes = codes * colours + column
    return codes
