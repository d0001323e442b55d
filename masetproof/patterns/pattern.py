"""Maset patterns as values (docs/model.md, "Maset patterns"; Peczarski, section 2).

A pattern is a set of clauses; a clause is a tuple of explicit colours and stars, one cell for
each peg.  All stars stand for the same *implicit* colours, whose number m is no part of the
value.  A star never stands for an explicit colour, so two different clauses share no secret.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import final

from masetproof.games import COLOUR_LIMIT, EXTRA, STAR, Game, Word, parse_word, word_text

__all__ = ["MasetPattern", "Renaming"]

Renaming = dict[int, int]
"""Which explicit colour becomes which."""


@final
@dataclass(frozen=True)
class MasetPattern:
    """An immutable maset pattern: its clauses, sorted, the star after all colours.

    >>> pattern = MasetPattern.parse("{0*|*1|00|11}")
    >>> str(pattern), pattern.colours, pattern.secrets(MASTERMIND, 3)
    ('{00|0*|11|*1}', 2, 8)
    """

    clauses: tuple[Word, ...]

    @classmethod
    def of(cls, clauses: Iterable[Word]) -> MasetPattern:
        """The pattern with these clauses in any order; `ValueError` if they are no pattern."""
        rows = tuple(sorted(clauses))
        if len({len(row) for row in rows}) > 1:
            raise ValueError("all clauses of a pattern must have the same number of cells")
        if len(set(rows)) < len(rows):
            raise ValueError("a clause occurs twice")
        if any(not 0 <= cell <= STAR for row in rows for cell in row):
            raise ValueError("a clause holds explicit colours and stars only")
        return cls(rows)

    @classmethod
    def full(cls, pegs: int) -> MasetPattern:
        """The pattern of all secrets: one clause, all stars."""
        return cls(((STAR,) * pegs,))

    @classmethod
    def parse(cls, text: str) -> MasetPattern:
        """The pattern written as *text*; the inverse of ``str``."""
        body = text.strip()
        if not (body.startswith("{") and body.endswith("}")):
            raise ValueError(f"a pattern is written like {{00|11|*1|0*}}, not {text!r}")
        if body == "{}":
            return cls(())
        clauses = [parse_word(part.strip()) for part in body[1:-1].split("|")]
        if () in clauses or any(EXTRA in clause for clause in clauses):
            raise ValueError(f"a clause of {text!r} is empty or holds the extra colour")
        return cls.of(clauses)

    def __str__(self) -> str:
        return "{" + "|".join(map(word_text, self.clauses)) + "}"

    def __bool__(self) -> bool:
        return bool(self.clauses)

    @property
    def pegs(self) -> int:
        """Cells of a clause (0 for the empty pattern)."""
        return len(self.clauses[0]) if self.clauses else 0

    @cached_property
    def occurring(self) -> tuple[int, ...]:
        """The explicit colours that occur, ascending."""
        return tuple(sorted({cell for row in self.clauses for cell in row} - {STAR}))

    @property
    def colours(self) -> int:
        """The number k of explicit colours that occur."""
        return len(self.occurring)

    @cached_property
    def star_histogram(self) -> tuple[int, ...]:
        """How many clauses have 0, 1, ..., p stars: all that the number of secrets needs."""
        histogram = [0] * (self.pegs + 1)
        for row in self.clauses:
            histogram[row.count(STAR)] += 1
        return tuple(histogram)

    @property
    def is_explicit(self) -> bool:
        """Whether no clause has a star: the pattern is a maset."""
        return sum(self.star_histogram[1:]) == 0

    @property
    def is_normalized(self) -> bool:
        """Whether the explicit colours that occur are exactly 0..k-1."""
        return self.occurring == tuple(range(self.colours))

    def normalize(self) -> tuple[MasetPattern, Renaming]:
        """The normalized pattern, colours keeping their order, and the renaming that gave it."""
        renaming = {colour: rank for rank, colour in enumerate(self.occurring)}
        if self.is_normalized:
            return self, renaming
        names = renaming | {STAR: STAR}
        # The renaming keeps the order of cells and with it the order of clauses.
        return MasetPattern(
            tuple(tuple(names[cell] for cell in row) for row in self.clauses)
        ), renaming

    def extend(self, new: int, game: Game) -> MasetPattern:
        """Make *new* implicit colours explicit, as k, ..., k+new-1 (the pattern is normalized).

        The result stands for the same secrets when *new* fewer colours are implicit.
        """
        if not new:
            return self
        first = self.colours
        if first + new > COLOUR_LIMIT:
            raise ValueError(f"a pattern has at most {COLOUR_LIMIT} explicit colours")
        choices = (*range(first, first + new), STAR)
        rows: list[Word] = []
        for row in self.clauses:
            for word in product(*((choices if cell == STAR else (cell,)) for cell in row)):
                fresh = [cell for cell in word if first <= cell < STAR]
                if game.repeats or len(set(fresh)) == len(fresh):
                    rows.append(word)
        return MasetPattern(tuple(sorted(rows)))

    def secrets(self, game: Game, implicit: int) -> int:
        """The number of secrets when the stars stand for *implicit* colours; exact."""
        return sum(
            clauses * game.star_words(stars, implicit)
            for stars, clauses in enumerate(self.star_histogram)
        )

    def secrets_polynomial(self, game: Game) -> tuple[int, ...]:
        """The number of secrets as a polynomial in m: its coefficients, ascending."""
        total = [0] * (self.pegs + 1)
        for stars, clauses in enumerate(self.star_histogram):
            term = [1]
            for used in range(stars):
                shift = 0 if game.repeats else used
                term = [
                    below - shift * here for here, below in zip([*term, 0], [0, *term], strict=True)
                ]
            for power, coefficient in enumerate(term):
                total[power] += clauses * coefficient
        return tuple(total)
