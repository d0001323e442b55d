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
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product, zip_longest
from math import comb, perm
from typing import Any, NamedTuple, NoReturn

import numpy as np

Array = np.ndarray[Any, Any]
Progress = Callable[[str, int, int], None]
Witness = tuple[bytes, bytes]  # COLUMNS and COLOURS, as numbers
Lines = dict[str, list[Any]]  # what the lines of a section say

SECTIONS = ("claim", "patterns", "masets", "automorphisms", "parts", "functions", "values")
SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*a"  # a cell is the index of its symbol
STAR, EXTRA = 36, 37
CELLS = bytes.maketrans(SYMBOLS.encode(), bytes(range(38)))
MAX_BYTES, MAX_LINES, MAX_LINE = 1 << 26, 2_000_000, 4096  # of the grammar
# Limits of this checker, far beyond what three pegs need: explicit colours, clauses of an extended
# pattern, characters of a reason. What is kept is at most KEPT bytes and KEPT_TIMES the file.
MAX_COLOURS, MAX_CLAUSES, MAX_REASON, KEPT, KEPT_TIMES = 16, 1024, 400, 1 << 26, 128
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
    "period ([1-9]|[1-5][0-9]|60)\ndegree ([0-8])\nbase (0|[1-9][0-9]{0,2}|1000)\n"
    f"valid-from ({N})\n((?:branch {Q}(?: {Q}){{0,8}}\n){{1,60}})"
    f"((?:exception {N} {Z}\n){{0,1000}})words (.*)\nsymbols (.*)\n"
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
    for line, (a, b) in enumerate(zip_longest(given, computed, fillvalue="the end"), first):
        if a != b:
            rejected(section, line, f"{a}, but computed is {b}")


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
    if len(data) > MAX_BYTES or data.translate(None, bytes(range(32, 127)) + b"\n"):
        raise Malformed(f"longer than {MAX_BYTES} bytes, or not in printable ASCII")
    if data.count(b"\n") > 8 * MAX_LINES or max(map(len, data.split(b"\n"))) > MAX_LINE:
        raise Malformed(f"too many lines, or one of more than {MAX_LINE} bytes")
    text, end, last = data.decode("ascii").rpartition("\nend ")
    start, *found = re.split(f"^section ([a-z]+) ({N}) ([0-9a-f]{{64}})\n", f"{text}\n", flags=re.M)
    sections = dict(zip(found[::4], found[3::4], strict=True))
    if start != "masetproof certificate 1\n" or tuple(found[::4]) != SECTIONS or not end:
        raise Malformed("its first line, the heads of its sections or its last line are not right")
    for name, lines, digest in zip(SECTIONS, found[1::4], found[2::4], strict=True):
        body = sections[name]
        if body.count("\n") != int(lines) or int(lines) > MAX_LINES:
            raise Malformed(f"section {name}: it has not {lines[:40]} lines, or too many")
        if hashlib.sha256(body.encode()).hexdigest() != digest:
            raise Malformed(f"section {name}: the digest is not that of its {lines} lines")
    if last != hashlib.sha256(f"{text}\n".encode()).hexdigest() + "\n":
        raise Malformed("the last line is not 'end' and the digest of all bytes before it")
    return sections


def parse_claim(body: str) -> Claim:
    """The section `claim`."""
    match = CLAIM.fullmatch(body) if body.count("\n") < 1100 else None
    if match is None or (match[4] == "worst" and match[6] != "1"):
        raise Malformed("section claim: its lines are not those of the grammar")
    branches, known = ([x.split(" ")[1:] for x in match[i].splitlines()] for i in (9, 10))
    for branch in branches:
        if [str(Fraction(c)) for c in branch] != branch or (len(branch) > 1 and branch[-1] == "0"):
            raise Malformed("section claim: a fraction not in lowest terms, or a last 0")
    polynomials = [tuple(map(Fraction, branch)) for branch in branches]
    exceptions = [(int(n), int(value)) for n, value in known]
    period, degree, base, valid_from = map(int, match.groups()[4:8])
    numbers = (period, degree, base, valid_from, polynomials, exceptions)
    return Claim(match[1], int(match[2]), match[3], match[4], *numbers, match[11], match[12])


