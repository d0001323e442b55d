"""Every equation, solved by SymPy, optimal or not (Peczarski, section 4, does this by hand).

If an equation does not refer to its own function, SymPy puts in the solutions of the others.  If it
does, as f(n) = f(n - 1) + 2n does, it has a general solution with a free constant, here n² + n + c,
and c depends on the first value.  If the question is not optimal, the solution exceeds f(n) by an
amount that grows with each step, whatever c is.

Functions of one index have an equation for each residue class of n.  With period 2, f(n - 1)
belongs to the other class, so two steps lead back to the own class; the constant c is the same for
both.  In general there are as many constants as the question has new colours.  Functions of several
indices have an equation for each cell on which its excess is a polynomial; there c is a constant
along the line that the recurrence follows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import gcd
from typing import TYPE_CHECKING, NamedTuple, final

from masetproof.arguments import Choice
from masetproof.objectives import Objective
from masetproof.progress import Progress, silent
from masetproof.proofs.cells import excess_of
from masetproof.proofs.induction import Flags, Lower, Upper, induction_start, maset_costs
from masetproof.proofs.solving import (
    Node,
    Poly,
    RecurrenceSolver,
    Solution,
    on_cells,
    on_classes,
    steady_rows,
    strategy_rows,
)
from masetproof.recurrences.cells import Cell, Form, Several, Undecided, Vector, times
from masetproof.recurrences.claims import Claims
from masetproof.recurrences.polynomials import Polynomial, added, composed
from masetproof.recurrences.recurrences import Function, Recurrence, Recurrences
from masetproof.recurrences.system import ResidueNode, System

if TYPE_CHECKING:
    import sympy

MOST_SOLVED_PEGS = 2
"""Up to this number of pegs every equation is solved."""
_FAR = 4
"""The steps begin so far inside of a cell that they do not leave where its polynomial holds."""


@final
@dataclass(frozen=True, eq=False)
class Piece:
    """An equation on a cell; polynomials in the parameters of the cell.

    right: the right side with the solutions of all functions put in.
    excess: the right side less the function.
    general: where the equation refers to its own function, its general solution without the
        constant c.
    steps: how many colours fewer the own function has where the equation refers to it.
    """

    cell: Cell
    right: Poly
    excess: Poly
    general: Poly | None
    steps: int


@final
class Step(NamedTuple):
    """One step of an equation that refers to its own function: F(cell) = added + F(image).

    image: where the own function is taken, with the same parameters as the cell.
    """

    added: Poly
    image: Cell


def pieces(
    solver: RecurrenceSolver, function: Function, equation: Recurrence, cells: Sequence[Cell]
) -> tuple[Piece, ...]:
    """An equation of a function on some cells; none where it leaves the pattern whole.

    cells: on each of them the function and each term of the equation are polynomials.  The general
        solution belongs to the equation as it is listed.
    """
    if leaves_whole(function, equation):
        return ()
    system, general = solver.system, dict[Cell, Poly]()
    listed = equation if system.has_one_index else system.as_listed(function[0], equation)
    solved = _SolvedEquation(solver, function, equation)
    recurring = solved if listed is equation else _SolvedEquation(solver, function, listed)
    if function[0] in [part.number for part in equation.parts]:
        for cell in cells:
            if cell not in general:
                general |= recurring.general(cell, cells)
    return tuple(
        Piece(cell, *solved.sides(cell), general.get(cell), sum(equation.new)) for cell in cells
    )


def leaves_whole(function: Function, equation: Recurrence) -> bool:
    """Whether an answer leaves all secrets of the pattern; then the question splits nothing."""
    return not any(equation.new) and function[0] in [part.number for part in equation.parts]


Part = tuple[Function, list[Form]]
"""A function, and its indices."""
_Terms = tuple[Poly, list[tuple[Part, Poly]]]


@final
class _SolvedEquation:
    """An equation of a function, with the solutions of the functions that it refers to."""

    def __init__(self, solver: RecurrenceSolver, function: Function, equation: Recurrence) -> None:
        self.solver, self.function, self.equation = solver, function, equation
        self.objective = solver.system.objective
        self.has_one_index = solver.system.has_one_index
        self._found = dict[Cell, _Terms]()

    def sides(self, cell: Cell) -> tuple[Poly, Poly]:
        """The right side with all solutions put in, and by how much it exceeds the function."""
        known, terms = self._terms(cell)
        if self.objective is Objective.EXPECTED:
            right = sum((value for _, value in terms), known)
        else:
            right = 1 + greatest([known, *(value for _, value in terms)])
        return right, right - self.solver.claim_of((self.function, cell))

    def _terms(self, cell: Cell) -> _Terms:
        """The sum of known numbers on a cell, and the other functions with their solutions.

        Secrets and explicit masets are added; in a maximum, the greatest cost of a maset counts.
        """
        if cell not in self._found:
            solver = self.solver
            masets, functions = solver.parts(self.function, self.equation, cell)
            if self.objective is Objective.EXPECTED:
                known = solver.secrets(self.function[0], cell) + sum(masets)
            else:
                known = solver.ring(max(masets, default=0))
            referred = [solver.referred(*one) for one in functions]
            solver.solve(one.node for one in referred)
            values = map(solver.value, referred)
            self._found[cell] = known, [*zip(functions, values, strict=True)]
        return self._found[cell]

    def _step(self, cell: Cell) -> Step | None:
        """F(cell) = added + F(image), where the equation refers to its own function once."""
        known, terms = self._terms(cell)
        if self.objective is Objective.WORST:
            top = greatest([known, *(value for _, value in terms)])
            terms = [one for one in terms if one[1] == top][:1]
            known = self.solver.ring.one
        own = [indices for (function, indices), _ in terms if function == self.function]
        if len(own) != 1:
            return None
        (indices,) = own
        rays = zip(*(form.slopes for form in indices), strict=True)
        free = [
            ray if is_free is not None else None
            for ray, is_free in zip(rays, cell.rays, strict=True)
        ]
        image = Cell(tuple(form.constant for form in indices), tuple(free))
        return Step(sum((value for (one, _), value in terms if one != self.function), known), image)

    def general(self, cell: Cell, cells: Sequence[Cell]) -> dict[Cell, Poly]:
        """The general solution on a cell, and on those to which it leads before it comes back.

        Empty where the equation does not come back to the cell.
        """
        first, solver = cell, self.solver
        walked = self._walked(first, 1)
        if not walked:
            first = _far(cell)
            walked = self._walked(first, _most_steps(solver))
        shift = _less_by(first, walked[-1].image) if walked else None
        if shift is None or not any(shift):
            return {}
        added = sum((step.added for step in walked), solver.ring.zero)
        solution = solver.on_line(solver.round(first, shift, added, solver.ring.zero))
        found = {}
        for place, step in zip([first, *(step.image for step in walked)], walked, strict=False):
            for one in cells:
                less = _less_by(one, place)
                if less is not None:
                    at = [t + by for t, by in zip(solver.parameters, less, strict=False)]
                    there = solver.composed(solution, at + solver.parameters[len(at) :])
                    found[one] = there if self.has_one_index else self._from_0(there, one, shift)
            solution -= step.added
        return found

    def _from_0(self, solution: Poly, cell: Cell, shift: Sequence[int]) -> Poly:
        """Another general solution: the one that is 0 where the line comes to an index 0.

        shift: by how much the parameters change on the line from one point to the next.
        """
        solver, forms = self.solver, cell.forms()
        back = [sum(c * by for c, by in zip(form.slopes, shift, strict=False)) for form in forms]
        falls = [j for j, less in enumerate(back) if less > 0]
        first = min(falls, key=lambda j: Fraction(forms[j].constant, back[j]))
        steps = solver.linear(forms[first]) * solver.rational(1, back[first])
        at = [t - by * steps for t, by in zip(solver.parameters, shift, strict=False)]
        return solution - solver.composed(solution, at + solver.parameters[len(at) :])

    def _walked(self, cell: Cell, most: int) -> list[Step]:
        """The steps from a cell back to it; none if the equation does not come back."""
        walked, place = list[Step](), cell
        for _ in range(most):
            try:
                step = self._step(place)
            except Undecided:
                return []
            if step is None:
                return []
            walked.append(step)
            place = step.image
            if _less_by(cell, place) is not None:
                return walked
        return []


def greatest(lines: Sequence[Poly]) -> Poly:
    """The greatest of some linear polynomials, where all parameters are large."""
    first, *others = lines
    for line in others:
        less = (line - first).terms()
        slopes = [c for exponents, c in less if any(exponents)]
        if sum(slopes) > 0 or (not slopes and less and less[0][1] > 0):
            first = line
    return first


def _most_steps(solver: RecurrenceSolver) -> int:
    """A bound: an equation is back on the same cell after so many steps, if it ever is."""
    system = solver.system
    return solver.lower.claims.period if system.has_one_index else 2 * system.closure.pegs


def _far(cell: Cell) -> Cell:
    """The points of a cell whose free parameters are all at least `_FAR`."""
    origin = list(cell.origin)
    for i in cell.free:
        origin = [x + _FAR * more for x, more in zip(origin, cell.ray(i), strict=True)]
    return Cell(tuple(origin), cell.rays)


def _less_by(cell: Cell, image: Cell) -> tuple[int, ...] | None:
    """By how much a cell's parameters are less at the points of an image; None if not whole."""
    if cell.rays != image.rays:
        return None
    apart = [a - b for a, b in zip(cell.origin, image.origin, strict=True)]
    step = [Fraction(0)] * len(cell.rays)
    for i, (*slopes, _) in cell.parameters().items():
        step[i] = sum((c * x for c, x in zip(slopes, apart, strict=True)), Fraction(0))
    reached = [sum(step[i] * cell.ray(i)[k] for i in cell.free) for k in range(len(cell.origin))]
    whole = all(one.denominator == 1 for one in step)
    return tuple(map(int, step)) if whole and reached == apart else None


