"""A strategy tree as a LaTeX document: what the replay tells, and the tree over pages."""

from __future__ import annotations

from masetproof._version import __version__
from masetproof.games.pegs import Answer
from masetproof.reports import latex
from masetproof.trees.replay import replay, visits
from masetproof.trees.tree import StrategyTree


def strategy_listing(tree: StrategyTree) -> str:
    """The LaTeX source; `Refuted` when the tree is no strategy."""
    finite = tree.finite
    context = {
        "version": __version__,
        "finite": finite,
        "replayed": replay(tree),
        "visits": visits(tree),
        "answers": [
            latex.peg_symbols(answer) if isinstance(answer, Answer) else latex.escape(text)
            for answer, text in zip(finite.answers, finite.answer_texts, strict=True)
        ],
    }
    return latex.rendered("strategy.tex.jinja", context)
