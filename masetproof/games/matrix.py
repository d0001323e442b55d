"""A game that is given as a table of answers in a CSV file.

The first line names the secrets; each other line is a question: its name, and its answer to every
secret.  Each secret must be a question, too, and is found when that is asked: whatever text stands
there, the answer is ``won``, the last answer of the game (``found`` if ``won`` has another
meaning).
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from os import PathLike
from typing import Self, final

from masetproof.arguments import Refused, as_instance
from masetproof.files import file_path, read_text
from masetproof.games.registry import register
from masetproof.games.rules import ListedGame
from masetproof.words import Word

_MOST_BYTES = 1 << 23
_LONGEST = 40


@register
@final
class Matrix(ListedGame):
    """A game from the rows of its table, the first one with the names of the secrets.

    A word has one cell, the number of its question; its text is the question's name.  `Refused`
    names the line that is wrong.

    >>> Matrix([["", "a", "b"], ["a", "-", "<"], ["b", ">", "-"]]).answer("a", "b")
    '>'
    """

    name, label, title = "matrix", "MATRIX", "Game of a table"
    data_title = "a table of answers (--answers FILE, or Matrix.read)"
    not_a_word = "is not in the table"
    a_word = "a question of the table"

    def __init__(self, rows: Sequence[Sequence[str]]) -> None:
        if not isinstance(rows, list | tuple) or not all(
            isinstance(row, list | tuple) and all(isinstance(cell, str) for cell in row)
            for row in rows
        ):
            raise Refused("a table of answers is a list of rows of texts")
        (_, *names), *questions = [[cell.strip() for cell in row] for row in rows] or [[""]]
        if not names:
            raise Refused("line 1: the table has no secrets")
        for number, row in enumerate(questions, 2):
            if len(row) != len(names) + 1:
                raise Refused(
                    f"line {number:,}: {len(row):,} fields, but the first line has "
                    f"{len(names) + 1:,}"
                )
            _check_text("a question has a name", row[0], number)
            for answer in row[1:]:
                _check_text("an answer is a text", answer, number, least=0)
        self._rows: tuple[tuple[str, ...], ...] = tuple(map(tuple, [["", *names], *questions]))
        self._places = {row[0]: place for place, row in enumerate(questions)}
        if len(self._places) < len(questions) or len(set(names)) < len(names):
            raise Refused("two questions or two secrets of the table have the same name")
        for name in names:
            if name not in self._places:
                raise Refused(f"line 1: the secret {name[:_LONGEST]!r} is no question of the table")
        self._column = {self._places[name]: column for column, name in enumerate(names, 1)}
        self._list(((place,) for place in range(len(questions))), ((p,) for p in self._column))
        texts = {
            text
            for place, row in enumerate(questions)
            for text, name in zip(row[1:], names, strict=True)
            if self._places[name] != place
        }
        self._answers = (*sorted(texts), "won") if "won" not in texts else (*sorted(texts), "found")

    @classmethod
    def read(cls, path: str | PathLike[str]) -> Self:
        """The game of a CSV file; `Refused` when it has no such table, `OSError` if unreadable."""
        import csv

        text = read_text(file_path(path), _MOST_BYTES, "a table of answers")
        try:
            rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
        except csv.Error as error:
            raise Refused(f"{path}: no CSV: {error}") from None
        try:
            return cls([row for row in rows if row])
        except Refused as refused:
            raise Refused(f"{path}: {refused}") from None

    def __repr__(self) -> str:
        return f"<Matrix of {len(self._rows) - 1:,} questions and {len(self._secrets):,} secrets>"

    @property
    def size(self) -> tuple[int, int]:
        return 1, len(self._rows) - 1

    def answers(self, pegs: int) -> tuple[str, ...]:
        return self._answers

    def compare(self, secret: Word, question: Word) -> str:
        return self._rows[question[0] + 1][self._column[secret[0]]]

    def word_text(self, word: Word) -> str:
        try:
            place = word[0]
            return self._rows[place + 1][0] if type(place) is int and place >= 0 else "?"
        except IndexError:
            return "?"

    def parse_word(self, text: str) -> Word:
        """The question with this name; `Refused` when there is none."""
        place = self._places.get(as_instance(str, text, "a question"))
        if place is None:
            raise Refused(f"{text[:_LONGEST]!r} is no question of the table")
        return (place,)

    def data(self) -> list[list[str]]:
        """The rows as the constructor takes them, the names of the secrets first."""
        return [list(row) for row in self._rows]

    @classmethod
    def of_data(cls, data: object) -> Self:
        return cls(data)  # type: ignore[arg-type]


def _check_text(what: str, text: str, line: int, least: int = 1) -> None:
    if not least <= len(text) <= _LONGEST or not text.isprintable():
        raise Refused(
            f"line {line:,}: {what} of {least} to {_LONGEST} letters, not {text[:_LONGEST]!r}"
        )
