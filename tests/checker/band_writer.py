"""Certificates of version 2 for two and three pegs, by plain Python that knows nothing of others.

Patterns are found by brute force: what questions leave is isomorphic to a pattern before it, or is
a new one.  The bounds of `Writer.bound` are an oracle for those of the checker.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations, product
from math import factorial, floor, prod

STAR, BLANK = -1, -2
SYMBOLS = "0123456789ABCDEF"
Clause = tuple[int, ...]
Clauses = tuple[Clause, ...]
Witness = tuple[tuple[int, ...], tuple[dict[int, int], ...]]
Name = tuple[int, tuple[int, ...], tuple[int, ...]]


def seal(text: str) -> bytes:
    """The text of a certificate with its last line."""
    return f"{text}end {hashlib.sha256(text.encode()).hexdigest()}\n".encode()


def shape(clauses: Clauses) -> list[list[int]]:
    """Something that isomorphic patterns have in common."""
    return sorted(
        [column.count(STAR), *sorted(column.count(c) for c in {*column} - {STAR})]
        for column in zip(*clauses, strict=True)
    )


def witnesses(pattern: Clauses, image: Clauses) -> Iterator[Witness]:
    """One for each way to take columns: cell j of the image is names[j][cell columns[j]]."""
    pegs = range(len(pattern[0]))

    def match(clauses: Clauses, left: set[Clause], names: tuple[dict[int, int], ...]):
        if not clauses:
            return names
        for one in left:
            more = [dict(x) for x in names]
            for j in pegs:
                cell = clauses[0][j]
                if (cell == STAR) != (one[j] == STAR) or more[j].setdefault(cell, one[j]) != one[j]:
                    break
                if len({*more[j].values()}) < len(more[j]):
                    break
            else:
                if (found := match(clauses[1:], left - {one}, tuple(more))) is not None:
                    return found
        return None

    if shape(pattern) == shape(image):
        for columns in permutations(pegs):
            moved = tuple(tuple(one[j] for j in columns) for one in pattern)
            names = match(moved, {*image}, tuple({} for _ in pegs))
            if names is not None:
                yield columns, names


def through(points: range, values: list[Fraction], n: int) -> Fraction:
    """The polynomial through some points, by Lagrange."""
    return sum(
        value * prod((Fraction(n - x, point - x) for x in points if x != point), start=Fraction(1))
        for point, value in zip(points, values, strict=True)
    )


def word(cells: Clause) -> str:
    return "".join("*" if c == STAR else "a" if c == BLANK else SYMBOLS[c] for c in cells)


def digits(cells: tuple[int, ...]) -> str:
    return "".join(map(str, cells))


class Writer:
    """All that a certificate says.  Offsets up to `wide` are asked, one more is averaged."""

    def __init__(self, pegs: int, wide: int = 2) -> None:
        self.pegs, self.wide, self.most, self.full = pegs, wide, wide + 1, wide + 2
        self.lowered: set[tuple[int, tuple[int, ...]]] = set()
        self.bounds: dict[tuple[int, tuple[int, ...], int], int] = {}
        self.columns: dict[tuple[int, tuple[int, ...]], int] = {}
        self.points: dict[tuple[int, tuple[int, ...], int], list[Fraction]] = {}
        self.patterns: list[Clauses] = [((STAR,) * pegs,)]
        self.parts: dict[Clauses, tuple[int, Witness]] = {}
        self.questions: list[list[tuple[Clause, list[Clauses]]]] = []
        for number, pattern in enumerate(self.patterns):  # more of them are found on the way
            self.questions.append([*self.split(number)])
            for j in range(pegs):
                starred = tuple(one for one in pattern if one[j] == STAR)
                if starred:
                    self.find(starred)
        self.symmetries = [[*witnesses(one, one)] for one in self.patterns]

    def find(self, part: Clauses) -> tuple[int, tuple[int, ...]]:
        """The pattern of a part, and its columns."""
        names = [
            {c: i for i, c in enumerate(sorted({*x} - {STAR}))} for x in zip(*part, strict=True)
        ]
        part = tuple(sorted(tuple(names[j].get(c, c) for j, c in enumerate(one)) for one in part))
        if part not in self.parts:
            for number, pattern in enumerate(self.patterns):
                if witness := next(witnesses(pattern, part), None):
                    self.parts[part] = number, witness
                    break
            else:
                self.patterns.append(part)
                self.parts[part] = len(self.patterns) - 1, next(witnesses(part, part))
        number, (columns, _) = self.parts[part]
        return number, columns

    def stars(self, number: int) -> list[bool]:
        return [STAR in column for column in zip(*self.patterns[number], strict=True)]

    def explicit(self, number: int) -> list[int]:
        return [len({*column} - {STAR}) for column in zip(*self.patterns[number], strict=True)]

    def split(self, number: int) -> Iterator[tuple[Clause, list[Clauses]]]:
        """Questions that tell something, and the parts that they leave, with 0, ..., p - 1."""
        pattern, stars, explicit = self.patterns[number], self.stars(number), self.explicit(number)
        choices = [[*range(k + s), BLANK] for k, s in zip(explicit, stars, strict=True)]
        for cells in product(*choices):
            rows = []
            for one in pattern:
                fresh = [
                    {one[j], cells[j]} if one[j] == STAR and cells[j] == explicit[j] else {one[j]}
                    for j in range(self.pegs)
                ]
                rows += product(*fresh)
            left = [
                tuple(row for row in rows if sum(map(int.__eq__, row, cells)) == black)
                for black in range(self.pegs)
            ]
            if any(self.new(number, cells)) or {*pattern} not in map(set, left):
                for part in left:
                    if part:
                        self.find(part)
                yield cells, left

    def new(self, number: int, cells: Clause) -> list[int]:
        return [int(c == k) for c, k in zip(cells, self.explicit(number), strict=True)]

    def secrets(self, number: int, offsets: tuple[int, ...], n: int) -> int:
        return sum(
            prod(n - a for c, a in zip(one, offsets, strict=True) if c == STAR)
            for one in self.patterns[number]
        )

    def normal(self, part: Clauses, less: list[int]) -> tuple[int, tuple[int, ...], int]:
        """The pattern of a part, its offsets, and how far it is below n."""
        number, columns = self.find(part)
        stars = self.stars(number)
        below = min((less[j] for j, i in enumerate(columns) if stars[i]), default=0)
        offsets = [0] * self.pegs
        for j, i in enumerate(columns):
            offsets[i] = (less[j] - below) * stars[i]
        return number, tuple(offsets), below

    # ------------------------------------------------------------------------------------ bounds

    def one_of(self, number: int, *some: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """Offsets, and what else there is for each column, as the first that symmetries give."""
        orders = [columns for columns, _ in self.symmetries[number]]
        return min(tuple(tuple(x[j] for j in order) for x in some) for order in orders)

    @cache  # noqa: B019
    def rows(self, number: int, offsets: tuple[int, ...]):
        """New columns; pattern, offsets and distance of each part; of different questions."""
        found = {}
        for cells, left in self.questions[number]:
            new = self.new(number, cells)
            less = [a + r for a, r in zip(offsets, new, strict=True)]
            parts = [self.normal(part, less) for part in left if part]
            parts = [(i, self.one_of(i, some)[0], below) for i, some, below in parts]
            found.setdefault((tuple(new), tuple(sorted(parts))), cells)
        return [*found]

    def averages(self, number: int, offsets: tuple[int, ...], column: int):
        """The pattern with one implicit colour less, and its clauses with a star there."""
        less = [a + (j == column) for j, a in enumerate(offsets)]
        starred = tuple(one for one in self.patterns[number] if one[column] == STAR)
        return [
            (i, self.one_of(i, some)[0], below)
            for i, some, below in (self.normal(x, less) for x in (self.patterns[number], starred))
        ]

    def longest(self, number: int, offsets: tuple[int, ...]) -> list[int]:
        stars = self.stars(number)
        return [j for j in range(self.pegs) if stars[j] and not offsets[j]]

    def column(self, number: int, offsets: tuple[int, ...]) -> int:
        """The column by which a state is averaged."""
        if (number, offsets) not in self.columns:
            self.columns[number, offsets] = max(
                self.longest(number, offsets),
                key=lambda j: self.averaged(number, offsets, j, self.full + 1),
            )
        return self.columns[number, offsets]

    def averaged(self, number: int, offsets: tuple[int, ...], column: int, n: int) -> int:
        parts = self.averages(number, offsets, column)
        less, gain = (self.bound(i, a, n - d) for i, a, d in parts)
        return less - -gain // (n - 1)

    def is_asked(self, number: int, offsets: tuple[int, ...]) -> bool:
        return max(offsets) <= self.wide and (number, offsets) not in self.lowered

    def bound(self, number: int, offsets: tuple[int, ...], n: int) -> int:
        """What a state costs at least; offsets as `one_of` gives them."""
        if (number, offsets, n) not in self.bounds:
            self.bounds[number, offsets, n] = self._bound(number, offsets, n)
        return self.bounds[number, offsets, n]

    def _bound(self, number: int, offsets: tuple[int, ...], n: int) -> int:
        size = self.secrets(number, offsets, n)
        if size < 2:
            return size
        if n > self.full and not self.is_asked(number, offsets):
            return self.averaged(number, offsets, self.column(number, offsets), n)
        if max(offsets) > self.wide:
            longest = self.longest(number, offsets)
            return max(self.averaged(number, offsets, column, n) for column in longest)
        return size + min(
            sum(self.bound(i, a, n - d) for i, a, d in parts)
            for new, parts in self.rows(number, offsets)
            if all(n > a for a, r in zip(offsets, new, strict=True) if r)
            and all(self.secrets(i, a, n - d) < size for i, a, d in parts)
        )

    # -------------------------------------------------------------------------------- polynomials

    def states(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Those of patterns with a star, one of those that symmetries exchange."""
        for number in range(len(self.patterns)):
            choices = [range(self.most + 1) if star else (0,) for star in self.stars(number)]
            for offsets in product(*choices):
                if self.longest(number, offsets) and self.one_of(number, offsets)[0] == offsets:
                    yield number, offsets

    def at(self, number: int, offsets: tuple[int, ...], base: int, n: int) -> Fraction:
        """The polynomial of a state at n, by its values at the base and after it."""
        if not self.longest(number, offsets):
            return Fraction(self.bound(number, offsets, n))
        key = number, offsets, base
        points = range(base, base + self.pegs + 2)
        if key not in self.points:
            if self.is_asked(number, offsets):
                self.points[key] = [Fraction(self.bound(number, offsets, i)) for i in points]
            else:
                both = self.averages(number, offsets, self.column(number, offsets))
                less, gain = ([self.at(i, a, base, m - d) for m in points] for i, a, d in both)
                i, a, d = both[1]
                rest = self.at(i, a, base, 1 - d)
                lost = min(rest / (base - 1) * factorial(self.pegs + 1), Fraction(0))
                self.points[key] = [
                    x + (y - rest) / (m - 1) + Fraction(floor(lost), factorial(self.pegs + 1))
                    for x, y, m in zip(less, gain, points, strict=True)
                ]
        return through(points, self.points[key], n)

    def settle(self, base: int) -> None:
        """Average the states for which the induction fails, until it does for none."""
        self.lowered, points = set(), range(base, base + self.pegs + 2)
        while True:
            self.bounds, self.points, self.columns = {}, {}, {}
            failing = {
                (number, offsets)
                for number, offsets in self.states()
                if self.is_asked(number, offsets)
                and any(
                    self.at(number, offsets, base, n) > self.bound(number, offsets, n)
                    for n in range(base - self.most, base)
                )
            }
            for number, offsets in [] if failing else self.states():
                own = [
                    self.secrets(number, offsets, n) - self.at(number, offsets, base, n)
                    for n in points
                ]
                for _, parts in (
                    self.rows(number, offsets) if self.is_asked(number, offsets) else ()
                ):
                    sums = [sum(self.at(i, a, base, n - d) for i, a, d in parts) for n in points]
                    steps = [x + y for x, y in zip(own, sums, strict=True)]
                    while steps and steps[0] >= 0:
                        steps = [y - x for x, y in pairwise(steps)]
                    if steps:
                        failing.add((number, offsets))
            if not failing:
                return
            far = max(sum(offsets) for _, offsets in failing)
            self.lowered |= {one for one in failing if sum(one[1]) == far}

    # ---------------------------------------------------------------------------------- strategy

    def after(
        self, name: Name, cells: Clause, left: list[Clauses], n: int
    ) -> list[tuple[Name, int]]:
        """The places after a question, and how far below n they are."""
        number, offsets, excluded = name
        stars, explicit, found = self.stars(number), self.explicit(number), []
        new = self.new(number, cells)
        less = [a + r for a, r in zip(offsets, new, strict=True)]
        for part in left:
            if part:
                gone = []
                for j, column in enumerate(zip(*part, strict=True)):
                    lost = len({*column} - {STAR}) < explicit[j] + new[j]
                    ended = stars[j] and STAR not in column and n > less[j]
                    gone.append(int(excluded[j] or lost or ended))
                i, some, below = self.normal(part, less)
                columns = self.find(part)[1]
                moved = tuple(gone[columns.index(j)] for j in range(self.pegs))
                found.append(((i, *self.one_of(i, some, moved)), below))
        return found

    @cache  # noqa: B019
    def attaining(self, name: Name, n: int) -> dict[Clause, tuple[tuple[Name, int], ...]]:
        """Questions of the real game after which the bound of a place is attained."""
        number, offsets, excluded = name
        goal, found = self.bound(number, offsets, n) - self.secrets(number, offsets, n), {}
        for cells, left in self.questions[number]:
            new = self.new(number, cells)
            if any(r and n <= a for r, a in zip(new, offsets, strict=True)):
                continue
            if any(c == BLANK and not e for c, e in zip(cells, excluded, strict=True)):
                continue
            after = self.after(name, cells, left, n)
            if any(max(one[1]) > self.wide for one, _ in after):
                continue
            if sum(self.bound(*one[:2], n - d) for one, d in after) == goal and all(
                self.secrets(*one[:2], n - d) < 2 or self.attaining(one, n - d) for one, d in after
            ):
                found[cells] = tuple(after)
        return found

    def strategy(self, base: int) -> list[str]:
        """The lines of a strategy that attains the bound wherever that is possible."""
        last = base + self.pegs + 1
        asked: dict[Name, dict[int, Clause]] = {}
        root = 0, (0,) * self.pegs, (0,) * self.pegs
        waiting = [(root, n) for n in range(last, 0, -1)]
        while waiting:
            name, n = waiting.pop()
            if n in asked.setdefault(name, {}) or self.secrets(*name[:2], n) < 2:
                continue
            there = self.attaining(name, n)
            always = [
                x for x in there if all(x in self.attaining(name, i) for i in range(n, last + 1))
            ]
            asked[name][n] = (always or [*there])[0]
            waiting += [(one, n - d) for one, d in there[asked[name][n]]]
        lines = []
        for name, questions in asked.items():
            if not questions:
                continue
            top = max(questions)
            spans: list[list] = []
            for n in range(max(questions) + 1):
                if n in questions and spans and spans[-1][0] == questions[n]:
                    spans[-1][2] = n
                elif n in questions:
                    spans.append([questions[n], n, n])
            spans[-1][2] = "" if top > base else top
            number, offsets, excluded = name
            if not any(self.stars(number)):
                spans = [[spans[0][0], 0, ""]]
            said = " ".join(f"{word(x)}:{first}-{end}" for x, first, end in spans)
            lines.append(f"{number}.{digits(offsets)}.{digits(excluded)} {said}")
        return lines

    # ----------------------------------------------------------------------------- certificate

    def text(self, base: int, claims: str) -> str:
        """The text without its last line; claims: from `valid-from` to the exceptions."""
        head = f"masetproof short proof 2\ngame black-peg\npegs {self.pegs}\n"
        head += f"full {self.full} {self.wide}\nbase {base}\n{claims}"

        def isomorphic(
            number: int, columns: tuple[int, ...], names: tuple[dict[int, int], ...]
        ) -> str:
            colours = ("".join(SYMBOLS[x[i]] for i in sorted(x) if i != STAR) for x in names)
            return f"{number}.{digits(columns)}.{','.join(colours)}"

        sections = {
            "patterns": ["{" + "|".join(map(word, one)) + "}" for one in self.patterns],
            "symmetries": [
                isomorphic(number, *one)
                for number, some in enumerate(self.symmetries)
                for one in some
                if one[0] != tuple(range(self.pegs))
            ],
            "parts": [isomorphic(number, *witness) for number, witness in self.parts.values()],
            "states": [
                f"{number}.{digits(offsets)} "
                + ("?" if self.is_asked(number, offsets) else str(self.column(number, offsets)))
                for number, offsets in self.states()
            ],
            "strategy": self.strategy(base),
        }
        for name, lines in sections.items():
            head += "".join(f"{line}\n" for line in (f"{name} {len(lines)}", *lines))
        return head


LOWERED = {
    0: "001 002 011 012 022",
    1: "001 002 011 012 022",
    3: "001 002 011 012 020 021 022 120 220",
    9: "001 002 011 012 022",
    11: "001 002 011 012 020 021 022 120",
    15: "002 012 022 102",
}
"""With three pegs and the base 20, what `Writer.settle` finds in ten seconds."""


def written(pegs: int) -> Writer:
    """What certificates of two and of three pegs are made from."""
    writer = Writer(pegs)
    if pegs == 3:
        for number, some in LOWERED.items():
            writer.lowered |= {(number, tuple(map(int, offsets))) for offsets in some.split()}
    return writer


BASES = {2: 8, 3: 20}
CLAIMS = {
    2: "valid-from 1\nbranch 0 -2/3 1 2/3\n",
    3: "valid-from 3\nbranch -10 7/2 -3/4 3/2 3/4\nexception 1 1\nexception 2 21\n",
}
