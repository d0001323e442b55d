"""The arrays of a finite game on which the search works, and the order of its questions."""

from __future__ import annotations

from collections.abc import Set
from itertools import permutations
from math import factorial
from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof import kernels as kernel
from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import (
    blocks,
    cells,
    check_few,
    is_wide,
    numbered_anew,
    orbits,
    own_questions,
    word_codes,
)
from masetproof.games.symmetry import Colours
from masetproof.progress import Tick, no_tick
from masetproof.search.bounds import (
    estimates,
    least_by_most_parts,
    least_rows,
    sizes_bounds,
)
from masetproof.search.quantity import Quantity

_ORDERS = 720
"""In games with more permutations of columns than this the search ignores them."""
_DENSE = 1 << 20
"""With more words than this, colours to the power of pegs, no isomorphic states are found."""


@final
class Board(NamedTuple):
    """The arrays of a game of Q questions and N secrets; `kernels/c/searching.h` explains all.

    told: [N, Q], the answers.  own: [N], each secret as a question.  reach: the most secrets that
    0, 1, ... questions find.  least: the least total of 0, 1, ... secrets, for each number of parts
    that questions may have.  estimate: about what 0, 1, ... secrets cost, in sixteenths.  keys:
    random numbers of the secrets, for the table.  The other arrays are for symmetries, and empty
    where there are none.

    Questions are numbered anew here: of questions that differ only by names of colours, the ones
    with the first names come first.  order: [Q], the number that each question has in the game.
    Answers are numbered anew, too, so that there are as few as possible.  given: what they
    are in the game, in one row, where those that no secret gives to any question are left out; or
    in a row for each question, where a game has more than a byte numbers (`finite.table`).  The
    winning one comes last, and fills what is left of a row.
    """

    told: NDArray[Any]
    own: NDArray[Any]
    symbols: NDArray[Any]
    starts: NDArray[Any]
    ends: NDArray[Any]
    orders: NDArray[Any]
    names: NDArray[Any]
    numbers: NDArray[Any]
    given: NDArray[Any]
    reach: NDArray[Any]
    least: NDArray[Any]
    capacity: NDArray[Any]
    estimate: NDArray[Any]
    keys: NDArray[Any]
    order: NDArray[Any]
    colours: int
    answers: int
    consistent: bool
    goal: int


_WINS = 255
"""The winning answer where answers are numbered anew, until it is known how many others there are.
"""
_APART = 64
"""Unused bytes after each row of answers, so that writing them by columns is quick."""
_SAMPLED = 64
"""What so many secrets answer to all questions says which answers are frequent."""
_RENUMBERED = 64
"""So many blocks of answers are numbered anew in some hundredths of a second."""


def make_board(finite: FiniteGame, tick: Tick = no_tick) -> Board:
    """The board of a game, to search for totals.

    Its arrays are shared and not changed afterwards, except that `solver.estimated_board` puts
    better estimates in.  tick: called now and then; it may raise.
    """
    board = Board(
        **{name: np.zeros(shape, kind) for name, (shape, kind) in shapes(finite).items()},
        colours=finite.colours,
        answers=finite.winning + 1,
        consistent=finite.consistent_only,
        goal=Quantity.TOTAL.value,
    )
    questions, secrets = cells(finite)
    needed, most = _names_needed(finite, questions)
    board.order[:] = np.argsort(needed, kind="stable")
    if len(board.names):
        board.names[:] = np.searchsorted(np.sort(needed), range(most + 1), side="right")
    questions = questions[board.order]
    if len(board.symbols):
        _fill_symbols(finite, questions, secrets, board)
    place = np.empty(len(questions), np.int32)
    place[board.order] = range(len(questions))
    board.own[:] = place[own_questions(finite)]
    board = _with_answers(finite, board, questions, secrets, tick)
    board.reach[:] = sizes_bounds(finite)[0]
    board.least[:], board.estimate[:] = least_by_most_parts(finite), estimates(finite)
    board.keys[:] = _random(len(board.keys))
    return board


