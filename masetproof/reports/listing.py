"""The listing of a proof in the form of Peczarski's paper, for a reader with pencil and paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cache, lru_cache, partial
from typing import final

import sympy

from masetproof.objectives import Objective
from masetproof.patterns.isomorphism import Witness, isomorphism
from masetproof.patterns.pattern import MasetPattern
from masetproof.patterns.split import new_colours
from masetproof.proofs.strategy import steady_equations
from masetproof.proofs.theorem import Theorem
from masetproof.proofs.verdicts import Kind, NumberVerdict, number_verdicts
from masetproof.recurrences.polynomials import coefficients_of, in_colours
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.solving import IMPLICIT, Solution, solve
from masetproof.reports import latex
from masetproof.reports.diagrams import game_tree, game_tree_picture, graph_picture
from masetproof.reports.facts import facts
from masetproof.reports.sections import (
    AnswerLine,
    Question,
    Section,
    Sections,
    Told,
    equation_reference,
)
from masetproof.reports.solved import solved_equations
from masetproof.reports.statements import (
    FunctionNames,
    constants_note,
    equation_text,
    level_after,
    one_index_context,
    solving_note,
)

__all__ = ["full_listing", "pattern_sections", "solve_all"]


def solve_all(theorem: Theorem) -> Solution:
    """SymPy's closed forms of all functions."""
    states = range(len(theorem.columns.pattern))
    return solve(theorem.merged, theorem.claim, theorem.table, steady_equations(theorem), states)


def pattern_sections(theorem: Theorem, patterns: range | None = None) -> Iterator[Section]:
    """The sections of the listing, one for each pattern, computed one at a time."""
    pages = _Pages(theorem)
    return map(
        pages.section, range(len(theorem.closure.patterns)) if patterns is None else patterns
    )


@final
class _Pages(Sections):
    """The sections of a theorem of one index."""

    def __init__(self, theorem: Theorem) -> None:
        super().__init__(theorem)
        self._theorem = theorem

    def section(self, number: int) -> Section:
        """All that is listed of a pattern, with whatever excluded colours play comes to it."""
        theorem, pattern = self._theorem, self.closure.patterns[number]
        secrets = in_colours(pattern.secrets_polynomial(self.game), pattern.colours)
        states = theorem.columns.states_of(number)
        found: dict[int, dict[int, NumberVerdict]] = {}
        for level, state in states.items():
            for verdict in number_verdicts(theorem, state):
                found.setdefault(verdict.number, {})[level] = verdict
        marks: dict[tuple[int | None, int], str] = {}
        return self.listed(
            (number, max(states)),
            latex.polynomial(secrets),
            [
                question
                for place in sorted(found)
                for question in self._question(number, states, found[place], marks)
            ],
            level_note=f", $e = {', '.join(map(str, states))}$" if self._is_exact else "",
        )

    @property
    def _is_exact(self) -> bool:
        return self.system.reading is Reading.EXACT

    def _question(
        self,
        number: int,
        states: dict[int, int],
        found: dict[int, NumberVerdict],
        marks: dict[tuple[int | None, int], str],
    ) -> Iterator[Question]:
        """A question, once for all numbers of excluded colours for which the same is said of it.

        marks: what equations before have in their numbers, beside the question, by its number.
        """
        theorem, system = self._theorem, self._theorem.columns
        groups: dict[Hashable, list[int]] = {}
        for level, verdict in found.items():
            constants = system.constant[theorem.row_of(states[level], verdict.split)].tolist()
            said = verdict, tuple(constants), marks.get((verdict.other, level))
            groups.setdefault(said, []).append(level)
        for same in groups.values():
            levels, verdict = tuple(same), found[same[0]]
            mark = ",".join(map(str, levels)) if len(groups) > 1 else ""
            marks |= {(verdict.number, level): mark for level in levels}
            is_first = same[0] == next(iter(found))
            row = theorem.row_of(states[same[0]], verdict.split)
            equal = verdict.optimal.is_everything
            names = FunctionNames(theorem, levels=levels)
            text = equation_text(theorem, system, row, names, "=" if equal else r"\le")
            told = verdict.kind in (Kind.OPTIMAL, Kind.MORE)
            reference = partial(equation_reference, marks.get((verdict.other, same[0]), ""), number)
            phrase = verdict.phrase(reference, latex.number_set)
            yield Question(
                latex.question(verdict.question) if is_first else "",
                list(self._lines(number, verdict, tuple(found))) if is_first else [],
                rf"{text} \qquad (n \ge {verdict.optimal.first})",
                rf"\emph{{Constant:}} {note}" if (note := constants_note(theorem, row)) else "",
                f"{number}.{verdict.number}",
                verdict.kind,
                phrase + ("; set aside" if verdict.kind is Kind.NO_SOLUTION else ""),
                _excess(verdict) if told and not equal else "",
                _differences(theorem, verdict) if told else "",
                level=mark,
                levels=levels,
                optimal="" if verdict.optimal.is_empty else latex.number_set(verdict.optimal),
            )

    def _lines(
        self, number: int, verdict: NumberVerdict, levels: tuple[int, ...]
    ) -> Iterator[AnswerLine]:
        """The parts that are not empty.  levels: the e with which the question can be asked."""
        theorem, cap = self._theorem, self._theorem.system.cap
        # Explicit parts are valued for large n, when enough colours are excluded.
        settled = 0 if self.system.reading is Reading.WITHOUT else cap
        asked = self.closure.patterns[number]
        before = asked.colours + new_colours(asked, verdict.question)
        for found in self.closure.answered(number, verdict.question):
            if found.pattern is not None:
                known = self.closure.patterns[found.pattern]
                witness = None if known == found.normal else _shown(found.normal, known)
                told = Told(found.answer, found.part, found.pattern, found.part, witness)
                after = level_after(levels, before - known.colours, cap) if self._is_exact else ""
                yield self.line(asked, told, after=after)
            elif found.maset is not None:
                maset = self.patterns + found.maset
                told = Told(found.answer, found.part, maset, found.part)
                cost = int(theorem.maset_minima[found.maset, settled])
                yield self.line(asked, told, cost=cost)
            elif found.part:
                yield self.line(asked, Told(found.answer, found.part, is_won=True))


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


