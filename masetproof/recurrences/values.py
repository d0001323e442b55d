"""Exact values of all functions of a system, from their equations."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from masetproof.objectives import Objective
from masetproof.progress import Progress, silent
from masetproof.recurrences.boxes import box_values, whole_values
from masetproof.recurrences.recurrences import Recurrences
from masetproof.recurrences.system import Equations, System, in_columns
from masetproof.threads import THREADS, in_threads, shares, starts

__all__ = ["computed_values", "evaluate", "full_pattern_values"]

_COMPILED_FROM = 10_000
"""Systems of this many equations are worth the start of the compiled kernel."""

_WIDE = 2**58


def computed_values(system: Recurrences, most: int, progress: Progress = silent) -> dict[int, int]:
    """The values of the whole game by number of colours, up to *most* of them."""
    if not system.closure.game.white_pegs:
        return whole_values(system, most, progress)
    arrays = in_columns(system)
    return full_pattern_values(arrays, evaluate(arrays, most, progress=progress))


def evaluate(
    system: System,
    implicit: int,
    *,
    equations: Equations | None = None,
    known: NDArray[np.int64] | None = None,
    progress: Progress = silent,
    compiled: bool | None = None,
) -> NDArray[np.int64]:
    """The values for 0, 1, ..., *implicit* implicit colours: int64[implicit + 1, states].

    equations: of the system; without, `System.merged`.  known: rows that an earlier call gave; the
    kernel computes only further ones.  compiled: use it (by default when there are many equations).

    `OverflowError` when a value is not below 2**58.  A sum of at most a dozen that are fits 64
    bits; so the first value that is not is itself computed exactly, and seen.
    """
    equations = system.merged if equations is None else equations
    if compiled is None:
        compiled = len(equations.new) >= _COMPILED_FROM
    if not compiled:
        values = box_values(system, implicit, progress)
        table = np.stack([values[state] for state in system.number], axis=1)
        _check_width(table)
        return table
    done = 0 if known is None else min(len(known), implicit + 1)
    table = np.zeros((implicit + 1, len(system.pattern)), dtype=np.int64)
    if known is not None:
        table[:done] = known[:done]
    with ThreadPoolExecutor(THREADS) as pool:
        fill = _compiled(system, equations, pool)
        for row in range(done, implicit + 1):
            secrets = system.all_secrets(row)
            _check_width(secrets)
            fill(row, secrets, table)
            _check_width(table[row])
            progress("values", row + 1, implicit + 1)
    return table


def _check_width(values: NDArray[np.int64]) -> None:
    if int(values.max(initial=0)) >= _WIDE:
        raise OverflowError("the values do not fit 58 bits")


def _compiled(
    system: System, equations: Equations, pool: Executor
) -> Callable[[int, NDArray[np.int64], NDArray[np.int64]], None]:
    """Filling a row of the table by the kernel: states of the same depth are worked off at once.

    A question that leaves all secrets in one part is never worth asking and is passed over, so that
    with r = 0 every part has fewer secrets.
    """
    from masetproof.kernels.evaluating import depths, evaluate_states

    secrets = system.all_secrets(system.closure.pegs)
    depth = np.zeros(len(secrets), dtype=np.int16)
    start, new, constant, parts, _ = equations
    depths(np.argsort(secrets, kind="stable"), start, new, parts, secrets, depth)
    order = np.argsort(depth, kind="stable")
    counts = np.diff(start)[order]
    layers = [
        shares(counts[low:high], first=low)
        for low, high in pairwise(starts(np.bincount(depth)).tolist())
    ]
    worst = system.objective is Objective.WORST

    def fill(row: int, secrets: NDArray[np.int64], table: NDArray[np.int64]) -> None:
        def work(low: int, high: int) -> None:
            own = order[low:high]
            evaluate_states(row, own, secrets, start, new, constant, parts, worst, table)

        for runs in layers:
            in_threads(work, runs, pool)

    return fill


def full_pattern_values(system: System, table: NDArray[np.int64]) -> dict[int, int]:
    """The values of the whole game by number of colours, where there is a secret."""
    least = system.closure.game.least_colours(system.closure.pegs)
    return {colours: int(table[colours, 0]) for colours in range(least, len(table))}
