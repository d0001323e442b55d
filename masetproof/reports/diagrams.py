"""The pattern graph as a LaTeX picture, and the beginning of the game tree.

LaTeX's own picture environment is used, so that nothing beyond the base distribution is needed.
The graph is laid out by `reports.layers`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from masetproof.drawing import Point
from masetproof.games.pegs import Answer
from masetproof.patterns.pattern import MasetPattern
from masetproof.proofs.equations import questions_on
from masetproof.proofs.guide import OptimalStrategy, steady_equations
from masetproof.proofs.theorem import Theorem
from masetproof.reports.layers import layered

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
    for points in layout.curves.values():
        for first in range(0, len(points) - 1, 2):
            body.append(rf"\qbezier{''.join(map(_at, points[first : first + 3]))}")
        # The head of an arrow; edges are level or upright where they end.
        (x, y), (u, v) = points[-2:]
        right, down = (u > x) - (u < x), (v > y) - (v < y)
        head = _at((u - 0.1 * right, v - 0.1 * down))
        body.append(rf"\put{head}{{\vector({right},{-down}){{0.1}}}}")
    width, height = _NODE
    for state, name in enumerate(names):
        x, y = layout.centre[state]
        corner = _at((x - width / 2, y + height / 2))
        body.append(rf"\put{corner}{{\framebox({width:g},{height:g}){{${name}$}}}}")
    size = f"({layout.width:.0f},{layout.height:.0f})(0,{-layout.height:.2f})"
    begin = rf"\setlength{{\unitlength}}{{1mm}}\begin{{picture}}{size}"
    return "\n".join([begin, *body, r"\end{picture}"])


def _at(point: Point) -> str:
    """A point of a picture, whose ordinates grow upwards."""
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
