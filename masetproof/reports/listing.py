"""The listing of a proof in the form of Peczarski's paper, for a reader with pencil and paper.

Where patterns have several indices, the numbers of implicit colours of each kind, these are called
x, y, z; claims and checks stand on cells (`reports.cells`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from masetproof.arguments import as_instance
from masetproof.drawing import Point
from masetproof.games.pegs import Answer
from masetproof.objectives import Objective
from masetproof.patterns.pattern import MasetPattern
from masetproof.proofs.guide import steady_equations
from masetproof.proofs.numbers import NumberSet
from masetproof.proofs.theorem import Theorem
from masetproof.proofs.verdicts import Kind
from masetproof.recurrences.polynomials import (
    by_residue,
    by_text,
    in_colours,
    residue_condition,
)
from masetproof.recurrences.recurrences import Function
from masetproof.reports import latex
from masetproof.reports.document import context_of, facts
from masetproof.reports.equations import LatexWriter
from masetproof.reports.layers import layered
from masetproof.reports.sections import CellSections, NumberSections, Section
from masetproof.reports.solutions import components
from masetproof.reports.solved import Listed, recursive, solved_equations


def pattern_sections(theorem: Theorem, patterns: range | None = None) -> Iterator[Section]:
    """The sections of the listing, one for each pattern, computed one at a time."""
    sections = NumberSections(theorem)
    return map(
        sections.section, range(len(theorem.closure.patterns)) if patterns is None else patterns
    )


def full_listing(theorem: Theorem, digest: str, certificate_name: str) -> str:
    """The whole listing, the body of a LaTeX document.

    digest: of the certificate that has the name *certificate_name*.
    """
    closure, functions = theorem.closure, theorem.columns.functions()
    sections = list(pattern_sections(theorem))
    listed = listed_equations(sections)
    steady = steady_of(theorem, listed)
    kinds = Counter(question.judged.kind for _, question in listed.values())
    writer, cyclic = LatexWriter(theorem), LatexWriter(theorem, "g")
    loops = recursive(theorem)
    context = context_of(theorem, digest, certificate_name) | {
        "counts": theorem.system.as_json()
        | {
            "functions": len(functions),
            "whole": kinds[Kind.NO_SOLUTION],
            "same": kinds[Kind.SAME],
            "different": kinds.total() - kinds[Kind.NO_SOLUTION] - kinds[Kind.SAME],
        },
        "sections": sections,
        "facts": facts(theorem),
        "origins": _origins(sections),
        "question_counts": np.diff(closure.question_start).tolist(),
        "optimal": [(section.number, _optimal(section)) for section in sections],
        "table": _table(theorem),
        "cyclic": [
            cyclic.name(function) for function in sorted({function for function, _ in loops})
        ],
        "components": list(components(theorem, _references(steady))),
        "solutions": list(_solutions(theorem, steady)),
        "solved": solved_equations(theorem, loops, listed, steady),
        "graph": _graph_picture({one: writer.name(one) for one in functions}, steady),
        "tree": game_tree(theorem, steady),
    }
    return latex.rendered("listing.tex.jinja", context)


def listed_equations(sections: Iterable[Section]) -> Listed:
    """The equations of some sections, by functions and questions."""
    return {
        (equation.about.function, equation.asked.number): (equation, question)
        for section in sections
        for question in section.questions
        for equation in question.equations
    }


def steady_of(theorem: Theorem, listed: Listed) -> Listed:
    """For each function and residue of m the equation that `steady_equations` chooses."""
    functions, splits, steady = theorem.columns.functions(), theorem.columns.merged.split, {}
    for (place, residue), row in steady_equations(theorem).items():
        function = functions[place]
        number = theorem.questions_of(function, int(splits[row]))[0]
        steady[function, residue] = listed[function, number]
    return steady


def _references(steady: Listed) -> dict[tuple[Function, int], tuple[str, str]]:
    """The numbers of the equations that are solved, and the equations themselves."""
    return {node: (question.reference, question.equation) for node, (_, question) in steady.items()}


def _origins(sections: list[Section]) -> dict[int, str]:
    """For each pattern the first part that is isomorphic to it."""
    first: dict[int, str] = {0: "the whole game"}
    for section in sections:
        for question in section.questions:
            for one in question.equations[0].asked.answers if question.text else ():
                if one.pattern is not None:
                    place = f"{latex.answer(one.answer)} ({question.reference})"
                    first.setdefault(one.pattern, place)
    return first


def _optimal(section: Section) -> list[tuple[list[str], str]]:
    """The optimal questions on a pattern, each with its n."""
    optimal: dict[str, list[str]] = {}
    text = ""
    for question in section.questions:
        text = question.text or text
        if question.judged.optimal:
            when = question.judged.optimal
            when += rf" and $e = {question.level}$" * bool(question.level)
            optimal.setdefault(when, []).append(text)
    return [(words, when) for when, words in optimal.items()]


def _alike(
    theorem: Theorem, content: Callable[[Function], Hashable]
) -> Iterator[tuple[Function, tuple[int, ...]]]:
    """Functions with their e, grouped where *content* is the same for all e of a pattern.

    For example ``(5, 0), (0, 1)`` stands for pattern 5 with both e = 0 and e = 1.
    """
    for number in range(len(theorem.closure.patterns)):
        levels = tuple(level for _, level in theorem.system.functions_of(number))
        if len({content((number, level)) for level in levels}) == 1:
            yield (number, levels[0]), levels
        else:
            yield from (((number, level), (level,)) for level in levels)


def _table(theorem: Theorem) -> dict[str, object]:
    """The values F(m) for m = 0, ..., M + T - 1, in n; blank where there is no secret."""
    closure = theorem.closure
    last = theorem.start + theorem.claim.period - 1

    @cache
    def values(function: Function) -> tuple[int, ...]:
        return tuple(theorem.value_of(function, m) for m in range(last + 1))

    columns = list(_alike(theorem, values))
    patterns = [closure.patterns[number] for (number, _), _ in columns]
    rows = []
    for n in range(1, last + 1 + max(pattern.colours for pattern in patterns)):
        row = [str(n)]
        for (function, _), pattern in zip(columns, patterns, strict=True):
            m = n - pattern.colours
            known = 0 <= m <= last and pattern.secrets(closure.game, m) > 0
            row.append(str(values(function)[m]) if known else "")
        if any(row[1:]):
            rows.append(row)
    names = [LatexWriter(theorem, levels=levels).name(function) for function, levels in columns]
    return {"columns": names, "rows": rows}


def _solutions(theorem: Theorem, steady: Listed) -> Iterator[dict[str, object]]:
    """The closed forms in n, with the equations that they satisfy by the residue of n."""

    @cache
    def content(function: Function) -> tuple[str, str]:
        colours, claim = theorem.closure.patterns[function[0]].colours, theorem.claim
        period, branch = claim.period, claim.branch
        branches = {n: in_colours(branch(function, n - colours), colours) for n in range(period)}
        asked = {n: steady[function, (n - colours) % period][1].reference for n in range(period)}
        groups = by_text(asked)
        equations = (
            f"({one})" + f" ${residue_condition(classes, period)}$" * (len(groups) > 1)
            for one, classes in groups.items()
        )
        return ", ".join(equations), by_residue(branches, period)

    for function, levels in _alike(theorem, content):
        equations, form = content(function)
        yield {
            "name": LatexWriter(theorem, "g", levels).name(function),
            "equations": equations,
            "cases": form,
            "valid_from": theorem.claim.base + theorem.closure.patterns[function[0]].colours,
        }


def cell_listing(
    theorem: Theorem, digest: str, certificate_name: str, *, whole: bool = True
) -> str:
    """The listing, the body of a LaTeX document; see `full_listing`.

    whole: with all questions, which prove the lower bound.  Otherwise one optimal question for each
    cell, which is a strategy.
    """
    pages, system = CellSections(theorem, whole), theorem.system
    sections = [pages.section(function) for function in system.functions()]
    is_sum = system.objective is Objective.EXPECTED
    closure = theorem.closure
    context = context_of(theorem, digest, certificate_name) | pages.boards()
    context |= {
        "whole": whole,
        "cap": system.cap,
        "masets": list(pages.masets()),
        "sections": sections,
        "components": [*pages.components()],
        "degree": closure.pegs + 1 if is_sum else 1,
        "by_hand": closure.pegs == 2 and is_sum,
        "counts": system.as_json() | pages.counts | {"functions": len(sections)},
    }
    name = "shared" if closure.game.counts_implicit else "own"
    return latex.rendered(f"{name}-colours.tex.jinja", context)


# --------------------------------------------------------------------------------------- figures

_NODE, _GAP, _LOOP = (10.0, 8.0), (17.0, 4.0), 6.0
"""Lengths in the graph, in mm: of boxes, between them, and of loops above them."""


def _graph_picture(names: Mapping[Function, str], steady: Listed) -> str:
    """The graph of functions and their steady equations, from left to right.

    LaTeX's own picture environment is used, so that nothing beyond the base distribution is needed.
    """
    edges = {
        (function, term.function)
        for (function, _), (equation, _) in steady.items()
        for term in equation.terms
    }
    layout = layered(dict.fromkeys(names, _NODE), sorted(edges), gap=_GAP, loop=_LOOP)
    body: list[str] = []
    for points in layout.curves.values():
        for first in range(0, len(points) - 1, 2):
            body.append(rf"\qbezier{''.join(map(_at, points[first : first + 3]))}")
        # The head of an arrow; edges are level or upright where they end.
        (x, y), (u, v) = points[-2:]
        right, down = (u > x) - (u < x), (v > y) - (v < y)
        head = _at((u - 0.1 * right, v - 0.1 * down))
        body.append(rf"\put{head}{{\vector({right},{-down}){{0.1}}}}")
    width, height = _NODE
    for function, name in names.items():
        x, y = layout.centre[function]
        corner = _at((x - width / 2, y + height / 2))
        body.append(rf"\put{corner}{{\framebox({width:g},{height:g}){{${name}$}}}}")
    size = f"({layout.width:.0f},{layout.height:.0f})(0,{-layout.height:.2f})"
    begin = rf"\setlength{{\unitlength}}{{1mm}}\begin{{picture}}{size}"
    return "\n".join([begin, *body, r"\end{picture}"])


def _at(point: Point) -> str:
    """A point of a picture, whose vertical coordinates grow upwards."""
    x, y = point
    return f"({x:.2f},{0.0 - y:.2f})"


@dataclass(frozen=True)
class GameTree:
    """A pattern, the question asked on it, and what follows each answer.

    The patterns are those of the closure, on which questions are asked; explicit masets are
    normalized.

    number: of the pattern, None for an explicit maset.  question: None where the tree stops.
    is_won: whether the answer before it has won.  validity: the n for which the tree is that of an
    optimal strategy, in LaTeX; of the root only.
    """

    pattern: MasetPattern
    number: int | None
    question: tuple[int, ...] | None
    branches: tuple[tuple[Answer, GameTree], ...]
    is_won: bool = False
    validity: str = ""


def game_tree(theorem: Theorem, steady: Listed) -> GameTree:
    """The first two questions of an optimal game.

    steady: as of `steady_of`.  It is optimal from some n on: for every n where its questions are
    optimal for all residues, else for the multiples of the period.  Its `validity` says which.
    """
    period, optimal = theorem.claim.period, list[NumberSet]()

    def grow(function: Function, residue: int, left: int) -> GameTree:
        number, shown = function[0], theorem.closure.patterns[function[0]]
        if not left:
            return GameTree(shown, number, None, ())
        equation, _ = steady[function, residue]
        optimal.append(as_instance(NumberSet, equation.verdict.optimal, "a set of numbers"))
        question, branches = equation.asked, []
        behind = (residue - sum(question.new)) % period
        for one, part in zip(question.answers, question.parts, strict=True):
            if part is None or one.pattern is None:
                branch = GameTree(one.normal, None, None, (), one.is_won)
            else:
                branch = grow(equation.usual(part), behind, left - 1)
            if one.part:
                branches.append((one.answer, branch))
        return GameTree(shown, number, question.word, tuple(branches))

    tree = grow(theorem.system.first, 0, 2)
    # After the first question m is at least n - p, and must be M or more.
    first = theorem.start + theorem.closure.pegs
    validity = rf"$n \ge {first}$"
    if any(len(some.classes) < some.period for some in optimal):
        validity += rf" with $n \equiv 0 \pmod{{{period}}}$"
    return replace(tree, validity=validity)
