"""An upper bound for every n: the total of the strategy that a certificate lists.

n is the number of implicit colours of a place (`playing`).  Up to some n totals are computed along
play: that of a place is its number of secrets and the totals after each answer.  From the base on
the question at a place depends only on the residue of n modulo the period.  There a place has for
each residue a polynomial, through its first totals, and the induction shows that the question takes
no more than the polynomial.

A place with a single secret, or none, needs no question: that secret is asked.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain

import numpy as np

from .cells import differences, earlier
from .images import ListedPatterns
from .playing import ListedStrategy, Name, written
from .reading import Progress, Rejected
from .rules import Array
from .shortreading import StrategyPlace


class Play(ListedStrategy):
    """The strategy of a certificate; after `prove`, `total` gives its total for n colours."""

    def __init__(
        self,
        patterns: ListedPatterns,
        places: Sequence[StrategyPlace],
        base: int,
        period: int,
        progress: Progress,
    ) -> None:
        super().__init__(patterns, places, progress)
        self.base, self.period = base, period
        self.last = base + period * (self.pegs + 2) - 1
        # For each pattern how many clauses have their stars in each set of columns.
        masks = (map(self.rules.stars, map(bytes, some)) for some in patterns.clauses)
        self.counts = [Counter(some) for some in masks]

    def total(self, n: int) -> int:
        """The total of the strategy in the game of n colours."""
        return self.value(self.root, n)

    def secrets(self, name: Name, n: int) -> int:
        numbers = zip(name[1], self.active[name[0]], strict=True)
        implicit = tuple((n - a) * is_on for a, is_on in numbers)
        return sum(c * self.ways(stars, implicit) for stars, c in self.counts[name[0]].items())

    def below(self, name: Name, n: int) -> list[tuple[Name, int]]:
        return super().below(name, n) if self.secrets(name, n) > 1 else []

    def combined(self, name: Name, n: int, below: list[int]) -> int:
        return self.secrets(name, n) + sum(below)

    def prove(self, progress: Progress) -> None:
        """Compute all totals up to `last`, and make the induction; `Rejected` when that fails."""
        for n in range(self.last + 1):
            self.total(n)
            progress("totals of the strategy", n + 1, self.last + 1)
        self.check_start(self.base, self.period)
        reached, self.deepest = self.reach(self.base, self.period)
        if self.base - self.deepest < max(chain(*(name[1] for name, _ in reached))):
            raise Rejected("the base is too small for the strategy")
        # Differences of the totals at the base and later, and of the polynomials before that.
        self.steps = {(*place, 0): differences(self._totals(*place)) for place in reached}
        for name, residue in reached:
            self._check_window(name, residue)
        for name, residue in reached:
            self._check_place(name, residue)

    def _points(self, residue: int) -> range:
        """The n of a residue from the base on at which a polynomial is known."""
        return range(self.base + (residue - self.base) % self.period, self.last + 1, self.period)

    def _totals(self, name: Name, residue: int) -> Array:
        return np.array([self.value(name, n) for n in self._points(residue)], object)

    def _check_window(self, name: Name, residue: int) -> None:
        """Require that just below the base, where questions lead, no total is above."""
        first, place = self._points(residue)[0], (name, residue)
        for back in range(1, (first - self.base + self.deepest) // self.period + 1):
            self.steps[*place, back] = earlier(self.steps[*place, back - 1])
            if self.steps[*place, back][0] < self.value(name, first - back * self.period):
                raise Rejected(f"the base is too small for the strategy at {written(name)}")

    def _check_place(self, name: Name, residue: int) -> None:
        """Require that from the base on the question takes no more than the polynomial."""
        points = self._points(residue)
        cost = differences(np.array([self.secrets(name, n) for n in points], object))
        for part, less in self.below(name, points[0]):
            if self.has_stars(part):
                n = points[0] - less
                back = (self._points(n)[0] - n) // self.period
                cost = cost + self.steps[part, n % self.period, back]
            else:
                cost[0] += self.value(part, n=0)
        if (cost > self.steps[name, residue, 0]).any():
            raise Rejected(f"the strategy takes more for large n at {written(name)}")
