"""The table for people."""

from __future__ import annotations

from dataclasses import replace

from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import AB, MASTERMIND
from masetproof.objectives import Goal
from masetproof.search.optimum import Optimum
from masetproof.tables.table import Table, compute_rows, grid_table, published_table
from masetproof.tables.text import table_text
from tests.tables.optimizers import FakeOptimizer, Found, optimum, right, wrong


def text_of(table: Table, found: Found = right, limit: float | None = None) -> str:
    rows = compute_rows(table.rows, time_limit=limit, optimizer=FakeOptimizer(found))
    return table_text(replace(table, rows=tuple(rows)))


def bounded(finite: FiniteGame, goal: Goal) -> Optimum:
    """The large ones are not finished."""
    if finite.secret_count < 2000:
        return right(finite, goal)
    return optimum(finite, goal, 11250, bound=11100)


def test_an_aligned_table_with_what_is_not_computed() -> None:
    table = grid_table(MASTERMIND, [4], range(5, 8), Goal.EXPECTED)
    assert text_of(table, bounded, 60.0).splitlines() == [
        "Mastermind: least total of questions over all secrets",
        "pegs  colours  secrets           total  expected  published  comparison    source",
        "   4        5      625           3,125    5.0000          -  -",
        "   4        6    1,296           5,625    4.3403      5,625  agrees        "
        "Koyama and Lai 1993",
        "   4        7    2,401  11,100..11,250         -     11,228  not computed  "
        "Ville 2013 (4.676)",
        "",
        "Not computed (not finished within 60 seconds):",
        "  4 pegs with 7 colours",
        "",
        "2 of 3 computed. Agree with a published value: 1; disagree: 0; "
        "not in the list of published values: 1.",
    ]


def test_disagreement_catches_the_eye() -> None:
    text = text_of(grid_table(AB, [2], [3], Goal.EXPECTED), wrong)
    assert "DISAGREES" in text
    assert "disagree: 1;" in text


def test_each_goal_has_its_block() -> None:
    text = text_of(published_table(MASTERMIND, (Goal.EXPECTED, Goal.WORST)), bounded)
    assert "Mastermind: least total of questions over all secrets\n" in text
    assert "Mastermind: least number of questions in the worst case\n" in text
    left = (f"4 pegs with {n} colours ({goal})" for goal in ("expected", "worst") for n in (7, 8))
    assert "; ".join(left) in " ".join(text.split())
    for goal, heads in (
        (Goal.EXPECTED_THEN_WORST, "secrets  total  expected  worst  published"),
        (Goal.WORST_THEN_EXPECTED, "secrets  worst  total  expected  published"),
    ):
        assert heads in text_of(grid_table(AB, [3], [3], goal))


def test_the_title_tells_the_conditions() -> None:
    table = grid_table(MASTERMIND, [2], [3], Goal.WORST, distinct=True, consistent_only=True)
    assert text_of(table).startswith(
        "Mastermind, secrets without repetition, consistent questions only: least number"
    )
