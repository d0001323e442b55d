"""Words that are in no list: all combinations of letters that agree with some answers.

In a game with the words of a list a secret may be missing from the list.  Then all combinations of
letters are possible.  They are found letter by letter: an answer counts letters that agree, in some
way, and each further letter of a word raises such a count by one at most; so most beginnings are
given up early.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from string import ascii_lowercase

from masetproof.games.wordlist import WordGame

__all__ = ["beyond_list", "is_spellable"]

_ALL = 2_000
"""So many combinations are all listed; of more only a sample is."""
_SAMPLE = 500
_STEPS = 300_000
"""So many beginnings of words are looked at, some seconds; what they lead to must do."""


def beyond_list(game: WordGame, asked: Sequence[tuple[str, Sequence[int]]]) -> list[str]:
    """Combinations of letters that agree with some answers, ascending.

    asked: questions with the counts of their answers (`WordGame.agreements`).  All combinations, or
    `_SAMPLE` of them, drawn the same way every time, when there are more than `_ALL`; letters are
    those of the list and a to z.
    """
    steps = iter(range(_STEPS))
    found = list(islice(_spelled(game, asked, steps, None), _ALL + 1))
    if len(found) <= _ALL:
        return found
    draw = random.Random(f"{asked}")
    drawn: set[str] = set()
    for _ in range(4 * _SAMPLE):
        drawn.update(islice(_spelled(game, asked, steps, draw), 1))
        if len(drawn) == _SAMPLE:
            break
    return sorted(drawn)


def is_spellable(game: WordGame, asked: Sequence[tuple[str, Sequence[int]]]) -> bool:
    """Whether a combination of letters agrees with some answers; yes when that is not settled.

    asked: as of `beyond_list`.
    """
    steps = iter(range(_STEPS))
    return any(_spelled(game, asked, steps, None)) or next(steps, None) is None


def _spelled(
    game: WordGame,
    asked: Sequence[tuple[str, Sequence[int]]],
    steps: Iterator[int],
    draw: random.Random | None,
) -> Iterator[str]:
    """The combinations, ascending or in a random order, while there are steps left."""
    letters, length = sorted({*ascii_lowercase, *game.letters}), game.size[0]

    def agrees(word: str) -> bool:
        left = length - len(word)
        return all(
            so_far <= told <= so_far + left
            for question, counts in asked
            for so_far, told in zip(game.agreements(word, question), counts, strict=True)
        )

    def below(word: str) -> Iterator[str]:
        if len(word) == length:
            # The questions were not the secret.
            if all(word != question for question, _ in asked):
                yield word
            return
        order = letters if draw is None else draw.sample(letters, len(letters))
        for letter in order:
            if next(steps, None) is None:
                return
            if agrees(word + letter):
                yield from below(word + letter)

    yield from below("")
