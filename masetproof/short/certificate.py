"""Writing short proofs; docs/short-proofs.md fixes the format and what it means."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from masetproof.patterns.pattern import MasetPattern
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.short.covering import Covered, Placed
from masetproof.words import SYMBOLS, word_text

_Head = tuple[str, int, int, int, int]
"""The game, pegs, the base, and how many clauses and secrets the table of counts has."""


def certificate(
    head: _Head,
    formula: Formula,
    members: Sequence[MasetPattern],
    covered: Sequence[Covered],
) -> bytes:
    """The certificate of a short proof."""
    lines = _lines(head, formula, members, covered)
    body = "".join(f"{line}\n" for line in lines).encode("ascii")
    return body + f"end {hashlib.sha256(body).hexdigest()}\n".encode()


def _lines(
    head: _Head,
    formula: Formula,
    members: Sequence[MasetPattern],
    covered: Sequence[Covered],
) -> Iterator[str]:
    game, pegs, base, clauses, secrets = head
    yield "masetproof short proof 1"
    yield f"game {game}"
    yield f"pegs {pegs}"
    yield f"period {pegs}"
    yield f"base {base}"
    yield f"clauses {clauses}"
    yield f"secrets {secrets}"
    yield f"valid-from {formula.valid_from}"
    for branch in formula.branches:
        yield f"branch {' '.join(map(str, branch))}"
    for n, value in sorted(formula.exceptions.items()):
        yield f"exception {n} {value}"
    yield f"members {len(members)}"
    yield from map(str, members)
    yield f"questions {len(covered)}"
    for one in covered:
        covers = (f"{answer}:{'|'.join(map(_text, some))}" for answer, some in one.covers.items())
        yield " ".join([str(one.member), word_text(one.question), *covers])


def _text(group: Placed) -> str:
    """The member, the columns and the colours of a group."""
    columns = "".join(map(str, group.columns))
    return f"{group.member}.{columns}.{''.join(SYMBOLS[colour] for colour in group.colours)}"
