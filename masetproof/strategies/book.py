"""Books: the optimal strategies of a theorem for many numbers of colours, in a small text.

Three pegs take a theorem that takes seconds and gigabytes to prove; what it says of up to 40
colours fits on a few pages.  These *books* are part of the package (``books/``), made by
`book_text` from a `Theorem`; the tests make them again.  A line holds a pattern or an explicit
maset, how many colours are excluded, and what is asked for which numbers m of implicit colours::

    {0**|*0*} 1 123:3-38 012:0-2

Nothing is believed of a book: `trees.replay` makes a tree of the strategy and finds its value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby
from pathlib import Path
from typing import final

from masetproof.arguments import Refused, as_instance, as_member
from masetproof.cache import cached_method
from masetproof.files import read_bytes
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import PegGame, as_peg_game
from masetproof.objectives import Goal
from masetproof.patterns.catalogue import Catalogue
from masetproof.patterns.pattern import MasetPattern
from masetproof.strategies.on_patterns import Guide, Move, PatternStrategy, Place, move_of, places
from masetproof.strategies.strategy import Strategy
from masetproof.words import Word, parse_word, word_text

_MOST_BYTES = 1 << 24
MOST_COLOURS = 40
"""The most colours in a book; with three pegs more have too many words to list."""


@final
@dataclass(frozen=True, eq=False, repr=False)
class Book:
    """A `Guide`: for each pattern, number of excluded and number of implicit colours a question."""

    game: PegGame
    patterns: tuple[MasetPattern, ...]
    questions: dict[Place, Word]

    def __repr__(self) -> str:
        return f"<Book: {self.game.name}, {len(self.patterns)} patterns>"

    def move(self, place: Place) -> Move:
        """The question of the book; `Refused` when it has none."""
        question = self.questions.get(place)
        if question is None:
            raise Refused("the book has no question there")
        return self._asked(place.number, question)

    @cached_method()
    def _asked(self, number: int, question: Word) -> Move:
        return move_of(self._catalogue, self.patterns[number], question)

    @cached_property
    def _catalogue(self) -> Catalogue:
        return Catalogue(self.game, enumerate(self.patterns))


def known_strategy(finite: FiniteGame, goal: Goal | str) -> Strategy | None:
    """A strategy that a theorem says is optimal in what the goal minimizes first; or None.

    `Refused` when the arguments are no game and no goal.
    """
    path = book_file(as_instance(FiniteGame, finite, "the finite game"), as_member(Goal, goal))
    if path is None or finite.colours > MOST_COLOURS:
        return None
    return PatternStrategy(finite, _read_book(path, as_peg_game(finite.game)))


def book_file(finite: FiniteGame, goal: Goal) -> Path | None:
    """The file of the package with the book for a game, or None when there is none."""
    game = finite.game
    if finite.distinct or finite.consistent_only or finite.after or finite.columns:
        return None
    name = f"{game.name}-{finite.pegs}-{goal.first.value}.txt"
    path = Path(__file__).parent / "books" / name
    return path if path.exists() else None


@cache
def _read_book(path: Path, game: PegGame) -> Book:
    return parse_book(game, read_bytes(path, _MOST_BYTES).decode("ascii"))


def parse_book(game: PegGame, text: str) -> Book:
    """The book that `book_text` wrote."""
    patterns: dict[MasetPattern, int] = {}
    questions: dict[Place, Word] = {}
    for line in text.splitlines():
        shown, excluded, *asked = line.split()
        pattern = MasetPattern.parse(shown)
        number = patterns.setdefault(pattern, len(patterns))
        for question, _, numbers in (one.partition(":") for one in asked):
            for m in _numbers(numbers):
                place = Place(number, pattern.is_explicit, (m,), (int(excluded),))
                questions[place] = parse_word(question)
    return Book(game, tuple(patterns), questions)


def book_text(guide: Guide, game: PegGame, pegs: int) -> str:
    """The book of a guide, such as `Theorem.guide` in the reading `exact`."""
    colours = range(game.least_colours(pegs), MOST_COLOURS + 1)
    lines: dict[tuple[str, int], dict[str, list[int]]] = {}
    for place in places(guide, game, pegs, colours):
        move = guide.move(place)
        asked = lines.setdefault((str(move.pattern), place.excluded[0]), {})
        asked.setdefault(word_text(move.question), []).extend(place.implicit)
    return "".join(
        f"{pattern} {excluded} "
        + " ".join(f"{question}:{_ranges(numbers)}" for question, numbers in asked.items())
        + "\n"
        for (pattern, excluded), asked in lines.items()
    )


def runs(numbers: Iterable[int]) -> Iterator[range]:
    """Ascending numbers, those that follow each other without a gap together."""
    for _, run in groupby(enumerate(numbers), lambda placed: placed[1] - placed[0]):
        members = [number for _, number in run]
        yield range(members[0], members[-1] + 1)


def _ranges(numbers: Iterable[int]) -> str:
    """Numbers like ``0,3-7``."""
    return ",".join(
        f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs(sorted(numbers))
    )


def _numbers(text: str) -> Iterable[int]:
    """The numbers that `_ranges` wrote."""
    for run in text.split(","):
        first, _, last = run.partition("-")
        yield from range(int(first), int(last or first) + 1)
