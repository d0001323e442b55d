"""The pattern graph and the beginning of the game tree as LaTeX pictures.

LaTeX's own picture environment is used, so that nothing beyond the base distribution is needed.  It
has lines and arrow heads of a few slopes only; ``masetproof.sty`` turns level ones to any angle.
The graph is laid out by `reports.layers`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import zip_longest
from math import atan2, degrees, hypot

from masetproof.games.pegs import Answer
from masetproof.patterns.pattern import MasetPattern
from masetproof.proofs.strategy import steady_equations
from masetproof.proofs.theorem import OneIndexTheorem
from masetproof.reports import latex
from masetproof.reports.layers import Curve, halves, layered, point_at

__all__ = ["GameTree", "game_tree", "game_tree_picture", "graph_picture", "steady_references"]

_NODE, _GAP, _LOOP = (10.0, 8.0), (17.0, 4.0), 6.0
"""Of the graph, in mm: boxes, what is between them, and loops above them."""
_ROW = 5.0
_LETTER = 1.75
_BRANCH = 24.0
_ANSWER = 5.5
"""Of the game tree, in mm: a line, a letter, the lines between columns, an answer at their end."""


def steady_references(theorem: OneIndexTheorem) -> dict[int, set[int]]:
    """For each state the states that its `steady_equations` refer to, over all residues."""
    found: dict[int, set[int]] = {}
    for (state, _), row in steady_equations(theorem).items():
        parts = theorem.merged.parts[row].tolist()
        found.setdefault(state, set()).update(part for part in parts if part >= 0)
    return found


def graph_picture(theorem: OneIndexTheorem, names: list[str]) -> str:
    """The functions and what their steady equations refer to, from left to right."""
    edges = [
        (state, part)
        for state, parts in steady_references(theorem).items()
        for part in sorted(parts)
    ]
    layout = layered(dict.fromkeys(range(len(names)), _NODE), edges, gap=_GAP, loop=_LOOP)
    size = f"{layout.width:.0f},{layout.height:.0f}"
    lines = [rf"\setlength{{\unitlength}}{{1mm}}\begin{{picture}}({size})"]
    for curves in layout.curves.values():
        upright = [_upright(curve, layout.height) for curve in curves]
        for curve in upright:
            lines += map(_quadratic, halves(curve))
        lines.append(_head(upright[-1]))
    width, height = _NODE
    for state, name in enumerate(names):
        x, y = layout.centre[state]
        corner = f"{x - width / 2:.2f},{layout.height - y - height / 2:.2f}"
        lines.append(rf"\put({corner}){{\framebox({width:g},{height:g}){{${name}$}}}}")
    lines.append(r"\end{picture}")
    return "\n".join(lines)


def _upright(curve: Curve, height: float) -> Curve:
    """A curve as LaTeX counts, upwards."""
    one, two, three, four = ((x, height - y) for x, y in curve)
    return one, two, three, four


def _quadratic(curve: Curve) -> str:
    """The quadratic curve that is nearest to a cubic one, which is all that LaTeX has."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = curve
    x, y = (3 * (x1 + x2) - x0 - x3) / 4, (3 * (y1 + y2) - y0 - y3) / 4
    if abs(y0 - y3) + abs(y - y0) < 0.01:
        return _line("mptLine", x0, y0, x3, y3)
    return rf"\qbezier({x0:.2f},{y0:.2f})({x:.2f},{y:.2f})({x3:.2f},{y3:.2f})"


def _head(curve: Curve) -> str:
    """The head of an arrow at the end of a curve."""
    (x0, y0), (x1, y1) = point_at(curve, 0.93), curve[3]
    length = hypot(x1 - x0, y1 - y0)
    return _line("mptArrow", x1 - 0.1 * (x1 - x0) / length, y1 - 0.1 * (y1 - y0) / length, x1, y1)


def _line(macro: str, x0: float, y0: float, x1: float, y1: float) -> str:
    angle, length = degrees(atan2(y1 - y0, x1 - x0)), hypot(x1 - x0, y1 - y0)
    return rf"\{macro}{{{x0:.2f}}}{{{y0:.2f}}}{{{angle:.2f}}}{{{length:.2f}}}"


