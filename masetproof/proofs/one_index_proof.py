"""What a proof on arrays consists of: functions of one index with their values for every m."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_count, as_instance, shown
from masetproof.notebook import Shown
from masetproof.objectives import Objective
from masetproof.proofs.functions import Functions
from masetproof.proofs.induction import OneIndexInduction
from masetproof.recurrences.quasipolynomial import Claim
from masetproof.recurrences.recurrences import State
from masetproof.recurrences.system import System

__all__ = ["OneIndexProof"]


@dataclass(frozen=True, eq=False, repr=False)
class OneIndexProof(Functions, Shown):
    """The functions of a game, with their values for every number m of implicit colours.

    system: every equation.  merged: those that are not superfluous, which values and induction
    refer to.  table: int64[rows, states], the values of all functions for m = 0, 1, ...
    """

    system: System
    merged: System
    table: NDArray[np.int64]
    induction: OneIndexInduction

    def __post_init__(self) -> None:
        as_instance(System, self.system, "the system of a theorem")
        as_instance(System, self.merged, "the merged system of a theorem")
        as_instance(np.ndarray, self.table, "the table of a theorem")
        as_instance(OneIndexInduction, self.induction, "the induction of a theorem")

    def function_of(self, state: int) -> State:
        """The pattern and the excluded colours of a function, up to the cap."""
        state = as_count(state, "the number of a function", 0, len(self.system.pattern) - 1)
        return int(self.system.pattern[state]), int(self.system.level[state])

    def _functions_of(self, pattern: int) -> dict[State, int]:
        return {(pattern, level): state for level, state in self.system.states_of(pattern).items()}

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
        self.function_of(state)
        split = as_count(split, "the row of a split", 0, len(self.closure.splits) - 1)
        low, high = int(system.start[state]), int(system.start[state + 1])
        found = np.flatnonzero(system.split[low:high] == split)
        if not len(found):
            raise Refused(f"function {state} has no equation from the split {split}")
        return low + int(found[0])

    @property
    def maset_minima(self) -> NDArray[np.int64]:
        """The minimum of each explicit maset, by excluded colours (`maset_values`)."""
        return self.system.maset_minima

    def cost_of(self, maset: State) -> int:
        """What an explicit maset costs, by its number after the patterns and excluded colours.

        `Refused` when there is none.
        """
        if not isinstance(maset, tuple) or len(maset) != 2:
            raise Refused(f"a function is a number and its excluded colours, not {shown(maset)}")
        first, count = len(self.closure.patterns), len(self.closure.explicit)
        number = as_count(maset[0], "the number of an explicit maset", first, first + count - 1)
        excluded = as_count(maset[1], "the excluded colours", 0, self.system.cap)
        return int(self.maset_minima[number - first, excluded])

    def costs(self, state: int, m: int) -> dict[int, int | None]:
        """What asking a question first costs at least, by the row of `Closure.splits` of each."""
        pattern, m = self.pattern_of(state), as_count(m, "the number of implicit colours")
        equations = self.system.only(state)
        rows = slice(int(equations.start[state]), int(equations.start[state + 1]))
        result: dict[int, int | None] = dict.fromkeys(equations.split[rows].tolist())
        asked = np.flatnonzero(equations.new[rows] <= m) + rows.start
        if not len(asked):
            return result
        left = m - equations.new[asked].astype(np.int64)
        below = self._values_at(left, equations.parts[asked])
        constants = equations.constant[asked, np.minimum(left, equations.cap)]
        if equations.objective is Objective.EXPECTED:
            secrets = self.closure.patterns[pattern].secrets(self.closure.game, m)
            costs = below.sum(axis=1) + constants + secrets
        else:
            costs = 1 + np.maximum(constants, below.max(axis=1))
        return result | dict(zip(equations.split[asked].tolist(), costs.tolist(), strict=True))

    def _values_at(self, left: NDArray[np.int64], parts: NDArray[np.signedinteger]) -> NDArray[Any]:
        """The values of the parts of equations, [equation, part], with so many implicit colours.

        Python integers (dtype object) where the table ends.
        """
        if left.max() < len(self.table):
            return np.where(parts < 0, 0, self.table[left[:, None], parts])
        values = np.zeros(parts.shape, dtype=object)
        for m in np.unique(left).tolist():
            chosen = np.flatnonzero(left == m)
            states, place = np.unique(parts[chosen], return_inverse=True)
            of_states = [0 if state < 0 else self.value_of(state, m) for state in states.tolist()]
            values[chosen] = np.array(of_states, object)[place].reshape(len(chosen), -1)
        return values


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
