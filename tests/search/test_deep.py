"""Games whose strategies are deep: with one peg each question excludes one secret.

So with n colours every strategy that asks no question in vain finds one secret with 1, 2, ..., n
questions each: the worst case is n, and the total n (n + 1) / 2.
"""

from __future__ import annotations

import copy
import inspect
import json
import pickle
import sys
from collections.abc import Iterator
from io import StringIO

import pytest

from masetproof.cli import main
from masetproof.explore.playing import Playing
from masetproof.finite.setting import FiniteGame
from masetproof.search.memory import Memory
from masetproof.search.parts import simple_strategy
from masetproof.search.solver import Solver
from masetproof.trees.replay import replay
from masetproof.trees.tree import Node, StrategyTree

COLOURS = 110
TOTAL = 6105
GAME = ["mastermind", "--pegs", "1", "--colours", str(COLOURS)]
FINITE = FiniteGame("mastermind", 1, COLOURS)


@pytest.fixture
def shallow() -> Iterator[None]:
    """Python stops what calls itself for each question."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + COLOURS // 2)
    yield
    sys.setrecursionlimit(limit)


@pytest.mark.parametrize("goal", ["expected", "worst", "worst-then-expected", "worst-then-fewest"])
def test_the_optimum_is_found(goal: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["optimize", *GAME, "--objective", goal, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["total"], document["worst"]) == (TOTAL, COLOURS)
    assert document["optimal"]


def test_the_best_question_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", *GAME, "7:0,0", "9:0,0", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    left = COLOURS - 2
    assert document["remaining"] == left
    assert document["optimal"]
    assert document["total"] == left * (left + 1) // 2


def test_the_best_strategy_asks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("0,0\nquit\n"))
    assert main(["play", *GAME, "--side", "answer", "--strategy", "optimal"]) == 0
    assert "2. " in capsys.readouterr().out


def test_the_explorer_plays() -> None:
    query = {"pegs": ["1"], "colours": [str(COLOURS)]}
    hinted = Playing().answer("hint", "mastermind", query)
    assert hinted["total"] == TOTAL


@pytest.mark.usefixtures("shallow")
def test_strategies_are_made_as_deep_as_they_are() -> None:
    solver = Solver(Memory(FINITE, 1 << 26))
    everything = solver.all_secrets()
    value = solver.value(everything, COLOURS)
    assert value.exact
    for root in (
        solver.strategy(everything, COLOURS, value.high),
        solver.strategy(everything, COLOURS, None),
        solver.greedy_strategy(everything, COLOURS),
        simple_strategy(FINITE),
    ):
        assert replay(StrategyTree(FINITE, root)).total == TOTAL


@pytest.mark.usefixtures("shallow")
def test_deep_trees_are_pickled_and_copied() -> None:
    node = Node((0,))
    for colour in range(1, COLOURS):
        node = Node((colour,), ((0, node),))
    tree = StrategyTree(FINITE, node)
    for other in (pickle.loads(pickle.dumps(tree)), copy.deepcopy(tree)):
        assert other == tree
        assert other.root is not tree.root
