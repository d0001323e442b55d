"""Where in a segment of places a colour is, when it is known how often it occurs there.

A question puts the colour on some places and a neutral one on all others, so that the black pegs
tell how many of these places have it.  A set of places is a mask, whose bit i is the place i.

The search over masks (Helsen 2001, the winner of a programming contest) keeps all sets that are
possible, of at most 13 places.  It asks for the second half, then for the first and last quarters
together, and then the question, possible or not, that has the least sum of squared sizes of what
its answers leave.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

MOST_PLACES = 13
"""The most places of a segment."""


class Segment(NamedTuple):
    """A state of the search over masks.

    masks: uint16[n], the possible sets, ascending; at the end one is left, or none.  question: the
    mask to be asked next, 0 at the end.
    """

    masks: NDArray[np.uint16]
    question: int


@lru_cache(maxsize=4096)
def segment_after(places: int, count: int, answers: tuple[int, ...] = ()) -> Segment:
    """The search for *count* of up to `MOST_PLACES` places, after some answers."""
    if answers:
        before = segment_after(places, count, answers[:-1])
        masks = before.masks[_overlap(before.question, before.masks) == answers[-1]]
    else:
        every = np.arange(1 << places, dtype=np.uint16)
        masks = every[np.bitwise_count(every) == count]
    masks.flags.writeable = False
    if len(masks) <= 1:
        return Segment(masks, 0)
    if len(answers) < 2:
        question = _usual(places)[len(answers)]
        overlap = _overlap(question, masks)
        if (overlap != overlap[0]).any():
            return Segment(masks, question)
    return Segment(masks, _best(places, count, masks))


def _usual(places: int) -> tuple[int, int]:
    """The second half, and the first and last quarters."""
    half = sum(1 << i for i in range(places) if 2 * (i + 1) > places)
    quarters = sum(1 << i for i in range(places) if not places < 4 * (i + 1) <= 3 * places)
    return half, quarters


def _overlap(question: int, masks: NDArray[np.uint16]) -> NDArray[np.uint8]:
    overlap: NDArray[np.uint8] = np.bitwise_count(masks & np.uint16(question))
    return overlap


def _best(places: int, count: int, masks: NDArray[Any]) -> int:
    """The first question with the least sum of squares."""
    questions = np.arange(1 << places, dtype=np.uint16)
    overlap = np.bitwise_count(questions[:, None] & masks)
    squares = sum(np.count_nonzero(overlap == pegs, axis=1) ** 2 for pegs in range(count + 1))
    return int(np.argmin(squares))
