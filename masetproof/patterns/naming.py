"""Patterns, questions and isomorphisms as certificates of strategies have them.

Where each column has an alphabet of its own, the explicit colours of each column are numbered by
themselves, from 0; the new colour of a column comes after them.
"""

from __future__ import annotations

from masetproof.games.alike import AlikeGame
from masetproof.patterns.isomorphism import Witness
from masetproof.patterns.pattern import MasetPattern
from masetproof.words import EXTRA, SYMBOLS, Word, word_text


def pattern_text(pattern: MasetPattern, game: AlikeGame) -> str:
    return pattern.by_columns if _has_several(pattern, game) else str(pattern)


def question_text(pattern: MasetPattern, question: Word, game: AlikeGame) -> str:
    """A question on a pattern."""
    if not _has_several(pattern, game):
        return word_text(question)
    ranks, shown = pattern.rank_of, []
    for column, cell in enumerate(question):
        own = ranks[cell] if cell in ranks else pattern.colours_by_column[column]
        shown.append(SYMBOLS[EXTRA if cell == EXTRA else own])
    return "".join(shown)


def image_text(
    number: int, pattern: MasetPattern, witness: Witness, image: MasetPattern, game: AlikeGame
) -> str:
    """The number of a pattern with what maps it to its image: columns, and colours by alphabets."""
    columns = "".join(map(str, witness.columns))
    if not _has_several(pattern, game):
        return f"{number}.{columns}.{''.join(SYMBOLS[colour] for colour in witness.colours)}"
    colours = list[str]()
    for column in witness.columns:
        own = sorted(c for c, home in pattern.column_of.items() if home == column)
        colours.append("".join(SYMBOLS[image.rank_of[witness.colours[c]]] for c in own))
    return f"{number}.{columns}.{','.join(colours)}"


def _has_several(pattern: MasetPattern, game: AlikeGame) -> bool:
    """Whether each column has an alphabet of its own."""
    return len(game.alphabets(pattern.pegs)) > 1
