"""The grammar of short proofs: version 1, and 2 of black-peg Mastermind with equal columns.

All integers are within their ranges and all columns are permutations when a certificate has been
parsed; whether a line names something that is there, and what it means, is verified later.
"""

import hashlib
import re
from functools import lru_cache
from itertools import chain, pairwise
from typing import NamedTuple

from .reading import Branch, Malformed, branches_of, check_end, text_of
from .rules import CELLS, MAX_COLOURS, MAX_OWN, STAR

MAX_BYTES = 1 << 23
# What a section is called, and how many lines it may have: of both versions.  The last sections of
# version 1 are there together, or not at all.
SECTIONS = {"members": 5_000, "questions": 100_000}
UPPER_SECTIONS = {"patterns": 5_000, "parts": 50_000, "strategy": 5_000}
BAND_SECTIONS = {
    "patterns": 6_000,
    "symmetries": 100_000,
    "parts": 200_000,
    "states": 200_000,
    "strategy": 20_000,
}
N = "(?:0|[1-9][0-9]{0,5})"
Z = "[1-9][0-9]{0,99}"
Q = f"(?:0|-?{Z})(?:/{Z})?"
V = "[1-9][0-9]{0,2}"
M = f"(?:0|{V})"
HEAD = re.compile(
    "masetproof short proof 1\ngame (mastermind|ab)\npegs (?P<pegs>[23])\nperiod ([1-9]|1[0-2])\n"
    f"base ([1-9][0-9]?|[1-9][0-9][0-9])\nclauses ([1-9]|[1-3][0-9])\nsecrets ([1-9]|[1-3][0-9])\n"
    f"valid-from ({N})\n((?:branch {Q}(?: {Q}){{0,4}}\n){{1,12}})((?:exception {N} {Z}\n){{0,99}})"
    f"((?:between {N} {Z} {Z}\n){{0,99}})"
)
BAND_HEAD = re.compile(
    "masetproof short proof 2\ngame black-peg\npegs (?P<pegs>[234])\nfull ([0-9]|1[0-2]) ([1-5])\n"
    f"base ([1-9][0-9]?|1[0-9][0-9]|200)\nvalid-from ({N})\n(branch {Q}(?: {Q}){{0,9}}\n)"
    f"((?:exception {N} {Z}\n){{0,200}})((?:between {N} {Z} {Z}\n){{0,200}})"
)
GROUP = f"{N}\\.[0-2]{{2,3}}\\.[0-9A-Z]{{0,36}}"
COVERS = re.compile(f"{GROUP}(?:[+|]{GROUP})*")
IMAGE = re.compile(f"({N})\\.([0-4]{{2,5}})\\.([0-9A-Z]{{0,24}}(?:,[0-9A-Z]{{0,24}}){{0,4}})")
STATE = re.compile(f"({N})\\.([0-6]{{2,4}}) ([?0-3])")
PLACE = re.compile(f"({N})\\.([0-9]{{1,5}})\\.([0-4]{{1,5}})")
SOME = f"{M}(?:-(?:{M})?(?:/[2-9])?)?"
ASKED = re.compile(f"([0-9A-Za]{{2,5}}):({SOME}(?:,{SOME})*)")

Clause = tuple[int, ...]
Clauses = tuple[Clause, ...]
Columns = tuple[int, ...]
Line = tuple[str, int, int]  # with the number of pegs and its own, from 1


class CoverGroup(NamedTuple):
    """A member inside a part: cell j of the image of a clause is colours[clause[columns[j]]]."""

    member: int
    columns: Columns
    colours: tuple[int, ...]


Covers = tuple[tuple[CoverGroup, ...], ...]


class Listed(NamedTuple):
    """A question on a member, and for some answers the covers of the part, each of some groups."""

    member: int
    question: Clause
    covers: dict[int, Covers]
    line: int


class Image(NamedTuple):
    """A pattern in other names: cell j of a clause is colours[j] of its cell columns[j].

    With one alphabet for all columns there is one colours[0] for all.
    """

    pattern: int
    columns: Columns
    colours: Clauses
    line: int


class OffsetPattern(NamedTuple):
    """A pattern with n - a_j implicit colours in column j; asked, or averaged by a column.

    column: -1 if it is asked.
    """

    pattern: int
    offsets: Columns
    column: int
    line: int


class AskedRange(NamedTuple):
    """A question that is asked for first <= n <= last, or for all from there on if last is None.

    step: from each of these n to the next.
    """

    cells: Clause
    first: int
    last: int | None
    step: int = 1

    def holds(self, n: int) -> bool:
        is_within = self.first <= n and (self.last is None or n <= self.last)
        return is_within and (n - self.first) % self.step == 0


