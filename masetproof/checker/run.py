"""A certificate from its file to its verdict, and the command line."""

import hashlib
import json
import lzma
import os
import stat
import sys
import time
import zlib
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from .grammar import parse
from .outcome import Malformed, Rejected, Unverified, Verified, counted, rejected, same_lines
from .proof import Progress, Proof
from .rules import MAX_BYTES, MAX_LINES
from .statement import check_formula, check_sentences


def verify(data: bytes, progress: Progress) -> Verified:
    """All obligations of docs/certificates.md."""
    start = time.monotonic()
    claim, lines = parse(data)
    proof = Proof(claim, lines, len(data), progress)
    check_sentences(claim)
    proof.check_masets()
    proof.check_witnesses()
    proof.read_functions()
    tables = proof.close()
    reached = proof.reach(tables)
    places = np.flatnonzero(reached[: len(proof.patterns) * len(claim.levels)]).tolist()
    states = [divmod(place, len(claim.levels)) for place in places]
    same_lines("functions", proof.states, states, [*proof.heads, proof.heads[-1] + 1])
    proof.derive(tables, reached)
    proof.compute_base()
    proof.check_induction()
    for n in range(claim.base, claim.base + claim.period):
        if proof.whole(n, claim.period) is None:
            rejected("claim", 7, f"no polynomial for n = {n} + {claim.period} t")
    first = claim.pegs if claim.distinct else 1  # the least n with a secret
    check_formula(claim, first, proof)
    values = [(n, proof.value(n)) for n in range(first, claim.first + claim.period)]
    same_lines("values", lines["values"], values, range(1, MAX_LINES + 2))
    stated = (claim.words, claim.symbols, claim.game, claim.pegs, claim.reading, claim.objective)
    counts = (len(proof.patterns), proof.questions, proof.equations)
    seconds = round(time.monotonic() - start, 3)
    return Verified(*stated, hashlib.sha256(data).hexdigest(), *counts, seconds)


def read(path: str | os.PathLike[str]) -> bytes:
    """What a regular file holds, unpacked if it begins as gzip and xz files do.

    A pipe would have to be waited for. Of what is too long, one byte too many is read.
    """
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise OSError(0, "not a regular file")
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
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


def check(path: str | os.PathLike[str], progress: Progress | None = None) -> Verified:
    """Verify the certificate in the file *path*; *progress* is called with stage, done and total.

    Raises Rejected or Malformed with the reason, or their base class Unverified (a ValueError) for
    an argument of another type.

    >>> with open("proof.cert", "wb") as file:
    ...     digest = write_certificate(prove("ab", 1), file)
    >>> check("proof.cert").words.partition(":")[0]
    'AB game with 1 peg and n colours, questions use the legal colours, excluded ones too'
    """
    if not (isinstance(path, str | os.PathLike) and (progress is None or callable(progress))):
        raise Unverified("check takes the path of a file and, if wanted, a function for progress")
    data = read(path)
    try:
        return verify(data, progress or (lambda stage, done, total: None))
    except (MemoryError, RecursionError):
        raise Malformed("too large for this machine") from None


def complain(sentence: str) -> int:
    """One line on standard error, if there is one."""
    if sys.stderr is not None:
        print(sentence, file=sys.stderr)
    return 2


def main(argv: Sequence[str] | None = None, program: str = "") -> int:
    """The exit status, as docs/certificates.md has it. Complaints begin with *program*."""
    arguments = [*(sys.argv[1:] if argv is None else argv)]
    files = [argument for argument in arguments if argument != "--json"]
    if len(files) != 1 or files[0].startswith("-"):
        return complain("usage: checker FILE [--json], where FILE is a masetproof certificate")
    status, text, result = 0, "", dict[str, Any](verified=False, theorem=None)
    try:
        found = check(files[0])
        result = {"verified": True, "theorem": found.words, **asdict(found)}
        text = f"verified: {found.words}\n{found.symbols}\nrecomputed: "
        text += f"{counted(found.patterns, 'pattern')}, {counted(found.questions, 'question')}, "
        text += f"{counted(found.equations, 'equation')}, {found.seconds:.1f} s\n"
        text += f"sha256 of the certificate: {found.digest}"
    except Rejected as error:
        status, text, result["reason"] = 1, f"rejected: {error}", str(error)
    except Malformed as error:
        status, result["reason"] = complain(f"{program}malformed: {error}"), str(error)
    except KeyboardInterrupt:
        return 130
    try:
        if "--json" in arguments or text:
            print(json.dumps(result) if "--json" in arguments else text, flush=True)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the flush at the end
        if not isinstance(error, BrokenPipeError):
            return complain(f"{program}cannot write the output: {error.strerror or error}")
        return 141
    return status
