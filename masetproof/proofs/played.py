"""The strategy of a book as the lines of a certificate: docs/certificates.md fixes the format.

Only what the checker needs is listed: lines of the book and questions to which play leads from the
whole game, with few colours, and from all places of play with many.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import final

from masetproof.patterns.naming import image_text, pattern_text, question_text
from masetproof.strategies.book import Book, BookEntry, Diagonal, range_text
from masetproof.strategies.on_patterns import Point
from masetproof.words import Word


@final
class PlayedBook:
    """The part of a book that play uses from some points on.

    used: by line, the entries that are used, in the order of the book, by names of columns there.
    """

    def __init__(self, book: Book, points: Iterable[Point]) -> None:
        self.book, self.game = book, book.game
        self.used: dict[Diagonal, dict[BookEntry, None]] = {}
        self._reach(points)
        numbers = sorted({line.number for line in self.used})
        self.number = {number: place for place, number in enumerate(numbers)}

    def _reach(self, points: Iterable[Point]) -> None:
        reached, found = dict.fromkeys(points), dict[Diagonal, set[BookEntry]]()
        waiting = [*reached]
        while waiting:
            point = waiting.pop()
            if (asked := self.book.found(*self.book.diagonal_of(point))) is None:
                raise ArithmeticError(f"the book has no question at {point}")
            line, entry = asked
            found.setdefault(line, set()).add(entry)
            for below in self.book.below(point):
                if below not in reached:
                    reached[below] = None
                    waiting.append(below)
        for line in sorted(found):
            entries = self.book.entries(line)
            self.used[line] = {one: None for one in entries if one in found[line]}

    # -------------------------------------------------------------------------------- sections

    def sections(self) -> dict[str, list[str]]:
        patterns = (self.book.patterns[number] for number in self.number)
        return {
            "patterns": [pattern_text(pattern, self.game) for pattern in patterns],
            "parts": [*self._parts()],
            "strategy": [*self._strategy()],
        }

    def _questions(self) -> Iterator[tuple[int, Word]]:
        """The patterns with the questions that are used, each once."""
        for line, entries in self.used.items():
            yield from dict.fromkeys((line.number, one.question) for one in entries)

    def _parts(self) -> Iterator[str]:
        """The image of its pattern that each part is; those of one pattern together."""
        parts = dict[str, int]()
        for number, question in dict.fromkeys(self._questions()):
            for one in self.book.move_by(number, question).answers:
                known = one.catalogue.find(one.normal) if one.is_open else None
                if known is not None and known[0].number in self.number:
                    place = self.number[known[0].number]
                    names = one.witness.inverse()
                    text = image_text(place, known[0].pattern, names, one.normal, self.game)
                    parts.setdefault(text, place)
        return iter(sorted(parts, key=lambda text: (parts[text], text)))

    def _strategy(self) -> Iterator[str]:
        for line, entries in self.used.items():
            pattern = self.book.patterns[line.number]
            fields = ".".join("".join(map(str, numbers)) for numbers in line[1:])
            yield f"{self.number[line.number]}.{fields}" + "".join(
                f" {question_text(pattern, question, self.game)}:{','.join(map(range_text, runs))}"
                for question, runs in groupby(entries, key=lambda one: one.question)
            )
