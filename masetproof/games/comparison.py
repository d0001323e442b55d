"""The comparison game: the secret is a point, and an answer compares it with the question.

The answer is ``<`` when no coordinate of the secret is greater than that of the question, ``>``
when none is less, and ``?`` when some are greater and some less: to the question 22 the secret 12
answers ``<`` and 13 answers ``?``.  Only equal points answer ``=``, which wins.

For two coordinates it is the game "twoD" of the answers on Mastermind strategies that this project
began with.
"""

from __future__ import annotations

from typing import Any, final

from masetproof.games.registry import register
from masetproof.games.rules import Game
from masetproof.games.symmetry import Symmetry
from masetproof.words import Word


@final
class ComparisonGame(Game):
    """Guess a point: a coordinate for each peg, each one of 0, 1, ... (colours)."""

    name, label, title = "comparison", "CMP", "Comparison game"

    def answers(self, pegs: int) -> tuple[str, ...]:
        """Mixed, nowhere greater, nowhere less, equal."""
        return ("?", "<", ">", "=")

    def compare(self, secret: Word, question: Word) -> str:
        below = all(map(int.__le__, secret, question))
        above = all(map(int.__ge__, secret, question))
        return "<" if below else ">" if above else "?"

    def symmetry(self, pegs: int, colours: int) -> Symmetry:
        """Coordinates may be permuted.

        Turning the board by half a turn exchanges "nowhere greater" and "nowhere less" for all
        words alike, and equal points stay equal.
        """

        def turned(words: Any) -> Any:
            return colours - 1 - words

        return Symmetry(pegs, colours, columns=True, maps=(turned,))


COMPARISON = register(ComparisonGame())
