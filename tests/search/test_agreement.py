"""For two and three pegs the optimizer and the recurrences agree for every number of colours with
at most 1,000 secrets, in both games and for both objectives.

The third witness is `tests/oracles/optima.csv`, made by an exhaustive search that shares nothing
with the package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import AB, MASTERMIND
from masetproof.games.rules import Game
from masetproof.objectives import Goal, Objective
from masetproof.proofs.values import game_values
from masetproof.recurrences.readings import Reading
from masetproof.search.optimize import optimize
from masetproof.words import COLOUR_LIMIT
from tests.oracles import search

ValuesOf = Callable[[Game, int, Reading, Objective], dict[int, int]]

MOST_SECRETS = search.MAX_SECRETS
SOON = {2: 16, 3: 9}
"""By the number of pegs: the number of colours with which the search takes a third of a second."""
TABLE = search.read_table()


def colours_of(game: Game, pegs: int) -> list[int]:
    """All numbers of colours with at most 1,000 secrets."""
    return [n for n in range(1, 40) if 0 < game.secret_count(pegs, n) <= MOST_SECRETS]


def runs(*, slow: bool) -> Iterator[object]:
    for game in (MASTERMIND, AB):
        for pegs in (2, 3):
            colours = colours_of(game, pegs)
            chosen = [n for n in colours if (n > SOON[pegs]) == slow]
            for objective in Objective if chosen else ():
                name = f"{game.name}-{pegs}-{objective}-{chosen[0]}-to-{chosen[-1]}"
                long = (game, pegs) == (MASTERMIND, 3) and not slow  # ten seconds for its closure
                marks = [pytest.mark.slow] * long
                yield pytest.param(game, pegs, chosen, objective, id=name, marks=marks)


def check(
    values_of: ValuesOf, game: Game, pegs: int, colours: list[int], objective: Objective
) -> None:
    proved = values_of(game, pegs, Reading.EXACT, objective)
    goal = Goal(objective.value)
    for n in colours:
        optimum = optimize(FiniteGame(game, pegs, n), goal, workers=1)
        assert optimum.optimal
        assert optimum.value == proved[n], n
        assert TABLE.get((game.name, pegs, n, objective.value), proved[n]) == proved[n], n


def test_the_numbers_of_colours() -> None:
    """Up to 1,000 secrets; the table leaves out games of one secret."""
    ranges = {
        (MASTERMIND, 2): (1, 31),
        (AB, 2): (2, 32),
        (MASTERMIND, 3): (1, 10),
        (AB, 3): (3, 11),
    }
    for (game, pegs), (least, most) in ranges.items():
        assert colours_of(game, pegs) == list(range(least, most + 1))
    every = {
        (game.name, pegs, n, objective.value)
        for game, pegs in ranges
        for n in colours_of(game, pegs)
        for objective in Objective
    }
    assert set(TABLE) <= every
    assert {row[:3] for row in every - set(TABLE)} <= {("mastermind", 2, 1), ("mastermind", 3, 1)}


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("game", "pegs", "colours", "objective"), list(runs(slow=False)))
def test_the_optimizer_agrees_with_the_recurrences(
    values_of: ValuesOf, game: Game, pegs: int, colours: list[int], objective: Objective
) -> None:
    check(values_of, game, pegs, colours, objective)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "pegs", "colours", "objective"), list(runs(slow=True)))
def test_the_optimizer_agrees_with_the_recurrences_for_many_colours(
    values_of: ValuesOf, game: Game, pegs: int, colours: list[int], objective: Objective
) -> None:
    check(values_of, game, pegs, colours, objective)


@pytest.mark.parametrize("game", [MASTERMIND, AB], ids=lambda game: game.name)
def test_the_public_function_gives_these_values(game: Game) -> None:
    values = game_values(game, 2, 12, objective=Objective.EXPECTED, reading=Reading.EXACT)
    for n, value in values.items():
        assert optimize(FiniteGame(game, 2, n)).total == value


@pytest.mark.one_in(2)
@pytest.mark.parametrize("colours", [37, 40])
def test_more_colours_than_patterns_have(colours: int) -> None:
    """The search has symbols for 64."""
    assert colours > COLOUR_LIMIT
    finite = FiniteGame(MASTERMIND, 2, colours)
    value = game_values(MASTERMIND, 2, colours, first=colours)[colours]
    assert optimize(finite, workers=1).total == value
