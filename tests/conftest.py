"""What several test modules need and what takes long to make."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from masetproof.games.rules import Game
from masetproof.patterns.closure import Closure, close
from masetproof.recurrences.readings import Objective, Reading
from masetproof.recurrences.system import System, build_system


@pytest.fixture(scope="session", autouse=True)
def _environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests neither read nor write the user's cache, and show where a defect is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MASETPROOF_CACHE", str(tmp_path_factory.mktemp("cache")))
        # A defect fails a test with its traceback, and not only by its exit status.
        patch.setenv("MASETPROOF_TRACEBACK", "1")
        yield


@pytest.fixture(autouse=True)
def _search_anew(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test in this process gets an optimum that another one found, unless it is about that."""
    if "keeps_optima" not in request.keywords:
        monkeypatch.setattr("masetproof.search.optimize.kept_optimum", lambda *_: None)


@pytest.fixture(scope="session")
def latex() -> None:
    """For tests that look into a PDF: where there is no LaTeX they are skipped, in CI they fail."""
    missing = [tool for tool in ("pdflatex", "pdftotext") if shutil.which(tool) is None]
    if missing and os.environ.get("CI"):
        pytest.fail(f"CI must have {' and '.join(missing)}")
    if missing:
        pytest.skip(f"there is no {' and no '.join(missing)} here; .ci/run installs them")


@pytest.fixture(scope="session")
def closure_of() -> Callable[[Game, int, bool], Closure]:
    """Closures, each made once in a session: (game, pegs, extra)."""

    @cache
    def make(game: Game, pegs: int, extra: bool) -> Closure:
        return close(game, pegs, extra=extra)

    return make


@pytest.fixture(scope="session")
def merged_system_of(
    closure_of: Callable[[Game, int, bool], Closure],
) -> Callable[[Game, int, Reading, Objective], System]:
    """Systems without superfluous equations, each made once in a session."""

    @cache
    def make(game: Game, pegs: int, reading: Reading, objective: Objective) -> System:
        closure = closure_of(game, pegs, reading.asks_extra)
        return build_system(closure, reading, objective).merged()

    return make
