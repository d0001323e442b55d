"""Writing certificates; `docs/certificates.md` fixes the format and what it means."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from io import TextIOBase
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_instance, shown
from masetproof.proofs.column_certificate import column_sections
from masetproof.proofs.columns import ColumnTheorem
from masetproof.proofs.statement import as_theorem
from masetproof.proofs.theorem import OneIndexTheorem, Theorem
from masetproof.words import SYMBOLS

__all__ = ["write_certificate"]

VERSION = 1
COLUMN_VERSION = 2
"""Where each column has an alphabet of its own."""


def write_certificate(theorem: Theorem, file: BinaryIO) -> str:
    """Write the certificate of *theorem* to a binary file; returns the SHA-256 of the whole file.

    The same theorem, the same bytes.  `Refused` when *theorem* is none, or *file* none to write
    bytes to; `OSError` when it cannot be written.

    >>> with open("proof.cert", "wb") as file:
    ...     digest = write_certificate(prove("ab", 1), file)
    >>> len(digest)
    64
    """
    as_theorem(theorem, "what a certificate is of")
    if isinstance(file, TextIOBase) or not callable(getattr(file, "write", None)):
        raise Refused(
            f"a certificate is written to a file that is open for bytes, not {shown(file)}"
        )
    whole = hashlib.sha256()

    def write(data: bytes) -> None:
        whole.update(data)
        file.write(data)

    version, sections = _sections(theorem)
    write(f"masetproof certificate {version}\n".encode())
    for name, lines in sections:
        body, count = _body(lines)
        digest = hashlib.sha256(body).hexdigest()
        write(f"section {name} {count} {digest}\n".encode())
        write(body)
    write(f"end {whole.hexdigest()}\n".encode())
    return whole.hexdigest()


def _sections(theorem: Theorem) -> tuple[int, list[tuple[str, Iterable[str]]]]:
    """The version, and the sections in their order."""
    values = (f"{n} {value}" for n, value in theorem.values.items())
    if isinstance(theorem, ColumnTheorem):
        version, sections = COLUMN_VERSION, column_sections(theorem)
    else:
        version, sections = (
            VERSION,
            _one_index_sections(as_instance(OneIndexTheorem, theorem, "a theorem")),
        )
    return version, [("claim", _claim(theorem)), *sections, ("values", values)]


def _one_index_sections(theorem: OneIndexTheorem) -> list[tuple[str, Iterable[str]]]:
    """The sections between claim and values, in their order."""
    return [
        ("patterns", map(str, theorem.closure.patterns)),
        ("masets", map(str, _masets(theorem))),
        ("automorphisms", _automorphisms(theorem)),
        ("parts", _parts(theorem)),
        ("functions", _functions(theorem)),
    ]


def _body(lines: Iterable[str]) -> tuple[bytes, int]:
    listed = [*lines, ""]
    return "\n".join(listed).encode("ascii"), len(listed) - 1


def _claim(theorem: Theorem) -> Iterator[str]:
    system, formula, claim = theorem.system, theorem.formula, theorem.claim
    yield f"game {theorem.closure.game.name}"
    yield f"pegs {theorem.closure.pegs}"
    yield f"reading {system.reading.value}"
    yield f"objective {system.objective.value}"
    yield f"period {claim.period}"
    yield f"degree {claim.degree}"
    yield f"base {claim.base}"
    yield f"valid-from {formula.valid_from}"
    for branch in formula.branches:
        yield "branch " + " ".join(map(str, branch))
    for n, value in formula.exceptions.items():
        yield f"exception {n} {value}"
    yield f"words {theorem.words()}"
    yield f"symbols {theorem.symbols()}"


def _masets(theorem: Theorem) -> tuple[object, ...]:
    """The explicit masets that parts of patterns are; those of smaller parts come after them."""
    explicit = theorem.closure.identifications.explicit
    return theorem.closure.explicit[: int(explicit.max(initial=-1)) + 1]


def _automorphisms(theorem: Theorem) -> Iterator[str]:
    closure = theorem.closure
    group = closure.automorphisms
    colours = np.array([pattern.colours for pattern in closure.patterns])[group.pattern]
    for number, witness in zip(
        group.pattern.tolist(), _witnesses(group.columns, group.colours, colours), strict=True
    ):
        yield f"{number} {witness}"


def _parts(theorem: Theorem) -> Iterator[str]:
    parts = theorem.closure.identifications
    is_pattern = parts.pattern >= 0
    # The number -1 is that of the last one here, which is not used.
    pattern_colours = [pattern.colours for pattern in theorem.closure.patterns]
    maset_colours = [maset.colours for maset in theorem.closure.explicit] or [0]
    colours = np.where(
        is_pattern,
        np.array(pattern_colours)[parts.pattern],
        np.array(maset_colours)[parts.explicit],
    )
    for kind, number, witness in zip(
        np.where(is_pattern, "p", "m").tolist(),
        np.where(is_pattern, parts.pattern, parts.explicit).tolist(),
        _witnesses(parts.columns, parts.colours, colours),
        strict=True,
    ):
        yield f"{kind} {number} {witness}"


def _functions(theorem: OneIndexTheorem) -> Iterator[str]:
    system, claim = theorem.system, theorem.induction.claim
    line = "%d %d" + (" :" + " %d" * (claim.degree + 1)) * claim.period
    rows = claim.differences.reshape(len(claim.differences), -1).tolist()
    for pattern, level, row in zip(
        system.pattern.tolist(), system.level.tolist(), rows, strict=True
    ):
        yield line % (pattern, level, *row)


def _witnesses(
    columns: NDArray[np.uint8], colours: NDArray[np.uint8], counts: NDArray[np.int64]
) -> Iterator[str]:
    """The words of witnesses, of which the second ones have so many cells."""
    symbols = np.frombuffer(SYMBOLS.encode("ascii"), np.uint8)
    pegs, most = columns.shape[1], colours.shape[1]
    first, second = (symbols[cells].tobytes().decode("ascii") for cells in (columns, colours))
    for row, count in enumerate(counts.tolist()):
        start = row * most
        yield f"{first[row * pegs : (row + 1) * pegs]} {second[start : start + count] or '-'}"
