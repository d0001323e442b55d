from __future__ import annotations

import csv
from collections.abc import Callable
from itertools import product

import numpy as np
import pytest

from masetproof.games.pegs import AB, MASTERMIND
from masetproof.games.rules import Game
from masetproof.objectives import Objective
from masetproof.patterns.closure import Closure
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import recurrences_of
from masetproof.recurrences.system import System, _written, in_columns
from masetproof.recurrences.values import evaluate
from tests.kernels import plainly
from tests.oracles import masets, search, strategies

ClosureOf = Callable[[Game, int, bool], Closure]


SystemOf = Callable[[Game, int, Reading, Objective], System]
ValuesOf = Callable[[Game, int, Reading, Objective], dict[int, int]]

# Peczarski's tables 1 and 3; n is the number of colours of the secret.
MASTERMIND_TABLE = {
    2: [8, 3, None, None, 1, 3],
    3: [21, 7, 3, 7, 3, 6],
    4: [45, 13, 7, 13, 6, 9],
    5: [81, 21, 13, 21, 9, 13],
}
AB_TABLE = {2: [3, None, 1], 3: [13, 3, 3], 4: [30, 7, 6], 5: [60, 13, 9]}


@pytest.mark.parametrize("reading", [Reading.WITH, Reading.WITHOUT])
@pytest.mark.parametrize(
    ("game", "published"), [(MASTERMIND, MASTERMIND_TABLE), (AB, AB_TABLE)], ids=["MM", "AB"]
)
def test_tables_of_the_paper(
    closure_of: ClosureOf, game: Game, published: dict[int, list[int | None]], reading: Reading
) -> None:
    closure = closure_of(game, 2, reading.asks_extra)
    # The numbering of patterns is that of the listing with the extra colour.
    numbers = [closure.number_of(pattern) for pattern in closure_of(game, 2, True).patterns]
    table = evaluate(in_columns(recurrences_of(closure, reading, Objective.EXPECTED)), 5)
    for n, row in published.items():
        for number, value in zip(numbers, row, strict=True):
            if value is not None:
                assert table[n - closure.patterns[number].colours, number] == value


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize(
    ("game", "pegs", "most"),
    [
        *((MASTERMIND, 2, 5), (AB, 2, 5), (AB, 3, 4)),
        pytest.param(MASTERMIND, 3, 3, marks=pytest.mark.slow),
    ],
)
def test_exact_reading_is_the_real_game(
    values_of: ValuesOf, game: Game, pegs: int, most: int, objective: Objective
) -> None:
    """Against a search over all strategies that shares no code with the engine."""
    values = values_of(game, pegs, Reading.EXACT, objective)
    for n in range(min(values), most + 1):
        assert values[n] == strategies.optimum(game.name, pegs, n, objective.value)
    assert min(values) == game.least_colours(pegs) < most


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize(
    ("game", "pegs"),
    [
        *((MASTERMIND, 2), (AB, 2), (AB, 3)),
        pytest.param(MASTERMIND, 3, marks=pytest.mark.slow),
    ],
)
def test_exact_reading_up_to_a_thousand_secrets(
    values_of: ValuesOf, game: Game, pegs: int, objective: Objective
) -> None:
    """Against an exhaustive search of its own; its table is recomputed by the slow tests."""
    with search.TABLE.open() as file:
        found = {
            int(row["colours"]): int(row["value"])
            for row in csv.DictReader(file)
            if (row["game"], row["pegs"], row["objective"]) == (game.name, str(pegs), objective)
        }
    # Every n with at most 1,000 secrets and at least two colours or, in the AB game, pegs.
    most = max(n for n in range(40) if game.secret_count(pegs, n) <= 1000)
    assert sorted(found) == list(range(max(2, game.least_colours(pegs)), most + 1))
    values = values_of(game, pegs, Reading.EXACT, objective)
    assert {n: values[n] for n in found} == found


