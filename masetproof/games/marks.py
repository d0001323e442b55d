"""Marks, as in Wordle: for each cell of a question whether it is right, elsewhere, or neither.

All words of so many colours may be asked and be the secret: Wordle without a dictionary.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any, final

from masetproof.arguments import Refused, as_count, shown
from masetproof.games.alike import DISTINCT_SECRETS, AlikeGame, Columns
from masetproof.games.registry import register
from masetproof.games.rules import answers_by_sums
from masetproof.games.typed import typed_marks
from masetproof.words import Word

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from masetproof.games.rules import Numbers

MOST_CELLS = 8
"""The most cells of a word: eight have 3^8 marks, which tables number anew for each question."""
_MOST_PEGS = 5
"""The most cells where every word is a word: theorems number all marks with 8 bits."""
_MARKS = "byg"


@cache
def mark_answers(cells: int) -> tuple[str, ...]:
    """All marks but those with one ``y`` and else ``g``, as there is no place elsewhere."""
    marks = map("".join, product(_MARKS, repeat=as_count(cells, "the cells", 1, MOST_CELLS)))
    return tuple(answer for answer in marks if not _is_impossible(answer))


def _is_impossible(marks: str) -> bool:
    """Whether all cells but one are right, and that one is marked as right elsewhere."""
    return marks.count("g") == len(marks) - 1 and "y" in marks


def marked(secret: Word | str, question: Word | str) -> str:
    """The marks of a question: ``g`` right, ``y`` right elsewhere, ``b`` neither.

    Of equal cells as many get ``g`` or ``y`` as the secret has: first those in their place, then
    the others from left to right.
    """
    left = [one for one, other in zip(secret, question, strict=True) if one != other]
    marks = ""
    for one, other in zip(secret, question, strict=True):
        if one != other and other in left:
            left.remove(other)
            marks += "y"
        else:
            marks += "g" if one == other else "b"
    return marks


def mark_numbers(questions: NDArray[Any], secrets: NDArray[Any]) -> Numbers:
    """The numbers of the marks of all pairs, [questions, secrets], of arrays of cells.

    They are uint8 with up to five cells, otherwise uint16.
    """
    import numpy as np

    columns, pegs = np.ascontiguousarray(secrets.T), questions.shape[1]
    weights = [3**place for place in reversed(range(pegs))]
    codes = ["".join(marks) for marks in product(_MARKS, repeat=pegs)]
    places = {answer: number for number, answer in enumerate(mark_answers(pegs))}
    kind = np.uint8 if len(codes) <= 256 else np.uint16
    numbers: Numbers = np.array([places.get(code, 0) for code in codes], kind)

    @cache
    def marks(letter: int, places: tuple[int, ...]) -> Numbers:
        """The contribution of a letter in these places of a question to the number of marks."""
        there = columns == letter
        row: Numbers = np.zeros(len(secrets), kind)
        # How often the letter is left besides the places where it is right.
        left = there.sum(axis=0, dtype=np.int8) - there[list(places)].sum(axis=0, dtype=np.int8)
        for place in places:
            elsewhere = ~there[place] & (left > 0)
            left -= elsewhere
            row += (2 * there[place] + elsewhere).astype(kind) * kind(weights[place])
        return row

    def addends(word: list[int]) -> list[Numbers]:
        of: dict[int, tuple[int, ...]] = {}
        for place, letter in enumerate(word):
            of[letter] = (*of.get(letter, ()), place)
        return [marks(letter, places) for letter, places in of.items()]

    return answers_by_sums(questions, len(secrets), numbers, addends)


def possible_marks(text: str, cells: int | None = None) -> str:
    """The marks that a player has typed (`typed_marks`); `Refused` when no secret gives them."""
    marks = typed_marks(text)
    if (cells is None or len(marks) == cells) and _is_impossible(marks):
        raise Refused(
            f"{shown(text)} is no answer: if all other letters are in place, one cannot be "
            "elsewhere"
        )
    return marks


def mark_distance(one: str, other: str) -> int:
    return sum(map(str.__ne__, one, other))


@final
@dataclass(frozen=True, slots=True, repr=False)
class MarkGame(AlikeGame):
    """The answers of Wordle, where every word is a word: a mark for each cell (`marked`).

    repeats: whether a colour may occur twice in a word.  distinct_secrets: whether none then does
    in a secret.

    >>> MARKS.answer("0012", "2010")
    'yggy'
    """

    name: str
    label: str
    title: str = field(compare=False)
    repeats: bool = field()
    distinct_secrets: bool = False

    most_pegs = _MOST_PEGS
    rule = "marks"
    has_marks = True

    closable_pegs = _MOST_PEGS
    why_no_more = f"marks are numbered for at most {_MOST_PEGS} cells"

    def answers(self, pegs: int) -> tuple[str, ...]:
        return mark_answers(pegs)

    def columns(self, pegs: int) -> Columns:
        """The question 01 has the marks ``gb`` for the secret 02, and 10 has ``bg`` for 20."""
        return Columns.MOVED

    def compare(self, secret: Word, question: Word) -> str:
        return marked(secret, question)

    def numbers(self, questions: NDArray[Any], secrets: NDArray[Any]) -> Numbers:
        return mark_numbers(questions, secrets)

    def typed_answer(self, text: str) -> str:
        return possible_marks(text)

    def distance(self, one: str, other: str) -> int:
        return mark_distance(one, other)


MARKS = register(MarkGame("marks", "WM", "Marks", repeats=True))
MARKS_DISTINCT = register(
    MarkGame("marks-distinct", "WMD", "Marks, different letters", repeats=False)
)
MARKS_DISTINCT_SECRETS = register(
    MarkGame(f"marks{DISTINCT_SECRETS}", "WMS", "Marks, secrets of different letters", True, True)
)
