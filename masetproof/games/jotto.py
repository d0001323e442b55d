"""Jotto: a word of a list is guessed, and the answer is the number of letters in common.

An anagram of the secret has all letters in common and does not win.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from masetproof.games.registry import register
from masetproof.games.rules import answers_by_count
from masetproof.games.wordlist import WordGame, letters_in_common
from masetproof.words import Word

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@register
@final
class Jotto(WordGame):
    """Letters in common, wherever they stand, as often as both words have them.

    >>> Jotto(["ate", "eat", "ten"]).answer("ate", "ten")
    '2'
    """

    name, label, title = "jotto", "JOTTO", "Jotto"
    order_matters = False
    is_symmetric = True

    def answers(self, pegs: int) -> tuple[str, ...]:
        """0, 1, ..., and "won" for the word itself."""
        return (*map(str, range(pegs + 1)), "won")

    def compare(self, secret: Word, question: Word) -> str:
        return str(letters_in_common(secret, question))

    def distance(self, one: str, other: str) -> int:
        """The number of letters by which two answers differ."""
        return abs(int(one) - int(other)) if "won" not in (one, other) else int(one != other)

    def fits(self, beginning: str, question: str, answer: str) -> bool:
        more = int(answer) - letters_in_common(beginning, question)
        return 0 <= more <= len(question) - len(beginning)

    def numbers(self, questions: NDArray[Any], secrets: NDArray[Any]) -> NDArray[np.uint8]:
        import numpy as np

        numbers = np.arange(questions.shape[1] + 1, dtype=np.uint8)
        result = answers_by_count(questions, secrets, numbers, cells=0, colours=1)
        for row, word in zip(result, questions, strict=True):
            row[(secrets == word).all(axis=1)] = len(word) + 1
        return result
