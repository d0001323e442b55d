"""Boards of more than eight pegs with few words: answers, optima by other routes, files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from masetproof import FiniteGame, hint, load_tree, optimize, write_tree
from masetproof.arguments import Refused
from masetproof.finite.table import cells
from tests.oracles import masets
from tests.search.plain import Plain

NINE = FiniteGame("mastermind", 9, 2)


@pytest.mark.parametrize("game", ["mastermind", "black-peg", "sum"])
def test_answers_of_many_at_once_are_those_of_each(game: str) -> None:
    finite = FiniteGame(game, 9, 2)
    rng = np.random.default_rng(0)
    asked, hidden = (rng.choice(cells(finite)[0], 12) for _ in range(2))
    numbers = finite.game.numbers(asked, hidden)
    for i, j in np.ndindex(numbers.shape):
        question, secret = tuple(asked[i].tolist()), tuple(hidden[j].tolist())
        black, white = masets.answer(secret, question)
        told = {"mastermind": f"{black},{white}", "black-peg": str(black)}
        text = "won" if black == 9 else str(black + white)
        assert finite.answer_texts[numbers[i, j]].strip("()") == told.get(game, text)


def test_pegs_of_one_colour_say_nothing() -> None:
    """So nine columns, six of them with one colour, cost what the other three cost."""
    for goal in ("expected", "worst"):
        nine = FiniteGame("black-peg", 9, (3, 1, 1, 3, 1, 1, 2, 1, 1))
        assert (
            optimize(nine, goal, workers=1).value
            == optimize(FiniteGame("black-peg", 3, (3, 3, 2)), goal, workers=1).value
        )


def test_states_of_nine_pegs_cost_what_brute_force_finds(tmp_path: Path) -> None:
    state = NINE.then("000011111", "5,4").then("000001111", "6,2").then("000000011", "4,2")
    assert 8 <= state.secret_count <= 24
    found = optimize(state, workers=1)
    plain = Plain(state)
    assert found.total == plain.value((1 << state.secret_count) - 1, state.secret_count)
    write_tree(tmp_path / "tree.json", found.tree)
    assert load_tree(tmp_path / "tree.json").tree == found.tree
    told = hint(state)
    assert told.total == found.total


def test_words_of_seventeen_pegs_are_not_listed() -> None:
    with pytest.raises(Refused, match="at most 16 pegs, not 17"):
        optimize(FiniteGame("black-peg", 17, 2))
