"""The grammar of version 2: black-peg Mastermind with the same number of colours in each column.

Explicit colours of each column are numbered by themselves.  All integers are within their ranges
and all columns are permutations when a certificate has been parsed; whether a line names a pattern
that is there, and what it means, is verified later.
"""

import hashlib
import re
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from .reading import BLANK, STAR, SYMBOLS, Clause, Malformed, N, Q, text_of

MOST = {
    "patterns": 6_000,
    "symmetries": 100_000,
    "parts": 200_000,
    "states": 200_000,
    "strategy": 20_000,
}
MOST_CLAUSES, MOST_COLOURS, MOST_BASE = 64, 24, 200
HEAD = re.compile(
    "masetproof short proof 2\ngame black-peg\npegs ([234])\nfull ([0-9]|1[0-2]) ([1-5])\n"
    f"base ([1-9][0-9]{{0,2}})\nvalid-from ({N})\nbranch ({Q}(?: {Q}){{0,9}})\n"
    f"((?:exception {N} [1-9][0-9]{{0,99}}\n){{0,200}})"
    f"((?:between {N} [1-9][0-9]{{0,99}} [1-9][0-9]{{0,99}}\n){{0,200}})"
)
CELLS = {**{one: number for number, one in enumerate(SYMBOLS)}, "*": STAR, "a": BLANK}
Columns = tuple[int, ...]


class Image(NamedTuple):
    """A pattern in other names: cell j of a clause is colours[j] of its cell columns[j]."""

    pattern: int
    columns: Columns
    colours: tuple[Clause, ...]
    line: int


class State(NamedTuple):
    """A pattern with n - a_j implicit colours in column j; asked, or averaged by a column.

    column: -1 if it is asked.
    """

    pattern: int
    offsets: Columns
    column: int
    line: int


class Asked(NamedTuple):
    """A question that is asked for first <= n <= last, or for all from there on if last is None."""

    cells: Clause
    first: int
    last: int | None


class Place(NamedTuple):
    """Where a strategy may come: a state, and the columns that have an excluded colour."""

    pattern: int
    offsets: Columns
    excluded: Columns
    questions: list[Asked]
    line: int


class BandCertificate(NamedTuple):
    """What a certificate of version 2 says.

    full, wide: up to n = full all patterns are asked at all offsets <= wide.
    """

    pegs: int
    full: int
    wide: int
    base: int
    valid_from: int
    branch: tuple[Fraction, ...]
    exceptions: dict[int, int]
    between: dict[int, tuple[int, int]]
    patterns: list[tuple[Clause, ...]]
    symmetries: list[Image]
    parts: list[Image]
    states: list[State]
    strategy: list[Place]
    digest: str


def parse_band(data: bytes) -> BandCertificate:
    """The certificate of version 2; `Malformed` when it is none."""
    text = text_of(data)
    head = HEAD.match(text)
    if head is None or int(head[4]) > MOST_BASE:
        raise Malformed("its first lines are not those of the grammar")
    pegs, lines = int(head[1]), text.splitlines()
    place = text.count("\n", 0, head.end())
    sections = dict[str, tuple[list[str], int]]()
    for name, most in MOST.items():
        said = re.fullmatch(f"{name} ({N})", lines[place]) if place < len(lines) else None
        if said is None or int(said[1]) > min(most, len(lines) - place - 1):
            raise Malformed(f"line {place + 1}: not '{name}' and how many of at most {most} follow")
        sections[name] = lines[place + 1 : place + 1 + int(said[1])], place + 2
        place += 1 + int(said[1])
    if place < len(lines) or not sections["patterns"][0]:
        raise Malformed("there are no patterns, or something follows the strategy")
    exceptions = [[*map(int, line.split(" ")[1:])] for line in head[7].splitlines()]
    between = [[*map(int, line.split(" ")[1:])] for line in head[8].splitlines()]
    for some in (exceptions, between):
        if any(one[0] >= other[0] for one, other in pairwise(some)):
            raise Malformed("the exceptions are not in ascending order")

    full, wide, base, valid_from = map(int, head.group(2, 3, 4, 5))
    read = {
        name: [(line, pegs, number) for number, line in enumerate(some, first)]
        for name, (some, first) in sections.items()
    }
    return BandCertificate(
        pegs,
        full,
        wide,
        base,
        valid_from,
        tuple(map(Fraction, head[6].split(" "))),
        {one[0]: one[1] for one in exceptions},
        {n: (low, high) for n, low, high in between},
        [_pattern(*one) for one in read["patterns"]],
        [_image(*one) for one in read["symmetries"]],
        [_image(*one) for one in read["parts"]],
        [_state(*one) for one in read["states"]],
        [_place(*one) for one in read["strategy"]],
        hashlib.sha256(data).hexdigest(),
    )


