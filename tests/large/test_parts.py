"""Ratings of questions: the kernel and its twin, and what ratings are."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from masetproof import FiniteGame
from masetproof.games.pegs import Answer
from masetproof.kernels import rate_by_words
from masetproof.large.consistent import Constraints
from masetproof.large.parts import _UNIT as UNIT
from masetproof.large.parts import Rater, without_repeats
from tests.kernels.twins import rate_plainly
from tests.large.plain import plain_answer


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 5), st.integers(1, 4), st.booleans(), st.integers(0, 99))
def test_the_kernel_and_its_twin(pegs: int, colours: int, white: bool, seed: int) -> None:
    random = np.random.default_rng(seed)
    number = int(random.integers(1, 20))
    cells = random.integers(colours, size=(pegs, number)).astype(np.uint16)
    told = range(colours if white else 0)
    counts = np.array([(cells == c).sum(axis=0) for c in told], np.uint16).reshape(-1, number)
    questions = random.integers(colours, size=(7, pegs)).astype(np.uint16)
    weight = random.integers(1000, size=number + 1)
    weight[0] = 0
    ratings = []
    for kernel in (rate_by_words, rate_plainly):
        codes = np.empty(number, np.uint16)
        sizes = np.zeros((pegs + 1) ** 2 if white else pegs + 1, np.int64)
        ratings.append(np.empty(7, np.int64))
        kernel(questions, cells, counts, weight, codes, sizes, ratings[-1])
        assert not sizes.any()
    assert ratings[0].tolist() == ratings[1].tolist()


def test_large_parts_are_rated_by_entropy() -> None:
    """Of a sample the order is that of the sum of s log s over the parts."""
    random = np.random.default_rng(1)
    secrets = random.integers(6, size=(400, 4))
    questions = random.integers(6, size=(50, 4))
    ratings = Rater(secrets, 6, whole=False).rate(questions)
    disorder = []
    for question in map(tuple, questions.tolist()):
        parts = Counter(plain_answer(tuple(secret), question) for secret in secrets.tolist())
        parts.pop((4, 0), None)
        disorder.append(sum(size * math.log(size) for size in parts.values()))
    assert np.corrcoef(ratings, disorder)[0, 1] > 1 - 1e-9


def test_a_possible_secret_that_tells_all_is_rated_best() -> None:
    """Three secrets: asking one of them takes 1 + 2 + 2 questions when it separates the others."""
    secrets = np.array([[0, 0, 0], [0, 1, 1], [2, 2, 2]])
    ratings = Rater(secrets, 4).rate(np.array([[0, 0, 0], [1, 0, 0], [3, 3, 3]]))
    unit = ratings[0] / 2
    # The secret itself leaves two single ones, the second question three, the last one nothing.
    assert ratings[1] == 3 * unit
    assert ratings[2] >= 5 * unit


@pytest.mark.parametrize(("pegs", "colours"), [(4, 6), (5, 3)])
def test_changes_make_a_question_better(pegs: int, colours: int) -> None:
    """Never worse than the best it begins with, and only the free cells change."""
    random = np.random.default_rng(2)
    for white in (False, True):
        secrets = random.integers(colours, size=(300, pegs))
        rater = Rater(secrets, colours, white=white)
        begin = random.integers(colours, size=(5, pegs))
        best = rater.improved(begin, repeats=True, free=pegs - 1)
        assert rater.rate(best[None])[0] <= rater.rate(begin).min()
        assert best[-1] in begin[:, -1]


def test_changes_keep_to_the_rules() -> None:
    finite = FiniteGame("ab", 4, 6)
    secrets = np.array(finite.secrets)
    best = Rater(secrets, 6).improved(secrets[:20], repeats=False, free=4)
    finite.as_question(tuple(best.tolist()))
    assert without_repeats(np.array([[0, 1, 0], [0, 1, 2]])).tolist() == [[0, 1, 2]]


def asked_in_all(secrets: NDArray[Any], colours: int, parts: list[tuple[int, int]]) -> int:
    """The questions for all these secrets when always the one of them that is rated best is asked.

    By the plain answers.  parts: takes what all parts take, each with its size.
    """
    total = 2 * len(secrets) - 1
    if len(secrets) > 2:
        question = tuple(Rater(secrets, colours).best(secrets).tolist())
        split: dict[tuple[int, int], list[tuple[int, ...]]] = {}
        for secret in map(tuple, secrets.tolist()):
            split.setdefault(plain_answer(secret, question), []).append(secret)
        split.pop((len(question), 0))
        below = (asked_in_all(np.array(part), colours, parts) for part in split.values())
        total = len(secrets) + sum(below)
    parts.append((len(secrets), total))
    return total


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("pegs", "colours"), [(6, 9), (8, 12)])
def test_the_rating_of_a_part_is_near_what_it_takes(pegs: int, colours: int) -> None:
    """Of parts of 6 to 20 secrets, as questions that may be the secret leave them: within 8 %."""
    finite, random = FiniteGame("mastermind", pegs, colours), np.random.default_rng(1)
    parts: list[tuple[int, int]] = []
    medium: list[tuple[int, int]] = []
    while len(medium) <= 100:
        known = Constraints(finite)
        secret, *_, asked = map(tuple, random.integers(colours, size=(2, pegs)).tolist())
        while True:
            known.hear(asked, Answer(*plain_answer(secret, asked)))
            if known._words_of_rows().sum() < 10**6:
                left, _, complete = known.search(random, 10**7, 500)
                if complete:
                    break
            left, _ = known.draw(random, 1, 10**6)
            asked = tuple(left[0].tolist())
        asked_in_all(left, colours, parts)
        medium = [(size, total) for size, total in parts if 6 <= size <= 20]
    weight = Rater(np.zeros((20, pegs)), colours)._weight / UNIT
    taken, rated = sum(total for _, total in medium), sum(weight[size] for size, _ in medium)
    assert 0.92 * taken < rated < 1.08 * taken


def test_with_many_colours_no_more_questions_are_tried_than_with_forty(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Five climbs of ten rounds, with forty colours for each of four cells and six exchanges."""
    tried = []

    def count(rater: Rater, questions: NDArray[Any]) -> NDArray[np.int64]:
        tried.append(len(questions))
        return rated(rater, questions)

    rated = Rater.rate
    monkeypatch.setattr(Rater, "rate", count)
    secrets = np.random.default_rng(0).integers(999, size=(60, 4))
    secrets[::2, 0] = 998
    best = Rater(secrets, 999, whole=False).improved(secrets, repeats=True, free=4)
    assert len(tried) > 5
    assert sum(tried) <= 60 + 5 * 10 * (4 * 40 + 6)
    assert 998 in best  # the most frequent colour, and half of the secrets have it
