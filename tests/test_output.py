"""The strategies in output/ are strategies, and cost what the README says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from masetproof.finite.setting import Goal
from masetproof.games.registry import GAMES
from masetproof.trees.claims import check_claims
from masetproof.trees.files import load_tree
from masetproof.trees.replay import replay

ROOT = Path(__file__).parents[1]
STRATEGIES = sorted((ROOT / "output" / "strategies").glob("*.json"))
ROWS = re.findall(
    r"^\| ([\w ]+?) \| (\d+) \| (\d+) \| ([\d,]+) \| ([\d,]+) \| ([\d.]+) \| (\d+) \|$",
    (ROOT / "README.md").read_text(),
    re.M,
)
NAMES = {"Mastermind": "mastermind", "AB": "ab", "black peg": "black-peg"}
NAMES["black peg AB"] = "black-peg-ab"


@pytest.mark.parametrize("path", STRATEGIES, ids=lambda path: path.stem)
def test_strategies_cost_what_they_claim(path: Path) -> None:
    tree, claims = load_tree(path)
    finite = tree.finite
    assert path.stem == f"{finite.game.name}-{finite.pegs}-{finite.colours}"
    assert claims.goal is Goal.EXPECTED
    assert claims.optimal
    assert claims.total == claims.lower_bound
    check_claims(claims, replay(tree))


def test_the_readme_has_a_row_for_each() -> None:
    found = {}
    for path in STRATEGIES:
        tree, _ = load_tree(path)
        finite, played = tree.finite, replay(tree)
        found[finite.game.name, finite.pegs, finite.colours] = (
            played.secrets,
            played.total,
            f"{float(played.expected):.4f}",
            played.worst,
        )
    told = {
        (NAMES[name], int(pegs), int(colours)): (
            int(secrets.replace(",", "")),
            int(total.replace(",", "")),
            expected,
            int(worst),
        )
        for name, pegs, colours, secrets, total, expected, worst in ROWS
    }
    assert told == found
    assert set(NAMES.values()) < set(GAMES)
