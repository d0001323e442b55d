"""Black-peg Mastermind with four pegs: its closure and values, against programs that share no code.

The closure takes minutes of processor time, so most of this is slow.
"""

import random
from functools import cache

import numpy as np
import pytest

from masetproof import FiniteGame, game_values, optimize
from masetproof.objectives import Objective
from masetproof.patterns.closure import Closure, close
from masetproof.patterns.pattern import MasetPattern
from masetproof.patterns.questions import non_isomorphic_questions
from masetproof.patterns.split import split
from masetproof.recurrences.filling import CompiledValues
from masetproof.recurrences.recurrences import recurrences_of
from masetproof.words import EXTRA
from tests.patterns.test_alphabets import check_row, check_split
from tests.patterns.test_counted import check_closure

SEED = 4
BOARDS = [(2, 2, 2, 2), (3, 3, 3, 3), (4, 4, 4, 4), (2, 2, 3, 3), (1, 3, 4, 2), (5, 2, 3, 2)]


@cache
def closure(extra: bool) -> Closure:
    return close("black-peg", 4, extra=extra)


def test_random_play_agrees_with_secrets() -> None:
    """Some questions and answers from the whole game, each split counted out on a board."""
    draw, checked = random.Random(SEED), 0
    for _ in range(3):
        pattern = MasetPattern.full(4)
        while not pattern.is_explicit and pattern.colours < 8:
            question = draw.choice(list(non_isomorphic_questions(pattern, "black-peg")))
            new = [pattern.colours <= cell < EXTRA for cell in question]
            used = zip(pattern.colours_by_column, new, strict=True)
            check_split(pattern, question, tuple(k + fresh + 1 for k, fresh in used))
            checked += 1
            parts = [part for part in split(pattern, question, "black-peg")[:-1] if part]
            pattern = draw.choice(parts or [MasetPattern.parse("{0123}")]).normalize()[0]
    assert checked >= 6


@pytest.mark.slow
@pytest.mark.parametrize(("extra", "masets", "questions"), [(0, 507, 509_743), (1, 508, 1_376_156)])
def test_the_closure_ends(extra: bool, masets: int, questions: int) -> None:
    """As with fewer pegs, blanks lead to no further pattern."""
    found = closure(bool(extra))
    assert (len(found.patterns), len(found.explicit)) == (3_524, masets)
    assert found.question_count == questions
    check_closure(found)


@pytest.mark.slow
@pytest.mark.parametrize(("extra", "questions"), [(False, 709_489), (True, 711_190)])
def test_the_closure_of_black_peg_ab_with_three_pegs_ends(extra: bool, questions: int) -> None:
    found = close("black-peg-ab", 3, extra=extra)
    assert (len(found.patterns), len(found.explicit), found.question_count) == (858, 53, questions)
    check_closure(found)


@pytest.mark.slow
def test_splits_of_a_sample() -> None:
    """Secrets of a board get the same answers, and parts have the secrets of their patterns."""
    draw, found = random.Random(SEED), closure(True)
    for number in draw.sample(range(len(found.patterns)), 40):
        pattern = found.patterns[number]
        for question in draw.sample(found.questions(number), 3):
            new = [pattern.colours <= cell < EXTRA for cell in question]
            used = zip(pattern.colours_by_column, new, strict=True)
            check_split(pattern, question, tuple(k + fresh + 1 for k, fresh in used))
    for row in draw.sample(range(len(found.splits)), 60):
        check_row(found, row)


@pytest.mark.slow
@pytest.mark.parametrize("objective", Objective)
def test_values_are_those_of_the_optimizer(objective: Objective) -> None:
    values = CompiledValues(recurrences_of(closure(True), "exact", objective), 5)
    found = values.at((0, 0), np.array(BOARDS)).tolist()
    games = [FiniteGame("black-peg", 4, board) for board in BOARDS]
    assert found == [optimize(game, objective, workers=1).value for game in games]


@pytest.mark.slow
def test_the_total_is_the_conjectured_polynomial() -> None:
    """Without blanks, from n = 10 on and not before; six values would fit any polynomial."""
    found = game_values("black-peg", 4, 17, first=9, reading="without")
    claimed = {n: 12 * n**5 + 30 * n**4 - 10 * n**3 + 105 * n**2 + 718 * n - 5340 for n in found}
    assert {n: 15 * value - claimed[n] for n, value in found.items()} == {
        n: 15 * (n == 9) for n in range(9, 18)
    }
