"""The grammar of proofs by a closure: from the bytes of a certificate to values.

Whatever is not as docs/certificates.md has it raises `Malformed`, which names the section. After
`parse` all integers are within their ranges, and numbers of patterns, masets and nodes exist;
whether the lines are true is for `splitting` and `closure` to decide, which raise `Rejected`.
"""

import hashlib
import re
from collections.abc import Callable, Iterable
from itertools import pairwise, zip_longest
from typing import Any, NamedTuple, NoReturn

import numpy as np

from .reading import MAX_LINES, Malformed, Rejected, branches_of, check_end, text_of
from .rules import CELLS, LIMIT, MAX_CLAUSES, MAX_COLOURS, MAX_OWN, STAR, Array, Claim

LEAF, MAX_LEAVES = -1, 1 << 15
Lines = dict[str, Any]  # what the lines of a section say
SECTIONS = ["claim", "rule", "patterns", "masets", "automorphisms", "parts"]
SECTIONS += ["cells", "functions", "values"]
N, Z = "(?:0|[1-9][0-9]{0,399})", "(?:0|-?[1-9][0-9]{0,399})"
Q = f"{Z}(?:/[1-9][0-9]{{0,399}})?"
CLAIM = re.compile(
    "game (mastermind|ab|black-peg|black-peg-ab|(?:marks|sum|own)(?:-distinct)?"
    "|(?:mastermind|marks|sum|own)-distinct-secrets)\n"
    "pegs ([1-5])\nreading (without|with|exact|none)\n"
    "objective (expected|worst)\nperiod ([1-9]|[1-5][0-9]|60)\ndegree ([0-8])\n"
    f"base (0|[1-9][0-9]{{0,2}}|1000)\nvalid-from ({N})\n((?:branch {Q}(?: {Q}){{0,8}}\n){{1,60}})"
    f"((?:exception {N} {Z}\n){{0,1000}})words (.*)\nsymbols (.*)\n"
)


MOST_PEGS = {"black-peg": 4, "marks": 5, "marks-distinct": 5, "marks-distinct-secrets": 5}
OWN = re.compile("game own(?:-distinct(?:-secrets)?)?\ntitle ([ !#-~]{1,60})\n")


def rejected(section: str, line: int, reason: str) -> NoReturn:
    """Raise `Rejected` with the section and its line, counted from 1."""
    raise Rejected(f"section {section}, line {line}: {reason}")


def same_lines(section: str, given: list[Any], computed: list[Any], lines: Iterable[int]) -> None:
    """Reject unless the given lines are the computed ones; *lines* are their numbers."""
    pairs = zip_longest(given, computed, fillvalue="the end")
    for line, (a, b) in zip(lines, pairs, strict=False):
        if a != b:
            rejected(section, line, f"{a}, but computed is {b}")


def read_sections(data: bytes) -> dict[str, str]:
    """The text of each section by its name; version, sizes and digests are right."""
    text, last = text_of(data)
    begin = data[:40].split(b"\n")[0].decode()
    if not begin.startswith("masetproof certificate "):
        raise Malformed(f"this is no certificate: it begins with {begin!r}")
    start, *heads = re.split(f"^section ([a-z]+) ({N}) ([0-9a-f]{{64}})\n", text, flags=re.M)
    only = {"cells": "2\n", "rule": "3\n"}  # the version that has them
    names = [name for name in SECTIONS if start[23:] == only.get(name, start[23:])]
    if not re.fullmatch("masetproof certificate [123]\n", start) or heads[::4] != names:
        raise Malformed("its first line, the heads of its sections or its last line are not right")
    sections = dict(zip(names, heads[3::4], strict=True))
    for (name, body), lines, digest in zip(sections.items(), heads[1::4], heads[2::4], strict=True):
        if body.count("\n") != int(lines) or int(lines) > MAX_LINES:
            raise Malformed(f"section {name}: it has not {lines[:40]} lines, or too many")
        if hashlib.sha256(body.encode()).hexdigest() != digest:
            raise Malformed(f"section {name}: the digest is not that of its {lines} lines")
    check_end(text, last)
    return sections


def parse_claim(body: str, version: int, rule: str = "") -> Claim:
    """What the section `claim` claims; version: that of the certificate.  rule: that section."""
    own = OWN.match(body)
    if own is not None:
        body = body.replace(f"title {own[1]}\n", "", 1)
    lines = [line.split(" ") for line in rule.splitlines()]
    if not all(len(line) == 2 and re.fullmatch(N, x) for line in lines for x in line):
        raise Malformed("section rule: not two numbers in each line")
    table = {int(code): int(number) for code, number in lines}
    if len(table) < len(lines) or [*table] != sorted(table):
        raise Malformed("section rule: its lines do not ascend")
    match = CLAIM.fullmatch(body) if body.count("\n") < 1100 else None
    if match is None or (match[4] == "worst" and match[6] != "1"):
        raise Malformed("section claim: its lines are not those of the grammar")
    if int(match[2]) > MOST_PEGS.get(match[1], 3):  # rules of many pegs take long to make
        raise Malformed("section claim: too many pegs for its game")
    branches = branches_of(match[9].splitlines(), "section claim: ")
    exceptions = [(int(n), int(value)) for _, n, value in map(str.split, match[10].splitlines())]
    period, degree, base, valid_from = map(int, match.groups()[4:8])
    numbers = (period, degree, base, valid_from, branches, exceptions)
    title = own[1] if own else ""
    about = match[1], int(match[2]), match[3], match[4], *numbers, match[11], match[12]
    claim = Claim(*about, table=table, title=title)
    if version != (3 if own else 1 + claim.black) or (claim.possible and claim.black):
        raise Malformed("section claim: not a game of this version")
    return claim


