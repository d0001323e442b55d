"""The induction for functions of several indices (docs/proof-method.md).

Claimed is, for each function, a tree with a polynomial G on each cell (`recurrences.cells`).  Each
cell is cut further until all that follows has one answer on the whole of it:

1. there is no secret, and G is 0; or there is one at every point, and the Newton differences of S
   are >= 0;
2. m >= r for each question, or nowhere; the excluded colours after each answer; and the cell of
   its own tree that the points of each part lie in;
3. expected: for each question the right side with G for F, less G, has no negative difference, and
   for one they are all 0.  Worst case: of the terms of the maximum one has differences that are
   all at least those of G - 1; and for one question no term has greater ones, and one just these.

Then F = G everywhere.  F >= G by induction on F(m), as an optimal question costs at least what 3
says of G.  F <= G where every state asks a question that 3 names: if a part has all secrets, the
others have none and their G is 0, so that G of the part is less than G(m).  So nobody comes twice
to the same point of the same function, play ends, and it costs G.  Questions that tell nothing need
no exception.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.objectives import Objective
from masetproof.progress import Progress, silent
from masetproof.proofs.induction import NotInductive
from masetproof.recurrences.cells import (
    Cell,
    Cut,
    Form,
    Tree,
    Undecided,
    binomials,
    decide,
    degree_of,
    descend,
    newton,
    simplex,
)
from masetproof.recurrences.columns import ColumnEquation, ColumnPart, ColumnSystem, State
from masetproof.recurrences.readings import Reading

__all__ = ["CellInduction", "excess_of", "prove_on_cells"]

_MOST_CUTS = 64
"""So many in a row, and we give up."""


@final
@dataclass(frozen=True, eq=False, repr=False)
class CellInduction:
    """A completed induction.

    claims: of each function the tree on whose cells it is claimed.  checks: the tree on whose cells
    it was proved.  attained: for each leaf of that, in order, an equation that is attained on it,
    None where there is no secret.  masets: the minimum of each explicit maset.
    """

    claims: dict[State, Tree]
    checks: dict[State, Tree]
    attained: dict[State, tuple[ColumnEquation | None, ...]]
    masets: dict[State, int]

    def __repr__(self) -> str:
        cells = sum(len(found) for found in self.attained.values())
        return f"<CellInduction: {len(self.claims)} functions, {cells:,} cells>"


def prove_on_cells(
    system: ColumnSystem,
    claims: dict[State, Tree],
    masets: dict[State, int],
    progress: Progress = silent,
) -> CellInduction:
    """Carry out the induction, or raise `NotInductive`.

    claims: of every function that play reaches.  masets: the minimum of each explicit maset.
    """
    checks, attained = {}, {}
    for done, state in enumerate(claims, 1):
        prover = _Prover(system, claims, masets, state)
        checks[state] = prover.tree(Cell.whole(len(system.active[state[0]])), 0)
        attained[state] = tuple(prover.attained)
        progress("induction", done, len(claims))
    return CellInduction(claims, checks, attained, masets)


def excess_of(
    system: ColumnSystem, induction: CellInduction, state: State, equation: ColumnEquation
) -> Tree:
    """The verdict on an equation of a function: its right side less its left side, everywhere.

    The tree is that of the checks, cut further until on each leaf the excess is a polynomial that
    is 0 at every point, where the question is optimal, or greater than 0 at every point.  Its
    *differences* are those of the excess, none of them negative; None where there is no secret or
    the question cannot be asked.
    """
    prover = _Prover(system, induction.claims, induction.masets, state)

    def cut_further(tree: Tree) -> Tree:
        if tree.cut is not None:
            return Tree(tree.cell, tree.cut, tuple(map(cut_further, tree.children)))
        try:
            return Tree(tree.cell, differences=_OnCell(prover, tree.cell).excess(equation))
        except Undecided as undecided:
            parts = tree.cell.children(undecided.cut)
            return Tree(tree.cell, undecided.cut, tuple(cut_further(Tree(part)) for part in parts))

    return cut_further(induction.checks[state])


@final
class _Prover:
    """The induction for one function."""

    def __init__(
        self,
        system: ColumnSystem,
        claims: dict[State, Tree],
        masets: dict[State, int],
        state: State,
    ) -> None:
        self._system, self._claims, self._masets = system, claims, masets
        self._state = state
        self._columns = system.active[state[0]]
        self._equations = tuple(system.equations(state))
        self._is_worst = system.objective is Objective.WORST
        self._degree = 1 if self._is_worst else system.closure.pegs + 1
        self.attained: list[ColumnEquation | None] = []

    def tree(self, cell: Cell, depth: int) -> Tree:
        """How a cell is cut so that everything is decided, in the order of `attained`."""
        try:
            equation = _OnCell(self, cell).equation()
        except Undecided as undecided:
            if depth == _MOST_CUTS:
                raise NotInductive(
                    f"function {self._state} is not decided on {cell}"
                ) from undecided
            cut = undecided.cut
            children = tuple(self.tree(child, depth + 1) for child in cell.children(cut))
            return Tree(cell, cut, children)
        self.attained.append(equation)
        return Tree(cell)


@final
class _OnCell:
    """One cell of one function: all numbers are Newton differences in its free parameters."""

    def __init__(self, prover: _Prover, cell: Cell) -> None:
        self._p, self._cell = prover, cell
        self._free = cell.free
        words = simplex(len(self._free), prover._degree)
        self._at = np.array(words, dtype=np.int64).reshape(len(words), len(self._free))
        self._newton = newton(len(self._free), prover._degree)
        pegs = prover._system.closure.pegs
        indices = dict(zip(prover._columns, cell.forms(), strict=True))
        nothing = Form(0, (0,) * len(cell.rays))
        self._indices = tuple(indices.get(column, nothing) for column in range(pegs))
        self._known: dict[tuple[State, tuple[Form, ...]], NDArray[np.int64]] = {}

    def equation(self) -> ColumnEquation | None:
        """An equation that is attained on the cell, where there is a secret.

        `Undecided` where the cell must be cut, `NotInductive` where that does not help.
        """
        p = self._p
        claimed = self._function(p._state, [self._indices[column] for column in p._columns])
        counted = self._secrets(p._system.closure.pegs)
        if not counted.any():
            if claimed.any():
                raise NotInductive(f"function {p._state} is not 0 without a secret: {self._cell}")
            return None
        if counted[0] < 1 or (counted < 0).any():
            raise Undecided(self._along(counted, counted != 0))
        secrets = self._secrets(p._degree)
        attained, misses = None, []
        for equation in p._equations:
            left = self._left(equation)
            if left is None:
                continue
            terms = [self._term(equation, part, left) for part in equation.parts]
            if p._is_worst:
                excess = self._excess_of_maximum(terms, claimed)
            else:
                excess = secrets + sum(terms, np.zeros_like(secrets)) - claimed
                if (excess < 0).any():
                    raise Undecided(self._along(excess, excess < 0))
            if attained is None and not excess.any():
                attained = equation
            misses.append(excess)
        if attained is None:
            raise Undecided(self._nearly(misses))
        return attained

    def excess(self, equation: ColumnEquation) -> NDArray[np.int64] | None:
        """The differences of the right side less the left one, which are 0 or begin with more.

        None where there is no secret or the question cannot be asked; `Undecided` where the cell
        must be cut.
        """
        p = self._p
        left = self._left(equation) if self._secrets(p._system.closure.pegs).any() else None
        if left is None:
            return None
        terms = [self._term(equation, part, left) for part in equation.parts]
        claimed = self._function(p._state, [self._indices[column] for column in p._columns])
        if p._is_worst:
            right = self._greatest([*terms, np.zeros_like(claimed)])
            right[0] += 1
        else:
            right = self._secrets(p._degree) + sum(terms, np.zeros_like(claimed))
        excess: NDArray[np.int64] = right - claimed
        if (excess < 0).any() or (excess.any() and not excess[0]):
            raise Undecided(self._along(excess, excess != 0))
        return excess

    def _greatest(self, terms: list[NDArray[np.int64]]) -> NDArray[np.int64]:
        """The term that is the maximum everywhere; `Undecided` where that changes."""
        greatest = terms[0].copy()
        for term in terms[1:]:
            if decide(self._form(term - greatest)):
                greatest = term.copy()
        return greatest

    def _left(self, equation: ColumnEquation) -> tuple[Form, ...] | None:
        """m - r, or None where the question cannot be asked."""
        less = [
            Form(form.constant - new, form.slopes)
            for form, new in zip(self._indices, equation.new, strict=True)
        ]
        asked = [form for form, new in zip(less, equation.new, strict=True) if new]
        return tuple(less) if all(map(decide, asked)) else None

    def _term(
        self, equation: ColumnEquation, part: ColumnPart, left: tuple[Form, ...]
    ) -> NDArray[np.int64]:
        """The differences of what a part costs."""
        system = self._p._system
        some = 0
        if system.reading is Reading.EXACT:
            already = system.after(self._p._state[1], part, 0)[1]
            for j, column in enumerate(part.columns):
                if part.runs_out & ~already & 1 << j:
                    form = left[column]
                    some |= decide(Form(form.constant - 1, form.slopes)) << j
        state = system.after(self._p._state[1], part, some)
        return self._function(
            state, [left[column] for column, _ in system.index_of(equation, part)]
        )

    def _function(self, state: State, indices: Sequence[Form]) -> NDArray[np.int64]:
        """The differences of the claim of a function at these indices."""
        key = state, tuple(indices)
        if key not in self._known:
            if not indices:
                found = np.zeros(len(self._at), dtype=np.int64)
                found[0] = self._p._masets[state]
            else:
                leaf, forms = descend(self._p._claims[state], indices)
                found = self._newton @ self._values(leaf, forms)
            self._known[key] = found
        return self._known[key]

    def _values(self, leaf: Tree, forms: Sequence[Form]) -> NDArray[np.int64]:
        """The claim of a leaf at the points of the simplex."""
        if leaf.differences is None:
            raise NotInductive("nothing is claimed")
        free = leaf.cell.free
        count = len(free)
        slopes = [[forms[i].slopes[k] for k in self._free] for i in free]
        by_column = np.array(slopes, dtype=np.int64).reshape(count, len(self._free)).T
        constants = np.array([forms[i].constant for i in free], dtype=np.int64)
        parameters = self._at @ by_column + constants
        degree = degree_of(count, len(leaf.differences))
        _check_width(parameters, leaf.differences, degree)
        values: NDArray[np.int64] = binomials(parameters, degree) @ leaf.differences
        return values

    def _secrets(self, degree: int) -> NDArray[np.int64]:
        """The differences of the number of secrets up to a degree.

        That of the number itself is the number of pegs, whatever the objective.
        """
        form = self._p._system.forms[self._p._state[0]]
        words = simplex(len(self._free), degree)
        at = np.array(words, dtype=np.int64).reshape(len(words), len(self._free))
        points = self._cell.points(at)
        total = np.zeros(len(points), dtype=np.int64)
        for stars, clauses in form.star_sets.items():
            chosen = [i for i, column in enumerate(self._p._columns) if stars[column]]
            total += clauses * points[:, chosen].prod(axis=1)
        found: NDArray[np.int64] = newton(len(self._free), degree) @ total
        return found

    def _excess_of_maximum(
        self, terms: list[NDArray[np.int64]], claimed: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Zero where a maximum plus 1 is the claim; `Undecided` where the maximum changes."""
        below = claimed.copy()
        below[0] -= 1
        above = [term - below for term in (*terms, np.zeros_like(claimed))]
        if not any((one >= 0).all() for one in above):
            for one, other in combinations(above, 2):
                decide(self._form(one - other))
            for one in above:
                decide(self._form(one))
            raise NotInductive(f"function {self._p._state} falls below the claim on {self._cell}")
        greatest = np.max(above, axis=0)
        equal = (greatest <= 0).all() and any(not one.any() for one in above)
        return np.zeros_like(claimed) if equal else np.where(greatest == 0, 1, greatest)

    def _form(self, differences: NDArray[np.int64]) -> Form:
        """A polynomial of degree 1 as a form in all parameters."""
        slopes = dict(zip(self._free, differences[1:].tolist(), strict=True))
        return Form(
            int(differences[0]), tuple(slopes.get(i, 0) for i in range(len(self._cell.rays)))
        )

    def _along(self, differences: NDArray[np.int64], chosen: NDArray[np.bool_]) -> Cut:
        """Cut along a parameter of a difference that is in the way."""
        words = simplex(len(self._free), degree_of(len(self._free), len(differences)))
        for word, wrong in zip(words, chosen.tolist(), strict=True):
            if wrong and any(word):
                return Cut("below", self._free[int(np.argmax(word))])
        raise NotInductive(
            f"function {self._p._state} falls below the claim on {self._cell}, by "
            f"{differences.tolist()}"
        )

    def _nearly(self, misses: list[NDArray[np.int64]]) -> Cut:
        """Cut where the equation that is nearest to being attained fails to be."""
        near = [excess for excess in misses if excess[0] == 0] or misses
        if not near:
            raise NotInductive(f"no question can be asked on {self._cell}")
        best = min(near, key=lambda excess: int(np.count_nonzero(excess)))
        return self._along(best, best != 0)


def _check_width(
    parameters: NDArray[np.int64], differences: NDArray[np.int64], degree: int
) -> None:
    """`OverflowError` unless 64 bits hold all values of a claim at these points."""
    most = int(np.abs(parameters).max(initial=1)) + degree
    if most**degree * int(np.abs(differences).max(initial=1)) * len(differences) >= 2**52:
        raise OverflowError("the numbers of the induction do not fit 64 bits")
