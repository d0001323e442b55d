"""How answers and places in a tree are written.

An answer is ``(black,white)``, or just the number of black pegs in the games that tell no white
ones.  A place is the path to it: ``after 0012 (1,1), 0234 (0,2)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from masetproof.games import SYMBOLS, Answer, Game, Word

__all__ = ["answer_text", "answer_texts", "place_text", "question_text"]

_LONGEST_PATH = 12
"""A longer path is shown without its middle, so that a message stays one that can be read."""


def answer_text(game: Game, answer: Answer) -> str:
    """The answer as text."""
    return f"({answer.black},{answer.white})" if game.white_pegs else str(answer.black)


@cache
def answer_texts(game: Game, pegs: int) -> tuple[str, ...]:
    """The texts of all answers, by number."""
    return tuple(answer_text(game, answer) for answer in game.answers(pegs))


def question_text(question: Word) -> str:
    """The question as text, also when it is none: ``?`` stands for a cell that is no colour."""
    return "".join(
        SYMBOLS[cell] if type(cell) is int and 0 <= cell < len(SYMBOLS) else "?"
        for cell in question
    )


def place_text(game: Game, pegs: int, path: Sequence[tuple[Word, int]]) -> str:
    """The place to which a path of questions and numbers of their answers leads."""
    if not path:
        return "at the first question"
    texts = answer_texts(game, pegs)
    steps = [
        f"{question_text(question)} {texts[number] if 0 <= number < len(texts) else number}"
        for question, number in path
    ]
    if len(steps) > _LONGEST_PATH:
        half = _LONGEST_PATH // 2
        steps[half:-half] = [f"({len(steps) - 2 * half:,} more)"]
    return f"after {', '.join(steps)}"