class WitnessLines(NamedTuple):
    """Lines that name a pattern or a maset with a witness, in whole arrays.

    names: [line], where masets are numbered after the patterns. colours: [line, alphabet, colour];
    a colour that a line does not have stays. columns: [line, column]. counts: of colours, [line,
    alphabet]. kinds: [line, number], the columns of the new colours, which follow the explicit
    colours in COLOURS; then zeros.
    """

    names: Array
    colours: Array
    columns: Array
    counts: Array
    kinds: Array


def permutations_of(texts: Any) -> tuple[Array, Array, Array]:
    """Texts [...] as permutations [..., number] of numbers, continued by numbers that stay; where
    a text has one, flags; whether it is a permutation, flags [...]. The text `-` has no number."""
    packed = np.array(texts, dtype=np.bytes_)
    letters = packed.reshape(-1).view(np.uint8).reshape(*packed.shape, packed.itemsize)
    given, stay = letters > ord("-"), np.arange(packed.itemsize, dtype=np.uint8)
    images = np.where(given, np.frombuffer(CELLS, dtype=np.uint8)[letters], stay)
    return images, given, (np.sort(images) == stay).all(axis=-1)


# How a cell is cut: the kind of cut, the parameter, another or a number, and the children.
Node = tuple[str, int, int, list[int]]


class ClaimedFunction(NamedTuple):
    """What the certificate claims for one state.

    line: where it stands. name: the number of the pattern, the number of excluded colours. roots:
    of the trees CLAIM and CHECK. rows: the Newton differences on each leaf of CLAIM; in version 1
    without the leaves of m < B, for which nothing is claimed.
    """

    line: int
    name: tuple[int, int]
    roots: list[int]
    rows: list[list[int]]


def parse(data: bytes) -> tuple[Claim, Lines]:
    """The claim, and by section the values of its lines.

    patterns, masets: the cells of the clauses as bytes. automorphisms, parts: `WitnessLines`.
    cells: nodes of trees; version 1 has no such section, and its two trees are made here.
    functions: `ClaimedFunction`. values: n and the value.
    """
    sections = read_sections(data)
    version = 2 if "cells" in sections else 3 if "rule" in sections else 1
    claim = parse_claim(sections["claim"], version, sections.get("rule", ""))
    reader = LineReader(claim)
    for section, (expression, convert) in reader.grammar().items():
        reader.read(section, sections.get(section, ""), expression, convert)
    listed = reader.listed
    if (np.diff(listed["automorphisms"].names) < 0).any():
        raise Malformed("section automorphisms: not in ascending order")
    if not reader.states:
        raise Malformed("section functions, line 1: no state")
    if not claim.black:  # one index: the points below B, or M, and the residues modulo T
        listed["cells"] = [("step", 0, claim.period, [LEAF] * claim.period)]
        for most in (claim.base, claim.first):
            listed["cells"].append(("below", 0, most, [LEAF] * most + [0]))
    listed["functions"] = reader.states
    return claim, listed


def number(text: str, low: int, high: int) -> int:
    """The integer that a text is; `Malformed` unless it is between two others."""
    if not low <= int(text) <= high:
        raise Malformed(f"{text[:40]} is not between {low} and {high}")
    return int(text)


def differences(text: str) -> list[int]:
    return [number(x, -LIMIT, LIMIT) for x in text.split()]


Convert = Callable[..., Any] | None  # what is made of the groups of a line; None: of a witness


