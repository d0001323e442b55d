"""Certificates of several indices (version 2): valid ones of a plain program, mutants, bad input.

What a mutant says is judged by the values of `oracles/black_peg_certificates.py`, a recursion over
index vectors from the rules; these are held against a search over actual secrets here.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from functools import cache

import pytest

from tests.checker.test_checker import checker, one_line, part_of_checker, sections_of, verdict
from tests.oracles.black_peg_certificates import (
    LEAF,
    Maker,
    leaves,
    ordered,
    root,
    seal,
    thresholds,
)

Sections = dict[str, list[str]]
KINDS = [
    (game, pegs, reading, objective)
    for game, pegs in (("black-peg", 1), ("black-peg", 2), ("black-peg-ab", 1))
    for reading in ("exact", "with", "without")
    for objective in ("expected", "worst")
]


@cache
def maker(game: str, pegs: int, reading: str, objective: str) -> Maker:
    return Maker(game, pegs, reading, objective)


@cache
def certificate(game: str, pegs: int, reading: str, objective: str) -> str:
    """With the orders of the indices as cells; H = 2 is what the worst case needs."""
    worst, own = objective == "worst", game == "black-peg"
    low = (2 if worst else 1) if own else 3
    high = low + 2 + worst if own else 7

    def tree(h: int):
        return lambda q: ordered(q, thresholds([*range(q)], h))

    made = maker(game, pegs, reading, objective)
    return made.certificate(tree(low), tree(high), 1 if worst else pegs + 1, 1, low)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("what", KINDS, ids=lambda x: "-".join(map(str, x)))
def test_valid(what: tuple[str, int, str, str]) -> None:
    text = certificate(*what)
    status, reason = verdict(text)
    assert status == 0, reason
    claim = sections_of(text)["claim"]
    assert reason == claim[-2].removeprefix("words ")
    assert reason.endswith(
        "; on every board it is what the first function of the certificate says."
    )


@pytest.mark.slow
@pytest.mark.parametrize("reading", ["exact", "with", "without"])
@pytest.mark.parametrize("objective", ["expected", "worst"])
def test_valid_with_shared_colours(reading: str, objective: str) -> None:
    status, reason = verdict(certificate("black-peg-ab", 2, reading, objective))
    assert status == 0, reason


def test_formulas() -> None:
    """8, 25, 56 of known_values.csv; by hand for one peg."""
    claims = {what: sections_of(certificate(*what))["claim"] for what in KINDS}
    assert "branch 0 -2/3 1 2/3" in claims["black-peg", 2, "exact", "expected"]
    assert [(2 * n**3 + 3 * n**2 - 2 * n) // 3 for n in (2, 3, 4)] == [8, 25, 56]
    for game in ("black-peg", "black-peg-ab"):
        assert "branch 0 1/2 1/2" in claims[game, 1, "exact", "expected"]
        assert "branch 0 1" in claims[game, 1, "exact", "worst"]


# ---------------------------------------------------- the plain program, and the rules


def searched(secrets: list[tuple], questions: list[tuple], objective: str) -> int:
    """The optimum over all strategies, by a search over sets of actual secrets."""

    @cache
    def optimum(left: frozenset) -> int:
        if len(left) < 2:
            return len(left)
        best = 10**9
        for question in questions:
            parts: dict[int, set] = {}
            for secret in left:
                black = sum(a == b for a, b in zip(secret, question, strict=True))
                parts.setdefault(black, set()).add(secret)
            if len(parts) > 1:
                costs = [optimum(frozenset(s)) for b, s in parts.items() if b < len(question)]
                cost = 1 + max(costs) if objective == "worst" else len(left) + sum(costs)
                best = min(best, cost)
        return best

    return optimum(frozenset(secrets))


@pytest.mark.parametrize("objective", ["expected", "worst"])
@pytest.mark.parametrize("reading", ["exact", "with"])
@pytest.mark.parametrize("sizes", [(1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (5, 2), (4, 3)])
def test_values_on_boards_with_unequal_columns(
    sizes: tuple[int, int], reading: str, objective: str
) -> None:
    """The legal words of a board; in the reading `with` there is one colour more in each column."""
    secrets = [*itertools.product(*map(range, sizes))]
    blanks = [(*range(n), "a") if reading == "with" else range(n) for n in sizes]
    found = searched(secrets, [*itertools.product(*blanks)], objective)
    made = maker("black-peg", 2, reading, objective)
    excluded = (made.cap if reading == "with" else 0,) * 2
    assert made.value(made.patterns[0], excluded, sizes) == found


@pytest.mark.parametrize("objective", ["expected", "worst"])
@pytest.mark.parametrize(
    "kinds", [(0, 0, 3), (0, 0, 4), (1, 0, 2), (1, 2, 1), (2, 2, 0), (0, 2, 2)]
)
def test_values_of_shared_colours(kinds: tuple[int, int, int], objective: str) -> None:
    """Colours that may stand in the first, in the second, and in both columns."""
    first, second, both = kinds
    colours = range(sum(kinds))
    here = [{*range(first), *range(first + second, sum(kinds))}, {*range(first, sum(kinds))}]
    words = [*itertools.permutations(colours, 2)]
    secrets = [(a, b) for a, b in words if a in here[0] and b in here[1]]
    made = maker("black-peg-ab", 2, "exact", objective)
    assert made.value(made.patterns[0], (0,), kinds) == searched(secrets, words, objective)
    assert both == kinds[2]


# ---------------------------------------------------------------------- mutants


def tree_of(cells: list[str], name: str) -> tuple:
    if name == "-":
        return LEAF
    kind, i, j, *children = cells[int(name)].split()
    return kind, int(i), int(j), tuple(tree_of(cells, child) for child in children)


def says_the_truth(sections: Sections, made: Maker) -> bool:
    """Whether all functions of a certificate are right near the corner of each of their cells."""
    lines, states = sections["functions"], made.states()
    heads = [i for i, line in enumerate(lines) if not line.startswith(":")]
    if len(heads) != len(states):
        return False
    for (number, e), start, end in zip(states, heads, [*heads[1:], len(lines)], strict=True):
        name, levels, claim, _ = lines[start].split()
        pattern = made.patterns[number]
        if (int(name), levels) != (number, "".join(map(str, e))):
            return False
        cells = [*leaves(tree_of(sections["cells"], claim), *root(len(made.active(pattern))))]
        for (origin, directions), line in zip(cells, lines[start + 1 : end], strict=True):
            numbers = [int(x) for x in line.split()[1:]]
            for t in itertools.product(range(3), repeat=len(directions)):
                m = tuple(
                    v + sum(a * d[i] for a, d in zip(t, directions, strict=True))
                    for i, v in enumerate(origin)
                )
                terms = words_of(len(directions), 4)[: len(numbers)]
                value = sum(
                    c * math.prod(map(math.comb, t, w)) for c, w in zip(numbers, terms, strict=True)
                )
                if value != made.value(pattern, e, m):
                    return False
    return True


@cache
def words_of(count: int, degree: int) -> list[tuple[int, ...]]:
    found = []
    for n in range(degree + 1):
        for word in itertools.combinations_with_replacement(range(count), n):
            found.append(tuple(word.count(i) for i in range(count)))
    return found


def changed_numbers(line: str) -> list[str]:
    """Each number of a line one more and one less."""
    return [
        line[: found.start()] + str(int(found[0]) + step) + line[found.end() :]
        for found in re.finditer(r"(?<![A-Za-z0-9])-?\d+", line)
        for step in (-1, 1)
    ]


def mutants(sections: Sections) -> list[tuple[str, Sections]]:
    """Every number once, lines left out, doubled, exchanged; other nodes, permutations, kinds."""
    result = []
    for name, lines in sections.items():
        for i, line in enumerate(lines):
            texts = [] if line.startswith(("words", "symbols")) else changed_numbers(line)
            if name == "cells":
                kind, rest = line.split(" ", 1)
                texts += [
                    f"{other} {rest}" for other in ("below", "order", "step") if other != kind
                ]
                children = line.split(" ")
                for j in range(3, len(children)):
                    for other in ("-", *map(str, range(i))):
                        texts.append(" ".join([*children[:j], other, *children[j + 1 :]]))
            if name == "parts":
                kind, number, columns, colours, kinds = line.split(" ")
                for other in itertools.permutations(columns):
                    texts.append(f"{kind} {number} {''.join(other)} {colours} {kinds}")
                groups = [itertools.permutations(group) for group in colours.split(",")]
                for other in itertools.product(*groups):
                    text = ",".join(map("".join, other))
                    texts.append(f"{kind} {number} {columns} {text} {kinds}")
                texts += [f"{kind} {number} {columns} {colours} {k}" for k in ("-", "1", "2", "3")]
                texts.append(f"{'pm'[kind == 'p']} {number} {columns} {colours} {kinds}")
            if name == "functions" and not line.startswith(":"):
                head = line.split(" ")
                for j in (2, 3):
                    for other in ("-", *map(str, range(len(sections["cells"])))):
                        texts.append(" ".join([*head[:j], other, *head[j + 1 :]]))
            result += [
                [name, [*lines[:i], text, *lines[i + 1 :]]] for text in texts if text != line
            ]
            result.append([name, lines[:i] + lines[i + 1 :]])
            result.append([name, lines[: i + 1] + lines[i:]])
            if i + 1 < len(lines):
                result.append([name, [*lines[:i], lines[i + 1], line, *lines[i + 2 :]]])
    return [(name, {**sections, name: lines}) for name, lines in result]


MUTATED = [
    ("black-peg", 1, "exact", "expected", 1),
    ("black-peg", 1, "without", "worst", 1),
    ("black-peg-ab", 1, "with", "expected", 1),
    ("black-peg", 2, "with", "expected", 11),
    ("black-peg", 2, "exact", "worst", 19),
    pytest.param(("black-peg", 2, "with", "expected", 1), marks=pytest.mark.slow),
    pytest.param(("black-peg", 2, "exact", "worst", 1), marks=pytest.mark.slow),
    pytest.param(("black-peg-ab", 1, "exact", "worst", 1), marks=pytest.mark.slow),
]
"""Certificates, and one mutant in how many is tried; odd and prime, as in `test_checker.QUICK`."""


@pytest.mark.one_in(2)
@pytest.mark.parametrize("what", MUTATED, ids=lambda x: "-".join(map(str, x)))
def test_mutants(what: tuple, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever is verified says the truth, and the same theorem; of two pegs, a part of all."""
    *game, step = what
    original, made = sections_of(certificate(*game)), maker(*game)
    theorem, counts = original["claim"][-2].removeprefix("words "), Counter[str]()
    (degree,) = (int(line.split()[1]) for line in original["claim"] if line.startswith("degree "))
    higher = f"degree {degree + 1}"
    for section, mutant in mutants(original)[::step]:
        if mutant == original:
            continue
        status, reason = verdict(seal(mutant))
        place = f"{section}: {[*{*mutant[section]} ^ {*original[section]}]}"
        counts[f"{section}, exit {status}"] += 1
        if status == 0:
            assert reason == theorem
            # The degree is a bound.
            changed = {*mutant["claim"]} - {*original["claim"]}
            assert section in ("cells", "functions", "parts") or changed == {higher}, place
            assert says_the_truth(mutant, made), place
    with capsys.disabled():
        print(f"\n  {'-'.join(map(str, game))}: {dict(sorted(counts.items()))}")
    assert sum(n for name, n in counts.items() if name[-1] != "0") > 50


