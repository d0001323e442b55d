"""Strategies to test with: small ones made by hand, and random ones of any finite game."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import AB, BLACK_PEG, BLACK_PEG_AB, MASTERMIND, Answer
from masetproof.trees.tree import Node, StrategyTree
from masetproof.words import Word, parse_word
from tests.oracles.masets import answer as oracle_answer

GAMES_TO_DRAW = [
    FiniteGame(MASTERMIND, 1, 1),
    FiniteGame(MASTERMIND, 1, 4),
    FiniteGame(MASTERMIND, 2, 2),
    FiniteGame(MASTERMIND, 2, 4, consistent_only=True),
    FiniteGame(MASTERMIND, 3, 3),
    FiniteGame(MASTERMIND, 3, 4, distinct=True),
    FiniteGame(AB, 2, 4),
    FiniteGame(AB, 3, 4, consistent_only=True),
    FiniteGame(BLACK_PEG, 2, 4),
    FiniteGame(BLACK_PEG, 3, 3, distinct=True, consistent_only=True),
    FiniteGame(BLACK_PEG, 3, 4, distinct=True),
    FiniteGame(BLACK_PEG_AB, 3, 4),
    FiniteGame(BLACK_PEG_AB, 2, 3, consistent_only=True),
]


def answered(finite: FiniteGame, secret: Word, question: Word) -> tuple[int, int]:
    """(black, white) from the oracle, which shares no code with the package."""
    black, white = oracle_answer(secret, question)
    return black, white if finite.game.white_pegs else 0


def node(finite: FiniteGame, question: str, branches: dict[tuple[int, int], Node]) -> Node:
    """A node with its branches by (black, white)."""
    return Node(
        parse_word(question),
        tuple(
            sorted(
                ((finite.game.number_of(Answer(*key)), below) for key, below in branches.items()),
                key=lambda branch: branch[0],
            )
        ),
    )


def chain(finite: FiniteGame, questions: list[str], key: tuple[int, int]) -> Node:
    """Questions one after the other, each after the same answer."""
    made: Node | None = None
    for question in reversed(questions):
        made = node(finite, question, {} if made is None else {key: made})
    assert made is not None
    return made


TWO_BY_TWO = FiniteGame(MASTERMIND, 2, 2)
"""Secrets 00 01 10 11."""


def two_by_two() -> StrategyTree:
    """Ask 01: found, or 10 by (0,2), or 00 or 11 by (1,0): total 1 + 2 + 2 + 3 = 8."""
    found = chain(TWO_BY_TWO, ["10"], (0, 0))
    left = chain(TWO_BY_TWO, ["00", "11"], (0, 0))
    return StrategyTree(TWO_BY_TWO, node(TWO_BY_TWO, "01", {(0, 2): found, (1, 0): left}))


def random_tree(
    finite: FiniteGame, random: Random, *, useless: float = 0.1, tries: int = 20
) -> StrategyTree:
    """Some strategy; the answers come from the oracle.

    useless: how often a question is taken even though it tells nothing, where the game allows it.
    """
    words, pegs = finite.questions, finite.pegs

    def splits(secrets: list[Word], question: Word) -> dict[tuple[int, int], list[Word]]:
        parts: dict[tuple[int, int], list[Word]] = {}
        for secret in secrets:
            parts.setdefault(answered(finite, secret, question), []).append(secret)
        return parts

    def grow(secrets: list[Word], asked: frozenset[Word]) -> Node:
        question = random.choice(secrets)
        if not finite.consistent_only:
            for _ in range(tries):
                other = random.choice(words)
                tells = len(splits(secrets, other)) > 1 or secrets == [other]
                if other not in asked and (tells or random.random() < useless):
                    question = other
                    break
        parts = splits(secrets, question)
        parts.pop((pegs, 0), None)
        numbered = sorted(
            (finite.game.number_of(Answer(*key)), part) for key, part in parts.items()
        )
        below = asked | {question}
        return Node(question, tuple((number, grow(part, below)) for number, part in numbered))

    return StrategyTree(finite, grow(list(finite.secrets), frozenset()))


@st.composite
def trees(draw: st.DrawFn) -> StrategyTree:
    """A random strategy of one of the games above."""
    finite = draw(st.sampled_from(GAMES_TO_DRAW))
    return random_tree(finite, Random(draw(st.integers(0, 2**32 - 1))))


def played(tree: StrategyTree, secret: Word) -> list[tuple[Word, tuple[int, int]]]:
    """The questions and answers for one secret, played by the oracle's answers alone."""
    finite, current, steps = tree.finite, tree.root, []
    numbers = {tuple(a): i for i, a in enumerate(finite.game.answers(finite.pegs))}
    while True:
        reply = answered(finite, secret, current.question)
        steps.append((current.question, reply))
        if reply == (finite.pegs, 0):
            return steps
        current = dict(current.branches)[numbers[reply]]
