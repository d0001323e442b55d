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
import os
import sys
from functools import cache
from pathlib import Path

__all__ = ["LIBRARIES", "cache_directory", "code_digest", "version_of"]

LIBRARIES = ("llvmlite", "numba", "numpy", "pynauty", "sympy")
"""The packages on which results depend."""
_PACKAGE = Path(__file__).resolve().parent


def cache_directory() -> Path | None:
    """The directory, or None when the cache is turned off or there is no home."""
    chosen = os.environ.get("MASETPROOF_CACHE")
    if chosen is not None:
        return Path(chosen) if chosen else None
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser(os.path.join("~", ".cache"))
    return None if home.startswith("~") else Path(home, "masetproof")


@cache
def code_digest() -> str | None:
    """A digest of all modules of the package and of the versions of `LIBRARIES`.

    It is not told which modules have a part in what: to find that out takes longer than most
    searches.  None when the sources cannot be read: then nothing can be told about the code, and
    nothing should be kept.
    """
    digest = hashlib.sha256()
    try:
        sources = sorted(_PACKAGE.rglob("*.py"))
        for path in sources:
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            digest.update(f"{path.relative_to(_PACKAGE).as_posix()} {content}\n".encode())
    except OSError:
        return None
    for name in LIBRARIES:
        digest.update(f"{name} {version_of(name)}\n".encode())
    return digest.hexdigest()[:16] if sources else None


@cache
def version_of(name: str) -> str:
    """The version of an installed package; empty when there is none of that name."""
    # As a rule it is in the name of a directory; Python's own way takes longer to load.
    for directory in sys.path:
        for path in Path(directory).glob(f"{name}-*.dist-info"):
            return path.stem[len(name) + 1 :]
    from importlib import metadata

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
