"""First questions: their costs by other programs, published ones, limits, refusals."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import count, product

import numpy as np
import pytest

from masetproof import Openings, Wordle, openings, optimize
from masetproof.arguments import Refused
from masetproof.finite.setting import FiniteGame
from masetproof.objectives import Objective
from masetproof.progress import Interrupted
from masetproof.search import openings as module
from masetproof.search.clock import TimeOver
from masetproof.trees.replay import replay
from masetproof.words import Word
from tests.oracles import search, wordle
from tests.oracles.restricted import least_cost

from .plain import Plain, told

MASTERMIND = FiniteGame("mastermind", 4, 6)
WORDS = ["tears", "stare", "rates", "store", "crate", "trace", "least", "steal", "react"]
MORE = ["salet", "round"]


def costs(found: Openings) -> dict[str, int | None]:
    return {found.finite.text(one.question): one.total for one in found}


def plainly(finite: FiniteGame, question: Word) -> float:
    """The least total after a first question, by going through all strategies."""
    plain, parts = Plain(finite), Counter[object]()
    for number, secret in enumerate(finite.secrets):
        if secret != question:
            parts[told(finite, secret, question)] += 1 << number
    left = len(finite.secrets)
    return left + sum(plain.value(part, left) for part in parts.values())


@pytest.mark.parametrize(
    "finite",
    [
        FiniteGame("mastermind", 2, 5),
        FiniteGame("mastermind", 3, 3),
        FiniteGame("ab", 3, 4),
        FiniteGame("black-peg", 2, 5),
        FiniteGame("mastermind", 3, 4, distinct=True),
        FiniteGame("mastermind", 2, 5, consistent_only=True),
        FiniteGame("mastermind", 3, 4).then("001", "1,0"),
        FiniteGame("ab", 3, 5).then("012", "0,2"),
    ],
    ids=str,
)
def test_each_question_costs_what_brute_force_finds(finite: FiniteGame) -> None:
    found = openings(finite, workers=1, keep=False)
    for one in found:
        assert one.total == plainly(finite, one.question) == one.lower_bound
        assert one.optimal
        assert one.optimum is not None
        assert one.optimum.tree.root.question == one.question
        assert replay(one.optimum.tree).total == one.total


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pegs", "colours", "objective"),
    [(3, 4, "expected"), (4, 4, "expected"), (3, 7, "expected"), (3, 9, "worst"), (4, 5, "worst")],
)
def test_each_class_costs_what_another_program_finds(
    pegs: int, colours: int, objective: str
) -> None:
    found = openings(FiniteGame("mastermind", pegs, colours), "all", objective, keep=False)
    engine = search.Search("mastermind", pegs, colours, objective)
    everything = np.arange(len(engine.words))
    for one in found:
        place = int(np.ravel_multi_index(one.question, (colours,) * pegs))
        asked = engine.ask(everything, place, search.INFINITE)
        assert one.measured(found.goal.first) == asked == one.lower_bound
    assert sum(one.class_size or 0 for one in found) == colours**pegs


def forced(first: str, possible: Sequence[str], questions: Sequence[str]) -> int:
    """The least total of a game of words after a first question, by brute force."""
    parts = defaultdict(list)
    for secret in possible:
        parts[wordle.marks(secret, first)].append(secret)
    return len(possible) + sum(
        wordle.optimum(part, questions, wordle.marks) for part in parts.values() if part != [first]
    )


def test_words_cost_what_brute_force_finds() -> None:
    found = openings(FiniteGame(Wordle(WORDS, [*WORDS, *MORE])), workers=1, keep=False)
    assert costs(found) == {word: forced(word, WORDS, WORDS + MORE) for word in [*WORDS, *MORE]}
    totals = [one.total or 0 for one in found]
    assert totals == sorted(totals)
    assert found.loss(found.rows[-1]) == Fraction(totals[-1] - totals[0], len(WORDS))


def test_mastermind_has_five_first_questions() -> None:
    found = openings(MASTERMIND, workers=1, keep=False)
    # The least total is published, and so is the strategy of Knuth, who asks 0011.
    assert (found.best.total, found.finite.text(found.best.question)) == (5625, "0012")
    sizes = {found.finite.text(one.question): one.class_size for one in found}
    assert sizes == {"0000": 6, "0001": 120, "0011": 90, "0012": 720, "0123": 360}
    assert sum(size or 0 for size in sizes.values()) == 1296
    assert all(one.optimal for one in found)


def test_goals_with_two_quantities() -> None:
    both = openings(MASTERMIND, ["0011", "0012"], "worst-then-expected", workers=1, keep=False)
    # Published: five questions suffice, and then the total is 5626 at least.
    assert (both.best.total, both.best.worst) == (5626, 5)
    least = openings(MASTERMIND, ["0011"], "worst-then-fewest", workers=1, keep=False).best
    assert least.optimum is not None
    assert least.optimum.needing_worst <= 631


def test_equal_questions_are_named() -> None:
    found = openings(MASTERMIND, ["5544", "0123", "0011"], workers=1, keep=False)
    assert {found.finite.text(one.question) for one in found} == {"5544", "0123"}
    assert [[*map(found.finite.text, pair)] for pair in found.same] == [["0011", "5544"]]
    assert {"same": ["0011"], "question": "5544"}.items() <= found.as_json()[1].items()


def test_question_after_which_no_strategy_is_short_enough() -> None:
    found = openings(MASTERMIND, ["0000", "0012"], max_questions=5, workers=1, keep=False)
    best, hopeless = found
    assert (best.total, best.worst) == (5626, 5)
    assert (hopeless.total, hopeless.lower_bound, hopeless.optimal) == (None, None, True)
    assert "at most 5 questions" in (hopeless.reason or "")
    assert found.loss(hopeless) is None


def test_time_that_ends_leaves_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = costs(openings(MASTERMIND, workers=1, keep=False))
    ticks = count()

    def stop(stage: str, done: int, total: int) -> None:
        if next(ticks) > 60:
            raise TimeOver

    found = openings(MASTERMIND, workers=1, keep=False, progress=stop)
    assert found.reason == "the time was over"
    assert not all(one.optimal for one in found)
    for one in found:
        least = exact[found.finite.text(one.question)] or 0
        assert (one.lower_bound or 0) <= least <= (one.total or least)


def test_questions_that_time_did_not_reach_have_bounds_by_size() -> None:
    """With 14 answers one secret is found by one question, and 14 by two at most."""

    def stop(stage: str, done: int, total: int) -> None:
        if "2 of 5" in stage:
            raise TimeOver

    found = openings(MASTERMIND, workers=1, keep=False, progress=stop)
    bounds = [one.lower_bound for one in found if one.total is None]
    assert len(bounds) >= 3
    assert all(bound is not None and 1296 + 1295 + 1282 <= bound <= 5625 for bound in bounds)


def test_interrupt_keeps_what_was_found() -> None:
    def stop(stage: str, done: int, total: int) -> None:
        if "lower bound" in stage and "2 of 5" in stage:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as interrupt:
        openings(MASTERMIND, workers=1, keep=False, progress=stop)
    found = interrupt.value.finished
    assert [one.optimal for one in found] == [True, False, False, False, False]
    assert found.best.total == 5625


@pytest.mark.parametrize(
    ("finite", "questions", "complaint"),
    [
        (MASTERMIND, ["0011", "0011"], "0011 is there twice"),
        (MASTERMIND, ["006"], "must be a word of 4 colours"),
        (MASTERMIND, [], "are a list of questions, or 'all'"),
        (MASTERMIND, "0011", "are a list of questions, or 'all'"),
        (FiniteGame("mastermind", 2, 3, distinct=True, consistent_only=True), ["00"], "no"),
        (FiniteGame("ab", 2, 2), ["01"], None),
        (FiniteGame("black-peg", 3, 3).then("012", "0"), ["012"], "says nothing"),
        (FiniteGame(Wordle(WORDS, [*WORDS, "vying"])), ["vying"], "says nothing"),
        (FiniteGame("mastermind", 3, 1), ["000"], None),
    ],
)
def test_questions_are_checked(
    finite: FiniteGame, questions: Sequence[str] | str, complaint: str | None
) -> None:
    if complaint is None:
        assert len(openings(finite, questions, workers=1, keep=False)) == 1
        return
    with pytest.raises(Refused, match=complaint):
        openings(finite, questions, workers=1, keep=False)


def test_too_many_kinds_are_refused() -> None:
    words = [f"{a}{b}{c}" for a in "abcdefghij" for b in "klmnopqrst" for c in "uvwxyzabcdef"]
    listed = Wordle(random.Random(1).sample(words, 1100))  # so many that it has no symmetry
    with pytest.raises(Refused, match="name those that you want to compare"):
        openings(FiniteGame(listed), workers=1, keep=False)


def test_finished_question_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_WORTH_KEEPING", -1.0)
    finite = FiniteGame("mastermind", 3, 5)
    first, again = (openings(finite, ["001"], workers=1) for _ in range(2))
    assert first.best.total == again.best.total
    assert again.best.optimum is not None
    assert again.best.optimum.tree.root.question == (0, 0, 1)


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_weights_and_hard_mode(seed: int, hard: bool) -> None:
    """Each first question costs what brute force says, by weights where there are any."""
    draw = random.Random(seed)
    words = ["".join(word) for word in product("abc", repeat=3)]
    draw.shuffle(words)
    secrets, more = words[: draw.randint(2, 6)], words[6:9]
    weights = {word: Fraction(draw.randint(1, 9), draw.randint(1, 3)) for word in secrets}
    if hard and seed % 2:
        weights = dict.fromkeys(secrets, Fraction(1))
    plain = hard and seed % 2
    finite = FiniteGame(Wordle(secrets if plain else weights, more), hard=hard)
    found = openings(finite, keep=False)
    costs = {}
    for one in found:
        text = finite.text(one.question)
        costs[text] = least_cost(weights, secrets + more, Fraction, hard=hard, first=text)
        assert one.optimal
        assert one.measured(Objective.EXPECTED) == one.lower_bound == costs[text]
        assert one.expected(finite) == Fraction(costs[text]) / sum(weights.values())
        assert found.loss(one) == one.expected(finite) - found.best.expected(finite)
    assert costs[finite.text(found.best.question)] == min(costs.values())
    assert found.best.lower_bound == optimize(finite, keep=False).value
    with pytest.raises(Refused, match="not within:K"):
        openings(finite, objective="within:2")


def test_first_questions_by_weight_out_of_time_have_bounds() -> None:
    words = {"".join(word): n + 1 for n, word in enumerate(product("abcdefg", repeat=4))}
    finite = FiniteGame(Wordle(words))  # a run goes on for half a second at least
    found = openings(finite, ["abcd", "aabb", "aaaa"], time_limit=0.01, keep=False)
    assert found.reason == "the time was over"
    for one in found:
        assert one.total is not None
        cost = one.measured(Objective.EXPECTED)
        assert cost is not None
        assert one.lower_bound is not None
        assert 1 < one.lower_bound <= cost
