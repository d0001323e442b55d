"""Independent checker of masetproof certificates: `python checker.py FILE [--json]`.

What is verified: the sentence `words` of the certificate, a statement about the best strategies of
Mastermind or the AB game with one, two or three pegs for *every* number n of colours, with the
exact formula `symbols`. Format and obligations are those of docs/certificates.md. This file needs
only Python and numpy, searches nothing, and believes nothing that it can recompute. That page has
the argument: patterns closed under questions, an equation for each question, the *base* (values
for few colours), the *induction* (for all others), the *formula* and its sentences.

Arithmetic is exact: Python integers and fractions, and int64 where a bound excludes overflow.
"""

from __future__ import annotations

import os
import signal

if __name__ == "__main__":  # Nothing is written, so nothing has to be tidied up at an interrupt.
    signal.signal(signal.SIGINT, lambda number, frame: os._exit(130))

import hashlib
import json
import re
import stat
import sys
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations, count, islice, pairwise, product, repeat, zip_longest
from math import comb
from typing import Any, NamedTuple, NoReturn

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Progress = Callable[[str, int, int], None]

SECTIONS = ("claim", "patterns", "masets", "automorphisms", "parts", "functions", "values")
SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*a"  # a cell is the index of its symbol
STAR, EXTRA = 36, 37
CELLS = bytes.maketrans(SYMBOLS.encode(), bytes(range(38)))
MAX_BYTES, MAX_LINES, MAX_LINE = 1 << 26, 2_000_000, 4096  # of the grammar, as the next three
MAX_PERIOD, MAX_DEGREE, MAX_BASE = 60, 8, 1000
# Limits of this checker, far beyond what three pegs need, that bound its memory: explicit colours,
# clauses of an extended pattern; what is kept is at most KEPT bytes and KEPT_TIMES the file; the
# characters of a reason. Integers have at most 400 digits.
MAX_COLOURS, MAX_CLAUSES, KEPT, KEPT_TIMES, MAX_REASON = 16, 1024, 1 << 26, 128, 400
# No overflow of int64: the claimed differences and all F(m) are at most LIMIT (checked). A shift by
# t <= (P + C + T - 1) // T <= 5 periods multiplies differences by at most 2^5; an equation has at
# most 8 terms; S(m) <= 1024 * 1605^3 < 2^42, its differences of order 8 are < 2^50; constants are
# < 2^20. So all sums are < 2^54. A right side may add UNKNOWN 8 times, which is still below 2^63.
LIMIT, UNKNOWN = 1 << 44, 1 << 59
N, Z = "(?:0|[1-9][0-9]{0,399})", "(?:0|-?[1-9][0-9]{0,399})"
Q = f"{Z}(?:/[1-9][0-9]{{0,399}})?"
CLAIM = re.compile(
    "game (mastermind|ab)\npegs ([123])\nreading (without|with|exact)\nobjective (expected|worst)\n"
    f"period ({N})\ndegree ({N})\nbase ({N})\nvalid-from ({N})\n"
    f"((?:branch {Q}(?: {Q}){{0,{MAX_DEGREE}}}\n){{1,{MAX_PERIOD}}})"
    f"((?:exception {N} {Z}\n){{0,{MAX_BASE}}})words (.*)\nsymbols (.*)\n"
)
NAMES = {
    "mastermind": "Mastermind",
    "ab": "AB game",
    "without": "questions use only colours that the secret may still contain",
    "with": "questions may use a colour that is not in the secret",
    "exact": "questions use the legal colours, excluded ones too",
    "expected": "external path length",
    "worst": "number of questions in the worst case",
}


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


@dataclass(frozen=True)
class Verified:
    """A verified theorem, and how many questions and different equations were recomputed."""

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


@dataclass(frozen=True)
class Claim:
    """The section `claim`, with the rules that game, pegs and reading imply."""

    game: str
    pegs: int
    reading: str
    objective: str
    period: int
    degree: int
    base: int
    valid_from: int
    branches: list[tuple[Fraction, ...]]
    exceptions: list[tuple[int, int]]
    words: str
    symbols: str

    @property
    def cap(self) -> int:
        """C: more excluded colours than this make no difference."""
        return 1 if self.game == "mastermind" else self.pegs - 1

    @property
    def start(self) -> int:
        """The excluded colours of the state in which the game starts."""
        return self.cap if self.reading == "with" else 0

    @property
    def answers(self) -> list[tuple[int, int]]:
        """The answers (black, white) but the winning one, by their sum and then by black."""
        return [(b, s - b) for s in range(self.pegs + 1) for b in range(s + 1) if b < self.pegs]

    def extra_cells(self, e: int) -> int:
        """The most extra cells of a question when e colours are excluded."""
        if self.reading == "exact":
            return min(e if self.game == "ab" else e * self.pegs, self.pegs - 1)
        return self.pegs - 1 if self.reading == "with" else 0

    def excluded(self, e: int, gained: Array) -> Array:
        """The excluded colours after parts that show `gained` more colours to be excluded."""
        after = np.minimum(self.cap, gained.astype(np.int64) + e)
        return after if self.reading == "exact" else np.full_like(after, self.start)


class Witness(NamedTuple):
    """A permutation of columns and a renaming of colours."""

    columns: tuple[int, ...]
    colours: bytes

    def apply(self, clauses: bytes) -> bytes:
        """The image of a set of clauses, ascending."""
        renamed = clauses.translate(self.colours + bytes(range(len(self.colours), 256)))
        columns = [renamed[old :: len(self.columns)] for old in self.columns]
        return bytes(chain.from_iterable(sorted(zip(*columns, strict=True))))


class Certificate(NamedTuple):
    """A parsed certificate; a set of clauses is the bytes of its cells, clause by clause."""

    claim: Claim
    patterns: list[bytes]
    masets: list[bytes]
    automorphisms: list[tuple[int, Witness]]
    parts: list[tuple[str, int, Witness]]
    states: list[tuple[int, int]]
    functions: list[list[int]]
    values: list[tuple[int, int]]
    digest: str
    size: int  # of the file, in bytes