def in_n(polynomial: Poly, cell: Cell, colours: int) -> Polynomial:
    """A polynomial on a residue class of m as one in n = m + colours: coefficients, ascending."""
    ((start,), ((period,),)) = cell.origin, cell.rays  # type: ignore[misc]
    own = [Fraction(0)] * (polynomial.degree() + 1 if polynomial else 1)
    for (exponent, *_), c in fractions(polynomial).items():
        own[exponent] = c
    return composed(own, Fraction(-start - colours, period), Fraction(1, period))


def fractions(polynomial: Poly) -> Several:
    """A polynomial of SymPy in parameters: its coefficients by their exponents."""
    return {
        powers: Fraction(int(c.numerator), int(c.denominator)) for powers, c in polynomial.terms()
    }


def in_indices_of(polynomial: Poly, cell: Cell) -> Several:
    """A polynomial in the parameters of a cell as one in the indices."""
    forms, total = cell.parameters(), defaultdict[Vector, Fraction](Fraction)
    for powers, c in fractions(polynomial).items():
        product: Several = {(0,) * len(cell.origin): c}
        for i, form in forms.items():
            for _ in range(powers[i]):
                product = times(product, form)
        for exponents, d in product.items():
            total[exponents] += d
    return {exponents: c for exponents, c in total.items() if c}