def parse_clauses(text: str) -> bytes:
    """CLAUSE|CLAUSE|... with strictly ascending clauses."""
    clauses = text.encode().translate(CELLS).split(b"|")
    if any(a >= b for a, b in pairwise(clauses)):
        raise Malformed("the clauses are not strictly ascending")
    extended = sum((len(clause) + 1) ** clause.count(STAR) for clause in clauses)
    if colour_count(b"".join(clauses)) > MAX_COLOURS or extended > MAX_CLAUSES:
        raise Malformed("beyond the limits of this checker")
    return b"".join(clauses)


@lru_cache(maxsize=1 << 14)
def parse_witness(columns: str, colours: str) -> Witness:
    """COLUMNS COLOURS. Both are permutations."""
    witness = (bytes(map(int, columns)), colours.replace("-", "").encode().translate(CELLS))
    if any(sorted(images) != [*range(len(images))] for images in witness):
        raise Malformed("not permutations of columns and colours")
    return witness


def parse(data: bytes) -> tuple[Claim, Lines]:
    """The claim, and what the lines of the other sections say: clauses; a pattern or maset (whose
    numbers come after those of patterns) and a witness; a state and its differences; n and value.
    """
    sections, found = read_sections(data), Lines()
    claim = parse_claim(sections["claim"])

    def number(text: str, low: int, high: int) -> int:
        if not low <= int(text) <= high:
            raise Malformed(f"{text[:40]} is not between {low} and {high}")
        return int(text)

    def named(kind: str, name: str, columns: str, colours: str) -> tuple[int, Witness]:
        first, count = 0, len(found["patterns"])
        if kind == "m ":
            first, count = count, len(found["masets"])
        return first + number(name, 0, count - 1), parse_witness(columns, colours)

    def function(pattern: str, e: str, groups: str) -> tuple[tuple[int, int], list[int]]:
        state = number(pattern, 0, len(found["patterns"]) - 1), number(e, 0, claim.cap)
        return state, [number(x, -LIMIT, LIMIT) for x in groups.replace(":", "").split()]

    clause = f"[0-9A-Z*]{{{claim.pegs}}}"
    clauses = rf"\{{({clause}(?:\|{clause})*)\}}"
    witness = f"({N}) ([0-2]{{{claim.pegs}}}) (-|[0-9A-Z]{{1,36}})"
    groups = f"((?: :(?: {Z}){{{claim.degree + 1}}}){{{claim.period}}})"
    grammar: dict[str, tuple[str, Callable[..., Any]]] = {
        "patterns": (clauses, parse_clauses),
        "masets": (clauses, parse_clauses),
        "automorphisms": (f"(){witness}", named),
        "parts": (f"([pm] ){witness}", named),
        "functions": (f"({N}) ({N}){groups}", function),
        "values": (f"({N}) ({Z})", lambda n, value: (int(n), int(value))),
    }
    for section, (expression, convert) in grammar.items():
        fullmatch, lines = re.compile(expression).fullmatch, found.setdefault(section, [])
        try:
            for line in sections[section].splitlines():
                match = fullmatch(line)
                if match is None:
                    raise Malformed("not a line of its grammar")
                lines.append(convert(*match.groups()))
        except Malformed as error:
            raise Malformed(f"section {section}, line {len(lines) + 1}: {error}") from None
    if any(a > b for (a, _), (b, _) in pairwise(found["automorphisms"])):
        raise Malformed("section automorphisms: not in ascending order")
    return claim, found


# 3. Sets of clauses. A set is bytes where it is named or compared, an array of cells with one
# clause in each row where questions split it, and bits in 64-bit words as a subset of such rows.
def show(cells: bytes, pegs: int) -> str:
    """Clauses in the notation of the certificate."""
    text = "".join(SYMBOLS[cell] for cell in cells)
    return "{" + "|".join(text[i : i + pegs] for i in range(0, len(text), pegs)) + "}"


def to_rows(clauses: bytes, pegs: int) -> Array:
    """Clauses, one in each row."""
    return np.frombuffer(clauses, dtype=np.uint8).reshape(-1, pegs)


def colour_count(clauses: bytes) -> int:
    """k, the number of explicit colours."""
    return len({*clauses} - {STAR})


def renamed(clauses: bytes) -> bytes:
    """Normalized: the colours that occur become 0, 1, ..., in ascending order."""
    colours = bytes(sorted({*clauses} - {STAR}))
    return clauses.translate(bytes.maketrans(colours, bytes(range(len(colours)))))


