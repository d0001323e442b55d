"""Where what takes long to make is kept, and how to know that the same code made it.

The directory is ``$MASETPROOF_CACHE``, or ``masetproof`` in the user's cache directory; it is safe
to delete at any time, and an empty ``MASETPROOF_CACHE`` turns the cache off.  It is trusted like
the code: checksums show damage, but they have no key, so whoever can write there can forge.

A file is named for what it holds and for a digest of the code that gives it its meaning.  Other
code uses other names, so versions that are installed side by side share the directory, and none
deletes what another one keeps.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, cached_property, lru_cache, partial, wraps
from pathlib import Path
from threading import Lock
from typing import Concatenate, ParamSpec, TypeVar

from masetproof.files import module_bytes, read_bytes, write_text

_Arguments = ParamSpec("_Arguments")
_Owner = TypeVar("_Owner")
_Result = TypeVar("_Result")

LIBRARIES = ("numpy", "pynauty", "sympy")
"""The packages on which results depend."""
_MOST_KEPT = 1 << 28
_PACKAGE = Path(__file__).resolve().parent


def kept_in_memory(
    most: int, *, apart_from: str
) -> Callable[[Callable[_Arguments, _Result]], Callable[_Arguments, _Result]]:
    """Keep the last *most* results of a function while this process lives.

    apart_from: the argument, a progress or a tick, that makes no difference to the result.  Threads
    that need the same result at the same time each compute it, since one that waited would not look
    at its own clock; all get the one that was there first.
    """

    def keeping(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
        signature, lock = inspect.signature(function), Lock()
        results: OrderedDict[tuple[object, ...], _Result] = OrderedDict()

        @wraps(function)
        def call(*given: _Arguments.args, **named: _Arguments.kwargs) -> _Result:
            bound = signature.bind(*given, **named)
            bound.apply_defaults()
            key = tuple(bound.arguments[name] for name in bound.arguments if name != apart_from)
            with lock:
                if key in results:
                    results.move_to_end(key)
                    return results[key]
            result = function(*given, **named)
            with lock:
                result = results.setdefault(key, result)
                if len(results) > most:
                    results.popitem(last=False)
            return result

        return call

    return keeping


def cached_method(
    most: int | None = None,
) -> Callable[
    [Callable[Concatenate[_Owner, _Arguments], _Result]],
    cached_property[Callable[_Arguments, _Result]],
]:
    """A method whose last *most* results, or all, are kept with the value that it belongs to."""

    def keeping(
        method: Callable[Concatenate[_Owner, _Arguments], _Result],
    ) -> cached_property[Callable[_Arguments, _Result]]:
        def of_one(owner: _Owner) -> Callable[_Arguments, _Result]:
            return lru_cache(most)(partial(method, owner))  # type: ignore[return-value]

        of_one.__doc__ = method.__doc__
        return cached_property(of_one)

    return keeping


class Recomputed:
    """A value whose copies and pickles have what it was made of, and compute the rest again.

    What a `cached_property` or a `cached_method` keeps is left out: it may be large, belong to the
    value that is copied, or have pointers that mean nothing elsewhere.
    """

    __slots__ = ()

    def __getstate__(self) -> dict[str, object]:
        kind, made = type(self), vars(self).items()
        return {n: v for n, v in made if not isinstance(getattr(kind, n, None), cached_property)}


def cache_directory() -> Path | None:
    """The directory, or None when the cache is turned off or there is no home."""
    chosen = os.environ.get("MASETPROOF_CACHE")
    if chosen is not None:
        return Path(chosen) if chosen else None
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser(os.path.join("~", ".cache"))
    return None if home.startswith("~") else Path(home, "masetproof")


@cache
def code_digest() -> str | None:
    """A digest of all modules of the package, the sources of compiled ones, and the versions of
    `LIBRARIES`; so it is the same on other machines.

    All modules count for every result: to find out which ones matter for it would take longer than
    most searches.  None when the sources cannot be read: then nothing is known about the code, and
    nothing should be kept.
    """
    digest = hashlib.sha256()
    try:
        sources = sorted(_sources())
        for path in sources:
            content = hashlib.sha256(module_bytes(path)).hexdigest()
            digest.update(f"{path[len(str(_PACKAGE)) + 1 :]} {content}\n".encode())
    except OSError:
        return None
    from masetproof.kernels import digest_of_sources

    digest.update(f"{digest_of_sources()}\n".encode())
    for name in LIBRARIES:
        digest.update(f"{name} {version_of(name)}\n".encode())
    return digest.hexdigest()[:16] if sources else None


def cache_file(name: str, suffix: str) -> Path | None:
    """The path in the cache directory for something of that name; None when there is no cache."""
    directory = cache_directory()
    digest = None if directory is None else code_digest()
    if directory is None or digest is None:
        return None
    return directory / f"{name}-{digest}{suffix}"


def checksum(path: Path, text: str) -> str:
    """The checksum of a text in a file; other files have others, so lines copied from one fail."""
    return hashlib.sha256(f"{path.name} {text}".encode()).hexdigest()[:32]


def keep(name: str, text: str) -> None:
    """Keep a text under its checksum, if there is a cache that can be written."""
    path = cache_file(name, ".txt")
    if path is not None:
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_text(path, f"{checksum(path, text)}\n{text}\n")


def kept(name: str, read: Callable[[str], _Result | None]) -> _Result | None:
    """The text that `keep` kept, as *read* makes a value of it; None where there is none.

    None, too, when the file is damaged in any way, or *read* raises an error.
    """
    path = cache_file(name, ".txt")
    with suppress(OSError, ValueError, ArithmeticError, KeyError, TypeError):
        if path is not None:
            digest, _, text = read_bytes(path, _MOST_KEPT).decode().rstrip("\n").partition("\n")
            return read(text) if digest == checksum(path, text) else None
    return None


@cache
def _directories() -> list[list[str]]:
    """The names in each directory where Python looks for packages."""
    listings = []
    for directory in sys.path:
        with suppress(OSError):
            listings.append(os.listdir(directory or "."))
    return listings


def _sources() -> Iterator[str]:
    """The modules of the package (`Path.rglob` takes ten times as long)."""
    for folder, _, names in os.walk(_PACKAGE):
        yield from (os.path.join(folder, name) for name in names if name.endswith(".py"))


@cache
def version_of(name: str) -> str:
    """The version of an installed package; empty when there is none of that name."""
    # As a rule it is in the name of a directory; Python's own way takes longer to load.
    for directory in _directories():
        for entry in directory:
            if entry.startswith(f"{name}-") and entry.endswith(".dist-info"):
                return entry[len(name) + 1 : -len(".dist-info")]
    from importlib import metadata

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
