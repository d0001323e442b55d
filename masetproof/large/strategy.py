"""A codebreaker as a strategy: what it asks after any answers.

So it is played, replayed and drawn like any other strategy, and on a small board it is a tree.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import final

from masetproof.arguments import as_seed
from masetproof.finite.setting import FiniteGame
from masetproof.large.breaker import Codebreaker, Method
from masetproof.large.crack import checked_method, codebreaker
from masetproof.strategies.strategy import FunctionStrategy, Position, Strategy
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
    _standing: list[Codebreaker] = field(default_factory=list, init=False, compare=False)
    """The codebreaker of the position that was looked at last."""

    def __post_init__(self) -> None:
        _, method = checked_method(self.finite, self.method)
        object.__setattr__(self, "method", method)
        object.__setattr__(self, "seed", as_seed(self.seed))

    def __repr__(self) -> str:
        return f"<CodebreakerStrategy of {self.finite.title}: {self.method}, seed {self.seed}>"

    def start(self) -> Position:
        return FunctionStrategy(self.finite, self._ask).start()

    def _ask(self, state: FiniteGame) -> Word:
        """The question of the codebreaker in a state of play.

        A codebreaker cannot be copied: the one of the position before goes on, and for any other
        position a new one gets all answers.
        """
        told = [self.finite.answers[number] for _, number in state.after]
        breaker = self._standing.pop() if self._standing else None
        if breaker is None or [turn.answer for turn in breaker.history] != told[:-1]:
            breaker = codebreaker(self.finite, self.method, seed=self.seed)
        for answer in told[len(breaker.history) :]:
            breaker.hear(answer)
        self._standing.append(breaker)
        return breaker.question
