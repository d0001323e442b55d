"""How the memory of a search is shared out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from masetproof.arguments import Refused
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import AB, BLACK_PEG, MASTERMIND
from masetproof.search.board import make_board
from masetproof.search.memory import Memory
from masetproof.search.solver import Solver

GAMES = [
    FiniteGame(MASTERMIND, 3, 6),
    FiniteGame(AB, 3, 7),
    FiniteGame(BLACK_PEG, 3, "4,5,6"),
    FiniteGame(MASTERMIND, 4, 4, consistent_only=True),
]


@pytest.mark.parametrize("finite", GAMES, ids=str)
def test_a_board_takes_what_was_said(finite: FiniteGame) -> None:
    arrays = [value for value in make_board(finite) if hasattr(value, "nbytes")]
    assert Memory(finite, 0).board == sum(array.nbytes for array in arrays)


@pytest.mark.parametrize("finite", GAMES, ids=str)
def test_a_stack_takes_about_what_was_said(finite: FiniteGame) -> None:
    memory = Memory(finite, 1 << 24)
    assert Solver(memory)._stack_bytes == pytest.approx(memory.stack, rel=0.1)


@pytest.mark.parametrize("finite", GAMES, ids=str)
def test_as_many_threads_as_there_is_room_for(finite: FiniteGame) -> None:
    """Each has a stack, as the coordinator has, and there is a table of some size."""
    one = Memory(finite, 0)
    table = one.least - one.board - one.stack
    for number in (2, 3, 8):
        enough = one.board + (number + 1) * one.stack + table
        assert Memory(finite, enough).most_workers == number
        assert Memory(finite, enough - 1).most_workers == number - 1
        shared = Memory(finite, enough, number)
        assert shared.board + shared.stacks + table == enough
        assert sum(a.nbytes for a in shared.empty_table(shared.stacks).value.values()) <= table
    assert one.most_workers == 1


@pytest.mark.parametrize("finite", GAMES, ids=str)
def test_too_little_is_refused_or_made_enough(finite: FiniteGame) -> None:
    board = Memory(finite, 0).board
    Memory(finite, board).check()
    with pytest.raises(Refused, match="the table of answers takes"):
        Memory(finite, board - 1).check()
    least = Memory(finite, board, 3).at_least()
    assert (least.bytes, least.workers) == (least.least, 3)
    more = replace(least, bytes=least.bytes + 1)
    assert more.at_least() == more
