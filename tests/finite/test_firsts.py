"""Kinds of questions in a state of play, by going through all symmetries one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations, product

import pytest

from masetproof import Wordle
from masetproof.arguments import Refused
from masetproof.finite.firsts import ALL, as_firsts
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


def test_first_questions_of_each_kind_and_no_idle_one() -> None:
    """After `01` with the answer 0,1 there are left 12, 13, 20, 30.

    What keeps `01` exchanges both columns and 0 with 1, and 2 with 3.  `01` and `10` tell nothing.
    """
    state = FiniteGame("mastermind", 2, 4).then("01", "0,1")
    firsts = as_firsts(state, ALL)
    sizes = {state.text(state.questions[one]): n for one, n in firsts.class_sizes.items()}
    assert sizes == {"00": 2, "02": 4, "12": 4, "22": 2, "23": 2}
    assert firsts.same == ()
    possible = FiniteGame("mastermind", 2, 4, consistent_only=True).then("01", "0,1")
    firsts = as_firsts(possible, ALL)
    assert [possible.text(possible.questions[one]) for one in firsts.different] == ["12"]


def test_first_questions_that_are_named() -> None:
    state = FiniteGame("mastermind", 2, 4).then("01", "0,1")
    firsts = as_firsts(state, ["30", "22", "12", (3, 3)])
    numbers = [state.questions.index(word) for word in ((3, 0), (2, 2), (1, 2), (3, 3))]
    assert firsts.class_sizes == dict(zip(numbers, (4, 2, 4, 2), strict=True))
    assert firsts.same == ((numbers[2], numbers[0]), (numbers[3], numbers[1]))
    assert firsts.different == numbers[:2]
    consistent = FiniteGame("mastermind", 2, 4, consistent_only=True).then("01", "0,1")
    for finite, asked, why in (
        (state, ["10"], "says nothing"),
        (state, ["22", "30", "22"], "22 is there twice"),
        (consistent, ["22"], "not a possible secret"),
        (state, "22", "a list of questions"),
        (state, [], "a list of questions"),
    ):
        with pytest.raises(Refused, match=why):
            as_firsts(finite, asked)
    # One secret: a question that wins is not idle, though there is just one answer.
    last = FiniteGame("mastermind", 2, 4).then("01", "0,1").then("12", "1,0")
    assert [last.text(word) for word in last.secrets] == ["13"]
    assert as_firsts(last, ["13"]).different == [last.questions.index((1, 3))]
    with pytest.raises(Refused, match="says nothing"):
        as_firsts(last, ["12"])


def test_first_questions_in_hard_mode() -> None:
    """They begin with the green a and have a t; `ate` itself is idle now."""
    words = ["ate", "art", "ant", "act", "apt", "tea", "eat"]
    state = FiniteGame(Wordle(words), hard=True).then("ate", "gyb")
    found = {state.text(state.questions[number]) for number in as_firsts(state, ALL).different}
    assert found == {"art", "ant", "act", "apt"}
    for asked, why in (("tea", "not legal"), ("ate", "says nothing")):
        with pytest.raises(Refused, match=why):
            as_firsts(state, ["art", asked])
