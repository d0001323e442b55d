"""SymPy solves the recurrences: the closed form of each function from one of its optimal equations.

A *node* is a function on one cell of its claim, on which it is a polynomial.  With one index that
is a residue class of m: for two pegs and period 2, the function ``f1`` for even m is one node and
``f1`` for odd m another.  An equation that is attained there refers to other nodes.  networkx finds
which of them refer to each other, directly or not (the strongly connected components), and in which
order the components can be solved.  There are two kinds of nodes:

- one that refers only to solved ones is a *sum*: SymPy puts their polynomials in;
- one that comes back to itself is on a *cycle*.  Following it once round gives
  F(m) = F(m - L) + H(m) with a known polynomial H, for instance f(n) = f(n - 1) + 2n + 1.  SymPy's
  solver of recurrences returns the general solution, with a free constant, and one value of the
  function fixes the constant.

A node refers to its own component at most once.  If it did so twice, the function would at least
double on the way round, which no polynomial does.

For the worst case an equation is 1 + max(...), of which only the term that is attained is followed:
F(m) = 1 + that term.

Each solution is put back into its equation, and compared with what interpolation found in the
values, which shares nothing with this but the equation and the values.  A difference is an
`ArithmeticError` that names the function.

Points of a cell are written by its parameters t0, t1, ...  With one index there is one, and m =
start + period * t0.  So nothing here depends on the game.

Limits of SymPy 1.14 that this avoids: `rsolve` solves no recurrence with floor or mod in it, which
is why each residue class has a recurrence of its own; for a sum of a polynomial and powers it looks
for hypergeometric solutions first, which takes minutes with large coefficients.  `rsolve_poly`
looks for polynomials only, and takes milliseconds.
"""

from __future__ import annotations

import copyreg
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, final

import numpy as np

from masetproof.objectives import Objective
from masetproof.progress import Progress, silent
from masetproof.proofs.cells import function_at, left_by, term_of
from masetproof.proofs.induction import Flags, Lower, Upper, induction_start
from masetproof.recurrences.cells import (
    Cell,
    Form,
    Tree,
    descend,
    newton,
    simplex,
    simplex_array,
)
from masetproof.recurrences.claims import Claims
from masetproof.recurrences.polynomials import Polynomial
from masetproof.recurrences.recurrences import Function, Recurrence, Recurrences
from masetproof.recurrences.system import ResidueNode, System

if TYPE_CHECKING:
    import sympy

Node = tuple[Function, Cell]
"""A function, and a leaf of its claim."""

_LONGEST = 60
"""A component is walked through at most so often until a function comes back to itself."""

Poly = Any
"""A polynomial of SymPy (`PolyElement`) in the parameters of a cell."""


@final
class Chosen(NamedTuple):
    """An equation of a function that is attained on a cell with secrets."""

    equation: Recurrence
    cell: Cell


@final
class Referred(NamedTuple):
    """A node that an equation refers to.  at: the parameters there, in those of the equation."""

    node: Node
    at: list[Poly]


@final
class EquationOnCell(NamedTuple):
    """An equation on a cell: F = known + the sum of the polynomials of the nodes.

    known: the number of secrets and the costs of explicit masets.  In the worst case it is 1, and
        only the node that attains the maximum is referred to; if a maset does, *known* is 1 more
        than its cost, and there is no node.
    """

    known: Poly
    referred: list[Referred]


@final
@dataclass(frozen=True, eq=False)
class Round:
    """Once round a cycle: F(t) = F(t - step) + added(t), in the parameters of a cell.

    pivot: a parameter with a positive step.  Along the line through a point where it is 0, t = step
        * k + ..., this is y(k) = y(k - 1) + H(k).
    general: the solutions that SymPy returns, with the free constant C0, by the powers of the other
        parameters with which H is multiplied; with one parameter there is one.
    along: H, with k in place of the pivot.
    initial: the values of the function where the pivot is 0.
    """

    cell: Cell
    step: tuple[int, ...]
    pivot: int
    added: Poly
    along: Poly
    general: dict[tuple[int, ...], sympy.Expr]
    initial: Poly