def preimage(clauses: bytes, witness: Witness) -> bytes:
    """The clauses that a witness maps to the given ones, ascending."""
    (columns, colours), moved = witness, bytearray(len(clauses))
    old = clauses.translate(bytes.maketrans(colours, bytes(range(len(colours)))))
    for j, column in enumerate(columns):
        moved[column :: len(columns)] = old[j :: len(columns)]
    cells, pegs = bytes(moved), len(columns)
    return b"".join(sorted([cells[i : i + pegs] for i in range(0, len(cells), pegs)]))


def extend(claim: Claim, clauses: bytes, k: int) -> Array:
    """The clauses of a pattern extended by as many colours as there are pegs, ascending."""
    rows = to_rows(clauses, claim.pegs)
    for j in range(claim.pegs):
        copies = np.repeat(rows[rows[:, j] == STAR], claim.pegs, axis=0)
        copies[:, j] = k + np.arange(len(copies)) % claim.pegs
        rows = np.concatenate([rows, copies])
    if claim.game == "ab":  # no colour repeats
        cells = np.sort(rows, axis=1)
        rows = rows[((cells[:, 1:] > cells[:, :-1]) | (cells[:, 1:] == STAR)).all(axis=1)]
    return rows[np.lexsort(rows.T[::-1])]


