"""Without the symmetries the optimum is the same, with more states."""

from __future__ import annotations

import pytest

from masetproof import FiniteGame, optimize
from masetproof.objectives import Goal
from masetproof.search import board
from masetproof.search.board import Board, first_questions

GAMES: list[tuple[str, int, int | tuple[int, ...]]] = [
    ("black-peg", 3, 4),
    ("black-peg", 4, 3),
    ("black-peg", 2, 8),
    ("black-peg", 3, (2, 4, 4)),
    ("black-peg", 3, (4, 5, 3)),
    ("black-peg-ab", 4, 4),
    ("black-peg-ab", 3, 5),
    ("black-peg-ab", 4, 5),
    ("ab", 4, 4),
    ("comparison", 2, 6),
    ("comparison", 3, 3),
]


AFTER = [
    FiniteGame("black-peg", 2, 7, after=["00:1"]),
    FiniteGame("black-peg", 3, 5, after=["012:0"]),
    FiniteGame("black-peg-ab", 3, 6, after=["012:1", "034:0"]),
    FiniteGame("mastermind", 3, 6, after=["001:0,1"]),
    FiniteGame("mastermind", 4, 5, distinct=True, after=["0123:1,2"]),
    FiniteGame("ab", 3, 7, after=["012:0,1"], consistent_only=True),
]


def without_symmetries(made: Board) -> Board:
    """A board of a game that has none, as far as the search can see."""
    same = ("symbols", "starts", "ends", "orders", "names", "numbers")
    return made._replace(**{name: getattr(made, name)[:0] for name in same})


def check_without(finite: FiniteGame, goal: Goal, monkeypatch: pytest.MonkeyPatch) -> None:
    """The value is the same, and nothing is gained but time."""
    found = optimize(finite, goal, workers=1)
    make_board = board.make_board
    monkeypatch.setattr(
        "masetproof.search.solver.make_board",
        lambda *given, **options: without_symmetries(make_board(*given, **options)),
    )
    without = optimize(finite, goal, workers=1)
    assert without.value == found.value
    assert without.optimal
    assert found.nodes <= without.nodes


@pytest.mark.one_in(3)
@pytest.mark.parametrize("goal", [Goal.EXPECTED, Goal.WORST, Goal.WORST_THEN_FEWEST])
@pytest.mark.parametrize("finite", AFTER, ids=lambda finite: finite.title)
def test_without_symmetries_a_state_of_play_has_the_same_optimum(
    finite: FiniteGame, goal: Goal, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_without(finite, goal, monkeypatch)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("goal", [Goal.EXPECTED, Goal.WORST])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: "-".join(map(str, game)))
def test_without_symmetries_the_optimum_is_the_same(
    game: tuple[str, int, int | tuple[int, ...]], goal: Goal, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_without(FiniteGame(*game), goal, monkeypatch)  # type: ignore[arg-type]


@pytest.mark.parametrize("pegs", [2, 3, 4, 5])
def test_of_permutations_white_pegs_tell_nothing(pegs: int) -> None:
    """All colours being in all words, black and white pegs add up to the number of pegs."""
    totals = {optimize(FiniteGame(game, pegs, pegs)).total for game in ("ab", "black-peg-ab")}
    assert len(totals) == 1


def test_black_peg_has_one_first_question() -> None:
    """Each column's colours may be renamed so that any question becomes the first one."""
    assert first_questions(FiniteGame("black-peg", 4, "3,1,4,3")) == [0]
    for pegs, colours in ((2, 3), (3, 4), (4, 4)):
        assert first_questions(FiniteGame("black-peg", pegs, colours)) == [0]
        assert len(first_questions(FiniteGame("black-peg", pegs, colours, distinct=True))) > 1
