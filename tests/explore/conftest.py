"""A server, a site and a browser, each made once in a process."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from masetproof import FiniteGame, evaluate
from masetproof.explore.names import Model, models
from masetproof.explore.server import Explorer
from masetproof.explore.site import write_site
from masetproof.games.pegs import PegGame
from masetproof.recurrences.readings import Reading
from masetproof.trees.tree import StrategyTree


@pytest.fixture(scope="session")
def trees() -> dict[str, StrategyTree]:
    return {
        "knuth": evaluate(FiniteGame("mastermind", 3, 4), "minimax").tree,
        "parts": evaluate(FiniteGame("mastermind", 3, 4), "most-parts").tree,
        "entropy": evaluate(FiniteGame("mastermind", 2, 6), "entropy").tree,
    }


def some_models() -> list[Model]:
    """All theorems of games of pegs with up to two pegs in the readings about blanks, and of the
    other games and the reading ``none`` one of each kind: their pages are made in the same way."""
    others = "marks-2-expected-exact marks-distinct-2-worst-with sum-2-expected-none"
    others += " sum-distinct-2-worst-exact mastermind-2-worst-none ab-2-expected-none"
    return [
        model
        for model in models(2)
        if (isinstance(model.game, PegGame) and not model.reading.consistent)
        or model.name in others.split()
    ]


SMALL_LIST = "ate\neat\nnet\nsea\nten\n"


@pytest.fixture(scope="session")
def served(trees: dict[str, StrategyTree]) -> Iterator[Explorer]:
    explorer = Explorer(trees, lists={"small": (SMALL_LIST, "")})
    thread = threading.Thread(target=explorer.serve)
    thread.start()
    yield explorer
    explorer.shutdown()
    thread.join(timeout=10)


@contextmanager
def small_tables() -> Iterator[None]:
    """Tables have their games of up to 64 secrets; those of up to 256 take a second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("masetproof.explore.documents._MOST_SECRETS", 64)
        yield


@pytest.fixture(scope="session")
def site(trees: dict[str, StrategyTree], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of `some_models` and the real games with up to two pegs; that of all lasts twice as long."""
    some = some_models()
    shown = [one for one in models(2) if one.reading is Reading.EXACT or one in some]
    folder = tmp_path_factory.mktemp("explored") / "site"
    with small_tables(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("masetproof.explore.site.site_models", lambda _: shown)
        write_site(folder, trees, most_pegs=2)
    return folder


BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
"""The first that is there is taken; the one that knows no windows needs half as much time."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium without a window; where there is none tests are skipped, in CI they fail."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("CI must have chromium")
        pytest.skip("there is no chromium here; .ci/run installs it")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield chromium
        chromium.close()


# Go to another page, or make the same one again.  What is there is taken away, or it would stand
# there until the next one is ready.
FOLLOW = """(place) => {
  const before = location.href;
  document.querySelector("main").replaceChildren();
  location.hash = place;
  if (location.href === before) dispatchEvent(new Event("hashchange"));
}"""


@dataclass(frozen=True)
class Windows:
    """Two windows, for the pages of the server and of the site, in which all tests take turns.

    To make one takes Chromium as long as twenty pages, to load the explorer as long as eight.
    """

    pages: dict[str, Any]
    said: list[str]
    """What was said on the consoles and not read yet."""

    def open(self, address: str, scheme: str = "light", size: tuple[int, int] = (1280, 900)) -> Any:
        """The page of that address, in a colour scheme and a window of that size in pixels.

        The explorer keeps nothing but its address: it is loaded once, and goes to the next page
        as when a person follows a link.
        """
        page = self.pages[address.partition(":")[0]]
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=scheme)
        explorer, _, place = address.partition("#")
        if page.url.startswith(explorer):
            page.evaluate(FOLLOW, place)
        else:
            page.goto(address)
        page.wait_for_selector("main .page")
        return page

    def heard(self) -> list[str]:
        """What was said on the consoles since it was asked last."""
        said = self.said.copy()
        self.said.clear()
        return said


@pytest.fixture(scope="session")
def windows(browser: Any) -> Iterator[Windows]:
    made = Windows({}, [])
    for protocol in ("http", "file"):
        # Not of one context: there, what is animated in the window behind has a frame a second.
        page = made.pages[protocol] = browser.new_context().new_page()
        page.set_default_timeout(30_000)
        page.on("console", lambda message: made.said.append(message.text))
        page.on("pageerror", lambda error: made.said.append(str(error)))
    yield made
    for page in made.pages.values():
        page.context.close()


@pytest.fixture
def kept_band(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A summary of a band proof, as if it were kept: what docs/black-peg.md says of four pegs."""
    totals = {1: 1, 3: 331, 4: 1_301, 5: 3_742, 6: 8_859, 7: 18_343, 8: 34_539, 9: 60_514}
    summary = {
        "game": "black-peg",
        "pegs": 4,
        "objective": "expected",
        "extra": "exact",
        "status": "proved",
        "formula": {
            "quantity": "external path length",
            "valid_from": 10,
            "period": 1,
            "branches": [["-360", "718/15", "7", "-2/3", "2", "4/5"]],
            "exceptions": {str(n): str(total) for n, total in totals.items()},
        },
        "members": 5,
        "averaged": 2,
        "questions": 7,
        "between": {"2": [48, 52]},
        "digest": "0123456789abcdef" * 4,
    }
    monkeypatch.setattr("masetproof.explore.bands.band_names", lambda: ["black-peg-4"])
    monkeypatch.setattr("masetproof.explore.bands.kept_summary", lambda name, objective: summary)
    return summary