@final
@dataclass(frozen=True, eq=False)
class Solution:
    """The closed form of a function on a cell of its claim.

    chosen: the equation that was solved, None where there is no secret.
    closed: in the parameters of the cell of the node.
    round: where the function is on a cycle.
    """

    node: Node
    chosen: Chosen | None
    closed: Poly
    round: Round | None


def _pickled(polynomial: Poly) -> tuple[Callable[..., Poly], tuple[object, ...]]:
    """A function and arguments that make a polynomial again, for `pickle` and `copy`."""
    ring = polynomial.ring
    return _polynomial, (ring.symbols, ring.domain, ring.order, dict(polynomial))


def _polynomial(symbols: object, domain: object, order: object, terms: dict[Any, Any]) -> Poly:
    return _ring(symbols, domain, order).from_dict(terms)


@lru_cache(maxsize=16)
def _ring(symbols: object, domain: object, order: object) -> Any:
    from sympy.polys.rings import PolyRing

    return PolyRing(symbols, domain, order)


@final
class RecurrenceSolver:
    """Solves nodes and all nodes on which they depend.

    choose: for each node an equation that is attained on a cell within it with as many parameters,
        None where there is no secret.
    known: solutions of an earlier solver of the same proof.

    Only one thread may use a solver.
    """

    def __init__(
        self,
        system: Recurrences,
        lower: Lower,
        choose: Callable[[Node], Chosen | None],
        known: Mapping[Node, Solution] | None = None,
    ) -> None:
        from sympy import QQ
        from sympy.polys.rings import PolyElement, ring

        # SymPy 1.14 cannot pickle its polynomials, and so no theorem could be.
        copyreg.pickle(PolyElement, _pickled)
        self.system, self.lower, self._choose = system, lower, choose
        count = max(map(len, system.active), default=1)
        self.rational: Callable[[int, int], Any] = QQ
        self.ring, *self.parameters = ring([f"t{i}" for i in range(count)], QQ)
        self.solutions = dict(known or {})
        self.components: list[tuple[Node, ...]] = []
        self._equations: dict[Node, EquationOnCell] = {}
        self._claims: dict[Node, Poly] = {}
        self._values: dict[tuple[Node, tuple[Poly, ...]], Poly] = {}
        self._powers: dict[tuple[Poly, int], Poly] = {}
        self._products: dict[tuple[tuple[int, int], ...], Poly] = {}
        self._secrets: dict[tuple[int, Cell], Poly] = {}
        self._places: dict[tuple[int, tuple[Form, ...]], tuple[Cell, list[Form]]] = {}

    def solve(self, nodes: Iterable[Node], progress: Progress = silent) -> None:
        """Solve nodes in the order of their dependencies."""
        waiting = [node for node in nodes if node not in self.solutions]
        if not waiting:
            return
        import networkx as nx

        graph = nx.DiGraph()
        graph.add_nodes_from(waiting)
        while waiting:
            node = waiting.pop()
            if node in self._equations:
                continue
            chosen = self._choose(node)
            own = EquationOnCell(self.ring.zero, [])
            if chosen is not None:
                own = self.equation(node[0], *chosen)
            self._equations[node] = own
            for one, _ in self._equations[node].referred:
                if one not in self.solutions:
                    graph.add_edge(node, one)
                    waiting.append(one)
        progress("recurrences solved", 0, len(graph))
        order = nx.condensation(graph)
        last_first = [*nx.topological_sort(order)][::-1]
        for done, place in enumerate(last_first, 1):
            self._solve_component(tuple(sorted(order.nodes[place]["members"], key=_in_order)))
            progress("recurrences solved", done, len(last_first))

    # ------------------------------------------------------------------ equations on cells

    def equation(self, function: Function, equation: Recurrence, cell: Cell) -> EquationOnCell:
        """An equation on a cell; of a maximum, the term that is attained according to the claims.

        `Undecided` where a part is not the same function everywhere on the cell.
        """
        masets, functions = self.parts(function, equation, cell)
        referred = [self.referred(*one) for one in functions]
        if self.system.objective is Objective.EXPECTED:
            return EquationOnCell(self.secrets(function[0], cell) + sum(masets), referred)
        wanted = self.claimed(function, cell.forms()) - 1
        for one in referred:
            if self.composed(self.claim_of(one.node), one.at) == wanted:
                return EquationOnCell(self.ring.one, [one])
        return EquationOnCell(self.ring(1 + max(masets, default=0)), [])

    def parts(
        self, function: Function, equation: Recurrence, cell: Cell
    ) -> tuple[list[int], list[tuple[Function, list[Form]]]]:
        """The parts of a question on a cell: costs of explicit masets, functions at indices."""
        system = self.system
        left = left_by(
            equation.new, dict(zip(system.active[function[0]], cell.forms(), strict=True))
        )
        masets, functions = list[int](), list[tuple[Function, list[Form]]]()
        for part in equation.parts:
            below, indices = function_at(system, term_of(system, function, equation, part), left)
            if indices:
                functions.append((below, indices))
            else:
                masets.append(self.lower.masets[below])
        return masets, functions

    def referred(self, function: Function, indices: list[Form]) -> Referred:
        leaf, forms = self._descend(self.lower.claims.cells(function), indices)
        return Referred((function, leaf), [self.linear(one) for one in forms])

    def _descend(self, tree: Tree, indices: list[Form]) -> tuple[Cell, list[Form]]:
        """As `descend`; functions of one index share their tree, and many of their terms."""
        key = id(tree), tuple(indices)
        if key not in self._places:
            leaf, forms = descend(tree, indices)
            self._places[key] = leaf.cell, forms
        return self._places[key]

    def claim_of(self, node: Node) -> Poly:
        """The claim on a node, in the parameters of its cell."""
        if node not in self._claims:
            self._claims[node] = self.claimed(node[0], node[1].forms())
        return self._claims[node]

    def claimed(self, function: Function, indices: Sequence[Form]) -> Poly:
        """The claim on a function where its indices are these forms in parameters."""
        degree = self.system.degree
        differences = self.lower.claims.at(function, indices, degree).tolist()
        return self._polynomial(differences, range(len(indices[0].slopes)), degree)

    def secrets(self, number: int, cell: Cell) -> Poly:
        """The number of secrets of a pattern on a cell."""
        key = number, cell
        if key not in self._secrets:
            degree, free = self.system.closure.pegs, cell.free
            points = cell.points(simplex_array(len(free), degree))
            differences = newton(len(free), degree) @ self.system.secrets(number, points)
            self._secrets[key] = self._polynomial(differences.tolist(), free, degree)
        return self._secrets[key]

    def _polynomial(
        self, differences: Sequence[int], parameters: Sequence[int], degree: int
    ) -> Poly:
        """The polynomial in some parameters that has these Newton differences."""
        total = dict[tuple[int, ...], Any]()
        for word, difference in zip(simplex(len(parameters), degree), differences, strict=True):
            if difference:
                product = self._binomials(tuple(zip(parameters, word, strict=True)))
                for exponents, c in product.items():
                    total[exponents] = total.get(exponents, 0) + difference * c
        return self.ring.from_dict(total)

    def _binomials(self, factors: tuple[tuple[int, int], ...]) -> Poly:
        """The product of binomial(t, below), for some parameters t by their places."""
        if factors not in self._products:
            product = self.ring.one
            for place, below in factors:
                for k in range(below):
                    product *= (self.parameters[place] - k) * self.rational(1, k + 1)
            self._products[factors] = product
        return self._products[factors]

    # --------------------------------------------------------------------------- polynomials

    def linear(self, form: Form) -> Poly:
        slopes = zip(form.slopes, self.parameters, strict=False)
        return sum((slope * t for slope, t in slopes if slope), self.ring(form.constant))

    def composed(self, polynomial: Poly, at: Sequence[Poly]) -> Poly:
        """A polynomial with others put in for its parameters."""
        if at is self.parameters:
            return polynomial
        total = self.ring.zero
        for exponents, c in polynomial.terms():
            product = None
            for place, exponent in enumerate(exponents):
                if exponent:
                    power = self._power(at[place], exponent)
                    product = power if product is None else product * power
            total += c if product is None else product.mul_ground(c)
        return total

    def _power(self, polynomial: Poly, exponent: int) -> Poly:
        key = polynomial, exponent
        if key not in self._powers:
            self._powers[key] = polynomial**exponent
        return self._powers[key]

    def back(self, cell: Cell, within: Cell) -> list[Poly]:
        """The parameters of a cell, as forms in those of a larger one that contains it."""
        places = [self.linear(form) for form in within.forms()]
        found = [self.ring.zero] * len(self.parameters)
        for parameter, (*slopes, constant) in cell.parameters().items():
            terms = zip(map(self._ratio, slopes), places, strict=True)
            found[parameter] = sum((c * one for c, one in terms), self.ring(self._ratio(constant)))
        return found

    def _ratio(self, number: Fraction) -> Any:
        return self.rational(number.numerator, number.denominator)

    # ---------------------------------------------------------------------------- components

    def _solve_component(self, nodes: tuple[Node, ...]) -> None:
        """Solve functions that all refer to each other, or a single one."""
        inside = frozenset(nodes)
        solved = {node: self._solution(node, inside) for node in nodes}
        self.solutions |= solved
        self.components.append(nodes)
        for node in nodes:
            self._verify(node)

    def _solution(self, node: Node, inside: frozenset[Node]) -> Solution:
        chosen = self._choose(node)
        if chosen is None:
            return Solution(node, None, self.ring.zero, None)
        cell = chosen.cell
        added, step = self._once_round(node, inside)
        once, own = None, added
        if step is not None:
            once = self.round(cell, step, added, self.claimed(node[0], cell.forms()))
            own = self.on_line(once)
        return Solution(node, chosen, self.composed(own, self.back(cell, node[1])), once)

    def _once_round(
        self, node: Node, inside: frozenset[Node]
    ) -> tuple[Poly, tuple[int, ...] | None]:
        """H and the step of F(t) = F(t - step) + H(t) on the cell of the equation of a node.

        Where the equation does not come back to F, H is F itself, and there is no step.
        """
        added, place, at = self.ring.zero, node, self.parameters
        for _ in range(_LONGEST * len(inside)):
            equation = self._equations[place]
            added += self.composed(equation.known, at)
            inner = list[Referred]()
            for one in equation.referred:
                if one.node in inside:
                    inner.append(one)
                else:
                    added += self.composed(self.value(one), at)
            if not inner:
                return added, None
            if len(inner) > 1:
                raise ArithmeticError(f"function {place[0]} refers twice to its own component")
            place, there = inner[0]
            chosen = self._choose(place)
            if chosen is None:
                raise ArithmeticError(f"function {place[0]} has no equation")
            there = [self.composed(form, at) for form in there]
            at = [self.composed(one, there) for one in self.back(chosen.cell, place[1])]
            if place == node and (step := self._shift(chosen.cell, at)) is not None:
                return added, step
        raise ArithmeticError(f"function {node[0]} does not come back to itself")

    def _shift(self, cell: Cell, at: Sequence[Poly]) -> tuple[int, ...] | None:
        """By how much parameters are less than those of a cell, if this is the same everywhere."""
        step = [0] * len(cell.rays)
        for i in cell.free:
            less = self.parameters[i] - at[i]
            if not less.is_ground or less.coeff(1).denominator != 1:
                return None
            step[i] = int(less.coeff(1))
        return tuple(step)

    def round(self, cell: Cell, step: tuple[int, ...], added: Poly, start: Poly) -> Round:
        """Let SymPy solve F(t) = F(t - step) + added(t).

        start: a polynomial that is F where the pivot is 0.
        """
        positive = [i for i in cell.free if step[i] > 0]
        if not positive:
            raise ArithmeticError(f"a recurrence on {cell} does not lead to fewer colours")
        pivot = min(positive, key=lambda i: (step[i], i))
        line = list(self.parameters)
        for i in cell.free:
            line[i] = step[i] * self.parameters[pivot] + (self.parameters[i] if i != pivot else 0)
        powers: dict[tuple[int, ...], dict[int, Any]] = {}
        along = self.composed(added, line)
        for exponents, c in along.terms():
            others = tuple(0 if i == pivot else e for i, e in enumerate(exponents))
            powers.setdefault(others, {})[exponents[pivot]] = c
        powers.setdefault((0,) * len(self.parameters), {})
        general = {
            others: solved_recurrence(tuple(own.get(k, 0) for k in range(max(own, default=0) + 1)))
            for others, own in powers.items()
        }
        first = list(self.parameters)
        first[pivot] = self.ring.zero
        return Round(cell, step, pivot, added, along, general, self.composed(start, first))

    def on_line(self, once: Round) -> Poly:
        """The solution of a recurrence, in the parameters of its cell."""
        on_line = once.initial
        for others, expression in once.general.items():
            for k, c in enumerate(growth_of(expression)):
                exponents = [k if i == once.pivot else e for i, e in enumerate(others)]
                on_line += self.ring.from_dict({tuple(exponents): self._ratio(c)} if c else {})
        steps = self.parameters[once.pivot] * self.rational(1, once.step[once.pivot])
        at = list(self.parameters)
        for i, step in enumerate(once.step):
            at[i] = steps if i == once.pivot else self.parameters[i] - step * steps
        return self.composed(on_line, at)

    def _verify(self, node: Node) -> None:
        """Put a solution into its equation, and compare it with what interpolation found."""
        solution, equation = self.solutions[node], self._equations[node]
        if solution.chosen is not None:
            right = equation.known
            for one in equation.referred:
                right += self.value(one)
            _, forms = descend(self.lower.claims.cells(node[0]), solution.chosen.cell.forms())
            if self.composed(solution.closed, [self.linear(form) for form in forms]) != right:
                raise ArithmeticError(f"SymPy's solution of {self._named(node)} fails its equation")
        if solution.closed != self.claim_of(node):
            raise ArithmeticError(
                f"SymPy's solution of {self._named(node)} is {solution.closed.as_expr()}, and "
                f"interpolation found {self.claim_of(node).as_expr()}"
            )

    def value(self, referred: Referred) -> Poly:
        """The solution of a node that an equation refers to, in the parameters of the equation."""
        key = referred.node, tuple(referred.at)
        if key not in self._values:
            self._values[key] = self.composed(self.solutions[referred.node].closed, referred.at)
        return self._values[key]

    def _named(self, node: Node) -> str:
        (number, excluded), cell = node
        return f"function {number} with {self.system.levels((number, excluded))} excluded on {cell}"


