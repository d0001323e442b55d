"""Strategies that are a function: what to ask in a state of play.

A person's own strategy is one, and so is the search with little time for each question.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import final

from masetproof.arguments import Refused, as_instance, shown
from masetproof.finite.setting import FiniteGame
from masetproof.strategies.strategy import Strategy
from masetproof.words import Word

__all__ = ["FunctionStrategy", "Question"]

Question = Callable[[FiniteGame], "Word | str"]
"""What to ask in a state of play, which is the game after the questions that were asked."""


@final
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class FunctionStrategy(Strategy):
    """A strategy from a function.

    ask: takes the game after the questions asked so far (`FiniteGame.after` has these, `secrets`
    what is left) and returns a question, a word or its text.  It should return the same whenever it
    is asked the same.

    `Refused` when the parts are of other types; what *ask* returns is checked when it is played.

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

    def start(self) -> _Position:
        """The state of play of the game itself."""
        return _Position(self.ask, self.finite)


@final
@dataclass(frozen=True, eq=False, repr=False)
class _Position:
    ask: Question
    state: FiniteGame

    @cached_property
    def question(self) -> Word:
        """What the function says; `Refused` when that is no question of the game."""
        said = self.ask(self.state)
        word = self.state.parse(said) if isinstance(said, str) else said
        if not isinstance(word, tuple):
            raise Refused(f"the strategy says {shown(said)}, which is no word")
        self.state.check_question(word)
        return word

    def after(self, answer: int) -> _Position:
        """The state of play after one more answer."""
        return _Position(self.ask, self.state.then(self.question, answer))
