"""Weights as whole numbers in proportion; too many digits are refused."""

from fractions import Fraction

import pytest

from masetproof import FiniteGame, Wordle
from masetproof.arguments import Refused
from masetproof.finite.weights import MOST_WEIGHT, whole_weights

WORDS = FiniteGame(Wordle(["ate", "eat", "tea"]))


def test_whole_weights_are_in_proportion_and_have_no_common_factor() -> None:
    for given, whole in (
        ([Fraction(1, 2), Fraction(1, 3), Fraction(3)], [3, 2, 18]),
        ([Fraction(4), Fraction(6), Fraction(10)], [2, 3, 5]),
        ([Fraction(8, 9), Fraction(4, 15), Fraction(4)], [10, 3, 45]),
    ):
        factor, found = whole_weights(WORDS, given)
        assert found == whole
        assert [factor * weight for weight in given] == whole
    assert [*whole_weights(WORDS)] == [1, [1, 1, 1]]
    weighted = FiniteGame(Wordle({"ate": 2, "eat": 4, "tea": 6}))
    assert whole_weights(weighted) == (Fraction(1, 2), [1, 2, 3])


def test_sums_times_secrets_stay_below_the_limit() -> None:
    """Two weights without a common factor; their sum times 2 is the limit, or 2 less."""
    half, pair = Fraction(MOST_WEIGHT // 4), FiniteGame(Wordle(["ate", "eat"]))
    assert [*whole_weights(pair, [half + 1, half - 2])] == [1, [half + 1, half - 2]]
    with pytest.raises(Refused, match="too many digits"):
        whole_weights(pair, [half + 1, half - 1])
    # The denominators alone have too many digits.
    with pytest.raises(Refused, match="too many digits"):
        whole_weights(pair, [Fraction(1, 3**20), Fraction(1, 2**40)])
    with pytest.raises(Refused, match="too many digits"):
        whole_weights(pair, [Fraction(1, MOST_WEIGHT), Fraction(1, 3)])
