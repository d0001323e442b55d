"""Words: secrets, questions and clauses as tuples of cells, and as text.

A *word* is a tuple of cells, one for each peg.  In a game of pegs a cell is a small integer whose
text is ``SYMBOLS[cell]``: a colour ``0 1 2 ... 9 A B ... Z``, the star (a cell of a pattern, any
implicit colour) or the extra colour ``a`` (a cell of a question, matches nothing).  Because the
star occurs only in patterns and the extra colour only in questions, neither ever equals a cell of
the other side, and one answer function serves secrets and clauses alike.

Where implicit colours are of several *kinds* (docs/black-peg.md), a new colour c of a question can
carry its kind, the set of columns where it may stand, with column j as the bit 2**j: its cell is
then ``c + KIND * kind``.  The text has the kinds after a slash, columns counted from 1: in
``01/1,12`` colour 0 may stand in the first column only, colour 1 in the first two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from masetproof.arguments import Refused, as_count, as_instance, shown

Word = tuple[int, ...]

COLOUR_LIMIT = 36
"""Colours are the cells 0..35, written ``0..9 A..Z``."""
STAR = COLOUR_LIMIT
EXTRA = COLOUR_LIMIT + 1
SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*a"

KIND = 1 << 20
"""A new colour of kind k has k times this added to its cell; more than any game has colours."""

MAX_PEGS = 8
"""Patterns and tables have no more cells."""
MOST_LISTED = 16
"""Words of more cells are not listed: with two colours they are 65,536."""

_LONGEST_TEXT = MAX_PEGS * (MAX_PEGS + 2)
"""A symbol and a kind for each cell."""


def told_kinds(word: Word) -> tuple[int, ...]:
    """The kinds that the new colours of a question carry, from left to right; () if none does."""
    return tuple(cell // KIND for cell in word if cell >= KIND)


def plain(word: Word) -> Word:
    """The same question without the kinds of its new colours."""
    if max(word, default=0) < KIND:
        return word
    return tuple(cell % KIND if cell >= KIND else cell for cell in word)


def with_kinds(word: Word, kinds: Sequence[int]) -> Word:
    """A question whose new colours carry kinds.

    word: without kinds; its greatest colours, as many as there are kinds, are the new ones.  kinds:
    in the order in which the new colours first occur.  `Refused` when there are fewer colours.
    """
    colours = sorted({cell for cell in word if cell < COLOUR_LIMIT})
    if len(kinds) > len(colours):
        raise Refused(f"{word_text(word)} has {len(colours)} colours, but {len(kinds)} kinds")
    new = colours[len(colours) - len(kinds) :]
    told = iter(kinds)
    of = {cell: next(told) for cell in dict.fromkeys(word) if cell in new}
    return tuple(cell + KIND * of.get(cell, 0) for cell in word)


def columns_text(columns: int) -> str:
    """A set of columns, column j being the bit 2**j, as their numbers from 1: ``13``."""
    return "".join(str(j + 1) for j in range(columns.bit_length()) if columns >> j & 1)


def word_text(word: Word) -> str:
    """The word as text, one symbol for each cell; ``?`` stands for what is no cell at all."""
    if {*map(type, word)} == {int} and min(word) >= 0 and max(word) < len(SYMBOLS):
        return "".join([SYMBOLS[cell] for cell in word])
    cells = tuple(cell if type(cell) is int else -1 for cell in word)
    text = "".join(SYMBOLS[cell] if 0 <= cell < len(SYMBOLS) else "?" for cell in plain(cells))
    kinds = told_kinds(cells)
    return f"{text}/{','.join(map(columns_text, kinds))}" if kinds else text


def parse_word(text: str) -> Word:
    """The word that `word_text` writes as *text*; `Refused` names a symbol that is none."""
    symbols, slash, kinds = as_instance(str, text, "the text of a word").partition("/")
    word = tuple(SYMBOLS.find(symbol) for symbol in symbols)
    if -1 in word:
        wrong = symbols[word.index(-1)]
        raise Refused(f"{wrong!r} is no colour; they are written 0 to 9 and A to Z")
    return with_kinds(word, [_parse_columns(kind) for kind in kinds.split(",")]) if slash else word


def _parse_columns(text: str) -> int:
    """The set of columns that `columns_text` writes as *text*."""
    columns = sum({1 << j for j in range(MAX_PEGS) if str(j + 1) in text})
    if not columns or columns_text(columns) != text:
        raise Refused(
            f"the kind of a new colour is written as its columns in ascending order, such as 12, "
            f"not {shown(text)}"
        )
    return columns


def as_word(value: object, what: str) -> Word:
    """A word from its cells or its text, whatever game it is for; `Refused` when it is none."""
    if not isinstance(value, Iterable):
        raise Refused(f"{what} is a text or a tuple of cells, not {shown(value)}")
    if type(value) is tuple and set(map(type, value)) <= {int}:
        cells: Word = value
    else:
        if isinstance(value, str):
            cells = parse_word(value[: _LONGEST_TEXT + 1])
        else:
            given = tuple(islice(value, MAX_PEGS + 1))
            last = len(SYMBOLS) - 1
            cells = tuple(as_count(cell, f"a cell of {what}", 0, last) for cell in given)
    if not 1 <= len(cells) <= MAX_PEGS:
        raise Refused(f"{what} has 1 to {MAX_PEGS} cells, not {shown(value)}")
    return cells
