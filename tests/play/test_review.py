"""Games looked at afterwards, against brute force; what the command prints."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache

import pytest

from masetproof.arguments import Refused
from masetproof.cli import main
from masetproof.finite.setting import FiniteGame, Step
from masetproof.games.wordle import Wordle
from masetproof.play import review as reviews
from masetproof.play.review import Rated, review
from masetproof.words import Word
from tests.strategies.ratings import equal_questions, splits_of

MM46 = ["mastermind", "--pegs", "4", "--colours", "6"]
WORDLE = FiniteGame(Wordle(["tears", "stare", "rates", "store", "crate", "trace"], ["least"]))
WEIGHED = FiniteGame(Wordle("tears 3\nstare 1/2\nrates 2\nstore 7\ncrate 1\ntrace 5\n", ["least"]))
GAMES = [FiniteGame("mastermind", 2, 3), FiniteGame("ab", 2, 4), FiniteGame("marks", 2, 3)]
GAMES += [WORDLE, WEIGHED]


def played(finite: FiniteGame, draw: random.Random) -> list[Step]:
    """A game of random questions, the last of which is the secret."""
    secret = draw.choice(finite.secrets)
    asked = [word for word in draw.sample(finite.questions, 3) if word != secret]
    return [(word, finite.game.number(secret, word)) for word in (*asked, secret)]


def parts(finite: FiniteGame, secrets: frozenset[Word], question: Word) -> list[frozenset[Word]]:
    """What each answer leaves to be found, for all answers that some secret gives."""
    by: dict[int, set[Word]] = {}
    for secret in secrets:
        by.setdefault(finite.game.number(secret, question), set()).add(secret)
    return [frozenset(part - {question}) for part in by.values()]


def weight(finite: FiniteGame, secrets: Iterable[Word]) -> Fraction:
    known = finite.game.weights
    return sum((Fraction(1) if known is None else known[one] for one in secrets), Fraction())


def with_question(finite: FiniteGame, secrets: frozenset[Word], question: Word) -> Fraction:
    """The least total with a question, by weights, by going through all strategies."""
    below = (least_total(finite, part) for part in parts(finite, secrets, question))
    return weight(finite, secrets) + sum(below)


@cache
def least_total(finite: FiniteGame, secrets: frozenset[Word]) -> Fraction:
    if len(secrets) <= 1:
        return weight(finite, secrets)
    telling = [q for q in finite.questions if secrets not in parts(finite, secrets, q)]
    return min(with_question(finite, secrets, question) for question in telling)


def mean_left(finite: FiniteGame, secrets: frozenset[Word], question: Word) -> Fraction:
    of_parts = (len(part) * weight(finite, part) for part in parts(finite, secrets, question))
    return sum(of_parts, Fraction()) / weight(finite, secrets)


def check_left(finite: FiniteGame, secrets: frozenset[Word], one: Rated) -> frozenset[Word]:
    """Compare all but the skill; return the secrets that are left."""
    number = finite.game.number
    lefts = {secret: number(secret, one.question) for secret in secrets}
    sizes = Counter(lefts.values())
    sizes.pop(finite.winning, None)
    assert one.before == len(secrets)
    assert one.left == sizes.get(one.answer, 0)
    assert one.asked_left == mean_left(finite, secrets, one.question)
    assert one.best_left == mean_left(finite, secrets, one.best)
    left = {secret: sizes.get(lefts[secret], 0) for secret in secrets}
    better = weight(finite, [secret for secret in secrets if left[secret] > one.left])
    same = weight(finite, [secret for secret in secrets if left[secret] == one.left])
    assert one.luck == (better + same / 2) / weight(finite, secrets)
    won = {one.question} if one.answer == finite.winning else set()
    return frozenset(secret for secret in secrets if lefts[secret] == one.answer) - won


@pytest.mark.parametrize("seed", range(15))
def test_a_game_by_brute_force(seed: int) -> None:
    draw = random.Random(seed)
    finite = GAMES[seed % len(GAMES)]
    steps, secrets = played(finite, draw), frozenset(finite.secrets)
    told = review(finite, steps)
    assert told.conflict is None
    assert told.is_won
    for (question, _), one in zip(steps, told.questions, strict=True):
        assert one.question == question
        least = least_total(finite, secrets)
        assert with_question(finite, secrets, one.best) == least
        loss = with_question(finite, secrets, question) - least
        assert one.skill == 1 - loss / weight(finite, secrets)
        secrets = check_left(finite, secrets, one)
    assert not secrets
    assert told.luck == sum(one.luck for one in told.questions) / len(steps)


@pytest.mark.parametrize("seed", range(4))
def test_by_the_rule_where_no_optimal_question_is_known(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("masetproof.play.hints.searched", lambda *_: None)
    monkeypatch.setattr(reviews, "searched", lambda *_: None)
    monkeypatch.setattr("masetproof.play.proved.proved_question", lambda *_, **_all: None)
    finite = FiniteGame("mastermind", 3, 3)
    secrets = frozenset(finite.secrets)
    for one in review(finite, played(finite, random.Random(seed))).questions:
        splits = splits_of(finite, sorted(secrets))
        assert one.best == equal_questions("expected-size", splits, sorted(secrets))[0]
        least = min(mean_left(finite, secrets, question) for question in finite.questions)
        assert one.best_left == least
        ruled_out = len(secrets) - one.asked_left
        assert one.skill == ruled_out / (len(secrets) - least)
        secrets = check_left(finite, secrets, one)


def test_theorems_rate_questions_on_boards_too_large_to_list() -> None:
    """The same game, relabelled, with 20 colours by the search and with 300 by the theorem.

    After 0 is known to stand first and 2 or 3 second, 3,4 leaves one secret, 0,2 finds one at once.
    """
    small = review(FiniteGame("mastermind", 2, 20), ["01:1,0", "23:0,1", "34:1,0"])
    large = review(FiniteGame("mastermind", 2, 300), ["0,1:1,0", "2,3:0,1", "3,4:1,0"])
    assert [one.left for one in large.questions] == [598, 2, 1]
    assert [one.left for one in small.questions] == [38, 2, 1]
    assert large.questions[2].skill == small.questions[2].skill == Fraction(1, 2)
    # n - 1 secrets 0x with x not 1 and n - 1 x1 give one black peg; a white one has 1x or x0.
    assert large.questions[0].before == 300**2


def test_a_question_that_tells_nothing_and_one_that_is_lucky() -> None:
    """From a state of play on, which has 208 secrets (Knuth 1977)."""
    state = FiniteGame("mastermind", 4, 6).then("0011", "1,1")
    idle, won = review(state, ["0011:1,1", "0123:4,0"]).questions
    assert idle.left == 208
    assert idle.skill == 0
    assert idle.luck == Fraction(1, 2)
    assert won.left == 0
    assert won.luck == Fraction(415, 416)


@pytest.mark.parametrize(
    ("steps", "conflict", "repair"),
    [
        (["0011:1,1", "0011:2,0"], [0, 1], {"index": 1, "answer": "1,1"}),
        (["0011:1,1", "0023:2,0", "0024:4,0"], [0, 2], {"index": 2, "answer": "3,0"}),
    ],
)
def test_a_contradiction(
    steps: list[str], conflict: list[int], repair: object, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", *MM46, *steps, "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert (document["conflict"], document["repair"]) == (conflict, repair)
    assert document["questions"] is None
    assert main(["review", *MM46, *steps]) == 1
    told = capsys.readouterr().out
    assert f"these cannot hold together: {steps[conflict[0]]} {steps[conflict[1]]}" in told


def test_a_contradiction_on_a_board_too_large_to_list() -> None:
    large = FiniteGame("mastermind", 2, 300)
    for last in ("3,2:2,0", "2,3:2,0"):
        told = review(large, ["0,1:0,0", "2,3:0,1", "3,4:1,0", last])
        assert told.conflict is not None
        assert 3 in told.conflict.steps


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    steps, game = ["001:1,0", "123:0,2", "032:3,0"], ["mastermind", "--pegs", "3", "--colours", "4"]
    assert main(["review", *game, *steps, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["won"] is True
    last = document["questions"][-1]
    assert {"question", "left", "best_left", "skill", "luck", "best"} <= set(last)
    assert (last["question"], last["left"]) == ("032", 0)
    assert main(["review", *game, *steps]) == 0
    head, titles, *rows, mean = capsys.readouterr().out.splitlines()
    assert head == "Mastermind, 3 pegs, 4 colours: 3 questions, the secret was found"
    assert titles.split()[:2] == ["question", "answer"]
    assert [row.split()[0] for row in rows] == ["001", "123", "032"]
    assert mean.startswith("On average: skill ")


@pytest.mark.parametrize(
    ("steps", "sentence"),
    [
        ([], "has one question at least"),
        (["0011:4,0", "0012:1,1"], "nothing follows 0011, which was the secret"),
        (["0011:1,1"] * 201, "at most 200 questions"),
        (["0011"], "written like QUESTION:0,0"),
        (["00117:1,1"], "must be a word of 4 colours"),
    ],
)
def test_refusals(steps: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", *MM46, *steps]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert sentence in line


def test_refusals_of_boards_and_questions() -> None:
    with pytest.raises(Refused, match="429,981,696 words; at most 65,536 are listed"):
        review(FiniteGame("mastermind", 8, 12), ["00112233:1,1"])
    with pytest.raises(Refused, match="only a sample of its secrets is known"):
        review(FiniteGame("mastermind", 4, 5), ["0011:1,1"], memory=1)
    hard = FiniteGame(Wordle(["tears", "stare", "rates", "crate"]), hard=True)
    with pytest.raises(Refused, match="crate"):
        review(hard, ["tears:yyyyg", "crate:bygyg"])
    only = FiniteGame("mastermind", 2, 3, consistent_only=True)
    with pytest.raises(Refused, match="12 cannot be the secret, so it may not be asked"):
        review(only, ["01:1,0", "12:0,0"])
