"""A cache of closures that take seconds to make.

Files are ``npz`` without pickles and not compressed, so that none takes more memory than disk; each
array has a checksum, and a file that is damaged is made anew.  What is read is checked as far as is
cheap: the tables fit together, and the parts of every split hold all secrets but a won one.  So
neither damage nor a file of another game passes; whoever can forge such a file can change the code,
too.  Nothing that is proved rests on it: the checker reads certificates.
"""

from __future__ import annotations

import contextlib
import os
import zipfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from masetproof.cache import cache_directory, code_digest
from masetproof.files import read_file, whole_file
from masetproof.games.pegs import PegGame, as_peg_game
from masetproof.patterns.catalogue import Witnesses
from masetproof.patterns.closure import Closure, IndexMap, check_closable, close, exchanges
from masetproof.patterns.columns import star_counts, ways_of_sets
from masetproof.patterns.kinds import new_counts, within
from masetproof.patterns.pattern import MasetPattern, pattern_of
from masetproof.patterns.splitter import Splits
from masetproof.progress import Progress, silent

_CACHED_FROM = 3
_MOST_SIZES = 1 << 23
"""The most numbers of secrets, by pattern and index map, that are held when a closure is read."""
_ARRAYS = "question_start", "question_extra", "split_of"
_TABLES: dict[str, type[Any]] = {
    "splits": Splits,
    "maset_splits": Splits,
    "identifications": Witnesses,
    "automorphisms": Witnesses,
}


def cached_closure(
    game: PegGame, pegs: int, *, extra: bool, progress: Progress = silent
) -> Closure:
    """The closure, from the cache if it is there; what takes long to make is kept there.

    A cache that cannot be read or written is passed over.
    """
    check_closable(game, pegs)
    directory = cache_directory() if pegs >= _CACHED_FROM else None
    digest = code_digest() if directory is not None else None
    if directory is None or digest is None:
        return close(game, pegs, extra=extra, progress=progress)
    stem = f"{game.name}-{pegs}-{'with' if extra else 'without'}"
    path = directory / f"{stem}-{digest}.npz"
    # Damage shows in many ways, depending on the byte; after any of them the closure is made anew.
    with contextlib.suppress(Exception):
        kept = load_closure(path)
        if (kept.game, kept.pegs, kept.extra) == (game, pegs, extra) and _is_sound(kept):
            return kept
    closure = close(game, pegs, extra=extra, progress=progress)
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
        return Closure(
            as_peg_game(_lines(arrays["game"])[0]),
            int(arrays["pegs"]),
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
        )


def _is_sound(closure: Closure) -> bool:
    """Whether the tables fit together; or exceptions, such as `IndexError`, when they do not."""
    patterns, explicit, splits = closure.patterns, closure.explicit, closure.splits
    starts, split_of = closure.question_start, closure.split_of
    for form in (*patterns, *explicit):
        form.check_game(closure.game)
    widths = {splits.patterns.shape, splits.explicit.shape, (len(splits), splits.patterns.shape[1])}
    return bool(
        patterns[0] == MasetPattern.full(closure.pegs)
        and len(set(patterns)) == len(patterns)
        and len(set(explicit)) == len(explicit)
        and all(len(clause) == closure.pegs for one in patterns for clause in one.clauses)
        and not any(pattern.is_explicit for pattern in patterns)
        and all(maset.is_explicit for maset in explicit)
        # Every question has a split, of its own pattern, and every split a question.
        and len(starts) == len(patterns) + 1
        and (starts[0], starts[-1]) == (0, len(split_of))
        and len(closure.question_extra) == len(split_of)
        and (np.diff(starts) > 0).all()
        and _within(split_of, 0, len(splits))
        and np.array_equal(
            splits.pattern[split_of], np.repeat(np.arange(len(patterns)), np.diff(starts))
        )
        and np.array_equal(split_of[splits.question], np.arange(len(splits)))
        and len(widths) == 1
        and _fit_together(closure)
        and _within(closure.identifications.number, -len(explicit), len(patterns))
        and _within(closure.automorphisms.number, 0, len(patterns))
        and _keep_secrets(closure)
    )


def _within(numbers: NDArray[np.generic], least: int, end: int) -> bool:
    return not numbers.size or bool(least <= numbers.min() and numbers.max() < end)


