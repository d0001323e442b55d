"""The verdict of a proof on each single equation (Peczarski, section 4, does this by hand).

With the proved functions put in for F, the *excess* of an equation is its right side less its
left side.  From the start of the induction on, the excess of every residue class is known in
closed form and never negative; before that it is computed.  So it is decided for every n whether
the excess is zero, that is, whether the question is optimal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from enum import StrEnum, auto
from functools import cache, lru_cache
from itertools import count
from operator import lt
from typing import NamedTuple, final

import numpy as np

from masetproof.arguments import Refused, shown
from masetproof.objectives import Objective
from masetproof.proofs.cells import excess_of
from masetproof.proofs.functions import Functions, RightSides, right_sides
from masetproof.proofs.numbers import Numbers, NumberSet, OptimalBoards, number_set
from masetproof.recurrences.claims import misfits, stepped
from masetproof.recurrences.polynomials import Polynomial, from_differences, value_at
from masetproof.recurrences.recurrences import Function
from masetproof.words import Word, word_text

Differences = tuple[tuple[int, ...], ...]
"""For one base point: the Newton differences of the excess, or of each term."""


@final
class Kind(StrEnum):
    """The verdicts that there are; their sentences are in `reports.verdicts`."""

    OPTIMAL = auto()
    """For some n at least."""
    SAME = auto()
    """The same as another equation."""
    MORE_THAN = auto()
    """Always more than another equation."""
    MORE = auto()
    """Always more than the minimum."""
    NO_SOLUTION = auto()
    """The question leaves the pattern whole."""


@final
@dataclass(frozen=True)
class Excess:
    """The excess of an equation of one index, for every n with which the question can be asked.

    first: the least n.  early: the excess for n = first, ..., onset - 1.  branches: by the residue
    of n, the excess as a polynomial in n for n >= onset.  differences: what the induction checks,
    for each base point m = M, ..., M + T - 1: the Newton differences in steps of T of the excess
    or, in the worst case, those of each different term of the maximum less those of the left side
    minus 1, the constant last.
    """

    first: int
    early: tuple[int, ...]
    onset: int
    branches: tuple[Polynomial, ...]
    differences: tuple[Differences, ...]

    def __call__(self, n: int) -> int:
        """The excess for n, which is *first* at least."""
        if n < self.onset:
            return self.early[n - self.first]
        return int(value_at(self.branches[n % len(self.branches)], n))


@final
@dataclass(frozen=True)
class Verdict:
    """The verdict on one equation.

    number: of the question on its pattern, from 1.  split: the row of `Closure.splits`.
    optimal: the n for which the question is optimal.  other: the number of the equation that
    *kind* refers to.  least: the least excess over all n.  excess: in closed form, where functions
    have one index.
    """

    number: int
    question: Word
    split: int
    kind: Kind
    optimal: Numbers
    other: int | None
    least: int
    excess: Excess | None

    def __repr__(self) -> str:
        return f"<Verdict on question {self.number}, {word_text(self.question)}: {self.kind.value}>"


def equation_label(theorem: Functions, pattern: int, number: int) -> str:
    """Like ``MM.2.1.3``: game, pegs, pattern, question."""
    closure = theorem.closure
    return f"{closure.game.label}.{closure.pegs}.{pattern}.{number}"


@final
class Analysed(NamedTuple):
    """An equation by itself, before it is compared with others.

    terms, constants: equations with both equal have the same right side; with equal terms of a sum,
        greater constants give a greater one.
    tells_nothing: whether the question leaves the pattern whole.
    optimal, least, excess: as of `Verdict`.
    """

    terms: Hashable
    constants: tuple[int, ...]
    tells_nothing: bool
    optimal: Numbers
    least: int
    excess: Excess | None = None


def verdicts(theorem: Functions, function: Function) -> tuple[Verdict, ...]:
    """The verdicts on a function by question; `Refused` when play never comes to the function."""
    function = theorem.as_function(function)
    if function not in theorem.induction.lower.claims:
        raise Refused(f"play never comes to function {shown(function)}")
    system, questions = theorem.system, theorem.closure.questions(function[0])
    analyse = (_on_numbers if system.has_one_index else _on_cells)(theorem, function)
    is_sum = system.objective is Objective.EXPECTED
    result = []
    same: dict[tuple[Hashable, tuple[int, ...]], int] = {}
    alike: dict[Hashable, tuple[int, tuple[int, ...]]] = {}
    for number, split in system.asked(function):
        known = analyse(split)
        earlier = same.setdefault((known.terms, known.constants), number)
        first, fewer = alike.setdefault(known.terms, (number, known.constants))
        kind, other = Kind.MORE, None
        if known.tells_nothing:
            kind = Kind.NO_SOLUTION
        elif earlier != number:
            kind, other = Kind.SAME, earlier
        elif not known.optimal.is_empty:
            kind = Kind.OPTIMAL
        elif is_sum and known.constants and all(map(lt, fewer, known.constants)):
            kind, other = Kind.MORE_THAN, first
        about = known.optimal, other, known.least, known.excess
        result.append(Verdict(number, questions[number - 1], split, kind, *about))
    return tuple(result)


def _on_cells(theorem: Functions, function: Function) -> Callable[[int], Analysed]:
    """The analysed equations of a function on cells, whatever indices it has."""
    equations = {equation.split: equation for equation in theorem.system.equations(function)}

    def analyse(split: int) -> Analysed:
        equation = equations[split]
        excess = excess_of(theorem.system, theorem.induction.lower, function, equation)
        asked = [leaf.differences for leaf in excess.leaves() if leaf.differences is not None]
        return Analysed(
            (equation.new, frozenset(Counter(equation.parts).items())),
            (),  # an explicit part is a term here
            not any(equation.new) and any(part.number == function[0] for part in equation.parts),
            OptimalBoards(theorem, function, excess),
            min(int(differences[0]) for differences in asked),
        )

    return analyse


def _on_numbers(theorem: Functions, function: Function) -> Callable[[int], Analysed]:
    """The analysed equations of a function of one index, with excesses in closed form.

    The results are in n, which is m plus the explicit colours of the pattern.
    """
    closure, columns = theorem.closure, theorem.columns
    form = closure.patterns[function[0]]
    known = _excesses(theorem, function)
    equations = known.own.equations
    row_of = {split: row for row, split in enumerate(equations.split.tolist())}
    with_secret = next(m for m in count() if form.secrets(closure.game, m))

    @cache
    def analyse(split: int) -> Analysed:
        row, colours = row_of[split], form.colours
        new, parts = int(equations.new[row]), known.own.parts[row].tolist()
        first, last = colours + max(new, with_secret), colours + known.settled
        excess, deltas = known.computed[row][first - colours :], known.deltas[row]
        onset = max(first, colours + known.last_broken[row] + 1)
        return Analysed(
            (new, *parts),
            tuple(equations.constant[row].tolist()),
            new == 0 and function[0] in columns.pattern[[part for part in parts if part >= 0]],
            _zeros(first, excess, last, deltas),
            min(excess),
            Excess(
                first,
                tuple(excess[: onset - first]),
                onset,
                _closed_form(tuple(map(tuple, deltas)), last),
                tuple((tuple(delta),) for delta in deltas)
                if theorem.system.objective is Objective.EXPECTED
                else _lines(theorem, known.own, row),
            ),
        )

    return analyse


@final
class _Excesses(NamedTuple):
    """The excesses of all equations of a function of one index, by the rows of the equations.

    own: the right sides for m = 0, 1, ... implicit colours.
    computed: the excesses for these m, so many that they give the closed form on each residue class
        from *settled* on.  As no difference is negative there, the least excess is among them, and
        so are all zeros of a class that has others.
    deltas: the Newton differences of each class, from *settled* on.
    last_broken: up to which m the closed form does not hold; -1 if it always does.
    """

    own: RightSides
    computed: list[list[int]]
    settled: int
    deltas: list[list[list[int]]]
    last_broken: list[int]


def _excesses(theorem: Functions, function: Function) -> _Excesses:
    start, period, settled = theorem.start, theorem.claim.period, theorem.start
    order = max(theorem.claim.degree, theorem.closure.pegs)
    if theorem.system.objective is Objective.WORST:
        # The terms of a maximum are lines with integer values.  Two that are d apart at first have
        # crossed, if ever, after d steps, and then the greatest one stays the greatest.
        terms = right_sides(theorem, function, range(start, start + period)).terms
        settled += period * (int((terms.max(axis=2) - terms.min(axis=2)).max()) + 1)
        order = 1
    own = right_sides(theorem, function, range(settled + period * (order + 1)))
    above = own.sides - own.values[:, None]
    deltas = stepped(above[settled:], period, order).tolist()
    broken = misfits(above, period, order) != 0
    last_broken = np.where(broken, np.arange(len(broken))[:, None], -1).max(axis=0).tolist()
    return _Excesses(own, above.T.tolist(), settled, deltas, last_broken)


def _zeros(first: int, excess: list[int], settled: int, deltas: list[list[int]]) -> NumberSet:
    """The n from the first one on for which the excess is zero."""
    period = len(deltas)
    zeros = {n for n, value in enumerate(excess, first) if value == 0}
    classes = {(settled + r) % period for r, delta in enumerate(deltas) if not any(delta)}
    return number_set(first, zeros, settled, classes, period)


def _lines(theorem: Functions, own: RightSides, row: int) -> tuple[Differences, ...]:
    """For each base point the different terms of a maximum, less the left side minus 1."""
    parts = own.parts[row].tolist()
    shown = [parts.index(part) for part in dict.fromkeys(parts) if part >= 0]
    if own.equations.constant[row, -1] or not shown:
        shown.append(len(parts))
    terms = own.terms[:, row, shown] - (own.values[:, None] - 1)
    low, middle, high = (theorem.start + theorem.claim.period * k for k in range(3))
    here, steps = terms[low:middle], terms[middle:high] - terms[low:middle]
    return tuple(
        tuple(zip(*pair, strict=True)) for pair in zip(here.tolist(), steps.tolist(), strict=True)
    )


@lru_cache(maxsize=1 << 16)
def _closed_form(deltas: tuple[tuple[int, ...], ...], start: int) -> tuple[Polynomial, ...]:
    """By the residue of n, the polynomial in n with these differences from *start* on."""
    period = len(deltas)
    own = [(r - start) % period for r in range(period)]
    return tuple(from_differences(deltas[place], start + place, period) for place in own)
