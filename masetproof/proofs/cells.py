"""The induction for functions of several indices, on cells that it finds (`proofs.induction`).

The claim on a function is a tree with a polynomial G on each cell (`recurrences.cells`).  Each cell
is cut further until everything on which the equations depend is the same on the whole cell:

- whether there are secrets, which the Newton differences of S show, as they are >= 0;
- whether a question can be asked;
- how many colours are excluded after each answer;
- in which cell of its own tree the points of each part lie.

Then no right side may fall below G, and one must be G.  Where the differences do not show this, a
true claim is rejected, too, as with one index from a base that is too early.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof.objectives import Objective
from masetproof.patterns.kinds import Need
from masetproof.progress import Progress, silent
from masetproof.proofs.induction import Induction, Lower, NotInductive, Upper, compare
from masetproof.recurrences.cells import (
    Cell,
    Cut,
    Form,
    Tree,
    Undecided,
    check_width,
    decide,
    degree_of,
    joined,
    newton,
    restriction,
    simplex,
    simplex_array,
)
from masetproof.recurrences.claims import Claims
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Function, Index, Part, Recurrence, Recurrences

_MOST_CUTS = 64
"""The search gives up after so many cuts in a row."""
_MOST_ADDED = 64
"""A right side has fewer terms, and so has the excess."""


def has_secrets(system: Recurrences, number: int, cell: Cell) -> bool:
    """Whether a form has a secret at some point of a cell."""
    points = cell.points(simplex_array(len(cell.free), system.closure.pegs))
    return bool(system.secrets(number, points).any())


def prove_on_cells(
    system: Recurrences,
    claims: Claims,
    masets: Mapping[Function, int],
    progress: Progress = silent,
) -> Induction:
    """Carry out the induction, or raise `NotInductive`.  Arguments as of `compare_on_cells`."""
    return Induction(*compare_on_cells(system, claims, masets, progress))


def compare_on_cells(
    system: Recurrences,
    claims: Claims,
    masets: Mapping[Function, int],
    progress: Progress = silent,
) -> tuple[Lower, Upper]:
    """Compare each equation with the claims, on cells.

    `NotInductive` where one falls below, or none of a function attains its claim.

    claims: of every function that play reaches.  masets: the minimum of each explicit maset.
    """
    checks: dict[Function, Tree] = {}
    attained: dict[Function, tuple[Recurrence | None, ...]] = {}
    lower = Lower(claims, masets, checks)
    for done, function in enumerate(claims, 1):
        prover = _Prover(system, lower, function, tuple(system.equations(function)))
        equal: list[Recurrence | None] = []

        def proved(on_cell: _FunctionOnCell, equal: list[Recurrence | None] = equal) -> Tree:
            equal.append(on_cell.equation())
            return Tree(on_cell.cell)

        checks[function] = prover.cut(proved)
        attained[function] = tuple(equal)
        progress("functions compared with their claims", done, len(claims))
    return lower, Upper(attained.__getitem__)


def excess_of(system: Recurrences, lower: Lower, function: Function, equation: Recurrence) -> Tree:
    """The excess of an equation of a function: its right side less its left side, everywhere.

    The tree is cut only for this equation.  On each leaf the excess is 0 at every point, where the
    question is optimal, or greater than 0 at every point.  The *differences* of a leaf are those of
    the excess, none of them negative; None where there is no secret or the question cannot be
    asked.
    """
    prover = _Prover(system, lower, function, (equation,))
    return prover.cut(lambda on_cell: Tree(on_cell.cell, differences=on_cell.excess()))


def cost_of(system: Recurrences, lower: Lower, function: Function, equation: Recurrence) -> Tree:
    """The right side of an equation of a function, everywhere: what asking its question costs.

    Cells are joined again where the polynomial is the same.  None where there is no secret or the
    question cannot be asked, as in `excess_of`.
    """
    prover = _Prover(system, lower, function, (equation,))
    tree = prover.cut(lambda on_cell: Tree(on_cell.cell, differences=on_cell.right_side()))
    return joined(tree, system.degree, lambda cell: has_secrets(system, function[0], cell))


class PartTerm(NamedTuple):
    """The cost of a part: a function at some indices.

    new: r.
    function: the function if no colours run out.
    runs_out: for each alphabet the kinds of colours that may run out, where their number matters.
    indices: of the part.
    """

    new: tuple[int, ...]
    function: Function
    runs_out: tuple[tuple[int, ...], ...]
    indices: tuple[Index, ...]


def term_of(system: Recurrences, function: Function, equation: Recurrence, part: Part) -> PartTerm:
    """The term of a part in an equation of a function."""
    after = system.after(function, part, [0] * len(part.runs_out))
    is_exact, levels = system.reading is Reading.EXACT, system.levels(after)
    runs_out = tuple(
        kinds if is_exact and level < system.cap else ()
        for kinds, level in zip(part.runs_out, levels, strict=True)
    )
    return PartTerm(equation.new, after, runs_out, part.indices)


def left_by(new: Sequence[int], indices: Mapping[int, Form]) -> dict[int, Form]:
    """m - r for each kind, where the indices m of a function are forms."""
    return {kind: Form(form.constant - new[kind], form.slopes) for kind, form in indices.items()}


def function_at(
    system: Recurrences, term: PartTerm, left: Mapping[int, Form]
) -> tuple[Function, list[Form]]:
    """The function and the indices of a part; `Undecided` where the function changes on the cell.

    left: as of `left_by`.
    """
    levels = [*system.levels(term.function)]
    for alphabet, kinds in enumerate(term.runs_out):
        lost = 0
        while levels[alphabet] < system.cap and decide(_total(left, kinds, -1 - lost)):
            lost += 1
            levels[alphabet] += 1
    indices = [_total(left, index.kinds, index.more) for index in term.indices]
    return (term.function[0], system.packed(levels)), indices


def _total(left: Mapping[int, Form], kinds: Sequence[int], more: int) -> Form:
    """The number of colours left of some kinds, plus a number."""
    total = Form(more, (0,) * len(next(iter(left.values()), Form(0, ())).slopes))
    for kind in kinds:
        total = total.plus(left[kind], 1)
    return total


@final
@dataclass(frozen=True, eq=False)
class _Decided:
    """Facts about a cell, which hold on its children as well.

    All numbers are Newton differences in the parameters of the cell.

    secrets: of the number of secrets.
    claim: of the claimed function, None while that is not one polynomial.
    costs: int64[terms + 1, simplex], of the terms; the last row is 0, for a part that is missing.
    decided: which terms are known.
    """

    secrets: NDArray[np.int64]
    claim: NDArray[np.int64] | None
    costs: NDArray[np.int64]
    decided: NDArray[np.bool_]

    def on_child(self, cut: Cut, branch: int, parameters: int) -> _Decided:
        """The same in the parameters of a child."""

        def of(differences: NDArray[np.int64]) -> NDArray[np.int64]:
            degree = degree_of(parameters, differences.shape[-1])
            matrix = restriction(cut, branch, parameters, degree)
            most = int(matrix.sum(axis=0).max()) * int(np.abs(differences).max(initial=0))
            check_width(most * _MOST_ADDED)
            restricted: NDArray[np.int64] = differences @ matrix
            return restricted

        claim = None if self.claim is None else of(self.claim)
        return _Decided(of(self.secrets), claim, of(self.costs), self.decided.copy())


@final
class _Prover:
    """The equations of one function, and the cuts that they need."""

    def __init__(
        self,
        system: Recurrences,
        lower: Lower,
        function: Function,
        equations: tuple[Recurrence, ...],
    ) -> None:
        self.claims, self.masets, self.function = lower.claims, lower.masets, function
        self.equations, self.active = equations, system.active[function[0]]
        self.needs = [system.needs(function, equation.extra) for equation in equations]
        self.objective, self.pegs = system.objective, system.closure.pegs
        self.degree = system.degree
        numbers: dict[PartTerm, int] = {}
        self.rows = [
            [
                numbers.setdefault(term_of(system, function, equation, part), len(numbers))
                for part in equation.parts
            ]
            for equation in equations
        ]
        self.terms = tuple(numbers)
        # A column for each equation, padded with the number after the last term.
        none = len(numbers)
        self.parts = np.array(
            [*zip_longest(*self.rows, fillvalue=none), [none] * len(self.rows)], dtype=np.int64
        )
        self.system = system

    def cut(self, leaf: Callable[[_FunctionOnCell], Tree]) -> Tree:
        """The tree of all vectors, cut until *leaf* is not `Undecided` on any cell."""
        count = len(self.active)
        degree = max(self.pegs, self.degree)
        secrets = self.system.secrets(self.function[0], simplex_array(count, degree))
        costs = np.zeros((len(self.terms) + 1, len(simplex(count, self.degree))), dtype=np.int64)
        nothing = np.zeros(len(costs), dtype=bool)
        known = _Decided(newton(count, degree) @ secrets, None, costs, nothing)
        return self._cut(Cell.whole(count), leaf, known, 0)

    def _cut(
        self, cell: Cell, leaf: Callable[[_FunctionOnCell], Tree], known: _Decided, depth: int
    ) -> Tree:
        on_cell = _FunctionOnCell(self, cell, known)
        try:
            return leaf(on_cell)
        except Undecided as undecided:
            if depth == _MOST_CUTS:
                reason = f"function {self.function} is not decided on {cell}"
                raise NotInductive(reason) from undecided
            cut = undecided.cut
        children = []
        for branch, child in enumerate(cell.children(cut)):
            below = on_cell.known.on_child(cut, branch, len(self.active))
            children.append(self._cut(child, leaf, below, depth + 1))
        return Tree(cell, cut, tuple(children))


@final
class _FunctionOnCell:
    """One cell of one function."""

    def __init__(self, prover: _Prover, cell: Cell, known: _Decided) -> None:
        self._p, self.cell, self.known = prover, cell, known
        self._indices = dict(zip(prover.active, cell.forms(), strict=True))

    def equation(self) -> Recurrence | None:
        """An equation that is attained on the cell, where there is a secret.

        `Undecided` where the cell must be cut, `NotInductive` where that does not help.
        """
        p, claim, secrets = self._p, self._claim(), self.known.secrets
        if not secrets.any():
            if claim.any():
                raise NotInductive(f"function {p.function} is not 0 without a secret: {self.cell}")
            return None
        if secrets[0] < 1 or (secrets < 0).any():
            raise Undecided(self._along(secrets, secrets != 0))
        asked = self._asked()
        if not asked:
            raise NotInductive(f"no question can be asked on {self.cell}")
        terms = self.known.costs[p.parts[:, asked]]
        holds, equal, _ = compare(p.objective, terms, secrets, claim)
        if not holds.all():
            raise NotInductive(f"function {p.function} falls below the claim on {self.cell}")
        if not equal.any():
            raise NotInductive(f"no question attains the claim of {p.function} on {self.cell}")
        return p.equations[asked[int(np.argmax(equal))]]

    def excess(self) -> NDArray[np.int64] | None:
        """The right side of the only equation less the left side, in Newton differences.

        All are 0, or the first is positive and none is negative.  They are in the free parameters,
        as in trees.  None where there is no secret or the question cannot be asked; `Undecided`
        where the cell must be cut.
        """
        excess = self._above(self._claim())
        if excess is None:
            return None
        below = excess < 0
        if below.any() or (excess.any() and not excess[0]):
            raise Undecided(self._along(excess, below if below.any() else excess != 0))
        return self._in_free(excess)

    def right_side(self) -> NDArray[np.int64] | None:
        """The right side of the only equation, as `excess` has it, of any sign."""
        side = self._above(np.zeros_like(self.known.costs[0]))
        return None if side is None else self._in_free(side)

    def _above(self, claim: NDArray[np.int64]) -> NDArray[np.int64] | None:
        """The right side of the only equation less a claim; None where it cannot be asked."""
        if not self.known.secrets.any() or not self._asked():
            return None
        p, (rows,) = self._p, self._p.rows
        terms = self.known.costs[[*rows, -1]]
        if p.objective is Objective.WORST:
            terms = self._greatest(terms)[None]
        _, _, above = compare(p.objective, terms, self.known.secrets, claim)
        return above

    def _in_free(self, differences: NDArray[np.int64]) -> NDArray[np.int64]:
        """Differences in the free parameters only."""
        words = simplex_array(len(self.cell.rays), self._p.degree)
        fixed = [i for i, ray in enumerate(self.cell.rays) if ray is None]
        free: NDArray[np.int64] = differences[~words[:, fixed].any(axis=1)]
        return free

    def _greatest(self, terms: NDArray[np.int64]) -> NDArray[np.int64]:
        """The term that is the maximum everywhere; `Undecided` where that changes."""
        greatest: NDArray[np.int64] = terms[0].copy()
        for term in terms[1:]:
            if decide(self._form(term - greatest)):
                greatest = term.copy()
        return greatest

    def _claim(self) -> NDArray[np.int64]:
        """The polynomial that is claimed on the cell."""
        claim = self.known.claim
        if claim is None:
            claim = self._function(self._p.function, list(self._indices.values()))
            self.known = replace(self.known, claim=claim)
        return claim

    def _asked(self) -> list[int]:
        """The numbers of the equations whose questions can be asked; all their terms get known."""
        cuts: Counter[Cut] = Counter()
        left: dict[tuple[tuple[int, ...], tuple[Need, ...]], dict[int, Form] | None] = {}
        asked = []
        for number, (equation, needs) in enumerate(
            zip(self._p.equations, self._p.needs, strict=True)
        ):
            if needs is None:
                continue
            key = equation.new, needs
            if key not in left:
                try:
                    left[key] = self._left(*key)
                except Undecided as undecided:
                    cuts[undecided.cut] += 1
                    left[key] = None
            forms = left[key]
            if forms is None:
                continue
            asked.append(number)
            for row in self._p.rows[number]:
                if not self.known.decided[row]:
                    try:
                        self.known.costs[row] = self._cost(self._p.terms[row], forms)
                        self.known.decided[row] = True
                    except Undecided as undecided:
                        cuts[undecided.cut] += 1
        if cuts:
            raise Undecided(cuts.most_common(1)[0][0])
        return asked

    def _left(self, new: tuple[int, ...], needs: tuple[Need, ...]) -> dict[int, Form] | None:
        """m - r for each kind; None where a question cannot be asked."""
        left = left_by(new, self._indices)
        if not all(decide(form) for kind, form in left.items() if new[kind]):
            return None
        fits = all(decide(_total(left, need.kinds, -need.least)) for need in needs)
        return left if fits else None

    def _cost(self, term: PartTerm, left: dict[int, Form]) -> NDArray[np.int64]:
        return self._function(*function_at(self._p.system, term, left))

    def _function(self, function: Function, indices: Sequence[Form]) -> NDArray[np.int64]:
        """The differences of the claim of a function at these indices."""
        if not indices:
            count = len(self.cell.rays)
            constant = np.zeros(len(simplex(count, self._p.degree)), dtype=np.int64)
            constant[0] = self._p.masets[function]
            return constant
        return self._p.claims.at(function, indices, self._p.degree)

    def _form(self, differences: NDArray[np.int64]) -> Form:
        """A polynomial of degree 1 as a form."""
        constant, *slopes = differences.tolist()
        return Form(constant, tuple(slopes))

    def _along(self, differences: NDArray[np.int64], chosen: NDArray[np.bool_]) -> Cut:
        """Cut along a parameter of one of the chosen differences."""
        count = len(self.cell.rays)
        words = simplex(count, degree_of(count, len(differences)))
        for word, wrong in zip(words, chosen.tolist(), strict=True):
            parameter = int(np.argmax(word)) if any(word) else None
            if wrong and parameter is not None and self.cell.rays[parameter] is not None:
                return Cut("below", parameter)
        raise NotInductive(
            f"function {self._p.function} falls below the claim on {self.cell}, by "
            f"{differences.tolist()}"
        )
