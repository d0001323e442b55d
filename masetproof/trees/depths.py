"""How deep a strategy is, found without playing it against every secret or building its tree.

Every question must tell something here.  So with s secrets left after d questions none takes more
than d + s.  States of play are visited in the order of that bound, and most are never visited.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import count

from masetproof.arguments import as_count
from masetproof.strategies.strategy import Strategy
from masetproof.trees.replay import Visit, first_visit
from masetproof.trees.tree import checked_strategy
from masetproof.words import Word

__all__ = ["longest_path", "secrets_by_depth"]


def secrets_by_depth(strategy: Strategy) -> Iterator[int]:
    """How many secrets are found with 1, 2, ... questions, one number after the other.

    Each is known when all states with fewer questions have been visited; what is deeper is not.
    `Refused` when *strategy* is no `Strategy`, `Refuted` when a question tells nothing, or is none.

    >>> tree = optimize(FiniteGame("mastermind", 2, 2), workers=1).tree
    >>> list(secrets_by_depth(tree))
    [1, 2, 1]
    """
    return _secrets_by_depth(checked_strategy(strategy))


def _secrets_by_depth(strategy: Strategy) -> Iterator[int]:
    level = [first_visit(strategy)]
    while level:
        yield sum(_told(visit).found for visit in level)
        level = [below for visit in level for below in visit.below()]


def longest_path(
    strategy: Strategy, limit: int | None = None
) -> tuple[list[tuple[Word, int]], Word]:
    """The questions, with the numbers of their answers, before a secret that takes the most.

    The secret follows; so the worst case is one more than the questions.  limit: any secret that
    takes more questions than that will do, and the rest is not looked at.  Raises as
    `secrets_by_depth`.

    >>> tree = optimize(FiniteGame("mastermind", 2, 2), workers=1).tree
    >>> steps, secret = longest_path(tree)
    >>> len(steps) + 1, replay(tree).worst
    (3, 3)
    """
    root = first_visit(checked_strategy(strategy))
    if limit is not None:
        limit = as_count(limit, "the number of questions", 1)
    order = count()
    # The greatest bounds come first, and among these what was reached first.
    waiting = [(-len(root.secrets), next(order), root)]
    longest, deepest = 0, root
    while waiting and -waiting[0][0] > longest and (limit is None or longest <= limit):
        _, _, visit = heapq.heappop(waiting)
        if _told(visit).found and visit.depth + 1 > longest:
            longest, deepest = visit.depth + 1, visit
        for below in visit.below():
            bound = below.depth + len(below.secrets)
            if bound > longest:
                heapq.heappush(waiting, (-bound, next(order), below))
    return deepest.path(), deepest.question


def _told(visit: Visit) -> Visit:
    """The visit itself; `Refuted` when its question tells nothing."""
    if not visit.found and len(visit.parts) == 1:
        raise visit.refuted(f"{visit.finite.text(visit.question)} tells nothing")
    return visit