def test_the_oracle_of_the_mutants_sees_what_is_false() -> None:
    original = sections_of(certificate("black-peg", 2, "with", "expected"))
    made = maker("black-peg", 2, "with", "expected")
    assert says_the_truth(original, made)
    assert not says_the_truth(raised(original, lambda line: True), made)


def raised(sections: Sections, which: object) -> Sections:
    """The claimed functions one more, on the cells of which(line)."""
    lines = [
        f": {int(line.split()[1]) + 1} {' '.join(line.split()[2:])}".strip()
        if line.startswith(":") and which(line)
        else line
        for line in sections["functions"]
    ]
    return {**sections, "functions": lines}


@pytest.mark.parametrize("what", KINDS, ids=lambda x: "-".join(map(str, x)))
def test_the_claim_raised_everywhere(what: tuple[str, int, str, str]) -> None:
    """By 1, also where there is a secret only: all inequalities but those of S <= 1 hold."""
    original = sections_of(certificate(*what))
    for which in (lambda line: True, lambda line: line != ": 0"):
        status, reason = verdict(seal(raised(original, which)))
        assert status == 1
        assert reason.startswith("section functions, line ")


def test_cells_left_out_at_the_border() -> None:
    """The lines of cells with an index that is 0, or fixed, one by one, and all of them."""
    original = sections_of(certificate("black-peg", 2, "exact", "expected"))
    lines = original["functions"]
    border = [i for i, line in enumerate(lines) if line.startswith(":") and line.count(" ") < 5]
    for gone in [*({i} for i in border), {*border}]:
        left = [line for i, line in enumerate(lines) if i not in gone]
        status, reason = verdict(seal({**original, "functions": left}))
        assert (status, "not a line for each cell" in reason) == (2, True)


