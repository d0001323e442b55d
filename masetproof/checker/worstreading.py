"""The grammar of bounds of the worst case; docs/certificates.md, "Bounds of the worst case"."""

import re
from typing import NamedTuple

from .shortreading import (
    Clauses,
    Image,
    M,
    StrategyPlace,
    V,
    clauses_of,
    image_in,
    numbers_of,
    parse_lines,
    place_of,
)

MAX_BYTES, MAX_CLAUSES = 1 << 24, 1024
SECTIONS = {"patterns": 50_000, "parts": 500_000, "strategy": 50_000}
HEAD = re.compile(
    "masetproof worst bounds 1\ngame (mastermind|ab|black-peg)\npegs (?P<pegs>[2-5])\n"
    f"start ({M})\n((?:class {M} {V} {V}\n){{1,5}})((?:small {M} {V} {V}\n){{0,999}})"
    f"((?:searched exact {M} {V}\n){{0,99}})((?:searched with {M} {V}\n){{1,99}})"
)


class WorstCertificate(NamedTuple):
    """Bounds of the worst case, a strategy, and values that are trusted.

    start: from there on the worst case of the strategy grows by at most one with each shift.
    classes: of each the least n, and both bounds there.  small: both bounds by n.  exact, blank:
    worst cases by n that searches found, of the real game and in the reading `with`.
    """

    game: str
    pegs: int
    start: int
    classes: dict[int, tuple[int, int]]
    small: dict[int, tuple[int, int]]
    exact: dict[int, int]
    blank: dict[int, int]
    patterns: list[Clauses]
    parts: list[Image]
    strategy: list[StrategyPlace]


def parse_worst(data: bytes) -> WorstCertificate:
    """The certificate of a text; `Malformed` when it is none."""
    head, (patterns, parts, strategy) = parse_lines(data, HEAD, SECTIONS, MAX_BYTES)
    game, pegs = head[1], int(head["pegs"])
    alphabets = pegs if game == "black-peg" else 1
    classes, small = ({n: (low, high) for n, (low, high) in numbers_of(head[i])} for i in (4, 5))
    searched = [re.sub("searched ", "", head[i]) for i in (6, 7)]
    exact, blank = ({n: value for n, (value,) in numbers_of(text)} for text in searched)
    return WorstCertificate(
        game,
        pegs,
        int(head[3]),
        classes,
        small,
        exact,
        blank,
        [clauses_of(*line, alphabets=alphabets, most=MAX_CLAUSES) for line in patterns],
        [image_in(*line, alphabets=alphabets) for line in parts],
        [place_of(*line, alphabets=alphabets) for line in strategy],
    )
