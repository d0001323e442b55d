"""Contradictions on boards that are not listed, against listing where that is possible."""

from __future__ import annotations

import random

import pytest

from masetproof import FiniteGame, conflict_of
from masetproof.finite.setting import Contradiction
from masetproof.large.consistent import conflict_of_large


@pytest.mark.parametrize("seed", range(12))
def test_without_a_list_the_same_is_wrong(seed: int) -> None:
    """Random answers, until no secret gives them."""
    draw = random.Random(seed)
    finite = FiniteGame(*[("mastermind", 4, 5), ("ab", 3, 6), ("black-peg", 4, 4)][seed % 3])
    while conflict_of(finite) is None:
        assert conflict_of_large(finite) is None
        finite = finite.then(draw.choice(finite.questions), draw.randrange(finite.winning))
    found, listed = conflict_of_large(finite), conflict_of(finite)
    assert found is not None
    assert listed is not None
    assert len(found.steps) >= len(listed.steps)
    wrong = [finite.after[index] for index in found.steps]
    whole = finite.whole
    with pytest.raises(Contradiction):
        _ = FiniteGame(whole.game, whole.pegs, whole.colours, after=wrong).secrets
    for step in wrong:
        fewer = [other for other in wrong if other is not step]
        assert FiniteGame(whole.game, whole.pegs, whole.colours, after=fewer).secrets
    if listed.repair is None:
        assert found.repair is None
    else:
        assert found.repair is not None
        assert found.repair.distance == listed.repair.distance
        changed = [*finite.after]
        changed[found.repair.index] = (changed[found.repair.index][0], found.repair.answer)
        assert FiniteGame(whole.game, whole.pegs, whole.colours, after=changed).secrets
