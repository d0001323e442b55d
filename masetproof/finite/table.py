"""All questions and secrets of a finite game, with their answers.

Whatever plays a finite game against all its secrets works on this table: the search, and the rules
that strategies follow.  A table that would need too much memory is `Refused`.

Questions, secrets and answers have numbers, their places in `FiniteGame.questions`, `secrets` and
`answers`.  So a secret has two numbers, one as a secret and one as a question.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused
from masetproof.finite.setting import FiniteGame
from masetproof.games.symmetry import Colours, Symmetry
from masetproof.progress import Tick, no_tick

MEMORY = 4 << 30
"""The most bytes of a table of answers, where no other limit is given."""
MOST_ANSWERS = 250
"""The most answers of a game: a number of an answer, or of parts, has 8 bits."""
_BLOCK = 1 << 18
"""About so many answers are computed at a time: they fit a processor's cache."""
_MOST_IMAGES = 1 << 22
"""Where columns can be permuted in more ways, kinds in a state of play are for colours alone."""
_ROWS, _PAIRS = 128, 1 << 20
"""With many secrets a block has this many questions, though no more than this many answers."""


@final
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AnswerTable:
    """Q questions, N secrets, A answers, of which the last one wins.

    questions: integer[Q, pegs], and secrets: integer[N, pegs], cells, ascending.  own: int32[N],
    the number of each secret as a question.  answers: uint8[Q, N], the number of each answer; in
    memory those of one secret are neighbours, because a state of play has few secrets and rules
    look at all questions.
    """

    finite: FiniteGame
    questions: NDArray[Any]
    secrets: NDArray[Any]
    own: NDArray[np.int32]
    answers: NDArray[np.uint8]

    def __repr__(self) -> str:
        questions, secrets = self.answers.shape
        return f"<AnswerTable of {self.finite.title}: {questions} x {secrets}>"

    @property
    def winning(self) -> int:
        return self.finite.winning


def make_table(finite: FiniteGame, memory: int, tick: Tick = no_tick) -> AnswerTable:
    """The table of a game; `Refused` when it takes more than *memory* bytes."""
    check_memory(finite, table_bytes(finite), memory)
    questions, secrets = cells(finite)
    answers = np.empty((len(secrets), len(questions)), np.uint8).T
    for block in blocks(len(questions), len(secrets)):
        answers[block] = finite.game.numbers(questions[block], secrets)
        tick()
    return AnswerTable(finite, questions, secrets, own_questions(finite), answers)


def table_bytes(finite: FiniteGame) -> int:
    """The bytes of a table; `Refused` when the game has too many words or answers for one."""
    check_size(finite)
    return finite.question_count * finite.secret_count


def check_size(finite: FiniteGame) -> None:
    """`Refused` when a game has too many words or answers for any table."""
    finite.check_listable()
    if len(finite.answers) > MOST_ANSWERS:
        raise Refused(
            f"{finite.title} has {len(finite.answers):,} answers; at most {MOST_ANSWERS} are "
            "treated"
        )


def check_memory(finite: FiniteGame, needed: int, memory: int) -> None:
    """`Refused` when a table takes more than the memory that is allowed."""
    if needed > memory:
        raise Refused(
            f"{finite.title}: the table of answers takes {needed >> 20:,} MB, more "
            f"than the {memory >> 20:,} MB that are allowed (--memory)"
        )


def cells(finite: FiniteGame) -> tuple[NDArray[Any], NDArray[Any]]:
    """The cells of all questions and of all secrets: integer[words, pegs] each."""
    kind = np.uint8 if finite.colours <= 256 else np.uint16
    questions, secrets = finite.questions, finite.secrets
    return (
        np.array(questions, kind).reshape(len(questions), finite.pegs),
        np.array(secrets, kind).reshape(len(secrets), finite.pegs),
    )


def own_questions(finite: FiniteGame) -> NDArray[np.int32]:
    """The number of each secret as a question: int32[N]."""
    places = {word: number for number, word in enumerate(finite.questions)}
    return np.array([places[word] for word in finite.secrets], np.int32)


