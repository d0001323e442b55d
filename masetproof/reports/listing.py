"""The listing of a proof in the form of Peczarski's paper, for a reader with pencil and paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import final

import sympy

from masetproof.objectives import Objective
from masetproof.patterns.isomorphism import Witness, isomorphism
from masetproof.patterns.pattern import MasetPattern
from masetproof.proofs.strategy import steady_equations
from masetproof.proofs.theorem import OneIndexTheorem
from masetproof.proofs.verdicts import Kind, NumberVerdict, verdicts
from masetproof.recurrences.polynomials import coefficients_of, in_colours
from masetproof.recurrences.quasipolynomial import Node
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import State
from masetproof.recurrences.solving import IMPLICIT, Solution, solve
from masetproof.reports import latex
from masetproof.reports.diagrams import game_tree, game_tree_picture, graph_picture
from masetproof.reports.sections import (
    AnswerLine,
    Question,
    Section,
    Sections,
    Told,
    equation_reference,
    level_text,
)
from masetproof.reports.statements import (
    FunctionNames,
    constants_note,
    equation_text,
    one_index_context,
    solving_note,
)

__all__ = ["full_listing", "pattern_sections", "solve_all"]


def solve_all(theorem: OneIndexTheorem) -> Solution:
    """SymPy's closed forms of all functions."""
    states = range(len(theorem.system.pattern))
    return solve(
        theorem.merged, theorem.induction.claim, theorem.table, steady_equations(theorem), states
    )


def pattern_sections(theorem: OneIndexTheorem, states: range | None = None) -> Iterator[Section]:
    """The sections of the listing, one for each function, computed one at a time."""
    pages = _Pages(theorem)
    for state in range(len(theorem.system.pattern)) if states is None else states:
        yield pages.section(state)


@final
class _Pages(Sections):
    """The sections of a theorem of one index."""

    def __init__(self, theorem: OneIndexTheorem) -> None:
        super().__init__(theorem)
        self._theorem = theorem

    def section(self, state: int) -> Section:
        """All that is listed of a function."""
        function = self._theorem.function_of(state)
        pattern = self.closure.patterns[function[0]]
        secrets = in_colours(pattern.secrets_polynomial(self.game), pattern.colours)
        found = verdicts(self._theorem, state)
        questions = (self._question(state, function, verdict) for verdict in found)
        return self.listed(function, latex.polynomial(secrets), questions)

    def _question(self, state: int, function: State, verdict: NumberVerdict) -> Question:
        theorem, system = self._theorem, self._theorem.system
        number, mark = function[0], level_text(system, function)
        row = theorem.row_of(state, verdict.split)
        equal = verdict.optimal.is_everything
        text = equation_text(theorem, system, row, FunctionNames(theorem), "=" if equal else r"\le")
        told = verdict.kind in (Kind.OPTIMAL, Kind.MORE)
        phrase = verdict.phrase(partial(equation_reference, mark, number), latex.number_set)
        return Question(
            latex.question(verdict.question),
            list(self._lines(number, row, verdict)),
            rf"{text} \qquad (n \ge {verdict.optimal.first})",
            rf"\emph{{Constant:}} {note}" if (note := constants_note(theorem, row)) else "",
            f"{number}.{verdict.number}",
            verdict.kind,
            phrase + ("; set aside" if verdict.kind is Kind.NO_SOLUTION else ""),
            _excess(verdict) if told and not equal else "",
            _differences(theorem, verdict) if told else "",
        )

    def _lines(self, number: int, row: int, verdict: NumberVerdict) -> Iterator[AnswerLine]:
        theorem, system = self._theorem, self._theorem.system
        # Explicit parts are valued for large n, when enough colours are excluded.
        settled = 0 if system.reading is Reading.WITHOUT else system.cap
        parts = [theorem.function_of(part) for part in system.parts[row].tolist() if part >= 0]
        levels = {part[0]: level_text(system, part) for part in parts}
        asked = self.closure.patterns[number]
        for found in self.closure.answered(number, verdict.question):
            if found.pattern is not None:
                known = self.closure.patterns[found.pattern]
                witness = None if known == found.normal else _shown(found.normal, known)
                told = Told(found.answer, found.part, found.pattern, found.part, witness)
                yield self.line(asked, told, levels[found.pattern])
            elif found.maset is not None:
                maset = self.patterns + found.maset
                told = Told(found.answer, found.part, maset, found.part)
                cost = int(theorem.maset_minima[found.maset, settled])
                yield self.line(asked, told, cost=cost)
            else:
                yield self.line(asked, Told(found.answer, found.part, is_won=found.is_won))


@lru_cache(maxsize=1 << 14)
def _shown(part: MasetPattern, known: MasetPattern) -> Witness:
    """How a part is mapped to the pattern of the list; the same parts come again and again."""
    witness = isomorphism(part, known)
    if witness is None:
        raise ArithmeticError(f"{part.brief()} is not isomorphic to {known.brief()}")
    return witness


def _excess(verdict: NumberVerdict) -> str:
    """The excess for every n, in formulas that can be broken across lines."""
    early = [
        f"${value}$ for $n={n}$" for n, value in enumerate(verdict.early, verdict.optimal.first)
    ]
    texts = [latex.polynomial(branch) for branch in verdict.excess]
    groups: dict[str, list[int]] = {}
    for residue, text in enumerate(texts):
        groups.setdefault(text, []).append(residue)
    if len(groups) == 1:
        return ", ".join([*early, rf"${texts[0]}$ for $n \ge {verdict.onset}$"])
    later = ", ".join(
        f"${text}$ ${latex.residue_condition(residues, len(texts))}$"
        for text, residues in groups.items()
    )
    return ", ".join([*early, rf"for $n \ge {verdict.onset}$: {later}"])


