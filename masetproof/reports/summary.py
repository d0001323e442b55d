"""The summary of a proof that is too large to print whole: its strategy, and what was checked."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import sympy

from masetproof.proofs.strategy import OptimalStrategy, optimal_strategy
from masetproof.proofs.theorem import Theorem
from masetproof.proofs.verdicts import equation_label
from masetproof.recurrences.solving import IMPLICIT, Solution, solve
from masetproof.reports import latex
from masetproof.reports.statements import (
    FunctionNames,
    common_context,
    equation_text,
    solving_note,
)

__all__ = ["summary_listing"]

_VALUE_COLUMNS = 3


def summary_listing(theorem: Theorem, digest: str, certificate_name: str) -> str:
    """The summary, the body of a LaTeX document; see `listing.full_listing` for the arguments."""
    induction, closure, system = theorem.induction, theorem.closure, theorem.system
    strategy = optimal_strategy(theorem)
    names = FunctionNames(theorem)
    solution = solve(theorem.merged, induction.claim, theorem.table, strategy.equations, [0])
    context = common_context(theorem, digest, certificate_name) | {
        "pattern_count": f"{len(closure.patterns):,}",
        "equation_count": f"{system.equation_count:,}",
        "function_count": f"{len(system.pattern):,}",
        "split_count": f"{len(system.state):,}",
        "part_count": f"{len(closure.identifications):,}",
        "tight_count": f"{int(np.count_nonzero(induction.tight)):,}",
        "period": induction.claim.period,
        "strategy": {"states": len(strategy.states), "rows": _rows(strategy, names)},
        "solving_note": solving_note(solution, names),
        "solutions": _solutions(strategy, solution, names),
        "values": _values(theorem),
    }
    return latex.environment().get_template("summary.tex.jinja").render(context)


def _questions(strategy: OptimalStrategy, state: int) -> dict[int, list[int]]:
    """The equations of a function in the strategy, each with the residues of n where it is used."""
    theorem = strategy.theorem
    period = theorem.induction.claim.period
    colours = theorem.closure.patterns[int(theorem.merged.pattern[state])].colours
    found: dict[int, list[int]] = {}
    for residue in range(period):
        if (state, residue) in strategy.equations:
            row = strategy.equations[state, residue]
            found.setdefault(row, []).append((residue + colours) % period)
    return found


def _rows(strategy: OptimalStrategy, names: FunctionNames) -> list[dict[str, str]]:
    theorem = strategy.theorem
    merged, closure = theorem.merged, theorem.closure
    period = theorem.induction.claim.period
    rows = []
    for state in strategy.states:
        number = int(merged.pattern[state])
        pattern = closure.patterns[number]
        for place, residues in enumerate(_questions(strategy, state).values()):
            node = (state, (residues[0] - pattern.colours) % period)
            every = len(residues) == period
            rows.append(
                {
                    "name": "" if place else f"${names(state)}$",
                    "pattern": "" if place else latex.pattern(pattern),
                    "residues": "all" if every else ", ".join(map(str, sorted(residues))),
                    "question": latex.question(strategy.question(node)),
                    "label": equation_label(theorem, number, strategy.number(node)),
                }
            )
    return rows


def _solutions(
    strategy: OptimalStrategy, solution: Solution, names: FunctionNames
) -> list[dict[str, object]]:
    theorem = strategy.theorem
    n = sympy.Symbol("n")
    items: list[dict[str, object]] = []
    for state in strategy.states:
        colours = theorem.closure.patterns[int(theorem.merged.pattern[state])].colours
        branches: dict[int, list[Fraction]] = {}
        for residue in range(solution.period):
            if (state, residue) in solution.closed:
                expression = solution.closed[state, residue].as_expr().subs(IMPLICIT, n - colours)
                coefficients = sympy.Poly(expression, n).all_coeffs()[::-1]
                branches[(residue + colours) % solution.period] = [
                    Fraction(str(c)) for c in coefficients
                ]
        items.append(
            {
                "name": names(state),
                "equations": [
                    equation_text(theorem, theorem.merged, row, names)
                    + _condition(residues, solution.period)
                    for row, residues in _questions(strategy, state).items()
                ],
                "cases": latex.by_residue(branches, solution.period),
                "valid_from": theorem.induction.start + colours,
            }
        )
    return items


def _condition(residues: list[int], period: int) -> str:
    if len(residues) == period:
        return ""
    return rf"\quad {latex.residue_condition(sorted(residues), period)}"


def _values(theorem: Theorem) -> list[list[str]]:
    """Pairs n, f(n), read down the columns."""
    pairs = [(str(n), str(value)) for n, value in theorem.values.items()]
    height = -(-len(pairs) // _VALUE_COLUMNS)
    rows = []
    for row in range(height):
        cells: list[str] = []
        for column in range(_VALUE_COLUMNS):
            place = column * height + row
            cells += pairs[place] if place < len(pairs) else ("", "")
        rows.append(cells)
    return rows
