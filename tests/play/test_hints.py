"""Hints against brute force on random histories, consistent and contradictory; the command."""

from __future__ import annotations

import ast
import json
import random
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from masetproof.arguments import Refused
from masetproof.cli import main
from masetproof.finite.setting import FiniteGame
from masetproof.play import hints
from masetproof.play.hints import Hint, hint
from masetproof.search.optimize import optimize
from masetproof.search.states import plain_value
from masetproof.strategies.rules import preferring
from masetproof.trees.replay import replay
from tests.finite.test_state_of_play import brute_conflict, histories
from tests.search.clocks import slow_answers
from tests.strategies.ratings import equal_questions, splits_of

MM46 = ["mastermind", "--pegs", "4", "--colours", "6"]
GAMES = [
    FiniteGame("mastermind", 3, 4),
    FiniteGame("mastermind", 3, 4, distinct=True),
    FiniteGame("ab", 3, 5),
    FiniteGame("black-peg", 3, 3),
    FiniteGame("comparison", 2, 4),
]


def sizes_of(finite: FiniteGame, possible: list[object], question: object) -> list[int]:
    """The sizes of the parts of a question."""
    return list(Counter(finite.game.number(secret, question) for secret in possible).values())


def test_the_time_to_think_covers_a_table_whose_answers_take_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where answers are found one by one: 810,000 at 20 microseconds are 16 seconds."""
    clock = slow_answers(monkeypatch, 2e-5)
    with pytest.raises(Refused, match="the table of answers takes longer than 4 seconds"):
        hint(FiniteGame("comparison", 2, 30), think=1)
    assert clock.now < 10


@pytest.mark.parametrize("seed", range(30))
def test_hints_by_brute_force(seed: int) -> None:
    draw = random.Random(seed)
    finite = draw.choice(GAMES)
    steps = histories(finite, seed, draw.randint(1, 4))
    if draw.random() < 0.3:
        place = draw.randrange(len(steps))
        steps[place] = steps[place][0], draw.randrange(finite.winning)
    played = FiniteGame(
        finite.game, finite.pegs, finite.colours, distinct=finite.distinct, after=tuple(steps)
    )
    possible = [
        secret
        for secret in finite.secrets
        if all(finite.game.number(secret, question) == number for question, number in steps)
    ]
    found = hint(played)
    assert found.remaining == len(possible)
    if not possible:
        assert found.conflict is not None
        assert found.conflict.steps == brute_conflict(played)
        assert (found.possible, found.suggestions, found.optimum) == ((), (), None)
        return
    assert found.conflict is None
    assert list(found.possible) == possible
    every = {question: sizes_of(finite, possible, question) for question in finite.questions}
    splits = splits_of(finite, possible)
    best = {rule.name: equal_questions(rule.name, splits, possible)[0] for rule in preferring()}
    told = set()
    for one in found.suggestions:
        sizes = every[one.question]
        assert one.parts == len(sizes)
        assert one.largest == max(sizes)
        assert one.expected_size == Fraction(sum(k * k for k in sizes), len(possible))
        assert one.consistent == (one.question in possible)
        for rule in one.rules:
            assert rule == "optimal" or one.question == best[rule]
            told.add(rule)
    assert told >= set(best)
    if found.optimum is not None and found.optimum.optimal and len(possible) <= 8:
        assert found.suggestions[0].rules[0] == "optimal"
        assert found.optimum.total == plain_value(finite, frozenset(possible))


@pytest.mark.parametrize("seed", range(12))
def test_hints_by_a_sample_are_exact_where_all_secrets_are_found(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Words that do not fit a table, or are not even listed, against brute force."""
    draw, finite = random.Random(seed), FiniteGame("mastermind", 4, 5)
    steps = histories(finite, seed, draw.randint(1, 4))
    if seed % 3 == 0:
        place = draw.randrange(len(steps))
        steps[place] = steps[place][0], draw.randrange(finite.winning)
    possible = [
        secret
        for secret in finite.secrets
        if all(finite.game.number(secret, question) == number for question, number in steps)
    ]
    played = replace(finite, after=tuple(steps))
    brute = None if possible else brute_conflict(played)
    if seed % 2:
        monkeypatch.setattr("masetproof.finite.setting.MOST_WORDS", 600)
        assert not played.is_listable
    found = hint(played, think=None, memory=1)
    assert (found.remaining, found.rough) == (len(possible), "")
    if not possible:
        assert found.conflict is not None
        if seed % 2 == 0:  # otherwise it need not be a smallest one
            assert found.conflict.steps == brute
        return
    assert list(found.possible) == (possible if len(possible) <= 100 else [])
    (best,) = found.suggestions
    sizes = sizes_of(finite, possible, best.question)
    assert (best.rules, best.parts, best.largest) == (("sample",), len(sizes), max(sizes))
    assert best.expected_size == Fraction(sum(k * k for k in sizes), len(possible))
    assert best.consistent == (best.question in possible)


