"""Several secrets at once: answers, rules and optima, against all combinations."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from masetproof import Boards, FiniteGame, evaluate_boards, hint_boards, optimize, optimize_boards
from masetproof.arguments import Refused
from masetproof.boards.rules import BoardsRule
from masetproof.cli.main import main
from masetproof.finite.setting import Contradiction
from masetproof.finite.table import MEMORY, make_table
from masetproof.games.wordle import Wordle
from masetproof.strategies.rules import RULES, scores
from tests.oracles.boards import least_total
from tests.oracles.wordle import marks


def drawn(seed: int) -> tuple[list[str], list[str], int]:
    """Secrets, questions and a number of boards."""
    draw, boards = random.Random(seed), 3 if seed % 3 == 0 else 2
    words = ["".join(word) for word in product("abc", repeat=3)]
    draw.shuffle(words)
    secrets = draw.randint(1, 4 if boards == 2 else 3)
    return words[:secrets], words[: secrets + draw.randint(0, 3)], boards


def on_boards(secrets: list[str], questions: list[str], count: int) -> Boards:
    return Boards(FiniteGame(Wordle(secrets, questions[len(secrets) :])), count)


@pytest.mark.parametrize("seed", range(12))
def test_optima_of_small_lists(seed: int) -> None:
    secrets, questions, count = drawn(seed)
    boards = on_boards(secrets, questions, count)
    best = optimize_boards(boards)
    assert best.optimal
    assert best.total == best.lower_bound == least_total(secrets, questions, marks, count)
    assert best.combinations == len(secrets) ** count
    for rule in RULES:
        assert evaluate_boards(boards, rule).total >= best.total


@pytest.mark.parametrize(("pegs", "colours"), [(2, 3), (2, 4), (3, 2)])
def test_optima_of_pegs(pegs: int, colours: int) -> None:
    """The total of the strategy that is found is the bound that is proved."""
    finite = FiniteGame("mastermind", pegs, colours)
    best = optimize_boards(Boards(finite, 2))
    assert best.total == best.lower_bound
    one = optimize(finite, workers=1, keep=False).total
    assert finite.secret_count * one < best.total < 2 * finite.secret_count * one


def test_one_board_left_is_the_game_of_one_board() -> None:
    finite = FiniteGame("mastermind", 2, 4)
    boards = Boards(finite, 2, ["01:2,0/0,0"])
    alone = optimize(finite.then("01", "0,0"), workers=1, keep=False)
    assert [state is None for state in boards.states] == [True, False]
    assert optimize_boards(boards).total == alone.total
    assert boards.combinations == alone.secrets


@pytest.mark.parametrize("rule", ["minimax", "expected-size", "entropy", "most-parts"])
def test_rules_look_at_all_combinations(rule: str) -> None:
    """The scores of the boards together are those of the sizes of all joint parts."""
    finite = FiniteGame("mastermind", 2, 4)
    boards = Boards(finite, 3, ["01:0,1/1,0/0,0"])
    table = make_table(finite, MEMORY)
    asking = BoardsRule(boards, RULES[rule], table)
    members = [np.frombuffer(left, np.int64) for left in asking.start]
    joint_scores = []
    for question in range(len(table.questions)):
        each = [table.answers[question, one].tolist() for one in members]
        sizes = np.array([sorted(Counter(product(*each)).values())])
        joint_scores.append(float(scores(RULES[rule], np.pad(sizes, [(0, 0), (0, 1)]))[0]))
    best = [one for one, score in enumerate(joint_scores) if score < min(joint_scores) + 1e-9]
    assert asking.question(asking.start) in best


@pytest.mark.parametrize("seed", range(4))
def test_a_rule_played_against_each_combination(seed: int) -> None:
    """One game after the other, by answers alone, takes what the evaluation says."""
    secrets, questions, count = drawn(seed)
    boards = on_boards(secrets, questions, count)
    counted: Counter[int] = Counter()
    for combination in product(secrets, repeat=count):
        state = boards
        while not state.is_over:
            question = boards.finite.text(hint_boards(state, ["entropy"])[0].question)
            answers = [
                None if left is None else marks(secret, question)
                for left, secret in zip(state.states, combination, strict=True)
            ]
            state = state.then(question, answers)
        counted[len(state.steps)] += 1
    histogram = evaluate_boards(boards, "entropy").histogram
    assert histogram == tuple(counted[number] for number in range(1, max(counted) + 1))


def test_histories() -> None:
    finite = FiniteGame("mastermind", 4, 6)
    boards = Boards(finite, 2, ["0011:1A1B/won", "0122:1,1/-"])
    assert boards.history == ["0011:1,1/4,0", "0122:1,1/-"]
    with pytest.raises(Contradiction, match="no secret gives the answers of board 1"):
        Boards(finite, 2, ["0011:0,0/0,0", "0011:1,1/0,0"])
    with pytest.raises(Contradiction, match="2345 is no secret that board 2 can have"):
        Boards(finite, 2, ["0011:1,1/1,0", "2345:0,2/4,0"])
    with pytest.raises(Refused, match="board 2 was found before, so its answer is '-'"):
        boards.then("0122", ["1,1", "0,0"])
    with pytest.raises(Refused, match="several boards begin at the beginning"):
        Boards(finite.then("0011", "1,1"), 2)
    with pytest.raises(Refused, match="equally likely"):
        Boards(FiniteGame(Wordle(["ab 1", "ba 2"])), 2)
    with pytest.raises(Refused, match="at most 16,384"):
        optimize_boards(Boards(finite, 2))
    with pytest.raises(Refused, match="at most 262,144"):
        evaluate_boards(Boards(finite, 2), "minimax")


def test_a_search_out_of_time_has_a_strategy_and_a_bound() -> None:
    boards = Boards(FiniteGame("mastermind", 3, 4), 2)
    cost = optimize_boards(boards, time_limit=0.01)
    assert (cost.reason, cost.optimal) == ("the time was over", False)
    assert cost.lower_bound is not None
    assert 2 * boards.combinations < cost.lower_bound < cost.total


def test_commands(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = ["mastermind", "--pegs", "2", "--colours", "3", "--boards", "2"]
    assert main(["optimize", *game, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["boards"], document["optimal"]) == (2, True)
    assert document["total"] == document["lower_bound"]
    assert main(["evaluate", *game, "--rule", "all"]) == 0
    assert "questions until all boards are found" in capsys.readouterr().out
    assert main(["hint", *game, "01:0,1/1,0", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["remaining"] == [2, 4]  # 12 and 20; 00, 02, 11 and 21
    assert main(["hint", *game, "01:0,0/1,0", "01:1,0/1,0"]) == 1
    assert "no secret gives the answers of board 1" in capsys.readouterr().err
    assert main(["hint", *game, "--level", "1"]) == 2
    assert main(["evaluate", *game, "--rule", "minimax", "--tree", str(tmp_path / "tree")]) == 2
    assert "--tree is for one board, without --boards" in capsys.readouterr().err
    lines = iter(["01", "hint", "left", "zz", "quit"])
    monkeypatch.setattr("masetproof.cli.common.read_line", lambda prompt: next(lines))
    assert main(["play", *game, "--seed", "1"]) == 0
    assert "The secrets were" in capsys.readouterr().out
