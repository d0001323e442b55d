"""The pattern graph and the beginning of the game tree as LaTeX pictures.

LaTeX's own picture environment is used, so that nothing beyond the base distribution is needed.  It
has lines and arrow heads of a few slopes only; ``masetproof.sty`` turns level ones to any angle.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import zip_longest
from math import atan2, cos, degrees, hypot, pi, sin

from masetproof.games.pegs import Answer
from masetproof.patterns.pattern import MasetPattern
from masetproof.proofs.strategy import steady_equations
from masetproof.proofs.theorem import Theorem
from masetproof.reports import latex

__all__ = ["GameTree", "attained_questions", "game_tree", "game_tree_picture", "graph_picture"]

_RADIUS = 5.0
_MARGIN = 10.0
"""Around the centres of the outermost circles, for the small circles beside them."""
_ROW = 5.0
_LETTER = 1.75
_BRANCH = 24.0
"""Of the game tree, in mm: a line, a letter, and the lines between columns."""


def attained_questions(theorem: Theorem) -> dict[int, set[int]]:
    """For each state the states that its attained equations refer to, over all residues."""
    merged, attained = theorem.merged, theorem.induction.attained
    return {
        state: {
            int(part) for row in attained[state].tolist() for part in merged.parts[row] if part >= 0
        }
        for state in range(len(attained))
    }


def graph_picture(theorem: Theorem, names: list[str]) -> str:
    """The functions and what their optimal equations refer to, on a circle."""
    edges = attained_questions(theorem)
    count = len(names)
    radius = max(15.0, 4.5 * count) - _RADIUS if count > 1 else 0.0
    centre = radius + _MARGIN
    places = [
        (
            centre + radius * sin(2 * pi * i / count),
            centre + radius * cos(2 * pi * i / count),
        )
        for i in range(count)
    ]
    size = f"{2 * centre:.0f}"
    lines = [rf"\setlength{{\unitlength}}{{1mm}}\begin{{picture}}({size},{size})"]
    for state, parts in edges.items():
        for part in sorted(parts):
            if part == state:
                lines.append(_loop(places[state], centre, radius))
            else:
                lines.append(_arrow(places[state], places[part], _RADIUS))
    for name, (x, y) in zip(names, places, strict=True):
        lines.append(rf"\put({x:.2f},{y:.2f}){{\circle{{{2 * _RADIUS:.0f}}}}}")
        lines.append(rf"\put({x:.2f},{y:.2f}){{\makebox(0,0){{${name}$}}}}")
    lines.append(r"\end{picture}")
    return "\n".join(lines)


def _loop(place: tuple[float, float], centre: float, radius: float) -> str:
    x, y = place
    length = hypot(x - centre, y - centre)
    dx, dy = ((x - centre) / length, (y - centre) / length) if radius else (0.0, 1.0)
    far = _RADIUS + 2.0
    return rf"\put({x + far * dx:.2f},{y + far * dy:.2f}){{\circle{{5}}}}"


def _arrow(start: tuple[float, float], end: tuple[float, float], gap: float) -> str:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy)
    dx, dy = dx / length, dy / length
    # Edges in both directions run beside each other.
    side = 0.8
    x0, y0 = start[0] + gap * dx - side * dy, start[1] + gap * dy + side * dx
    x1, y1 = end[0] - gap * dx - side * dy, end[1] - gap * dy + side * dx
    return _line("mptArrow", x0, y0, x1, y1)


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


def game_tree(theorem: Theorem) -> GameTree:
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
            body.append(_line("mptLine", x1 - _BRANCH + 4, place, x1, height))
            body.append(
                rf"\put({x1 - 4:.1f},{place + (height - place) * 0.75 + 1.2:.2f})"
                rf"{{\makebox(0,0)[b]{{\tiny {latex.pegs(answer)}}}}}"
            )
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
