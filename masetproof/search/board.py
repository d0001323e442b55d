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

import numpy as np
from numpy.typing import NDArray

from masetproof.finite import FiniteGame
from masetproof.games import Refused, Word
from masetproof.kernels.searching import Board

__all__ = ["answer_numbers", "board_bytes", "first_questions", "make_board", "word_codes"]

_HOT = ((16, np.uint16), (32, np.uint32), (64, np.uint64))


def make_board(finite: FiniteGame, memory: int) -> Board:
    """The board of a game; `Refused` when it takes more than *memory* bytes."""
    if board_bytes(finite) > memory:
        raise Refused(
            f"{finite.title}: the table of answers takes {board_bytes(finite) >> 20:,} MB, more "
            f"than the {memory >> 20:,} MB that one process may have (--memory is for all of them)"
        )
    words = np.array(finite.questions, dtype=np.uint8)
    secrets = np.array(finite.secrets, dtype=np.uint8)
    answers = answer_numbers(finite, words, secrets)
    wins = len(finite.game.answers(finite.pegs)) - 1
    hot_type = _hot_type(finite)
    hot = np.left_shift(hot_type(1), answers.T.astype(hot_type), dtype=hot_type)
    codes = word_codes(secrets, finite.colours)
    own = np.searchsorted(word_codes(words, finite.colours), codes)
    swaps = np.empty((finite.colours**2, len(secrets)), np.uint16)
    for one in range(finite.colours):
        for other in range(finite.colours):
            names = np.arange(finite.colours, dtype=np.uint8)
            names[[one, other]] = other, one
            place = one * finite.colours + other
            swaps[place] = np.searchsorted(codes, word_codes(names[secrets], finite.colours))
    kinds = first_questions(finite.questions)
    sizes = np.stack([np.bincount(answers[q], minlength=wins + 1)[:wins] for q in kinds])
    reach = [0]
    while reach[-1] < len(secrets):
        reach.append(1 + int(np.minimum(sizes, reach[-1]).sum(axis=1).max()))
    numbers = np.arange(len(secrets) + 1)
    least = sum(np.maximum(0, numbers - bound) for bound in reach)
    reach += [len(secrets)] * (len(secrets) + 2 - len(reach))
    return Board(
        answers=answers,
        hot=np.ascontiguousarray(hot),
        own=own.astype(np.int32),
        words=words,
        colours=finite.colours,
        swaps=swaps,
        reach=np.array(reach, dtype=np.int64),
        least=np.asarray(least, dtype=np.int64),
        keys=np.random.default_rng(1).integers(0, 1 << 62, len(secrets), np.int64),
        consistent=finite.consistent_only,
    )


def answer_numbers(
    finite: FiniteGame, words: NDArray[np.uint8], secrets: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """`Game.answer` for all pairs at once, numbered: uint8[words, secrets]."""
    game, pegs = finite.game, finite.pegs
    black = np.zeros((len(words), len(secrets)), np.uint8)
    for column in range(pegs):
        black += words[:, column, None] == secrets[None, :, column]
    if not game.white_pegs:
        return black
    common = np.zeros_like(black)
    for colour in range(finite.colours):
        in_words = (words == colour).sum(axis=1, dtype=np.uint8)
        in_secrets = (secrets == colour).sum(axis=1, dtype=np.uint8)
        common += np.minimum(in_words[:, None], in_secrets[None, :])
    numbers = np.zeros((pegs + 1, pegs + 1), np.uint8)
    for answer in game.answers(pegs):
        numbers[answer.black + answer.white, answer.black] = game.number_of(answer)
    return numbers[common, black]


def board_bytes(finite: FiniteGame) -> int:
    """The memory of a board, while it is being made."""
    pairs = len(finite.questions) * finite.secret_count
    swaps = 2 * finite.colours**2 * finite.secret_count
    return pairs * (3 + 2 * np.dtype(_hot_type(finite)).itemsize) + swaps


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
