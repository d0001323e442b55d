"""Certificates of bands (short proof, version 2) checked by the program of `banded.py`.

Lower half: the parts of all questions are identified by `banded.Patterns`, and the witnesses of the
certificate are held against that.  Bounds are whole numbers up to the base and some more; a claim
of an asked state is the polynomial through those from the base on, that of an averaged state comes
from the two claims it averages.  That each claim holds for every n is checked by Newton
differences, and again with numbers: for some indices up to `FAR` for all states, and for each index
up to `FAR` for a sample.

Upper half: the strategy is counted for each n up to `FAR`, and by polynomials.

Polynomials are lists of whole coefficients in units of 1/(p + 1)!, ascending.
"""

import hashlib
import random
import re
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from math import factorial, prod
from typing import Any

import numpy as np
from numba import njit

from tests.oracles import banded
from tests.oracles.banded import ASK, BEST, ROOM, SKIP, STAR, Array, Band, Patterns, Shape

SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FAR = 300
SOME = (75, 120, 200, FAR)

Clause = tuple[int, ...]
Polynomial = list[int]
Place = tuple[int, Clause, Clause]


class Wrong(Exception):
    """The certificate does not establish its theorem."""


def need(condition: object, sentence: str) -> None:
    if not condition:
        raise Wrong(sentence)


@dataclass
class Certificate:
    """What the text says.

    exceptions: n -> (lower, upper).  states: (pattern, offsets) -> `ASK` or the column to average.
    strategy: (pattern, offsets, excluded) -> [(question, from, to or None)].
    """

    pegs: int
    full: tuple[int, int]
    base: int
    valid: int
    branch: list[Fraction]
    exceptions: dict[int, tuple[int, int]]
    patterns: list[list[Clause]]
    symmetries: list[tuple[int, Clause, list[Clause]]]
    parts: list[tuple[int, Clause, list[Clause]]]
    states: dict[tuple[int, Clause], int]
    strategy: dict[Place, list[tuple[str, int, int | None]]]


def read(text: str) -> Certificate:
    """The certificate, whose digest is right and whose lines have the right form."""
    before, _, digest = text.rstrip("\n").rpartition("\nend ")
    need(digest == hashlib.sha256((before + "\n").encode()).hexdigest(), "the digest is wrong")
    lines = before.split("\n")
    at = 0

    def line(form: str) -> tuple[str, ...]:
        nonlocal at
        found = re.fullmatch(form, lines[at] if at < len(lines) else "")
        need(found, f"line {at + 1} is not {form}")
        assert found is not None
        at += 1
        return found.groups()

    def section(name: str, form: str) -> list[tuple[str, ...]]:
        return [line(form) for _ in range(int(line(name + r" (\d+)")[0]))]

    line("masetproof short proof 2")
    line("game black-peg")
    pegs = int(line("pegs ([2-5])")[0])
    full = line(r"full (\d+) (\d+)")
    base, valid = int(line(r"base (\d+)")[0]), int(line(r"valid-from (\d+)")[0])
    branch = [Fraction(word) for word in line("branch ([-0-9/ ]+)")[0].split()]
    exceptions: dict[int, tuple[int, int]] = {}
    while lines[at].startswith(("exception", "between")):
        n, *values = line(r"(?:exception (\d+) (\d+)|between (\d+) (\d+) (\d+))")
        some = [int(word) for word in (n, *values) if word is not None]
        exceptions[some[0]] = (some[1], some[-1])
    cell, digits, bits = "[*0-9A-Z]", f"([0-9]{{{pegs}}})", f"([01]{{{pegs}}})"
    word = f"{cell}{{{pegs}}}"
    texts = section("patterns", rf"\{{({word}(?:\|{word})*)\}}")
    patterns = [
        [tuple(STAR if c == "*" else SYMBOLS.index(c) for c in clause) for clause in t.split("|")]
        for (t,) in texts
    ]

    def witness(number: str, columns: str, colours: str) -> tuple[int, Clause, list[Clause]]:
        need(sorted(columns) == list(SYMBOLS[:pegs]), f"{columns} is no permutation")
        names = [tuple(SYMBOLS.index(c) for c in some) for some in colours.split(",")]
        return int(number), tuple(map(int, columns)), names

    form = rf"(\d+)\.{digits}\.([0-9A-Z]*(?:,[0-9A-Z]*){{{pegs - 1}}})"
    symmetries = [witness(*found) for found in section("symmetries", form)]
    parts = [witness(*found) for found in section("parts", form)]
    listed = section("states", rf"(\d+)\.{digits} ([?0-9])")
    states = {
        (int(number), tuple(map(int, offsets))): ASK if how == "?" else int(how)
        for number, offsets, how in listed
    }
    need(len(states) == len(listed), "a state stands twice")
    strategy: dict[Place, list[tuple[str, int, int | None]]] = {}
    places = section("strategy", rf"(\d+)\.{digits}\.{bits} (\S+:\d+-\d*(?: \S+:\d+-\d*)*)")
    for number, offsets, excluded, asked in places:
        place = int(number), tuple(map(int, offsets)), tuple(map(int, excluded))
        need(place not in strategy, f"the place {place} stands twice")
        strategy[place] = []
        for some in asked.split(" "):
            question, start, end = line_of_question(some, pegs)
            strategy[place].append((question, start, end))
    need(at == len(lines), "there are more lines")
    return Certificate(
        pegs,
        (int(full[0]), int(full[1])),
        base,
        valid,
        branch,
        exceptions,
        patterns,
        symmetries,
        parts,
        states,
        strategy,
    )


