"""A codebreaker as a strategy: what it asks after any answers.

So it is played, replayed and drawn like any other strategy, and on a small board it is a tree.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import final

from masetproof.arguments import as_seed
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import Answer
from masetproof.large.breaker import Codebreaker, Method
from masetproof.large.crack import checked_method, codebreaker
from masetproof.strategies.strategy import Strategy
from masetproof.words import Word


@final
@dataclass(frozen=True, slots=True, repr=False)
class CodebreakerStrategy(Strategy):
    """A method of `masetproof.large`, with what it draws fixed by a seed.

    It asks what `crack` asks with this seed.  `Refused` for other arguments, and when the method
    does not play this game.  A position whose answers no secret gives raises `Contradiction` as
    soon as the codebreaker notices.

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
        return _Position(self)


@final
@dataclass(frozen=True, eq=False, repr=False)
class _Position:
    """What the codebreaker asks after some answers.

    A codebreaker cannot be copied.  The one that stands here goes on to the position after this one
    that is looked at first; for any other one a new codebreaker is told all answers.

    before: the codebreaker that stands at the position before, if it is still there.
    """

    strategy: CodebreakerStrategy
    heard: tuple[Answer, ...] = ()
    before: list[Codebreaker] = field(default_factory=list)
    standing: list[Codebreaker] = field(default_factory=list)

    @cached_property
    def question(self) -> Word:
        """What it asks; `Contradiction` when it finds that no secret gives the answers."""
        try:
            breaker, untold = self.before.pop(), self.heard[-1:]
        except IndexError:
            finite, method, seed = self.strategy.finite, self.strategy.method, self.strategy.seed
            breaker, untold = codebreaker(finite, method, seed=seed), self.heard
        for answer in untold:
            breaker.hear(answer)
        question = breaker.question
        self.standing.append(breaker)
        return question

    def after(self, answer: int) -> _Position:
        """The position after one more answer; nothing is thought of yet."""
        told: Answer = self.strategy.finite.answers[answer]
        return _Position(self.strategy, (*self.heard, told), self.standing)
