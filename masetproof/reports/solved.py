"""Equations that are solved before the reader's eyes, one of each kind of verdict.

All polynomials are in n.  They are added up from the equation and the solutions of its functions;
`ArithmeticError` where the sum is not what the verdict or the solution says, which cannot happen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import final

import numpy as np

from masetproof.objectives import Objective
from masetproof.proofs.strategy import steady_equations
from masetproof.proofs.theorem import Theorem
from masetproof.proofs.verdicts import Kind, NumberVerdict, number_verdicts
from masetproof.recurrences.polynomials import Polynomial, added, composed, in_colours
from masetproof.recurrences.quasipolynomial import Claim
from masetproof.recurrences.solving import Solution
from masetproof.recurrences.system import System
from masetproof.reports import latex
from masetproof.reports.sections import Question, equation_reference
from masetproof.reports.statements import FunctionNames

__all__ = ["solved_equations"]

Row = tuple[str, list[Polynomial]]
"""What it is, and for each residue class of n a polynomial."""


def solved_equations(
    theorem: Theorem, solution: Solution, listed: Mapping[tuple[str, int], Question]
) -> list[dict[str, object]]:
    """What `solved.tex.jinja` says of the first equation of each kind.

    listed: the questions by their numbers and excluded colours.
    """
    chosen: dict[str, dict[str, object]] = {}
    loop = _Loop.first(theorem, solution, listed)
    if loop is not None:
        chosen["loop"] = loop.told()
    for number in range(len(theorem.closure.patterns)):
        level, state = max(theorem.columns.states_of(number).items())
        verdicts = number_verdicts(theorem, state)
        for verdict in verdicts:
            question = listed[f"{number}.{verdict.number}", level]
            kind = verdict.kind.name.lower()
            if verdict.kind is Kind.OPTIMAL and not verdict.optimal.is_everything:
                kind = "sometimes"
            solved = loop is not None and question is loop.question
            if kind not in chosen and not solved:
                one = _One(theorem, state, verdicts, verdict, question)
                chosen[kind] = {"kind": kind} | one.told(listed.get((one.other, level)))
    order = ("loop", "optimal", "sometimes", "more", "more_than", "same", "no_solution")
    return [chosen[kind] for kind in order if kind in chosen]


@dataclass(frozen=True)
class _Solutions:
    """The claimed solutions, by n."""

    theorem: Theorem

    @property
    def claim(self) -> Claim:
        return self.theorem.claim

    @property
    def is_sum(self) -> bool:
        return self.theorem.system.objective is Objective.EXPECTED

    def colours(self, state: int) -> int:
        return self.theorem.closure.patterns[self.theorem.pattern_of(state)].colours

    def polynomial(self, state: int, n: int, less: int = 0) -> Polynomial:
        """g(n - less) on the residue class of n."""
        colours = self.colours(state)
        return in_colours(self.claim.branch(state, n - less - colours), colours + less)

    def secrets(self, state: int) -> Polynomial:
        pattern = self.theorem.closure.patterns[self.theorem.pattern_of(state)]
        counts = pattern.secrets_polynomial(self.theorem.closure.game)
        return in_colours(counts, pattern.colours)

    def terms(self, system: System, state: int, row: int) -> list[tuple[int, int]]:
        """The functions that an equation refers to, each with d of its argument n - d."""
        before = self.colours(state) + int(system.new[row])
        parts = [part for part in system.parts[row].tolist() if part >= 0]
        return [(part, before - self.colours(part)) for part in parts]


def _argument(less: int) -> str:
    return f"(n-{less})" if less else "(n)"


def _table(
    heads: Sequence[str], rows: Sequence[Row], symbols: str | None = None
) -> dict[str, object]:
    """symbols: the variable of each row; n without."""
    return {
        "heads": heads,
        "rows": [
            [label, *(f"${latex.polynomial(one, symbol, on_a_line=True)}$" for one in row)]
            for (label, row), symbol in zip(rows, symbols or "n" * len(rows), strict=True)
        ],
    }


def _heads(period: int) -> list[str]:
    if period == 1:
        return ["every $n$"]
    if period == 2:
        return ["even $n$", "odd $n$"]
    return [rf"$n \equiv {residue} \pmod{{{period}}}$" for residue in range(period)]


@final
@dataclass(frozen=True)
class _One(_Solutions):
    """An equation with its verdict, one of those of the function."""

    state: int
    verdicts: Sequence[NumberVerdict]
    verdict: NumberVerdict
    question: Question

    @property
    def other(self) -> str:
        """The number of the equation that the verdict refers to."""
        return f"{self.theorem.pattern_of(self.state)}.{self.verdict.other}"

    def told(self, other: Question | None) -> dict[str, object]:
        told: dict[str, object] = {
            "reference": _reference(self.question),
            "equation": self.question.equation,
            "verdict": self.question.verdict,
        }
        if other is not None:
            told |= {
                "other": _reference(other),
                "other_equation": other.equation,
                "more": self._constant(self.verdict) - self._constant(self._verdict_of(other)),
            }
        elif self.verdict.kind is not Kind.NO_SOLUTION:
            told |= self._excess()
        return told

    def _verdict_of(self, question: Question) -> NumberVerdict:
        number = int(question.number.split(".")[1])
        return next(one for one in self.verdicts if one.number == number)

    def _row(self, verdict: NumberVerdict) -> int:
        return self.theorem.row_of(self.state, verdict.split)

    def _constant(self, verdict: NumberVerdict) -> int:
        return int(self.theorem.columns.constant[self._row(verdict), -1])

    @cached_property
    def _terms(self) -> list[tuple[int, int]]:
        found = self.terms(self.theorem.columns, self.state, self._row(self.verdict))
        return found if self.is_sum else [*dict.fromkeys(found)]

    def _excess(self) -> dict[str, object]:
        """The excess for large n by residues, before that in numbers, and its differences."""
        verdict, period = self.verdict, self.claim.period
        names = FunctionNames(self.theorem, "g", self.question.levels)
        classes = range(period)
        rows: list[Row] = [
            (f"${names(part, d)}{_argument(d)}$", [self.polynomial(part, n, d) for n in classes])
            for part, d in self._terms
        ]
        left = [self.polynomial(self.state, n) for n in classes]
        minus = [tuple(-c for c in one) for one in left]
        constant = self._constant(verdict)
        if self.is_sum:
            own = added([self.secrets(self.state), [constant]])
            rows.append(("secrets and constant", [own] * period))
            right = [added(row[n] for _, row in rows) for n in classes]
            lines: list[Row] = []
        else:
            if constant or not rows:
                rows.append(("constant", [(Fraction(constant),)] * period))
            right = [added([left[n], verdict.excess[n]]) for n in classes]
            if any(right[n] not in [added([row[n], [1]]) for _, row in rows] for n in classes):
                raise ArithmeticError(f"no term of {self.question.number} is the greatest one")
            lines = [
                (
                    f"{label} $+ 1 - {names(self.state)}(n)$",
                    [added([row[n], [1], minus[n]]) for n in classes],
                )
                for label, row in rows
            ]
        excess = [added([right[n], minus[n]]) for n in classes]
        if tuple(excess) != verdict.excess:
            raise ArithmeticError(f"the excess of {self.question.number} is not its verdict's")
        base = self.claim.base
        proved = [base + d + self.colours(part) for part, d in [*self._terms, (self.state, 0)]]
        onset = max(verdict.onset, *proved)
        rows += [
            ("right side", right),
            (f"${names(self.state)}(n)$", left),
            ("excess", excess),
        ]
        return {
            "table": _table(_heads(period), rows),
            "sums": len(rows) - 3,
            "onset": onset,
            "early": [self._early(n) for n in range(verdict.optimal.first, onset)],
            "lines": _table(_heads(period), lines) if lines else None,
            "points": [self._point(place) for place in classes],
        }

    def _early(self, n: int) -> str:
        """The excess for one n, in numbers: the terms, less the value."""
        theorem, verdict = self.theorem, self.verdict
        values = [theorem.value_of(part, n - d - self.colours(part)) for part, d in self._terms]
        value = theorem.value_of(self.state, n - self.colours(self.state))
        left = n - self.colours(self.state) - int(theorem.columns.new[self._row(verdict)])
        row = theorem.columns.constant[self._row(verdict)]
        constant = int(row[min(left, theorem.system.cap)])
        if self.is_sum:
            own = theorem.closure.patterns[theorem.pattern_of(self.state)].secrets(
                theorem.closure.game, n - self.colours(self.state)
            )
            terms = [*values, own + constant]
            right, text = sum(terms), " + ".join(map(str, terms))
        else:
            terms = values + [constant] * bool(constant or not values)
            right = 1 + max(terms)
            text = rf"1 + \max({', '.join(map(str, terms))})" if terms[1:] else f"1 + {terms[0]}"
        return f"${text} - {value} = {right - value}$ for $n = {n}$"

    def _point(self, place: int) -> dict[str, object]:
        """The differences at a base point, and in sums the excesses that they are those of."""
        period = self.claim.period
        m = self.theorem.start + place
        n = m + self.colours(self.state)
        deltas = self.verdict.differences[place]
        if not self.is_sum:
            lines = ", ".join(f"${latex.polynomial(line, 't')}$" for line in deltas)
            return {"m": m, "n": n, "lines": lines}
        branch = self.verdict.excess[n % period]
        values = [
            sum(c * (n + period * t) ** power for power, c in enumerate(branch))
            for t in range(len(deltas[0]))
        ]
        return {
            "m": m,
            "n": n,
            "excesses": ", ".join(map(str, values)),
            "differences": ", ".join(map(str, deltas[0])),
        }


def _reference(question: Question) -> str:
    pattern, number = map(int, question.number.split("."))
    return equation_reference(question.level, pattern, number)


@final
@dataclass(frozen=True)
class _Loop(_Solutions):
    """A function whose equation, the same for all residues, refers back to it.

    steps: to so many colours less, a multiple of the period.
    """

    state: int
    steps: int
    row: int
    question: Question

    @classmethod
    def first(
        cls,
        theorem: Theorem,
        solution: Solution,
        listed: Mapping[tuple[str, int], Question],
    ) -> _Loop | None:
        """The first one that is solved as a recurrence, if there is one."""
        period, attained = theorem.claim.period, steady_equations(theorem)
        solutions = _Solutions(theorem)
        for state in range(len(theorem.columns.pattern)):
            row = attained[state, 0]
            alike = all(
                attained[state, residue] == row and (state, residue) in solution.recursive
                for residue in range(period)
            )
            back = [d for part, d in solutions.terms(theorem.merged, state, row) if part == state]
            if alike and len(back) == 1 and back[0] % period == 0:
                number, level = theorem.function_of(state)
                place = theorem.questions_of(state, int(theorem.merged.split[row]))[0]
                return cls(theorem, state, back[0], row, listed[f"{number}.{place}", level])
        return None

    def told(self) -> dict[str, object]:
        """What the template says of it."""
        return {
            "kind": "loop",
            "reference": _reference(self.question),
            "equation": self.question.equation,
            "level": self.theorem.function_of(self.state)[1],
            "has_letter": len(self.question.levels) > 1,
            "name": self._name,
            "steps": self.steps,
            "table": _table(_heads(self.steps), [*self._terms, ("$H(n)$", self._total)]),
            "solving": self._solving(),
        }

    @property
    def _name(self) -> str:
        return FunctionNames(self.theorem, "g")(self.state)

    @cached_property
    def _terms(self) -> list[Row]:
        """What is added on the way back; of a maximum, 1 for the question."""
        classes = range(self.steps)
        if not self.is_sum:
            return [("the question", [(Fraction(1),) for _ in classes])]
        names = FunctionNames(self.theorem, "g")
        rows: list[Row] = [
            (f"${names(part)}{_argument(d)}$", [self.polynomial(part, n, d) for n in classes])
            for part, d in self.terms(self.theorem.merged, self.state, self.row)
            if part != self.state
        ]
        constant = int(self.theorem.merged.constant[self.row, -1])
        own = added([self.secrets(self.state), [constant]])
        return [*rows, ("secrets and constant", [own for _ in classes])]

    @cached_property
    def _total(self) -> list[Polynomial]:
        """H, by the residue of n."""
        return [added(row[n] for _, row in self._terms) for n in range(self.steps)]

    def _solving(self) -> dict[str, object]:
        """The sum of H from a value on, by residues."""
        steps, colours, name = self.steps, self.colours(self.state), self._name
        first = self.theorem.start + colours
        found: list[list[Polynomial]] = []
        for residue, total in enumerate(self._total):
            start = first + (residue - first) % steps
            value = self.theorem.value_of(self.state, start - colours)
            in_j = composed(total, start, steps)
            partial = _summed(in_j)
            in_t = added([[value], partial])
            in_n = composed(in_t, Fraction(-start, steps), Fraction(1, steps))
            if in_n != self.polynomial(self.state, residue):
                raise ArithmeticError(f"the sum for function {self.state} is not its solution")
            found.append([(Fraction(start),), (Fraction(value),), in_j, partial, in_t, in_n])
        times = "" if steps == 1 else str(steps)
        labels = [
            "$n_0$",
            f"${name}(n_0)$",
            f"$H(n_0 + {times}j)$",
            rf"$\sum_{{j=1}}^{{t}} H(n_0 + {times}j)$",
            f"${name}(n_0 + {times}t)$",
            f"${name}(n)$",
        ]
        rows = [(label, list(row)) for label, *row in zip(labels, *found, strict=True)]
        return _table(_heads(steps), rows, "nnjttn")


def _summed(polynomial: Polynomial) -> Polynomial:
    """The sum of P(1), ..., P(t): P is a sum of binomial(j - 1, k), and their sums are known."""
    values = [
        sum(c * j**power for power, c in enumerate(polynomial))
        for j in range(1, len(polynomial) + 1)
    ]
    deltas = [Fraction(0)]
    while values:
        deltas.append(Fraction(values[0]))
        values = [after - before for before, after in pairwise(values)]
    return Claim(0, np.array([[[int(delta) for delta in deltas]]])).branch(0, 0)
