"""A strategy tree as a LaTeX document: what the replay tells, and the tree over pages."""

from __future__ import annotations

from masetproof._version import __version__
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
    }
    return latex.rendered("strategy.tex.jinja", context)
