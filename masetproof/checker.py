"""Independent checker of masetproof certificates: `python checker.py FILE [--json]`.

What is verified: the sentence `words` of the certificate, a statement about the optimal strategies
of Mastermind or the AB game with one, two or three pegs for *every* number n of colours, with the
exact formula `symbols`. The format and the obligations are those of docs/certificates.md; this file
needs nothing but Python and numpy, searches nothing, and believes nothing that it can recompute.

How the argument goes:

1. A *maset* is a set of possible secrets; a *pattern* describes masets for every number m of
   implicit colours, for which its stars stand. The clauses of a pattern are disjoint.
2. A question with r new colours splits a pattern, extended by r colours, into *parts*, one for each
   answer. Each part without a star is a finite maset; each other part is, after renaming colours and
   permuting columns by the *witness* that the certificate gives, again one of its patterns. So the
   certificate's patterns are closed under all questions. Questions that an automorphism of the
   pattern maps to each other cost the same; of each orbit the least question is asked.
3. A *state* is a pattern with a number e of colours known to be excluded, which limits the extra
   cells of a question. Every question gives an *equation*: its cost is a sum (expected case) or a
   maximum (worst case) over the parts. The optimum F(m) of a state is the least right side.
4. *Values*: all F(m) for m < M + T, from the equations alone, by increasing m and, where no new
   colour is asked, by increasing number of clauses. They have to be the claimed values from m = B on.
5. *Induction*: for every residue of m modulo T, no equation ever falls below the claimed function
   (a finite check of Newton differences, or of slopes), and one equation always attains it.
   Hence F is the claimed function for every m >= B.
6. The *formula* is compared with F of the whole game; the sentences are written anew and compared.

Arithmetic is exact: Python integers and fractions, and int64 where a bound below excludes overflow.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain, combinations
from math import comb
from typing import Any, NoReturn, TypeVar

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Progress = Callable[[str, int, int], None]
Parsed = TypeVar("Parsed")

# ---------------------------------------------------------------------------- constants and limits

SECTIONS = ("claim", "patterns", "masets", "automorphisms", "parts", "functions", "values")
SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*a"  # a cell is the index of its symbol
STAR, EXTRA = 36, 37
MAX_BYTES, MAX_LINES, MAX_LINE = 1 << 26, 2_000_000, 4096  # of the grammar
MAX_PERIOD, MAX_DEGREE, MAX_BASE = 60, 8, 1000  # of the grammar
# Limits of this checker, far beyond what games with three pegs need; they bound its memory.
MAX_DIGITS = 400  # of one integer
MAX_COLOURS = 16  # explicit colours of a pattern or maset
MAX_CLAUSES = 4096  # of an extended pattern
MAX_SECRETS = 256  # of an explicit maset
MAX_PART_BYTES = 1 << 30  # of all different parts together
MAX_MEMO = 4_000_000  # explicit masets met in the recursion
# No overflow of int64. Newton differences of the certificate and all values F(m) are at most LIMIT;
# shifting differences by t <= 5 periods, t = (P + C + T - 1) // T, multiplies by at most 2^5; an
# equation has at most 8 terms; S(m) <= 4096 * 1605^3 < 2^44, its differences of order 8 < 2^52.
# So every sum is below 10 * 2^49 + 2^52 < 2^54. In `values` a right side may add 9 times UNKNOWN,
# which is below 2^63, and is then cut down to UNKNOWN.
LIMIT = 1 << 44
UNKNOWN = 1 << 59

GAMES = {"mastermind": "Mastermind", "ab": "AB game"}
READINGS = {
    "without": "questions use only colours that the secret may still contain",
    "with": "questions may use a colour that is not in the secret",
    "exact": "questions use the legal colours, excluded ones too",
}
OBJECTIVES = {
    "expected": "external path length",
    "worst": "number of questions in the worst case",
}


class Rejected(Exception):
    """The certificate can be read, but what it claims is not established."""


class Malformed(Exception):
    """The certificate cannot be read: grammar, digests, sizes, version."""


def rejected(section: str, line: int | None, reason: str) -> NoReturn:
    """Reject, naming the place: a section and a line of it, counted from 1."""
    where = f"section {section}" if line is None else f"section {section}, line {line}"
    raise Rejected(f"{where}: {reason}")


@dataclass(frozen=True)
class Verified:
    """A theorem that has been verified, and how much was recomputed for it."""

    words: str
    symbols: str
    game: str
    pegs: int
    reading: str
    objective: str
    digest: str
    patterns: int
    questions: int  # asked, over all patterns
    equations: int  # different ones, over all states
    seconds: float


# ----------------------------------------------------------------------------------------- parsing

INTEGER = re.compile(r"0|-?[1-9][0-9]*")
HEADER = re.compile(rb"section ([a-z]+) (0|[1-9][0-9]{0,6}) ([0-9a-f]{64})")
CLAIM_KEYS = re.compile(
    "game pegs reading objective period degree base valid-from( branch)+( exception)* words symbols"
)


@dataclass(frozen=True)
class Witness:
    """A permutation of columns and a renaming of colours."""

    columns: tuple[int, ...]
    colours: bytes

    def apply(self, clauses: bytes) -> bytes:
        """The image of a set of clauses, as clauses in ascending order."""
        identity = bytes(range(len(self.colours), 256))
        renamed = clauses.translate(self.colours + identity)
        pegs = len(self.columns)
        image = sorted(zip(*(renamed[old::pegs] for old in self.columns), strict=True))
        return bytes(chain.from_iterable(image))


@dataclass(frozen=True)
class Claim:
    """The section `claim`."""

    game: str
    pegs: int
    reading: str
    objective: str
    period: int
    degree: int
    base: int
    valid_from: int
    branches: tuple[tuple[Fraction, ...], ...]
    exceptions: tuple[tuple[int, int], ...]
    words: str
    symbols: str


@dataclass(frozen=True)
class Certificate:
    """A parsed certificate; clauses are bytes of cells, one after the other."""

    claim: Claim
    patterns: list[bytes]
    masets: list[bytes]
    automorphisms: list[tuple[int, Witness]]
    parts: list[tuple[str, int, Witness]]
    functions: list[tuple[int, int, list[int]]]
    values: list[tuple[int, int]]
    digest: str


def read_sections(data: bytes) -> tuple[dict[str, list[str]], str]:
    """Cut the file into its sections, verifying version, sizes and digests."""
    if len(data) > MAX_BYTES:
        raise Malformed(f"the file is longer than {MAX_BYTES} bytes")
    if data.translate(None, bytes(range(32, 127)) + b"\n"):
        raise Malformed("the file holds characters other than printable ASCII and line ends")
    position, number = 0, 0

    def take() -> bytes:
        nonlocal position, number
        number += 1
        end = data.find(b"\n", position, position + MAX_LINE + 1)
        if end < 0:
            raise Malformed(f"line {number} of the file: no line end within {MAX_LINE} bytes")
        line, position = data[position:end], end + 1
        return line

    if take() != b"masetproof certificate 1":
        raise Malformed("line 1 of the file: not 'masetproof certificate 1'")
    sections = {}
    for name in SECTIONS:
        header = HEADER.fullmatch(take())
        if header is None or header[1].decode() != name:
            raise Malformed(f"line {number} of the file: expected 'section {name} LINES DIGEST'")
        count, start = int(header[2]), position
        if count > MAX_LINES:
            raise Malformed(f"section {name}: more than {MAX_LINES} lines")
        for _ in range(count):
            take()
        body = data[start:position]
        if hashlib.sha256(body).hexdigest().encode() != header[3]:
            raise Malformed(f"section {name}: the digest is not that of its {count} lines")
        sections[name] = body.decode("ascii").split("\n")[:-1]
    digest = hashlib.sha256(data[:position]).hexdigest()
    if take() != b"end " + digest.encode():
        raise Malformed(f"line {number} of the file: expected 'end' and the digest of all before")
    if position != len(data):
        raise Malformed(f"line {number + 1} of the file: something follows the last line")
    return sections, digest


def parse_each(
    section: str, lines: Sequence[str], parse: Callable[[str], Parsed], start: int = 1
) -> list[Parsed]:
    """Parse the lines of a section; a ValueError becomes Malformed with the place."""
    result = []
    for number, line in enumerate(lines, start):
        try:
            result.append(parse(line))
        except ValueError as error:
            raise Malformed(f"section {section}, line {number}: {error}") from None
    return result


def parse_integer(text: str, low: int | None = None, high: int | None = None) -> int:
    """A decimal integer without leading zeros, at least low and at most high."""
    if len(text) > MAX_DIGITS or not INTEGER.fullmatch(text):
        raise ValueError(f"not an integer: {text[:40]!r}")
    value = int(text)
    if (low is not None and value < low) or (high is not None and value > high):
        raise ValueError(f"out of range: {text[:40]}")
    return value


def parse_fraction(text: str) -> Fraction:
    """N or N/D in lowest terms with D > 1."""
    numerator, slash, denominator = text.partition("/")
    value = Fraction(parse_integer(numerator), parse_integer(denominator, 2) if slash else 1)
    if str(value) != text:
        raise ValueError(f"not in lowest terms: {text[:40]!r}")
    return value


def parse_clauses(text: str, pegs: int) -> bytes:
    """{CLAUSE|CLAUSE|...} with strictly ascending clauses, as cells."""
    if text[:1] != "{" or text[-1:] != "}" or len(text) < 3:
        raise ValueError("not of the form {CLAUSE|...}")
    clauses = text[1:-1].split("|")
    if any(len(clause) != pegs for clause in clauses):
        raise ValueError(f"a clause without exactly {pegs} cells")
    coded = [
        bytes(map(SYMBOLS.find, clause)) for clause in clauses if SYMBOLS.find(clause[0]) >= -1
    ]
    if any(cell >= EXTRA for cell in chain.from_iterable(coded)):
        raise ValueError("a cell that is neither a colour nor a star")
    if any(coded[i] >= coded[i + 1] for i in range(len(coded) - 1)):
        raise ValueError("the clauses are not strictly ascending")
    if len({*b"".join(coded)} - {STAR}) > MAX_COLOURS:
        raise ValueError(f"more than {MAX_COLOURS} explicit colours, the limit of this checker")
    return b"".join(coded)


def parse_witness(columns: str, colours: str, pegs: int) -> Witness:
    """COLUMNS COLOURS: permutations of the columns and of the explicit colours."""
    order = tuple(map("0123456789".find, columns))
    renaming = [] if colours == "-" else [*map(SYMBOLS.find, colours)]
    if sorted(order) != [*range(pegs)]:
        raise ValueError(f"not a permutation of the columns: {columns[:40]!r}")
    if sorted(renaming) != [*range(min(len(renaming), STAR))] or not colours:
        raise ValueError(f"not a permutation of colours: {colours[:40]!r}")
    return Witness(order, bytes(renaming))


def parse_claim(lines: list[str]) -> Claim:
    """The section `claim`."""
    split = [line.partition(" ") for line in lines]
    keys, texts = [line[0] for line in split], [line[2] for line in split]
    if not CLAIM_KEYS.fullmatch(" ".join(keys)):
        raise Malformed("section claim: its lines are not those of the grammar")

    def field(index: int, parse: Callable[[str], Parsed]) -> Parsed:
        return parse_each("claim", [texts[index]], parse, index + 1)[0]

    def one_of(names: dict[str, str]) -> Callable[[str], str]:
        def parse(text: str) -> str:
            if text not in names:
                raise ValueError(f"none of {', '.join(names)}: {text[:40]!r}")
            return text

        return parse

    def within(low: int, high: int) -> Callable[[str], int]:
        return lambda text: parse_integer(text, low, high)

    def branch(text: str) -> tuple[Fraction, ...]:
        coefficients = tuple(map(parse_fraction, text.split(" ")))
        if len(coefficients) > 1 and coefficients[-1] == 0:
            raise ValueError("the highest coefficient is 0")
        return coefficients

    def exception(text: str) -> tuple[int, int]:
        number, value = text.split(" ")
        return parse_integer(number), parse_integer(value)

    objective = field(3, one_of(OBJECTIVES))
    low, high = (1, 1) if objective == "worst" else (0, MAX_DEGREE)
    first, last = keys.index("branch"), keys.index("words") - keys.count("exception")
    return Claim(
        game=field(0, one_of(GAMES)),
        pegs=field(1, within(1, 3)),
        reading=field(2, one_of(READINGS)),
        objective=objective,
        period=field(4, within(1, MAX_PERIOD)),
        degree=field(5, within(low, high)),
        base=field(6, within(0, MAX_BASE)),
        valid_from=field(7, parse_integer),
        branches=tuple(field(i, branch) for i in range(first, last)),
        exceptions=tuple(field(i, exception) for i in range(last, len(lines) - 2)),
        words=texts[-2],
        symbols=texts[-1],
    )


def parse_certificate(data: bytes) -> Certificate:
    """All sections, checked for grammar and ranges only."""
    sections, digest = read_sections(data)
    claim = parse_claim(sections["claim"])
    pegs, cap = claim.pegs, Rules(claim.game, claim.pegs, claim.reading, claim.objective).cap

    def automorphism(line: str) -> tuple[int, Witness]:
        index, columns, colours = line.split(" ")
        return parse_integer(index, 0, len(patterns) - 1), parse_witness(columns, colours, pegs)

    def part(line: str) -> tuple[str, int, Witness]:
        kind, index, columns, colours = line.split(" ")
        if kind not in targets:
            raise ValueError(f"neither p nor m: {kind[:40]!r}")
        target = parse_integer(index, 0, len(targets[kind]) - 1)
        return kind, target, parse_witness(columns, colours, pegs)

    def function(line: str) -> tuple[int, int, list[int]]:
        state, *groups = line.split(" : ")
        index, excluded = state.split(" ")
        numbers = [[parse_integer(x, -LIMIT, LIMIT) for x in group.split(" ")] for group in groups]
        if [len(group) for group in numbers] != [claim.degree + 1] * claim.period:
            raise ValueError(f"not {claim.period} groups of {claim.degree + 1} integers")
        pattern = parse_integer(index, 0, len(patterns) - 1)
        return pattern, parse_integer(excluded, 0, cap), [*chain.from_iterable(numbers)]

    def value(line: str) -> tuple[int, int]:
        number, text = line.split(" ")
        return parse_integer(number), parse_integer(text)

    patterns = parse_each("patterns", sections["patterns"], lambda x: parse_clauses(x, pegs))
    masets = parse_each("masets", sections["masets"], lambda x: parse_clauses(x, pegs))
    targets = {"p": patterns, "m": masets}
    automorphisms = parse_each("automorphisms", sections["automorphisms"], automorphism)
    return Certificate(
        claim=claim,
        patterns=patterns,
        masets=masets,
        automorphisms=automorphisms,
        parts=parse_each("parts", sections["parts"], part),
        functions=parse_each("functions", sections["functions"], function),
        values=parse_each("values", sections["values"], value),
        digest=digest,
    )


def show(cells: bytes, pegs: int) -> str:
    """Clauses in the notation of the certificate, cut short if long."""
    text = "".join(SYMBOLS[cell] for cell in cells)
    clauses = [text[i : i + pegs] for i in range(0, min(len(text), 40 * pegs), pegs)]
    return "{" + "|".join(clauses) + ("|...}" if len(text) > 40 * pegs else "}")


# ----------------------------------------------------------------------- games, questions, patterns


@dataclass(frozen=True)
class Rules:
    """A game with its reading of the extra colour and its objective."""

    game: str
    pegs: int
    reading: str
    objective: str

    @cached_property
    def cap(self) -> int:
        """C: the number of excluded colours beyond which more do not matter."""
        return 1 if self.game == "mastermind" else self.pegs - 1

    @cached_property
    def answers(self) -> list[tuple[int, int]]:
        """The answers (black, white) but the winning one, by sum and then by black."""
        return [(b, s - b) for s in range(self.pegs + 1) for b in range(s + 1) if b < self.pegs]

    @cached_property
    def start(self) -> int:
        """The excluded colours at the start of the game."""
        return self.cap if self.reading == "with" else 0

    def extra_cells(self, e: int) -> int:
        """The most extra cells of a question when e colours are excluded."""
        if self.reading == "without" or (self.reading == "exact" and e == 0):
            return 0
        return (
            min(e, self.pegs - 1)
            if self.game == "ab" and self.reading == "exact"
            else self.pegs - 1
        )

    def excluded(self, e: int, gained: Array | int) -> Array:
        """e' after a part that shows `gained` more colours to be excluded."""
        if self.reading == "exact":
            return np.minimum(self.cap, e + np.asarray(gained))
        return np.full(np.shape(gained), self.start)


