"""Longest paths and secrets by depth, held against the replay, and the command."""

from __future__ import annotations

import json
from itertools import permutations, product
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from masetproof.arguments import Refused
from masetproof.cli import main
from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import make_table
from masetproof.games.pegs import PegGame
from masetproof.search.optimize import optimize
from masetproof.search.optimum import NoStrategy
from masetproof.strategies.by_rule import RuleStrategy
from masetproof.strategies.rules import RULES, Ties, as_rule
from masetproof.strategies.strategy import FunctionStrategy, Strategy
from masetproof.trees.files import write_tree
from masetproof.trees.replay import Refuted, longest_path, replay, secrets_by_depth
from tests.games.samples import SAMPLES

DISTINCT = FiniteGame("mastermind", 4, 6, distinct=True)


def rule(finite: FiniteGame, name: str, ties: Ties = Ties.FIRST, seed: int = 0) -> RuleStrategy:
    """A rule as a strategy."""
    return RuleStrategy(make_table(finite, 1 << 28), as_rule(name), ties, seed)


def check(strategy: Strategy) -> None:
    """What is found lazily is what a replay of everything finds."""
    found = replay(strategy)
    assert tuple(secrets_by_depth(strategy)) == found.histogram
    path, secret = longest_path(strategy)
    assert len(path) + 1 == found.worst
    assert list(strategy.path(secret))[:-1] == path
    for limit in range(1, found.worst + 2):
        path, secret = longest_path(strategy, limit)
        assert list(strategy.path(secret))[:-1] == path
        assert (len(path) + 1 <= limit) == (found.worst <= limit)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("finite", SAMPLES, ids=lambda finite: finite.title)
def test_against_the_replay(finite: FiniteGame) -> None:
    for name in RULES:
        check(rule(finite, name, Ties.RANDOM, 3))
    check(optimize(finite).tree)


def test_distinct_secrets_of_four_pegs_and_six_colours() -> None:
    """Greedy entropy finds 7, 55, 229, 69 secrets with 2, 3, 4, 5 questions, whatever the ties."""
    for ties in Ties:
        found = secrets_by_depth(rule(DISTINCT, "entropy", ties))
        assert list(found) == [0, 7, 55, 229, 69]
    assert optimize(DISTINCT, "worst").worst == 5


EIGHT = FiniteGame("mastermind", 4, 8, distinct=True)


@pytest.mark.slow
def test_greedy_entropy_with_eight_colours_depends_on_ties() -> None:
    """4 of 8 colours, distinct secrets: 6 is optimal, which entropy attains under some ties.

    That 5 are not enough is shown below.
    """
    table = make_table(EIGHT, 1 << 28)
    drawn = [RuleStrategy(table, as_rule("entropy"), Ties.RANDOM, seed) for seed in range(5)]
    six = next(strategy for strategy in drawn if len(longest_path(strategy)[0]) == 5)
    first, last = (
        RuleStrategy(table, as_rule("entropy"), ties) for ties in (Ties.FIRST, Ties.LAST)
    )
    answers = plain_answers()
    at_first = most_informative(answers, np.arange(1680))
    for strategy, worst, which in ((first, 7, [0]), (last, 7, [-1]), (six, 6, None)):
        path, secret = longest_path(strategy)
        assert len(path) + 1 == worst
        left, equal = np.arange(1680), at_first
        for question, told in [*path, (secret, EIGHT.winning)]:
            number = WORDS.index(question)
            assert number in (equal if which is None else [equal[place] for place in which])
            left = left[answers[number, left] == told]
            equal = most_informative(answers, left)
        assert [SECRETS[number] for number in left] == [secret]


WORDS = list(product(range(8), repeat=4))
SECRETS = list(permutations(range(8), 4))


def plain_answers() -> NDArray[np.int8]:
    """[question, secret]: the numbers of the answers, from comparing peg by peg."""
    asked, hidden = np.array(WORDS, np.int8), np.array(SECRETS, np.int8)
    black = np.zeros((len(WORDS), len(SECRETS)), np.int8)
    for peg in range(4):
        black += asked[:, None, peg] == hidden[:, peg]
    both = np.zeros_like(black)
    for colour in range(8):  # a secret has each at most once
        both += (asked == colour).any(axis=1)[:, None] & (hidden == colour).any(axis=1)
    number = np.full((5, 5), -1, np.int8)
    for place, (blacks, whites) in enumerate(EIGHT.answers):
        number[blacks, whites] = place
    return number[black, both - black]


