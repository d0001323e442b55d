"""Files are written whole or not at all; reading never waits for a pipe that nobody writes to.

Everything the package reads is read here, but for the checker, which shares no code with it.
"""

from __future__ import annotations

import codecs
import errno
import os
import select
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import reduce
from io import BufferedReader
from operator import or_
from pathlib import Path
from typing import BinaryIO, cast

from masetproof.arguments import Refused

_SPOOLED = 1 << 24
"""The most bytes of what goes to a pipe or a device that are kept in memory before."""
_LINKS = 40
"""No more symbolic links are followed than by Linux."""
_MILLISECONDS = 1000
"""How long reading waits for a program to write to a pipe."""
_STANDARD_INPUT = Path("-")
_NO_TEXT = {
    **dict.fromkeys((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE), "UTF-16"),
    b"\x1f\x8b": "packed by gzip",
    b"\xfd7zXZ\0": "packed by xz",
}
"""How files begin that are no UTF-8 but often taken for it."""


def file_path(path: object) -> Path:
    """The path of a file, given as text or as a path; `Refused` when it is neither, or empty."""
    name = os.fspath(path) if isinstance(path, str | os.PathLike) else None
    if not isinstance(name, str):
        raise Refused(f"a file is named by text or a path, not by {type(path).__name__}")
    if not name or "\0" in name:
        raise Refused("the name of a file must not be empty, and has no zero bytes")
    return Path(name)


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write to; it appears under *path* when the block ends without an exception.

    A file that is there is replaced and keeps its mode; where *path* is a symbolic link, the file
    to which it leads.  What is no regular file (a pipe, a device, ``/dev/stdout``, ``/dev/fd/3``)
    is there already, so all is written to it at the end of the block.

    `OSError`, which names *path*, when it cannot be written: a directory, a file that is
    write-protected, a pipe that no program reads, a full disk.
    """
    with _naming(path) as ours:
        number, there = _destination(path)
        if number is not None or _is_special(there):
            with _spooled(path, number) as file:
                yield file
            return
        target = Path(os.path.realpath(path))
        temporary = target.with_name(f".{target.name[:40]}.{os.urandom(8).hex()}.part")
        ours.add(str(temporary))
        # A file that is made by open has the mode that the user's mask allows.
        with temporary.open("xb") as file:
            try:
                if there is not None and hasattr(os, "fchown"):  # not on Windows
                    with suppress(PermissionError):
                        os.fchown(file.fileno(), there.st_uid, there.st_gid)
                    os.fchmod(file.fileno(), stat.S_IMODE(there.st_mode) & 0o777)
                yield file
                file.close()
                temporary.replace(target)
            except BaseException:
                with suppress(OSError):
                    file.close()
                temporary.unlink(missing_ok=True)
                raise


@contextmanager
def _spooled(path: Path, number: int | None) -> Iterator[BinaryIO]:
    """A file whose content goes to a pipe or a device at the end of the block."""
    import shutil
    import tempfile

    with (
        os.fdopen(_open_special(path, number), "wb") as special,
        tempfile.SpooledTemporaryFile(_SPOOLED) as spooled,
    ):
        yield cast(BinaryIO, spooled)
        spooled.seek(0)
        # What was printed before comes before.
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
        shutil.copyfileobj(spooled, special)


@contextmanager
def _naming(path: Path) -> Iterator[set[str | None]]:
    """Errors about *path* and the files that are added to the set name *path*."""
    # The error of a write, as on a full disk, names no file.
    ours: set[str | None] = {None, str(path)}
    try:
        yield ours
    except OSError as error:
        if error.errno is None or error.filename not in ours:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


def _destination(path: Path) -> tuple[int | None, os.stat_result | None]:
    """The open descriptor that *path* names, if it does, and the status of what is there, if any.

    `OSError` for a directory and for what is write-protected.
    """
    number = _descriptor(path)
    if number is not None:
        return number, os.fstat(number)
    try:
        status = path.stat()
    except FileNotFoundError:
        return None, None
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return None, status


def _is_special(there: os.stat_result | None) -> bool:
    return there is not None and not stat.S_ISREG(there.st_mode)


def _open_special(path: Path, number: int | None) -> int:
    """Open for writing something that is no regular file, or is open already as *number*."""
    if number is not None:
        return os.dup(number)
    try:
        descriptor = os.open(path, os.O_WRONLY | _not_waiting())
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise OSError(errno.ENXIO, "no program reads from this") from None
        raise
    _wait_from_now_on(descriptor)
    return descriptor


def _not_waiting() -> int:
    """How a file is opened without waiting for anybody.

    Windows has none of it but needs to be asked for the bytes as they are.
    """
    return reduce(or_, (getattr(os, f"O_{name}", 0) for name in ("NONBLOCK", "NOCTTY", "BINARY")))


def _wait_from_now_on(descriptor: int) -> None:
    if hasattr(os, "O_NONBLOCK"):
        os.set_blocking(descriptor, True)


def _descriptor(path: Path) -> int | None:
    """N for ``/dev/fd/N`` and for links that lead there, as ``/dev/stdout`` does.

    Such a name stands for what is open already: if that is a file, it must not be replaced, for
    others write to it, too.
    """
    place = os.path.realpath("/dev/fd")
    for _ in range(_LINKS):
        if os.path.realpath(path.parent) == place and path.name.isdecimal():
            return int(path.name)
        if not path.is_symlink():
            return None
        path = path.parent / os.readlink(path)
    return None


def write_text(path: Path, text: str) -> None:
    """Write a text file, as `whole_file` does."""
    with whole_file(path) as file:
        file.write(text.encode())


def prepare_file(path: Path) -> None:
    """Find out, before any long work, that `whole_file` will take *path*; `OSError` when not."""
    with _naming(path) as ours:
        number, there = _destination(path)
        # Opening and closing a pipe would be the end of the file for its reader.
        if number is None and not _is_special(there):
            _try_to_write(Path(os.path.realpath(path)).parent, ours)


def prepare_directory(path: Path) -> None:
    """Make the directory; `OSError`, which names *path*, when files cannot be written there."""
    with _naming(path) as ours:
        target = Path(os.path.realpath(path))
        ours.update(map(str, (target, *target.parents)))
        if target.exists() and not target.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        target.mkdir(parents=True, exist_ok=True)
        _try_to_write(target, ours)


def _try_to_write(directory: Path, ours: set[str | None]) -> None:
    """`OSError` when no file can be made in the directory; nothing is left there."""
    import tempfile

    try:
        with tempfile.TemporaryFile(dir=directory):
            pass
    except OSError as error:
        ours.add(error.filename)
        raise


def read_bytes(path: Path, most: int) -> bytes:
    """The content of a file, no more than the first *most* bytes; `OSError` when it is unreadable.

    A pipe is read to its end, but one to which no program writes is `Refused`, not waited for.
    ``-`` is standard input.
    """
    with _opened(path) as (file, status):
        first = _first(file.fileno()) if stat.S_ISFIFO(status.st_mode) else b""
        if first is None:
            raise Refused(f"{path}: no program writes to this pipe")
        _wait_from_now_on(file.fileno())
        return first + file.read(most - len(first))


def read_text(path: Path, most: int, what: str) -> str:
    """The text in a file, whole; `Refused`, which names *path*, when it is too long or no UTF-8.

    what: the file is.  `OSError` when it is unreadable.
    """
    data = read_bytes(path, most + 1)
    if len(data) > most:
        raise Refused(f"{path}: {what} has at most {most:,} bytes")
    try:
        return text_of(data)
    except Refused as refused:
        raise Refused(f"{path}, {refused}") from None


def text_of(data: bytes) -> str:
    """The text in the bytes of a file, without a byte order mark; `Refused` with the first line
    that is no UTF-8."""
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        but = [f", but {what}" for begin, what in _NO_TEXT.items() if data.startswith(begin)]
        raise Refused(f"line {line:,}: not UTF-8{''.join(but)}") from None


@contextmanager
def read_file(path: Path) -> Iterator[BufferedReader]:
    """A regular file to read from, of any size; `OSError` when it is none, or unreadable."""
    with _opened(path) as (file, status):
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "not a regular file")
        yield file


@contextmanager
def _opened(path: Path) -> Iterator[tuple[BufferedReader, os.stat_result]]:
    """Open a path for reading, without waiting; it may be anything but a directory."""
    with _naming(path):
        if path == _STANDARD_INPUT:
            descriptor = os.dup(0)
        else:
            descriptor = os.open(path, os.O_RDONLY | _not_waiting())
        try:
            status = os.fstat(descriptor)
            if stat.S_ISDIR(status.st_mode):
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            with os.fdopen(descriptor, "rb", closefd=False) as file:
                yield file, status
        finally:
            os.close(descriptor)


def package_bytes(*names: str) -> bytes:
    """A file of this package, by the names of its folders and its own."""
    from importlib import resources

    return resources.files("masetproof").joinpath(*names).read_bytes()


def module_bytes(path: str) -> bytes:
    """The content of a module of this package, a regular file.

    `read_bytes`, which takes any path of a user, would need five times as long.
    """
    with open(path, "rb", buffering=0) as file:
        return file.read()


def package_names(*names: str) -> list[str]:
    """The names in a folder of this package, sorted."""
    from importlib import resources

    return sorted(one.name for one in resources.files("masetproof").joinpath(*names).iterdir())


def _first(descriptor: int) -> bytes | None:
    """Find out whether anybody writes to a pipe; returns the bytes read meanwhile, None if not."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    if poll.poll(_MILLISECONDS):
        return b""
    try:
        return os.read(descriptor, 1) or None
    except BlockingIOError:
        return b""
