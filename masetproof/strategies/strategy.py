"""What a strategy is: what to ask in a state of play, given as the history so far.

A strategy is walked position by position: `start` gives the first question, `after` an answer the
next one.  Nothing is made before it is asked for, so a path costs no more than its own questions.
A `StrategyTree` is a strategy, too, whose positions are its nodes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Protocol

from masetproof.arguments import Refused, shown
from masetproof.finite.setting import FiniteGame
from masetproof.words import Word

__all__ = ["Position", "Strategy"]


class Position(Protocol):
    """A state of play as a strategy sees it."""

    @property
    def question(self) -> Word:
        """What the strategy asks here."""

    def after(self, answer: int) -> Position:
        """The position after the answer of that number (`FiniteGame.answers`).

        For an answer that some secret gives that is still possible here, and that does not win;
        what happens for other ones is for the strategy to say.
        """


class Strategy(ABC):
    """A strategy of a finite game.  Nothing is claimed of it: `trees.replay` finds out."""

    __slots__ = ()

    finite: FiniteGame

    @abstractmethod
    def start(self) -> Position:
        """The position before the first question."""

    def next_question(self, history: Sequence[tuple[Word, int]] = ()) -> Word:
        """What to ask after these questions with the numbers of their answers.

        `Refused` when the history is not of this strategy, which asked something else.
        """
        position = self.start()
        for question, number in self.finite.as_history(history):
            if question != position.question:
                asked, told = map(self.finite.text, (position.question, question))
                raise Refused(f"this strategy asks {asked}, not {shown(told)}")
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
