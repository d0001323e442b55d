"""A cache of closures that take seconds to make.

A file in the cache directory is named for the game, the pegs, the extra colour and a digest of the
code that makes closures, so that other code never reads it.  Files are ``npz`` without pickles;
each array has a checksum, and a file that is damaged is made anew.  What is read is checked as far
as is cheap: the tables fit together, and the parts of every split hold all secrets but a won one.
So neither damage nor a file of another game passes; who forges a file so that it does could change
the code as well.  Nothing that is proved rests on it: the checker reads certificates.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from masetproof.cache import cache_directory, code_digest
from masetproof.files import whole_file
from masetproof.games.pegs import PegGame, as_peg_game
from masetproof.patterns.closure import (
    Automorphisms,
    Closure,
    Identifications,
    Splits,
    check_closable,
    close,
)
from masetproof.patterns.pattern import MasetPattern
from masetproof.progress import Progress, silent

__all__ = ["cached_closure", "load_closure", "save_closure"]

_CACHED_FROM = 3
_TABLES: dict[str, type[Any]] = {
    "splits": Splits,
    "maset_splits": Splits,
    "identifications": Identifications,
    "automorphisms": Automorphisms,
}


def cached_closure(
    game: PegGame, pegs: int, *, extra: bool, progress: Progress = silent
) -> Closure:
    """The closure, from the cache if it is there; what takes long to make is kept there.

    A cache that cannot be read or written is passed over.
    """
    check_closable(game, pegs)
    is_slow = pegs >= _CACHED_FROM and game.white_pegs
    directory = cache_directory() if is_slow else None
    digest = code_digest() if directory is not None else None
    if directory is None or digest is None:
        return close(game, pegs, extra=extra, progress=progress)
    stem = f"{game.name}-{pegs}-{'with' if extra else 'without'}"
    path = directory / f"{stem}-{digest}.npz"
    # Damage shows in many ways, depending on the byte; whatever it is, the closure is made anew.
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
            values = getattr(getattr(closure, name), column)
            if values is not None:
                arrays[f"{name}.{column}"] = values
    with whole_file(path) as file:
        np.savez(file, **arrays)  # type: ignore[arg-type]


def load_closure(path: Path) -> Closure:
    """Read a closure; various exceptions when the file is none."""
    with np.load(path, allow_pickle=False) as arrays:
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
            question_start=arrays["question_start"],
            question_extra=arrays["question_extra"],
            split_of=arrays["split_of"],
            **tables,
        )


def _is_sound(closure: Closure) -> bool:
    """Whether the tables fit together; or exceptions, such as `IndexError`, when they do not."""
    patterns, explicit, splits = closure.patterns, closure.explicit, closure.splits
    starts, split_of = closure.question_start, closure.split_of
    parts = closure.identifications
    widths = {splits.patterns.shape, splits.explicit.shape, (len(splits), splits.patterns.shape[1])}
    one_of_both = (parts.pattern >= 0) != (parts.explicit >= 0)
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
        and _within(parts.pattern, -1, len(patterns))
        and _within(parts.explicit, -1, len(explicit))
        and one_of_both.all()
        and _within(closure.automorphisms.pattern, 0, len(patterns))
        and _keep_secrets(closure)
    )


def _within(numbers: NDArray[np.generic], least: int, end: int) -> bool:
    return not numbers.size or bool(least <= numbers.min() and numbers.max() < end)


def _keep_secrets(closure: Closure) -> bool:
    """Whether the parts of each split have together all secrets of what is split, one won or none.

    Numbers of secrets are polynomials in the number of implicit colours, of the degree pegs at
    most; so with pegs + 1 numbers of colours they agree for all.
    """
    of_patterns = _sizes(closure, closure.patterns)
    of_explicit = _sizes(closure, closure.explicit)

    def keeps(splits: Splits, of_split: NDArray[np.int64]) -> bool:
        if not (
            _within(splits.patterns, -1, len(closure.patterns))
            and _within(splits.explicit, -1, len(closure.explicit))
            and _within(splits.pattern, 0, of_split.shape[1] - 1)
            and _within(splits.new, 0, closure.pegs + 1)
        ):
            return False
        lacking: NDArray[np.int64] | None = None
        for left in range(closure.pegs + 1):
            won = of_split[left + splits.new.astype(np.int64), splits.pattern]
            # Of the number -1, which fills rows, there are no secrets.
            for column in range(splits.patterns.shape[1]):
                won -= of_patterns[left][splits.patterns[:, column]]
                won -= of_explicit[left][splits.explicit[:, column]]
            if lacking is None:
                lacking = won
            if not np.array_equal(won, lacking):
                return False
        return lacking is not None and _within(lacking, 0, 2)

    return keeps(closure.splits, of_patterns) and keeps(closure.maset_splits, of_explicit)


def _sizes(closure: Closure, patterns: tuple[MasetPattern, ...]) -> NDArray[np.int64]:
    """int64[2 pegs + 1, patterns + 1]: secrets with 0, 1, ... implicit colours; the last zeros."""
    game, pegs = closure.game, closure.pegs
    for pattern in patterns:
        pattern.check_game(game)
    clauses = np.array([*(one.star_histogram for one in patterns), (0,) * (pegs + 1)])
    words = [[game.star_words(stars, m) for stars in range(pegs + 1)] for m in range(2 * pegs + 1)]
    sizes: NDArray[np.int64] = np.array(words, dtype=np.int64) @ clauses.T
    return sizes


def _text(text: str) -> NDArray[np.uint8]:
    return np.frombuffer(text.encode("ascii"), dtype=np.uint8)


def _lines(text: NDArray[np.uint8]) -> list[str]:
    return text.tobytes().decode("ascii").splitlines()
