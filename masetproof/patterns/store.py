"""A cache of closures that take seconds to make.

Files are ``npz`` without pickles and not compressed, so that none takes more memory than disk.
Each array has a checksum, and a file that is damaged or of another game is made anew.  Whoever can
forge such a file can change the code, too.  Nothing that is proved rests on it: the checker reads
certificates.
"""

from __future__ import annotations

import contextlib
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from masetproof.cache import cache_directory, code_digest
from masetproof.files import read_file, whole_file
from masetproof.games.alike import AlikeGame
from masetproof.games.registry import is_ours
from masetproof.patterns.catalogue import Witnesses
from masetproof.patterns.closure import Closure, IndexMap, close
from masetproof.patterns.pattern import MasetPattern
from masetproof.patterns.provable import check_closable
from masetproof.patterns.splitter import Splits
from masetproof.progress import Progress, silent

_CACHED_FROM = 3
_ARRAYS = "question_start", "question_extra", "split_of"
_TABLES: dict[str, type[Any]] = {
    "splits": Splits,
    "maset_splits": Splits,
    "identifications": Witnesses,
    "automorphisms": Witnesses,
}


def cached_closure(
    game: AlikeGame,
    pegs: int,
    *,
    extra: bool,
    consistent: bool = False,
    progress: Progress = silent,
) -> Closure:
    """The closure, from the cache if it is there; what takes long to make is kept there.

    A cache that cannot be read or written is passed over.
    """
    check_closable(game, pegs)
    # The rule of a game of one's own may be another one tomorrow.
    directory = cache_directory() if pegs >= _CACHED_FROM and is_ours(game) else None
    digest = code_digest() if directory is not None else None
    if directory is None or digest is None:
        return close(game, pegs, extra=extra, consistent=consistent, progress=progress)
    asked = "consistent" if consistent else "with" if extra else "without"
    stem = f"{game.name}-{pegs}-{asked}"
    path = directory / f"{stem}-{digest}.npz"
    # Damage shows in many ways, depending on the byte; after any of them the closure is made anew.
    with contextlib.suppress(Exception):
        kept = load_closure(path)
        wanted = game, pegs, extra and not consistent, consistent
        if (kept.game, kept.pegs, kept.extra, kept.consistent) == wanted:
            return kept
    closure = close(game, pegs, extra=extra, consistent=consistent, progress=progress)
    with contextlib.suppress(OSError):
        directory.mkdir(parents=True, exist_ok=True)
        save_closure(closure, path)
    return closure


def save_closure(closure: Closure, path: Path) -> None:
    """Write a closure; up to 200 MB for three pegs."""
    most = max((len(one.implicit) for one in closure.maps), default=0)
    kinds = [(*one.implicit, *[0] * (most - len(one.implicit))) for one in closure.maps]
    arrays = {
        "game": _text(closure.game.name),
        "pegs": np.array(closure.pegs),
        "extra": np.array(closure.extra),
        "consistent": np.array(closure.consistent),
        "patterns": _text("\n".join(map(str, closure.patterns))),
        "explicit": _text("\n".join(map(str, closure.explicit))),
        "map_columns": np.array([one.columns for one in closure.maps], np.uint8),
        "map_implicit": np.array(kinds, np.uint8).reshape(len(kinds), most),
    }
    arrays |= {name: getattr(closure, name) for name in _ARRAYS}
    for name, kind in _TABLES.items():
        for column in kind.__dataclass_fields__:
            values = getattr(getattr(closure, name), column)
            if values is not None:
                arrays[f"{name}.{column}"] = values
    with whole_file(path) as file:
        np.savez(file, **arrays)  # type: ignore[arg-type]


def load_closure(path: Path) -> Closure:
    """Read a closure; various exceptions when the file is none."""
    with read_file(path) as file:
        with zipfile.ZipFile(file) as archive:
            sizes = sum(member.file_size for member in archive.infolist())
            if archive.testzip() is not None:
                raise ValueError("an array is not what its checksum says")
        if sizes > os.fstat(file.fileno()).st_size:
            raise ValueError("a closure that is kept takes no more memory than its file")
        file.seek(0)
        return _closure(np.load(file, allow_pickle=False))


def _closure(archive: Any) -> Closure:
    """A closure from the arrays of its file, as `numpy.load` gives them."""
    with archive as arrays:
        tables = {
            name: kind(
                **{
                    column: arrays[f"{name}.{column}"]
                    for column in kind.__dataclass_fields__
                    if f"{name}.{column}" in arrays
                }
            )
            for name, kind in _TABLES.items()
        }
        game, pegs = check_closable(_lines(arrays["game"])[0], int(arrays["pegs"]))
        return Closure(
            game,
            pegs,
            bool(arrays["extra"]),
            tuple(map(MasetPattern.parse, _lines(arrays["patterns"]))),
            tuple(map(MasetPattern.parse, _lines(arrays["explicit"]))),
            **{name: arrays[name] for name in _ARRAYS},
            maps=tuple(
                IndexMap(tuple(columns), tuple(kind for kind in implicit if kind))
                for columns, implicit in zip(
                    arrays["map_columns"].tolist(), arrays["map_implicit"].tolist(), strict=True
                )
            ),
            **tables,
            consistent=bool(arrays["consistent"]),
        )


def _text(text: str) -> NDArray[np.uint8]:
    return np.frombuffer(text.encode("ascii"), dtype=np.uint8)


def _lines(text: NDArray[np.uint8]) -> list[str]:
    return text.tobytes().decode("ascii").splitlines()
