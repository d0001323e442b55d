"""Closures that are kept on disk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from masetproof.games.pegs import AB, BLACK_PEG, BLACK_PEG_AB, MASTERMIND, PegGame
from masetproof.games.rules import Game
from masetproof.patterns import store
from masetproof.patterns.closure import Closure, IndexMap, close
from masetproof.patterns.store import cached_closure, load_closure, save_closure


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
    assert np.array_equal(kept.splits.patterns, made.splits.patterns)
    assert kept.maps == made.maps
    assert (kept.splits.maps is None) == game.white_pegs
    assert np.array_equal(kept.splits.maps, made.splits.maps)


def with_split(closure: Closure, column: str, row: int | tuple[int, int], value: object) -> Closure:
    table = getattr(closure.splits, column).copy()
    table[row] = value
    return replace(closure, splits=replace(closure.splits, **{column: table}))


def with_part(closure: Closure, row: int, number: int) -> Closure:
    numbers = closure.identifications.number.copy()
    numbers[row] = number
    return replace(closure, identifications=replace(closure.identifications, number=numbers))


FORGED: dict[str, Callable[[Closure], Closure]] = {
    "another part": lambda c: with_split(c, "patterns", (3, 0), 1 - c.splits.patterns[3, 0]),
    "a part less": lambda c: with_split(c, "patterns", (3, 0), -1),
    "a maset less in a split": lambda c: with_split(
        c, "explicit", (int(np.argmax(c.splits.explicit[:, 0] >= 0)), 0), -1
    ),
    "a part that is none": lambda c: with_split(c, "patterns", (3, 0), len(c.patterns)),
    "a part before all": lambda c: with_split(c, "explicit", (3, 0), -2),
    "more new colours": lambda c: with_split(c, "new", 3, c.splits.new[3] + 1),
    "far too many new colours": lambda c: with_split(c, "new", 3, 200),
    "the split of another pattern": lambda c: with_split(c, "pattern", -1, 0),
    "the split of no pattern": lambda c: with_split(c, "pattern", -1, 99),
    "the split of another question": lambda c: with_split(c, "question", 3, 0),
    "another first pattern": lambda c: replace(c, patterns=c.patterns[::-1]),
    "a pattern twice": lambda c: replace(c, patterns=(*c.patterns[:-1], c.patterns[0])),
    "a pattern less": lambda c: replace(c, patterns=c.patterns[:-1]),
    "a maset less": lambda c: replace(c, explicit=c.explicit[:-1]),
    "a question less": lambda c: replace(c, split_of=c.split_of[:-1]),
    "other questions": lambda c: replace(c, question_start=c.question_start[::-1].copy()),
    "a part that is no pattern": lambda c: with_part(c, 0, 99),
    "a part that is no maset": lambda c: with_part(c, 0, -99),
    "another game": lambda c: close(AB, 2, extra=True),
    "other pegs": lambda c: close(MASTERMIND, 1, extra=True),
    "without the extra colour": lambda c: close(MASTERMIND, 2, extra=False),
}


def with_map(closure: Closure, place: int, columns: tuple[int, ...], *kinds: int) -> Closure:
    maps = [*closure.maps]
    maps[place] = IndexMap(columns, kinds)
    return replace(closure, maps=tuple(maps))


def exchanged(closure: Closure, row: int) -> int:
    """The map of the first part of a split, with columns exchanged."""
    assert closure.splits.maps is not None
    columns, implicit = closure.maps[closure.splits.maps[row, 0]]
    return closure.maps.index(IndexMap(columns[::-1], implicit))


def of_one(closure: Closure) -> int:
    """A split with one part, of one column: there it matters which column it was."""
    assert closure.splits.maps is not None
    stars = [sum(one.star_columns) for one in closure.patterns]
    numbers = closure.splits.patterns
    alone = (numbers[:, 0] >= 0) & (np.array(stars)[numbers[:, 0]] == 1) & (numbers[:, 1] < 0)
    return int(np.argmax(alone))


FORGED_MAPS: dict[str, Callable[[Closure], Closure]] = {
    "another index map": lambda c: with_split(c, "maps", (of_one(c), 0), exchanged(c, of_one(c))),
    "an index map that is none": lambda c: with_split(c, "maps", (3, 0), len(c.maps)),
    "one of a maset that is none": lambda c: with_split(c, "explicit_maps", (3, 0), len(c.maps)),
    "no index maps": lambda c: replace(c, splits=replace(c.splits, maps=None)),
    "fewer index maps": lambda c: replace(c, maps=c.maps[:-1]),
    "other index maps first": lambda c: replace(c, maps=c.maps[::-1]),
    "an index map twice": lambda c: replace(c, maps=(*c.maps, c.maps[-1])),
    "no permutation of columns": lambda c: with_map(c, -1, (0, 0), 1),
    "a kind that is none": lambda c: with_map(c, -1, (0, 1), 4),
    "a colour more": lambda c: with_map(c, -3, (0, 1), 1, 1),
    "a part of another kind": lambda c: replace(
        c, identifications=replace(c.identifications, implicit=c.identifications.colours + 4)
    ),
    "a part less": FORGED["a part less"],
    "far too many new colours": FORGED["far too many new colours"],
}


@pytest.mark.parametrize(
    ("game", "name", "forge"),
    [(MASTERMIND, *item) for item in FORGED.items()]
    + [(BLACK_PEG_AB, *item) for item in FORGED_MAPS.items()],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_does_not_fit_together_is_made_anew(
    folder: Path, game: PegGame, name: str, forge: Callable[[Closure], Closure]
) -> None:
    """Files with right checksums and wrong content."""
    whole = cached_closure(game, 2, extra=True)
    assert whole.identifications.number[0] >= 0
    (path,) = folder.iterdir()
    data = path.read_bytes()
    save_closure(forge(whole), path)
    assert path.read_bytes() != data
    load_closure(path)  # as a file it is well
    again = cached_closure(game, 2, extra=True)
    assert again.patterns == whole.patterns
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
