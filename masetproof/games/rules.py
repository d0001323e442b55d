"""What a game is: its answers, how it is won, its words and its symmetry.

Rules know nothing of size: a `Game` answers for words of any length.  `masetproof.finite` puts the
numbers to it.  A new game is a subclass in a file of its own; `answers` and `compare` are all that
it must say, and the tests hold every registered game to what its other methods promise.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import permutations, product
from math import perm
from typing import TYPE_CHECKING, Any

from masetproof.arguments import Refused, as_count, shown
from masetproof.games.symmetry import Symmetry
from masetproof.notebook import Shown
from masetproof.words import (
    COLOUR_LIMIT,
    MOST_LISTED,
    SYMBOLS,
    Word,
    as_word,
    parse_word,
    word_text,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.unsignedinteger[Any]]

_MOST_COLOURS = 1 << 16
"""Words are listed for at most this many colours."""
_COLOURS = frozenset(range(COLOUR_LIMIT))


class Game(Shown, ABC):
    """The rules of one deductive game.

    name: as on the command line.  label: as in equation labels.  title: for people.

    Words are tuples of cells; their order is that of tuples.  Methods that take numbers or words
    raise `Refused` when these make no sense in the game; `compare` and `number` are for words that
    were checked before.  The game is won when the question is the secret, whatever `compare` says:
    tables and the search rest on it.
    """

    name: str
    label: str
    title: str
    repeats: bool = True
    """Whether a colour may occur twice in a word that is asked."""
    distinct_secrets: bool = False
    """Whether no colour occurs twice in a secret, though it may in a question."""
    not_a_word = "repeats a colour"
    """How a message goes on about cells that are no word: 00 "repeats a colour"."""
    usual: tuple[int, int] | None = None
    """The pegs and colours when players name none; None where they always do."""
    most_pegs = 1_000_000
    """The most pegs that words may have."""
    has_marks = False
    """Whether an answer has a mark for each cell of the question: ``g``, ``y`` or ``b``."""
    weights: Mapping[Word, Fraction] | None = None
    """How likely each secret is, in proportion; None where all are equally likely."""
    data_title = "nothing else"
    """The name of the data of a game in messages, where it needs some (`data`)."""

    def __repr__(self) -> str:
        return f"<{self.title}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and type(other) is type(self) and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)

    # ------------------------------------------------------------------------------- the answers

    @abstractmethod
    def answers(self, pegs: int) -> Sequence[Any]:
        """All answers to words of that many cells, in order; the last one wins."""

    @abstractmethod
    def compare(self, secret: Word, question: Word) -> Any:
        """The answer to a question that does not win; it is not used for one that wins."""

    def number(self, secret: Word, question: Word) -> int:
        """The number of the answer in the order of `answers`."""
        numbers = _numbers(self, len(question))
        if secret == question:
            return len(numbers) - 1
        answer = self.compare(secret, question)
        try:
            return numbers[answer]
        except (KeyError, TypeError):  # TypeError: it cannot even be looked up
            words = f"the secret {self.word_text(secret)} and the question"
            raise Refused(
                f"compare of the game {self.name} returns {shown(answer)} for {words} "
                f"{self.word_text(question)}; the answers are {shown([*numbers])}"
            ) from None

    def numbers(self, questions: NDArray[Any], secrets: NDArray[Any]) -> Numbers:
        """`number` of all pairs, [questions, secrets], of arrays of cells, [words, pegs].

        The result is uint8, or uint16 where there are more than 256 answers, as with more than 15
        pegs.
        """
        import numpy as np

        asked, hidden = (list(map(tuple, words.tolist())) for words in (questions, secrets))
        # As `number` has it; the table is looked up once, because its key takes longest.
        compare, place = self.compare, _numbers(self, questions.shape[1])
        won = len(place) - 1
        try:
            numbers = [
                won if secret == word else place[compare(secret, word)]
                for word in asked
                for secret in hidden
            ]
        except (KeyError, TypeError):
            for word, secret in product(asked, hidden):
                self.number(secret, word)  # says what is wrong
            raise
        kind = np.uint8 if won < 256 else np.uint16
        told: NDArray[Any] = np.array(numbers, kind)
        return told.reshape(len(asked), len(hidden))

    def answer(self, secret: Word | str, question: Word | str) -> Any:
        """The answer to *question* when *secret* is the secret; each is cells or a text."""
        hidden, asked = self.as_word(secret, "a secret"), self.as_word(question, "a question")
        check_lengths(hidden, asked)
        return self.answers(len(asked))[self.number(hidden, asked)]

    def answer_text(self, answer: Any) -> str:
        """The answer as text, as files of trees have it: `str`, unless a game overrides this."""
        return str(answer)

    def typed_answer(self, text: str) -> str:
        """The text of an answer that players may write in other ways; `Refused` for none at all."""
        return text

    def answer_words(self, answer: Any) -> str:
        """The answer as one says it aloud, such as ``1 black, 2 white``."""
        return self.answer_text(answer)

    def distance(self, one: Any, other: Any) -> int:
        """How large a slip gives one answer for the other; repairs prefer small ones."""
        return int(one != other)

    # --------------------------------------------------------------------------------- the words

    def words(self, pegs: int, colours: int) -> Iterator[Word]:
        """All words that may be asked, ascending."""
        pegs = as_count(pegs, "the number of pegs", 1, MOST_LISTED)
        symbols = range(as_count(colours, "the number of colours", 0, _MOST_COLOURS))
        return product(symbols, repeat=pegs) if self.repeats else permutations(symbols, pegs)

    def secrets(self, pegs: int, colours: int) -> Iterator[Word]:
        """All words that may be the secret, ascending; each may be asked, too."""
        words = self.words(pegs, colours)
        return filter(self.is_secret, words) if self.distinct_secrets else words

    def word_count(self, pegs: int, colours: int) -> int:
        """The number of `words`, without making them."""
        pegs = as_count(pegs, "the number of pegs", 1)
        colours = as_count(colours, "the number of colours")
        return int(colours**pegs) if self.repeats else perm(colours, pegs)

    def secret_count(self, pegs: int, colours: int) -> int:
        """The number of `secrets`, without making them."""
        words = self.word_count(pegs, colours)
        return perm(colours, pegs) if self.distinct_secrets else words

    @property
    def lists_name(self) -> str:
        """The names of the lists that a game of words is made of, where they are known."""
        return ""

    @property
    def secrets_repeat(self) -> bool:
        """Whether a colour may occur twice in a secret."""
        return self.repeats and not self.distinct_secrets

    def least_colours(self, pegs: int) -> int:
        """The least number of colours with which there is a secret."""
        pegs = as_count(pegs, "the number of pegs", 1)
        return 1 if self.secrets_repeat else pegs

    def colours_taken(self, cells: int) -> int:
        """How many colours no other cell of a secret can have, as that many cells have them."""
        return 0 if self.secrets_repeat else cells

    def may_follow(self, cell: int, word: Collection[int]) -> bool:
        """Whether a question may go on with the colour of a cell."""
        return self.repeats or cell not in word

    def is_word(self, word: Word) -> bool:
        """Whether cells that are colours of the game make a word that may be asked."""
        return self.repeats or len(set(word)) == len(word)

    def is_secret(self, word: Word) -> bool:
        """Whether a word that may be asked may be the secret, too."""
        return not self.distinct_secrets or len(set(word)) == len(word)

    def as_word(self, value: object, what: str) -> Word:
        """A word from its cells or its text; `Refused`, which names it *what*, when it is none."""
        return self._as_cells(value, what)

    def _as_cells(self, value: object, what: str, allowed: Set[int] = _COLOURS) -> Word:
        """A word of *allowed* cells, of which no colour repeats where that is against the rules."""
        word = as_word(value, what)
        wrong = next((cell for cell in word if cell not in allowed), None)
        if wrong is not None:
            text = repr(SYMBOLS[wrong]) if 0 <= wrong < len(SYMBOLS) else shown(wrong)
            raise Refused(f"{what} holds no cell {text}")
        if not self.repeats:
            colours = [cell for cell in word if cell < COLOUR_LIMIT]
            if len(set(colours)) < len(colours):
                raise Refused(f"{what} of the {self.name} game repeats no colour")
        return word

    def word_text(self, word: Word) -> str:
        """The word as text: a symbol for each cell, ``?`` for what is no cell."""
        return word_text(word)

    def parse_word(self, text: str) -> Word:
        """The cells that `word_text` writes so, whether they are a word of the game or not."""
        word = parse_word(text)
        for cell in word:
            if cell >= COLOUR_LIMIT:
                told = word_text((cell,))
                raise Refused(f"{told!r} is no colour; they are written 0 to 9 and A to Z")
        return word

    # ------------------------------------------------------------------------ what goes with them

    def check_promises(self) -> None:
        """`Refused` when small words show that it is no game of its class (`register`)."""

    def symmetry(self, pegs: int, colours: int) -> Symmetry:
        """The symmetries of the game with words of *pegs* cells over *colours* colours."""
        return Symmetry(pegs, colours)

    @property
    def distinct_name(self) -> str | None:
        """The name of the game with these answers and words that repeat no colour, if any."""
        return None if self.repeats else self.name

    @property
    def distinct_secrets_name(self) -> str | None:
        """The name of the game with these questions and secrets that repeat no colour, if any."""
        return None if self.secrets_repeat else self.name

    @property
    def all_secrets_name(self) -> str:
        """The name of the game with these questions, all of which may be secrets."""
        return self.name

    def alphabet_of(self, column: int) -> int:
        """The alphabet of a column, numbered from 0: the same one for all columns, or one each.

        Where each has its own, it may also have a number of colours of its own.
        """
        return 0

    @property
    def summary(self) -> str:
        """The rules of words and answers in half a sentence; empty where the title says enough."""
        return ""

    @property
    def size(self) -> tuple[int, int] | None:
        """Pegs and colours, for a game that is a list or a table and has just these."""
        return None

    @cached_property
    def key(self) -> str:
        """A name for files, different for different games: with a digest of what makes it."""
        data = self.data()
        if data is None:
            return self.name
        from hashlib import sha256

        return f"{self.name}-{sha256(json.dumps(data).encode()).hexdigest()[:16]}"

    def data(self) -> object:
        """What defines the game beside its name, such as its words, as a JSON value; or None."""
        return None

    @classmethod
    def of_data(cls, data: object) -> Game:
        """The game of which `data` is this; `Refused` when it is of none."""
        raise Refused(f"the game {cls.name} has no data, such as {shown(data)}")


def check_lengths(secret: Word, question: Word) -> None:
    """`Refused` when a secret and a question differ in length."""
    if len(secret) != len(question):
        raise Refused(
            f"the secret has {len(secret)} cells and the question {len(question)}; "
            "both have one for each peg"
        )


def answers_by_count(
    questions: NDArray[Any],
    secrets: NDArray[Any],
    numbers: Numbers,
    *,
    cells: int,
    colours: int,
) -> Numbers:
    """The numbers of the answers, [questions, secrets], of a game whose answers are a count.

    The count of a pair is *cells* for each cell that agrees, and *colours* for each occurrence of a
    colour that both words have, wherever it stands.  In Mastermind with four pegs cells=1 and
    colours=5 give black + 5 * (black + white).  numbers: the number of the answer for each count.

    Many words are compared at a time; where these are the questions, the answers of a secret are
    neighbours in memory, as in a table of answers.
    """
    import numpy as np

    from masetproof.kernels import LANES, answer_by_count

    swapped = len(questions) >= LANES
    rows, columns = (
        np.ascontiguousarray(words, np.uint16)
        for words in ((secrets, questions) if swapped else (questions, secrets))
    )
    named = 1 + int(columns.max(initial=0)) if colours else 0
    room = (np.zeros((count, LANES), np.uint16) for count in (rows.shape[1], named))
    kind = np.uint8 if numbers.itemsize == 1 else np.int32
    result, unused = np.empty((len(rows), len(columns)), kind), np.empty((0, 0), np.uint8)
    places = (result, unused.view(np.int32)) if kind is np.uint8 else (unused, result)
    answer_by_count(rows, columns, cells, colours, numbers.astype(np.int32), *room, *places)
    answers = result.astype(numbers.dtype, copy=False)
    return answers.T if swapped else answers


def answers_by_sums(
    questions: NDArray[Any],
    secrets: int,
    numbers: Numbers,
    addends: Callable[[list[int]], list[Numbers]],
) -> Numbers:
    """The numbers of the answers, [questions, secrets], of a game whose answers are a sum.

    addends: for a question, rows whose sum has the count for each secret; numbers: the number of
    the answer for each count.  If a question begins with the same rows as the one before it (the
    same objects), their sum is used again, so questions in lexicographic order are quick.
    """
    import numpy as np

    result = np.empty((len(questions), secrets), numbers.dtype)
    added: list[Numbers] = []
    sums = [np.zeros(secrets, numbers.dtype)]
    for row, word in zip(result, questions.tolist(), strict=True):
        rows = addends(word)
        same = 0
        while same < min(len(rows), len(added)) and rows[same] is added[same]:
            same += 1
        del sums[same + 1 :]
        for addend in rows[same:]:
            sums.append(sums[-1] + addend)
        added = rows
        numbers.take(sums[-1], out=row, mode="clip")
    return result


class ListedGame(Game):
    """A game with listed words, called *a_word* in messages, and a size of its own."""

    a_word: str

    def _list(self, words: Iterable[Word], secrets: Iterable[Word]) -> None:
        """Set the words of the game, and which of them may be the secret."""
        self._words, self._secrets = sorted(words), sorted(secrets)
        self._known, self._hidden = frozenset(self._words), frozenset(self._secrets)

    def words(self, pegs: int, colours: int) -> Iterator[Word]:
        return iter(self._words)

    def secrets(self, pegs: int, colours: int) -> Iterator[Word]:
        return iter(self._secrets)

    def word_count(self, pegs: int, colours: int) -> int:
        return len(self._words)

    def secret_count(self, pegs: int, colours: int) -> int:
        return len(self._secrets)

    def is_word(self, word: Word) -> bool:
        return word in self._known

    def is_secret(self, word: Word) -> bool:
        return word in self._hidden

    def as_word(self, value: object, what: str) -> Word:
        word = self.parse_word(value) if isinstance(value, str) else value
        if (
            not isinstance(word, tuple)
            or any(type(cell) is not int for cell in word)
            or word not in self._known
        ):
            raise Refused(f"{what} must be {self.a_word}")
        return word


@lru_cache(maxsize=64)
def _numbers(game: Game, pegs: int) -> dict[Any, int]:
    return {answer: number for number, answer in enumerate(game.answers(pegs))}
