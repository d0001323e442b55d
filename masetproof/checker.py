"""Independent checker of masetproof certificates: `python checker.py FILE [--json]`.

What is verified: the sentence `words` of the certificate, a statement about the best strategies of
Mastermind or the AB game with one, two or three pegs for *every* number n of colours, with the
exact formula `symbols`. Format, obligations and argument are those of docs/certificates.md. Nothing
is searched, and nothing believed that can be recomputed, in exact arithmetic: Python integers and
fractions, and int64 where a bound excludes overflow.
"""

import os
import signal

if __name__ == "__main__":  # Nothing is written, so nothing has to be tidied up at an interrupt.
    signal.signal(signal.SIGINT, lambda number, frame: os._exit(130))

import hashlib
import json
import lzma
import re
import stat
import sys
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain, pairwise, product, repeat, zip_longest
from math import comb, perm
from typing import Any, NamedTuple, NoReturn

import numpy as np

Array = np.ndarray[Any, Any]
Progress = Callable[[str, int, int], None]

SECTIONS = ("claim", "patterns", "masets", "automorphisms", "parts", "functions", "values")
SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*a"  # a cell is the index of its symbol
STAR, EXTRA, NONE = 36, 37, 255
CELLS = bytes.maketrans(SYMBOLS.encode(), bytes(range(38)))
MAX_BYTES, MAX_LINES, MAX_LINE = 1 << 26, 2_000_000, 4096  # of the grammar, as the next three
MAX_PERIOD, MAX_DEGREE, MAX_BASE = 60, 8, 1000
# Limits of this checker, far beyond what three pegs need, that bound its memory: explicit colours,
# clauses of an extended pattern; what is kept is at most KEPT bytes and KEPT_TIMES the file; the
# characters of a reason. Integers have at most 400 digits.
MAX_COLOURS, MAX_CLAUSES, KEPT, KEPT_TIMES, MAX_REASON = 16, 1024, 1 << 26, 128, 400
# No overflow of int64: the claimed differences and all F(m) are at most LIMIT (checked). A shift by
# t <= (P + C + T - 1) // T <= 5 periods multiplies differences by at most 2^5; there are at most 8
# terms; S(m) <= 1024 * 1605^3 < 2^42, its differences of order 8 are < 2^50; constants are < 2^20.
# So all differences are < 2^54, and right modulo 2^64 if values that they are made of overflow. A
# right side may add UNKNOWN 8 times, which is still below 2^63.
LIMIT, UNKNOWN = 1 << 44, 1 << 59
FACTORS = np.cumprod(np.full(128, 0x9E3779B97F4A7C15, dtype=np.uint64))  # modulo 2^64, all odd
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
    "without": "questions use only colours of the pattern of possible secrets",
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


def same_lines(section: str, given: Sequence[Any], computed: Sequence[Any], first: int = 1) -> None:
    """The lines of a section are those computed."""
    for line, (a, b) in enumerate(zip_longest(given, computed), first):
        if a != b:
            rejected(section, line, f"{a or 'the end'}, but computed is {b or 'the end'}")


@dataclass(frozen=True)
class Verified:
    """A verified theorem, and how many questions and different equations were recomputed.

    The digest is the SHA-256 of the certificate, unpacked, as `sha256sum` prints it.
    """

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


# 1. What is claimed, and the rules of the game.
@dataclass
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

    def __post_init__(self) -> None:
        p, self.worst = self.pegs, self.objective == "worst"
        self.cap = 1 if self.game == "mastermind" else p - 1  # C: more make no difference
        self.start = self.cap if self.reading == "with" else 0  # excluded when the game starts
        # The answers (black, white) but the winning one, by their sum and then by black.
        self.answers = [(b, s - b) for s in range(p + 1) for b in range(s + 1) if b < p]

    def extra_cells(self, e: int) -> int:
        """The most extra cells of a question when e colours are excluded."""
        exact = min(e if self.game == "ab" else e * self.pegs, self.pegs - 1)
        return {"without": 0, "with": self.pegs - 1, "exact": exact}[self.reading]

    def excluded(self, e: int, gained: Array) -> Array:
        """The excluded colours after parts that show `gained` more colours to be excluded."""
        after = np.minimum(self.cap, gained + e)
        return after if self.reading == "exact" else np.full_like(after, self.start)


# 2. The grammar. All integers are within their ranges when a certificate has been parsed.
def read_sections(data: bytes) -> dict[str, str]:
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
    return sections


def parse_number(text: str, low: int, high: int) -> int:
    """An integer between low and high."""
    if not low <= int(text) <= high:
        raise Malformed(f"{text[:40]} is not between {low} and {high}")
    return int(text)


def parse_claim(body: str) -> Claim:
    """The section `claim`."""
    match = CLAIM.fullmatch(body) if body.count("\n") < MAX_BASE + MAX_PERIOD + 20 else None
    if match is None:
        raise Malformed("its lines are not those of the grammar")
    branches, known = ([x.split(" ")[1:] for x in match[i].splitlines()] for i in (9, 10))
    for branch in branches:
        if [str(Fraction(c)) for c in branch] != branch or (len(branch) > 1 and branch[-1] == "0"):
            raise Malformed("a fraction not in lowest terms, or a branch with a last 0")
    period, base = parse_number(match[5], 1, MAX_PERIOD), parse_number(match[7], 0, MAX_BASE)
    degree = parse_number(match[6], *((1, 1) if match[4] == "worst" else (0, MAX_DEGREE)))
    head = (match[1], int(match[2]), match[3], match[4], period, degree, base, int(match[8]))
    exceptions = [(int(n), int(value)) for n, value in known]
    polynomials = [tuple(map(Fraction, branch)) for branch in branches]
    return Claim(*head, polynomials, exceptions, match[11], match[12])