@dataclass(frozen=True)
class GameTree:
    """A pattern, the question asked on it, and what follows each answer.

    The patterns are those of the closure, for that is what the questions are asked on; explicit
    masets are normalized.

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


def game_tree(theorem: OneIndexTheorem) -> GameTree:
    """The first two questions of an optimal game (`steady_equations`).

    It is optimal from some n on: always where each question of the tree is so for all residues,
    else for n = 0 modulo the period only, as its `validity` says.
    """
    closure, merged, induction = theorem.closure, theorem.merged, theorem.induction
    period = induction.claim.period
    equations = steady_equations(theorem)
    asked: list[int] = []

    def grow(state: int, residue: int, left: int) -> GameTree:
        number = int(merged.pattern[state])
        shown = closure.patterns[number]
        if not left:
            return GameTree(shown, number, None, ())
        row = equations[state, residue]
        asked.append(row)
        place = theorem.questions_of(state, int(merged.split[row]))[0]
        question = closure.questions(number)[place - 1]
        part_states = {int(merged.pattern[s]): int(s) for s in merged.parts[row] if s >= 0}
        branches = []
        behind = (residue - int(merged.new[row])) % period
        for found in closure.answered(number, question):
            if not found.part:
                continue
            if found.pattern is None:
                branch = GameTree(found.normal, None, None, (), found.is_won)
            else:
                branch = grow(part_states[found.pattern], behind, left - 1)
            branches.append((found.answer, branch))
        return GameTree(shown, number, question, tuple(branches))

    tree = grow(0, 0, 2)
    # After the first question m is at least n - p, and must be M or more.
    first = induction.start + closure.pegs
    validity = rf"$n \ge {first}$"
    if not induction.tight[:, asked].all():
        validity += rf" with $n \equiv 0 \pmod{{{period}}}$"
    return replace(tree, validity=validity)


def game_tree_picture(tree: GameTree) -> str:
    """The tree from left to right, one line for each leaf."""
    body: list[str] = []
    columns = [0.0]
    for width in _widths(tree):
        columns.append(columns[-1] + width + _BRANCH)

    def draw(node: GameTree, column: int, row: float) -> tuple[float, float]:
        """Draw below *row*; returns the height of the node and the next free row."""
        heights = []
        following = row
        for answer, branch in node.branches:
            height, following = draw(branch, column + 1, following)
            heights.append((answer, height))
        if not heights:
            following = row - _ROW
            place = row
        else:
            place = sum(height for _, height in heights) / len(heights)
        text = rf"\footnotesize {_tree_text(node)}"
        body.append(rf"\put({columns[column]:.1f},{place:.2f}){{\makebox(0,0)[l]{{{text}}}}}")
        x1 = columns[column + 1] - 2
        for answer, height in heights:
            body.append(_line("mptLine", x1 - _BRANCH + 4, place, x1 - _ANSWER, height))
            pegs = rf"\makebox(0,0)[r]{{\tiny {latex.pegs(answer)}}}"
            body.append(rf"\put({x1:.1f},{height:.2f}){{{pegs}}}")
        return place, following

    _, lowest = draw(tree, 0, 0.0)
    return "\n".join(
        [
            r"\setlength{\unitlength}{1mm}"
            rf"\begin{{picture}}({columns[-1] - _BRANCH:.0f},{-lowest:.0f})"
            rf"(0,{lowest + _ROW / 2:.2f})",
            *body,
            r"\end{picture}",
        ]
    )


def _tree_text(node: GameTree) -> str:
    text = latex.pattern(node.pattern)
    if node.question is not None:
        text += r" \textbf{" + latex.question(node.question) + "?}"
    return text + (" (won)" if node.is_won else "")


def _widths(tree: GameTree) -> list[float]:
    """How wide the texts of each column are, in mm."""
    letters = sum(map(len, tree.pattern.clauses)) + len(tree.pattern.clauses) + 1
    if tree.question is not None:
        letters += len(tree.question) + 2
    letters += 6 * tree.is_won
    below = zip_longest(*(_widths(branch) for _, branch in tree.branches), fillvalue=0.0)
    return [_LETTER * letters, *map(max, below)]
