"""The tutorials as files for Jupyter: what is in them, and that their code runs."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

from masetproof.games.registry import GAMES
from tests.test_readme import ROOT, blocks

TUTORIALS = sorted(set(ROOT.glob("docs/tutorials/*.md")) - {ROOT / "docs/tutorials/index.md"})
NOTEBOOKS = runpy.run_path(str(ROOT / "docs" / "_extension" / "notebooks.py"))


def cells_of(path: Path, kind: str) -> list[str]:
    file: dict[str, Any] = json.loads(NOTEBOOKS["notebook"](path.read_text()))
    assert (file["nbformat"], file["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in file["cells"]}) == len(file["cells"])
    return ["".join(cell["source"]) for cell in file["cells"] if cell["cell_type"] == kind]


@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.stem)
def test_a_notebook_has_the_code_of_its_page_and_runs(path: Path) -> None:
    code = cells_of(path, "code")
    assert [text + "\n" for text in code] == [body for _, _, body in blocks(path)]
    names: dict[str, object] = {}
    before = set(GAMES)
    try:
        for text in code:
            exec(text, names)
    finally:  # games that other tests shall not know
        for name in GAMES.keys() - before:
            del GAMES[name]
    markdown = cells_of(path, "markdown")
    assert markdown[0].startswith("# ")
    assert not any("```" in text or "](../" in text for text in markdown)


def test_a_page_that_is_no_notebook_is_told_apart() -> None:
    page = (ROOT / "docs" / "games.md").read_text()
    assert not NOTEBOOKS["is_notebook"](page)
    assert all(NOTEBOOKS["is_notebook"](path.read_text()) for path in TUTORIALS)
    with pytest.raises(ValueError, match="does not say that it is a notebook"):
        NOTEBOOKS["notebook"](page)
    with pytest.raises(ValueError, match="directives besides code cells"):
        NOTEBOOKS["notebook"](TUTORIALS[0].read_text() + "```{note}\nA note.\n```\n")