def _in_order(node: Node) -> tuple[Function, tuple[int, ...]]:
    return node[0], node[1].origin


def step_symbol() -> sympy.Symbol:
    """k, the variable in which SymPy solves recurrences: the number of rounds."""
    from sympy import Symbol

    return Symbol("k", integer=True)


@cache
def solved_power(exponent: int) -> sympy.Expr:
    """A solution of y(k) = y(k - 1) + k**exponent, by SymPy's solver of recurrences.

    For 2 it is k**3/3 + k**2/2 + k/6.
    """
    from sympy import expand
    from sympy.solvers.recurr import rsolve_poly

    k = step_symbol()
    result, constants = rsolve_poly([-1, 1], expand((k + 1) ** exponent), k, symbols=True)
    if result is None or len(constants) != 1:
        raise ArithmeticError(f"SymPy does not solve y(k) = y(k - 1) + k**{exponent}")
    return expand(result.subs(constants[0], 0))


@lru_cache(maxsize=1 << 14)
def solved_recurrence(added: tuple[Any, ...]) -> sympy.Expr:
    """SymPy's general solution of y(k) = y(k - 1) + H(k), with the free constant C0.

    added: the coefficients of H, ascending.  The recurrence is linear, so SymPy solves it once for
    each power of k.
    """
    from sympy import Rational, Symbol, expand

    terms = (Rational(c.numerator, c.denominator) * solved_power(j) for j, c in enumerate(added))
    return Symbol("C0") + expand(sum(terms))


