"""Where the three readings of the extra colour agree (docs/model.md), for every n."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from math import lcm
from typing import final

from masetproof.arguments import as_member
from masetproof.games.pegs import PegGame
from masetproof.progress import Progress, silent
from masetproof.proofs.theorem import Open, Theorem, prove
from masetproof.recurrences.polynomials import Polynomial, polynomial_text, trim
from masetproof.recurrences.readings import Objective, Reading

__all__ = ["Comparison", "compare_readings"]


@final
@dataclass(frozen=True, eq=False, repr=False)
class Comparison:
    """The theorems of all three readings, compared.

    differences: each n below *settled* where they are not all equal, with their values.
    gaps: for the residues of n modulo *period* for which they differ for every n >= settled, by
    how much each reading that differs from `exact` is more, as a polynomial in n.
    """

    theorems: dict[Reading, Theorem]
    differences: dict[int, dict[Reading, int]]
    settled: int
    period: int
    gaps: dict[int, dict[Reading, Polynomial]]

    def __repr__(self) -> str:
        return f"<Comparison of the three readings: {'equal' if self.agree else 'different'}>"

    @property
    def agree(self) -> bool:
        """Whether the three readings agree for every n."""
        return not self.differences and not self.gaps

    def describe(self) -> str:
        """The result in words."""
        if self.agree:
            return "The three readings agree for every n."
        pieces = []
        for n, values in self.differences.items():
            told = ", ".join(f"{value} {reading.value}" for reading, value in values.items())
            pieces.append(f"for n = {n} ({told})")
        for residue, gaps in self.gaps.items():
            told = ", ".join(
                f"{reading.value} is {polynomial_text(gap)} more than exact"
                for reading, gap in gaps.items()
            )
            condition = f" with n = {residue} mod {self.period}" if self.period > 1 else ""
            pieces.append(f"for every n >= {self.settled}{condition} ({told})")
        return f"The three readings differ {'; '.join(pieces)}; they agree for every other n."

    def as_json(self) -> dict[str, object]:
        """For scripts."""
        return {
            "agree": self.agree,
            "differences": {
                str(n): {reading.value: str(value) for reading, value in values.items()}
                for n, values in self.differences.items()
            },
            "settled": self.settled,
            "period": self.period,
            "gaps": {
                str(residue): {
                    reading.value: [str(c) for c in gap] for reading, gap in gaps.items()
                }
                for residue, gaps in self.gaps.items()
            },
            "formulas": {
                reading.value: theorem.formula.as_json()
                for reading, theorem in self.theorems.items()
            },
        }


def compare_readings(
    game: PegGame | str, pegs: int, objective: Objective | str, progress: Progress = silent
) -> Comparison | Open:
    """Prove the formulas of all three readings and compare them for every n.

    Game and objective are the value or its text.  `Open` when one of them could not be proved;
    `Refused` for a game or a number of pegs that the pattern engine does not treat.
    """
    objective = as_member(Objective, objective)
    theorems: dict[Reading, Theorem] = {}
    for reading in Reading:
        outcome = prove(game, pegs, objective=objective, reading=reading, progress=progress)
        if isinstance(outcome, Open):
            return outcome
        theorems[reading] = outcome
    return compare(theorems)


def compare(theorems: dict[Reading, Theorem]) -> Comparison:
    """Compare the proved formulas of the three readings of one game and objective."""
    formulas = {reading: theorem.formula for reading, theorem in theorems.items()}
    period = lcm(*(formula.period for formula in formulas.values()))
    settled = max(formula.valid_from for formula in formulas.values())
    # Equal polynomials on a class agree throughout.  Different ones are compared at every n up to
    # where their difference can have no further root.
    gaps: dict[int, dict[Reading, Polynomial]] = {}
    for residue in range(period):
        branches = {reading: f.branches[residue % f.period] for reading, f in formulas.items()}
        for reading, branch in branches.items():
            gap = _difference(branch, branches[Reading.EXACT])
            if any(gap):
                settled = max(settled, _last_root(gap) + 1)
                gaps.setdefault(residue, {})[reading] = gap
    least = min(min(theorem.values) for theorem in theorems.values())
    differences = {}
    for n in range(least, settled):
        values = {reading: theorem.value(0, n) for reading, theorem in theorems.items()}
        if len(set(values.values())) > 1:
            differences[n] = values
    return Comparison(theorems, differences, settled, period, gaps)


def _difference(one: Polynomial, other: Polynomial) -> Polynomial:
    pairs = zip_longest(one, other, fillvalue=Fraction(0))
    return trim([a - b for a, b in pairs])


def _last_root(polynomial: Polynomial) -> int:
    """Beyond this a polynomial that is not zero has no root (Cauchy's bound)."""
    *rest, leading = polynomial
    return int(1 + max((abs(c / leading) for c in rest), default=Fraction(-1)))
