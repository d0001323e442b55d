"""Rules of one's own: played as brute force plays them, taken everywhere, refused where wrong."""

from __future__ import annotations

import copy
import json
import pickle
import re
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from masetproof import FiniteGame, Rule, evaluate, hint, register_rule
from masetproof.arguments import Refused
from masetproof.cli import main
from masetproof.explore.documents import index_document
from masetproof.large.breaker import Method
from masetproof.play.hints import SAMPLE
from masetproof.strategies.rules import RULES, preferring
from masetproof.tables.rules import Setup, rule_rows
from masetproof.trees.replay import visits
from masetproof.words import Word
from tests.strategies.ratings import parts_of
from tests.strategies.test_rules import strategy

SMALL = ["mastermind", "--pegs", "2", "--colours", "4"]
CUBES = Rule("cubes", "the least sum of cubes", lambda sizes: (sizes**3).sum(axis=1))


def first_asked(finite: FiniteGame, score: Any, exact: Any = None) -> str:
    rule = register_rule(Rule("mine", "something", score, exact))
    return finite.text(strategy(finite, rule.name).next_question())


def brute_force(finite: FiniteGame, possible: list[Word], bad: Any) -> Word:
    """The first question with the least badness, a possible secret if one has it."""
    if len(possible) == 1:
        return possible[0]
    rated: dict[Word, Any] = {}
    for question in finite.questions:
        parts = {answer: len(part) for answer, part in parts_of(finite, possible, question).items()}
        if len(parts) > 1:
            rated[question] = bad(parts, finite.winning)
            if len(parts) == len(possible) and finite.winning in parts:
                return question  # tells all apart, and may be the secret
    least = min(rated.values())
    best = [question for question in rated if rated[question] == least]
    return next((question for question in best if question in possible), best[0])


@pytest.mark.parametrize(
    ("score", "bad"),
    [
        (CUBES.score, lambda parts, winning: sum(k**3 for k in parts.values())),
        (lambda sizes: -sizes.max(axis=1), lambda parts, winning: -max(parts.values())),
        # What may be the secret comes first, then the number of answers in halves.
        (
            lambda sizes: -100 * sizes[:, -1] - (sizes > 0).sum(axis=1) / 2,
            lambda parts, winning: Fraction(-200 * parts.get(winning, 0) - len(parts), 2),
        ),
        (lambda sizes: sizes[:, 0] > 3, lambda parts, winning: parts.get(0, 0) > 3),
        # It is asked of questions that tell something, which have two parts at least.
        (
            lambda sizes: [1 / (sum(row > 0) - 1) for row in sizes],
            lambda parts, winning: Fraction(1, len(parts) - 1),
        ),
    ],
)
def test_an_own_rule_is_played_as_brute_force_plays_it(score: Any, bad: Any) -> None:
    register_rule(Rule("mine", "something", score))
    for finite in (FiniteGame("mastermind", 3, 4), FiniteGame("ab", 3, 5)):
        for visit in visits(strategy(finite, "mine")):
            assert visit.node.question == brute_force(finite, list(visit.secrets), bad)


def test_the_example_in_the_docstring() -> None:
    """The total of the least sum of cubes, added up without the package's strategies."""
    finite = FiniteGame("mastermind", 3, 4)

    def total(possible: list[Word]) -> int:
        asked = brute_force(finite, possible, lambda parts, _: sum(k**3 for k in parts.values()))
        parts = parts_of(finite, possible, asked)
        parts.pop(finite.winning, None)
        return len(possible) + sum(map(total, parts.values()))

    assert total(list(finite.secrets)) == evaluate(finite, register_rule(CUBES)).total == 215


