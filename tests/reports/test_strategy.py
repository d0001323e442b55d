"""Strategies in LaTeX: they compile, and say what the replay found."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import AB, BLACK_PEG, MASTERMIND
from masetproof.reports.tables import strategy_listing
from masetproof.trees.replay import Refuted, replay
from masetproof.trees.tree import Node, StrategyTree, preorder
from masetproof.words import word_text
from tests.reports.typesetting import complaints, typeset_alike
from tests.trees.samples import TWO_BY_TWO, random_tree, two_by_two
from tests.trees.test_replay import deep_tree


@pytest.mark.usefixtures("latex")
def test_strategies_compile_and_say_what_was_found(tmp_path: Path) -> None:
    """Small ones, of several games, a wide and a deep one, and one with a single node."""
    trees = [
        two_by_two(),
        random_tree(FiniteGame(MASTERMIND, 3, 4), Random(1)),
        random_tree(FiniteGame(AB, 3, 5, consistent_only=True), Random(2)),
        random_tree(FiniteGame(MASTERMIND, 8, 2), Random(3)),
        random_tree(FiniteGame(BLACK_PEG, 6, 2), Random(4), useless=0.5),
        StrategyTree(FiniteGame(MASTERMIND, 8, 1), Node((0,) * 8)),
    ]
    log, texts = typeset_alike(tmp_path, [strategy_listing(tree) for tree in trees])
    assert not complaints(log)
    assert "Package longtable" not in log
    for tree, text in zip(trees, texts, strict=True):
        check_text(tree, text)


def check_text(tree: StrategyTree, text: str) -> None:
    found = replay(tree)
    assert tree.finite.title in " ".join(text.split())
    assert re.search(rf"^total number of questions +{found.total:,}$", text, re.MULTILINE)
    assert re.search(rf"^worst case +{found.worst}$", text, re.MULTILINE)
    assert str(found.expected) in text
    assert "; ".join(map(str, found.histogram)) + "." in " ".join(text.split())
    rows = re.findall(r"^.*?(\w+) +[\d,]+(?: +\S)?$", text.split("Secrets", 1)[1], re.MULTILINE)
    questions = [word_text(node.question) for _, _, node in preorder(tree.root)]
    assert [row for row in rows if len(row) == tree.finite.pegs] == questions
    assert "That no strategy does better is not shown here." in text


def test_a_deep_strategy_stays_on_the_page() -> None:
    source = strategy_listing(deep_tree(300))
    assert "[300] " in source
    assert max(float(em) for em in re.findall(r"\\hspace\*\{([\d.]+)em\}", source)) < 20


def test_what_is_no_strategy_is_not_listed() -> None:
    with pytest.raises(Refuted):
        strategy_listing(StrategyTree(TWO_BY_TWO, Node((0, 0))))
