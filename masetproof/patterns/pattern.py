"""Maset patterns as values (docs/model.md, "Maset patterns"; Peczarski, section 2).

A pattern is a set of clauses; a clause is a tuple of explicit colours and stars, one cell for each
peg.  All stars stand for the same *implicit* colours, whose number m is no part of the value.  A
star never stands for an explicit colour, so two different clauses share no secret.

Where answers do not report white pegs there are several *kinds* of implicit colours
(`patterns.kinds`), and m is a vector.  With an alphabet for each column (`AlikeGame.alphabets`)
an explicit colour occurs in one column only, and the kinds are the columns.  Where columns share
colours, the kinds are sets of columns.  Everything else, isomorphism too, is the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise, product
from typing import final

from masetproof.arguments import Refused, as_count, counted, shown
from masetproof.games.alike import AlikeGame, as_alike_game
from masetproof.notebook import Shown
from masetproof.patterns.kinds import ways
from masetproof.words import (
    COLOUR_LIMIT,
    EXTRA,
    MAX_PEGS,
    STAR,
    Word,
    as_word,
    parse_word,
    word_text,
)

Renaming = dict[int, int]
"""The new names of explicit colours, by the old ones."""

_clause_text = lru_cache(1 << 12)(word_text)


@final
@dataclass(frozen=True, repr=False)
class MasetPattern(Shown):
    """An immutable maset pattern: its clauses, sorted, the star after all colours.

    `Refused` when the clauses are no pattern or not sorted.

    >>> pattern = MasetPattern.parse("{0*|*1|00|11}")
    >>> str(pattern), pattern.colours, pattern.secrets(MASTERMIND, 3)
    ('{00|0*|11|*1}', 2, 8)
    """

    clauses: tuple[Word, ...]

    def __post_init__(self) -> None:
        rows = _clauses(self.clauses)
        if any(one > other for one, other in pairwise(rows)):
            raise Refused("the clauses of a pattern are sorted; MasetPattern.of sorts them")
        object.__setattr__(self, "clauses", rows)

    @classmethod
    def of(cls, clauses: Iterable[Word | str]) -> MasetPattern:
        """The pattern with these clauses in any order; `Refused` if they are no pattern."""
        return pattern_of(tuple(sorted(_clauses(clauses))))

    @classmethod
    def full(cls, pegs: int) -> MasetPattern:
        """The pattern of all secrets: one clause, all stars."""
        return pattern_of(((STAR,) * as_count(pegs, "the number of pegs", 1, MAX_PEGS),))

    @classmethod
    def parse(cls, text: str) -> MasetPattern:
        """The pattern written as *text*; the inverse of ``str``.  `Refused` when it is none."""
        body = text.strip() if isinstance(text, str) else ""
        if not (len(body) >= 2 and body.startswith("{") and body.endswith("}")):
            raise Refused(f"a pattern is written like {{00|11|*1|0*}}, not {shown(text)}")
        if body == "{}":
            return pattern_of(())
        clauses = [parse_word(part.strip()) for part in body[1:-1].split("|")]
        if () in clauses or any(EXTRA in clause for clause in clauses):
            raise Refused(f"a clause of {shown(text)} is empty or holds the extra colour")
        return cls.of(clauses)

    def __str__(self) -> str:
        return "{" + "|".join(map(_clause_text, self.clauses)) + "}"

    __repr__ = __str__

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
    def column_of(self) -> dict[int, int]:
        """The column of each explicit colour, where each column has an alphabet of its own."""
        return {
            cell: column for row in self.clauses for column, cell in enumerate(row) if cell != STAR
        }

    @cached_property
    def colours_by_column(self) -> tuple[int, ...]:
        """How many explicit colours each column has."""
        return tuple(colours_in(self, 1 << column) for column in range(self.pegs))

    @cached_property
    def star_columns(self) -> tuple[bool, ...]:
        """Which columns have a star."""
        return tuple(STAR in column for column in zip(*self.clauses, strict=True))

    @property
    def by_columns(self) -> str:
        """The pattern as text, the colours of each column by themselves numbered from 0."""
        return str(self._renamed(self.rank_of))

    @cached_property
    def rank_of(self) -> dict[int, int]:
        """The place of each explicit colour among those of its column."""
        columns = self.column_of
        return {
            colour: sum(columns[other] == columns[colour] for other in self.occurring[:place])
            for place, colour in enumerate(self.occurring)
        }

    @cached_property
    def star_histogram(self) -> tuple[int, ...]:
        """How many clauses have 0, 1, ..., p stars: enough to count secrets with one kind."""
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
        names = {colour: rank for rank, colour in enumerate(self.occurring)}
        return self._renamed(names), names

    def _renamed(self, names: Renaming) -> MasetPattern:
        """The pattern with other names for its explicit colours; itself if they are the same."""
        if all(colour == name for colour, name in names.items()):
            return self
        cells = names | {STAR: STAR}
        return pattern_of(tuple(sorted(tuple(map(cells.__getitem__, row)) for row in self.clauses)))

    def extend(self, new: int, game: AlikeGame | str) -> MasetPattern:
        """Make *new* implicit colours explicit, as k, ..., k+new-1 (the pattern is normalized).

        The result stands for the same secrets when *new* fewer colours are implicit.  `Refused`
        when the pattern is not normalized, is none of the game, or would have too many colours.
        """
        game, new = as_alike_game(game), as_count(new, "the number of new colours")
        self.check_normalized()
        self.check_game(game)
        first, everywhere = self.colours, (1 << self.pegs) - 1
        if first + new > COLOUR_LIMIT:
            raise Refused(f"a pattern has at most {COLOUR_LIMIT} explicit colours")
        return with_new(self, dict.fromkeys(range(first, first + new), everywhere), game)

    def check_normalized(self) -> None:
        """`Refused` when the pattern is empty or its explicit colours are not 0..k-1."""
        if not self.clauses:
            raise Refused("the empty pattern has no question and no form")
        if not self.is_normalized:
            raise Refused(f"the pattern {self.brief()} is not normalized; normalize() makes it so")

    def check_game(self, game: AlikeGame | str) -> None:
        """`Refused` when a clause repeats a colour and secrets of the game do not.

        Also when two columns share a colour and the game has an alphabet for each column.
        """
        game = as_alike_game(game)
        if self._columns_share and game.alphabet_of(self.pegs - 1) > 0:
            raise Refused(f"two columns of {self.brief()} share a colour; each has its own")
        if not game.is_clause(self._repeating):
            for row in self.clauses:
                game.as_clause(row)

    @cached_property
    def _columns_share(self) -> bool:
        """Whether a colour is in two columns."""
        return sum(self.colours_by_column) > self.colours

    @cached_property
    def _repeating(self) -> Word:
        """The colours of the first clause where one is in two cells; none if there is no such."""
        colours = (tuple(cell for cell in row if cell != STAR) for row in self.clauses)
        return next((word for word in colours if len({*word}) < len(word)), ())

    def brief(self) -> str:
        """The pattern in a message: its text, shortened when it is long."""
        text = str(self)
        return text if len(text) <= 60 else f"{text[:57]}..."

    def secrets(self, game: AlikeGame | str, implicit: int | Sequence[int]) -> int:
        """The number of secrets when the stars stand for *implicit* colours (`as_index`); exact.

        `Refused` when that is no number of colours, or the pattern is none of the game.
        """
        game = as_alike_game(game)
        self.check_game(game)
        pegs = self.pegs or 1
        kinds, numbers = game.kinds(pegs), as_index(implicit, game, pegs)
        return sum(
            clauses * ways(columns, kinds, numbers, game)
            for columns, clauses in self.star_sets.items()
        )

    @cached_property
    def star_sets(self) -> dict[tuple[int, ...], int]:
        """How many clauses have their stars in which columns."""
        return dict(
            Counter(
                tuple(column for column, cell in enumerate(row) if cell == STAR)
                for row in self.clauses
            )
        )

    def secrets_polynomial(self, game: AlikeGame | str) -> tuple[int, ...]:
        """The number of secrets as a polynomial in m: its coefficients, ascending.

        Each star may be any of the m implicit colours, as with one kind.
        """
        game = as_alike_game(game)
        self.check_game(game)
        total = [self.star_histogram[-1]]
        for stars in reversed(range(self.pegs)):  # of m colours as many are taken already
            shift = game.colours_taken(stars)
            pairs = zip([*total, 0], [0, *total], strict=True)
            total = [below - shift * here for here, below in pairs]
            total[0] += self.star_histogram[stars]
        return tuple(total)


def as_index(value: object, game: AlikeGame, pegs: int) -> tuple[int, ...]:
    """The numbers of implicit colours of each kind, in the order of `AlikeGame.kinds`.

    Or one number: of the colours of each alphabet, all of which may stand in all its columns.
    """
    kinds = game.kinds(pegs)
    if isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping):
        numbers = tuple(as_count(one, "the number of implicit colours") for one in value)
        if len(numbers) != len(kinds):
            each = f"of {counted(len(kinds), 'kind')} of colours"
            if len(game.alphabets(pegs)) > 1:
                each = f"of {pegs} columns"
            raise Refused(
                f"there is one number of implicit colours for each {each}, not {shown(numbers)}"
            )
        return numbers
    number = as_count(value, "the number of implicit colours")
    return tuple(number * (kind in game.alphabets(pegs)) for kind in kinds)


def _clauses(values: object) -> tuple[Word, ...]:
    """Clauses in the order given; `Refused` when they are not those of a pattern."""
    if isinstance(values, str):
        raise Refused("clauses are a list of words; MasetPattern.parse reads a text")
    if isinstance(values, Mapping) or not isinstance(values, Iterable):
        raise Refused(f"clauses are a list of words, not {shown(values)}")
    given = list(values)
    rows = tuple(as_word(row, "a clause") for row in given)
    if len({len(row) for row in rows}) > 1:
        raise Refused("all clauses of a pattern must have the same number of cells")
    if len(set(rows)) < len(rows):
        raise Refused("a clause occurs twice")
    if any(not 0 <= cell <= STAR for row in rows for cell in row):
        raise Refused("a clause holds explicit colours and stars only")
    return rows


def pattern_of(clauses: tuple[Word, ...]) -> MasetPattern:
    """The pattern with these clauses, which are known to be sorted and those of a pattern."""
    pattern = object.__new__(MasetPattern)
    object.__setattr__(pattern, "clauses", clauses)
    return pattern


def colours_in(pattern: MasetPattern, columns: int) -> int:
    """How many explicit colours a pattern has in some columns, column j being the bit 2**j."""
    if columns == (1 << pattern.pegs) - 1:
        return pattern.colours
    cells = {cell for row in pattern.clauses for j, cell in enumerate(row) if columns >> j & 1}
    return len(cells - {STAR})


def explicit_by_kind(pattern: MasetPattern, game: AlikeGame) -> tuple[int, ...]:
    """How many explicit colours are among those of each number that describes a board.

    None where these are the numbers of implicit colours.
    """
    kinds = game.kinds(pattern.pegs)
    return tuple(0 if game.counts_implicit else colours_in(pattern, kind) for kind in kinds)


def with_new(pattern: MasetPattern, new: Mapping[int, int], game: AlikeGame) -> MasetPattern:
    """Make implicit colours explicit, each under the name and of the kind given in *new*.

    A star becomes each of them that may stand in its column, or stays, in all combinations.
    """
    if not new:
        return pattern
    choices = [
        (*(colour for colour, kind in new.items() if kind >> column & 1), STAR)
        for column in range(pattern.pegs)
    ]
    rows: list[Word] = []
    for row in pattern.clauses:
        for word in product(
            *((cell,) if cell != STAR else choices[j] for j, cell in enumerate(row))
        ):
            fresh = tuple(cell for cell in word if cell in new)
            if game.is_clause(fresh):
                rows.append(word)
    return pattern_of(tuple(sorted(rows)))


def renaming(pattern: MasetPattern, game: AlikeGame) -> Renaming:
    """The new names of its explicit colours when a pattern is normalized.

    They keep their order; with an alphabet for each column, they are numbered column by column.
    """
    order: Sequence[int] = pattern.occurring
    if game.alphabet_of(pattern.pegs - 1) > 0:
        order = sorted(order, key=lambda colour: (pattern.column_of[colour], colour))
    return {colour: rank for rank, colour in enumerate(order)}


def normalized(pattern: MasetPattern, game: AlikeGame) -> MasetPattern:
    """The pattern normalized; with an alphabet for each column, its colours column by column.

    Then two patterns are equal if and only if they are equal with each column's colours renumbered.
    """
    return pattern._renamed(renaming(pattern, game))


def as_pattern(value: object) -> MasetPattern:
    """A pattern from itself or its text; `Refused` otherwise."""
    if isinstance(value, MasetPattern):
        return value
    return MasetPattern.parse(value)  # type: ignore[arg-type]
