"""Compiled: one row of the table of values from the rows before it.

The plain twin is `masetproof.recurrences.values.evaluate_plainly`.
"""

from __future__ import annotations

import numpy as np

from masetproof.kernels import standalone

NONE = np.int64(1) << np.int64(62)


@standalone
def evaluate_row(implicit, order, secrets, start, new, constant, parts, worst, table):
    """Fill table[implicit], the values of all states for so many implicit colours.

    order: the states by their number of secrets.  secrets: int64[states].  start, new, constant,
    parts: as in `System`.  worst: whether the worst case is counted.  table: int64[rows, states].
    A state that no equation bounds would get NONE; there is none, as a secret can be asked.
    """
    cap = constant.shape[1] - 1
    width = parts.shape[1]
    for place in range(order.shape[0]):
        state = order[place]
        if secrets[state] == 0:
            table[implicit, state] = 0
            continue
        best = NONE
        for row in range(start[state], start[state + 1]):
            used = new[row]
            if used > implicit:
                continue
            left = implicit - used
            total = constant[row, min(left, cap)]
            useful = True
            for column in range(width):
                part = parts[row, column]
                if part < 0:
                    break
                if used == 0 and secrets[part] == secrets[state]:
                    useful = False
                    break
                value = table[left, part]
                if worst:
                    total = max(total, value)
                else:
                    total += value
            if useful:
                total += 1 if worst else secrets[state]
                best = min(best, total)
        table[implicit, state] = best