class Memory:
    """Counts the bytes of what is kept, against the limit that belongs to the size of a file."""

    def __init__(self, size: int) -> None:
        self.limit = self.left = KEPT + KEPT_TIMES * size

    def keep(self, count: int) -> None:
        """Malformed when the limit is passed."""
        self.left -= count
        if self.left < 0:
            raise Malformed(f"too large: a file of this size may need {self.limit} bytes")


def read_sections(data: bytes) -> tuple[dict[str, str], str]:
    """Cut the file into its sections, verifying version, sizes and digests."""
    start = 0
    if len(data) > MAX_BYTES or data.translate(None, bytes(range(32, 127)) + b"\n"):
        raise Malformed(f"longer than {MAX_BYTES} bytes, or not in printable ASCII")

    def take(count: int) -> str:
        nonlocal start
        first, end = start, start
        for _ in range(count):
            end = data.find(b"\n", start, start + MAX_LINE + 1)
            if end < 0:
                raise Malformed(f"no line end within {MAX_LINE} bytes after byte {start}")
            start = end + 1
        return data[first:start].decode("ascii")

    if take(1) != "masetproof certificate 1\n":
        raise Malformed("the first line is not 'masetproof certificate 1'")
    sections = {}
    for name in SECTIONS:
        header = re.fullmatch(f"section {name} (0|[1-9][0-9]{{0,6}}) ([0-9a-f]{{64}})\n", take(1))
        if header is None or int(header[1]) > MAX_LINES:
            raise Malformed(f"section {name}: its first line is not 'section {name} LINES DIGEST'")
        sections[name] = take(int(header[1]))
        if hashlib.sha256(sections[name].encode()).hexdigest() != header[2]:
            raise Malformed(f"section {name}: the digest is not that of its {header[1]} lines")
    digest = hashlib.sha256(data[:start]).hexdigest()
    if take(1) != f"end {digest}\n" or start != len(data):
        raise Malformed("the last line is not 'end' and the digest of all bytes before it")
    return sections, digest


def matches(section: str, body: str, grammar: str) -> Iterator[tuple[str, re.Match[str]]]:
    """Each line of a section as a match of its grammar, with the place."""
    compiled = re.compile(grammar)
    end = -1
    for number in range(1, body.count("\n") + 1):
        start, end = end + 1, body.index("\n", end + 1)
        match = compiled.fullmatch(body, start, end)
        if match is None:
            raise Malformed(f"section {section}, line {number}: not a line of its grammar")
        yield f"section {section}, line {number}", match


def parse_number(where: str, text: str, low: int, high: int) -> int:
    """An integer between low and high."""
    if not low <= int(text) <= high:
        raise Malformed(f"{where}: {text[:40]} is not between {low} and {high}")
    return int(text)


def parse_claim(body: str) -> Claim:
    """The section `claim`."""
    where, fits = "section claim", body.count("\n") < MAX_BASE + MAX_PERIOD + 20
    match = CLAIM.fullmatch(body) if fits else None
    if match is None:
        raise Malformed(f"{where}: its lines are not those of the grammar")
    branches = [line.split(" ")[1:] for line in match[9].split("\n")[:-1]]
    exceptions = [line.split(" ") for line in match[10].split("\n")[:-1]]
    for branch in branches:
        if [str(Fraction(c)) for c in branch] != branch or (len(branch) > 1 and branch[-1] == "0"):
            raise Malformed(f"{where}: a fraction not in lowest terms, or a branch with a last 0")
    period = parse_number(where, match[5], 1, MAX_PERIOD)
    degree = parse_number(where, match[6], *((1, 1) if match[4] == "worst" else (0, MAX_DEGREE)))
    base = parse_number(where, match[7], 0, MAX_BASE)
    head = (match[1], int(match[2]), match[3], match[4], period, degree, base, int(match[8]))
    numbers = [(int(n), int(value)) for _, n, value in exceptions]
    return Claim(*head, [(*map(Fraction, c),) for c in branches], numbers, match[11], match[12])


def parse_clauses(section: str, body: str, pegs: int) -> list[bytes]:
    """Lines {CLAUSE|CLAUSE|...} with strictly ascending clauses."""
    result = []
    clause = f"[0-9A-Z*]{{{pegs}}}"
    for where, match in matches(section, body, rf"\{{({clause}(?:\|{clause})*)\}}"):
        clauses = match[1].encode().translate(CELLS).split(b"|")
        if any(a >= b for a, b in pairwise(clauses)):
            raise Malformed(f"{where}: the clauses are not strictly ascending")
        extended = sum((pegs + 1) ** clause.count(STAR) for clause in clauses)
        colours = {*chain.from_iterable(clauses)} - {STAR}
        if len(colours) > MAX_COLOURS or extended > MAX_CLAUSES:
            raise Malformed(f"{where}: beyond the limits of this checker")
        result.append(b"".join(clauses))
    return result


def parse_witness(where: str, columns: str, colours: str) -> Witness:
    """COLUMNS COLOURS: permutations of the columns and of the explicit colours."""
    witness = Witness(tuple(map(int, columns)), colours.replace("-", "").encode().translate(CELLS))
    if any(sorted(numbers) != [*range(len(numbers))] for numbers in witness):
        raise Malformed(f"{where}: not permutations of columns and colours")
    return witness


