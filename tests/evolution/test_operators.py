"""Whatever mutation and crossover make is a valid tree, measured right, with nothing to repair."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masetproof import FiniteGame, Matrix, StrategyTree, Transformation, replay, transform
from masetproof.evolution.codemaker import (
    Breaker,
    Codemaker,
    breaker_of,
    entries_of,
    strategy_tree,
)
from masetproof.evolution.operators import crossed, drawn, fitted, mutated
from masetproof.trees.tree import preorder, walked
from tests.games.samples import SAMPLES
from tests.trees.samples import trees

MEMORY = 1 << 24
CODEMAKERS = {finite.key: Codemaker(finite, MEMORY) for finite in SAMPLES}
TRIALS = st.tuples(st.sampled_from(sorted(CODEMAKERS)), st.integers(0, 2**32 - 1))


def planted(codemaker: Codemaker, tree: StrategyTree) -> Breaker:
    """The breaker that asks what a strategy tree asks."""
    numbers = {question: number for number, question in enumerate(tree.finite.questions)}
    entries = (
        (depth, answer, numbers[node.question]) for depth, answer, node in preorder(tree.root)
    )
    return breaker_of(codemaker, entries)


def check(codemaker: Codemaker, breaker: Breaker) -> None:
    """The replay agrees, each node knows its secrets, and there is nothing to repair."""
    tree = strategy_tree(codemaker.finite, entries_of(breaker))
    found = replay(tree)
    assert (breaker.total, breaker.worst) == (found.total, found.worst)
    assert planted(codemaker, tree) == breaker
    for transformation in Transformation:
        assert transform(tree, transformation) == tree


@settings(max_examples=60)
@given(TRIALS)
def test_offspring_are_valid(trial: tuple[str, int]) -> None:
    codemaker, random = CODEMAKERS[trial[0]], Random(trial[1])
    one, two = drawn(codemaker, random), drawn(codemaker, random)
    for _ in range(6):
        check(codemaker, one)
        one, two = crossed(codemaker, random, one, two), mutated(codemaker, random, one)
    check(codemaker, two)


@given(trees(), st.integers(0, 2**32 - 1))
def test_a_tree_serves_other_secrets(tree: StrategyTree, seed: int) -> None:
    """What is fitted to half of the secrets needs no more for them than the whole tree did."""
    codemaker = Codemaker(tree.finite, MEMORY)
    for transformation in Transformation:
        tree = transform(tree, transformation)
    template = planted(codemaker, tree)
    half = codemaker.everything[::2]
    made = fitted(codemaker, Random(seed), half, template)
    assert made.secrets == half
    if not tree.finite.consistent_only:
        assert made.worst <= template.worst
    first = template.question
    again = fitted(codemaker, Random(seed), codemaker.everything, template, first)
    check(codemaker, again)
    assert (again.total, again.worst) == (template.total, template.worst)


@given(TRIALS)
def test_a_tree_crossed_with_itself_is_the_same(trial: tuple[str, int]) -> None:
    """The subtree to which the secret comes is the one that is replaced."""
    codemaker, random = CODEMAKERS[trial[0]], Random(trial[1])
    breaker = drawn(codemaker, random)
    assert crossed(codemaker, random, breaker, breaker) == breaker


def nodes(breaker: Breaker) -> Iterator[Breaker]:
    """The node itself and all below it."""
    return (node for _, _, node in walked(breaker, lambda node: list(node.branches.items())))


def test_crossover_brings_a_subtree_of_the_other() -> None:
    """From a tree that begins otherwise whole subtrees come, with their first questions."""
    codemaker = CODEMAKERS["mastermind-3-3"]
    random = Random(1)
    one, two = drawn(codemaker, random), drawn(codemaker, random)
    made = [crossed(codemaker, random, one, two) for _ in range(200)]
    assert {tree.question for tree in made} == {one.question, two.question}
    ours, theirs, new = (
        {(node.question, node.secrets) for tree in several for node in nodes(tree)}
        for several in ([one], [two], made)
    )
    assert new & (theirs - ours)


def test_mutation_reaches_every_first_question() -> None:
    codemaker = CODEMAKERS["mastermind-2-4"]
    random = Random(2)
    breaker = drawn(codemaker, random)
    found = {mutated(codemaker, random, breaker).question for _ in range(1000)}
    assert len(found) == len(codemaker.answers)


@pytest.mark.parametrize("secrets", [1, 2])
def test_one_or_two_secrets_have_nothing_to_change(secrets: int) -> None:
    codemaker = Codemaker(FiniteGame("mastermind", 1, secrets), MEMORY)
    random = Random(0)
    breaker = drawn(codemaker, random)
    assert breaker.total == (1 if secrets == 1 else 3)
    assert mutated(codemaker, random, breaker) == breaker
    assert crossed(codemaker, random, breaker, breaker) == breaker


@pytest.fixture
def _little_recursion() -> Iterator[None]:
    """So little that it does not come to the end of a tree that is 300 deep."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 200)
    yield
    sys.setrecursionlimit(before)


@pytest.mark.usefixtures("_little_recursion")
def test_a_deep_tree() -> None:
    """Every question tells only whether it wins: 300 secrets take 1 + 2 + ... + 300 questions."""
    names = [f"s{number}" for number in range(300)]
    rows = [["", *names], *([name] + ["no"] * 300 for name in names)]
    codemaker = Codemaker(FiniteGame(Matrix(rows)), MEMORY)
    random = Random(0)
    breaker = drawn(codemaker, random)
    assert (breaker.total, breaker.worst) == (300 * 301 // 2, 300)
    assert mutated(codemaker, random, breaker).total == breaker.total
    assert breaker_of(codemaker, entries_of(breaker)).total == breaker.total
    assert replay(strategy_tree(codemaker.finite, entries_of(breaker))).worst == 300
