"""A reader of what documents say beside the proof: growth, values, the make-up of the closure.

Nothing here comes from the package; like `tests.oracles.printed` it raises `Wrong`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction

from tests.oracles.printed import Polynomial, Reader, Wrong, need, one, polynomial

SHOWN = (1, 2, 3, 4, 5, 6, 10, 20, 50, 100)
"""The numbers of colours that the table of values should have, where there is a secret."""

Table = tuple[list[str], list[list[str]]]
"""The cells of the head, and those of each row."""


def section(text: str, key: str) -> str:
    """The text of a section."""
    begin = one(rf"\\mptSection\{{{key}\}}", text, f"section {key}").end()
    rest = text[begin:]
    end = re.search(r"\\mptSection\{|\\end\{mptBody\}", rest)
    return rest[: end.start()] if end else rest


def tables(text: str) -> list[Table]:
    """All tables of a text."""
    found = []
    for inner in re.findall(r"\\begin\{mptTable\}\n(.*?)\\end\{mptTable\}", text, re.DOTALL):
        rows = []
        for line in filter(None, map(str.strip, inner.split("\n"))):
            need(re.search(r"\\\\(?: \\hline)?$", line), f"no row: {line}")
            cells = re.sub(r"\\\\(?: \\hline)?$", "", line).split("&")
            rows.append([cell.strip() for cell in cells])
        need(len({len(row) for row in rows}) == 1, f"columns: {rows[0]}")
        found.append((rows[0], rows[1:]))
    return found


def whole(text: str) -> int:
    """A number with commas between its thousands."""
    number = int(text.replace(",", ""))
    need(text == f"{number:,}", f"no number: {text!r}")
    return number


def read_terms(text: str) -> Polynomial:
    """Like ``\\frac{1}{3}n^3 - \\frac{17}{8}n + 2``."""
    found: dict[int, Fraction] = {}
    term = r"([+-])?(?:\\frac\{(\d+)\}\{(\d+)\}|(\d+))?(?:(n)(?:\^(\d+))?)?"
    rest = text.replace(" ", "")
    while rest:
        match = re.match(term, rest)
        need(match and match[0] not in ("", "+", "-"), f"no terms: {text!r}")
        assert match is not None
        sign, top, below, number, symbol, power = match.groups()
        size = Fraction(int(top), int(below)) if top else Fraction(int(number or 1))
        degree = int(power or 1) if symbol else 0
        need(degree not in found, f"twice: {text!r}")
        found[degree] = -size if sign == "-" else size
        rest = rest[match.end() :]
    need(found, "no terms")
    return polynomial([found.get(i, Fraction(0)) for i in range(max(found) + 1)])


def read_order(text: str) -> tuple[Polynomial, int | None]:
    """Leading terms, and the power of n that bounds the rest; None where there is no rest."""
    terms, _, rest = text.partition(" + O(")
    if not rest:
        return read_terms(terms), None
    powers = {"1/n": -1, "1": 0, "n": 1}
    order = rest.removesuffix(")")
    return read_terms(terms), powers[order] if order in powers else int(order.removeprefix("n^"))


def product_of(one_: Polynomial, other: Polynomial) -> Polynomial:
    total = [Fraction(0)] * (len(one_.coefficients) + len(other.coefficients))
    for i, a in enumerate(one_.coefficients):
        for j, b in enumerate(other.coefficients):
            total[i + j] += a * b
    return polynomial(total)


def degree_of_difference(one_: Polynomial, other: Polynomial) -> int:
    """-1 where there is none."""
    return len((one_ + Polynomial(tuple(-c for c in other.coefficients))).coefficients) - 1


def check_growth(
    text: str, formula: Sequence[Polynomial], pegs: int, *, repeats: bool, worst: bool
) -> None:
    """The leading terms of f(n) and of its mean, and what a further colour costs."""
    told = one(
        r"\\mptDisplay\{f\(n\) = (.*?)(?:, \\qquad \\frac\{f\(n\)\}\{.*?\} = (.*))?\.\}\n",
        text,
        "growth",
    )
    need(bool(told[2]) != worst, "the expected number")
    secrets = Polynomial((Fraction(1),))
    for i in range(pegs):
        secrets = product_of(secrets, Polynomial((Fraction(0 if repeats else -i), Fraction(1))))
    mean = told[1]
    for shown, by in ((told[1], Polynomial((Fraction(1),))), (told[2], secrets)):
        if not shown:
            continue
        mean, (terms, order) = shown, read_order(shown)
        lowest = next(i for i, c in enumerate(terms.coefficients) if c)
        need(order is None or lowest > order, f"terms beyond the order: {shown}")
        gaps = [degree_of_difference(branch, product_of(terms, by)) for branch in formula]
        most = -1 if order is None else order + len(by.coefficients) - 1
        need(max(gaps) == most or (order == -1 and 0 <= max(gaps) <= most), f"order: {shown}")
    each = re.search(r"each further colour costs (?:on average )?\$(.*?)\$ of a question", text)
    slope = read_order(mean)[0].coefficients
    need(each and len(slope) == 2 and read_terms(each[1]).coefficients == slope[1:], "each colour")


def check_values(
    table: Table, value: Callable[[int], Fraction], secrets: Callable[[int], int], *, worst: bool
) -> None:
    """n, f(n) and the quotient with four decimals."""
    head, rows = table
    need(len(head) == 2 + (not worst) and rows, "the table of values")
    numbers = [whole(row[0]) for row in rows]
    need(numbers == [n for n in SHOWN if secrets(n)], f"values of {numbers}")
    for n, row in zip(numbers, rows, strict=True):
        need(whole(row[1]) == value(n), f"f({n})")
        if not worst:
            need(re.fullmatch(r"[\d,]+\.\d{4}", row[2]), row)
            mean = value(n) / secrets(n)
            gap = abs(Fraction(row[2].replace(",", "")) - mean)
            need(gap <= Fraction(1, 20_000), f"mean for {n}")


def check_sizes(table: Table, patterns: int, questions: int) -> None:
    """By explicit colours; the last row has the sums."""
    _, rows = table
    columns = [[whole(cell) for cell in column] for column in list(zip(*rows, strict=True))[1:]]
    need([row[0] for row in rows] == [*map(str, range(len(rows) - 1)), "all"], "explicit colours")
    need(all(sum(column[:-1]) == column[-1] for column in columns), "sums")
    need([column[-1] for column in columns][:2] == [patterns, questions], "patterns, questions")
    need(all(a >= c for a, c in zip(columns[1], columns[2], strict=True)), "different ones")


def check_optimal(table: Table, sets: int) -> None:
    """How many sets of optimal questions have 1, 2, ... of them."""
    _, rows = table
    labels = [str(size) for size in range(1, len(rows))] + [f"{len(rows)} or more"]
    need([row[0] for row in rows] == labels, "sizes")
    if sum(whole(row[1]) for row in rows) != sets:
        raise Wrong("sets of optimal questions")


def check_summary(text: str, reader: Reader) -> None:
    """What a summary says beside its proof."""
    body, flat = reader.body, " ".join(text.split())
    rules, root = body.rules, frozenset({"*" * body.rules.pegs})
    (sizes,) = tables(section(text, "lower"))
    values, optimal = tables(section(text, "facts"))
    counts = [
        whole(one(pattern, flat, what)[1])
        for pattern, what in (
            (r"by all questions, to ([\d,]+) patterns?;", "patterns"),
            (r"The patterns have ([\d,]+) questions?,", "questions"),
            (r"It computes all ([\d,]+) functions", "functions"),
            (r"together ([\d,]+) sets of such questions", "sets"),
        )
    ]
    check_sizes(sizes, *counts[:2])
    need(counts[3] == counts[2] * body.period, "a set for each function and residue")
    check_optimal(optimal, counts[3])
    check_growth(
        section(text, "facts"), body.formula, rules.pegs, repeats=rules.repeats, worst=rules.worst
    )

    def value(n: int) -> Fraction:
        return Fraction(body.exceptions.get(n, body.formula[n % len(body.formula)](n)))

    check_values(values, value, lambda n: rules.secrets(root, n), worst=rules.worst)
