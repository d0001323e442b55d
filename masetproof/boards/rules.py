"""Rules on several boards: what they ask, and what they cost.

A question leaves on each board a part of its secrets, and on all boards together the product of
these parts.  A rule looks at the sizes of these products, which are the products of the sizes on
the boards: so the largest part is the product of the largest parts, the sum of squares the product
of the sums of squares, and the information the sum of that of the boards.  No list of all
combinations is needed.

Of equal questions those are preferred that may be the secret of the most boards, then the first in
the order of words.  With one secret left on every open board one of them is asked; with one board
left the rule plays as on one board.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import product
from math import prod
from operator import mul
from typing import Any, TypeVar, final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_count, as_instance, as_seed
from masetproof.boards.state import Boards
from masetproof.finite.table import MEMORY, AnswerTable, make_table
from masetproof.notebook import Shown
from masetproof.play.hints import Suggestion
from masetproof.progress import Progress, Tick, as_progress, silent
from masetproof.strategies.by_rule import Numbers, RuleStrategy, sizes_of_parts, telling
from masetproof.strategies.rules import PUBLISHED, Rule, as_rule, as_rules, preferring, scores
from masetproof.words import Word

MOST_PLAYED = 1 << 18
"""The most combinations of secrets against which a rule is played."""
_MOST_CACHED = 1 << 27
"""The most numbers of what questions leave on one board that are kept."""
_EXACT = 1 << 53
_AGREE = 1e-9

Left = bytes
"""The secrets that are left on an open board: their numbers as the bytes of an int64 array."""
Together = tuple[Left, ...]
"""What is left on the open boards, sorted; the order of boards makes no difference."""
State = TypeVar("State", bound=Hashable)


@final
class BoardsRule:
    """A rule on several boards.  table: of the game of one board."""

    def __init__(self, boards: Boards, rule: Rule, table: AnswerTable, seed: int = 0) -> None:
        if rule.name not in PUBLISHED:
            raise Refused(f"on several boards only published rules ask, not {rule.name}")
        self.table = table
        self.rule, self.finite = rule, boards.finite
        self._alone = RuleStrategy(self.table, rule, seed=seed)
        self._known: dict[Left, NDArray[Any]] = {}
        places = {word: number for number, word in enumerate(boards.finite.secrets)}
        self.start: Together = tuple(
            sorted(
                np.array([places[word] for word in state.secrets], np.int64).tobytes()
                for state in boards.open
            )
        )

    def question(self, state: Together) -> int:
        """The number of the question to ask."""
        members = [np.frombuffer(left, np.int64) for left in state]
        own = self.table.own
        if all(len(one) == 1 for one in members):
            return min(int(own[one[0]]) for one in members)
        if len(members) == 1:
            return self._alone.choice(members[0])
        asked = np.unique(np.concatenate([telling(self.table, one, self._all) for one in members]))
        if self.rule.score is None:
            return int(asked[self._alone._drawn(np.concatenate(members)) % len(asked)])
        scores = self._together(
            [self._scores(left, one)[asked] for left, one in zip(state, members, strict=True)]
        )
        least = scores.min()
        best = asked[scores <= least + (_AGREE * abs(least) if scores.dtype == float else 0)]
        found = np.zeros(len(self.table.questions), np.int64)
        for one in members:
            found[own[one]] += 1
        return int(best[np.argmax(found[best])])

    @property
    def _all(self) -> Numbers:
        return np.arange(len(self.table.questions))

    def _scores(self, left: Left, members: Numbers) -> NDArray[Any]:
        """What the rule looks at on one board, for all questions: its score without a sign."""
        known = self._known.get(left)
        if known is None:
            if len(self._known) * len(self.table.questions) > _MOST_CACHED:
                self._known.clear()
            step = max(1, (1 << 20) // (self.table.winning + 1))
            blocks = [self._all[first : first + step] for first in range(0, len(self._all), step)]
            sizes = (sizes_of_parts(self.table, members, one) for one in blocks)
            known = np.concatenate([np.abs(scores(self.rule, one)) for one in sizes])
            if self.rule.name == "entropy":  # the mean of log k, which is a sum over boards
                known = known / len(members)
            self._known[left] = known
        return known

    def _together(self, scores: Sequence[NDArray[Any]]) -> NDArray[Any]:
        """The score on all boards, exact but for entropy; the least is best."""
        if self.rule.name == "entropy":
            return np.round(sum(scores, np.zeros(len(scores[0]))), 12)
        if prod(int(one.max()) for one in scores) >= _EXACT:
            scores = [one.astype(object) for one in scores]
        result = reduce(mul, scores)
        return -result if self.rule.name == "most-parts" else result

    def parts(self, left: Left, question: int) -> dict[int, Left]:
        """What each answer leaves on a board; nothing behind the answer that wins."""
        members = np.frombuffer(left, np.int64)
        told = self.table.answers[question, members]
        given = np.unique(told).tolist()
        return {
            one: b"" if one == self.table.winning else members[told == one].tobytes()
            for one in given
        }

    def below(self, state: Together) -> Counter[Together]:
        """What the question of the rule leaves, each as often as combinations of answers do."""
        question = self.question(state)
        return joint([[*self.parts(left, question).values()] for left in state], b"")


def joint(parts: Iterable[Sequence[State]], found: State) -> Counter[tuple[State, ...]]:
    """The parts of all boards together, in which boards that are found are left out.

    Each is there as often as answers lead to it, in whatever order of boards.
    """
    return Counter(
        tuple(sorted(one for one in together if one != found))  # type: ignore[type-var]
        for together in product(*parts)
    )


def played_out(
    start: tuple[State, ...],
    below: Callable[[tuple[State, ...]], Counter[tuple[State, ...]]],
    tick: Tick,
) -> tuple[int, ...]:
    """How many combinations of secrets are found with 1, 2, ... questions."""
    histogram: list[int] = []
    level = {start: 1} if start else {}
    while level:
        histogram.append(0)
        deeper: defaultdict[tuple[State, ...], int] = defaultdict(int)
        for state, ways in level.items():
            tick()
            for part, times in below(state).items():
                if part:
                    deeper[part] += ways * times
                else:
                    histogram[-1] += ways * times
        level = deeper
    return tuple(histogram)


@final
@dataclass(frozen=True, slots=True, eq=False)
class BoardsCost(Shown):
    """What a strategy on several boards costs, from a state of play on.

    histogram: how many combinations of secrets are found with 1, 2, ... more questions, when a game
    lasts until all boards are found.  first: the first question; None where all are found.  rule:
    what asks; None for the search, with what it proved: no strategy has a total below
    *lower_bound*.  reason: why the search did not end.
    """

    boards: Boards
    histogram: tuple[int, ...]
    first: Word | None
    rule: Rule | None = None
    lower_bound: int | None = None
    reason: str | None = None

    def __repr__(self) -> str:
        who = "the search" if self.rule is None else self.rule
        return f"<BoardsCost of {self.boards.title}: {who}, total {self.total}>"

    @property
    def combinations(self) -> int:
        return sum(self.histogram)

    @property
    def total(self) -> int:
        """The questions until all boards are found, summed over all combinations of secrets."""
        return sum(asked * games for asked, games in enumerate(self.histogram, 1))

    @property
    def expected(self) -> Fraction:
        """The mean of `total` for a combination of secrets, exact."""
        return Fraction(self.total, self.combinations)

    @property
    def worst(self) -> int:
        return len(self.histogram)

    @property
    def optimal(self) -> bool:
        """Whether it is proved that no strategy has a smaller total."""
        return self.lower_bound == self.total

    def as_json(self) -> dict[str, object]:
        return {
            "boards": self.boards.count,
            "combinations": self.combinations,
            "total": self.total,
            "expected": str(self.expected),
            "worst": self.worst,
            "histogram": [*self.histogram],
            "first_question": self.first and self.boards.finite.text(self.first),
        }


def evaluate_boards(
    boards: Boards,
    rule: Rule | str,
    *,
    seed: int = 0,
    memory: int = MEMORY,
    progress: Progress = silent,
) -> BoardsCost:
    """Play a rule against every combination of secrets, until all boards are found.

    `Refused` when there are too many combinations, or the rule is none that is published.

    >>> cost = evaluate_boards(Boards(FiniteGame("mastermind", 2, 3), 2), "expected-size")
    >>> cost.combinations, cost.worst
    (81, 4)
    """
    as_instance(Boards, boards, "the boards")
    rule, seed, progress = as_rule(rule), as_seed(seed), as_progress(progress)
    memory = as_count(memory, "the memory", 1)
    check_combinations(boards, MOST_PLAYED, "rules are played against")

    def tick() -> None:
        progress("states of all boards", 0, 0)

    table = make_table(boards.finite, memory, tick)
    played = BoardsRule(boards, rule, table, seed)
    histogram = played_out(played.start, played.below, tick)
    return BoardsCost(boards, histogram, _first(played), rule)


def _first(played: BoardsRule) -> Word | None:
    return played.finite.questions[played.question(played.start)] if played.start else None


def check_combinations(boards: Boards, most: int, what: str) -> None:
    """`Refused` when there are too many combinations of secrets."""
    if boards.combinations > most:
        raise Refused(
            f"{boards.title}: there are {boards.combinations:,} combinations of secrets; {what} at "
            f"most {most:,}"
        )


def hint_boards(
    boards: Boards,
    rules: Sequence[Rule | str] | None = None,
    *,
    memory: int = MEMORY,
    progress: Progress = silent,
) -> tuple[Suggestion, ...]:
    """What each rule asks next; sizes are those of the combinations of secrets that are left.

    rules: by default all published ones that have a preference.

    >>> boards = Boards(FiniteGame("mastermind", 2, 3), 2, ["01:0,1/1,0"])
    >>> [boards.finite.text(one.question) for one in hint_boards(boards, ["minimax"])]
    ['02']
    """
    as_instance(Boards, boards, "the boards")
    progress, memory = as_progress(progress), as_count(memory, "the memory", 1)
    if boards.is_over:
        raise Refused("all boards are found, and the game is over")
    chosen = as_rules(rules) if rules is not None else preferring()[::-1]
    if rules is None:
        chosen = tuple(rule for rule in chosen if rule.name in PUBLISHED)
    table = make_table(boards.finite, memory, lambda: progress("table of answers", 0, 1))
    best: dict[int, list[str]] = {}
    for rule in chosen:
        asking = BoardsRule(boards, rule, table)
        best.setdefault(asking.question(asking.start), []).append(rule.name)
    return tuple(
        suggested(boards, boards.finite.questions[one], names) for one, names in best.items()
    )


def suggested(boards: Boards, question: Word, names: Sequence[str]) -> Suggestion:
    """A question with what it leaves on all boards together."""
    game, parts, largest, expected, possible = boards.finite.game, 1, 1, Fraction(1), False
    for state in boards.open:
        cells = np.array(state.secrets, np.uint16)
        told = game.numbers(np.array([question], np.uint16), cells)[0]
        sizes = np.bincount(told)
        parts, largest = parts * int((sizes > 0).sum()), largest * int(sizes.max())
        expected *= Fraction(int((sizes.astype(object) ** 2).sum()), len(told))
        possible |= bool((told == boards.finite.winning).any())
    return Suggestion(question, tuple(names), parts, largest, expected, possible)
