"""A strategy: a question for every state of play, given as the history so far.

A strategy is walked position by position: `start` gives the first question, `after` an answer the
next one.  Everything is computed on demand, so a path costs no more than its own questions.  A
`StrategyTree` is a strategy, too, whose positions are its nodes.  So is any function from a state
of play to a question (`FunctionStrategy`): a person's own strategy, or the search with little time
for each question.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, final

from masetproof.arguments import Refused, as_instance, shown
from masetproof.finite.setting import FiniteGame
from masetproof.words import Word

Question = Callable[[FiniteGame], "Word | str"]
"""A function from a state of play, which is the game after some questions, to a question."""


class Position(Protocol):
    """A state of play as a strategy sees it."""

    @property
    def question(self) -> Word:
        """The question here."""

    def after(self, answer: int) -> Position:
        """The position after the answer of that number (`FiniteGame.answers`).

        The answer does not win, and some secret that is still possible gives it; a strategy may do
        anything when given another answer.
        """


class Strategy(ABC):
    """A strategy of a finite game.  It claims no value; `trees.replay` computes it."""

    __slots__ = ()

    finite: FiniteGame

    @abstractmethod
    def start(self) -> Position:
        """The position before the first question."""

    def next_question(self, history: Sequence[tuple[Word, int]] = ()) -> Word:
        """The question after these questions with the numbers of their answers.

        `Refused` when the history is not of this strategy, which asked something else.
        """
        position = self.start()
        for question, number in self.finite.as_history(history):
            if question != position.question:
                expected, asked = map(self.finite.text, (position.question, question))
                raise Refused(f"this strategy asks {expected}, not {shown(asked)}")
            position = position.after(number)
        return position.question

    def path(self, secret: Word | str) -> Iterator[tuple[Word, int]]:
        """The questions that find a secret, one by one, each with the number of its answer.

        The last answer wins.  `Refused` when the secret is none of the game.
        """
        return self._path(self.finite.as_secret(secret))

    def _path(self, hidden: Word) -> Iterator[tuple[Word, int]]:
        position = self.start()
        while True:
            number = self.finite.game.number(hidden, position.question)
            yield position.question, number
            if number == self.finite.winning:
                return
            position = position.after(number)


@final
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class FunctionStrategy(Strategy):
    """A strategy from a function.

    ask: takes the game after the questions asked so far (`FiniteGame.after` has these, `secrets`
    what is left) and returns a question, a word or its text.  It should return the same whenever it
    is asked the same.

    `Refused` when *finite* is no game or *ask* no function; what *ask* returns is checked when it
    is played.

    >>> first = FunctionStrategy(FiniteGame("ab", 2, 3), lambda game: game.secrets[0])
    >>> replay(first).total
    13
    """

    finite: FiniteGame
    ask: Question

    def __post_init__(self) -> None:
        as_instance(FiniteGame, self.finite, "the game of a strategy")
        if not callable(self.ask):
            raise Refused(f"a strategy is a function of a state of play, not {shown(self.ask)}")

    def __repr__(self) -> str:
        name = getattr(self.ask, "__name__", type(self.ask).__name__)
        return f"<FunctionStrategy of {self.finite.title}: {name}>"

    def start(self) -> _AskedPosition:
        return _AskedPosition(self.ask, self.finite)


@final
@dataclass(frozen=True, eq=False, repr=False)
class _AskedPosition:
    ask: Question
    state: FiniteGame

    @cached_property
    def question(self) -> Word:
        """The result of the function; `Refused` when it is no question of the game."""
        returned = self.ask(self.state)
        word = self.state.parse(returned) if isinstance(returned, str) else returned
        if not isinstance(word, tuple):
            raise Refused(f"the strategy says {shown(returned)}, which is no word")
        self.state.as_question(word)
        return word

    def after(self, answer: int) -> _AskedPosition:
        return _AskedPosition(self.ask, self.state.then(self.question, answer))
