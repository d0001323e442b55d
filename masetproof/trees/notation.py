"""How answers and places in a tree are written.

An answer is ``(black,white)``, or just the number of black pegs in the games that tell no white
ones.  A place is the path to it: ``after 0012 (1,1), 0234 (0,2)``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache

from masetproof.games import GAMES, MAX_PEGS, SYMBOLS, Answer, Game, Refused, Word

__all__ = ["answer_text", "answer_texts", "place_text", "question_text", "shown"]

_LONGEST_PATH = 12
"""A longer path is shown without its middle, so that a message stays one that can be read."""
_LONGEST_VALUE = 40
_LONGEST_NUMBER = 1000
"""In bits; Python refuses to write integers of more than 4,300 digits."""


def answer_text(game: Game, answer: Answer) -> str:
    """The answer as text; `Refused` when it is none or there is no such game."""
    _check_game(game)
    match answer:
        case (int(black), int(white)):
            return f"({black},{white})" if game.white_pegs else str(black)
    raise Refused(f"an answer is a pair of numbers of black and white pegs, not {shown(answer)}")


def answer_texts(game: Game, pegs: int) -> tuple[str, ...]:
    """The texts of all answers, by number; `Refused` when there is no such game."""
    _check_game(game)
    if type(pegs) is not int or not 1 <= pegs <= MAX_PEGS:
        raise Refused(f"the number of pegs must be 1 to {MAX_PEGS}, not {shown(pegs)}")
    return _answer_texts(game, pegs)


@cache
def _answer_texts(game: Game, pegs: int) -> tuple[str, ...]:
    return tuple(answer_text(game, answer) for answer in game.answers(pegs))


def _check_game(game: object) -> None:
    if not isinstance(game, Game):
        raise Refused(f"the game must be one of {', '.join(GAMES)}, not {shown(game)}")


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


def shown(value: object) -> str:
    """A value for a message: never long, never more than one line of ASCII."""
    if isinstance(value, list):
        return f"a list of {len(value):,}"
    if isinstance(value, dict):
        return "an object"
    if value is not None and type(value) not in (bool, int, float, str):
        return f"{'an' if type(value).__name__[0] in 'AEIOUaeiou' else 'a'} {type(value).__name__}"
    if isinstance(value, int) and value.bit_length() > _LONGEST_NUMBER:
        return "a number of very many digits"
    text = json.dumps(value[:_LONGEST_VALUE] if isinstance(value, str) else value)
    return text if len(text) <= _LONGEST_VALUE else text[:_LONGEST_VALUE] + "..."


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
