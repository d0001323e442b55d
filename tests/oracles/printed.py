"""A reader with a pencil: checks a printed strategy, from its LaTeX source alone.

It shares no code with the package.  Every split is made again, every renaming applied, every
equation written again, every line and every identity added up, with fractions.  `Wrong` says what
is not as it should be; nothing is passed over: `claims` fails unless it understands the text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import comb

MOST = 300
"""No number of colours from which on something repeats is larger."""

Key = tuple[str, int]
"""The number of a pattern or maset as it is printed, and its superscript."""

Clauses = frozenset[str]
SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Wrong(Exception):
    """Something printed is not true, or not complete."""


def need(true: object, what: object) -> None:
    if not true:
        raise Wrong(str(what))


def one(pattern: str, text: str, what: str) -> re.Match[str]:
    """The only match."""
    found = list(re.finditer(pattern, text, re.DOTALL))
    need(len(found) == 1, f"{what}: found {len(found)} times in {text[:200]!r}")
    return found[0]


# 1. Numbers, polynomials, sets of numbers.
@dataclass(frozen=True)
class Polynomial:
    coefficients: tuple[Fraction, ...]

    def __call__(self, m: int) -> Fraction:
        return sum((c * m**i for i, c in enumerate(self.coefficients)), Fraction(0))

    def shifted(self, by: int) -> Polynomial:
        """The polynomial in m whose value at m is that of this one at m - by."""
        total = [Fraction(0)] * len(self.coefficients)
        for power, c in enumerate(self.coefficients):
            for k in range(power + 1):
                total[k] += c * comb(power, k) * (-by) ** (power - k)
        return polynomial(total)

    def __add__(self, other: Polynomial) -> Polynomial:
        size = max(len(self.coefficients), len(other.coefficients))
        pad = [[*p.coefficients, *[Fraction(0)] * size][:size] for p in (self, other)]
        return polynomial([a + b for a, b in zip(*pad, strict=True)])


def polynomial(coefficients: list[Fraction]) -> Polynomial:
    while coefficients and coefficients[-1] == 0:
        coefficients = coefficients[:-1]
    return Polynomial(tuple(coefficients))


def read_polynomial(text: str, symbol: str) -> Polynomial:
    """Like ``4m^3 - m + 2``, ``m/2``, ``(m^2 + 1)/6`` or ``\\frac{m^2 + 1}{6}``."""
    text = re.sub(r"^([^( ]+)/(\d+)$", r"(\1)/\2", text)
    scaled = re.fullmatch(r"\((.*)\)/(\d+)|\\frac\{(.*)\}\{(\d+)\}", text)
    body, scale = text, 1
    if scaled:
        body, scale = (scaled[1] or scaled[3]), int(scaled[2] or scaled[4])
    found: dict[int, Fraction] = {}
    rest = body.replace(" ", "")
    while rest:
        term = re.match(rf"([+-]?)(\d*)({symbol}?)(?:\^(\d+))?", rest)
        assert term is not None
        need(term[0] not in ("", "+", "-") and (term[3] or not term[4]), f"no term: {rest!r}")
        need(term[1] or rest == body.replace(" ", ""), f"no sign: {rest!r}")
        power = int(term[4] or 1) if term[3] else 0
        need(power not in found and (term[2] or term[3]), f"twice or empty: {text!r}")
        found[power] = Fraction(int(term[2] or 1) * (-1 if term[1] == "-" else 1), scale)
        rest = rest[term.end() :]
    need(found, f"no polynomial: {text!r}")
    return polynomial([found.get(i, Fraction(0)) for i in range(max(found) + 1)])


@dataclass(frozen=True)
class Numbers:
    """Some numbers, and from *onset* on those of some classes modulo *period*."""

    singles: frozenset[int]
    onset: int | None
    classes: frozenset[int]
    period: int

    def __contains__(self, m: int) -> bool:
        if m in self.singles:
            return True
        return self.onset is not None and m >= self.onset and m % self.period in self.classes

    def up_to(self, end: int) -> list[int]:
        return [m for m in range(end) if m in self]


def read_numbers(text: str, period: int) -> Numbers:
    """Like ``$m = 2, \\dots, 7, 10$ and every $m \\ge 47$ with $m \\equiv 1 \\pmod{3}$``."""
    match = re.fullmatch(
        r"(?:\$m = ([^$]*)\$)?(?: and )?"
        r"(?:every \$m \\ge (\d+)\$(?: with \$m \\equiv ([\d, ]+) \\pmod\{(\d+)\}\$)?)?",
        text,
    )
    need(match and text, f"no numbers: {text!r}")
    assert match is not None
    singles: list[int] = []
    cells = match[1].split(", ") if match[1] else []
    for i, cell in enumerate(cells):
        if cell == r"\dots":
            need(int(cells[i + 1]) > singles[-1] + 1, f"dots for nothing: {text!r}")
            singles += range(singles[-1] + 1, int(cells[i + 1]))
        else:
            singles.append(int(cell))
    need(singles == sorted(set(singles)), f"not in order: {text!r}")
    classes = range(period)
    if match[3]:
        need(int(match[4]) == period, f"another period: {text!r}")
        classes = [int(c) for c in match[3].split(", ")]  # type: ignore[assignment]
        need(sorted(set(classes)) == [*classes] and max(classes) < period, f"classes: {text!r}")
    onset = int(match[2]) if match[2] else None
    need(onset is None or all(m < onset for m in singles), f"not in order: {text!r}")
    need(onset is None or onset % period in classes, f"not the first one: {text!r}")
    return Numbers(frozenset(singles), onset, frozenset(classes), period)


# 2. The rules of the game.
@dataclass(frozen=True)
class Rules:
    pegs: int
    repeats: bool
    worst: bool
    exact: bool

    def secrets(self, clauses: Clauses, m: int) -> int:
        total = 0
        for clause in clauses:
            ways = 1
            for used in range(clause.count("*")):
                ways *= m if self.repeats else m - used
            total += ways
        return total

    def extend(self, clauses: Clauses, k: int, r: int) -> set[str]:
        fresh = SYMBOLS[k : k + r] + "*"
        words = {
            "".join(word)
            for clause in clauses
            for word in product(*(fresh if cell == "*" else cell for cell in clause))
        }
        return {word for word in words if self.repeats or self.is_distinct(word)}

    @staticmethod
    def is_distinct(word: str) -> bool:
        colours = [cell for cell in word if cell not in "*a"]
        return len(set(colours)) == len(colours)

    def answer(self, clause: str, question: str) -> tuple[int, int]:
        black = sum(a == b for a, b in zip(clause, question, strict=True))
        both = sum((Counter(clause) & Counter(question)).values())
        return black, both - black

    def add(self, secrets: int, terms: list[int]) -> int:
        return 1 + max([0, *terms]) if self.worst else secrets + sum(terms)

    def excluded_needed(self, question: str) -> int:
        cells = question.count("a")
        return min(cells, 1) if self.repeats else cells


def explicit_colours(clauses: set[str] | Clauses) -> list[str]:
    return sorted({cell for clause in clauses for cell in clause} - {"*"}, key=SYMBOLS.index)


# 3. What is printed.
PATTERN = r"\\mptPattern\{([^{}]*)\}"
LEVEL = r"(?:\[(\d)\])?"


def read_clauses(text: str, pegs: int) -> Clauses:
    clauses = text.split(r"\mptClause ")
    need(len(set(clauses)) == len(clauses), f"a clause twice: {text!r}")
    need(all(re.fullmatch(rf"[0-9A-Z*]{{{pegs}}}", clause) for clause in clauses), text)
    return frozenset(clauses)


@dataclass
class Part:
    answer: tuple[int, int]
    clauses: Clauses
    term: str | None = None
    key: Key | None = None
    renaming: tuple[str, str, str] = ("", "", "")
    cost: int | None = None
    won: bool = False
    none: bool = False


def read_part(text: str, pegs: int) -> Part:
    renaming = r"\\mptRenaming\{(\d*)\}\{(\w*)\}\{(\w*)\}"
    match = re.fullmatch(
        rf"\\mptPegs\{{(\d)\}}\{{(\d)\}}~{PATTERN}(?:(?P<won> won)|: (?P<none>no secret)"
        rf"|: \$(?P<term>\\mptFunction{LEVEL}\{{V\}}\{{(\d+)\}}\(m(?:-\d)?\))\${renaming}"
        rf"|: \$(?P<cost>\d+)\$(?: \(\\mptMasetRef{LEVEL}\{{(\d+)\}}{renaming}\))?)",
        text,
    )
    need(match, f"no part: {text!r}")
    assert match is not None
    part = Part((int(match[1]), int(match[2])), read_clauses(match[3], pegs))
    part.won, part.none = bool(match["won"]), bool(match["none"])
    groups = match.groups()
    if match["term"]:
        part.term, part.key = match["term"], (groups[7], int(groups[6] or 0))
        part.renaming = (groups[8], groups[9], groups[10])
    if match["cost"]:
        part.cost = int(match["cost"])
        if groups[13] is not None:
            part.key = (groups[13], int(groups[12] or 0))
            part.renaming = (groups[14], groups[15], groups[16])
    return part


@dataclass
class Asked:
    label: str
    question: str
    when: Numbers
    equation: str
    parts: list[Part]
    identity: int | None
    lines: dict[int, tuple[str, int]]


@dataclass
class PatternCard:
    key: Key
    clauses: Clauses
    size: str
    asked: list[Asked] = field(default_factory=list)


@dataclass
class MasetCard:
    key: Key
    clauses: Clauses
    question: str
    parts: list[Part]
    total: str
    cost: int


@dataclass
class Solution:
    """A closed form by residue: valid from some m on, up to the last one where there is one."""

    branches: list[Polynomial | None]
    valid: int
    last: int | None


@dataclass
class Body:
    rules: Rules
    period: int
    formula: list[Polynomial]
    mean: tuple[str, list[str]] | None
    valid_from: int
    exceptions: dict[int, int]
    solutions: dict[Key, Solution]
    patterns: dict[Key, PatternCard]
    masets: dict[Key, MasetCard]
    told: dict[str, int]

    @property
    def far(self) -> int:
        """Below this all begins to repeat that is checked number by number, twice at least."""
        asked = [one for card in self.patterns.values() for one in card.asked]
        starts = [
            self.valid_from,
            *self.exceptions,
            *(solution.valid for solution in self.solutions.values()),
        ]
        for one in asked:
            starts += [*one.when.singles, *one.lines, one.when.onset or 0, one.identity or 0]
        need(max(starts) < MOST, "numbers of colours too large")
        return max(starts) + self.rules.pegs + 2 * self.period + 9


def level_of(text: str | None, title: str) -> int:
    """The superscript, which the title says in words."""
    level = int(text or 0)
    need(title == (f", at least {level} excluded" if level else ""), f"title {title!r}")
    return level


def read_cases(text: str) -> list[str]:
    """Formulas in n by residue."""
    if r"\begin{" not in text:
        return [text]
    inner = one(r"\\begin\{(?:cases|mptCases)\}(.*)\\end\{(?:cases|mptCases)\}", text, "cases")[1]
    found: dict[int, str] = {}
    period = 0
    for row in re.split(r"\\\\(?:\[[\d.]+ex\])?", inner):
        value, condition = row.split("&")
        value = value.replace(r"\displaystyle", "").strip()
        parity = re.search(r"for (even|odd)", condition)
        if parity:
            period, classes = 2, [0 if parity[1] == "even" else 1]
        else:
            told = one(r"n \\equiv ([\d, ]+) \\pmod\{(\d+)\}", condition, "condition")
            period, classes = int(told[2]), [int(c) for c in told[1].split(", ")]
        for residue in classes:
            need(residue not in found, "a residue twice")
            found[residue] = value
    need(sorted(found) == [*range(period)], "residues of the theorem")
    return [found[residue] for residue in range(period)]


def read_exceptions(theorem: str, formula: list[Polynomial]) -> dict[int, int]:
    """Where the formula fails: in a sentence or, if they are many, in a table."""
    found = [(int(n), int(v)) for n, v in re.findall(r"\$f\((\d+)\) = (\d+)\$", theorem)]
    table = re.search(
        r"formula fails (\d+) times, for .*?\\begin\{mptTable\}\n(.*?)\\end\{mptTable\}",
        theorem,
        re.S,
    )
    if table:
        head, *rows = table[2].strip().split("\n")
        need(not found and head.endswith(r"\\ \hline"), "two lists of exceptions")
        for row in rows:
            cells = [cell.strip() for cell in row.removesuffix(r"\\").split("&")]
            need(len(cells) == head.count("$n$") * 3, f"a row: {row}")
            for n, value, difference in zip(cells[::3], cells[1::3], cells[2::3], strict=True):
                if n or value or difference:
                    found.append((int(n), int(value)))
                    closed = formula[int(n) % len(formula)](int(n))
                    need(closed + int(difference.strip("$")) == int(value), f"a row: {row}")
        need(len(found) == int(table[1]), "the number of exceptions")
    exceptions = dict(found)
    need(len(exceptions) == len(found), "an exception twice")
    return exceptions


def read_body(text: str) -> Body:
    theorem = one(
        r"\\begin\{mptTheorem\}\\mptLabel\{main\}(.*?)\\end\{mptTheorem\}", text, "theorem"
    )[1]
    game = one(r"In (Mastermind|the AB game) with (\d) pegs? and", theorem, "game")
    exact = "any of these colours, also those that an answer has excluded," in theorem
    rules = Rules(int(game[2]), game[1] == "Mastermind", "worst case" in theorem, exact)
    strategy = one(
        r"\\mptSection\{strategy\}(.*)\\mptSubsection\{steps\}", text, "section of the strategy"
    )[1]
    steps = one(r"\\mptSubsection\{steps\}(.*)\\mptSubsection\{masets\}", text, "steps")[1]
    masets = one(r"\\mptSubsection\{masets\}(.*?)\\mptSection\{lower\}", text, "masets")[1]
    formula = one(r"\\mptDisplay\{f\(n\) = (.*?)[.,]\}\n", theorem, "formula")[1]
    mean = re.search(r"\\mptDisplay\{\\frac\{f\(n\)\}\{(.*?)\} = (.*?)\.\}\n", theorem)
    need(bool(mean) != rules.worst, "the expected number")
    valid = one(r"Let \$n \\ge (\d+)\$ be an integer\.", theorem, "valid from")
    branches = [read_polynomial(branch, "n") for branch in read_cases(formula)]
    exceptions = read_exceptions(theorem, branches)
    period = re.search(r"modulo \$T = (\d+)\$", strategy)
    size = int(period[1]) if period else 1
    ending = re.search(r"On (\d+) of them, those with a second number, nothing is asked", strategy)
    one(
        "each value to which an equation refers is less .* decrease along play", strategy, "the end"
    )
    told = {
        "patterns": int(one(r"It comes to (\d+) pattern", strategy, "patterns")[1]),
        "endless": int(one(r"; to\s+(\d+) of them with infinitely", strategy, "endless")[1]),
        "questions": int(one(r"On them it asks (\d+) question", strategy, "questions")[1]),
        "solutions": int(
            one(r"For the (\d+) patterns? that follows? here", strategy, "solutions")[1]
        ),
        "ending": int(ending[1]) if ending else 0,
        "lines": int(
            one(r"There are ([\d,]+)\. Each is the equation", strategy, "lines")[1].replace(",", "")
        ),
    }
    cards = [read_pattern(item, rules.pegs, size) for item in items(steps, "Pattern")]
    explicit = [read_maset(item, rules.pegs) for item in items(masets, "Maset")]
    need(len({card.key for card in cards}) == len(cards), "a pattern twice")
    need(len({card.key for card in explicit}) == len(explicit), "a maset twice")
    return Body(
        rules,
        size,
        branches,
        (mean[1], read_cases(mean[2])) if mean else None,
        int(valid[1]),
        exceptions,
        read_solutions(strategy, size),
        {card.key: card for card in cards},
        {card.key: card for card in explicit},
        told,
    )


def product_of(text: str, n: int) -> int:
    """The value of ``24n^2`` or ``12n(n-1)``."""
    match = re.fullmatch(r"(\d*)n(?:\^(\d))?((?:\(n-\d\))*)", text)
    need(match, f"no product: {text!r}")
    assert match is not None
    value = int(match[1] or 1) * int(n ** int(match[2] or 1))
    for less in re.findall(r"\(n-(\d)\)", match[3]):
        value *= n - int(less)
    return value


def quotient_of(text: str, n: int) -> Fraction:
    """The value of a polynomial, or of one over a product."""
    match = re.fullmatch(r"\\frac\{(.*)\}\{(.*n.*)\}", text)
    if match is None:
        return read_polynomial(text, "n")(n)
    return read_polynomial(match[1], "n")(n) / product_of(match[2], n)


def items(text: str, kind: str) -> list[str]:
    return re.split(rf"(?=\\mpt{kind}Item)", text)[1:]


def read_solutions(text: str, period: int) -> dict[Key, Solution]:
    found: dict[Key, Solution] = {}
    name = rf"\\mptFunction{LEVEL}\{{V\}}\{{(\d+)\}}\(m\)"
    wide: dict[Key, dict[int, tuple[Polynomial, int, int | None]]] = {}
    for match in re.finditer(
        rf"\\item\[\] \\mptFormula\{{{name} = ([^$]*)\}} for "
        r"\$(?:m \\ge (?P<from>\d+)|(?P<first>\d+) \\le m \\le (?P<last>\d+))\$"
        r"(?: with \$m \\equiv (?P<residue>\d+) \\pmod\{(?P<period>\d+)\}\$)?\.",
        text,
    ):
        key = (match[2], int(match[1] or 0))
        need(int(match["period"] or period) == period, "another period")
        residues = wide.setdefault(key, {})
        residue = int(match["residue"] or 0)
        need(residue not in residues, "a residue twice")
        last = int(match["last"]) if match["last"] else None
        residues[residue] = (
            read_polynomial(match[3], "m"),
            int(match["from"] or match["first"]),
            last,
        )
    need(text.count(r"\item[]") == sum(map(len, wide.values())), "items")
    for key, residues in wide.items():
        need(sorted(residues) == [*range(period)], "residues")
        need(len({ends[1:] for ends in residues.values()}) == 1, "valid from")
        found[key] = Solution([residues[r][0] for r in range(period)], *residues[0][1:])
    table = re.search(r"\\begin\{mptTable\}(.*?)\\end\{mptTable\}", text, re.DOTALL)
    if table:
        head, *rows = table[1].strip().split("\\\\")
        classes = [int(c) for c in re.findall(r"m \\equiv (\d+)", head)]
        need(classes == ([*range(period)] if period > 1 else []), "head of the table")
        for row in rows:
            if not row.strip():
                continue
            cells = [cell.strip().removesuffix(r"\hfill\kern0pt") for cell in row.split("&")]
            match = re.fullmatch(rf"(?:\\hline\s*)?\${name}\$", cells[0])
            ends = cells[1 + period :]
            need(match and len(ends) == 1 + ("& to" in head), f"row {row!r}")
            assert match is not None
            key = (match[2], int(match[1] or 0))
            need(key not in found, f"{key} twice")
            branches = [
                read_polynomial(cell.strip("$"), "m") if cell else None
                for cell in cells[1 : 1 + period]
            ]
            last = int(ends[1]) if ends[1:] and ends[1] else None
            found[key] = Solution(branches, int(ends[0]), last)
    return found


def read_pattern(text: str, pegs: int, period: int) -> PatternCard:
    head, *asked = re.split(r"(?=\\mptAsked)", text)
    match = re.fullmatch(
        rf"\\mptPatternItem{LEVEL}\{{(\d+)\}}\{{Pattern (\d+)(.*?)\}}\n"
        rf"\{{\\raggedright {PATTERN}, \$S_\{{(\d+)\}}\(m\) = ([^$]*)\$\.\\par\}}\s*",
        head,
    )
    need(match, f"no pattern: {head!r}")
    assert match is not None
    need(match[2] == match[3] == match[6], f"numbers of {head!r}")
    card = PatternCard(
        (match[2], level_of(match[1], match[4])), read_clauses(match[5], pegs), match[7]
    )
    need(asked, f"no question: {head!r}")
    for one_asked in asked:
        match = re.fullmatch(
            rf"\\mptAsked{LEVEL}\{{(\d+)\.(\d+)\}}\{{([0-9A-Za]+)\}}\{{(.*?)\}}\{{(\S.*?)\}}\n"
            r"\\begin\{mptParts\}\n(.*?)\.\n(?:\nIdentity for \$m \\ge (\d+)\$\.\n)?"
            r"(\n\\mptCheck.*?\.\n)?\\end\{mptParts\}\s*",
            one_asked,
            re.DOTALL,
        )
        need(match, f"no question: {one_asked!r}")
        assert match is not None
        need((match[2], int(match[1] or 0)) == card.key, f"label of {one_asked!r}")
        when, equation = one_asked_arguments(one_asked)
        card.asked.append(
            Asked(
                match[3],
                match[4],
                read_numbers(when, period),
                equation,
                [read_part(part, pegs) for part in match[7].split(";\n")],
                int(match[8]) if match[8] else None,
                read_lines(match[9] or ""),
            )
        )
    return card


def one_asked_arguments(text: str) -> tuple[str, str]:
    """The last two arguments of the macro, whose braces are nested."""
    start = text.index("{")
    arguments: list[str] = []
    depth = begin = 0
    for place, symbol in enumerate(text[start:], start):
        if symbol == "{":
            depth += 1
            begin = place + 1 if depth == 1 else begin
        elif symbol == "}":
            depth -= 1
            if depth == 0:
                arguments.append(text[begin:place])
                if len(arguments) == 4:
                    break
    return arguments[2], arguments[3]


def read_lines(text: str) -> dict[int, tuple[str, int]]:
    lines: dict[int, tuple[str, int]] = {}
    body = text.strip().removesuffix(".")
    for line in body.split(";\n") if body else []:
        match = re.fullmatch(r"\\mptCheck\{(\d+)\}\{([^{}]*)\}\{(\d+)\}", line)
        need(match, f"no line: {line!r}")
        assert match is not None
        need(int(match[1]) not in lines, f"twice: {line!r}")
        lines[int(match[1])] = (match[2], int(match[3]))
    return lines


def read_maset(text: str, pegs: int) -> MasetCard:
    match = re.fullmatch(
        rf"\\mptMasetItem{LEVEL}\{{(\d+)\}}\{{Maset (\d+)(.*?)\}}\n"
        rf"\{{\\raggedright {PATTERN}\. \\textbf\{{\\mptWord\{{([0-9A-Za]+)\}}\}}:\n(.*)\.\n"
        r"Cost \$(.*) = (\d+)\$\.\\par\}\s*",
        text,
        re.DOTALL,
    )
    need(match, f"no maset: {text!r}")
    assert match is not None
    need(match[2] == match[3], f"numbers of {text!r}")
    parts = [read_part(part, pegs) for part in match[7].split(";\n")]
    key = (match[2], level_of(match[1], match[4]))
    return MasetCard(key, read_clauses(match[5], pegs), match[6], parts, match[8], int(match[9]))


# 4. Checking it.
@dataclass
class Reader:
    """Checks all that is printed, and then knows the values."""

    body: Body
    values: dict[tuple[Key, int], Fraction] = field(default_factory=dict)
    far: int = 0

    def check(self) -> None:
        body = self.body
        self.far = body.far
        asked = [one for card in body.patterns.values() for one in card.asked]
        endless = [
            c for c in body.patterns.values() if any(a.when.onset is not None for a in c.asked)
        ]
        need(
            body.told
            == {
                "patterns": len(body.patterns),
                "endless": len(endless),
                "questions": len(asked),
                "solutions": len(body.solutions),
                "ending": sum(one.last is not None for one in body.solutions.values()),
                "lines": sum(len(one.lines) for one in asked),
            },
            f"the counts {body.told}",
        )
        need(body.solutions.keys() <= body.patterns.keys(), "a solution of no pattern")
        self.enter_lines()
        for maset in body.masets.values():
            self.check_maset(maset)
        for card in body.patterns.values():
            self.check_pattern(card)
        self.check_theorem()
        self.check_solutions()

    def check_solutions(self) -> None:
        """Where there is no secret a closed form that is valid is 0; else `value` has put it in.

        It ends with the last question; if there is no last one, it never becomes negative.
        """
        for key, solution in self.body.solutions.items():
            card = self.body.patterns[key]
            last = None
            if all(asked.when.onset is None for asked in card.asked):
                last = max(max(asked.when.singles) for asked in card.asked)
            need(solution.last == last, f"the last m of {key}")
            for m in range(solution.valid, self.far):
                branch = solution.branches[m % self.body.period]
                if branch and not self.body.rules.secrets(card.clauses, m):
                    need(branch(m) == 0, f"{key} has no secret at {m}")
            for branch in filter(None, solution.branches if last is None else ()):
                later = branch.shifted(-self.far).coefficients
                need(all(c >= 0 for c in later), f"the values of {key} later on")

    def enter_lines(self) -> None:
        for card in self.body.patterns.values():
            for asked in card.asked:
                for m, (_, value) in asked.lines.items():
                    need((card.key, m) not in self.values, f"{card.key} at {m} twice")
                    self.values[card.key, m] = Fraction(value)

    def when(self, key: Key) -> list[Numbers]:
        need(key in self.body.patterns, f"no pattern {key}")
        return [asked.when for asked in self.body.patterns[key].asked]

    def value(self, key: Key, m: int) -> Fraction:
        """V: from the lines, else from the table; 0 where there is no secret."""
        rules, card = self.body.rules, self.body.patterns[key]
        if rules.secrets(card.clauses, m) == 0:
            return Fraction(0)
        need(any(m in numbers for numbers in self.when(key)), f"nothing is asked on {key} at {m}")
        known = self.values.get((key, m))
        solution = self.body.solutions.get(key)
        if solution and m >= solution.valid:
            value = self.closed(key, m)(m)
            need(known in (None, value), f"line and table differ: {key} at {m}")
            return value
        need(known is not None, f"no value of {key} at {m}")
        assert known is not None
        return known

    def closed(self, key: Key, m: int) -> Polynomial:
        """The polynomial of the class of m."""
        branch = self.body.solutions[key].branches[m % self.body.period]
        need(branch, f"no polynomial of {key} at {m}")
        assert branch is not None
        return branch

    def split(self, clauses: set[str], question: str) -> dict[tuple[int, int], Clauses]:
        parts: dict[tuple[int, int], set[str]] = {}
        for clause in clauses:
            parts.setdefault(self.body.rules.answer(clause, question), set()).add(clause)
        return {answer: frozenset(part) for answer, part in parts.items()}

    def check_question(self, question: str, k: int) -> int:
        """A word of the game whose new colours are in order; how many there are."""
        rules = self.body.rules
        new = [
            c
            for i, c in enumerate(question)
            if c != "a" and SYMBOLS.index(c) >= k and c not in question[:i]
        ]
        need(new == list(SYMBOLS[k : k + len(new)]), f"new colours of {question}")
        need(len(question) == rules.pegs and set(question) != {"a"}, f"question {question}")
        need(rules.repeats or rules.is_distinct(question), f"question {question}")
        return len(new)

    def renamed(self, part: Part) -> Clauses:
        positions, old, new = part.renaming
        positions = positions or "".join(str(i + 1) for i in range(self.body.rules.pegs))
        need(sorted(positions) == sorted("123"[: self.body.rules.pegs]), f"positions {positions}")
        need(len(old) == len(new) == len(set(old)) == len(set(new)), f"colours {old} {new}")
        if old:
            need([*old] == explicit_colours(part.clauses), f"colours {old}")
        names = dict(zip(old, new, strict=True))
        return frozenset(
            "".join(names.get(clause[int(p) - 1], clause[int(p) - 1]) for p in positions)
            for clause in part.clauses
        )

    def check_explicit(self, part: Part, level: int, lost: int) -> None:
        rules, size = self.body.rules, len(part.clauses)
        if size <= 2:
            need(
                part.key is None and part.cost == ((1, 2) if rules.worst else (1, 3))[size - 1],
                part,
            )
            return
        need(part.key in self.body.masets, f"no maset: {part}")
        assert part.key is not None
        maset = self.body.masets[part.key]
        need(self.renamed(part) == maset.clauses and part.cost == maset.cost, f"renaming of {part}")
        need(not rules.exact or part.key[1] <= level + lost, f"excluded colours of {part}")

    def check_parts(
        self, parts: list[Part], found: dict[tuple[int, int], Clauses], what: str
    ) -> None:
        need([*found] and {part.answer for part in parts} == set(found), f"answers of {what}")
        need(len(parts) == len(found), f"an answer twice: {what}")
        for part in parts:
            need(part.clauses == found[part.answer], f"the part {part} of {what}")
            need(part.won == (part.answer == (self.body.rules.pegs, 0)), f"won: {part}")

    def check_maset(self, card: MasetCard) -> None:
        rules, k = self.body.rules, len(explicit_colours(card.clauses))
        need(explicit_colours(card.clauses) == list(SYMBOLS[:k]), f"normal: {card}")
        need(not any("*" in clause for clause in card.clauses) and len(card.clauses) > 2, card)
        need(self.check_question(card.question, k) == 0, f"new colours: {card}")
        need(not rules.exact or rules.excluded_needed(card.question) <= card.key[1], card)
        self.check_parts(card.parts, self.split(set(card.clauses), card.question), str(card.key))
        costs = []
        for part in card.parts:
            if not part.won:
                self.check_explicit(part, card.key[1], k - len(explicit_colours(part.clauses)))
                need(len(part.clauses) < len(card.clauses), card)
                costs.append(part.cost or 0)
        need(card.total == self.sum(str(len(card.clauses)), [str(c) for c in costs]), card)
        need(card.cost == rules.add(len(card.clauses), costs), f"cost of {card}")

    def sum(self, own: str, terms: list[str]) -> str:
        if not self.body.rules.worst:
            return " + ".join([own, *terms])
        if len(terms) > 1:
            return rf"1 + \max({', '.join(terms)})"
        return " + ".join(["1", *terms])

    def check_pattern(self, card: PatternCard) -> None:
        rules, k = self.body.rules, len(explicit_colours(card.clauses))
        need(explicit_colours(card.clauses) == list(SYMBOLS[:k]), f"normal: {card.key}")
        need(any("*" in clause for clause in card.clauses), f"no star: {card.key}")
        need(rules.repeats or all(map(rules.is_distinct, card.clauses)), f"repeats: {card.key}")
        size = read_polynomial(card.size, "m")
        need(all(size(m) == rules.secrets(card.clauses, m) for m in range(9)), f"S of {card.key}")
        for m in range(self.far):
            need(
                sum(m in asked.when for asked in card.asked) < 2,
                f"{card.key} at {m}: two questions",
            )
        for asked in card.asked:
            self.check_asked(card, asked, k, size)

    def check_asked(self, card: PatternCard, asked: Asked, k: int, size: Polynomial) -> None:
        rules, what = self.body.rules, f"{asked.question} on {card.key}"
        r = self.check_question(asked.question, k)
        need(not rules.exact or rules.excluded_needed(asked.question) <= card.key[1], what)
        found = self.split(rules.extend(card.clauses, k, r), asked.question)
        self.check_parts(asked.parts, found, what)
        times = asked.when.up_to(self.far)
        need(times and min(times) >= r, f"too few colours: {what}")
        constants, below = [], []
        for part in asked.parts:
            lost = k + r - len(explicit_colours(part.clauses))
            if part.won:
                need(part.clauses == {asked.question}, f"won: {what}")
            elif not any("*" in clause for clause in part.clauses):
                self.check_explicit(part, card.key[1], lost + min(times) - r)
                constants.append(part.cost or 0)
            elif part.none:
                need(not any(rules.secrets(part.clauses, m - r) for m in times), f"none: {what}")
            else:
                assert part.key is not None
                need(part.key in self.body.patterns, f"no pattern {part.key}")
                need(
                    self.renamed(part) == self.body.patterns[part.key].clauses, f"{part} of {what}"
                )
                need(part.term == self.name(part.key, r), f"term of {part}")
                need(not rules.exact or part.key[1] <= card.key[1] + lost, f"excluded: {part}")
                below.append(part.key)
        constant = max(constants, default=0) if rules.worst else sum(constants)
        terms = [str(constant)] if constant else []
        told = self.sum(f"S_{{{card.key[0]}}}(m)", terms + [self.name(key, r) for key in below])
        need(asked.equation == f"{self.name(card.key, 0)} = {told}", f"equation: {asked.equation}")
        for m, (line, value) in asked.lines.items():
            need(m in asked.when, f"line for {m} of {what}")
            numbers = [*terms, *(str(self.value(key, m - r)) for key in below)]
            need(
                line == self.sum(str(rules.secrets(card.clauses, m)), numbers),
                f"line {line} of {what}",
            )
            values = [int(number) for number in numbers]
            need(
                rules.add(rules.secrets(card.clauses, m), values) == value, f"line {line} of {what}"
            )
        self.check_identity(card, asked, size, constant, [(key, r) for key in below])
        for m in times:
            need(
                m in asked.lines or (asked.identity is not None and m >= asked.identity),
                f"{what} at {m}",
            )
            added = rules.add(
                rules.secrets(card.clauses, m),
                [constant, *(int(self.value(key, m - r)) for key in below)],
            )
            need(rules.secrets(card.clauses, m) > 0, f"no secret: {what} at {m}")
            need(added == self.value(card.key, m), f"value: {what} at {m}")
            need(
                all(0 <= self.value(key, m - r) < self.value(card.key, m) for key in below),
                f"the values do not decrease: {what} at {m}",
            )

    def name(self, key: Key, r: int) -> str:
        level = f"[{key[1]}]" if key[1] else ""
        return rf"\mptFunction{level}{{V}}{{{key[0]}}}(m{f'-{r}' if r else ''})"

    def check_identity(
        self,
        card: PatternCard,
        asked: Asked,
        size: Polynomial,
        constant: int,
        below: list[tuple[Key, int]],
    ) -> None:
        """That the equation holds for all m of its classes, however large."""
        if asked.identity is None:
            need(asked.when.onset is None, f"endless without identity: {asked.label} {card.key}")
            return
        body, period = self.body, self.body.period
        need(all(key in body.solutions for key in (card.key, *(key for key, _ in below))), asked)
        own = body.solutions[card.key].valid
        least = max(own, *(body.solutions[k].valid + r for k, r in below), 0)
        need(asked.identity == least, f"identity from {least}: {asked}")
        residues = {m % period for m in asked.when.up_to(self.far) if m >= asked.identity}
        for residue in residues:
            left = self.closed(card.key, residue)
            terms = [self.closed(k, residue - r).shifted(r) for k, r in below]
            if not body.rules.worst:
                total = polynomial([Fraction(constant)]) + size
                for term in terms:
                    total += term
                need(total == left, f"no identity: {asked.label} of {card.key} mod {residue}")
                continue
            lines = [polynomial([Fraction(constant)]), *terms]
            lines = [line + polynomial([Fraction(1)]) for line in lines]
            first = next(
                m for m in range(least, self.far) if m % period == residue and m in asked.when
            )
            need(all(len(line.coefficients) <= 2 for line in [left, *lines]), "a line")
            slope = (left.coefficients + (Fraction(0),) * 2)[1]
            need(
                all(
                    line(first) <= left(first)
                    and (line.coefficients + (Fraction(0),) * 2)[1] <= slope
                    for line in lines
                )
                and left in lines,
                f"no maximum: {asked.label} of {card.key} mod {residue}",
            )

    def check_theorem(self) -> None:
        """V of the full pattern is the formula, for all n: the classes are those of the table."""
        body = self.body
        root = ("0", min(level for number, level in body.patterns if number == "0"))
        need(
            root[1] == 0 and body.patterns[root].clauses == {"*" * body.rules.pegs},
            "the full pattern",
        )
        least = 1 if body.rules.repeats else body.rules.pegs
        need(min([body.valid_from, *body.exceptions]) >= least, "exceptions")
        need(all(n < body.valid_from for n in body.exceptions), "exceptions")
        for residue, branch in enumerate(body.solutions[root].branches):
            need(body.formula[residue % len(body.formula)] == branch, "formula and table")
        need(body.period % len(body.formula) == 0, "period")
        for n in range(least, self.far):
            told = body.exceptions.get(n, body.formula[n % len(body.formula)](n))
            need(self.value(root, n) == told, f"f({n})")
            formula = body.formula[n % len(body.formula)](n)
            need((formula != told) == (n in body.exceptions), f"exception {n}")
            if body.mean:
                secrets = body.rules.secrets(body.patterns[root].clauses, n)
                need(product_of(body.mean[0], n) == secrets, "the number of secrets")
                mean = quotient_of(body.mean[1][n % len(body.mean[1])], n)
                need(mean == formula / secrets, f"the expected number for {n}")
        need(body.valid_from in (least, max(body.exceptions, default=0) + 1), "valid from")


def read(text: str) -> Reader:
    """Check a printed strategy; `Wrong` if anything is not as it should be."""
    from tests.oracles.told import check_summary  # which reads on with what is here

    try:
        reader = Reader(read_body(text))
        reader.check()
        check_summary(text, reader)
    except (ValueError, LookupError, ArithmeticError, StopIteration) as failure:
        raise Wrong(f"not understood: {failure}") from failure
    return reader


def labels(text: str) -> Iterator[tuple[int, int, str]]:
    """The numbers of pattern and question of each label, with the question."""
    for match in re.finditer(r"\\mptAsked(?:\[\d\])?\{(\d+)\.(\d+)\}\{(\w+)\}", text):
        yield int(match[1]), int(match[2]), match[3]