def _differences(theorem: Theorem, verdict: NumberVerdict) -> str:
    """What the induction checks, for each base point."""
    start, period = theorem.start, theorem.claim.period
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


def full_listing(theorem: Theorem, digest: str, certificate_name: str) -> str:
    """The whole listing, the body of a LaTeX document.

    digest: of the certificate that has the name *certificate_name*.
    """
    system, closure = theorem.columns, theorem.closure
    names = FunctionNames(theorem)
    solution = solve_all(theorem)
    sections = list(pattern_sections(theorem))
    tree = game_tree(theorem)
    listed = {
        (question.number, level): question
        for section in sections
        for question in section.questions
        for level in question.levels
    }
    kinds = Counter(question.kind for question in listed.values())
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
        "facts": facts(theorem),
        "found": list(_found(theorem, sections)),
        "optimal": [(section.number, _optimal(section)) for section in sections],
        "table": _table(theorem),
        "solving_note": solving_note(solution, FunctionNames(theorem, "g")),
        "solutions": list(_solutions(theorem, solution, listed)),
        "solved": solved_equations(theorem, solution, listed),
        "figures": [
            {
                "key": "functions",
                "picture": graph_picture(theorem, [names(s) for s in range(len(system.pattern))]),
                "caption": (
                    "The functions; an arrow leads to each function to which an equation named in "
                    r"\mptSectionRef{solutions} refers."
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


def _found(theorem: Theorem, sections: list[Section]) -> Iterator[list[str]]:
    """The patterns, with the first part that is isomorphic to each."""
    closure = theorem.closure
    first: dict[int, str] = {0: "the whole game"}
    for section in sections:
        for question in section.questions:
            pattern, number = map(int, question.number.split("."))
            reference = equation_reference(question.level, pattern, number)
            for line in question.answers:
                if line.number is not None:
                    first.setdefault(line.number, f"{line.pegs} ({reference})")
    for number, section in enumerate(sections):
        questions = len(closure.questions(number))
        yield [
            str(number), section.pattern, f"${section.secrets}$", str(questions), first[number]
        ]  # fmt: skip


def _optimal(section: Section) -> list[tuple[list[str], str]]:
    """The optimal questions on a pattern, with the n for which they are."""
    found: dict[str, list[str]] = {}
    text = ""
    for question in section.questions:
        text = question.text or text
        if question.optimal:
            when = question.optimal + rf" and $e = {question.level}$" * bool(question.level)
            found.setdefault(when, []).append(text)
    return [(words, when) for when, words in found.items()]


def _alike(
    theorem: Theorem, told: Callable[[int], Hashable]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The functions, all of a pattern as one where the same is told of them, and the e."""
    for number in range(len(theorem.closure.patterns)):
        states = theorem.columns.states_of(number)
        if len({told(state) for state in states.values()}) == 1:
            yield next(iter(states.values())), tuple(states)
        else:
            yield from ((state, (level,)) for level, state in states.items())


def _table(theorem: Theorem) -> dict[str, object]:
    """The values F(m) for m = 0, ..., M + T - 1, by n; blank where there is no secret."""
    closure, values = theorem.closure, theorem.table
    last = theorem.start + theorem.claim.period - 1
    columns = list(_alike(theorem, lambda state: values[: last + 1, state].tobytes()))
    patterns = [closure.patterns[theorem.pattern_of(state)] for state, _ in columns]
    rows = []
    for n in range(1, last + 1 + max(pattern.colours for pattern in patterns)):
        row = [str(n)]
        for (state, _), pattern in zip(columns, patterns, strict=True):
            m = n - pattern.colours
            known = 0 <= m <= last and pattern.secrets(closure.game, m) > 0
            row.append(str(theorem.value_of(state, m)) if known else "")
        if any(row[1:]):
            rows.append(row)
    names = [FunctionNames(theorem, "f", levels)(state) for state, levels in columns]
    return {"columns": names, "rows": rows}


def _solutions(
    theorem: Theorem, solution: Solution, listed: Mapping[tuple[str, int], Question]
) -> Iterator[dict[str, object]]:
    n = sympy.Symbol("n")

    def cases(state: int) -> str:
        """The closed form in n."""
        in_m = solution.state(state)
        colours = theorem.closure.patterns[theorem.pattern_of(state)].colours
        branches = {
            residue: coefficients_of(
                sympy.Poly(
                    in_m[(residue - colours) % solution.period]
                    .as_expr()
                    .subs(IMPLICIT, n - colours),
                    n,
                )
            )
            for residue in range(solution.period)
        }
        return latex.by_residue(branches, solution.period)

    @cache
    def told(state: int) -> tuple[str, str]:
        return _named_equations(theorem, state, listed), cases(state)

    for state, levels in _alike(theorem, told):
        equations, form = told(state)
        colours = theorem.closure.patterns[theorem.pattern_of(state)].colours
        yield {
            "name": FunctionNames(theorem, "g", levels)(state),
            "equations": equations,
            "cases": form,
            "valid_from": theorem.claim.base + colours,
        }


def _named_equations(
    theorem: Theorem, state: int, listed: Mapping[tuple[str, int], Question]
) -> str:
    """The numbers of the equations that a solution satisfies, by the residue of n."""
    attained, period = steady_equations(theorem), theorem.claim.period
    number, level = theorem.function_of(state)
    colours = theorem.closure.patterns[number].colours
    residues: dict[int, list[int]] = {}
    for residue in range(period):
        row = attained[state, (residue - colours) % period]
        residues.setdefault(row, []).append(residue)
    pieces = []
    for row, classes in residues.items():
        question = theorem.questions_of(state, int(theorem.merged.split[row]))[0]
        mark = listed[f"{number}.{question}", level].level
        condition = f" ${latex.residue_condition(classes, period)}$" if len(residues) > 1 else ""
        pieces.append(f"({equation_reference(mark, number, question)}){condition}")
    return ", ".join(pieces)
