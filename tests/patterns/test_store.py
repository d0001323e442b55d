"""Closures that are kept on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from masetproof.games import AB
from masetproof.patterns import store
from masetproof.patterns.store import cached_closure


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache directory of its own, for closures of any size."""
    monkeypatch.setenv("MASETPROOF_CACHE", str(tmp_path))
    monkeypatch.setattr(store, "_CACHED_FROM", 1)
    return tmp_path


def test_versions_leave_alone_what_others_keep(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cached_closure(AB, 2, extra=True)
    (ours,) = folder.iterdir()
    with monkeypatch.context() as patch:
        patch.setattr(store, "code_digest", lambda module: "0123456789abcdef")
        cached_closure(AB, 2, extra=True)
    assert {path.name for path in folder.iterdir()} == {
        ours.name,
        "ab-2-with-0123456789abcdef.npz",
    }


def test_code_that_cannot_be_read_keeps_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "code_digest", lambda module: None)
    assert cached_closure(AB, 2, extra=True).patterns
    assert not list(folder.iterdir())
