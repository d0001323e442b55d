"""The optimizer against `tests/oracles/small.csv`: all games with at most 30 secrets, all goals and
all limits of questions that make a difference; a third of these runs, and all in the slow suite.

The table was made by one brute force and recomputed by another (`tests/oracles/test_profiles.py`),
which share nothing with the package.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import groupby

import pytest

from masetproof.arguments import Refused
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import PegGame
from masetproof.games.registry import GAMES
from masetproof.objectives import Goal
from masetproof.search.optimize import optimize
from masetproof.search.optimum import Optimum
from masetproof.trees.replay import replay
from masetproof.trees.tree import Node
from masetproof.words import COLOUR_LIMIT, MAX_PEGS

from ..oracles import masets
from ..oracles.profiles import LARGER, MAX_SECRETS, Row, SmallGame, read_table
from .plain import Plain

TABLE_ROWS = read_table()
STEP = 3
"""So many runs are one in the fast suite; prime to the goals, so that each meets all limits."""
Case = tuple[Row, Goal, int | None]


def finite_game(small: SmallGame) -> FiniteGame:
    return FiniteGame(
        GAMES[small.game],
        small.pegs,
        small.colours,
        distinct=small.distinct,
        consistent_only=small.consistent_only,
    )


def by_variant() -> Iterator[object]:
    """One parameter for each game, number of pegs and kind of secrets and questions, with the rows
    for all numbers of colours.

    With one peg all games are one game; most of its many numbers of colours are for the slow suite.
    """
    for _, group in groupby(TABLE_ROWS, lambda row: row.game._replace(colours=0)):
        rows = list(group)
        name = str(rows[0].game).replace(f"x{rows[0].game.colours}", "pegs")
        many = [row for row in rows if row.game.pegs == 1 and 6 <= row.game.colours < 30]
        yield pytest.param([row for row in rows if row not in many], id=name)
        if many:
            yield pytest.param(many, id=f"{name}-6-to-29-colours", marks=pytest.mark.slow)


def played(optimum: Optimum) -> tuple[int, ...]:
    """The histogram of the tree, played by the rules as `tests/oracles` has them: a second replay,
    which shares neither the answers nor the check of the questions with the package."""
    finite = optimum.finite
    histogram: list[int] = []

    def number(told: tuple[int, int]) -> int:
        black, white = told if finite.game.white_pegs else (told[0], 0)
        pegs = black + white
        return pegs * (pegs + 1) // 2 + black if finite.game.white_pegs else black

    def play(node: Node, possible: list[tuple[int, ...]], depth: int) -> None:
        question = node.question
        assert len(question) == finite.pegs
        assert set(question) <= set(range(finite.colours))
        assert finite.game.repeats or len(set(question)) == finite.pegs
        assert question in possible or not finite.consistent_only
        parts: dict[int, list[tuple[int, ...]]] = {}
        for secret in possible:
            if secret != question:
                parts.setdefault(number(masets.answer(secret, question)), []).append(secret)
        histogram.extend([0] * (depth + 1 - len(histogram)))
        histogram[depth] += len(possible) - sum(map(len, parts.values()))
        assert [answer for answer, _ in node.branches] == sorted(parts)
        for answer, below in node.branches:
            assert len(parts[answer]) < len(possible), "an optimal strategy asks nothing idle"
            play(below, parts[answer], depth + 1)

    play(optimum.tree.root, list(finite.secrets), 0)
    return tuple(histogram)


@cache
def fewest(row: Row) -> float:
    """The fewest secrets that need the least worst case, by the textbook."""
    if row.game.pegs == 1:
        return 1  # as every question but the winning one excludes nothing but itself
    finite = finite_game(row.game)
    return Plain(finite, fewest=True).value((1 << row.secrets) - 1, row.worst)


def check(row: Row, goal: Goal, limit: int | None) -> None:
    """The optimum for a goal and a limit of questions, which is feasible."""
    within = row if limit is None else row.within(limit)
    assert within is not None
    finite = finite_game(row.game)
    optimum = optimize(finite, goal, max_questions=limit)
    what = f"{row.game}, {goal}, limit {limit}"

    assert optimum.finite == optimum.tree.finite == finite, what
    assert optimum.goal is goal, what
    assert optimum.optimal, what
    match goal:
        case Goal.EXPECTED:
            assert optimum.total == within.expected, what
        case Goal.WORST:
            assert optimum.worst == within.worst, what
        case Goal.EXPECTED_THEN_WORST:
            assert (optimum.worst, optimum.total) == within.expected_then_worst, what
        case Goal.WORST_THEN_EXPECTED:
            assert (optimum.worst, optimum.total) == within.worst_then_expected, what
        case Goal.WORST_THEN_FEWEST:
            found = optimum.worst, optimum.needing_worst, optimum.fewest_bound
            assert found == (within.worst, fewest(row), fewest(row)), what
    assert limit is None or optimum.worst <= limit, what
    assert optimum.lower_bound == optimum.value, what
    assert optimum.total_bound <= within.expected, what
    assert optimum.worst_bound <= within.worst, what

    again = replay(optimum.tree)
    claimed = (optimum.total, optimum.worst, optimum.histogram)
    assert (again.total, again.worst, again.histogram) == claimed, what
    assert played(optimum) == optimum.histogram, what
    assert sum(optimum.histogram) == row.secrets, what


def cases(rows: list[Row]) -> list[Case]:
    """All goals, with no limit and with all from one below the least feasible one up to that which
    the least EPL needs anyway."""
    return [
        (row, goal, limit)
        for row in rows
        for goal in Goal
        for limit in (None, *range(max(1, row.worst - 1), row.expected_then_worst[0] + 1))
    ]


def check_or_refuse(row: Row, goal: Goal, limit: int | None) -> None:
    if limit is None or limit >= row.worst:
        check(row, goal, limit)
    else:
        with pytest.raises(Refused, match=r"(?i)no strategy"):
            optimize(finite_game(row.game), goal, max_questions=limit)


def test_the_table_has_all_games_there_are() -> None:
    """Every finite game of the package with at most 30 secrets has a row, and no other."""
    found = set()
    games = {name: game for name, game in GAMES.items() if isinstance(game, PegGame)}
    for name in (name for name, game in games.items() if not game.distinct_secrets):
        for pegs in range(1, MAX_PEGS + 1):
            for colours in range(1, COLOUR_LIMIT + 1):
                for distinct in (False, True):
                    try:
                        finite = FiniteGame(name, pegs, colours, distinct=distinct)
                    except Refused:
                        continue
                    if finite.secret_count <= MAX_SECRETS:
                        found |= {
                            (SmallGame(name, pegs, colours, distinct, only), finite.secret_count)
                            for only in (False, True)
                        }
    assert found == {(row.game, row.secrets) for row in TABLE_ROWS}


@pytest.mark.one_in(7)
@pytest.mark.parametrize("rows", list(by_variant()))
def test_small_games(rows: list[Row]) -> None:
    for case in cases(rows)[::STEP]:
        check_or_refuse(*case)


@pytest.mark.slow
@pytest.mark.parametrize("rows", list(by_variant()))
def test_small_games_with_all_goals_and_limits(rows: list[Row]) -> None:
    for case in cases(rows):
        check_or_refuse(*case)


@pytest.mark.slow
@pytest.mark.parametrize("row", LARGER, ids=lambda row: str(row.game))
def test_larger_games(row: Row) -> None:
    for case in cases([row]):
        check_or_refuse(*case)