def by_residue(pieces: Sequence[Piece], colours: int) -> dict[int, Piece]:
    """The pieces of an equation of one index by the residue of n = m + colours."""
    period = len(pieces)
    return {(one.cell.origin[0] + colours) % period: one for one in pieces}


def general_branches(by_residue: Mapping[int, Piece], colours: int) -> dict[int, Polynomial] | None:
    """The general solution in n without its constants; None where there is none.

    An equation with r new colours leads from n to n - r, and has a constant for each residue of n
    modulo r.  The residues modulo the period that it passes through, one after the other, share a
    constant; at the least of them the polynomial is 0 at n = 0.
    """
    branches, shared = dict[int, Polynomial](), len(by_residue)
    for n, one in sorted(by_residue.items()):
        if one.general is None:
            return None
        branches[n], shared = in_n(one.general, one.cell, colours), gcd(shared, one.steps)
    return {n: added([one, [-branches[n % shared][0]]]) for n, one in branches.items()}


def solved_in_n(pieces: Sequence[Piece], colours: int) -> sympy.Expr:
    """The solution of an equation of one index, as `Equation.solved` has it."""
    import sympy

    n, by_n = sympy.Symbol("n", integer=True), by_residue(pieces, colours)
    branches, free = general_branches(by_n, colours), sympy.S.Zero
    if branches is None:
        branches = {r: in_n(one.right, one.cell, colours) for r, one in by_n.items()}
    else:
        steps = pieces[0].steps
        free = sympy.Symbol("c") if steps == 1 else sympy.Function("c")(sympy.Mod(n, steps))
    expressions = {
        r: free + sympy.Add(*(sympy.Rational(c) * n**i for i, c in enumerate(branch)))
        for r, branch in branches.items()
    }
    if len({*expressions.values()}) == 1:
        return expressions[0]
    period = len(expressions)
    cases = ((one, sympy.Eq(sympy.Mod(n, period), r)) for r, one in sorted(expressions.items()))
    return sympy.Piecewise(*cases)


def in_symbols(system: Recurrences, number: int, polynomial: Poly, cell: Cell) -> sympy.Expr:
    """A polynomial in the parameters of a cell, by n or, with several indices, by these."""
    import sympy

    if system.has_one_index:
        n = sympy.Symbol("n", integer=True)
        coefficients = in_n(polynomial, cell, system.forms[number].colours)
        return sympy.Add(*(sympy.Rational(c) * n**i for i, c in enumerate(coefficients)))
    names = system.names("m")
    symbols = [sympy.Symbol(names[place], integer=True) for place in system.active[number]]
    parameters = polynomial.ring.symbols
    values = {
        parameters[i]: sum(
            (sympy.Rational(c) * m for c, m in zip(slopes, symbols, strict=True)),
            sympy.Rational(constant),
        )
        for i, (*slopes, constant) in cell.parameters().items()
    }
    return sympy.expand(polynomial.as_expr().xreplace(values))


# ----------------------------------------------------------------------- all that is solved


