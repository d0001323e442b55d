"""Rules against published results, against rules written out once more, and at their edges."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from masetproof import (
    RULES,
    FiniteGame,
    Rule,
    Ties,
    evaluate,
    load_tree,
    register_rule,
    replay,
    write_tree,
)
from masetproof.arguments import Refused
from masetproof.finite.table import make_table
from masetproof.games.matrix import Matrix
from masetproof.strategies.by_rule import _AGREE, RuleStrategy
from masetproof.strategies.rules import as_rule, preferring, scores
from masetproof.trees.evaluate import evaluate_rules
from masetproof.trees.replay import tree_of, visits
from masetproof.words import Word
from tests.games.samples import SAMPLES
from tests.oracles import strategies as oracle
from tests.strategies.ratings import agree, alone, equal_questions, parts_of, splits_of

CLASSIC = FiniteGame("mastermind", 4, 6)
CONSISTENT = FiniteGame("mastermind", 4, 6, consistent_only=True)
PREFERRING = [rule.name for rule in preferring()]


def strategy(finite: FiniteGame, rule: str, ties: Ties = Ties.FIRST, seed: int = 0) -> RuleStrategy:
    return RuleStrategy(make_table(finite, 1 << 26), as_rule(rule), ties, seed)


# --------------------------------------------------------------------------- published results


@pytest.mark.parametrize(
    ("finite", "rule", "total"),
    [
        (CLASSIC, "minimax", 5801),  # Knuth 1976
        (CLASSIC, "expected-size", 5696),
        (CLASSIC, "entropy", 5722),
        (CLASSIC, "most-parts", 5668),  # Kooi 2005, with the three before it
        (CONSISTENT, "minimax", 5828),
        (CONSISTENT, "expected-size", 5722),
        (CONSISTENT, "entropy", 5786),
        (CONSISTENT, "most-parts", 5701),
    ],
)
def test_totals_of_mastermind(finite: FiniteGame, rule: str, total: int) -> None:
    found = evaluate(finite, rule)
    assert found.total == total
    assert found.expected == Fraction(total, 1296)
    if (finite, rule) == (CLASSIC, "minimax"):
        assert (found.worst, found.finite.text(found.first_question)) == (5, "0011")


def test_entropy_with_distinct_secrets() -> None:
    """Of 360 secrets 7, 55, 229 and 69 take 2 to 5 questions: a published experiment."""
    found = evaluate(FiniteGame("mastermind", 4, 6, distinct=True), "entropy")
    assert found.histogram == (0, 7, 55, 229, 69)
    assert found.secrets == 360


@pytest.mark.parametrize(
    ("finite", "worst"),
    [
        (FiniteGame("comparison", 2, 5), 5),
        pytest.param(FiniteGame("mastermind", 4, 8), 7, marks=pytest.mark.slow),
    ],
    ids=lambda value: getattr(value, "title", str(value)),
)
def test_entropy_is_not_optimal(finite: FiniteGame, worst: int) -> None:
    """From the same experiment: 4 questions are enough for the one, and 6 for the other."""
    assert evaluate(finite, "entropy").worst == worst


# ----------------------------------------------------------------- the rules written out once more


@pytest.mark.one_in(3)
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("finite", SAMPLES, ids=lambda finite: finite.title)
def test_every_game_is_played_by_the_rule(finite: FiniteGame, rule: str) -> None:
    @cache
    def equal_of(possible: tuple[Word, ...]) -> list[Word]:
        return equal_questions(rule, splits_of(finite, possible), possible)

    draws = as_rule(rule).score is None
    for ties in Ties:
        played = strategy(finite, rule, ties, 5)
        for visit in visits(played):
            equal = equal_of(visit.secrets)
            if draws or ties is Ties.RANDOM:
                assert visit.node.question in equal
            else:
                place = {Ties.FIRST: 0, Ties.MIDDLE: len(equal) // 2, Ties.LAST: -1}[ties]
                assert visit.node.question == equal[place]
            parts = parts_of(finite, list(visit.secrets), visit.node.question)
            assert len(parts) > 1 or visit.wins


@pytest.mark.parametrize("rule", PREFERRING)
def test_a_larger_game_is_played_by_the_rule(rule: str) -> None:
    """Where many questions are close, and no possible secret separates all others."""
    finite = FiniteGame("mastermind", 3, 5)
    for visit in visits(strategy(finite, rule)):
        splits = splits_of(finite, visit.secrets)
        assert visit.node.question == equal_questions(rule, splits, visit.secrets)[0]


# --------------------------------------------------------------- what every rule is held to


def check_score(rule: str) -> None:
    """What a rule says of a question is said by the sizes of its parts alone.

    All questions of a state at once and each by itself have the same score; which of the answers
    that do not win has which part makes no difference; and the score without rounding has the same
    order, with equal ones where only rounding tells two apart.
    """
    for finite in (FiniteGame("mastermind", 2, 4), FiniteGame("ab", 3, 4)):
        for possible in (finite.secrets, finite.secrets[3:10]):
            sizes = np.array([*splits_of(finite, possible).values()])
            together = scores(as_rule(rule), sizes).tolist()
            turned = scores(as_rule(rule), np.c_[sizes[:, -2::-1], sizes[:, -1]]).tolist()
            for row, score, other in zip(sizes.tolist(), together, turned, strict=True):
                assert agree(alone(rule, row), score), row
                assert agree(score, other), row
            if as_rule(rule).exact is None:
                continue
            exact = scores(as_rule(rule), sizes, exact=True).tolist()
            for (one, other), (few, many) in zip(pairwise(together), pairwise(exact), strict=True):
                assert (
                    agree(one, other)
                    if few == many
                    else agree(one, other) or ((one < other) == (few < many))
                ), (few, many)


def check_play(rule: str) -> None:
    """It plays better than questions that are drawn do on the average, as a preference should."""
    finite = FiniteGame("mastermind", 3, 4)
    drawn = [evaluate(finite, "random", seed=seed).total for seed in range(10)]
    assert evaluate(finite, rule).total < sum(drawn) / len(drawn)


@pytest.mark.parametrize("check", [check_score, check_play])
@pytest.mark.parametrize("rule", PREFERRING)
def test_what_every_rule_promises(rule: str, check: Callable[[str], None]) -> None:
    check(rule)


@pytest.mark.parametrize(
    ("check", "score", "exact"),
    [
        (check_score, lambda sizes: sizes.max(axis=1) - sizes.max(), None),
        (check_score, lambda sizes: sizes[:, 0], None),
        (check_score, lambda sizes: sizes.max(axis=1) / 3, lambda sizes: -sizes.max(axis=1)),
        (check_score, lambda sizes: sizes.max(axis=1) / 3, lambda sizes: 0 * sizes.max(axis=1)),
        (check_play, lambda sizes: -sizes.max(axis=1), None),
        (check_play, lambda sizes: (sizes == 1).sum(axis=1), None),
    ],
    ids=["others", "places", "other order", "no order", "the worst", "few singles"],
)
def test_a_rule_that_breaks_a_promise_is_found(
    check: Callable[[str], None], score: Any, exact: Any
) -> None:
    rule = register_rule(Rule("broken", "something", score, exact))
    with pytest.raises(AssertionError):
        check(rule.name)


def test_a_rule_without_a_rating_is_held_to_its_score() -> None:
    """Where more of the answers have one secret each, and by a number that no machine rounds."""
    splits: dict[Word, list[int]] = {
        (0,): [3, 3, 0, 0], (1,): [4, 1, 1, 0], (2,): [1, 1, 4, 0], (3,): [2, 3, 0, 1],
    }  # fmt: skip
    possible = [(number,) for number in range(3, 9)]
    register_rule(Rule("singles", "parts of one", lambda sizes: -(sizes == 1).sum(axis=1)))
    assert equal_questions("singles", splits, possible) == [(1,), (2,)]
    register_rule(Rule("halves", "the same", lambda sizes: (sizes != 1).sum(axis=1) / 2))
    assert equal_questions("halves", splits, possible) == [(1,), (2,)]
    register_rule(Rule("same", "nothing", lambda sizes: 0 * sizes[:, 0]))
    assert equal_questions("same", splits, possible) == [(3,)]  # it may be the secret


@pytest.mark.one_in(3)
@pytest.mark.parametrize("distinct", [False, True])
@pytest.mark.parametrize("consistent_only", [False, True])
@pytest.mark.parametrize(
    "game", [("mastermind", 2, 4), ("ab", 2, 4), ("black-peg", 2, 4), ("black-peg-ab", 3, 4)]
)
def test_no_rule_is_better_than_the_optimum(
    game: tuple[str, int, int], consistent_only: bool, distinct: bool
) -> None:
    variant = {"distinct": distinct, "consistent_only": consistent_only}
    finite = FiniteGame(*game, **variant)
    total = oracle.optimum(*game, "expected", **variant)
    worst = oracle.optimum(*game, "worst", **variant)
    found = [evaluate(finite, rule, ties=ties) for rule in RULES for ties in Ties]
    assert all(one.total >= total and one.worst >= worst for one in found)
    # In games as small as these one of the rules is optimal.
    assert min(one.worst for one in found) == worst


# ------------------------------------------------------------------------------- exact comparisons


def splitting_game(*splits: list[int]) -> FiniteGame:
    """A game with a question for each list of sizes of parts; all others tell hardly anything."""
    count = sum(splits[0])
    names = [f"s{number}" for number in range(count)]
    rows = [["", *names], *([name, *["-"] * count] for name in names)]
    for number, sizes in enumerate(splits):
        assert sum(sizes) == count
        texts = [f"p{place}" for place, size in enumerate(sizes) for _ in range(size)]
        rows.append([f"q{number}", *texts])
    return FiniteGame(Matrix(rows))


@pytest.mark.parametrize("rule", PREFERRING)
@pytest.mark.parametrize("game", [("mastermind", 3, 5), ("ab", 3, 5)])
def test_the_last_of_equal_questions_is_the_mirror_image_of_the_first(
    rule: str, game: tuple[str, int, int]
) -> None:
    finite = FiniteGame(*game)
    first, last = (strategy(finite, rule, ties) for ties in (Ties.FIRST, Ties.LAST))
    mirror = [tuple(4 - colour for colour in visit.node.question) for visit in visits(first)]
    assert sorted(mirror) == sorted(visit.node.question for visit in visits(last))


def test_the_middle_one_differs() -> None:
    """Knuth's rule: 5,801 by its own ties; the middle questions take a total of 5,791, but 6."""
    found = evaluate(FiniteGame("mastermind", 4, 6), "minimax", ties="middle")
    assert (found.total, found.worst) == (5791, 6)