def bounded(*soon: tuple[Game, Objective]) -> pytest.MarkDecorator:
    """Two pegs and three; of three only these in the fast suite, as systems take a second each."""
    cases = [
        pytest.param(
            *(game, pegs, objective),
            marks=[] if pegs == 2 or (game, objective) in soon else [pytest.mark.slow],
        )
        for game, pegs, objective in product((MASTERMIND, AB), (2, 3), Objective)
    ]
    return pytest.mark.parametrize(("game", "pegs", "objective"), cases)


@bounded((AB, Objective.WORST), (AB, Objective.EXPECTED))
def test_with_is_a_lower_bound(
    values_of: ValuesOf, game: Game, pegs: int, objective: Objective
) -> None:
    """Of the real game (docs/model.md)."""
    low, exact = (
        values_of(game, pegs, reading, objective) for reading in (Reading.WITH, Reading.EXACT)
    )
    assert all(low[n] <= exact[n] for n in exact)


@bounded()
def test_without_is_an_upper_bound(
    values_of: ValuesOf, game: Game, pegs: int, objective: Objective
) -> None:
    exact, high = (
        values_of(game, pegs, reading, objective) for reading in (Reading.EXACT, Reading.WITHOUT)
    )
    assert all(exact[n] <= high[n] for n in exact)


@pytest.mark.parametrize("game", [pytest.param(MASTERMIND, marks=pytest.mark.slow), AB])
def test_published_values_of_three_pegs(values_of: ValuesOf, game: Game) -> None:
    # Goddard 2004, and by two searches, as in known_values.csv.
    published = {
        MASTERMIND: {2: 18, 3: 73, 4: 206, 5: 451, 6: 854},
        AB: {3: 15, 5: 196, 6: 436},
    }[game]
    values = values_of(game, 3, Reading.EXACT, Objective.EXPECTED)
    assert {n: values[n] for n in published} == published


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize(
    ("game", "most"),
    [(MASTERMIND, 2), pytest.param(MASTERMIND, 3, marks=pytest.mark.slow), (AB, 3)],
)
def test_explicit_masets_by_plain_recursion(
    system_of: SystemOf, game: Game, most: int, objective: Objective
) -> None:
    """All of two pegs and some of three, with the extra colour (level: the cap) and without."""
    for pegs in range(2, most + 1):
        system, real = (system_of(game, pegs, r, objective) for r in (Reading.WITH, Reading.EXACT))
        closure, values, bare = system.closure, system.maset_minima, real.maset_minima
        chosen = [
            number
            for number, maset in enumerate(closure.explicit)
            if len(maset.clauses) <= 8 and maset.colours <= 5
        ][:: 1 if pegs == 2 else 60]
        assert chosen
        oracle = (
            masets.minimal_epl_of_maset
            if objective is Objective.EXPECTED
            else masets.minimal_depth_of_maset
        )
        for number in chosen:
            maset = closure.explicit[number]
            words = [
                question
                for group in masets.question_classes(
                    tuple(str(maset)[1:-1].split("|")), game.repeats, True
                )
                for question in group
                if max(question) < maset.colours
            ]
            assert values[number, -1] == oracle(set(maset.clauses), words)
        assert (values[:, -1] <= bare[:, 0]).all()
        assert (np.diff(bare, axis=1) <= 0).all()


@pytest.mark.parametrize(
    ("game", "objective"),
    [
        *((AB, objective) for objective in Objective),
        pytest.param(MASTERMIND, Objective.WORST, marks=pytest.mark.slow),
    ],
)
def test_arrays_of_three_pegs_are_what_is_said_of_each_function(
    system_of: SystemOf, game: Game, objective: Objective
) -> None:
    system = system_of(game, 3, Reading.EXACT, objective)
    states = np.array([1, 77, len(system.pattern) - 1])
    plain = plainly.equations(system, states, merged=True)
    for one, other in zip(plain, _written(system, states, merged=True), strict=True):
        assert np.array_equal(one, other)


def test_a_system_refuses_the_closure_of_another_reading(closure_of: ClosureOf) -> None:
    with pytest.raises(ValueError, match="closure of its own"):
        in_columns(recurrences_of(closure_of(AB, 2, False), Reading.EXACT, Objective.WORST))
