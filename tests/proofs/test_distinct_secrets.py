"""Theorems on games whose secrets have different colours, and whose questions are any words.

The oracle plays them by their rules: those of the usual game, with the secrets of the game in which
no word repeats a colour.  The search knows no patterns, either.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import perm

import pytest

from masetproof.arguments import Refused
from masetproof.finite.setting import FiniteGame
from masetproof.games.alike import as_alike_game
from masetproof.games.pegs import PegGame
from masetproof.games.registry import GAMES, as_game
from masetproof.objectives import Goal, Objective
from masetproof.patterns.closure import Closure, close
from masetproof.proofs.known import known
from masetproof.recurrences.readings import BLANKS, Reading
from masetproof.recurrences.recurrences import recurrences_of
from masetproof.recurrences.values import whole_values
from masetproof.search.optimize import optimize
from masetproof.trees.replay import replay
from tests.oracles import alike
from tests.theorems import theorem

DIFFERENT = {"mastermind": "ab", "sum": "sum-distinct", "marks": "marks-distinct"}
"""The games, each with the one in which questions repeat no colour, either."""


def named(game: str) -> str:
    return f"{game}-distinct-secrets"


@cache
def closure(game: str, pegs: int, extra: bool = True) -> Closure:
    return close(game, pegs, extra=extra)


@cache
def values(
    game: str, pegs: int, objective: Objective, reading: Reading, most: int
) -> dict[int, int]:
    """Values of the whole game by the recurrences."""
    patterns = closure(game, pegs, reading.asks_extra)
    return whole_values(recurrences_of(patterns, reading, objective), most)


def played(game: str, pegs: int, n: int, objective: Objective, reading: Reading) -> int:
    secrets = alike.words(DIFFERENT[game], pegs, n)
    worst = objective is Objective.WORST
    return alike.optimum(game, pegs, n, worst=worst, reading=reading.value, secrets=secrets)


def sized(game: str, pegs: int, reading: Reading) -> object:
    """A case of the tests; those with thousands of patterns are slow."""
    large = (game, pegs) == ("mastermind", 3)
    return pytest.param(game, pegs, reading, marks=[pytest.mark.slow] * large)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize(
    ("game", "pegs", "reading"),
    [sized(*case) for case in product(DIFFERENT, (1, 2, 3), BLANKS)],
)
def test_values_are_those_of_play(
    game: str, pegs: int, reading: Reading, objective: Objective
) -> None:
    most = {1: 6, 2: 5, 3: 4}[pegs]
    computed = values(named(game), pegs, objective, reading, most)
    assert [*computed] == [*range(pegs, most + 1)]
    for n, value in computed.items():
        assert value == played(game, pegs, n, objective, reading)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("game", DIFFERENT)
@pytest.mark.parametrize(
    ("pegs", "most"), [(2, 6), pytest.param(3, 5, marks=pytest.mark.slow)], ids=str
)
def test_theorems_have_what_the_search_finds(
    game: str, pegs: int, most: int, objective: Objective
) -> None:
    proved = theorem(named(game), pegs, objective)
    for n in range(pegs, most + 1):
        found = optimize(FiniteGame(game, pegs, n, distinct=True), objective.value)
        least = found.worst if objective is Objective.WORST else found.total
        assert proved.value(n) == least


@pytest.mark.one_in(3)
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize(
    ("game", "pegs", "reading"),
    [sized(*case) for case in product(DIFFERENT, (3,), (Reading.EXACT, Reading.WITHOUT))],
)
def test_repeating_colours_in_questions_costs_nothing(
    game: str, pegs: int, reading: Reading, objective: Objective
) -> None:
    """All questions of the game with different colours may be asked here, too."""
    free = values(named(game), pegs, objective, reading, 20)
    other = values(DIFFERENT[game], pegs, objective, reading, 20)
    assert [*free] == [*other]
    assert all(free[n] <= other[n] for n in free)


def test_repeating_colours_in_questions_may_save() -> None:
    """In Mastermind with three pegs and four colours, and in the sum's worst case there."""
    exact = Reading.EXACT
    assert played("mastermind", 3, 4, Objective.EXPECTED, exact) == 69
    assert alike.optimum("ab", 3, 4) == 72
    assert played("sum", 3, 4, Objective.WORST, exact) == 8
    assert alike.optimum("sum-distinct", 3, 4, worst=True) == 9
    assert values(named("sum"), 3, Objective.WORST, exact, 20)[4] == 8


