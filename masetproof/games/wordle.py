"""Wordle: a word of a list is guessed, and the answer tells of each letter how it stands."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, final

from masetproof.games.marks import (
    MOST_CELLS,
    mark_answers,
    mark_distance,
    mark_numbers,
    marked,
    possible_marks,
)
from masetproof.games.registry import register
from masetproof.games.wordlist import WordGame
from masetproof.words import Word

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from masetproof.games.rules import Numbers


@register
@final
class Wordle(WordGame):
    """A mark for each letter: ``g`` it stands there, ``y`` elsewhere, ``b`` it does not occur.

    Of equal letters as many get ``g`` or ``y`` as the secret has: first those in their place, then
    the others from left to right.

    >>> Wordle(["abbey", "babes"]).answer("abbey", "babes")
    'yyggb'
    """

    name, label, title = "wordle", "WDL", "Wordle"
    most_letters = MOST_CELLS
    has_marks = is_symmetric = True

    def answers(self, pegs: int) -> tuple[str, ...]:
        """All marks but those with one ``y`` and else ``g``, as there is no place elsewhere."""
        return mark_answers(pegs)

    def compare(self, secret: Word | str, question: Word | str) -> str:
        return marked(secret, question)

    def numbers(self, questions: NDArray[Any], secrets: NDArray[Any]) -> Numbers:
        return mark_numbers(questions, secrets)

    def typed_answer(self, text: str) -> str:
        return possible_marks(text, self.size[0])

    def distance(self, one: str, other: str) -> int:
        return mark_distance(one, other)

    def fits(self, beginning: str, question: str, answer: str) -> bool:
        told = _counts(question, answer)
        in_place = zip(beginning, question, answer, strict=False)
        if told is None or any((one == other) != (mark == "g") for one, other, mark in in_place):
            return False
        missing = [number - min(beginning.count(one), most) for one, (number, most) in told.items()]
        return min(missing) >= 0 and sum(missing) <= len(question) - len(beginning)


@lru_cache
def _counts(question: str, answer: str) -> dict[str, tuple[int, int]] | None:
    """How many of each letter of a question the secret has, up to those of the question, and these.

    None when no secret gives the answer, as it passes over a letter before it counts an equal one.
    """
    told = {}
    for letter in question:
        marks = [mark for other, mark in zip(question, answer, strict=True) if other == letter]
        if "by" in "".join(marks).replace("g", ""):
            return None
        told[letter] = len(marks) - marks.count("b"), len(marks)
    return told