def test_how_many_secrets_are_left_is_estimated_on_large_boards() -> None:
    """With two black pegs and no white one for aaaaaaaa: 28 * 11^6, and colour a is known."""
    found = hint(FiniteGame("mastermind", 8, 12).then("00000000", "2,0"))
    assert found.rough == "about"
    assert abs(found.remaining / (28 * 11**6) - 1) < 0.1
    assert found.suggestions[0].rules == ("sample",)
    black = hint(FiniteGame("black-peg", 8, 12).then("00000000", "2"))
    assert black.rough == "at least"
    assert black.remaining <= 28 * 11**6
    with pytest.raises(Refused, match="at most 16 pegs"):
        hint(FiniteGame("mastermind", 40, 12))


@pytest.mark.parametrize("many", [None, 7 * 1296])
def test_first_question_of_four_pegs_and_six_colours(
    many: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Knuth 1977, Irving 1979, Neuwirth 1982 and Kooi 2005 on what their rules ask first.

    many: from how many pairs on only the five kinds of questions are compared.
    """
    if many is not None:
        monkeypatch.setattr(hints, "_MANY", many)
        monkeypatch.setattr(hints, "answers_of", None)  # they are not asked for
    asked = {
        rule: MM.text(one.question)
        for MM in [FiniteGame("mastermind", 4, 6)]
        for one in hint(MM, think=0).suggestions
        for rule in one.rules
    }
    assert asked["minimax"] == "0011"
    assert asked["expected-size"] == "0012"
    assert asked["entropy"] == "0123"
    assert asked["most-parts"] == "0012"


def document(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> dict:
    """What the command prints with --json."""
    assert main(["hint", *MM46, *arguments, "--json"]) == status
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def test_document(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "0011:1,1")
    assert found["remaining"] == 208
    assert found["possible"] == []
    assert found["after"] == ["0011:1,1"]
    assert found["optimal"] is True
    optimum = optimize(FiniteGame("mastermind", 4, 6, after=["0011:1,1"]))  # type: ignore[arg-type]
    assert optimum.optimal
    assert replay(optimum.tree).total == optimum.total == found["total"]
    first = optimum.finite.text(optimum.tree.root.question)
    assert [one["question"] for one in found["questions"] if one["rule"] == "optimal"] == [first]
    assert found["conflict"] is found["repair"] is None
    # Steps may stand before and behind options.
    same = ["hint", "mastermind", "0011:1,1", "--pegs", "4", "2345:0,2", "--colours", "6"]
    assert main([*same, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["after"] == ["0011:1,1", "2345:0,2"]


def test_levels(capsys: pytest.CaptureFixture[str]) -> None:
    steps = ["0011:1,1", "2345:0,2", "0224:1,1"]
    whole = document(capsys, *steps)
    asked = {one["question"] for one in whole["questions"]} - {"0011", "2345", "0224"}
    game = FiniteGame("mastermind", 4, 6)
    told = [
        (game.parse(question), answer) for question, answer in (step.split(":") for step in steps)
    ]
    remaining = sum(
        all(
            game.plain_answer(game.game.number(secret, question)) == answer
            for question, answer in told
        )
        for secret in game.secrets
    )
    for level, hidden in (
        ("1", {"possible", "questions", "direction"}),
        ("2", {"possible", "questions"}),
        ("3", set()),
    ):
        found = document(capsys, *steps, "--level", level)
        assert found["remaining"] == remaining > 5
        assert {name for name in ("possible", "questions", "direction") if found[name] is None} == (
            hidden
        )
        assert main(["hint", *MM46, *steps, "--level", level]) == 0
        printed = capsys.readouterr().out
        assert asked
        assert {question in printed for question in asked} == {level == "3"}
        assert ("ask a question that" in printed) == (level == "2")


def test_contradiction(capsys: pytest.CaptureFixture[str]) -> None:
    """0000 and 1111 say that there are no other colours than these two and two of each.

    With 2222 there is no contradiction, so the first, third and fourth answers are the conflict.  A
    repair changes one of them, by as little as possible: by one peg the first to 1,0 (one 0, two 1,
    one 3), the third to 1,0 likewise, or the fourth to 0,0 (two 0, two 1).  The first two leave
    4! / 2! = 12 secrets each and the last one 4! / (2! 2!) = 6.  The most count, then the first.
    """
    steps = ["0000:2,0", "2222:0,0", "1111:2,0", "3333:1,0"]
    found = document(capsys, *steps, status=1)
    assert found["remaining"] == 0
    assert found["conflict"] == [0, 2, 3]
    assert found["repair"] == {"index": 0, "answer": "1,0"}
    assert main(["hint", *MM46, *steps]) == 1
    printed = capsys.readouterr().out
    assert "cannot hold together: 0000:2,0 1111:2,0 3333:1,0" in printed
    assert "0000:2,0 should be 0000:1,0" in printed


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["0011"], "QUESTION:0,0"),
        (["0011:1"], "no answer of this game"),
        (["0011:4,0"], "the game is over"),
        (["--level", "4"], "--level"),
        (["--think", "-1"], "--think"),
        (["--rule", "best"], "the rule is one of"),
        (["0011:1,1", "--bogus"], "--bogus"),
    ],
)
def test_bad_usage(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(["hint", *MM46, *arguments])
    except SystemExit as stop:
        status = int(stop.code or 0)
    printed = capsys.readouterr()
    assert status == 2
    assert complaint in printed.err
    assert printed.err.count("\n") == 1
    assert printed.out == ""


# ------------------------------------------------------------------------------------ the sources


def test_the_order_of_the_sources_is_the_one_that_is_documented() -> None:
    told = re.findall(r"^ +\d\. \*(\w+)\*: ", hints.hint.__doc__ or "", re.MULTILINE)
    assert told == [source.__name__.removeprefix("_") for source in hints._SOURCES]


@pytest.mark.parametrize(
    ("source", "finite", "memory"),
    [
        ("contradiction", FiniteGame("mastermind", 4, 6, after=("0011:1,1", "0011:0,0")), None),
        ("contradiction", FiniteGame("mastermind", 2, 60, after=("0,1:1,0", "0,1:0,0")), None),
        ("theorem", FiniteGame("mastermind", 2, 300), None),
        ("theorem", FiniteGame("mastermind", 2, 300, after=("0,1:1,0", "0,1:0,0")), None),
        ("kinds", FiniteGame("mastermind", 2, 80), None),
        ("kinds", FiniteGame("mastermind", 2, 80), 1),
        ("sample", FiniteGame("mastermind", 8, 12), None),
        ("sample", FiniteGame("mastermind", 4, 6), 1),
        ("table", FiniteGame("mastermind", 3, 6), None),
        ("table", FiniteGame("mastermind", 4, 6, after=("0011:1,1",)), None),
    ],
)
def test_which_source_answers(
    source: str, finite: FiniteGame, memory: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered: list[str] = []

    def noted(one: hints._Source) -> hints._Source:
        def asking(asked: hints._HintInput) -> Hint | None:
            answer = one(asked)
            if answer is not None:
                answered.append(one.__name__.removeprefix("_"))
            return answer

        return asking

    monkeypatch.setattr(hints, "_SOURCES", tuple(map(noted, hints._SOURCES)))
    hint(finite, ["minimax"], **({} if memory is None else {"memory": memory}))
    assert answered == [source]


def test_a_hint_loads_what_the_source_that_answers_needs() -> None:
    """Not theorems, patterns and what plays large boards, for a game of a few words."""
    tree = ast.parse(Path(hints.__file__).read_bytes())
    loaded = [node.module or "" for node in tree.body if isinstance(node, ast.ImportFrom)]
    folders = ("large", "patterns", "proofs", "search", "play.proved")
    assert not [
        name for name in loaded if name.startswith(tuple(f"masetproof.{one}" for one in folders))
    ]
