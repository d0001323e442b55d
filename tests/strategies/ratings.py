"""What each rule that comes with the package says of the sizes of the parts, written once more."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from masetproof.strategies.rules import PUBLISHED

RATINGS: dict[str, Callable[[list[int]], Fraction | int]] = {
    "minimax": max,
    "expected-size": lambda sizes: Fraction(sum(k * k for k in sizes), sum(sizes)),
    "entropy": lambda sizes: math.prod(k**k for k in sizes),
    "most-parts": lambda sizes: -len(sizes),
    "random": lambda sizes: 0,
}
"""The less, the better; sizes: those of the parts that are not empty."""

assert set(RATINGS) == PUBLISHED, "each rule has an independent rating here"
