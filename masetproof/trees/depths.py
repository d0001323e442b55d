"""How deep a strategy is, found without playing it against every secret or building its tree.

A state of play with s secrets that is reached after d questions holds no secret that takes more
than d + s: a question that tells nothing is left out here, as it would be in `replay` if the
strategy asked it, which is `Refuted` there.  So states are visited in the order of that bound, and
most are never visited.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from masetproof.arguments import as_count
from masetproof.finite.setting import FiniteGame
from masetproof.strategies.strategy import Position, Strategy
from masetproof.trees.notation import place_text
from masetproof.trees.replay import Place, Possible, Refuted, all_secrets
from masetproof.trees.tree import checked_strategy
from masetproof.words import Word

__all__ = ["longest_path", "secrets_by_depth"]


class _State(NamedTuple):
    """A position of a strategy, after so many questions."""

    position: Position
    depth: int
    place: Place | None
    possible: Possible


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
    states = [_root(strategy)]
    while states:
        found, below = 0, []
        for state in states:
            won, after = _after(strategy.finite, state)
            found += won
            below += after
        yield found
        states = below


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
    finite = checked_strategy(strategy).finite
    if limit is not None:
        limit = as_count(limit, "the number of questions", 1)
    order = count()
    root = _root(strategy)
    waiting = [(-len(root.possible.secrets), next(order), root)]
    best: tuple[int, Place | None, Word] = (0, None, root.possible.secrets[0])
    while waiting and -waiting[0][0] > best[0] and (limit is None or best[0] <= limit):
        _, _, state = heapq.heappop(waiting)
        won, after = _after(finite, state)
        if won and state.depth + 1 > best[0]:
            best = state.depth + 1, state.place, state.position.question
        for below in after:
            bound = below.depth + len(below.possible.secrets)
            if bound > best[0]:
                heapq.heappush(waiting, (-bound, next(order), below))
    _, place, secret = best
    return place.path() if place else [], secret


def _root(strategy: Strategy) -> _State:
    return _State(strategy.start(), 0, None, all_secrets(strategy.finite))


def _after(finite: FiniteGame, state: _State) -> tuple[bool, list[_State]]:
    """Whether the question of a state finds a secret, and the states that follow."""
    question = state.position.question
    finite.check_question(question)
    parts = state.possible.parts(finite, question)
    won = parts.pop(finite.winning, None) is not None
    if not won and len(parts) == 1:
        told = place_text(finite, state.place.path() if state.place else [])
        raise Refuted(f"{told}: {finite.text(question)} tells nothing")
    return won, [
        _State(
            state.position.after(number),
            state.depth + 1,
            Place(state.place, question, number),
            part,
        )
        for number, part in sorted(parts.items())
    ]
