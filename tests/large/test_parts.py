"""Ratings of questions: the kernel and its twin, and what ratings are."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masetproof import FiniteGame
from masetproof.kernels.parting import rate
from masetproof.large.parts import Parts, rate_plainly, without_repeats
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
    for kernel in (rate, rate_plainly):
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
    ratings = Parts(secrets, 6, whole=False).rate(questions)
    disorder = []
    for question in map(tuple, questions.tolist()):
        parts = Counter(plain_answer(tuple(secret), question) for secret in secrets.tolist())
        parts.pop((4, 0), None)
        disorder.append(sum(size * math.log(size) for size in parts.values()))
    assert np.corrcoef(ratings, disorder)[0, 1] > 1 - 1e-9


def test_a_possible_secret_that_tells_all_is_rated_best() -> None:
    """Three secrets: asking one of them takes 1 + 2 + 2 questions when it separates the others."""
    secrets = np.array([[0, 0, 0], [0, 1, 1], [2, 2, 2]])
    ratings = Parts(secrets, 4).rate(np.array([[0, 0, 0], [1, 0, 0], [3, 3, 3]]))
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
        parts = Parts(secrets, colours, white=white)
        begin = random.integers(colours, size=(5, pegs))
        best = parts.improved(begin, repeats=True, free=pegs - 1)
        assert parts.rate(best[None])[0] <= parts.rate(begin).min()
        assert best[-1] in begin[:, -1]


def test_changes_keep_to_the_rules() -> None:
    finite = FiniteGame("ab", 4, 6)
    secrets = np.array(finite.secrets)
    best = Parts(secrets, 6).improved(secrets[:20], repeats=False, free=4)
    finite.check_question(tuple(best.tolist()))
    assert without_repeats(np.array([[0, 1, 0], [0, 1, 2]])).tolist() == [[0, 1, 2]]
