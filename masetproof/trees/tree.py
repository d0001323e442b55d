"""A strategy as a value: a tree of questions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Protocol, TypeVar, final, runtime_checkable

from masetproof.arguments import Refused, as_instance, counted, shown
from masetproof.finite.setting import FiniteGame
from masetproof.notebook import Shown
from masetproof.strategies.strategy import Strategy
from masetproof.words import Word, word_text

if TYPE_CHECKING:
    import networkx as nx

Listed = TypeVar("Listed")
Made = TypeVar("Made")

_LONGEST_PATH = 12
"""A longer path is shown without its middle, so that a message stays one that can be read."""


@final
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Node:
    """A question and what follows each answer to it.

    branches: (number of the answer, node) in ascending order of the answer (`Game.number_of`), for
    the answers that some secret gives.  The winning answer ends the game and has no branch.

    Comparing and hashing follow the whole tree below, however deep it is.  Whether the questions
    and branches fit the game is for `trees.replay` to judge.
    """

    question: Word
    branches: tuple[tuple[int, Node], ...] = ()

    def after(self, answer: int) -> Node:
        """The node that follows the answer of that number; `Refused` when there is none."""
        for number, below in self.branches:
            if number == answer:
                return below
        raise Refused(f"the tree has no branch for answer number {shown(answer)} here")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        both = zip_longest(self._listed(), other._listed())
        return self is other or all(one == two for one, two in both)

    def __hash__(self) -> int:
        return hash(tuple(self._listed()))

    def __reduce__(self) -> tuple[Callable[..., Node], tuple[list[tuple[int, int | None, Word]]]]:
        # As a list, since pickle calls itself for each node below a node.
        return _unlisted, (list(self._listed()),)

    def _listed(self) -> Iterator[tuple[int, int | None, Word]]:
        return ((depth, number, node.question) for depth, number, node in preorder(self))

    def __repr__(self) -> str:
        return f"<Node {word_text(self.question)}, {len(self.branches)} branches>"


def _unlisted(listed: list[tuple[int, int | None, Word]]) -> Node:
    return folded(listed, Node)


def preorder(root: Node) -> Iterator[tuple[int, int | None, Node]]:
    """Every node, before those below, with its depth and the answer that leads there, if any."""
    return walked(root, lambda node: node.branches)


def walked(
    root: Made, branches: Callable[[Made], Sequence[tuple[int, Made]]]
) -> Iterator[tuple[int, int | None, Made]]:
    """As `preorder`, for nodes of any kind; branches: those of a node, in the order of answers."""
    pending: list[tuple[int, int | None, Made]] = [(0, None, root)]
    while pending:
        depth, number, node = pending.pop()
        yield depth, number, node
        pending.extend((depth + 1, number, below) for number, below in reversed(branches(node)))


def folded(
    listed: Iterable[tuple[int, int | None, Listed]],
    make: Callable[[Listed, tuple[tuple[int, Made], ...]], Made],
) -> Made:
    """Build a value of a tree bottom up, from its nodes in the order of `preorder`.

    listed: depth, answer and some value of each node.  make: called for every node after the nodes
    below it, with the node's value and, after its answer, what it returned for each branch.
    Returned is its result for the root.
    """
    # From the last node to the first: what waits one step deeper belongs to this node.
    waiting: defaultdict[int, list[tuple[int, Made]]] = defaultdict(list)
    for depth, number, node in reversed(list(listed)):
        made = make(node, tuple(reversed(waiting.pop(depth + 1, []))))
        waiting[depth].append((-1 if number is None else number, made))
    ((_, root),) = waiting[0]
    return root


def one_by_one(finite: FiniteGame, secrets: Sequence[Word]) -> Node:
    """The node that asks for one secret, or for the first of two and then for the other one."""
    first, *rest = secrets
    return Node(first, tuple((finite.game.number(other, first), Node(other)) for other in rest))


def place_text(finite: FiniteGame, path: Sequence[tuple[Word, int]]) -> str:
    """The place to which questions and answers lead, as ``after 0012 (1,1), 0234 (0,2)``."""
    texts = finite.answer_texts
    if not path:
        return "at the first question"
    steps = [
        f"{finite.text(question)} {texts[number] if 0 <= number < len(texts) else number}"
        for question, number in path
    ]
    if len(steps) > _LONGEST_PATH:
        half = _LONGEST_PATH // 2
        steps[half:-half] = [f"({len(steps) - 2 * half:,} more)"]
    return f"after {', '.join(steps)}"


@final
@dataclass(frozen=True, slots=True)
class StrategyTree(Strategy, Shown):
    """A strategy that is stored: its positions are its nodes.

    Iterating goes through its places in preorder, branches in the order of answers: the number of
    questions before it, the number of the answer that leads there (None at the first), and its
    `Node`.  The length is the number of places, the questions that are written in the tree.

    `Refused` when the parts are of other types.

    >>> tree = optimize(FiniteGame("mastermind", 1, 3), workers=1).tree
    >>> [node.question for depth, number, node in tree], len(tree)
    ([(0,), (1,), (2,)], 3)
    """

    finite: FiniteGame
    root: Node

    def __post_init__(self) -> None:
        as_instance(FiniteGame, self.finite, "the game of a tree")
        as_instance(Node, self.root, "the root of a tree")

    def __iter__(self) -> Iterator[tuple[int, int | None, Node]]:
        return preorder(self.root)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        first = self.finite.text(self.root.question)
        return (
            f"<StrategyTree of {self.finite.title}: {first} first, {counted(len(self), 'place')}>"
        )

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


@runtime_checkable
class HasTree(Protocol):
    """A result with a strategy tree: an `Optimum`, an `Evaluation`, an `Evolution`, a file."""

    @property
    def tree(self) -> StrategyTree:
        """The strategy."""


def checked_strategy(strategy: object) -> Strategy:
    """A strategy from itself, or from a result that has one; `Refused` otherwise."""
    value = strategy.tree if isinstance(strategy, HasTree) else strategy
    return as_instance(Strategy, value, "a strategy")  # type: ignore[type-abstract]


def checked_tree(tree: object) -> StrategyTree:
    """A strategy tree from itself, or from a result that has one; `Refused` otherwise."""
    return as_instance(
        StrategyTree, tree.tree if isinstance(tree, HasTree) else tree, "a strategy tree"
    )