def parse_clauses(text: str) -> bytes:
    """CLAUSE|CLAUSE|... with strictly ascending clauses."""
    clauses = text.encode().translate(CELLS).split(b"|")
    if any(a >= b for a, b in pairwise(clauses)):
        raise Malformed("the clauses are not strictly ascending")
    extended = sum((len(clause) + 1) ** clause.count(STAR) for clause in clauses)
    if len({*chain.from_iterable(clauses)} - {STAR}) > MAX_COLOURS or extended > MAX_CLAUSES:
        raise Malformed("beyond the limits of this checker")
    return b"".join(clauses)


class Witnesses(NamedTuple):
    """The lines of `automorphisms` or `parts`, and of each of them ..."""

    target: Array  # the pattern or maset that it names; the numbers of masets come after patterns
    columns: Array  # a permutation of the columns
    colours: Array  # a permutation of the cells, which renames the first k of them
    k: Array


def parse_witnesses(section: str, lines: list[Any], pegs: int) -> Witnesses:
    """Witnesses as arrays. Both parts of a witness are permutations."""
    texts = [colours.replace("-", "") for _, _, colours in lines]
    columns = to_rows("".join(columns for _, columns, _ in lines).encode().translate(CELLS), pegs)
    padded = "".join(text + SYMBOLS[len(text) : STAR + 1] for text in texts)
    colours = to_rows(padded.encode().translate(CELLS), STAR + 1)
    right = np.ones(len(lines), dtype=bool)
    for rows in (columns, colours):
        right &= (np.sort(rows, axis=1) == np.arange(rows.shape[1])).all(axis=1)
    if not right.all():
        line = int(right.argmin()) + 1
        raise Malformed(f"section {section}, line {line}: not permutations of columns and colours")
    target = np.array([target for target, _, _ in lines], dtype=np.int64)
    return Witnesses(target, columns, colours, np.array([*map(len, texts)], dtype=np.int64))


class Certificate(NamedTuple):
    """What a file says, section by section; grammar and ranges are verified."""

    claim: Claim
    patterns: list[bytes]
    masets: list[bytes]
    witnesses: dict[str, Witnesses]  # of `automorphisms` and `parts`
    states: list[tuple[int, int]]  # pattern and excluded colours
    functions: Array  # of each state: [residue, order of difference]
    values: list[tuple[int, int]]
    size: int


def parse(data: bytes) -> Certificate:
    """Read a certificate."""
    sections = read_sections(data)
    try:
        claim = parse_claim(sections["claim"])
    except Malformed as error:
        raise Malformed(f"section claim: {error}") from None
    clause = f"[0-9A-Z*]{{{claim.pegs}}}"
    clauses = rf"\{{({clause}(?:\|{clause})*)\}}"
    witness = f"([0-2]{{{claim.pegs}}}) (-|[0-9A-Z]{{1,36}})"
    groups = f"((?: :(?: {Z}){{{claim.degree + 1}}}){{{claim.period}}})"

    def lines(name: str, grammar: str, convert: Callable[..., Any]) -> list[Any]:
        fullmatch, found = re.compile(grammar).fullmatch, list[Any]()
        try:
            for line in sections[name].splitlines():
                match = fullmatch(line)
                if match is None:
                    raise Malformed("not a line of its grammar")
                found.append(convert(*match.groups()))
        except Malformed as error:
            raise Malformed(f"section {name}, line {len(found) + 1}: {error}") from None
        return found

    def image(kind: str, number: str, columns: str, colours: str) -> tuple[int, str, str]:
        first, count = (len(patterns), len(masets)) if kind == "m" else (0, len(patterns))
        return first + parse_number(number, 0, count - 1), columns, colours

    def function(number: str, e: str, groups: str) -> tuple[tuple[int, int], list[int]]:
        state = parse_number(number, 0, len(patterns) - 1), parse_number(e, 0, claim.cap)
        return state, [parse_number(x, -LIMIT, LIMIT) for x in groups.replace(":", "").split()]

    patterns = lines("patterns", clauses, parse_clauses)
    masets = lines("masets", clauses, parse_clauses)
    witnesses = {
        name: parse_witnesses(name, lines(name, f"{kind}({N}) {witness}", image), claim.pegs)
        for name, kind in (("automorphisms", "()"), ("parts", "([pm]) "))
    }
    if (np.diff(witnesses["automorphisms"].target) < 0).any():
        raise Malformed("section automorphisms: not in ascending order")
    functions = lines("functions", f"({N}) ({N}){groups}", function)
    values = lines("values", f"({N}) ({Z})", lambda n, value: (int(n), int(value)))
    numbers = np.array([numbers for _, numbers in functions], dtype=np.int64)
    numbers = numbers.reshape(-1, claim.period, claim.degree + 1)
    states = [state for state, _ in functions]
    return Certificate(claim, patterns, masets, witnesses, states, numbers, values, len(data))


# 3. Sets of clauses. A set is bytes where it is named or compared, rows of cells where questions
# split it, and bits in 64-bit words where it is a subset of such rows.
def show(cells: bytes, pegs: int) -> str:
    """Clauses in the notation of the certificate."""
    text = "".join(SYMBOLS[cell] for cell in cells)
    return "{" + "|".join(text[i : i + pegs] for i in range(0, len(text), pegs)) + "}"


