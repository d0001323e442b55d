"""How many secrets with one answer can be found, and whether a state has a strategy at all, against
exhaustive searches that know no bounds."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from itertools import product

import numpy as np
import pytest

from masetproof import kernels as kernel
from masetproof.finite.setting import FiniteGame
from masetproof.search import capacity
from masetproof.search.board import make_board
from masetproof.search.capacity import capacities
from masetproof.search.memory import Memory
from masetproof.search.solver import INFINITE, Solver
from masetproof.trees.replay import replay
from masetproof.trees.tree import StrategyTree
from masetproof.words import Word
from tests.kernels.states import random_past
from tests.oracles import alike
from tests.search.plain import random_state

MEMORY = 1 << 24
TOLD: dict[str, Callable[[Word, Word], Hashable]] = {
    "mastermind": alike.pegs_told,
    "ab": alike.pegs_told,
    "marks": alike.marks_told,
    "sum": alike.sum_told,
    "black-peg": lambda secret, question: sum(map(int.__eq__, secret, question)),
}
BOARDS = [
    ("mastermind", 2, 4),
    ("mastermind", 3, 3),
    ("mastermind", 4, 2),
    ("ab", 2, 5),
    ("ab", 3, 4),
    ("ab", 4, 4),
    ("mastermind", 3, 4),
    ("ab", 3, 5),
    ("black-peg", 3, 4),
    ("sum", 3, 4),
    ("marks", 3, 4),
    ("black-peg", 2, 4),
    ("black-peg", 3, 3),
    ("black-peg", 4, 2),
    ("sum", 2, 4),
    ("sum", 3, 3),
    ("sum", 4, 2),
    ("marks", 2, 4),
    ("marks", 3, 3),
    ("marks", 4, 2),
]


class Exhaustive:
    """All strategies of a small game; a set of secrets is an integer, bit i is secret i."""

    def __init__(self, finite: FiniteGame) -> None:
        self.all = (1 << finite.secret_count) - 1
        self.splits: list[dict[Hashable, int]] = []
        told = TOLD[finite.game.name]
        for question in finite.questions:
            parts: dict[Hashable, int] = {}
            for i, secret in enumerate(finite.secrets):
                answer = "wins" if secret == question else told(secret, question)
                parts[answer] = parts.get(answer, 0) | 1 << i
            self.splits.append(parts)
        self.solved = cache(self._solved)
        self.most = cache(self._most)
        self.consistent = finite.consistent_only

    def _solved(self, state: int, left: int) -> bool:
        """Whether a strategy finds each secret of a set with so many questions."""
        if left == 0 or not state:
            return not state
        splits = [split for split in self.splits if not self.consistent or split["wins"] & state]
        return any(
            all(
                self.solved(mask & state, left - 1)
                for told, mask in split.items()
                if told != "wins"
            )
            for split in splits
        )

    def _most(self, state: int, left: int) -> int:
        """The size of the largest subset of a set that so many questions solve."""
        if left <= 1 or state.bit_count() <= 1:
            return min(left, state.bit_count(), 1)
        return max(
            sum(
                self.most(mask & state, left - 1 if a != "wins" else 1) for a, mask in split.items()
            )
            for split in self.splits
        )


@cache
def game(name: str, pegs: int, colours: int) -> tuple[FiniteGame, Exhaustive]:
    finite = FiniteGame(name, pegs, colours)
    return finite, Exhaustive(finite)


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_no_more_secrets_with_an_answer_are_found(board: tuple[str, int, int]) -> None:
    """The largest sets are found exhaustively; with one and two questions the bounds are attained.

    Those of any secrets are no more than their bounds, either, which are as good as those by size.
    """
    finite, truth = game(*board)
    made = make_board(finite)
    found = capacities(finite, made)
    levels, answers, _ = found.parts.shape
    assert levels >= 2
    assert (found.reach <= made.reach).all()
    for left in range(4):
        assert truth.most(truth.all, left) <= found.reach[left]
    assert found.reach[2] == truth.most(truth.all, 2)
    for place, number in list(enumerate(made.order.tolist()))[:: 1 if finite.pegs < 4 else 5]:
        split = truth.splits[number]
        for answer in range(answers):
            told = np.flatnonzero(made.told[:, place] == answer).tolist()
            mask = sum(1 << secret for secret in told)
            assert mask == 0 or mask in split.values()
            for left in range(min(levels, 4)):
                most = truth.most(mask, left)
                assert most <= found.parts[left, answer, place]
                if left <= 2:
                    assert most == found.parts[left, answer, place]
            assert found.parts[-1, answer, place] == len(told)


def test_where_nothing_is_known_but_the_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a state of play, and where pairs of questions are too many."""
    monkeypatch.setattr(capacity, "_MOST_COUNTED", 1)
    for finite in (
        FiniteGame("mastermind", 3, 4, after=[("001", (1, 1))]),
        FiniteGame("black-peg", 3, 5),
    ):
        board = make_board(finite)
        found = capacities(finite, board)
        assert len(found.parts) == 0
        assert found.reach.tolist() == board.reach.tolist()


RESTRICTED = [
    FiniteGame("mastermind", 3, 3, consistent_only=True),
    FiniteGame("mastermind", 3, 4, distinct=True),
    FiniteGame("ab", 3, 4, consistent_only=True),
    FiniteGame("black-peg", 3, 3, consistent_only=True),
    FiniteGame("sum", 3, 3, consistent_only=True),
    FiniteGame("marks", 3, 3, consistent_only=True),
]


@pytest.mark.parametrize("finite", [*(game(*one)[0] for one in BOARDS), *RESTRICTED], ids=str)
def test_whether_there_is_a_strategy(finite: FiniteGame) -> None:
    """Of random sets, of what questions leave, and of all secrets, for each number of questions."""
    truth, rng = Exhaustive(finite), np.random.default_rng(17)
    solver = Solver(Memory(finite, MEMORY))
    states = [(random_state(rng, finite, 1, 27), None) for _ in range(12)]
    states += [random_past(rng, solver, length)[::-1] for length in (0, 1, 1, 2, 2)]
    for members, past in states:
        if not len(members):
            continue
        mask = sum(1 << secret for secret in members.tolist())
        for left in range(1, 7 if len(members) < 40 else 4):
            high = solver.value(members, left, any_strategy=True, past=past).high
            assert (high < INFINITE) == truth.solved(mask, left)
            if len(members) < finite.secret_count or high == INFINITE:
                continue
            tree = StrategyTree(finite, solver.strategy(members, left, None, past=past))
            assert replay(tree).worst <= left


def test_pairs_of_answers_are_counted() -> None:
    rng = np.random.default_rng(3)
    for answers in (1, 2, 14, 200):
        told = rng.integers(answers, size=(57, 9), dtype=np.uint8)
        for question, seconds in product((0, 5), (0, 1, 9)):
            numbers = np.zeros((seconds, answers, answers), np.int32)
            kernel.count_pairs(told, question, numbers)
            for second, found in enumerate(numbers):
                expected = np.zeros((answers, answers), np.int32)
                np.add.at(expected, (told[:, question], told[:, second]), 1)
                assert np.array_equal(found, expected)
