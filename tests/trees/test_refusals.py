"""Whatever is given to the functions for trees: a result, or one sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from masetproof.arguments import Refused
from masetproof.games.pegs import MASTERMIND
from masetproof.reports.drawings import tree_drawing
from masetproof.trees.claims import Claimed
from masetproof.trees.files import (
    load_tree,
    node_of,
    parse_tree,
    tree_lines,
    write_tree,
)
from masetproof.trees.replay import Refuted, replay, visits
from masetproof.trees.text import dot_lines, indented, paths
from masetproof.trees.tree import Node, StrategyTree
from masetproof.words import word_text
from tests.trees.samples import TWO_BY_TWO, two_by_two

WRONG = [None, 0, -1, 1.5, True, "01", b"01", (), [], {}, {"a": 1}, MASTERMIND, TWO_BY_TWO, replay]
TREE = two_by_two()
ROOT = TREE.root

CALLS: dict[str, Callable[[object], object]] = {
    "answer_text answer": lambda x: MASTERMIND.answer_text(x),
    "StrategyTree game": lambda x: StrategyTree(x, ROOT),
    "StrategyTree root": lambda x: StrategyTree(TWO_BY_TWO, x),
    "replay": lambda x: replay(x),
    "visits": lambda x: list(visits(x)),
    "node_of entries": lambda x: node_of(TWO_BY_TWO, x),
    "parse_tree": lambda x: parse_tree(x),
    "indented": lambda x: list(indented(x)),
    "paths": lambda x: list(paths(x)),
    "dot_lines": lambda x: list(dot_lines(x)),
    "tree_drawing": tree_drawing,
}


def same_each_time(value: object) -> str:
    """A name for a case without addresses; processes that share the tests compare the names."""
    return re.sub(" at 0x[0-9a-f]+", "", repr(value))


@pytest.mark.parametrize("value", WRONG, ids=same_each_time)
@pytest.mark.parametrize("name", CALLS)
def test_wrong_types_and_values_are_refused(name: str, value: object) -> None:
    wanted = "game" in name
    if wanted and value is TWO_BY_TWO:
        CALLS[name](value)
        return
    with pytest.raises(Refused) as refused:
        CALLS[name](value)
    said = str(refused.value)
    assert said.isascii()
    assert said.isprintable()
    assert len(said) < 200


@pytest.mark.parametrize(
    "value", [None, 0, -1, 1.5, True, b"x", (), [], {}, object(), ""], ids=same_each_time
)
def test_files_are_named_by_text_or_paths(value: object) -> None:
    with pytest.raises(Refused, match="file"):
        load_tree(value)
    with pytest.raises(Refused, match="file"):
        write_tree(value, TREE)


@pytest.mark.parametrize("value", WRONG, ids=same_each_time)
def test_nothing_is_written_but_trees(tmp_path: Path, value: object) -> None:
    with pytest.raises(Refused):
        write_tree(tmp_path / "tree.json", value)
    with pytest.raises(Refused):
        write_tree(tmp_path / "tree.json", TREE, value)
    assert not list(tmp_path.iterdir())


def test_text_names_a_file(tmp_path: Path) -> None:
    path = str(tmp_path / "tree.json")
    write_tree(path, TREE)
    assert load_tree(path).tree == TREE
    assert replay(load_tree(path).tree) == replay(TREE)
    assert replay(load_tree(path)) == replay(TREE)


WORDS = [(), (0,), (0, 1, 0), (0, 2), (0, -1), (0, 36), (0, 37), (0, 1.0), (0, True), ("0", "1")]


@pytest.mark.parametrize("question", WORDS, ids=str)
def test_words_that_are_none_of_the_game_are_refuted(question: tuple[object, ...]) -> None:
    tree = StrategyTree(TWO_BY_TWO, Node(question, ROOT.branches))
    assert repr(tree)
    assert word_text(question).count("?") <= len(question)

    def calls() -> Iterator[Callable[[], object]]:
        yield lambda: replay(tree)
        yield lambda: tree_drawing(tree)
        for form in (visits, indented, paths, dot_lines):
            yield lambda form=form: list(form(tree))

    for call in calls():
        with pytest.raises(Refuted, match="at the first question: the question"):
            call()


def test_what_is_no_word_or_answer_is_not_written() -> None:
    with pytest.raises(Refused, match="has a cell that is no colour"):
        list(tree_lines(StrategyTree(TWO_BY_TWO, Node((0, 99)))))
    with pytest.raises(Refused, match="no answer number 77"):
        list(tree_lines(StrategyTree(TWO_BY_TWO, Node((0, 1), ((77, ROOT),)))))


@pytest.mark.parametrize("name", ["total", "worst", "lower_bound", "max_questions"])
@pytest.mark.parametrize("value", [0, -1, 1.0, True, "8", [8], 10**5000 * -1], ids=lambda x: "x")
def test_numbers_that_are_claimed_are_whole_and_positive(name: str, value: object) -> None:
    with pytest.raises(Refused, match=rf"^the (claim ')?{name}'? (must be|is one of) "):
        Claimed(**{name: value})


@pytest.mark.parametrize(
    "claim",
    [
        {"goal": "best"},
        {"goal": 1},
        {"goal": []},
        {"optimal": 1},
        {"optimal": "yes"},
        {"histogram": 3},
        {"histogram": "121"},
        {"histogram": [1, -1]},
        {"histogram": [1.0]},
    ],
    ids=str,
)
def test_other_claims_are_refused(claim: dict[str, object]) -> None:
    (name,) = claim
    with pytest.raises(Refused, match=rf"^the (claim ')?{name}'? (must be|is one of) "):
        Claimed(**claim)


def test_claims_take_values_or_their_text() -> None:
    assert Claimed(goal="worst", histogram=[1, 2, 1]) == Claimed(goal="worst", histogram=(1, 2, 1))
    assert Claimed(goal="worst").goal.first == "worst"