@dataclass(frozen=True)
class Questions:
    """All questions on k explicit colours in lexicographic order, one in each row."""

    cells: Array
    rank: Array  # how many earlier cells of the question show the same symbol
    new: Array  # r, the number of new colours
    extra: Array  # the number of extra cells
    codes: Array  # ascending


def code(cells: Array) -> Array:
    """Rows of cells as integers in the same order."""
    weights = 64 ** np.arange(cells.shape[1])[::-1]
    return cells.astype(np.int64) @ weights


@lru_cache(maxsize=64)
def questions(rules: Rules, k: int) -> Questions:
    """Words over 0..k-1, new colours in order of first use, and the extra colour."""
    pegs = rules.pegs
    alphabet = np.array([*range(k + pegs), EXTRA])
    words = alphabet[np.indices((len(alphabet),) * pegs).reshape(pegs, -1).T]
    extra = (words == EXTRA).sum(axis=1)
    legal = extra <= (0 if rules.reading == "without" else pegs - 1)
    highest = np.full(len(words), k - 1)
    for j in range(pegs):
        legal &= (words[:, j] == EXTRA) | (words[:, j] <= highest + 1)
        highest = np.maximum(highest, np.where(words[:, j] == EXTRA, -1, words[:, j]))
    rank = np.zeros_like(words)
    for i, j in combinations(range(pegs), 2):
        same = words[:, i] == words[:, j]
        rank[:, j] += same
        if rules.game == "ab":
            legal &= ~same | (words[:, i] == EXTRA)
    new = highest - (k - 1)
    cells = words[legal].astype(np.uint8)
    return Questions(cells, rank[legal], new[legal], extra[legal], code(cells))


