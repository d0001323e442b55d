"""All questions and secrets of a finite game, with their answers.

Whatever plays a finite game against all its secrets works on this table: the search, and the rules
that strategies follow.  A table that would need too much memory is `Refused`.

Questions, secrets and answers have numbers, their places in `FiniteGame.questions`, `secrets` and
`answers`.  So a secret has two numbers, one as a secret and one as a question.

Words of eight letters have 6,554 answers, of which a question has a few hundred at most.  Where
there are more than `MOST_ANSWERS`, the answers to each question are numbered anew: those that some
secret gives are 0, 1, ... in their order, and the last number wins in every question (`Given`).
With words of six letters ``bbbbbb``, ``bbbbyb`` and ``ybbbbb`` may be 0, 1 and 2 of one question.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused
from masetproof.finite.setting import MOST_WORDS, FiniteGame
from masetproof.games.symmetry import Colours, Symmetry
from masetproof.progress import Tick, no_tick
from masetproof.words import Word

MEMORY = 4 << 30
"""The most bytes of a table of answers, where no other limit is given."""
MOST_ANSWERS = 250
"""The most different answers to a question in a search: a number of an answer, or of parts, has 8
bits."""
_MOST_NUMBERED = 1 << 13
"""The most answers of a game."""
_WINS = (1 << 16) - 1
"""The winning answer, until it is known how many others there are."""
_BLOCK = 1 << 18
"""About so many answers are computed at a time: they fit a processor's cache."""
_MOST_IMAGES = 1 << 22
"""Where columns can be permuted in more ways, kinds in a state of play are for colours alone."""
_ROWS, _PAIRS = 128, 1 << 20
"""With many secrets a block has this many questions, though no more than this many answers."""


Given = NDArray[np.uint16]
"""[Q, A]: for each question the answers that some secret gives, ascending, and then, up to the last
one, the one that wins."""


@final
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AnswerTable:
    """Q questions, N secrets, A answers, of which the last one wins.

    questions: integer[Q, pegs], and secrets: integer[N, pegs], cells, ascending.  own: int32[N],
    the number of each secret as a question.  answers: [Q, N], the number of each answer, uint8 up
    to `MOST_ANSWERS`, otherwise uint16; in memory those of one secret are neighbours, because a
    state of play has few secrets and rules look at all questions.  given: where the answers to each
    question are numbered anew, what they are in the game.
    """

    finite: FiniteGame
    questions: NDArray[Any]
    secrets: NDArray[Any]
    own: NDArray[np.int32]
    answers: NDArray[Any]
    given: Given | None = None

    def __repr__(self) -> str:
        questions, secrets = self.answers.shape
        return f"<AnswerTable of {self.finite.title}: {questions} x {secrets}>"

    @property
    def winning(self) -> int:
        return self.finite.winning if self.given is None else self.given.shape[1] - 1

    def number(self, question: int, answer: int) -> int:
        """The number here of an answer of the game; -1 where no secret gives it."""
        if self.given is None or answer == self.finite.winning:
            return answer if self.given is None else self.winning
        return number_of(self.given[question], answer)

    def answer(self, question: int, number: int) -> int:
        """The answer of the game that has this number here."""
        return number if self.given is None else int(self.given[question, number])


def is_wide(finite: FiniteGame) -> bool:
    """Whether the answers to each question are numbered anew."""
    return len(finite.answers) > MOST_ANSWERS


def number_of(given: NDArray[np.uint16], answer: int) -> int:
    """The place of an answer among those that are given to a question; -1 where it is not there."""
    place = bisect_left(given, answer)
    return place if place < len(given) and given[place] == answer else -1


def numbered_anew(
    finite: FiniteGame, numbers: NDArray[Any]
) -> Iterator[tuple[NDArray[np.uint16], NDArray[np.int64]]]:
    """For each question, a row of answers, their new numbers, with `_WINS` for the winning one;
    and the others that are given, ascending."""
    places = np.empty(finite.winning + 1, np.uint16)
    for row in numbers:
        seen = np.zeros(finite.winning + 1, bool)
        seen[row] = True
        given = np.flatnonzero(seen[:-1])
        places[given], places[-1] = range(len(given)), _WINS
        yield places[row], given