def first_by_entropy(finite: FiniteGame, ties: Ties = Ties.FIRST) -> str:
    """What entropy asks first."""
    return finite.text(strategy(finite, "entropy", ties).next_question())


def bits(sizes: list[int]) -> float:
    return sum(k * math.log2(k) for k in sizes)


def test_equal_entropies_are_equal_though_floats_differ() -> None:
    """2^2 3^3 4^4 15^15 = 5^5 9^9 10^10."""
    one, other = [2, 3, 4, 15], [5, 9, 10]
    assert math.prod(k**k for k in one) == math.prod(k**k for k in other)
    assert bits(one) != bits(other)
    for splits in ([one, other], [other, one]):
        finite = splitting_game(*splits)
        assert first_by_entropy(finite) == "q0"
        assert first_by_entropy(finite, Ties.LAST) == "q1"


def test_entropies_that_differ_by_less_than_the_error_are_told_apart() -> None:
    """By half a millionth of a bit; found by reducing a lattice of k log k."""
    better = [5] * 2 + [7] * 2 + [11] * 6 + [19] * 2 + [1] * 12
    worse = [2] * 4 + [3] * 8 + [13] * 7 + [17]
    assert math.prod(k**k for k in better) < math.prod(k**k for k in worse)
    assert bits(worse) - bits(better) < 1e-6
    assert first_by_entropy(splitting_game(better, worse)) == "q0"
    assert first_by_entropy(splitting_game(worse, better)) == "q1"
    assert first_by_entropy(splitting_game(worse, better, better), Ties.LAST) == "q2"


