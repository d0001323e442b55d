"""Where the three readings of the extra colour agree (theory, section 4), for every n."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import final

from masetproof.games import Game
from masetproof.progress import Progress, silent
from masetproof.proofs.theorem import Open, Theorem, prove
from masetproof.recurrences.readings import Objective, Reading

__all__ = ["Comparison", "compare_readings"]


@final
@dataclass(frozen=True, eq=False)
class Comparison:
    """The theorems of all three readings, compared.

    differences: each n below *settled* where they are not all equal, with their values.
    residues: the residues of n modulo *period* for which they differ for every n >= settled.
    """

    theorems: dict[Reading, Theorem]
    differences: dict[int, dict[Reading, int]]
    settled: int
    period: int
    residues: tuple[int, ...]

    @property
    def agree(self) -> bool:
        """Whether the three readings agree for every n."""
        return not self.differences and not self.residues

    def describe(self) -> str:
        """The result in words."""
        if self.agree:
            return "The three readings agree for every n."
        pieces = []
        for n, values in self.differences.items():
            told = ", ".join(f"{value} {reading.value}" for reading, value in values.items())
            pieces.append(f"for n = {n} ({told})")
        if self.residues:
            classes = ", ".join(map(str, self.residues))
            pieces.append(f"for every n >= {self.settled} with n = {classes} mod {self.period}")
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
            "residues": list(self.residues),
            "formulas": {
                reading.value: theorem.formula.as_json()
                for reading, theorem in self.theorems.items()
            },
        }


def compare_readings(
    game: Game, pegs: int, objective: Objective, progress: Progress = silent
) -> Comparison | Open:
    """Prove the formulas of all three readings and compare them for every n.

    `Open` when one of them could not be proved.
    """
    theorems: dict[Reading, Theorem] = {}
    for reading in Reading:
        outcome = prove(game, pegs, objective=objective, reading=reading, progress=progress)
        if isinstance(outcome, Open):
            return outcome
        theorems[reading] = outcome
    return compare(theorems)


def compare(theorems: dict[Reading, Theorem]) -> Comparison:
    """Compare proved formulas, of any readings, that belong to one game and objective."""
    formulas = {reading: theorem.formula for reading, theorem in theorems.items()}
    period = lcm(*(formula.period for formula in formulas.values()))
    settled = max(formula.valid_from for formula in formulas.values())
    # Equal polynomials on a class agree throughout.  Different ones are compared at every n up to
    # where the sign of their difference can no longer change.
    residues = []
    for residue in range(period):
        branches = [f.branches[residue % f.period] for f in formulas.values()]
        for other in branches[1:]:
            if other != branches[0]:
                settled = max(settled, _last_root(branches[0], other) + 1)
                residues.append(residue)
    least = min(min(theorem.values) for theorem in theorems.values())
    differences = {}
    for n in range(least, settled):
        values = {reading: theorem.value(0, n) for reading, theorem in theorems.items()}
        if len(set(values.values())) > 1:
            differences[n] = values
    return Comparison(theorems, differences, settled, period, tuple(sorted(set(residues))))


def _last_root(one: tuple[Fraction, ...], other: tuple[Fraction, ...]) -> int:
    """Beyond this the difference of two different polynomials has no root (Cauchy's bound)."""
    length = max(len(one), len(other))
    gaps = [
        (one[i] if i < len(one) else Fraction(0)) - (other[i] if i < len(other) else Fraction(0))
        for i in range(length)
    ]
    while gaps[-1] == 0:
        gaps.pop()
    return int(1 + max((abs(gap / gaps[-1]) for gap in gaps[:-1]), default=Fraction(0)))
