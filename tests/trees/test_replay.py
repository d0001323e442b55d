"""The replay: what it finds, and whatever is no strategy is refuted with its place."""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import prod
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import AB, BLACK_PEG, BLACK_PEG_AB, MASTERMIND, PegGame
from masetproof.trees.evaluate import evaluate
from masetproof.trees.replay import Refuted, Replay, replay, visits
from masetproof.trees.tree import Node, StrategyTree, preorder
from masetproof.words import Word, word_text
from tests.trees.samples import (
    TWO_BY_TWO,
    chain,
    node,
    played,
    random_tree,
    trees,
    two_by_two,
)


def test_two_pegs_two_colours_by_hand() -> None:
    found = replay(two_by_two())
    assert found == Replay(total=8, worst=3, histogram=(1, 2, 1))  # Peczarski, table 1: 8
    assert (found.secrets, found.expected) == (4, Fraction(2))


def test_one_peg_asks_one_colour_after_the_other() -> None:
    # 1 + 2 + ... + n, in every game; no strategy of one peg does better.
    for game in (MASTERMIND, AB, BLACK_PEG, BLACK_PEG_AB):
        for colours in (1, 2, 36):
            finite = FiniteGame(game, 1, colours)
            symbols = [word_text((colour,)) for colour in range(colours)]
            found = replay(StrategyTree(finite, chain(finite, symbols, (0, 0))))
            assert found == Replay(colours * (colours + 1) // 2, colours, (1,) * colours)


def test_a_question_that_tells_nothing_is_counted() -> None:
    # As by hand above, but 00 is asked before 10, which is known by then: 1, 3, and 2, 3.
    wasted = node(TWO_BY_TWO, "00", {(1, 0): node(TWO_BY_TWO, "10", {})})
    left = chain(TWO_BY_TWO, ["00", "11"], (0, 0))
    tree = StrategyTree(TWO_BY_TWO, node(TWO_BY_TWO, "01", {(0, 2): wasted, (1, 0): left}))
    assert replay(tree) == Replay(9, 3, (1, 1, 2))


def test_a_question_may_repeat_colours_where_secrets_do_not() -> None:
    # The secrets are 01 and 10; 00 is legal and tells nothing.
    finite = FiniteGame(BLACK_PEG, 2, 2, distinct=True)
    tree = StrategyTree(finite, chain(finite, ["01", "10"], (0, 0)))
    assert replay(tree) == Replay(3, 2, (1, 1))
    late = node(finite, "00", {(1, 0): chain(finite, ["01", "10"], (0, 0))})
    assert replay(StrategyTree(finite, late)) == Replay(5, 3, (0, 1, 1))


@given(trees())
def test_every_secret_is_found_as_when_it_is_played_alone(tree: StrategyTree) -> None:
    lengths = [len(played(tree, secret)) for secret in tree.finite.secrets]
    found = replay(tree)
    assert found.total == sum(lengths)
    assert found.worst == max(lengths)
    assert found.histogram == tuple(lengths.count(n) for n in range(1, max(lengths) + 1))
    assert found.secrets == len(lengths) == tree.finite.secret_count


@given(trees())
def test_visits_hold_the_secrets_that_come_there(tree: StrategyTree) -> None:
    numbers = {tuple(a): i for i, a in enumerate(tree.finite.game.answers(tree.finite.pegs))}
    there: dict[tuple[tuple[Word, int], ...], list[Word]] = {}
    for secret in tree.finite.secrets:
        steps = [(question, numbers[answer]) for question, answer in played(tree, secret)]
        for length in range(len(steps)):
            there.setdefault(tuple(steps[:length]), []).append(secret)
    seen = list(visits(tree))
    assert [(v.depth, v.node) for v in seen] == [(d, n) for d, _, n in preorder(tree.root)]
    assert len(seen) == len(there)
    for visit in seen:
        before = tuple(visit.path())
        assert len(before) == visit.depth
        assert list(visit.secrets) == there[before]
        assert visit.wins == (visit.node.question in visit.secrets)


DEEP = 1500
"""Deeper than Python calls functions."""


@cache
def wide_tree() -> StrategyTree:
    return random_tree(FiniteGame(AB, 3, 13), Random(5), useless=0, tries=2)


def deep_tree(useless: int) -> StrategyTree:
    """Before the last secret is found, as many questions as told that tell nothing."""
    tree = wide_tree()
    finite = tree.finite
    path = [tree.root]
    while path[-1].branches:
        path.append(path[-1].branches[-1][1])
    (secret,) = [v.secrets[0] for v in visits(tree) if v.node is path[-1]]
    asked = {above.question for above in path}
    words = [w for w in finite.questions if w not in asked][:useless]
    bottom = path.pop()
    for word in reversed(words):
        black = sum(a == b for a, b in zip(word, secret, strict=True))
        white = len(set(word) & set(secret)) - black
        total = black + white
        bottom = Node(word, ((total * (total + 1) // 2 + black, bottom),))
    for above in reversed(path):
        bottom = Node(above.question, (*above.branches[:-1], (above.branches[-1][0], bottom)))
    return StrategyTree(finite, bottom)


def test_depth_is_not_bounded_by_recursion() -> None:
    tree, same = deep_tree(DEEP), deep_tree(DEEP)
    plain, deep = replay(deep_tree(0)), replay(tree)
    assert sys.getrecursionlimit() < DEEP
    assert deep.total == plain.total + DEEP
    assert deep.worst >= DEEP
    assert deep.histogram[-1] == 1
    assert deep.secrets == prod((13, 12, 11))
    assert tree == same != deep_tree(DEEP - 1)
    assert hash(tree) == hash(same)
    assert repr(tree).endswith(" places>")
    assert len(tree) >= DEEP


def test_a_tree_is_its_places_in_preorder() -> None:
    tree = two_by_two()
    texts = tree.finite.answer_texts
    places = [
        (depth, None if number is None else texts[number], word_text(node.question))
        for depth, number, node in tree
    ]
    # The answers are in the order of their numbers: one black peg comes before two white ones.
    assert places == [
        (0, None, "01"),
        (1, "(1,0)", "00"),
        (2, "(0,0)", "11"),
        (1, "(0,2)", "10"),
    ]
    assert len(tree) == 4
    assert [node for *_, node in tree] == [node for *_, node in preorder(tree.root)]


@given(trees())
def test_each_secret_meets_each_question_at_most_once(tree: StrategyTree) -> None:
    calls = 0
    number, numbers = PegGame.number, PegGame.numbers

    def one(game: PegGame, secret: Word, question: Word) -> int:
        nonlocal calls
        calls += 1
        return number(game, secret, question)

    def many(game: PegGame, questions: Any, secrets: Any) -> Any:
        nonlocal calls
        calls += len(questions) * len(secrets)
        return numbers(game, questions, secrets)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PegGame, "number", one)
        patch.setattr(PegGame, "numbers", many)
        found = replay(tree)
    # A secret is not compared with itself where it is the only one left, or separates all others.
    ends = [
        visit.wins and not any(below.branches for _, below in visit.node.branches)
        for visit in visits(tree)
        if visit.depth > 0 and isinstance(visit.node, Node)
    ]
    assert calls == found.total - sum(ends)


def test_progress_is_reported() -> None:
    calls: list[tuple[str, int, int]] = []
    replay(two_by_two(), lambda *call: calls.append(call))
    assert calls[-1] == ("secrets found", 4, 4)


# ------------------------------------------------------------------------------- what is refuted

CONSISTENT = FiniteGame(MASTERMIND, 2, 2, consistent_only=True)
NO_WHITE = FiniteGame(BLACK_PEG, 2, 2)


@pytest.mark.parametrize(
    ("finite", "root", "sentence"),
    [
        (
            TWO_BY_TWO,
            node(TWO_BY_TWO, "01", {(1, 0): chain(TWO_BY_TWO, ["00", "11"], (0, 0))}),
            "at the first question: 01 has no branch for (0,2), so 1 secret, 10 first, "
            "is not found",
        ),
        (
            TWO_BY_TWO,
            node(TWO_BY_TWO, "01", {}),
            "at the first question: 01 has no branch for (1,0), so 2 secrets, 00 first, "
            "are not found",
        ),
        (
            TWO_BY_TWO,
            node(TWO_BY_TWO, "00", {(0, 0): node(TWO_BY_TWO, "11", {})}),
            "at the first question: 00 has no branch for (1,0), so 2 secrets, 01 first, "
            "are not found",
        ),
        (
            TWO_BY_TWO,
            node(
                TWO_BY_TWO,
                "01",
                {(0, 2): node(TWO_BY_TWO, "10", {}), (1, 0): node(TWO_BY_TWO, "00", {})},
            ),
            "after 01 (1,0): 00 has no branch for (0,0), so 1 secret, 11 first, is not found",
        ),
        (
            TWO_BY_TWO,
            node(TWO_BY_TWO, "01", {(0, 0): node(TWO_BY_TWO, "22", {})}),
            "at the first question: 01 has a branch for (0,0), which no secret gives",
        ),
        (
            TWO_BY_TWO,
            node(TWO_BY_TWO, "01", {(1, 1): node(TWO_BY_TWO, "00", {})}),
            "at the first question: 01 has a branch for (1,1), which no secret gives",
        ),
        (
            TWO_BY_TWO,
            node(TWO_BY_TWO, "01", {(2, 0): node(TWO_BY_TWO, "00", {})}),
            "at the first question: 01 has a branch for the winning answer (2,0)",
        ),
        (
            TWO_BY_TWO,
            Node((0, 1), ((6, Node((0, 0))),)),
            "at the first question: 01 has a branch for answer number 6, which is none",
        ),
        (
            TWO_BY_TWO,
            Node((0, 1), ((-1, Node((0, 0))),)),
            "at the first question: 01 has a branch for answer number -1, which is none",
        ),
        (
            TWO_BY_TWO,
            Node((0, 1), tuple(reversed(two_by_two().root.branches))),
            "at the first question: the branches of 01 do not follow the order of answers, "
            "each once",
        ),
        (
            TWO_BY_TWO,
            Node((0, 1), (two_by_two().root.branches[0], *two_by_two().root.branches)),
            "at the first question: the branches of 01 do not follow the order of answers, "
            "each once",
        ),
        (
            TWO_BY_TWO,
            node(TWO_BY_TWO, "02", {}),
            "at the first question: the question 02 has the colour 2, but the colours are 0 to 1",
        ),
        (
            TWO_BY_TWO,
            Node((0, -1)),
            "at the first question: the question 0? has the colour ?, but the colours are 0 to 1",
        ),
        (
            TWO_BY_TWO,
            Node((False, True)),
            "at the first question: the question ?? has the colour ?, but the colours are 0 to 1",
        ),
        (
            TWO_BY_TWO,
            node(TWO_BY_TWO, "010", {}),
            "at the first question: the question '010' has 3 cells, not 2",
        ),
        (
            FiniteGame(AB, 2, 2),
            node(FiniteGame(AB, 2, 2), "00", {}),
            "at the first question: the question 00 repeats a colour, which is against the rules",
        ),
        (
            TWO_BY_TWO,
            node(
                TWO_BY_TWO,
                "01",
                {
                    (0, 2): chain(TWO_BY_TWO, ["00", "01", "10"], (1, 0)),
                    (1, 0): chain(TWO_BY_TWO, ["00", "11"], (0, 0)),
                },
            ),
            "after 01 (0,2), 00 (1,0): 01 is asked a second time",
        ),
        (
            CONSISTENT,
            node(
                CONSISTENT,
                "01",
                {
                    (0, 2): node(CONSISTENT, "10", {}),
                    (1, 0): node(
                        CONSISTENT, "10", {(1, 0): chain(CONSISTENT, ["00", "11"], (0, 0))}
                    ),
                },
            ),
            "after 01 (1,0): 10 is none of the 2 secrets still possible",
        ),
        (
            FiniteGame(MASTERMIND, 2, 2, distinct=True, consistent_only=True),
            node(TWO_BY_TWO, "00", {}),
            "at the first question: 00 is none of the 2 secrets still possible",
        ),
        (
            NO_WHITE,
            node(
                NO_WHITE, "01", {(0, 0): node(NO_WHITE, "10", {}), (1, 0): node(NO_WHITE, "00", {})}
            ),
            "after 01 1: 00 has no branch for 0, so 1 secret, 11 first, is not found",
        ),
    ],
)
def test_what_is_no_strategy_is_refuted_with_its_place(
    finite: FiniteGame, root: Node, sentence: str
) -> None:
    with pytest.raises(Refuted) as refuted:
        replay(StrategyTree(finite, root))
    assert str(refuted.value) == sentence


def test_the_place_of_a_deep_node_is_shown_without_its_middle() -> None:
    tree = deep_tree(DEEP)
    deepest = max(visits(tree), key=lambda visit: visit.depth)
    broken = graft(tree.root, deepest.node, Node((12, 11, 10)))
    with pytest.raises(Refuted, match=r"^after .*, \(\d,\d\d\d more\), .*: ") as refuted:
        replay(StrategyTree(tree.finite, broken))
    assert len(str(refuted.value)) < 400


def graft(root: Node, old: Node, new: Node) -> Node:
    """The tree with another node in the place of *old*, which is found by identity."""
    order = list(preorder(root))
    made: list[Node] = []
    for _, _, current in reversed(order):
        count = len(current.branches)
        below = [made.pop() for _ in range(count)]
        numbered = zip(current.branches, below, strict=True)
        fresh = Node(current.question, tuple((n, b) for (n, _), b in numbered))
        made.append(new if current is old else fresh)
    return made[0]


# ------------------------------------------------------------------------------------- mutations


def dropped(current: Node, pick: Callable[[int], int]) -> Node | None:
    branches = list(current.branches)
    if not branches:
        return None
    del branches[pick(len(branches))]
    return Node(current.question, tuple(branches))


def doubled(current: Node, pick: Callable[[int], int]) -> Node | None:
    branches = list(current.branches)
    if not branches:
        return None
    place = pick(len(branches))
    branches.insert(place, branches[place])
    return Node(current.question, tuple(branches))


def exchanged(current: Node, pick: Callable[[int], int]) -> Node | None:
    """Two branches change their places, without their answers."""
    branches = list(current.branches)
    if len(branches) < 2:
        return None
    one = pick(len(branches) - 1)
    (a, first), (b, second) = branches[one : one + 2]
    branches[one : one + 2] = [(a, second), (b, first)]
    return Node(current.question, tuple(branches))


@given(trees(), st.data(), st.sampled_from([dropped, doubled, exchanged]))
def test_branches_cannot_be_dropped_doubled_or_exchanged(
    tree: StrategyTree, data: st.DataObject, mutate: Callable[..., Node | None]
) -> None:
    nodes = [current for _, _, current in preorder(tree.root)]
    current = nodes[data.draw(st.integers(0, len(nodes) - 1))]
    mutant = mutate(current, lambda count: data.draw(st.integers(0, count - 1)))
    if mutant is not None:
        with pytest.raises(Refuted):
            replay(StrategyTree(tree.finite, graft(tree.root, current, mutant)))


@given(trees(), st.data())
def test_a_branch_for_another_answer_is_refuted(tree: StrategyTree, data: st.DataObject) -> None:
    nodes = [current for _, _, current in preorder(tree.root)]
    current = nodes[data.draw(st.integers(0, len(nodes) - 1))]
    answers = len(tree.finite.game.answers(tree.finite.pegs))
    number = data.draw(st.sampled_from(sorted(set(range(answers)) - set(dict(current.branches)))))
    branches = sorted([*current.branches, (number, Node(current.question))], key=lambda b: b[0])
    mutant = Node(current.question, tuple(branches))
    with pytest.raises(Refuted):
        replay(StrategyTree(tree.finite, graft(tree.root, current, mutant)))


@given(trees(), st.data())
def test_another_question_is_refuted_or_counted_as_it_plays(
    tree: StrategyTree, data: st.DataObject
) -> None:
    nodes = [current for _, _, current in preorder(tree.root)]
    current = nodes[data.draw(st.integers(0, len(nodes) - 1))]
    question = data.draw(st.sampled_from(tree.finite.questions))
    if question == current.question:
        return
    mutant = StrategyTree(tree.finite, graft(tree.root, current, Node(question, current.branches)))
    try:
        found = replay(mutant)
    except Refuted:
        return
    # It may happen to be a strategy as well; then it plays as long as it is said to.
    assert found.total == sum(len(played(mutant, secret)) for secret in tree.finite.secrets)


@given(trees(), st.data())
def test_a_tree_of_one_game_is_none_of_another(tree: StrategyTree, data: st.DataObject) -> None:
    finite = tree.finite
    more = FiniteGame(
        finite.game, finite.pegs, finite.colours + 1, finite.distinct, finite.consistent_only
    )
    with pytest.raises(Refuted):
        replay(StrategyTree(more, tree.root))


def test_wrong_leaves_below_a_secret_that_separates_are_refuted() -> None:
    """Each of two secrets is asked where the other one is left; one is left out; out of order."""
    finite = FiniteGame("mastermind", 3, 3)
    tree = evaluate(finite, "expected-size").tree
    tried = 0

    def changed(node: Node, place: Node, branches: tuple[tuple[int, Node], ...]) -> Node:
        if node is place:
            return Node(node.question, branches)
        below = ((number, changed(one, place, branches)) for number, one in node.branches)
        return Node(node.question, tuple(below))

    for depth, _, place in tree:
        leaves = place.branches
        if depth == 0 or len(leaves) < 2 or any(below.branches for _, below in leaves):
            continue
        (first, one), (second, other), *more = leaves
        wrong = [(first, other), (second, one), *more], leaves[1:], leaves[::-1]
        for branches in wrong:
            tried += 1
            with pytest.raises(Refuted):
                replay(StrategyTree(finite, changed(tree.root, place, tuple(branches))))
    assert tried
