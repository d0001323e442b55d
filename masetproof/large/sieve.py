"""The sieve: all secrets are kept, and any that is still possible is asked (Helsen 2001)."""

from __future__ import annotations

from itertools import permutations, product
from typing import final

import numpy as np

from masetproof.arguments import Refused
from masetproof.finite.setting import FiniteGame
from masetproof.large.breaker import Codebreaker, Steps, agreeing, peg_rules
from masetproof.words import Word

FEWER_THAN = 50_000
"""The number of secrets from which on there are too many for the sieve."""


@final
class Sieve(Codebreaker):
    """Asks a secret that is drawn from those that are possible."""

    @classmethod
    def check(cls, finite: FiniteGame) -> None:
        peg_rules(finite)
        # Not the power itself first: that of a million pegs is long.
        if (finite.pegs > 16 and finite.colours > 1) or finite.secret_count >= FEWER_THAN:
            raise Refused(
                f"the sieve keeps all secrets and takes games with fewer than {FEWER_THAN:,}; "
                f"{finite.title} has more"
            )

    def steps(self) -> Steps:
        pegs, colours = self.finite.pegs, range(self.finite.colours)
        alike = self.rules.repeats and not self.finite.distinct
        words = product(colours, repeat=pegs) if alike else permutations(colours, pegs)
        self._left = np.array(list(words), np.uint16)
        while len(self._left):
            question = self.guess()
            answer = yield question
            self._left = self._left[agreeing(self.rules, self._left, question, answer)]

    def guess(self) -> Word:
        return tuple(self._left[self.random.integers(len(self._left))].tolist())
