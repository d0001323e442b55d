"""Questions that tell nothing: allowed, counted, and not paid for with a pass over all secrets."""

from __future__ import annotations

import pytest

from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import MASTERMIND, Answer, PegGame
from masetproof.trees.replay import Refuted, replay
from masetproof.trees.tree import Node, StrategyTree
from masetproof.words import Word
from tests.trees.samples import answered, played


def after(finite: FiniteGame, question: Word, below: dict[tuple[int, int], Node]) -> Node:
    pairs = ((finite.game.number_of(Answer(*key)), node) for key, node in below.items())
    return Node(question, tuple(sorted(pairs, key=lambda pair: pair[0])))


def parts_of(
    finite: FiniteGame, secrets: list[Word], question: Word
) -> dict[tuple[int, int], list[Word]]:
    parts: dict[tuple[int, int], list[Word]] = {}
    for secret in secrets:
        parts.setdefault(answered(finite, secret, question), []).append(secret)
    parts.pop((finite.pegs, 0), None)
    return parts


def consistent(finite: FiniteGame, secrets: list[Word]) -> Node:
    """Asks the first secret that is possible."""
    parts = parts_of(finite, secrets, secrets[0])
    return after(finite, secrets[0], {key: consistent(finite, parts[key]) for key in parts})


def with_idle_chain(finite: FiniteGame, firsts: list[Word]) -> tuple[StrategyTree, int, int]:
    """A strategy that asks words of other colours, and if none occurs, all words of these colours.

    Also how many questions that tell nothing there are, and how many secrets meet them.
    """
    colours = {colour for word in firsts for colour in word}
    idle = [word for word in finite.questions if set(word) <= colours and word not in firsts]
    left, steps = list(finite.secrets), []
    for word in firsts:
        parts = parts_of(finite, left, word)
        left = parts.pop((0, 0))
        steps.append((word, {key: consistent(finite, part) for key, part in parts.items()}))
    node = consistent(finite, left)
    for word in idle:
        node = after(finite, word, {(0, 0): node})
    for word, below in reversed(steps):
        node = after(finite, word, below | {(0, 0): node})
    return StrategyTree(finite, node), len(idle), len(left)


def test_questions_that_tell_nothing_ask_no_secret_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    finite = FiniteGame(MASTERMIND, 3, 8)
    tree, idle, secrets = with_idle_chain(finite, [(0, 1, 2)])
    assert (idle, secrets) == (26, 125)
    expected = sum(len(played(tree, secret)) for secret in finite.secrets)
    chain, asked_singly = set(finite.questions), 0
    chain = {word for word in chain if set(word) <= {0, 1, 2} and word != (0, 1, 2)}
    number = PegGame.number

    def counted(game: PegGame, secret: Word, question: Word) -> int:
        nonlocal asked_singly
        asked_singly += set(secret) <= {3, 4, 5, 6, 7} and question in chain
        return number(game, secret, question)

    monkeypatch.setattr(PegGame, "number", counted)
    assert replay(tree).total == expected
    assert asked_singly == 0


def test_in_a_chain_of_idle_questions_wrong_branches_are_refuted() -> None:
    finite = FiniteGame(MASTERMIND, 2, 4)
    tree, _, _ = with_idle_chain(finite, [(0, 1)])
    one, two, three = finite.game.number_of(Answer(0, 0)), 1, 2
    steps = [tree.root]
    while len(steps) < 4:
        steps.append(dict(steps[-1].branches)[one])
    last = steps[-1]
    for number in (two, three):
        node = Node(last.question, ((number, last.branches[0][1]),))
        with pytest.raises(Refuted, match="which no secret gives"):
            replay(regrown(tree, steps[:-1], node))
    # The same question once more.
    node = Node(last.question, ((one, last),))
    with pytest.raises(Refuted, match="is asked a second time"):
        replay(regrown(tree, steps[:-1], node))


def regrown(tree: StrategyTree, above: list[Node], node: Node) -> StrategyTree:
    """The tree with another node below a chain of nodes, by their first branches."""
    for parent in reversed(above):
        (number, _), *others = parent.branches
        node = Node(parent.question, ((number, node), *others))
    return StrategyTree(tree.finite, node)
