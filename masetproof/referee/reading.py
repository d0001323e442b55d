"""From a file to what its lines say, by the grammar, and why nothing is verified.

All integers are within their ranges when a certificate has been parsed; what patterns and covers
mean is verified later.
"""

import hashlib
import lzma
import os
import re
import stat
import zlib
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
STAR, BLANK = 62, 63
MAX_BYTES, MAX_MEMBERS, MAX_QUESTIONS, MAX_CLAUSES = 1 << 23, 5_000, 100_000, 256
N = "(?:0|[1-9][0-9]{0,5})"
Q = "(?:0|-?[1-9][0-9]{0,99})(?:/[1-9][0-9]{0,99})?"
HEAD = re.compile(
    "masetproof short proof 1\ngame (mastermind|ab)\npegs ([23])\nperiod ([1-9]|1[0-2])\n"
    f"base ([1-9][0-9]?|[1-9][0-9][0-9])\nclauses ([1-9]|[1-3][0-9])\nsecrets ([1-9]|[1-3][0-9])\n"
    f"valid-from ({N})\n((?:branch {Q}(?: {Q}){{0,4}}\n){{1,12}})"
    f"((?:exception {N} [1-9][0-9]{{0,99}}\n){{0,99}})members ({N})\n"
)
GROUP = re.compile(f"({N})\\.([0-2]{{2,3}})\\.([0-9A-Z]{{0,36}})")


class Unverified(ValueError):
    """Nothing is verified, for one short reason."""


class Rejected(Unverified):
    """The certificate can be read, but what it claims is not established."""


class Malformed(Unverified):
    """The certificate cannot be read: no such file, grammar, digest, limits."""


Clause = tuple[int, ...]


class Group(NamedTuple):
    """A member inside a part: cell j of the image of a clause is colours[clause[columns[j]]]."""

    member: int
    columns: tuple[int, ...]
    colours: tuple[int, ...]


class Listed(NamedTuple):
    """A question on a member, and for some answers the covers of the part, each of some groups."""

    member: int
    question: Clause
    covers: dict[int, list[list[Group]]]
    line: int


class Certificate(NamedTuple):
    """What a certificate says.

    clauses, secrets: how far the table of counts goes.
    """

    game: str
    pegs: int
    period: int
    base: int
    clauses: int
    secrets: int
    valid_from: int
    branches: list[tuple[Fraction, ...]]
    exceptions: dict[int, int]
    members: list[tuple[Clause, ...]]
    questions: list[Listed]
    digest: str


def read(path: str | os.PathLike[str]) -> bytes:
    """What a regular file holds, unpacked if it is an xz or a gzip file; never too much of it."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise OSError(0, "not a regular file")
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
        if data[:2] == b"\x1f\x8b":
            unpacker: Any = zlib.decompressobj(wbits=31)
        elif data[:6] == b"\xfd7zXZ\0":
            unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=1 << 27)
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


def is_short(path: str | os.PathLike[str]) -> bool:
    """Whether a file begins as a short proof does; False for what cannot be read."""
    try:
        return read(path).startswith(b"masetproof short proof ")
    except Malformed:
        return False


def text_of(data: bytes) -> str:
    """All lines but the last, which must be their digest; `Malformed` when it is not."""
    if len(data) > MAX_BYTES or data.translate(None, bytes(range(32, 127)) + b"\n"):
        raise Malformed(f"longer than {MAX_BYTES} bytes, or not in printable ASCII")
    body, _, last = data.rpartition(b"\nend ")
    digest = hashlib.sha256(body + b"\n").hexdigest()
    if last != f"{digest}\n".encode():
        raise Malformed("the last line is not 'end' and the digest of all bytes before it")
    return body.decode("ascii") + "\n"


def parse(data: bytes) -> Certificate:
    """The certificate of version 1; `Malformed` when it is none."""
    text = text_of(data)
    head = HEAD.match(text)
    if head is None:
        raise Malformed("its first lines are not those of the grammar")
    lines = text[head.end() :].splitlines()
    count = int(head[10])
    place = text.count("\n", 0, head.end()) + 1  # of the first line after the head, from 1
    if not 0 < count <= MAX_MEMBERS or len(lines) <= count:
        raise Malformed("too many members, or fewer than there are said to be")
    pegs = int(head[2])
    asked = re.fullmatch(f"questions ({N})", lines[count])
    if asked is None or int(asked[1]) != len(lines) - count - 1 or int(asked[1]) > MAX_QUESTIONS:
        raise Malformed("not the number of questions that there are said to be")
    exceptions = [(int(n), int(x)) for _, n, x in map(str.split, head[9].splitlines())]
    if any(one >= other for (one, _), (other, _) in pairwise(exceptions)):
        raise Malformed("the exceptions are not in ascending order")
    period, base, clauses, secrets, valid_from = map(int, head.group(3, 4, 5, 6, 7))
    return Certificate(
        head[1],
        pegs,
        period,
        base,
        clauses,
        secrets,
        valid_from,
        [tuple(map(Fraction, line.split(" ")[1:])) for line in head[8].splitlines()],
        dict(exceptions),
        [_pattern(line, pegs, place + i) for i, line in enumerate(lines[:count])],
        [_listed(line, pegs, place + i) for i, line in enumerate(lines) if i > count],
        hashlib.sha256(data).hexdigest(),
    )


def _cells(text: str) -> Clause:
    return tuple(
        STAR if one == "*" else BLANK if one == "a" else SYMBOLS.index(one) for one in text
    )


def _pattern(line: str, pegs: int, number: int) -> tuple[Clause, ...]:
    """A member: different clauses, whose colours are just 0, ..., k - 1."""
    clause = f"[0-9A-Z*]{{{pegs}}}"
    if not re.fullmatch(f"{{{clause}(\\|{clause}){{0,{MAX_CLAUSES - 1}}}}}", line):
        raise Malformed(f"line {number}: not a pattern")
    clauses = tuple(_cells(one) for one in line[1:-1].split("|"))
    colours = {cell for one in clauses for cell in one} - {STAR}
    if len(set(clauses)) < len(clauses) or colours != set(range(len(colours))):
        raise Malformed(f"line {number}: a clause twice, or colours that are left out")
    return clauses


def _listed(line: str, pegs: int, number: int) -> Listed:
    """A question with its covers."""
    head, *rest = line.split(" ")[1:] or [""]
    member = line.split(" ")[0]
    if not re.fullmatch(N, member) or not re.fullmatch(f"[0-9A-Za]{{{pegs}}}", head):
        raise Malformed(f"line {number}: not a member and a question")
    covers: dict[int, list[list[Group]]] = {}
    for part in rest:
        answer, _, choices = part.partition(":")
        groups = [[GROUP.fullmatch(one) for one in x.split("+")] for x in choices.split("|")]
        if not re.fullmatch("[0-9]", answer) or int(answer) in covers or len(groups) > 9:
            raise Malformed(f"line {number}: not an answer with its covers")
        covers[int(answer)] = []
        for cover in groups:
            covers[int(answer)].append([])
            for match in cover:
                if match is None or sorted(match[2]) != [*map(str, range(pegs))]:
                    raise Malformed(f"line {number}: not a group of a cover")
                columns = tuple(map(int, match[2]))
                covers[int(answer)][-1].append(Group(int(match[1]), columns, _cells(match[3])))
    return Listed(int(member), _cells(head), covers, number)
