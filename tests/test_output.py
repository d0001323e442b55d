"""What is in output/ is what the program makes, and what its pages say of it is true."""

from __future__ import annotations

import hashlib
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from masetproof.games.registry import GAMES
from masetproof.objectives import Goal
from masetproof.trees.claims import check_claims
from masetproof.trees.files import load_tree
from masetproof.trees.replay import replay

ROOT = Path(__file__).parents[1]
OUTPUT = ROOT / "output"
MAKE: dict[str, Any] = runpy.run_path(str(OUTPUT / "make.py"))
PAGE = (OUTPUT / "README.md").read_text()
STRATEGIES = sorted((OUTPUT / "strategies").glob("*.json"))
ROWS = re.findall(
    r"^\| ([\w ]+?) \| (\d+) \| (\d+) \| ([\d,]+) \| ([\d,]+) \| ([\d.]+) \| (\d+) \|$",
    (ROOT / "docs" / "optimal-strategies.md").read_text(),
    re.M,
)
NAMES = {"Mastermind": "mastermind", "AB": "ab", "black peg": "black-peg"}
NAMES["black peg AB"] = "black-peg-ab"


def test_strategies_cost_what_they_claim_and_the_documentation_says() -> None:
    found = {}
    for path in STRATEGIES:
        tree, claims = load_tree(path)
        finite, played = tree.finite, replay(tree)
        assert path.stem == f"{finite.game.name}-{finite.pegs}-{finite.colours}"
        assert claims.goal is Goal.EXPECTED, path
        assert claims.optimal, path
        assert claims.total == claims.lower_bound, path
        check_claims(claims, played)
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


def files(folder: Path) -> dict[str, bytes]:
    """The contents of all files, uncompressed: another xz may compress otherwise."""
    return {
        str(path.relative_to(folder)): MAKE["certificate"](path)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def _no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("masetproof.reports.typeset.find_engine", lambda: None)


@pytest.mark.usefixtures("_no_engine")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if pegs == 3 else [])
        for name, (_, pegs, _) in MAKE["FOLDERS"].items()
    ],
)
def test_proofs_are_those_of_a_fresh_run(name: str, tmp_path: Path) -> None:
    """And their section of the page is the one that is made of them."""
    section = MAKE["make"](*MAKE["FOLDERS"][name], tmp_path / name)
    kept, made = files(OUTPUT / name), files(tmp_path / name)
    assert sorted(kept) == sorted(made)
    assert [path for path in kept if kept[path] != made[path]] == []
    # The compressed size is that of the file that is here.
    assert without_sizes(MAKE["sections"](PAGE)[name]) == without_sizes(section)


def without_sizes(section: str) -> str:
    return re.sub(r" \([\d,]+ compressed\)", "", section)


def test_the_page_has_a_section_for_each_folder_of_proofs() -> None:
    names = list(MAKE["FOLDERS"])
    assert list(MAKE["sections"](PAGE)) == names
    folders = {path.name for path in OUTPUT.iterdir() if path.is_dir()} - {"strategies"}
    assert folders == set(names)
    assert PAGE.startswith(MAKE["HEAD"])


def test_digests_and_sizes_of_the_page_are_those_of_the_certificates() -> None:
    told = dict(re.findall(r"^    ([0-9a-f]{64})  (\S+)$", PAGE, re.M))
    found = {}
    for path in OUTPUT.glob("*/*/proof.cert*"):
        data = MAKE["certificate"](path)
        found[hashlib.sha256(data).hexdigest()] = str(path.relative_to(OUTPUT)).removesuffix(".xz")
        size = f"| {len(data):,}"
        packed = f" ({path.stat().st_size:,} compressed)" if path.suffix == ".xz" else ""
        assert f"({path.relative_to(OUTPUT)}) {size}{packed} |" in PAGE
        assert path.stat().st_size < 5_000_000
    assert told == found
    assert len(found) == 48
