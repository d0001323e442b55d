"""Questions that tell nothing are recognized without asking every secret anew.

A strategy may ask questions to which all secrets that are still possible give the same answer, even
thousands of them, one after the other.  An answer is two sums: black pegs are a sum over places,
and all pegs (black + white = the sum over colours of min(occurrences in either)) one over colours
and k = 1, 2, ... of whether the secret has the colour k times at least.  So each such summand has a
row of bytes, a byte for each secret, and a question adds a few rows, each as one long integer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import final

from masetproof.games import Game, Word

__all__ = ["SecretsInRows"]


@final
class SecretsInRows:
    """Secrets of which one wants to know again and again whether they all answer alike."""

    def __init__(self, game: Game, secrets: tuple[Word, ...]) -> None:
        self._game = game
        self._secrets = secrets
        self._ones = _row([True] * len(secrets))
        # Rows are made when they are first used: (place, colour), and (colour, times) for counts.
        self._at: dict[tuple[int, int], int] = {}
        self._has: dict[tuple[int, int], int] = {}

    def answer_alike(self, question: Word) -> bool:
        """Whether all secrets give the same answer; the question is one of the game."""
        black = sum(self._row_at(place, colour) for place, colour in enumerate(question))
        if not self._all_the_same(black):
            return False
        if not self._game.white_pegs:
            return True
        return self._all_the_same(
            sum(
                self._row_has(colour, times)
                for colour in set(question)
                for times in range(1, question.count(colour) + 1)
            )
        )

    def _all_the_same(self, row: int) -> bool:
        # A word has 8 cells at most, so no byte runs over into the next.
        return row == (row & 255) * self._ones

    def _row_at(self, place: int, colour: int) -> int:
        row = self._at.get((place, colour))
        if row is None:
            row = _row(secret[place] == colour for secret in self._secrets)
            self._at[place, colour] = row
        return row

    def _row_has(self, colour: int, times: int) -> int:
        row = self._has.get((colour, times))
        if row is None:
            row = _row(secret.count(colour) >= times for secret in self._secrets)
            self._has[colour, times] = row
        return row


def _row(bits: Iterable[bool]) -> int:
    """A byte for each bit."""
    return int.from_bytes(bytes(bits), "little")
