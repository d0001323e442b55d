"""Explicit colours that can be implicit again (docs/black-peg.md).

Where columns share colours and white pegs are not told, an answer may leave an explicit colour in
just those clauses that a star would have, had it stood for that colour.  Such a colour becomes
implicit again, of the kind of the columns where it may stand.
"""

from __future__ import annotations

from typing import NamedTuple

from masetproof.games.pegs import PegGame
from masetproof.patterns.pattern import MasetPattern, pattern_of, with_new
from masetproof.words import STAR

__all__ = ["Folded", "fold"]


class Folded(NamedTuple):
    """A pattern when colours have become implicit.

    core: what is left, with the other colours as they were.  again: the colours that are implicit,
    each with its kind, in the order in which they became so.
    """

    core: MasetPattern
    again: dict[int, int]


def fold(pattern: MasetPattern, game: PegGame) -> Folded:
    """Make implicit all explicit colours of a pattern that can be.

    The core extended by these colours of their kinds is the pattern again.
    """
    core, again = pattern, dict[int, int]()
    if game.shares_colours:
        while (foldable := _foldable(core, game)) is not None:
            colour, kind, core = foldable
            again[colour] = kind
    return Folded(core, again)


def _foldable(pattern: MasetPattern, game: PegGame) -> tuple[int, int, MasetPattern] | None:
    """The first colour that can become implicit, its kind and what is left.

    The kind can be none but the columns where the colour occurs, as it would stand in all columns
    of its kind, and just as many clauses have it as there are stars in these.
    """
    for colour in pattern.occurring:
        rest = tuple(row for row in pattern.clauses if colour not in row)
        columns = {row.index(colour) for row in pattern.clauses if colour in row}
        stars = sum(row[column] == STAR for row in rest for column in columns)
        if stars == len(pattern.clauses) - len(rest) > 0:
            kind, left = sum(1 << column for column in columns), pattern_of(rest)
            if with_new(left, {colour: kind}, game) == pattern:
                return colour, kind, left
    return None