def renumber_new(cells: Array, k: int) -> Array:
    """Number the new colours of each row k, k+1, ... in order of first use."""
    result = cells.copy()
    used = np.full(len(cells), k, dtype=cells.dtype)
    for j in range(cells.shape[1]):
        new = (cells[:, j] >= k) & (cells[:, j] < STAR)
        first = new.copy()
        result[new, j] = used[new]
        for i in range(j):
            same = new & (cells[:, i] == cells[:, j])
            result[same, j] = result[same, i]
            first &= ~same
        used += first
    return result


def asked_questions(table: Questions, k: int, generators: list[Witness]) -> Array:
    """Which questions are the least of their orbit: labels sink to the least until nothing changes."""
    label = np.arange(len(table.cells))
    images = []
    for witness in generators:
        renaming = np.arange(64, dtype=np.uint8)
        renaming[:k] = [*witness.colours]
        moved = renumber_new(renaming[table.cells[:, witness.columns]], k)
        images.append(np.searchsorted(table.codes, code(moved)))
    changed = bool(images)
    while changed:
        before = label.copy()
        for image in images:
            label = np.minimum(label, label[image])
            label[image] = np.minimum(label, label[image])
        label = label[label]
        changed = not np.array_equal(before, label)
    return label == np.arange(len(label))


def extend(rules: Rules, clauses: bytes, k: int, r: int) -> Array:
    """The clauses of a pattern extended by r colours, ascending, one in each row."""
    rows = np.frombuffer(clauses, dtype=np.uint8).reshape(-1, rules.pegs)
    for j in range(rules.pegs if r else 0):
        star = rows[rows[:, j] == STAR]
        copies = np.repeat(star, r, axis=0)
        copies[:, j] = np.tile(np.arange(k, k + r, dtype=np.uint8), len(star))
        rows = np.concatenate([rows, copies])
    if rules.game == "ab":
        for i, j in combinations(range(rules.pegs), 2):
            rows = rows[(rows[:, i] != rows[:, j]) | (rows[:, i] == STAR)]
    return rows[np.argsort(code(rows))]


# ------------------------------------------------------------------------------------------ splits