def to_rows(clauses: bytes, pegs: int) -> Array:
    """Clauses, one in each row."""
    return np.frombuffer(clauses, dtype=np.uint8).reshape(-1, pegs)


def code(cells: Array) -> Array:
    """Rows of cells as integers in the same order."""
    return np.asarray(cells.astype(np.int64) @ (64 ** np.arange(cells.shape[1])[::-1]))


def colour_count(clauses: bytes) -> int:
    """k of normalized clauses."""
    return len({*clauses} - {STAR})


def renamed(clauses: bytes) -> bytes:
    """Normalized: the colours that occur become 0, 1, ..., in ascending order."""
    colours = bytes(sorted({*clauses} - {STAR}))
    return clauses.translate(bytes.maketrans(colours, bytes(range(len(colours)))))


def ranks(cells: Array) -> Array:
    """Of each cell, how many cells further left in its row show the same."""
    return np.asarray(np.tril(cells[:, :, None] == cells[:, None], -1).sum(axis=2, dtype=np.uint8))


def legal(game: str, cells: Array) -> Array:
    """In the AB game no colour repeats in a row; stars and the extra colour may."""
    if game == "mastermind":
        return np.ones(len(cells), dtype=bool)
    return np.asarray(~((ranks(cells) > 0) & (cells < STAR)).any(axis=1))


def extend(claim: Claim, clauses: bytes, k: int, r: int) -> Array:
    """The clauses of a pattern extended by r colours, ascending, one in each row."""
    rows = to_rows(clauses, claim.pegs)
    for j in range(claim.pegs):
        copies = np.repeat(rows[rows[:, j] == STAR], r, axis=0)
        copies[:, j] = k + np.arange(len(copies)) % max(r, 1)
        rows = np.concatenate([rows, copies])
    rows = rows[legal(claim.game, rows)]
    return rows[np.argsort(code(rows))]


