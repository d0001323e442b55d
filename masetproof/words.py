"""Words: secrets, questions and clauses as tuples of cells, and as text.

A *word* is a tuple of cells, one for each peg.  In a game of pegs a cell is a small integer whose
text is ``SYMBOLS[cell]``: a colour ``0 1 2 ... 9 A B ... Z``, the star (a cell of a pattern, any
implicit colour) or the extra colour ``a`` (a cell of a question, matches nothing).  Because the
star occurs only in patterns and the extra colour only in questions, neither ever equals a cell of
the other side, and one answer function serves secrets and clauses alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from masetproof.arguments import Refused, as_count, as_instance, shown

__all__ = [
    "COLOUR_LIMIT",
    "EXTRA",
    "MAX_PEGS",
    "STAR",
    "SYMBOLS",
    "Word",
    "as_word",
    "parse_word",
    "word_text",
]

Word = tuple[int, ...]

COLOUR_LIMIT = 36
"""Colours are the cells 0..35, written ``0..9 A..Z``."""
STAR = COLOUR_LIMIT
EXTRA = COLOUR_LIMIT + 1
SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*a"

MAX_PEGS = 8
"""Words of more cells are not listed; patterns and tables have no more."""


def word_text(word: Word) -> str:
    """The word as text, one symbol for each cell; ``?`` stands for what is no cell at all."""
    return "".join(
        SYMBOLS[cell] if type(cell) is int and 0 <= cell < len(SYMBOLS) else "?" for cell in word
    )


def parse_word(text: str) -> Word:
    """The word that `word_text` writes as *text*; `Refused` names a symbol that is none."""
    word = tuple(SYMBOLS.find(symbol) for symbol in as_instance(str, text, "the text of a word"))
    if -1 in word:
        wrong = text[word.index(-1)]
        raise Refused(f"{wrong!a} is no colour; they are 0 to 9 and A to Z")
    return word


def as_word(value: object, what: str) -> Word:
    """A word from cells or from its text; `Refused` when it is none.

    Which of the cells make sense is for `PegGame.as_question` and `PegGame.as_clause` to say.
    """
    if not isinstance(value, Iterable):
        raise Refused(f"{what} is a text or a tuple of cells, not {shown(value)}")
    if type(value) is tuple and set(map(type, value)) <= {int}:
        cells: Word = value
    else:
        given = tuple(islice(value, MAX_PEGS + 1))
        if isinstance(value, str):
            cells = parse_word("".join(given))
        else:
            last = len(SYMBOLS) - 1
            cells = tuple(as_count(cell, f"a cell of {what}", 0, last) for cell in given)
    if not 1 <= len(cells) <= MAX_PEGS:
        raise Refused(f"{what} has 1 to {MAX_PEGS} cells, not {shown(value)}")
    return cells