@lru_cache(maxsize=1 << 14)
def growth_of(general: sympy.Expr) -> Polynomial:
    """The difference of a solution from its value at k = 0: coefficients in k, ascending."""
    from sympy import Poly

    highest, *rest = Poly(general, step_symbol()).all_coeffs()
    coefficients = [highest, *rest][:-1]
    return (Fraction(0), *(Fraction(c.p, c.q) for c in reversed(coefficients)))


# ------------------------------------------------------------------- which equations are solved


def steady_rows(system: System, claims: Claims, tight: Flags) -> dict[ResidueNode, int]:
    """An attained equation for each node; if possible, the same for all residues of a function.

    tight: as of `Sides`.  The equations are rows of `System.merged`.
    """
    merged, period = system.merged, claims.period
    start = induction_start(system, claims.base)
    always, classes = np.flatnonzero(tight.all(axis=0)), [*map(np.flatnonzero, tight)]
    chosen = {}
    for function, rows in enumerate(zip(merged.start, merged.start[1:], strict=False)):
        low, high = np.searchsorted(always, rows).tolist()
        for offset, attained in enumerate(classes):
            first = attained[np.searchsorted(attained, rows[0])]
            node = function, (start + offset) % period
            chosen[node] = int(always[low] if low < high else first)
    return chosen


