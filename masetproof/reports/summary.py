"""The print of a proof that is too large to print whole.

It has a strategy that a reader can check, and the reasons why no other one costs less.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, final

import numpy as np

from masetproof.cache import cached_method
from masetproof.objectives import Goal, Objective
from masetproof.proofs.numbers import number_set, runs
from masetproof.proofs.theorem import Theorem
from masetproof.proofs.written import WrittenQuestion, write_strategy, written_questions
from masetproof.recurrences.polynomials import (
    Polynomial,
    added,
    in_colours,
    polynomial_latex,
    value_at,
)
from masetproof.recurrences.recurrences import Function
from masetproof.reports import latex
from masetproof.reports.citation import cited
from masetproof.reports.document import SIMPLE, context_of, facts
from masetproof.reports.equations import function_name, right_side
from masetproof.strategies.on_patterns import Move
from masetproof.tables.published import published_of
from masetproof.words import SYMBOLS

_WIDE = 72
"""Polynomials with more characters in all get a line each."""

_MOST_LISTED = 2
"""Runs with at least two more numbers than that have dots."""

_MANY = 8
"""A closed form is printed if so many of its values are needed, or values for all large m."""


def summary_listing(theorem: Theorem, digest: str, certificate_name: str) -> str:
    """The summary as a LaTeX body; see `listing.full_listing` for the arguments."""
    context = context_of(theorem, digest, certificate_name) | {
        "enumerate": enumerate,
        "simple": SIMPLE,
        "counts": _counts(theorem),
        "strategy": _StrategyPages(theorem).context(),
        "known": _known(theorem),
        "facts": facts(theorem),
    }
    return latex.rendered("summary.tex.jinja", context)


def _counts(theorem: Theorem) -> dict[str, str]:
    """The numbers of the objects in the certificate."""
    system, closure = theorem.columns, theorem.closure
    counts = {
        "patterns": len(closure.patterns),
        "questions": closure.question_count,
        "functions": len(system.pattern),
        "equations": system.equation_count,
        "different": _different_equations(theorem),
        "parts": len(closure.identifications),
        # The masets that are parts of patterns; the masets after them are parts of masets only.
        "masets": closure.identifications.masets,
    }
    return {name: f"{count:,}" for name, count in counts.items()}


def _different_equations(theorem: Theorem) -> int:
    """How many different equations there are: equal ones of one function count once.

    Equations that lead back to their own pattern without a new colour do not count.
    """
    system, equations = theorem.columns, theorem.columns.columns
    key = system.merge_groups().astype(np.int64)
    most = int(equations.constant.max(initial=0)) + 1
    if (int(key[-1]) + 1) * most ** equations.constant.shape[1] >= 2**63:
        raise OverflowError("the numbers of the equations do not fit 64 bits")
    for constant in equations.constant.T:
        key = key * most + constant
    tells = np.ones(len(key), dtype=bool)
    row = equations.of_parts
    back = system.pattern[equations.parts] == system.pattern[equations.function[row]]
    tells[row[back & (equations.new[row] == 0)]] = False
    # They are sorted but for the constants of a group, so that a stable sort, which finds what is
    # sorted, takes a tenth of the time. (`np.unique` takes a hundred times as long.)
    ordered = np.sort(key[tells], kind="stable")
    return len(ordered) - int(np.count_nonzero(ordered[1:] == ordered[:-1]))


def _known(theorem: Theorem) -> list[tuple[int, int, str]]:
    """The published values: n, f(n) and the source."""
    closure, goal = theorem.closure, Goal(theorem.system.objective)
    return [
        (one.colours, one.value, cited(one.source))
        for one in published_of(closure.game, goal)
        if one.pegs == closure.pegs and one.colours in theorem.values
    ]


@final
class _StrategyPages:
    """The strategy that shows the upper bound, in the form for the template."""

    def __init__(self, theorem: Theorem) -> None:
        self._theorem = theorem
        self._game = theorem.closure.game
        self._claim, self._start = theorem.claim, theorem.start
        self._worst = theorem.system.objective is Objective.WORST
        written = written_questions(theorem.guide, write_strategy(theorem.guide))
        patterns = len(theorem.closure.patterns)
        self._asked = {key: asked for key, asked in written.items() if key[0] < patterns}
        self._masets = {key: asked[0] for key, asked in written.items() if key[0] >= patterns}
        self._endless = {key for key, asked in self._asked.items() if any(q.classes for q in asked)}
        self._valid: dict[Function, int] = {}
        for key, asked in self._asked.items():
            valid = self._valid_from(key)
            needed = sum(m >= valid for question in asked for m in question.small)
            if key in self._endless or needed >= _MANY:
                self._valid[key] = valid

    def context(self) -> dict[str, object]:
        """The values for the template on the strategy."""
        patterns = [
            (key, [self._question(key, asked) for asked in questions])
            for key, questions in self._asked.items()
        ]
        questions = [question for _, some in patterns for question in some]
        first = len(self._theorem.closure.patterns)
        return {
            "costs": self._costs,
            "masets": [((key[0] - first, key[1]), one) for key, one in self._masets.items()],
            "first_maset": first,
            "solutions": [self._solution(key) for key in self._valid],
            "patterns": patterns,
            "endless": len(self._endless),
            "ending": len(self._valid.keys() - self._endless),
            "questions": len(questions),
            "checks": f"{sum(len(question['checks']) for question in questions):,}",
            "needed": max(excluded for _, excluded in (*self._asked, *self._masets)),
            "renaming": _renaming,
            "term": self._term,
            "sum": self._sum,
        }

    @property
    def _costs(self) -> Mapping[Function, int]:
        """The costs of explicit masets."""
        return self._theorem.induction.lower.masets

    def _function(self, key: Function) -> Function:
        """The function with the values of a line."""
        functions = self._theorem.system.functions_of(key[0])
        return next(function for function in functions if function[1] >= key[1])

    def _value(self, key: Function, m: int) -> int:
        return self._theorem.value_of(self._function(key), m)

    def _valid_from(self, key: Function) -> int:
        """The least m from which on the closed form gives the values."""
        polynomials = self._branches(key)
        m = self._claim.base
        while m:
            branch = polynomials[(m - 1) % len(polynomials)]
            if value_at(branch, m - 1) != self._value(key, m - 1):
                break
            m -= 1
        return m

    @cached_method()
    def _branches(self, key: Function) -> list[Polynomial]:
        """The closed form by the residue of m."""
        function = self._function(key)
        return [self._claim.branch(function, m) for m in range(self._claim.period)]

    def _name(self, key: Function) -> str:
        return function_name("V", *key)

    def _solution(self, key: Function) -> dict[str, object]:
        """The closed form of a function, a polynomial for each residue of m that is needed.

        last: where a question is asked for few m only, the greatest of these.
        """
        period, needed, questions = self._claim.period, set[int](), self._asked[key]
        for asked in questions:
            needed |= set(asked.classes)
            needed |= {m % period for m in asked.small if m >= self._valid[key]}
        branches = [
            polynomial_latex(branch, "m", on_a_line=True) if residue in needed else ""
            for residue, branch in enumerate(self._branches(key))
        ]
        return {
            "name": self._name(key),
            "wide": sum(map(len, branches)) > _WIDE,
            "valid": self._valid[key],
            "last": None
            if key in self._endless
            else max(m for asked in questions for m in asked.small),
            "branches": branches,
        }

    def _question(self, key: Function, asked: WrittenQuestion) -> dict[str, Any]:
        parts = asked.parts.items()
        below = [part for answer, part in parts if not asked.move.parts[answer].is_explicit]
        valid = self._identity_from(key, asked, below)
        small = [m for m in asked.small if valid is None or m < valid]
        number = self._theorem.closure.questions(key[0]).index(asked.move.question) + 1
        return {
            "asked": asked,
            "number": number,
            "when": self._when(asked),
            "equation": self._equation(key, asked, below),
            "valid": valid,
            "checks": [self._check(key, asked, below, m) for m in small],
        }

    def _identity_from(
        self, key: Function, asked: WrittenQuestion, below: list[Function]
    ) -> int | None:
        """The m from which on the closed forms satisfy an equation identically, or None."""
        if not {key, *below} <= self._valid.keys():
            return None
        new, period = asked.move.new, self._claim.period
        first = max(self._valid[key], *(self._valid[part] + new for part in below), 0)
        residues = {m % period for m in asked.small if m >= first} | set(asked.classes)
        if asked.classes:
            return first
        if self._worst or not residues:
            return None
        own = asked.move.pattern.secrets_polynomial(self._game)
        for residue in residues:
            branches = [self._branches(part)[(residue - new) % period] for part in below]
            terms = [in_colours(branch, new) for branch in branches]
            if added([own, (asked.constant,), *terms]) != self._branches(key)[residue]:
                return None
        return first

    def _when(self, asked: WrittenQuestion) -> str:
        """The m for which the question is asked, as text."""
        period, text = self._claim.period, ""
        when = number_set(0, set(asked.small), self._start, set(asked.classes), period)
        if asked.classes:
            text = rf"every $m \ge {when.onset}$"
            if len(asked.classes) < period:
                classes = ", ".join(map(str, asked.classes))
                text += rf" with $m \equiv {classes} \pmod{{{period}}}$"
        if when.singles:
            text = f"$m = {_runs(when.singles)}$" + (f" and {text}" if text else "")
        return text

    def _term(self, key: Function, new: int) -> str:
        return f"{self._name(key)}(m{f'-{new}' if new else ''})"

    def _equation(self, key: Function, asked: WrittenQuestion, below: list[Function]) -> str:
        terms = [self._term(part, asked.move.new) for part in below]
        right = self._right_side(f"S_{{{key[0]}}}(m)", asked.constant, terms)
        return f"{self._name(key)}(m) = {right}"

    def _check(
        self, key: Function, asked: WrittenQuestion, below: list[Function], m: int
    ) -> tuple[int, str, int]:
        """m, the right side of the equation in numbers, and the value of the function."""
        terms = [str(self._value(part, m - asked.move.new)) for part in below]
        own = str(asked.move.pattern.secrets(self._game, m))
        return m, self._right_side(own, asked.constant, terms), self._value(key, m)

    def _right_side(self, secrets: str, constant: int, terms: list[str]) -> str:
        """The right side of an equation; a constant 0 is not written."""
        summands = [*[str(constant)] * bool(constant), *terms]
        return right_side(summands if self._worst else [secrets, *summands], is_sum=not self._worst)

    def _sum(self, one: WrittenQuestion) -> str:
        """The cost of a maset as the right side of its equation in numbers."""
        costs = [str(self._costs[key]) for _, key in sorted(one.parts.items())]
        return self._right_side(str(len(one.move.pattern.clauses)), 0, costs)


def _renaming(move: Move, answer: int) -> str:
    """How a part becomes its pattern: positions from 1, then colours."""
    part = move.answers[answer]
    positions = "".join(str(column + 1) for column in part.witness.columns)
    old = sorted(part.colours)
    new = [part.colours[colour] for colour in old]
    if positions == "".join(map(str, range(1, len(positions) + 1))):
        positions = ""
    names = ["".join(SYMBOLS[colour] for colour in colours) for colours in (old, new)]
    if old == new:
        names = ["", ""]
    return rf"\mptRenaming{{{positions}}}{{{names[0]}}}{{{names[1]}}}"


def _runs(numbers: Iterable[int]) -> str:
    """Numbers like ``0, 3, \\dots, 7``."""
    return ", ".join(
        rf"{run[0]}, \dots, {run[-1]}" if len(run) > _MOST_LISTED + 1 else ", ".join(map(str, run))
        for run in runs(numbers)
    )
