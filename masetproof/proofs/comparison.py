"""Where the three readings of the extra colour agree (docs/model.md), for every n."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import lcm
from typing import final

from masetproof.arguments import as_member
from masetproof.games.alike import AlikeGame
from masetproof.objectives import Objective
from masetproof.patterns.closure import Closure
from masetproof.patterns.provable import check_provable
from masetproof.patterns.store import cached_closure
from masetproof.progress import Progress, Stopwatch, silent
from masetproof.proofs.finding import Open
from masetproof.proofs.general import Solve
from masetproof.proofs.theorem import Theorem, prove_system
from masetproof.recurrences.cells import Cell
from masetproof.recurrences.claims import apart
from masetproof.recurrences.polynomials import (
    Polynomial,
    added,
    last_root,
    polynomial_text,
    value_at,
)
from masetproof.recurrences.readings import BLANKS, Reading
from masetproof.recurrences.recurrences import recurrences_of


@final
@dataclass(frozen=True, eq=False, repr=False)
class Comparison:
    """The theorems of all three readings, compared for every n.

    theorems: by reading, all of the same game, pegs and objective.
    formulas_from: from this n on each theorem is its formula, and two formulas that differ on a
        residue class differ at each of its n.
    settled: the least N such that `gaps` holds for every n >= N.
    gaps: for each residue of n modulo *period* where the readings differ for every n >= settled: by
        how much a reading exceeds `exact`, as a polynomial in n, for each reading that differs.
    differences: each n below *settled* where they are not all equal, with their values.
    """

    theorems: dict[Reading, Theorem]
    differences: dict[int, dict[Reading, int]]
    settled: int
    formulas_from: int
    period: int
    gaps: dict[int, dict[Reading, Polynomial]]

    def __repr__(self) -> str:
        return f"<Comparison of the three readings: {'equal' if self.agree else 'different'}>"

    @property
    def agree(self) -> bool:
        return not self.differences and not self.gaps

    def differs(self, reading: Reading) -> list[tuple[int, int | None]]:
        """Where a reading differs from `exact`, ascending.

        Pairs (n, None): at this n; pairs (n, r): at this n and all greater ones with n = r modulo
        the period.
        """
        single: list[tuple[int, int | None]] = [
            (n, None)
            for n, values in self.differences.items()
            if values[reading] != values[Reading.EXACT]
        ]
        endless: list[tuple[int, int | None]] = [
            (self._first_with(residue), residue)
            for residue, gaps in self.gaps.items()
            if reading in gaps
        ]
        return single + sorted(endless)

    def describe(self) -> str:
        """A sentence on the n for which the readings agree."""
        if self.agree:
            return "The three readings agree for every n."
        pieces = []
        for n, values in self.differences.items():
            by_reading = ", ".join(f"{value} {reading.value}" for reading, value in values.items())
            pieces.append(f"for n = {n} ({by_reading})")
        for residue, gaps in self.gaps.items():
            by_reading = ", ".join(
                f"{reading.value} is {polynomial_text(gap)} more than exact"
                for reading, gap in gaps.items()
            )
            pieces.append(
                f"for {self._range_text(self._first_with(residue), residue)} ({by_reading})"
            )
        return f"The three readings differ {'; '.join(pieces)}; they agree for every other n."

    def boards_apart(self, reading: Reading | str) -> tuple[Cell, ...]:
        """The boards, as cells, where a reading differs from `exact`, equal columns included.

        Empty where there is one kind of colours.  `Refused` for what is no reading.
        """
        one, real = self.theorems[as_member(Reading, reading)], self.theorems[Reading.EXACT]
        if real.system.has_one_index:
            return ()
        other, same = (
            partial(each.induction.lower.claims.at, each.system.first, degree=each.system.degree)
            for each in (one, real)
        )
        return tuple(apart(other, same, Cell.whole(len(real.system.kinds))))

    def describe_boards(self) -> str | None:
        """A sentence on the boards where they agree, besides those of the game with n colours.

        None where there is one column, or one kind of colours.
        """
        real = self.theorems[Reading.EXACT]
        if real.system.has_one_index or real.closure.pegs == 1:
            return None
        places = [
            f"{_board_text(cell)} ({reading.value})"
            for reading in (Reading.WITHOUT, Reading.WITH)
            for cell in self.boards_apart(reading)
            if len(set(cell.forms())) > 1
        ]
        boards = real.closure.game.board_words
        if not places:
            which = "every board" if self.agree else "every other board, too"
            return f"With {boards} they agree on {which}."
        where = "; ".join(places)
        return f"With {boards} they differ on the boards {where}; they agree on every other one."

    def meaning(self) -> str:
        """A sentence on the meaning of this for the real game."""
        if self.agree:
            return (
                "In the real game questions with excluded colours save nothing, and a colour known "
                "from the start not to be in the secret would save nothing, either."
            )
        excluded, extra = (
            " and ".join(f"for {self._range_text(*place)}" for place in self.differs(reading))
            for reading in (Reading.WITHOUT, Reading.WITH)
        )
        return (
            "In the real game questions with excluded colours save "
            + (f"something {excluded}, and for no other n" if excluded else "nothing")
            + "; a colour known from the start not to be in the secret would save "
            + (f"more {extra}, and for no other n." if extra else "nothing more.")
        )

    def _first_with(self, residue: int) -> int:
        """The least n >= settled of a residue class."""
        return self.settled + (residue - self.settled) % self.period

    def _range_text(self, n: int, residue: int | None) -> str:
        """One of the places of `differs` in words."""
        if residue is None:
            return f"n = {n}"
        return f"every n >= {n}" + (f" with n = {residue} mod {self.period}" * (self.period > 1))

    def as_json(self) -> dict[str, object]:
        boards = {
            reading.value: [_board_text(cell) for cell in self.boards_apart(reading)]
            for reading, theorem in self.theorems.items()
            if not theorem.system.has_one_index
        }
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
            **({"boards": boards} if boards else {}),
            "meaning": self.meaning(),
            "formulas": {
                reading.value: theorem.formula.as_json()
                for reading, theorem in self.theorems.items()
            },
        }


def _board_text(cell: Cell) -> str:
    """The boards of a cell as text: numbers of colours, and the steps by which they may grow."""
    rays = [f" + t{i} ({','.join(map(str, cell.ray(i)))})" for i in cell.free]
    return ",".join(map(str, cell.origin)) + "".join(rays)


def compare_readings(
    game: AlikeGame | str,
    pegs: int,
    objective: Objective | str,
    progress: Progress = silent,
    stopwatch: Stopwatch | None = None,
    solve: Solve = Solve.STRATEGY,
) -> Comparison | Open:
    """Prove the formulas of all three readings and compare them for every n.

    Game and objective are the value or its text.  solve: as of `prove`.  `Open` when one of them
    could not be proved; `Refused` for a game or a number of pegs that the pattern engine does not
    treat.
    """
    game, pegs = check_provable(game, pegs)
    objective, watch = as_member(Objective, objective), stopwatch or Stopwatch()
    closures: dict[bool, Closure] = {}
    theorems: dict[Reading, Theorem] = {}
    for reading in BLANKS:
        extra = reading.asks_extra
        if extra not in closures:
            with watch.stage("closure"):
                closures[extra] = cached_closure(game, pegs, extra=extra, progress=progress)
        with watch.stage("recurrences"):
            system = recurrences_of(closures[extra], reading, objective)
        outcome = prove_system(system, solve=solve, progress=progress, stopwatch=watch)
        if isinstance(outcome, Open):
            return outcome
        theorems[reading] = outcome
    return compare(theorems)


def compare(theorems: dict[Reading, Theorem]) -> Comparison:
    """Compare the proved formulas of the three readings of one game and objective."""
    formulas = {reading: theorem.formula for reading, theorem in theorems.items()}
    period = lcm(*(formula.period for formula in formulas.values()))
    formulas_from = max(formula.valid_from for formula in formulas.values())
    # Equal polynomials on a class agree throughout.  Different ones are compared at every n up to
    # where their difference can have no further root.
    gaps: dict[int, dict[Reading, Polynomial]] = {}
    for residue in range(period):
        branches = {reading: f.branches[residue % f.period] for reading, f in formulas.items()}
        for reading, branch in branches.items():
            gap = added([branch, [-c for c in branches[Reading.EXACT]]])
            if any(gap):
                formulas_from = max(formulas_from, last_root(gap) + 1)
                gaps.setdefault(residue, {})[reading] = gap
    least = max(formula.least for formula in formulas.values())
    values = {
        n: {reading: formula(n) for reading, formula in formulas.items()}
        for n in range(least, formulas_from)
    }
    settled = formulas_from
    while settled > least and _follows(gaps.get((settled - 1) % period, {}), values, settled - 1):
        settled -= 1
    differences = {
        n: of_n for n, of_n in values.items() if n < settled and len(set(of_n.values())) > 1
    }
    return Comparison(theorems, differences, settled, formulas_from, period, gaps)


def _follows(
    gaps: dict[Reading, Polynomial], values: dict[int, dict[Reading, int]], n: int
) -> bool:
    """Whether the readings differ at n as the gaps of its class say, in a class with a gap."""
    here = values[n]
    for reading, value in here.items():
        gap = value_at(gaps.get(reading, ()), n)
        if value - here[Reading.EXACT] != gap or (reading in gaps and not gap):
            return False
    return True
