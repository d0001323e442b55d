"""Exact values of all functions of a system, from their equations."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from masetproof.objectives import Objective
from masetproof.progress import Progress, silent
from masetproof.recurrences.system import System
from masetproof.threads import THREADS, in_threads, shares, starts

__all__ = ["evaluate", "evaluate_plainly", "full_pattern_values"]

_COMPILED_FROM = 10_000
"""Systems of so many equations are worth the start of the compiled kernel."""

_WIDE = 2**58


def evaluate(
    system: System,
    implicit: int,
    *,
    known: NDArray[np.int64] | None = None,
    progress: Progress = silent,
    compiled: bool | None = None,
) -> NDArray[np.int64]:
    """The values for 0, 1, ..., *implicit* implicit colours: int64[implicit + 1, states].

    known: rows that an earlier call gave; only further ones are computed.  A question that
    leaves all secrets in one part is never worth asking and is passed over, so that with r = 0
    every part has fewer secrets and the states can be treated in the order of their secrets.

    Exact for any number of colours.  While all values are below 2**58, a sum of at most a dozen
    of them fits 64 bits; the first value that is not below is itself computed exactly and seen, and
    from there on the table has Python integers (dtype object).
    """
    if compiled is None:
        compiled = len(system.new) >= _COMPILED_FROM
    done = 0 if known is None else min(len(known), implicit + 1)
    table = np.zeros((implicit + 1, len(system.pattern)), dtype=np.int64)
    if known is not None:
        table = table.astype(known.dtype)
        table[:done] = known[:done]
    with ThreadPoolExecutor(THREADS) as pool:
        fill = _compiled(system, pool) if compiled else partial(evaluate_plainly, system)
        for row in range(done, implicit + 1):
            secrets = system.secrets(row)
            narrow = table.dtype == np.int64 and int(secrets.max()) < _WIDE
            if narrow:
                fill(row, secrets, table)
            if not narrow or int(table[row].max()) >= _WIDE:
                table = table.astype(object)
                evaluate_plainly(system, row, secrets, table)
            progress("values", row + 1, implicit + 1)
    return table


def _compiled(
    system: System, pool: Executor
) -> Callable[[int, NDArray[np.int64], NDArray[np.int64]], None]:
    """Filling a row of the table by the kernel: states of the same depth are worked off at once."""
    from masetproof.kernels.evaluating import depths, evaluate_states

    secrets = system.secrets(system.closure.pegs)
    depth = np.zeros(len(secrets), dtype=np.int16)
    columns = system.start, system.new, system.constant, system.parts
    depths(
        np.argsort(secrets, kind="stable"), system.start, system.new, system.parts, secrets, depth
    )
    order = np.argsort(depth, kind="stable")
    equations = np.diff(system.start)[order]
    layers = [
        shares(equations[low:high], first=low)
        for low, high in pairwise(starts(np.bincount(depth)).tolist())
    ]
    worst = system.objective is Objective.WORST

    def fill(row: int, secrets: NDArray[np.int64], table: NDArray[np.int64]) -> None:
        def work(low: int, high: int) -> None:
            evaluate_states(row, order[low:high], secrets, *columns, worst, table)

        for runs in layers:
            in_threads(work, runs, pool)

    return fill


def evaluate_plainly(
    system: System, implicit: int, secrets: NDArray[np.int64], table: NDArray[np.int64]
) -> None:
    """The twin of the kernel: fill table[implicit], states with fewer secrets first."""
    worst = system.objective is Objective.WORST
    for state in np.argsort(secrets, kind="stable").tolist():
        count = int(secrets[state])
        candidates = []
        for row in range(system.start[state], system.start[state + 1]):
            left = implicit - int(system.new[row])
            parts = [part for part in system.parts[row].tolist() if part >= 0]
            if left < 0 or (left == implicit and any(secrets[part] == count for part in parts)):
                continue
            below = [int(system.constant[row, min(left, system.cap)])]
            below += [int(table[left, part]) for part in parts]
            candidates.append(1 + max(below) if worst else count + sum(below))
        table[implicit, state] = min(candidates) if count else 0


def full_pattern_values(system: System, table: NDArray[np.int64]) -> dict[int, int]:
    """The values of the whole game by number of colours, where there is a secret."""
    least = system.closure.game.least_colours(system.closure.pegs)
    return {colours: int(table[colours, 0]) for colours in range(least, len(table))}