def most_informative(answers: NDArray[np.int8], left: NDArray[np.int64]) -> list[int]:
    """The numbers of the questions with the least product of k^k over the parts of size k.

    Of these the ones that may be the secret, if there are any, and all others are left out.
    """
    found = answers[:, left]
    sizes = np.sort([np.count_nonzero(found == number, axis=1) for number in range(15)], axis=0)
    kinds, kind = np.unique(sizes.T, axis=0, return_inverse=True)
    products = [prod(k**k for k in parts) for parts in kinds.tolist()]  # 0^0 is 1
    least = np.flatnonzero(kind.ravel() == products.index(min(products))).tolist()
    possible = [number for number in least if (found[number] == 14).any()]
    return possible or least


def test_levels_are_lazy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first level takes one question, and a path that is too long ends the search."""
    asked: list[FiniteGame] = []

    def first_possible(state: FiniteGame) -> Any:
        asked.append(state)
        return state.secrets[0]

    strategy = FunctionStrategy(FiniteGame("mastermind", 4, 6), first_possible)
    levels = secrets_by_depth(strategy)
    assert next(levels) == 1
    assert len(asked) == 1
    assert next(levels) == 4
    # The first question is 0000, to which 0, 1, 2 or 3 black pegs are the answers.
    assert len(asked) == 1 + 4
    asked.clear()
    path, _ = longest_path(strategy, 2)
    assert len(path) + 1 > 2
    assert len(asked) < 20


def test_questions_that_tell_nothing_are_refuted() -> None:
    finite = FiniteGame("mastermind", 2, 3)
    for ask in (lambda state: "00", lambda state: "07"):
        for function in (lambda s: list(secrets_by_depth(s)), longest_path):
            with pytest.raises((Refuted, Refused)):
                function(FunctionStrategy(finite, ask))


@pytest.mark.parametrize(
    ("finite", "most"), [(DISTINCT, 4), pytest.param(EIGHT, 5, marks=pytest.mark.slow)]
)
def test_no_strategy_within_so_many_questions(finite: FiniteGame, most: int) -> None:
    """4 of 8 colours, distinct secrets: 6 questions exist (above), 5 do not; and why."""
    with pytest.raises(NoStrategy) as none:
        optimize(finite, "worst", max_questions=most)
    assert none.value.proved
    kinds = {finite.text(why.question) for why in none.value.refuted}
    assert kinds == {"0000", "0001", "0011", "0012", "0123"}
    game = finite.game
    assert isinstance(game, PegGame)
    for question, answer, secrets in none.value.refuted:
        left = [secret for secret in finite.secrets if game.number(secret, question) == answer]
        assert len(left) == secrets
        if finite == DISTINCT:
            with pytest.raises(NoStrategy):
                optimize(finite.then(question, answer), "worst", max_questions=most - 1)


def call(
    capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0, command: str = "depth"
) -> dict[str, Any]:
    """What the command prints with --json."""
    assert main([command, *arguments, "--json"]) == status
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def test_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = ["mastermind", "--pegs", "4", "--colours", "6", "--secrets", "distinct"]
    entropy = [*game, "--rule", "entropy"]
    found = call(capsys, *entropy, "--levels")
    assert (found["worst"], found["histogram"]) == (5, [0, 7, 55, 229, 69])
    assert len(found["path"]) == 4
    assert call(capsys, *entropy, "--within", "5")["enough"] is True
    assert call(capsys, *entropy, "--within", "4", status=1)["enough"] is False
    assert main(["depth", *entropy, "--within", "4"]) == 1
    assert "4 questions are not enough" in capsys.readouterr().out
    path = tmp_path / "tree.json"
    write_tree(path, optimize(FiniteGame("mastermind", 2, 3)).tree)
    assert call(capsys, "--tree", str(path))["worst"] == 3  # Goddard: floor(n/2) + 2
    none = ["mastermind", "--pegs", "2", "--colours", "3", "--max-questions", "2"]
    found = call(capsys, *none, command="optimize", status=1)
    assert {why["question"] for why in found["refuted"]} <= {"00", "01"}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "say either a game and --rule RULE, or --tree FILE"),
        (["--rule", "entropy"], "a rule needs a game"),
        (["ab", "--tree", "x"], "--tree takes no game"),
        (["ab", "--pegs", "2", "--colours", "4", "--rule", "best"], "the rule is one of"),
        (["ab", "--pegs", "2", "--colours", "4", "--rule", "entropy", "--within", "0"], "at least"),
        (["--tree", "/nonexistent"], "No such file"),
    ],
)
def test_bad_usage(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["depth", *arguments]) == 2
    assert complaint in capsys.readouterr().err


def test_a_rule_takes_no_other_seed() -> None:
    with pytest.raises(Refused, match="the seed must be 0 to"):
        rule(DISTINCT, "entropy", Ties.RANDOM, -1)
