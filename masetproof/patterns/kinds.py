"""Implicit colours of several kinds (docs/black-peg.md).

Where answers do not report white pegs, an implicit colour has a *kind*: the set of columns where it
may still stand, column j being the bit 2**j.  A kind is active in a pattern when all its columns
have a star.  The colours of another kind count for the kind that remains of it: its columns with a
star.  So a pattern has one index, a number of implicit colours, for each active kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Any, NamedTuple, final

from masetproof.games.alike import AlikeGame


def standing(game: AlikeGame, stars: tuple[bool, ...]) -> tuple[bool, ...]:
    """The columns with a star where implicit colours may still stand.

    Where answers report white pegs these are all or none: an answer concerns a colour in every
    column.
    """
    return (any(stars),) * len(stars) if game.one_kind else stars


def is_active(kind: int, stars: Sequence[bool]) -> bool:
    """Whether all columns of a kind have a star."""
    return all(star for column, star in enumerate(stars) if kind >> column & 1)


def within(kind: int, columns: Sequence[int], stars: Sequence[bool]) -> int:
    """The columns j with a star whose old column, columns[j], is in the kind; 0: it is excluded."""
    return sum(1 << j for j, old in enumerate(columns) if stars[j] and kind >> old & 1)


@cache
def new_words(game: AlikeGame, pegs: int) -> tuple[tuple[int, ...], ...]:
    """The new colours that questions may have: for each column the kind of its new colour, or 0.

    With an alphabet for each column, in the order of the sets of columns that have one.
    """
    kinds = game.kinds(pegs)
    choices = [(0, *(kind for kind in kinds if kind >> j & 1)) for j in range(pegs)]
    return tuple(word[::-1] for word in product(*choices[::-1]))


@cache
def new_counts(game: AlikeGame, pegs: int) -> tuple[tuple[int, ...], ...]:
    """How many new colours of each kind questions may have, in the order of `Splits.new`."""
    if game.one_kind:
        return tuple((count,) for count in range(pegs + 1))
    kinds = game.kinds(pegs)
    return tuple(tuple(map(word.count, kinds)) for word in new_words(game, pegs))


def ways(stars: Sequence[int], kinds: Sequence[int], numbers: Any, game: AlikeGame) -> Any:
    """In how many ways stars in these columns take implicit colours.

    numbers: how many colours there are of each kind, integers or arrays of them.
    """
    if not stars:
        return 1
    column, *rest = stars
    total: Any = 0
    for i, kind in enumerate(kinds):
        if kind >> column & 1:
            left = numbers
            if taken := game.colours_taken(1):
                left = [*numbers]
                left[i] = left[i] - taken
            total = total + numbers[i] * ways(rest, kinds, left, game)
    return total


@final
class Need(NamedTuple):
    """How many implicit colours must be left at least of some kinds, by their places."""

    kinds: tuple[int, ...]
    least: int


@lru_cache(maxsize=4096)
def blank_needs(
    game: AlikeGame, stars: tuple[bool, ...], blanks: int, excluded: tuple[int, ...]
) -> tuple[Need, ...] | None:
    """The colours that must be left so that a set of columns can have blanks.

    A *blank* is a cell with a colour that matches nothing there.  Besides excluded colours, colours
    of kinds that lack the column serve.  By Hall's theorem there are different colours for all
    columns if and only if every set of these columns has as many.  Where colours repeat, one is
    enough.  None when some columns can never have a blank.

    stars: the columns of the pattern that have one.
    excluded: the excluded colours of each alphabet.
    """
    pegs = len(stars)
    needs: list[Need] = []
    for own, known in zip(game.alphabets(pegs), excluded, strict=True):
        for some in range(blanks & own, 0, -1):
            least = game.colours_for(some.bit_count()) - known
            if some & ~(blanks & own) or least <= 0:
                continue
            lacking = tuple(
                place
                for place, kind in enumerate(game.kinds(pegs))
                if not kind & ~own and some & ~kind and is_active(kind, stars)
            )
            if not lacking:
                return None
            needs.append(Need(lacking, least))
    return tuple(needs)