def _differences(theorem: OneIndexTheorem, verdict: NumberVerdict) -> str:
    """What the induction checks, for each base point."""
    start, period = theorem.induction.start, theorem.induction.claim.period
    pieces = []
    for m, terms in enumerate(verdict.differences, start):
        if theorem.system.objective is Objective.EXPECTED:
            (row,) = terms
            last = max((k for k, delta in enumerate(row) if delta), default=0)
            pieces.append(f"${', '.join(map(str, row[: last + 1]))}$ at $\\mu = {m}$")
        else:
            lines = ", ".join(latex.polynomial(line, "t") for line in terms)
            pieces.append(f"${lines}$ at $m = {m} + {'' if period == 1 else period}t$")
    return "; ".join(pieces)


def full_listing(theorem: OneIndexTheorem, digest: str, certificate_name: str) -> str:
    """The whole listing, the body of a LaTeX document.

    digest: of the certificate that has the name *certificate_name*.
    """
    system, closure = theorem.system, theorem.closure
    names = FunctionNames(theorem)
    solution = solve_all(theorem)
    sections = list(pattern_sections(theorem))
    tree = game_tree(theorem)
    kinds = Counter(question.kind for section in sections for question in section.questions)
    context = one_index_context(theorem, digest, certificate_name) | {
        "counts": {
            "patterns": len(closure.patterns),
            "questions": closure.question_count,
            "functions": len(system.pattern),
            "equations": kinds.total(),
            "whole": kinds[Kind.NO_SOLUTION],
            "same": kinds[Kind.SAME],
            "different": kinds.total() - kinds[Kind.NO_SOLUTION] - kinds[Kind.SAME],
        },
        "sections": sections,
        "table": _table(theorem, names),
        "solving_note": solving_note(solution, FunctionNames(theorem, "g")),
        "solutions": list(_solutions(theorem, solution)),
        "figures": [
            {
                "key": "functions",
                "picture": graph_picture(theorem, [names(s) for s in range(len(system.pattern))]),
                "caption": (
                    "The functions; an arrow leads to each function that an optimal equation "
                    "refers to."
                ),
            },
            {
                "key": "tree",
                "picture": game_tree_picture(tree),
                "caption": (
                    f"The beginning of the game tree of an optimal strategy, for {tree.validity}. "
                    "A part with a star is shown as the pattern of the list that it is isomorphic "
                    "to, another one after normalization; where the tree ends with a part that is "
                    "not won, the game goes on."
                ),
            },
        ],
    }
    return latex.environment().get_template("listing.tex.jinja").render(context)


def _table(theorem: OneIndexTheorem, names: FunctionNames) -> dict[str, object]:
    """The values F(m) for m = 0, ..., M + T - 1, by n; blank where there is no secret."""
    closure = theorem.closure
    last = theorem.induction.start + theorem.induction.claim.period - 1
    patterns = [closure.patterns[number] for number in theorem.system.pattern.tolist()]
    rows = []
    for n in range(1, last + 1 + max(pattern.colours for pattern in patterns)):
        row = [str(n)]
        for state, pattern in enumerate(patterns):
            m = n - pattern.colours
            known = 0 <= m <= last and pattern.secrets(closure.game, m) > 0
            row.append(str(theorem.value_of(state, m)) if known else "")
        if any(row[1:]):
            rows.append(row)
    return {"columns": [names(state) for state in range(len(patterns))], "rows": rows}


def _solutions(theorem: OneIndexTheorem, solution: Solution) -> Iterator[dict[str, object]]:
    n = sympy.Symbol("n")
    names, attained = FunctionNames(theorem, "g"), steady_equations(theorem)
    for state in range(len(theorem.system.pattern)):
        colours = theorem.closure.patterns[int(theorem.system.pattern[state])].colours
        in_m = solution.state(state)
        in_n = (
            in_m[(residue - colours) % solution.period].as_expr().subs(IMPLICIT, n - colours)
            for residue in range(solution.period)
        )
        branches = [coefficients_of(sympy.Poly(expr, n)) for expr in in_n]
        yield {
            "name": names(state),
            "equations": _solved_equations(theorem, state, attained),
            "cases": latex.by_residue(dict(enumerate(branches)), solution.period),
            "valid_from": theorem.induction.claim.base + colours,
        }


def _solved_equations(theorem: OneIndexTheorem, state: int, attained: dict[Node, int]) -> str:
    """The numbers of the equations that a solution satisfies, by the residue of n."""
    system, period = theorem.system, theorem.induction.claim.period
    number = int(system.pattern[state])
    mark = str(int(system.level[state])) if system.reading is Reading.EXACT else ""
    colours = theorem.closure.patterns[number].colours
    residues: dict[int, list[int]] = {}
    for residue in range(period):
        row = attained[state, (residue - colours) % period]
        residues.setdefault(row, []).append(residue)
    pieces = []
    for row, classes in residues.items():
        question = theorem.questions_of(state, int(theorem.merged.split[row]))[0]
        condition = f" ${latex.residue_condition(classes, period)}$" if len(residues) > 1 else ""
        pieces.append(f"({equation_reference(mark, number, question)}){condition}")
    return ", ".join(pieces)
