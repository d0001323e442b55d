"""The rules: colours, words, answers, and the four games.

A *word* is a tuple of cells, one for each peg.  A cell is a small integer whose text is
``SYMBOLS[cell]``: a colour ``0 1 2 ... 9 A B ... Z``, the star (a cell of a pattern, any
implicit colour) or the extra colour ``a`` (a cell of a question, matches nothing).  Because the
star occurs only in patterns and the extra colour only in questions, neither ever equals a cell
of the other side, and the one answer function below serves secrets and clauses alike.

Answers are numbered 0: (0,0), 1: (0,1), 2: (1,0), 3: (0,2), ... by the number of pegs of either
kind and then by black pegs, as in Peczarski's listings (arXiv 1808.03849, section 2).

Whatever a caller passes to a public function goes through ``as_...`` first: it takes the value or
its text, and refuses all else with one sentence (`Refused`).
"""

from __future__ import annotations

import operator
import re
import reprlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice, permutations, product
from math import comb, factorial
from typing import NamedTuple, Self, TypeVar, final

__all__ = [
    "AB",
    "BLACK_PEG",
    "BLACK_PEG_AB",
    "COLOUR_LIMIT",
    "EXTRA",
    "GAMES",
    "MASTERMIND",
    "MAX_PEGS",
    "STAR",
    "SYMBOLS",
    "Answer",
    "Choice",
    "Game",
    "Refused",
    "Word",
    "as_count",
    "as_flag",
    "as_game",
    "as_instance",
    "as_member",
    "as_word",
    "compare",
    "game_named",
    "parse_number",
    "parse_whole",
    "parse_word",
    "shown",
    "word_text",
]

Word = tuple[int, ...]

COLOUR_LIMIT = 36
"""Colours are the cells 0..35, written ``0..9 A..Z``."""
STAR = COLOUR_LIMIT
EXTRA = COLOUR_LIMIT + 1
SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*a"

MAX_PEGS = 8


_Kind = TypeVar("_Kind")
_Choice = TypeVar("_Choice", bound="Choice")

_QUESTION_CELLS = frozenset((*range(COLOUR_LIMIT), EXTRA))
_CLAUSE_CELLS = frozenset((*range(COLOUR_LIMIT), STAR))


class Refused(ValueError):
    """Input that cannot be treated; the message is one sentence that says what is accepted."""


# ------------------------------------------------------------------- what callers pass, and texts


def shown(value: object) -> str:
    """A value in a message: its repr on one line, shortened, whatever the value is."""
    try:
        text = reprlib.repr(value)
    except Exception:  # a repr is not ours, and that of an integer of 5,000 digits is refused
        text = f"a value of the type {type(value).__name__}"
    return " ".join(text.split())


def as_instance(kind: type[_Kind], value: object, what: str) -> _Kind:
    """*value* if it is a *kind*; `Refused` otherwise.  what: names it in the message."""
    if not isinstance(value, kind):
        raise Refused(f"{what} must be a {kind.__name__}, not {shown(value)}")
    return value


def as_flag(value: object, what: str) -> bool:
    """*value* if it is True or False; `Refused` otherwise, since ``"no"`` is true in Python."""
    if not isinstance(value, bool):
        raise Refused(f"{what} must be True or False, not {shown(value)}")
    return value