def _fit_together(closure: Closure) -> bool:
    """Whether index maps are some, and splits have them where there are several kinds."""
    game, pegs, maps = closure.game, closure.pegs, closure.maps
    several = not game.white_pegs
    kinds = {0, *game.kinds(pegs)} if game.shares_colours else {0}
    implicit = closure.identifications.implicit
    return (
        maps[: len(exchanges(pegs))] == tuple(map(IndexMap, exchanges(pegs)))
        and len(set(maps)) == len(maps)
        and all(sorted(one.columns) == [*range(pegs)] for one in maps)
        and all(kinds.issuperset(one.implicit) for one in maps)
        and (implicit is None or kinds.issuperset(np.unique(implicit).tolist()))
        and all(
            (column is not None) == several
            and (
                column is None
                or (column.shape == splits.patterns.shape and _within(column, 0, len(maps)))
            )
            for splits in (closure.splits, closure.maset_splits)
            for column in (splits.maps, splits.explicit_maps)
        )
    )


def _keep_secrets(closure: Closure) -> bool:
    """Whether the parts of each split have together all secrets of what is split, one won or none.

    Numbers of secrets are polynomials in the numbers of colours that are left of each kind, of
    which a kind has at most the degree of its columns, and all together that of the pegs.  The
    vectors of such numbers are enough: polynomials that agree there agree everywhere (no vector
    below one of them is missing).
    """
    both = (closure.splits, closure.patterns), (closure.maset_splits, closure.explicit)
    return all(_splits_keep(closure, splits, split) for splits, split in both)


def _splits_keep(closure: Closure, splits: Splits, split: tuple[MasetPattern, ...]) -> bool:
    """`_keep_secrets` for the splits of patterns, or of explicit masets."""
    game, pegs = closure.game, closure.pegs
    kinds = game.kinds(pegs)
    # Where there is one kind, columns do not matter, and one map is enough.
    maps = closure.maps[: 1 if splits.maps is None else None]
    # Of the number -1, which fills rows, there are no secrets.
    of_split, of_patterns, of_explicit = (
        star_counts((*forms, pattern_of(())), pegs)
        for forms in (split, closure.patterns, closure.explicit)
    )
    news = np.array(new_counts(game, pegs), dtype=np.int64)
    if not (
        _within(splits.patterns, -1, len(closure.patterns))
        and _within(splits.explicit, -1, len(closure.explicit))
        and _within(splits.pattern, 0, len(split))
        and _within(splits.new, 0, len(news))
        and len(of_patterns) * len(maps) <= _MOST_SIZES
    ):
        return False
    explicit = of_explicit.sum(axis=1)[splits.explicit].sum(axis=1)
    part = splits.patterns.astype(np.int64) % len(of_patterns) * len(maps)
    if splits.maps is not None:
        part += splits.maps
    asked = splits.pattern.astype(np.int64) * len(news) + splits.new
    matrix, more = _affine(closure, maps)
    lacking: NDArray[np.int64] | None = None
    for left in _points(closure):
        before, after = (
            (clauses @ ways_of_sets(pegs, kinds, numbers.T, game.repeats)).ravel()
            for clauses, numbers in ((of_split, left + news), (of_patterns, matrix @ left + more))
        )
        won = before[asked] - explicit
        for column in part.T:
            won -= after[column]
        if lacking is None:
            lacking = won
        if not np.array_equal(won, lacking):
            return False
    return lacking is not None and _within(lacking, 0, 2)


def _points(closure: Closure) -> Iterator[NDArray[np.int64]]:
    """The numbers of colours of each kind that `_keep_secrets` needs."""
    degrees = [kind.bit_count() for kind in closure.game.kinds(closure.pegs)]
    for point in product(*(range(degree + 1) for degree in degrees)):
        if sum(point) <= closure.pegs:
            yield np.array(point, dtype=np.int64)


def _affine(
    closure: Closure, maps: tuple[IndexMap, ...]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The matrices, int64[maps, kinds, kinds], and vectors, int64[maps, kinds], of index maps."""
    kinds, stars = closure.game.kinds(closure.pegs), (True,) * closure.pegs
    matrix = [
        [[within(kind, one.columns, stars) == own for kind in kinds] for own in kinds]
        for one in maps
    ]
    more = [[one.implicit.count(own) for own in kinds] for one in maps]
    return np.array(matrix, dtype=np.int64), np.array(more, dtype=np.int64)


def _text(text: str) -> NDArray[np.uint8]:
    return np.frombuffer(text.encode("ascii"), dtype=np.uint8)


def _lines(text: NDArray[np.uint8]) -> list[str]:
    return text.tobytes().decode("ascii").splitlines()
