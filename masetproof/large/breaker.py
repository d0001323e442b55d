"""The base class of codebreakers for large boards: each asks, hears answers, can guess any time.

A codebreaker plays one game, from its first question on, and cannot be copied or go back.  It keeps
what the answers showed and no list of the secrets, so its memory grows with the board and the
number of questions.  The one exception is the simplest method, the `Sieve`, which is here, too: it
keeps a list, and accepts only small games.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Sequence
from itertools import permutations, product
from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Choice, Refused
from masetproof.finite.setting import Contradiction, FiniteGame
from masetproof.games.pegs import Answer, PegGame
from masetproof.progress import Tick, no_tick
from masetproof.words import Word

FEWER_THAN = 50_000
"""The sieve accepts only games with fewer secrets."""

Steps = Generator[Word, Answer, None]
"""A generator that yields questions and is sent their answers; it ends if no secret fits them."""


class Method(Choice):
    """How secrets of large boards are found (`masetproof.large`)."""

    DECOMPOSITION = "decomposition"
    SIEVE = "sieve"
    SAMPLE = "sample"


class Turn(NamedTuple):
    """A question and its answer."""

    question: Word
    answer: Answer


def peg_rules(finite: FiniteGame) -> PegGame:
    """The rules of a finite game that is one of pegs; `Refused` otherwise."""
    if not isinstance(finite.game, PegGame):
        raise Refused(f"codebreakers for large boards play games of pegs, not {finite.game.name}")
    if finite.after:
        raise Refused("codebreakers for large boards play a game from its beginning")
    if finite.columns:
        raise Refused("codebreakers for large boards need as many colours in each column")
    return finite.game


def agreeing(
    rules: PegGame, secrets: NDArray[Any], question: Word, answer: Answer
) -> NDArray[np.bool_]:
    """Which secrets, cells [secrets, pegs], give an answer: bool[secrets]."""
    agrees: NDArray[np.bool_]
    agrees = rules.numbers(np.array([question]), secrets)[0] == rules.number_of(answer)
    return agrees


class Codebreaker(ABC):
    """One game of a codebreaker, from its first question on.

    finite: the game.  random: the source of all that it draws.  tick: called now and then while it
    thinks.

    question: what it asks now.  history: what it asked before, with the answers.

    A method is a subclass with three functions: `check`, `steps` and `guess`.
    """

    def __init__(
        self, finite: FiniteGame, random: np.random.Generator, tick: Tick = no_tick
    ) -> None:
        self.finite, self.random, self.tick = finite, random, tick
        self.rules = peg_rules(finite)
        self.history: list[Turn] = []
        self.check(finite)
        self._steps = self.steps()
        self.question = next(self._steps)

    @classmethod
    @abstractmethod
    def check(cls, finite: FiniteGame) -> None:
        """`Refused` when the method does not play this game, or not on boards of this size."""

    @abstractmethod
    def steps(self) -> Steps:
        """The questions of the game, as `Steps`; the first one is asked at once."""

    @abstractmethod
    def guess(self) -> Word:
        """The word that it would name now if the game ended here, such as one possible secret.

        It is not asked, and `question` stays as it is.
        """

    def hear(self, answer: Sequence[int]) -> None:
        """Take the answer to `question`, black and white pegs, and think of the next one.

        `Refused` when it is no answer, or wins.  `Contradiction` when no secret gives all answers,
        as soon as the codebreaker notices; at once for p - 1 black pegs and a white one.
        """
        self.tick()
        told = Answer(*answer)
        if self.finite.as_answer(self.rules.number_of(told)) == self.finite.winning:
            raise Refused("after the winning answer nothing is asked")
        if told == (self.finite.pegs - 1, 1):
            raise Contradiction(
                f"no secret gives {told.black} black pegs and a white one: the last peg has one "
                "place"
            )
        self.history.append(Turn(self.question, told))
        try:
            self.question = self._steps.send(told)
        except StopIteration:
            raise Contradiction("no secret gives all these answers") from None


@final
class Sieve(Codebreaker):
    """Keeps all secrets, and asks one that is drawn from those still possible (Helsen 2001)."""

    @classmethod
    def check(cls, finite: FiniteGame) -> None:
        peg_rules(finite)
        # Not the power itself first: that of a million pegs is long.
        if (finite.pegs > 16 and finite.colours > 1) or finite.secret_count >= FEWER_THAN:
            raise Refused(
                f"the sieve keeps all secrets and takes games with fewer than {FEWER_THAN:,}; "
                f"{finite.title} has more"
            )

    def steps(self) -> Steps:
        pegs, colours = self.finite.pegs, range(self.finite.colours)
        distinct = self.finite.has_distinct_secrets
        words = permutations(colours, pegs) if distinct else product(colours, repeat=pegs)
        self._left = np.array(list(words), np.uint16)
        while len(self._left):
            question = self.guess()
            answer = yield question
            self._left = self._left[agreeing(self.rules, self._left, question, answer)]

    def guess(self) -> Word:
        return tuple(self._left[self.random.integers(len(self._left))].tolist())