def line_of_question(text: str, pegs: int) -> tuple[str, int, int | None]:
    found = re.fullmatch(rf"([a0-9A-Z]{{{pegs}}}):(\d+)-(\d*)", text)
    need(found, f"{text} is no question")
    assert found is not None
    return found[1], int(found[2]), int(found[3]) if found[3] else None


# Polynomials


def value(poly: Polynomial, n: int) -> int:
    total = 0
    for coefficient in reversed(poly):
        total = total * n + coefficient
    return total


def plus(*polys: Polynomial) -> Polynomial:
    size = max((len(poly) for poly in polys), default=0)
    return [sum(poly[i] for poly in polys if i < len(poly)) for i in range(size)]


def times(poly: Polynomial, constant: int) -> Polynomial:
    """The product with n + constant."""
    return plus([0, *poly], [constant * c for c in poly])


def later(poly: Polynomial, shift: int) -> Polynomial:
    """The polynomial n -> poly(n - shift)."""
    result: Polynomial = []
    for coefficient in reversed(poly):
        result = plus(times(result, -shift), [coefficient])
    return result


def through(values: list[int], first: int, unit: int) -> Polynomial:
    """The polynomial with these values from n = first on, in units of 1/unit."""
    differences, basis, result = list(values), [1], []
    for i in range(len(values)):
        scale, rest = divmod(unit * differences[0], factorial(i))
        need(rest == 0, "the unit is too large")
        result = plus(result, [scale * c for c in basis])
        differences = [b - a for a, b in pairwise(differences)]
        basis = times(basis, -first - i)
    return result


# The lower half


@njit(cache=True)
def _deepest(
    zeros: Array,
    numbers: Array,
    offsets: Array,
    how: Array,
    base: int,
    shape: Shape,
    noted: Array,
) -> None:
    """Find how far below n states are taken, `lows`; zeros: a table that has all states."""
    left = np.zeros(offsets.shape[1], np.int64)
    for s in range(len(numbers)):
        number = numbers[s]
        if how[s] != ASK:
            left[:] = offsets[s]
            left[how[s]] += 1
            banded._bound(zeros, 0, 1, number * ROOM, left, base, shape, noted)
            banded._bound(zeros, 0, 1, shape.without[number, how[s]], left, base, shape, noted)
            continue
        for i in range(shape.row_begin[number], shape.row_begin[number + 1]):
            for j in range(len(left)):
                left[j] = offsets[s, j] + (shape.rows[i, 0] >> j & 1)
            for black in range(len(left)):
                part = shape.rows[i, 1 + black]
                if part >= 0:
                    banded._bound(zeros, 0, 1, part, left, base, shape, noted)


