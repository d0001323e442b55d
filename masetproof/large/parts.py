"""How well questions split secrets into parts, and the search for one that splits them well.

The rating of a question estimates how many questions are still asked, in total, when it is asked
now.  A part of n secrets takes 2 n - 1 questions at least, as one of them may be the next question
and the others take two at least.  What was counted in whole games with 5 to 8 pegs, for parts of 5
to 350 secrets, is within a tenth of n (1.4 + 1.17 log n / log a), where there are a answers.  The
greater of the two is taken.  For large parts that orders questions like the entropy (Neuwirth
1982); for small ones it prefers questions that may be the secret.  Where the secrets are only a
sample, parts are large, and the entropy alone decides.
"""

from __future__ import annotations

from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from masetproof.kernels import rate_by_words

_UNIT = 1 << 20
"""The weight of one question in a rating."""
_CLIMBS, _ROUNDS = 5, 10
"""The five best questions are changed cell by cell, each up to ten times."""
_COLOURS = 40
"""The most colours that a cell is given: the most frequent ones and the rarest."""


@final
class Rater:
    """Rates questions by the parts into which they split secrets.

    secrets: cells, [n, pegs], of at most 255 pegs.  colours: how many there are.  white: whether
    answers have white pegs.  whole: whether these are all possible secrets, or a sample.
    """

    def __init__(
        self, secrets: NDArray[Any], colours: int, *, white: bool = True, whole: bool = True
    ) -> None:
        n, pegs = secrets.shape
        self._cells = np.ascontiguousarray(secrets.T, np.uint16)
        self._changes = _changes(self._cells, colours)
        self._counts = np.zeros((colours if white else 0, n), np.uint16)
        if white:
            np.add.at(self._counts, (self._cells, np.arange(n)), 1)
        self._weight = _weights(n, pegs * (pegs + 3) // 2 if white else pegs + 1, whole=whole)
        self._codes = np.empty(n, np.uint16)
        self._sizes = np.zeros((pegs + 1) ** 2 if white else pegs + 1, np.int64)

    def rate(self, questions: NDArray[Any]) -> NDArray[np.int64]:
        """The rating of each question, [q, pegs]; less is better."""
        rating = np.empty(len(questions), np.int64)
        words = np.array(questions, np.uint16, order="C")
        known = self._cells, self._counts, self._weight
        rate_by_words(words, *known, self._codes, self._sizes, rating)
        return rating

    def best(self, questions: NDArray[Any]) -> NDArray[Any]:
        """The first of the best questions."""
        best: NDArray[Any] = questions[int(self.rate(questions).argmin())]
        return best

    def improved(self, questions: NDArray[Any], *, repeats: bool, free: int) -> NDArray[Any]:
        """The best question to which the best of these lead, one change after the other.

        repeats: whether a question may have a colour twice.  free: how many cells from
        the first on are changed: each gets another colour, or is exchanged with another one.
        """
        ratings = self.rate(questions)
        order = np.argsort(ratings, kind="stable")
        best: NDArray[Any] = questions[order[0]]
        least = ratings[order[0]]
        for start in order[:_CLIMBS]:
            word, rating = questions[start], ratings[start]
            for _ in range(_ROUNDS):
                near = _neighbours(word, self._changes, free)
                if not repeats:
                    near = without_repeats(near)
                around = self.rate(near)
                if not len(near) or around.min() >= rating:
                    break
                word, rating = near[around.argmin()], around.min()
            if rating < least:
                best, least = word, rating
        return best


def without_repeats(words: NDArray[Any]) -> NDArray[Any]:
    """The words, [n, pegs], that have no colour twice."""
    ordered = np.sort(words, axis=1)
    distinct: NDArray[Any] = words[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)]
    return distinct


def _changes(cells: NDArray[np.uint16], colours: int) -> NDArray[np.int64]:
    """The colours that a cell is given, in order."""
    if colours <= _COLOURS:
        return np.arange(colours)
    frequent = np.argsort(-np.bincount(cells.ravel(), minlength=colours), kind="stable")
    return np.sort(np.append(frequent[: _COLOURS - 1], frequent[-1]))


def _neighbours(word: NDArray[Any], colours: NDArray[np.int64], free: int) -> NDArray[Any]:
    """The words with one of the first cells changed, or two of them exchanged."""
    place, colour = np.divmod(np.arange(free * len(colours)), len(colours))
    changed = np.repeat(word[None], len(place), axis=0)
    changed[np.arange(len(place)), place] = colours[colour]
    one, other = np.triu_indices(free, 1)
    swapped = np.repeat(word[None], len(one), axis=0)
    rows = np.arange(len(one))
    swapped[rows, one], swapped[rows, other] = word[other], word[one]
    near = np.concatenate([changed, swapped])
    others: NDArray[Any] = near[(near != word).any(axis=1)]
    return others


def _weights(n: int, answers: int, *, whole: bool) -> NDArray[np.int64]:
    """The rating of a part of 0, 1, ..., n secrets."""
    sizes = np.arange(1, n + 1)
    questions = sizes * np.log(sizes)
    if whole:
        counted = 1.4 * sizes + 1.17 * questions / np.log(max(2, answers))
        questions = np.where(sizes <= 2, 2 * sizes - 1, np.maximum(2 * sizes - 1, counted))
    return np.concatenate([[0], np.rint(questions * _UNIT)]).astype(np.int64)
