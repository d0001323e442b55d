"""The rating of questions: the kernel against its plain twin, on random tables."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import AnswerTable, make_table
from masetproof.kernels import count_by_table, rate_by_table
from masetproof.strategies.by_rule import count_plainly

GAMES = [("mastermind", 2, 4), ("mastermind", 3, 7), ("black-peg", 2, 5), ("comparison", 2, 4)]
NEVER = np.iinfo(np.int64).max
AT_A_TIME = 10


@st.composite
def chosen(draw: st.DrawFn, table: AnswerTable) -> tuple[np.ndarray, np.ndarray]:
    """Some secrets, one at least, and some questions."""
    questions, secrets = table.answers.shape
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    members = random.permutation(secrets)[: draw(st.integers(1, min(secrets, 12)))]
    asked = random.permutation(questions)[: draw(st.integers(0, questions))]
    return np.sort(members), np.sort(asked)


def rated(
    table: AnswerTable,
    members: np.ndarray,
    questions: np.ndarray,
    weight: np.ndarray,
    largest: bool,
) -> np.ndarray:
    """By the kernel, which gets room with something in it."""
    counts = np.full((AT_A_TIME, table.winning + 1), 7, np.int32)
    rating = np.empty(len(questions), np.int64)
    rate_by_table(
        table.answers.T, table.winning, weight, largest, members, questions, counts, rating
    )
    return rating


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=40, deadline=None)
@given(st.data(), st.booleans())
def test_rating(game: tuple[str, int, int], data: st.DataObject, largest: bool) -> None:
    table = make_table(FiniteGame(*game), 1 << 20)
    members, questions = data.draw(chosen(table))
    low = 0 if largest else -5
    weight = np.array(data.draw(st.lists(st.integers(low, 99), min_size=12, max_size=12)))
    weight = np.concatenate([[0], weight]).astype(np.int64)
    sizes = np.zeros((len(questions), table.winning + 1), np.int32)
    count_by_table(table.answers.T, members, questions, sizes)
    assert np.array_equal(sizes, count_plainly(table, members, questions))
    assert (sizes.sum(axis=1) == len(members)).all()
    rating = rated(table, members, questions, weight, largest)
    for number, value in zip(questions.tolist(), rating.tolist(), strict=True):
        answers = table.answers[number, members].tolist()
        parts = [answers.count(answer) for answer in {*answers}]
        if len(parts) == 1 and answers[0] != table.winning:
            assert value == NEVER
        else:
            weights = [int(weight[size]) for size in parts]
            assert value == (max(weights) if largest else sum(weights))


def test_more_questions_than_are_rated_at_a_time() -> None:
    table = make_table(FiniteGame("mastermind", 3, 7), 1 << 20)
    questions, members = np.arange(len(table.questions)), np.arange(5, 300, 3)
    assert len(questions) > AT_A_TIME
    weight = np.arange(400) ** 2
    sizes = count_plainly(table, members, questions)
    plain = weight[sizes].sum(axis=1)
    plain[(sizes[:, : table.winning] == len(members)).any(axis=1)] = NEVER
    assert np.array_equal(rated(table, members, questions, weight, False), plain)
