"""A conjecture against the exact values of a game, and against its theorem for every n.

Like the formula of a theorem, a conjecture is from some n on a polynomial on each residue class.
So the two agree for all large n if and only if their polynomials are the same on all classes of a
common modulus.  The few n below are compared one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import lcm
from typing import NamedTuple, final

from masetproof.arguments import Refused, either_spelling
from masetproof.games.alike import AlikeGame
from masetproof.objectives import Objective
from masetproof.progress import Progress, silent
from masetproof.proofs.numbers import runs
from masetproof.proofs.values import GameValues, values_between
from masetproof.recurrences.conjectures import Conjecture, read_conjecture
from masetproof.recurrences.polynomials import coefficients_of, trim
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.recurrences.readings import Reading


class Failure(NamedTuple):
    """A number of colours for which a conjecture is wrong."""

    n: int
    value: int
    conjectured: Fraction


@final
@dataclass(frozen=True, eq=False, repr=False)
class ComparedValues:
    """A conjecture on the values of a game, compared with them.

    values: the exact values.
    held: the n among them for which the conjecture holds, as runs (first, last).
    first_failure: the least n for which it does not hold, from the first of the values on.  With a
    theorem this n may be beyond the last value.  None where no failure is known.
    proved_from: by the theorem, the least n from which on the conjecture holds wherever it has a
    value.  None where there is no theorem, or it does not hold for all large n.
    """

    values: GameValues
    conjecture: Conjecture
    held: tuple[tuple[int, int], ...]
    first_failure: Failure | None
    proved_from: int | None

    def __repr__(self) -> str:
        failure = self.first_failure
        result = "agrees" if failure is None else f"fails for n = {failure.n}"
        return f"<ComparedValues of {self.values.game.name}, {self.values.pegs} pegs: {result}>"

    @property
    def agrees(self) -> bool:
        """Whether it holds for every n that was compared; with a theorem, for every n."""
        return self.first_failure is None

    @property
    def proved(self) -> bool:
        """Whether it is proved for every n from some n on."""
        return self.proved_from is not None

    def as_json(self) -> dict[str, object]:
        """The fields of ``masetproof values --compare``, but for the values themselves."""
        failure, values = self.first_failure, self.values
        return {
            "game": values.game.name,
            "pegs": values.pegs,
            "objective": values.objective.value,
            "extra": values.reading.value,
            "conjecture": self.conjecture.text,
            "agrees": self.agrees,
            "first_failure": failure
            and {"n": failure.n, "value": str(failure.value)}
            | {"conjectured": str(failure.conjectured)},
            "proved": self.proved,
            "proved_from": self.proved_from,
        }

    def words(self) -> Iterator[str]:
        """The result in sentences."""
        first, last, failure = self.values.first, self.values.last, self.first_failure
        if self.held:
            shown = [f"{a}" if a == b else f"{a}..{b}" for a, b in self.held[:_MOST_SHOWN]]
            more = ", ..." if len(self.held) > _MOST_SHOWN else ""
            yield f"The conjecture holds for n = {', '.join(shown)}{more}, of {first}..{last}."
        else:
            yield f"The conjecture holds for no n of {first}..{last}."
        if failure is not None:
            n, value, conjectured = failure
            off = abs(conjectured - value)
            side = "more" if conjectured > value else "less"
            yield (
                f"It is wrong first for n = {n}: the value is {value:,}, and the conjecture says "
                f"{conjectured}, {off} {side}."
            )
        if self.proved_from is not None:
            yield f"It holds for every n >= {self.proved_from}, as the theorem says."
        elif self.values.formula is None:
            yield f"There is no theorem here, so nothing is known for n > {last}."
        elif self.conjecture.is_silent:
            yield "It says nothing of large n."
        else:
            yield "It does not hold for all large n, as the theorem says."


_MOST_SHOWN = 20
"""The most runs of n that a sentence lists."""


@either_spelling
def compare_values(
    game: AlikeGame | str,
    pegs: int,
    colours: int,
    formula: str,
    *,
    first: int = 1,
    objective: Objective | str = Objective.EXPECTED,
    reading: Reading | str = Reading.EXACT,
    progress: Progress = silent,
) -> ComparedValues:
    """Compare a conjecture with the values of a game, and where there is a theorem for every n.

    formula: arithmetic in n, such as ``"n^2/4 + 2n if n mod 2 = 0 else floor(n^2/4)"``; see
    docs/command-line.md, "A conjecture".  The other arguments are those of `game_values`; the
    values up to *colours* are compared in any case.

    `Refused` as of `game_values`, when the text is no formula, or larger than any that is meant,
    and when it says nothing of any n.

    >>> worst = compare_values("mastermind", 2, 10, "floor(n/2) + 2", objective="worst")
    >>> worst.agrees, worst.first_failure, worst.proved_from
    (False, Failure(n=1, value=1, conjectured=Fraction(2, 1)), 2)
    """
    conjecture = read_conjecture(formula)
    values = values_between(
        *(game, pegs, first, colours),
        objective=objective,
        reading=reading,
        progress=progress,
        proving=True,
    )
    held, failure = _on_values(conjecture, values)
    theorem, proved_from = values.formula, None
    if not held and failure is None and (conjecture.is_silent or theorem is None):
        raise Refused(f"the formula says nothing of n = {values.first} to {values.last}")
    if theorem is not None:
        proved_from = _proved_from(conjecture, theorem)
        failure = failure or _failure_beyond(values.last, conjecture, theorem, proved_from)
    return ComparedValues(values, conjecture, held, failure, proved_from)


def _on_values(
    conjecture: Conjecture, values: GameValues
) -> tuple[tuple[tuple[int, int], ...], Failure | None]:
    """Runs of the n for which a conjecture holds, and the first failure, among the values."""
    held: list[int] = []
    failure = None
    for n, value in values.items():
        conjectured = conjecture(n)
        if conjectured == value:
            held.append(n)
        elif conjectured is not None and failure is None:
            failure = Failure(n, value, conjectured)
    return tuple((run[0], run[-1]) for run in runs(held)), failure


def _proved_from(conjecture: Conjecture, formula: Formula) -> int | None:
    """The n from which on they agree wherever the conjecture has a value; None if there is none.

    None also where it has no value for large n.
    """
    if conjecture.is_silent:
        return None
    for residue in range(lcm(len(conjecture.branches), formula.period)):
        branch = conjecture.branches[residue % len(conjecture.branches)]
        known = trim(list(formula.branches[residue % formula.period]))
        if branch is not None and coefficients_of(branch) != known:
            return None
    n = max(conjecture.settled, formula.valid_from)
    while n > formula.least and not any(_failures(conjecture, formula, [n - 1])):
        n -= 1
    return n


def _failure_beyond(
    last: int, conjecture: Conjecture, formula: Formula, proved_from: int | None
) -> Failure | None:
    """The first failure beyond the last value, up to where a conjecture agrees or ends."""
    end = conjecture.settled if conjecture.is_silent else proved_from
    # Different polynomials agree at few points only, so the search ends.
    beyond = count(last + 1) if end is None else range(last + 1, end)
    return next(_failures(conjecture, formula, beyond), None)


def _failures(
    conjecture: Conjecture, formula: Formula, numbers: Iterable[int]
) -> Iterator[Failure]:
    for n in numbers:
        conjectured = conjecture(n)
        if conjectured is not None and conjectured != formula(n):
            yield Failure(n, formula(n), conjectured)