def strategy_rows(system: System, claims: Claims, tight: Flags) -> dict[ResidueNode, int]:
    """The equations of an optimal strategy for all large m, chosen greedily for few functions.

    The search is breadth first from the whole game.  At each node it takes the attained equation
    that refers to the fewest functions not reached yet, then the fewest nodes, then the first one.
    """
    merged, period = system.merged, claims.period
    start = induction_start(system, claims.base)
    chosen: dict[ResidueNode, int] = {}
    functions = {0}
    waiting = deque((0, residue) for residue in range(period))
    reached = set(waiting)
    while waiting:
        function, residue = node = waiting.popleft()
        rows = np.arange(merged.start[function], merged.start[function + 1])
        best: tuple[int, int, int, frozenset[ResidueNode]] | None = None
        for row in rows[tight[(residue - start) % period, rows]].tolist():
            behind = (residue - int(merged.new[row])) % period
            parts = frozenset((part, behind) for part in merged.parts_of(row))
            cost = (len({part for part, _ in parts} - functions), len(parts - reached), row)
            if best is None or cost < best[:3]:
                best = (*cost, parts)
        if best is None:
            raise ArithmeticError(f"no equation of function {function} is attained")
        chosen[node] = best[2]
        for part in sorted(best[3] - reached):
            functions.add(part[0])
            reached.add(part)
            waiting.append(part)
    return chosen