def test_an_own_rule_is_taken_everywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    finite = FiniteGame("mastermind", 2, 4)
    assert register_rule(CUBES) is CUBES is preferring()[-1]
    assert evaluate(finite, CUBES) == evaluate(finite, "cubes")
    assert any("cubes" in one.rules for one in hint(finite).suggestions)
    assert index_document({}, live=True)["rules"][0] == "cubes"  # type: ignore[index]
    plot = tmp_path / "losses.svg"
    games = ["rules", "mastermind", "--pegs", "2", "--colours", "3..4"]
    assert main([*games, "--plot", str(plot)]) == 0
    assert "cubes" in capsys.readouterr().out
    assert "cubes" in plot.read_text()
    for command in (["hint", *SMALL, "--json"], ["evaluate", *SMALL, "--rule", "all", "--json"]):
        assert main(command) == 0
        told = json.loads(capsys.readouterr().out)
        listed = told.get("evaluations") or told["questions"]
        assert "cubes" in [name for one in listed for name in one.get("rules", [one["rule"]])]
    for command in ("evaluate", "hint", "play"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        assert "cubes" in capsys.readouterr().out
    assert main(["depth", *SMALL, "--rule", "cubes"]) == 0


def test_more_rules_than_colours_of_lines_are_drawn(tmp_path: Path) -> None:
    names = [f"power-{power}" for power in range(1, 10)]
    for power, name in enumerate(names, 1):
        register_rule(Rule(name, "a sum", lambda sizes, power=power: (sizes**power).sum(axis=1)))
    plot = tmp_path / "losses.svg"
    games = ["rules", "mastermind", "--pegs", "2", "--colours", "3"]
    assert main([*games, "--plot", str(plot), "--rule", ",".join(names)]) == 0
    assert all(name in plot.read_text() for name in names)


@pytest.mark.parametrize(
    ("score", "why"),
    [
        (lambda sizes: sizes, r"an array of the shape \(4,\), not \(4, 3\)"),
        (lambda sizes: sizes.max(axis=0), r"an array of the shape \(4,\), not \(3,\)"),
        (lambda sizes: 1, r"not \(\)"),
        (lambda sizes: None, r"not \(\)"),
        (lambda sizes: sizes.sum(), r"not \(\)"),
        (lambda sizes: sizes[0, :2], r"not \(2,\)"),
        (lambda sizes: [float("nan")] * len(sizes), "must be finite numbers, not .*nan"),
        (lambda sizes: [float("inf")] * len(sizes), "must be finite numbers, not .*inf"),
        (lambda sizes: ["a"] * len(sizes), "must be finite numbers, not .*'a'"),
        (lambda sizes: [1j] * len(sizes), "must be finite numbers"),
        (lambda sizes: [None] * len(sizes), "must be finite numbers"),
        (lambda sizes: [Fraction(1, 2)] * len(sizes), "must be finite numbers"),
        (lambda sizes: sizes.nothing, "fails with AttributeError"),
        (lambda: 1, "fails with TypeError"),
        (lambda sizes: sizes.fill(0), "fails with ValueError: .*read-only"),
        (lambda sizes: [[1], [1, 2], 3], "fails with ValueError"),
    ],
)
def test_a_wrong_score_is_refused_in_one_sentence(score: Any, why: str) -> None:
    rule = Rule("mine", "something", score)
    with pytest.raises(Refused, match=why) as refusal:
        register_rule(rule)
    assert "\n" not in str(refusal.value)
    assert str(refusal.value).startswith("the score of the rule mine ")
    assert "mine" not in RULES


def test_a_score_that_fails_later_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    register_rule(Rule("late", "something", lambda sizes: sizes[:4, 0]))
    with pytest.raises(Refused, match="one number for each question"):
        evaluate(FiniteGame("mastermind", 2, 4), "late")
    assert main(["evaluate", *SMALL, "--rule", "late"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)


def test_scores_that_agree_to_nine_digits_are_equal() -> None:
    """0001 splits the 8 secrets of 3 pegs and 2 colours otherwise than 000."""
    finite = FiniteGame("mastermind", 3, 2)
    assert first_asked(finite, lambda sizes: 1 - 1e-12 * sizes[:, 0]) == "000"
    assert first_asked(finite, lambda sizes: 1 - 1e-6 * (sizes > 0).sum(axis=1)) != "000"
    # Whole numbers are compared as they are, however large.
    assert first_asked(finite, lambda sizes: 10**18 - (sizes > 0).sum(axis=1)) != "000"
    for exact, told in ((lambda sizes: -(sizes > 0).sum(axis=1), False), (None, True)):
        assert (first_asked(finite, lambda sizes: [0.1] * len(sizes), exact) == "000") is told


@pytest.mark.parametrize(
    "exact", [lambda sizes: [0.5] * len(sizes), lambda sizes: [None] * len(sizes)]
)
def test_a_score_without_rounding_is_whole_or_a_fraction(exact: Any) -> None:
    with pytest.raises(Refused, match="must be whole numbers or fractions"):
        register_rule(Rule("mine", "something", lambda sizes: sizes.mean(axis=1), exact))


def test_the_rules_that_come_with_the_package_keep_their_names() -> None:
    with pytest.raises(Refused, match="there is another rule minimax"):
        register_rule(Rule("minimax", "something", lambda sizes: sizes[:, 0]))
    earlier = register_rule(Rule("mine", "something", lambda sizes: sizes[:, 0]))
    later = register_rule(Rule("mine", "something else", lambda sizes: sizes[:, 1]))
    assert RULES["mine"] is later
    with pytest.raises(Refused, match="is not registered"):
        evaluate(FiniteGame("mastermind", 2, 2), earlier)


def test_what_an_own_rule_achieves_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another rule of the same name would get it."""
    monkeypatch.setenv("MASETPROOF_CACHE", str(tmp_path))
    finite = FiniteGame("mastermind", 3, 3)
    totals = []
    for sign in (1, -1):
        rule = register_rule(
            Rule("mine", "something", lambda sizes, sign=sign: sign * sizes.max(axis=1))
        )
        (row,) = rule_rows([finite], Setup(rules=(rule, RULES["minimax"])))
        totals.append(row.cost(rule)[0])
        assert totals[-1] == evaluate(finite, rule).total
    assert totals[0] < totals[1]
    kept = [path.name for path in tmp_path.iterdir() if path.name.startswith("rule-")]
    assert len(kept) == 1
    assert re.match("rule-minimax-", kept[0])


def test_rules_go_to_other_processes_by_their_names() -> None:
    assert pickle.loads(pickle.dumps(RULES["entropy"])) is RULES["entropy"]
    register_rule(CUBES)
    assert copy.deepcopy(CUBES) is CUBES
    sent = pickle.dumps(evaluate(FiniteGame("mastermind", 2, 2), "cubes").rule)
    del RULES["cubes"]
    with pytest.raises(Refused, match=r"the rule is one of minimax, .*, not 'cubes'"):
        pickle.loads(sent)
    with pytest.raises(Refused, match="is not registered"):
        pickle.dumps(CUBES)


@pytest.mark.parametrize("sentence", ["", "two\nlines", "x" * 201, 3])
def test_what_a_rule_prefers_is_a_line(sentence: Any) -> None:
    with pytest.raises(Refused, match="the sentence of a rule is one line of up to 200 signs, not"):
        Rule("mine", sentence, None)


@pytest.mark.parametrize("name", ["all", "best", "optimal", "optimum", SAMPLE, *Method])
def test_what_means_something_else_is_no_name(name: str) -> None:
    with pytest.raises(Refused, match=f"a rule cannot be named {name}, which means something"):
        Rule(str(name), "something", None)


def test_threads_play_the_same() -> None:
    register_rule(CUBES)
    finite = FiniteGame("ab", 3, 5)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: evaluate(finite, "cubes").tree, range(8)))
    assert found == [evaluate(finite, "cubes").tree] * 8


def test_without_a_score_questions_are_drawn() -> None:
    finite = FiniteGame("mastermind", 2, 3)
    register_rule(Rule("any", "any question that tells something", None))
    trees = {evaluate(finite, "any", seed=seed).tree for seed in range(5)}
    assert len(trees) > 1
    assert evaluate(finite, "any", seed=3).tree == evaluate(finite, "any", seed=3).tree
    assert "any" not in [rule.name for rule in preferring()]
