"""Two strategies side by side, against their paths; the command."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from masetproof.arguments import Refused
from masetproof.cli import main
from masetproof.finite.setting import FiniteGame
from masetproof.search.optimize import optimize
from masetproof.strategies.strategy import Strategy
from masetproof.trees.compare import compare_strategies
from masetproof.trees.evaluate import evaluate
from masetproof.trees.files import write_tree
from masetproof.trees.tree import Node, StrategyTree
from tests.trees.samples import two_by_two

MM34 = FiniteGame("mastermind", 3, 4)


def lengths(strategy: Strategy, finite: FiniteGame) -> dict[object, int]:
    return {secret: len(list(strategy.path(secret))) for secret in finite.secrets}


def check(first: Strategy, second: Strategy, finite: FiniteGame) -> None:
    """Compare with what the paths of all secrets say."""
    told = compare_strategies(first, second)
    one, other = lengths(first, finite), lengths(second, finite)
    assert told.sooner[0] == sum(one[secret] < other[secret] for secret in one)
    assert told.sooner[1] == sum(one[secret] > other[secret] for secret in one)
    assert told.equal == sum(one[secret] == other[secret] for secret in one)
    for cost, found, path in zip(told.costs, (one, other), told.deepest, strict=True):
        assert dict(enumerate(cost.histogram, 1)) == {
            depth: Counter(found.values())[depth] for depth in range(1, max(found.values()) + 1)
        }
        assert len(path) == max(found.values())
        assert found[path[-1][0]] == len(path)
    places = []
    for secret in finite.secrets:
        steps = list(zip(first.path(secret), second.path(secret), strict=False))
        for depth, ((asked, _), (others, _)) in enumerate(steps):
            if asked != others:
                before = tuple(step for step, _ in steps[:depth])
                places.append((depth, [number for _, number in before], before, (asked, others)))
                break
    if not places:
        assert told.first_difference is None
        return
    first_place = min(places, key=lambda place: place[:2])
    assert told.first_difference is not None
    assert told.first_difference.after == first_place[2]
    assert told.first_difference.questions == first_place[3]
    assert told.first_difference.left == sum(place[2] == first_place[2] for place in places)


@pytest.mark.parametrize("rules", [("minimax", "entropy"), ("entropy", "most-parts")])
def test_against_the_paths_of_all_secrets(rules: tuple[str, str]) -> None:
    first, second = (evaluate(MM34, rule).tree for rule in rules)
    check(first, second, MM34)
    check(first, first, MM34)
    check(second, optimize(MM34, workers=1).tree, MM34)


def test_knuth_and_an_optimal_strategy() -> None:
    """The least total of Koyama and Lai 1993, and Knuth's worst case of 1977."""
    finite = FiniteGame("mastermind", 4, 6)
    told = compare_strategies(evaluate(finite, "knuth"), optimize(finite))
    assert told.costs[0].worst == 5
    assert told.costs[1].total == 5625
    assert told.first_difference is not None
    assert told.first_difference.after == ()
    assert sum(told.sooner) + told.equal == 1296


def test_trees_that_differ_below(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Both begin with 01; after (1,0) one asks 00 and the other one 11."""
    tree = two_by_two()
    ((black, branch), last) = tree.root.branches
    ((rest, _),) = branch.branches
    turned = Node((1, 1), ((rest, Node((0, 0))),))
    other = StrategyTree(tree.finite, Node(tree.root.question, ((black, turned), last)))
    files = [str(tmp_path / name) for name in ("a.json", "b.json")]
    write_tree(files[0], tree)
    write_tree(files[1], other)
    assert main(["tree", "compare", *files, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    difference = {"after": ["01:1,0"], "questions": ["00", "11"], "left": 2}
    assert document["first_difference"] == difference
    assert (document["sooner"], document["equal"]) == ([1, 1], 2)
    assert document["histograms"] == [[1, 2, 1], [1, 2, 1]]
    assert main(["tree", "compare", *files]) == 0
    told = capsys.readouterr().out
    assert "after 01 (1,0), with 2 possible secrets: A asks 00, B 11." in told
    assert "A finds 1 secret sooner, B 1; both find 2 with as many questions." in told
    assert main(["tree", "compare", files[0], files[0]]) == 0
    assert "They ask the same questions everywhere." in capsys.readouterr().out


def test_trees_of_different_games_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [str(tmp_path / name) for name in ("a.json", "b.json")]
    write_tree(files[0], two_by_two())
    write_tree(files[1], optimize(FiniteGame("ab", 2, 3), workers=1).tree)
    assert main(["tree", "compare", *files]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "are of different games: Mastermind, 2 pegs, 2 colours and AB game, 2 pegs" in line
    text = Path(files[0]).read_text().replace('"11"', '"00"')
    Path(files[1]).write_text(text)
    assert main(["tree", "compare", *files]) == 1
    assert "00 is asked a second time" in capsys.readouterr().err
    with pytest.raises(Refused, match="a strategy"):
        compare_strategies(two_by_two(), "b.json")  # type: ignore[arg-type]


def test_a_tree_of_possible_secrets_only_is_of_the_same_game() -> None:
    only = FiniteGame("mastermind", 2, 2, consistent_only=True)
    told = compare_strategies(two_by_two(), optimize(only, workers=1))
    assert sum(told.sooner) + told.equal == 4
