"""Strategy trees for Graphviz.  A tree that is no strategy is `Refuted`."""

from __future__ import annotations

import json
from collections.abc import Iterator

from masetproof.trees.replay import replay, visits
from masetproof.trees.tree import StrategyTree

__all__ = ["dot_lines"]


def dot_lines(tree: StrategyTree) -> Iterator[str]:
    """A directed graph from left to right.

    A node shows its question and how many secrets are still possible; two lines around it say that
    the question is one of them.  Edges show the answers.
    """
    found = replay(tree).words()
    texts = tree.finite.answer_texts
    yield "digraph strategy {"
    yield "  rankdir=LR;"
    yield "  labelloc=t;"
    yield f"  label={_quoted(f'{tree.finite.title}: {found}')};"
    yield '  node [shape=box, fontname="monospace", height=0.3];'
    yield '  edge [fontname="monospace", fontsize=10];'
    # The numbers of the nodes above the one that comes.
    above: list[int] = []
    for number, visit in enumerate(visits(tree)):
        del above[visit.depth :]
        label = f"{tree.finite.text(visit.node.question)} ({len(visit.secrets)})"
        lines = ", peripheries=2" if visit.found else ""
        yield f"  n{number} [label={_quoted(label)}{lines}];"
        if visit.place is not None:
            yield f"  n{above[-1]} -> n{number} [label={_quoted(texts[visit.place.number])}];"
        above.append(number)
    yield "}"


def _quoted(text: str) -> str:
    """A string of DOT: for the ASCII text there is here, the same as one of JSON."""
    return json.dumps(text)