class LineReader:
    """Reads the lines of the sections in their order; a line may refer to those before it."""

    def __init__(self, claim: Claim) -> None:
        self.claim, self.more = claim, claim.alphabets - 1
        self.listed, self.states = Lines(), list[ClaimedFunction]()

    def read(self, section: str, text: str, expression: str, convert: Convert) -> None:
        """The lines of a section; `Malformed` says which one is wrong."""
        if convert is None:
            return self.read_witnesses(section, text, expression)
        lines, match = self.listed.setdefault(section, []), re.compile(expression).fullmatch
        try:
            for line in text.splitlines():
                found = match(line)
                if found is None:
                    raise Malformed("not a line of its grammar")
                lines.append(convert(*found.groups()))
        except Malformed as error:
            raise Malformed(f"section {section}, line {len(lines) + 1}: {error}") from None

    def read_witnesses(self, section: str, text: str, expression: str) -> None:
        """The lines of a section of witnesses, all together; `Malformed` says which one is wrong.

        What is before the first line that is not of the grammar is cut into fields: in `parts` a
        letter, then the name, columns, colours of each alphabet and, in version 2, kinds.
        """
        odd = re.search(f"^(?!{expression}$)(?!\\Z)", text, re.M)
        fields = text[: odd.start() if odd else None].replace(",", " ").split()
        start = int(section == "parts")
        last = start + 2 + self.claim.alphabets
        each = last + (start and self.claim.black)
        texts = [fields[n::each] for n in range(each)]
        explicit = np.array([letter == "m" for letter in texts[0]], dtype=bool)
        first, masets = len(self.listed["patterns"]), len(self.listed["masets"])
        most = np.where(explicit, masets, first) - 1
        names = np.array([int(name[:10]) for name in texts[start]], dtype=np.int64)
        columns, _, right = permutations_of(texts[start + 1])
        colours, given, alike = permutations_of(texts[start + 2 : last])
        wrong = ~(right & alike.all(axis=0)) | (names > most)
        for line in np.flatnonzero(np.append(wrong, odd is not None))[:1].tolist():
            reason = "not permutations of columns and colours"
            if line == len(names):
                reason = "not a line of its grammar"
            elif names[line] > most[line]:
                reason = f"{texts[start][line][:40]} is not between 0 and {most[line]}"
            raise Malformed(f"section {section}, line {line + 1}: {reason}")
        new, there, _ = permutations_of(texts[last] if last < each else ["-"] * len(names))
        about = colours.transpose(1, 0, 2), columns, given.sum(axis=2).T, new * there
        self.listed[section] = WitnessLines(names + first * explicit, *about)

    def grammar(self) -> dict[str, tuple[str, Convert]]:
        """For each section how its lines look, and what reads their groups."""
        claim, pegs = self.claim, self.claim.pegs
        clause, colours = f"[0-9A-Z*]{{{pegs}}}", "(?:-|[0-9A-Z]{1,36})"
        maset = rf"\{{({clause}(?:\|{clause})*)\}}"
        witness = f"({N}) ([0-4]{{{pegs}}}) ({colours}(?:,{colours}){{{self.more}}})"
        state, value = f"({N}) ([0-9]{{{claim.alphabets}}})", f"(?: {Z})"
        functions = f"{state}((?: :{value}{{{claim.degree + 1}}}){{{claim.period}}})"
        if claim.black:
            functions = f"{state} ({N}|-) ({N}|-)|:({value}*)"
        return {
            "patterns": (maset, self.clauses),
            "masets": (maset, self.clauses),
            "automorphisms": (witness, None),
            "parts": (f"[pm] {witness}{' (-|[1-7]{1,36})' * claim.black}", None),
            "cells": (f"(below|order|step) ({N}) ({N})((?: (?:{N}|-))+)", self.node),
            "functions": (functions, self.function),
            "values": (f"({N}) ({Z})", lambda n, value: (int(n), int(value))),
        }

    def clauses(self, text: str) -> bytes:
        """CLAUSE|CLAUSE|... with strictly ascending clauses."""
        claim, cells = self.claim, text.encode().translate(CELLS).split(b"|")
        if any(a >= b for a, b in pairwise(cells)):
            raise Malformed("the clauses are not strictly ascending")
        extended, joined = sum(claim.spread ** c.count(STAR) for c in cells), b"".join(cells)
        most = MAX_OWN if self.more else MAX_COLOURS
        many = max(MAX_CLAUSES, (claim.pegs + 1) ** claim.pegs)
        if max(claim.shown(joined)) > most or extended > many:
            raise Malformed("beyond the limits of this checker")
        return joined

    def root(self, name: str) -> int:
        """A node that was listed before, or a leaf."""
        return LEAF if name == "-" else number(name, 0, len(self.listed["cells"]) - 1)

    def node(self, kind: str, i: str, j: str, names: str) -> Node:
        """A cut of cells, and the nodes of its children."""
        kinds, children = len(self.claim.kinds), [self.root(name) for name in names.split()]
        low, high = number(i, 0, kinds - 1), number(j, kind != "order", MAX_LEAVES)
        wanted = {"below": high + 1, "step": max(high, 2), "order": 2 * (low != high < kinds)}
        if len(children) != wanted[kind]:
            raise Malformed("not as many children as there are cells")
        return kind, low, high, children

    def function(self, name: str | None, levels: str, *rest: str) -> None:
        """A function with its claim; or, without a name, what is claimed of the last on a cell."""
        claim, listed = self.claim, self.listed
        *roots, text = rest
        if name is None and not self.states:
            raise Malformed("no state")
        if name is None:
            self.states[-1].rows.append(differences(text))
            return
        excluded = 0
        for level in levels:
            excluded = excluded * (claim.cap + 1) + number(level, 0, claim.cap)
        state = number(name, 0, len(listed["patterns"]) - 1), excluded
        rows = [] if claim.black else [*map(differences, text.split(":")[1:])]
        line, trees = len(listed["functions"]) + 1, [self.root(x) for x in roots]
        self.states.append(ClaimedFunction(line, state, trees or [1, 2], rows))
