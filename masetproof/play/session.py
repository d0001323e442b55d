"""Both sides of one game: a person guesses the program's secret, or the program a person's.

Nothing here prints or reads; what happens comes back as values.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from masetproof.arguments import Refused, as_count, as_instance, as_member, as_seed
from masetproof.finite.contradictions import Conflict, conflict_of
from masetproof.finite.setting import FiniteGame
from masetproof.play.codemaker import CodemakerKind
from masetproof.play.missing import beyond, beyond_of
from masetproof.play.named import strategy_named
from masetproof.strategies.rules import USUAL
from masetproof.strategies.strategy import Position, Strategy
from masetproof.trees.tree import checked_strategy
from masetproof.words import Word

if TYPE_CHECKING:
    from numpy.typing import NDArray


@final
@dataclass(frozen=True, slots=True)
class Guess:
    """A question and its answer.  number: of the question, from 1.  possible: it might have won."""

    number: int
    question: Word
    answer: int
    won: bool
    possible: bool


@final
class Keeping:
    """The program keeps a secret, or has not chosen one, and a person guesses.

    codemaker: a `CodemakerKind` or its text.  secret: None as long as none is chosen; for a
    codemaker that has one, a word or its text, by default one that is drawn, the same for the same
    seed.
    state: the game after the questions so far.
    """

    def __init__(
        self,
        finite: FiniteGame,
        secret: Word | str | None = None,
        seed: int | None = None,
        codemaker: CodemakerKind | str = CodemakerKind.RANDOM,
    ) -> None:
        self.state = as_instance(FiniteGame, finite, "the game")
        self.codemaker = as_member(CodemakerKind, codemaker)
        self.guesses: list[Guess] = []
        self.secret: Word | None = None
        if not self.codemaker.has_secret:
            if secret is not None or seed is not None:
                raise Refused(f"the codemaker {self.codemaker.value} has no secret, nor a seed")
        elif secret is None:
            drawn = random.Random(None if seed is None else as_seed(seed))
            weights = finite.weights
            if weights is None:
                self.secret = drawn.choice(finite.secrets)
            else:
                (self.secret,) = drawn.choices(finite.secrets, [*map(float, weights)])
        else:
            self.secret = finite.as_secret(secret)
        self._left: _Left | None = None

    @property
    def won(self) -> bool:
        return bool(self.guesses) and self.guesses[-1].won

    def ask(self, question: Word | str) -> Guess:
        """The answer to a question; `Refused` when it may not be asked, or the game is over."""
        if self.won:
            raise Refused("the secret was found")
        word = self.state.as_question(question)
        self.state.required.check(word, self.state.text)
        if self._left is None:
            self._left = _Left(self.state)
        possible = word in self._left
        if self.state.consistent_only and not possible:
            raise Refused(f"{self.state.text(word)} cannot be the secret, so it may not be asked")
        if self.secret is None:
            number = self.codemaker.answer(self.state, word, self._left.sizes(word))
        else:
            number = self.state.game.number(self.secret, word)
        guess = Guess(len(self.guesses) + 1, word, number, number == self.state.winning, possible)
        self.guesses.append(guess)
        self._left.keep(word, number)
        if guess.won:
            self.secret = word
        else:
            self.state = self.state.then(word, number)
        return guess


@final
class _Left:
    """The secrets that are left, as a set that shrinks answer by answer."""

    def __init__(self, finite: FiniteGame) -> None:
        secrets = finite.secrets
        kind = np.uint8 if finite.colours <= 256 else np.uint16
        self._cells = np.array(secrets, kind).reshape(len(secrets), finite.pegs)
        self._places = {word: place for place, word in enumerate(secrets)}
        self._is_left = np.ones(len(secrets), bool)
        self._game = finite.game

    def __contains__(self, word: Word) -> bool:
        place = self._places.get(word)
        return place is not None and bool(self._is_left[place])

    def sizes(self, question: Word) -> dict[int, int]:
        """How many secrets give each answer, by its number."""
        _, numbers = self._answered(question)
        return Counter(numbers.tolist())

    def keep(self, question: Word, answer: int) -> None:
        places, numbers = self._answered(question)
        self._is_left[places] = numbers == answer

    def _answered(self, question: Word) -> tuple[NDArray[Any], NDArray[Any]]:
        """The places of the secrets, and the numbers of their answers."""
        (places,) = np.nonzero(self._is_left)
        asked = np.array([question], self._cells.dtype)
        return places, self._game.numbers(asked, self._cells[places])[0]


@final
class Guessing:
    """A strategy guesses, and a person keeps the secret.

    state: the game after the answers so far.  When no word of a list is left, a game of words goes
    on with other words (`is_beyond`), and with the usual rule in place of the strategy.

    found: the secret, once the winning answer was given.  Where words are too many to list, only
    the strategy may notice a contradiction; then `answer` raises `Contradiction`, as it cannot say
    which answers contradict each other.
    """

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = checked_strategy(strategy)
        self._positions: list[tuple[FiniteGame, Position]] = [(strategy.finite, strategy.start())]
        self.found: Word | None = None

    @property
    def state(self) -> FiniteGame:
        return self._positions[-1][0]

    @property
    def is_beyond(self) -> bool:
        """Whether the secret is none of the list."""
        return bool(beyond_of(self.state))

    @property
    def question(self) -> Word:
        return self._positions[-1][1].question

    def answer(self, answer: int | str) -> Conflict | None:
        """Accept an answer, its number or its text; returns the conflict if it contradicts others.

        A contradiction changes nothing: an answer is to be given again, this one or, after `back`,
        another one.  `Refused` when it is no answer.
        """
        question, state = self.question, self.state
        number = state.as_answer(answer)
        if number == state.winning:
            self.found = question
            return None
        after = state.then(question, number)
        conflict = conflict_of(after) if state.is_listable else None
        position: Position
        if conflict is None:
            position = self._positions[-1][1].after(number)
            if not state.is_listable:
                _ = position.question  # the strategy may notice a contradiction
        else:
            wider = beyond(after, conflict)
            if isinstance(wider, Conflict):
                return wider
            after = wider
            position = strategy_named(USUAL, wider).start()
        self._positions.append((after, position))
        return None

    def back(self, number: int) -> None:
        """Go back to a question, from 1, so that it is answered again."""
        number = as_count(number, "the number of a question", 1, len(self._positions))
        del self._positions[number:]
        self.found = None
