"""A conjecture against the exact values of a game, and against its theorem for every n.

A conjecture is, like the formula of a theorem, from some n on a polynomial on each residue class.
So they agree from some n on just if the polynomials are the same on all classes of a common
modulus; below, there are few n, which are compared one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import lcm
from typing import NamedTuple, final

from masetproof.arguments import Refused, either_spelling
from masetproof.games.pegs import PegGame
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
    """What is known of a conjecture on the values of a game.

    values: the exact ones that it is compared with.  held: for which of their n it holds, as
    numbers in a row, (first, last).  first_failure: the least n, from the first of the values on,
    for which it does not hold, with a theorem beyond the last one, too; None where none is known.
    proved_from: the least n such that it holds for every n from there on of which it says
    something, by the theorem; None where there is no theorem or it does not hold for all large n.
    """

    values: GameValues
    conjecture: Conjecture
    held: tuple[tuple[int, int], ...]
    first_failure: Failure | None
    proved_from: int | None

    def __repr__(self) -> str:
        failure = self.first_failure
        told = "agrees" if failure is None else f"fails for n = {failure.n}"
        return f"<ComparedValues of {self.values.game.name}, {self.values.pegs} pegs: {told}>"

    @property
    def agrees(self) -> bool:
        """Whether it is wrong for no n that was looked at; with a theorem that is every n."""
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
        """What came of it, in sentences."""
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
"""The most stretches of n that a sentence lists."""


@either_spelling
def compare_values(
    game: PegGame | str,
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

    formula: arithmetic in n, such as ``"n^2/4 + 2n if n mod 2 = 0 else floor(n^2/4)"``; what it may
    have is said in docs/command-line.md, "A conjecture".  The other arguments are those of
    `game_values`, where *colours* is the last n of which the value is compared in any case.

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
    is_silent = conjecture.is_silent
    held: list[int] = []
    failure, said = None, False
    for n, value in values.items():
        told = conjecture(n)
        said |= told is not None
        if told == value:
            held.append(n)
        elif told is not None and failure is None:
            failure = Failure(n, value, told)
    theorem, proved_from = values.formula, None
    if theorem is not None:
        proved_from = None if is_silent else _proved_from(conjecture, theorem)
        if failure is None:
            # Polynomials that differ do so almost everywhere, so there is a failure to be found.
            end = conjecture.settled if is_silent else proved_from
            beyond = count(values.last + 1) if end is None else range(values.last + 1, end)
            failure = next(_failures(conjecture, theorem, beyond), None)
    if not said and (is_silent or theorem is None):
        raise Refused(f"the formula says nothing of n = {values.first} to {values.last}")
    in_rows = tuple((run[0], run[-1]) for run in runs(held))
    return ComparedValues(values, conjecture, in_rows, failure, proved_from)


def _proved_from(conjecture: Conjecture, formula: Formula) -> int | None:
    """From which n on they agree wherever the conjecture says something, None if from none."""
    for residue in range(lcm(len(conjecture.branches), formula.period)):
        branch = conjecture.branches[residue % len(conjecture.branches)]
        known = trim(list(formula.branches[residue % formula.period]))
        if branch is not None and coefficients_of(branch) != known:
            return None
    n = max(conjecture.settled, formula.valid_from)
    while n > formula.least and not any(_failures(conjecture, formula, [n - 1])):
        n -= 1
    return n


def _failures(
    conjecture: Conjecture, formula: Formula, numbers: Iterable[int]
) -> Iterator[Failure]:
    """For which of the numbers the conjecture says something else than the formula."""
    for n in numbers:
        told = conjecture(n)
        if told is not None and told != formula(n):
            yield Failure(n, formula(n), told)
