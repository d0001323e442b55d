"""The values of the compiled search against plain searches, for all kinds of games and goals.

States are random subsets of the secrets of small games; a failure prints the state.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from masetproof import kernels as kernel
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import AB, BLACK_PEG, BLACK_PEG_AB, MASTERMIND
from masetproof.games.wordle import Wordle
from masetproof.search.board import make_board
from masetproof.search.memory import Memory
from masetproof.search.quantity import Quantity
from masetproof.search.solver import INFINITE, Bounds, Solver
from masetproof.search.states import Members, plain_value
from tests.kernels.states import (
    MANY_ANSWERS,
    MEMORY,
    OF_BOTH_KINDS,
    SMALL,
    quantity_of,
    random_past,
    solver_of,
    title,
    value_of,
    words_of,
)
from tests.search.plain import random_state, total


def check_state(solver: Solver, members: Members, left: int, value: float) -> None:
    """All that a solver says of a state, whose value is known."""
    what = f"{solver.finite.title}: {words_of(solver.finite, members)}, {left} left"
    exact = INFINITE if value == float("inf") else int(value)
    assert solver.value(members, left) == Bounds(exact, exact), what
    some = 0 if exact < INFINITE else INFINITE
    assert solver.value(members, left, any_strategy=True) == Bounds(some, some), what
    if exact == INFINITE:
        return
    possible = words_of(solver.finite, members)
    for worth in (exact, None):
        node = solver.strategy(members, left, worth)
        fewest = solver.quantity is Quantity.NEEDING_LAST
        cost = total(solver.finite, possible, node, left, fewest=fewest)
        assert cost == solver.cost(members, node, left), what
        assert cost == exact if worth is not None else cost >= exact, what


def check_upper_bounds(solver: Solver, members: Members, left: int, value: float) -> None:
    """An upper bound is kept to, and what is found out below one is no obstacle to another."""
    what = f"{solver.finite.title}: {words_of(solver.finite, members)}, {left} left"
    near = 3 * len(members) if value == float("inf") else int(value)
    for upper in (near - 2, near, near + 1, near - 1, near + 5):
        found = solver.value(members, left, upper)
        if value < upper:
            assert found == Bounds(int(value), int(value)), (what, upper)
        else:
            assert upper <= found.low <= min(value, INFINITE) <= found.high, (what, upper)


@pytest.mark.parametrize("finite", SMALL[::2], ids=title)
def test_the_two_plain_searches_agree(finite: FiniteGame) -> None:
    rng = np.random.default_rng(1)
    for _ in range(5):
        members = random_state(rng, finite, 1, 6)
        for left in range(1, 5):
            plain = plain_value(finite, frozenset(words_of(finite, members)), left)
            assert plain == value_of(finite, members, left)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("finite", "fewest"), OF_BOTH_KINDS)
def test_small_states(finite: FiniteGame, fewest: bool) -> None:
    """With every number of questions; with empty tables, and with those of all states before."""
    rng = np.random.default_rng(2)
    solver = solver_of(finite, fewest)
    for number in range(8):
        members = random_state(rng, finite, 1, 9)
        for left in range(1, len(members) + 2):
            value = value_of(finite, members, left, fewest)
            if number % 2:
                solver.forget()
            check_upper_bounds(solver, members, left, value)
            check_state(solver, members, left, value)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("finite", "fewest"), OF_BOTH_KINDS)
def test_larger_states(finite: FiniteGame, fewest: bool) -> None:
    """Those whose parts are raised in stages."""
    rng = np.random.default_rng(3)
    solver = solver_of(finite, fewest)
    for number in range(2):
        members = random_state(rng, finite, 10, 20)
        least = next(left for left in range(21) if value_of(finite, members, left) < 10**6)
        for left in (least - 1, least, least + 1, len(members)):
            value = value_of(finite, members, left, fewest)
            if number % 2:
                solver.forget()
            check_upper_bounds(solver, members, left, value)
            solver.forget()
            check_state(solver, members, left, value)


@pytest.mark.parametrize("finite", MANY_ANSWERS, ids=title)
def test_games_with_many_answers(finite: FiniteGame) -> None:
    rng = np.random.default_rng(4)
    solver = solver_of(finite)
    for _ in range(4):
        members = random_state(rng, finite, 6, 14)
        for left in (2, 3, 4, 14):
            value = value_of(finite, members, left)
            check_upper_bounds(solver, members, left, value)
            check_state(solver, members, left, value)


# Games of which every state is left by some past, with more than 32 secrets.
LARGER = [
    FiniteGame(MASTERMIND, 3, 6),
    FiniteGame(MASTERMIND, 4, 3),
    FiniteGame(MASTERMIND, 3, 5, consistent_only=True),
    FiniteGame(MASTERMIND, 3, 7, distinct=True),
    FiniteGame(AB, 3, 7),
    FiniteGame(AB, 4, 5),
    FiniteGame(BLACK_PEG, 3, 5),
    FiniteGame(BLACK_PEG, 4, 3),
    FiniteGame(BLACK_PEG, 3, "6,3,6"),
    FiniteGame(BLACK_PEG, 3, 5, distinct=True),
    FiniteGame(BLACK_PEG_AB, 3, 6),
    FiniteGame(BLACK_PEG_AB, 4, 5, consistent_only=True),
    FiniteGame("comparison", 2, 8),
    FiniteGame("comparison", 3, 4),
]


@cache
def without_symmetries(finite: FiniteGame, fewest: bool = False) -> Solver:
    """A solver that asks all questions in all states, and looks for no isomorphic ones."""
    board = make_board(finite)
    none = {name: getattr(board, name)[:0] for name in ("ends", "orders", "names", "numbers")}
    board = board._replace(**none)
    return Solver(Memory(finite, MEMORY), board, quantity=quantity_of(fewest))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("fewest", [False, True])
@pytest.mark.parametrize("finite", LARGER, ids=title)
def test_the_past_of_a_state_changes_no_value(finite: FiniteGame, fewest: bool) -> None:
    """Nor do forms of states, or what the table has: symmetries leave out nothing that counts."""
    rng = np.random.default_rng(7)
    solver, plain = (make(finite, fewest) for make in (solver_of, without_symmetries))
    large = 0
    for turn in range(12):
        past, members = random_past(rng, solver, int(rng.integers(3)), same=turn % 2 == 0)
        if not 12 < len(members) <= 90:
            continue
        large += len(members) > kernel.STORED
        for left in (int(solver.least_worst(len(members))) + turn % 3, len(members)):
            if turn % 4 == 0:
                solver.forget()
            value = plain.value(members, left)
            some = 0 if value.high < INFINITE else INFINITE
            assert solver.value(members, left, any_strategy=True, past=past).low == some
            for upper in (value.low, value.low + 1):
                bounds = solver.value(members, left, upper, past=past)
                assert value.low <= upper <= bounds.low or bounds == value
            assert solver.value(members, left, past=past) == value
            if value.high < INFINITE:
                node = solver.strategy(members, left, value.high, past=past)
                assert solver.cost(members, node, left) == value.high
    assert large


@pytest.mark.parametrize("finite", LARGER[:8:2], ids=title)
def test_what_a_first_question_costs(finite: FiniteGame) -> None:
    """It pays for all secrets, and its parts cost what they do; below an upper bound only."""
    solver = solver_of(finite)
    everything, costs = solver.all_secrets(), list[int]()
    left = solver.least_worst(len(everything)) + 2
    for question in reversed(solver.first_questions()):
        if finite.consistent_only and question not in solver.board.order[solver.board.own]:
            continue
        parts = [part for _, part in solver.parts(everything, question)]
        if any(len(part) == len(everything) for part in parts):
            continue
        solver.forget()
        cost = len(everything) + sum(solver.value(part, left - 1).low for part in parts)
        for upper in (cost - 3, cost, cost + 1, INFINITE):
            solver.forget()
            bounds, best = solver.ask(everything, left, [question], upper, past=())
            if cost < upper:
                assert (bounds, best) == (Bounds(cost, cost), question)
            else:
                assert upper <= bounds.low <= min(cost, INFINITE)
                assert best == -1
        costs.append(min(cost, INFINITE))
    # The last one, of which the table knows now, need not be the best one.
    least = Bounds(min(costs), min(costs))
    assert solver.value(everything, left, past=()) == least
    if least.low < INFINITE:
        ranked = solver.ranked(everything, left, least.low + 1, ())
        solver.forget()
        assert solver.ask(everything, left, ranked[1:], least.low + 1, past=())[0].low >= least.low
        assert solver.ask(everything, left, ranked, INFINITE, past=())[0] == least


@pytest.mark.slow
def test_a_greedy_strategy_of_too_many_levels_is_given_up() -> None:
    """Words of one letter are asked one after the other; 3,000 of them take 13 billion looks."""
    for size in (600, 3000):
        solver = solver_of(FiniteGame(Wordle([chr(0x4E00 + i) for i in range(size)])))
        cost = solver.greedy(solver.all_secrets(), size)
        assert cost == (size * (size + 1) // 2 if size == 600 else INFINITE)
