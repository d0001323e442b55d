from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from masetproof.games.pegs import AB, MASTERMIND
from masetproof.games.rules import Game
from masetproof.objectives import Objective
from masetproof.proofs.numbers import NumberSet, number_set
from masetproof.proofs.theorem import Theorem, prove
from masetproof.proofs.verdicts import Kind, Verdict, verdicts
from masetproof.recurrences.readings import BLANKS, Reading


def all_verdicts(
    game: Game, reading: Reading, objective: Objective
) -> tuple[Theorem, dict[tuple[int, int], Verdict]]:
    theorem = prove(game, 2, objective=objective, reading=reading)
    assert isinstance(theorem, Theorem)
    return theorem, {
        (state, verdict.number): verdict
        for state, function in enumerate(theorem.system.functions())
        for verdict in verdicts(theorem, function)
    }


# Peczarski, sections 4.2 and 5.1: what is said there of the equations with the extra colour.
# Where an equation is the same as several, the paper may name another one of them.
SAME_IN_MASTERMIND = {(5, 9): 5, (5, 7): 5, (4, 9): 5, (4, 7): 5, (2, 7): 1, (2, 4): 1}
MORE_IN_MASTERMIND = {(5, 8): 1, (3, 7): 1}
NO_SOLUTION_IN_MASTERMIND = {(5, 3), (4, 8), (4, 3)}
NEVER_OPTIMAL_IN_MASTERMIND = {(3, 10), (3, 4), (2, 10), (1, 6), (1, 3), (0, 3)}
SAME_IN_AB = {(2, 7): 1, (2, 5): 1, (1, 6): 3}
NO_SOLUTION_IN_AB = {(2, 6), (2, 2)}
NEVER_OPTIMAL_IN_AB = {(1, 8), (1, 3), (0, 2)}


def test_verdicts_of_the_paper_on_mastermind() -> None:
    _, found = all_verdicts(MASTERMIND, Reading.WITH, Objective.EXPECTED)
    for (state, number), other in SAME_IN_MASTERMIND.items():
        verdict = found[state, number]
        assert verdict.kind is Kind.SAME
        assert verdict.excess == found[state, other].excess
    for (state, number), other in MORE_IN_MASTERMIND.items():
        assert (found[state, number].kind, found[state, number].other) == (Kind.MORE_THAN, other)
    assert {key for key, v in found.items() if v.kind is Kind.NO_SOLUTION} >= (
        NO_SOLUTION_IN_MASTERMIND
    )
    for key in NEVER_OPTIMAL_IN_MASTERMIND:
        assert found[key].optimal.is_empty
        assert found[key].least > 0
    # In every state some question without the extra colour is optimal for all large n.
    with_extra = {*SAME_IN_MASTERMIND, *MORE_IN_MASTERMIND, *NO_SOLUTION_IN_MASTERMIND}
    with_extra |= NEVER_OPTIMAL_IN_MASTERMIND
    assert all(found[key].optimal.is_empty for key in with_extra)


def test_verdicts_of_the_paper_on_ab() -> None:
    _, found = all_verdicts(AB, Reading.WITH, Objective.EXPECTED)
    assert {key for key, v in found.items() if v.kind is Kind.NO_SOLUTION} >= NO_SOLUTION_IN_AB
    for (state, number), other in SAME_IN_AB.items():
        assert found[state, number].kind is Kind.SAME
        assert found[state, number].excess == found[state, other].excess
    for key in NEVER_OPTIMAL_IN_AB:
        assert found[key].optimal.is_empty
        assert found[key].least > 0


@pytest.mark.one_in(3)
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("reading", list(BLANKS))
@pytest.mark.parametrize("game", [MASTERMIND, AB], ids=lambda game: game.name)
def test_verdicts_agree_with_the_equations_at_every_small_n(
    game: Game, reading: Reading, objective: Objective
) -> None:
    """Evaluate each equation with the proved values for n up to 40 and compare."""
    theorem, found = all_verdicts(game, reading, objective)
    system, closure = theorem.columns, theorem.closure
    functions = system.functions()
    for (state, _), verdict in found.items():
        pattern = closure.patterns[int(system.pattern[state])]
        first, end = system.columns.start[state : state + 2].tolist()
        (row,) = first + np.flatnonzero(system.columns.split[first:end] == verdict.split)
        new = int(system.columns.new[row])
        zeros, least = [], None
        for m in range(new, 40):
            secrets = pattern.secrets(game, m)
            if not secrets:
                continue
            terms = [int(system.columns.constant[row, min(m - new, system.cap)])]
            parts = system.columns.parts_of(row)
            terms += [theorem.value_of(functions[p], m - new) for p in parts]
            right = secrets + sum(terms) if objective is Objective.EXPECTED else 1 + max(terms)
            excess = right - theorem.value_of(functions[state], m)
            assert excess >= 0
            least = excess if least is None else min(least, excess)
            n = m + pattern.colours
            if excess == 0:
                zeros.append(n)
            assert verdict.excess is not None
            if n >= verdict.excess.onset:
                branch = verdict.excess.branches[n % len(verdict.excess.branches)]
                assert sum(c * n**i for i, c in enumerate(branch)) == excess
        numbers = verdict.optimal
        assert isinstance(numbers, NumberSet)
        assert zeros == [
            n
            for n in range(numbers.first, 40 + pattern.colours)
            if n in numbers.singles
            or (n >= numbers.onset and n % numbers.period in numbers.classes)
        ]
        assert least == verdict.least
        assert (verdict.kind is Kind.OPTIMAL) <= bool(zeros)
        if zeros:
            assert verdict.kind in (Kind.OPTIMAL, Kind.SAME)


@given(
    st.integers(0, 6),
    st.integers(0, 8),
    st.sets(st.integers(0, 20)),
    st.integers(1, 4),
    st.data(),
)
def test_number_sets_are_what_they_are_made_of(
    first: int, more: int, zeros: set[int], period: int, data: st.DataObject
) -> None:
    settled = first + more
    classes = data.draw(st.sets(st.integers(0, period - 1)))
    zeros = {n for n in zeros if n >= first}
    members = {
        n for n in range(first, 60) if n in zeros or (n >= settled and n % period in classes)
    }
    made = number_set(first, zeros, settled, classes, period)
    assert members == {
        n
        for n in range(made.first, 60)
        if n in made.singles or (n >= made.onset and n % period in made.classes)
    }
    assert made.is_empty == (not members)
    assert made.is_everything == (members == set(range(first, 60)))


def test_number_sets_in_words() -> None:
    _, found = all_verdicts(MASTERMIND, Reading.WITH, Objective.EXPECTED)
    assert str(found[0, 2].optimal) == "every n >= 2"
    assert str(found[0, 1].optimal) == "n = 1, 2"
    assert str(found[0, 3].optimal) == "no n"
    _, worst = all_verdicts(MASTERMIND, Reading.WITH, Objective.WORST)
    assert str(worst[1, 4].optimal) == "every even n >= 4"
