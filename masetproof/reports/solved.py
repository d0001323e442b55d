"""Equations solved step by step, one for each kind of verdict.

All polynomials are in n.  They are sums of the equation and the solutions of its functions.  If a
sum differs from the verdict or the solution, which cannot happen, there is an `ArithmeticError`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import final

from masetproof.arguments import as_instance
from masetproof.proofs.equations import Equation, Term, own_term
from masetproof.proofs.theorem import Theorem
from masetproof.proofs.verdicts import Excess, Kind
from masetproof.recurrences.claims import Claims
from masetproof.recurrences.polynomials import (
    Polynomial,
    added,
    composed,
    differences,
    from_differences,
    in_colours,
    value_at,
)
from masetproof.recurrences.recurrences import Function
from masetproof.reports.equations import LatexWriter, right_side, secrets_in_n
from masetproof.reports.sections import ListedQuestion

Node = tuple[Function, int]
"""A function, and a residue of m modulo the period: there it is one polynomial."""

Listed = Mapping[tuple[Function, int], tuple[Equation, ListedQuestion]]
"""Equations with their entries, by functions and questions or residues of m."""

Row = tuple[str, list[Polynomial]]
"""A name, and a polynomial for each residue class of n."""


def solved_equations(
    theorem: Theorem, loops: Collection[Node], listed: Listed, steady: Listed
) -> list[dict[str, object]]:
    """The values for `solved.tex.jinja` on the first equation of each kind of verdict.

    Equations are of functions with as many excluded colours as play reaches.  Optimal questions are
    of two kinds: for all numbers of colours, and for some.  A function that is solved as a
    recurrence comes first.

    loops: as of `recursive`.
    listed: by functions and the numbers of questions.
    steady: for each function and residue of m, an equation that is attained for all large m.
    """
    chosen: dict[str, dict[str, object]] = {}
    loop = _Loop.first(theorem, loops, steady)
    if loop is not None:
        chosen["loop"] = loop.context()
    most_excluded = dict(theorem.system.functions())
    for (function, _), (equation, question) in listed.items():
        if function[1] != most_excluded[function[0]]:
            continue
        verdict = equation.verdict
        kind = verdict.kind.value
        if verdict.kind is Kind.OPTIMAL and not verdict.optimal.is_everything:
            kind = "sometimes"
        solved = loop is not None and question is loop.question
        if kind not in chosen and not solved:
            one = _One(theorem, equation, question)
            other = None if verdict.other is None else listed[function, verdict.other]
            chosen[kind] = {"kind": kind} | one.context(other)
    order = ("loop", "optimal", "sometimes", "more", "more_than", "same", "no_solution")
    return [chosen[kind] for kind in order if kind in chosen]


@dataclass(frozen=True)
class _ListedSolution:
    """An equation, its entry in the listing, and the claimed solutions of its functions in n."""

    theorem: Theorem
    equation: Equation
    question: ListedQuestion

    @property
    def claim(self) -> Claims:
        return self.theorem.claim

    @property
    def function(self) -> Function:
        return self.equation.about.function

    @property
    def left(self) -> Term:
        return own_term(self.theorem.system, self.function)

    @property
    def writer(self) -> LatexWriter:
        return LatexWriter(self.theorem, "g")

    def shift(self, term: Term) -> int:
        """n less the index of a term."""
        (index,) = term.indices
        return self.equation.about.pattern.colours - index.more

    def value(self, term: Term, n: int) -> int:
        return self.theorem.value_of(term.function, n - self.shift(term))

    def polynomial(self, term: Term, n: int) -> Polynomial:
        """The solution of a term in n, on the residue class of n."""
        shift = self.shift(term)
        branch = self.claim.branch(term.function, n - shift)
        return in_colours(branch, shift)

    def shown(self, term: Term) -> str:
        return f"${self.writer.at(term, self.function[0])}$"

    @property
    def own(self) -> Polynomial:
        """The number of secrets plus the constant."""
        secrets = secrets_in_n(self.equation.about.pattern, self.theorem.closure.game)
        return added([secrets, [self.equation.constant]])


@final
@dataclass(frozen=True)
class _One(_ListedSolution):
    """An equation with its verdict."""

    @property
    def excess(self) -> Excess:
        """The excess in closed form."""
        return as_instance(Excess, self.equation.verdict.excess, "the excess")

    @property
    def writer(self) -> LatexWriter:
        return LatexWriter(self.theorem, "g", self.question.levels)

    def context(self, other: tuple[Equation, ListedQuestion] | None) -> dict[str, object]:
        """The values for the template.  other: the equation to which the verdict refers."""
        context: dict[str, object] = {"question": self.question}
        if other is not None:
            equation, question = other
            return context | {"other": question, "more": self.equation.constant - equation.constant}
        return (
            context if self.equation.verdict.kind is Kind.NO_SOLUTION else context | self._excess()
        )

    @cached_property
    def _terms(self) -> list[Term]:
        return self.writer.terms(self.equation)

    def _excess(self) -> dict[str, object]:
        """The excess for large n by residues, before that in numbers, and its differences."""
        known, period, constant = self.excess, self.claim.period, self.equation.constant
        classes = range(period)
        rows: list[Row] = [
            (self.shown(term), [self.polynomial(term, n) for n in classes]) for term in self._terms
        ]
        left = [self.polynomial(self.left, n) for n in classes]
        minus = [tuple(-c for c in one) for one in left]
        if self.equation.is_sum:
            rows.append(("secrets and constant", [self.own] * period))
            right = [added(row[n] for _, row in rows) for n in classes]
            lines: list[Row] = []
        else:
            if constant or not rows:
                rows.append(("constant", [(Fraction(constant),)] * period))
            right = [added([left[n], known.branches[n]]) for n in classes]
            if any(right[n] not in [added([row[n], [1]]) for _, row in rows] for n in classes):
                raise ArithmeticError(f"no term of {self.question.number} is the greatest one")
            name = self.writer.name(self.function)
            lines = [
                (f"{label} $+ 1 - {name}(n)$", [added([row[n], [1], minus[n]]) for n in classes])
                for label, row in rows
            ]
        excess = [added([right[n], minus[n]]) for n in classes]
        if tuple(excess) != known.branches:
            raise ArithmeticError(f"the excess of {self.question.number} is not its verdict's")
        proved = [self.claim.base + self.shift(term) for term in [*self._terms, self.left]]
        onset = max(known.onset, *proved)
        rows += [("right side", right), (self.shown(self.left), left), ("excess", excess)]
        return {
            "rows": rows,
            "onset": onset,
            "early": [self._early(n) for n in range(known.first, onset)],
            "lines": lines,
            "points": [self._point(place) for place in classes],
        }

    def _early(self, n: int) -> str:
        """The excess for one n, in numbers: the terms, less the value."""
        pattern, constants = self.equation.about.pattern, self.equation.constants
        value, terms = self.value(self.left, n), [self.value(term, n) for term in self._terms]
        m = n - pattern.colours
        constant = constants[min(m - sum(self.equation.asked.new), len(constants) - 1)]
        if self.equation.is_sum:
            terms.append(pattern.secrets(self.theorem.closure.game, m) + constant)
            right = sum(terms)
        else:
            terms += [constant] * bool(constant or not terms)
            right = 1 + max(terms)
        text = right_side([*map(str, terms)], is_sum=self.equation.is_sum)
        return f"${text} - {value} = {right - value}$ for $n = {n}$"

    def _point(self, place: int) -> dict[str, object]:
        """The differences at a base point, and the excesses from which they come, as sums."""
        period, m = self.claim.period, self.theorem.start + place
        n = m + self.shift(self.left)
        lines, branch = self.excess.differences[place], self.excess.branches[n % period]
        excesses = [value_at(branch, n + period * t) for t in range(len(lines[0]))]
        return {"m": m, "n": n, "lines": lines, "excesses": excesses}


@final
@dataclass(frozen=True)
class _Loop(_ListedSolution):
    """A function f whose equation, the same for all residues, refers back to it.

    The equation is f(n) = f(n - steps) + H(n), where H is the sum of all else.

    steps: the number of colours by which it goes back, a multiple of the period.
    """

    steps: int

    @classmethod
    def first(cls, theorem: Theorem, loops: Collection[Node], steady: Listed) -> _Loop | None:
        """The first one that is solved as a recurrence, if there is one."""
        period = theorem.claim.period
        for function in theorem.system.functions():
            equation, question = steady[function, 0]
            alike = all(
                steady[function, residue][0] is equation and (function, residue) in loops
                for residue in range(period)
            )
            back = [-term.indices[0].more for term in equation.terms if term.function == function]
            if alike and len(back) == 1 and back[0] % period == 0:
                return cls(theorem, equation, question, back[0])
        return None

    def context(self) -> dict[str, object]:
        return {
            "kind": "loop",
            "question": self.question,
            "level": self.function[1],
            "name": self.writer.name(self.function),
            "steps": self.steps,
            "rows": [*self._terms, ("$H(n)$", self._total)],
            "solving": self._solving(),
        }

    @cached_property
    def _terms(self) -> list[Row]:
        """The terms of which H is the sum; in the worst case H is 1, for the question."""
        classes = range(self.steps)
        if not self.equation.is_sum:
            return [("the question", [(Fraction(1),) for _ in classes])]
        rows: list[Row] = [
            (self.shown(term), [self.polynomial(term, n) for n in classes])
            for term in self.writer.terms(self.equation)
            if term.function != self.function
        ]
        return [*rows, ("secrets and constant", [self.own for _ in classes])]

    @cached_property
    def _total(self) -> list[Polynomial]:
        """H, a polynomial for each residue of n modulo *steps*."""
        return [added(row[n] for _, row in self._terms) for n in range(self.steps)]

    def _solving(self) -> list[Row]:
        """The rows that add H up from a known value f(n_0) to the solution, for each residue."""
        steps, name = self.steps, self.writer.name(self.function)
        first = self.theorem.start + self.shift(self.left)
        columns: list[list[Polynomial]] = []
        for residue, total in enumerate(self._total):
            start = first + (residue - first) % steps
            value = self.value(self.left, start)
            in_j = composed(total, start, steps)
            partial = _summed(in_j)
            in_t = added([[value], partial])
            in_n = composed(in_t, Fraction(-start, steps), Fraction(1, steps))
            if in_n != self.polynomial(self.left, residue):
                raise ArithmeticError(f"the sum for function {self.function} is not its solution")
            columns.append([(Fraction(start),), (Fraction(value),), in_j, partial, in_t, in_n])
        later = f"n_0 + {'' if steps == 1 else steps}"
        sums = f"$H({later}j)$", rf"$\sum_{{j=1}}^{{t}} H({later}j)$"
        labels = ["$n_0$", f"${name}(n_0)$", *sums, f"${name}({later}t)$", f"${name}(n)$"]
        return [(label, list(row)) for label, *row in zip(labels, *columns, strict=True)]


def recursive(theorem: Theorem) -> set[Node]:
    """The functions on residue classes that lead back to themselves: recurrences were solved."""
    period = theorem.claim.period
    return {
        (function, cell.origin[0] % period)
        for (function, cell), solution in theorem.solutions.functions.items()
        if solution.round is not None
    }


def _summed(polynomial: Polynomial) -> Polynomial:
    """The sum of P(1), ..., P(t): P is a sum of binomial(j - 1, k), and their sums are known."""
    values = [int(value_at(polynomial, j)) for j in range(1, len(polynomial) + 1)]
    return from_differences([0, *differences(values)], 0, 1)
