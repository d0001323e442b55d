"""A rule as a strategy, on a table of answers.

A question that tells nothing is never asked, so every rule comes to an end.  Among the questions
that a rule finds equal, those that may be the secret are preferred; `Ties` says which of them is
asked.  What `random` asks is a question drawn from all that tell something, no matter whether it
may be the secret.

Ratings are integers.  Logarithms are rounded, with a bound of the error, and what the bound does
not decide is decided by the products of k^k themselves; so equal is equal on every machine.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_seed
from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import AnswerTable, orbits
from masetproof.kernels import count_by_table, rate_by_table
from masetproof.strategies.rules import Rule, Ties
from masetproof.strategies.strategy import Strategy
from masetproof.words import Word

Numbers = NDArray[np.int64]
"""Numbers of secrets or of questions, ascending."""

_NEVER = np.iinfo(np.int64).max
"""The rating of a question that tells nothing."""
_ERROR = 2
"""The greatest error of one rounded k log k, in ratings.

k log2 k is at most 2^20.  When the logarithm and the product are wrong by 2^-46 of their value at
most (64 units in the last place; those in use are wrong by less than two), that is 1 unit, and
rounding to an integer another half.
"""
_BLOCK = 1 << 28
"""The most answers that are counted without a look at the clock."""
_AT_A_TIME = 256
"""Questions that the kernel rates at a time; their counts fit a processor's cache."""


@final
@dataclass(frozen=True, eq=False, repr=False)
class RuleStrategy(Strategy):
    """A rule as a strategy of the game of a table.

    What it asks depends on the possible secrets alone, and on the seed where something is drawn:
    the order in which states are visited makes no difference.  table: as of `make_table`.
    """

    table: AnswerTable
    rule: Rule
    ties: Ties = Ties.FIRST
    seed: int = 0
    finite: FiniteGame = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "finite", self.table.finite)
        object.__setattr__(self, "seed", as_seed(self.seed))

    @cached_property
    def _weight(self) -> NDArray[np.int64]:
        sizes = range(len(self.table.secrets) + 1)
        return np.array([self.rule.score(size) for size in sizes], np.int64)

    @cached_property
    def _orbits(self) -> NDArray[np.int64]:
        return orbits(self.finite)

    def __repr__(self) -> str:
        return f"<RuleStrategy of {self.finite.title}: {self.rule}>"

    def start(self) -> _State:
        """All secrets are possible."""
        return self._state(np.arange(len(self.table.secrets)))

    def _state(self, members: Numbers) -> _State:
        return _State(self, members, self.choice(members))

    def choice(self, members: Numbers) -> int:
        """The number of the question to ask when *members*, one at least, are possible."""
        if len(members) == 1:
            return int(self.table.own[members[0]])
        equal = self.equal_questions(members)
        if self.rule is Rule.RANDOM or self.ties is Ties.RANDOM:
            return int(equal[self._drawn(members) % len(equal)])
        return int(equal[0 if self.ties is Ties.FIRST else -1])

    def equal_questions(self, members: Numbers) -> Numbers:
        """The numbers of the questions among which the rule has no preference, ascending."""
        own = self.table.own[members].astype(np.int64)
        consistent_only = self.finite.consistent_only
        everything = own if consistent_only else np.arange(len(self.table.questions))
        if self.rule is Rule.RANDOM:
            return everything[np.flatnonzero(self._ratings(members, everything) != _NEVER)]
        if len(members) <= 2:  # whether it wins tells them apart
            return own
        ratings = self._ratings(members, own)
        # All parts are single secrets: no question is better, and these are preferred.
        ideal = self._weight[1] * (1 if self.rule.by_largest else len(members))
        if consistent_only or ratings.min() == ideal:
            return self._best(members, own, ratings)
        best = self._best(members, everything, self._ratings(members, everything))
        possible = np.intersect1d(best, own, assume_unique=True)
        return possible if len(possible) else best

    def _ratings(self, members: Numbers, questions: Numbers) -> NDArray[np.int64]:
        """The rating of each question, the less the better: int64[questions]."""
        if len(members) < len(self.table.secrets):
            return self._rate(members, questions)
        # Nothing was asked yet, so questions of one orbit are the same question.
        first, orbit = np.unique(self._orbits[questions], return_inverse=True)
        return self._rate(members, first)[orbit]

    def _rate(self, members: Numbers, questions: Numbers) -> NDArray[np.int64]:
        table, step = self.table, max(1, _BLOCK // len(members))
        counts = np.empty((_AT_A_TIME, table.winning + 1), np.int32)
        ratings = np.empty(len(questions), np.int64)
        for first in range(0, len(questions), step):
            block = slice(first, first + step)
            rate_by_table(
                *(table.answers.T, table.winning, self._weight, self.rule.by_largest),
                *(members, questions[block], counts, ratings[block]),
            )
        return ratings

    def _best(self, members: Numbers, questions: Numbers, ratings: NDArray[np.int64]) -> Numbers:
        """The questions that the rule finds best."""
        # A rating is a sum of at most as many rounded terms as there are parts.
        terms = min(len(members), self.table.winning + 1)
        error = 2 * _ERROR * terms if self.rule is Rule.ENTROPY else 0
        best: Numbers = questions[ratings <= ratings.min() + error]
        if self.rule is Rule.ENTROPY and len(best) > 1:
            sizes = np.zeros((len(best), self.table.winning + 1), np.int32)
            count_by_table(self.table.answers.T, members, best, sizes)
            best = best[most_informative(sizes)]
        return best

    def _drawn(self, members: Numbers) -> int:
        """A number of 256 bits drawn for this state."""
        state = members.astype("<i8").tobytes()
        digest = hashlib.sha256(f"{self.rule} {self.seed}\n".encode() + state)
        return int.from_bytes(digest.digest())


@final
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class _State:
    """The secrets that are still possible, and the number of the question that the rule asks."""

    strategy: RuleStrategy
    members: Numbers
    number: int

    @property
    def question(self) -> Word:
        """What the rule asks here."""
        return self.strategy.finite.questions[self.number]

    def after(self, answer: int) -> _State:
        """The state after an answer; `Refused` when no possible secret gives it."""
        left = self.members[self.strategy.table.answers[self.number, self.members] == answer]
        if len(left) == 0:
            raise Refused("no secret gives these answers")
        return self.strategy._state(left)


def count_plainly(table: AnswerTable, members: Numbers, questions: Numbers) -> NDArray[np.int64]:
    """How many of the *members* give each answer, as the kernel: int64[questions, answers]."""
    answers = table.winning + 1
    asked = table.answers[questions[:, None], members]
    places = asked + np.arange(0, len(questions) * answers, answers)[:, None]
    counts = np.bincount(places.ravel(), minlength=len(questions) * answers)
    return counts.reshape(len(questions), answers)


def most_informative(sizes: NDArray[np.integer[Any]]) -> NDArray[np.bool_]:
    """Which rows have the least product of k^k, exactly: bool[rows].

    sizes: integer[rows, answers], the sizes of parts, by which all rows have the same sum.
    """
    kinds = np.sort(sizes, axis=1)
    products = np.empty(len(kinds), object)
    left = np.arange(len(kinds))
    while len(left):
        kind = kinds[left[0]]
        alike = (kinds[left] == kind).all(axis=1)
        products[left[alike]] = math.prod(k**k for k in kind.tolist())
        left = left[~alike]
    least: NDArray[np.bool_] = products == products.min()
    return least