def to_bits(flags: Array) -> Array:
    """Subsets of clauses, flags [..., clause], as bits [..., word]."""
    *shape, count = flags.shape
    octets = np.zeros((*shape, -(-count // 64) * 8), dtype=np.uint8)
    octets[..., : -(-count // 8)] = np.packbits(flags, axis=-1)
    return octets.view(np.uint64)


def to_flags(bits: Array, count: int) -> Array:
    """Subsets of that many clauses, bits [..., word], as flags [..., clause]."""
    return np.unpackbits(bits.view(np.uint8), axis=-1, count=count).view(np.bool_)


def cut(rows: Array, which: Array, sets: int) -> list[bytes]:
    """The bytes of each set, from rows of cells and the ascending numbers of their sets."""
    cells, ends = rows.tobytes(), np.searchsorted(which, np.arange(sets + 1)) * rows.shape[1]
    return [cells[start:end] for start, end in pairwise(ends.tolist())]


def normalize(clauses: Array, sets: Array) -> list[bytes]:
    """The clauses of each set (flags), each colour renamed to the number of those below it."""
    bits = np.where(clauses == STAR, 0, 1 << clauses.astype(np.int64))
    occurs = np.bitwise_or.reduce(np.where(sets, np.bitwise_or.reduce(bits, axis=1), 0), axis=1)
    which, clause = np.nonzero(sets)
    below = np.bitwise_count((bits - 1)[clause] & occurs[which, None])
    return cut(np.where(clauses[clause] == STAR, np.uint8(STAR), below), which, len(sets))


def distinct(rows: Array) -> tuple[Array, Array]:
    """The first index of each different row, ascending, and for each row which of them it is.

    A hash sends each key to a slot, where the first one stays. Those that are not equal to it are
    sent again, by other hashes. A column of 64 bits is its own key; of more there is a checksum.
    """
    keys = rows[:, 0] if rows.shape[1] == 1 else rows.astype(np.uint64) @ FACTORS[: rows.shape[1]]
    rest = every = np.arange(len(keys))
    left, bits = keys, max(12, (8 * len(keys)).bit_length())
    hashes, first, slots = keys, np.empty_like(every), np.empty(1 << bits, dtype=np.int64)
    while len(rest):
        hashes = hashes * FACTORS[0]
        slot = (hashes >> np.uint64(64 - bits)).view(np.int64)
        slots[slot] = len(keys)
        np.minimum.at(slots, slot, rest)
        first[rest] = found = slots[slot]
        other = keys[found] != left
        rest, left, hashes = rest[other], left[other], hashes[other]
    if rows.shape[1] > 1 and not np.array_equal(rows[first], rows):  # equal checksums
        return distinct(np.unique(rows, axis=0, return_inverse=True)[1].reshape(-1, 1).view("u8"))
    own = first == every
    return np.flatnonzero(own), (np.cumsum(own) - 1)[first]


# 4. Questions, how they split, and witnesses.
class Questions(NamedTuple):
    """The questions on a pattern with k explicit colours, and of each of them ..."""

    k: int
    cells: Array
    agrees: Array  # [column, question] -> place of its cell among [column, cell]
    often: Array  # [column, question] -> place of its cell and rank among [cell, rank]
    new: Array  # how many new colours it has
    extra: Array  # how many extra cells
    place: Array  # for the code of a word: which question it is, its new colours renumbered


@lru_cache(maxsize=64)
def questions(game: str, pegs: int, most_extra: int, k: int) -> Questions:
    """Words over 0..k-1, new colours numbered in order of first use, and the extra colour."""
    alphabet = np.array([*range(k + pegs), EXTRA], dtype=np.uint8)
    words = alphabet[np.indices((len(alphabet),) * pegs).reshape(pegs, -1).T]
    words = words[legal(game, words) & ((words == EXTRA).sum(axis=1) <= most_extra)]
    new = (words >= k) & (words < STAR)
    numbers = (new & (ranks(words) == 0)).cumsum(axis=1, dtype=np.uint8) + np.uint8(k) - 1
    leftmost = (words[:, :, None] == words[:, None, :]).argmax(axis=2)
    numbered = np.where(new, np.take_along_axis(numbers, leftmost, axis=1), words)
    cells = words[(words == numbered).all(axis=1)]
    place = np.zeros(64**pegs, dtype=np.int16)
    place[code(words)] = np.searchsorted(code(cells), code(numbered))
    count = np.where(cells == EXTRA, 0, cells.astype(np.int64) - (k - 1)).max(axis=1).clip(0)
    agrees = cells.T.astype(np.int64) + (EXTRA + 1) * np.arange(pegs)[:, None]
    often = cells.T.astype(np.int64) * pegs + ranks(cells).T
    return Questions(k, cells, agrees, often, count, (cells == EXTRA).sum(axis=1), place)


def count_bits(addends: Array) -> list[Array]:
    """Where none, one, two and three of at most three addends have a bit."""
    ones = twos = np.zeros_like(addends[0])
    for addend in addends:
        ones, twos = ones ^ addend, twos | ones & addend
    none, three = ~(ones | twos), ones & twos
    return [none, ones ^ three, twos ^ three, three]


def split(claim: Claim, clauses: Array, table: Questions, chosen: Array) -> Array:
    """Bits [question, answer, word] for each answer but the winning one.

    A question with r new colours splits the pattern extended by r colours: of the given clauses,
    those without any further colour. Black counts the columns in which clause and question agree;
    black + white, the cells of the question whose colour the clause has more often than the
    question has it further left. No clause has the extra colour.
    """
    symbols, counts = (np.arange(n, dtype=np.uint8)[:, None] for n in (EXTRA + 1, claim.pegs + 1))
    agrees = clauses.T[:, None] == symbols  # [column, cell, clause]
    often = agrees.sum(axis=0, dtype=np.uint8)[:, None] > counts[:-1]  # [cell, rank, clause]
    shown = np.where(clauses == STAR, 0, clauses + 1).max(axis=1, initial=0)
    known = to_bits(shown <= table.k + counts).take(table.new[chosen], axis=0)
    bits = [to_bits(flags) for flags in (agrees, often)]
    places = [places.take(chosen, axis=1) for places in (table.agrees, table.often)]
    black, both = (
        count_bits(flags.reshape(-1, flags.shape[-1]).take(place, axis=0))
        for flags, place in zip(bits, places, strict=True)
    )
    both = [known & sums for sums in both]
    return np.stack([both[b + w] & black[b] for b, w in claim.answers], axis=1)


def preimages(sets: list[bytes], witnesses: Witnesses) -> list[bytes]:
    """What each witness maps to its set of clauses, with the clauses ascending."""
    columns = witnesses.columns.astype(np.int64)
    which = np.repeat(np.arange(len(sets)), [len(s) // columns.shape[1] for s in sets])
    back = np.argsort(witnesses.colours, axis=1).astype(np.uint8)
    cells = to_rows(b"".join(sets), columns.shape[1])
    moved = np.empty_like(cells)
    np.put_along_axis(moved, columns[which], back[which[:, None], cells], axis=1)
    return cut(moved[np.argsort(which << 18 | code(moved))], which, len(sets))


def orbits(index: int, lines: Witnesses, table: Questions) -> Array:
    """For each question the least one of its orbit under the automorphisms of a pattern."""
    label, maps = np.arange(len(table.cells)), list[Array]()
    for line in range(*np.searchsorted(lines.target, [index, index + 1]).tolist()):
        renaming = np.append(lines.colours[line], np.uint8(EXTRA))
        maps.append(table.place[code(renaming[table.cells[:, lines.columns[line]]])])
        fewer, before = label, label[:0]
        while not np.array_equal(label, before):  # the least one goes around all cycles
            before = label
            for image in maps:
                label = np.minimum(label, label[image])
        if np.array_equal(label, fewer):
            reason = f"it merges no two orbits of questions on pattern {index}"
            rejected("automorphisms", line + 1, f"superfluous: {reason}")
    return label


# 5. The equations, and that the claimed functions solve them.
class Block(NamedTuple):
    """Equations with the same r; a missing term is the number of states."""

    r: int
    state: Array
    terms: Array
    constants: Array  # for min(m - r, C) = 0..C


class Proof:
    """From a certificate to functions that are proved, one method after the other.

    The name of pattern J is J, explicit masets come after the patterns, and at last nothing. A
    state is the name of a pattern with the number e of excluded colours, as one integer.
    """

    def __init__(self, certificate: Certificate, progress: Progress) -> None:
        self.claim, self.certificate, self.progress = certificate.claim, certificate, progress
        self.limit = self.left = KEPT + KEPT_TIMES * certificate.size  # bytes that may be kept
        self.patterns, self.functions = certificate.patterns, certificate.functions
        self.named = [*self.patterns, *certificate.masets, b""]
        self.colours = np.array([*map(colour_count, self.named)], dtype=np.int8)
        self.sizes = np.array([*map(len, self.named)]) // self.claim.pegs
        # The line of `parts` (from 0) for each part, what lines name, the first for each name.
        self.lines, parts = dict[bytes, int](), certificate.witnesses["parts"].target
        nothing = len(self.named) - 1
        self.target = np.append(parts, nothing).astype(np.min_scalar_type(nothing))
        self.first = np.full(len(self.named), len(parts))
        np.minimum.at(self.first, parts, np.arange(len(parts)))
        self.questions = self.equations = self.appeared = 0  # parts that have appeared
        # Least costs of explicit masets, and a bound for s secrets, right for s <= 2: question 1
        # finds one of them, and the others need two at least.
        self.memo, least = dict[tuple[bytes, int], int](), np.minimum(range(MAX_CLAUSES + 1), 2)
        self.least = least if self.claim.worst else np.cumsum(least)
        self.start = self.claim.base + self.claim.pegs + self.claim.cap  # M

    def keep(self, count: int) -> None:
        """Count bytes that are kept, against the limit that belongs to the size of the file."""
        self.left -= count
        if self.left < 0:
            raise Malformed(f"too large: a file of this size may need {self.limit} bytes")

    def check_masets(self) -> None:
        """Patterns and masets are normalized and different; each but pattern 0 is some part."""
        if self.patterns[:1] != [bytes([STAR] * self.claim.pegs)]:
            rejected("patterns", 1, "pattern 0 is not the full pattern")
        used, first, seen = {0, *self.target.tolist()}, len(self.patterns), set[bytes]()
        for name, clauses in enumerate(self.named[:-1], 1):
            section, line = ("patterns", name) if name <= first else ("masets", name - first)
            if renamed(clauses) != clauses:
                rejected(section, line, "not normalized: a colour is missing")
            if (STAR in clauses) != (section == "patterns"):
                rejected(section, line, "a pattern has a star, and an explicit maset none")
            if name - 1 not in used or clauses in seen:
                rejected(section, line, "superfluous: no part is this, or it is here twice")
            seen.add(clauses)

    def check_witnesses(self) -> None:
        """Each line of `automorphisms` maps its pattern to itself. Each line of `parts` belongs to
        a part of its own: what its witness maps to the pattern or maset that it names."""
        for line, (pattern, image) in enumerate(self.mapped("automorphisms"), 1):
            if pattern != image:
                rejected("automorphisms", line, f"not one of {show(pattern, self.claim.pegs)}")
        for line, (_, part) in enumerate(self.mapped("parts")):
            if self.lines.setdefault(part, line) < line:
                rejected("parts", line + 1, f"superfluous: line {self.lines[part] + 1} says it")
            self.keep(len(part) + 200)  # with the dictionary's own
        self.lines[b""] = -1  # an empty part has no line, and is named "nothing"

    def mapped(self, section: str) -> Iterator[tuple[bytes, bytes]]:
        """For each line the set of clauses that it names, and what its witness maps to that set."""
        witnesses = self.certificate.witnesses[section]
        for start in range(0, len(witnesses.target), 4096):
            some = Witnesses(*(column[start : start + 4096] for column in witnesses))
            fits = some.k == self.colours[some.target]
            if not fits.all():
                line = start + int(fits.argmin()) + 1
                rejected(section, line, "the witness has not as many colours as what it leads to")
            sets = [self.named[target] for target in some.target.tolist()]
            yield from zip(sets, preimages(sets, some), strict=True)

    def close(self) -> list[Array]:
        """Each part of each pattern is, by its witness, a pattern or an explicit maset.

        Returns tables of pattern, r, extra cells and the names of the parts, for each different
        result of a question.
        """
        tables, patterns = list[Array](), range(len(self.patterns))
        for start in patterns[::512]:
            tables.append(np.concatenate([self.results(i) for i in patterns[start : start + 512]]))
        if self.appeared < len(self.target) - 1:
            rejected("parts", self.appeared + 1, "superfluous: all parts have their lines")
        self.lines.clear()
        return tables

    def results(self, index: int) -> Array:
        """Split a pattern by its asked questions, name the parts, gather the results."""
        claim, pattern = self.claim, self.patterns[index]
        self.progress("patterns", index, len(self.patterns))
        if index and self.first[index] >= self.appeared:
            reason = f"no state reaches pattern {index}, {show(pattern, claim.pegs)}"
            rejected("patterns", index + 1, f"no part of a pattern before it: {reason}")
        k, most_extra = colour_count(pattern), 0 if claim.reading == "without" else claim.pegs - 1
        # Orbits are those of all questions in all readings; their extra cells are equally many.
        table = questions(claim.game, claim.pegs, claim.pegs - 1, k)
        label = orbits(index, self.certificate.witnesses["automorphisms"], table)
        asked = np.flatnonzero((label == np.arange(len(label))) & (table.extra <= most_extra))
        self.questions += len(asked)
        clauses = extend(claim, pattern, k, claim.pegs)
        sets = split(claim, clauses, table, asked)
        sets = sets.reshape(-1, sets.shape[2])
        first, which = distinct(sets)
        parts = normalize(clauses, to_flags(sets[first], len(clauses)))
        # In order of appearance, each line is one that was there already, or the next.
        missing = len(self.target) + 1
        lines = np.array([*map(self.lines.get, parts, repeat(missing))])
        most = np.maximum.accumulate(np.append(self.appeared - 1, lines))
        wrong = np.flatnonzero(np.diff(most) > 1)
        if len(wrong):
            part = show(parts[wrong[0]], claim.pegs)
            reason = f"a missing line or wrong witness for a part of pattern {index}, {part}"
            rejected("parts", int(most[wrong[0]]) + 2, reason)
        self.appeared = int(most[-1]) + 1
        rows = np.empty((len(asked), 3 + len(claim.answers)), dtype=self.target.dtype)
        rows[:, 0], rows[:, 1] = index, table.new[asked]
        rows[:, 2] = table.extra[asked] * (claim.reading == "exact")  # which states may ask it
        rows[:, 3:] = np.sort(self.target[lines][which].reshape(len(asked), -1), axis=1)
        rows = rows[distinct(rows)[0]]
        self.keep(rows.nbytes)
        return rows

    def minimum(self, maset: bytes, e: int) -> int:
        """The least cost of a normalized explicit maset when e colours are excluded.

        Of all questions, those with the least lower bound come first. When that bound reaches the
        best cost found, no question left is better. A question that leaves all in one part is never
        the best: it is left out.
        """
        size = len(maset) // self.claim.pegs
        if size <= 2 or (maset, e) in self.memo:
            return int(self.least[size]) if size <= 2 else self.memo[maset, e]
        claim, least, k = self.claim, self.least, colour_count(maset)
        clauses = to_rows(maset, claim.pegs)
        table = questions(claim.game, claim.pegs, claim.extra_cells(e), k)
        sets = split(claim, clauses, table, np.flatnonzero(table.new == 0))
        sizes = np.bitwise_count(sets).sum(axis=2)
        bound = 1 + least[sizes].max(axis=1) if claim.worst else size + least[sizes].sum(axis=1)
        bound[sizes.max(axis=1) == size], best = UNKNOWN, UNKNOWN
        for question in np.argsort(bound, kind="stable").tolist():
            cost = int(bound[question])
            if cost >= best:
                break
            for answer in np.flatnonzero(sizes[question] > 2).tolist():
                part = renamed(clauses[to_flags(sets[question, answer], size)].tobytes())
                value = self.minimum(part, int(claim.excluded(e, np.array(k - colour_count(part)))))
                known = int(least[len(part) // claim.pegs])
                cost = max(cost, 1 + value) if claim.worst else cost + value - known
                if cost >= best:
                    break
            best = min(best, cost)
        self.keep(len(maset) + 300)  # with the dictionary's own
        self.memo[maset, e] = best
        return best

    def derive(self, tables: list[Array]) -> None:
        """The states that the game reaches, and their equations; those with r = 0 come last, by the
        number of clauses."""
        reached, most, pegs = self.reach(tables), self.claim.cap + 1, self.claim.pegs
        found = [divmod(place, most) for place in np.flatnonzero(reached).tolist()]
        self.states = [state for state in found if state[0] < len(self.patterns)]
        self.number = np.full(len(reached), len(self.states), dtype=np.int32)
        self.number[reached] = np.arange(len(found)).clip(0, len(self.states))
        self.cost = np.zeros(len(reached), dtype=np.int32)
        explicit = found[len(self.states) :]
        for done, (name, e) in enumerate(explicit):
            self.progress("masets", done, len(explicit))
            self.cost[name * most + e] = self.minimum(self.named[name], e)
        stars = ((to_rows(self.named[i], pegs) == STAR).sum(axis=1) for i, _ in self.states)
        self.stars = np.array([np.bincount(s, minlength=pegs + 1) for s in stars])
        self.blocks, pieces = list[Block](), dict[int, list[Array]]()
        while tables:  # what has become equations is not kept
            rows = tables.pop(0)
            for e in range(most):
                table = self.equations_of(rows, reached, e)
                for order in np.unique(table[:, 0]).tolist():
                    start, end = np.searchsorted(table[:, 0], [order, order + 1])
                    pieces.setdefault(order, []).append(table[start:end, 1:])
        for place in sorted(pieces):
            columns = np.concatenate(pieces.pop(place)).T.copy()
            terms, constants = columns[1 : 1 + place % 16].T, columns[-most:].T
            self.blocks.append(Block(place // 16 % 4, columns[0], terms, constants))
            self.keep(columns.nbytes)

    def allowed(self, rows: Array, states: Array, e: int) -> tuple[Array, list[Array]]:
        """The rows that states (flags) with e excluded colours may ask, and the states of their
        parts if 0..C implicit colours are left."""
        most = self.claim.cap + 1
        pattern = rows[:, 0].astype(np.int64)
        rows = rows[states[pattern * most + e] & (rows[:, 2] <= self.claim.extra_cells(e))]
        names, shown = rows[:, 3:], self.colours[rows[:, 0]] + rows[:, 1].astype(np.int8)
        gained = shown[:, None] - self.colours[names]
        explicit = (names >= len(self.patterns)).astype(np.int8)
        first = names.astype(np.int64) * most
        return rows, [
            first + self.claim.excluded(e, gained + left * explicit) for left in range(most)
        ]

    def reach(self, tables: list[Array]) -> Array:
        """Flags: the states and explicit masets that questions of states lead to."""
        most = self.claim.cap + 1
        reached = np.zeros(len(self.named) * most, dtype=bool)
        reached[self.claim.start], done, before = True, np.zeros_like(reached), 0
        while reached.sum() > before:
            before = reached.sum()
            for rows, e in product(tables, range(most)):
                fresh = reached & ~done
                for places in self.allowed(rows, fresh, e)[1]:
                    reached[places] = True
                own = np.unique(rows[:, 0]).astype(np.int64) * most + e
                done[own] |= fresh[own]
            reached[-most:] = False
        return reached

    def equations_of(self, rows: Array, reached: Array, e: int) -> Array:
        """The different equations of some patterns, sorted by the first column, their order (by
        clauses if r = 0, by r, by the number of terms); and then their state, terms, constants.

        With r = 0, a question that leaves all clauses in one part is no equation: its right side
        S(m) + F(m) or 1 + F(m) is never the least, and does not attain G (obligation 3).
        """
        rows, places = self.allowed(rows, reached, e)
        pattern, r, names = rows[:, 0].astype(np.int64), rows[:, 1].astype(np.int64), rows[:, 3:]
        size = self.sizes[pattern] * (r == 0)
        tells = (self.sizes[names] != size[:, None]).all(axis=1) | (r > 0)
        terms = np.sort(self.number[places[0]], axis=1)
        order = (size * 4 + r) * 16 + (terms < len(self.states)).sum(axis=1)
        total = np.max if self.claim.worst else np.sum
        constants = [total(self.cost[after], axis=1) for after in places]
        columns = [order, self.number[pattern * (self.claim.cap + 1) + e], terms, *constants]
        table = np.column_stack(columns)[tells].astype(np.int32)
        table = table[distinct(table)[0]]
        self.equations += len(table)
        return np.asarray(table[np.argsort(table[:, 0], kind="stable")])

    def secrets(self, m: int) -> Array:
        """S(m) of each state, from its clauses with 0, 1, ... stars; and 0 for a missing term."""
        ways = [perm(m, i) if self.claim.game == "ab" else m**i for i in range(self.claim.pegs + 1)]
        return np.append(self.stars @ np.array(ways), 0)

    def claimed(self, m: int) -> Array:
        """G(m) of each state; and 0 for a missing term."""
        t, residue = divmod(m - self.claim.base, self.claim.period)
        newton = np.array([comb(t, i) for i in range(self.claim.degree + 1)])
        return np.append(self.functions[:, residue] @ newton, 0)

    def right_sides(self, block: Block, m: int, earlier: Array, size: Array) -> Array:
        """The right sides of equations for m, from F(m - r) and the sizes S(m) of the patterns."""
        side = block.constants[:, min(m - block.r, self.claim.cap)].astype(np.int64)
        for column in block.terms.T:
            (np.maximum if self.claim.worst else np.add)(side, earlier.take(column), out=side)
        return np.add(side, 1 if self.claim.worst else size[block.state])

    def check_base(self) -> list[int]:
        """F(m) for all m < M + T; equal to the claim for m >= B. Returns F of the whole game.

        With r = 0, parts have fewer clauses than the pattern: their values are known in time. But
        for m < P, stars may stand for nothing, and all secrets be in one part.
        """
        whole, values = list[int](), list[Array]()  # F(m), F(m - 1), ..., F(m - P)
        for m in range(self.start + self.claim.period):
            self.progress("values", m, self.start + self.claim.period)
            size = self.secrets(m)
            values = [np.where(size == 0, 0, UNKNOWN), *values[: self.claim.pegs]]
            for block in self.blocks:
                if block.r <= m:
                    side = self.right_sides(block, m, values[block.r], size)
                    if block.r == 0 and m < self.claim.pegs:
                        same = size[block.terms] == size[block.state][:, None]
                        side[same.any(axis=1)] = UNKNOWN
                    np.minimum.at(values[0], block.state, side)
            claimed = self.claimed(m) if m >= self.claim.base else values[0]
            right = (values[0] <= LIMIT) & (values[0] == claimed)
            if not right.all():
                state = int(right.argmin())
                reason = f"F({m}) is {values[0][state]} by the equations, claimed is"
                rejected("functions", state + 1, f"{reason} {min(claimed[state], LIMIT)}")
            whole.append(int(values[0][0]))
        return whole

    def check_induction(self) -> None:
        """For each state and residue no equation falls below G, and one attains it."""
        for m in range(self.start, self.start + self.claim.period):
            self.progress("induction", m - self.start, self.claim.period)
            attained = np.zeros(len(self.functions), dtype=bool)
            for block in self.blocks:
                above, attains = (self.slopes if self.claim.worst else self.differences)(block, m)
                if not above.all():
                    which = int(above.argmin())
                    terms = [self.states[i] for i in block.terms[which] if i < len(attained)]
                    parts = f"r = {block.r}, constant {block.constants[which, -1]}, parts {terms}"
                    reason = f"an equation with {parts} does not stay above it for m = {m} + T t"
                    rejected("functions", int(block.state[which]) + 1, reason)
                attained[block.state[attains]] = True
            if not attained.all():
                state = int(attained.argmin()) + 1
                rejected("functions", state, f"no equation attains it for m = {m} + T t")

    def differences(self, block: Block, m: int) -> tuple[Array, Array]:
        """Expected case: all Newton differences of right side - G are >= 0; all are 0."""
        (above, attains), values = np.ones((2, len(block.state)), np.bool_), list[Array]()
        for t in range(max(self.claim.degree, self.claim.pegs) + 1):
            n = m + self.claim.period * t
            side = self.right_sides(block, n, self.claimed(n - block.r), self.secrets(n))
            values.append(side - self.claimed(n)[block.state])
        while values:
            above &= values[0] >= 0
            attains &= values[0] == 0
            values = [b - a for a, b in pairwise(values)]
        return above, attains

    def slopes(self, block: Block, m: int) -> tuple[Array, Array]:
        """Worst case: one term is always >= G - 1; all are always <= G - 1 and one is equal.

        The constant has slope 0. It is 0 without explicit parts; the right side is 1 + max(0, ...).
        """
        after, state = m + self.claim.period, block.state
        goal, values = self.claimed(m)[state] - 1, self.claimed(m - block.r)
        slope = self.claimed(after)[state] - 1 - goal
        slopes = self.claimed(after - block.r) - values
        terms = [(values[column], slopes[column]) for column in block.terms.T]
        terms.append((block.constants[:, -1], np.zeros_like(slope)))
        above = np.any([(a >= goal) & (s >= slope) for a, s in terms], axis=0)
        below = np.all([(a <= goal) & (s <= slope) for a, s in terms], axis=0)
        equal = np.any([(a == goal) & (s == slope) for a, s in terms], axis=0)
        return above, below & equal


# 6. The theorem in symbols and words.
def check_formula(claim: Claim, first: int, values: list[int], proof: Proof) -> None:
    """Branches, least period, least valid-from and exceptions, against F of the whole game.

    From B on, F is the claimed function, a polynomial of degree D at most in each residue class
    modulo T, as its branch: they are equal if they are so at D + 1 points.
    """
    count, branches = len(claim.branches), claim.branches
    beyond, wrong = max(first, claim.base), list[tuple[int, int]]()
    for n in range(first, beyond + (claim.degree + 1) * claim.period):
        value = values[n] if n < len(values) else int(proof.claimed(n)[0])
        if value != sum(c * n**i for i, c in enumerate(branches[n % count])):
            wrong.append((n, value))
    if claim.period % count:
        rejected("claim", 9, f"the number of branches does not divide {claim.period}")
    if any(count % q == 0 and branches == branches[:q] * (count // q) for q in range(1, count)):
        rejected("claim", 9, "fewer branches are enough")
    if max(map(len, branches)) > claim.degree + 1:
        rejected("claim", 9, "a branch of a higher degree than the function")
    if not first <= claim.valid_from <= beyond:
        rejected("claim", 8, "not the least number that is possible")
    for n in (n for n, _ in wrong if n >= claim.valid_from):
        rejected("claim", 9 + n % count, f"not the value of the whole game for n = {n}")
    if claim.valid_from != (wrong[-1][0] + 1 if wrong else first):
        rejected("claim", 8, "not the least: the formula holds for the number before")
    same_lines("claim", claim.exceptions, wrong, 9 + count)


def polynomial(coefficients: tuple[Fraction, ...]) -> str:
    """A polynomial in n by descending power."""
    terms = [f"{'-+'[c > 0]} {abs(c)}*n^{i} " for i, c in enumerate(coefficients) if c]
    text = "".join(reversed(terms)).replace("*n^0 ", "").replace("n^1 ", "n ").strip()
    text = text.replace(" 1*n", " n").removeprefix("+ ")
    return text.replace("- ", "-", int(text[:1] == "-")) or "0"


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
    claim, proof = certificate.claim, Proof(certificate, progress)
    check_sentences(claim)
    proof.check_masets()
    proof.check_witnesses()
    proof.derive(proof.close())
    same_lines("functions", certificate.states, proof.states)
    values = proof.check_base()
    proof.check_induction()
    first = 1 if claim.game == "mastermind" else claim.pegs  # the least n with a secret
    check_formula(claim, first, values, proof)
    same_lines("values", certificate.values, [*enumerate(values)][first:])
    stated = (claim.words, claim.symbols, claim.game, claim.pegs, claim.reading, claim.objective)
    counts = (len(proof.patterns), proof.questions, proof.equations)
    return Verified(
        *stated, hashlib.sha256(data).hexdigest(), *counts, round(time.monotonic() - start, 3)
    )


def read(path: str | os.PathLike[str]) -> bytes:
    """What a regular file holds, unpacked if it begins as gzip and xz files do.

    A pipe would have to be waited for. Of what is too long, one byte too many is read.
    """
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise OSError(0, "not a regular file")
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
        if data[:2] == b"\x1f\x8b":
            unpacker: Any = zlib.decompressobj(wbits=31)
        elif data[:6] == b"\xfd7zXZ\0":
            unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=2 * MAX_BYTES)
        else:
            return data
        unpacked: bytes = unpacker.decompress(data, MAX_BYTES + 1)
        if len(unpacked) <= MAX_BYTES and (not unpacker.eof or unpacker.unused_data):
            raise EOFError("cut short, or something follows")
        return unpacked
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
    except (EOFError, zlib.error, lzma.LZMAError) as error:
        reason = f"the packed data are damaged ({error})"
    raise Malformed(f"{os.fspath(path)!r:.200} cannot be read: {reason}")


def check(path: str | os.PathLike[str], progress: Progress | None = None) -> Verified:
    """Verify the certificate in the file *path*; *progress* is called with stage, done and total.

    Raises Rejected or Malformed with the reason, or their base class Unverified (a ValueError) for
    an argument of another type.
    """
    if not (isinstance(path, str | os.PathLike) and (progress is None or callable(progress))):
        raise Unverified("check takes the path of a file and, if wanted, a function for progress")
    data = read(path)
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
    """The exit status, as docs/certificates.md has it. Complaints begin with *program*."""
    arguments = [*(sys.argv[1:] if argv is None else argv)]
    files = [argument for argument in arguments if argument != "--json"]
    if len(files) != 1 or files[0].startswith("-"):
        return complain("usage: checker.py FILE [--json], where FILE is a masetproof certificate")
    status, text, result = 0, "", dict[str, Any](verified=False, theorem=None)
    try:
        found = check(files[0])
        result = {"verified": True, "theorem": found.words, **asdict(found)}
        text = f"verified: {found.words}\n{found.symbols}\nrecomputed: {found.patterns} patterns, "
        text += f"{found.questions} questions, {found.equations} equations, {found.seconds:.1f} s\n"
        text += f"sha256 of the certificate: {found.digest}"
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
