"""The answers of one question to many secrets at once, for words of any length."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from masetproof.games.counting import right_places, shared_colours
from masetproof.games.pegs import Answer, PegGame
from masetproof.words import Word

__all__ = ["answer_code", "answer_codes"]


def answer_code(rules: PegGame, answer: Answer, pegs: int) -> int:
    """One number for an answer: pegs of either kind times (pegs + 1), and black ones."""
    either = answer.black + answer.white if rules.white_pegs else 0
    return either * (pegs + 1) + answer.black


def answer_codes(rules: PegGame, secrets: NDArray[Any]) -> Callable[[Word], NDArray[np.int32]]:
    """A function of a question: int32[secrets], `answer_code` of each secret's answer.

    secrets: cells, [secrets, pegs], of at most 255 pegs.
    """
    pegs = secrets.shape[1]
    in_place, in_common = right_places(secrets), shared_colours(secrets)

    def row(question: Word) -> NDArray[np.int32]:
        black = np.zeros(len(secrets), np.int32)
        for place, colour in enumerate(question):
            black += in_place(place, colour)
        if rules.white_pegs:
            either = np.zeros(len(secrets), np.int32)
            for colour in sorted(set(question)):
                either += in_common(colour, question.count(colour))
            black += either * (pegs + 1)
        return black

    return row
