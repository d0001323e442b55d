"""What tells apart the code that made what is kept on disk."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from masetproof.cache import code_digest, code_sources

PACKAGE = Path(__file__).parents[1] / "masetproof"
SEARCH = "masetproof.search.optimize"
CLOSURES = "masetproof.patterns.store"


def loaded_by(statements: str) -> set[str]:
    """The modules of the package that Python itself has loaded after the statements."""
    program = (
        f"import sys\n{statements}\nprint(*(n for n in sys.modules if n[:10] == 'masetproof'))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(run.stdout.split())


def test_the_sources_are_what_python_loads() -> None:
    ran = (
        "from masetproof import optimize, FiniteGame, MASTERMIND\n"
        "optimize(FiniteGame(MASTERMIND, 2, 3))"
    )
    assert loaded_by(ran) <= set(code_sources(SEARCH)[0])
    ran = (
        "from masetproof import MASTERMIND\n"
        "from masetproof.patterns.store import cached_closure\n"
        "cached_closure(MASTERMIND, 2, extra=True)"
    )
    assert loaded_by(ran) <= set(code_sources(CLOSURES)[0])


def test_what_is_written_and_read_on_disk_is_among_the_sources() -> None:
    search, _ = code_sources(SEARCH)
    assert {
        "masetproof",
        "masetproof.games.pegs",
        "masetproof.kernels",
        "masetproof.kernels.searching",
        "masetproof.patterns.isomorphism",
        "masetproof.search.journal",
        "masetproof.trees.files",
        "masetproof.trees.replay",
    } <= set(search)
    closures, others = code_sources(CLOSURES)
    # Those of the kernels are imported within functions.
    assert {
        "masetproof.kernels.merging",
        "masetproof.kernels.presorting",
        "masetproof.kernels.splitting",
        "masetproof.patterns.closure",
    } <= set(closures)
    assert others == {"numba", "numpy", "pynauty"}
    assert not any(name.startswith(("masetproof.cli", "masetproof.reports")) for name in search)


@pytest.mark.parametrize("modules", [(SEARCH,), (CLOSURES,), (CLOSURES, SEARCH)])
def test_a_change_of_any_source_changes_the_digest(
    modules: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "masetproof"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr("masetproof.cache._PACKAGE", package)
    whole = code_digest.__wrapped__
    before = whole(*modules)
    sources, _ = code_sources(*modules, package=package)
    digests = {before}
    for name in sources:
        place = tmp_path.joinpath(*name.split("."))
        path = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        path.write_bytes(sources[name] + b"\n# changed\n")
        digests.add(whole(*modules))
        path.write_bytes(sources[name])
    assert len(digests) == len(sources) + 1
    assert whole(*modules) == before
    (package / "reports" / "bundle.py").write_text("changed = True\n")
    assert whole(*modules) == before


def test_how_imports_are_followed(tmp_path: Path) -> None:
    package = tmp_path / "made"
    (package / "inner").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "inner" / "__init__.py").write_text("from . import near\n")
    (package / "inner" / "near.py").write_text("from ..far import value\n")
    (package / "far.py").write_text("import numpy as np, os\nvalue = 1\n")
    (package / "typed.py").write_text("")
    (package / "untyped.py").write_text("")
    (package / "start.py").write_text(
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n"
        "    from made.typed import name\n"
        "else:\n"
        "    import made.untyped\n"
        "def function():\n"
        "    try:\n"
        "        from made import inner\n"
        "    except ImportError:\n"
        "        pass\n"
    )
    sources, others = code_sources("made.start", package=package)
    assert set(sources) == {
        "made",
        "made.start",
        "made.untyped",
        "made.inner",
        "made.inner.near",
        "made.far",
    }
    assert others == {"numpy"}


@pytest.mark.parametrize("damage", ["missing", "no Python"])
def test_without_readable_sources_there_is_no_digest(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "masetproof"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr("masetproof.cache._PACKAGE", package)
    assert code_digest.__wrapped__(SEARCH) is not None
    if damage == "missing":
        (package / "words.py").unlink()
    else:
        (package / "words.py").write_bytes(b"def \xff\x00(")
    assert code_digest.__wrapped__(SEARCH) is None
