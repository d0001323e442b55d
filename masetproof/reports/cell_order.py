"""One order of the columns is enough: functions that are symmetric in some of their indices.

A permutation of the columns that takes a pattern and its excluded colours to themselves exchanges
the indices and leaves the function as it is.  So what is optimal need be printed for one order of
such indices only; for the others its columns are exchanged.
"""

from __future__ import annotations

from itertools import pairwise

from masetproof.patterns.isomorphism import automorphisms
from masetproof.recurrences.cells import Cell
from masetproof.recurrences.recurrences import Recurrences, State

__all__ = ["Order", "may_be_in_order", "order_of"]

Order = tuple[tuple[int, ...], ...]
"""Indices by their places, those together in which a function is symmetric, two or more."""


def order_of(system: Recurrences, state: State) -> Order:
    """The indices in which a function is symmetric."""
    pegs, number = system.closure.pegs, state[0]
    generators = [one.columns for one in automorphisms(system.closure.patterns[number])]
    group = {tuple(range(pegs))}
    while not group >= (more := {tuple(one[j] for j in g) for one in group for g in generators}):
        group |= more
    kept = [columns for columns in group if system.moved(state, columns) == state]
    images = {system.index_of(number, range(len(system.kinds)), columns) for columns in kept}
    active, blocks = system.active[number], list[list[int]]()
    for place, index in enumerate(active):
        for block in blocks:
            swap = {index: active[block[0]], active[block[0]]: index}
            if tuple(swap.get(one, one) for one in active) in images:
                block.append(place)
                break
        else:
            blocks.append([place])
    return tuple(tuple(block) for block in blocks if len(block) > 1)


def may_be_in_order(cell: Cell, order: Order) -> bool:
    """Whether no two indices are in the wrong order on the whole cell."""
    forms = cell.forms()
    apart = [forms[i].plus(forms[j], -1) for block in order for i, j in pairwise(block)]
    return not any(form.constant < 0 and max(form.slopes, default=0) <= 0 for form in apart)