def test_where_there_are_no_secrets_is_seen_by_the_degree_of_their_number() -> None:
    """S = m0 * m1 is 0 wherever m0 + m1 <= 1, so in the worst case (degree 1) G = 0 looks right."""
    original = sections_of(certificate("black-peg", 2, "with", "worst"))
    heads = [i for i, x in enumerate(original["functions"]) if not x.startswith(":")]
    lines = ["0 11 - -", ": 0", *original["functions"][heads[1] :]]
    status, reason = verdict(seal({**original, "functions": lines}))
    assert (status, "at some points only" in reason) == (1, True)


# ---------------------------------------------------------------------- bad input


def hostile(name: str) -> Sections:
    sections = sections_of(certificate("black-peg", 2, "exact", "expected"))
    cells = sections["cells"]
    if name == "leaves":  # each node has twice as many as the one before
        sections["cells"] = ["order 0 1 - -", *(f"order 0 1 {i} {i}" for i in range(60))]
    elif name == "shared":  # 4,096 leaves of 13 lines, far fewer than a tree may have
        first = len(cells)
        doubled = (f"order 0 1 {first + i} {first + i}" for i in range(11))
        sections["cells"] += ["order 0 1 - -", *doubled]
        sections["functions"][0] = re.sub(r"\d+$", f"{first + 11}", sections["functions"][0])
    elif name == "deep":
        chain = (f"order 0 1 {i} -" for i in range(40_000))
        sections["cells"] = ["order 0 1 - -", *chain]
    elif name == "large numbers":
        sections["cells"] = ["order 0 1 - -"]
        sections["cells"] += [f"order {i % 2} {1 - i % 2} {i} -" for i in range(200)]
        sections["functions"][0] = "0 00 200 200"
    elif name == "thresholds":
        cells[0] = f"below 0 1000000 {'- ' * 1000}-"
    elif name == "fixed parameter":
        sections["cells"] = ["below 0 1 - -", "below 0 1 0 -"]
        sections["functions"][0] = "0 00 1 1"
    elif name == "parameter too large":
        cells[0] = "below 2 1 - -"
    elif name == "order of one":
        cells[0] = "order 1 1 - -"
    elif name == "a node that comes later":
        cells[0] = f"below 0 1 {len(cells) - 1} -"
    elif name == "degree":
        sections["functions"][1] = ": " + " ".join(["1"] * 1500)
    elif name == "huge number":
        sections["functions"][1] = ": " + "9" * 399
    elif name == "large differences":
        lines = sections["functions"]
        sections["functions"] = [
            re.sub(r" (\d+)$", f" {2**44}", x) if x.startswith(":") and x.count(" ") > 3 else x
            for x in lines
        ]
    elif name == "three trees":
        sections["functions"][0] += " 0"
    elif name == "first line":
        sections["functions"] = sections["functions"][1:]
    elif name == "no functions":
        sections["functions"] = []
    elif name == "many colours":
        sections["patterns"][1] = "{" + "|".join(f"{i}*" for i in range(9)) + "}"
    elif name == "game of version 1":
        sections["claim"][0] = "game mastermind"
    elif name == "five pegs":
        sections["claim"][1] = "pegs 5"
    elif name == "four pegs of shared colours":
        sections["claim"][:2] = ["game black-peg-ab", "pegs 4"]
    elif name == "kinds of own colours":
        sections["parts"][0] = "p 0 01 -,- 3"
    elif name == "kinds with their colours":
        sections["parts"][0] = "p 0 01 0,0 3"
    elif name == "kind 9":
        sections["parts"][0] = "p 0 01 -,- 9"
    elif name == "node of no state":
        sections["cells"] += ["below 0 7 - - - - - - - -"]
    return sections


