"""The programs beside Python that some tests need, and how all other tests run without them.

A test that needs LaTeX, poppler or a browser says so by a fixture.  The others find none of these
programs, on whatever machine: what passes where they are installed passes on a fresh machine, too.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from masetproof.reports import typeset

FIXTURES = {"latex", "pgf", "browser"}
"""Who uses one of these gets the programs, or is skipped where they are missing."""
HIDDEN = re.compile(
    "(pdf|xe|lua)?(la)?tex|bibtex|kpsewhich|pdf(totext|toppm|info|fonts|images)"
    "|chromium(-headless-shell)?|google-chrome(-stable)?"
)
WITHOUT = pytest.StashKey[str]()
"""The search path where the programs that some tests need are not found."""
WITH = pytest.StashKey[str]()
"""The search path of the tests that need them."""


def needs_programs(item: pytest.Item) -> bool:
    """Whether the test has said that it needs one of the programs."""
    return not FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))


def path_without_programs(folder: Path) -> str:
    """The search path of this process without the programs.

    A folder of it that has some of them is replaced by one of links to all else that it has.
    """
    places = []
    for number, place in enumerate(os.environ["PATH"].split(os.pathsep)):
        names = os.listdir(place) if os.path.isdir(place) else []
        if any(map(HIDDEN.fullmatch, names)):
            links = folder / str(number)
            links.mkdir()
            for name in names:
                if not HIDDEN.fullmatch(name):
                    (links / name).symlink_to(os.path.join(place, name))
            place = str(links)
        places.append(place)
    return os.pathsep.join(places)


def pytest_addoption(parser: pytest.Parser) -> None:
    what = "run just the tests that need LaTeX, poppler or a browser, without these: all must skip"
    parser.addoption("--without-programs", action="store_true", help=what)


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):
        config.stash[WITHOUT] = config.workerinput["path_without_programs"]
    else:
        folder = tempfile.TemporaryDirectory()
        config.add_cleanup(folder.cleanup)
        config.stash[WITHOUT] = path_without_programs(Path(folder.name))
    missing = config.getoption("without_programs")
    config.stash[WITH] = config.stash[WITHOUT] if missing else os.environ["PATH"]


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Thousands of links are made once for all processes."""
    node.workerinput["path_without_programs"] = node.config.stash[WITHOUT]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("without_programs"):
        items[:] = filter(needs_programs, items)
    for item in filter(needs_programs, items):
        names: list[str] = item.fixturenames  # type: ignore[attr-defined]
        if not item.get_closest_marker("typesets_anew") and "typeset_once" not in names:
            names.append("typeset_once")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Only tests that say that they need LaTeX, poppler or a browser find them."""
    os.environ["PATH"] = item.config.stash[WITH if needs_programs(item) else WITHOUT]


def pytest_runtest_call(item: pytest.Item) -> None:
    """A test that has got so far without the programs that it needs did not skip."""
    if item.config.getoption("without_programs"):
        pytest.fail("it runs without the programs that it says it needs")


@pytest.fixture(scope="session")
def passes_of_latex(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the passes of LaTeX are kept, for all processes of this run of the tests."""
    here = tmp_path_factory.getbasetemp()
    place = (here.parent if "PYTEST_XDIST_WORKER" in os.environ else here) / "passes-of-latex"
    place.mkdir(exist_ok=True)
    return place


@pytest.fixture
def typeset_once(passes_of_latex: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pass of LaTeX over the same files is made once.

    Tests that need programs have this, unless they are about just that.
    """
    run, real = typeset._run, typeset.find_engine()

    def kept(command: list[str], directory: Path, made: str) -> None:
        if command[0] != real:  # BibTeX, or what a test puts in the place of LaTeX
            run(command, directory, made)
            return
        digest = hashlib.sha256()
        for path in sorted(directory.iterdir()):
            if path.suffix not in (".pdf", ".log"):  # what LaTeX writes and does not read
                digest.update(b"%s %d\n" % (path.name.encode(), path.stat().st_size))
                digest.update(path.read_bytes())
        place = passes_of_latex / digest.hexdigest()
        if not place.exists():
            run(command, directory, made)
            copied = passes_of_latex / uuid4().hex
            shutil.copytree(directory, copied)
            with contextlib.suppress(OSError):  # another process was faster
                copied.rename(place)
        else:
            shutil.copytree(place, directory, dirs_exist_ok=True)

    monkeypatch.setattr(typeset, "_run", kept)


@pytest.fixture(scope="session")
def latex() -> None:
    """For tests that look into a PDF: where there is no LaTeX they are skipped, in CI they fail."""
    missing = [tool for tool in ("pdflatex", "pdftotext") if shutil.which(tool) is None]
    if missing and os.environ.get("CI"):
        pytest.fail(f"CI must have {' and '.join(missing)}")
    if missing:
        pytest.skip(f"there is no {' and no '.join(missing)} here; .ci/run installs them")


def need_package(name: str) -> None:
    """Go on with a package of LaTeX only; like the fixture `latex`."""
    found = subprocess.run(["kpsewhich", f"{name}.sty"], capture_output=True, check=False)
    if found.returncode and os.environ.get("CI"):
        pytest.fail(f"CI must have LaTeX's package {name}")
    if found.returncode:
        pytest.skip(f"LaTeX has no package {name} here; .ci/run installs it")


@pytest.fixture(scope="session")
def pgf(latex: None) -> None:
    """For tests that make PGF, whose texts LaTeX measures."""
    need_package("pgf")
