"""What a proof says of each single equation (Peczarski, section 4, does this by hand).

With the proved functions put in for F, the *excess* of an equation is its right side less its
left side.  From the start of the induction on, the excess of every residue class is known in
closed form and never negative; before that it is computed.  So it is decided for every n whether
the excess is zero, that is, whether the question is optimal.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import count
from typing import final

import numpy as np

from masetproof.games import EXTRA, Word
from masetproof.proofs.theorem import Theorem
from masetproof.recurrences.quasipolynomial import Polynomial, claim_from, trim
from masetproof.recurrences.readings import Objective

__all__ = ["Kind", "NumberSet", "Verdict", "equation_label", "verdicts"]


@final
class Kind(StrEnum):
    """The verdicts that there are."""

    OPTIMAL = "optimal"
    SAME = "the same as another equation"
    MORE_THAN = "always more than another equation"
    MORE = "always more than the minimum"
    NO_SOLUTION = "no solution"


@final
@dataclass(frozen=True)
class NumberSet:
    """A set of numbers n >= first: those listed, and from *onset* on whole classes modulo *period*.

    singles: the members below the onset.  classes: residues of n.
    """

    first: int
    singles: tuple[int, ...]
    onset: int
    classes: tuple[int, ...]
    period: int

    @property
    def is_empty(self) -> bool:
        """Whether no n belongs to it."""
        return not self.singles and not self.classes

    @property
    def is_everything(self) -> bool:
        """Whether every n >= first belongs to it."""
        return len(self.classes) == self.period and self.onset == self.first

    def __str__(self) -> str:
        if self.is_everything:
            return f"every n >= {self.first}"
        pieces = [f"n = {', '.join(map(str, self.singles))}"] if self.singles else []
        if len(self.classes) == self.period:
            pieces.append(f"every n >= {self.onset}")
        elif self.classes and self.period == 2:
            parity = "even" if self.classes == (0,) else "odd"
            pieces.append(f"every {parity} n >= {self.onset}")
        elif self.classes:
            residues = ", ".join(map(str, self.classes))
            pieces.append(f"every n >= {self.onset} with n = {residues} mod {self.period}")
        return " and ".join(pieces) or "no n"


@final
@dataclass(frozen=True)
class Verdict:
    """The verdict on one equation.

    number: of the question on its pattern, from 1.  split: the row of `Closure.splits`.
    optimal: the n for which the question is optimal.  other: the number of the equation that
    *kind* refers to.  least: the least excess over all n.  excess: by the residue of n, the excess
    as a polynomial in n for n >= onset (of the worst case: for all large n).
    """

    number: int
    question: Word
    split: int
    kind: Kind
    optimal: NumberSet
    other: int | None
    least: int
    onset: int
    excess: tuple[Polynomial, ...]


def equation_label(theorem: Theorem, pattern: int, number: int) -> str:
    """Like ``MM.2.1.3``: game, pegs, pattern, question."""
    closure = theorem.closure
    return f"{closure.game.label}.{closure.pegs}.{pattern}.{number}"


def verdicts(theorem: Theorem, state: int) -> tuple[Verdict, ...]:
    """The verdicts on all equations of a function, in the order of their questions."""
    system, closure = theorem.system, theorem.closure
    pattern = int(system.pattern[state])
    allowed = system.reading.extra_cells(closure.game, closure.pegs)[system.level[state]]
    splits = closure.split_of[closure.question_start[pattern] :].tolist()
    result: list[Verdict] = []
    same: dict[tuple[object, ...], int] = {}
    alike: dict[tuple[object, ...], tuple[int, tuple[int, ...]]] = {}
    for number, (question, split) in enumerate(
        zip(closure.questions(pattern), splits, strict=False), 1
    ):
        if question.count(EXTRA) > allowed:
            continue
        row = theorem.row_of(state, split)
        equation = _Equation(theorem, state, row)
        terms = (equation.new, *equation.parts)
        constants = tuple(system.constant[row].tolist())
        analysis = equation.analyse()
        first_alike, fewer = alike.setdefault(terms, (number, constants))
        kind, other = Kind.MORE, None
        if equation.tells_nothing:
            kind = Kind.NO_SOLUTION
        elif (terms, constants) in same:
            kind, other = Kind.SAME, same[terms, constants]
        elif not analysis.zero.is_empty:
            kind = Kind.OPTIMAL
        elif equation.is_sum and all(a < b for a, b in zip(fewer, constants, strict=True)):
            kind, other = Kind.MORE_THAN, first_alike
        same.setdefault((terms, constants), number)
        result.append(
            Verdict(
                number,
                question,
                split,
                kind,
                analysis.zero,
                other,
                analysis.least,
                analysis.onset,
                analysis.excess,
            )
        )
    return tuple(result)


@final
@dataclass(frozen=True)
class _Analysis:
    zero: NumberSet
    least: int
    onset: int
    excess: tuple[Polynomial, ...]


@final
class _Equation:
    """One equation of a function, with the proved functions put in."""

    def __init__(self, theorem: Theorem, state: int, row: int) -> None:
        system, closure = theorem.system, theorem.closure
        self._theorem = theorem
        self._state = state
        self._game = closure.game
        self._pattern = int(system.pattern[state])
        self._form = closure.patterns[self._pattern]
        self._constants = system.constant[row].tolist()
        self._part_patterns = [int(system.pattern[part]) for part in system.parts[row] if part >= 0]
        self.parts = [part for part in system.parts[row].tolist() if part >= 0]
        self.new = int(system.new[row])
        self.is_sum = system.objective is Objective.EXPECTED

    @property
    def tells_nothing(self) -> bool:
        """Whether the question leaves the pattern whole."""
        return self.new == 0 and self._pattern in self._part_patterns

    def _terms(self, m: int) -> list[int]:
        """The constant and the values of the parts."""
        left = m - self.new
        constant = self._constants[min(left, len(self._constants) - 1)]
        return [constant, *(self._theorem.value(part, left) for part in self.parts)]

    def excess(self, m: int) -> int:
        """Right side less left side."""
        terms = self._terms(m)
        right = self._form.secrets(self._game, m) + sum(terms) if self.is_sum else 1 + max(terms)
        return right - self._theorem.value(self._state, m)

    def analyse(self) -> _Analysis:
        """Where the excess is zero, its least value and its closed form."""
        induction, colours = self._theorem.induction, self._form.colours
        period, settled = induction.claim.period, induction.start
        order = max(induction.claim.degree, self._form.pegs)
        if not self.is_sum:
            settled += period * self._crossings(settled)
            order = 1
        first = next(m for m in count(self.new) if self._form.secrets(self._game, m))
        before = {m: self.excess(m) for m in range(first, settled)}
        claim = claim_from(
            np.array(
                [[self.excess(m)] for m in range(settled, settled + period * (order + 1))],
                dtype=np.int64,
            ),
            period,
            order,
            0,
        )
        deltas = claim.differences[0].tolist()
        classes = {(settled + r) % period for r in range(period) if not any(deltas[r])}
        zeros = {m for m, value in before.items() if value == 0}
        for r, row in enumerate(deltas):
            if row[0] == 0 and any(row):
                # binomial(t, k) = 0 for t < k: zero until the first difference that is not.
                until = next(k for k, delta in enumerate(row) if delta)
                zeros |= {settled + r + period * t for t in range(until)}
        branches = {
            (settled + r) % period: _moved(claim.branch(0, r), settled) for r in range(period)
        }
        since = settled
        while since > first and before[since - 1] == _at(branches[(since - 1) % period], since - 1):
            since -= 1
        return _Analysis(
            _number_set(first, zeros, settled, classes, period, colours),
            min([*before.values(), *(row[0] for row in deltas)]),
            since + colours,
            tuple(_moved(branches[(r - colours) % period], colours) for r in range(period)),
        )

    def _crossings(self, start: int) -> int:
        """After so many periods the terms of a maximum keep their order.

        Terms are lines with integer values; two that are d apart at first have crossed, if ever,
        after d steps.
        """
        period = self._theorem.induction.claim.period
        gaps = [max(terms) - min(terms) for terms in map(self._terms, range(start, start + period))]
        return max(gaps) + 1


def _number_set(
    first: int, zeros: set[int], settled: int, classes: set[int], period: int, colours: int
) -> NumberSet:
    """The n = m + colours with m in *zeros*, or from *settled* on in one of the classes."""
    onset = max([settled, *(m + 1 for m in zeros)])
    while onset > first and ((onset - 1) % period in classes) == (
        onset - 1 in zeros or (onset - 1 >= settled and (onset - 1) % period in classes)
    ):
        onset -= 1
    singles = tuple(sorted(m + colours for m in zeros if m < onset))
    # Start with a member, so that a reader need not look for the first one.
    while classes and onset % period not in classes:
        onset += 1
    return NumberSet(
        first + colours,
        singles,
        onset + colours,
        tuple(sorted((c + colours) % period for c in classes)),
        period,
    )


def _at(polynomial: Polynomial, x: int) -> Fraction:
    return sum((c * x**power for power, c in enumerate(polynomial)), Fraction(0))


def _moved(polynomial: Polynomial, by: int) -> Polynomial:
    """The polynomial in n = x + by."""
    zero = Fraction(0)
    result = [zero]
    for c in reversed(polynomial):
        result = [
            below - by * here for here, below in zip([*result, zero], [zero, *result], strict=True)
        ]
        result[0] += c
    return trim(result)
