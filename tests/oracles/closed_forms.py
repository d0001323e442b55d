"""SymPy solves the recurrences of attained equations: closed forms by another way than claims.

A *node* is a function on one residue class of m modulo the period; its attained equation refers
to other nodes.  Nodes are solved in dependency order: strongly connected components, by networkx,
from the sinks up.  A node that refers to solved ones only is a sum.  In a component with a cycle
every node refers to exactly one node of the component: were there two, the function would grow
exponentially, which a quasi-polynomial does not.  Following the cycle once round gives
F(m) = F(m - L) + H(m) with a known polynomial H, which SymPy's solver of recurrences solves from
one value of the table.

For the worst case the equation is 1 + max(...); of the maximum the term that is attained is
followed, and F(m) = 1 + that term.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import final

import networkx as nx
import numpy as np
import sympy
from numpy.typing import NDArray
from sympy.solvers.recurr import rsolve_poly

from masetproof.objectives import Objective
from masetproof.proofs.guide import steady_equations
from masetproof.proofs.theorem import Theorem
from masetproof.recurrences.claims import Claims
from masetproof.recurrences.system import ResidueNode, System

IMPLICIT = sympy.Symbol("m", integer=True)
_STEP = sympy.Symbol("t", integer=True)


@final
@dataclass(frozen=True, eq=False, repr=False)
class Solution:
    """Closed forms in m.

    closed: the polynomial of each node, from SymPy.  order: the components in the order in which
    they were solved.  recursive: the nodes on cycles, with the step L of their recurrence.
    """

    period: int
    closed: dict[ResidueNode, sympy.Poly]
    order: tuple[tuple[ResidueNode, ...], ...]
    recursive: dict[ResidueNode, int]

    def __repr__(self) -> str:
        return f"<Solution: {len(self.closed):,} closed forms, period {self.period}>"

    def state(self, state: int) -> tuple[sympy.Poly, ...]:
        """The closed form of a function, by the residue of m."""
        return tuple(self.closed[state, residue] for residue in range(self.period))


def solve_all(theorem: Theorem) -> Solution:
    """The closed forms of all functions."""
    system, steady = theorem.columns, steady_equations(theorem)
    states = range(len(system.pattern))
    return solve(system, theorem.claim, theorem.table, steady, states)


def solve(
    system: System,
    claim: Claims,
    table: NDArray[np.int64],
    attained: dict[ResidueNode, int],
    states: Iterable[int],
) -> Solution:
    """Solve all nodes that *states* depend on, and verify the solutions.

    attained: for each node an equation of `System.merged` that is attained from the base on.
    `ArithmeticError` when a solution does not satisfy its equation identically, disagrees with
    the claim, or a component is not a cycle: none can happen after a completed induction.
    """
    period = claim.period
    equations: dict[ResidueNode, _Equation] = {}
    waiting: list[ResidueNode] = [(state, residue) for state in states for residue in range(period)]
    while waiting:
        node = waiting.pop()
        if node not in equations:
            equations[node] = _equation(system, claim, attained[node], node)
            waiting += equations[node].parts
    graph = nx.DiGraph({node: equation.parts for node, equation in equations.items()})
    solved: dict[ResidueNode, sympy.Poly] = {}
    recursive: dict[ResidueNode, int] = {}
    components = [tuple(sorted(part)) for part in nx.strongly_connected_components(graph)]
    for component in components:
        for node in component:
            added, steps = _once_round(equations, frozenset(component), node, solved)
            if steps:
                recursive[node] = steps
                added = _solve_cycle(added, steps, node, claim, table)
            solved[node] = added
        for node in component:
            m = claim.base + (node[1] - claim.base) % period
            _verify(equations[node], node, _branch(system, claim, node[0], m), solved)
    return Solution(period, solved, tuple(components), recursive)


@final
@dataclass(frozen=True)
class _Equation:
    """F(m) = added(m) + the sum of the parts at m - new."""

    added: sympy.Poly
    new: int
    parts: list[ResidueNode]


def _equation(system: System, claim: Claims, row: int, node: ResidueNode) -> _Equation:
    """The attained equation of a node; of a maximum, the term that is attained."""
    state, residue = node
    new = int(system.merged.new[row])
    parts = [part for part in system.merged.parts[row].tolist() if part >= 0]
    behind = (residue - new) % claim.period
    constant = int(system.merged.constant[row, -1])
    if system.objective is Objective.EXPECTED:
        pattern = system.closure.patterns[system.pattern[state]]
        secrets = _poly(pattern.secrets_polynomial(system.closure.game))
        return _Equation(secrets + constant, new, [(part, behind) for part in parts])
    m = claim.base + claim.period + system.closure.pegs
    m += (residue - m) % claim.period
    wanted = _branch(system, claim, state, m) - 1
    for part in parts:
        if _shift(_branch(system, claim, part, m - new), new) == wanted:
            return _Equation(_poly((1,)), new, [(part, behind)])
    return _Equation(_poly((1 + constant,)), new, [])


def _once_round(
    equations: dict[ResidueNode, _Equation],
    component: frozenset[ResidueNode],
    node: ResidueNode,
    solved: dict[ResidueNode, sympy.Poly],
) -> tuple[sympy.Poly, int]:
    """H and L of F(m) = H(m) + F(m - L); without a cycle F itself and 0."""
    added, steps, place = sympy.Poly(0, IMPLICIT, domain="QQ"), 0, node
    while True:
        equation = equations[place]
        added += _shift(equation.added, steps)
        steps += equation.new
        for part in equation.parts:
            if part not in component:
                added += _shift(solved[part], steps)
        inner = [part for part in equation.parts if part in component]
        if not inner:
            return added, 0
        if len(inner) > 1:
            raise ArithmeticError(f"function {place[0]} refers twice to its own component")
        place = inner[0]
        if place == node:
            return added, steps


def _poly(coefficients: Iterable[Fraction | int]) -> sympy.Poly:
    return sympy.Poly([*coefficients][::-1], IMPLICIT, domain="QQ")


def _branch(system: System, claim: Claims, state: int, m: int) -> sympy.Poly:
    """What is claimed of a function on the class of m."""
    return _poly(claim.branch(system.functions()[state], m))


def _shift(poly: sympy.Poly, steps: int) -> sympy.Poly:
    """The polynomial at m - steps."""
    return poly.compose(sympy.Poly(IMPLICIT - steps, IMPLICIT, domain="QQ")) if steps else poly


def _solve_cycle(
    added: sympy.Poly, steps: int, node: ResidueNode, claim: Claims, table: NDArray[np.int64]
) -> sympy.Poly:
    """Solve F(m) = F(m - steps) + added(m) on the class of the node."""
    state, residue = node
    start = claim.base + (residue - claim.base) % claim.period
    # y(t + 1) - y(t) = H with m = start + steps (t + 1); `rsolve` itself would try hypergeometric
    # solutions first, which takes minutes where coefficients are large.
    right = sympy.expand(added.as_expr().subs(IMPLICIT, start + steps * (_STEP + 1)))
    result, constants = rsolve_poly([-1, 1], right, _STEP, symbols=True)
    if result is None:
        raise ArithmeticError(f"SymPy found no solution for function {state}")
    first = sympy.Integer(int(table[start, state]))
    (free,) = constants
    (value,) = sympy.solve(result.subs(_STEP, 0) - first, free)
    closed = result.subs(free, value).subs(_STEP, (IMPLICIT - start) / sympy.Integer(steps))
    return sympy.Poly(sympy.expand(closed), IMPLICIT, domain="QQ")


def _verify(
    equation: _Equation, node: ResidueNode, claim: sympy.Poly, solved: dict[ResidueNode, sympy.Poly]
) -> None:
    """The identity of an attained equation, and agreement with the claim."""
    right = equation.added
    for part in equation.parts:
        right += _shift(solved[part], equation.new)
    if not right == solved[node] == claim:
        raise ArithmeticError(f"the solution of function {node[0]} fails its equation")
