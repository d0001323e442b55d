"""A strategy as a value: a tree of questions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

from masetproof.arguments import Refused, as_instance, shown
from masetproof.finite.setting import FiniteGame
from masetproof.notebook import Shown
from masetproof.strategies.strategy import Strategy
from masetproof.words import Word, word_text

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Node", "StrategyTree", "checked_strategy", "checked_tree", "preorder"]


@final
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Node:
    """A question and what follows each answer to it.

    branches: (number of the answer, node) in ascending order of the answer (`Game.number_of`), for
    the answers that some secret gives.  The winning answer ends the game and has no branch.

    Comparing and hashing follow the whole tree below, however deep it is.

    `Refused` when the parts are of other types.  What they say is for `trees.replay` to judge.
    """

    question: Word
    branches: tuple[tuple[int, Node], ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.question, tuple):
            raise Refused(
                f"a question is a tuple of colours, as of parse_word, not {shown(self.question)}"
            )
        if not isinstance(self.branches, tuple) or not all(map(_is_branch, self.branches)):
            raise Refused("the branches of a node are a tuple of pairs: number of the answer, node")

    def after(self, answer: int) -> Node:
        """The node that follows the answer of that number; `Refused` when there is none."""
        for number, below in self.branches:
            if number == answer:
                return below
        raise Refused(f"the tree has no branch for answer number {shown(answer)} here")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Node):
            return NotImplemented
        pending = [(self, other)]
        while pending:
            one, two = pending.pop()
            if one is two:
                continue
            if one.question != two.question or len(one.branches) != len(two.branches):
                return False
            for (number, below), (same, beside) in zip(one.branches, two.branches, strict=True):
                if number != same:
                    return False
                pending.append((below, beside))
        return True

    def __hash__(self) -> int:
        return hash(tuple((depth, number, node.question) for depth, number, node in preorder(self)))

    def __repr__(self) -> str:
        return f"<Node {word_text(self.question)}, {len(self.branches)} branches>"


def _is_branch(branch: object) -> bool:
    return (
        isinstance(branch, tuple)
        and len(branch) == 2
        and type(branch[0]) is int
        and isinstance(branch[1], Node)
    )


def preorder(root: Node) -> Iterator[tuple[int, int | None, Node]]:
    """Every node with its depth and the answer that leads to it, None for the root.

    Each node comes before those below it, and these in the order of the answers.  `Refused` when
    *root* is no node.
    """
    return _preorder(as_instance(Node, root, "the root of a tree"))


def _preorder(root: Node) -> Iterator[tuple[int, int | None, Node]]:
    pending: list[tuple[int, int | None, Node]] = [(0, None, root)]
    while pending:
        depth, number, node = pending.pop()
        yield depth, number, node
        pending.extend((depth + 1, number, below) for number, below in reversed(node.branches))


@final
@dataclass(frozen=True, slots=True)
class StrategyTree(Strategy, Shown):
    """A strategy that is stored: its positions are its nodes.

    `Refused` when the parts are of other types.
    """

    finite: FiniteGame
    root: Node

    def __post_init__(self) -> None:
        as_instance(FiniteGame, self.finite, "the game of a tree")
        as_instance(Node, self.root, "the root of a tree")

    def start(self) -> Node:
        """The root."""
        return self.root

    def to_networkx(self) -> nx.DiGraph:
        """The tree as a graph of networkx.

        Nodes are 0, 1, ... in preorder with the attributes ``question`` (its text) and ``depth``;
        an edge has the ``answer`` (its text) that leads to the node below.
        """
        import networkx as nx

        graph = nx.DiGraph(title=self.finite.title)
        path: list[int] = []
        for place, (depth, number, node) in enumerate(preorder(self.root)):
            graph.add_node(place, question=self.finite.text(node.question), depth=depth)
            del path[depth:]
            if number is not None:
                graph.add_edge(path[-1], place, answer=self.finite.answer_texts[number])
            path.append(place)
        return graph


def checked_strategy(strategy: object) -> Strategy:
    """The strategy itself; `Refused` when it is none."""
    return as_instance(Strategy, strategy, "a strategy")  # type: ignore[type-abstract]


def checked_tree(tree: object) -> StrategyTree:
    """The tree itself; `Refused` when it is none."""
    return as_instance(StrategyTree, tree, "a strategy tree")