def blocks(questions: int, secrets: int) -> Iterator[slice]:
    """Consecutive slices of the questions, each to be answered at a time.

    They are so small that a caller's tick comes every second or so, even where the game's own
    `compare` needs 1 µs for a pair.
    """
    secrets = max(1, secrets)
    rows = max(_BLOCK // secrets, min(_ROWS, _PAIRS // secrets), 1)
    return (slice(first, first + rows) for first in range(0, questions, rows))


def orbits(finite: FiniteGame) -> NDArray[np.int64]:
    """For each question the least number of a question equivalent to it by symmetry: int64[Q]."""
    questions, _ = cells(finite)
    codes = word_codes(questions, finite.colours)
    images = [
        np.searchsorted(codes, word_codes(image(questions), finite.colours))
        for image in finite.symmetry.generators()
    ]
    return merged(np.arange(len(questions)), images)


def kinds(finite: FiniteGame) -> NDArray[np.int64]:
    """For each question the least number of a question of its kind, at the beginning of a game
    (`orbits`) or in a state of play.

    There symmetries count that map each question so far to itself: permutations of columns and
    colours.  They keep what is left, so questions of one kind are equally good.
    """
    if not finite.after:
        return orbits(finite)
    symmetry = finite.whole.symmetry
    questions = symmetry.to_symbols(cells(finite)[0])
    history = symmetry.to_symbols(np.array([word for word, _ in finite.after]))
    fixing = list(_fixing(symmetry, history))
    if len(fixing) * len(questions) > _MOST_IMAGES:
        fixing = fixing[:1]  # the identity of columns
    codes = reduce(np.minimum, (_code(symmetry, questions, *one) for one in fixing))
    _, first, inverse = np.unique(codes, return_index=True, return_inverse=True)
    of_each: NDArray[np.int64] = first[inverse].astype(np.int64)
    return of_each


def _fixing(
    symmetry: Symmetry, history: NDArray[Any]
) -> Iterator[tuple[tuple[int, ...], dict[int, int]]]:
    """The symmetries that map some questions to themselves: what the columns become, and the
    symbols of the questions; all other symbols may become any others."""
    for order in symmetry.column_orders():
        renamed: dict[int, int] = {}
        pairs = zip(history[:, order].flat, history.flat, strict=True)
        if not all(renamed.setdefault(int(one), int(other)) == other for one, other in pairs):
            continue
        if symmetry.renamings is Colours.FIXED:
            is_symmetry = all(one == other for one, other in renamed.items())
        else:
            is_symmetry = len({*renamed.values()}) == len(renamed)
        if is_symmetry:
            yield order, renamed


def _code(
    symmetry: Symmetry, questions: NDArray[Any], order: tuple[int, ...], renamed: dict[int, int]
) -> NDArray[np.int64]:
    """A number for the image of each question, in which free symbols are named as they occur."""
    images = np.arange(symmetry.symbols)
    if symmetry.renamings is not Colours.FIXED:
        images[:] = -1
        images[[*renamed]] = [*renamed.values()]
    moved = questions[:, order]
    named = images[moved]
    for column in range(symmetry.pegs):
        for earlier in range(column + 1):
            new = (named[:, column] < 0) & (moved[:, column] == moved[:, earlier])
            named[new, column] = symmetry.symbols + earlier
    return word_codes(named, symmetry.symbols + symmetry.pegs)


def merged(first: NDArray[np.int64], images: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    """For each of the numbers 0, 1, ... the least number in its orbit under a group.

    first: for each number some number of its orbit that is not greater, such as itself.  images:
    permutations that generate the group.
    """
    while True:
        before = first
        for image in images:
            # A cycle hands its least number around; those of numbers already met speed it up.
            first = np.minimum(first, first[image])
        first = first[first]
        if (first == before).all():
            return first


def word_codes(words: NDArray[Any], colours: int) -> NDArray[np.int64]:
    """Words read as numbers in base *colours*, which are in the order of words: int64[words]."""
    codes = np.zeros(len(words), np.int64)
    for column in words.T:
        codes = codes * colours + column
    return codes
