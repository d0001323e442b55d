"""Rules: which question is best in a state of play, by the sizes of the parts it leaves.

A question splits the secrets that are still possible into parts, one for each answer (the secret
that is asked is a part of its own).  A rule looks at nothing but the sizes k1, k2, ... of these
parts, whose sum is the number of possible secrets: it gives each part a score, adds the scores up
or takes the greatest, and asks the question with the least.

Knuth, The computer as Master Mind, J. Recreational Math. 9; Irving, Towards an optimum Mastermind
strategy, J. Recreational Math. 11; Neuwirth, Some strategies for Mastermind, Z. Oper. Res. 26;
Kooi, Yet another Mastermind strategy, ICGA J. 28.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Self, final

from masetproof.arguments import Choice, Refused, as_member

ENTROPY_UNIT = 1 << 26
"""What one bit of entropy counts in a score."""


@final
class Rule(Choice):
    """What a codebreaker looks at.

    sentence: what is preferred.  score: of a part by its size, an integer; that of ``entropy`` is
    rounded.  by_largest: whether the greatest score of a part counts, and not their sum.
    """

    sentence: str
    score: Callable[[int], int]
    by_largest: bool

    def __new__(
        cls,
        name: str,
        sentence: str = "",
        score: Callable[[int], int] = lambda size: 0,
        by_largest: bool = False,
    ) -> Self:
        """A rule, which is its name; once there are all, it is found by it."""
        rule = str.__new__(cls, name)
        rule._value_, rule.sentence, rule.score, rule.by_largest = name, sentence, score, by_largest
        return rule

    # Knuth 1977.
    MINIMAX = "minimax", "the least size of the largest part", lambda size: size, True
    # Irving 1979: the sum of k^2 is the expected size times the number of secrets.
    EXPECTED_SIZE = (
        "expected-size",
        "the least expected size of the part that is left",
        lambda size: size * size,
    )
    # Neuwirth 1982: the least sum of k log k, or the least product of k^k.
    ENTROPY = (
        "entropy",
        "the most information",
        lambda size: round(size * math.log2(max(size, 1)) * ENTROPY_UNIT),
    )
    # Kooi 2005.
    MOST_PARTS = "most-parts", "the most parts", lambda size: -(size > 0)
    RANDOM = "random", "any question that tells something, all with the same probability"


def as_rules(value: object) -> tuple[Rule, ...]:
    """Several rules, each as a value or its name; `Refused` when it is something else."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise Refused("several rules are given as a list")
    return tuple(as_member(Rule, rule) for rule in value)


@final
class Ties(Choice):
    """Which of several equal questions is asked: the first or the last word, or one drawn."""

    FIRST = "first"
    LAST = "last"
    RANDOM = "random"
