"""The examples in docstrings are run, and every public function has one."""

from __future__ import annotations

import doctest
import importlib
import inspect
from pathlib import Path

import pytest

import masetproof
from masetproof.games.rules import Game

PACKAGE = Path(masetproof.__file__).parent
MODULES = sorted(
    ".".join(("masetproof", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(
        ".__init__"
    )
    for path in PACKAGE.rglob("*.py")
    if ">>>" in path.read_text()
)
# Without any example: a value that only functions make, a choice, or what a subclass fills in.
MADE = {
    *(
        "Asked",
        "WorstBounds",
        "BoardsCost",
        "Closure",
        "ComparedStrategies",
        "ComparedValues",
        "Conflict",
        "Contradiction",
        "Cracked",
        "CrackedGames",
        "Drawing",
    ),
    *("Evaluation", "Evolution", "GridGame", "GridGames", "Growth", "Hint", "Malformed"),
    "MixedOptimum",
    *("Open", "Opening", "Openings", "Optimum", "Ranking", "Rejected", "Review"),
    "Unverified",
}
CHOICES = {"Goal", "Method", "Objective", "Reading", "Ties", "Transformation"}
ABSTRACT = {"Proof", "Game", "PegGame", "Strategy"}
IN_NOTEBOOKS = {"NotebookProgress"}  # docs/tutorials/two-pegs.md has it


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the public names, and in a directory of their own."""
    monkeypatch.chdir(tmp_path)
    module = importlib.import_module(name)
    public = {one: getattr(masetproof, one) for one in masetproof.__all__}
    result = doctest.testmod(module, extraglobs=public)
    assert result.attempted > 0
    assert result.failed == 0


def test_every_public_function_has_an_example() -> None:
    without = {
        name
        for name in masetproof.__all__
        for thing in [getattr(masetproof, name)]
        if callable(thing)
        and not isinstance(thing, Game)
        and ">>>" not in (inspect.getdoc(thing) or "")
    }
    assert without == MADE | CHOICES | ABSTRACT | IN_NOTEBOOKS
