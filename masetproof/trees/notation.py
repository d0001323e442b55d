"""How a place in a tree is written: the path to it, ``after 0012 (1,1), 0234 (0,2)``."""

from __future__ import annotations

from collections.abc import Sequence

from masetproof.arguments import as_instance
from masetproof.finite.setting import FiniteGame
from masetproof.words import Word

__all__ = ["place_text"]

_LONGEST_PATH = 12
"""A longer path is shown without its middle, so that a message stays one that can be read."""


def place_text(finite: FiniteGame, path: Sequence[tuple[Word, int]]) -> str:
    """The place to which a path of questions and numbers of their answers leads.

    `Refused` when *finite* is no game.
    """
    texts = as_instance(FiniteGame, finite, "the game of a place").answer_texts
    if not path:
        return "at the first question"
    steps = [
        f"{finite.text(question)} {texts[number] if 0 <= number < len(texts) else number}"
        for question, number in path
    ]
    if len(steps) > _LONGEST_PATH:
        half = _LONGEST_PATH // 2
        steps[half:-half] = [f"({len(steps) - 2 * half:,} more)"]
    return f"after {', '.join(steps)}"
