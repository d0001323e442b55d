"""Certificates that lie in several places at once, and consistently, against the checker.

`test_indices.py` changes one thing at a time.  Here a certificate of two pegs gets other
trees of cells, and functions that are fitted to them: true values, which further out are no
polynomial on such a cell; values of a game whose rules were changed; values raised somewhere.  Then
some lines of any section are changed as well.  Whatever is verified must be true.  The truth is the
proof by hand of docs/black-peg.md, held against a search over all strategies.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from io import BytesIO
from itertools import product
from math import comb, prod
from pathlib import Path

import pytest

from masetproof import Theorem, prove, write_certificate
from masetproof.checker import Malformed, Rejected, check
from tests.checker.test_checker import sections_of
from tests.checker.test_indices import tree_of
from tests.oracles.black_peg_certificates import (
    LEAF,
    differences,
    leaves,
    ordered,
    place,
    root,
    seal,
    thresholds,
    trimmed,
    words,
)

Sections = dict[str, list[str]]
Index = tuple[int, ...]
Value = Callable[[str, Index], int]
Tree = tuple
GAMES = ("black-peg", "black-peg-ab")
PATTERNS = ("{**}", "{0*|*0}", "{0*}")
KINDS = {1: (0,), 2: (1,), 3: (0, 1)}

# ------------------------------------------------------------------ the truth


def half(y: int) -> int:
    """H of the proof by hand."""
    return y * (y + 1) // 2


def whole(x: int, y: int) -> int:
    """F of the proof by hand."""
    x, y = max(x, y), min(x, y)
    return y * (3 * x * x + 3 * x + y * y + 3 * y - 4) // 6


def truth(game: str, objective: str, pattern: str, m: Index) -> int:
    """The least total or worst case of a pattern of two pegs, in each of the readings."""
    x, y, z = (*m, 0, 0)[:3]
    a, b = x + z, y + z
    expected = objective == "expected"
    if "**" not in pattern and "|" not in pattern:
        return half(x) if expected else x
    if "|" in pattern:
        return half(a) + half(b) + min(a, b) if expected else max(a, b) + (a == b > 0)
    if a * b == z:
        return 0
    if expected:
        return whole(a, b) - z * max(a, b) - (z - (x == 0) if x == y and z else 0)
    low, high = min(x, y), max(x, y)
    return max(a, b) + (x == y > 1) - (z > 0 == low < high and (z == 1 or high > 1))


def secrets_of(game: str, pattern: str, m: Index) -> frozenset[tuple[object, ...]]:
    """The secrets of a pattern with these numbers of implicit colours of its active kinds."""
    rows = pattern.strip("{}").split("|")
    stars = {j for row in rows for j, cell in enumerate(row) if cell == "*"}
    active = [kind for kind in kinds_of(game) if {*KINDS[kind]} <= stars]
    free = [(kind, i) for kind, n in zip(active, m, strict=True) for i in range(n)]
    words_of_rows = [
        product(*([c for c in free if j in KINDS[c[0]]] if x == "*" else [x] for j, x in row))
        for row in map(enumerate, rows)
    ]
    return frozenset(word for some in words_of_rows for word in some if len({*word}) == len(word))


def kinds_of(game: str) -> tuple[int, ...]:
    return (1, 2) if game == "black-peg" else (1, 2, 3)


@cache
def searched(left: frozenset[tuple[object, ...]], blank: bool, worst: bool, own: bool) -> int:
    """The optimum of a set of secrets, with a blank or without, by all strategies."""
    if len(left) < 2:
        return len(left)
    columns = [{word[j] for word in left} for j in (0, 1)]
    cells = columns if own else [columns[0] | columns[1]] * 2
    costs, seen = [], set()
    for question in product(*([*some, *[None] * blank] for some in cells)):
        if not own and question[0] == question[1]:
            continue
        parts: dict[int, set[tuple[object, ...]]] = {}
        for word in left:
            parts.setdefault(sum(map(_same, word, question)), set()).add(word)
        found = frozenset(frozenset(part) for black, part in parts.items() if black < 2)
        if len(parts) > 1 and found not in seen:
            seen.add(found)
            below = [searched(part, blank, worst, own) for part in found]
            costs.append(1 + max(below) if worst else len(left) + sum(below))
    return min(costs)


def _same(a: object, b: object) -> bool:
    return a == b


@pytest.mark.parametrize("objective", ["expected", "worst"])
@pytest.mark.parametrize("game", GAMES)
def test_the_truth(game: str, objective: str) -> None:
    """For all small numbers of colours, with blanks and without, so for the real game, too."""
    checked = 0
    for pattern in ("{**}", "{0*|*1}", "{0*}"):
        count = 1 if pattern == "{0*}" else len(kinds_of(game))
        for m in product(range(4), repeat=count):
            secrets = secrets_of(game, pattern, m)
            if len(secrets) <= 6:
                found = {
                    searched(secrets, blank, objective == "worst", game == "black-peg")
                    for blank in (False, True)
                }
                assert found == {truth(game, objective, pattern, m)}, (pattern, m)
                checked += 1
    assert checked >= 30


# ------------------------------------------------------------------ lies


@cache
def certificate(game: str, reading: str, objective: str) -> str:
    file = BytesIO()
    theorem = prove(game, 2, reading=reading, objective=objective)
    assert isinstance(theorem, Theorem)
    write_certificate(theorem, file)
    return file.getvalue().decode()


@dataclass
class Forgery:
    """A certificate whose trees and functions are made anew from what a draw says."""

    sections: Sections
    draw: random.Random

    def __post_init__(self) -> None:
        said = dict(line.split(" ", 1) for line in self.sections["claim"])
        self.game, self.objective = said["game"], said["objective"]
        self.degree = int(said["degree"])

    def text(self) -> str:
        """With other functions mostly, with other lines sometimes."""
        if self.draw.random() < 0.8:
            self.other_functions()
        for _ in range(self.draw.choice((0, 0, 1, 1, 2, 4))):
            self.other_line()
        return seal(self.sections)

    def other_functions(self) -> None:
        lines, nodes = [], dict[tuple[object, ...], int]()
        self.degree += self.draw.choice((0, 0, 1, 4)) * (self.objective == "expected")
        self.sections["claim"] = [
            f"degree {self.degree}" if line.startswith("degree ") else line
            for line in self.sections["claim"]
        ]
        lie = self.draw.choice(
            (self.true, self.true, self.true, self.raised(), self.by_other_rules())
        )
        heads = [line for line in self.sections["functions"] if not line.startswith(":")]
        touched = self.draw.choice((heads, [self.draw.choice(heads)]))
        shapes = {q: self.tree(q) for q in (1, 2, 3)}
        old = self.sections["cells"]

        def name(tree: Tree) -> str:
            if tree == LEAF:
                return "-"
            key = (*tree[:3], *map(name, tree[3]))
            return str(nodes.setdefault(key, len(nodes)))

        for line in heads:
            number, e, *names = line.split(" ")
            pattern = self.sections["patterns"][int(number)]
            trees = [tree_of(old, one) for one in names]
            q = count_of(self.game, pattern)
            for which in (0, 1):
                if line in touched and self.draw.random() < 0.6:
                    kept = self.draw.choice((shapes[q], trees[which], trees[which]))
                    trees[which] = self.changed(kept, q)
            lines.append(" ".join([number, e, *map(name, trees)]))
            for origin, directions in cells_of(trees[0], q):
                found = differences(partial(lie, pattern), origin, directions, self.degree)
                degree = self.degree if directions else 0
                lines.append(": " + " ".join(map(str, trimmed(found, len(directions), degree))))
        self.sections["functions"] = lines
        self.sections["cells"] = [" ".join(map(str, key)) for key in nodes]

    def true(self, pattern: str, m: Index) -> int:
        return truth(self.game, self.objective, pattern, m)

    def raised(self) -> Value:
        """More, or less, where an index or all of them are large enough."""
        by, which = self.draw.choice((-1, 1, 1, 2)), self.draw.choice((None, *PATTERNS))
        least, place = self.draw.choice((0, 1, 2)), self.draw.choice((0, 1, 2, None))

        def value(pattern: str, m: Index) -> int:
            number = self.true(pattern, m)
            here = sum(m) if place is None else m[min(place, len(m) - 1)]
            same = which is None or shape_of(pattern) == which
            return number + by * (same and here >= least and number > 0)

        return value

    def by_other_rules(self) -> Value:
        """The equations of the proof by hand with one of them left out or changed."""
        rules = {shape: [*rows] for shape, rows in RULES.items()}
        shape = self.draw.choice(PATTERNS)
        at = self.draw.randrange(len(rules[shape]))
        shift, constant, parts = rules[shape].pop(at)
        if self.draw.random() < 0.6:
            fewer = [part for part in parts if self.draw.random() < 0.5]
            rules[shape].append((shift, constant + self.draw.choice((-1, 0, 0, 1)), fewer))

        @cache
        def least(shape: str, m: Index) -> int:
            size = m[0] if shape == "{0*}" else sum(m) if "|" in shape else prod(m)
            costs = []
            for shift, constant, parts in rules[shape]:
                left = tuple(a - b for a, b in zip(m, shift, strict=True))
                if min(left) < 0:
                    continue
                below = [
                    least(to, left if to != "{0*}" or len(m) == 1 else (left[j],))
                    for to, j in parts
                ]
                if self.objective == "worst":
                    costs.append(1 + max(below, default=0) if constant < 3 else 3)
                else:
                    costs.append(size + constant + sum(below))
            return min(costs, default=size) if size else 0

        def value(pattern: str, m: Index) -> int:
            if self.game == "black-peg":
                return least(shape_of(pattern), m)
            return self.true(pattern, m)

        return value

    def tree(self, q: int) -> Tree:
        """One of the usual trees, or none."""
        low = thresholds([*range(q)], self.draw.randrange(1, 4))
        return self.draw.choice((LEAF, low, ordered(q, LEAF), ordered(q, low), ordered(q, low)))

    def changed(self, tree: Tree, q: int, depth: int = 0) -> Tree:
        """A tree with a node cut off, put in, or with other numbers or children."""
        if depth > 3 or self.draw.random() < 0.2:
            return tree
        if tree == LEAF:
            if self.draw.random() < 0.6:
                return LEAF
            i, j = self.draw.randrange(q), self.draw.randrange(q)
            kind = self.draw.choice(("below", "order", "step"))
            if kind == "order":
                return (kind, i, j, (LEAF, LEAF)) if i != j else LEAF
            h = self.draw.choice((1, 2, 3) if kind == "below" else (2, 3))
            return (kind, i, h, (LEAF,) * (h + (kind == "below")))
        kind, i, j, children = tree
        what = self.draw.randrange(6)
        if what == 0:
            return LEAF
        if what == 1:
            return (kind, i, j, children[::-1])
        if what == 2 and kind == "order":
            return (kind, j, i, children)
        if what == 3 and kind == "below":
            return (kind, i, j + 1, (children[0], *children))
        at = self.draw.randrange(len(children))
        some = [*children]
        some[at] = self.changed(some[at], q, depth + 1)
        return (kind, i, j, tuple(some))

    def other_line(self) -> None:
        """Change, leave out, double or exchange a line."""
        name = self.draw.choice([name for name, lines in self.sections.items() if lines])
        lines = [*self.sections[name]]
        at, what = self.draw.randrange(len(lines)), self.draw.randrange(8)
        if what == 0:
            del lines[at]
        elif what == 1:
            lines.insert(at, lines[at])
        elif what == 2:
            lines[at] = self.draw.choice(lines)
        elif name == "parts":
            fields = lines[at].split(" ")
            j = self.draw.randrange(1, 5)
            fields[j] = self.draw.choice([line.split(" ")[j] for line in lines])
            lines[at] = " ".join(fields)
        elif not lines[at].startswith(("words", "symbols")):
            numbers = [*re.finditer(r"-?\d+", lines[at])]
            if numbers:
                one = self.draw.choice(numbers)
                other = str(int(one[0]) + self.draw.choice((-2, -1, 1, 1, 3)))
                lines[at] = lines[at][: one.start()] + other + lines[at][one.end() :]
        self.sections[name] = lines


# What questions on a pattern give: the new colours of each column, what is added to the number of
# secrets, and the parts, of `0*` with the column of its star.
RULES: dict[str, list[tuple[Index, int, list[tuple[str, int]]]]] = {
    "{0*}": [((1,), 0, [("{0*}", 0)]), ((1,), 1, [("{0*}", 0)])],
    "{0*|*0}": [
        ((1, 0), 0, [("{0*}", 0), ("{0*}", 1)]),
        ((0, 1), 0, [("{0*}", 0), ("{0*}", 1)]),
        ((0, 0), 0, [("{0*}", 0), ("{0*}", 1)]),
        ((1, 0), 1, [("{0*|*0}", 0)]),
        ((0, 1), 1, [("{0*|*0}", 0)]),
        ((1, 1), 3, [("{0*|*0}", 0)]),
    ],
    "{**}": [
        ((1, 1), 0, [("{0*|*0}", 0), ("{**}", 0)]),
        ((1, 0), 0, [("{0*}", 1), ("{**}", 0)]),
        ((0, 1), 0, [("{0*}", 0), ("{**}", 0)]),
    ],
}


def cells_of(tree: Tree, q: int) -> list[tuple[Index, list[Index]]]:
    """The leaves of a tree; none where it cuts a parameter that is not free."""
    try:
        return [*leaves(tree, *root(q))]
    except KeyError:
        return []


def shape_of(pattern: str) -> str:
    """Which of the three patterns this is."""
    stars = sorted(row.count("*") for row in pattern.strip("{}").split("|"))
    return {(2,): "{**}", (1, 1): "{0*|*0}", (1,): "{0*}"}[tuple(stars)]


def count_of(game: str, pattern: str) -> int:
    """How many indices a pattern has."""
    return 1 if shape_of(pattern) == "{0*}" else len(kinds_of(game))


# ------------------------------------------------------------------ the judgement


def judge(sections: Sections) -> None:
    """All that a verified certificate says of small numbers, and of some larger ones, is true."""
    claim = [line.split(" ") for line in sections["claim"]]
    (game,) = (line[1] for line in claim if line[0] == "game")
    (objective,) = (line[1] for line in claim if line[0] == "objective")
    functions = iter(sections["functions"])
    for head in functions:
        number, _, name, _ = head.split(" ")
        pattern = sections["patterns"][int(number)]
        q = count_of(game, pattern)
        for origin, directions in leaves(tree_of(sections["cells"], name), *root(q)):
            numbers = [int(x) for x in next(functions).split(" ")[1:]]
            terms = words(len(directions), 8)[: len(numbers)]
            reach = (0, 1, 2, 3, 4, 5, 9) if q > 2 else range(12)
            for t in product(reach, repeat=len(directions)):
                value = sum(
                    c * prod(map(comb, t, word)) for c, word in zip(numbers, terms, strict=True)
                )
                m = place(origin, directions, t)
                assert value == truth(game, objective, pattern, m), (head, m, value)
    branches = [[Fraction(x) for x in line[1:]] for line in claim if line[0] == "branch"]
    exceptions = {int(line[1]): int(line[2]) for line in claim if line[0] == "exception"}
    first = 1 if game == "black-peg" else 2
    for n in range(first, 40):
        branch = branches[n % len(branches)]
        value = exceptions.get(n, sum(c * n**i for i, c in enumerate(branch)))
        m = (n, n) if game == "black-peg" else (0, 0, n)
        assert value == truth(game, objective, "{**}", m)
    for line in sections["values"]:
        n, number = map(int, line.split(" "))
        m = (n, n) if game == "black-peg" else (0, 0, n)
        assert number == truth(game, objective, "{**}", m)


def attacked(
    game: str, reading: str, objective: str, seeds: Iterable[int], path: Path
) -> Counter[str]:
    """The verdicts on forgeries, and of those that are verified whether they say other things."""
    original = certificate(game, reading, objective)
    verdicts: Counter[str] = Counter()
    for seed in seeds:
        forgery = Forgery(sections_of(original), random.Random(seed))
        text = forgery.text()
        path.write_text(text)
        try:
            check(path)
        except (Rejected, Malformed) as refused:
            verdicts[type(refused).__name__] += 1
            continue
        verdicts["the same" if text == original else "verified"] += 1
        judge(forgery.sections)
    return verdicts


@pytest.mark.parametrize("objective", ["expected", "worst"])
def test_forgeries(objective: str, tmp_path: Path) -> None:
    verdicts = attacked("black-peg", "exact", objective, range(6), tmp_path / "forged.cert")
    assert verdicts["Rejected"] > 1


@pytest.mark.slow
@pytest.mark.parametrize("objective", ["expected", "worst"])
@pytest.mark.parametrize("reading", ["exact", "with", "without"])
@pytest.mark.parametrize("game", GAMES)
def test_many_forgeries(game: str, reading: str, objective: str, tmp_path: Path) -> None:
    count = 600 if game == "black-peg" else 100
    verdicts = attacked(game, reading, objective, range(6, 6 + count), tmp_path / "forged.cert")
    # What is verified is mostly the certificate itself, or one of other trees.
    accepted = verdicts["the same"] + verdicts["verified"]
    assert min(verdicts["Rejected"], verdicts["Malformed"], 5 * accepted) > count // 10, verdicts


def test_the_judgement_sees_what_is_false() -> None:
    sections = sections_of(certificate("black-peg", "exact", "expected"))
    judge(sections)
    for at, line in enumerate(sections["functions"]):
        if line.startswith(":"):
            raised = f": {int(line.split(' ')[1]) + 1} {' '.join(line.split(' ')[2:])}".strip()
            lines = [*sections["functions"]]
            lines[at] = raised
            with pytest.raises(AssertionError):
                judge({**sections, "functions": lines})


def test_a_cell_where_some_points_have_too_few_colours_for_a_question(tmp_path: Path) -> None:
    """A new colour of both columns where there are z = 0, 1, ... of them.

    What it leaves, with z - 1, has a function that is not cut by z.
    """
    sections = sections_of(certificate("black-peg-ab", "without", "expected"))
    cells = sections["cells"]
    assert "1 0 21 29" in sections["functions"]
    assert cells[21] == "order 1 0 - -"
    cells[cells.index("below 2 1 5 6")] = "below 2 1 5 -"
    path = tmp_path / "proof.cert"
    path.write_text(seal(sections))
    with pytest.raises(Rejected, match="what may be asked or what is left then differs"):
        check(path)
