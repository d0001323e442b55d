"""The search for restricted questions, weights, and within:K, against brute force."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from masetproof import FiniteGame, optimize, replay
from masetproof.arguments import Refused
from masetproof.games.wordle import Wordle
from masetproof.objectives import Goal, Within, as_goal
from masetproof.search.optimum import NoStrategy, Optimum
from tests.oracles.restricted import NEVER, by_goal

GOALS = (*map(str, Goal), "within:1", "within:2", "within:3")


def drawn(seed: int) -> tuple[list[str], list[str], bool, str, int | None]:
    """Secrets, more words, whether in hard mode, a goal and a limit."""
    draw = random.Random(seed)
    words = ["".join(word) for word in product("abcd"[: draw.choice([2, 3, 4])], repeat=3)]
    draw.shuffle(words)
    secrets = draw.randint(2, 6)
    goal = draw.choice(GOALS)
    hard = draw.random() < 0.7 or not goal.startswith("within")
    limit = None if goal.startswith("within") else draw.choice([None, None, 2, 3, 4])
    return words[:secrets], words[secrets : secrets + draw.randint(0, 5)], hard, goal, limit


def minimized(optimum: Optimum) -> tuple[Fraction | int, ...]:
    """What the goal minimizes, in its order."""
    total, worst = optimum.weighted_total, optimum.worst
    known: dict[str, tuple[Fraction | int, ...]] = {
        "expected": (total,),
        "worst": (worst,),
        "expected-then-worst": (total, worst),
        "worst-then-expected": (worst, total),
        "worst-then-fewest": (worst, optimum.histogram[-1]),
    }
    return known.get(str(optimum.goal), (optimum.value,))


@pytest.mark.one_in(5)
@pytest.mark.parametrize("seed", range(40))
def test_small_games(seed: int) -> None:
    secrets, more, hard, goal, limit = drawn(seed)
    weights = dict.fromkeys(secrets, 1)
    expected = by_goal(goal, weights, secrets + more, hard=hard, limit=limit)
    finite = FiniteGame(Wordle(secrets, more), hard=hard)
    if NEVER in expected:
        with pytest.raises(NoStrategy, match="there is no strategy") as none:
            optimize(finite, goal, max_questions=limit, keep=False)
        assert none.value.proved
        return
    optimum = optimize(finite, goal, max_questions=limit, keep=False)
    assert minimized(optimum) == expected
    assert optimum.optimal
    assert optimum.value == optimum.lower_bound
    assert replay(optimum.tree).histogram == optimum.histogram


@pytest.mark.parametrize("seed", range(40, 65))
def test_weights(seed: int) -> None:
    secrets, more, _, goal, limit = drawn(seed)
    draw = random.Random(seed)
    hard = draw.random() < 0.3
    weights = {word: Fraction(draw.randint(1, 9), draw.choice([1, 2, 3])) for word in secrets}
    expected = by_goal(goal, weights, secrets + more, hard=hard, limit=limit)
    finite = FiniteGame(Wordle(weights, more), hard=hard)
    if NEVER in expected:
        with pytest.raises(NoStrategy, match="there is no strategy"):
            optimize(finite, goal, max_questions=limit, keep=False)
        return
    optimum = optimize(finite, goal, max_questions=limit, keep=False)
    assert minimized(optimum) == expected
    assert optimum.value == optimum.lower_bound
    assert optimum.expected == optimum.weighted_total / sum(weights.values())


@pytest.mark.parametrize(("questions", "found"), [(1, 1), (2, 9), (3, 43), (4, 64)])
def test_within(questions: int, found: int) -> None:
    """The first questions of three pegs and four colours find 1, 9, 43 and 64 secrets at most.

    One is found by one question, and by two one for each of the nine answers that may be given.
    """
    optimum = optimize(FiniteGame("mastermind", 3, 4), f"within:{questions}", keep=False)
    assert optimum.found_within == sum(optimum.histogram[:questions]) == found
    assert sum(optimum.histogram) == 64
    assert optimum.optimal


def test_goals_from_their_texts() -> None:
    assert as_goal("within:4") == Within(4)
    assert str(Within(4)) == "within:4"
    assert as_goal("worst") is Goal.WORST
    for wrong in ("within:0", "within:", "within:2.5", "within:-1", "within:1e9", "within:٤"):
        with pytest.raises(Refused, match="a number of questions from 1"):
            as_goal(wrong)
    with pytest.raises(Refused, match=r"worst-then-fewest, within:K, not .best."):
        as_goal("best")
    with pytest.raises(Refused, match="no other limit"):
        optimize(FiniteGame("ab", 2, 3), "within:2", max_questions=2)


def test_a_state_of_play_in_hard_mode() -> None:
    """What is left after some answers is searched with what these require."""
    words = ["".join(word) for word in product("abc", repeat=3)]
    state = FiniteGame(Wordle(words), hard=True, after=["abc:gyb"])
    optimum = optimize(state, keep=False)
    assert optimum.optimal
    for _, _, node in optimum.tree:
        assert state.required.missed(node.question) is None
    usual = optimize(FiniteGame(Wordle(words), after=["abc:gyb"]), keep=False)
    assert optimum.total >= usual.total


def test_out_of_time_there_are_bounds() -> None:
    finite = FiniteGame("mastermind", 4, 8)  # a run goes on for half a second at least
    optimum = optimize(finite, "within:5", time_limit=0.01, keep=False)
    assert not optimum.optimal
    assert optimum.reason == "the time was over"
    assert optimum.lower_bound < optimum.value < 8**4
    assert replay(optimum.tree).total == optimum.total


@pytest.mark.keeps_optima
def test_an_optimum_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MASETPROOF_CACHE", str(tmp_path))
    finite = FiniteGame("marks", 2, 4, hard=True)
    for goal in ("expected", "within:2"):
        first, again = optimize(finite, goal), optimize(finite, goal)
        assert again.kept
        assert (again.tree, again.value) == (first.tree, first.value)