@final
class Solve(Choice):
    """Which functions SymPy solves when a theorem is proved.

    ``nothing``: none.  ``strategy``: with one and two pegs, and where functions have several
    indices, all; with three pegs those of the optimal strategy that is printed.  ``all``: all.
    With one and two pegs all but ``nothing`` solve every equation, too.
    """

    NOTHING = "nothing"
    STRATEGY = "strategy"
    ALL = "all"

    @classmethod
    def _what(cls) -> str:
        return "what is solved"


@final
@dataclass(frozen=True, eq=False, repr=False)
class Solved:
    """The functions and equations that SymPy solved.

    functions: in the order in which they were solved.
    components: the functions that were solved together.
    equations: by a function and a row of `Closure.splits`, on each cell.
    """

    functions: dict[Node, Solution]
    components: tuple[tuple[Node, ...], ...]
    equations: dict[tuple[Function, int], tuple[Piece, ...]]

    def __repr__(self) -> str:
        return f"<Solved: {len(self.functions):,} functions on cells, {self.recurrences} by rsolve>"

    @property
    def recurrences(self) -> int:
        """How many functions on cells SymPy's solver of recurrences solved; the rest are sums."""
        return sum(one.round is not None for one in self.functions.values())

    def as_json(self) -> dict[str, object]:
        """The field ``solved`` of a proof."""
        return {
            "functions": len({function for function, _ in self.functions}),
            "solutions": len(self.functions),
            "recurrences": self.recurrences,
            "equations": len(self.equations),
        }


def class_solver(
    system: System,
    claims: Claims,
    rows: Mapping[ResidueNode, int],
    known: Mapping[Node, Solution] | None = None,
) -> RecurrenceSolver:
    """A solver for functions of one index, by these equations of `System.merged`."""
    start = induction_start(system, claims.base)
    lower = Lower(claims, maset_costs(system), {})
    return RecurrenceSolver(system, lower, on_classes(system, claims, rows, start), known)


def class_nodes(system: System, claims: Claims, places: Iterable[ResidueNode]) -> Iterator[Node]:
    """Functions of one index on residue classes, as nodes."""
    functions, period = system.functions(), claims.period
    leaves = [leaf.cell for leaf in claims.cells(functions[0]).leaves() if leaf.cell.free]
    by_residue = {cell.origin[0] % period: cell for cell in leaves}
    for place, residue in places:
        yield functions[place], by_residue[residue]


def solve_classes(
    system: System, claims: Claims, tight: Flags, what: Solve, progress: Progress = silent
) -> Solved | None:
    """Solve functions of one index.  tight: as of `Sides`."""
    whole = system.closure.pegs <= MOST_SOLVED_PEGS
    if what is Solve.NOTHING:
        return None
    every = whole or what is Solve.ALL
    rows = (steady_rows if every else strategy_rows)(system, claims, tight)
    solver = class_solver(system, claims, rows)
    solver.solve(class_nodes(system, claims, rows), progress)
    cells = class_cells(system, claims)
    equations = solved_equations(solver, lambda function, equation: cells) if whole else {}
    return Solved(solver.solutions, tuple(solver.components), equations)


def class_cells(system: System, claims: Claims) -> list[Cell]:
    """The residue classes from the start of the induction on."""
    start, period = induction_start(system, claims.base), claims.period
    return [Cell((start + residue,), ((period,),)) for residue in range(period)]


def solve_cells(
    system: Recurrences, lower: Lower, upper: Upper, what: Solve, progress: Progress = silent
) -> Solved | None:
    """Solve functions of several indices, each on each cell of its claim."""
    if what is Solve.NOTHING:
        return None
    solver = RecurrenceSolver(system, lower, on_cells(lower, upper))
    solver.solve(cell_nodes(system, lower), progress)
    equations = {}
    if system.closure.pegs <= MOST_SOLVED_PEGS:
        equations = solved_equations(solver, partial(excess_cells, system, lower))
    return Solved(solver.solutions, tuple(solver.components), equations)


def cell_nodes(system: Recurrences, lower: Lower) -> Iterator[Node]:
    """All functions on all cells of their claims."""
    for function in system.functions():
        for leaf in lower.claims.cells(function).leaves():
            yield function, leaf.cell


def excess_cells(
    system: Recurrences, lower: Lower, function: Function, equation: Recurrence
) -> list[Cell]:
    """The cells on which the excess of an equation is one polynomial."""
    leaves = excess_of(system, lower, function, equation).leaves()
    return [leaf.cell for leaf in leaves if leaf.differences is not None]


def solved_equations(
    solver: RecurrenceSolver, cells_of: Callable[[Function, Recurrence], Sequence[Cell]]
) -> dict[tuple[Function, int], tuple[Piece, ...]]:
    return {
        (function, equation.split): pieces(solver, function, equation, cells_of(function, equation))
        for function in solver.system.functions()
        for equation in solver.system.equations(function)
    }
