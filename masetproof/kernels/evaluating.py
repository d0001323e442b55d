"""Compiled: one row of the table of values from the rows before it.

The plain twin is `masetproof.recurrences.values.PlainValues`, for any number of indices.
"""

from __future__ import annotations

import numpy as np

from masetproof.kernels import kernel

NONE = np.int64(1) << np.int64(62)


@kernel
def depths(order, start, new, parts, secrets, depth):
    """Fill in the depth of each state: int16[states].

    The equations with r = 0 of a state refer to states of less depth, but for those that leave it
    whole.  order: the states by their number of secrets, *secrets*, for as many implicit colours
    as there are pegs; then every clause stands for secrets.
    """
    for state in order:
        deepest = -1
        for row in range(start[state], start[state + 1]):
            if new[row]:
                continue
            for part in parts[row]:
                if part < 0:
                    break
                if secrets[part] < secrets[state]:
                    deepest = max(deepest, depth[part])
        depth[state] = deepest + 1


@kernel
def evaluate_states(implicit, states, secrets, start, new, constant, parts, worst, table):
    """Fill in the values of some states in table[implicit].

    states: such that what their equations with r = 0 refer to is there already.  secrets:
    int64[states].  start, new, constant, parts: as in `System`.  worst: whether the worst case is
    counted.  table: int64[rows, states].
    A state that no equation bounds would get NONE; there is none, as a secret can be asked.
    """
    cap = constant.shape[1] - 1
    for state in states:
        if secrets[state] == 0:
            table[implicit, state] = 0
            continue
        best = NONE
        for row in range(start[state], start[state + 1]):
            used = new[row]
            if used > implicit:
                break  # rows are sorted by it
            left = implicit - used
            total = np.int64(constant[row, min(left, cap)])
            useful = True
            for part in parts[row]:
                if part < 0:
                    break
                if used == 0 and secrets[part] == secrets[state]:
                    useful = False
                    break
                value = table[left, part]
                total = max(total, value) if worst else total + value
            if useful:
                best = min(best, total)
        table[implicit, state] = best + (1 if worst else secrets[state])
