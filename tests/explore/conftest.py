"""A server, a site and a browser, each made once in a process."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from masetproof import FiniteGame, evaluate
from masetproof.explore.server import Explorer
from masetproof.explore.site import write_site
from masetproof.trees.tree import StrategyTree


@pytest.fixture(scope="session")
def trees() -> dict[str, StrategyTree]:
    return {
        "knuth": evaluate(FiniteGame("mastermind", 3, 4), "minimax").tree,
        "entropy": evaluate(FiniteGame("mastermind", 2, 6), "entropy").tree,
    }


@pytest.fixture(scope="session")
def served(trees: dict[str, StrategyTree]) -> Iterator[Explorer]:
    explorer = Explorer(trees)
    thread = threading.Thread(target=explorer.serve)
    thread.start()
    yield explorer
    explorer.close()
    thread.join(timeout=10)


@pytest.fixture(scope="session")
def site(trees: dict[str, StrategyTree], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("explored") / "site"
    write_site(folder, trees, most_pegs=2)
    return folder


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium without a window; where there is none tests are skipped, in CI they fail."""
    path = shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("CI must have chromium")
        pytest.skip("there is no chromium here; .ci/run installs it")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield chromium
        chromium.close()
