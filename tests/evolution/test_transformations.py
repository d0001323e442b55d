"""Transformations keep a tree valid and make no path longer; what each saves is counted apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masetproof import FiniteGame, Matrix, Transformation, random_tree, replay, transform
from masetproof.arguments import Refused
from masetproof.trees.replay import Refuted
from masetproof.trees.tree import Node, StrategyTree
from masetproof.words import Word
from tests.games.samples import SAMPLES, WEIGHINGS
from tests.trees.samples import TWO_BY_TWO, chain, node, played, trees
from tests.trees.samples import random_tree as useless_tree

ORDER = ["shrink", "idle", "triangle"]
BLIND = [
    finite
    for finite in SAMPLES
    if not finite.consistent_only and finite.question_count * finite.secret_count < 1000
]
EVERY = st.sampled_from(ORDER)


def steps(tree: StrategyTree, secret: Word) -> list[tuple[Word, int]]:
    """The questions for one secret, with their answers, by the answer function alone."""
    found, current = [], tree.root
    while True:
        number = tree.finite.game.number(secret, current.question)
        found.append((current.question, number))
        if number == tree.finite.winning:
            return found
        current = dict(current.branches)[number]


def lengths(tree: StrategyTree) -> list[int]:
    """How many questions each secret takes; fails where a question comes again on a path."""
    found = []
    for secret in tree.finite.secrets:
        path = steps(tree, secret)
        assert len({question for question, _ in path}) == len(path)
        assert path[-1][0] == secret
        found.append(len(path))
    return found


def places(tree: StrategyTree) -> Iterator[tuple[Node, int, bool]]:
    """Every node with how many secrets come to it and whether its question finds one there."""
    reached: Counter[tuple[tuple[Word, int], ...]] = Counter()
    found = set()
    for secret in tree.finite.secrets:
        path = steps(tree, secret)
        reached.update(tuple(path[:depth]) for depth in range(len(path)))
        found.add(tuple(path[:-1]))
    for place, count in reached.items():
        current = tree.root
        for _, number in place:
            current = dict(current.branches)[number]
        yield current, count, place in found


def triangles(tree: StrategyTree) -> int:
    """Questions that find nothing and have two branches, both of them leaves."""
    return sum(
        not found and [below.branches for _, below in current.branches] == [(), ()]
        for current, _, found in places(tree)
    )


def check(tree: StrategyTree, name: str) -> None:
    """What holds for each transformation, and what it saves."""
    before, after = lengths(tree), lengths(shorter := transform(tree, name))
    replay(shorter)
    assert all(one >= two for one, two in zip(before, after, strict=True))
    saved = sum(before) - sum(after)
    if name == "triangle":
        assert saved == triangles(tree)
        assert max(before) == max(after)
        assert triangles(shorter) == 0
    elif name == "idle":
        idle = [count for one, count, found in places(tree) if len(one.branches) == 1 and not found]
        assert saved == sum(idle)
        assert all(found or len(one.branches) > 1 for one, _, found in places(shorter))
    else:
        lonely = [one for one, count, _ in places(tree) if count == 1]
        assert saved == sum(len(one.branches) for one in lonely)
        assert all(found for _, count, found in places(shorter) if count == 1)
    assert transform(shorter, name) == shorter


@given(trees(), EVERY)
def test_trees_with_some_useless_questions(tree: StrategyTree, name: str) -> None:
    check(tree, name)


@given(st.integers(0, 2**32 - 1), EVERY)
def test_trees_full_of_useless_questions(seed: int, name: str) -> None:
    check(useless_tree(FiniteGame("mastermind", 2, 3), Random(seed), useless=0.9), name)


@settings(max_examples=40)
@given(st.sampled_from(BLIND), st.integers(0, 2**63 - 1), EVERY)
def test_blind_trees_of_every_game(finite: FiniteGame, seed: int, name: str) -> None:
    check(random_tree(finite, seed), name)


@settings(max_examples=40)
@given(st.sampled_from(BLIND), st.integers(0, 2**63 - 1))
def test_once_each_in_order_leaves_nothing(finite: FiniteGame, seed: int) -> None:
    tree = random_tree(finite, seed)
    for name in ORDER:
        tree = transform(tree, name)
    for name in ORDER:
        assert transform(tree, name) == tree


@given(trees(), EVERY)
def test_the_oracle_finds_every_secret_in_the_shorter_tree(tree: StrategyTree, name: str) -> None:
    shorter = transform(tree, name)
    for secret in tree.finite.secrets:
        assert len(played(shorter, secret)) <= len(played(tree, secret))


@pytest.mark.parametrize("seed", range(5))
def test_trees_of_three_pegs_and_three_colours(seed: int) -> None:
    """The game of which the literature has pictures: 27 secrets."""
    tree = random_tree(FiniteGame("mastermind", 3, 3), seed)
    for name in ORDER:
        check(tree, name)
        tree = transform(tree, name)


def test_a_path_by_hand() -> None:
    """10 after 01 and (1,0) tells nothing, and before 10 is found alone 00 is asked in vain."""
    tree = StrategyTree(
        TWO_BY_TWO,
        node(
            TWO_BY_TWO,
            "01",
            {
                (0, 2): chain(TWO_BY_TWO, ["00", "10"], (1, 0)),
                (1, 0): node(TWO_BY_TWO, "10", {(1, 0): chain(TWO_BY_TWO, ["00", "11"], (0, 0))}),
            },
        ),
    )
    assert lengths(tree) == [3, 1, 3, 4]  # 00 01 10 11
    shrunk = transform(tree, "shrink")
    assert lengths(shrunk) == [3, 1, 2, 4]
    assert lengths(transform(shrunk, "idle")) == [2, 1, 2, 3]
    assert lengths(transform(tree, Transformation.IDLE)) == [2, 1, 2, 3]


def test_a_triangle_by_hand() -> None:
    """a+c tells the two heaviest of three apart; asking a instead finds it one question sooner."""
    scales = FiniteGame(Matrix(WEIGHINGS))
    texts, words = list(scales.answer_texts), {scales.text(word): word for word in scales.questions}

    def asked(question: str, **branches: Node) -> Node:
        numbered = {"less": "<", "more": ">", "L": "L", "R": "R"}
        pairs = sorted((texts.index(numbered[key]), below) for key, below in branches.items())
        return Node(words[question], tuple(pairs))

    split = asked("a+c", L=asked("a"), R=asked("b"))
    tree = StrategyTree(scales, asked("a+b", L=split, R=asked("c", less=asked("d"))))
    assert lengths(tree) == [3, 3, 2, 3]
    root = transform(tree, "triangle").root
    shorter = dict(root.branches)[texts.index("L")]
    assert shorter == asked("a", less=asked("b"))
    assert lengths(StrategyTree(scales, root)) == [2, 3, 2, 3]


def test_what_is_no_strategy_is_not_transformed() -> None:
    """The second example of a tree that is none: a secret comes to a node without its branch."""
    broken = StrategyTree(
        TWO_BY_TWO, node(TWO_BY_TWO, "01", {(1, 0): chain(TWO_BY_TWO, ["00", "11"], (0, 0))})
    )
    for name in ORDER:
        with pytest.raises(Refuted, match="has no branch for"):
            transform(broken, name)
    with pytest.raises(Refused, match="the transformation is one of shrink, idle, triangle"):
        transform(broken, "shorten")
