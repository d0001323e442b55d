"""The files of a site, and that it leaves alone what others made there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from masetproof import FiniteGame, evaluate
from masetproof.arguments import Refused
from masetproof.explore.documents import GLOSSARY, index_document, table_games
from masetproof.explore.names import Model
from masetproof.explore.site import ASSETS, asset, site_models, write_site
from masetproof.trees.tree import StrategyTree
from tests.explore.conftest import small_tables, some_models

SMALL: dict[str, int] = {"most_pegs": 1}


def few_models(_: int) -> list[Model]:
    """In place of `site_models`, of which there are 54 with one peg."""
    return [model for model in some_models() if model.pegs == 1 and model.game.name == "ab"]


@pytest.fixture
def no_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the tables, which take seconds, and with the theorems of one game."""
    monkeypatch.setattr("masetproof.explore.site.table_games", list)
    monkeypatch.setattr("masetproof.explore.site.site_models", few_models)


def content(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_the_same_site_is_the_same_bytes(
    monkeypatch: pytest.MonkeyPatch, site: Path, tmp_path: Path, trees: dict[str, StrategyTree]
) -> None:
    """With tables and trees; of two pegs documents alone are compared elsewhere."""
    monkeypatch.setattr("masetproof.explore.site.site_models", few_models)
    with small_tables():
        write_site(tmp_path, trees, **SMALL)
    small, large = content(tmp_path), content(site)
    listed = {"data/index.js", "SHA256SUMS"}  # what lists the theorems
    assert {name for name in small if name.startswith(("data/table", "data/tree"))} == {
        *(f"data/table/{game}.js" for game in table_games()),
        *(f"data/tree/{name}.js" for name in trees),
    }
    assert small.keys() - listed <= large.keys()
    assert all(small[name] == large[name] for name in small.keys() - listed)


def test_a_site_that_is_written_over_itself_stays_the_same(no_tables: None, tmp_path: Path) -> None:
    write_site(tmp_path, {}, **SMALL)
    before = content(tmp_path)
    write_site(tmp_path, {}, **SMALL)
    assert content(tmp_path) == before


def test_a_site_refers_to_nothing_but_its_own_files(site: Path) -> None:
    found = content(site)
    page = found["index.html"].decode()
    named = re.findall(r'(?:src|href)="([^"#]+)"', page)
    assert {name for name in named if name != "data:,"} <= set(found)
    assert set(ASSETS) <= set(found)
    for name, body in found.items():
        if not name.startswith("files/"):
            assert b"https://" not in body, name
    assert json.loads(found["data/index.js"].split(b", ", 1)[1][:-3])["live"] is False


def test_the_words_that_pages_explain_are_those_of_the_glossary() -> None:
    scripts = "".join(asset(name).decode() for name in ASSETS if name.endswith(".js"))
    assert set(re.findall(r'\bterm\("([^"]+)"', scripts)) == set(GLOSSARY)


def test_the_documentation_links_to_pages_that_are_there() -> None:
    texts = [path.read_text() for path in (Path(__file__).parents[2] / "docs").rglob("*.md")]
    linked = re.findall(r"\{explorer\}`[^`]+<#/(\w*)[^`]*>`", "".join(texts))
    scripts = "".join(asset(name).decode() for name in ASSETS if name.endswith(".js"))
    assert {"", "play"} <= set(linked)
    pages = set(re.findall(r"explorer\.pages\.(\w+)", scripts))
    assert {name or "home" for name in linked} <= pages


def test_three_pegs_are_shown_as_the_real_game() -> None:
    large = [model for model in site_models() if model.pegs == 3]
    assert {model.reading.value for model in large} == {"exact"}
    assert len(large) == 12  # six games in both cases
    # Six games in four readings, and four in three, in both cases, with one and two pegs.
    assert len(site_models(2)) == (6 * 4 + 4 * 3) * 4


def test_a_server_has_black_peg_with_three_pegs_and_a_site_has_not() -> None:
    name = "black-peg-3-expected-exact"
    document = index_document({}, live=True)
    assert name in [one["theorem"] for one in document["theorems"]]  # type: ignore[attr-defined]
    assert name not in [model.name for model in site_models()]


def test_a_file_of_somebody_else_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("mine")
    with pytest.raises(Refused, match="was not made by masetproof"):
        write_site(tmp_path, {}, **SMALL)
    assert content(tmp_path) == {"index.html": b"mine"}


def test_what_is_no_longer_there_is_removed_and_all_else_stays(
    no_tables: None, tmp_path: Path
) -> None:
    tree = evaluate(FiniteGame("mastermind", 1, 3), "minimax").tree
    write_site(tmp_path, {"one": tree}, **SMALL)
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "data" / "mine.js").write_text("mine")
    assert (tmp_path / "data" / "tree" / "one.js").exists()
    write_site(tmp_path, {}, **SMALL)
    found = content(tmp_path)
    assert "data/tree/one.js" not in found
    assert found["notes.txt"] == found["data/mine.js"] == b"mine"


def test_a_list_that_was_forged_removes_nothing_outside(no_tables: None, tmp_path: Path) -> None:
    folder, outside = tmp_path / "site", tmp_path / "precious.js"
    write_site(folder, {}, **SMALL)
    outside.write_bytes(b"x")
    sums = folder / "SHA256SUMS"
    digest = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"  # of b"x"
    sums.write_text(sums.read_text() + f"{digest}  ../precious.js\n")
    write_site(folder, {}, **SMALL)
    assert outside.exists()


def test_an_interrupt_leaves_a_folder_that_the_next_run_takes(
    no_tables: None, tmp_path: Path
) -> None:
    def stop(stage: str, done: int, total: int) -> None:
        if "ab-1-worst" in stage:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_site(tmp_path, {}, most_pegs=1, progress=stop)
    assert not (tmp_path / "data" / "ab-1-worst-exact.js").exists()
    write_site(tmp_path, {}, **SMALL)
    assert (tmp_path / "data" / "ab-1-worst-exact.js").exists()
