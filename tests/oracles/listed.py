"""A printed proof, read back from its LaTeX as a reader with pencil and paper has it.

Nothing here comes from the package: what is read is text, and what is computed is computed from
the text (`Paper.minima`) or by enumeration (`tests.oracles.masets`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from typing import Final

from tests.oracles.masets import EXTRA, secrets
from tests.oracles.wording import said

Word = tuple[int, ...]
Function = tuple[int, int]
"""A pattern and the number of excluded colours, 0 where the listing has none."""

_FUNCTION: Final = r"\\mptFunction(?:\[([e\d+]+)\])?\{f\}\{(\d+)\}\(n(?:-(\d+))?\)"


@lru_cache(maxsize=1 << 12)
def polynomial(text: str, symbol: str = "n") -> tuple[Fraction, ...]:
    """Coefficients, ascending, of a printed polynomial."""
    fraction = re.fullmatch(r"\\frac\{(.*)\}\{(\d+)\}", text)
    over = Fraction(1, int(fraction[2])) if fraction else Fraction(1)
    body = fraction[1] if fraction else text
    coefficients = [Fraction(0)] * 9
    term = rf"([+-]?) ?(?:(\d+)({symbol})?|({symbol}))(?:\^(\d))?(?: |$)"
    assert re.fullmatch(f"(?:{term})+", body), text
    for sign, digits, after, alone, power in re.findall(term, body):
        degree = int(power or 1) if after or alone else 0
        coefficients[degree] += over * int(digits or 1) * (-1 if sign == "-" else 1)
    return tuple(coefficients)


def at(coefficients: tuple[Fraction, ...], n: int) -> Fraction:
    return sum((c * n**i for i, c in enumerate(coefficients) if c), Fraction(0))


def by_parity(text: str, joint: str) -> tuple[tuple[Fraction, ...], ...]:
    """One polynomial, or those for even and for odd n."""
    pieces = re.findall(r"(.*?)" + joint + r"\\text\{for (even|odd) \} n", text)
    if not pieces:
        return (polynomial(text),)
    assert [kind for _, kind in pieces] == ["even", "odd"]
    return tuple(polynomial(piece.strip(" ,$")) for piece, _ in pieces)


def cycles(text: str, what: str) -> dict[int, int]:
    """A permutation of positions or colours from its cycles."""
    found = re.search(what + r" \$((?:\([^)]*\))+)\$", text)
    moved = {}
    for cycle in re.findall(r"\((.*?)\)", found[1] if found else ""):
        places = list(map(int, cycle.split(r"\,")))
        assert len(places) > 1
        moved |= dict(zip(places, [*places[1:], places[0]], strict=True))
    return moved


def image(cells: list[str], witness: str) -> str:
    """A word, the cells as text, with positions and colours permuted."""
    places, colours = cycles(witness, "positions"), cycles(witness, "colours")
    moved = {
        places.get(i, i): str(colours.get(int(cell), int(cell))) if cell.isdigit() else cell
        for i, cell in enumerate(cells, 1)
    }
    return "".join(moved[i] for i in range(1, len(cells) + 1))


def word(text: str) -> Word:
    return tuple(EXTRA if sign == "a" else int(sign) for sign in text)


def clauses(text: str) -> list[str]:
    return text.replace(r"\mptClause ", "|").split("|")


def is_among(n: int, text: str) -> bool:
    """Whether n is among numbers like ``$n = 1$, $2$ and every odd $n \\ge 5$``."""
    for piece in text.split(" and "):
        every = re.fullmatch(r"every (even |odd |)\$n \\ge (\d+)\$", piece)
        if every:
            parity = {"": n % 2, "even ": 0, "odd ": 1}[every[1]]
            if n >= int(every[2]) and n % 2 == parity:
                return True
        else:
            assert re.fullmatch(r"\$n = \d+\$(, \$\d+\$)*", piece), piece
            if str(n) in re.findall(r"\d+", piece):
                return True
    return False


@dataclass(frozen=True)
class Part:
    """One answer: raw clauses, normalized ones, those of the list; what it costs."""

    answer: tuple[int, int]
    raw: list[str]
    normal: list[str]
    known: list[str]
    function: Function | None
    witness: str
    cost: int | None
    is_won: bool


@dataclass(frozen=True)
class Equation:
    """An equation of a function: with the letter e it is one of each function that it is for.

    mark: what its number has beside the question.
    """

    number: str
    mark: str
    function: Function
    question: Word
    parts: list[Part]
    left: Function
    sign: str
    terms: list[tuple[Function, int]]
    rest: str
    first: int
    verdict: str
    step: str
    solution: str

    @cached_property
    def said(self) -> tuple[str, str]:
        """By its name, which verdict it is, and what that is about."""
        return said(self.verdict)

    @property
    def is_whole(self) -> bool:
        return self.said[0] == "set_aside"

    @property
    def is_same(self) -> bool:
        return self.said[0] == "same"

    @property
    def is_told_by_another(self) -> bool:
        return self.said[0] in ("same", "more_than")

    @property
    def other(self) -> str | None:
        """The equation that the verdict refers to."""
        found = re.search(r"\(\\mptEqNumber(?:\[([\d,]+)\])?\{([\d.]+)\}\)", self.verdict)
        assert not found or (found[1] or "") in ("", self.mark)
        return found[2] if found else None

    def is_called_optimal(self, n: int) -> bool:
        """Whether the verdict says that the question is optimal for n."""
        kind, numbers = self.said
        return kind in ("optimal", "sometimes") and is_among(n, numbers)

    @cached_property
    def excess(self) -> tuple[dict[int, int], int, tuple[tuple[Fraction, ...], ...]]:
        """The excess for single n, and from some n on by parity."""
        text = re.search(r"\\emph\{Excess:\} (.*?)\.(?: \\emph|$)", self.verdict)
        assert text, self.verdict
        single = {int(n): int(e) for e, n in re.findall(r"\$(\d+)\$ for \$n=(\d+)\$", text[1])}
        split = re.search(r"for \$n \\ge (\d+)\$: (.*)$", text[1])
        if split:
            return single, int(split[1]), by_parity(split[2], r"\$ ?")
        whole = re.search(r"\$([^$]*)\$ for \$n \\ge (\d+)\$$", text[1])
        assert whole, text[1]
        return single, int(whole[2]), (polynomial(whole[1]),)

    @cached_property
    def differences(self) -> dict[int, list[tuple[int, ...]]]:
        """By base point: the differences of the excess, or of each term of the maximum."""
        found: dict[int, list[tuple[int, ...]]] = {}
        text = re.search(r"\\emph\{(Differences|Lines):\} (.*)\.$", self.verdict)
        for piece in text[2].split("; ") if text else []:
            if text and text[1] == "Differences":
                one = re.fullmatch(r"\$(.*)\$ at \$\\mu = (\d+)\$", piece)
                assert one, piece
                found[int(one[2])] = [tuple(map(int, one[1].split(", ")))]
            else:
                one = re.fullmatch(rf"\$(.*)\$ at \$m = (\d+) \+ {self.step}t\$", piece)
                assert one, piece
                lines = [polynomial(line, "t") for line in one[1].split(", ")]
                assert not any(any(line[2:]) for line in lines)
                found[int(one[2])] = [(int(line[0]), int(line[1])) for line in lines]
        return found


@dataclass(frozen=True)
class Section:
    function: Function
    clauses: list[str]
    secrets: tuple[Fraction, ...]
    automorphisms: list[str]
    classes: list[set[Word]]
    equations: list[Equation]

    @cached_property
    def colours(self) -> int:
        return len(set("".join(self.clauses)) - {"*"})


class Paper:
    """The body of a listing."""

    def __init__(self, body: str, *, repeats: bool, worst: bool) -> None:
        self.body, self.repeats, self.worst = body, repeats, worst
        self.exact = bool(re.search(r"\\mptPatternHead\[\]\{0\}\{Pattern 0, \$e = ", body))
        most = re.search(r"where \$p = \d\$ is the number of pegs and \$C = (\d)\$", body)
        assert most
        self.most = int(most[1]) if self.exact else 0
        self._counted: dict[tuple[Function, int], int] = {}
        period = re.search(r"The period of the claim is \$T = (\d+)\$", body)
        assert period
        self.step = period[1] if period[1] != "1" else ""
        heads = re.split(r"\\mptPatternHead", body.split(r"\mptSection{values}")[0])[1:]
        sections = [self._section(head, level) for head in heads for level in self._levels(head)]
        self.sections = {one.function: one for one in sections}
        assert len(self.sections) == len(sections)

    @staticmethod
    def _levels(text: str) -> list[int]:
        """The numbers of excluded colours that the heading of a pattern names; else 0."""
        head = re.match(r"\[\]\{(\d+)\}\{Pattern \1(?:, \$e = ([\d, ]+)\$)?\}\n", text)
        assert head, text[:80]
        return list(map(int, head[2].split(", "))) if head[2] else [0]

    def _is_asked(self, question: Word, level: int) -> bool:
        """Whether enough colours are excluded for the question to be asked."""
        cells = question.count(EXTRA)
        return not self.exact or level >= (min(cells, 1) if self.repeats else cells)

    def _section(self, text: str, level: int) -> Section:
        head, *questions = text.split("\\mptQuestion")
        function = int(re.findall(r"\d+", head)[0]), level
        shown, count = re.search(r"\\mptPattern\{(.*?)\} with \$(.*?)\$ secrets", head).groups()
        listed = re.search(r"Questions by classes: (.*?)\.\\par", head)
        assert listed
        classes = [
            {word(one) for one in re.findall(r"\\texttt\{(.*?)\}", piece)}
            for piece in listed[1].split("; ")
        ]
        asked = [one for one in classes if self._is_asked(min(one), level)]
        equations = [
            self._equation(function, question)
            for question, one in zip(questions, classes, strict=True)
            if one in asked
        ]
        maps = re.search(r"Automorphisms: (.*?)\.\n", head)
        assert maps
        generators = [] if maps[1] == "the identity only" else maps[1].split("; ")
        return Section(function, clauses(shown), polynomial(count), generators, asked, equations)

    def _equation(self, function: Function, text: str) -> Equation:
        asked = re.match(r"\{\\texttt\{(.*?)\}\}", text)
        assert asked
        answers, *said = text.split(r"\mptEquation")
        by_mark = {re.match(r"\[([\d,]*)\]", one)[1]: one for one in said}
        assert len(by_mark) == len(said)
        (mark,) = [one for one in by_mark if not one or str(function[1]) in one.split(",")]
        assert mark or len(said) == 1
        formula = re.match(
            r"\[[\d,]*\]\{([\d.]+)\}\{(.*) \\qquad \(n \\ge (\d+)\)\}\n", by_mark[mark]
        )
        verdict = re.search(r"\\mptVerdict\{(.*)\}\n", by_mark[mark])
        solution = re.search(r"\\mptSolution\{(.*)\.\}\n", by_mark[mark])
        assert formula
        assert verdict
        left, sign, right = re.fullmatch(r"(\S+) (=|\\le) (.*)", formula[2]).groups()
        terms = [self._term(m, function[1]) for m in re.finditer(_FUNCTION, right)]
        rest = re.sub(_FUNCTION, "", right)
        (side,) = (self._term(m, function[1]) for m in re.finditer(_FUNCTION, left))
        assert side == (function, 0)
        assert formula[1].startswith(f"{function[0]}.")
        lines = re.findall(r"\\mptAnswer\{\\mptPegs\{(\d)\}\{(\d)\}\} (.*)", answers)
        parts = [self._part(int(b), int(w), line, function[1]) for b, w, line in lines]
        return Equation(
            formula[1], mark, function, word(asked[1]), parts, side[0], sign, terms, rest,
            int(formula[3]), verdict[1], self.step, solution[1] if solution else "",
        )  # fmt: skip

    def _after(self, text: str | None, level: int) -> int:
        """Like ``e+1``: a number of excluded colours, where e is *level*."""
        found = re.fullmatch(r"(e)?\+?(\d*)", text or "")
        assert found, text
        assert found[1] or int(found[2] or 0) <= self.most
        return min(self.most, (level if found[1] else 0) + int(found[2] or 0))

    def _term(self, found: re.Match[str], level: int) -> tuple[Function, int]:
        return (int(found[2]), self._after(found[1], level)), int(found[3] or 0)

    def _part(self, black: int, white: int, text: str, level: int) -> Part:
        shown = [clauses(one) for one in re.findall(r"\\mptPattern\{(.*?)\}", text)]
        raw = shown[0] if shown else []
        normal = shown[1] if r"\to" in text else raw
        reference = re.search(r"\\mptPatternRef\[\]\{(\d+)\}(?:, \$e'=([e\d+]+)\$)?", text)
        function = (int(reference[1]), self._after(reference[2], level)) if reference else None
        assert not reference or bool(reference[2]) == self.exact
        cost = re.search(r"\(cost \$(\d+)\$\)", text)
        witness = re.search(r"((?:positions|colours) .*)\)$", text)
        return Part(
            (black, white), raw, normal, shown[-1] if shown else [], function,
            witness[1] if witness else "", int(cost[1]) if cost else None, "(won)" in text,
        )  # fmt: skip

    def secrets(self, function: Function, n: int) -> int:
        """The number of secrets of a pattern with n colours, by enumeration."""
        if (function, n) not in self._counted:
            section = self.sections[function]
            left = n - section.colours
            found = secrets(section.clauses, left, self.repeats) if left >= 0 else ()
            self._counted[function, n] = len(found)
        return self._counted[function, n]

    def right(self, equation: Equation, n: int, minima: dict[tuple[Function, int], int]) -> int:
        """The right side of an equation with the minima put in."""
        values = [minima[function, n - less] for function, less in equation.terms]
        if self.worst:
            assert equation.rest.startswith("1 + ")
            constant = re.search(r"\d+\)$|^1 \+ \d+$", equation.rest)
            number = int(re.findall(r"\d+", constant[0])[-1]) if constant else 0
            return 1 + max([number, *values])
        body = re.sub(r"^[ +]+", "", equation.rest)
        return sum(values) + int(at(polynomial(re.sub(r"^- ", "-", body)), n))

    def minima(self, last: int) -> dict[tuple[Function, int], int]:
        """f(n) of all functions for n with m = n - k = 0, ..., *last*, from the printed equations.

        In the order of m and, for equal m, of the number of secrets; a question without new
        colours that has a part with as many secrets is left out.
        """
        found: dict[tuple[Function, int], int] = {}
        for m in range(last + 1):
            sizes = {f: self.secrets(f, m + one.colours) for f, one in self.sections.items()}
            for function in sorted(sizes, key=lambda f: sizes[f]):
                section = self.sections[function]
                n = m + section.colours
                sides = []
                for one in section.equations:
                    new = max([0, *(c - section.colours + 1 for c in one.question)])
                    left = m - new
                    if left < 0 or not sizes[function]:
                        continue
                    if not new and any(sizes[f] == sizes[function] for f, _ in one.terms):
                        continue
                    sides.append(self.right(one, n, found))
                found[function, n] = min(sides) if sizes[function] else 0
        return found

    def functions(self, number: str, level: str) -> list[Function]:
        """The function, or all of the pattern where its name has the letter e, or none."""
        return [
            one
            for one in self.sections
            if one[0] == int(number) and level in (str(one[1]), "e", "")
        ]

    def table(self) -> dict[tuple[Function, int], int]:
        """The printed values."""
        text = re.search(
            r"\\mptSection\{values\}.*?\\begin\{mptTable\}\n(.*?)\\end\{mptTable\}",
            self.body,
            re.DOTALL,
        )
        assert text
        head, *rows = text[1].strip().splitlines()
        columns = [
            self.functions(number, level)
            for level, number in re.findall(r"\\mptFunction(?:\[([\de])\])?\{f\}\{(\d+)\}", head)
        ]
        found = {}
        for row in rows:
            n, *cells = [cell.strip() for cell in row.removesuffix(r"\\").split("&")]
            for functions, cell in zip(columns, cells, strict=True):
                for function in functions if cell else ():
                    assert (function, int(n)) not in found
                    found[function, int(n)] = int(cell)
        return found

    def solutions(
        self,
    ) -> Iterator[tuple[Function, list[tuple[str, str]], int, tuple[tuple[Fraction, ...], ...]]]:
        """The claims: equations named with their parity; from which n on; the formula."""
        pattern = (
            r"\{\\raggedright From (.*), for \$n \\ge (\d+)\$:\\par\}\n"
            r"\\mptDisplay\{\\mptFunction(?:\[([\de])\])?\{g\}\{(\d+)\}\(n\) = (.*)\}\n"
        )
        for named, first, level, number, formula in re.findall(pattern, self.body):
            cases = re.fullmatch(r"\\begin\{(\w+)\} (.*) \\end\{\1\}", formula)
            text = re.sub(r"\\displaystyle | \\\\\[[\d.]+ex\] ", "", cases[2]) if cases else formula
            marked = re.findall(
                r"\\mptEqNumber(?:\[([\d,]+)\])?\{([\d.]+)\}\)(?: \$\\text\{for (\w+) \} n\$)?",
                named,
            )
            for function in self.functions(number, level):
                marks = {one.number: one.mark for one in self.sections[function].equations}
                assert all(marks[one] == mark for mark, one, _ in marked)
                equations = [(one, when) for _, one, when in marked]
                yield function, equations, int(first), by_parity(text, " & ")


def stands_for(part: list[str], first: int, left: int, repeats: bool) -> set[Word]:
    """The secrets of a raw part, its stars being the *left* colours from *first* on."""
    found = set()
    for clause in part:
        for secret in product(
            *(range(first, first + left) if s == "*" else (int(s),) for s in clause)
        ):
            if repeats or len(set(secret)) == len(secret):
                found.add(secret)
    return found
