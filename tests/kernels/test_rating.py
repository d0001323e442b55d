"""The parts of questions: the kernels against their plain twins, on random tables."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import AnswerTable, make_table
from masetproof.kernels import telling_by_table
from masetproof.strategies.by_rule import sizes_of_parts
from tests.kernels.twins import count_plainly

GAMES = [("mastermind", 2, 4), ("mastermind", 3, 7), ("black-peg", 2, 5), ("comparison", 2, 4)]


@st.composite
def chosen(draw: st.DrawFn, table: AnswerTable) -> tuple[np.ndarray, np.ndarray]:
    """Some secrets, one at least, and some questions."""
    questions, secrets = table.answers.shape
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    members = random.permutation(secrets)[: draw(st.integers(1, min(secrets, 12)))]
    asked = random.permutation(questions)[: draw(st.integers(0, questions))]
    return np.sort(members), np.sort(asked)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_sizes_of_parts(game: tuple[str, int, int], data: st.DataObject) -> None:
    table = make_table(FiniteGame(*game), 1 << 20)
    members, questions = data.draw(chosen(table))
    sizes = sizes_of_parts(table, members, questions)
    assert np.array_equal(sizes, count_plainly(table, members, questions))
    assert (sizes.sum(axis=1) == len(members)).all()
    told = np.full(len(questions), -1)
    kept = telling_by_table(table.answers.T, table.winning, members, questions, told)
    tells = [set(table.answers[number, members]) for number in questions.tolist()]
    assert told[:kept].tolist() == [
        number
        for number, answers in zip(questions.tolist(), tells, strict=True)
        if len(answers) > 1 or answers == {table.winning}
    ]


def test_weights_of_parts() -> None:
    table = make_table(FiniteGame("mastermind", 2, 4), 1 << 20)
    questions, members = np.arange(16), np.arange(1, 16, 2)
    weights = np.arange(16, dtype=np.int64) ** 9
    weighed = sizes_of_parts(table, members, questions, weights)
    for number, row in zip(questions.tolist(), weighed.tolist(), strict=True):
        for answer, weight in enumerate(row):
            told = [one for one in members.tolist() if table.answers[number, one] == answer]
            assert weight == sum(one**9 for one in told)


def test_more_questions_than_are_counted_at_a_time() -> None:
    table = make_table(FiniteGame("mastermind", 3, 7), 1 << 20)
    questions, members = np.arange(len(table.questions)), np.arange(5, 300, 3)
    assert len(questions) == 343 > 256
    sizes = sizes_of_parts(table, members, questions)
    assert np.array_equal(sizes, count_plainly(table, members, questions))
