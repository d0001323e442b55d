"""The worst case of many pegs for every number of colours, by a few searches and a strategy.

Four pegs and more have too many patterns for the induction.  Both halves of a theorem on the worst
case are shorter (docs/proof-method.md, "The worst case by a shift"):

- *Lower*: a first question uses up c colours, where c is p for p pegs, and one of each column with
  black pegs only.  With W(n) in the reading `with`, W(n) >= W(n - 1) and W(n) >= W(n - c) + 1, so
  that a few values, each found by a search, bound W(n) for all greater n, and so the real game.
- *Upper*: a book whose strategy needs at most one question more for c more colours, from some
  number of colours on (`Book.rising`).

Where the halves meet, the worst case is known; for other n both are said.  The searches are trusted
here; each is one command (`Searched.command`).  The book is not trusted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, final

from masetproof.arguments import Refused, as_count, counted, either_spelling
from masetproof.games.alike import AlikeGame
from masetproof.games.pegs import AB, BLACK_PEG, MASTERMIND, PegGame, as_peg_game
from masetproof.objectives import Objective
from masetproof.progress import Progress, Stopwatch, as_progress, as_stopwatch, silent
from masetproof.proofs.certificate import sealed
from masetproof.proofs.known import BOOKS
from masetproof.proofs.played import PlayedBook
from masetproof.proofs.proof import Proof, Statement
from masetproof.recurrences.polynomials import polynomial_text
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.recurrences.readings import Reading
from masetproof.strategies.book import Book, read_book


class _Source(NamedTuple):
    """What a theorem is made of.

    book: the file of the strategy.  shift: how many colours a first question uses up.  real, blank:
    least worst cases by numbers of colours, from searches of the real game and in the reading
    `with`.
    """

    book: str
    shift: int
    real: dict[int, int]
    blank: dict[int, int]


_SOURCES = {
    (MASTERMIND, 4): _Source(
        "mastermind-4-worst-bound.txt.xz",
        4,
        {1: 1, 2: 4, 3: 4, 4: 4, 5: 5, 6: 5},
        {7: 6, 8: 6, 9: 7, 10: 7},
    ),
    (AB, 4): _Source("ab-4-worst-bound.txt.xz", 4, {4: 5, 5: 5, 6: 5}, {7: 6, 8: 6, 9: 6, 10: 7}),
    (BLACK_PEG, 4): _Source("black-peg-4-expected.txt", 1, {1: 1, 2: 5, 3: 5, 4: 6}, {5: 8}),
    (BLACK_PEG, 5): _Source(
        "black-peg-5-worst-bound.txt.xz", 1, {1: 1, 2: 5, 3: 6, 4: 7, 5: 8, 6: 9}, {5: 8}
    ),
}


@final
class Searched(NamedTuple):
    """A least worst case that was found by a search and is trusted.

    reading: `WITH`, or `EXACT` for the real game.
    """

    game: str
    pegs: int
    colours: int
    reading: Reading
    value: int

    @property
    def command(self) -> str:
        """What finds the value again."""
        size = f"{self.game} --pegs {self.pegs} --colours {self.colours}"
        return f"masetproof optimize {size} --objective worst --extra {self.reading.value}"


@final
class ResidueClass(NamedTuple):
    """Bounds of the worst case for all n of a residue class, from some n on.

    residue: of n modulo *period*, the colours that a first question uses up.  first: the least n of
    which this is said.  lower, upper: coefficients of polynomials in n, ascending; where they are
    equal, the worst case is known.
    """

    residue: int
    period: int
    first: int
    lower: tuple[Fraction, Fraction]
    upper: tuple[Fraction, Fraction]

    @property
    def is_exact(self) -> bool:
        return self.lower == self.upper

    def words(self) -> str:
        """``f(n) = ...`` or ``... <= f(n) <= ...``, and where."""
        low, high = polynomial_text(self.lower), polynomial_text(self.upper)
        bounds = f"f(n) = {low}" if self.is_exact else f"{low} <= f(n) <= {high}"
        where = f"n = {self.residue} mod {self.period}, " if self.period > 1 else ""
        return f"{bounds} for {where}n >= {self.first}"


@final
@dataclass(frozen=True, eq=False, repr=False)
class WorstBounds(Proof):
    """Bounds of the least worst case of the real game, for every number n of colours.

    searches: the values that are trusted.  book: the strategy; step, start: as `Book.rising` says;
    the step is the number of colours that a first question uses up.
    """

    game: PegGame
    pegs: int
    searches: tuple[Searched, ...]
    book: Book
    step: int
    start: int

    def __repr__(self) -> str:
        exact = sum(one.is_exact for one in self.classes)
        about = f"{self.game.name}, {self.pegs} pegs"
        return f"<WorstBounds: {about}, {exact} of {self.step} classes exact>"

    @property
    def statement(self) -> Statement:
        """The statement; with a formula where the halves meet for every n."""
        return Statement(self.game, self.pegs, Objective.WORST, Reading.EXACT, self.formula)

    @cached_property
    def formula(self) -> Formula | None:
        """The worst case for every n; None where the halves do not meet for some n."""
        if not self.is_exact:
            return None
        branches = tuple(one.lower for one in self.classes)
        valid = max(one.first for one in self.classes) - self.step + 1
        small = {n: value for n, (value, _) in self.small.items()}
        return Formula(Objective.WORST, max(valid, 1 + max(small)), branches, small, self.least)

    @property
    def guide(self) -> Book:
        return self.book

    @property
    def least(self) -> int:
        """The least number of colours with which there is a secret."""
        return self.game.least_colours(self.pegs)

    @either_spelling
    def lower(self, colours: int) -> int:
        """No strategy of the real game needs fewer questions; by the lemma and the searches."""
        colours = as_count(colours, "n, the number of colours,", self.least)
        bounds = [
            one.value + (colours - one.colours) // self.step
            for one in self.searches
            if one.reading is Reading.WITH and one.colours <= colours
        ]
        return max([*bounds, *self._real(colours)])

    @either_spelling
    def upper(self, colours: int) -> int:
        """Some strategy needs no more questions: that of the book, or one that a search found."""
        colours = as_count(colours, "n, the number of colours,", self.least)
        more = max(0, (colours - self.start) // self.step)
        by_book = self.book.worst_value(colours - more * self.step) + more
        return min([by_book, *self._real(colours)])

    def _real(self, colours: int) -> list[int]:
        """The value of the real game, if a search found it."""
        return [one.value for one in self.searches if one[2:4] == (colours, Reading.EXACT)]

    @cached_property
    def classes(self) -> tuple[ResidueClass, ...]:
        """The bounds in each residue class, from the n on from which both grow evenly."""
        return tuple(map(self._class, range(self.step)))

    def _class(self, residue: int) -> ResidueClass:
        even = max(self.start, *(one.colours for one in self.searches))
        step = self.step
        first = even + (residue - even) % step
        while first - step >= self.least and self._grows_by_one(first - step):
            first -= step
        lower, upper = self.lower(first), self.upper(first)
        slope = Fraction(1, step)
        sides = ((side - slope * first, slope) for side in (lower, upper))
        return ResidueClass(residue, step, first, *sides)

    def _grows_by_one(self, n: int) -> bool:
        """Whether both bounds grow by one from n to the next of its class."""
        return all(side(n + self.step) == side(n) + 1 for side in (self.lower, self.upper))

    @property
    def small(self) -> dict[int, tuple[int, int]]:
        """Both bounds for the n before those of `classes`."""
        firsts = {one.residue: one.first for one in self.classes}
        below = range(self.least, max(firsts.values()))
        numbers = [n for n in below if n < firsts[n % self.step]]
        return {n: (self.lower(n), self.upper(n)) for n in numbers}

    @property
    def is_exact(self) -> bool:
        """Whether the halves meet for every n."""
        meet = all(low == high for low, high in self.small.values())
        return meet and all(one.is_exact for one in self.classes)

    def words(self) -> Iterator[str]:
        """The theorem in sentences; one of them says what is trusted."""
        yield (
            f"{self.game.title} with {self.pegs} pegs and n colours: f(n), the least number of "
            "questions in the worst case"
        )
        for one in self.classes:
            yield f"  {one.words()}"
        if small := self.small:
            yield "  " + ", ".join(_between(n, *sides) for n, sides in small.items())
        blanks = [f"W({one.colours}) = {one.value}" for one in self._searched(Reading.WITH)]
        real = [f"f({one.colours}) = {one.value}" for one in self._searched(Reading.EXACT)]
        yield (
            f"Searches are trusted: for the lower bounds {', '.join(blanks)} in the reading "
            f"'with', and in the real game {', '.join(real)}; each is found again by "
            f"'{self._searched(Reading.WITH)[0].command}' and the like."
        )
        yield (
            f"The strategy was counted here for n < {self.start + self.step}; from there on it "
            f"takes at most one question more for {counted(self.step, 'more colour')}, on each of "
            f"its {len(self.book.asked):,} diagonals."
        )

    def _searched(self, reading: Reading) -> list[Searched]:
        return [one for one in self.searches if one.reading is reading]

    def certificate(self) -> bytes:
        """The certificate, as `masetproof.checker` reads it; the searched values are in it."""
        return sealed(self._certificate_lines())

    def _certificate_lines(self) -> Iterator[str]:
        yield "masetproof worst bounds 1"
        yield f"game {self.game.name}"
        yield f"pegs {self.pegs}"
        yield f"start {self.start}"
        for first in sorted(one.first for one in self.classes):
            yield f"class {first} {self.lower(first)} {self.upper(first)}"
        for n, (low, high) in sorted(self.small.items()):
            yield f"small {n} {low} {high}"
        for reading in (Reading.EXACT, Reading.WITH):
            for one in sorted(self._searched(reading)):
                yield f"searched {reading.value} {one.colours} {one.value}"
        played = PlayedBook(self.book, self.book.counted_points(self.start))
        for name, lines in played.sections().items():
            yield f"{name} {len(lines)}"
            yield from lines

    def as_json(self) -> dict[str, object]:
        return {
            "game": self.game.name,
            "pegs": self.pegs,
            "objective": Objective.WORST.value,
            "extra": Reading.EXACT.value,
            "status": "proved" if self.is_exact else "bounds",
            "formula": None if self.formula is None else self.formula.as_json(),
            "classes": [_class_json(one) for one in self.classes],
            "small": {str(n): [*sides] for n, sides in self.small.items()},
            "trusted": [
                {
                    "colours": one.colours,
                    "extra": one.reading.value,
                    "value": one.value,
                    "command": one.command,
                }
                for one in self.searches
            ],
        }


def _between(n: int, low: int, high: int) -> str:
    return f"f({n}) = {low}" if low == high else f"{low} <= f({n}) <= {high}"


def _class_json(one: ResidueClass) -> dict[str, object]:
    sides = {"lower": one.lower, "upper": one.upper}
    branches = {name: [str(c) for c in side] for name, side in sides.items()}
    return {"residue": one.residue, "from": one.first, **branches}


def has_bounds(game: AlikeGame, pegs: int) -> bool:
    """Whether `prove_worst` is about that: there is a book for it."""
    return (game, pegs) in _SOURCES


def prove_worst(
    game: AlikeGame | str,
    pegs: int = 4,
    *,
    progress: Progress = silent,
    stopwatch: Stopwatch | None = None,
) -> WorstBounds:
    """Bounds of the worst case, for every number of colours.

    game: Mastermind, the AB game or black-peg Mastermind.  pegs: four; or five with black pegs
    only.  `Refused` for others, which have no book.

    >>> bounds = prove_worst("black-peg")
    >>> bounds.is_exact, bounds.lower(100), bounds.upper(100)
    (True, 103, 103)
    """
    game, progress = as_peg_game(game), as_progress(progress)
    watch = as_stopwatch(stopwatch)
    pegs = as_count(pegs, "the number of pegs", 1)
    if not has_bounds(game, pegs):
        there = ", ".join(f"{one.name} {number}" for one, number in _SOURCES)
        raise Refused(
            "there are bounds of the worst case for these games and numbers of pegs: "
            f"{there}; not for {game.name} {pegs}"
        )
    source = _SOURCES[game, pegs]
    with watch.stage("strategy"):
        progress("the strategy", 0, 1)
        book = read_book(BOOKS / source.book, game)
        start = book.rising
    if book.step != source.shift:
        raise ArithmeticError(f"the book grows by {book.step} colours, not {source.shift}")
    return WorstBounds(game, pegs, searched(game, pegs), book, book.step, start)


def searched(game: PegGame, pegs: int) -> tuple[Searched, ...]:
    """The values that are trusted, each found by one search."""
    source = _SOURCES[game, pegs]
    return tuple(
        Searched(game.name, pegs, colours, reading, value)
        for reading, table in ((Reading.EXACT, source.real), (Reading.WITH, source.blank))
        for colours, value in table.items()
    )
