"""Values for many numbers of colours: from the recurrences, and beyond from the proved formula."""

from __future__ import annotations

import time

import pytest

from masetproof.games.pegs import AB, MASTERMIND
from masetproof.games.rules import Game
from masetproof.objectives import Objective
from masetproof.patterns.closure import close
from masetproof.proofs.finding import Open, left_open
from masetproof.proofs.theorem import Theorem, prove_system
from masetproof.proofs.values import MOST_VALUES, game_values, values_between
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Recurrences, recurrences_of
from masetproof.recurrences.system import in_columns
from masetproof.recurrences.values import evaluate, full_pattern_values
from tests.theorems import IN_PAIRS


def chen_and_lin(n: int) -> int:
    """The least total of Mastermind with two pegs, n >= 3 (Chen and Lin 2004)."""
    numerator = 8 * n**3 + 51 * n**2 - (74 * n - 48 if n % 2 == 0 else 80 * n - 69)
    assert numerator % 24 == 0
    return numerator // 24


def test_a_game_is_told_what_it_needs() -> None:
    assert game_values(MASTERMIND, 2, 4) == {1: 1, 2: 8, 3: 21, 4: 45}
    assert game_values(MASTERMIND, 2, 4, first=3) == {3: 21, 4: 45}
    with pytest.raises(ValueError, match="needs at least 2 colours, not 1"):
        game_values(AB, 2, 1)


@pytest.mark.one_in(5)
@IN_PAIRS
@pytest.mark.parametrize("pegs", [1, 2])
@pytest.mark.parametrize("game", [MASTERMIND, AB])
def test_beyond_the_proof_are_the_values_of_the_recurrences(
    game: Game,
    pegs: int,
    objective: Objective,
    reading: Reading,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    proved: list[Theorem | Open] = []

    def prove_once(system: Recurrences, **options: object) -> Theorem | Open:
        if not proved:
            proved.append(prove_system(system))
        return proved[0]

    monkeypatch.setattr("masetproof.proofs.values.prove_system", prove_once)
    closure = close(game, pegs, extra=reading.asks_extra)
    system = in_columns(recurrences_of(closure, reading, objective))
    expected = full_pattern_values(system, evaluate(system, 120))
    for first, last in ((1, 20), (1, 21), (1, 120), (90, 120)):
        found = values_between(game, pegs, first, last, objective=objective, reading=reading)
        assert dict(found.items()) == {
            n: value for n, value in expected.items() if first <= n <= last
        }
        assert (found.formula is None) == (last == 20)
        beyond = found.formula_from
        assert (beyond is None) == (max(found.computed) >= last)
        if beyond is not None:
            assert beyond not in found.computed
            assert beyond == first or beyond - 1 in found.computed


@pytest.mark.parametrize("most", [20_000, pytest.param(MOST_VALUES, marks=pytest.mark.slow)])
def test_a_million_values_at_once(most: int) -> None:
    begin = time.process_time()
    values = game_values(MASTERMIND, 2, most)
    assert time.process_time() - begin < 30  # 2 seconds for a million
    assert len(values) == most
    assert all(values[n] == chen_and_lin(n) for n in (3, 4, 50, 51, most - 1, most))


def test_more_than_a_million_values_are_refused() -> None:
    with pytest.raises(ValueError, match="1 to 1,000,000 values are given at once"):
        game_values(MASTERMIND, 2, MOST_VALUES + 1)


def test_a_few_values_far_beyond() -> None:
    far = 10**17
    values = game_values(MASTERMIND, 2, far + 1, first=far)
    assert values == {n: chen_and_lin(n) for n in (far, far + 1)}


def test_values_that_are_not_proved_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def unproved(system: object, **_: object) -> Open:
        closure = close(AB, 1)
        system = in_columns(recurrences_of(closure, Reading.EXACT, Objective.EXPECTED))
        return left_open(system, {1: 1, 2: 3, 3: 6}, "the values show no quasi-polynomial")

    monkeypatch.setattr("masetproof.proofs.values.prove_system", unproved)
    assert game_values(AB, 1, 3) == {1: 1, 2: 3, 3: 6}
    with pytest.raises(ValueError, match="are open: the values show no quasi-polynomial"):
        game_values(AB, 1, 1000)
