"""Theorems on games where each column has an alphabet of its own: for every vector of numbers.

A board has n_1, ..., n_p colours in its columns.  `ColumnTheorem.value` is proved for all of them;
`formula` is that of equal columns, and `regions` states all of it, a polynomial on each cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_count, as_instance, shown
from masetproof.objectives import Objective
from masetproof.patterns.closure import Closure
from masetproof.patterns.isomorphism import automorphisms
from masetproof.patterns.pattern import as_index
from masetproof.progress import Progress, silent
from masetproof.proofs.cells import CellInduction, prove_on_cells
from masetproof.proofs.induction import NotInductive
from masetproof.proofs.statement import model_json, model_text, symbols_of, words_of
from masetproof.recurrences.cells import Cell, Form, Tree, Undecided, descend
from masetproof.recurrences.columns import ColumnEquation, ColumnSystem, State, box_values
from masetproof.recurrences.growing import NotFound, grow
from masetproof.recurrences.quasipolynomial import (
    MAX_PERIOD,
    Claim,
    Formula,
    claim_from,
    claimed_degree,
    read_formula,
)

if TYPE_CHECKING:
    import sympy

__all__ = ["ColumnTheorem", "Region", "diagonal", "prove_columns"]

_BOUNDS = {1: (12, 24), 2: (20, 40), 3: (24, 40, 56)}
"""For so many pegs, up to which m the values are computed to find the cells."""
_MOST_BASE = 64


@final
@dataclass(frozen=True, eq=False, repr=False)
class Region:
    """A cell of boards, and the value on it.

    cell: of vectors (n_1, ..., n_p).  leaf: where its differences are.
    """

    cell: Cell
    leaf: Tree

    def __repr__(self) -> str:
        return f"<Region from {self.cell.origin} on>"

    def solved(self) -> tuple[list[str], sympy.Expr]:
        """The conditions on n_1, ..., n_p, and the value as SymPy's polynomial in them."""
        import sympy

        pegs = len(self.cell.origin)
        n = sympy.symbols([f"n{j + 1}" for j in range(pegs)], integer=True)
        t = {i: sympy.Symbol(f"t{i}", integer=True) for i in self.cell.free}
        right = [
            sympy.Integer(start) + sum(t[i] * self.cell.ray(i)[j] for i in t)
            for j, start in enumerate(self.cell.origin)
        ]
        rows = _independent(self.cell)
        solution = sympy.solve([n[j] - right[j] for j in rows], list(t.values()), dict=True)
        found = solution[0] if solution else {}
        walls = [
            f"{n[j]} = {sympy.expand(right[j].subs(found))}" for j in range(pegs) if j not in rows
        ]
        for one in t.values():
            value = sympy.expand(found[one])
            scale = sympy.ilcm(*(c.q for c in sympy.Poly(value, *n).coeffs()), 1)
            walls.append(f"{sympy.expand(value * scale)} >= 0")
            if scale > 1:
                walls[-1] += f" and divisible by {scale}"
        return walls, sympy.expand(self._polynomial(t).subs(found))

    def _polynomial(self, symbols: dict[int, sympy.Symbol]) -> sympy.Expr:
        """The value in the parameters."""
        import sympy

        from masetproof.recurrences.cells import degree_of, simplex

        differences = [] if self.leaf.differences is None else self.leaf.differences.tolist()
        words = simplex(len(symbols), degree_of(len(symbols), len(differences)))
        return sum(
            (
                difference
                * sympy.prod(
                    [
                        sympy.ff(one, power) / sympy.factorial(power)
                        for one, power in zip(symbols.values(), word, strict=True)
                    ]
                )
                for word, difference in zip(words, differences, strict=True)
            ),
            sympy.S.Zero,
        )

    def as_json(self) -> dict[str, object]:
        """The fields of one of ``regions``."""
        walls, polynomial = self.solved()
        return {"walls": walls, "polynomial": str(polynomial)}


def _independent(cell: Cell) -> list[int]:
    """Columns whose numbers of colours determine the parameters of a cell."""
    rows: list[int] = []
    for j in range(len(cell.origin)):
        matrix = np.array([[cell.ray(i)[k] for i in cell.free] for k in (*rows, j)])
        if cell.free and np.linalg.matrix_rank(matrix) == len(rows) + 1:
            rows.append(j)
    return rows


