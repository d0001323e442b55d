"""The grammar of bounds of the worst case; docs/certificates.md, "Bounds of the worst case"."""

import re
from typing import NamedTuple

from .reading import Malformed
from .shortreading import (
    AskedRange,
    Clause,
    Clauses,
    Image,
    N,
    StrategyPlace,
    cells_of,
    clauses_of,
    image_in,
    numbers_of,
    parse_lines,
)

MAX_BYTES, MAX_CLAUSES = 1 << 24, 1024
SECTIONS = {"patterns": 50_000, "parts": 500_000, "strategy": 50_000}
V = "[1-9][0-9]{0,2}"
M = f"(?:0|{V})"
HEAD = re.compile(
    "masetproof worst bounds 1\ngame (mastermind|ab|black-peg)\npegs (?P<pegs>[2-5])\n"
    f"start ({M})\n((?:class {M} {V} {V}\n){{1,5}})((?:small {M} {V} {V}\n){{0,999}})"
    f"((?:searched exact {M} {V}\n){{0,99}})((?:searched with {M} {V}\n){{1,99}})"
)
PLACE = re.compile(f"({N})\\.([0-9]{{1,5}})\\.([0-4]{{1,5}})")
SOME = f"{M}(?:-(?:{M})?(?:/[2-5])?)?"
ASKED = re.compile(f"([0-9A-Za]{{2,5}}):({SOME}(?:,{SOME})*)")


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
        [_place(*line, alphabets=alphabets) for line in strategy],
    )


def _place(line: str, pegs: int, number: int, alphabets: int) -> StrategyPlace:
    name, *texts = line.split(" ")
    match, asked = PLACE.fullmatch(name), [ASKED.fullmatch(text) for text in texts]
    if match is None or not asked or {len(match[2]), len(match[3])} != {alphabets}:
        raise Malformed(f"line {number}: not a place of the strategy")
    questions = list[AskedRange]()
    for one in asked:
        if one is None or len(one[1]) != pegs:
            raise Malformed(f"line {number}: not questions with their ranges")
        questions += [_range(cells_of(one[1]), text) for text in one[2].split(",")]
    offsets, excluded = (tuple(map(int, match[i])) for i in (2, 3))
    return StrategyPlace(int(match[1]), offsets, excluded, questions, number)


def _range(cells: Clause, text: str) -> AskedRange:
    """A question with a range like ``3-7``, ``3`` for one number, ``3-/4`` for 3, 7, 11, ...."""
    text, _, step = text.partition("/")
    first, dash, last = text.partition("-")
    until = int(last or first) if last or not dash else None
    return AskedRange(cells, int(first), until, int(step or 1))
