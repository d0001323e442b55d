"""Kinds of questions in a state of play, by going through all symmetries one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations, product

import pytest

from masetproof import Wordle
from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import kinds
from masetproof.words import Word


def symmetries(finite: FiniteGame, *, own: bool) -> Iterator[Callable[[Word], Word]]:
    """All permutations of columns and of colours, of each column by itself or of all together."""
    renamings = list(permutations(range(finite.colours)))
    for order in permutations(range(finite.pegs)):
        for renamed in product(renamings, repeat=finite.pegs if own else 1):

            def image(word: Word, order=order, renamed=renamed) -> Word:  # type: ignore[no-untyped-def]
                return tuple(renamed[j % len(renamed)][word[i]] for j, i in enumerate(order))

            yield image


@pytest.mark.parametrize(
    ("finite", "own"),
    [
        (FiniteGame("mastermind", 3, 4).then("001", "1,0"), False),
        (FiniteGame("mastermind", 3, 4).then("012", "1,1").then("113", "0,0"), False),
        (FiniteGame("mastermind", 2, 5).then("01", "0,1"), False),
        (FiniteGame("ab", 3, 5).then("012", "1,1"), False),
        (FiniteGame("black-peg", 3, 3).then("000", "1").then("001", "1"), True),
        (FiniteGame("mastermind", 3, 4, distinct=True).then("001", "1,0"), False),
    ],
    ids=str,
)
def test_kinds_are_orbits_of_what_fixes_the_questions(finite: FiniteGame, own: bool) -> None:
    fixing = [
        image
        for image in symmetries(finite, own=own)
        if all(image(word) == word for word, _ in finite.after)
    ]
    places = {word: number for number, word in enumerate(finite.questions)}
    expected = [min(places[image(word)] for image in fixing) for word in finite.questions]
    assert kinds(finite).tolist() == expected


def test_words_of_a_list_have_no_symmetry() -> None:
    words = FiniteGame(Wordle(["ate", "eat", "tea", "ape"])).then("ate", "yyy")
    assert kinds(words).tolist() == [0, 1, 2, 3]


def test_questions_are_of_one_kind_only_if_they_leave_the_same() -> None:
    state = FiniteGame("black-peg", 3, 4).then("012", "1").then("030", "1")
    for number, first in enumerate(kinds(state).tolist()):
        asked, other = state.questions[number], state.questions[first]
        answers = [
            sorted(state.game.number(secret, word) for secret in state.secrets)
            for word in (asked, other)
        ]
        assert answers[0] == answers[1]
