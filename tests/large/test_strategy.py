"""Codebreakers as strategies: played, replayed and written like any other one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from masetproof import CodebreakerStrategy, FiniteGame
from masetproof.arguments import Refused
from masetproof.cli import main
from masetproof.finite.setting import Contradiction
from masetproof.large.crack import crack
from masetproof.play.session import Guessing
from masetproof.trees.replay import replay, tree_of

METHODS = ["decomposition", "sieve", "sample"]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "finite",
    [
        FiniteGame("mastermind", 3, 4),
        FiniteGame("mastermind", 2, 7),
        FiniteGame("mastermind", 4, 3),
    ],
    ids=lambda finite: finite.title,
)
def test_a_codebreaker_is_a_tree(finite: FiniteGame, method: str) -> None:
    """The tree asks what `crack` asks for each secret, and its cost is that of all these games."""
    strategy = CodebreakerStrategy(finite, method, seed=3)
    tree, found = tree_of(strategy), replay(strategy)
    assert replay(tree) == found
    games = [crack(finite, secret, method, seed=3).turns for secret in finite.secrets]
    assert found.total == sum(map(len, games))
    for secret, turns in zip(finite.secrets, games, strict=True):
        asked = [turn.question for turn in turns]
        assert [question for question, _ in tree.path(secret)] == asked
        assert [question for question, _ in strategy.path(secret)] == asked


@pytest.mark.parametrize("game", ["ab", "black-peg", "black-peg-ab"])
def test_other_games(game: str) -> None:
    finite = FiniteGame(game, 3, 5, consistent_only=True)
    for method in ("sieve", "sample"):
        assert replay(CodebreakerStrategy(finite, method)).secrets == finite.secret_count


def test_a_position_can_be_looked_at_again() -> None:
    """In any order, also after the codebreaker that stood there has gone on."""
    start = CodebreakerStrategy(FiniteGame("mastermind", 4, 6), "sample", 1).start()
    first = start.question
    below = [start.after(number) for number in (1, 2, 4)]
    deeper = below[0].after(2)
    asked = [deeper.question, *(position.question for position in below)]
    again = CodebreakerStrategy(FiniteGame("mastermind", 4, 6), "sample", 1).start()
    assert [again.after(number).question for number in (1, 2, 4)] == asked[1:]
    assert again.after(1).after(2).question == asked[0]
    assert start.question == first


def test_a_long_game_on_a_large_board() -> None:
    """More questions than a game that can be listed ever takes."""
    finite = FiniteGame("mastermind", 60, 8)
    secret = tuple(place**3 // 7 % 8 for place in range(60))
    guessing = Guessing(CodebreakerStrategy(finite, "decomposition"))
    asked = []
    while guessing.found is None:
        asked.append(guessing.question)
        assert guessing.answer(finite.game.number(secret, guessing.question)) is None
    turns = crack(finite, secret, "decomposition").turns
    assert [turn.question for turn in turns] == asked
    assert len(asked) > 64
    guessing.back(2)
    assert guessing.question == asked[1]


def test_a_contradiction_on_a_large_board_changes_nothing() -> None:
    guessing = Guessing(CodebreakerStrategy(FiniteGame("mastermind", 20, 3), "decomposition"))
    assert guessing.answer("0,0") is None
    second = guessing.question
    guessing.answer("0,0")
    third = guessing.question
    with pytest.raises(Contradiction):
        guessing.answer("0,0")
    assert guessing.question == third
    guessing.back(2)
    assert guessing.question == second


def test_arguments() -> None:
    for arguments in (("mastermind",), (FiniteGame("mastermind", 2, 3), "best")):
        with pytest.raises(Refused):
            CodebreakerStrategy(*arguments)  # type: ignore[arg-type]
    with pytest.raises(Refused, match="fewer than 50,000"):
        CodebreakerStrategy(FiniteGame("mastermind", 6, 7), "sieve")


@pytest.mark.parametrize("method", METHODS)
def test_the_tree_of_the_command_is_verified(
    method: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tree.json"
    command = ["crack", "mastermind", "--pegs", "3", "--colours", "4", "--method", method]
    assert main([*command, "--tree", str(file), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    found = replay(CodebreakerStrategy(FiniteGame("mastermind", 3, 4), method))
    assert document["total"] == found.total
    assert document["histogram"] == list(found.histogram)
    assert main(["tree", "verify", str(file)]) == 0
    assert f"total       {found.total}" in capsys.readouterr().out
    assert main([*command, "--tree", str(file)]) == 0
    assert f"total       {found.total}" in capsys.readouterr().out


def test_a_tree_of_a_large_board_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tree.json"
    command = ["crack", "mastermind", "--pegs", "8", "--colours", "12", "--tree", str(file)]
    assert main(command) == 2
    assert "at most 65,536 are listed" in capsys.readouterr().err
    assert main([*command, "--limit", "3"]) == 2
    assert "--limit is not for --tree" in capsys.readouterr().err
    assert not file.exists()
