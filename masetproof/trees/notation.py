"""How answers and places in a tree are written.

An answer is ``(black,white)``, or just the number of black pegs in the games that tell no white
ones.  A place is the path to it: ``after 0012 (1,1), 0234 (0,2)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from masetproof.games import (
    MAX_PEGS,
    SYMBOLS,
    Answer,
    Game,
    Refused,
    Word,
    as_count,
    as_game,
    shown,
)

__all__ = ["answer_text", "answer_texts", "place_text", "question_text"]

_LONGEST_PATH = 12
"""A longer path is shown without its middle, so that a message stays one that can be read."""


def answer_text(game: Game, answer: Answer) -> str:
    """The answer as text; `Refused` when it is none or there is no such game."""
    game = as_game(game)
    match answer:
        case (int(black), int(white)):
            return f"({black},{white})" if game.white_pegs else str(black)
    raise Refused(f"an answer is a pair of numbers of black and white pegs, not {shown(answer)}")


def answer_texts(game: Game, pegs: int) -> tuple[str, ...]:
    """The texts of all answers, by number; `Refused` when there is no such game."""
    return _answer_texts(as_game(game), as_count(pegs, "the number of pegs", 1, MAX_PEGS))


@cache
def _answer_texts(game: Game, pegs: int) -> tuple[str, ...]:
    return tuple(answer_text(game, answer) for answer in game.answers(pegs))


def question_text(question: Word) -> str:
    """The question as text, also when it is none: ``?`` stands for a cell that is no colour.

    `Refused` when it is no sequence of cells at all.
    """
    if not isinstance(question, Sequence):
        raise Refused(f"a question is a tuple of colours, not {shown(question)}")
    return "".join(
        SYMBOLS[cell] if type(cell) is int and 0 <= cell < len(SYMBOLS) else "?"
        for cell in question
    )


def place_text(game: Game, pegs: int, path: Sequence[tuple[Word, int]]) -> str:
    """The place to which a path of questions and numbers of their answers leads.

    `Refused` when there is no such game.
    """
    texts = answer_texts(game, pegs)
    if not path:
        return "at the first question"
    steps = [
        f"{question_text(question)} {texts[number] if 0 <= number < len(texts) else number}"
        for question, number in path
    ]
    if len(steps) > _LONGEST_PATH:
        half = _LONGEST_PATH // 2
        steps[half:-half] = [f"({len(steps) - 2 * half:,} more)"]
    return f"after {', '.join(steps)}"
