"""What is known of a finite game without a search, found without a proof."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from masetproof.arguments import Refused
from masetproof.explore.names import Model
from masetproof.explore.proofs import Proofs
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import BLACK_PEG, BLACK_PEG_AB, PegGame
from masetproof.objectives import Goal, Objective
from masetproof.play.best import best_path
from masetproof.play.proved import proved_question
from masetproof.proofs import known as module
from masetproof.proofs import theorem as proving
from masetproof.proofs.known import known
from masetproof.recurrences.readings import Reading
from masetproof.trees.replay import replay


@pytest.fixture
def proofs(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """The game, pegs and objective of each proof that is made, in a process that made none."""
    made: list[tuple[object, ...]] = []
    theorem_of: Callable[..., object] = proving.theorem_of

    def counted(game: PegGame, pegs: int, **named: object) -> object:
        made.append((game, pegs, named["objective"]))
        return theorem_of(game, pegs, **named)

    monkeypatch.setattr(proving, "theorem_of", counted)
    for name in ("_quick_theorem", "_long_theorem"):
        anew = module.kept_in_memory(64, apart_from="progress")(module._theorem)
        monkeypatch.setattr(module, name, anew)
    return made


@pytest.mark.parametrize(
    ("finite", "goal", "facts"),
    [
        (FiniteGame("mastermind", 2, 8), Goal.EXPECTED, "theorem quick book"),
        (FiniteGame("mastermind", 2, 8), Goal.WORST, "theorem quick book"),
        (FiniteGame("mastermind", 2, 8), Goal.WORST_THEN_EXPECTED, "theorem quick book"),
        (FiniteGame("mastermind", 2, 8), Goal.WORST_THEN_FEWEST, "book"),
        (FiniteGame("mastermind", 2, 41), Goal.EXPECTED, "theorem quick book"),
        (FiniteGame("mastermind", 3, 40), Goal.EXPECTED, "theorem book"),
        (FiniteGame("mastermind", 3, 40), Goal.WORST_THEN_EXPECTED, "book"),
        (FiniteGame("mastermind", 4, 6), Goal.EXPECTED, ""),
        (FiniteGame("mastermind", 2, 8, distinct=True), Goal.EXPECTED, "theorem quick"),
        (FiniteGame("mastermind", 2, 8, after=("01:0,1",)), Goal.EXPECTED, ""),
        (FiniteGame(BLACK_PEG, 2, (3, 4)), Goal.EXPECTED, "theorem quick"),
        (FiniteGame(BLACK_PEG, 4, 1000), Goal.EXPECTED, "proved book"),
        (FiniteGame(BLACK_PEG, 4, 1000), Goal.EXPECTED_THEN_WORST, "book"),
        (FiniteGame(BLACK_PEG, 4, 1000), Goal.WORST, ""),
        (FiniteGame(BLACK_PEG, 4, (5, 6, 6, 6)), Goal.EXPECTED, ""),
        (FiniteGame("comparison", 2, 8), Goal.EXPECTED, ""),
    ],
)
def test_what_there_is_is_known_without_a_proof(
    finite: FiniteGame, goal: Goal, facts: str, proofs: list[tuple[object, ...]]
) -> None:
    about, there_is = known(finite, goal), facts.split()
    assert about.has_theorem == ("theorem" in there_is)
    assert about.is_quick == ("quick" in there_is)
    assert (about.book_strategy is not None) == ("book" in there_is)
    assert (about.proved_book is not None) == ("proved" in there_is)
    assert about.has_optimum == bool({"theorem", "proved"} & {*there_is})
    if not about.has_optimum:
        with pytest.raises(Refused, match="no theorem has the optimum"):
            about.optimum()
    if "book" in there_is:
        assert about.strategy().finite == finite
    assert proofs == []


@pytest.mark.parametrize(
    ("finite", "goal", "values"),
    [
        # Chen and Lin 2004; the worst case of two pegs is n // 2 + 2 for n = 8.
        (FiniteGame("mastermind", 2, 8), Goal.EXPECTED, {"expected": 284}),
        (FiniteGame("mastermind", 2, 8), Goal.WORST, {"worst": 6}),
        (FiniteGame("mastermind", 2, 8), Goal.WORST_THEN_EXPECTED, {"worst": 6, "expected": 284}),
        # docs/black-peg.md: y (3 x^2 + 3 x + y^2 + 3 y - 4) / 6, and (2 n^3 - 5 n + 3) / 3.
        (FiniteGame(BLACK_PEG, 2, (3, 4)), Goal.EXPECTED, {"expected": 37}),
        (FiniteGame(BLACK_PEG_AB, 2, 9), Goal.EXPECTED, {"expected": (2 * 9**3 - 42) // 3}),
    ],
)
def test_the_optimum(finite: FiniteGame, goal: Goal, values: dict[str, int]) -> None:
    strategy, found = known(finite, goal).optimum()
    assert {objective.value: value for objective, value in found.items()} == values
    played = replay(strategy)
    assert all(played.measured(Objective(name)) == value for name, value in values.items())


def test_where_there_is_a_book_nothing_is_proved(proofs: list[tuple[object, ...]]) -> None:
    assert best_path(FiniteGame("mastermind", 2, 8), "37").total == 284
    assert known(FiniteGame("mastermind", 3, 40)).strategy().next_question() == (0, 1, 2)
    assert proofs == []
    assert best_path(FiniteGame("mastermind", 2, 41), "3,7").is_optimal
    assert proofs == []
    assert best_path(FiniteGame("mastermind", 2, 8, distinct=True), "37").is_optimal
    assert len(proofs) == 1


def test_pages_and_hints_share_one_proof(proofs: list[tuple[object, ...]]) -> None:
    for reading in (Reading.EXACT, Reading.WITH):
        Proofs().theorem(Model(BLACK_PEG, 2, Objective.EXPECTED, reading))
    Proofs().theorem(Model(BLACK_PEG, 2, Objective.WORST, Reading.EXACT))
    assert len(proofs) == 3
    assert proved_question(FiniteGame(BLACK_PEG, 2, (3, 4))) is not None
    assert best_path(FiniteGame(BLACK_PEG, 2, 5), "12").is_optimal
    assert len(proofs) == 3


def test_refusals() -> None:
    with pytest.raises(Refused, match="the finite game"):
        known("mastermind")  # type: ignore[arg-type]
    with pytest.raises(Refused, match="one of expected"):
        known(FiniteGame("mastermind", 2, 4), "best")
    with pytest.raises(Refused, match="there is no theorem on Mastermind, 4 pegs, 6 colours"):
        known(FiniteGame("mastermind", 4, 6)).strategy()