class StrategyPlace(NamedTuple):
    """A place of a strategy with its questions: a pattern with offsets, and excluded colours.

    offsets, excluded: of each alphabet (`playing`).
    """

    pattern: int
    offsets: Columns
    excluded: Columns
    questions: list[AskedRange]
    line: int


class Certificate(NamedTuple):
    """A certificate of version 1.

    clauses, secrets: how many of each the table of the count lemma has (`counting`).  between: for
    some n the lower and the upper bound, where these do not meet.  The last three fields are of the
    upper half; they are empty where only the lower one is proved.
    """

    game: str
    pegs: int
    period: int
    base: int
    clauses: int
    secrets: int
    valid_from: int
    branches: list[Branch]
    exceptions: dict[int, int]
    between: dict[int, tuple[int, int]]
    members: list[Clauses]
    questions: list[Listed]
    digest: str
    patterns: list[Clauses]
    parts: list[Image]
    strategy: list[StrategyPlace]


class BandCertificate(NamedTuple):
    """A certificate of version 2.

    full, wide: up to n = full all patterns are asked at all offsets <= wide.  between: for some n
    the lower and the upper bound, where these do not meet.
    """

    pegs: int
    full: int
    wide: int
    base: int
    valid_from: int
    branches: list[Branch]
    exceptions: dict[int, int]
    between: dict[int, tuple[int, int]]
    patterns: list[Clauses]
    symmetries: list[Image]
    parts: list[Image]
    states: list[OffsetPattern]
    strategy: list[StrategyPlace]
    digest: str
    game: str = "black-peg"
    period: int = 1


def parse_lines(
    data: bytes,
    grammar: re.Pattern[str],
    most_lines: dict[str, int],
    most: int = MAX_BYTES,
    needed: int | None = None,
) -> tuple[re.Match[str], list[list[Line]]]:
    """The match of the first lines of a certificate, and the lines of each section.

    grammar: of the first lines, with a group `pegs`.  most_lines: of each section.  needed: how
    many sections there are at least, if not all; the others may be missing together, and then they
    have no lines.
    """
    text, last = text_of(data, most)
    check_end(text, last)
    head = grammar.match(text)
    if head is None:
        raise Malformed("its first lines are not those of the grammar")
    pegs, lines = int(head["pegs"]), text.splitlines()
    place, sections = text.count("\n", 0, head.end()), list[list[Line]]()
    for name, most in most_lines.items():
        if place == len(lines) and len(sections) == needed:
            sections += [list[Line]()] * (len(most_lines) - len(sections))
            break
        said = re.fullmatch(f"{name} ({N})", lines[place]) if place < len(lines) else None
        if said is None or int(said[1]) > min(most, len(lines) - place - 1):
            raise Malformed(f"line {place + 1}: not '{name}' and how many of at most {most} follow")
        first, place = place + 1, place + 1 + int(said[1])
        sections.append([(lines[i], pegs, i + 1) for i in range(first, place)])
    if place < len(lines) or not sections[0]:
        names = [*most_lines]
        raise Malformed(f"there are no {names[0]}, or something follows the {names[-1]}")
    return head, sections


def parse_short(data: bytes) -> Certificate:
    """The certificate of version 1; `Malformed` when it is none."""
    sections = SECTIONS | UPPER_SECTIONS
    head, lines = parse_lines(data, HEAD, sections, needed=len(SECTIONS))
    members, questions, patterns, parts, strategy = lines
    if not strategy and (patterns or parts):
        raise Malformed("there are patterns or parts, but no places of a strategy")
    period, base, clauses, secrets, valid_from = map(int, head.group(3, 4, 5, 6, 7))
    return Certificate(
        head[1],
        int(head[2]),
        period,
        base,
        clauses,
        secrets,
        valid_from,
        branches_of(head[8].splitlines()),
        {n: value for n, (value,) in numbers_of(head[9])},
        {n: (low, high) for n, (low, high) in numbers_of(head[10])},
        [clauses_of(*line, alphabets=1) for line in members],
        [_listed(*line) for line in questions],
        hashlib.sha256(data).hexdigest(),
        [clauses_of(*line, alphabets=1) for line in patterns],
        [image_in(*line, alphabets=1) for line in parts],
        [place_of(*line, alphabets=1) for line in strategy],
    )


