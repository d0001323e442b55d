"""Explicit colours that are as good as implicit ones (docs/black-peg.md).

Where columns share colours and white pegs are not told, an answer may leave an explicit colour in
just those clauses that a star would have, had it stood for that colour.  Such a colour becomes
implicit again, of the kind of the columns where it may stand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from masetproof.games.pegs import PegGame
from masetproof.patterns.pattern import MasetPattern, pattern_of, with_new
from masetproof.words import STAR

__all__ = ["Folded", "fold"]


@final
@dataclass(frozen=True, slots=True)
class Folded:
    """What is left of a normalized pattern when colours have become implicit.

    core: normalized.  colours: for each colour of the pattern that of the core, or a number from k
    on, k being the colours of the core, if it is implicit in the core.  kinds: of those from k on.
    """

    core: MasetPattern
    colours: tuple[int, ...]
    kinds: tuple[int, ...]


def fold(pattern: MasetPattern, game: PegGame) -> Folded:
    """Make implicit all explicit colours of a normalized pattern that can be.

    The core extended by colours of those kinds is the pattern again.
    """
    core, gone = pattern, dict[int, int]()
    if game.shares_colours:
        while (found := _foldable(core, game)) is not None:
            colour, kind, core = found
            gone[colour] = kind
    left = core.occurring
    names = {colour: rank for rank, colour in enumerate((*left, *gone))}
    return Folded(
        core.normalize()[0],
        tuple(names[colour] for colour in pattern.occurring),
        tuple(gone.values()),
    )


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