def _with_answers(
    finite: FiniteGame,
    board: Board,
    questions: NDArray[Any],
    secrets: NDArray[Any],
    tick: Tick,
) -> Board:
    """The board with the answer to each question, in the order of the board, for each secret."""
    wide, answers_given, absent = is_wide(finite), 0, set(range(finite.winning))
    for block in blocks(len(questions), len(secrets)):
        answers = finite.game.numbers(questions[block], secrets)
        if wide:
            answers, most = _numbered_anew(finite, answers, board.given[block])
            answers_given = max(answers_given, most)
        told = answers.T
        if not told.flags.c_contiguous:
            # Rows of 4,096 answers, say, begin at places that a cache cannot hold at the same time.
            apart = np.empty((len(answers), len(secrets) + _APART), np.uint8)[:, :-_APART]
            apart[:] = answers
            told = apart.T
        board.told[:, block] = told
        if not wide:
            given = answers.tobytes("A")
            absent = {answer for answer in absent if answer not in given}
        tick()
    if not wide:
        return _without_absent_answers(board, absent, tick)
    board.told[board.told == _WINS] = answers_given
    return board._replace(answers=answers_given + 1)


def _without_absent_answers(board: Board, absent: Set[int], tick: Tick) -> Board:
    """The board with its answers numbered anew, those that occur first.

    If there are many, the frequent ones have the least numbers: `most_answers` counts answers in
    this order, and gives most questions up before it comes to the rare ones.

    absent: the answers that no secret gives to any question.  One question of each kind would not
    do, as a symmetry of the columns changes the answers of a game like marks.
    """
    given = board.given[0]
    occurring = [answer for answer in range(len(given)) if answer not in absent]
    if len(occurring) > kernel.COUNTED:
        sampled = board.told[:: -(-len(board.told) // _SAMPLED)]
        counts = np.bincount(sampled.ravel(), minlength=len(given))
        occurring[:-1] = sorted(occurring[:-1], key=lambda answer: -counts[answer])
    given[:] = len(given) - 1
    given[: len(occurring)] = occurring
    if occurring != [*range(len(given))]:
        number = np.zeros(256, np.uint8)
        number[occurring] = range(len(occurring))
        for n, block in enumerate(blocks(len(board.told), board.told.shape[1]), 1):
            rows = board.told[block]
            # Indexing by numpy takes three times as long.
            renumbered = rows.tobytes().translate(number.tobytes())
            rows[:] = np.frombuffer(renumbered, np.uint8).reshape(rows.shape)
            if n % _RENUMBERED == 0:
                tick()
    return board._replace(answers=len(occurring))


def _numbered_anew(
    finite: FiniteGame, answers: NDArray[Any], given: NDArray[Any]
) -> tuple[NDArray[np.uint8], int]:
    """The answers to some questions with new numbers, with `_WINS` for the winning one, and the
    most that one of them has beside it; given: gets what they are in the game."""
    result, most = np.empty(answers.shape, np.uint8), 0
    for row, into, (numbers, others) in zip(
        result, given, numbered_anew(finite, answers), strict=True
    ):
        check_few(finite, len(others) + 1)
        row[:] = np.minimum(numbers, _WINS)
        into[: len(others)], into[len(others) :] = others, finite.winning
        most = max(most, len(others))
    return result, most


def shapes(finite: FiniteGame) -> dict[str, tuple[tuple[int, ...], type[np.generic]]]:
    """The shapes and types of the arrays of a board."""
    questions, secrets, pegs = finite.question_count, finite.secret_count, finite.pegs
    symmetry = finite.whole.symmetry
    symmetric, renamed = _is_symmetric(finite), _is_renamed(finite)
    dense = finite.colours**pegs
    return {
        "told": ((secrets, questions), np.uint8),
        "own": ((secrets,), np.int32),
        "symbols": ((questions * symmetric, pegs), np.uint8),
        "starts": ((pegs * symmetric,), np.uint8),
        "ends": ((symmetry.symbols * renamed,), np.uint8),
        "orders": ((len(_orders(finite)) * symmetric, pegs), np.uint8),
        "names": (
            ((max(map(len, symmetry.alphabets)) + 1) * (renamed and not finite.after),),
            np.int64,
        ),
        "numbers": ((dense * (renamed and symmetry.columns and dense <= _DENSE),), np.int32),
        "given": ((questions, _WINS) if is_wide(finite) else (1, finite.winning + 1), np.uint16),
        "reach": ((secrets + 2,), np.int64),
        "least": ((least_rows(finite), secrets + 1), np.int32),
        "capacity": ((0, 0, 0), np.uint16),
        "estimate": ((secrets + 1,), np.int32),
        "keys": ((finite.whole.secret_count,), np.int64),
        "order": ((questions,), np.int64),
    }


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


def _is_symmetric(finite: FiniteGame) -> bool:
    """Whether the search uses the symmetries of a game."""
    symmetry = finite.whole.symmetry
    renamed = symmetry.renamings is not Colours.FIXED
    return (renamed or symmetry.columns) and symmetry.symbols <= kernel.SYMBOLS


def _is_renamed(finite: FiniteGame) -> bool:
    """Whether these symmetries rename colours."""
    return finite.whole.symmetry.renamings is not Colours.FIXED and _is_symmetric(finite)


def _names_needed(finite: FiniteGame, questions: NDArray[Any]) -> tuple[NDArray[np.int64], int]:
    """For each question the least n for which it is the first of its kind; and the greatest n.

    The kind is that of all questions which become equal when all symbols but the first n of each
    alphabet are renamed.  The first one has the next symbols in the order of its columns: 0012 is
    the first one for n = 0, 0023 only from n = 2 on, and 0013 from n = 3 on.
    """
    symmetry = finite.whole.symmetry
    needed = np.zeros(len(questions), np.int64)
    if not _is_renamed(finite):
        return needed, 0
    most = max(map(len, symmetry.alphabets))
    for names in range(most, -1, -1):
        following = np.full(len(questions), names)
        fits = np.ones(len(questions), bool)
        for column in questions.T:
            fits &= column <= following
            if symmetry.renamings is Colours.SHARED:
                following = following + (column == following)
        needed[fits] = names
    return needed, most


def _fill_symbols(
    finite: FiniteGame, questions: NDArray[Any], secrets: NDArray[Any], board: Board
) -> None:
    """Fill the arrays of a board that are for symmetries."""
    symmetry = finite.whole.symmetry
    board.symbols[:] = symmetry.to_symbols(questions)
    own = symmetry.renamings is Colours.OWN
    board.starts[:] = [alphabet.start for alphabet in symmetry.alphabets] if own else 0
    if len(board.ends):
        for alphabet in symmetry.alphabets:
            board.ends[alphabet.start : alphabet.stop] = alphabet.stop
    board.orders[:] = _orders(finite)
    if len(board.numbers):
        board.numbers[:] = -1
        codes = word_codes(secrets, finite.colours)
        every = word_codes(cells(finite.whole)[1], finite.colours)
        board.numbers[every[~np.isin(every, codes)]] = range(len(secrets), len(every))
        board.numbers[codes] = range(len(secrets))


def _orders(finite: FiniteGame) -> list[tuple[int, ...]]:
    """The permutations of columns that are symmetries of the whole game and keep answers."""
    symmetry = finite.whole.symmetry
    sizes = symmetry.sizes or (finite.colours,) * finite.pegs
    identity = tuple(range(finite.pegs))
    keeps = symmetry.columns and not symmetry.moves_answers
    if not keeps or factorial(finite.pegs) > _ORDERS:
        return [identity]
    return [
        order
        for order in permutations(identity)
        if all(sizes[source] == size for source, size in zip(order, sizes, strict=True))
    ]
