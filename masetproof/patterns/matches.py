"""The answers of a game of alike colours by the matches of secret and question.

A match is a cell of the secret with the colour of a cell of the question; with p pegs a set of
matches is a number of p * p bits.  The bits of the columns where the secret has the colour of the
question's first cell are highest.  In Mastermind the question 01 and the secret 12 have one match,
of the second cell with the first: the number 0b0001, the answer (0,1).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, reduce
from itertools import product

import numpy as np
from numpy.typing import NDArray

from masetproof.games.alike import AlikeGame
from masetproof.words import STAR, Word


@lru_cache(maxsize=8)
def answers_by_matches(game: AlikeGame, pegs: int) -> NDArray[np.uint8]:
    """The number of the answer to each set of matches: uint8[2 ** (pegs * pegs)], read-only.

    Sets that no two words have get 0.
    """
    table = np.zeros(1 << pegs * pegs, np.uint8)
    for question, secrets in _words(game, pegs):
        table[matches(question, secrets)] = game.numbers(np.array([question], np.uint8), secrets)[0]
    table.flags.writeable = False
    return table


@lru_cache(maxsize=8)
def answer_table(game: AlikeGame, pegs: int) -> NDArray[np.uint8]:
    """The same for the splitting kernel, by the equalities of the question, read-only.

    uint8[pegs ** (pegs - 1), (pegs + 1) ** pegs].  A cell of the question counts as the first one
    with its colour: 11251 as 00230, whose digits in base pegs are its row.  In that row the secret
    has digits in base pegs + 1, the first cell lowest: 0 where its colour is not asked, else 1 more
    than that colour's cell in the question.
    """
    table = np.zeros((pegs ** (pegs - 1), (pegs + 1) ** pegs), np.uint8)
    for question, secrets in _words(game, pegs):
        first = [question.index(cell) for cell in question]
        row = reduce(lambda number, digit: number * pegs + digit, first)
        asked = np.zeros(STAR + 1, np.int64)
        asked[list(question)] = np.array(first) + 1
        places = asked[secrets] @ (pegs + 1) ** np.arange(pegs)
        table[row, places] = game.numbers(np.array([question], np.uint8), secrets)[0]
    table.flags.writeable = False
    return table


def known_matches(game: AlikeGame, pegs: int) -> list[int]:
    """The sets of matches that two words may have, ascending."""
    return sorted({code for pair in _words(game, pegs) for code in matches(*pair).tolist()})


def _words(game: AlikeGame, pegs: int) -> Iterator[tuple[Word, NDArray[np.uint8]]]:
    """Questions with unlike equalities, each with all clauses over its colours and stars."""
    for question in game.unlike_questions(pegs):
        colours = (*range(max(question) + 1), STAR)
        words = product(colours, repeat=pegs)
        legal = [word for word in words if game.is_clause(word)]
        yield question, np.array(legal, np.uint8)


def matches(question: Word, secrets: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The sets of matches of a question with some secrets, uint8[secrets, pegs]."""
    bits = 1 << np.arange(len(question))
    found = np.zeros(len(secrets), np.int64)
    for cell in question:
        found = found << len(question) | (secrets == cell) @ bits
    return found