def as_count(value: object, what: str, least: int | None = 0, most: int | None = None) -> int:
    """A whole number from *least* to *most*; `Refused` when it is none or not in that range.

    None is no bound.
    Python's integers and what stands for one without loss (``operator.index``: those of numpy).
    Neither True nor 2.0 nor ``"2"``.
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise Refused(f"{what} must be a whole number, not {shown(value)}") from None
    if (least is not None and number < least) or (most is not None and number > most):
        accepted = f"at least {least}" if most is None else f"{least} to {most:,}"
        raise Refused(f"{what} must be {accepted}, not {shown(number)}")
    return number


class Choice(StrEnum):
    """An enumeration whose members are made from their texts; `Refused` lists the texts there are.

    A member is its text, so a member of another `Choice` with the same text serves as well.
    """

    @classmethod
    def _missing_(cls, value: object) -> Self:
        texts = ", ".join(member.value for member in cls)
        raise Refused(f"the {cls.__name__.lower()} is one of {texts}, not {shown(value)}")


def as_member(kind: type[_Choice], value: object) -> _Choice:
    """The member of *kind* that *value* is or that has this text; `Refused` otherwise."""
    # Only texts: comparing with the members could run the code of a stranger.
    return kind(value) if isinstance(value, str) else kind._missing_(value)


def parse_whole(text: str) -> int:
    """The whole number written as *text*, in ASCII digits with at most a sign before them.

    `Refused` for all else that ``int`` takes: blanks, underscores, the digits of other scripts.
    """
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", as_instance(str, text, "a number in a text")):
        raise Refused(f"{shown(text)} is not a whole number of at most 18 digits")
    return int(text)


def parse_number(text: str) -> float:
    """The decimal number written as *text*, in ASCII digits; `Refused` for nan, inf and ``1_0``."""
    digits = r"[+-]?([0-9]{1,30}(\.[0-9]{0,30})?|\.[0-9]{1,30})([eE][+-]?[0-9]{1,2})?"
    if not re.fullmatch(digits, as_instance(str, text, "a number in a text")):
        raise Refused(f"{shown(text)} is not a number")
    return float(text)


class Answer(NamedTuple):
    """Black pegs: right colour and position.  White pegs: right colour, wrong position."""

    black: int
    white: int


def word_text(word: Word) -> str:
    """The word as text, one symbol for each cell."""
    return "".join(SYMBOLS[cell] for cell in word)


def parse_word(text: str) -> Word:
    """The word that `word_text` writes as *text*; `Refused` names a symbol that is none."""
    word = tuple(SYMBOLS.find(symbol) for symbol in as_instance(str, text, "the text of a word"))
    if -1 in word:
        wrong = text[word.index(-1)]
        raise Refused(f"{wrong!r} is not a colour; colours are 0 to 9 and A to Z")
    return word


def as_word(value: object, what: str) -> Word:
    """A word from cells or from its text; `Refused` when it is none.

    Which of the cells make sense is for `Game.as_question` and `Game.as_clause` to say.
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


