"""The value of a game in which the codemaker chooses the secret, too.

The codemaker draws a secret, the codebreaker a strategy, and the codemaker wins what the secret
costs: a zero-sum game.  Its value is at least the expected number of questions when all secrets are
equally likely, as the codemaker may draw so.

**Classes.** Symmetries of the game map secrets to secrets and strategies to strategies.  If a way
to draw is optimal for the codemaker, so are its images, and so is their mean.  So secrets that
symmetries map to each other are equally likely, and only the weights of their classes are to be
found: in Mastermind one for each way in which colours may repeat.  In the AB game and black-peg
Mastermind all secrets are alike, and drawing uniformly is optimal.

**Columns.** Against the strategies that are known, the best weights are those of a linear program,
solved in fractions.  The search (`search.general`) finds a strategy that costs less than the value
of that program under these weights, which joins the others; or shows that there is none.  Then the
weights guarantee the codemaker that value, and the mixture of the strategies, by the dual program,
guarantees the codebreaker that no class costs more, which the replay of the strategies shows.

**Rounded weights.** A strategy may waste questions on secrets that are never drawn, and fractions
have many digits before the last program.  So the search first takes weights that are rounded, none
of them to nothing.  Only where that finds no strategy it takes the exact ones, which it always does
at the end; then nothing is rounded in what is proved.

Source: M. Wiener found the value of Mastermind (4, 6), 5600/1290; F. Bonnet and S. Viennot,
*Nash equilibrium in Mastermind* (2016), those of all smaller boards.
"""

from __future__ import annotations

import math
import operator
import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import final

import numpy as np

from masetproof.arguments import Refused, as_count, as_instance, as_seconds
from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import MEMORY, kinds, own_questions
from masetproof.finite.weights import MOST_WEIGHT
from masetproof.notebook import Shown
from masetproof.progress import Interrupted, Progress, as_progress, silent
from masetproof.search.clock import Clock, TimeOver
from masetproof.search.general import GeneralSearch, Payment
from masetproof.search.optimize import optimize
from masetproof.search.optimum import Optimum
from masetproof.strategies.by_rule import RuleStrategy, answers_of
from masetproof.strategies.rules import as_rule
from masetproof.trees.replay import tree_of, visits
from masetproof.trees.tree import StrategyTree
from masetproof.words import Word

_MOST_CLASSES = 40
"""The most classes of secrets; the linear program has a variable for each."""
_RULES = "expected-size", "entropy", "most-parts"
"""The rules whose strategies are there before the search."""


@final
@dataclass(frozen=True, slots=True)
class SecretClass:
    """Secrets that symmetries map to each other.

    word: the least of them.  size: how many there are.  weight: how likely the codemaker draws any
    of them.  expected: the mean number of questions for them, by the mixture of strategies.
    """

    word: Word
    size: int
    weight: Fraction
    expected: Fraction


@final
@dataclass(frozen=True, slots=True)
class MixedStrategy:
    """A strategy of the mixture, which is played with columns and colours permuted at random.

    probability: how often.  means: the mean number of questions for the secrets of each class.
    """

    tree: StrategyTree
    probability: Fraction
    means: tuple[Fraction, ...]


@final
@dataclass(frozen=True, repr=False)
class MixedOptimum(Shown):
    """What both sides can guarantee: the codemaker *lower*, the codebreaker *upper* questions.

    classes: with the codemaker's weights.  strategies: the codebreaker's mixture.  uniform: the
    least mean where all secrets are equally likely; None where that was not found.  reason: why the
    search ended before the two met; None where they meet.
    """

    finite: FiniteGame
    classes: tuple[SecretClass, ...]
    strategies: tuple[MixedStrategy, ...]
    uniform: Fraction | None
    lower: Fraction
    upper: Fraction
    seconds: float
    nodes: int
    reason: str | None = None

    def __repr__(self) -> str:
        value = f"at most {self.upper}" if self.value is None else str(self.value)
        return f"<MixedOptimum of {self.finite.title}: value {value}>"

    @property
    def value(self) -> Fraction | None:
        """The value of the game; None where the search ended before."""
        return self.upper if self.upper == self.lower else None

    def as_json(self) -> dict[str, object]:
        """The fields of JSON; fractions are their texts."""
        finite = self.finite
        return {
            "value": None if self.value is None else str(self.value),
            "lower_bound": str(self.lower),
            "upper_bound": str(self.upper),
            "uniform": None if self.uniform is None else str(self.uniform),
            "weights": [
                {
                    "class": finite.text(one.word),
                    "size": one.size,
                    "weight": str(one.weight),
                    "expected": str(one.expected),
                }
                for one in self.classes
            ],
            "strategies": [
                {
                    "first": finite.text(one.tree.root.question),
                    "probability": str(one.probability),
                    "expected": [*map(str, one.means)],
                }
                for one in self.strategies
            ],
            "optimal": self.reason is None,
            "reason": self.reason,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
        }


