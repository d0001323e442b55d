"""The strategy that a name means."""

from __future__ import annotations

from pathlib import Path

import pytest

from masetproof import FiniteGame, optimize, write_tree
from masetproof.arguments import Refused
from masetproof.cli import main
from masetproof.play.named import needs_all_words, strategy_named
from masetproof.strategies.rules import RULES, Ties, as_rule
from masetproof.trees.replay import replay
from masetproof.trees.tree import StrategyTree

GAME = FiniteGame("mastermind", 2, 6)
# Chen and Lin 2004.
LEAST = 132


@pytest.mark.parametrize(
    ("name", "kind", "is_optimal"),
    [
        *((name, "RuleStrategy", False) for name in [*RULES, "knuth"]),
        ("optimal", "StrategyTree", True),
        ("theorem", "PatternStrategy", True),
        *((name, "CodebreakerStrategy", False) for name in ("decomposition", "sieve", "sample")),
        ("tree.json", "StrategyTree", True),
    ],
)
def test_each_name(
    name: str, kind: str, is_optimal: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_tree("tree.json", optimize(GAME, workers=1).tree)
    strategy = strategy_named(name, GAME)
    assert (type(strategy).__name__, strategy.finite) == (kind, GAME)
    total = replay(strategy).total
    assert total == LEAST if is_optimal else total >= LEAST
    large = FiniteGame("mastermind", 8, 12)
    if needs_all_words(name):
        with pytest.raises(Refused, match=r"at most (65,536|262,144) are listed"):
            strategy_named(name, large)
    elif name == "sample":
        assert len(strategy_named(name, large).next_question()) == 8


def test_a_name_of_a_strategy_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("minimax", "optimal", "theorem", "sieve"):
        write_tree(name, optimize(FiniteGame("mastermind", 2, 4), workers=1).tree)
        assert strategy_named(name, GAME).finite == GAME
        with pytest.raises(Refused, match="is a strategy of Mastermind, 2 pegs, 4 colours, not of"):
            strategy_named(f"./{name}", GAME)


def test_ties_and_the_seed_are_those_of_the_rule() -> None:
    first = strategy_named(as_rule("expected-size"), GAME)
    last = strategy_named("expected-size", GAME, ties=Ties.LAST)
    assert first.next_question() == (0, 1)
    assert last.next_question() == (5, 4)
    drawn = {strategy_named("random", GAME, seed=seed).next_question() for seed in range(9)}
    assert len(drawn) > 1


def test_with_time_to_think_each_question_is_searched_anew() -> None:
    thought = strategy_named("optimal", FiniteGame("mastermind", 2, 3), think=60)
    assert not isinstance(thought, StrategyTree)
    assert replay(thought).total == 21


def test_a_wrong_name_is_refused_before_the_answers_are_compared(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table of a game as large as this one takes a second."""
    monkeypatch.setattr("masetproof.finite.table.make_table", None)
    board = ["mastermind", "--pegs", "4", "--colours", "9"]
    assert main(["depth", *board, "--rule", "minmax"]) == 2
    assert "did you mean minimax?" in capsys.readouterr().err
    assert main(["play", *board, "--side", "answer", "--strategy", "minmax"]) == 2
    assert "did you mean minimax?" in capsys.readouterr().err
