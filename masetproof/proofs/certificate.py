"""Writing certificates; `docs/certificates.md` fixes the format and what it means."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from io import TextIOBase
from typing import BinaryIO

from masetproof.arguments import Refused, as_instance, shown
from masetproof.patterns.isomorphism import automorphisms
from masetproof.proofs.theorem import Theorem
from masetproof.words import SYMBOLS

__all__ = ["write_certificate"]

VERSION = 1


def write_certificate(theorem: Theorem, file: BinaryIO) -> str:
    """Write the certificate of *theorem* to a binary file; returns the SHA-256 of the whole file.

    The same theorem, the same bytes.  `Refused` when *theorem* is none, or *file* none to write
    bytes to; `OSError` when it cannot be written.
    """
    as_instance(Theorem, theorem, "what a certificate is of")
    if isinstance(file, TextIOBase) or not callable(getattr(file, "write", None)):
        raise Refused(
            f"a certificate is written to a file that is open for bytes, not {shown(file)}"
        )
    whole = hashlib.sha256()

    def write(data: bytes) -> None:
        whole.update(data)
        file.write(data)

    write(f"masetproof certificate {VERSION}\n".encode())
    for name, lines in (
        ("claim", _claim(theorem)),
        ("patterns", map(str, theorem.closure.patterns)),
        ("masets", map(str, _masets(theorem))),
        ("automorphisms", _automorphisms(theorem)),
        ("parts", _parts(theorem)),
        ("functions", _functions(theorem)),
        ("values", (f"{n} {value}" for n, value in theorem.values.items())),
    ):
        body, count = _body(lines)
        digest = hashlib.sha256(body).hexdigest()
        write(f"section {name} {count} {digest}\n".encode())
        write(body)
    write(f"end {whole.hexdigest()}\n".encode())
    return whole.hexdigest()


def _body(lines: Iterable[str]) -> tuple[bytes, int]:
    encoded = [line.encode("ascii") + b"\n" for line in lines]
    return b"".join(encoded), len(encoded)


def _claim(theorem: Theorem) -> Iterator[str]:
    system, formula, claim = theorem.system, theorem.formula, theorem.induction.claim
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
    for number, pattern in enumerate(theorem.closure.patterns):
        for witness in automorphisms(pattern):
            yield f"{number} {_word(witness.columns)} {_word(witness.colours)}"


def _parts(theorem: Theorem) -> Iterator[str]:
    closure = theorem.closure
    parts = closure.identifications
    pattern_colours = [pattern.colours for pattern in closure.patterns]
    maset_colours = [maset.colours for maset in closure.explicit]
    for pattern, explicit, columns, colours in zip(
        parts.pattern.tolist(),
        parts.explicit.tolist(),
        parts.columns.tolist(),
        parts.colours.tolist(),
        strict=True,
    ):
        if pattern >= 0:
            yield f"p {pattern} {_word(columns)} {_word(colours[: pattern_colours[pattern]])}"
        else:
            yield f"m {explicit} {_word(columns)} {_word(colours[: maset_colours[explicit]])}"


def _functions(theorem: Theorem) -> Iterator[str]:
    system = theorem.system
    for pattern, level, rows in zip(
        system.pattern.tolist(),
        system.level.tolist(),
        theorem.induction.claim.differences.tolist(),
        strict=True,
    ):
        groups = " ".join(": " + " ".join(map(str, row)) for row in rows)
        yield f"{pattern} {level} {groups}"


def _word(cells: Iterable[int]) -> str:
    return "".join(SYMBOLS[cell] for cell in cells) or "-"
