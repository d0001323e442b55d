"""What SymPy solved, as listings print it, where functions have one index.

Each equation has its solution beside it; a section goes through the components in the order in
which they were solved.  Everything is in n.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from masetproof.proofs.equations import Equation
from masetproof.proofs.general import by_residue, general_branches, in_n
from masetproof.proofs.solving import Round, Solution, growth_of
from masetproof.proofs.theorem import Theorem
from masetproof.recurrences.polynomials import (
    Polynomial,
    added,
    by_text,
    composed,
    polynomial_latex,
    residue_condition,
)
from masetproof.recurrences.recurrences import State
from masetproof.reports.equations import LatexWriter

_FIRST_VALUES = {
    1: "$c$ depends on the first value",
    2: "the constants depend on the first two values",
}
"""By the number of new colours of a question on one or two pegs."""

Branches = dict[int, Polynomial]
"""Polynomials in n by the residue of n."""


def by_classes(branches: Mapping[int, Polynomial], period: int, more: str = "") -> str:
    """Polynomials, each with its residues; just one where all residues have the same.

    more: what is added to each.
    """
    groups = by_text({residue: polynomial_latex(one) + more for residue, one in branches.items()})
    if len(groups) == 1 and len(branches) == period:
        return f"${next(iter(groups))}$"
    return ", ".join(
        f"${text}$ ${residue_condition(residues, period)}$" for text, residues in groups.items()
    )


def equation_solution(equation: Equation, writer: LatexWriter) -> str:
    """The solution of an equation, or the right side with the known solutions put in.

    Empty where the question leaves the pattern whole.  writer: writes the name of the function.
    """
    if not equation.pieces:
        return ""
    colours = equation.function.pattern.colours
    pieces = by_residue(equation.pieces, colours)
    period = len(pieces)
    right = {n: in_n(one.right, one.cell, colours) for n, one in pieces.items()}
    excess = {n: in_n(one.excess, one.cell, colours) for n, one in pieces.items()}
    general = general_branches(pieces, colours)
    if general is None:
        return by_classes(right, period)
    steps = sum(equation.asked.new)
    free = " + c" if steps == 1 else rf" + c_{{n \bmod {steps}}}"
    name = writer.name(equation.function.state)
    text = by_classes(general, period, free)
    own = {n: added([one, [-c for c in excess[n]]]) for n, one in right.items()}
    over = {n: added([general[n], [-c for c in own[n]]]) for n in general}
    text += f", where {_FIRST_VALUES[steps]}"
    if not any(any(one) for one in excess.values()):
        return f"{text}; those of ${name}$ give {_constants(over, period, steps)}"
    return f"{text}; this is {by_classes(over, period, free)} more than ${name}(n)$"


def _constants(over: Branches, period: int, steps: int) -> str:
    """The constants with which a general solution is the function."""
    told = []
    for first in range(steps):
        (constant,) = {over[n % period] for n in range(first, first + period * steps, steps)}
        (value,) = constant
        told.append(f"$c{'' if steps == 1 else f'_{first}'} = {-value}$")
    return ", ".join(told)


# ---------------------------------------------------------------------------------- components


def components(
    theorem: Theorem, references: Mapping[tuple[State, int], tuple[str, str]]
) -> Iterator[dict[str, object]]:
    """What the template says of each component, in the order in which they were solved.

    Components that say the same for several numbers of excluded colours are told once.
    references: of functions and residues of m the equation that is solved, its number and itself.
    """
    solved = theorem.solutions
    told: dict[tuple[object, ...], list[State]] = {}
    for nodes in solved.components:
        for node in nodes:
            state, cell = node
            residue = cell.origin[0] % theorem.claim.period
            key = (state[0], *references[state, residue], *_one(theorem, solved.functions[node]))
            told.setdefault(key, []).append(state)
    for (_, reference, equation, when, *rest), states in told.items():
        levels = tuple(level for _, level in states)
        yield {
            "name": LatexWriter(theorem, "g", levels).name(states[0]),
            "reference": reference,
            "equation": equation,
            "when": when,
            "closed": rest[0],
            "round": rest[1] or None,
        }


def _one(theorem: Theorem, solution: Solution) -> tuple[object, ...]:
    """For which n, the closed form, and what is said of a recurrence."""
    state, cell = solution.node
    colours, period = theorem.closure.patterns[state[0]].colours, theorem.claim.period
    residue = (cell.origin[0] + colours) % period
    when = f"${residue_condition([residue], period)}$" if period > 1 else ""
    closed = polynomial_latex(in_n(solution.closed, cell, colours))
    return when, closed, _recurrence(solution.round, colours) if solution.round else ()


def _recurrence(once: Round, colours: int) -> tuple[object, ...]:
    """A recurrence in n and, from its first n on, in k; what SymPy returned; the first value."""
    (start,), ((period,),) = once.cell.origin, once.cell.rays  # type: ignore[misc]
    steps, first = period * once.step[0], start + colours
    added_in_n = in_n(once.added, once.cell, colours)
    in_k = composed(added_in_n, first, steps)
    (general,) = once.general.values()
    initial = once.initial.coeff(1)
    return (
        steps,
        first,
        polynomial_latex(added_in_n),
        polynomial_latex(in_k, "k"),
        polynomial_latex(growth_of(general), "k") + " + C_0",
        int(initial),
    )