MALFORMED = [
    *(
        "leaves",
        "shared",
        "deep",
        "large numbers",
        "thresholds",
        "fixed parameter",
        "parameter too large",
    ),
    *("order of one", "a node that comes later", "degree", "huge number"),
    *(
        "three trees",
        "first line",
        "no functions",
        "many colours",
        "game of version 1",
        "five pegs",
    ),
    *("four pegs of shared colours", "kind 9"),
]


REASONS = {
    "shared": "too many cells for this file",
    "kinds with their colours": "line 1: a kind that what it names has no index for, or not '-'",
}


@pytest.mark.parametrize(
    "name",
    [
        *MALFORMED,
        *("large differences", "kinds of own colours", "kinds with their colours"),
        "node of no state",
    ],
)
def test_bad_input(name: str) -> None:
    status, reason = verdict(seal(hostile(name)))
    assert status == (2 if name in MALFORMED else 1), reason
    assert one_line(f"{reason}\n")
    for told, why in REASONS.items():
        assert why in reason or name != told


@pytest.mark.parametrize("what", KINDS, ids=lambda x: "-".join(map(str, x)))
def test_honest_cells_leave_room(
    what: tuple[str, int, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of what the size of the file allows is enough."""
    monkeypatch.setattr(part_of_checker("cells"), "POINTS", checker.POINTS // 2)
    assert verdict(certificate(*what))[0] == 0


def test_versions() -> None:
    """A game belongs to one version, whatever the first line says."""
    text = certificate("black-peg", 1, "with", "expected")
    one = text.replace("certificate 2", "certificate 1")
    assert verdict(one)[0] == 2
    sections = sections_of(text)
    del sections["cells"]
    assert verdict(seal(sections))[0] == 2


def test_a_tree_covers_every_vector_once() -> None:
    nodes = [
        ("step", 1, 3, [-1, -1, -1]),
        ("below", 0, 2, [-1, 0, 0]),
        ("order", 0, 1, [1, -1]),
    ]
    trees = checker.Trees(nodes, 0, 100)
    cells = trees.cells(2, [0, 1], 2)
    found = Counter[tuple[int, ...]]()
    for number, cell in enumerate(cells):
        for t in itertools.product(range(12), repeat=len(cell.directions)):
            m = cell.origin + checker.np.array(t, dtype=int) @ cell.directions
            found[tuple(m.tolist())] += 1
            leaf, forms = trees.locate(2, m[:, None].tolist())
            assert (leaf, forms) == (number, tuple((x,) for x in t))
    assert {found[m] for m in itertools.product(range(10), repeat=2)} == {1}


def test_points_in_several_leaves_are_in_none() -> None:
    """Points t = 0, 1, ... by their forms: the value for t = 0, and how much more for each t."""
    nodes = [("step", 0, 2, [-1, -1]), ("below", 0, 2, [-1, -1, -1]), ("order", 0, 1, [-1, -1])]
    trees = checker.Trees(nodes, 0, 100)
    assert trees.locate(0, [[3, 2]]) == (1, ((1, 1),))
    assert trees.locate(0, [[3, 1]]) is None  # odd and even ones
    assert trees.locate(1, [[1, 0]]) == (1, ())
    assert trees.locate(1, [[2, 1]]) == (2, ((0, 1),))
    assert trees.locate(1, [[1, 1]]) is None
    assert trees.locate(2, [[1, 1], [1, 2]]) == (0, ((1, 1), (0, 1)))
    assert trees.locate(2, [[2, 2], [1, 1]]) == (1, ((0, 1), (1, 1)))
    assert trees.locate(2, [[1, 2], [1, 1]]) is None  # equal for t = 0 only
    assert trees.locate(2, [[2, 1], [1, 2]]) is None
    assert trees.locate(-1, [[0, 1], [-1, 1]]) is None  # -1 colours for t = 0
