"""The bytes and the text of a certificate, and the exceptions that say why nothing is verified."""

import hashlib
import lzma
import os
import select
import stat
import zlib
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

MAX_BYTES, MAX_LINES, MAX_LINE, MAX_REASON = 1 << 26, 2_000_000, 1 << 14, 400
# Of short proofs; those of three and four pegs take some 10^10 steps.
MOST_STEPS, MOST_NUMBERS = 4 * 10**10, 2 * 10**7
Progress = Callable[[str, int, int], None]
Branch = tuple[Fraction, ...]  # a polynomial in n, its coefficients by ascending power


class Unverified(ValueError):
    """Nothing is verified, for a reason of one short sentence.

    It is raised as `Rejected` or `Malformed`; as itself only for a wrong argument of a function.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason if len(reason) <= MAX_REASON else f"{reason[: MAX_REASON - 3]}...")


class Rejected(Unverified):
    """The certificate can be read, but what it claims is not established."""


class Malformed(Unverified):
    """The certificate cannot be read: no such file, grammar, digests, sizes, version, limits."""


class Budget:
    """Counts the work on a short proof before it is done, so that no certificate takes for ever."""

    def __init__(self) -> None:
        self.steps = 0

    def spend(self, steps: int, numbers: int = 0) -> None:
        """Count steps of about 1 ns; `Malformed` when that makes too many in all.

        numbers: the entries of a table that is about to be made, which are limited, too.
        """
        self.steps += int(steps)
        if self.steps > MOST_STEPS or numbers > MOST_NUMBERS:
            raise Malformed("this takes more steps or more memory than a proof of this kind does")


def read(path: str | os.PathLike[str]) -> bytes:
    """The content of a file or a pipe, "-" being standard input; `Malformed` when unreadable.

    Files of gzip and xz are unpacked. At most MAX_BYTES + 1 bytes are returned, so that `text_of`
    sees that a file is too long.
    """
    try:
        data = _read(os.fspath(path))
        if data[:2] == b"\x1f\x8b":
            unpacker: Any = zlib.decompressobj(wbits=31)
        elif data[:6] == b"\xfd7zXZ\0":
            unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=2 * MAX_BYTES)
        else:
            return data
        unpacked: bytes = unpacker.decompress(data, MAX_BYTES + 1)
        if len(unpacked) <= MAX_BYTES and (not unpacker.eof or unpacker.unused_data):
            raise EOFError("cut short, or something follows")
        return unpacked
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
    except (EOFError, zlib.error, lzma.LZMAError) as error:
        reason = f"the packed data are damaged ({error})"
    raise Malformed(f"{os.fspath(path)!r:.200} cannot be read: {reason}")


def _read(path: str) -> bytes:
    """A pipe that no program has opened to write to is not waited for."""
    at_once = getattr(os, "O_NONBLOCK", 0)  # Windows has no such pipes

    def opener(path: str, flags: int) -> int:
        return os.dup(0) if path == "-" else os.open(path, flags | at_once)

    first: bytes | None = None
    with open(path, "rb", opener=opener) as file:
        is_pipe = stat.S_ISFIFO(os.fstat(file.fileno()).st_mode)
        if is_pipe and not select.select([file], [], [], 1)[0]:
            first = file.raw.read(1)  # None where somebody writes, but has not yet
            if first == b"":
                raise OSError(0, "no program writes to this pipe")
        if at_once:
            os.set_blocking(file.fileno(), True)
        return (first or b"") + file.read(MAX_BYTES + 1)


def text_of(data: bytes, most: int = MAX_BYTES) -> tuple[str, str]:
    """The text before the last line, and what the last line has after its first word, `end`.

    `Malformed` when the bytes are not printable ASCII, too many, or in too many or too long lines.
    """
    if len(data) > most:
        raise Malformed(f"longer than {most} bytes")
    if odd := data.translate(None, bytes(range(32, 127)) + b"\n"):
        line = data.count(b"\n", 0, data.index(odd[:1])) + 1
        raise Malformed(f"line {line}: the byte {odd[0]:#04x}, which is not in printable ASCII")
    if data.count(b"\n") > 8 * MAX_LINES or max(map(len, data.split(b"\n"))) > MAX_LINE:
        raise Malformed(f"too many lines, or one of more than {MAX_LINE} bytes")
    text, _, last = data.decode("ascii").rpartition("\nend ")
    return f"{text}\n", last


def check_end(text: str, last: str) -> None:
    """`Malformed` unless the last line is the digest of the text before it."""
    if last != hashlib.sha256(text.encode()).hexdigest() + "\n":
        raise Malformed("the last line is not 'end' and the digest of all bytes before it")


def branches_of(lines: Iterable[str], where: str = "") -> list[Branch]:
    """The polynomials of lines `branch C0 C1 ...`, ascending coefficients.

    `Malformed`, beginning with *where*, for fractions not in lowest terms and for a last 0, so that
    each polynomial is written in one way only.
    """
    branches = [line.split(" ")[1:] for line in lines]
    for branch in branches:
        if [str(Fraction(c)) for c in branch] != branch or (len(branch) > 1 and branch[-1] == "0"):
            raise Malformed(f"{where}a fraction not in lowest terms, or a last 0")
    return [tuple(map(Fraction, branch)) for branch in branches]


def value_of(branches: list[Branch], n: int) -> Fraction:
    """The value at n of the branch for n modulo the number of branches."""
    return sum((c * n**i for i, c in enumerate(branches[n % len(branches)])), Fraction(0))
