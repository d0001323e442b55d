"""The listing of a proof in the form of Peczarski's paper, for a reader with pencil and paper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import final

import numpy as np
import sympy
from numpy.typing import NDArray

from masetproof.proofs.theorem import Theorem
from masetproof.proofs.verdicts import Verdict, verdicts
from masetproof.recurrences.masets import maset_values
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.solving import IMPLICIT, Solution, solve
from masetproof.reports import latex
from masetproof.reports.diagrams import game_tree, game_tree_picture, graph_picture
from masetproof.reports.statements import (
    FunctionNames,
    common_context,
    equation_text,
    in_colours,
    solving_note,
)

__all__ = ["FunctionNames", "full_listing", "pattern_sections", "solve_all"]

_TABLE_ROWS = 12
_TABLE_COLUMNS = 12


@final
@dataclass(frozen=True)
class _Answer:
    """One line below a question."""

    pegs: str
    part: str
    normalized: str | None
    known: str | None
    number: int | None
    level: str
    cost: str | None


@final
@dataclass(frozen=True)
class _Question:
    text: str
    answers: list[_Answer]
    equation: str
    number: str
    verdict: str


@final
@dataclass(frozen=True)
class _Section:
    number: int
    level: str
    level_note: str
    pattern: str
    secrets: str
    questions: list[_Question]


def solve_all(theorem: Theorem, states: list[int] | None = None) -> Solution:
    """SymPy's closed forms of some functions (by default all) and of those they refer to."""
    induction = theorem.induction
    period = induction.claim.period
    attained = {
        (state, m % period): int(induction.attained[state, m - induction.start])
        for state in range(len(theorem.system.pattern))
        for m in range(induction.start, induction.start + period)
    }
    return solve(
        theorem.merged,
        induction.claim,
        theorem.table,
        attained,
        range(len(theorem.system.pattern)) if states is None else states,
    )


def pattern_sections(theorem: Theorem, states: range | None = None) -> Iterator[_Section]:
    """The sections of the listing, one for each function, computed one at a time."""
    system, closure = theorem.system, theorem.closure
    names = FunctionNames(theorem)
    costs = maset_values(closure, system.reading, system.objective)
    for state in range(len(system.pattern)) if states is None else states:
        number = int(system.pattern[state])
        pattern = closure.patterns[number]
        level = int(system.level[state])
        exact = system.reading is Reading.EXACT
        mark = f"[{level}]" if exact else ""
        label = partial("\\mptEqNumber{}{{{}.{}}}".format, mark, number)
        note = f", {level} excluded {'colour' if level == 1 else 'colours'}" if exact else ""
        yield _Section(
            number,
            str(level) if exact else "",
            note,
            latex.pattern(pattern),
            latex.polynomial(in_colours(pattern.secrets_polynomial(closure.game), pattern.colours)),
            [
                _Question(
                    latex.question(verdict.question),
                    list(_answers(theorem, state, verdict, costs)),
                    equation_text(theorem, system, theorem.row_of(state, verdict.split), names),
                    f"{number}.{verdict.number}",
                    verdict.phrase(label, latex.number_set, _excess) + ".",
                )
                for verdict in verdicts(theorem, state)
            ],
        )


def _answers(
    theorem: Theorem, state: int, verdict: Verdict, costs: NDArray[np.int64]
) -> Iterator[_Answer]:
    closure, system = theorem.closure, theorem.system
    # Explicit parts are valued for large n, when enough colours are excluded.
    settled = 0 if system.reading is Reading.WITHOUT else system.cap
    exact = system.reading is Reading.EXACT
    parts = [s for s in system.parts[theorem.row_of(state, verdict.split)].tolist() if s >= 0]
    level = {int(system.pattern[s]): str(int(system.level[s])) if exact else "" for s in parts}
    for found in closure.answered(int(system.pattern[state]), verdict.question):
        pegs, part = latex.pegs(found.answer), latex.pattern(found.part)
        normalized = latex.pattern(found.normal) if found.normal != found.part else None
        if found.pattern is not None:
            known = closure.patterns[found.pattern]
            other = latex.pattern(known) if known != found.normal else None
            yield _Answer(pegs, part, normalized, other, found.pattern, level[found.pattern], None)
        elif found.maset is not None:
            cost = f"minimum ${int(costs[found.maset, settled])}$"
            yield _Answer(pegs, part, normalized, None, None, "", cost)
        else:
            won = " (won)" if found.is_won else ""
            yield _Answer(pegs, part + won, None, None, None, "", None)


