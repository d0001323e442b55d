"""All equations of a theorem that is too large for one document, in compressed volumes.

Each volume is a LaTeX document of its own with some hundred patterns, written whole before the
next one begins, so that memory is bounded.  A volume that is already there for the same
certificate is kept: a run that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import contextlib
import gzip
import os
import zlib
from pathlib import Path

from masetproof._version import __version__
from masetproof.arguments import Refused
from masetproof.files import read_file, whole_file, write_text
from masetproof.progress import Progress, silent
from masetproof.proofs.theorem import Theorem
from masetproof.reports import latex
from masetproof.reports.document import MACROS, context_of
from masetproof.reports.listing import pattern_sections

__all__ = ["write_volumes"]

_PATTERNS = 100
_HEAD = b"% masetproof "
_MACROS_HEAD = b"% What the listings of masetproof are written with."
_DAMAGE = (OSError, EOFError, zlib.error)


def write_volumes(
    theorem: Theorem,
    directory: Path,
    digest: str,
    progress: Progress = silent,
    patterns: int | None = None,
) -> list[Path]:
    """Write the volumes of the first *patterns* patterns (default: all); returns the files.

    digest: of the certificate, which each volume names.  `Refused`, before anything is written,
    when a file is there that begins like no volume.
    """
    directory.mkdir(exist_ok=True)
    context = context_of(theorem, digest, "")
    total = len(theorem.closure.patterns) if patterns is None else patterns
    macros = directory / MACROS
    firsts = range(0, total, _PATTERNS)
    files = [directory / f"patterns-{first:05}.tex.gz" for first in firsts]
    for path in files:
        if os.path.lexists(path) and not _first_line(path).startswith(_HEAD):
            raise Refused(f"{path} is no volume of masetproof, so it is not replaced")
    if os.path.lexists(macros) and not _first_line(macros).startswith(_MACROS_HEAD):
        raise Refused(f"{macros} was not made by masetproof, so it is not replaced")
    write_text(macros, latex.shipped(MACROS))
    for first, path in zip(firsts, files, strict=True):
        chosen = range(first, min(first + _PATTERNS, total))
        if not _is_finished(path, digest):
            with (
                whole_file(path) as raw,
                gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as file,
            ):
                last = {"first": first, "last": chosen[-1]}
                file.write(latex.rendered("volume.tex.jinja", context | last).encode())
                for section in pattern_sections(theorem, chosen):
                    text = latex.rendered("pattern.tex.jinja", context | {"section": section})
                    file.write(text.encode())
                file.write(b"\\end{mptBody}\n\\end{document}\n")
        progress("listing of patterns", chosen.stop, total)
    return [*files, macros]


def _first_line(path: Path) -> bytes:
    """The beginning of a file, compressed or not; empty when it cannot be read."""
    with contextlib.suppress(*_DAMAGE):
        if path.is_file():
            with read_file(path) as raw:
                file = gzip.GzipFile(fileobj=raw) if path.suffix == ".gz" else raw
                return file.readline(200)
    return b""


def _is_finished(path: Path, digest: str) -> bool:
    """Whether there is a whole volume for that certificate, from this version."""
    with contextlib.suppress(*_DAMAGE), read_file(path) as raw:
        file = gzip.GzipFile(fileobj=raw)
        wanted = f"% masetproof {__version__}, certificate {digest}\n"
        is_wanted = file.readline() == wanted.encode()
        while file.read(1 << 20):
            pass  # to the end, which has the checksum
        return is_wanted
    return False
