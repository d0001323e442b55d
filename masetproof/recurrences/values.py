"""Exact values of all functions of a system, from their equations.

`PlainValues` is the textbook version.  Kernels compute the same: for functions of one index from
the columns of `System`, for functions of several indices from `recurrences.filling`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof import kernels
from masetproof.cache import cached_method
from masetproof.kernels import Prepared
from masetproof.objectives import Objective
from masetproof.progress import Progress, silent
from masetproof.recurrences.filling import CompiledValues, Domain
from masetproof.recurrences.recurrences import Function, Recurrences
from masetproof.recurrences.system import System, in_columns

Array = NDArray[np.int64]

_TOGETHER = 64
"""Values are computed for so many numbers of colours at once."""
_LARGE = 1000
"""For so many colours functions are ordered by their numbers of secrets."""


def whole_values(system: Recurrences, most: int, progress: Progress = silent) -> dict[int, int]:
    """The values of the whole game by number of colours, from the least with a secret to *most*.

    Each alphabet has that number of colours.
    """
    if system.has_one_index:
        arrays = in_columns(system)
        return full_pattern_values(arrays, evaluate(arrays, most, progress=progress))
    values = CompiledValues(system, most, progress, whole=True)
    game, pegs = system.closure.game, system.closure.pegs
    full = [int(kind in game.alphabets(pegs)) for kind in system.kinds]
    numbers = np.arange(game.least_colours(pegs), most + 1, dtype=np.int64)
    diagonal = values.at(system.first, numbers[:, None] * np.array(full))
    return dict(zip(numbers.tolist(), diagonal.tolist(), strict=True))


def full_pattern_values(system: System, table: NDArray[np.int64]) -> dict[int, int]:
    """The values of the whole game by number of colours, from the least with a secret on.

    table: as of `evaluate`.
    """
    least = system.closure.game.least_colours(system.closure.pegs)
    return {colours: int(table[colours, 0]) for colours in range(least, len(table))}


def box_values(
    system: Recurrences, most: int, progress: Progress = silent
) -> dict[Function, NDArray[np.int64]]:
    """The values of all functions of several indices for at most *most* colours of each kind.

    One array int64[most + 1, ...] for each function, with an axis for each of its indices.
    `Refused` when the arrays do not fit the memory.
    """
    values = CompiledValues(system, most, progress)
    boxes = {}
    for function in system.all_functions:
        indices = len(system.active[function[0]])
        shape = (most + 1,) * indices
        boxes[function] = values.at(function, Domain(most).points(indices)).reshape(shape)
    return boxes


def evaluate(
    system: System,
    implicit: int,
    *,
    known: NDArray[np.int64] | None = None,
    progress: Progress = silent,
) -> NDArray[np.int64]:
    """The values for 0, 1, ..., *implicit* implicit colours: int64[implicit + 1, functions].

    known: rows that an earlier call gave; only further ones are computed.

    `OverflowError` when a value is so large that a sum of one for each answer might not fit 64
    bits.  The first such value is found, because it is a sum of smaller ones, and so fits.
    """
    done = 0 if known is None else min(len(known), implicit + 1)
    secrets = system.all_secrets(range(implicit + 1))
    table = np.zeros_like(secrets)
    if known is not None:
        table[:, :done] = known[:done].T
    columns, worst = Prepared("EquationColumns", system.merged), system.objective is Objective.WORST
    # Beside a value for each part there are the number of secrets and the constant.
    most = 2**62 // (system.merged.most_parts + 2)
    _check_width(secrets, most)
    order, is_whole = _order(system)
    # No value exceeds the square of the number of secrets.
    together = _TOGETHER if is_whole and int(secrets.max(initial=0)) ** 2 <= most else 1
    returning = np.empty(len(system.merged.new), np.int32)
    while done <= implicit:
        count = 1 if done < system.closure.pegs else min(together, implicit + 1 - done)
        room = np.empty((2, count), np.int64)
        given = order, secrets, columns, worst, room, returning, table
        kernels.evaluate_functions(done, count, *given)
        _check_width(table[:, done : done + count], most)
        done += count
        progress("numbers of colours with values", done, implicit + 1)
    return table.T


def _order(system: System) -> tuple[NDArray[np.int64], bool]:
    """Functions, each after those on which it depends at the same m; whether also at others.

    A question that leaves all secrets in one part is passed over; so with r = 0 every part has
    fewer secrets, and where every clause stands for some it comes before what is asked.  With r > 0
    a part has no more of them for large m, either; of functions that have as many the one with more
    excluded colours comes first.  For the games of this package that is all that is needed.
    """
    order = np.lexsort((-system.level, system.all_secrets([_LARGE])[:, 0]))
    place = np.empty(len(order), np.int32)
    place[order] = np.arange(len(order))
    merged = system.merged
    bounds = merged.part_start[merged.start]
    some = np.flatnonzero(np.diff(bounds))
    last = np.maximum.reduceat(place[merged.parts], bounds[some])
    return order, bool((last <= place[some]).all())


def _check_width(values: NDArray[np.int64], most: int) -> None:
    if int(values.max(initial=0)) > most:
        raise OverflowError("sums of the values do not fit 64 bits")


@final
class PlainValues:
    """The values of functions, each computed when it is asked for.

    A value is the least right side of the questions that split the secrets, 0 without secrets.  All
    parts of such a question have fewer secrets, so the recursion ends.
    """

    def __init__(self, system: Recurrences) -> None:
        self._system, self._is_worst = system, system.objective is Objective.WORST

    def at(self, function: Function, vectors: NDArray[np.int64]) -> NDArray[np.int64]:
        """The values of a function at some indices: int64[vectors].

        vectors: int64[vectors, active kinds], one index in each row.
        """
        values = [self.value(function, tuple(index)) for index in vectors.tolist()]
        return np.array(values, dtype=np.int64)

    @cached_method()
    def value(self, function: Function, index: tuple[int, ...]) -> int:
        """The value of a function at an index."""
        secrets, rights = self._secrets(function, index), []
        for equation in self._system.equations(function) if secrets else ():
            parts = self._system.parts_at(function, equation, index)
            if parts is not None and all(self._secrets(*part) < secrets for part in parts):
                terms = [self.value(*part) for part in parts]
                rights.append(1 + max(terms, default=0) if self._is_worst else secrets + sum(terms))
        return min(rights, default=0)

    def _secrets(self, function: Function, index: Sequence[int]) -> int:
        system = self._system
        vector = system.vector(function[0], index)
        return system.forms[function[0]].secrets(system.closure.game, vector)