@final
@dataclass(frozen=True, eq=False, repr=False)
class ColumnTheorem:
    """The proved values for every board; `masetproof.proofs.theorem.prove` makes it.

    formula: that of boards with n colours in every column.  diagonal: the claim it is read from.

    >>> theorem = prove("black-peg", 2)
    >>> theorem.symbols(), theorem.value((3, 4))
    ('f(n) = 2/3*n^3 + n^2 - 2/3*n', 37)
    """

    system: ColumnSystem
    induction: CellInduction
    formula: Formula
    diagonal: Claim

    def __post_init__(self) -> None:
        as_instance(ColumnSystem, self.system, "the system of a theorem")
        as_instance(CellInduction, self.induction, "the induction of a theorem")
        as_instance(Formula, self.formula, "the formula of a theorem")
        as_instance(Claim, self.diagonal, "the diagonal of a theorem")

    def __repr__(self) -> str:
        return f"<ColumnTheorem: {model_text(self.system)}, {len(self.regions)} regions>"

    @property
    def closure(self) -> Closure:
        """The closure that the equations come from."""
        return self.system.closure

    def value(self, colours: int | Sequence[int]) -> int:
        """The proved value for a board, exact: of so many colours in each column, or in all.

        `Refused` when there is no secret.
        """
        board = as_index(colours, self.closure.pegs)
        if not all(board):
            raise Refused(f"there is no secret with {shown(colours)} colours in the columns")
        return self.induction.claims[self.system.first].value(board)

    def value_of(self, state: State, m: int | Sequence[int]) -> int:
        """The proved value of a function, exact.

        state: the pattern or, after the patterns, explicit maset, and the set of columns with an
        excluded colour; also one that play comes to with its columns exchanged only.  m: how many
        implicit colours each of its columns has; a column without a star has none that count.
        `Refused` when play never comes to the function.
        """
        number, excluded = self._as_state(state)
        index = as_index(m, self.closure.pegs)
        for columns in self._exchanges_of(number):
            known = number, sum((excluded >> c & 1) << j for j, c in enumerate(columns))
            if known in self.induction.masets:
                return self.induction.masets[known]
            if known in self.induction.claims:
                active = self.system.active[number]
                return self.induction.claims[known].value([index[columns[j]] for j in active])
        raise Refused(f"play never comes to function {shown(state)}")

    def _as_state(self, state: object) -> State:
        """The number of a form and a set of columns."""
        if not isinstance(state, tuple) or len(state) != 2:
            raise Refused(f"a function is a number and a set of columns, not {shown(state)}")
        return (
            as_count(state[0], "the number of a function", 0, len(self.system.forms) - 1),
            as_count(state[1], "the set of columns", 0, (1 << self.closure.pegs) - 1),
        )

    def _exchanges_of(self, number: int) -> tuple[tuple[int, ...], ...]:
        """The permutations of columns that, with one of colours, leave a form as it is."""
        found = self._exchanges.get(number)
        if found is None:
            pegs = self.closure.pegs
            generators = [one.columns for one in automorphisms(self.system.forms[number])]
            known = [tuple(range(pegs))]
            for one in known:  # which grows
                images = (tuple(one[column] for column in columns) for columns in generators)
                known += [image for image in images if image not in known]
            found = self._exchanges[number] = tuple(known)
        return found

    @cached_property
    def _exchanges(self) -> dict[int, tuple[tuple[int, ...], ...]]:
        return {}

    def right_side(
        self, state: State, equation: ColumnEquation, m: int | Sequence[int]
    ) -> int | None:
        """The right side of an equation of a function at an index vector, exact.

        It is the least EPL or worst case of the strategies that ask the question of the equation
        first; None where the question has a new colour in a column where none is implicit.
        """
        system, index = self.system, as_index(m, self.closure.pegs)
        state, equation = (
            self._as_state(state),
            as_instance(ColumnEquation, equation, "an equation"),
        )
        left = [k - new for k, new in zip(index, equation.new, strict=True)]
        if min(left) < 0:
            return None
        terms = []
        for part in equation.parts:
            some = sum((left[column] > 0) << j for j, column in enumerate(part.columns))
            below = system.after(state[1], part, some)
            terms.append(self.value_of(below, [left[column] for column in part.columns]))
        if system.objective is Objective.WORST:
            return 1 + max([0, *terms])
        return system.forms[state[0]].secrets(self.closure.game, index) + sum(terms)

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """The cells of boards with a secret, and the values on them."""
        tree = self.induction.claims[self.system.first]
        return tuple(Region(leaf.cell, leaf) for leaf in tree.leaves() if _has_secrets(leaf))

    def words(self, exceptions: int | None = None) -> str:
        """The theorem as a sentence; *exceptions* as of `Theorem.words`."""
        return words_of(
            self.system,
            self.formula,
            exceptions,
            "; for every other vector of indices it is the first function of the certificate",
        )

    def symbols(self) -> str:
        """The formula of equal columns on one line."""
        return symbols_of(self.formula)

    def as_json(self) -> dict[str, object]:
        """The fields of ``masetproof prove --json`` that are about the proof."""
        regions = [region.as_json() for region in self.regions]
        return model_json(self.system) | {
            "status": "proved",
            "formula": self.formula.as_json(),
            "regions": regions,
        }

    @property
    def values(self) -> dict[int, int]:
        """The values of boards with equal columns up to the base of the formula, and beyond."""
        claim, pegs = self.diagonal, self.closure.pegs
        return {n: self.value(n) for n in range(1, claim.base + pegs + 1 + claim.period)}


