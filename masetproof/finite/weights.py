"""Weights of secrets as whole numbers, with which searches and rules compute."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from masetproof.arguments import Refused
from masetproof.finite.setting import FiniteGame

MOST_WEIGHT = 1 << 58
"""The weights of all secrets as whole numbers, times the number of secrets, are less than that."""


def whole_weights(
    finite: FiniteGame, weights: Sequence[Fraction] | None = None
) -> tuple[Fraction, list[int]]:
    """A number that makes the weights of all secrets whole, and these; `Refused` for too many
    digits.

    weights: by default those of the game.
    """
    weights = weights or finite.weights or (Fraction(1),) * finite.secret_count
    scale = 1
    for weight in weights:
        scale = math.lcm(scale, weight.denominator)
        if scale > MOST_WEIGHT:
            break
    whole = [weight.numerator * scale // weight.denominator for weight in weights]
    shared = math.gcd(*whole)
    whole = [weight // shared for weight in whole]
    if scale > MOST_WEIGHT or sum(whole) * len(whole) >= MOST_WEIGHT:
        digits = round(math.log10(MOST_WEIGHT // len(weights)))
        raise Refused(
            "the weights have too many digits to compute with: as whole numbers in proportion, all "
            f"together are less than 10^{digits} with {len(weights):,} secrets"
        )
    return Fraction(scale, shared), whole
