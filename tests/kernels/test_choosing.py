"""Answers that are computed where they are counted: the kernels against the rules of the games."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masetproof import kernels
from masetproof.finite.setting import FiniteGame
from masetproof.strategies.by_rule import _EQUAL, _UNIT, _WANTED
from masetproof.strategies.computed import ComputedAnswers, compute_answers
from masetproof.strategies.rules import Ties
from tests.kernels.twins import choose_plainly

GAMES = [
    FiniteGame("mastermind", 3, 5),
    FiniteGame("mastermind", 4, 3),
    FiniteGame("mastermind", 3, 6, distinct=True),
    FiniteGame("mastermind", 1, 70),
    FiniteGame("mastermind", 5, 3),
    FiniteGame("mastermind", 6, 2),
    FiniteGame("mastermind", 8, 2),
    FiniteGame("ab", 4, 5),
    FiniteGame("ab", 5, 6),
    FiniteGame("black-peg", 3, (4, 5, 3)),
    FiniteGame("black-peg-ab", 2, 12),
]


@st.composite
def states(draw: st.DrawFn) -> tuple[ComputedAnswers, np.ndarray, np.ndarray]:
    """The answers of a game, some of its secrets, and some questions."""
    answers = compute_answers(draw(st.sampled_from(GAMES)))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    questions, secrets = len(answers.questions), len(answers.secrets)
    count = draw(st.integers(3, min(secrets, draw(st.sampled_from([8, 34, 200])))))
    members = np.sort(random.permutation(secrets)[:count])
    asked = np.sort(random.permutation(questions)[: draw(st.integers(1, questions))])
    return answers, members, asked


def words(answers: ComputedAnswers, numbers: np.ndarray) -> list[Any]:
    return [answers.finite.questions[number] for number in numbers]


@pytest.mark.parametrize("vectors", [False, True])
@pytest.mark.parametrize("rule", _WANTED)
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_the_best_questions(vectors: bool, rule: str, data: st.DataObject) -> None:
    answers, members, questions = data.draw(states())
    finite, own, count = answers.finite, answers.own[members], len(members)
    if count > kernels.COMPARED:  # then the members are not looked at by themselves
        questions = np.union1d(questions, own)
    asked = answers.select(questions)
    weight = np.arange(count + 1.0)
    weight[1:] *= np.log2(weight[1:])
    expected = choose_plainly(finite, rule, words(answers, own), words(answers, questions))
    for ties in Ties:
        best = np.empty(len(questions) + count, np.int64)
        found = kernels.choose_by_words(
            *(asked.words, asked.bits, asked.size, answers.hidden, members),
            *(_WANTED[rule], _EQUAL[ties]),
            *(answers.most_parts, np.rint(weight * _UNIT).astype(np.int64)),
            *(4 * (finite.winning + 1), vectors, best),
        )
        chosen = [own[-1 - one] if one < 0 else questions[one] for one in best[:found].tolist()]
        wanted = {Ties.FIRST: expected[:1], Ties.LAST: expected[-1:]}.get(ties, expected)
        assert sorted(words(answers, np.array(chosen))) == wanted


@pytest.mark.parametrize("vectors", [False, True])
@settings(max_examples=40, deadline=None)
@given(states())
def test_sizes_and_what_tells_something(
    vectors: bool, state: tuple[ComputedAnswers, np.ndarray, np.ndarray]
) -> None:
    answers, members, questions = state
    finite, asked = answers.finite, answers.select(questions)
    secrets = [finite.secrets[member] for member in members]
    parts = [
        Counter(finite.game.number(secret, question) for secret in secrets)
        for question in words(answers, questions)
    ]
    sizes = np.zeros((finite.winning + 1, len(questions)), np.int64)
    kernels.size_by_words(asked.words, asked.size, answers.hidden, members, vectors, sizes)
    assert [{k: n for k, n in enumerate(row) if n} for row in sizes.T.tolist()] == parts
    places = np.empty(len(questions), np.int64)
    found = kernels.tell_by_words(asked.words, asked.size, answers.hidden, members, vectors, places)
    assert places[:found].tolist() == [k for k, one in enumerate(parts) if len(one) > 1]
    for question in questions[:3].tolist():
        told = answers.parts(question, members)
        assert [answer for answer, _ in told] == sorted({answer for answer, _ in told})
        for answer, left in told:
            word = finite.questions[question]
            assert left.tolist() == [
                member
                for member in members.tolist()
                if finite.game.number(finite.secrets[member], word) == answer
            ]


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_questions_that_are_left_out_are_like_others(data: st.DataObject) -> None:
    """A permutation of unused colours makes each question one of those that are kept."""
    answers = compute_answers(data.draw(st.sampled_from(GAMES)))
    finite, last = answers.finite, data.draw(st.booleans())
    had = data.draw(st.lists(st.sampled_from(finite.questions), max_size=2))
    used = answers.used(had)
    kept = {finite.questions[number] for number in answers.asked(used, last=last).numbers}
    columns_alike = finite.symmetry.renamings is not finite.symmetry.renamings.OWN
    sizes = finite.columns or (finite.colours,) * finite.pegs

    def image(word: tuple[int, ...]) -> tuple[int, ...]:
        names: dict[tuple[int, int], int] = {}
        for place, cell in enumerate(word):
            column = 0 if columns_alike else place
            if (column, cell) in used or (column, cell) in names:
                continue
            free = [one for one in range(sizes[place]) if (column, one) not in used]
            taken = sum(1 for key in names if key[0] == column)
            names[column, cell] = free[-1 - taken] if last else free[taken]
        return tuple(
            names.get((0 if columns_alike else place, cell), cell)
            for place, cell in enumerate(word)
        )

    images = {word: image(word) for word in finite.questions}
    assert set(images.values()) == {*kept} or len(kept) == len(finite.questions)
    for word, other in images.items():
        assert (other >= word) if last else (other <= word)