def test_entropies_that_no_float_tells_apart() -> None:
    """They differ by 10^-15 bits of some five thousand."""
    better = [2] * 103 + [3] * 122 + [5] + [11] * 7 + [13] * 24 + [19] * 30
    worse = [7] * 176 + [17] * 17 + [1] * 15
    assert sum(better) == sum(worse) == 1536
    assert math.prod(k**k for k in better) < math.prod(k**k for k in worse)
    assert bits(better) >= bits(worse)
    width = max(len(better), len(worse))
    sizes = np.array([sizes + [0] * (width - len(sizes)) for sizes in (better, worse, better)])
    products = scores(as_rule("entropy"), sizes, exact=True).tolist()
    assert products == [math.prod(k**k for k in row) for row in sizes.tolist()]
    assert products[0] == products[2] < products[1]


def test_rounded_logarithms_agree_with_exact_ones() -> None:
    most = 1 << 16
    sizes = [1, *range(2, 2000), *range(2000, most, 191), most]
    rounded = scores(as_rule("entropy"), np.array(sizes)[:, None]).tolist()
    with localcontext(prec=40):
        for size, score in zip(sizes, rounded, strict=True):
            exact = size * Decimal(size).ln() / Decimal(2).ln()
            assert abs(Decimal(score) - exact) <= Decimal(_AGREE / 1000) * exact


# ------------------------------------------------------------------------------- what is drawn


