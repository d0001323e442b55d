"""The comparison game: the secret is a point, and an answer says where it lies from the question.

For two coordinates it is the game "twoD" of the answers on Mastermind strategies that this project
began with: one is told whether the question is nowhere greater than the secret, whether it is
nowhere less, or neither.
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
        """The secret is neither greater nor less, nowhere greater, nowhere less, or found."""
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
