"""Strategy trees as text, for people and for Graphviz.  What is no strategy is `Refuted`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from json import dumps

from masetproof.trees.replay import replay, visits
from masetproof.trees.tree import StrategyTree

_quoted = partial(dumps, ensure_ascii=False)
"""A text as a string of DOT: as one of JSON without escapes of letters, which DOT has not."""
_DEEPEST_INDENT = 40
"""Deeper nodes are not indented further but numbered, so that a chain takes no quadratic space."""


def indented(tree: StrategyTree, depth: int | None = None) -> Iterator[str]:
    """The game, the cost of the strategy, the legend, and then the lines of `levels`."""
    cost = replay(tree)
    yield tree.finite.title
    yield cost.words()
    yield f"secrets found with 1, 2, ... questions: {' '.join(map(str, cost.histogram))}"
    yield legend(depth)
    yield ""
    yield from levels(tree, depth)


def legend(depth: int | None) -> str:
    """How to read the lines of `levels`."""
    more = "; ... where more questions follow"
    more = "" if depth is None else more if depth > 1 else "; ... stands for questions that follow"
    told = "answer: question (number of secrets still possible), * if the question is one of them"
    return told + more


def levels(tree: StrategyTree, depth: int | None = None) -> Iterator[str]:
    """A line for each node less than *depth* deep; with depth 1 also one for each answer."""
    texts = tree.finite.answer_texts
    for visit in visits(tree):
        hidden = depth is not None and visit.depth >= depth
        if hidden and (depth, visit.depth) != (1, 1):
            continue
        indent = "  " * min(visit.depth, _DEEPEST_INDENT)
        if visit.depth > _DEEPEST_INDENT:
            indent += f"[{visit.depth}] "
        answer = "" if visit.number is None else f"{texts[visit.number]}: "
        mark = " *" * visit.wins
        if hidden:
            yield f"{indent}{answer}... ({len(visit.secrets)})"
            continue
        cut = 1 < visit.depth + 1 == depth and len(visit.secrets) > visit.wins
        question = tree.finite.text(visit.question)
        yield f"{indent}{answer}{question} ({len(visit.secrets)}){mark}{' ...' * cut}"


def paths(tree: StrategyTree) -> Iterator[str]:
    """A line for each secret, ascending: the questions, the secret last, with their answers."""
    winning = {visit.question: visit for visit in visits(tree) if visit.wins}
    texts = tree.finite.answer_texts
    for secret, visit in sorted(winning.items()):
        steps = [
            f"{tree.finite.text(question)} {texts[number]}" for question, number in visit.path()
        ]
        yield ", ".join([*steps, tree.finite.text(secret)])


def dot_lines(tree: StrategyTree) -> Iterator[str]:
    """A graph of DOT: nodes have the question and the number of secrets, edges the answer.

    Where the question may be the secret the node has a second frame.
    """
    cost = replay(tree)
    texts = tree.finite.answer_texts
    yield "digraph strategy {"
    yield "  rankdir=LR;"
    yield "  labelloc=t;"
    yield f"  label={_quoted(f'{tree.finite.title}: {cost.words()}')};"
    yield '  node [shape=box, fontname="monospace", height=0.3];'
    yield '  edge [fontname="monospace", fontsize=10];'
    # The numbers of the nodes above the one that comes.
    above: list[int] = []
    for number, visit in enumerate(visits(tree)):
        del above[visit.depth :]
        label = f"{tree.finite.text(visit.question)} ({len(visit.secrets)})"
        lines = ", peripheries=2" if visit.wins else ""
        yield f"  n{number} [label={_quoted(label)}{lines}];"
        if visit.number is not None:
            yield f"  n{above[-1]} -> n{number} [label={_quoted(texts[visit.number])}];"
        above.append(number)
    yield "}"