@final
@dataclass(frozen=True, slots=True)
class Game:
    """One deductive game, for any number of pegs and colours.

    name: as on the command line.  label: as in equation labels.  repeats: whether a colour may
    occur twice in a secret or question.  white_pegs: whether the answer tells them.  Methods raise
    `Refused` for numbers and words that make no sense in the game.
    """

    name: str
    label: str
    title: str
    repeats: bool
    white_pegs: bool

    def __post_init__(self) -> None:
        for name in ("name", "label", "title"):
            as_instance(str, getattr(self, name), f"the {name} of a game")
        as_flag(self.repeats, "repeats")
        as_flag(self.white_pegs, "white_pegs")

    def as_question(self, question: object) -> Word:
        """A question from its cells or its text: colours and the extra colour."""
        return self._as_word(question, "a question", _QUESTION_CELLS)

    def as_clause(self, clause: object) -> Word:
        """A secret, or a clause of a pattern, from its cells or its text: colours and stars."""
        return self._as_word(clause, "a secret", _CLAUSE_CELLS)

    def _as_word(self, value: object, what: str, allowed: frozenset[int]) -> Word:
        word = as_word(value, what)
        cells = set(word)
        if not cells <= allowed:
            wrong = next(cell for cell in word if cell not in allowed)
            text = repr(SYMBOLS[wrong]) if 0 <= wrong < len(SYMBOLS) else shown(wrong)
            raise Refused(f"{what} holds no cell {text}")
        if not self.repeats and len(cells) < len(word):
            colours = [cell for cell in word if cell < COLOUR_LIMIT]
            if len(set(colours)) < len(colours):
                raise Refused(f"{what} of the {self.name} game repeats no colour")
        return word

    def answer(self, secret: Word | str, question: Word | str) -> Answer:
        """The answer to *question* when *secret* is the secret, or a clause of a pattern.

        Each is a tuple of cells or a text.  `Refused` when a word is none of the game, or they
        differ in length.
        """
        clause, asked = self.as_clause(secret), self.as_question(question)
        if len(clause) != len(asked):
            raise Refused(
                f"the secret has {len(clause)} cells and the question {len(asked)}; "
                "both have one for each peg"
            )
        return compare(self, clause, asked)

    def number_of(self, answer: Answer) -> int:
        """The number of *answer* in the order of `answers`; `Refused` when it is no answer."""
        if not isinstance(answer, tuple) or len(answer) != 2:
            raise Refused(f"an answer is a pair of black and white pegs, not {shown(answer)}")
        black, white = answer
        if type(black) is not int or type(white) is not int:
            black = as_count(black, "the number of black pegs")
            white = as_count(white, "the number of white pegs")
        pegs = black + white
        if black < 0 or white < 0 or pegs > MAX_PEGS or (white and not self.white_pegs):
            raise Refused(f"{shown((black, white))} is no answer of the {self.name} game")
        return pegs * (pegs + 1) // 2 + black if self.white_pegs else black

    def answers(self, pegs: int) -> tuple[Answer, ...]:
        """All answers in their order; the last one wins, and (p-1, 1) keeps its number."""
        pegs = _as_pegs(pegs)
        if not self.white_pegs:
            return tuple(Answer(black, 0) for black in range(pegs + 1))
        return tuple(
            Answer(black, total - black) for total in range(pegs + 1) for black in range(total + 1)
        )

    def star_words(self, stars: int, implicit: int) -> int:
        """In how many ways *stars* cells of one clause take *implicit* colours.

        m**s when colours may repeat, otherwise m (m-1) ... (m-s+1).
        """
        stars = as_count(stars, "the number of stars", 0, MAX_PEGS)
        implicit = as_count(implicit, "the number of implicit colours")
        if self.repeats:
            return int(implicit**stars)
        return comb(implicit, stars) * factorial(stars)

    def secret_count(self, pegs: int, colours: int) -> int:
        """The number of secrets."""
        return self.star_words(_as_pegs(pegs), as_count(colours, "the number of colours"))

    def least_colours(self, pegs: int) -> int:
        """The least number of colours with which there is a secret."""
        pegs = _as_pegs(pegs)
        return 1 if self.repeats else pegs

    def words(self, pegs: int, colours: int) -> Iterator[Word]:
        """All secrets, which are also all questions, in lexicographic order."""
        pegs = _as_pegs(pegs)
        colours = as_count(colours, "the number of colours", 0, COLOUR_LIMIT)
        if self.repeats:
            return product(range(colours), repeat=pegs)
        return permutations(range(colours), pegs)

    def excluded_cap(self, pegs: int) -> int:
        """How many excluded colours make a difference (docs/model.md).

        Where colours repeat, one excluded colour serves for any number of cells; otherwise each
        cell needs its own, and a question has at most pegs - 1 such cells.
        """
        pegs = _as_pegs(pegs)
        return 1 if self.repeats else pegs - 1

    def extra_cells(self, pegs: int, excluded: int) -> int:
        """How many cells of a question may hold a colour known not to be in the secret."""
        pegs = _as_pegs(pegs)
        excluded = as_count(excluded, "the number of excluded colours")
        if self.repeats:
            return pegs - 1 if excluded else 0
        return min(excluded, pegs - 1)


def _as_pegs(pegs: object) -> int:
    return as_count(pegs, "the number of pegs", 1, MAX_PEGS)


def compare(game: Game, clause: Word, question: Word) -> Answer:
    """`Game.answer` for words that are known to be words of the game.

    black + white = the sum over colours of min(occurrences in either).
    """
    black = sum(map(int.__eq__, clause, question))
    if not game.white_pegs:
        return Answer(black, 0)
    common = sum(min(clause.count(cell), question.count(cell)) for cell in set(question))
    return Answer(black, common - black)


MASTERMIND = Game("mastermind", "MM", "Mastermind", repeats=True, white_pegs=True)
AB = Game("ab", "AB", "AB game", repeats=False, white_pegs=True)
BLACK_PEG = Game("black-peg", "BP", "Black-peg Mastermind", repeats=True, white_pegs=False)
BLACK_PEG_AB = Game("black-peg-ab", "BPAB", "Black-peg AB game", repeats=False, white_pegs=False)

GAMES = {game.name: game for game in (MASTERMIND, AB, BLACK_PEG, BLACK_PEG_AB)}


def game_named(name: str) -> Game:
    """The game of that name; `Refused` lists the names there are."""
    game = GAMES.get(name) if isinstance(name, str) else None
    if game is None:
        raise Refused(f"unknown game {shown(name)}; there are {', '.join(GAMES)}")
    return game


def as_game(value: object) -> Game:
    """One of `GAMES` from itself or its name; `Refused` otherwise.

    A `Game` that only has the name of another is refused: what is kept on disk goes by names.
    """
    if not isinstance(value, Game):
        return game_named(value)  # type: ignore[arg-type]
    if GAMES.get(value.name) != value:
        raise Refused(f"{shown(value)} is none of the games {', '.join(GAMES)}")
    return value
