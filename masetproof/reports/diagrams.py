"""The pattern graph as a LaTeX picture, and the beginning of the game tree.

LaTeX's own picture environment is used, so that nothing beyond the base distribution is needed.  It
has lines and arrow heads of a few slopes only; ``masetproof.sty`` turns level ones to any angle.
The graph is laid out by `reports.layers`.
"""

from __future__ import annotations

from cmath import phase
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import degrees

from masetproof.games.pegs import Answer
from masetproof.patterns.pattern import MasetPattern
from masetproof.proofs.equations import questions_on
from masetproof.proofs.guide import OptimalStrategy, steady_equations
from masetproof.proofs.theorem import Theorem
from masetproof.reports.layers import Curve, layered, point_at

_NODE, _GAP, _LOOP = (10.0, 8.0), (17.0, 4.0), 6.0
"""Of the graph, in mm: boxes, what is between them, and loops above them."""


def steady_references(theorem: Theorem) -> dict[int, set[int]]:
    """For each state the states that its `steady_equations` refer to, over all residues."""
    references: dict[int, set[int]] = {}
    for (state, _), row in steady_equations(theorem).items():
        parts = theorem.columns.merged.parts[row].tolist()
        references.setdefault(state, set()).update(part for part in parts if part >= 0)
    return references


def graph_picture(theorem: Theorem, names: list[str]) -> str:
    """The functions and what their steady equations refer to, from left to right."""
    edges = [
        (state, part)
        for state, parts in steady_references(theorem).items()
        for part in sorted(parts)
    ]
    layout = layered(dict.fromkeys(range(len(names)), _NODE), edges, gap=_GAP, loop=_LOOP)
    body: list[str] = []
    for curves in layout.curves.values():
        for curve in curves:
            body += _quadratics(curve)
        # The head of an arrow at the end.
        before, end = complex(*point_at(curves[-1], 0.93)), complex(*curves[-1][3])
        body.append(_line("mptArrow", end - 0.1 * (end - before) / abs(end - before), end))
    width, height = _NODE
    for state, name in enumerate(names):
        x, y = layout.centre[state]
        corner = f"{x - width / 2:.2f},{-y - height / 2:.2f}"
        body.append(rf"\put({corner}){{\framebox({width:g},{height:g}){{${name}$}}}}")
    size = f"({layout.width:.0f},{layout.height:.0f})(0,{-layout.height:.2f})"
    begin = rf"\setlength{{\unitlength}}{{1mm}}\begin{{picture}}{size}"
    return "\n".join([begin, *body, r"\end{picture}"])


def _quadratics(curve: Curve) -> Iterator[str]:
    """The two quadratic curves that are nearest to the halves of a cubic one: LaTeX has no others.

    Points are complex numbers; their ordinates are negative, since those of LaTeX grow upwards.
    """
    one, two, three, four = (complex(*point) for point in curve)
    if one.imag == two.imag == three.imag == four.imag:
        yield _line("mptLine", one, four)
        return
    middle = (one + 3 * two + 3 * three + four) / 8
    for start, control, end in (
        (one, (9 * one + 21 * two + 3 * three - four) / 32, middle),
        (middle, (9 * four + 21 * three + 3 * two - one) / 32, four),
    ):
        points = (f"({point.real:.2f},{-point.imag:.2f})" for point in (start, control, end))
        yield rf"\qbezier{''.join(points)}"


def _line(macro: str, start: complex, end: complex) -> str:
    """A line or an arrow; ordinates grow downwards."""
    way = (end - start).conjugate()
    angle = round(degrees(phase(way)), 2) + 0.0  # no -0.00
    return rf"\{macro}{{{start.real:.2f}}}{{{-start.imag:.2f}}}{{{angle:.2f}}}{{{abs(way):.2f}}}"


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


def game_tree(theorem: Theorem) -> GameTree:
    """The first two questions of an optimal game (`steady_equations`).

    It is optimal from some n on: for every n where its questions are optimal for all residues, else
    for the multiples of the period.  Its `validity` says which.
    """
    closure, system = theorem.closure, theorem.columns
    period = theorem.claim.period
    strategy = OptimalStrategy(theorem, steady_equations(theorem))
    asked: list[int] = []

    def grow(state: int, residue: int, left: int) -> GameTree:
        number = int(system.pattern[state])
        shown = closure.patterns[number]
        if not left:
            return GameTree(shown, number, None, ())
        row = strategy.equations[state, residue]
        asked.append(row)
        question = questions_on(theorem.system, number)[strategy.number((state, residue)) - 1]
        part_states = {int(system.pattern[s]): int(s) for s in system.merged.parts[row] if s >= 0}
        branches = []
        behind = (residue - sum(question.new)) % period
        for one in question.answers:
            if not one.part:
                continue
            if one.pattern is None:
                branch = GameTree(one.normal, None, None, (), one.is_won)
            else:
                branch = grow(part_states[one.pattern], behind, left - 1)
            branches.append((one.answer, branch))
        return GameTree(shown, number, question.word, tuple(branches))

    tree = grow(0, 0, 2)
    # After the first question m is at least n - p, and must be M or more.
    first = theorem.start + closure.pegs
    validity = rf"$n \ge {first}$"
    if not theorem.tight[:, asked].all():
        validity += rf" with $n \equiv 0 \pmod{{{period}}}$"
    return replace(tree, validity=validity)