def on_classes(
    system: System, claims: Claims, rows: Mapping[ResidueNode, int], start: int
) -> Callable[[Node], Chosen | None]:
    """For functions of one index: the named equations of `System.merged`, by class.

    start: from where on they are attained.
    """
    period, base = claims.period, claims.base

    def choose(node: Node) -> Chosen | None:
        function, cell = node
        (m,) = cell.origin
        if m < base:
            raise ArithmeticError(f"function {function} is solved for m >= {base}, not for {m}")
        row = rows[int(system.number[function]), m % period]
        split = int(system.merged.split[row])
        (equation,) = system.rows(function[0], slice(split, split + 1))
        return Chosen(equation, Cell((start + (m - start) % period,), cell.rays))

    return cache(choose)


def on_cells(lower: Lower, upper: Upper) -> Callable[[Node], Chosen | None]:
    """For functions of several indices: an equation that is attained, on each cell of a claim.

    It belongs to the first cell within it that has as many parameters.
    """

    @cache
    def of_function(function: Function) -> dict[Cell, Chosen | None]:
        tree, chosen = lower.claims.cells(function), dict[Cell, Chosen | None]()
        checked = zip(lower.checks[function].leaves(), upper.attained(function), strict=True)
        for check, equation in checked:
            leaf, _ = descend(tree, check.cell.forms())
            if len(leaf.cell.free) == len(check.cell.free):
                one = None if equation is None else Chosen(equation, check.cell)
                chosen.setdefault(leaf.cell, one)
        return chosen

    return lambda node: of_function(node[0])[node[1]]
