"""A table of all answers, and trees whose nodes know their secrets and their cost.

Here secrets, questions and answers are numbers: places in `FiniteGame.secrets`,
`FiniteGame.questions` and `FiniteGame.answers`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, final

from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import make_table
from masetproof.progress import Tick, no_tick
from masetproof.trees.tree import Node, StrategyTree, folded, walked

Secrets = tuple[int, ...]
"""Numbers of secrets, ascending."""

Entry = tuple[int, int | None, int]
"""A node of a tree that is listed in preorder: its depth, the answer that leads to it (None at the
root), and its question."""


class Breaker(NamedTuple):
    """A node of a tree with all that is below it; it never changes.

    secrets: what is still possible here, at least one.  branches: the node after each answer that
    one of them gives and that does not win, in any order.  total: questions asked from here on,
    this one included, summed over the secrets.  worst: the most for one of them.
    """

    question: int
    secrets: Secrets
    branches: dict[int, Breaker]
    total: int
    worst: int


def joined(question: int, secrets: Secrets, branches: dict[int, Breaker]) -> Breaker:
    """The node with these branches, with its total and worst case.

    That the branches are the ones its secrets need is not checked.
    """
    total, worst = len(secrets), 0
    for below in branches.values():
        total += below.total
        if below.worst > worst:  # faster than max
            worst = below.worst
    return Breaker(question, secrets, branches, total, worst + 1)


@final
class Codemaker:
    """All answers of a game.

    answers[question][secret] is the number of the answer.  own[secret] is the number of the secret
    as a question.  leaves[secret] is the node that asks it when no other is possible.
    everything: all secrets.
    """

    def __init__(self, finite: FiniteGame, memory: int, tick: Tick = no_tick) -> None:
        """`Refused` when the answers take more than *memory* bytes."""
        table = make_table(finite, memory, tick)
        self.finite = finite
        self.winning = finite.winning
        self.answers = [row.tobytes() for row in table.answers]
        self.own: list[int] = table.own.tolist()
        self.everything: Secrets = tuple(range(len(self.own)))
        self.leaves = [joined(own, (secret,), {}) for secret, own in enumerate(self.own)]

    def pair(self, first: int, second: int) -> Breaker:
        """The node for two secrets that asks the first one, and then, if need be, the second."""
        question = self.own[first]
        secrets = (first, second) if first < second else (second, first)
        return joined(question, secrets, {self.answers[question][second]: self.leaves[second]})

    def parts(self, question: int, secrets: Iterable[int]) -> dict[int, list[int]]:
        """The secrets by the answer they give to a question, the winning answer included.

        Only answers that occur are there.
        """
        row = self.answers[question]
        parts: dict[int, list[int]] = {}
        for secret in secrets:
            answer = row[secret]
            if answer in parts:
                parts[answer].append(secret)
            else:
                parts[answer] = [secret]
        return parts


def breaker_of(codemaker: Codemaker, entries: Iterable[Entry]) -> Breaker:
    """The tree with these entries in preorder; it must be a strategy, which is not checked."""
    listed: list[tuple[int, int | None, tuple[int, Secrets]]] = []
    path: list[dict[int, list[int]]] = []
    for depth, answer, question in entries:
        del path[depth:]
        secrets = codemaker.everything if answer is None else tuple(path[-1][answer])
        listed.append((depth, answer, (question, secrets)))
        path.append(codemaker.parts(question, secrets))
    return folded(listed, lambda node, branches: joined(*node, dict(branches)))


def strategy_tree(finite: FiniteGame, entries: Iterable[Entry]) -> StrategyTree:
    """The strategy tree with these entries in preorder."""
    words = finite.questions
    listed = ((depth, answer, words[question]) for depth, answer, question in entries)
    return StrategyTree(finite, folded(listed, Node))


def entries_of(breaker: Breaker) -> Iterator[Entry]:
    """The entries of a tree in preorder, branches by ascending answers."""
    for depth, answer, node in walked(breaker, lambda node: sorted(node.branches.items())):
        yield depth, answer, node.question
