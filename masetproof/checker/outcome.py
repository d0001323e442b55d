"""What is verified, or why nothing is: the outcomes of a check."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, NoReturn

MAX_REASON = 400  # characters


class Unverified(ValueError):
    """Nothing is verified, for one short reason; of this class itself for a wrong argument."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason if len(reason) <= MAX_REASON else f"{reason[: MAX_REASON - 3]}...")


class Rejected(Unverified):
    """The certificate can be read, but what it claims is not established."""


class Malformed(Unverified):
    """The certificate cannot be read: no such file, grammar, digests, sizes, version, limits."""


def rejected(section: str, line: int, reason: str) -> NoReturn:
    """Reject, naming the section and its line, counted from 1."""
    raise Rejected(f"section {section}, line {line}: {reason}")


def same_lines(
    section: str, given: Sequence[Any], computed: Sequence[Any], lines: Iterable[int]
) -> None:
    """The lines of a section, of those numbers, are those computed."""
    pairs = zip_longest(given, computed, fillvalue="the end")
    for line, (a, b) in zip(lines, pairs, strict=False):
        if a != b:
            rejected(section, line, f"{a}, but computed is {b}")


def counted(count: int, noun: str) -> str:
    """A number of things."""
    return f"{count} {noun}{'s' * (count != 1)}"


@dataclass(frozen=True)
class Verified:
    """A verified theorem; the SHA-256 of its certificate (unpacked); counts of what was redone."""

    words: str
    symbols: str
    game: str
    pegs: int
    reading: str
    objective: str
    digest: str
    patterns: int
    questions: int
    equations: int
    seconds: float