def optimize_mixed(
    finite: FiniteGame,
    *,
    time_limit: float | None = None,
    memory: int = MEMORY,
    progress: Progress = silent,
) -> MixedOptimum:
    """The value of a game in which the codemaker chooses the secret, and how both sides attain it.

    time_limit: seconds; then what both sides can guarantee by what is known.  memory: bytes for
    tables.  `Refused` where secrets have weights, or more than 40 classes.  A `KeyboardInterrupt`
    becomes `Interrupted`.

    >>> best = optimize_mixed(FiniteGame("mastermind", 2, 3))
    >>> best.value, best.uniform, [kind.weight for kind in best.classes]
    (Fraction(29, 12), Fraction(7, 3), [Fraction(1, 2), Fraction(1, 2)])
    """
    as_instance(FiniteGame, finite, "the finite game")
    seconds = math.inf if time_limit is None else as_seconds(time_limit, "the time limit")
    memory, progress = as_count(memory, "the memory in bytes", 1), as_progress(progress)
    if finite.game.weights is not None:
        raise Refused("the weights of secrets are what is searched here; the list has none then")
    return _MixedRun(finite, time.perf_counter() + seconds, memory, progress).result()


@final
class _MixedRun:
    """One search: the strategies that are known, and what they cost in each class."""

    def __init__(
        self, finite: FiniteGame, deadline: float, memory: int, progress: Progress
    ) -> None:
        self._finite, self._deadline, self._memory = finite, deadline, memory
        least = kinds(finite)[own_questions(finite)]
        _, first, places, sizes = np.unique(
            least, return_index=True, return_inverse=True, return_counts=True
        )
        self._sizes, self._least = sizes.tolist(), [finite.secrets[place] for place in first]
        self._class_of = dict(zip(finite.secrets, places.tolist(), strict=True))
        if len(self._sizes) > _MOST_CLASSES:
            raise Refused(
                f"{finite.title} has {len(self._sizes):,} classes of secrets that differ in kind; "
                f"the program for their weights has at most {_MOST_CLASSES}"
            )
        self._clock = Clock(deadline, progress, lambda: bool(self._trees))
        self._trees: list[StrategyTree] = []
        self._totals: list[list[int]] = []
        self._nodes = 0
        self._lower = Fraction(1)
        self._uniform: Fraction | None = None
        self._weights = [Fraction(1, finite.secret_count)] * len(self._sizes)

    def result(self) -> MixedOptimum:
        """The value, or what is known when the time is over."""
        try:
            self._begin()
            while self._improve():
                pass
        except TimeOver:
            return self._mixed("the time was over")
        except KeyboardInterrupt:
            if not self._trees:
                raise
            raise Interrupted(self._mixed("interrupted")) from None
        mixed = self._mixed(None)
        if mixed.value is None:
            raise ArithmeticError("the two sides do not meet")
        return mixed

    def _begin(self) -> None:
        """The strategies of rules, and the best one where all secrets are equally likely."""
        answers = answers_of(self._finite, self._memory, self._clock.tick)
        for name in _RULES:
            self._add(tree_of(RuleStrategy(answers, as_rule(name))))
        optimum = self._best_of_uniform()
        self._lower = Fraction(optimum.lower_bound, self._finite.secret_count)
        self._add(optimum.tree)
        self._nodes = optimum.nodes
        if not optimum.optimal:
            raise TimeOver
        self._uniform = self._lower

    def _best_of_uniform(self) -> Optimum:
        left = self._deadline - time.perf_counter()
        limit = None if left == math.inf else max(left, 0.1)

        def progress(stage: str, done: int, total: int) -> None:
            self._clock.say(f"equally likely secrets: {stage}", done, total)

        return optimize(
            self._finite, time_limit=limit, memory=self._memory, progress=progress, workers=1
        )

    def _add(self, tree: StrategyTree) -> None:
        """One more strategy, with the questions of all secrets of each class, by replay."""
        totals = [0] * len(self._sizes)
        for visit in visits(tree):
            if visit.wins:
                totals[self._class_of[visit.question]] += visit.depth + 1
        self._trees.append(tree)
        self._totals.append(totals)

    def _improve(self) -> bool:
        """Whether a strategy is found that the best weights against all others do not allow for."""
        weights, value = _least_favourable(self._sizes, self._totals)
        if value == self._lower:
            return False
        unit = MOST_WEIGHT // 2 // self._finite.secret_count
        about = [Fraction(round(weight * unit) + 1) for weight in weights]
        if self._responds(about, value * unit):
            totals = self._totals[-1]
            if sum(map(operator.mul, weights, totals), Fraction(0)) < value:
                return True
        if self._responds(weights, value):
            return True
        self._lower, self._weights = value, weights
        return False

    def _responds(self, weights: Sequence[Fraction], value: Fraction) -> bool:
        """Whether a strategy costs less than *value* with these weights; it joins the others."""
        each = [weights[kind] for kind in self._class_of.values()]
        search = GeneralSearch(self._finite, self._memory, self._clock.tick, each)
        left = self._finite.secret_count
        floor, upper = search.floor(Payment.TOTAL, left), math.ceil(value * search.scale)
        firsts = search.first_questions(floor)

        def tick() -> None:
            stage = f"{len(self._trees)} strategies; {search.stage}"
            self._clock.say(stage, int(firsts.place[0]), len(firsts.questions))

        search.tick = tick
        better = search.improvements(Payment.TOTAL, firsts, left, upper, floor)
        found = next(better, None)
        if found is not None:
            root = search.strategy(Payment.TOTAL, found[1], left)
            self._add(StrategyTree(self._finite, root))
        self._nodes += search.nodes
        return found is not None

    def _mixed(self, reason: str | None) -> MixedOptimum:
        """What is known now."""
        sizes, played = self._sizes, _mixture(self._sizes, self._totals)
        means = [
            tuple(Fraction(total, size) for total, size in zip(totals, sizes, strict=True))
            for totals in self._totals
        ]
        strategies = tuple(
            MixedStrategy(tree, probability, mean)
            for tree, probability, mean in zip(self._trees, played, means, strict=True)
            if probability
        )
        classes = tuple(
            SecretClass(
                word,
                size,
                size * weight,
                sum((one.probability * one.means[place] for one in strategies), Fraction(0)),
            )
            for place, (word, size, weight) in enumerate(
                zip(self._least, sizes, self._weights, strict=True)
            )
        )
        return MixedOptimum(
            finite=self._finite,
            classes=classes,
            strategies=strategies,
            uniform=self._uniform,
            lower=self._lower,
            upper=max(one.expected for one in classes),
            seconds=self._clock.seconds,
            nodes=self._nodes,
            reason=reason,
        )