def to_bits(flags: Array) -> Array:
    """Pack the last axis, flags of clauses, into words of 64 bits."""
    padded = np.zeros((*flags.shape[:-1], -(-flags.shape[-1] // 64) * 64), dtype=bool)
    padded[..., : flags.shape[-1]] = flags
    return np.packbits(padded, axis=-1, bitorder="little").view(np.uint64)


def exactly(sets: list[Array], universe: Array) -> list[Array]:
    """For i = 0, 1, ...: the clauses that lie in exactly i of the sets."""
    none = np.zeros_like(universe)
    counts = [universe]
    for each in sets:
        counts = [
            (stay & ~each) | (rise & each)
            for stay, rise in zip([*counts, none], [none, *counts], strict=True)
        ]
    return counts


def split(rules: Rules, clauses: Array, cells: Array, rank: Array) -> Array:
    """The sets of clauses, as bits, for each question and each answer but the winning one.

    Black counts the columns in which clause and question agree. Black + white is the sum over colours
    of the smaller number of occurrences: each cell of the question counts when the clause has its
    colour more often than the question has it further left. No clause has the extra colour.
    """
    same = clauses[:, :, None] == np.arange(64, dtype=np.uint8)
    here = to_bits(same.transpose(1, 2, 0))  # column, colour
    often = same.sum(axis=1).T
    more = to_bits(often > np.arange(rules.pegs)[:, None, None])  # occurrences, colour
    universe = np.broadcast_to(to_bits(np.ones(len(clauses), bool)), (len(cells), here.shape[-1]))
    columns = range(rules.pegs)
    black = exactly([here[j, cells[:, j]] for j in columns], universe)
    total = exactly([more[rank[:, j], cells[:, j]] for j in columns], universe)
    return np.stack([black[b] & total[b + w] for b, w in rules.answers], axis=1)


def count_bits(sets: Array) -> Array:
    """The number of clauses of each set."""
    return np.bitwise_count(sets).sum(axis=-1, dtype=np.int64)


def normalized(clauses: Array, sets: Array) -> list[bytes]:
    """Each set of clauses with the colours that occur renamed to 0, 1, ... in ascending order.

    The renaming keeps the order of cells, so the clauses stay ascending.
    """
    flags = np.ascontiguousarray(sets).view(np.uint8)
    chosen = np.unpackbits(flags, axis=-1, count=len(clauses), bitorder="little").astype(bool)
    one = np.uint64(1)
    colours = np.bitwise_or.reduce(one << clauses.astype(np.uint64), axis=1)
    occurring = np.bitwise_or.reduce(np.where(chosen, colours, np.uint64(0)), axis=1)
    occurs = ((occurring[:, None] >> np.arange(STAR, dtype=np.uint64)) & one).astype(np.uint8)
    renaming = np.full((len(sets), STAR + 1), STAR, dtype=np.uint8)
    renaming[:, :STAR] = np.cumsum(occurs, axis=1, dtype=np.uint8) - occurs
    which, clause = np.nonzero(chosen)
    cells = renaming[which[:, None], clauses[clause]].tobytes()
    ends = [0, *(np.cumsum(chosen.sum(axis=1)) * clauses.shape[1]).tolist()]
    return [cells[ends[i] : ends[i + 1]] for i in range(len(sets))]


def colour_count(clauses: bytes) -> int:
    """k of normalized clauses."""
    return len({*clauses} - {STAR})


def distinct(rows: Array) -> tuple[Array, Array]:
    """The first index of each different row, and for each row which of them it is."""
    rows = np.ascontiguousarray(rows)
    keys = rows.view(np.dtype((np.void, rows.itemsize * rows.shape[1])))
    keys = rows if rows.shape[1] == 1 else keys
    _, first, inverse = np.unique(keys.ravel(), return_index=True, return_inverse=True)
    return first, inverse


# ---------------------------------------------------------------------------------- explicit masets


class Minima:
    """Minimal external path length or depth of explicit masets, over all strategies."""

    def __init__(self, rules: Rules) -> None:
        """Prepare the least cost of any n secrets.

        At most w^(i-1) secrets are found by question i, w the number of possible answers but the
        winning one; (P-1,1) cannot occur. One and two secrets attain this bound: ask one of them.
        """
        self.rules = rules
        self.memo: dict[tuple[bytes, int], int] = {}
        least, level, room = [0], 1, 1
        for size in range(1, MAX_SECRETS + 1):
            least.append(level if rules.objective == "worst" else least[size - 1] + level)
            room -= 1
            if room == 0:
                level, room = level + 1, (len(rules.answers) - 1) ** level
        self.least = np.array(least)

    def minimum(self, maset: bytes, e: int) -> int:
        """The least cost of a normalized explicit maset when e colours are excluded."""
        size = len(maset) // self.rules.pegs
        if size <= 2:
            return int(self.least[size])
        found = self.memo.get((maset, e))
        if found is None:
            if len(self.memo) >= MAX_MEMO:
                raise Malformed("section masets: too many masets, beyond the limit of this checker")
            found = self.memo[maset, e] = self.search(maset, size, e)
        return found

    def search(self, maset: bytes, size: int, e: int) -> int:
        """The minimum over all questions, those with the least lower bound first.

        A question that leaves all secrets in one part tells nothing and is left out; when the bound
        of a question reaches the best cost found, it and all after it cannot be better.
        """
        rules, k = self.rules, colour_count(maset)
        clauses = np.frombuffer(maset, dtype=np.uint8).reshape(-1, rules.pegs)
        table = questions(rules, k)
        usable = (table.new == 0) & (table.extra <= rules.extra_cells(e))
        sets = split(rules, clauses, table.cells[usable], table.rank[usable])
        sizes = count_bits(sets)
        worst = rules.objective == "worst"
        least = self.least[sizes]
        bound = 1 + least.max(axis=1) if worst else size + least.sum(axis=1)
        bound[sizes.max(axis=1) == size] = UNKNOWN
        best, seen = UNKNOWN, set()
        for q in np.argsort(bound, kind="stable").tolist():
            if bound[q] >= best:
                break
            large = np.flatnonzero(sizes[q] > 2)
            parts = sets[q, large[np.argsort(-sizes[q, large])]]
            partition = (int(bound[q]), parts.tobytes())  # the same cost, already evaluated
            if partition in seen:
                continue
            seen.add(partition)
            cost = int(bound[q])
            for part in normalized(clauses, parts) if len(parts) else []:
                after = int(rules.excluded(e, k - colour_count(part)))
                value = self.minimum(part, after)
                part_bound = int(self.least[len(part) // rules.pegs])
                cost = max(cost, 1 + value) if worst else cost + value - part_bound
                if cost >= best:
                    break
            best = min(best, cost)
        return best


# --------------------------------------------------------------------------------------- equations


class Closure:
    """All asked questions of all patterns: the parts they leave, named by the certificate.

    `rows` holds, for each different result of a question: pattern, r, extra cells, and for each
    answer 0 (no part), 2 J + 1 (pattern J) or 2 J + 2 (maset J), descending.
    """

    def __init__(self, rules: Rules, certificate: Certificate, progress: Progress) -> None:
        """Verify the patterns, the automorphisms and the parts."""
        self.rules, self.certificate = rules, certificate
        self.names: dict[bytes, int] = {}  # of all parts that have appeared
        self.part_bytes = 0
        self.questions = 0
        self.check_masets()
        generators = self.check_automorphisms()
        rows = []
        for index in range(len(certificate.patterns)):
            rows.append(self.pattern_rows(index, generators.get(index, [])))
            if index % 64 == 0:
                progress("patterns", index, len(certificate.patterns))
        if len(self.names) < len(certificate.parts):
            rejected("parts", len(self.names) + 1, "superfluous: all parts have their lines")
        self.check_used()
        self.rows = np.concatenate(rows)

    def check_masets(self) -> None:
        """Patterns and explicit masets are normalized; pattern 0 is the full pattern."""
        pegs, ab = self.rules.pegs, self.rules.game == "ab"
        if self.certificate.patterns[:1] != [bytes([STAR] * pegs)]:
            rejected("patterns", 1, "pattern 0 is not the full pattern")
        for section, masets in (
            ("patterns", self.certificate.patterns),
            ("masets", self.certificate.masets),
        ):
            for line, clauses in enumerate(masets, 1):
                if {*clauses} - {STAR} != {*range(colour_count(clauses))}:
                    rejected(section, line, "not normalized: a colour is missing")
                if (STAR in clauses) != (section == "patterns"):
                    rejected(section, line, "a pattern has a star, and an explicit maset none")
                rows = [clauses[i : i + pegs] for i in range(0, len(clauses), pegs)]
                if ab and any(len({*row} - {STAR}) + row.count(STAR) < pegs for row in rows):
                    rejected(section, line, "a colour repeats in a clause of the AB game")
                stars = [row.count(STAR) for row in rows]
                if sum((pegs + 1) ** count for count in stars) > MAX_CLAUSES:
                    raise Malformed(f"section {section}, line {line}: too many clauses")
                if section == "masets" and len(rows) > MAX_SECRETS:
                    raise Malformed(f"section {section}, line {line}: too many secrets")

    def check_automorphisms(self) -> dict[int, list[Witness]]:
        """Each generator maps its pattern to itself."""
        generators: dict[int, list[Witness]] = {}
        before = 0
        for line, (index, witness) in enumerate(self.certificate.automorphisms, 1):
            if index < before:
                raise Malformed(f"section automorphisms, line {line}: not in ascending order")
            before = index
            pattern = self.certificate.patterns[index]
            if len(witness.colours) != colour_count(pattern) or witness.apply(pattern) != pattern:
                rejected("automorphisms", line, f"not an automorphism of pattern {index}")
            generators.setdefault(index, []).append(witness)
        return generators

    def pattern_rows(self, index: int, generators: list[Witness]) -> Array:
        """Split a pattern by its asked questions, name the parts, and gather different results."""
        rules, pattern = self.rules, self.certificate.patterns[index]
        k, answers = colour_count(pattern), len(rules.answers)
        table = questions(rules, k)
        asked = asked_questions(table, k, generators)
        self.questions += int(asked.sum())
        splits = []
        new_parts: dict[bytes, int] = {}
        for r in range(rules.pegs + 1):
            chosen = np.flatnonzero(asked & (table.new == r))
            clauses = extend(rules, pattern, k, r)
            sets = split(rules, clauses, table.cells[chosen], table.rank[chosen])
            flat = sets.reshape(-1, sets.shape[-1])
            filled = np.flatnonzero(flat.any(axis=1))
            first, inverse = distinct(flat[filled])
            parts = normalized(clauses, flat[filled[first]])
            appearance = chosen[filled[first] // answers] * answers + filled[first] % answers
            for part, when in zip(parts, appearance.tolist(), strict=True):
                if part not in self.names:
                    new_parts[part] = min(when, new_parts.get(part, when))
            # With r = 0 a question that leaves all clauses in one part leaves the state as it is. It
            # gives no equation: its right side S(m) + F(m) or 1 + F(m) is never the least one.
            tells = (count_bits(sets) < len(clauses)).all(axis=1) | (r > 0)
            splits.append((r, table.extra[chosen], filled, parts, inverse, tells))
        for part, when in sorted(new_parts.items(), key=lambda item: item[1]):
            self.take_line(part, index, table.cells[when // answers], when % answers)
        rows = [np.zeros((0, 2 + answers), dtype=np.int32)]
        for r, extra, filled, parts, inverse, tells in splits:
            block = np.zeros((len(extra), 2 + answers), dtype=np.int32)
            named = np.zeros(len(extra) * answers, dtype=np.int32)
            named[filled] = np.array([self.names[part] for part in parts], dtype=np.int32)[inverse]
            block[:, 0] = r
            block[:, 1] = extra if rules.reading == "exact" else 0  # matters for states only
            block[:, 2:] = -np.sort(-named.reshape(-1, answers), axis=1)
            rows.append(block[tells])
        block = np.concatenate(rows)
        block = block[distinct(block)[0]]
        return np.insert(block, 0, index, axis=1)

    def take_line(self, part: bytes, index: int, question: Array, answer: int) -> None:
        """The next line of `parts`: its witness maps the new part exactly to pattern or maset J."""
        pegs, line = self.rules.pegs, len(self.names) + 1
        where = (
            f"the part {show(part, pegs)} of pattern {index}, "
            f"question {show(question.tobytes(), pegs)[1:-1]}, answer {self.rules.answers[answer]}"
        )
        if line > len(self.certificate.parts):
            rejected("parts", None, f"no line {line} for {where}")
        kind, target, witness = self.certificate.parts[line - 1]
        if (kind == "p") != (STAR in part):
            rejected("parts", line, f"p is for parts with a star and m for others: {where}")
        if len(witness.colours) != colour_count(part):
            rejected("parts", line, f"the witness has not one symbol for each colour of {where}")
        targets = self.certificate.patterns if kind == "p" else self.certificate.masets
        if witness.apply(part) != targets[target]:
            name = "pattern" if kind == "p" else "maset"
            rejected("parts", line, f"the witness does not map to {name} {target} {where}")
        self.part_bytes += len(part)
        if self.part_bytes > MAX_PART_BYTES:
            raise Malformed(
                "section parts: too many and too long, beyond the limit of this checker"
            )
        self.names[part] = 2 * target + (1 if kind == "p" else 2)

    def check_used(self) -> None:
        """Every pattern but the first and every maset is what some part is, and none is there twice."""
        used = {(kind, target) for kind, target, _ in self.certificate.parts} | {("p", 0)}
        for section, kind, masets in (
            ("patterns", "p", self.certificate.patterns),
            ("masets", "m", self.certificate.masets),
        ):
            seen = set()
            for target, clauses in enumerate(masets):
                if (kind, target) not in used or clauses in seen:
                    rejected(
                        section, target + 1, "superfluous: no part is it, or it is there twice"
                    )
                seen.add(clauses)


@dataclass(frozen=True)
class Block:
    """Equations with the same r of some states, ascending by state; with r = 0, of states whose
    patterns have the same number of clauses. Missing terms have the number of states."""

    r: int
    state: Array
    terms: Array
    constants: Array  # for min(m - r, C) = 0..C

    @cached_property
    def first(self) -> Array:
        """The index of the first equation of each state."""
        return np.flatnonzero(np.diff(self.state, prepend=-1))


class System:
    """The states of the game and their equations."""

    def __init__(self, rules: Rules, closure: Closure, progress: Progress) -> None:
        """Find the states, the minima of the explicit parts and the different equations."""
        self.rules, self.patterns = rules, closure.certificate.patterns
        self.masets, self.rows = closure.certificate.masets, closure.rows
        self.pattern_colours = np.array([*map(colour_count, self.patterns)])
        self.maset_colours = np.array([*map(colour_count, self.masets)], dtype=np.int64)
        self.reached = self.reach()
        self.number = np.cumsum(self.reached).reshape(self.reached.shape) - 1
        self.states = np.argwhere(self.reached)
        self.minima = self.explicit_minima(progress)
        self.equations = 0
        self.blocks = self.gather()

    def results(self, e: int, rows: Array) -> tuple[Array, Array]:
        """Which rows a state with e excluded colours may ask: their indices, and the rows."""
        active = self.reached[rows[:, 0], e] & (rows[:, 2] <= self.rules.extra_cells(e))
        return rows[active, 0], rows[active]

    def parts(self, rows: Array, answer: int, kind: int) -> tuple[Array, Array, Array]:
        """The parts in one column of kind 1 (patterns) or 2 (masets): where, which, colours gained."""
        named = rows[:, 3 + answer]
        where = np.flatnonzero((named > 0) & ((named - kind) % 2 == 0))
        which = (named[where] - kind) // 2
        colours = (self.pattern_colours if kind == 1 else self.maset_colours)[which]
        return where, which, self.pattern_colours[rows[where, 0]] + rows[where, 1] - colours

    def reach(self) -> Array:
        """The states that the game reaches through parts with a star: flags [pattern, e]."""
        self.reached = np.zeros((len(self.patterns), self.rules.cap + 1), dtype=bool)
        self.reached[0, self.rules.start] = True
        before = 0
        while before < self.reached.sum():
            before = int(self.reached.sum())
            for e in range(self.rules.cap + 1):
                _, rows = self.results(e, self.rows)
                for answer in range(len(self.rules.answers)):
                    _, which, gained = self.parts(rows, answer, 1)
                    self.reached[which, self.rules.excluded(e, gained)] = True
        return self.reached

    def explicit_minima(self, progress: Progress) -> Array:
        """The minimum of each explicit maset and e that occurs in an equation; [maset, e]."""
        cap, minima = self.rules.cap, Minima(self.rules)
        needed = np.zeros((len(self.masets), cap + 1), dtype=bool)
        for e in range(cap + 1):
            _, rows = self.results(e, self.rows)
            for answer in range(len(self.rules.answers)):
                _, which, gained = self.parts(rows, answer, 2)
                for left in range(cap + 1):
                    needed[which, self.rules.excluded(e, gained + left)] = True
        result = np.zeros(needed.shape, dtype=np.int64)
        for done, (maset, e) in enumerate(np.argwhere(needed).tolist()):
            result[maset, e] = minima.minimum(self.masets[maset], e)
            progress("masets", done, int(needed.sum()))
        return result

    def gather(self) -> list[Block]:
        """The different equations, in blocks in the order of evaluation.

        Of equations that differ in the constants only, the least constants are kept: sum and maximum
        grow with them, and they do not depend on m from M on.
        """
        parts, step = [], 1 << 18
        ends = np.searchsorted(
            self.rows[:, 0], np.arange(len(self.patterns)), side="right"
        ).tolist()
        low = 0
        for i, high in enumerate(ends):  # chunks of whole patterns
            if high - low >= step or i == len(ends) - 1:
                parts.append(self.gather_rows(self.rows[low:high]))
                low = high
        state, r, terms, constants = (np.concatenate([part[i] for part in parts]) for i in range(4))
        clauses = np.array([len(clauses) for clauses in self.patterns])[self.states[:, 0]][state]
        blocks = []
        for new, group in [*((new, None) for new in range(1, self.rules.pegs + 1))] + [
            (0, group) for group in np.unique(clauses[r == 0]).tolist()
        ]:
            chosen = np.flatnonzero((r == new) & (True if group is None else clauses == group))
            if len(chosen):
                blocks.append(Block(new, state[chosen], terms[chosen], constants[chosen]))
        return blocks

    def gather_rows(self, rows: Array) -> tuple[Array, Array, Array, Array]:
        """The different equations of some patterns: state, r, terms, constants; ascending by state."""
        rules, none = self.rules, len(self.states)
        tables = []
        width = len(rules.answers)
        for e in range(rules.cap + 1):
            index, mine = self.results(e, rows)
            table = np.full((len(mine), 2 + width + rules.cap + 1), none, dtype=np.int32)
            table[:, 0], table[:, 1] = self.number[index, e], mine[:, 1]
            table[:, 2 + width :] = 0
            for answer in range(width):
                where, which, gained = self.parts(mine, answer, 1)
                table[where, 2 + answer] = self.number[which, rules.excluded(e, gained)]
                where, which, gained = self.parts(mine, answer, 2)
                for left in range(rules.cap + 1):
                    cost = self.minima[which, rules.excluded(e, gained + left)]
                    column = table[:, 2 + width + left]
                    more = np.maximum(column[where], cost)
                    column[where] = more if rules.objective == "worst" else column[where] + cost
            table[:, 2 : 2 + width] = np.sort(table[:, 2 : 2 + width], axis=1)
            tables.append(table)
        table = np.concatenate(tables)
        table = table[np.lexsort(table.T[::-1])]
        steps = np.diff(table, axis=0, prepend=-1) != 0
        self.equations += int(steps.any(axis=1).sum())
        first = np.flatnonzero(steps[:, : 2 + width].any(axis=1))
        constants = np.minimum.reduceat(table[:, 2 + width :], first, axis=0).astype(np.int64)
        return table[first, 0], table[first, 1], table[first, 2 : 2 + width], constants


# ----------------------------------------------------------------------------- values and induction


class Proof:
    """The values from the equations, the claimed functions, and the induction."""

    def __init__(self, claim: Claim, rules: Rules, system: System, functions: Array) -> None:
        """Functions are [state, residue, order]; see check_states."""
        self.claim, self.rules, self.system, self.functions = claim, rules, system, functions
        self.induction_base = claim.base + claim.pegs + rules.cap  # M
        stars = np.zeros((len(system.patterns), rules.pegs + 1), dtype=np.int64)
        for index, pattern in enumerate(system.patterns):
            for i in range(0, len(pattern), rules.pegs):
                stars[index, pattern[i : i + rules.pegs].count(STAR)] += 1
        self.stars = stars[system.states[:, 0]]

    def secrets(self, m: int) -> Array:
        """S(m) of every state, and 0 for the missing term."""
        total = np.zeros(len(self.stars) + 1, dtype=np.int64)
        ways = 1
        for count in range(self.rules.pegs + 1):
            total[:-1] += ways * self.stars[:, count]
            ways *= m if self.rules.game == "mastermind" else max(m - count, 0)
        return total

    def right_sides(self, block: Block, m: int, earlier: Array) -> Array:
        """The right side of every equation of a block, from F(m - r)."""
        constant = block.constants[:, min(m - block.r, self.rules.cap)]
        worst = self.rules.objective == "worst"
        side = constant.copy()
        for column in block.terms.T:
            side = np.maximum(side, earlier[column]) if worst else side + earlier[column]
        return side + 1 if worst else side + self.secrets(m)[block.state]

    def check_base(self, progress: Progress) -> list[int]:
        """F(m) for all m < M + T, equal to the claimed G(m) for m >= B; returns those of state 0.

        With r = 0 the parts of a question that tells something have fewer clauses, so the blocks are
        in an order in which all terms are known.
        """
        end = self.induction_base + self.claim.period
        window: list[Array] = []  # F(m), F(m - 1), ...
        whole_game = []
        for m in range(end):
            secrets = self.secrets(m)
            value = np.where(secrets == 0, 0, UNKNOWN)
            window = [value, *window[: self.rules.pegs]]
            for block in self.system.blocks:
                if block.r > m:
                    continue
                side = self.right_sides(block, m, window[block.r])
                if block.r == 0 and m < self.rules.pegs:  # some clauses may be empty
                    all_in_one = secrets[block.terms] == secrets[block.state][:, None]
                    side[all_in_one.any(axis=1)] = UNKNOWN
                states = block.state[block.first]
                least = np.minimum(np.minimum.reduceat(side, block.first), UNKNOWN)
                value[states] = np.minimum(value[states], least)
            if value.max() > LIMIT:
                rejected("functions", int(value.argmax()) + 1, f"no bounded value for m = {m}")
            if m >= self.claim.base:
                wrong = np.flatnonzero(value != self.claimed(m, 0))
                if len(wrong):
                    claimed, computed = self.claimed(m, 0)[wrong[0]], value[wrong[0]]
                    reason = f"F({m}) = {computed} by the equations, but claimed is {claimed}"
                    rejected("functions", int(wrong[0]) + 1, reason)
            whole_game.append(int(value[0]))
            progress("values", m, end)
        return whole_game

    def claimed(self, m: int, order: int) -> Array:
        """The Newton difference of G at m with step T for every state, and 0 for the missing term."""
        t, residue = divmod(m - self.claim.base, self.claim.period)
        result = np.zeros(len(self.functions) + 1, dtype=np.int64)
        for i in range(min(t, self.claim.degree - order) + 1):
            result[:-1] += comb(t, i) * self.functions[:, residue, order + i]
        return result

    def check_induction(self, progress: Progress) -> None:
        """No equation falls below G, and one attains it, for every state and every residue.

        Questions with r = 0 that leave all in one part are not among the equations (step 3).
        """
        step = self.check_differences if self.rules.objective == "expected" else self.check_slopes
        for m in range(self.induction_base, self.induction_base + self.claim.period):
            attained = np.zeros(len(self.functions), dtype=bool)
            for block in self.system.blocks:
                attained[block.state[step(block, m)]] = True
            if not attained.all():
                line = int(attained.argmin()) + 1
                rejected("functions", line, f"no equation attains it for m = {m}, and so on")
            progress("induction", m - self.induction_base, self.claim.period)

    def below(self, block: Block, equation: int, m: int, reason: str) -> NoReturn:
        """Reject because of an equation whose right side does not stay above G."""
        terms = block.terms[equation]
        patterns = self.system.states[terms[terms < len(self.functions)]].tolist()
        which = f"the equation with {block.r} new colours, parts {patterns} (pattern, excluded) and"
        constant = block.constants[equation, -1]
        reason = f"{which} constant {constant} at m = {m}: {reason}"
        rejected("functions", int(block.state[equation]) + 1, reason)

    def check_differences(self, block: Block, m: int) -> Array:
        """Expected case: all Newton differences of right side - G are >= 0; which are all 0."""
        attains = np.ones(len(block.state), dtype=bool)
        for order in range(max(self.claim.degree, self.claim.pegs) + 1):
            size = np.zeros(len(self.functions) + 1, dtype=np.int64)
            for i in range(order + 1):
                sign = (-1) ** (order - i)
                size += sign * comb(order, i) * self.secrets(m + i * self.claim.period)
            difference = (size - self.claimed(m, order))[block.state]
            if order == 0:
                difference += block.constants[:, -1]
            term = self.claimed(m - block.r, order)
            for column in block.terms.T:
                difference += term[column]
            if (difference < 0).any():
                worst = int(difference.argmin())
                reason = f"the difference of order {order} is {difference[worst]}"
                self.below(block, worst, m, reason)
            attains &= difference == 0
        return attains

    def check_slopes(self, block: Block, m: int) -> Array:
        """Worst case: one term is always large enough; which equations have all terms small enough.

        The constant is a term with slope 0; without explicit parts it is 0, and does no harm: the
        right side is 1 + max(0, ...).
        """
        goal, goal_slope = self.claimed(m, 0)[block.state], self.claimed(m, 1)[block.state]
        values, slopes = self.claimed(m - block.r, 0), self.claimed(m - block.r, 1)
        large = np.zeros(len(block.state), dtype=bool)
        small = np.ones(len(block.state), dtype=bool)
        equal = np.zeros(len(block.state), dtype=bool)
        columns = [(values[column], slopes[column]) for column in block.terms.T]
        for value, slope in [(block.constants[:, -1], np.zeros_like(goal)), *columns]:
            large |= (value + 1 >= goal) & (slope >= goal_slope)
            small &= (value + 1 <= goal) & (slope <= goal_slope)
            equal |= (value + 1 == goal) & (slope == goal_slope)
        if not large.all():
            self.below(block, int(large.argmin()), m, "no term is always as large as G - 1")
        return small & equal


def check_states(system: System, certificate: Certificate) -> Array:
    """The section `functions` has exactly the states that the game reaches; as [state, T, D + 1]."""
    for line, (claimed, reached) in enumerate(
        zip(certificate.functions, system.states.tolist(), strict=False), 1
    ):
        if [claimed[0], claimed[1]] != reached:
            reason = f"state {claimed[0]} {claimed[1]}, but the next state reached is {reached}"
            rejected("functions", line, reason)
    if len(certificate.functions) != len(system.states):
        line = min(len(certificate.functions), len(system.states)) + 1
        rejected("functions", line, f"the game reaches {len(system.states)} states, not so many")
    numbers = np.array([line[2] for line in certificate.functions], dtype=np.int64)
    return numbers.reshape(len(numbers), certificate.claim.period, certificate.claim.degree + 1)


# ------------------------------------------------------------------------------ formula, sentences


def check_formula(claim: Claim, values: list[int], function: list[list[int]]) -> None:
    """Branches, least period, least valid-from and exceptions, against F of the whole game.

    F(n) is in `values` for n < M + T, and equal to G from B on. The least period of F divides T. In
    a residue class of n modulo T both F and the branch are polynomials from max(valid-from, B) on,
    so they are equal if they are at more points than either has degree.
    """
    count, period, first = len(claim.branches), claim.period, least_colours(claim)

    def total(n: int) -> int:
        if n < len(values):
            return values[n]
        t, residue = divmod(n - claim.base, period)
        return sum(comb(t, i) * d for i, d in enumerate(function[residue]))

    def formula(n: int) -> Fraction:
        branch = claim.branches[n % count]
        return sum((c * n**i for i, c in enumerate(branch)), Fraction(0))

    branch_line = 9
    if period % count:
        rejected("claim", branch_line, f"the number of branches does not divide {period}")
    for divisor in range(1, count):
        if count % divisor == 0 and claim.branches == claim.branches[:divisor] * (count // divisor):
            rejected("claim", branch_line, f"{divisor} branches are enough")
    if not first <= claim.valid_from <= max(first, claim.base):
        rejected("claim", 8, "valid-from is not the least possible number of colours")
    points = max(claim.degree, *(len(branch) - 1 for branch in claim.branches)) + 1
    for n in range(claim.valid_from, max(first, claim.base) + points * period):
        if total(n) != formula(n):
            line = branch_line + n % count
            rejected("claim", line, f"the branch gives {formula(n)} for n = {n}, F is {total(n)}")
    wrong = [(n, total(n)) for n in range(first, claim.valid_from) if total(n) != formula(n)]
    if claim.valid_from > first and (not wrong or wrong[-1][0] != claim.valid_from - 1):
        rejected("claim", 8, "valid-from is not the least: the formula holds for the n before it")
    if [*claim.exceptions] != wrong:
        rejected("claim", branch_line + count, f"the exceptions are not exactly {wrong[:20]}")


def least_colours(claim: Claim) -> int:
    """The least number of colours with a secret."""
    return 1 if claim.game == "mastermind" else claim.pegs


def check_values(claim: Claim, values: list[int], lines: list[tuple[int, int]]) -> None:
    """The section `values` holds F(n) of the whole game, for every n < M + T with a secret."""
    expected = [(n, values[n]) for n in range(least_colours(claim), len(values))]
    for line, (claimed, computed) in enumerate(zip(lines, expected, strict=False), 1):
        if claimed != computed:
            rejected("values", line, f"not '{computed[0]} {computed[1]}', as the equations give")
    if len(lines) != len(expected):
        rejected("values", min(len(lines), len(expected)) + 1, f"there are {len(expected)} values")


def polynomial(coefficients: tuple[Fraction, ...]) -> str:
    """A polynomial in n by descending power."""
    text = ""
    for power in reversed(range(len(coefficients))):
        c = coefficients[power]
        variable = "" if power == 0 else "n" if power == 1 else f"n^{power}"
        if c == 0:
            continue
        size = str(abs(c)) if not variable else variable if abs(c) == 1 else f"{abs(c)}*{variable}"
        sign = (" - " if c < 0 else " + ") if text else "-" if c < 0 else ""
        text += sign + size
    return text or "0"


def check_sentences(claim: Claim) -> None:
    """`words` and `symbols` say what has been verified, and nothing else."""
    exceptions = ", ".join(f"it is {value} for n = {n}" for n, value in claim.exceptions)
    words = (
        f"{GAMES[claim.game]} with {claim.pegs} {'peg' if claim.pegs == 1 else 'pegs'} and n colours, "
        f"{READINGS[claim.reading]}: the least {OBJECTIVES[claim.objective]} of a strategy is f(n) "
        f"for every n >= {claim.valid_from}{'; ' if exceptions else ''}{exceptions}."
    )
    branches, count = [*map(polynomial, claim.branches)], len(claim.branches)
    cases = [f"{branch} for n = {r} mod {count}" for r, branch in enumerate(branches)]
    symbols = "f(n) = " + (branches[0] if count == 1 else "; ".join(cases))
    last = 10 + count + len(claim.exceptions)
    if claim.words != words:
        rejected("claim", last - 1, f"the words are not: {words}")
    if claim.symbols != symbols:
        rejected("claim", last, f"the symbols are not: {symbols}")


# ------------------------------------------------------------------------------------ command line


def verify(data: bytes, progress: Progress) -> Verified:
    """All obligations, in the order of docs/certificates.md."""
    start = time.monotonic()
    certificate = parse_certificate(data)
    claim = certificate.claim
    check_sentences(claim)
    rules = Rules(claim.game, claim.pegs, claim.reading, claim.objective)
    closure = Closure(rules, certificate, progress)
    system = System(rules, closure, progress)
    functions = check_states(system, certificate)
    proof = Proof(claim, rules, system, functions)
    values = proof.check_base(progress)
    proof.check_induction(progress)
    check_formula(claim, values, functions[0].tolist())
    check_values(claim, values, certificate.values)
    return Verified(
        words=claim.words,
        symbols=claim.symbols,
        game=claim.game,
        pegs=claim.pegs,
        reading=claim.reading,
        objective=claim.objective,
        digest=certificate.digest,
        patterns=len(certificate.patterns),
        questions=closure.questions,
        equations=system.equations,
        seconds=round(time.monotonic() - start, 3),
    )


def check(path: str, progress: Progress | None = None) -> Verified:
    """Verify the certificate in a file; raises Rejected or Malformed with the reason."""
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise Malformed(f"cannot be read: {error}") from None
    try:
        return verify(data, progress or (lambda stage, done, total: None))
    except (MemoryError, RecursionError):
        raise Malformed("too large for this machine") from None


class Arguments(argparse.ArgumentParser):
    """Usage errors in one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and what is accepted."""
        self.exit(2, f"{self.prog}: {message}; usage: {self.prog} FILE [--json]\n")


def main(argv: Sequence[str] | None = None) -> int:
    """0: verified. 1: rejected, the reason on stdout. 2: malformed, one line on standard error."""
    parser = Arguments(prog="checker.py", description="Verify a masetproof certificate.")
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args(argv)
    answer: dict[str, Any] = {"verified": False, "theorem": None}
    status = 0
    try:
        result = check(options.file)
        answer = {"verified": True, "theorem": result.words, **asdict(result)}
        text = (
            f"verified: {result.words}\n{result.symbols}\nrecomputed: {result.patterns} patterns, "
            f"{result.questions} questions, {result.equations} different equations in "
            f"{result.seconds:.1f} s\ncertificate {result.digest}"
        )
    except Rejected as error:
        status, text = 1, f"rejected: {error}"
        answer["reason"] = str(error)
    except Malformed as error:
        status, text = 2, ""
        answer["reason"] = str(error)
        print(f"checker.py: malformed certificate: {error}", file=sys.stderr)
    except KeyboardInterrupt:
        return 130
    if options.json or text:
        print(json.dumps(answer) if options.json else text)
    return status


if __name__ == "__main__":
    sys.exit(main())
