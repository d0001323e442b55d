"""Strategy trees as text for people.  A tree that is no strategy is `Refuted`."""

from __future__ import annotations

from collections.abc import Iterator

from masetproof.trees.replay import Place, replay, visits
from masetproof.trees.tree import StrategyTree
from masetproof.words import Word

__all__ = ["indented", "legend", "levels", "paths"]

_DEEPEST_INDENT = 40
"""Deeper nodes are not indented further but numbered, so that a chain takes no quadratic space."""


def indented(tree: StrategyTree, depth: int | None = None) -> Iterator[str]:
    """One line for each node, indented by its depth, after some lines that say what was found.

    depth: only the first *depth* questions of each path.
    """
    found = replay(tree)
    yield tree.finite.title
    yield found.words()
    yield f"secrets found with 1, 2, ... questions: {' '.join(map(str, found.histogram))}"
    yield legend(depth)
    yield ""
    yield from levels(tree, depth)


def legend(depth: int | None) -> str:
    """What the lines of `levels` say."""
    more = "; ... where more questions follow" * (depth is not None)
    told = "answer: question (number of secrets still possible), * if the question is one of them"
    return told + more


def levels(tree: StrategyTree, depth: int | None = None) -> Iterator[str]:
    """The lines of the nodes alone."""
    texts = tree.finite.answer_texts
    for visit in visits(tree):
        if depth is not None and visit.depth >= depth:
            continue
        indent = "  " * min(visit.depth, _DEEPEST_INDENT)
        if visit.depth > _DEEPEST_INDENT:
            indent += f"[{visit.depth}] "
        answer = f"{texts[visit.place.number]}: " if visit.place else ""
        mark = " *" * visit.found
        cut = visit.depth + 1 == depth and len(visit.secrets) > visit.found
        question = tree.finite.text(visit.node.question)
        yield f"{indent}{answer}{question} ({len(visit.secrets)}){mark}{' ...' * cut}"


def paths(tree: StrategyTree) -> Iterator[str]:
    """One line for each secret, in lexicographic order: the questions with the answers to them.

    The last question is the secret.
    """
    places: dict[Word, Place | None] = {}
    for visit in visits(tree):
        if visit.found:
            places[visit.node.question] = visit.place
    texts = tree.finite.answer_texts
    for secret, place in sorted(places.items()):
        path = place.path() if place else []
        asked = [f"{tree.finite.text(question)} {texts[number]}" for question, number in path]
        yield ", ".join([*asked, tree.finite.text(secret)])
