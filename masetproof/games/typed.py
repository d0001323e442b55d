"""Answers as players write them: in games on the web, in forums, to judges of contests.

A game has its own texts of answers; what is here reads the other forms, for all commands alike.
docs/command-line.md lists them, under "Answers as players write them".  What may mean two answers
is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import final

from masetproof.arguments import Refused, shown

WON = frozenset({"won", "win", "solved", "correct"})
"""Texts of the answer that wins, in every game that has no other answer of this text."""
_PICTURE = "\N{VARIATION SELECTOR-16}"
"""A sign that says of the one before it that it is a picture."""
_LONGEST = 200
"""A longer text is not looked at."""

Pegs = tuple[int, int]
"""Pegs in the right place, and elsewhere."""


@final
class Ambiguous(Refused):
    """A text that may mean several answers."""


@final
@dataclass(frozen=True, slots=True)
class _Notation:
    """How pegs are called: in the right place, elsewhere, and where there is none.

    has_both: only where both kinds occur is it known to be this notation.
    """

    exact: frozenset[str]
    near: frozenset[str]
    empty: frozenset[str]
    has_both: bool

    def count(self, counted: Sequence[tuple[int, str]]) -> Pegs | None:
        """The pegs of numbers with names; None where they are not of this notation."""
        names = {name for _, name in counted}
        has_exact, has_near = bool(names & self.exact), bool(names & self.near)
        is_known = has_exact and has_near if self.has_both else has_exact or has_near
        if not names <= self.exact | self.near | self.empty:
            return None
        if not is_known and not names <= _FILLING & self.empty:
            return None
        exact, near = (
            sum(n for n, name in counted if name in of) for of in (self.exact, self.near)
        )
        return exact, near


def _notation(exact: str, near: str, empty: str = "", *, has_both: bool = False) -> _Notation:
    """A notation from names with blanks between them, of words the singular."""
    return _Notation(_names(exact), _names(near), _names(empty), has_both)


def _names(text: str) -> frozenset[str]:
    names = text.split()
    return frozenset(names) | {f"{name}s" for name in names if len(name) > 1}


_NONE = "- . _"
_FILLING = frozenset(_NONE.split())
"""What stands for a peg that is missing; alone, too."""
_NOTATIONS = (
    _notation("b black", "w white", _NONE),
    _notation("b bull", "c cow", _NONE),
    _notation("a", "b", _NONE),
    _notation("r red", "w white", _NONE),
    _notation("s strike", "b ball", _NONE),
    _notation("h hit", "b blow", _NONE),
    _notation("f fermi", "p pico", _NONE),
    _notation("x", "o", _NONE, has_both=True),
    _notation("+", "o", "."),
    _notation("+", "-"),
    _notation("!", "."),
    _notation("👍", "👎", "x ❌"),
    _notation("● ⚫ ■ ⬛", "○ ⚪ □ ⬜", _NONE),
    _notation("🔴", "⚪", _NONE),
    _notation("🟩 🟢", "🟨 🟡", "⬛ ⬜ ⚫ ⚪"),
)
"""Bulls are written B, and so are balls, blows and cows in 1A2B: alone, it may mean either."""
_NOTHING = frozenset({"0", "none", "nothing", "bagel", "bagels", "out"})
_BETWEEN = re.compile(r"[,;/&=:|]|\b(?:and|pegs?)\b")
_TWO_NUMBERS = re.compile(r"[(\[]?\s*([0-9]{1,4})\s*[\s,;/.|-]\s*([0-9]{1,4})\s*[)\]]?")
_TWO_DIGITS = re.compile(r"([0-9])([0-9])")
_TOKENS = re.compile(r"[0-9]{1,4}|[^\W\d_]+|[^\s]")


def typed_pegs(text: str, called: tuple[str, str], *, repeats: bool, white: bool) -> Pegs | None:
    """The pegs that a text means; None where it means none, `Ambiguous` where it may mean two.

    called: what the game calls its pegs.  repeats, white: whether colours repeat, and whether the
    game has white pegs.  In games where colours repeat nobody writes 1A2B with only one of the
    letters, so their B is what the game itself calls so.

    >>> bulls = ("bulls", "cows")
    >>> typed_pegs("1A2B", bulls, repeats=False, white=True)
    (1, 2)
    >>> typed_pegs("BBC", bulls, repeats=False, white=True)
    (2, 1)
    """
    if len(text) > _LONGEST:
        return None
    given, text = text, text.casefold().replace(_PICTURE, "").strip()
    numbers = _TWO_NUMBERS.fullmatch(text) or (white and _TWO_DIGITS.fullmatch(text)) or None
    if numbers is not None:
        return int(numbers[1]), int(numbers[2])
    if text in _NOTHING or " ".join(text.split()) == "no pegs":
        return 0, 0
    counted = _counted(_TOKENS.findall(_BETWEEN.sub(" ", text)))
    if not counted:
        return None
    exact, near = (f"{name[0]} {name.removesuffix('s')}" for name in called)
    own = _notation(exact, near, _NONE)
    if repeats and (pegs := own.count(counted)) is not None and any(pegs):
        return pegs
    read = (notation.count(counted) for notation in _NOTATIONS)
    meant = sorted({pegs for pegs in read if pegs is not None and (white or not pegs[1])})
    if len(meant) > 1:
        ways = " or ".join(f"{black},{other}" for black, other in meant)
        raise Ambiguous(f"{shown(given)} may mean {ways} here; write the two numbers")
    return meant[0] if meant else None


def _counted(tokens: list[str]) -> list[tuple[int, str]]:
    """Numbers with their names, the one or the other first; nothing where they are not in pairs.

    Without numbers each name counts once, and letters in a row that are no word one by one.
    """
    if not any(token.isdecimal() for token in tokens):
        words = frozenset().union(*(one.exact | one.near for one in _NOTATIONS))
        return [(1, name) for token in tokens for name in ([token] if token in words else token)]
    if len(tokens) % 2 or any(
        one.isdecimal() == other.isdecimal() for one, other in pairwise(tokens)
    ):
        return []
    pairs = zip(tokens[::2], tokens[1::2], strict=True)
    first = tokens[0].isdecimal()
    counted = [(int(one), other) if first else (int(other), one) for one, other in pairs]
    return counted if len({name for _, name in counted}) == len(counted) else []


_MARKS = {
    **dict.fromkeys("g2🟩🟧🟢💚✅", "g"),
    **dict.fromkeys("y1🟨🟦🟡💛", "y"),
    **dict.fromkeys("b0x-._⬛⬜⚫⚪🟥🖤🤍❌", "b"),
}
"""In the mode of high contrast orange stands for green, and blue for yellow."""
_STATES = {"c": "g", "p": "y", "a": "b"}
"""Letters for correct, present and absent."""
_COLOURS = {
    **dict.fromkeys(("green", "correct"), "g"),
    **dict.fromkeys(("yellow", "present"), "y"),
    **dict.fromkeys(("grey", "gray", "black", "absent"), "b"),
}


def typed_marks(text: str) -> str:
    """The marks that a text means, ``g``, ``y``, ``b``; the text itself where it means none.

    >>> typed_marks("🟩🟨⬛"), typed_marks("Gyx"), typed_marks("2 1 0"), typed_marks("green, gray")
    ('gyb', 'gyb', 'gyb', 'gb')
    """
    if len(text) > _LONGEST:
        return text
    words = re.split(r"[\s,|]+", text.casefold().replace(_PICTURE, "").strip())
    if set(words) <= _COLOURS.keys():
        return "".join(map(_COLOURS.__getitem__, words))
    signs = "".join(words)
    table = _STATES if set(signs) <= _STATES.keys() else _MARKS
    if not set(signs) <= table.keys():
        return text
    return "".join(map(table.__getitem__, signs))
