"""What tells apart the code that made what is kept on disk."""

from __future__ import annotations

import shutil
from importlib import metadata
from pathlib import Path

import pytest

from masetproof.cache import LIBRARIES, _sources, code_digest, version_of

PACKAGE = Path(__file__).parents[1] / "masetproof"


def test_versions() -> None:
    for name in (*LIBRARIES, "networkx"):
        assert version_of(name) == metadata.version(name)
    assert version_of("no-such-package") == ""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A few of the sources, in directories of three depths."""
    copy = tmp_path / "masetproof"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE / "games", copy, ignore=ignored)
    shutil.copytree(PACKAGE / "finite", copy / "finite", ignore=ignored)
    shutil.copytree(PACKAGE / "checker", copy / "finite" / "checker", ignore=ignored)
    monkeypatch.setattr("masetproof.cache._PACKAGE", copy)
    return copy


def test_all_sources_are_in_the_digest() -> None:
    assert sorted(_sources(str(PACKAGE))) == sorted(map(str, PACKAGE.rglob("*.py")))


def test_a_change_of_any_source_changes_the_digest(package: Path) -> None:
    digest = code_digest.__wrapped__
    before = digest()
    sources = sorted(package.rglob("*.py"))
    digests = {before}
    for path in sources:
        content = path.read_bytes()
        path.write_bytes(content + b"\n# changed\n")
        digests.add(digest())
        path.write_bytes(content)
    assert len(digests) == len(sources) + 1
    assert digest() == before
    (package / "pegs.py").rename(package / "texts.py")
    assert digest() not in digests


def test_a_change_of_a_library_changes_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    before = code_digest.__wrapped__()
    for changed in LIBRARIES:
        version = {changed: "0.0.1"}.get
        monkeypatch.setattr("masetproof.cache.version_of", lambda name, v=version: v(name, "1"))
        assert code_digest.__wrapped__() != before


def test_without_readable_sources_there_is_no_digest(package: Path) -> None:
    assert code_digest.__wrapped__() is not None
    (package / "pegs.py").unlink()
    (package / "pegs.py").symlink_to(package / "no such file")
    assert code_digest.__wrapped__() is None
    shutil.rmtree(package)
    assert code_digest.__wrapped__() is None
