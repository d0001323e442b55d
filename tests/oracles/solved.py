"""The equations that a listing solves step by step, read back and worked off again.

What is said of an equation is compared with the equation itself (`tests.oracles.listed`), with
values that come from the printed recurrences, and with the printed solutions.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

from tests.oracles.listed import Equation, Function, Paper, at
from tests.oracles.printed import read_polynomial
from tests.oracles.told import Table, section, tables

Minima = dict[tuple[Function, int], int]
Number = Callable[[int], Fraction]
"""A function of n."""

POINTS = 9
"""Polynomials of degree 8 that agree at this number of points are the same."""


class Solved:
    """The section with the solved equations."""

    def __init__(self, paper: Paper, minima: Minima, text: str | None = None) -> None:
        self.paper, self.minima = paper, minima
        text = section(paper.body, "solved") if text is None else text
        pieces = re.split(r"\\mptSolved\{(\w+)\}\{.*?\}\n", text)[1:]
        self.items = dict(zip(pieces[::2], pieces[1::2], strict=True))
        assert len(self.items) == len(pieces) // 2
        self.branches = {function: found for function, _, _, found in paper.solutions()}
        period = re.search(r"The period of the claim is \$T = (\d+)\$", paper.body)
        assert period
        self.period = int(period[1])

    def check(self, far: int) -> None:
        """Everything, and one of each kind of verdict that the listing has."""
        self.far = far
        for kind, text in self.items.items():
            getattr(self, f"check_{kind}")(text)
        wanted = {self.kind(one) for s in self.paper.sections.values() for one in s.equations}
        solved = {self.kind(self.equations(text)[0]) for text in self.items.values()}
        assert solved == wanted
        assert "loop" in self.items

    @staticmethod
    def kind(equation: Equation) -> str:
        kind, _ = equation.said
        return "no_solution" if kind == "set_aside" else kind

    def equations(self, text: str) -> list[Equation]:
        """The equations that are shown, each as in the list, with the most excluded colours."""
        found = []
        shown = re.findall(
            r"\(\\mptEqNumber(?:\[([\d,]+)\])?\{([\d.]+)\}\): \\mptFormula\{(.*?\(n \\ge \d+\))\}",
            text,
        )
        for mark, number, formula in shown:
            assert rf"\mptEquation[{mark}]{{{number}}}{{{formula}}}" in self.paper.body
            same = [
                one
                for s in self.paper.sections.values()
                for one in s.equations
                if (one.number, one.mark) == (number, mark)
            ]
            found.append(max(same, key=lambda one: one.function))
        return found

    def solution(self, function: Function, n: int) -> Fraction:
        branches = self.branches[function]
        return at(branches[n % len(branches)], n)

    def agrees(self, cell: str, wanted: Number, residue: int, period: int) -> None:
        """A polynomial in n is right on a residue class."""
        shown = read_polynomial(cell.strip("$"), "n")
        first = 20 * period + residue
        assert all(shown(n) == wanted(n) for n in range(first, first + POINTS * period, period))

    def columns(self, table: Table, period: int) -> list[tuple[str, list[str]]]:
        head, rows = table
        named = {1: ["every $n$"], 2: ["even $n$", "odd $n$"]}
        assert head == ["", *named[period]]
        return [(row[0], row[1:]) for row in rows]

    def row_agrees(self, cells: list[str], wanted: Number, period: int) -> None:
        for residue, cell in enumerate(cells):
            self.agrees(cell, wanted, residue, period)

    def name(self, function: Function, less: int, told: str, equation: Equation) -> None:
        """The name of a term is that of the function at n minus *less*."""
        pattern = r"\$\\mptFunction(?:\[([e\d+]+)\])?\{g\}\{(\d+)\}\(n(?:-(\d+))?\)\$"
        found = re.fullmatch(pattern, told)
        assert found, told
        level = self.paper._after(found[1], equation.function[1])
        assert ((int(found[2]), level), int(found[3] or 0)) == (function, less)

    def own(self, equation: Equation) -> Number:
        """What an equation adds to the functions: secrets and constant, or the constant."""
        zero = {(f, n): 0 for f, _ in equation.terms for n in range(-20, 400)}
        less = 1 if self.paper.worst else 0
        return lambda n: Fraction(self.paper.right(equation, n, zero) - less)

    def terms(self, equation: Equation) -> list[tuple[Function, int]]:
        return [*dict.fromkeys(equation.terms)] if self.paper.worst else equation.terms

    def has_constant(self, equation: Equation) -> bool:
        return bool(self.own(equation)(30)) or not equation.terms

    def check_optimal(self, text: str) -> None:
        (equation,) = self.equations(text)
        paper, period, terms = self.paper, self.period, self.terms(equation)
        first, *more = tables(text)
        rows = self.columns(first, period)
        own, count = self.own(equation), len(terms)
        values: list[Number] = []
        for (function, less), (label, cells) in zip(terms, rows, strict=False):
            self.name(function, less, label, equation)
            values.append(lambda n, f=function, d=less: self.solution(f, n - d))  # type: ignore[misc]
            self.row_agrees(cells, values[-1], period)
        if not paper.worst or self.has_constant(equation):
            label, cells = rows[count]
            assert label == ("constant" if paper.worst else "secrets and constant")
            self.row_agrees(cells, own, period)
            values.append(own)
            count += 1

        def right(n: int) -> Fraction:
            found = [value(n) for value in values]
            return 1 + max(found) if paper.worst else sum(found, Fraction(0))

        def left(n: int) -> Fraction:
            return self.solution(equation.left, n)

        (right_row, left_row, last) = rows[count:]
        assert (right_row[0], last[0]) == ("right side", "excess")
        self.name(equation.left, 0, left_row[0], equation)
        self.row_agrees(right_row[1], right, period)
        self.row_agrees(left_row[1], left, period)
        self.row_agrees(last[1], lambda n: right(n) - left(n), period)
        onset = re.search(r"With the solutions put in, for \$n \\ge (\d+)\$,", text)
        assert onset
        excess = [read_polynomial(cell.strip("$"), "n") for cell in last[1]]
        for n in range(int(onset[1]), self.far + 1):
            wanted = paper.right(equation, n, self.minima) - self.minima[equation.left, n]
            assert excess[n % period](n) == wanted
        self.check_early(text, equation, terms, int(onset[1]))
        if paper.worst:
            (lines,) = more
            self.check_lines(text, equation, lines, rows[:count], values)
        else:
            assert not more
            self.check_points(text, equation, [lambda n, p=p: p(n) for p in excess])  # type: ignore[misc]
        said = re.search(r"So the verdict is: (.*)\.\n", text)
        assert said
        assert equation.verdict.startswith(f"{said[1]}.")

    check_sometimes = check_more = check_optimal

    def check_early(
        self, text: str, equation: Equation, terms: list[tuple[Function, int]], onset: int
    ) -> None:
        """The excess in numbers, for every n before the onset."""
        paper = self.paper
        pattern = r"\$([^$]*) - (\d+) = (\d+)\$ for \$n = (\d+)\$"
        found = re.findall(pattern, text)
        assert [int(n) for *_, n in found] == list(range(equation.first, onset))
        for shown, left, excess, number in found:
            n = int(number)
            wanted = [self.minima[function, n - less] for function, less in terms]
            if not paper.worst or self.has_constant(equation):
                wanted.append(int(self.own(equation)(n)))
            if paper.worst:
                inner = re.fullmatch(r"1 \+ (?:\\max\(([\d, ]+)\)|(\d+))", shown)
                assert inner
                numbers = [*map(int, (inner[1] or inner[2]).split(", "))]
                right = 1 + max(numbers)
            else:
                numbers = [*map(int, shown.split(" + "))]
                right = sum(numbers)
            assert numbers == wanted
            assert int(left) == self.minima[equation.left, n]
            assert int(excess) == right - int(left)

    def points(self, text: str, pattern: str, equation: Equation) -> list[tuple[int, list[str]]]:
        """For each base point its first n, and what is said there."""
        colours = self.paper.sections[equation.function].colours
        found = re.findall(pattern, text)
        assert {int(m) for _, _, m, *_ in found} == set(equation.differences)
        for first, step, m, *_ in found:
            assert int(first) == int(m) + colours
            assert int(step or 1) == self.period
        return [(int(one[2]), [*one]) for one in found]

    def check_points(self, text: str, equation: Equation, excess: list[Number]) -> None:
        """The excesses at each base point, and their differences."""
        pattern = (
            r"\$t = 0, 1, \\dots\$ and \$n = (\d+) \+ (\d*)t\$, that is \$\\mu = (\d+)\$, "
            r"the excess is \$([\d, ]+), \\dots\$ with the differences \$([\d, ]+)\$"
        )
        for m, (first, _, _, shown, differences) in self.points(text, pattern, equation):
            values = [*map(int, shown.split(", "))]
            told = [*map(int, differences.split(", "))]
            for t, value in enumerate(values):
                n = int(first) + self.period * t
                assert excess[n % self.period](n) == value
            left = []
            while values:
                left.append(values[0])
                values = [b - a for a, b in pairwise(values)]
            assert left == told
            (listed,) = equation.differences[m]
            assert told[: len(listed)] == [*listed]
            assert not any(told[len(listed) :])

    def check_lines(
        self,
        text: str,
        equation: Equation,
        table: Table,
        terms: list[tuple[str, list[str]]],
        values: list[Number],
    ) -> None:
        """In the worst case each term less the left side and plus 1."""
        assert "the right side is $1$ more than the greatest of the terms:" in text
        assert "The differences of the terms and the left side, plus $1$, are" in text
        rows = self.columns(table, self.period)
        for (label, cells), (term, _), value in zip(rows, terms, values, strict=True):
            found = re.fullmatch(r"(.*) \$\+ 1 - (.*)\$", label)
            assert found
            assert found[1] == term
            self.name(equation.left, 0, f"${found[2]}$", equation)
            self.row_agrees(
                cells, lambda n, v=value: v(n) + 1 - self.solution(equation.left, n), self.period
            )
        pattern = (
            r"\$n = (\d+) \+ (\d*)t\$, that is \$m = (\d+) \+ \2t\$, they are the lines "
            r"((?:\$[^$]*\$(?:, )?)+)"
        )
        for m, (first, _, _, shown) in self.points(text, pattern, equation):
            lines = [read_polynomial(one.strip("$"), "t") for one in shown.split(", ")]
            told = [(int(line(0)), int(line(1) - line(0))) for line in lines]
            assert told == equation.differences[m]
            for line, (_, cells) in zip(lines, rows, strict=True):
                for t in range(POINTS):
                    n = int(first) + self.period * t
                    cell = read_polynomial(cells[n % self.period].strip("$"), "n")
                    assert cell(n) == line(t)

    def check_loop(self, text: str) -> None:
        (equation,) = self.equations(text)
        paper = self.paper
        level = re.search(r"With \$e = (\d)\$ and", text)
        if level:
            function = equation.function[0], int(level[1])
            (equation,) = [
                one for one in paper.sections[function].equations if one.number == equation.number
            ]
        pattern = (
            r"\\mptDisplay\{(\\mptFunction(?:\[(\d)\])?\{g\}\{(\d+)\}\()n\) = "
            r"\1n-(\d+)\) \+ H\(n\),\}"
        )
        shown = re.search(pattern, text)
        assert shown
        function, steps = (int(shown[3]), paper._after(shown[2], 0)), int(shown[4])
        assert function == equation.left
        assert equation.sign == "="
        recursive = re.search(r"Where a function refers back to itself \((.*?)\)", paper.body)
        assert recursive
        assert shown[1].removesuffix("(") in recursive[1]
        others = [*equation.terms]
        others.remove((function, steps))
        assert steps % self.period == 0
        times = "" if steps == 1 else str(steps)
        first, solving = tables(text)
        rows = self.columns(first, steps)
        values: list[Number] = []
        if paper.worst:
            values = [lambda n: Fraction(1)]
            assert [label for label, _ in rows] == ["the question", "$H(n)$"]
            # The term that leads back is the greatest.
            for n in range(100, 110):
                assert self.solution(function, n) == 1 + self.solution(function, n - steps)
        else:
            assert [label for label, _ in rows[-2:]] == ["secrets and constant", "$H(n)$"]
            for (other, less), (label, _) in zip(others, rows[:-2], strict=True):
                self.name(other, less, label, equation)
                values.append(lambda n, f=other, d=less: self.solution(f, n - d))  # type: ignore[misc]
            values.append(self.own(equation))
        for (_, cells), value in zip(rows, values, strict=False):
            self.row_agrees(cells, value, steps)
        self.row_agrees(rows[-1][1], lambda n: sum((v(n) for v in values), Fraction(0)), steps)
        told = "from a number $n_0$ on, one for each residue of $n$, with the value of "
        assert told + rf"\mptSectionRef{{values}}, for $n = n_0 + {times}t$:" in text
        self.check_sum(self.columns(solving, steps), shown[1], function, steps, rows[-1][1])

    def check_sum(
        self,
        rows: list[tuple[str, list[str]]],
        name: str,
        function: Function,
        steps: int,
        h: list[str],
    ) -> None:
        """From the value at n_0 on.  name: of the function, up to the bracket."""
        start = re.search(r"an equation that is attained for all \$m \\ge (\d+)\$", self.paper.body)
        assert start
        times = "" if steps == 1 else str(steps)
        assert [label for label, _ in rows] == [
            "$n_0$",
            f"${name}n_0)$",
            f"$H(n_0 + {times}j)$",
            rf"$\sum_{{j=1}}^{{t}} H(n_0 + {times}j)$",
            f"${name}n_0 + {times}t)$",
            f"${name}n)$",
        ]
        for residue in range(steps):
            cells = [row[residue].strip("$") for _, row in rows]
            n0, value = int(cells[0]), int(cells[1])
            assert n0 % steps == residue
            assert n0 >= int(start[1]) + self.paper.sections[function].colours
            assert value == self.minima[function, n0]
            total = read_polynomial(h[residue].strip("$"), "n")
            in_j, partial, in_t, in_n = (
                read_polynomial(cell, symbol)
                for cell, symbol in zip(cells[2:], "jttn", strict=True)
            )
            assert partial(0) == 0
            for t in range(1, POINTS):
                assert in_j(t) == total(n0 + steps * t)
                assert partial(t) - partial(t - 1) == in_j(t)
                assert in_t(t) == value + partial(t)
                assert in_n(n0 + steps * t) == in_t(t)
                assert in_n(n0 + steps * t) == self.solution(function, n0 + steps * t)

    def check_more_than(self, text: str) -> None:
        equation, other = self.equations(text)
        assert equation.other == other.number
        told = re.search(r"less the second one\nis \$(\d+)\$ for every \$n\$", text)
        assert told
        assert equation.terms == other.terms
        own, others = self.own(equation), self.own(other)
        assert all(own(n) - others(n) == int(told[1]) > 0 for n in range(equation.first, 30))

    def check_same(self, text: str) -> None:
        equation, other = self.equations(text)
        assert equation.other == other.number
        assert (equation.terms, equation.rest) == (other.terms, other.rest)

    def check_no_solution(self, text: str) -> None:
        (equation,) = self.equations(text)
        assert (equation.left, 0) in equation.terms
        assert all(
            self.own(equation)(n) >= (not self.paper.worst) for n in range(equation.first, 30)
        )
