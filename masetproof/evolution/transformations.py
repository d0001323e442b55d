"""Changes of a valid tree that keep it valid and make no secret's path longer.

- ``shrink``: where only one secret is left, it is asked.  The rest of its path goes away.
- ``idle``: a question after which there is only one way on, and which cannot win there, is of no
  use.  It goes away, and the node that follows takes its place.
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
from masetproof.trees.replay import Visit, visits
from masetproof.trees.tree import HasTree, Node, StrategyTree, checked_tree, folded, one_by_one


@final
class Transformation(Choice):
    """One of the changes, in the order in which they are best applied."""

    SHRINK = "shrink"
    IDLE = "idle"
    TRIANGLE = "triangle"


def transform(tree: StrategyTree | HasTree, transformation: Transformation | str) -> StrategyTree:
    """The tree after one of the changes at every node, those below before those above.

    tree: or a result that has one.  `Refused` when an argument is of another type, `Refuted` when
    the tree is no strategy.

    >>> tree = random_tree(FiniteGame("mastermind", 2, 2), seed=1)
    >>> replay(transform(tree, "shrink")).total <= replay(tree).total
    True
    """
    transformation, tree = as_member(Transformation, transformation), checked_tree(tree)
    listed = [(visit.depth, visit.number, visit) for visit in visits(tree)]
    root = folded(listed, lambda visit, branches: _changed(visit, branches, transformation))
    return StrategyTree(tree.finite, root)


def _changed(
    visit: Visit, branches: tuple[tuple[int, Node], ...], transformation: Transformation
) -> Node:
    """The node in place of a node with these branches; an equal one where nothing changes."""
    below = [node for _, node in branches]
    match transformation:
        case Transformation.SHRINK if len(visit.secrets) == 1:
            return Node(visit.secrets[0])
        case Transformation.IDLE if len(below) == 1 and not visit.wins:
            return below[0]
        case Transformation.TRIANGLE if len(below) == len(visit.secrets) == 2:
            # With two branches for two secrets the question wins for neither of them.
            if not any(node.branches for node in below):
                return one_by_one(visit.finite, [node.question for node in below])
    return Node(visit.question, branches)