def _cells(text: str) -> Clause:
    return tuple(map(CELLS.__getitem__, text))


def _pattern(line: str, pegs: int, number: int) -> tuple[Clause, ...]:
    """Different clauses; the colours of each column are just 0, ..., k - 1."""
    clause = f"[0-9A-Z*]{{{pegs}}}"
    if not re.fullmatch(f"{{{clause}(?:\\|{clause}){{0,{MOST_CLAUSES - 1}}}}}", line):
        raise Malformed(f"line {number}: not a pattern")
    clauses = tuple(_cells(one) for one in line[1:-1].split("|"))
    for column in zip(*clauses, strict=True):
        colours = {*column} - {STAR}
        if colours != {*range(len(colours))} or len(colours) > MOST_COLOURS:
            raise Malformed(f"line {number}: colours that are left out, or too many")
    if len({*clauses}) < len(clauses):
        raise Malformed(f"line {number}: a clause twice")
    return clauses


IMAGE = re.compile(f"({N})\\.([0-3]{{2,4}})\\.((?:[0-9A-Z]{{0,24}},){{1,3}}[0-9A-Z]{{0,24}})")


def _image(line: str, pegs: int, number: int) -> Image:
    match = IMAGE.fullmatch(line)
    colours = tuple(map(_cells, match[3].split(","))) if match else ()
    if match is None or sorted(match[2]) != [*"0123"[:pegs]] or len(colours) != pegs:
        raise Malformed(f"line {number}: not a pattern, its columns and their colours")
    return Image(int(match[1]), tuple(map(int, match[2])), colours, number)


STATE = re.compile(f"({N})\\.([0-6]{{2,4}}) ([?0-3])")


def _state(line: str, pegs: int, number: int) -> State:
    match = STATE.fullmatch(line)
    if match is None or len(match[2]) != pegs or match[3] not in "?0123"[: pegs + 1]:
        raise Malformed(f"line {number}: not a state, and whether it is asked or averaged")
    column = -1 if match[3] == "?" else int(match[3])
    return State(int(match[1]), tuple(map(int, match[2])), column, number)


ASKED = re.compile("([0-9A-Za]{2,4}):([0-9]{1,3})-([0-9]{1,3})?")


def _place(line: str, pegs: int, number: int) -> Place:
    name, *texts = line.split(" ")
    match = re.fullmatch(f"({N})\\.([0-9]{{{pegs}}})\\.([01]{{{pegs}}})", name)
    asked = [ASKED.fullmatch(text) for text in texts]
    if match is None or not asked:
        raise Malformed(f"line {number}: not a place of the strategy")
    questions, after = list[Asked](), 0
    for one in asked:
        if one is None or len(one[1]) != pegs or int(one[2]) < after:
            raise Malformed(f"line {number}: not questions in ascending order")
        last = int(one[3]) if one[3] else None
        questions.append(Asked(_cells(one[1]), int(one[2]), last))
        after = 10**6 if last is None else last + 1
    offsets, excluded = (tuple(map(int, match[i])) for i in (2, 3))
    return Place(int(match[1]), offsets, excluded, questions, number)
