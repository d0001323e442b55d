"""Random valid trees."""

from __future__ import annotations

from collections import Counter

import pytest

from masetproof import FiniteGame, random_tree, replay
from masetproof.arguments import Refused
from masetproof.evolution.blind import BlindStrategy
from masetproof.trees.tree import preorder
from tests.evolution.test_transformations import BLIND, lengths
from tests.trees.samples import played

SMALL = FiniteGame("mastermind", 2, 3)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("finite", BLIND, ids=lambda finite: finite.key)
def test_every_secret_is_found(finite: FiniteGame) -> None:
    for seed in range(5):
        tree = random_tree(finite, seed)
        assert sum(lengths(tree)) == replay(tree).total


def test_the_oracle_plays_it_too() -> None:
    tree = random_tree(FiniteGame("mastermind", 3, 3), 7)
    found = [len(played(tree, secret)) for secret in tree.finite.secrets]
    assert sum(found) == replay(tree).total


def test_the_seed_decides() -> None:
    for seed in range(20):
        assert random_tree(SMALL, seed).root.question == BlindStrategy(SMALL, seed).start().question
    assert random_tree(SMALL, 1) == random_tree(SMALL, 1)
    assert len({random_tree(SMALL, seed).root for seed in range(20)}) == 20


def test_questions_are_drawn_from_all() -> None:
    """Each of the nine first questions, in 900 trees, about a hundred times."""
    first = Counter(BlindStrategy(SMALL, seed).start().question for seed in range(900))
    assert set(first) == set(SMALL.questions)
    assert min(first.values()) > 55
    assert max(first.values()) < 145


def test_what_answers_mean_is_not_used() -> None:
    """Most questions tell nothing: the mean depth is far from that of any thinking player."""
    tree = random_tree(FiniteGame("mastermind", 3, 3), 1)
    assert max(depth for depth, _, _ in preorder(tree.root)) > 13


def test_refusals() -> None:
    with pytest.raises(Refused, match="does not know which questions are consistent"):
        random_tree(FiniteGame("ab", 2, 3, consistent_only=True))
    with pytest.raises(Refused, match="too many for a random tree"):
        random_tree(FiniteGame("mastermind", 4, 6))
