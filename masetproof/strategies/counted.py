"""What a book costs, counted for every number of colours without a word of the game.

The total at a place is its number of secrets and the totals of the places that answers lead to.  A
book without an end asks the same at the same spots from some number of colours on, and the totals
are polynomials from a number of colours on that is found here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import final

from masetproof.cache import cached_method
from masetproof.patterns.pattern import as_index
from masetproof.recurrences.polynomials import differences
from masetproof.strategies.book import Book, Spot
from masetproof.strategies.on_patterns import Place

_MOST_TRIED = 64


@final
@dataclass(frozen=True, eq=False, repr=False)
class Counted:
    """The totals of a book, of the games with some number of pegs."""

    book: Book
    pegs: int

    def __repr__(self) -> str:
        return f"<Counted: {self.book!r}>"

    def value(self, colours: int) -> int:
        """The total of the game with that many colours; `Refused` as `Book.move` is."""
        if self.book.has_end or colours < self.lasting[0]:
            return self.total(self._game(colours))
        start, differences = self.lasting
        return sum(comb(colours - start, k) * value for k, value in enumerate(differences))

    @cached_method()
    def total(self, place: Place) -> int:
        """How many questions all secrets of a place take together; `Refused` as `Book.move` is."""
        sizes = self.book.move(place).sizes(place)
        return sum(sizes) + sum(map(self.total, self._below(place)))

    @cached_property
    def lasting(self) -> tuple[int, tuple[int, ...]]:
        """An n from which the total is a polynomial, and its Newton differences there, with step 1.

        Let the n be large enough that no question changes after it, and that each column with a
        star has two implicit colours.  Then the total at a spot is its number of secrets, a
        polynomial of degree p or less for p pegs, and the totals at the same other spots for
        indices that are less by the same numbers, of which d is the greatest.  Let the totals at
        each spot have no difference of order p + 2 for the first p + 2 + d indices.  Then there
        are polynomials of degree p + 1 or less that are these totals.  They satisfy the equations
        for the last p + 2 of the indices, and so for all; by induction they are the totals.
        """
        spots, deepest = self._steady
        order = self.pegs + 2
        for start in range(self._settled, self._settled + _MOST_TRIED):
            found = [self._differences(spot, start, order + deepest) for spot in spots]
            if not any(any(differences[order:]) for differences in found):
                return start, found[0][:order]
        raise ArithmeticError("the totals of the book are no polynomials")

    @cached_property
    def _settled(self) -> int:
        """The n from which no question changes, and columns with a star have two colours."""
        asked = self.book.asked.items()
        last = [one.first for _, runs in asked for one in runs if one.last is None]
        return max([*last, *(max(spot.offsets) + 2 for spot, _ in asked)])

    @cached_property
    def _steady(self) -> tuple[list[Spot], int]:
        """The spots with an index that play comes to with many colours, and how deep a part is."""
        many, deepest = 2 * self._settled, 0
        spots = [self.book.spot_of(self._game(many))[0]]
        for spot in spots:
            for below in self._below(self.book.place_of(spot, many)):
                part, index = self.book.spot_of(below)
                if not below.explicit:
                    deepest = max(deepest, many - index)
                    if part not in spots:
                        spots.append(part)
        return spots, deepest

    def _differences(self, spot: Spot, start: int, terms: int) -> tuple[int, ...]:
        places = (self.book.place_of(spot, start + k) for k in range(terms))
        return tuple(differences(list(map(self.total, places))))

    def _game(self, colours: int) -> Place:
        game = self.book.game
        excluded = (0,) * len(game.alphabets(self.pegs))
        return Place(0, False, as_index(colours, game, self.pegs), excluded)

    def _below(self, place: Place) -> Iterator[Place]:
        """The places with secrets that answers lead to."""
        move, cap = self.book.move(place), self.book.game.excluded_cap(self.pegs)
        for answer, size in enumerate(move.sizes(place)[:-1]):
            if size:
                yield move.below(place, answer, cap)