@pytest.mark.parametrize("game", DIFFERENT)
def test_patterns_are_those_of_the_plain_engine(game: str) -> None:
    plain = close(named(game), 2, compiled=False)
    assert plain.patterns == closure(named(game), 2).patterns
    assert plain.question_count == closure(named(game), 2).question_count
    for pattern in plain.patterns:  # no clause repeats a colour
        pattern.check_game(DIFFERENT[game])


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize(
    ("game", "pegs", "colours"),
    [
        ("mastermind", 2, 6),
        ("sum", 2, 6),
        ("marks", 3, 5),
        pytest.param("mastermind", 3, 5, marks=pytest.mark.slow),
        pytest.param("sum", 3, 5, marks=pytest.mark.slow),
    ],
)
def test_the_strategy_attains_the_value(
    game: str, pegs: int, colours: int, objective: Objective
) -> None:
    proved = theorem(named(game), pegs, objective)
    strategy = proved.strategy(colours)
    assert strategy.finite == FiniteGame(game, pegs, colours, distinct=True)
    found = replay(strategy)
    assert sum(found.histogram) == perm(colours, pegs)
    quantity = found.worst if objective is Objective.WORST else found.total
    assert quantity == proved.value(colours)


# ------------------------------------------------------------------------------ one game, one name


@pytest.mark.parametrize("game", DIFFERENT)
def test_a_finite_game_is_the_usual_one_with_distinct_secrets(game: str) -> None:
    finite = FiniteGame(named(game), 2, 4)
    assert finite == FiniteGame(game, 2, 4, distinct=True)
    assert (finite.game, finite.rules) == (as_game(game), as_game(named(game)))
    assert finite.secrets == tuple(GAMES[named(game)].secrets(2, 4))
    assert finite.questions == tuple(GAMES[named(game)].words(2, 4))
    assert finite.secret_count == GAMES[named(game)].secret_count(2, 4) == 12
    assert finite.as_json() == {"game": game, "pegs": 2, "colours": 4, "distinct": True}
    assert FiniteGame(game, 2, 4).rules == as_game(game)
    other = FiniteGame(DIFFERENT[game], 2, 4, distinct=True)
    assert other.rules == as_game(DIFFERENT[game])


@pytest.mark.parametrize("game", DIFFERENT)
def test_two_rules_on_repetition(game: str) -> None:
    rules = as_alike_game(named(game))
    assert (rules.repeats, rules.secrets_repeat) == (True, False)
    assert (rules.is_word((0, 0)), rules.is_secret((0, 0)), rules.is_secret((0, 1))) == (
        *(True, False, True),
    )
    assert [rules.least_colours(3), rules.colours_taken(2), rules.excluded_cap(3)] == [3, 2, 1]
    with pytest.raises(Refused, match="repeats no colour"):
        rules.answer("00", "01")
    with pytest.raises(Refused, match="repeats no colour"):
        rules.as_clause("00")
    assert rules.answer("01", "00") == as_alike_game(game).answer("01", "00")
    assert rules.distinct_name == DIFFERENT[game]
    assert as_alike_game(game).distinct_secrets_name == named(game)


def test_no_such_game_of_black_pegs() -> None:
    assert as_game("black-peg").distinct_secrets_name is None
    assert FiniteGame("black-peg", 2, 4, distinct=True).rules is None
    for repeats, white in ((False, True), (True, False)):
        with pytest.raises(Refused, match="only secrets are distinct"):
            PegGame("own", "OWN", "Own", repeats, white, distinct_secrets=True)


@pytest.mark.parametrize("game", DIFFERENT)
def test_only_possible_secrets_make_the_game_with_different_colours(game: str) -> None:
    with pytest.raises(Refused, match=f"no question repeats a .* the game {DIFFERENT[game]}$"):
        close(named(game), 2, consistent=True)
    assert not known(
        FiniteGame(game, 2, 4, distinct=True, consistent_only=True), Goal.EXPECTED
    ).has_theorem


def test_what_is_known_of_distinct_secrets_is_their_theorem() -> None:
    finite = FiniteGame("mastermind", 2, 6, distinct=True)
    strategy, found = known(finite, Goal.EXPECTED).optimum()
    assert found[Objective.EXPECTED] == played(
        "mastermind", 2, 6, Objective.EXPECTED, Reading.EXACT
    )
    assert replay(strategy).total == found[Objective.EXPECTED]
