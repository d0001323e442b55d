"""An optimal strategy that knows few patterns.

The induction shows for each function and residue class which equations are attained for all large
m; any choice of one for each is an optimal strategy.  Choosing so that few functions are reached
from the full pattern makes a strategy that fits on a few pages.  For small m, before the induction
starts, the computed values tell which equations are attained; the same one is taken where it is.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np

from masetproof.cache import cached_method
from masetproof.proofs.functions import Functions
from masetproof.recurrences.recurrences import State
from masetproof.recurrences.system import ResidueNode

__all__ = ["OptimalStrategy", "optimal_strategy", "steady_equations"]


@final
@dataclass(frozen=True, eq=False, repr=False)
class OptimalStrategy:
    """For each node that play can reach an equation that is attained, of the merged system."""

    theorem: Functions
    equations: dict[ResidueNode, int]

    def __repr__(self) -> str:
        return f"<OptimalStrategy: {len(self.states)} functions, {len(self.equations)} questions>"

    @cached_property
    def states(self) -> tuple[int, ...]:
        """The functions that are reached, the whole game first, then in the order of patterns."""
        return tuple(sorted({state for state, _ in self.equations}))

    @cached_method()
    def split(self, state: State, m: int) -> int:
        """The row of `Closure.splits` that a function follows with m implicit colours.

        m: with which there is a secret.
        """
        later = self.later(state, m)
        if later is not None and m >= self.theorem.start:
            return later
        splits = self.theorem.optimal_splits(state, m)
        if later is not None and later in splits:  # the one for large m where it is optimal, too
            return later
        first_question = self.theorem.closure.splits.question
        return min(splits, key=first_question.__getitem__)

    def later(self, state: State, m: int) -> int | None:
        """The row that is followed for all large m of the class of m, if play comes to it."""
        columns = self.theorem.columns
        row = self.equations.get((columns.number[state], m % self.theorem.claim.period))
        return None if row is None else int(columns.merged.split[row])

    def number(self, node: ResidueNode) -> int:
        """The number, from 1, of the question that is asked at a node."""
        columns = self.theorem.columns
        split = int(columns.merged.split[self.equations[node]])
        return self.theorem.questions_of(columns.functions()[node[0]], split)[0]


def steady_equations(theorem: Functions) -> dict[ResidueNode, int]:
    """For each node an equation of the merged system that is attained from the start on.

    The same for all residues of a function where there is one.
    """
    merged, tight, start = theorem.columns.merged, theorem.tight, theorem.start
    period = theorem.claim.period
    always, classes = np.flatnonzero(tight.all(axis=0)), [*map(np.flatnonzero, tight)]
    chosen = {}
    for state, rows in enumerate(zip(merged.start, merged.start[1:], strict=False)):
        low, high = np.searchsorted(always, rows).tolist()
        for offset, attained in enumerate(classes):
            first = attained[np.searchsorted(attained, rows[0])]
            node = state, (start + offset) % period
            chosen[node] = int(always[low] if low < high else first)
    return chosen


def optimal_strategy(theorem: Functions) -> OptimalStrategy:
    """An optimal strategy for all large numbers of colours, chosen greedily for few functions.

    Breadth first from the whole game, at each node the attained equation that refers to the
    fewest functions not reached yet, then the fewest nodes, then the first one.
    """
    merged, tight, start = theorem.columns.merged, theorem.tight, theorem.start
    period = theorem.claim.period
    chosen: dict[ResidueNode, int] = {}
    states = {0}
    waiting = deque((0, residue) for residue in range(period))
    reached = set(waiting)
    while waiting:
        state, residue = node = waiting.popleft()
        rows = np.arange(merged.start[state], merged.start[state + 1])
        best: tuple[int, int, int, frozenset[ResidueNode]] | None = None
        for row in rows[tight[(residue - start) % period, rows]].tolist():
            behind = (residue - int(merged.new[row])) % period
            parts = frozenset((int(part), behind) for part in merged.parts[row] if part >= 0)
            cost = (len({part for part, _ in parts} - states), len(parts - reached), row)
            if best is None or cost < best[:3]:
                best = (*cost, parts)
        if best is None:
            raise ArithmeticError(f"no equation of function {state} is attained")
        chosen[node] = best[2]
        for part in sorted(best[3] - reached):
            states.add(part[0])
            reached.add(part)
            waiting.append(part)
    return OptimalStrategy(theorem, chosen)
