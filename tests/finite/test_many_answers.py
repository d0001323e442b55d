"""Games with more answers than eight bits number: Wordle with six to eight letters."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from masetproof import FiniteGame, evaluate, evolve, hint, openings, optimize, replay, review
from masetproof.arguments import Refused
from masetproof.cli.main import main
from masetproof.finite.table import MEMORY, MOST_ANSWERS, make_table
from masetproof.games.marks import mark_answers, mark_numbers
from masetproof.games.wordle import Wordle
from masetproof.objectives import Goal
from masetproof.strategies.by_rule import RuleStrategy, sizes_of_parts, telling
from masetproof.strategies.rules import as_rule
from masetproof.trees.tree import StrategyTree
from tests.oracles.restricted import by_goal
from tests.oracles.wordle import marks, optimum


def drawn(seed: int, count: int, length: int = 8, letters: str = "abcde") -> list[str]:
    """Different words of some letters."""
    draw, words = random.Random(seed), dict[str, None]()
    while len(words) < count:
        words["".join(draw.choices(letters, k=length))] = None
    return [*words]


@pytest.mark.parametrize("length", [6, 7, 8])
def test_the_numbers_of_all_marks(length: int) -> None:
    game = Wordle(drawn(length, 60, length, "abc"))
    finite, answers = FiniteGame(game), mark_answers(length)
    assert len(answers) == 3**length - length  # one yellow letter and else green ones
    words = np.array(finite.secrets)
    texts = [finite.text(word) for word in finite.secrets]
    told = [[answers[number] for number in row] for row in mark_numbers(words, words).tolist()]
    assert told == [[marks(secret, question) for secret in texts] for question in texts]


@pytest.mark.parametrize("seed", range(8))
def test_optima_of_small_lists(seed: int) -> None:
    words = drawn(seed, 12, 6 + seed % 3, "abc"[: 2 + seed % 2])
    secrets, more = words[:8], words[8:]
    finite = FiniteGame(Wordle(secrets, more))
    best = optimize(finite, keep=False)
    assert best.optimal
    assert best.total == optimum(secrets, words, marks) == replay(best.tree).total
    worst = optimize(finite, "worst", keep=False)
    assert worst.worst == optimum(secrets, words, marks, worst=True)


@pytest.mark.parametrize("goal", ["expected", "worst-then-expected", "within:2"])
@pytest.mark.parametrize("seed", range(3))
def test_hard_mode_and_weights(seed: int, goal: str) -> None:
    words = drawn(seed, 11, 8, "ab")
    weights = {word: number % 3 + 1 for number, word in enumerate(words[:7])}
    found = optimize(FiniteGame(Wordle(weights, words[7:]), hard=True), goal, keep=False)
    expected = by_goal(goal, weights, words, hard=True)
    known: dict[str, tuple[Fraction | int, ...]] = {
        "expected": (found.weighted_total,),
        "worst-then-expected": (found.worst, found.weighted_total),
    }
    assert known.get(goal, (found.value,)) == expected


@pytest.mark.parametrize(("count", "kind"), [(30, np.uint8), (700, np.uint16)])
def test_what_rules_look_at(count: int, kind: type) -> None:
    """Up to 250 answers have numbers of 8 bits, which kernels count; more are counted by numpy."""
    words = drawn(count, count, 8, "abcdef")
    finite = FiniteGame(Wordle(words))
    table, members = make_table(finite, MEMORY), np.arange(0, count, 2)
    assert table.answers.dtype == kind
    assert (table.winning >= MOST_ANSWERS) == (kind is np.uint16)
    asked = np.arange(0, count, 41)
    texts = [finite.text(word) for word in finite.secrets]
    sizes = sizes_of_parts(table, members, asked)
    weights = np.arange(1, count + 1)
    weighed = sizes_of_parts(table, members, asked, weights)
    names = mark_answers(8)
    for row, weighed_row, question in zip(sizes, weighed, asked.tolist(), strict=True):
        told = {secret: marks(texts[secret], texts[question]) for secret in members.tolist()}
        assert row[-1] == (question in told)
        counts: Counter[str] = Counter()
        for secret, answer in told.items():
            counts[answer] += secret + 1  # its weight
        found = {
            names[table.answer(question, number)]: (int(size), int(weighed_row[number]))
            for number, size in enumerate(row)
            if size
        }
        number_of = Counter(told.values())
        assert found == {name: (number_of[name], counts[name]) for name in counts}
        numbers = np.flatnonzero(row).tolist()
        assert [table.number(question, table.answer(question, one)) for one in numbers] == numbers
    few = members[:2]
    splits = [one for one in range(count) if len({*table.answers[one, few].tolist()}) > 1]
    wins = [one for one in range(count) if table.own[few[0]] == one]
    assert telling(table, few, np.arange(count)).tolist() == sorted({*splits, *wins})


@pytest.mark.parametrize("rule", ["minimax", "expected-size", "entropy", "most-parts", "random"])
def test_rules_find_every_word(rule: str) -> None:
    words = drawn(1, 400, 8, "abcdefgh")
    finite = FiniteGame(Wordle(words[:300], words[300:]))
    played = evaluate(finite, rule, seed=3)
    assert sum(played.histogram) == 300
    assert isinstance(played.tree, StrategyTree)
    strategy = RuleStrategy(make_table(finite, MEMORY), as_rule(rule), seed=3)
    for secret in finite.secrets[::50]:
        question, answers, state = "", [], strategy.start()
        while question != finite.text(secret):
            question = finite.text(state.question)
            answers.append(marks(finite.text(secret), question))
            if set(answers[-1]) != {"g"}:
                state = state.after(finite.as_answer(answers[-1]))
        assert len(answers) <= played.worst


def test_hints_first_questions_and_reviews() -> None:
    words = drawn(5, 40, 7, "abcd")
    finite = FiniteGame(Wordle(words))
    secret, asked = words[0], words[1]
    told = hint(finite.then(asked, marks(secret, asked)))
    left = [word for word in words if marks(word, asked) == marks(secret, asked)]
    assert [finite.text(word) for word in told.possible] == sorted(left)
    assert told.suggestions
    best = optimize(finite, keep=False)
    costs = {finite.text(one.question): one.total for one in openings(finite, words, keep=False)}
    assert min(total for total in costs.values() if total) == best.total
    ratings = review(finite, [f"{asked}:{marks(secret, asked)}", f"{secret}:won"])
    assert len(ratings.questions) == 2


def test_a_state_of_play_is_searched_where_the_whole_list_is_not() -> None:
    words = drawn(2, 2000, 8, "abcdefghijklm")
    finite = FiniteGame(Wordle(words))
    with pytest.raises(Refused, match="different answers here; searches have at most 249, rules"):
        optimize(finite, Goal.EXPECTED, keep=False)
    asked, secret = words[0], words[1]
    state = finite.then(asked, marks(secret, asked))
    left = [word for word in words if marks(word, asked) == marks(secret, asked)]
    assert 3 < len(left) < 100
    assert optimize(state, keep=False, workers=1).total >= 2 * len(left) - 1
    with pytest.raises(Refused, match="at most 250 answers"):
        evolve(finite, seed=1, generations=2, population=2)


def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, tree = tmp_path / "eight.txt", tmp_path / "tree.json"
    path.write_text("\n".join(drawn(9, 20)))
    game = ["wordle", "--words", str(path)]
    assert main(["optimize", *game, "--tree", str(tree), "--workers", "1"]) == 0
    assert main(["tree", "verify", str(tree)]) == 0
    assert main(["evaluate", *game, "--rule", "minimax"]) == 0
    capsys.readouterr()
    assert main(["hint", *game, f"{drawn(9, 20)[0]}:bbbb"]) == 2
    assert "is no answer of this game; they are bbbbbbbb to gggggggg" in capsys.readouterr().err
    path.write_text("incongruously")
    assert main(["hint", *game]) == 2
    assert "have at most 8 letters, not 13" in capsys.readouterr().err