def parse(data: bytes) -> Certificate:
    """All sections, verified for grammar and ranges only."""
    sections, digest = read_sections(data)
    claim = parse_claim(sections["claim"])
    patterns = parse_clauses("patterns", sections["patterns"], claim.pegs)
    masets = parse_clauses("masets", sections["masets"], claim.pegs)
    end = {"p": len(patterns) - 1, "m": len(masets) - 1}
    witness = f"([0-2]{{{claim.pegs}}}) (-|[0-9A-Z]{{1,36}})"
    numbers = f"((?: :(?: {Z}){{{claim.degree + 1}}}){{{claim.period}}})"
    automorphisms = [
        (parse_number(where, match[1], 0, end["p"]), parse_witness(where, match[2], match[3]))
        for where, match in matches("automorphisms", sections["automorphisms"], f"({N}) {witness}")
    ]
    if any(a[0] > b[0] for a, b in pairwise(automorphisms)):
        raise Malformed("section automorphisms: not in ascending order")
    parts = [
        (m[1], parse_number(where, m[2], 0, end[m[1]]), parse_witness(where, m[3], m[4]))
        for where, m in matches("parts", sections["parts"], f"([pm]) ({N}) {witness}")
    ]
    states, functions = [], []
    for where, m in matches("functions", sections["functions"], f"({N}) ({N}){numbers}"):
        e = parse_number(where, m[2], 0, claim.cap)
        states.append((parse_number(where, m[1], 0, end["p"]), e))
        groups = m[3].replace(":", "").split()
        functions.append([parse_number(where, x, -LIMIT, LIMIT) for x in groups])
    lines = matches("values", sections["values"], f"({N}) ({Z})")
    values = [(int(match[1]), int(match[2])) for _, match in lines]
    tables = (patterns, masets, automorphisms, parts, states, functions, values)
    return Certificate(claim, *tables, digest, len(data))


def show(cells: bytes, pegs: int) -> str:
    """Clauses in the notation of the certificate."""
    text = "".join(SYMBOLS[cell] for cell in cells)
    return "{" + "|".join(text[i : i + pegs] for i in range(0, len(text), pegs)) + "}"


class Questions(NamedTuple):
    """All questions on k explicit colours in lexicographic order, one in each row."""

    cells: Array
    rank: Array  # of each cell, how many cells further left show the same
    new: Array  # r, the number of new colours
    extra: Array  # the number of extra cells
    codes: Array  # ascending


def to_rows(clauses: bytes, pegs: int) -> Array:
    """Clauses, one in each row."""
    return np.frombuffer(clauses, dtype=np.uint8).reshape(-1, pegs)


def code(cells: Array) -> Array:
    """Rows of cells as integers in the same order."""
    return np.asarray(cells.astype(np.int64) @ (64 ** np.arange(cells.shape[1])[::-1]))


def renumber_new(cells: Array, k: int) -> Array:
    """Number the new colours of each row k, k+1, ... in order of first use from left to right."""
    result, unused = cells.copy(), np.full(len(cells), k, dtype=cells.dtype)
    for j in range(cells.shape[1]):
        first = (cells[:, j] >= k) & (cells[:, j] < STAR)
        result[first, j] = unused[first]
        for i in range(j):
            same = cells[:, i] == cells[:, j]
            result[same, j] = result[same, i]
            first &= ~same
        unused += first
    return result


@lru_cache(maxsize=64)
def questions(game: str, pegs: int, most_extra: int, k: int) -> Questions:
    """Words over 0..k-1, new colours numbered in order of first use, and the extra colour."""
    alphabet = np.array([*range(k + pegs), EXTRA], dtype=np.uint8)
    words = alphabet[np.indices((len(alphabet),) * pegs).reshape(pegs, -1).T]
    extra = (words == EXTRA).sum(axis=1)
    legal = (extra <= most_extra) & (words == renumber_new(words, k)).all(axis=1)
    rank = np.zeros(words.shape, dtype=np.int64)
    for i, j in combinations(range(pegs), 2):
        same = words[:, i] == words[:, j]
        rank[:, j] += same
        if game == "ab":
            legal &= ~same | (words[:, i] == EXTRA)
    new = np.where(words == EXTRA, 0, words.astype(np.int64) - (k - 1)).max(axis=1).clip(0)
    return Questions(words[legal], rank[legal], new[legal], extra[legal], code(words[legal]))


def merge(table: Questions, k: int, label: Array, witness: Witness) -> Array:
    """The least question of the orbit of each question, when one more automorphism is known.

    A label is the least question of a smaller orbit. Those of a question and of its image become
    the lesser of both, until nothing changes; then they are equal around every cycle.
    """
    renaming = np.arange(64, dtype=np.uint8)
    renaming[:k] = [*witness.colours]
    moved = renumber_new(renaming[table.cells[:, witness.columns]], k)
    image, before = np.searchsorted(table.codes, code(moved)), label[:0]
    while not np.array_equal(label, before):
        before, label = label, label.copy()
        np.minimum.at(label, before, before[image])
        np.minimum.at(label, before[image], before)
        while not np.array_equal(label, label[label]):
            label = label[label]
    return label


def extend(claim: Claim, clauses: bytes, k: int, r: int) -> Array:
    """The clauses of a pattern extended by r colours, ascending, one in each row."""
    rows = to_rows(clauses, claim.pegs)
    for j in range(claim.pegs):
        copies = np.repeat(rows[rows[:, j] == STAR], r, axis=0)
        copies[:, j] = k + np.arange(len(copies)) % max(r, 1)
        rows = np.concatenate([rows, copies])
    for i, j in combinations(range(claim.pegs), 2):
        if claim.game == "ab":
            rows = rows[(rows[:, i] != rows[:, j]) | (rows[:, i] == STAR)]
    return rows[np.argsort(code(rows))]


