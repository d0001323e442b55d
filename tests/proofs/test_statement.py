"""What theorems say: their sentences, and how many equations they rest on."""

from __future__ import annotations

from pathlib import Path

import pytest

from masetproof import write_certificate
from masetproof.checker import check
from masetproof.objectives import Objective
from masetproof.recurrences.readings import Reading
from tests.theorems import theorem

GAMES = ["mastermind", "ab", "black-peg", "black-peg-ab"]


@pytest.mark.parametrize("pegs", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_prove_and_checker_count_the_same(game: str, pegs: int, tmp_path: Path) -> None:
    """The checker has its counts of its own, and no certificate tells them."""
    path = tmp_path / "proof.cert"
    for reading in Reading:
        proved = theorem(game, pegs, Objective.EXPECTED, reading)
        with path.open("wb") as file:
            write_certificate(proved, file)
        told, found = proved.as_json(), check(path)
        counts = {name: told[name] for name in ("patterns", "questions", "equations")}
        assert counts == {name: getattr(found, name) for name in counts}
        assert (found.questions == found.equations) or reading is Reading.EXACT
        assert found.different <= found.equations