def test_the_same_seed_draws_the_same() -> None:
    finite = FiniteGame("mastermind", 3, 4)
    for rule, ties in (("random", Ties.FIRST), ("minimax", Ties.RANDOM)):
        trees = [evaluate(finite, rule, ties=ties, seed=seed).tree for seed in (1, 1, 2, 3)]
        assert trees[0] == trees[1]
        assert len({*trees}) == 3


def test_what_is_asked_does_not_depend_on_what_was_asked_elsewhere() -> None:
    """Each secret by itself, in another order than the replay has."""
    finite = FiniteGame("mastermind", 3, 4)
    for rule in RULES:
        tree = evaluate(finite, rule, ties="random", seed=9).tree
        lazy = strategy(finite, rule, Ties.RANDOM, 9)
        for secret in reversed(finite.secrets):
            assert list(lazy.path(secret)) == list(tree.path(secret))


def test_the_random_rule_draws_every_question_that_tells_something() -> None:
    """With two pegs and three colours no first question is idle; 900 draws, 100 of each."""
    table = make_table(FiniteGame("mastermind", 2, 3), 1 << 20)
    drawn = Counter(
        RuleStrategy(table, as_rule("random"), Ties.FIRST, seed).next_question()
        for seed in range(900)
    )
    assert set(drawn) == set(table.finite.questions)
    # The standard deviation is 9.4.
    assert all(abs(count - 100) < 4 * 9.4 for count in drawn.values())


def test_equal_first_questions_of_minimax() -> None:
    """Knuth 1976: the largest part has 256 secrets after two colours twice, 276 and more else."""
    equal = strategy(CLASSIC, "minimax").equal_questions(np.arange(1296))
    pairs = [word for word in CLASSIC.questions if set(Counter(word).values()) == {2}]
    assert [CLASSIC.questions[number] for number in equal] == pairs


# ------------------------------------------------------------------------------------ the rest


def test_several_rules_share_a_table() -> None:
    finite = FiniteGame("black-peg", 3, 4)
    found = list(evaluate_rules(finite, list(RULES), ties="last", seed=3))
    assert found == [evaluate(finite, rule, ties="last", seed=3) for rule in RULES]
    assert [one.rule.name for one in found] == list(RULES)


def test_the_result_is_that_of_its_tree(tmp_path: Path) -> None:
    found = evaluate(FiniteGame("ab", 3, 5), "most-parts")
    again = replay(found.tree)
    assert (again.total, again.worst, again.histogram) == (
        found.total,
        found.worst,
        found.histogram,
    )
    write_tree(tmp_path / "tree.json", found.tree)
    assert load_tree(tmp_path / "tree.json").tree == found.tree


def test_one_secret() -> None:
    for rule in RULES:
        assert evaluate(FiniteGame("mastermind", 3, 1), rule).histogram == (1,)


def test_a_long_game() -> None:
    """One peg: each question tells of one secret only."""
    finite = FiniteGame("mastermind", 1, 36)
    for rule in RULES:
        assert evaluate(finite, rule, ties="last").histogram == (1,) * 36


def test_what_does_not_fit_the_memory_is_refused() -> None:
    """The comparison game has a table; answers of pegs are computed, and take none."""
    finite = FiniteGame("comparison", 2, 33)
    with pytest.raises(Refused, match="the table of answers takes 1 MB"):
        evaluate(finite, "minimax", memory=33**4 - 1)
    assert evaluate(CLASSIC, "minimax", memory=1).total == 5801
    with pytest.raises(Refused, match="at most 16 pegs"):
        evaluate(FiniteGame("mastermind", 100, 10), "minimax")


def test_a_history_that_no_secret_has() -> None:
    """After 0011 (1,0) and 0011 once more, no other answer is left."""
    played = strategy(CLASSIC, "minimax")
    with pytest.raises(Refused, match="no secret gives these answers"):
        played.start().after(CLASSIC.winning - 1)


def test_progress_is_told_and_may_stop_the_work() -> None:
    stages = []

    def note(stage: str, done: int, total: int) -> None:
        stages.append(stage)
        if len(stages) > 40:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        evaluate(CLASSIC, "minimax", progress=note)
    assert set(stages) == {"table of answers", "secrets found"}


def test_a_rule_made_a_tree_is_the_rule() -> None:
    played = strategy(FiniteGame("mastermind", 3, 4), "entropy")
    assert tree_of(played) == evaluate(played.finite, "entropy").tree
    assert replay(played) == replay(tree_of(played))
    assert repr(played) == "<RuleStrategy of Mastermind, 3 pegs, 4 colours: entropy>"
