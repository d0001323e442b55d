"""Both ways to locate a colour, against every set of places there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from contextlib import suppress
from itertools import combinations

import pytest

from masetproof.large.decomposition import MOST_PLACES, segment_after


def halving(places: range, count: int) -> Generator[range, int, list[int]]:
    """The binary search: yields the places to ask for, is sent how many have it, returns which."""
    if count in (0, len(places)):
        return list(places) if count else []
    middle = len(places) // 2
    first = yield places[:middle]
    left = yield from halving(places[:middle], first)
    right = yield from halving(places[middle:], count - first)
    return left + right


def masks_questions(places: int, count: int, hidden: frozenset[int]) -> int:
    """How many questions the search over masks takes for one set; it must find that set."""
    mask = sum(1 << i for i in hidden)
    answers: tuple[int, ...] = ()
    while question := segment_after(places, count, answers).question:
        answers += ((question & mask).bit_count(),)
    assert segment_after(places, count, answers).masks.tolist() == [mask]
    return len(answers)


def halving_questions(places: int, count: int, hidden: frozenset[int]) -> int:
    """How many questions halving takes for one set; it must find that set."""
    asked, found = 0, []

    def kept() -> Generator[range, int, None]:
        found.extend((yield from halving(range(places), count)))

    search = kept()
    question = next(search, None)
    while question is not None:
        asked += 1
        with suppress(StopIteration):
            question = search.send(len(hidden.intersection(question)))
            continue
        break
    assert frozenset(found) == hidden
    return asked


@pytest.mark.slow
def test_thirteen_places_with_six_pegs() -> None:
    """Published: 5.83 questions on average and 7 at most; plain halving 9.04 and 12."""
    every = [frozenset(chosen) for chosen in combinations(range(13), 6)]
    for search, mean, worst in ((masks_questions, "5.83", 7), (halving_questions, "9.04", 12)):
        asked = Counter(search(13, 6, hidden) for hidden in every)
        assert asked.total() == 1716
        assert f"{sum(n * times for n, times in asked.items()) / 1716:.2f}" == mean
        assert max(asked) == worst


@pytest.mark.parametrize("places", range(1, 9))
def test_every_set_is_found(places: int) -> None:
    for count in range(places + 1):
        for chosen in combinations(range(places), count):
            masks_questions(places, count, frozenset(chosen))
            halving_questions(places, count, frozenset(chosen))


def test_answers_that_no_set_gives_leave_none() -> None:
    assert segment_after(5, 2, (2, 2, 2)).masks.tolist() == []
    assert segment_after(MOST_PLACES, 2).masks.size == 78
