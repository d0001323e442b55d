"""Trees as text: what is printed is the tree, read back here line by line."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from masetproof.trees.replay import Refuted, visits
from masetproof.trees.text import indented, paths
from masetproof.trees.tree import Node, StrategyTree
from masetproof.words import word_text
from tests.trees.samples import TWO_BY_TWO, played, trees, two_by_two
from tests.trees.test_replay import DEEP, deep_tree


def test_indented_by_hand() -> None:
    assert list(indented(two_by_two())) == [
        "Mastermind, 2 pegs, 2 colours",
        "4 secrets, total 8, expected 2, worst case 3",
        "secrets found with 1, 2, ... questions: 1 2 1",
        "answer: question (number of secrets still possible), * if the question is one of them",
        "",
        "01 (4) *",
        "  (1,0): 00 (2) *",
        "    (0,0): 11 (1) *",
        "  (0,2): 10 (1) *",
    ]


def test_paths_by_hand() -> None:
    assert list(paths(two_by_two())) == [
        "01 (1,0), 00",
        "01",
        "01 (0,2), 10",
        "01 (1,0), 00 (0,0), 11",
    ]


@given(trees())
def test_paths_are_what_is_played(tree: StrategyTree) -> None:
    def text(answer: tuple[int, int]) -> str:
        black, white = answer
        return f"({black},{white})" if tree.finite.game.white_pegs else str(black)

    expected = []
    for secret in tree.finite.secrets:
        *before, (last, _) = played(tree, secret)
        steps = [f"{word_text(question)} {text(answer)}" for question, answer in before]
        expected.append(", ".join([*steps, word_text(last)]))
    assert list(paths(tree)) == expected


@given(trees())
def test_indented_has_a_line_for_each_node(tree: StrategyTree) -> None:
    lines = list(indented(tree))[5:]
    for line, visit in zip(lines, visits(tree), strict=True):
        found = re.fullmatch(r"( *)(?:(\S+): )?(\w+) \((\d+)\)( \*)?", line)
        assert found
        indent, answer, question, count, mark = found.groups()
        assert len(indent) == 2 * visit.depth
        assert question == word_text(visit.node.question)
        assert int(count) == len(visit.secrets)
        assert (mark is not None) == visit.wins
        assert (answer is None) == (visit.depth == 0)


def test_a_deep_tree_takes_no_quadratic_space() -> None:
    lines = list(indented(deep_tree(DEEP)))[5:]
    assert max(map(len, lines)) < 120
    assert any(f"[{DEEP - 1}] " in line for line in lines)


def test_what_is_no_strategy_is_not_printed() -> None:
    tree = StrategyTree(TWO_BY_TWO, Node((0, 0)))
    for form in (indented, paths):
        with pytest.raises(Refuted):
            list(form(tree))