def parse_band(data: bytes) -> BandCertificate:
    """The certificate of version 2; `Malformed` when it is none."""
    head, sections = parse_lines(data, BAND_HEAD, BAND_SECTIONS)
    patterns, symmetries, parts, states, strategy = sections
    pegs, full, wide, base, valid_from = map(int, head.group(1, 2, 3, 4, 5))
    return BandCertificate(
        pegs,
        full,
        wide,
        base,
        valid_from,
        branches_of([head[6].strip()]),
        {n: value for n, (value,) in numbers_of(head[7])},
        {n: (low, high) for n, (low, high) in numbers_of(head[8])},
        [clauses_of(*line, alphabets=pegs) for line in patterns],
        [image_in(*line, alphabets=pegs) for line in symmetries],
        [image_in(*line, alphabets=pegs) for line in parts],
        [_state(*line) for line in states],
        [place_of(*line, alphabets=pegs) for line in strategy],
        hashlib.sha256(data).hexdigest(),
    )


def numbers_of(text: str) -> list[tuple[int, list[int]]]:
    """Of each line the first number, and the others; the first ones ascend."""
    rows = [[*map(int, line.split(" ")[1:])] for line in text.splitlines()]
    if any(one[0] >= other[0] for one, other in pairwise(rows)):
        raise Malformed("lines with a number n are not in ascending order")
    return [(n, others) for n, *others in rows]


def cells_of(text: str) -> Clause:
    return tuple(text.encode().translate(CELLS))


def clauses_of(line: str, pegs: int, number: int, alphabets: int, most: int = 0) -> Clauses:
    """Different clauses; the colours of each alphabet are just 0, ..., k - 1.

    most: how many clauses there may be, if not as many as in short proofs.
    """
    clause, most = f"[0-9A-Z*]{{{pegs}}}", most or (256 if alphabets == 1 else 64)
    if not re.fullmatch(f"{{{clause}(?:\\|{clause}){{0,{most - 1}}}}}", line):
        raise Malformed(f"line {number}: not a pattern")
    clauses = tuple(map(cells_of, line[1:-1].split("|")))
    for alphabet in range(alphabets):
        colours = {cell for one in clauses for cell in one[alphabet::alphabets]} - {STAR}
        many = len(colours) > (MAX_COLOURS if alphabets == 1 else MAX_OWN)
        if colours != {*range(len(colours))} or many:
            raise Malformed(f"line {number}: colours that are left out, or too many")
    if len({*clauses}) < len(clauses):
        raise Malformed(f"line {number}: a clause twice")
    return clauses


def _listed(line: str, pegs: int, number: int) -> Listed:
    """A question with its covers."""
    member, *rest = line.split(" ")
    head, *parts = rest or [""]
    if not re.fullmatch(N, member) or not re.fullmatch(f"[0-9A-Za]{{{pegs}}}", head):
        raise Malformed(f"line {number}: not a member and a question")
    covers: dict[int, Covers] = {}
    for part in parts:
        answer, _, choices = part.partition(":")
        known = re.fullmatch("[0-9]", answer) and int(answer) not in covers
        if not known or choices.count("|") > 8:
            raise Malformed(f"line {number}: not an answer with its covers")
        if (found := _covers(choices, pegs)) is None:
            raise Malformed(f"line {number}: not a group of a cover")
        covers[int(answer)] = found
    return Listed(int(member), cells_of(head), covers, number)


@lru_cache(maxsize=1 << 10)  # many parts have the same covers
def _covers(text: str, pegs: int) -> Covers | None:
    covers = [[group.split(".") for group in cover.split("+")] for cover in text.split("|")]
    order = [*map(str, range(pegs))]
    if not COVERS.fullmatch(text) or any(sorted(one[1]) != order for one in chain(*covers)):
        return None
    return tuple(
        tuple(CoverGroup(int(one[0]), tuple(map(int, one[1])), cells_of(one[2])) for one in cover)
        for cover in covers
    )


def image_in(line: str, pegs: int, number: int, alphabets: int) -> Image:
    """A pattern with other names: its number, columns, and the colours of each alphabet."""
    match = IMAGE.fullmatch(line)
    colours = tuple(map(cells_of, match[3].split(","))) if match else ()
    if match is None or sorted(match[2]) != [*"01234"[:pegs]] or len(colours) != alphabets:
        raise Malformed(f"line {number}: not a pattern, its columns and their colours")
    return Image(int(match[1]), tuple(map(int, match[2])), colours, number)


def _state(line: str, pegs: int, number: int) -> OffsetPattern:
    match = STATE.fullmatch(line)
    if match is None or len(match[2]) != pegs or match[3] not in "?0123"[: pegs + 1]:
        raise Malformed(f"line {number}: not a state, and whether it is asked or averaged")
    column = -1 if match[3] == "?" else int(match[3])
    return OffsetPattern(int(match[1]), tuple(map(int, match[2])), column, number)


def place_of(line: str, pegs: int, number: int, alphabets: int) -> StrategyPlace:
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
