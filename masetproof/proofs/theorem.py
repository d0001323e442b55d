"""From a game to a theorem for every number of colours, and the theorem in words and symbols."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_count, as_instance, as_member, shown
from masetproof.games.pegs import PegGame
from masetproof.patterns.closure import Closure, check_closable
from masetproof.patterns.store import cached_closure
from masetproof.progress import Progress, as_progress, silent
from masetproof.proofs.induction import (
    Induction,
    NotInductive,
    induction_start,
    prove_by_induction,
)
from masetproof.recurrences.quasipolynomial import (
    Claim,
    Formula,
    claim_from,
    claimed_degree,
    find_claim,
    read_formula,
)
from masetproof.recurrences.readings import Objective, Reading
from masetproof.recurrences.system import System, build_system
from masetproof.recurrences.values import evaluate, full_pattern_values

__all__ = ["Open", "Stopwatch", "Theorem", "polynomial_text", "prove", "prove_system"]

_FIRST_ROWS = 24
_MOST_ROWS = 768
_RAISES = (0, 1, 3, 7)


@final
@dataclass
class Stopwatch:
    """Seconds spent in each stage, in the order in which the stages began."""

    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count the time of a block for the stage *name*."""
        begin = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - begin


@final
@dataclass(frozen=True, eq=False, repr=False)
class Theorem:
    """A proved formula with all that its proof consists of; `prove` makes it.

    system: every equation.  merged: those that are not superfluous, which values and induction
    refer to.  table: int64[rows, states], the values of all functions for m = 0, 1, ...
    """

    system: System
    merged: System
    table: NDArray[np.int64]
    induction: Induction
    formula: Formula

    def __post_init__(self) -> None:
        as_instance(System, self.system, "the system of a theorem")
        as_instance(System, self.merged, "the merged system of a theorem")
        as_instance(np.ndarray, self.table, "the table of a theorem")
        as_instance(Induction, self.induction, "the induction of a theorem")
        as_instance(Formula, self.formula, "the formula of a theorem")

    def __repr__(self) -> str:
        formula = self.formula
        return f"<Theorem: {_model_text(self.system)}, formula for n >= {formula.least}>"

    @property
    def closure(self) -> Closure:
        """The closure that the equations come from."""
        return self.system.closure

    @property
    def values(self) -> dict[int, int]:
        """The computed values of the whole game, by number of colours."""
        return full_pattern_values(self.system, self.table)

    def value(self, state: int, m: int) -> int:
        """The proved value of a function for any m >= 0, the number of implicit colours.

        state: the number of the function in `system`, 0 for the whole game, where m is n.
        """
        state = as_count(state, "the number of a function", 0, len(self.system.pattern) - 1)
        m = as_count(m, "the number of implicit colours")
        if m < len(self.table):
            return int(self.table[m, state])
        return self.induction.claim.value(state, m)

    def values_of(self, states: Sequence[int] | NDArray[np.int32], end: int) -> NDArray[np.int64]:
        """The proved values of some functions for m = 0, ..., end - 1: int64[end, states].

        The state -1, no part, has the value 0.
        """
        chosen = _as_states(states, len(self.system.pattern))
        end = as_count(end, "the end of the values")
        known = min(end, len(self.table))
        values = np.zeros((end, len(chosen)), dtype=np.int64)
        values[:known] = self.table[:known, chosen]
        if end > known:
            claim = self.induction.claim
            some = Claim(claim.base, claim.differences[chosen])
            values[known:] = some.table(known, end)
        values[:, chosen < 0] = 0
        return values

    def row_of(self, state: int, split: int) -> int:
        """The equation of the system that a state has from a row of `Closure.splits`.

        `Refused` when it has none, because the reading does not allow the question.
        """
        system = self.system
        state = as_count(state, "the number of a function", 0, len(system.pattern) - 1)
        split = as_count(split, "the row of a split", 0, len(self.closure.splits) - 1)
        low, high = int(system.start[state]), int(system.start[state + 1])
        row = low + int(np.searchsorted(system.split[low:high], split))
        if row == high or system.split[row] != split:
            raise Refused(f"function {state} has no equation from the split {split}")
        return row

    def words(self, exceptions: int | None = None) -> str:
        """The theorem as a sentence.

        exceptions: of more than so many only so many are listed, and how many there are (default:
        all are listed, as in the certificate).
        """
        if exceptions is not None:
            exceptions = as_count(exceptions, "the number of exceptions to list", 1)
        game, pegs = self.closure.game, self.closure.pegs
        quantity = (
            "external path length"
            if self.system.objective is Objective.EXPECTED
            else "number of questions in the worst case"
        )
        missed = self.formula.exceptions
        listed = [f"it is {value} for n = {n}" for n, value in missed.items()][:exceptions]
        if len(listed) < len(missed):
            listed.append(
                f"and there are {len(missed)} such exceptions, the last for n = {max(missed)}"
            )
        told = ", ".join(listed)
        return (
            f"{game.title} with {pegs} {'peg' if pegs == 1 else 'pegs'} and n colours, "
            f"{self.system.reading.describe()}: the least {quantity} of a strategy is f(n) "
            f"for every n >= {self.formula.valid_from}" + (f"; {told}" if told else "") + "."
        )

    def symbols(self) -> str:
        """The formula on one line."""
        branches = self.formula.branches
        if len(branches) == 1:
            return f"f(n) = {polynomial_text(branches[0])}"
        return "f(n) = " + "; ".join(
            f"{polynomial_text(branch)} for n = {r} mod {len(branches)}"
            for r, branch in enumerate(branches)
        )


