"""A cache of closures that take seconds to make.

A file in the cache directory is named for the game, the pegs, the extra colour and a digest of the
code that makes closures, so that other code never reads it.  Files are ``npz`` without pickles;
each array has a checksum, and a file that is damaged is made anew.  Nothing that is proved rests on
it: the checker reads certificates.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from masetproof.cache import cache_directory, code_digest
from masetproof.files import whole_file
from masetproof.games import GAMES, Game
from masetproof.patterns.closure import Closure, Identifications, Splits, check_closable, close
from masetproof.patterns.pattern import MasetPattern
from masetproof.progress import Progress, silent

__all__ = ["cached_closure", "load_closure", "save_closure"]

_CACHED_FROM = 3
_TABLES: dict[str, type[Any]] = {
    "splits": Splits,
    "maset_splits": Splits,
    "identifications": Identifications,
}


def cached_closure(game: Game, pegs: int, *, extra: bool, progress: Progress = silent) -> Closure:
    """The closure, from the cache if it is there; what takes long to make is kept there.

    A cache that cannot be read or written is passed over.
    """
    check_closable(game, pegs)
    directory = cache_directory() if pegs >= _CACHED_FROM else None
    digest = code_digest(__name__) if directory is not None else None
    if directory is None or digest is None:
        return close(game, pegs, extra=extra, progress=progress)
    stem = f"{game.name}-{pegs}-{'with' if extra else 'without'}"
    path = directory / f"{stem}-{digest}.npz"
    # Damage shows in many ways, depending on the byte; whatever it is, the closure is made anew.
    with contextlib.suppress(Exception):
        return load_closure(path)
    closure = close(game, pegs, extra=extra, progress=progress)
    with contextlib.suppress(OSError):
        directory.mkdir(parents=True, exist_ok=True)
        save_closure(closure, path)
    return closure


def save_closure(closure: Closure, path: Path) -> None:
    """Write a closure; up to 200 MB for three pegs."""
    arrays = {
        "game": _text(closure.game.name),
        "pegs": np.array(closure.pegs),
        "extra": np.array(closure.extra),
        "patterns": _text("\n".join(map(str, closure.patterns))),
        "explicit": _text("\n".join(map(str, closure.explicit))),
        "question_start": closure.question_start,
        "question_extra": closure.question_extra,
        "split_of": closure.split_of,
    }
    for name, kind in _TABLES.items():
        for column in kind.__dataclass_fields__:
            arrays[f"{name}.{column}"] = _narrow(getattr(getattr(closure, name), column))
    with whole_file(path) as file:
        np.savez(file, **arrays)  # type: ignore[arg-type]


def load_closure(path: Path) -> Closure:
    """Read a closure; various exceptions when the file is none."""
    with np.load(path, allow_pickle=False) as arrays:
        tables = {
            name: kind(
                **{
                    column: _widen(arrays[f"{name}.{column}"])
                    for column in kind.__dataclass_fields__
                }
            )
            for name, kind in _TABLES.items()
        }
        return Closure(
            GAMES[_lines(arrays["game"])[0]],
            int(arrays["pegs"]),
            bool(arrays["extra"]),
            tuple(map(MasetPattern.parse, _lines(arrays["patterns"]))),
            tuple(map(MasetPattern.parse, _lines(arrays["explicit"]))),
            question_start=arrays["question_start"],
            question_extra=arrays["question_extra"],
            split_of=arrays["split_of"],
            **tables,
        )


def _text(text: str) -> NDArray[np.uint8]:
    return np.frombuffer(text.encode("ascii"), dtype=np.uint8)


def _lines(text: NDArray[np.uint8]) -> list[str]:
    return text.tobytes().decode("ascii").split("\n")


def _narrow(column: NDArray[np.generic]) -> NDArray[np.generic]:
    """32-bit numbers of patterns and masets fit 16 bits on disk."""
    if column.dtype == np.int32 and column.max(initial=0) < 2**15:
        return column.astype(np.int16)
    return column


def _widen(column: NDArray[np.generic]) -> NDArray[np.generic]:
    return column.astype(np.int32) if column.dtype == np.int16 else column
