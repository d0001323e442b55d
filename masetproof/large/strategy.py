"""A codebreaker as a strategy: what it asks after any answers.

So it is played, replayed and drawn like any other strategy, and on a small board it is a tree.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import final

from masetproof.arguments import as_seed
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import Answer
from masetproof.large.breaker import Codebreaker, Method
from masetproof.large.crack import checked_method, codebreaker
from masetproof.strategies.strategy import Strategy
from masetproof.words import Word

__all__ = ["CodebreakerStrategy"]


@final
@dataclass(frozen=True, slots=True, repr=False)
class CodebreakerStrategy(Strategy):
    """A method of `masetproof.large`, with what it draws fixed by a seed.

    It asks what `crack` asks with this seed.  `Refused` when an argument is none, or the method is
    not for this game.  A position whose answers no secret gives raises `Contradiction` as soon as
    the codebreaker notices.

    >>> strategy = CodebreakerStrategy(FiniteGame("mastermind", 4, 6), "sieve", seed=1)
    >>> [strategy.finite.text(question) for question, _ in strategy.path("5025")][-1]
    '5025'
    """

    finite: FiniteGame
    method: Method = Method.SAMPLE
    seed: int = 0

    def __post_init__(self) -> None:
        _, method = checked_method(self.finite, self.method)
        object.__setattr__(self, "method", method)
        object.__setattr__(self, "seed", as_seed(self.seed))

    def __repr__(self) -> str:
        return f"<CodebreakerStrategy of {self.finite.title}: {self.method}, seed {self.seed}>"

    def start(self) -> _Position:
        """Before the first question."""
        return _Position(self, ())


@final
class _Position:
    """What the codebreaker asks after some answers.

    A codebreaker cannot be copied.  The one that stands here goes on to the position after this one
    that is looked at first; for any other one a new codebreaker is told all answers.
    """

    def __init__(
        self,
        strategy: CodebreakerStrategy,
        heard: tuple[Answer, ...],
        before: _Position | None = None,
    ) -> None:
        self._strategy, self._heard, self._before = strategy, heard, before
        self._standing: list[Codebreaker] = []

    @cached_property
    def question(self) -> Word:
        """What it asks; `Contradiction` when it finds that no secret gives the answers."""
        standing = self._before._standing if self._before else []
        try:
            breaker, untold = standing.pop(), self._heard[-1:]
        except IndexError:
            strategy, untold = self._strategy, self._heard
            breaker = codebreaker(strategy.finite, strategy.method, seed=strategy.seed)
        for answer in untold:
            breaker.hear(answer)
        question = breaker.question
        self._standing.append(breaker)
        return question

    def after(self, answer: int) -> _Position:
        """The position after one more answer; nothing is thought of yet."""
        told: Answer = self._strategy.finite.answers[answer]
        return _Position(self._strategy, (*self._heard, told), self)
