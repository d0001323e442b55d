"""What all proofs share: what they state, and strategies that take what they say."""

from __future__ import annotations

import pytest

from masetproof import (
    FiniteGame,
    Objective,
    Proof,
    Reading,
    optimize,
    prove_band,
    prove_short,
    prove_together,
    replay,
    theorem_of,
)
from masetproof.arguments import Refused
from masetproof.games.pegs import AB, BLACK_PEG


@pytest.fixture(scope="module")
def proofs() -> dict[str, Proof]:
    return {
        "theorem": theorem_of("ab", 2),
        "together": prove_together("ab", 2),
        "short": prove_short("ab", 2),
        "upper": prove_short("ab", 2, upper=True),
        "band": prove_band(2),
    }


def test_what_is_stated(proofs: dict[str, Proof]) -> None:
    stated = {name: proof.statement[:4] for name, proof in proofs.items()}
    assert stated == {
        "theorem": (AB, 2, Objective.EXPECTED, Reading.EXACT),
        "together": (AB, 2, Objective.EXPECTED, Reading.EXACT),
        "short": (AB, 2, Objective.EXPECTED, Reading.WITH),
        "upper": (AB, 2, Objective.EXPECTED, Reading.WITH),
        "band": (BLACK_PEG, 2, Objective.EXPECTED, Reading.EXACT),
    }


@pytest.mark.parametrize("name", ["theorem", "together", "short", "upper", "band"])
def test_formula_and_strategy_are_what_the_search_finds(
    proofs: dict[str, Proof], name: str
) -> None:
    """The bound of the short proof, of the reading `with`, is attained with two pegs.

    With `upper` its own strategy does so.
    """
    proof = proofs[name]
    game, pegs, _, _, formula = proof.statement
    assert formula is not None
    for colours in range(2, 6):
        finite = FiniteGame(game, pegs, colours)
        least = optimize(finite, workers=1).total
        assert formula(colours) == least
        if proof.guide is not None:
            assert replay(proof.strategy(colours)).total == least


def test_a_short_proof_has_no_strategy(proofs: dict[str, Proof]) -> None:
    assert proofs["short"].guide is None
    with pytest.raises(Refused, match="no strategy: <ShortProof: ab, 2 pegs, 1 member>"):
        proofs["short"].strategy(4)