def _padded(finite: FiniteGame, given: list[NDArray[np.int64]]) -> Given:
    """What answers are in the game, as an array; the winning one stands behind all others."""
    result = np.full((len(given), max(map(len, given)) + 1), finite.winning, np.uint16)
    for row, answers in zip(result, given, strict=True):
        row[: len(answers)] = answers
    return result


def _wide_table(finite: FiniteGame, tick: Tick) -> tuple[NDArray[Any], Given]:
    """The answers of a game that has many, numbered anew."""
    questions, secrets = cells(finite)
    answers = np.empty((len(secrets), len(questions)), np.uint16).T
    given: list[NDArray[np.int64]] = []
    for block in blocks(len(questions), len(secrets)):
        told = finite.game.numbers(questions[block], secrets)
        for row, (numbers, others) in zip(told, numbered_anew(finite, told), strict=True):
            row[:] = numbers
            given.append(others)
        answers[block] = told
        tick()
    padded = _padded(finite, given)
    answers[answers == _WINS] = padded.shape[1] - 1
    few = padded.shape[1] <= MOST_ANSWERS
    return (answers.T.astype(np.uint8).T if few else answers), padded


def make_table(finite: FiniteGame, memory: int, tick: Tick = no_tick) -> AnswerTable:
    """The table of a game; `Refused` when it takes more than *memory* bytes."""
    check_memory(finite, table_bytes(finite), memory)
    questions, secrets = cells(finite)
    if is_wide(finite):
        wide, given = _wide_table(finite, tick)
        return AnswerTable(finite, questions, secrets, own_questions(finite), wide, given)
    answers = np.empty((len(secrets), len(questions)), np.uint8).T
    for block in blocks(len(questions), len(secrets)):
        answers[block] = finite.game.numbers(questions[block], secrets)
        tick()
    return AnswerTable(finite, questions, secrets, own_questions(finite), answers)


def table_bytes(finite: FiniteGame) -> int:
    """The bytes of a table; `Refused` when the game has too many words or answers for one.

    Where answers are numbered anew, there are two tables for a moment, and a row of `Given`.
    """
    check_size(finite)
    pairs = finite.question_count * finite.secret_count
    if not is_wide(finite):
        return pairs
    return 4 * pairs + 2 * finite.question_count * min(finite.secret_count, finite.winning)


def check_size(finite: FiniteGame, most: int = MOST_WORDS) -> None:
    """`Refused` when a game has more than *most* words, or too many answers for their numbers."""
    finite.check_listable(most)
    if len(finite.answers) > _MOST_NUMBERED:
        raise Refused(
            f"{finite.title} has {len(finite.answers):,} answers; at most {_MOST_NUMBERED:,} are "
            "treated"
        )


def check_few(finite: FiniteGame, answers: int) -> None:
    """`Refused` when a question has more different answers than a search can number."""
    if answers > MOST_ANSWERS:
        raise Refused(
            f"{finite.title}: a question has {answers - 1:,} different answers here; searches have "
            f"at most {MOST_ANSWERS - 1}, rules (evaluate, hint) have more"
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
    asked = np.array(questions, kind).reshape(len(questions), finite.pegs)
    if secrets is questions:
        return asked, asked
    return asked, np.array(secrets, kind).reshape(len(secrets), finite.pegs)


def own_questions(finite: FiniteGame) -> NDArray[np.int32]:
    """The number of each secret as a question: int32[N]."""
    questions, secrets = finite.questions, finite.secrets
    if secrets is questions:
        return np.arange(len(questions), dtype=np.int32)
    places = {word: number for number, word in enumerate(questions)}
    return np.array([places[word] for word in secrets], np.int32)


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
    (`orbits`) or in a state of play (`kinds_behind`)."""
    if not finite.after:
        return orbits(finite)
    return kinds_behind(finite.whole, [word for word, _ in finite.after])


def kinds_behind(finite: FiniteGame, asked: Sequence[Word]) -> NDArray[np.int64]:
    """For each question the least number of a question of its kind, behind some of a whole game.

    Symmetries count that map each question so far to itself: permutations of columns and colours.
    They keep what is left, so questions of one kind are equally good.
    """
    symmetry = finite.symmetry
    questions = symmetry.to_symbols(cells(finite)[0])
    history = symmetry.to_symbols(np.array([*asked], np.int64).reshape(-1, finite.pegs))
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
