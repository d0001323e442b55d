"""The rules: colours, words, answers, and the four games.

A *word* is a tuple of cells, one for each peg.  A cell is a small integer whose text is
``SYMBOLS[cell]``: a colour ``0 1 2 ... 9 A B ... Z``, the star (a cell of a pattern, any
implicit colour) or the extra colour ``a`` (a cell of a question, matches nothing).  Because the
star occurs only in patterns and the extra colour only in questions, neither ever equals a cell
of the other side, and the one answer function below serves secrets and clauses alike.

Answers are numbered 0: (0,0), 1: (0,1), 2: (1,0), 3: (0,2), ... by the number of pegs of either
kind and then by black pegs, as in Peczarski's listings (arXiv 1808.03849, section 2).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product
from math import comb, factorial
from typing import NamedTuple, final

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
    "Game",
    "Refused",
    "Word",
    "game_named",
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


class Refused(ValueError):
    """Input that cannot be treated; the message is one sentence that says what is accepted."""


class Answer(NamedTuple):
    """Black pegs: right colour and position.  White pegs: right colour, wrong position."""

    black: int
    white: int


def word_text(word: Word) -> str:
    """The word as text, one symbol for each cell."""
    return "".join(SYMBOLS[cell] for cell in word)


def parse_word(text: str) -> Word:
    """The word that `word_text` writes as *text*; `ValueError` names a symbol that is none."""
    word = tuple(SYMBOLS.find(symbol) for symbol in text)
    if -1 in word:
        wrong = text[word.index(-1)]
        raise ValueError(f"{wrong!r} is not a colour; colours are 0 to 9 and A to Z")
    return word


@final
@dataclass(frozen=True, slots=True)
class Game:
    """One deductive game, for any number of pegs and colours.

    name: as on the command line.  label: as in equation labels.  repeats: whether a colour may
    occur twice in a secret or question.  white_pegs: whether the answer tells them.
    """

    name: str
    label: str
    title: str
    repeats: bool
    white_pegs: bool

    def answer(self, secret: Word, question: Word) -> Answer:
        """The answer to *question* when *secret* is the secret, or a clause of a pattern.

        black + white = the sum over colours of min(occurrences in either); theory section 1.
        """
        black = sum(map(int.__eq__, secret, question))
        if not self.white_pegs:
            return Answer(black, 0)
        common = sum(min(secret.count(cell), question.count(cell)) for cell in set(question))
        return Answer(black, common - black)

    def number_of(self, answer: Answer) -> int:
        """The number of *answer* in the order of `answers`."""
        if not self.white_pegs:
            return answer.black
        pegs = answer.black + answer.white
        return pegs * (pegs + 1) // 2 + answer.black

    def answers(self, pegs: int) -> tuple[Answer, ...]:
        """All answers in their order; the last one wins, and (p-1, 1) keeps its number."""
        if not self.white_pegs:
            return tuple(Answer(black, 0) for black in range(pegs + 1))
        return tuple(
            Answer(black, total - black) for total in range(pegs + 1) for black in range(total + 1)
        )

    def star_words(self, stars: int, implicit: int) -> int:
        """In how many ways *stars* cells of one clause take *implicit* colours.

        m**s when colours may repeat, otherwise m (m-1) ... (m-s+1).
        """
        if self.repeats:
            return int(implicit**stars)
        return comb(implicit, stars) * factorial(stars)

    def secret_count(self, pegs: int, colours: int) -> int:
        """The number of secrets."""
        return self.star_words(pegs, colours)

    def least_colours(self, pegs: int) -> int:
        """The least number of colours with which there is a secret."""
        return 1 if self.repeats else pegs

    def words(self, pegs: int, colours: int) -> Iterator[Word]:
        """All secrets, which are also all questions, in lexicographic order."""
        if self.repeats:
            return product(range(colours), repeat=pegs)
        return permutations(range(colours), pegs)

    def excluded_cap(self, pegs: int) -> int:
        """How many excluded colours make a difference (theory, section 4).

        Where colours repeat, one excluded colour serves for any number of cells; otherwise each
        cell needs its own, and a question has at most pegs - 1 such cells.
        """
        return 1 if self.repeats else pegs - 1

    def extra_cells(self, pegs: int, excluded: int) -> int:
        """How many cells of a question may hold a colour known not to be in the secret."""
        if self.repeats:
            return pegs - 1 if excluded else 0
        return min(excluded, pegs - 1)


MASTERMIND = Game("mastermind", "MM", "Mastermind", repeats=True, white_pegs=True)
AB = Game("ab", "AB", "AB game", repeats=False, white_pegs=True)
BLACK_PEG = Game("black-peg", "BP", "Black-peg Mastermind", repeats=True, white_pegs=False)
BLACK_PEG_AB = Game("black-peg-ab", "BPAB", "Black-peg AB game", repeats=False, white_pegs=False)

GAMES = {game.name: game for game in (MASTERMIND, AB, BLACK_PEG, BLACK_PEG_AB)}


def game_named(name: str) -> Game:
    """The game of that name; `ValueError` lists the names there are."""
    try:
        return GAMES[name]
    except KeyError:
        raise Refused(f"unknown game {name!r}; there are {', '.join(GAMES)}") from None