@njit(cache=True)
def _rises(
    claims: Array,
    first: int,
    unit: int,
    number: int,
    offsets: Array,
    state: int,
    base: int,
    shape: Shape,
    noted: Array,
) -> int:
    """How many questions have a negative difference at the base, or one of too high an order."""
    pegs = len(offsets)
    points = pegs + 3
    excess = np.zeros(points, np.int64)
    left = np.zeros(pegs, np.int64)
    bad = 0
    for i in range(shape.row_begin[number], shape.row_begin[number + 1]):
        for j in range(pegs):
            left[j] = offsets[j] + (shape.rows[i, 0] >> j & 1)
        for k in range(points):
            n = base + k
            total = unit * banded._secrets(number, offsets, n, shape) - claims[n - first, state]
            for black in range(pegs):
                part = shape.rows[i, 1 + black]
                if part >= 0:
                    total += banded._bound(claims, first, unit, part, left, n, shape, noted)
            excess[k] = total
        good = True
        for order in range(points):
            good = good and (excess[0] >= 0 if order < points - 1 else excess[0] == 0)
            for k in range(points - 1 - order):
                excess[k] = excess[k + 1] - excess[k]
        bad += not good
    return bad


@dataclass
class Lower:
    """The lower half of a certificate, which is checked when this is made.

    counts: what was checked.  values: bounds of the whole game for n = 0, 1, ... .
    """

    certificate: Certificate
    share: int = 10  # one state in so many is in the sample
    counts: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        given = self.certificate
        self.unit = factorial(given.pegs + 1)
        self.patterns = Patterns(given.pegs, given.patterns)
        need(len(self.patterns) == len(given.patterns), "a pattern is missing")
        need(given.patterns[0] == [(STAR,) * given.pegs], "the first pattern is not the full one")
        self.counts["questions"] = sum(self.patterns.raw)
        self.counts["rows"] = sum(map(len, self.patterns.rows))
        self.witnesses()
        self.bounds()
        self.claim()
        self.prove()

    def witnesses(self) -> None:
        """Patterns, their symmetries and the parts are as the certificate says."""
        given, patterns = self.certificate, self.patterns
        for number, clauses in enumerate(given.patterns):
            for column in zip(*clauses, strict=True):
                colours = {*column} - {STAR}
                need(colours == set(range(len(colours))), "colours are not 0, 1, ...")
            need(sorted(clauses) == sorted(patterns[number]), "a pattern is out of place")
        groups: list[set[Clause]] = [{tuple(range(given.pegs))} for _ in given.patterns]
        for number, columns, colours in given.symmetries:
            need(self.image(number, columns, colours) == {*patterns[number]}, "no symmetry")
            groups[number].add(columns)
        perms = patterns.perms
        for group, same in zip(groups, patterns.same, strict=True):
            need(group == {perms[g] for g in same}, "a symmetry of columns is missing")
        images = set()
        for number, columns, colours in given.parts:
            image = self.image(number, columns, colours)
            found, perm = patterns.find(sorted(image))
            back = tuple(columns.index(j) for j in range(given.pegs))
            same_columns = {tuple(perm[j] for j in perms[g]) for g in patterns.same[number]}
            need(found == number and back in same_columns, "a part is another pattern")
            images.add(frozenset(image))
        raw = set()
        known = patterns.known
        for i in range(known.counts[0]):
            codes = known.codes[known.start[i] : known.start[i + 1]].tolist()
            raw.add(frozenset(tuple(c >> 5 * j & 31 for j in range(given.pegs)) for c in codes))
        # Averaging needs the clauses with a star in a column.
        for i, j in zip(*np.nonzero(patterns.starred), strict=True):
            some = [clause for clause in patterns[i] if clause[j] == STAR]
            orders = [sorted({*column} - {STAR}) for column in zip(*some, strict=True)]
            raw.add(
                frozenset(
                    tuple(
                        STAR if cell == STAR else order.index(cell)
                        for cell, order in zip(clause, orders, strict=True)
                    )
                    for clause in some
                )
            )
        need(raw <= images, f"{len(raw - images)} parts are missing")
        self.counts["parts"] = len(raw)
        self.counts["further parts"] = len(images - raw)

    def image(self, number: int, columns: Clause, colours: list[Clause]) -> set[Clause]:
        """A pattern of the certificate under a witness, which must be one-to-one."""
        need(number < len(self.certificate.patterns), "there is no such pattern")
        clauses = self.certificate.patterns[number]
        for j, column in enumerate(columns):
            size = len({clause[column] for clause in clauses} - {STAR})
            need(len(colours[j]) == len({*colours[j]}) == size, "a witness is not one-to-one")
        return {
            tuple(
                STAR if clause[column] == STAR else colours[j][clause[column]]
                for j, column in enumerate(columns)
            )
            for clause in clauses
        }

    def bounds(self) -> None:
        """Bounds in whole numbers, up to p + 1 above the base."""
        given = self.certificate
        most, limit = given.full
        widest = max(4, *(max(offsets) for _, offsets in given.states))
        need(given.base > most + widest + 2, "the base is too small")
        self.band = band = Band(self.patterns, widest + 1, given.base + given.pegs + 1)
        self.how = np.full(len(band.numbers), SKIP)
        for (number, offsets), how in given.states.items():
            need(number < len(given.patterns), "there is no such pattern")
            state = band.state(number, offsets)
            need(state >= 0, f"{number} has no offsets {offsets}")
            need(self.how[state] == SKIP, "a state stands twice")
            if how != ASK:
                starred = how < given.pegs and self.patterns.starred[number, how]
                need(starred and offsets[how] == 0, "a state is averaged by a wrong column")
            self.how[state] = how
            band.offsets[state] = offsets
        full = np.where(band.offsets.max(axis=1) <= limit, ASK, BEST)
        for n in range(len(band.table)):
            band.fill(n, full if n <= most else self.how)
        whole = band.state(0, (0,) * given.pegs)
        self.values = [int(v) for v in band.table[:, whole]]
        self.whole = whole
        self.counts["states"] = len(given.states)
        self.counts["asked"] = int((self.how == ASK).sum())

    def claim(self) -> None:
        """A polynomial for each state."""
        given = self.certificate
        # Only states of the certificate have a column in the table of claims.
        self.listed = np.flatnonzero(self.how != SKIP)
        names = np.full(len(self.how) + 1, -1, np.int32)  # the last one: no state
        names[self.listed] = np.arange(len(self.listed))
        self.shape = self.band.shape._replace(
            states=names[self.band.shape.states], lows=np.zeros(len(self.listed), np.int64)
        )
        _deepest(
            np.zeros((given.base + 1, len(self.listed)), np.int64),
            self.band.numbers[self.listed],
            self.band.offsets[self.listed],
            self.how[self.listed],
            given.base,
            self.shape,
            banded.notes(given.pegs),
        )
        self.start = given.base - int(self.shape.lows.max())
        self.claims: dict[int, Polynomial] = {}
        self.begun: set[int] = set()
        for state in self.listed.tolist():
            self.claims[state] = self.claim_of(state)
        self.first = given.base - self.band.base - 1
        polys = [self.claims[s] for s in self.listed.tolist()]
        size = max(map(len, polys))
        for poly in polys:
            most = sum(abs(c) * FAR**i for i, c in enumerate(poly))
            need(most < 1 << 58, "a claim is too large")
        coefficients = np.array([poly + [0] * (size - len(poly)) for poly in polys])
        self.table = np.zeros((FAR + 1 - self.first, len(polys)), np.int64)
        for n in range(self.first, FAR + 1):
            for i in reversed(range(size)):
                self.table[n - self.first] = self.table[n - self.first] * n + coefficients[:, i]

    def claim_of(self, state: int) -> Polynomial:
        if state in self.claims:
            return self.claims[state]
        base, how = self.certificate.base, self.how[state]
        if how == ASK:
            values = self.band.table[base : base + self.certificate.pegs + 2, state].tolist()
            return through(values, base, self.unit)
        need(state not in self.begun, "a state is averaged in a circle")
        self.begun.add(state)
        number = int(self.band.numbers[state])
        offsets = self.band.offsets[state].tolist()
        offsets[how] += 1
        rest = self.bound_of(number * ROOM, offsets)
        share = self.bound_of(int(self.band.shape.without[number, how]), offsets)
        # The column has n colours; share is quotient * (n - 1) + left.
        quotient: Polynomial = []
        for coefficient in reversed(share[1:]):
            quotient.insert(0, coefficient + (quotient[0] if quotient else 0))
        left = value(share, 1)
        # Where the window starts the share of a negative rest is greatest.
        lost = -(left // (self.start - 1)) if left < 0 else 0
        poly = plus(rest, quotient, [-lost])
        self.claims[state] = poly
        return poly

    def bound_of(self, part: int, offsets: list[int]) -> Polynomial:
        """The bound of a part for large n."""
        shape, pegs = self.band.shape, self.certificate.pegs
        number, perm = divmod(part, ROOM)
        if shape.explicit[number] >= 0:
            return [self.unit * int(shape.explicit[number])]
        own = [offsets[j] for j in self.patterns.perms[perm]]
        found = self.state_of(number, own)
        if found is not None:
            return found
        terms = []
        for clause in self.patterns[number]:
            stars = [j for j in range(pegs) if clause[j] == STAR]
            alone = int(shape.alone[len(stars)])
            at = [j for j in range(pegs) if shape.starred[alone, j]]
            single = [0] * pegs
            for i, j in zip(at, stars, strict=True):
                single[i] = own[j]
            term = self.state_of(alone, single) if stars else None
            if term is None:
                term = [self.unit]
                for j in stars:
                    term = times(term, -own[j])
            terms.append(term)
        return plus(*terms)

    def state_of(self, number: int, offsets: list[int]) -> Polynomial | None:
        starred = self.patterns.starred[number]
        low = min(a for a, star in zip(offsets, starred, strict=True) if star)
        own = tuple(a - low if star else 0 for a, star in zip(offsets, starred, strict=True))
        if max(own) >= self.band.base:
            return None
        state = self.band.state(number, own)
        if self.how[state] == SKIP:
            return None
        return later(self.claim_of(state), low)

    def prove(self) -> None:
        """The claims follow from each other for all n, and from the bounds near the base."""
        given, band, shape, unit = self.certificate, self.band, self.shape, self.unit
        noted = banded.notes(given.pegs)
        hows = self.how[self.listed]
        numbers, offsets = band.numbers[self.listed], band.offsets[self.listed]
        first, base = self.first, given.base
        bad = sum(
            _rises(self.table, first, unit, numbers[i], offsets[i], i, base, shape, noted)
            for i in np.flatnonzero(hows == ASK)
        )
        need(bad == 0, f"{bad} questions may cost less than is claimed")
        self.counts["clause by clause"] = int(noted[0])
        end = base + given.pegs + 1
        self.counts["window"] = (self.start, end)
        need(base - int(shape.lows.max()) >= self.start, "a shift is deeper than was found")
        need(self.start >= max(first, given.full[0] + 1), "the window is too deep")
        # Below the base a claim is needed only where something from the base on takes it.  Others
        # may be too large: averages there are taken from averages below the window, where a
        # negative rest costs more than is allowed for.
        for n in range(self.start, end + 1):
            high = self.table[n - first] > unit * band.table[n, self.listed]
            high &= base - shape.lows <= n
            need(not high.any(), f"{high.sum()} claims are too large for n = {n}")
        draw = random.Random(29)
        sample = [i for i in range(len(hows)) if draw.randrange(self.share) == 0]
        self.counts["sample"] = len(sample)
        pairs = [(i, n) for i in range(len(hows)) for n in SOME]
        pairs += [(i, n) for i in sample for n in range(base, FAR + 1)]
        self.counts["numbers"] = len(pairs)
        for i, n in pairs:
            claim, own = int(self.table[n - first, i]), offsets[i]
            if hows[i] == ASK:
                least = banded._asked(self.table, first, unit, numbers[i], own, n, shape, noted)
                need(claim <= least, f"a question costs less than is claimed for n = {n}")
            else:
                left = own.copy()
                left[hows[i]] += 1
                rest, share = (
                    int(banded._bound(self.table, first, unit, part, left, n, shape, noted))
                    for part in (numbers[i] * ROOM, shape.without[numbers[i], hows[i]])
                )
                need((claim - rest) * (n - 1) <= share, f"an average is less for n = {n}")


# The upper half


@dataclass
class Upper:
    """The strategy of a certificate, whose total is counted; `deepest` is the deepest shift."""

    lower: Lower
    deepest: int = 0

    def __post_init__(self) -> None:
        given = self.lower.certificate
        self.patterns = self.lower.patterns
        self.places: dict[Place, Place] = {}
        self.open: set[Place] = set()
        for place, questions in given.strategy.items():
            number, offsets, excluded = place
            need(number < len(given.patterns), "there is no such pattern")
            starred = self.patterns.starred[number]
            need(all(star or a == 0 for a, star in zip(offsets, starred, strict=True)), "offsets")
            need(not starred.any() or min(self.stars_of(number, offsets)) == 0, "least offset")
            for g in self.patterns.same[number]:
                perm = self.patterns.perms[g]
                image = (
                    number,
                    tuple(offsets[j] for j in perm),
                    tuple(excluded[j] for j in perm),
                )
                need(self.places.setdefault(image, place) == place, "a place stands twice")
            for (_, _, end), (_, start, _) in pairwise(questions):
                need(end is not None and start > end, "questions overlap")
        self.total = cache(self._total)
        self.split = cache(self._split)

    def stars_of(self, number: int, offsets: Clause) -> list[int]:
        starred = self.patterns.starred[number]
        return [a for a, star in zip(offsets, starred, strict=True) if star]

    def secrets(self, number: int, offsets: Clause, n: int) -> int:
        return sum(
            prod(max(0, n - a) for a, cell in zip(offsets, clause, strict=True) if cell == STAR)
            for clause in self.patterns[number]
        )

    def question(self, place: Place, n: int) -> str:
        for question, start, end in self.lower.certificate.strategy[place]:
            if start <= n and (end is None or n <= end):
                return question
        raise Wrong(f"nothing is asked at {place} for n = {n}")

    def _split(self, place: Place, question: str) -> tuple[Clause, dict[int, tuple[Any, ...]]]:
        """The new colours r, and for each number of black pegs the part: pattern, columns, and
        for each column whether a colour is excluded now (2: if an implicit colour is left)."""
        number, _, excluded = place
        clauses, pegs = self.patterns[number], len(question)
        starred = self.patterns.starred[number]
        counts = [len({c[j] for c in clauses} - {STAR}) for j in range(pegs)]
        cells = [None if cell == "a" else SYMBOLS.index(cell) for cell in question]
        new = tuple(int(c == k and bool(s)) for c, k, s in zip(cells, counts, starred, strict=True))
        for j, cell in enumerate(cells):
            if cell is None:
                need(excluded[j], f"a blank at {place} has no excluded colour")
            else:
                need(cell < counts[j] or new[j], f"{question} has an unknown colour")
        parts: dict[int, list[Clause]] = {}
        for clause in clauses:
            free = [j for j in range(pegs) if clause[j] == STAR and new[j]]
            black = sum(a == b for a, b in zip(clause, cells, strict=True))
            for size in range(len(free) + 1):
                for some in combinations(free, size):
                    image = [cells[j] if j in some else cell for j, cell in enumerate(clause)]
                    parts.setdefault(black + size, []).append(tuple(image))  # type: ignore[arg-type]
        found = {}
        for black, part in parts.items():
            if black < pegs:
                marks = []
                for j in range(pegs):
                    seen = {clause[j] for clause in part}
                    gone = len(seen - {STAR}) < counts[j] + new[j]
                    lost = bool(starred[j]) and STAR not in seen
                    marks.append(1 if excluded[j] or gone else 2 if lost else 0)
                found[black] = (part, *self.patterns.find(part), tuple(marks))
        return new, found

    def following(self, place: Place, n: int) -> list[tuple[int, tuple[Place, int] | None]]:
        """Numbers of secrets of the parts that have some, and their places at their indices.

        No place if one secret is left, which is asked.
        """
        number, offsets, _ = place
        new, parts = self.split(place, self.question(place, n))
        need(all(n > a for a, r in zip(offsets, new, strict=True) if r), "no colour is new")
        left = tuple(a + r for a, r in zip(offsets, new, strict=True))
        result: list[tuple[int, tuple[Place, int] | None]] = []
        for part, target, perm, marks in parts.values():
            own = tuple(left[j] for j in perm)
            stars = self.stars_of(target, own)
            low = min(stars, default=0)
            secrets = sum(
                prod(max(0, n - a) for a, cell in zip(left, clause, strict=True) if cell == STAR)
                for clause in part
            )
            if secrets == 0:
                continue
            need(secrets == self.secrets(target, own, n), "a part is counted wrongly")
            now = [m == 1 or (m == 2 and n > a) for m, a in zip(marks, left, strict=True)]
            image = (
                target,
                tuple(
                    a - low if star else 0
                    for a, star in zip(own, self.patterns.starred[target], strict=True)
                ),
                tuple(int(now[j]) for j in perm),
            )
            need(secrets < self.secrets(number, offsets, n), "a question tells nothing")
            if image in self.places:
                result.append((secrets, (self.places[image], n - low)))
            else:
                need(secrets == 1, f"{image} has no place for n = {n - low}")
                result.append((1, None))
            self.deepest = max(self.deepest, low)
        return result

    def _total(self, place: Place, n: int) -> int:
        total = self.secrets(place[0], place[1], n)
        if total == 1:
            return 1
        for _, there in self.following(place, n):
            total += 1 if there is None else self.total(*there)
        return total

    def prove(self) -> Polynomial:
        """A polynomial that the total does not exceed for any n from the base on."""
        given, unit = self.lower.certificate, self.lower.unit
        base, points = given.base, given.pegs + 2
        # From the base on the same is asked and left for each n, so one n shows it all.
        todo, claims = [self.root], dict[Place, Polynomial]()
        self.deepest = 0
        while todo:
            place = todo.pop()
            if place not in claims:
                _, start, end = given.strategy[place][-1]
                need(end is None and start <= base, f"the last question at {place} ends")
                claims[place] = through(
                    [self.total(place, base + k) for k in range(points)], base, unit
                )
                todo += [there[0] for _, there in self.following(place, FAR) if there is not None]
        first = base - self.deepest
        for place, claim in claims.items():
            for n in range(first, base + points):
                need(unit * self.total(place, n) <= value(claim, n), "more than is claimed")
            excess = []
            for k in range(points + 1):
                n = base + k
                total = unit * self.secrets(place[0], place[1], n)
                if total > unit:
                    for _, there in self.following(place, n):
                        total += unit if there is None else value(claims[there[0]], there[1])
                excess.append(value(claim, n) - total)
            for order in range(points + 1):
                need(excess[0] == 0 if order == points else excess[0] >= 0, "not for every n")
                excess = [b - a for a, b in pairwise(excess)]
        self.used = len(claims)
        return claims[self.root]

    @property
    def root(self) -> Place:
        pegs = self.lower.certificate.pegs
        place = (0, (0,) * pegs, (0,) * pegs)
        need(place in self.places, "the strategy has no first question")
        return self.places[place]


def check(text: str, share: int = 10) -> dict[str, Any]:
    """Check all of a certificate; what was checked, and the formula for what is proved.

    One state in `share` is checked with numbers for each n; raises `Wrong`.
    """
    certificate = read(text)
    lower = Lower(certificate, share)
    unit, branch = lower.unit, certificate.branch
    formula = [int(unit * c) for c in branch]
    need([Fraction(c, unit) for c in formula] == branch, "the unit is too small")
    need(lower.claims.get(lower.whole) == formula, "the lower bound is another polynomial")
    upper = Upper(lower)
    need(upper.prove() == formula, "the upper bound is another polynomial")
    base, pegs = certificate.base, certificate.pegs
    need(sorted(certificate.exceptions) == list(range(1, certificate.valid)), "no such exceptions")
    for n in range(1, FAR + 1):
        total = upper.total(upper.root, n)
        if n < certificate.valid:
            both = certificate.exceptions[n]
        else:
            claimed, rest = divmod(value(formula, n), unit)
            need(rest == 0, "the formula is not whole")
            both = claimed, claimed
        if n < base + pegs + 2:
            need(lower.values[n] == both[0], f"the lower bound is {lower.values[n]} for n = {n}")
        need(total == both[1], f"the strategy takes {total} for n = {n}")
    return {
        **lower.counts,
        "places": len(certificate.strategy),
        "places from the base on": upper.used,
        "values": lower.values,
        "formula": [str(c) for c in branch],
        "valid from": certificate.valid,
    }
