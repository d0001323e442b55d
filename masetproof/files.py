"""Files are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

__all__ = ["prepare_directory", "whole_file", "write_text"]


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write to; it appears under *path* when the block ends without an exception.

    `OSError`, which names *path*, when it cannot be written or is there and no regular file.
    """
    if path.exists() and not path.is_file():
        raise OSError(0, "is there and is no regular file", str(path))
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            # mkstemp makes files that only their owner can read, whatever the user's mask.
            os.fchmod(file.fileno(), 0o666 & ~_umask())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    """The mask of the process, which can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def write_text(path: Path, text: str) -> None:
    """Write a text file."""
    with whole_file(path) as file:
        file.write(text.encode())


def prepare_directory(path: Path) -> None:
    """Make the directory; `OSError` when files cannot be written there."""
    path.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=path):
        pass