def _excess(verdict: Verdict) -> str:
    """The excess in words and formulas that can be broken across lines."""
    texts = [latex.polynomial(branch) for branch in verdict.excess]
    groups: dict[str, list[int]] = {}
    for residue, text in enumerate(texts):
        groups.setdefault(text, []).append(residue)
    pieces = [
        f"${text}$"
        if len(groups) == 1
        else f"${text}$ ${latex.residue_condition(residues, len(texts))}$"
        for text, residues in groups.items()
    ]
    return ", ".join(pieces) + rf" ($n \ge {verdict.onset}$)"


def full_listing(theorem: Theorem, digest: str, certificate_name: str) -> str:
    """The whole listing, the body of a LaTeX document.

    digest: of the certificate that has the name *certificate_name*.
    """
    system, closure = theorem.system, theorem.closure
    names = FunctionNames(theorem)
    solution = solve_all(theorem)
    context = common_context(theorem, digest, certificate_name) | {
        "pattern_count": len(closure.patterns),
        "equation_count": system.equation_count,
        "sections": pattern_sections(theorem),
        "table": _table(theorem, names),
        "solving_note": solving_note(solution, names),
        "solutions": list(_solutions(theorem, solution, names)),
        "figures": [
            {
                "key": "functions",
                "picture": graph_picture(theorem, [names(s) for s in range(len(system.pattern))]),
                "caption": (
                    "The functions; an arrow leads to each function that an optimal equation "
                    "refers to, a small circle marks a reference to the function itself."
                ),
            },
            {
                "key": "tree",
                "picture": game_tree_picture(game_tree(theorem, 2)),
                "caption": (
                    "The beginning of the game tree of an optimal strategy, for large $n$. "
                    "Patterns are shown after normalization; a branch that ends may go on."
                ),
            },
        ],
    }
    return latex.environment().get_template("listing.tex.jinja").render(context)


def _table(theorem: Theorem, names: FunctionNames) -> dict[str, object]:
    system, closure = theorem.system, theorem.closure
    states = range(min(len(system.pattern), _TABLE_COLUMNS))
    rows = []
    for n in range(1, _TABLE_ROWS + 1):
        row = [str(n)]
        for state in states:
            pattern = closure.patterns[int(system.pattern[state])]
            m = n - pattern.colours
            known = m >= 0 and pattern.secrets(closure.game, m) > 0
            row.append(str(theorem.value(state, m)) if known else "")
        if any(row[1:]):
            rows.append(row)
    return {"columns": [names(state) for state in states], "rows": rows}


def _solutions(
    theorem: Theorem, solution: Solution, names: FunctionNames
) -> Iterator[dict[str, object]]:
    n = sympy.Symbol("n")
    for state in range(len(theorem.system.pattern)):
        colours = theorem.closure.patterns[int(theorem.system.pattern[state])].colours
        in_m = solution.state(state)
        in_n = [
            in_m[(r - colours) % solution.period].as_expr().subs(IMPLICIT, n - colours)
            for r in range(solution.period)
        ]
        branches = [
            [Fraction(str(c)) for c in sympy.Poly(expr, n).all_coeffs()[::-1]] for expr in in_n
        ]
        alternating = None
        if solution.period == 2 and sympy.expand(in_n[0] - in_n[1]) != 0:
            mean = sympy.together(sympy.expand((in_n[0] + in_n[1]) / 2))
            half = sympy.together(sympy.expand((in_n[0] - in_n[1]) / 2))
            alternating = rf"{sympy.latex(mean)} + (-1)^n \left({sympy.latex(half)}\right)"
        yield {
            "name": names(state),
            "cases": latex.by_residue(dict(enumerate(branches)), solution.period),
            "alternating": alternating,
            "valid_from": theorem.induction.claim.base + colours,
        }