def _has_secrets(leaf: Tree) -> bool:
    """Whether there is a secret somewhere on a cell of boards."""
    rays = [leaf.cell.ray(i) for i in leaf.cell.free]
    return all(map(any, zip(leaf.cell.origin, *rays, strict=True)))


def prove_columns(
    system: ColumnSystem, progress: Progress = silent
) -> tuple[ColumnTheorem | None, str]:
    """The theorem of a system, or None and why there is none."""
    pegs = system.closure.pegs
    degree, reason = claimed_degree(system.objective, pegs), ""
    maset_states = [state for state in system.states if state[0] >= len(system.closure.patterns)]
    for most in _BOUNDS[pegs]:
        values = box_values(system, most, progress)
        masets = {state: int(values[state].flat[0]) for state in maset_states}
        try:
            claims: dict[State, Tree] = {}
            functions, known_trees = system.functions(), {}
            for done, state in enumerate(functions, 1):
                own = _of_indices(system, state, values[state])
                key = own.shape, own.tobytes()
                if key not in known_trees:
                    known_trees[key] = grow(own, degree)
                claims[state] = known_trees[key]
                progress("solving", done, len(functions))
            induction = prove_on_cells(system, claims, masets, progress)
        except (NotFound, NotInductive, OverflowError) as failure:
            reason = str(failure)
            continue
        claim = diagonal(claims[system.first], pegs, degree)
        known = {
            n: claims[system.first].value((n,) * pegs)
            for n in range(1, claim.base + pegs + 1 + claim.period)
        }
        return ColumnTheorem(
            system, induction, read_formula(claim, known, system.objective), claim
        ), ""
    return None, f"{reason}, with up to {_BOUNDS[pegs][-1]} implicit colours in each column"


def _of_indices(system: ColumnSystem, state: State, values: NDArray[np.int64]) -> NDArray[np.int64]:
    """The values of a function by its own indices only."""
    active = system.active[state[0]]
    whole = slice(None)
    chosen: NDArray[np.int64] = values[
        tuple(whole if j in active else 0 for j in range(values.ndim))
    ]
    return chosen


def diagonal(tree: Tree, pegs: int, degree: int) -> Claim:
    """What a tree claims of vectors (n, ..., n), from where on they stay within one cell each.

    With the least period, from the least base for it.
    """
    for period in range(1, MAX_PERIOD + 1):
        base = next(_bases(tree, pegs, period), None)
        if base is not None:
            rows = [[tree.value((n,) * pegs)] for n in range(base, base + period * (degree + 1))]
            found = claim_from(np.array(rows, dtype=np.int64), period, degree, 0)
            return Claim(base, found.differences)
    raise NotInductive("the boards with equal columns do not stay within cells")


def _bases(tree: Tree, pegs: int, period: int) -> Iterator[int]:
    """From where on the vectors (n, ..., n) of each residue class stay within one cell."""
    decided = []
    for start in range(_MOST_BASE + period):
        try:
            descend(tree, [Form(start, (period,))] * pegs)
            decided.append(True)
        except Undecided:
            decided.append(False)
    for base in range(_MOST_BASE):
        if all(decided[base : base + period]):
            yield base
