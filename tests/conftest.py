"""What holds for all tests.  Fixtures that several folders use are in the plugins."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

os.environ.setdefault("MASETPROOF_CHECK_KERNELS", "1")  # kernels look when they are imported

from masetproof.cli import interrupts
from masetproof.cli.interrupts import resident_bytes
from masetproof.games.rules import Game
from masetproof.strategies.rules import RULES

pytest_plugins = ("tests.distribution", "tests.programs", "tests.theorems")

_PROGRAM = 500 << 20
"""What tests need that keep nothing."""

# The examples that are drawn are the same in each run, and none fails for being slow.
settings.register_profile("tests", deadline=None, derandomize=True, max_examples=50)
settings.load_profile("tests")


def pytest_configure() -> None:
    """Interrupts arrive in the programs that tests start, also where tests run in the background.

    A shell without job control makes the programs that it starts in the background ignore
    interrupts, and they pass this on to what they start.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.set_threshold(500_000)  # as in `masetproof.__main__`, and more, for all that tests share
    # Bytecode is kept, or every program that a test starts would compile the package again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


@pytest.hookimpl(tryfirst=True)  # before the slow ones are left out
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of a test with many parameters some are fast, spread over all; `pytest -m slow` has the rest.

    Those that are slow anyhow are not counted, so that the first of all others is always fast.
    """
    seen = Counter[tuple[Path, str]]()
    for item in items:
        mark = item.get_closest_marker("one_in")
        if mark is not None and item.get_closest_marker("slow") is None:
            test = item.path, item.nodeid.split("[")[0]
            if seen[test] % mark.args[0]:
                item.add_marker(pytest.mark.slow)
            seen[test] += 1


def pytest_collection_finish() -> None:
    """What is there before the tests is not searched for garbage again and again."""
    gc.collect()
    gc.freeze()


def pytest_make_parametrize_id(val: object) -> str | None:
    return val.name if isinstance(val, Game) else None


@pytest.fixture(scope="session", autouse=True)
def _environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests neither read nor write the user's cache, and show where a defect is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MASETPROOF_CACHE", str(tmp_path_factory.mktemp("cache")))
        # A defect fails a test with its traceback, and not only by its exit status.
        patch.setenv("MASETPROOF_TRACEBACK", "1")
        yield


@pytest.fixture(autouse=True)
def _memory_of_this_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """What other tests keep in this process is no memory of the command that a test runs."""
    held = resident_bytes() - _PROGRAM
    if held > 0:
        monkeypatch.setattr(interrupts, "resident_bytes", lambda: resident_bytes() - held)


@pytest.fixture(autouse=True)
def _search_anew(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test gets an optimum that another one in this process found, unless it is about that."""
    if "keeps_optima" not in request.keywords:
        monkeypatch.setattr("masetproof.search.optimize.kept_optimum", lambda *_: None)
        monkeypatch.setattr("masetproof.search.optimize.keep_optimum", lambda *_: None)


@pytest.fixture(autouse=True)
def _rules_as_they_come() -> Iterator[None]:
    """What a test registers is there for this test only."""
    before = {**RULES}
    yield
    if before != RULES:
        RULES.clear()
        RULES.update(before)
