"""Rules on boards with too many words for a table of answers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from masetproof import FiniteGame, evaluate, optimize
from masetproof.arguments import Refused
from masetproof.cli.main import main
from masetproof.finite.table import cells
from masetproof.trees.files import load_tree

AFTER = (("00123", "1,1"), ("24501", "0,2"), ("13670", "2,1"))
"""What 167 of 100,000 secrets give."""


def largest_parts(finite: FiniteGame) -> np.ndarray:
    """The size of each question's largest part, by the rules of the game alone."""
    questions, secrets = cells(finite)
    answers = finite.game.numbers(questions, secrets)
    counts = [(answers == answer).sum(axis=1) for answer in range(len(finite.answers))]
    return np.max(counts, axis=0)


def test_minimax_on_100_000_words() -> None:
    finite = FiniteGame("mastermind", 5, 10, after=(*AFTER, ("04178", "1,1")))
    found = evaluate(finite, "minimax")
    assert found.secrets == len(finite.secrets) > 10
    largest = largest_parts(finite)
    best = [finite.questions[place] for place in np.flatnonzero(largest == largest.min())]
    possible = {*finite.secrets}.intersection(best)
    assert found.first_question == min(possible or best)


def test_what_is_still_refused() -> None:
    with pytest.raises(Refused, match="2,097,152 words; at most 262,144 are listed"):
        evaluate(FiniteGame("mastermind", 7, 8), "minimax")
    with pytest.raises(Refused, match="at most 65,536 are listed"):
        evaluate(FiniteGame("marks", 5, 10), "minimax")  # answers are read from a table
    with pytest.raises(Refused, match="at most 65,536 are listed"):
        optimize(FiniteGame("mastermind", 5, 10))


def test_the_tree_of_a_large_board_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tree.json"
    history = [f"{question}:{answer}" for question, answer in AFTER]
    evaluated = ["evaluate", "mastermind", "--rule", "most-parts", "--pegs", "5"]
    main([*evaluated, "--colours", "10", "--after", *history, "--tree", str(path)])
    main(["tree", "verify", str(path)])
    assert "Verified: the strategy finds every secret" in capsys.readouterr().out
    assert load_tree(path).tree.finite.question_count == 100_000
    assert main([*evaluated, "--colours", "13"]) == 2
    assert "'masetproof crack' plays larger boards" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "total"), [("expected-size", 180_287), ("most-parts", 181_834)], ids=str
)
def test_two_rules_as_another_program_plays_them(rule: str, total: int) -> None:
    """The totals that mmstrat printed, with its rules minavg and parts (docs/peers.md)."""
    assert evaluate(FiniteGame("mastermind", 5, 8), rule).total == total
