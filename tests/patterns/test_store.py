"""Closures that are kept on disk."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from masetproof.games.pegs import AB, BLACK_PEG, BLACK_PEG_AB, MASTERMIND, PegGame
from masetproof.games.registry import GAMES
from masetproof.games.rules import Game
from masetproof.patterns import store
from masetproof.patterns.closure import close
from masetproof.patterns.store import cached_closure, load_closure, save_closure
from tests.games.test_own import Contained


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
        patch.setattr(store, "code_digest", lambda: "0123456789abcdef")
        cached_closure(AB, 2, extra=True)
    assert {path.name for path in folder.iterdir()} == {
        ours.name,
        "ab-2-with-0123456789abcdef.npz",
    }


def test_code_that_cannot_be_read_keeps_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "code_digest", lambda: None)
    assert cached_closure(AB, 2, extra=True).patterns
    assert not list(folder.iterdir())


@pytest.mark.parametrize("extra", [False, True])
@pytest.mark.parametrize("pegs", [1, 2])
@pytest.mark.parametrize(
    "game", [MASTERMIND, AB, BLACK_PEG, BLACK_PEG_AB], ids=lambda game: game.name
)
def test_what_was_made_is_believed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, game: Game, pegs: int, extra: bool
) -> None:
    made = cached_closure(game, pegs, extra=extra)
    monkeypatch.setattr(store, "close", lambda *_, **__: pytest.fail("it was made anew"))
    kept = cached_closure(game, pegs, extra=extra)
    assert kept.patterns == made.patterns
    assert np.array_equal(kept.splits.parts, made.splits.parts)
    assert kept.maps == made.maps
    assert (kept.splits.maps is None) == game.white_pegs
    assert np.array_equal(kept.splits.maps, made.splits.maps)


@pytest.mark.parametrize(
    "other",
    [(AB, 2, True), (MASTERMIND, 1, True), (MASTERMIND, 2, False)],
    ids=["another game", "other pegs", "without the extra colour"],
)
def test_what_is_of_another_game_is_made_anew(
    folder: Path, other: tuple[PegGame, int, bool]
) -> None:
    """Files with right checksums under a wrong name."""
    whole = cached_closure(MASTERMIND, 2, extra=True)
    (path,) = folder.iterdir()
    data = path.read_bytes()
    game, pegs, extra = other
    save_closure(close(game, pegs, extra=extra), path)
    load_closure(path)  # as a file it is well
    again = cached_closure(MASTERMIND, 2, extra=True)
    assert again.patterns == whole.patterns
    assert path.read_bytes() == data


@pytest.mark.parametrize("missing", ["split_of", "splits.parts", "patterns", "map_columns"])
def test_a_file_that_lacks_an_array_is_made_anew(folder: Path, missing: str) -> None:
    whole = cached_closure(BLACK_PEG_AB, 2, extra=True)
    (path,) = folder.iterdir()
    data = path.read_bytes()
    with np.load(path) as arrays:
        np.savez(path, **{name: arrays[name] for name in arrays if name != missing})
    assert cached_closure(BLACK_PEG_AB, 2, extra=True).patterns == whole.patterns
    assert path.read_bytes() == data


def test_a_damaged_name_is_no_missing_column(folder: Path) -> None:
    """Where columns have one kind of colours there are no index maps, so a file may lack them."""
    whole = cached_closure(BLACK_PEG, 2, extra=True)
    (path,) = folder.iterdir()
    data = path.read_bytes()
    place = data.rindex(b"splits.maps")  # in the directory of the file
    path.write_bytes(data[:place] + b"S" + data[place + 1 :])
    again = cached_closure(BLACK_PEG, 2, extra=True)
    assert np.array_equal(again.splits.maps, whole.splits.maps)
    assert path.read_bytes() == data


def test_a_small_file_with_much_in_it_is_not_read(folder: Path) -> None:
    """Compressed, a megabyte holds a gigabyte."""
    whole = cached_closure(BLACK_PEG, 2, extra=True)
    (path,) = folder.iterdir()
    data = path.read_bytes()
    with np.load(path) as arrays:
        np.savez_compressed(path, **{**arrays, "split_of": np.zeros(10**6, np.int32)})
    with pytest.raises(ValueError, match="no more memory than its file"):
        load_closure(path)
    assert cached_closure(BLACK_PEG, 2, extra=True).patterns == whole.patterns
    assert path.read_bytes() == data


@pytest.mark.parametrize("data", [b"", b"PK", b"\x93NUMPY", b"{}"], ids=repr)
def test_what_is_no_closure_is_made_anew(folder: Path, data: bytes) -> None:
    whole = cached_closure(AB, 2, extra=True)
    (path,) = folder.iterdir()
    path.write_bytes(data)
    assert cached_closure(AB, 2, extra=True).patterns == whole.patterns
    assert path.read_bytes() != data


def test_what_is_made_at_once_or_of_a_rule_of_ones_own_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rule of one's own may be another one tomorrow under the same name."""
    monkeypatch.setenv("MASETPROOF_CACHE", str(tmp_path))
    assert cached_closure(MASTERMIND, 2, extra=True).patterns
    monkeypatch.setattr(store, "_CACHED_FROM", 2)
    own = Contained()
    monkeypatch.setitem(GAMES, own.name, own)
    assert cached_closure(own, 2, extra=True).patterns
    assert not list(tmp_path.iterdir())
    assert cached_closure(MASTERMIND, 2, extra=True).patterns
    assert list(tmp_path.iterdir())
