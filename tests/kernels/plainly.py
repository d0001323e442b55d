"""What kernels do for all equations at once, from what the package says of each one."""

from __future__ import annotations

from functools import cache
from itertools import chain
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from masetproof.objectives import Objective
from masetproof.proofs.induction import compare
from masetproof.recurrences.cells import Form
from masetproof.recurrences.claims import Claims
from masetproof.recurrences.recurrences import Function, Recurrence, Recurrences
from masetproof.recurrences.system import Equations, System
from masetproof.recurrences.values import PlainValues


def equations(system: System, chosen: NDArray[np.int64], *, merged: bool = False) -> Equations:
    """The equations of some states, from what is said of each question."""
    states = system.functions()
    rows: list[list[_Row]] = []
    for state in map(states.__getitem__, chosen.tolist()):
        own: list[_Row] = []
        for one in (_row(system, state, equation) for equation in system.equations(state)):
            if merged and own and own[-1][:2] == one[:2]:
                known = own.pop()
                least = tuple(map(min, known.constant, one.constant))
                split = min(known, one, key=lambda row: row.constant[-1]).split
                one = one._replace(constant=least, split=split)
            own.append(one)
        rows.append(own)
    counts = np.array(list(map(len, rows)))
    in_all = sum(len(row.parts) for row in chain(*rows))
    result = Equations.empty(counts, system.cap + 1, in_all)
    for place, row in enumerate(chain(*rows)):
        low = result.part_start[place]
        result.part_start[place + 1] = high = low + len(row.parts)
        result.parts[low:high] = row.parts
        result.new[place], result.constant[place], result.split[place] = (
            row.new,
            row.constant,
            row.split,
        )
    return result


class _Row(NamedTuple):
    """An equation, as in `Equations`."""

    new: int
    parts: tuple[int, ...]
    constant: tuple[int, ...]
    split: int


def _row(system: System, state: Function, equation: Recurrence) -> _Row:
    first = len(system.closure.patterns)
    parts, masets = [], []
    for part in equation.parts:
        if part.number < first:
            parts.append(system.number[system.after(state, part, (0,))])
        else:
            masets.append(part)
    total = max if system.objective is Objective.WORST else sum
    constants = []
    for left in range(system.cap + 1):
        below = [system.after(state, maset, (left,)) for maset in masets]
        constants.append(
            total([0, *(int(system.maset_minima[n - first, level]) for n, level in below)])
        )
    return _Row(equation.new[0], tuple(parts), tuple(constants), equation.split)


Sides = tuple[NDArray[np.bool_], NDArray[np.int64]]


def sides(system: System, equations: Equations, claims: Claims, start: int) -> Sides | str:
    """As `proofs.induction.equal_sides`, equation by equation; or what it says of a failure."""
    period, order, functions = claims.period, system.degree, system.functions()
    tight = np.zeros((period, len(equations.new)), dtype=bool)
    attained = np.full((len(functions), period), -1, dtype=np.int64)

    @cache
    def claim(number: int, m: int) -> NDArray[np.int64]:
        return claims.at(functions[number], [Form(m, (period,))], order)

    @cache
    def secrets(number: int, m: int) -> NDArray[np.int64]:
        vectors = np.arange(m, m + period * (order + 1), period)[:, None]
        counts = system.secrets(functions[number][0], vectors)
        return np.array([np.diff(counts, k)[0] for k in range(order + 1)])

    for row, number in enumerate(equations.function.tolist()):
        new, parts = int(equations.new[row]), equations.parts_of(row)
        constant = np.array([equations.constant[row, -1], *[0] * order])
        for residue in range(period):
            m = start + residue
            terms = [constant, *(claim(part, m - new) for part in parts)]
            about = secrets(number, m), claim(number, m)
            holds, equal, _ = compare(system.objective, np.array(terms), *about)
            if not holds:
                return f"equation {row} falls below the claim for some m = {m} mod {period}"
            tight[residue, row] = equal
            if equal and attained[number, residue] < 0:
                attained[number, residue] = row
    return tight, attained


def table(system: System, most: int) -> NDArray[np.int64]:
    """As `recurrences.values.evaluate`, by the textbook."""
    values, numbers = PlainValues(system), np.arange(most + 1)[:, None]
    return np.stack([values.at(state, numbers) for state in system.functions()], axis=1)


def boxes(system: Recurrences, most: int) -> dict[Function, NDArray[np.int64]]:
    """As `recurrences.values.box_values`, by the textbook."""
    values, boxes = PlainValues(system), {}
    for state in system.all_functions:
        shape = (most + 1,) * len(system.active[state[0]])
        vectors = np.indices(shape).reshape(len(shape), prod(shape)).T
        boxes[state] = values.at(state, vectors).reshape(shape)
    return boxes
