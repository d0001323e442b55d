"""What the program made in a directory: that, as long as it is as it was made, is replaced or
removed by a later run; whatever else is there belongs to the user."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import final

from masetproof.arguments import Refused
from masetproof.files import read_bytes, read_file, write_text

SUMS = "SHA256SUMS"
"""The file that lists what was made."""
_MOST_BYTES = 1 << 24
_HEAD = "# Made by masetproof {}; to check: sha256sum -c SHA256SUMS\n"


@final
class Made:
    """Which files in a directory the program made, as far as they are unchanged.

    known: whether it gives a name; what has another one is never removed.  command: which one.
    """

    def __init__(
        self, directory: Path, known: Callable[[str], bool], command: str = "prove"
    ) -> None:
        self._directory, self._known = directory, known
        self._head = _HEAD.format(command)
        self._sums = _read_sums(directory / SUMS, self._head)

    def check(self, names: Iterable[str]) -> None:
        """`Refused` when one of the names is taken by another file."""
        for name in names:
            if os.path.lexists(self._directory / name) and not self._is_ours(name):
                raise Refused(_foreign(self._directory / name))

    def _is_ours(self, name: str) -> bool:
        return name in self._sums and self._sums[name] == _sum_of(self._directory / name)

    def note(self, name: str) -> None:
        """Take up a file that was just written."""
        self._sums[name] = _sum_of(self._directory / name)
        self._write()

    def remove_all_but(self, *kept: str) -> None:
        """Remove the others that the command made, as far as they are unchanged."""
        for name in sorted(self._sums.keys() - set(kept)):
            if self._known(name) and self._is_ours(name):
                (self._directory / name).unlink()
            del self._sums[name]
        self._write()

    def _write(self) -> None:
        lines = [f"{digest}  {name}\n" for name, digest in sorted(self._sums.items())]
        write_text(self._directory / SUMS, self._head + "".join(lines))


def _read_sums(path: Path, head: str) -> dict[str, str]:
    """The digests by name; `Refused` when the file is none of ours."""
    if not os.path.lexists(path):
        return {}
    with suppress(OSError, UnicodeDecodeError):
        text = read_bytes(path, _MOST_BYTES).decode() if path.is_file() else ""
        if text.startswith(head):
            pairs = [line.partition("  ") for line in text.removeprefix(head).splitlines()]
            return {name: digest for digest, _, name in pairs}
    raise Refused(_foreign(path))


def _sum_of(path: Path) -> str:
    """The digest of a regular file, empty for what is none or cannot be read."""
    with suppress(OSError):
        if path.is_file():
            with read_file(path) as file:
                return hashlib.file_digest(file, "sha256").hexdigest()
    return ""


def _foreign(path: Path) -> str:
    return (
        f"{path} was not made by masetproof, or was changed since, so it is not replaced; move it "
        "away or choose another directory"
    )
