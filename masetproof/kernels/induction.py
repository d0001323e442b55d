"""Compiled: whether equations hold, and are attained, for all m of each residue class.

The plain twin is `masetproof.proofs.induction.check_plainly`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from masetproof.kernels import kernel


class Compared(NamedTuple):
    """The columns of `Equations` that are compared with the claim."""

    start: NDArray[np.int64]
    new: NDArray[np.int8]
    constant: NDArray[np.int32]
    parts: NDArray[np.signedinteger]


class Claimed(NamedTuple):
    """What is put in for F and S: Newton differences for each state and residue.

    values: int64[r + 1, states, period, order + 1], those of G at m - r for 0, 1, ..., r new
    colours.  secrets: int64[states, period, order + 1], those of S at m.
    """

    values: NDArray[np.int64]
    secrets: NDArray[np.int64]


@kernel
def check_sums(begin, end, equations, claimed, excess, tight, attained):
    """Check the equations of the states *begin* to *end*, of the expected case.

    Room: excess int64[period, order + 1].

    Filled in: tight bool[period, equations], whether an equation is attained; attained
    int64[states, period], the first equation that is (before, it holds -1).
    Returns the first equation that fails and the residue, or -1 and 0.
    """
    period, terms = claimed.secrets.shape[1:]
    for state in range(begin, end):
        for row in range(equations.start[state], equations.start[state + 1]):
            behind = claimed.values[equations.new[row]]
            for residue in range(period):
                for k in range(terms):
                    excess[residue, k] = (
                        claimed.secrets[state, residue, k] - claimed.values[0, state, residue, k]
                    )
                excess[residue, 0] += equations.constant[row, -1]
            for part in equations.parts[row]:
                if part < 0:
                    break
                for residue in range(period):
                    for k in range(terms):
                        excess[residue, k] += behind[part, residue, k]
            for residue in range(period):
                equal = True
                for k in range(terms):
                    if excess[residue, k] < 0:
                        return row, residue
                    if excess[residue, k] > 0:
                        equal = False
                tight[residue, row] = equal
                if equal and attained[state, residue] < 0:
                    attained[state, residue] = row
    return -1, 0


@kernel
def check_maxima(begin, end, equations, claimed, _, tight, attained):
    """The same for the worst case, where the order is 1 and no room is needed."""
    period = claimed.secrets.shape[1]
    for state in range(begin, end):
        for row in range(equations.start[state], equations.start[state + 1]):
            behind = claimed.values[equations.new[row]]
            for residue in range(period):
                height = 1 - claimed.values[0, state, residue, 0]
                slope = -claimed.values[0, state, residue, 1]
                # First the constant, then the parts.
                above = height + equations.constant[row, -1]
                holds = above >= 0 and slope >= 0
                none_above = above <= 0 and slope <= 0
                one_equal = above == 0 and slope == 0
                for part in equations.parts[row]:
                    if part < 0:
                        break
                    above = height + behind[part, residue, 0]
                    steeper = slope + behind[part, residue, 1]
                    holds |= above >= 0 and steeper >= 0
                    none_above &= above <= 0 and steeper <= 0
                    one_equal |= above == 0 and steeper == 0
                if not holds:
                    return row, residue
                equal = none_above and one_equal
                tight[residue, row] = equal
                if equal and attained[state, residue] < 0:
                    attained[state, residue] = row
    return -1, 0