def _least_favourable(
    sizes: Sequence[int], totals: Sequence[Sequence[int]]
) -> tuple[list[Fraction], Fraction]:
    """The weights of a secret of each class under which the best strategy costs most; that cost."""
    *weights, value = _program(
        [0] * len(sizes) + [-1],
        [[*(-total for total in row), 1] for row in totals],
        [*sizes, 0],
    )
    return weights, value


def _mixture(sizes: Sequence[int], totals: Sequence[Sequence[int]]) -> list[Fraction]:
    """How often each strategy is played so that the dearest class costs least."""
    columns = zip(*totals, strict=True)
    *played, _ = _program(
        [0] * len(totals) + [1],
        [[*column, -size] for column, size in zip(columns, sizes, strict=True)],
        [1] * len(totals) + [0],
    )
    return played


def _program(
    costs: Sequence[int], rows: Sequence[Sequence[int]], sums_to_one: Sequence[int]
) -> list[Fraction]:
    """The numbers, none negative, that cost least, where no row is positive: exact.

    `ArithmeticError` if SymPy's are negative, or their sum by *sums_to_one* is another; that no
    others cost less is left to the search and to replay.
    """
    from sympy.solvers.simplex import linprog

    _, numbers = linprog(costs, rows, [0] * len(rows), [sums_to_one], [1])
    found = [Fraction(str(one)) for one in numbers]  # some are Python's, some are SymPy's
    if min(found) < 0 or sum(map(operator.mul, sums_to_one, found)) != 1:
        raise ArithmeticError("the linear program has a wrong solution")
    return found
