"""Where what takes long to make is kept, and how to know that the same code made it.

The directory is ``$MASETPROOF_CACHE``, or ``masetproof`` in the user's cache directory; it is safe
to delete at any time, and an empty ``MASETPROOF_CACHE`` turns the cache off.
"""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path

from masetproof._version import __version__

__all__ = ["cache_directory", "code_digest"]

_PACKAGE = Path(__file__).resolve().parent


def cache_directory() -> Path | None:
    """The directory, or None when the cache is turned off or there is no home."""
    chosen = os.environ.get("MASETPROOF_CACHE")
    if chosen is not None:
        return Path(chosen) if chosen else None
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser(os.path.join("~", ".cache"))
    return None if home.startswith("~") else Path(home, "masetproof")


@cache
def code_digest(sources: tuple[str, ...]) -> str:
    """A digest of the version and of files of the package, named from its directory."""
    digest = hashlib.sha256(__version__.encode())
    for name in sources:
        digest.update((_PACKAGE / name).read_bytes())
    return digest.hexdigest()[:16]
