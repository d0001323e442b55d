"""Nothing in the modules of trees is state in which threads can meet."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from masetproof.reports.drawings import tree_drawing
from masetproof.trees.claims import Claimed
from masetproof.trees.files import load_tree, tree_lines, write_tree
from masetproof.trees.replay import replay
from masetproof.trees.text import dot_lines, indented, paths
from tests.trees.samples import GAMES_TO_DRAW, random_tree


@pytest.fixture
def _changing_often() -> Iterator[None]:
    """Threads change fifty times as often as they do by themselves, so that few will do."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(before / 50)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("_changing_often")
def test_threads_get_what_one_alone_gets(tmp_path: Path) -> None:
    trees = [random_tree(finite, Random(7), useless=0.4) for finite in GAMES_TO_DRAW[::2]]

    def everything(job: int) -> list[object]:
        found: list[object] = []
        for number, tree in enumerate(trees):
            claims = Claimed(total=replay(tree).total)
            path = tmp_path / f"{number}.json"  # the same for all
            write_tree(path, tree, claims)
            found += [load_tree(path), replay(tree), tree_drawing(tree)]
            for form in (tree_lines, indented, paths, dot_lines):
                found.append(list(form(tree)))
        return found

    alone = everything(0)
    with ThreadPoolExecutor(3) as pool:
        for found in pool.map(everything, range(3)):
            assert found == alone
    assert len(list(tmp_path.iterdir())) == len(trees)