@final
@dataclass(frozen=True, eq=False, repr=False)
class Open:
    """What was found when no proof was: the system, its values, and why they prove nothing."""

    system: System
    table: NDArray[np.int64]
    reason: str

    def __post_init__(self) -> None:
        as_instance(System, self.system, "the system of an open question")
        as_instance(np.ndarray, self.table, "the table of an open question")
        as_instance(str, self.reason, "the reason")

    def __repr__(self) -> str:
        return f"<Open: {_model_text(self.system)}, {self.reason}>"


def _model_text(system: System) -> str:
    """What a system is of, in a repr."""
    closure = system.closure
    return (
        f"{closure.game.name}, {closure.pegs} pegs, {system.objective.value}, "
        f"reading {system.reading.value}"
    )


def _as_states(states: object, count: int) -> NDArray[np.int64]:
    """Numbers of functions, or -1 for no part."""
    try:
        chosen = np.asarray(states)
    except ValueError:  # rows of different length
        chosen = np.array(None)
    if chosen.ndim != 1 or (len(chosen) and chosen.dtype.kind not in "iu"):
        raise Refused(f"the numbers of functions are a list of whole numbers, not {shown(states)}")
    if len(chosen) and not -1 <= chosen.min() <= chosen.max() < count:
        raise Refused(f"the numbers of functions are -1 to {count - 1:,}, not {shown(states)}")
    return chosen.astype(np.int64)


def polynomial_text(coefficients: tuple[Fraction, ...], symbol: str = "n") -> str:
    """A polynomial by descending powers, like ``1/2*n^2 - n + 3``."""
    text = ""
    for power in range(len(coefficients) - 1, -1, -1):
        c = coefficients[power]
        if c == 0:
            continue
        sign = ("-" if c < 0 else "") if not text else (" - " if c < 0 else " + ")
        variable = "" if power == 0 else symbol if power == 1 else f"{symbol}^{power}"
        size = "" if abs(c) == 1 and variable else str(abs(c)) + ("*" if variable else "")
        text += sign + size + variable
    return text or "0"


def prove(
    game: PegGame | str,
    pegs: int,
    *,
    objective: Objective | str = Objective.EXPECTED,
    reading: Reading | str = Reading.EXACT,
    progress: Progress = silent,
    stopwatch: Stopwatch | None = None,
) -> Theorem | Open:
    """Prove a closed formula for every number of colours.

    PegGame, objective and reading are the value or its text; the default reading is the real game.
    `Refused` for a game or a number of pegs that the pattern engine does not treat.  The result
    is `Open` when no quasi-polynomial was found or none passed the induction.
    """
    game, pegs = check_closable(game, pegs)
    objective, reading = as_member(Objective, objective), as_member(Reading, reading)
    progress = as_progress(progress)
    watch = Stopwatch() if stopwatch is None else as_instance(Stopwatch, stopwatch, "stopwatch")
    with watch.stage("closure"):
        closure = cached_closure(game, pegs, extra=reading.asks_extra, progress=progress)
    with watch.stage("recurrences"):
        system = build_system(closure, reading, objective)
    return prove_system(system, progress=progress, stopwatch=watch)


def prove_system(
    system: System, *, progress: Progress = silent, stopwatch: Stopwatch | None = None
) -> Theorem | Open:
    """The theorem of a system: values, a claim that they bear out, and the induction."""
    watch = stopwatch or Stopwatch()
    with watch.stage("recurrences"):
        merged = system.merged()
    degree = claimed_degree(system.objective, system.closure.pegs)
    table = np.zeros((0, len(system.pattern)), dtype=np.int64)
    reason = "the values show no quasi-polynomial"
    rows = _FIRST_ROWS
    while rows <= _MOST_ROWS:
        with watch.stage("values"):
            table = evaluate(merged, rows - 1, known=table, progress=progress)
        with watch.stage("solving"):
            found = find_claim(table, degree)
        for claim in _raised(found, table):
            needed = induction_start(merged, claim.base) + claim.period
            if needed > len(table):
                break
            try:
                with watch.stage("induction"):
                    induction = prove_by_induction(merged, claim, table, progress)
            except (NotInductive, OverflowError) as failure:
                reason = str(failure)
                continue
            formula = read_formula(claim, full_pattern_values(system, table), system.objective)
            return Theorem(system, merged, table[:needed], induction, formula)
        rows *= 2
    return Open(system, table, f"{reason}, with up to {rows // 2 - 1} implicit colours")


def _raised(claim: Claim | None, table: NDArray[np.int64]) -> Iterator[Claim]:
    """The claim, and the same from later and later bases as far as the values go."""
    if claim is None:
        return
    for raise_by in _RAISES:
        base = claim.base + raise_by * claim.period
        if base + claim.period * (claim.degree + 1) <= len(table):
            yield claim_from(table, claim.period, claim.degree, base)
