"""Rows: which there are, what computing makes of them, and what agrees."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from masetproof.arguments import Refused
from masetproof.cli.options import COLOUR_RANGE, PEG_RANGE
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import AB, MASTERMIND
from masetproof.games.registry import GAMES
from masetproof.games.rules import Game
from masetproof.objectives import Goal
from masetproof.search.optimum import Optimum
from masetproof.tables.published import known_values
from masetproof.tables.table import (
    Row,
    Status,
    Table,
    compute_rows,
    grid_table,
    published_table,
)
from tests.tables.optimizers import (
    FakeOptimizer,
    Found,
    optimum,
    refuses,
    refuted,
    right,
    unfinished,
    wrong,
)


def rows_of(table: Table, found: Found = right, limit: float | None = None) -> list[Row]:
    return list(compute_rows(table.rows, time_limit=limit, optimizer=FakeOptimizer(found)))


@pytest.mark.parametrize(
    ("text", "first", "last"), [("3", 3, 3), ("2..4", 2, 4), ("1..8", 1, 8), ("007..8", 7, 8)]
)
def test_ranges(text: str, first: int, last: int) -> None:
    assert PEG_RANGE.read(text) == range(first, last + 1)


@pytest.mark.parametrize(
    "text",
    [
        "3..2",
        "a..b",
        "",
        "..",
        "2..",
        "..3",
        "0",
        "0..3",
        "-1..3",
        "2...4",
        "2..3..4",
        "2.5",
        "2-4",
        "1..9",
        "1..999999999",
        "1.." + "9" * 10000,
        "9" * 10000,
        "0" * 10000,
        " 2..3",
        "2..3\n",
        "٣",
    ],
)
def test_what_is_no_range_is_refused_in_one_short_sentence(text: str) -> None:
    with pytest.raises(Refused, match=r"pegs are a number or a range A\.\.B with 1 <= A") as info:
        PEG_RANGE.read(text)
    assert len(str(info.value)) < 150


def test_colours_have_their_own_limit() -> None:
    assert COLOUR_RANGE.read("1..36") == range(1, 37)
    with pytest.raises(Refused, match=r"B <= 36, not .2\.\.37"):
        COLOUR_RANGE.read("2..37")


def places(table: Table) -> list[tuple[int, int]]:
    return [(row.pegs, row.colours) for row in table.rows]


def test_combinations_without_a_game_are_left_out() -> None:
    ranges = (range(2, 4), range(1, 5))
    assert places(grid_table(AB, *ranges, Goal.EXPECTED)) == [
        (2, 2),
        (2, 3),
        (2, 4),
        (3, 3),
        (3, 4),
    ]
    assert len(places(grid_table(MASTERMIND, *ranges, Goal.EXPECTED))) == 8
    distinct = grid_table(MASTERMIND, *ranges, Goal.EXPECTED, distinct=True)
    assert places(distinct) == places(grid_table(AB, *ranges, Goal.EXPECTED))
    assert [row.secrets for row in distinct.rows] == [2, 6, 12, 6, 24]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_published_tables_have_every_published_value_once(game: Game) -> None:
    table = published_table(game, (Goal.EXPECTED, Goal.WORST))
    found = [entry for row in table.rows for entry in row.entries if entry in known_values()]
    assert sorted(found, key=repr) == sorted(
        (k for k in known_values() if k.game == game), key=repr
    )
    assert len({row.key for row in table.rows}) == len(table.rows)


def test_a_published_table_may_be_restricted() -> None:
    table = published_table(MASTERMIND, (Goal.EXPECTED,), pegs=range(4, 6), colours=range(3, 5))
    assert places(table) == [(4, 3), (4, 4), (5, 3)]
    assert {row.status for row in table.rows} == {Status.NOT_REACHED}
    assert not table.complete


def test_published_formulas_count_with_the_colours_that_are_asked_for() -> None:
    table = published_table(AB, (Goal.WORST,), colours=range(1, 4))
    assert places(table) == [(1, 1), (1, 2), (1, 3), (2, 2), (2, 3)]
    assert [row.published for row in table.rows] == [1, 2, 3, 2, 3]
    assert published_table(AB, (Goal.WORST,), pegs=range(1, 3)).rows == ()


def test_right_values_agree() -> None:
    table = grid_table(MASTERMIND, [4], range(5, 8), Goal.EXPECTED)
    five, six, seven = rows_of(table)
    assert (six.value, six.published, six.source) == (5625, 5625, "Koyama and Lai 1993")
    assert (six.agrees, six.optimal, six.expected) == (True, True, Fraction(625, 144))
    assert (five.published, five.source, five.agrees, five.optimal) == (None, None, None, True)
    assert (seven.lower_bound, seven.upper_bound, seven.seconds) == (11228, 11228, 0.25)


def test_wrong_values_disagree() -> None:
    (row,) = rows_of(grid_table(MASTERMIND, [4], [6], Goal.WORST), wrong)
    assert (row.value, row.published, row.agrees, row.expected) == (6, 5, False, None)
    assert Table(MASTERMIND, (row,)).disagrees


@pytest.mark.parametrize("goal", Goal)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_unfinished_rows_never_agree(game: Game, goal: Goal) -> None:
    for row in rows_of(published_table(game, (goal,)), unfinished, limit=2.5):
        assert row.lower_bound == row.upper_bound == row.published is not None
        assert (row.value, row.expected, row.agrees) == (None, None, None)
        assert (row.status, row.reason) == (Status.UNFINISHED, "not finished within 2.5 seconds")


def test_bounds_that_leave_the_published_value_out_disagree() -> None:
    (row,) = rows_of(grid_table(AB, [4], [10], Goal.EXPECTED), refuted)
    assert (row.value, row.lower_bound, row.upper_bound) == (None, 26272, 26273)
    assert row.agrees is False


def test_what_is_too_large_is_not_computed() -> None:
    (row,) = rows_of(grid_table(MASTERMIND, [8], [36], Goal.EXPECTED))
    assert (row.secrets, row.status) == (36**8, Status.TOO_LARGE)
    assert (row.reason, row.value, row.agrees) == ("more than 65,536 words", None, None)
    (row,) = rows_of(grid_table(MASTERMIND, [2], [2], Goal.EXPECTED), refuses)
    assert (row.reason, row.value, row.agrees) == ("this optimizer takes no game", None, None)
    assert row.published == 8


def test_memory_that_does_not_suffice_costs_one_row() -> None:
    def greedy(finite: FiniteGame, goal: Goal) -> Optimum:
        if finite.colours == 3:
            raise MemoryError
        return right(finite, goal)

    rows = rows_of(grid_table(MASTERMIND, [2], range(2, 5), Goal.EXPECTED), greedy)
    assert [row.agrees for row in rows] == [True, None, True]
    assert rows[1].reason == "too large for the memory of this machine"


def test_an_interrupt_leaves_what_was_yielded() -> None:
    table = grid_table(MASTERMIND, [2], range(2, 6), Goal.EXPECTED)
    computing: Iterator[Row] = compute_rows(table.rows, optimizer=FakeOptimizer(interrupt=3))
    assert [next(computing).value, next(computing).value] == [8, 21]
    with pytest.raises(KeyboardInterrupt):
        next(computing)


def test_optimal_rows_are_not_computed_again_and_others_are() -> None:
    table = grid_table(MASTERMIND, [2], range(2, 5), Goal.EXPECTED)
    first, second, third = rows_of(table)
    (open_row,) = rows_of(Table(MASTERMIND, (second,)))
    assert open_row == second
    again = FakeOptimizer()
    rows = [first, rows_of(Table(MASTERMIND, (table.rows[1],)), unfinished)[0], third]
    assert list(compute_rows(rows, time_limit=9, optimizer=again)) == [first, second, third]
    assert [(call[0].colours, call[2]) for call in again.calls] == [(3, 9)]


def test_progress_says_which_row() -> None:
    told: list[str] = []
    table = grid_table(AB, [2], [2, 3], Goal.EXPECTED)
    list(
        compute_rows(
            table.rows,
            optimizer=FakeOptimizer(),
            progress=lambda stage, done, total: told.append(stage),
        )
    )
    assert told[-1] == "row 2 of 2; 2 pegs, 3 colours; searching"


def test_the_quantities_of_two_goals() -> None:
    finite = FiniteGame(MASTERMIND, 4, 6)
    best = optimum(finite, Goal.WORST_THEN_EXPECTED, 5)
    (row,) = rows_of(
        grid_table(MASTERMIND, [4], [6], Goal.WORST_THEN_EXPECTED), lambda f, g: optimum(f, g, 5)
    )
    assert (row.value, row.total, row.worst) == (5, best.total, 5)
    assert row.agrees is True
