"""Changes of a valid tree that keep it valid and make no secret's path longer.

- ``shrink``: where only one secret is left, it is asked.  The rest of its path goes away.
- ``idle``: a question after which there is only one way on, and which cannot win there, told
  nothing.  It goes away, and what follows it takes its place.
- ``triangle``: a question that cannot win, with two branches that each find their one secret at
  once, is replaced by the question of the first branch.  Where it wins, the branch is gone, and
  after any other answer the second secret is asked.  So one secret is found a question earlier and
  the other as late as before: exactly one question is saved in total, and the depth stays.

All three need nothing but the secrets that lead to each node.  A triangle may appear where an idle
question goes away, and an idle question disappears where a path is shrunk.  Applied once each in
the order above, they leave nothing for a second time.
"""

from __future__ import annotations

from typing import final

from masetproof.arguments import Choice, as_member
from masetproof.evolution.codemaker import (
    Breaker,
    Codemaker,
    breaker_of,
    entries_of,
    folded,
    joined,
    nodes_of,
    strategy_tree,
    tree_entries,
)
from masetproof.finite.table import MEMORY
from masetproof.trees.replay import replay
from masetproof.trees.tree import StrategyTree, checked_tree

__all__ = ["Transformation", "everywhere", "transform", "transformed_node"]


@final
class Transformation(Choice):
    """One of the changes, in the order in which they are best applied."""

    SHRINK = "shrink"
    IDLE = "idle"
    TRIANGLE = "triangle"


def transform(tree: StrategyTree, transformation: Transformation | str) -> StrategyTree:
    """The tree after one of the changes, everywhere in it.

    `Refused` when an argument is of another type or the game has too many answers for a table;
    `Refuted` when the tree is no strategy.

    >>> tree = random_tree(FiniteGame("mastermind", 2, 2), seed=1)
    >>> replay(transform(tree, "shrink")).total <= replay(tree).total
    True
    """
    transformation = as_member(Transformation, transformation)
    replay(checked_tree(tree))
    codemaker = Codemaker(tree.finite, MEMORY)
    breaker = breaker_of(codemaker, tree_entries(tree))
    changed = everywhere(codemaker, breaker, transformation)
    return strategy_tree(tree.finite, entries_of(changed))


def everywhere(codemaker: Codemaker, breaker: Breaker, transformation: Transformation) -> Breaker:
    """A tree with the change made at every node, those below before those above."""
    nodes = list(nodes_of(breaker))

    def make(place: int, branches: list[tuple[int, Breaker]]) -> Breaker:
        _, _, node = nodes[place]
        below = joined(node.question, node.secrets, dict(branches))
        return transformed_node(codemaker, below, transformation)

    return folded([(depth, answer, node.question) for depth, answer, node in nodes], make)


def transformed_node(
    codemaker: Codemaker, node: Breaker, transformation: Transformation
) -> Breaker:
    """What stands in place of one node: itself where there is nothing to change."""
    match transformation:
        case Transformation.SHRINK:
            return codemaker.leaves[node.secrets[0]] if len(node.secrets) == 1 else node
        case Transformation.IDLE:
            return _only(node) if len(node.branches) == 1 and not node.terminal else node
        case _:
            return _without_triangle(codemaker, node) if _is_triangle(node) else node


def _only(node: Breaker) -> Breaker:
    (below,) = node.branches.values()
    return below


def _is_triangle(node: Breaker) -> bool:
    # With two branches for two secrets the question wins for neither of them.
    return len(node.secrets) == len(node.branches) == node.worst == 2


def _without_triangle(codemaker: Codemaker, node: Breaker) -> Breaker:
    first, second = sorted(node.branches)
    return codemaker.pair(*(node.branches[answer].secrets[0] for answer in (first, second)))
