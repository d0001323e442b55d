"""The values of all functions (`recurrences.recurrences`) for all small index vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused
from masetproof.objectives import Objective
from masetproof.progress import Progress, silent
from masetproof.recurrences.domains import Domain
from masetproof.recurrences.recurrences import Recurrences, State

if TYPE_CHECKING:
    from masetproof.recurrences.compiled import CompiledValues

__all__ = ["PlainValues", "box_values", "whole_values"]

_MOST_BYTES = 1 << 31


def box_values(
    system: Recurrences, most: int, progress: Progress = silent, compiled: bool | None = None
) -> dict[State, NDArray[np.int64]]:
    """The exact values of all functions for all m with at most *most* colours of each kind.

    Of each function int64[most + 1, ...], an axis for each of its indices.  compiled: as of
    `whole_values`.  `Refused` when that is too much for the memory.
    """
    values = _values(system, most, progress, compiled)
    boxes = {}
    for state in system.states:
        indices = len(system.active[state[0]])
        shape = (most + 1,) * indices
        boxes[state] = values.at(state, Domain(most).points(indices)).reshape(shape)
    return boxes


def whole_values(
    system: Recurrences, most: int, progress: Progress = silent, compiled: bool | None = None
) -> dict[int, int]:
    """The values of the whole game with up to *most* colours in each alphabet, if it has a secret.

    compiled: use the kernel, which is for functions of several indices (for these the default).
    The result does not depend on it.
    """
    values = _values(system, most, progress, compiled, whole=True)
    game, pegs = system.closure.game, system.closure.pegs
    full = [int(kind in game.alphabets(pegs)) for kind in system.kinds]
    numbers = np.arange(game.least_colours(pegs), most + 1, dtype=np.int64)
    diagonal = values.at(system.first, numbers[:, None] * np.array(full))
    return dict(zip(numbers.tolist(), diagonal.tolist(), strict=True))


def _values(
    system: Recurrences,
    most: int,
    progress: Progress,
    compiled: bool | None,
    *,
    whole: bool = False,
) -> PlainValues | CompiledValues:
    if not system.has_one_index if compiled is None else compiled:
        from masetproof.recurrences.compiled import CompiledValues

        return CompiledValues(system, most, progress, whole=whole)
    if (
        16 * sum((most + 1) ** len(system.active[state[0]]) for state in system.states)
        > _MOST_BYTES
    ):
        raise Refused("the values for so many colours take too much memory")
    return PlainValues(system)


@final
class PlainValues:
    """The values of functions, each found when it is asked for.

    The value is the least right side of the questions that tell something: those whose parts all
    have fewer secrets.  So each value needs only values of functions with fewer secrets.
    """

    def __init__(self, system: Recurrences) -> None:
        self._system, self._known = system, dict[tuple[State, tuple[int, ...]], int]()
        self._is_worst = system.objective is Objective.WORST

    def at(self, state: State, vectors: NDArray[np.int64]) -> NDArray[np.int64]:
        """The values of a function at some vectors: int64[vectors, active kinds]."""
        values = [self.value(state, tuple(index)) for index in vectors.tolist()]
        return np.array(values, dtype=np.int64)

    def value(self, state: State, index: tuple[int, ...]) -> int:
        """The value of a function at an index."""
        if (state, index) not in self._known:
            self._known[state, index] = self._least(state, index, self._secrets(state, index))
        return self._known[state, index]

    def _least(self, state: State, index: tuple[int, ...], secrets: int) -> int:
        rights = []
        for equation in self._system.equations(state) if secrets else ():
            parts = self._system.parts_at(state, equation, index)
            if parts is not None and all(self._secrets(*part) < secrets for part in parts):
                terms = [self.value(*part) for part in parts]
                rights.append(1 + max(terms, default=0) if self._is_worst else secrets + sum(terms))
        return min(rights, default=0)

    def _secrets(self, state: State, index: Sequence[int]) -> int:
        system = self._system
        vector = system.vector(state[0], index)
        return system.forms[state[0]].secrets(system.closure.game, vector)
