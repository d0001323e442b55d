"""Without the symmetries the optimum is the same, with more states."""

from __future__ import annotations

import pytest

from masetproof import FiniteGame, optimize
from masetproof.objectives import Goal
from masetproof.search.board import first_questions
from masetproof.search.states import Isomorphism

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


@pytest.mark.parametrize("goal", [Goal.EXPECTED, Goal.WORST])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: "-".join(map(str, game)))
def test_without_symmetries_the_optimum_is_the_same(
    game: tuple[str, int, int | tuple[int, ...]], goal: Goal, monkeypatch: pytest.MonkeyPatch
) -> None:
    finite = FiniteGame(*game)  # type: ignore[arg-type]
    found = optimize(finite, goal, workers=1)
    monkeypatch.setattr("masetproof.search.solver.isomorphism_of", Isomorphism)
    without = optimize(finite, goal, workers=1)
    assert without.value == found.value
    assert without.optimal
    assert found.nodes <= without.nodes


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
