"""Wordle: a word of a list is guessed, and the answer tells of each letter how it stands."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, final

from masetproof.arguments import Refused, as_count, shown
from masetproof.games.registry import register
from masetproof.games.rules import answers_by_sums
from masetproof.games.wordlist import WordGame
from masetproof.words import Word

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LETTERS = 5
"""The most letters: six have 729 marks, too many for numbers of 8 bits."""
_MARKS = "byg"
_TYPED = str.maketrans("012⬛⬜🟨🟩🟦🟧", "bygbbygyg", ",\ufe0f")
"""How marks are typed; squares may come with a sign that says that they are pictures."""


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
    most_letters = _LETTERS

    def answers(self, pegs: int) -> tuple[str, ...]:
        """All marks but those with one ``y`` and else ``g``, as there is no place elsewhere."""
        return _answers(as_count(pegs, "the number of letters", 1, _LETTERS))

    def compare(self, secret: Word | str, question: Word | str) -> str:
        left = [one for one, other in zip(secret, question, strict=True) if one != other]
        marks = ""
        for one, other in zip(secret, question, strict=True):
            if one != other and other in left:
                left.remove(other)
                marks += "y"
            else:
                marks += "g" if one == other else "b"
        return marks

    def numbers(self, questions: NDArray[Any], secrets: NDArray[Any]) -> NDArray[np.uint8]:
        import numpy as np

        columns, pegs = np.ascontiguousarray(secrets.T), questions.shape[1]
        weights = [3**place for place in reversed(range(pegs))]
        codes = ["".join(marks) for marks in product(_MARKS, repeat=pegs)]
        places = {answer: number for number, answer in enumerate(self.answers(pegs))}
        numbers = np.array([places.get(code, 0) for code in codes], np.uint8)

        @cache
        def marks(letter: int, places: tuple[int, ...]) -> NDArray[np.uint8]:
            """The contribution of a letter in these places of a question to the number of marks."""
            there = columns == letter
            row = np.zeros(len(secrets), np.uint8)
            # How often the letter is left besides the places where it is right.
            left = there.sum(axis=0, dtype=np.int8) - there[list(places)].sum(axis=0, dtype=np.int8)
            for place in places:
                elsewhere = ~there[place] & (left > 0)
                left -= elsewhere
                row += (2 * there[place] + elsewhere).astype(np.uint8) * np.uint8(weights[place])
            return row

        def addends(word: list[int]) -> list[NDArray[np.uint8]]:
            of: dict[int, tuple[int, ...]] = {}
            for place, letter in enumerate(word):
                of[letter] = (*of.get(letter, ()), place)
            return [marks(letter, places) for letter, places in of.items()]

        return answers_by_sums(questions, len(secrets), numbers, addends)

    def typed_answer(self, text: str) -> str:
        """Marks are also written as 2, 1, 0 or as the squares that players show each other.

        In the mode of high contrast orange stands for green, and blue for yellow.
        """
        marks = text.lower().translate(_TYPED)
        if len(marks) == self.size[0] and _is_impossible(marks):
            raise Refused(
                f"{shown(text)} is no answer: if all other letters are in place, one cannot be "
                "elsewhere"
            )
        return marks

    def distance(self, one: str, other: str) -> int:
        """How many marks differ."""
        return sum(map(str.__ne__, one, other))

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


def _is_impossible(marks: str) -> bool:
    """Whether all letters but one are in place, and that one is marked as elsewhere."""
    return marks.count("g") == len(marks) - 1 and "y" in marks


@cache
def _answers(letters: int) -> tuple[str, ...]:
    marks = map("".join, product(_MARKS, repeat=letters))
    return tuple(answer for answer in marks if not _is_impossible(answer))
