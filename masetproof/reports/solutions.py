"""The solutions by SymPy, as listings print them.

Each equation has its solution beside it; a section goes through the components in the order in
which they were solved.  Everything is in n; where functions have several indices, in these, on each
cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from masetproof.proofs.equations import Equation
from masetproof.proofs.general import (
    Piece,
    by_residue,
    class_nodes,
    fractions,
    general_branches,
    in_indices_of,
    in_n,
)
from masetproof.proofs.numbers import NumberSet
from masetproof.proofs.solving import Poly, RecurrenceSolver, Round, Solution, growth_of
from masetproof.proofs.theorem import Theorem
from masetproof.recurrences.polynomials import (
    Polynomial,
    added,
    by_text,
    composed,
    polynomial_latex,
    residue_condition,
    several_latex,
    summed,
)
from masetproof.recurrences.recurrences import Function
from masetproof.reports.cells import PARAMETERS, TreeWriter
from masetproof.reports.equations import LatexWriter

_FIRST_VALUES = {
    1: "$c$ depends on the first value",
    2: "the constants depend on the first two values",
}
"""Sentences on free constants, by the new colours of a question on one or two pegs."""

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
    colours = equation.about.pattern.colours
    pieces = by_residue(equation.pieces, colours)
    period = len(pieces)
    right = {n: in_n(one.right, one.cell, colours) for n, one in pieces.items()}
    excess = {n: in_n(one.excess, one.cell, colours) for n, one in pieces.items()}
    general = general_branches(pieces, colours)
    if general is None:
        return by_classes(right, period)
    steps = sum(equation.asked.new)
    free = " + c" if steps == 1 else rf" + c_{{n \bmod {steps}}}"
    name = writer.name(equation.about.function)
    text = by_classes(general, period, free)
    own = {n: added([one, [-c for c in excess[n]]]) for n, one in right.items()}
    over = {n: added([general[n], [-c for c in own[n]]]) for n in general}
    text += f", where {_FIRST_VALUES[steps]}"
    if not any(any(one) for one in excess.values()):
        return f"{text}; those of ${name}$ give {_constants(over, period, steps)}"
    return f"{text}; this is {by_classes(over, period, free)} more than ${name}(n)$"


def closed_forms(
    theorem: Theorem, solver: RecurrenceSolver, function: Function, optimal: NumberSet
) -> str:
    """The closed forms of a function by residues of n, as SymPy finds them.

    optimal: the n for which an equation of the function is attained, of which the large ones count.
    """
    period, colours = theorem.claim.period, theorem.closure.patterns[function[0]].colours
    columns, classes = theorem.columns, {*optimal.classes}
    place = int(columns.number[function])
    forms = {}
    for n in range(period):
        if n % optimal.period in classes:
            (node,) = class_nodes(columns, theorem.claim, [(place, (n - colours) % period)])
            solver.solve([node])
            forms[n] = in_n(solver.solutions[node].closed, node[1], colours)
    return by_classes(forms, period)


def _constants(over: Branches, period: int, steps: int) -> str:
    """The values of the constants for which the general solution is the function."""
    texts = []
    for first in range(steps):
        (constant,) = {over[n % period] for n in range(first, first + period * steps, steps)}
        (value,) = constant
        texts.append(f"$c{'' if steps == 1 else f'_{first}'} = {-value}$")
    return ", ".join(texts)


# ---------------------------------------------------------------------------------- components


def components(
    theorem: Theorem, references: Mapping[tuple[Function, int], tuple[str, str]]
) -> Iterator[dict[str, object]]:
    """The values for the template on each component, in the order in which they were solved.

    Components that are the same for several numbers of excluded colours have one entry.

    references: for each function and residue of m, the number of the equation that is solved and
        the equation.
    """
    solved = theorem.solutions
    groups: dict[tuple[object, ...], list[Function]] = {}
    for nodes in solved.components:
        for node in nodes:
            function, cell = node
            residue = cell.origin[0] % theorem.claim.period
            key = (
                function[0],
                *references[function, residue],
                *_one(theorem, solved.functions[node]),
            )
            groups.setdefault(key, []).append(function)
    for (_, reference, equation, when, *rest), functions in groups.items():
        levels = tuple(level for _, level in functions)
        yield {
            "name": LatexWriter(theorem, "g", levels).name(functions[0]),
            "reference": reference,
            "equation": equation,
            "when": when,
            "closed": rest[0],
            "round": rest[1] or None,
        }


def _one(theorem: Theorem, solution: Solution) -> tuple[object, ...]:
    """For which n, the closed form, and the text on a recurrence."""
    function, cell = solution.node
    colours, period = theorem.closure.patterns[function[0]].colours, theorem.claim.period
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


# --------------------------------------------------------------------------- several indices


def cell_solution(piece: Piece, names: Sequence[str]) -> str:
    """The solution of an equation on a cell.  names: of the indices of its function."""

    def text(polynomial: Poly) -> str:
        return several_latex(in_indices_of(polynomial, piece.cell), names, on_a_line=True)

    if piece.general is None:
        return f"solution ${text(piece.right)}$"
    own = piece.right - piece.excess
    general = f"solution ${text(piece.general)} + c$"
    if not piece.excess:
        return f"{general}, with $c = {text(own - piece.general)}$"
    return f"{general}, which is ${text(piece.general - own)} + c$ more than $F$"


def cell_components(
    theorem: Theorem, reference: Callable[[Function, int], str]
) -> Iterator[dict[str, object]]:
    """The values for the template on each component, where functions have several indices.

    reference: from a function and a row of `Closure.splits` to the number of the equation.
    """
    solved, writer = theorem.solutions, LatexWriter(theorem, "G")
    for nodes in solved.components:
        for function, cell in nodes:
            solution, pages = solved.functions[function, cell], TreeWriter(theorem.system, function)
            if solution.chosen is None:
                continue
            closed = in_indices_of(solution.closed, cell)
            yield {
                "name": writer.own(function),
                "points": pages.point(cell),
                "reference": reference(function, solution.chosen.equation.split),
                "closed": several_latex(closed, pages.names, on_a_line=True),
                "round": _on_lines(solution.round, pages, writer) if solution.round else None,
            }


def _on_lines(once: Round, pages: TreeWriter, writer: LatexWriter) -> tuple[str, ...]:
    """A recurrence in the indices and on lines; what SymPy returned; the first values.

    A line goes through points of the cell that are one step of the recurrence apart; they are
    numbered by k, which takes the place of the pivot.
    """
    cell, names = once.cell, [*PARAMETERS[: len(once.step)]]
    names[once.pivot] = "k"
    back = [sum(once.step[i] * cell.ray(i)[j] for i in cell.free) for j in range(len(pages.names))]
    others = [i for i in cell.free if i != once.pivot]
    line = [
        summed([(start, ""), *((cell.ray(i)[j], names[i]) for i in others), (back[j], "k")])
        for j, start in enumerate(cell.origin)
    ]
    indices = ",".join(
        name + (f"-{less}" if less else "") for name, less in zip(pages.names, back, strict=True)
    )
    returned = {
        tuple(exponent if i == once.pivot else e for i, e in enumerate(powers)): c
        for powers, expression in once.general.items()
        for exponent, c in enumerate(growth_of(expression))
        if c
    }
    added = in_indices_of(once.added, cell)
    return (
        f"{writer.name(pages.function)}({indices})",
        several_latex(added, pages.names, on_a_line=True),
        pages.vector(line),
        *(
            several_latex(terms, names, on_a_line=True)
            for terms in (fractions(once.along), returned, fractions(once.initial))
        ),
    )