def to_bits(flags: Array) -> Array:
    """Subsets of clauses, flags [..., clause], as bits [..., word]."""
    *shape, count = flags.shape
    octets = np.zeros((*shape, -(-count // 64) * 8), dtype=np.uint8)
    octets[..., : -(-count // 8)] = np.packbits(flags, axis=-1)
    return octets.view(np.uint64)


def to_flags(bits: Array, count: int) -> Array:
    """Subsets of that many clauses, bits [..., word], as flags [..., clause]."""
    return np.unpackbits(bits.view(np.uint8), axis=-1, count=count).view(np.bool_)


def normalize(clauses: Array, sets: Array) -> list[bytes]:
    """The clauses of each set (flags), each colour renamed to the number of those below it."""
    bits = np.where(clauses == STAR, 0, 1 << clauses.astype(np.int64))
    occurs = np.bitwise_or.reduce(np.where(sets, np.bitwise_or.reduce(bits, axis=1), 0), axis=1)
    which, clause = np.nonzero(sets)
    below = np.bitwise_count((bits - 1)[clause] & occurs[which, None])
    cells = np.where(clauses[clause] == STAR, np.uint8(STAR), below).tobytes()
    ends = np.cumsum(np.count_nonzero(sets, axis=1)) * clauses.shape[1]
    return [cells[start:end] for start, end in pairwise([0, *ends.tolist()])]


def distinct(rows: Array) -> tuple[Array, Array]:
    """The first index of each different row, and for each row which of them it is."""
    keys = rows.astype(np.uint64) @ FACTORS[: rows.shape[1]]
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    if rows.shape[1] > 1 and not np.array_equal(rows[first[which]], rows):  # equal checksums
        _, first, which = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    return first, which.ravel()  # numpy 2.0 gives it another shape


# 4. Questions, and how they split a set of clauses.
class Questions(NamedTuple):
    """The questions on k explicit colours in lexicographic order, and of each of them ..."""

    k: int
    cells: Array
    often: Array  # of each cell: cell * pegs + how many cells further left show the same
    new: Array  # how many new colours it has
    extra: Array  # how many extra cells
    place: Array  # [cell, cell, ...]: the number of a word, its new colours renumbered


@lru_cache(maxsize=64)
def questions(game: str, pegs: int, most_extra: int, k: int) -> Questions:
    """Words over 0..k-1, new colours numbered in order of first use, and the extra colour."""
    place, numbers = np.zeros((EXTRA + 1,) * pegs, dtype=np.int16), dict[tuple[int, ...], int]()
    for word in product([*range(k + pegs), EXTRA], repeat=pegs):
        colours = [cell for cell in word if cell != EXTRA]
        repeats = len({*colours}) < len(colours)
        if len(colours) >= pegs - most_extra and not (game == "ab" and repeats):
            new = [*dict.fromkeys(colour for colour in colours if colour >= k)]
            question = tuple(k + new.index(cell) if cell in new else cell for cell in word)
            place[word] = numbers.setdefault(question, len(numbers))
    cells = np.array([*numbers], order="F")
    often = [[cell * pegs + q[:j].count(cell) for j, cell in enumerate(q)] for q in numbers]
    new = np.where(cells == EXTRA, 0, cells + 1 - k).max(axis=1).clip(0)
    return Questions(k, cells, np.array(often, order="F"), new, (cells == EXTRA).sum(axis=1), place)


def orbits(index: int, lines: list[tuple[int, Witness]], table: Questions) -> Array:
    """For each question the least one of its orbit under the automorphisms that lines give."""
    label, maps = np.arange(len(table.cells)), list[Array]()
    for line, (columns, colours) in lines:
        renaming = np.array([*colours, *range(len(colours), EXTRA + 1)])
        maps.append(table.place[tuple(renaming[table.cells.T[[*columns]]])])
        fewer, before = label, label[:0]
        while not np.array_equal(label, before):  # the least one goes around all cycles
            before = label
            for image in maps:
                label = np.minimum(label, label[image])
        if np.array_equal(label, fewer):
            reason = f"superfluous: it merges no two orbits of questions on pattern {index}"
            rejected("automorphisms", line, reason)
    return label


def count_bits(addends: list[Array]) -> list[Array]:
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
    symbols, ranks = np.arange(EXTRA + 1, dtype=np.uint8), np.arange(claim.pegs)
    agrees = clauses.T[:, None] == symbols[:, None]  # [column, cell, clause]
    often = agrees.sum(axis=0, dtype=np.uint8)[:, None] > ranks[:, None]  # [cell, rank, clause]
    shown = np.where(clauses == STAR, 0, clauses + 1).max(axis=1)
    known = to_bits(shown <= table.k + np.arange(claim.pegs + 1)[:, None])  # [r, clause]
    columns = zip(to_bits(agrees), table.cells.T.take(chosen, axis=1), strict=True)
    black = count_bits([bits.take(cells, axis=0) for bits, cells in columns])
    bits = to_bits(often.reshape(-1, len(clauses)))
    both = count_bits([bits.take(places, axis=0) for places in table.often.T.take(chosen, axis=1)])
    both = [known.take(table.new[chosen], axis=0) & sums for sums in both]
    return np.stack([both[b + w] & black[b] for b, w in claim.answers], axis=1)


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
    state is the name of a pattern with the number e of excluded colours; as one integer, its place,
    it is name * (C + 1) + e.
    """

    def __init__(self, claim: Claim, lines: Lines, size: int, progress: Progress) -> None:
        self.claim, self.lines, self.progress = claim, lines, progress
        self.limit = self.left = KEPT + KEPT_TIMES * size  # bytes that may be kept
        self.patterns = lines["patterns"]
        self.named = [*self.patterns, *lines["masets"], b""]
        self.colours = np.array([*map(colour_count, self.named)], dtype=np.int8)
        self.sizes = np.array([*map(len, self.named)]) // claim.pegs
        names = [name for name, _ in lines["parts"]]
        self.target = np.array(names, dtype=np.min_scalar_type(len(self.named)))
        self.line_of, self.appeared = dict[bytes, int](), 0  # parts, and how many have appeared
        self.met = {0}  # names of parts that have appeared
        self.questions = self.equations = 0
        # Least costs of explicit masets, and a bound for s secrets, right for s <= 2: question 1
        # finds one of them, and the others need two at least.
        self.memo, least = dict[tuple[bytes, int], int](), np.minimum(range(MAX_CLAUSES + 1), 2)
        self.least = least if claim.worst else np.cumsum(least)
        functions = np.array([numbers for _, numbers in lines["functions"]], dtype=np.int64)
        self.functions = functions.reshape(-1, claim.period, claim.degree + 1)
        self.start = claim.base + claim.pegs + claim.cap  # M

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
            if renamed(clauses) != clauses or (STAR in clauses) != (section == "patterns"):
                rejected(section, line, "not normalized, or a star is missing or too many")
            if name - 1 not in used or clauses in seen:
                rejected(section, line, "superfluous: no part is this, or it is here twice")
            seen.add(clauses)

    def check_witnesses(self) -> None:
        """Each line of `automorphisms` maps its pattern to itself. Each line of `parts` belongs to
        a part of its own: what its witness maps to the pattern or maset that it names."""
        self.automorphisms = dict[int, list[tuple[int, Witness]]]()
        for line, (name, witness) in enumerate(self.lines["automorphisms"], 1):
            pattern, fits = self.patterns[name], len(witness[1]) == self.colours[name]
            if not (fits and preimage(pattern, witness) == pattern):
                rejected("automorphisms", line, f"not one of {show(pattern, self.claim.pegs)}")
            self.automorphisms.setdefault(name, []).append((line, witness))
        for line, (name, witness) in enumerate(self.lines.pop("parts"), 1):
            if len(witness[1]) != self.colours[name]:
                rejected("parts", line, "not as many colours as what it names")
            part = preimage(self.named[name], witness)
            if self.line_of.setdefault(part, line) < line:
                rejected("parts", line, f"superfluous: line {self.line_of[part]} says it")
            self.keep(len(part) + 200)  # with the dictionary's own

    def close(self) -> list[Array]:
        """Each part of each pattern is, by its witness, a pattern or an explicit maset.

        Returns tables of pattern, r, extra cells and the names of the parts, for each different
        result of a question.
        """
        tables, patterns = list[Array](), range(len(self.patterns))
        for start in patterns[::512]:
            tables.append(np.concatenate([self.results(i) for i in patterns[start : start + 512]]))
        if self.appeared < len(self.target):
            rejected("parts", self.appeared + 1, "superfluous: all parts have their lines")
        self.line_of.clear()
        return tables

    def results(self, index: int) -> Array:
        """Split a pattern by its asked questions, name the parts, gather the results."""
        claim, pattern = self.claim, self.patterns[index]
        self.progress("patterns", index, len(self.patterns))
        if index not in self.met:
            reason = f"no state reaches pattern {index}, {show(pattern, claim.pegs)}"
            rejected("patterns", index + 1, f"no part of a pattern before it: {reason}")
        k, most_extra = colour_count(pattern), 0 if claim.reading == "without" else claim.pegs - 1
        # Orbits are those of all questions in all readings; their extra cells are equally many.
        table = questions(claim.game, claim.pegs, claim.pegs - 1, k)
        label = orbits(index, self.automorphisms.get(index, []), table)
        asked = np.flatnonzero((label == np.arange(len(label))) & (table.extra <= most_extra))
        self.questions += len(asked)
        clauses = extend(claim, pattern, k)
        sets = split(claim, clauses, table, asked)
        occurs = sets.any(axis=2)
        sets = sets[occurs]
        first, which = distinct(sets)
        parts = normalize(clauses, to_flags(sets[first], len(clauses)))
        # In order of appearance, each line is one that was there already, or the next.
        missing = len(self.target) + 2
        lines = np.array([self.line_of.get(part, missing) for part in parts])[which]
        most = np.maximum.accumulate(np.append(self.appeared, lines))
        wrong = np.flatnonzero(np.diff(most) > 1)
        if len(wrong):
            part = show(parts[which[wrong[0]]], claim.pegs)
            reason = f"a missing line or wrong witness for a part of pattern {index}, {part}"
            rejected("parts", int(most[wrong[0]]) + 1, reason)
        self.met.update(self.target[self.appeared : most[-1]].tolist())
        self.appeared = int(most[-1])
        rows = np.empty((len(asked), 3 + len(claim.answers)), dtype=self.target.dtype)
        rows[:, 0], rows[:, 1] = index, table.new[asked]
        rows[:, 2] = table.extra[asked] * (claim.reading == "exact")  # which states may ask it
        rows[:, 3:] = len(self.named) - 1
        rows[:, 3:][occurs] = self.target[lines - 1]
        rows[:, 3:].sort(axis=1)
        rows = rows[distinct(rows)[0]]
        self.keep(rows.nbytes)
        return rows

    def allowed(self, rows: Array, states: Array, e: int) -> tuple[Array, list[Array]]:
        """The rows that states (flags) with e excluded colours may ask, and the places of their
        parts if 0..C implicit colours are left."""
        most, pattern = self.claim.cap + 1, rows[:, 0].astype(np.int64)
        rows = rows[states[pattern * most + e] & (rows[:, 2] <= self.claim.extra_cells(e))]
        names, shown = rows[:, 3:], self.colours[rows[:, 0]] + rows[:, 1].astype(np.int8)
        gained = shown[:, None] - self.colours[names]
        explicit = (names >= len(self.patterns)).astype(np.int8)
        first = names.astype(np.int64) * most
        places = [first + self.claim.excluded(e, gained + m * explicit) for m in range(most)]
        return rows, places

    def reach(self, tables: list[Array]) -> Array:
        """Flags [place]: the states and explicit masets that questions of states lead to."""
        most = self.claim.cap + 1
        reached = np.zeros(len(self.named) * most, dtype=bool)
        reached[self.claim.start] = True
        fresh = reached.copy()
        while fresh.any():
            before = reached.copy()
            for rows, e in product(tables, range(most)):
                for places in self.allowed(rows, fresh, e)[1]:
                    reached[places] = True
            reached[-most:] = False
            fresh = reached & ~before
        return reached

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
            for flags in to_flags(sets[question, sizes[question] > 2], size):
                part = renamed(clauses[flags].tobytes())
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
        states = np.flatnonzero(reached[: len(self.patterns) * most])
        explicit = np.flatnonzero(reached)[len(states) :]
        self.states = [divmod(place, most) for place in states.tolist()]
        self.number = np.full(len(reached), len(states), dtype=np.int32)
        self.number[states] = np.arange(len(states))
        self.cost = np.zeros(len(reached), dtype=np.int32)
        for done, place in enumerate(explicit.tolist()):
            self.progress("masets", done, len(explicit))
            self.cost[place] = self.minimum(self.named[place // most], place % most)
        counts = ((to_rows(self.named[i], pegs) == STAR).sum(axis=1) for i, _ in self.states)
        self.stars = np.array([np.bincount(count, minlength=pegs + 1) for count in counts])
        self.blocks, pieces = list[Block](), dict[int, list[Array]]()
        while tables:  # what has become equations is not kept
            rows = tables.pop(0)
            for e in range(most):
                table = self.equations_of(rows, reached, e)
                for order in np.unique(table[:, 0]).tolist():
                    pieces.setdefault(order, []).append(table[table[:, 0] == order, 1:])
        for order in sorted(pieces):
            columns = np.concatenate(pieces.pop(order)).T.copy()
            terms, constants = columns[1 : 1 + order % 16].T, columns[-most:].T
            self.blocks.append(Block(order // 16 % 4, columns[0], terms, constants))
            self.keep(columns.nbytes)

    def equations_of(self, rows: Array, reached: Array, e: int) -> Array:
        """The different equations of some patterns: their order (by clauses if r = 0, by r, by the
        number of terms), state, terms and constants.

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
        first, _ = distinct(table)
        self.equations += len(first)
        return np.asarray(table[first])

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
                found, wanted = values[0][state], min(claimed[state], LIMIT)
                rejected("functions", state + 1, f"F({m}) is {found}, claimed is {wanted}")
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
                    parts = [self.states[i] for i in block.terms[which] if i < len(attained)]
                    reason = f"an equation with r = {block.r} and parts {parts} does not stay above"
                    reason += f" it for m = {m} + T t"
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
    if claim.period % count or max(map(len, branches)) > claim.degree + 1:
        rejected("claim", 9, "not a period and a degree that the function can have")
    if any(count % q == 0 and branches == branches[:q] * (count // q) for q in range(1, count)):
        rejected("claim", 9, "fewer branches are enough")
    beyond, wrong = max(first, claim.base), list[tuple[int, int]]()
    for n in range(first, beyond + (claim.degree + 1) * claim.period):
        value = values[n] if n < len(values) else int(proof.claimed(n)[0])
        if value != sum(c * n**i for i, c in enumerate(branches[n % count])):
            wrong.append((n, value))
            if n >= beyond:
                rejected("claim", 9 + n % count, f"not the value of the whole game for n = {n}")
    same_lines("claim", [claim.valid_from], [wrong[-1][0] + 1 if wrong else first], 8)
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
    claim, lines = parse(data)
    proof = Proof(claim, lines, len(data), progress)
    check_sentences(claim)
    proof.check_masets()
    proof.check_witnesses()
    proof.derive(proof.close())
    same_lines("functions", [state for state, _ in lines["functions"]], proof.states)
    values = proof.check_base()
    proof.check_induction()
    first = 1 if claim.game == "mastermind" else claim.pegs  # the least n with a secret
    check_formula(claim, first, values, proof)
    same_lines("values", lines["values"], [*enumerate(values)][first:])
    stated = (claim.words, claim.symbols, claim.game, claim.pegs, claim.reading, claim.objective)
    counts = (len(proof.patterns), proof.questions, proof.equations)
    seconds = round(time.monotonic() - start, 3)
    return Verified(*stated, hashlib.sha256(data).hexdigest(), *counts, seconds)


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
