"""A strategy tree as a LaTeX document: what the replay tells, and the tree over pages."""

from __future__ import annotations

from masetproof._version import __version__
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import Answer
from masetproof.reports import latex
from masetproof.trees.replay import Visit, replay, visits
from masetproof.trees.tree import StrategyTree

__all__ = ["strategy_listing"]

_DEEPEST_INDENT = 16
"""Deeper nodes are not indented further but numbered; the lines would leave the page."""


def strategy_listing(tree: StrategyTree) -> str:
    """The LaTeX source; `Refuted` when the tree is no strategy."""
    replayed = replay(tree)
    answers = [
        latex.peg_symbols(answer) if isinstance(answer, Answer) else latex.escape(text)
        for answer, text in zip(tree.finite.answers, tree.finite.answer_texts, strict=True)
    ]
    context = {
        "version": __version__,
        "title": tree.finite.title,
        "consistent_only": tree.finite.consistent_only,
        "secrets": f"{replayed.secrets:,}",
        "total": f"{replayed.total:,}",
        "expected": replayed.expected_text().replace(" = ", r" \approx "),
        "worst": replayed.worst,
        "histogram": [f"{count:,}" for count in replayed.histogram],
        "rows": [_row(tree.finite, visit, answers) for visit in visits(tree)],
    }
    return latex.rendered("strategy.tex.jinja", context)


def _row(finite: FiniteGame, visit: Visit, answers: list[str]) -> tuple[str, str, str]:
    """The question behind its answer, the secrets, and the mark where the question wins."""
    text = rf"\hspace*{{{1.2 * min(visit.depth, _DEEPEST_INDENT):.1f}em}}"
    if visit.depth > _DEEPEST_INDENT:
        text += f"[{visit.depth}] "
    if visit.number is not None:
        text += f"{answers[visit.number]} "
    text += latex.typewriter(finite.text(visit.node.question))
    return text, f"{len(visit.secrets):,}", r"$\star$" if visit.wins else ""
