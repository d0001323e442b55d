"""Certificates of black-peg games with one or two pegs, made from docs/certificates.md alone.

A plain program that shares no code with the package: patterns are sorted tuples of clauses, values
come from a recursion with a memory, and isomorphisms are searched for by trying all permutations.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from math import comb, prod

STAR, EXTRA = "*", "a"
Clause = tuple[object, ...]
Pattern = tuple[Clause, ...]


def sentences(claim: list[str]) -> list[str]:
    """The two sentences of a claim."""
    from tests.checker.test_checker import sentences as of_one_index

    words, symbols = of_one_index(claim)
    more = "on every board it is what the first function of the certificate says"
    return [f"{words[:-1]}; {more}.", symbols]


def seal(sections: dict[str, list[str]]) -> str:
    """A certificate of version 2 with right sizes and digests."""
    text = "masetproof certificate 2\n"
    for name, lines in sections.items():
        body = "".join(f"{line}\n" for line in lines)
        digest = hashlib.sha256(body.encode()).hexdigest()
        text += f"section {name} {len(lines)} {digest}\n{body}"
    return f"{text}end {hashlib.sha256(text.encode()).hexdigest()}\n"


def in_order(clauses: object) -> Pattern:
    return tuple(sorted(clauses, key=lambda c: [99 if x == STAR else x for x in c]))


def columns_of(kind: int) -> list[int]:
    return [j for j in range(4) if kind >> j & 1]


@dataclass
class Maker:
    """The closure, the values and the certificate of one game."""

    game: str
    pegs: int
    reading: str
    objective: str
    patterns: list[Pattern] = field(default_factory=list)
    masets: list[Pattern] = field(default_factory=list)
    parts: dict[Pattern, tuple[str, int, tuple[int, ...], str, list[int]]] = field(
        default_factory=dict
    )

    def __post_init__(self) -> None:
        self.own = self.game == "black-peg"
        self.cap = 1 if self.own else self.pegs - 1
        self.alphabets = self.pegs if self.own else 1
        self.kinds = [1 << j for j in range(self.pegs)] if self.own else [*range(1, 1 << self.pegs)]
        self.value = cache(self.value_of)
        self.close()

    # ------------------------------------------------------------ patterns and questions

    def alphabet(self, column: int) -> int:
        return column if self.own else 0

    def colours(self, pattern: Pattern) -> list[int]:
        """How many explicit colours each alphabet has."""
        found = [set() for _ in range(self.alphabets)]
        for clause in pattern:
            for j, cell in enumerate(clause):
                if cell != STAR:
                    found[self.alphabet(j)].add(cell)
        return [len(x) for x in found]

    def starred(self, pattern: Pattern) -> set[int]:
        return {j for clause in pattern for j, cell in enumerate(clause) if cell == STAR}

    def active(self, pattern: Pattern) -> list[int]:
        return [kind for kind in self.kinds if {*columns_of(kind)} <= self.starred(pattern)]

    def normal(self, pattern: Pattern) -> Pattern:
        rename = []
        for j in range(self.pegs):
            columns = [j] if self.own else range(self.pegs)
            shown = sorted({c[i] for c in pattern for i in columns if c[i] != STAR})
            rename.append({old: new for new, old in enumerate(shown)} | {STAR: STAR})
        return in_order(tuple(rename[j][x] for j, x in enumerate(clause)) for clause in pattern)

    def extended(self, pattern: Pattern, new: list[tuple[int, int, int]]) -> set[Clause]:
        """By colours of (kind, colour, column or -1)."""
        result = set()
        for clause in pattern:
            choices = [
                [x]
                if x != STAR
                else [STAR, *(c for kind, c, i in new if kind >> j & 1 and i in (j, -1))]
                for j, x in enumerate(clause)
            ]
            for image in product(*choices):
                shown = [x for x in image if x != STAR]
                if self.own or len({*shown}) == len(shown):
                    result.add(image)
        return result

    def questions(
        self, pattern: Pattern
    ) -> Iterator[tuple[Clause, dict[int, int], set[int], list]]:
        """Each question with its r, the columns of its extra cells and its new colours."""
        k = self.colours(pattern)
        choices = []
        for j in range(self.pegs):
            kinds = [("new", kind) for kind in self.active(pattern) if kind >> j & 1]
            choices.append([*range(k[self.alphabet(j)]), *kinds, EXTRA])
        for word in product(*choices):
            shown = [x for x in word if isinstance(x, int)]
            if {*word} == {EXTRA} or (not self.own and len({*shown}) < len(shown)):
                continue
            question, new, r = [], [], dict.fromkeys(self.kinds, 0)
            for j, cell in enumerate(word):
                if isinstance(cell, tuple):
                    kind, colour = cell[1], k[self.alphabet(j)] + (0 if self.own else len(new))
                    # In an alphabet of its own only this column can have the colour.
                    new.append((kind, colour, j if self.own else -1))
                    r[kind] += 1
                    cell = colour
                question.append(cell)
            extra = {j for j, cell in enumerate(word) if cell == EXTRA}
            yield tuple(question), r, extra, new

    def allowed(self, extra: set[int], e: tuple[int, ...], left: dict[int, int]) -> bool:
        """Whether different colours can stand in the extra cells, by trying all of them."""
        if self.own:
            return all(e[j] for j in extra)
        stock = [("excluded", i) for i in range(e[0])]
        stock += [(kind, i) for kind, m in left.items() for i in range(min(m, self.pegs))]
        return any(
            all(x[0] == "excluded" or not x[0] >> j & 1 for j, x in zip(extra, chosen, strict=True))
            for chosen in permutations(stock, len(extra))
        )

    def split(self, pattern: Pattern, question: Clause, new: list) -> dict[int, Pattern]:
        parts: dict[int, list[Clause]] = {}
        for clause in self.extended(pattern, new):
            black = sum(a == b and a != STAR for a, b in zip(clause, question, strict=True))
            parts.setdefault(black, []).append(clause)
        return {b: in_order(clauses) for b, clauses in parts.items()}

    # ------------------------------------------------------------ closure

    def fold(self, part: Pattern) -> tuple[Pattern, list[tuple[int, int]]]:
        """Colours of the part that are implicit again, with their kinds."""
        if self.own:
            return part, []
        folded, again = [], True
        while again:
            again = False
            shown = sorted({x for clause in part for x in clause if x != STAR})
            for colour, kind in product(shown, self.kinds):
                rest = in_order(clause for clause in part if colour not in clause)
                if {*columns_of(kind)} <= self.starred(rest) and {*part} == self.extended(
                    rest, [(kind, colour, -1)]
                ):
                    part, again = rest, True
                    folded.append((colour, kind))
                    break
        return part, folded

    def identify(self, part: Pattern) -> tuple[str, int, tuple[int, ...], str, list[int]]:
        """A line of `parts` for a normalized part; new patterns are added."""
        kind = "p" if self.starred(part) else "m"
        core, folded = self.fold(part)
        best = None
        for columns in permutations(range(self.pegs)):
            for names in self.renamings(core, columns):
                image = in_order(
                    tuple(STAR if c[i] == STAR else names[self.alphabet(i)][c[i]] for i in columns)
                    for c in core
                )
                key = [[99 if x == STAR else x for x in clause] for clause in image]
                if best is None or key < best[0]:
                    best = (key, image, columns, names)
        _, image, columns, names = best
        if kind == "p" and len(self.starred(core)) < len(self.starred(part)):
            raise ValueError("a fold lost a star")
        known = self.patterns if kind == "p" else self.masets
        if image not in known:
            known.append(image)
        kinds = []
        for colour, old in folded:
            names[0][colour] = len(names[0])
            kinds.append(sum(1 << j for j, i in enumerate(columns) if old >> i & 1))
        text = ",".join("".join(str(group[c]) for c in sorted(group)) or "-" for group in names)
        return kind, known.index(image), columns, text, kinds

    def renamings(self, core: Pattern, columns: tuple[int, ...]) -> Iterator[list[dict[int, int]]]:
        groups = []
        for a in range(self.alphabets):
            cells = [a] if self.own else range(self.pegs)
            groups.append(sorted({c[j] for c in core for j in cells if c[j] != STAR}))
        for images in product(*(permutations(range(len(group))) for group in groups)):
            yield [
                dict(zip(g, image, strict=True)) for g, image in zip(groups, images, strict=True)
            ]

    def close(self) -> None:
        self.patterns.append(((STAR,) * self.pegs,))
        for pattern in self.patterns:
            for question, _, extra, new in self.questions(pattern):
                many = dict.fromkeys(self.active(pattern), self.pegs)
                e = (0 if self.reading == "without" else self.cap,) * self.alphabets
                if not self.allowed(extra, e, many):
                    continue
                for black, clauses in sorted(self.split(pattern, question, new).items()):
                    part = self.normal(clauses)
                    if black < self.pegs and part not in self.parts:
                        self.parts[part] = self.identify(part)
            if len(self.patterns) > 60:
                raise ValueError("no end of patterns")

    # ------------------------------------------------------------ values

    def secrets(self, pattern: Pattern, m: dict[int, int]) -> int:
        def ways(columns: list[int], m: dict[int, int]) -> int:
            if not columns:
                return 1
            return sum(
                n * ways(columns[1:], {**m, kind: n - 1})
                for kind, n in m.items()
                if kind >> columns[0] & 1 and n
            )

        return sum(ways([j for j, x in enumerate(c) if x == STAR], m) for c in pattern)

    def after(
        self, pattern: Pattern, e: tuple[int, ...], clauses: Pattern, r: dict, left: dict
    ) -> tuple[int, ...]:
        """The excluded colours when a part is left, in the columns of the part."""
        if self.reading != "exact":
            return e
        before, shown, stars = self.colours(pattern), self.colours(clauses), self.starred(clauses)
        result = []
        for a in range(self.alphabets):
            kinds = [k for k in self.active(pattern) if not self.own or k == 1 << a]
            gone = sum(left[k] for k in kinds if not {*columns_of(k)} & stars)
            total = e[a] + before[a] + sum(r[k] for k in kinds) - shown[a] + gone
            result.append(min(self.cap, total))
        return tuple(result)

    def child(
        self, clauses: Pattern, after: tuple[int, ...], left: dict[int, int]
    ) -> tuple[Pattern, tuple[int, ...], tuple[int, ...]]:
        part = self.normal(clauses)
        if not self.starred(part):
            return part, after, ()
        _, number, columns, _, kinds = self.parts[part]
        pattern = self.patterns[number]
        stars, m = self.starred(pattern), dict.fromkeys(self.active(pattern), 0)
        for kind, count in left.items():
            becomes = sum(1 << j for j, i in enumerate(columns) if kind >> i & 1 and j in stars)
            if becomes:
                m[becomes] += count
        for kind in kinds:
            m[kind] += 1
        moved = tuple(after[i] for i in columns) if self.own else after
        return pattern, moved, tuple(m.values())

    def value_of(self, pattern: Pattern, e: tuple[int, ...], m: tuple[int, ...]) -> int:
        here = dict(zip(self.active(pattern), m, strict=True))
        size = self.secrets(pattern, here)
        if size <= 1:
            return size
        best = 10**9
        for question, r, extra, new in self.questions(pattern):
            left = {kind: here[kind] - r[kind] for kind in here}
            if min(left.values(), default=0) < 0 or not self.allowed(extra, e, left):
                continue
            total, most, useful = size, 0, True
            for black, clauses in self.split(pattern, question, new).items():
                if self.secrets(clauses, left) == size:
                    useful = False
                    break
                if black < self.pegs:
                    after = self.after(pattern, e, clauses, r, left)
                    cost = self.value(*self.child(clauses, after, left))
                    total, most = total + cost, max(most, cost)
            if useful:
                best = min(best, 1 + most if self.objective == "worst" else total)
        return best

    # ------------------------------------------------------------ states

    def states(self) -> list[tuple[int, tuple[int, ...]]]:
        start = (self.cap if self.reading == "with" else 0,) * self.alphabets
        found = [(0, start)]
        for number, e in found:
            pattern = self.patterns[number]
            active = self.active(pattern)
            many = dict.fromkeys(active, self.pegs)
            for question, r, extra, new in self.questions(pattern):
                if not self.allowed(extra, e, many):
                    continue
                for black, clauses in self.split(pattern, question, new).items():
                    if black == self.pegs or not self.starred(clauses):
                        continue
                    for left in product(range(self.cap + 1), repeat=len(active)):
                        here = dict(zip(active, left, strict=True))
                        after = self.after(pattern, e, clauses, r, here)
                        name, e2, _ = self.child(clauses, after, here)
                        state = (self.patterns.index(name), e2)
                        if state not in found:
                            found.append(state)
        return sorted(found)

    # ------------------------------------------------------------ certificate

    def certificate(self, claim: object, check: object, degree: int, period: int, base: int) -> str:
        """With trees claim(number of indices) and check(...), for all states the same."""
        nodes: dict[tuple, int] = {}

        def name(tree: tuple) -> str:
            if tree == LEAF:
                return "-"
            kind, i, j, children = tree
            key = (kind, i, j, *map(name, children))
            return str(nodes.setdefault(key, len(nodes)))

        functions = []
        for number, e in self.states():
            pattern = self.patterns[number]
            q = len(self.active(pattern))
            trees = claim(q), check(q)
            functions.append(f"{number} {''.join(map(str, e))} {name(trees[0])} {name(trees[1])}")
            for origin, directions in leaves(trees[0], *root(q)):
                value = lambda m: self.value(pattern, e, m)  # noqa: B023, E731
                numbers = differences(value, origin, directions, degree)
                numbers = trimmed(numbers, len(directions), degree if directions else 0)
                functions.append(": " + " ".join(map(str, numbers)))
        first = self.pegs if not self.own else 1
        last = base + self.pegs + self.cap + period
        values = {n: self.whole(n) for n in range(first, max(last, base + 9 * period))}
        branches = []
        for residue in range(period):
            start = base + (residue - base) % period
            branches.append(
                interpolated(
                    [(n, values[n]) for n in range(start, start + (degree + 1) * period, period)]
                )
            )
        wrong = [
            n
            for n in values
            if values[n] != sum(c * n**i for i, c in enumerate(branches[n % period]))
        ]
        valid = wrong[-1] + 1 if wrong else first
        text = [
            f"game {self.game}",
            f"pegs {self.pegs}",
            f"reading {self.reading}",
            f"objective {self.objective}",
            f"period {period}",
            f"degree {degree}",
            f"base {base}",
            f"valid-from {valid}",
            *(f"branch {' '.join(map(str, branch))}" for branch in branches),
            *(f"exception {n} {values[n]}" for n in wrong),
        ]
        return seal(
            {
                "claim": [*text, *sentences(text)],
                "patterns": [written(pattern) for pattern in self.patterns],
                "masets": [written(maset) for maset in self.masets],
                "automorphisms": [],
                "parts": [
                    f"{kind} {number} {''.join(map(str, columns))} {text} "
                    f"{''.join(map(str, kinds)) or '-'}"
                    for kind, number, columns, text, kinds in self.parts.values()
                ],
                "cells": [" ".join(map(str, key)) for key in nodes],
                "functions": functions,
                "values": [f"{n} {v}" for n, v in values.items() if n < last],
            }
        )

    def whole(self, n: int) -> int:
        """The optimum of the game with n colours."""
        full, everywhere = self.patterns[0], (1 << self.pegs) - 1
        e = (self.cap if self.reading == "with" else 0,) * self.alphabets
        m = tuple(n if self.own or kind == everywhere else 0 for kind in self.active(full))
        return self.value(full, e, m)


def written(pattern: Pattern) -> str:
    return "{" + "|".join("".join(map(str, clause)) for clause in pattern) + "}"


def interpolated(points: list[tuple[int, int]]) -> list[Fraction]:
    """The coefficients of the polynomial through some points, the last one not 0."""
    total = [Fraction(0)] * len(points)
    for x, y in points:
        term = [Fraction(y)]
        for other, _ in points:
            if other != x:
                shifted = [Fraction(0), *term]
                term = [
                    (a - other * b) / (x - other) for a, b in zip(shifted, [*term, 0], strict=True)
                ]
        total = [a + b for a, b in zip(total, term, strict=True)]
    while len(total) > 1 and total[-1] == 0:
        total.pop()
    return total


# ------------------------------------------------------------ trees

LEAF = ("leaf",)


def below(i: int, h: int, inner: tuple, last: tuple | None = None) -> tuple:
    return ("below", i, h, (*[inner] * h, last or inner))


def thresholds(parameters: list[int], h: int) -> tuple:
    tree = LEAF
    for i in reversed(parameters):
        tree = below(i, h, tree)
    return tree


def ordered(q: int, inner: tuple) -> tuple:
    """All orders of q indices."""
    if q < 2:
        return inner
    if q == 2:
        return ("order", 0, 1, (inner, inner))

    def least(low: int, high: int, other: int) -> tuple:
        return ("order", low, other, (("order", high, other, (inner, inner)), inner))

    return ("order", 0, 1, (least(0, 1, 2), least(1, 0, 2)))


def leaves(tree: tuple, origin: tuple, free: dict) -> Iterator[tuple[tuple, list[tuple]]]:
    """The cells of a tree: origin and directions."""
    if tree == LEAF:
        yield origin, [free[i] for i in sorted(free)]
        return
    kind, i, j, children = tree
    step = free[i]

    def add(a: tuple, b: tuple) -> tuple:
        return tuple(x + y for x, y in zip(a, b, strict=True))

    for h, child in enumerate(children):
        if kind == "order":
            both = add(free[i], free[j])
            pieces = (
                (origin, {**free, i: both}) if h == 0 else (add(origin, step), {**free, j: both})
            )
        else:
            at = add(origin, tuple(h * s for s in step))
            if kind == "step":
                pieces = at, {**free, i: tuple(j * s for s in step)}
            elif h < j:
                pieces = at, {n: d for n, d in free.items() if n != i}
            else:
                pieces = at, free
        yield from leaves(child, *pieces)


def root(q: int) -> tuple[tuple, dict]:
    return (0,) * q, {i: tuple(int(i == j) for j in range(q)) for i in range(q)}


def words(count: int, degree: int) -> list[tuple[int, ...]]:
    found = (combinations_with_replacement(range(count), n) for n in range(degree + 1))
    return [tuple(w.count(i) for i in range(count)) for some in found for w in some]


def place(origin: tuple, directions: list[tuple], t: tuple) -> tuple:
    return tuple(
        v + sum(a * d[i] for a, d in zip(t, directions, strict=True)) for i, v in enumerate(origin)
    )


def differences(function: object, origin: tuple, directions: list[tuple], degree: int) -> list[int]:
    """Newton differences at the corner of a cell, by inclusion and exclusion."""
    result = []
    for word in words(len(directions), degree):
        total = 0
        for t in product(*(range(n + 1) for n in word)):
            sign = (-1) ** (sum(word) - sum(t))
            total += sign * prod(map(comb, word, t)) * function(place(origin, directions, t))
        result.append(total)
    return result


def trimmed(numbers: list[int], count: int, degree: int) -> list[int]:
    """Without the terms of the highest degrees if they are all 0."""
    while degree and not any(numbers[comb(count + degree - 1, count) :]):
        degree -= 1
        numbers = numbers[: comb(count + degree, count)]
    return numbers


def agrees(
    function: object, origin: tuple, directions: list, numbers: list[int], reach: int
) -> bool:
    """Whether the polynomial is the function in the corner of a cell."""
    terms = words(len(directions), 9)[: len(numbers)]
    for t in product(range(reach), repeat=len(directions)):
        value = sum(c * prod(map(comb, t, word)) for c, word in zip(numbers, terms, strict=True))
        if value != function(place(origin, directions, t)):
            return False
    return True
