"""One finite game: so many pegs and colours, which secrets there are, which questions may be asked.

The four games of `masetproof.games` say how an answer is found; a `FiniteGame` fixes the rest, for
the optimizer, for strategy trees and for rules.  Words are numbered in lexicographic order, and a
word's number is its place in `FiniteGame.questions`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb, factorial
from typing import final

from masetproof.games import (
    COLOUR_LIMIT,
    MAX_PEGS,
    Choice,
    Game,
    Refused,
    Word,
    as_count,
    as_flag,
    as_game,
)

__all__ = ["MOST_WORDS", "FiniteGame", "Goal"]

MOST_WORDS = 1 << 16
"""A finite game has at most so many words, so that 16 bits number them."""


@final
class Goal(Choice):
    """What an optimal strategy minimizes, first and, among those that attain it, second."""

    EXPECTED = "expected"
    WORST = "worst"
    EXPECTED_THEN_WORST = "expected-then-worst"
    WORST_THEN_EXPECTED = "worst-then-expected"

    @property
    def first(self) -> Goal:
        """The quantity that comes first, `EXPECTED` or `WORST`."""
        return Goal(self.value.partition("-")[0])


@final
@dataclass(frozen=True, slots=True)
class FiniteGame:
    """A game with fixed pegs and colours; `Refused` when there is no such game or it is too large.

    game: a `Game` or its name.
    distinct: no colour repeats in a secret, but questions stay those of the game.
    consistent_only: every question must be a secret that is still possible.
    """

    game: Game
    pegs: int
    colours: int
    distinct: bool = False
    consistent_only: bool = False

    def __post_init__(self) -> None:
        for name, value in (
            ("game", as_game(self.game)),
            ("pegs", as_count(self.pegs, "the number of pegs", 1, MAX_PEGS)),
            ("colours", as_count(self.colours, "the number of colours")),
            ("distinct", as_flag(self.distinct, "distinct")),
            ("consistent_only", as_flag(self.consistent_only, "consistent_only")),
        ):
            object.__setattr__(self, name, value)
        least = self.pegs if self.distinct else self.game.least_colours(self.pegs)
        if not least <= self.colours <= COLOUR_LIMIT:
            raise Refused(
                f"with {self.pegs} pegs this game takes {least} to {COLOUR_LIMIT} colours, "
                f"not {self.colours}"
            )
        words = self.game.secret_count(self.pegs, self.colours)
        if words > MOST_WORDS:
            raise Refused(
                f"{self.game.title} with {self.pegs} pegs and {self.colours} colours has "
                f"{words:,} words; a finite game has at most {MOST_WORDS:,}"
            )

    @property
    def secret_count(self) -> int:
        """The number of secrets."""
        if self.distinct:
            return comb(self.colours, self.pegs) * factorial(self.pegs)
        return self.game.secret_count(self.pegs, self.colours)

    @property
    def questions(self) -> tuple[Word, ...]:
        """All words that may be asked at all, in lexicographic order."""
        return _words(self.game, self.pegs, self.colours)

    @property
    def secrets(self) -> tuple[Word, ...]:
        """All secrets, in lexicographic order."""
        words = self.questions
        if not self.distinct:
            return words
        return tuple(word for word in words if len(set(word)) == self.pegs)

    @property
    def title(self) -> str:
        """The finite game in words: ``Mastermind, 4 pegs, 6 colours``."""
        parts = [
            self.game.title,
            f"{self.pegs} peg{'s' * (self.pegs != 1)}",
            f"{self.colours} colour{'s' * (self.colours != 1)}",
        ]
        if self.distinct:
            parts.append("secrets without repetition")
        if self.consistent_only:
            parts.append("consistent questions only")
        return ", ".join(parts)


@lru_cache(maxsize=8)
def _words(game: Game, pegs: int, colours: int) -> tuple[Word, ...]:
    return tuple(game.words(pegs, colours))