def to_bits(flags: Array) -> Array:
    """Pack the last axis, flags of clauses, into words of 64 bits: sets of clauses."""
    padded = np.zeros((*flags.shape[:-1], -(-flags.shape[-1] // 64) * 64), dtype=bool)
    padded[..., : flags.shape[-1]] = flags
    return np.packbits(padded, axis=-1, bitorder="little").view(np.uint64)


def exactly(sets: list[Array], universe: Array) -> list[Array]:
    """For i = 0, 1, ...: the clauses that lie in exactly i of the sets."""
    counts, none = [universe], np.zeros_like(universe)
    for s in sets:
        steps = zip([*counts, none], [none, *counts], strict=True)
        counts = [(stay & ~s) | (rise & s) for stay, rise in steps]
    return counts


def split(claim: Claim, clauses: Array, table: Questions, chosen: Array) -> Array:
    """The sets of clauses, as bits, for each chosen question and each answer but the winning one.

    Black counts the columns in which clause and question agree. Black + white is the sum over the
    colours of the smaller number of occurrences: a cell of the question counts when the clause has
    its colour more often than the question has it further left. No clause has the extra colour.
    """
    cells, rank, columns = table.cells[chosen], table.rank[chosen], range(claim.pegs)
    same = clauses[:, :, None] == np.arange(EXTRA + 1, dtype=np.uint8)
    here = to_bits(same.transpose(1, 2, 0))  # [column, colour]
    often = same.sum(axis=1).T
    more = to_bits(np.stack([often > times for times in columns]))  # [times, colour]
    universe = np.tile(to_bits(np.ones(len(clauses), dtype=bool)), (len(cells), 1))
    black = exactly([here[j, cells[:, j]] for j in columns], universe)
    total = exactly([more[rank[:, j], cells[:, j]] for j in columns], universe)
    return np.stack([black[b] & total[b + w] for b, w in claim.answers], axis=1)


def normalize(clauses: Array, sets: Array) -> list[bytes]:
    """The clauses of each set, with the colours that occur renamed to 0, 1, ... in ascending order.

    The renaming keeps the order of cells, so that the clauses stay ascending.
    """
    flags = np.ascontiguousarray(sets).view(np.uint8)
    chosen = np.unpackbits(flags, axis=-1, count=len(clauses), bitorder="little").astype(bool)
    colours = np.bitwise_or.reduce(np.uint64(1) << clauses.astype(np.uint64), axis=1)
    union = np.bitwise_or.reduce(np.where(chosen, colours, np.uint64(0)), axis=1)
    occurs = (union[:, None] >> np.arange(STAR + 1, dtype=np.uint64)) & np.uint64(1)
    renaming = (np.cumsum(occurs, axis=1) - occurs).astype(np.uint8)
    renaming[:, STAR] = STAR
    which, clause = np.nonzero(chosen)
    cells = renaming[which[:, None], clauses[clause]].tobytes()
    ends = [0, *(np.cumsum(chosen.sum(axis=1)) * clauses.shape[1]).tolist()]
    return [cells[ends[i] : ends[i + 1]] for i in range(len(sets))]


def colour_count(clauses: bytes) -> int:
    """k of normalized clauses."""
    return len({*clauses} - {STAR})


def distinct(rows: Array) -> tuple[Array, Array]:
    """The first index of each different row, and for each row which of them it is."""
    whole = np.dtype((np.void, rows.shape[1] * rows.itemsize))
    keys = np.ascontiguousarray(rows).view(whole).ravel()
    return np.unique(keys, return_index=True, return_inverse=True)[1:]


class Minima:
    """The minimal external path length or depth of explicit masets over all strategies."""

    def __init__(self, claim: Claim, memory: Memory) -> None:
        """Prepare `least`, a lower bound for any number of secrets.

        With w possible answers but the winning one ((P-1,1) is impossible) at most w^(i-1) secrets
        are found by question i. One and two secrets attain this bound: ask one of them.
        """
        self.claim, self.memo, self.memory = claim, dict[tuple[bytes, int], int](), memory
        found = (repeat(i, (len(claim.answers) - 1) ** (i - 1)) for i in count(1))
        first = np.array([0, *islice(chain.from_iterable(found), MAX_CLAUSES)])
        self.least = np.cumsum(first) if claim.objective == "expected" else first

    def minimum(self, maset: bytes, e: int) -> int:
        """The least cost of a normalized explicit maset when e colours are excluded."""
        size = len(maset) // self.claim.pegs
        if size > 2 and (maset, e) not in self.memo:
            self.memory.keep(len(maset) + 300)  # with the dictionary's own
            self.memo[maset, e] = self.search(maset, size, e)
        return self.memo[maset, e] if size > 2 else int(self.least[size])

    def search(self, maset: bytes, size: int, e: int) -> int:
        """The minimum over all questions, those with the least lower bound first.

        When that bound reaches the best cost found, no question left is better. A question that
        leaves all in one part is never the best: it is left out.
        """
        claim, k, worst = self.claim, colour_count(maset), self.claim.objective == "worst"
        clauses = to_rows(maset, claim.pegs)
        table = questions(claim.game, claim.pegs, claim.extra_cells(e), k)
        sets = split(claim, clauses, table, np.flatnonzero(table.new == 0))
        sizes = np.unpackbits(sets.view(np.uint8), axis=-1).sum(axis=-1, dtype=np.int64)
        least = self.least[sizes]
        bound = 1 + least.max(axis=1) if worst else size + least.sum(axis=1)
        bound[sizes.max(axis=1) == size] = UNKNOWN
        best, seen = UNKNOWN, set()
        for question in np.argsort(bound, kind="stable").tolist():
            cost = int(bound[question])
            if cost >= best:
                break
            parts = sets[question, sizes[question] > 2]
            if (cost, parts.tobytes()) in seen:  # the same parts, and so the same cost
                continue
            seen.add((cost, parts.tobytes()))
            for part in sorted(normalize(clauses, parts), key=len, reverse=True):
                value = self.minimum(part, int(claim.excluded(e, np.array(k - colour_count(part)))))
                known = int(self.least[len(part) // claim.pegs])
                cost = max(cost, 1 + value) if worst else cost + value - known
                if cost >= best:
                    break
            best = min(best, cost)
        return best


def check_masets(certificate: Certificate) -> None:
    """Patterns and masets are normalized and different; each but pattern 0 is some part."""
    claim, used = certificate.claim, {part[:2] for part in certificate.parts} | {("p", 0)}
    if certificate.patterns[:1] != [bytes([STAR] * claim.pegs)]:
        rejected("patterns", 1, "pattern 0 is not the full pattern")
    for section, kind in (("patterns", "p"), ("masets", "m")):
        seen = set()
        for index, clauses in enumerate(getattr(certificate, section)):
            if {*clauses} - {STAR} != {*range(colour_count(clauses))}:
                rejected(section, index + 1, "not normalized: a colour is missing")
            if (STAR in clauses) != (kind == "p"):
                rejected(section, index + 1, "a pattern has a star, and an explicit maset none")
            if (kind, index) not in used or clauses in seen:
                rejected(section, index + 1, "superfluous: no part is this, or it is here twice")
            seen.add(clauses)


class Closure:
    """The asked questions of all patterns, and what the certificate says their parts are."""

    def __init__(self, certificate: Certificate, progress: Progress) -> None:
        """Gather `rows`, one for each different result of a question: pattern, r, extra cells, and
        for each answer the name of the part: 0 (none), 2 J + 1 (pattern J) or 2 J + 2 (maset J)."""
        check_masets(certificate)
        self.certificate, self.claim = certificate, certificate.claim
        self.names, self.reached, self.questions = dict[bytes, int](), {0}, 0
        self.memory, rows = Memory(certificate.size), []
        for index, pattern in enumerate(certificate.patterns):
            progress("patterns", index, len(certificate.patterns))
            if index not in self.reached:
                reason = f"no state reaches pattern {index}, {show(pattern, self.claim.pegs)}"
                rejected("patterns", index + 1, f"no part of a pattern before it: {reason}")
            rows.append(self.pattern_rows(index))
            self.memory.keep(rows[-1].nbytes)
        if len(self.names) < len(certificate.parts):
            rejected("parts", len(self.names) + 1, "superfluous: all parts have their lines")
        self.rows = np.concatenate(rows)

    def orbits(self, index: int, table: Questions) -> Array:
        """The least question of each orbit under the automorphisms of a pattern, for each question.

        Each of them maps the pattern to itself, and merges orbits of those before it.
        """
        pattern, lines = self.certificate.patterns[index], self.certificate.automorphisms
        label = np.arange(len(table.codes))
        for line in range(bisect_left(lines, (index,)), bisect_left(lines, (index + 1,))):
            witness, k = lines[line][1], colour_count(pattern)
            if len(witness.colours) != k or witness.apply(pattern) != pattern:
                rejected("automorphisms", line + 1, f"not an automorphism of pattern {index}")
            before, label = label, merge(table, k, label, witness)
            if np.array_equal(label, before):
                reason = f"superfluous: it merges no two orbits of questions on pattern {index}"
                rejected("automorphisms", line + 1, reason)
        return label

    def pattern_rows(self, index: int) -> Array:
        """Split a pattern by its asked questions, identify the new parts, gather the results."""
        claim, width = self.claim, len(self.claim.answers)
        pattern = self.certificate.patterns[index]
        k, most_extra = colour_count(pattern), 0 if claim.reading == "without" else claim.pegs - 1
        # Orbits are those of all questions in all readings; their extra cells are equally many.
        table = questions(claim.game, claim.pegs, claim.pegs - 1, k)
        label = self.orbits(index, table)
        least = (label == np.arange(len(label))) & (table.extra <= most_extra)
        self.questions += int(least.sum())
        blocks, parts, places = [], list[bytes](), list[int]()
        for r in range(claim.pegs + 1):
            chosen = np.flatnonzero(least & (table.new == r))
            clauses = extend(claim, pattern, k, r)
            sets = split(claim, clauses, table, chosen)
            # With r = 0, a question that leaves all clauses in one part leaves the state as it is
            # and is no equation: its right side S(m) + F(m) or 1 + F(m) is never the least.
            all_in_one = (sets == to_bits(np.ones(len(clauses), bool))).all(axis=-1).any(axis=1)
            filled = np.flatnonzero(sets.any(axis=-1))
            first, which = distinct(sets.reshape(-1, sets.shape[-1])[filled])
            part = np.zeros(sets.shape[:2], dtype=np.int32)  # 0: none, i + 1: parts[i]
            part.ravel()[filled] = len(parts) + 1 + which
            extra = table.extra[chosen] * (claim.reading == "exact")  # which states may ask it
            head = np.full_like(chosen, index), np.full_like(chosen, r), extra
            blocks.append(np.column_stack([*head, part])[~all_in_one | (r > 0)])
            parts += normalize(clauses, sets.reshape(-1, sets.shape[-1])[filled[first]])
            places += (chosen[filled[first] // width] * width + filled[first] % width).tolist()
        for place, new in sorted(zip(places, parts, strict=True)):
            if new not in self.names:
                self.identify(new, index, table.cells[place // width], claim.answers[place % width])
        names = np.array([0, *(self.names[part] for part in parts)])
        rows = np.concatenate(blocks)
        rows[:, 3:] = np.sort(names[rows[:, 3:]], axis=1)
        return rows[distinct(rows)[0]].astype(np.int32)

    def identify(self, part: bytes, index: int, question: Array, answer: tuple[int, int]) -> None:
        """The next line of `parts`: its witness maps the new part exactly to pattern or maset J."""
        line, lines, pegs = len(self.names) + 1, self.certificate.parts, self.claim.pegs
        missing = ("p", 0, Witness((), b""))
        kind, target, witness = lines[line - 1] if line <= len(lines) else missing
        masets = self.certificate.patterns if kind == "p" else self.certificate.masets
        colours = len(witness.colours) == colour_count(part)
        if line > len(lines) or not colours or witness.apply(part) != masets[target]:
            place = f"pattern {index}, question {show(question.tobytes(), pegs)[1:-1]}"
            reason = f"a missing line or wrong witness for a part of {place}, answer {answer}"
            rejected("parts", line, f"{reason}: {show(part, pegs)}")
        self.names[part] = 2 * target + (1 if kind == "p" else 2)
        self.memory.keep(len(part) + 200)  # with the dictionary's own
        if kind == "p":
            self.reached.add(target)


class Block(NamedTuple):
    """Equations with the same r, ascending by state; a missing term is the number of states."""

    r: int
    state: Array
    terms: Array
    constants: Array  # for min(m - r, C) = 0..C


class System:
    """The states that the game reaches, and their different equations in order of evaluation."""

    def __init__(self, closure: Closure, progress: Progress) -> None:
        """States and explicit masets with their e are found together, by name and e."""
        self.claim, self.rows, self.memory = closure.claim, closure.rows, closure.memory
        starts = np.searchsorted(self.rows[:, 0], np.arange(0, self.rows[-1, 0] + 513, 512))
        self.chunks = [slice(*ends) for ends in pairwise(starts.tolist())]
        patterns, masets = closure.certificate.patterns, closure.certificate.masets
        colours = np.zeros(2 * max(len(patterns), len(masets)) + 1, dtype=np.int64)
        colours[1::2][: len(patterns)] = [*map(colour_count, patterns)]
        colours[2::2][: len(masets)] = [*map(colour_count, masets)]
        self.gained = np.empty((len(self.rows), len(self.claim.answers)), dtype=np.int8)
        for chunk in self.chunks:
            rows = self.rows[chunk]
            self.gained[chunk] = colours[2 * rows[:, :1] + 1] + rows[:, 1:2] - colours[rows[:, 3:]]
        reached = self.reach(len(colours))
        self.states = [(i, e) for i, e in np.argwhere(reached[1::2]).tolist()]
        self.number = np.full(reached.shape, len(self.states))
        self.number[1::2][reached[1::2]] = np.arange(len(self.states))
        self.cost, minima = np.zeros(reached.shape, dtype=np.int64), Minima(self.claim, self.memory)
        self.cost[2::2] = UNKNOWN  # but for those that are reached
        needed = np.argwhere(reached[2::2]).tolist()
        for done, (index, e) in enumerate(needed):
            progress("masets", done, len(needed))
            self.cost[2 * index + 2, e] = minima.minimum(masets[index], e)
        self.clauses = np.array([len(patterns[i]) // self.claim.pegs for i, _ in self.states])
        self.equations = 0
        self.blocks = self.gather()

    def results(self, rows: slice, reached: Array, e: int) -> tuple[Array, Array, Array]:
        """What the states with e excluded colours may ask: rows, names of parts, colours gained."""
        table = self.rows[rows]
        asks = reached[2 * table[:, 0] + 1, e] & (table[:, 2] <= self.claim.extra_cells(e))
        return table[asks], table[asks, 3:], self.gained[rows][asks]

    def reach(self, names: int) -> Array:
        """Flags [name, e]: the states and explicit masets that questions of states lead to."""
        levels, before = range(self.claim.cap + 1), 0
        reached = np.zeros((names, len(levels)), dtype=bool)
        reached[1, self.claim.start] = True
        while before < reached.sum():
            before = int(reached.sum())
            for chunk, e, left in product(self.chunks, levels, levels):
                _, named, gained = self.results(chunk, reached, e)
                explicit = named % 2 == 0  # then min(m - r, C) = `left` colours are excluded too
                reached[named, self.claim.excluded(e, gained + left * explicit)] = True
        reached[0] = False
        return reached

    def gather(self) -> list[Block]:
        """All equations, by r = 1, 2, ..., and those with r = 0 by the number of clauses."""
        columns = zip(*map(self.equations_of, self.chunks), strict=True)
        state, r, terms, constants = map(np.concatenate, columns)
        order = np.where(r == 0, self.clauses[state] * 4, r)
        blocks = []
        for place in np.unique(order).tolist():
            chosen = np.flatnonzero(order == place)
            blocks.append(Block(place % 4, state[chosen], terms[chosen], constants[chosen]))
        return blocks

    def equations_of(self, patterns: slice) -> tuple[Array, ...]:
        """The different equations of some patterns, ascending: state, r, terms, constants."""
        claim, tables, worst = self.claim, [], self.claim.objective == "worst"
        reached = self.number < len(self.states)
        for e in range(claim.cap + 1):
            rows, named, gained = self.results(patterns, reached, e)
            terms = np.sort(self.number[named, claim.excluded(e, gained)], axis=1)
            columns = [self.number[2 * rows[:, 0] + 1, e], rows[:, 1], terms]
            for left in range(claim.cap + 1):
                costs = self.cost[named, claim.excluded(e, gained + left)]
                columns.append(costs.max(axis=1) if worst else costs.sum(axis=1))
            tables.append(np.column_stack(columns))
        table = np.concatenate(tables)
        table = table[np.lexsort(table.T[::-1])]
        changes = np.diff(table, axis=0, prepend=-1) != 0
        self.equations += int(changes.any(axis=1).sum())
        end = 2 + len(claim.answers)
        first = np.flatnonzero(changes[:, :end].any(axis=1))
        # Of equations that differ in their constants only, the least: right sides grow with them.
        constants = np.minimum.reduceat(table[:, end:], first, axis=0)
        kept = table[first].astype(np.int32)
        self.memory.keep(kept.nbytes + constants.nbytes)
        return kept[:, 0], kept[:, 1], kept[:, 2:end], constants


def same_lines(section: str, given: Sequence[Any], computed: Sequence[Any], first: int = 1) -> None:
    """The lines of a section are those computed."""
    for line, (a, b) in enumerate(zip_longest(given, computed), first):
        if a != b:
            rejected(section, line, f"{a or 'the end'}, but computed is {b or 'the end'}")


class Proof:
    """The base and the induction for the claimed functions [state, residue, order]."""

    def __init__(self, certificate: Certificate, system: System, functions: Array) -> None:
        """Count the clauses of each state by their stars."""
        claim, patterns = certificate.claim, certificate.patterns
        self.claim, self.system, self.functions = claim, system, functions
        self.worst = claim.objective == "worst"
        self.start = claim.base + claim.pegs + claim.cap  # M
        stars = ((to_rows(patterns[i], claim.pegs) == STAR).sum(axis=1) for i, _ in system.states)
        self.stars = np.array([np.bincount(s, minlength=claim.pegs + 1) for s in stars])

    def secrets(self, m: int) -> Array:
        """S(m) of every state, and 0 for the missing term."""
        ways = [1]
        for chosen in range(self.claim.pegs):
            ways.append(ways[-1] * (m if self.claim.game == "mastermind" else max(m - chosen, 0)))
        return np.append(self.stars @ np.array(ways), 0)

    def right_sides(self, block: Block, m: int, earlier: Array) -> Array:
        """The right sides of equations for m, from F(m - r)."""
        side, worst = block.constants[:, min(m - block.r, self.claim.cap)], self.worst
        for column in block.terms.T:
            side = np.maximum(side, earlier[column]) if worst else side + earlier[column]
        size = self.secrets(m)
        side = side + (1 if worst else size[block.state])
        if block.r == 0 and m < self.claim.pegs:  # stars of some clauses may stand for nothing
            side[(size[block.terms] == size[block.state][:, None]).any(axis=1)] = UNKNOWN
        return np.minimum(side, UNKNOWN)

    def check_base(self, progress: Progress) -> list[int]:
        """F(m) for all m < M + T; equal to the claim for m >= B. Returns F of the whole game.

        With r = 0, parts have fewer clauses than the pattern: their values are known in time.
        """
        whole: list[int] = []
        values: list[Array] = []  # F(m), F(m - 1), ..., F(m - P)
        for m in range(self.start + self.claim.period):
            progress("values", m, self.start + self.claim.period)
            values = [np.where(self.secrets(m) == 0, 0, UNKNOWN), *values[: self.claim.pegs]]
            for block in self.system.blocks:
                if block.r <= m:
                    side = self.right_sides(block, m, values[block.r])
                    np.minimum.at(values[0], block.state, side)
            claimed = self.claimed(m, 0) if m >= self.claim.base else values[0]
            right = (values[0] <= LIMIT) & (values[0] == claimed)
            if not right.all():
                state = int(right.argmin())
                reason = f"F({m}) is {values[0][state]} by the equations, claimed is"
                rejected("functions", state + 1, f"{reason} {min(claimed[state], LIMIT)}")
            whole.append(int(values[0][0]))
        return whole

    def claimed(self, m: int, order: int) -> Array:
        """Newton differences of G at m with step T, and 0 for the missing term; G for order 0."""
        t, residue = divmod(m - self.claim.base, self.claim.period)
        orders = range(order, min(order + t, self.claim.degree) + 1)
        total = sum(comb(t, i - order) * self.functions[:, residue, i] for i in orders)
        return np.append(total + np.zeros(len(self.functions), dtype=np.int64), 0)

    def check_induction(self, progress: Progress) -> None:
        """For each state and residue no equation falls below G, and one attains it.

        Questions that leave all in one part are no equations here: none attains G (obligation 3).
        """
        for m in range(self.start, self.start + self.claim.period):
            progress("induction", m - self.start, self.claim.period)
            attained = np.zeros(len(self.functions), dtype=bool)
            for block in self.system.blocks:
                above, attains = (self.slopes if self.worst else self.differences)(block, m)
                if not above.all():
                    which = int(above.argmin())
                    terms = [self.system.states[i] for i in block.terms[which] if i < len(attained)]
                    parts = f"r = {block.r}, constant {block.constants[which, -1]}, parts {terms}"
                    reason = f"an equation with {parts} does not stay above it for m = {m} + T t"
                    rejected("functions", int(block.state[which]) + 1, reason)
                attained[block.state[attains]] = True
            if not attained.all():
                state = int(attained.argmin()) + 1
                rejected("functions", state, f"no equation attains it for m = {m} + T t")

    def differences(self, block: Block, m: int) -> tuple[Array, Array]:
        """Expected case: all Newton differences of right side - G are >= 0; all are 0."""
        above, attains = np.ones((2, len(block.state)), dtype=bool)
        for order in range(max(self.claim.degree, self.claim.pegs) + 1):
            difference = -self.claimed(m, order)
            for i in range(order + 1):
                sign = (-1) ** (order - i) * comb(order, i)
                difference += sign * self.secrets(m + i * self.claim.period)
            difference = difference[block.state] + (block.constants[:, -1] if order == 0 else 0)
            terms = self.claimed(m - block.r, order)
            for column in block.terms.T:
                difference += terms[column]
            above &= difference >= 0
            attains &= difference == 0
        return above, attains

    def slopes(self, block: Block, m: int) -> tuple[Array, Array]:
        """Worst case: one term is always >= G - 1; all are always <= G - 1 and one is equal.

        The constant has slope 0. It is 0 without explicit parts; the right side is 1 + max(0, ...).
        """
        goal, slope = self.claimed(m, 0)[block.state] - 1, self.claimed(m, 1)[block.state]
        values, slopes = self.claimed(m - block.r, 0), self.claimed(m - block.r, 1)
        above = (block.constants[:, -1] >= goal) & (slope <= 0)
        below = (block.constants[:, -1] <= goal) & (slope >= 0)
        equal = (block.constants[:, -1] == goal) & (slope == 0)
        for column in block.terms.T:
            above |= (values[column] >= goal) & (slopes[column] >= slope)
            below &= (values[column] <= goal) & (slopes[column] <= slope)
            equal |= (values[column] == goal) & (slopes[column] == slope)
        return above, below & equal


def check_formula(claim: Claim, first: int, values: list[int], function: list[list[int]]) -> None:
    """Branches, least period, least valid-from and exceptions, against F of the whole game.

    F is in `values` for n < M + T, and is the claimed function from B on. Its least period divides
    T. In a residue class modulo T, F and its branch are polynomials from max(valid-from, B) on, of
    degree D at most: equal if they are so at D + 1 points.
    """
    count, branches = len(claim.branches), claim.branches

    def differ(n: int) -> bool:
        t, residue = divmod(n - claim.base, claim.period)
        newton = (comb(t, i) * d for i, d in enumerate(function[residue]))
        total = values[n] if n < len(values) else sum(newton)
        return bool(total != sum(c * n**i for i, c in enumerate(branches[n % count])))

    if claim.period % count:
        rejected("claim", 9, f"the number of branches does not divide {claim.period}")
    if any(count % q == 0 and branches == branches[:q] * (count // q) for q in range(1, count)):
        rejected("claim", 9, "fewer branches are enough")
    if not first <= claim.valid_from <= max(first, claim.base):
        rejected("claim", 8, "not the least number that is possible")
    if max(map(len, branches)) > claim.degree + 1:
        rejected("claim", 9, "a branch of a higher degree than the function")
    for n in range(claim.valid_from, max(first, claim.base) + (claim.degree + 1) * claim.period):
        if differ(n):
            rejected("claim", 9 + n % count, f"not the value of the whole game for n = {n}")
    if claim.valid_from > first and not differ(claim.valid_from - 1):
        rejected("claim", 8, "not the least: the formula holds for the number before")
    wrong = [(n, values[n]) for n in range(first, claim.valid_from) if differ(n)]
    same_lines("claim", claim.exceptions, wrong, 9 + count)


def polynomial(coefficients: tuple[Fraction, ...]) -> str:
    """A polynomial in n by descending power."""
    text = ""
    for power, c in reversed([*enumerate(coefficients)]):
        name = ["", "n", f"n^{power}"][min(power, 2)]
        size = name if name and abs(c) == 1 else f"{abs(c)}*{name}".rstrip("*")
        sign = "-" if c < 0 else "+"
        if c != 0:
            text += f" {sign} {size}" if text else sign.strip("+") + size
    return text or "0"


def check_sentences(claim: Claim) -> None:
    """`words` and `symbols` say what is verified, and nothing else."""
    exceptions = ", ".join(f"it is {value} for n = {n}" for n, value in claim.exceptions)
    words = (
        f"{NAMES[claim.game]} with {claim.pegs} peg{'s' * (claim.pegs > 1)} and n colours, "
        f"{NAMES[claim.reading]}: the least {NAMES[claim.objective]} of a strategy is f(n)"
        f" for every n >= {claim.valid_from}{'; ' if exceptions else ''}{exceptions}."
    )
    branches, count = [*map(polynomial, claim.branches)], len(claim.branches)
    if count > 1:
        branches = [f"{branch} for n = {r} mod {count}" for r, branch in enumerate(branches)]
    sentences = [words, f"f(n) = {'; '.join(branches)}"]
    same_lines("claim", [claim.words, claim.symbols], sentences, 9 + count + len(claim.exceptions))


def verify(data: bytes, progress: Progress) -> Verified:
    """All obligations of docs/certificates.md."""
    start = time.monotonic()
    certificate = parse(data)
    claim = certificate.claim
    check_sentences(claim)
    closure = Closure(certificate, progress)
    system = System(closure, progress)
    same_lines("functions", certificate.states, system.states)
    shape = (len(system.states), claim.period, claim.degree + 1)  # [state, residue, order]
    functions = np.array(certificate.functions, dtype=np.int64).reshape(shape)
    proof = Proof(certificate, system, functions)
    values = proof.check_base(progress)
    proof.check_induction(progress)
    first = 1 if claim.game == "mastermind" else claim.pegs  # the least n with a secret
    check_formula(claim, first, values, functions[0].tolist())
    same_lines("values", certificate.values, [*enumerate(values)][first:])
    stated = (claim.words, claim.symbols, claim.game, claim.pegs, claim.reading, claim.objective)
    counts = (len(certificate.patterns), closure.questions, system.equations)
    return Verified(*stated, certificate.digest, *counts, round(time.monotonic() - start, 3))


def check(path: str | os.PathLike[str], progress: Progress | None = None) -> Verified:
    """Verify the certificate in the file *path*; *progress* is called with stage, done and total.

    Raises Rejected or Malformed with the reason, or their base class Unverified (a ValueError) for
    an argument of another type. Only a regular file is opened: a pipe would have to be waited for.
    """
    if not (isinstance(path, str | os.PathLike) and (progress is None or callable(progress))):
        raise Unverified("check takes the path of a file and, if wanted, a function for progress")
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise OSError(0, "not a regular file")
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Malformed(f"{os.fspath(path)!r:.200} cannot be read: {reason}") from None
    try:
        return verify(data, progress or (lambda stage, done, total: None))
    except (MemoryError, RecursionError):
        raise Malformed("too large for this machine") from None


def complain(sentence: str) -> int:
    """One line on standard error, if there is one."""
    if sys.stderr is not None:
        print(sentence, file=sys.stderr)
    return 2


def main(argv: Sequence[str] | None = None, program: str = "") -> int:
    """0: verified. 1: rejected, the reason on stdout. 2: malformed, one line on standard error.

    130 after an interrupt, 141 when nobody reads the output. Complaints begin with *program*.
    """
    arguments = [*(sys.argv[1:] if argv is None else argv)]
    files = [argument for argument in arguments if argument != "--json"]
    if len(files) != 1 or files[0].startswith("-"):
        return complain("usage: checker.py FILE [--json], where FILE is a masetproof certificate")
    result: dict[str, Any] = {"verified": False, "theorem": None}
    status, text = 0, ""
    try:
        found = check(files[0])
        result = {"verified": True, "theorem": found.words, **asdict(found)}
        text = f"verified: {found.words}\n{found.symbols}\nrecomputed: {found.patterns} patterns, "
        text += f"{found.questions} questions, {found.equations} equations, {found.seconds:.1f} s"
    except Rejected as error:
        status, text, result["reason"] = 1, f"rejected: {error}", str(error)
    except Malformed as error:
        status, result["reason"] = complain(f"{program}malformed: {error}"), str(error)
    except KeyboardInterrupt:
        return 130
    try:
        if "--json" in arguments or text:
            print(json.dumps(result) if "--json" in arguments else text, flush=True)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the flush at the end
        if not isinstance(error, BrokenPipeError):
            return complain(f"{program}cannot write the output: {error.strerror or error}")
        return 141
    return status


if __name__ == "__main__":
    sys.exit(main())
