"""A reader of band proofs on paper: the strategy, its totals and the examples, from the print.

Every question of the strategy is split again, every part found again at the place that is named,
and every total added up.  No code of the package is used for it.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from math import prod
from pathlib import Path

import pytest

from masetproof.arguments import Refused
from masetproof.band.proof import prove_band
from masetproof.progress import Stopwatch
from masetproof.reports.short import short_listing, write_short_bundle
from tests.checker.band_writer import BASES, CLAIMS, seal, written
from tests.oracles.printed import Polynomial, Wrong, need, one, read_polynomial
from tests.reports.typesetting import complaints, typeset_documents

FAR = range(40, 44)
"""Beyond what the checker computes one by one."""
NAMED = r"\\mptState\{([0-9*]+(?:\\mptClause [0-9*]+)*)\}\{(\d*)\}\{\}(?:\$\(n(?:-(\d))?\)\$)?"
OUTPUT = Path(__file__).parents[2] / "output"
Clauses = tuple[str, ...]
Digits = tuple[int, ...]


@dataclass(frozen=True)
class Asked:
    question: str
    when: tuple[int, ...]
    endless: bool
    parts: dict[int, tuple[int, int] | None]

    def __contains__(self, n: int) -> bool:
        return n in self.when or (self.endless and n >= self.when[0])


@dataclass
class Place:
    clauses: Clauses
    offsets: Digits
    excluded: Digits
    values: dict[int, int]
    polynomial: Polynomial | None
    onset: int
    asked: list[Asked]

    @property
    def has_stars(self) -> bool:
        return any("*" in clause for clause in self.clauses)

    def total(self, n: int) -> int:
        if n in self.values:
            return self.values[n]
        need(self.polynomial is not None and n >= self.onset, f"no total for {n}")
        assert self.polynomial is not None
        value = self.polynomial(n)
        need(value.denominator == 1, f"no whole number for {n}")
        return int(value)


def read_state(text: str, pegs: int) -> tuple[Clauses, Digits, Digits]:
    found = one(r"^\\mptState\{(.*)\}\{(\d*)\}\{(\d*)\}$", text, "state")
    digits = [tuple(map(int, found[i] or "0" * pegs)) for i in (2, 3)]
    need({*digits[1]} <= {0, 1}, "excluded colours")
    clauses = tuple(found[1].split(r"\mptClause "))
    for column in zip(*clauses, strict=True):
        colours = {*column} - {"*"}
        need(colours == {*map(str, range(len(colours)))}, "explicit colours")
    return clauses, digits[0], digits[1]


def read_when(text: str) -> tuple[tuple[int, ...], bool]:
    if not text:
        return (0,), True
    if from_on := re.fullmatch(r"\$n \\ge (\d+)\$", text):
        return (int(from_on[1]),), True
    numbers = one(r"^\$n = ([\d, ]+|\d+, \\dots, \d+)\$$", text, "when")[1]
    if "dots" in numbers:
        first, last = map(int, numbers.split(r", \dots, "))
        return tuple(range(first, last + 1)), False
    return tuple(map(int, numbers.split(", "))), False


def read_parts(text: str) -> dict[int, tuple[int, int] | None]:
    pattern = r"\\mptPart\{(\d)\}\{0\}\{(1|\\mptFunction\{U\}\{(\d+)\}(?:\$\(n(?:-(\d))?\)\$)?)\}"
    need(re.sub(pattern, "", text) == "", f"parts: {text}")
    return {
        int(answer): None if whole == "1" else (int(number), int(below or 0))
        for answer, whole, number, below in re.findall(pattern, text)
    }


class Paper:
    """What is printed, and whether it is right."""

    def __init__(self, body: str) -> None:
        self.body = body
        self.pegs = int(one(r"\\begin\{mptBody\}\{black-peg-(\d)-band\}", body, "pegs")[1])
        theorem = one(r"\\begin\{mptTheorem\}(.*?)\\end\{mptTheorem\}", body, "theorem")[1]
        self.valid_from = int(one(r"Let \$n \\ge (\d+)\$", theorem, "from where")[1])
        self.formula = read_polynomial(
            one(r"\\mptDisplay\{f\(n\) = (.*?),\}\n", theorem, "formula")[1], "n"
        )
        found = re.findall(r"\$f\((\d+)\) = (\d+)\$", theorem)
        self.exceptions = {int(n): int(value) for n, value in found}
        told = r"For \$n = (\d+)\$ only this is proved, of both: .*? and at most \$(\d+)\$"
        self.most = {int(n): int(value) for n, value in re.findall(told, theorem)}
        self.places: dict[int, Place] = {}
        pattern = (
            r"^\\mptPlace\{(\d+)\}\{(\\mptState\{.*?\}\{\d*\}\{\d*\})\}\{(.*)\}\n"
            r"((?:\\mptAsk.*\n)+)"
        )
        for number, state, total, asked in re.findall(pattern, body, re.MULTILINE):
            self.places[int(number)] = self.read_place(state, total, asked)
        need(len(self.places) == len(re.findall(r"^\\mptPlace", body, re.MULTILINE)), "places")

    def read_place(self, state: str, total: str, asked: str) -> Place:
        values = {int(n): int(v) for v, n in re.findall(r"\$(\d+)\$ for \$n = (\d+)\$", total)}
        rest = re.sub(r"(\$\d+\$ for \$n = \d+\$(, |; )?)+", "", total)
        polynomial, onset = None, 0
        if rest:
            found = one(r"^\\mpt(?:From\{(\d+)\}|Formula)\{(.*)\}$", rest, "total")
            polynomial, onset = read_polynomial(found[2], "n"), int(found[1] or 0)
        lines = [
            Asked(question, *read_when(when), read_parts(parts))
            for question, when, parts in re.findall(
                r"^\\mptAsk\{(.*?)\}\{(.*?)\}\{(.*)\}$", asked, re.MULTILINE
            )
        ]
        return Place(*read_state(state, self.pegs), values, polynomial, onset, lines)

    def value(self, n: int) -> int:
        """What the strategy takes."""
        return self.exceptions.get(n) or self.most.get(n) or int(self.formula(n))

    def prove(self) -> None:
        """All of it."""
        need(self.play([*range(2, 10), *FAR]) > 100, "few totals")
        need(len({*self.examples()}) > 5, "few examples")

    # ------------------------------------------------------------------------------- strategy

    def play(self, numbers: Iterable[int]) -> int:
        """Follow play from the whole game with these n, and add up; how many totals."""
        root = self.places[0]
        need(root.clauses == ("*" * self.pegs,) and not any(root.offsets), "the whole game")
        need(not any(root.excluded), "excluded colours")
        waiting = [(0, n) for n in numbers]
        for number, n in waiting:
            need(number or root.total(n) == self.value(n), f"the whole game with {n} colours")
            waiting += dict.fromkeys(self.check(number, n)).keys() - {*waiting}
        return len(waiting)

    def check(self, number: int, n: int) -> Iterator[tuple[int, int]]:
        """One total; the places to which its question leads."""
        place = self.places[number]
        line = next((line for line in place.asked if n in line), None)
        need(line, f"no question at {number} for {n}")
        assert line is not None
        colours = [{*column} - {"*"} for column in zip(*place.clauses, strict=True)]
        new = [cell not in {*some, "a"} for cell, some in zip(line.question, colours, strict=True)]
        free = [n - a for a in place.offsets]
        starred = ["*" in column for column in zip(*place.clauses, strict=True)]
        for j, cell in enumerate(line.question):
            need(cell != "a" or place.excluded[j], f"a blank at {number}")
            need(not new[j] or (starred[j] and free[j] > 0), f"a new colour at {number}")
        left = [m - is_new for m, is_new in zip(free, new, strict=True)]
        total, left_by = 0, dict[int, list[str]]()
        for clause in place.clauses:
            total += prod(m for m, cell in zip(free, clause, strict=True) if cell == "*")
            choices = [
                ("*", asked) if cell == "*" and is_new else (cell,)
                for cell, asked, is_new in zip(clause, line.question, new, strict=True)
            ]
            for row in map("".join, product(*choices)):
                answer = sum(a == b for a, b in zip(row, line.question, strict=True))
                left_by.setdefault(answer, []).append(row)
        need({*line.parts} <= {*left_by}, f"parts that there are not at {number}")
        for answer, rows in left_by.items():
            many = sum(
                prod(m for m, cell in zip(left, row, strict=True) if cell == "*") for row in rows
            )
            if many < 2:
                need(not many or answer in {*line.parts, self.pegs}, f"part {answer} at {number}")
                total += many * (answer < self.pegs)
                continue
            need(answer < self.pegs and line.parts.get(answer), f"part {answer} at {number}")
            part, below = line.parts[answer]  # type: ignore[misc]
            after = self.places[part]
            excluded = [
                bool(
                    before
                    or some - {*column}
                    or (is_new and asked not in column)
                    or (star and "*" not in column and m > 0)
                )
                for before, some, column, is_new, asked, star, m in zip(
                    place.excluded,
                    colours,
                    zip(*rows, strict=True),
                    new,
                    line.question,
                    starred,
                    left,
                    strict=True,
                )
            ]
            need(self.is_there(rows, [n - below - m for m in left], excluded, after), "a part")
            m = n - below if after.has_stars else 0
            total += after.total(m)
            yield part, m
        need(total == place.total(n), f"{total} at {number} for {n}")

    def is_there(
        self, rows: list[str], offsets: list[int], excluded: list[bool], place: Place
    ) -> bool:
        """Whether what is left is a place, with columns and colours renamed."""
        stars = ["*" in column for column in zip(*rows, strict=True)]
        for order in permutations(range(self.pegs)):
            flags = all(excluded[j] or not e for j, e in zip(order, place.excluded, strict=True))
            same = all(
                offsets[j] == a if stars[j] else a == 0
                for j, a in zip(order, place.offsets, strict=True)
            )
            if flags and same and is_renamed(["".join(r[j] for j in order) for r in rows], place):
                return True
        return False

    # ------------------------------------------------------------------------------- examples

    def examples(self) -> Iterator[tuple[str, str, int, int, int]]:
        """Clauses, offsets, n, how far below it, and the printed bound; all sums are checked."""
        n = int(one(r"A state that is asked\}, for \$n = (\d+)\$", self.body, "n")[1])
        bound = int(one(r"and its bound is \$(\d+)\$", self.body, "bound")[1])
        said = one(rf"The state {NAMED} has \$(\d+)\$ secrets", self.body, "state")
        yield said[1], said[2], n, 0, bound
        lines = re.findall(
            r"^\\mptBounded\{(.*?)\}\{(.*)\}\{([\d+]+)\}\{(\d+)\}\{(.*)\}$", self.body, re.MULTILINE
        )
        need(len(lines) > 3, "questions")
        for _, parts, terms, total, steps in lines:
            values = [int(term) for term in terms.split("+")]
            need(sum(values) == int(total) and int(total) >= bound, f"a sum: {terms}")
            need(values[0] == int(said[4]), "secrets")
            need(all(int(step) >= 0 for step in steps.split(", ")), f"differences: {steps}")
            found = re.findall(rf"\\mptPart\{{\d\}}\{{0\}}\{{{NAMED} (\d+)\}}", parts)
            need([int(part[3]) for part in found] == values[1:], f"parts: {parts}")
            for clauses, offsets, below, value in found:
                yield clauses, offsets, n, int(below or 0), int(value)
        need(min(int(line[3]) for line in lines) == bound, "the least")
        rest = self.body.partition("A state that is averaged}")[2]
        left = int(one(r"whose bound is \$(\d+)\$", rest, "what is left")[1])
        gone = int(one(r"with the bound \$(\d+)\$", rest, "what is gone")[1])
        least = int(one(r"= (\d+)\. \\\]", rest, "the average")[1])
        need(left + -(-gone // (n - 1)) == least, "an average")
        for (clauses, offsets, below), value in zip(
            re.findall(NAMED, rest), (least, left, gone), strict=True
        ):
            yield clauses, offsets, n, int(below or 0), value


def is_renamed(rows: list[str], place: Place) -> bool:
    """Whether some names for the colours of each column make these the clauses of a place."""
    need(len(rows) < 8, "many clauses")
    return len(rows) == len(place.clauses) and any(
        all(
            len({*pairs}) == len({a for a, _ in pairs}) == len({b for _, b in pairs})
            and all((a == "*") == (b == "*") for a, b in pairs)
            for pairs in (
                [*zip(*columns, strict=True)]
                for columns in zip(zip(*rows, strict=True), zip(*some, strict=True), strict=True)
            )
        )
        for some in permutations(place.clauses)
    )


@cache
def certificate() -> bytes:
    """One that is written without the package."""
    return seal(written(3).text(BASES[3], CLAIMS[3]))


@cache
def printed() -> tuple[str, str]:
    return short_listing(certificate())


@pytest.mark.slow
def test_the_print_proves_the_upper_bound() -> None:
    Paper(printed()[0]).prove()


@pytest.mark.slow
def test_the_print_of_four_pegs_proves_the_upper_bound() -> None:
    """Of the certificate that is kept."""
    packed = OUTPUT / "short" / "black-peg-4.cert.xz"
    paper = Paper(short_listing(lzma.decompress(packed.read_bytes()))[0])
    assert paper.most == {2: 52}
    assert paper.play([*range(2, 13), 60, 61]) > 4000


def test_the_formula_is_that_of_the_theorem_on_cells() -> None:
    """Its certificate is kept, and another checker verifies it."""
    told = json.loads((OUTPUT / "black-peg-3" / "exact" / "summary.json").read_text())["formula"]
    paper = Paper(printed()[0])
    assert [[str(c) for c in paper.formula.coefficients]] == told["branches"]
    assert {str(n): str(value) for n, value in paper.exceptions.items()} == told["exceptions"]
    assert paper.valid_from == told["valid_from"]
    table = re.findall(r"(\d+) & ([\d,]+) & ([\d.]+)", printed()[0])
    values = {int(n): int(value.replace(",", "")) for n, value, _ in table}
    assert values == {n: paper.value(n) for n in range(1, 21)}
    assert all(float(mean) == round(values[int(n)] / int(n) ** 3, 4) for n, _, mean in table)


def test_the_counts_are_those_of_the_certificate() -> None:
    lines = certificate().decode().splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("states "))
    states = lines[start + 1 : start + 1 + int(lines[start].split()[1])]
    asked = sum(line.endswith(" ?") for line in states)
    body = printed()[0]
    assert f"each of {len(states)} states $s$" in body
    assert f"Of these states {asked} are \\emph{{asked}}" in body
    assert f"The other {len(states) - asked} are \\emph{{averaged}}" in body
    assert "20 patterns and " in body  # docs/black-peg.md


def test_bounds_of_the_examples_are_no_more_than_the_values() -> None:
    """Those of `0*` and `0*|*0`, which are proved by hand (docs/black-peg.md), and of masets."""
    for text, offsets, n, below, bound in Paper(printed()[0]).examples():
        clauses = text.split(r"\mptClause ")
        starred = [j for clause in clauses for j, cell in enumerate(clause) if cell == "*"]
        m = [n - below - int((offsets or "000")[j]) for j in starred]
        assert len(clauses) < 3
        if m:
            assert len({*starred}) == len(clauses)
            assert bound <= sum(k * (k + 1) // 2 for k in m) + (min(m) if len(m) == 2 else 0)
        else:
            assert bound == {1: 1, 2: 3}[len(clauses)]


def test_a_wrong_digit_is_found() -> None:
    body = printed()[0]
    places = [
        place.start(1) + i
        for place in re.finditer(r"^\\mpt(?:Place|Ask)\{\S*?\}(.*)$", body, re.MULTILINE)
        for i, symbol in enumerate(place[1])
        if symbol.isdigit()
    ]
    assert len(places) > 200
    for place in places[::7]:
        wrong = body[:place] + str((int(body[place]) + 1) % 10) + body[place + 1 :]
        with pytest.raises((Wrong, KeyError, IndexError, ValueError)):
            Paper(wrong).prove()


def test_the_print_compiles_without_complaints(tmp_path: Path, latex: None) -> None:
    body, document = printed()
    log, (text,), _ = typeset_documents(tmp_path, [document], [body])
    assert complaints(log) == []
    assert "Upper bound: the strategy" in text
    assert "??" not in text


def test_files_and_refusals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("masetproof.reports.typeset.find_engine", lambda: None)
    proof, out = prove_band(2), tmp_path / "out"
    out.mkdir()
    bundle = write_short_bundle(proof, out, Stopwatch(), listing=True)
    assert (out / "short.cert").read_bytes() == proof.certificate()
    told = json.loads((out / "summary.json").read_text())
    assert told == proof.as_json() | {"digest": hashlib.sha256(proof.certificate()).hexdigest()}
    assert {path.name for path in bundle.files} >= {"short.cert", "summary.json", "proof.tex"}
    assert (out / "proof-body.tex").read_text() == short_listing(proof.certificate())[0]
    Paper((out / "proof-body.tex").read_text()).play([*range(2, 10), *FAR])
    with pytest.raises(Refused):
        short_listing(proof.certificate().replace(b"branch 0", b"branch 1"))
