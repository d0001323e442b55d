"""Work for several threads at once, which pays where kernels let go of the interpreter's lock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

THREADS = 2
"""As many as pay: with more the parts of the proof that are not compiled take most of the time."""

Span = tuple[int, int]
"""Consecutive items: the first one, and the one after the last."""


def starts(lengths: Sequence[int] | NDArray[np.int64]) -> NDArray[np.int64]:
    """Where each of consecutive runs of these lengths starts, and the end: int64[runs + 1]."""
    return np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))


def shares(
    weights: Sequence[int] | NDArray[np.int64], count: int = THREADS, first: int = 0
) -> list[Span]:
    """Cut the items from *first* on into at most *count* runs, not empty, of about equal weight."""
    ends = starts(weights)[1:]
    if not len(ends):
        return []
    inner = [int(np.searchsorted(ends, ends[-1] * k // count)) for k in range(1, count)]
    cuts = [0, *inner, len(ends)]
    return [(first + low, first + high) for low, high in pairwise(cuts) if low < high]


def in_threads(
    work: Callable[[int, int], object], runs: Sequence[Span], pool: Executor | None = None
) -> None:
    """Call *work* for all runs at the same time, the last one here, and wait."""
    if pool is None:
        with ThreadPoolExecutor(THREADS) as own:
            in_threads(work, runs, own)
    elif runs:
        others = [pool.submit(work, *run) for run in runs[:-1]]
        try:
            work(*runs[-1])
        finally:
            for other in others:
                other.result()
