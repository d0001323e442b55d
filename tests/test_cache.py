"""What tells apart the code that made what is kept on disk."""

from __future__ import annotations

import hashlib
import shutil
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path

import pytest

from masetproof import kernels
from masetproof.cache import LIBRARIES, _sources, code_digest, kept_in_memory, version_of

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
    assert sorted(_sources()) == sorted(map(str, PACKAGE.rglob("*.py")))


def test_the_sources_of_the_kernels_are_in_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    """And not what a compiler made of them, so that another machine has the same digest."""
    digest = hashlib.sha256()
    for path in sorted((PACKAGE / "kernels" / "c").iterdir()):
        digest.update(path.name.encode() + b"\n" + path.read_bytes())
    assert kernels.digest_of_sources() == digest.hexdigest()
    before = code_digest.__wrapped__()
    monkeypatch.setattr(kernels, "digest_of_sources", lambda: "0" * 64)
    assert code_digest.__wrapped__() != before


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


def test_results_are_kept_whatever_the_progress() -> None:
    made: list[int] = []

    @kept_in_memory(2, apart_from="progress")
    def squared(number: int, progress: Callable[[], None], power: int = 2) -> list[int]:
        progress()
        made.append(number)
        return [number**power]

    def interrupted() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        squared(3, interrupted)
    first = squared(3, lambda: None)
    assert first == [9]
    assert squared(3, interrupted) is first
    assert squared(number=3, power=2, progress=interrupted) is first
    assert squared(3, lambda: None, 3) == [27]
    assert squared(3, interrupted) is first
    assert squared(4, lambda: None) == [16]
    assert squared(3, interrupted) is first
    assert made == [3, 3, 4]
    assert squared(3, lambda: None, 3) == [27]
    assert made == [3, 3, 4, 3], "only two are kept"


def test_threads_that_meet_get_the_same_result() -> None:
    both = threading.Barrier(2)

    @kept_in_memory(1, apart_from="tick")
    def made(name: str, tick: Callable[[], object]) -> list[str]:
        tick()
        return [name]

    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(lambda _: made("x", both.wait), range(2))
    assert one is other
