"""The solutions that a listing prints, read back and checked without SymPy.

What a solution is compared with are values that come from the printed recurrences (`Paper.minima`),
and differences of these.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from tests.oracles.listed import Equation, Function, Paper, at, by_parity, polynomial
from tests.oracles.told import section

Minima = dict[tuple[Function, int], int]
Number = Callable[[int], Fraction]
"""A function of n."""

_GENERAL = re.compile(
    r"(?P<general>.*), where (?P<first>\$c\$ depends on the first value|the constants depend on "
    r"the first two values); (?:those of \$[^$]*\$ give (?P<constants>.*)|this is (?P<over>.*) "
    r"more than \$[^$]*\(n\)\$)"
)
_FREE = re.compile(r" \+ c(?:_\{n \\bmod 2\})?(?=\$)")


def branches(text: str) -> Number:
    """Polynomials by parity, the constants of a general solution left out."""
    text = _FREE.sub("", text)
    found = by_parity(text if r"\text{for" in text else text.strip("$"), r"\$ ?")
    return lambda n: at(found[n % len(found)], n)


def own_text(equation: Equation) -> str:
    """What is printed for the excluded colours of the function."""
    parts = re.split(r"(?:^|; )for \$e = ([\d, ]+)\$: ", equation.solution)
    if len(parts) == 1:
        return equation.solution
    of_levels = dict(zip(parts[1::2], parts[2::2], strict=True))
    (text,) = [t for e, t in of_levels.items() if str(equation.function[1]) in e.split(", ")]
    return text


class Solutions:
    """The solutions of a listing.  far: up to which number of implicit colours values are known."""

    def __init__(self, paper: Paper, minima: Minima, far: int) -> None:
        self.paper, self.minima, self.far = paper, minima, far
        start = re.search(r"an equation that is attained for all \$m \\ge (\d+)\$", paper.body)
        assert start
        self.start = int(start[1])
        self.general = self.optimal = 0

    def check_equations(self) -> None:
        """Each equation that is not set aside, and tells more than another one, has a solution."""
        for one in self.paper.sections.values():
            for equation in one.equations:
                told = equation.is_whole or equation.is_told_by_another
                assert bool(equation.solution) == (not told)
                if equation.solution:
                    self.check(equation, one.colours)

    def check(self, equation: Equation, colours: int) -> None:
        text, numbers = own_text(equation), range(self.start + colours, self.far + 1)
        function = equation.function
        own = {less for f, less in equation.terms if f == function}
        found = _GENERAL.fullmatch(text)
        if found is None:
            right = branches(text)
            for n in numbers:
                assert right(n) == self.paper.right(equation, n, self.minima), equation
            return
        self.general += 1
        (steps,) = own
        assert ("$c$ depends" in found["first"]) == (steps == 1)
        general = branches(found["general"])
        for n in numbers[steps:]:
            grown = self.paper.right(equation, n, self.minima) - self.minima[function, n - steps]
            assert general(n) - general(n - steps) == (1 if self.paper.worst else grown)
        if found["over"]:
            over = branches(found["over"])
            assert all(over(n) == general(n) - self.minima[function, n] for n in numbers)
            return
        self.optimal += 1
        constants = dict(re.findall(r"\$c(?:_(\d))? = ([-\d/]+)\$", found["constants"]))
        assert len(constants) == steps
        for n in numbers:
            constant = constants["" if steps == 1 else str(n % steps)]
            assert general(n) + Fraction(constant) == self.minima[function, n]

    def check_components(self) -> set[tuple[Function, str]]:
        """Each function on each residue once, after those that it refers to; returns them."""
        text = section(self.paper.body, "solutions")
        (listed,) = re.findall(r"\\begin\{enumerate\}\n(.*)\\end\{enumerate\}", text, re.DOTALL)
        done: set[tuple[Function, str]] = set()
        for item in listed.split(r"\item ")[1:]:
            done |= self._component(item, done)
        return done

    def _component(self, text: str, done: set[tuple[Function, str]]) -> set[tuple[Function, str]]:
        head = re.match(
            r"\$\\mptFunction(?:\[([\de])\])?\{g\}\{(\d+)\}\(n\)\$"
            r"(?: \$\\text\{for (even|odd) \} n\$)?,"
            r" from \(\\mptEqNumber(?:\[[\d,]+\])?\{([\d.]+)\}\)",
            text,
        )
        closed = re.search(r"So\s+\$\S+\(n\) = (.*)\$\.\n$", text)
        assert head
        assert closed
        solved, when = polynomial(closed[1]), head[3] or ""
        here = {(function, when) for function in self.paper.functions(head[2], head[1] or "")}
        assert not here & done
        for function, _ in here:
            one = self.paper.sections[function]
            (equation,) = [e for e in one.equations if e.number == head[4]]
            wanted = {"even": [0], "odd": [1]}.get(when, [0, 1])
            first = self.start + one.colours
            numbers = [n for n in range(first, self.far + 1) if n % 2 in wanted]
            assert len(numbers) > 4
            for n in numbers:
                assert at(solved, n) == self.minima[function, n]
                assert self.paper.right(equation, n, self.minima) == self.minima[function, n]
            back = "It refers back to itself" in text
            self._recurrence(text, function, numbers) if back else self._sum(equation, when, done)
        return here

    def _sum(self, equation: Equation, when: str, done: set[tuple[Function, str]]) -> None:
        """Of a sum all terms were solved before; of a maximum the greatest one at least."""
        parity = {"even": "odd", "odd": "even"}
        known = [
            bool({(f, ""), (f, when if less % 2 == 0 else parity.get(when, ""))} & done)
            for f, less in equation.terms
        ]
        assert all(known) or (self.paper.worst and (any(known) or not known))

    def _recurrence(self, text: str, function: Function, numbers: list[int]) -> None:
        steps, added, first, by, in_k, general, value = re.search(
            r"\(n-(\d+)\) \+ H\(n\)\$ with \$H\(n\) = (.*?)\$\. For \$n = (\d+) \+ (\d*)k\$ this "
            r"is \$y_k = y_\{k-1\} \+ (.*?)\$\. SymPy returns \$y_k = (.*?) \+ C_0\$; the initial "
            r"value is \$\S+ = (\d+)\$\.",
            text,
        ).groups()
        step, start = int(steps), int(first)
        assert int(by or 1) == step
        assert int(value) == self.minima[function, start]
        returned, right = polynomial(general, "k"), polynomial(in_k, "k")
        for k in range(1, 9):
            assert at(returned, k) - at(returned, k - 1) == at(right, k)
            assert at(right, k) == at(polynomial(added), start + step * k)
        for n in (n for n in numbers if n >= start):
            k, rest = divmod(n - start, step)
            if rest == 0:
                grown = at(returned, k) - at(returned, 0)
                assert self.minima[function, n] == int(value) + grown
