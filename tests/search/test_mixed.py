"""The value of a game whose codemaker chooses the secret, too, against brute force."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

from masetproof import FiniteGame, MixedOptimum, optimize, optimize_mixed
from masetproof.arguments import Refused
from masetproof.games.wordle import Wordle
from masetproof.trees.tree import Node
from masetproof.words import Word
from tests.oracles.restricted import by_goal, least_cost
from tests.oracles.wordle import marks


def pegs(secret: str, question: str) -> str:
    """Black pegs, and all pegs."""
    black = sum(map(str.__eq__, secret, question))
    return f"{black} {sum(min(secret.count(c), question.count(c)) for c in {*secret})}"


def total(secret: str, question: str) -> str:
    return "won" if secret == question else pegs(secret, question).split()[1]


ANSWERS = {"mastermind": pegs, "ab": pegs, "sum": total, "marks": marks}


def dearest(mixed: MixedOptimum) -> Fraction:
    """The most that secrets whose colours repeat alike cost on average, played step by step.

    The codebreaker plays each strategy with columns and colours permuted at random.
    """
    finite = mixed.finite

    def played(secret: Word, node: Node) -> int:
        number = finite.game.number(secret, node.question)
        return 1 if node.question == secret else 1 + played(secret, node.after(number))

    costs: dict[tuple[int, ...], list[Fraction]] = {}
    for secret in finite.secrets:
        each = [one.probability * played(secret, one.tree.root) for one in mixed.strategies]
        costs.setdefault(kind(secret), []).append(sum(each, Fraction(0)))
    return max(sum(some, Fraction(0)) / len(some) for some in costs.values())


def kind(word: Word) -> tuple[int, ...]:
    """How often colours repeat."""
    return tuple(sorted(word.count(colour) for colour in {*word}))


def drawn(mixed: MixedOptimum) -> dict[Word, Fraction]:
    """How often each secret is drawn, if those are alike whose colours repeat alike."""
    known = {kind(one.word): one.weight / one.size for one in mixed.classes}
    return {secret: known[kind(secret)] for secret in mixed.finite.secrets}


@pytest.mark.parametrize(
    ("game", "size"),
    [
        *(("mastermind", size) for size in [(1, 3), (2, 2), (2, 3), (3, 2)]),
        *(("ab", size) for size in [(2, 3)]),
        *(("sum", size) for size in [(2, 3)]),
        *(("marks", size) for size in [(2, 3), (3, 2)]),
    ],
)
def test_neither_side_can_do_better(game: str, size: tuple[int, int]) -> None:
    """No secret costs the mixture more than the value, and no strategy less than it."""
    mixed = optimize_mixed(FiniteGame(game, *size))
    value, finite = mixed.value, mixed.finite
    assert value is not None
    assert dearest(mixed) == value
    assert sum(one.probability for one in mixed.strategies) == 1
    weights = {finite.text(word): weight for word, weight in drawn(mixed).items()}
    assert sum(weights.values()) == 1
    words = [*map(finite.text, finite.questions)]
    least = least_cost(weights, words, Fraction, hard=False, told=ANSWERS[game])
    assert least == value >= mixed.uniform


def test_two_pegs_and_three_colours() -> None:
    """Bonnet and Viennot (2016), footnote 3: a word of one colour is drawn twice as often."""
    mixed = optimize_mixed(FiniteGame("mastermind", 2, 3))
    assert [one.weight / one.size for one in mixed.classes] == [Fraction(1, 6), Fraction(1, 12)]


@pytest.mark.slow
def test_four_pegs_and_six_colours() -> None:
    """M. Wiener's value; words of one colour are never drawn, and all others equally often."""
    mixed = optimize_mixed(FiniteGame("mastermind", 4, 6))
    assert mixed.value == Fraction(5600, 1290)
    assert [one.weight for one in mixed.classes] == [
        Fraction(size, 1290) for size in (0, 120, 90, 720, 360)
    ]
    assert dearest(mixed) == mixed.value


def test_in_a_list_each_word_is_a_class() -> None:
    words = ["latch", "match", "patch", "watch", "clamp"]
    mixed = optimize_mixed(FiniteGame(Wordle(words)))
    weights = {mixed.finite.text(one.word): one.weight for one in mixed.classes}
    assert sum(weights.values()) == 1
    assert least_cost(weights, words, Fraction, hard=False) == mixed.value


def test_what_is_refused() -> None:
    with pytest.raises(Refused, match="the weights of secrets are what is searched here"):
        optimize_mixed(FiniteGame(Wordle({"aa": 1, "bb": 2})))
    words = ["".join(word) for word in product("abcdefg", repeat=3)]
    some = random.Random(1).sample(words, 41)
    with pytest.raises(Refused, match="41 classes of secrets that differ in kind"):
        optimize_mixed(FiniteGame(Wordle(some)))


def test_without_time_both_sides_have_bounds() -> None:
    mixed = optimize_mixed(FiniteGame("mastermind", 4, 5), time_limit=0.01)
    assert mixed.value is None
    assert mixed.reason == "the time was over"
    assert mixed.lower < mixed.upper == dearest(mixed)


@pytest.mark.parametrize("questions", [1, 2, 3])
@pytest.mark.parametrize(("game", "size"), [("mastermind", (2, 4)), ("mastermind", (3, 2))])
def test_within_with_symmetries_behind_the_first_question(
    game: str, size: tuple[int, int], questions: int
) -> None:
    finite = FiniteGame(game, *size)
    words = [*map(finite.text, finite.questions)]
    goal = f"within:{questions}"
    missed = by_goal(goal, dict.fromkeys(words, 1), words, hard=False, told=ANSWERS[game])
    assert optimize(finite, goal, keep=False).value == missed[0]
