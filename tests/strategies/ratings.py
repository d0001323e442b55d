"""What rules say of the sizes of the parts, once more, and played by brute force.

The rules of RATINGS are written out here a second time, so that what they ask is expected from
another source than their scores.  A rule that has no entry is held to its own score, which is
asked for one question at a time and outside the strategy, and to the promises of
`test_rules.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import numpy as np

from masetproof import FiniteGame
from masetproof.strategies.rules import PUBLISHED, as_rule, scores
from masetproof.words import Word

RATINGS: dict[str, Callable[[list[int]], Fraction | int]] = {
    "minimax": max,
    "expected-size": lambda sizes: Fraction(sum(k * k for k in sizes), sum(sizes)),
    "entropy": lambda sizes: math.prod(k**k for k in sizes),
    "most-parts": lambda sizes: -len(sizes),
    "random": lambda sizes: 0,
}
"""The less, the better; sizes: those of the parts that are not empty."""

assert set(RATINGS) <= PUBLISHED, "a rating of a rule that does not come with the package"

Splits = Mapping[Word, Sequence[int]]
"""By the question, how many of the possible secrets give each answer; the last one wins."""


def parts_of(finite: FiniteGame, possible: Sequence[Word], question: Word) -> dict[int, list[Word]]:
    parts: dict[int, list[Word]] = {}
    for secret in possible:
        parts.setdefault(finite.game.number(secret, question), []).append(secret)
    return parts


def splits_of(finite: FiniteGame, possible: Sequence[Word]) -> Splits:
    """The questions that tell something, and how they split the secrets that are possible."""
    found = {}
    for question in possible if finite.consistent_only else finite.questions:
        parts = parts_of(finite, possible, question)
        if len(parts) > 1:
            found[question] = [len(parts.get(answer, ())) for answer in range(finite.winning + 1)]
    return found


def best_of(rule: str, splits: Splits) -> list[Word]:
    """The questions that a rule finds best, in the order of words."""
    if rule in RATINGS:
        rated = {one: RATINGS[rule]([k for k in sizes if k]) for one, sizes in splits.items()}
        least = min(rated.values())
        return [question for question, rating in rated.items() if rating == least]
    known = as_rule(rule)
    if known.score is None:
        return [*splits]
    apart = [question for question, sizes in splits.items() if max(sizes) == 1 and sizes[-1]]
    if apart:  # no question is better, whatever the score
        return apart
    own = {one: alone(rule, sizes, exact=known.exact is not None) for one, sizes in splits.items()}
    return [question for question, score in own.items() if agree(score, min(own.values()))]


def alone(rule: str, sizes: Sequence[int], *, exact: bool = False) -> Fraction | int | float:
    """The score of one question by itself."""
    (score,) = scores(as_rule(rule), np.array([sizes]), exact=exact).tolist()
    assert isinstance(score, Fraction | int | float)
    return score


def agree(one: float | Fraction, other: float | Fraction) -> bool:
    """Whether scores are equal: whole numbers are as they are, others to nine digits."""
    if isinstance(one, float) or isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-9)
    return one == other


def equal_questions(rule: str, splits: Splits, possible: Sequence[Word]) -> list[Word]:
    """The questions among which a rule has no preference, in the order of words."""
    if len(possible) == 1:
        return [*possible]
    best = best_of(rule, splits)
    preferred = [question for question in best if splits[question][-1]]
    return best if as_rule(rule).score is None else preferred or best
