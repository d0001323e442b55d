"""What a proof says of each single equation (Peczarski, section 4, does this by hand).

With the proved functions put in for F, the *excess* of an equation is its right side less its
left side.  From the start of the induction on, the excess of every residue class is known in
closed form and never negative; before that it is computed.  So it is decided for every n whether
the excess is zero, that is, whether the question is optimal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache, partial
from math import comb
from operator import lt
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, shown
from masetproof.objectives import Objective
from masetproof.patterns.closure import Closure
from masetproof.proofs.cells import excess_of
from masetproof.proofs.functions import Functions
from masetproof.proofs.numbers import Boards, Numbers, NumberSet, number_set
from masetproof.recurrences.polynomials import Polynomial
from masetproof.recurrences.quasipolynomial import Claim, claim_from
from masetproof.recurrences.recurrences import State
from masetproof.words import Word

Array = NDArray[np.int64]

Differences = tuple[tuple[int, ...], ...]
"""Of one base point: the Newton differences of the excess, or of each term."""

__all__ = [
    "Analysed",
    "Kind",
    "NumberVerdict",
    "Verdict",
    "equation_label",
    "judged",
    "number_verdicts",
    "verdicts",
]


@final
class Kind(StrEnum):
    """The verdicts that there are."""

    OPTIMAL = "optimal"
    SAME = "the same as another equation"
    MORE_THAN = "always more than another equation"
    MORE = "always more than the minimum"
    NO_SOLUTION = "no solution"


@dataclass(frozen=True)
class Verdict:
    """The verdict on one equation.

    number: of the question on its pattern, from 1.  split: the row of `Closure.splits`.
    optimal: the n for which the question is optimal.  other: the number of the equation that
    *kind* refers to.  least: the least excess over all n.
    """

    number: int
    question: Word
    split: int
    kind: Kind
    optimal: Numbers
    other: int | None
    least: int

    def phrase(self, label: Callable[[int], str], numbers: Callable[[Any], str] = str) -> str:
        """The verdict in words.

        label, numbers: how an equation of the pattern, by its number, and a set of n are written.
        """
        other = "" if self.other is None else f"({label(self.other)})"
        match self.kind:
            case Kind.NO_SOLUTION:
                return "no solution, because the question does not distinguish the secrets"
            case Kind.SAME:
                return f"the same as {other}"
            case Kind.MORE_THAN:
                return f"always more than {other}, which has the same parts and a smaller constant"
            case Kind.OPTIMAL if self.optimal.is_everything:
                return f"optimal for {numbers(self.optimal)}"
            case Kind.OPTIMAL:
                return f"optimal exactly for {numbers(self.optimal)}"
            case Kind.MORE:
                return f"always more than the minimum, by at least {self.least}"


V = TypeVar("V", bound=Verdict)


@final
@dataclass(frozen=True)
class NumberVerdict(Verdict):
    """The verdict on an equation of one index.

    early: the excess for n = optimal.first, ..., onset - 1.  excess: by the residue of n, the
    excess as a polynomial in n for n >= onset.  differences: what the induction checks, for each
    base point m = M, ..., M + T - 1: the Newton differences in steps of T of the excess or, in the
    worst case, those of each different term of the maximum less those of the left side minus 1,
    the constant last.
    """

    optimal: NumberSet
    early: tuple[int, ...]
    onset: int
    excess: tuple[Polynomial, ...]
    differences: tuple[Differences, ...]


class _OfClosure(Protocol):
    @property
    def closure(self) -> Closure: ...


def equation_label(theorem: _OfClosure, pattern: int, number: int) -> str:
    """Like ``MM.2.1.3``: game, pegs, pattern, question."""
    closure = theorem.closure
    return f"{closure.game.label}.{closure.pegs}.{pattern}.{number}"


class Analysed(NamedTuple, Generic[V]):
    """What is known of an equation before others are looked at.

    terms, constants: other equations with both have the same right side; with greater constants and
    the same terms of a sum a greater one.  tells_nothing: whether the question leaves the pattern
    whole.  optimal: for what numbers it is optimal.  verdict: makes the verdict.
    """

    terms: Hashable
    constants: tuple[int, ...]
    tells_nothing: bool
    optimal: Numbers
    verdict: Callable[..., V]


def judged(
    functions: Functions, state: State, analyse: Callable[[int], Analysed[V]]
) -> tuple[V, ...]:
    """The verdicts on all equations of a function, in the order of their questions.

    analyse: what is known of the equation from a row of `Closure.splits`.
    """
    function, system = functions.function_of(state), functions.system
    questions = functions.closure.questions(function[0])
    is_sum = system.objective is Objective.EXPECTED
    result: list[V] = []
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
        result.append(
            known.verdict(
                number=number,
                question=questions[number - 1],
                split=split,
                kind=kind,
                optimal=known.optimal,
                other=other,
            )
        )
    return tuple(result)


def number_verdicts(theorem: Functions, state: State) -> tuple[NumberVerdict, ...]:
    """The verdicts on all equations of a function of one index."""
    state = theorem.function_of(state)
    return judged(theorem, state, _Equations(theorem, state).analyse)


def verdicts(theorem: Functions, state: State) -> tuple[Verdict, ...]:
    """The verdicts on all equations of a function, in the order of their questions.

    `Refused` when play never comes to it.
    """
    state = theorem.function_of(state)
    if state not in theorem.induction.claims:
        raise Refused(f"play never comes to function {shown(state)}")
    if theorem.system.has_one_index:
        return number_verdicts(theorem, state)
    equations = {equation.split: equation for equation in theorem.system.equations(state)}

    def analyse(split: int) -> Analysed[Verdict]:
        equation = equations[split]
        excess = excess_of(theorem.system, theorem.induction.lower, state, equation)
        asked = [leaf.differences for leaf in excess.leaves() if leaf.differences is not None]
        return Analysed(
            (equation.new, frozenset(Counter(equation.parts).items())),
            (),  # an explicit part is a term here
            not any(equation.new) and any(part.number == state[0] for part in equation.parts),
            Boards(theorem, state, excess),
            partial(Verdict, least=min(int(differences[0]) for differences in asked)),
        )

    return judged(theorem, state, analyse)


@final
class _Equations:
    """All equations of one function, with the proved functions put in.

    Their excesses are computed for m = 0, 1, ... implicit colours, far enough that those of each
    residue from *settled* on tell their closed form.  What is said of them is said by n, which is
    m and the explicit colours of the pattern.
    """

    def __init__(self, theorem: Functions, function: State) -> None:
        pattern, closure = function[0], theorem.closure
        state = theorem.columns.number[function]
        system = self._system = theorem.columns.only(state)
        self._rows = range(system.start[state], system.start[state + 1])
        self._row_of = {int(system.split[row]): row for row in reversed(self._rows)}
        self._pattern, self._form = pattern, closure.patterns[pattern]
        self._period = theorem.claim.period
        self._are_sums = system.objective is Objective.EXPECTED
        start = self._start = theorem.start
        if self._are_sums:
            self._settled = start
            self._order = max(theorem.claim.degree, closure.pegs)
        else:
            # Beyond the last crossing of any two terms the greatest one stays the greatest.
            self._settled = start + self._period * self._crossings(theorem, start)
            self._order = 1
        end = self._settled + self._period * (self._order + 1)
        secrets = [self._form.secrets(closure.game, m) for m in range(end)]
        self._first_with_secret = next(m for m, count in enumerate(secrets) if count)
        self._terms_of = dict(self._terms(theorem, end))
        (self._values,) = theorem.induction.claims.table(np.array([state]), end).T
        self._excess = self._right_sides(secrets) - self._values[:, None]

    def _rows_of(self, used: int) -> NDArray[np.intp]:
        """The equations with so many new colours, counted from the first of the function."""
        return np.flatnonzero(self._system.new[self._rows.start : self._rows.stop] == used)

    def _terms(self, theorem: Functions, end: int) -> Iterator[tuple[int, Array]]:
        """For each r, the terms of the equations with r new colours: int64[m - r, rows, terms]."""
        low, high = self._rows.start, self._rows.stop
        parts, new = self._system.parts[low:high], self._system.new[low:high]
        states, place = np.unique(parts, return_inverse=True)
        values = theorem.induction.claims.table(states, end)
        values[:, states < 0] = 0
        place = place.reshape(parts.shape)
        cap = self._system.cap
        for used in np.unique(new).tolist():
            rows = self._rows_of(used)
            left = np.arange(end - used)
            constants = self._system.constant[low + rows][:, np.minimum(left, cap)].T
            yield used, np.dstack([values[: end - used][:, place[rows]], constants])

    def _right_sides(self, secrets: list[int]) -> Array:
        """int64[end, rows]; entries with m < r mean nothing."""
        right = np.zeros((len(secrets), len(self._rows)), dtype=np.int64)
        for used, terms in self._terms_of.items():
            rows = self._rows_of(used)
            if self._are_sums:
                right[used:, rows] = terms.sum(axis=2) + np.array(secrets[used:])[:, None]
            else:
                right[used:, rows] = 1 + terms.max(axis=2)
        return right

    def _crossings(self, theorem: Functions, start: int) -> int:
        """After so many periods the terms of each maximum keep their order.

        Terms are lines with integer values; two that are d apart at first have crossed, if ever,
        after d steps.
        """
        end = start + self._period
        gaps = [
            int((terms.max(axis=2) - terms.min(axis=2))[start - used :].max())
            for used, terms in self._terms(theorem, end)
        ]
        return max(gaps) + 1

    def _tells_nothing(self, row: int) -> bool:
        """Whether the question leaves the pattern whole."""
        parts = [part for part in self._system.parts[row].tolist() if part >= 0]
        return int(self._system.new[row]) == 0 and self._pattern in self._system.pattern[parts]

    def analyse(self, split: int) -> Analysed[NumberVerdict]:
        """Where the excess is zero, its least value and its closed form, all by n."""
        row = self._row_of[split]
        colours, period = self._form.colours, self._period
        first = colours + max(int(self._system.new[row]), self._first_with_secret)
        settled = colours + self._settled
        column = self._excess[:, row - self._rows.start]
        excess = dict(enumerate(column[first - colours :].tolist(), first))
        differences = claim_from(column[self._settled :, None], period, self._order, 0).differences
        deltas = differences[0].tolist()

        def continued(n: int) -> int:
            """The closed form at n, backwards from *settled*, too."""
            step, residue = divmod(n - settled, period)
            return sum(_binomial(step, k) * delta for k, delta in enumerate(deltas[residue]))

        onset = settled
        while onset > first and excess[onset - 1] == continued(onset - 1):
            onset -= 1
        # From *settled* on no difference is negative.  So the least excess is among the computed
        # ones, and so are all zeros of a class that has others.
        zeros = {n for n, value in excess.items() if value == 0}
        classes = {(settled + r) % period for r in range(period) if not any(deltas[r])}
        return Analysed(
            (int(self._system.new[row]), *self._system.parts[row].tolist()),
            tuple(self._system.constant[row].tolist()),
            self._tells_nothing(row),
            number_set(first, zeros, settled, classes, period),
            partial(
                NumberVerdict,
                least=min(excess.values()),
                early=tuple(excess[n] for n in range(first, onset)),
                onset=onset,
                excess=_closed_form(tuple(map(tuple, deltas)), settled),
                differences=(
                    tuple((tuple(delta),) for delta in deltas)
                    if self._are_sums
                    else self._lines(row)
                ),
            ),
        )

    def _lines(self, row: int) -> tuple[Differences, ...]:
        """For each base point the different terms of a maximum, less the left side minus 1."""
        used, parts = int(self._system.new[row]), self._system.parts[row].tolist()
        place = int(np.searchsorted(self._rows_of(used), row - self._rows.start))
        terms = self._terms_of[used][:, place]
        shown = [parts.index(part) for part in dict.fromkeys(parts) if part >= 0]
        if terms[-1, -1] or not shown:
            shown.append(len(parts))
        lines = []
        for m in range(self._start, self._start + self._period):
            here, later = (
                terms[at - used, shown] - (self._values[at] - 1) for at in (m, m + self._period)
            )
            lines.append(tuple(zip(here.tolist(), (later - here).tolist(), strict=True)))
        return tuple(lines)


def _binomial(t: int, k: int) -> int:
    """binomial(t, k) for any integer t."""
    return comb(t, k) if t >= 0 else (-1) ** k * comb(k - t - 1, k)


@lru_cache(maxsize=1 << 16)
def _closed_form(deltas: tuple[tuple[int, ...], ...], start: int) -> tuple[Polynomial, ...]:
    """By the residue of n, the polynomial in n with these differences from *start* on."""
    period = len(deltas)
    claim = Claim(start, np.array([deltas], dtype=np.int64))
    return tuple(claim.branch(0, start + (r - start) % period) for r in range(period))
