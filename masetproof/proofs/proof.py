"""What a proof consists of: the functions of a game with their proved values for every m."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_count, as_instance, shown
from masetproof.notebook import Shown
from masetproof.objectives import Objective
from masetproof.patterns.closure import Closure
from masetproof.proofs.induction import Induction
from masetproof.recurrences.quasipolynomial import Claim
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.system import System

__all__ = ["Proof"]


@dataclass(frozen=True, eq=False, repr=False)
class Proof(Shown):
    """The functions of a game, with their values for every number m of implicit colours.

    system: every equation.  merged: those that are not superfluous, which values and induction
    refer to.  table: int64[rows, states], the values of all functions for m = 0, 1, ...
    """

    system: System
    merged: System
    table: NDArray[np.int64]
    induction: Induction

    def __post_init__(self) -> None:
        as_instance(System, self.system, "the system of a theorem")
        as_instance(System, self.merged, "the merged system of a theorem")
        as_instance(np.ndarray, self.table, "the table of a theorem")
        as_instance(Induction, self.induction, "the induction of a theorem")

    @property
    def closure(self) -> Closure:
        """The closure that the equations come from."""
        return self.system.closure

    def value_of(self, state: int, m: int) -> int:
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
        state, split = self._as_equation(state, split)
        low, high = int(system.start[state]), int(system.start[state + 1])
        found = np.flatnonzero(system.split[low:high] == split)
        if not len(found):
            raise Refused(f"function {state} has no equation from the split {split}")
        return low + int(found[0])

    def state_of(self, pattern: int, excluded: int | None = None) -> int:
        """The function of a pattern, with as few excluded colours as can be if none are given.

        `Refused` when there is no such pattern, or play never comes to it with so many.
        """
        system = self.system
        pattern, count = as_count(pattern, "the number of a pattern"), len(self.closure.patterns)
        if pattern >= count:
            raise Refused(f"there is no pattern {pattern}; they are 0 to {count - 1}")
        states = np.flatnonzero(system.pattern == pattern).tolist()
        levels = {int(system.level[state]): int(state) for state in states}
        if excluded is not None:
            excluded = as_count(excluded, "the number of excluded colours")
        if excluded is None or (system.reading is not Reading.EXACT and excluded == 0):
            return levels[min(levels)]
        if system.reading is not Reading.EXACT:
            raise Refused(
                "excluded colours are counted in the reading 'exact', not in "
                f"{system.reading.value!r}"
            )
        if excluded not in levels:
            told = " or ".join(map(str, sorted(levels)))
            raise Refused(
                f"play comes to pattern {pattern} with {told} excluded colours, counted up to "
                f"{system.cap}, not with {excluded}"
            )
        return levels[excluded]

    @property
    def maset_minima(self) -> NDArray[np.int64]:
        """The minimum of each explicit maset, by excluded colours (`maset_values`)."""
        return self.system.maset_minima

    def right_sides(self, equations: System, state: int, m: int) -> list[int | None]:
        """The right sides of a function's equations with m implicit colours, exact.

        equations: `system` or `merged`.  A right side is the least EPL or worst case of the
        strategies that ask the question of the equation first; None where the question has more
        new colours than are implicit.
        """
        equations = as_instance(System, equations, "the equations")
        state = as_count(state, "the number of a function", 0, len(equations.pattern) - 1)
        m = as_count(m, "the number of implicit colours")
        rows = slice(int(equations.start[state]), int(equations.start[state + 1]))
        new, parts = equations.new[rows], equations.parts[rows]
        secrets = self.closure.patterns[int(equations.pattern[state])].secrets(self.closure.game, m)
        result: list[int | None] = [None] * len(new)
        for used in np.unique(new[new <= m]).tolist():
            left = m - used
            chosen = np.flatnonzero(new == used)
            functions, place = np.unique(parts[chosen], return_inverse=True)
            values = np.array(
                [0 if f < 0 else self.value_of(f, left) for f in functions.tolist()], object
            )
            terms = values[place].reshape(len(chosen), -1)
            constants = equations.constant[rows][chosen, min(left, equations.cap)].tolist()
            for row, below, constant in zip(
                chosen.tolist(), terms.tolist(), constants, strict=True
            ):
                if equations.objective is Objective.EXPECTED:
                    result[row] = secrets + constant + sum(below)
                else:
                    result[row] = 1 + max(constant, *below)
        return result

    def attained(self, equations: System, state: int, m: int) -> list[int]:
        """The rows of *equations* that are attained by a function with m implicit colours.

        m: so many that there is a secret.  Asking the question of such an equation is optimal: its
        right side is the value of the function, so that the values of its parts are less.
        """
        right_sides, value = self.right_sides(equations, state, m), self.value_of(state, m)
        first = int(equations.start[state])
        return [first + place for place, right in enumerate(right_sides) if right == value]

    def questions_of(self, state: int, split: int) -> list[int]:
        """The numbers, from 1, of the questions that give a function a row of `Closure.splits`.

        Only those with no more extra cells than the function has excluded colours for; `Refused`
        when there is none.
        """
        system, closure = self.system, self.closure
        state, split = self._as_equation(state, split)
        first, last = closure.question_start[int(system.pattern[state]) :][:2].tolist()
        allowed = system.reading.extra_cells(closure.game, closure.pegs)[system.level[state]]
        same = closure.split_of[first:last] == split
        found = np.flatnonzero(same & (closure.question_extra[first:last] <= allowed))
        if not len(found):
            raise Refused(f"function {state} has no equation from the split {split}")
        return (found + 1).tolist()

    def _as_equation(self, state: int, split: int) -> tuple[int, int]:
        """The numbers of a function and of a split."""
        return (
            as_count(state, "the number of a function", 0, len(self.system.pattern) - 1),
            as_count(split, "the row of a split", 0, len(self.closure.splits) - 1),
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
