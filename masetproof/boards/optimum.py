"""The least total on several boards, by exhaustive search, for small games.

The total is the number of questions until all boards are found, summed over all combinations of
secrets.  A state is what is left on each open board; its value is the least total from there on.

**Bounds.** A combination with d different secrets needs at least d questions, as each must be
asked. At most one combination is found with the next question, so a state of P combinations costs
at least 2P - 1; and at least what one board alone costs, 2n - 1, for each combination of the other
boards.  A question costs P, and what its parts cost together.

**Which questions.** A question that splits no board and finds none is of no use, and of questions
that leave the same on every board one is enough.  At the beginning of a game one of each kind under
its symmetries is enough, which act on all boards at once.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from functools import cached_property
from math import prod
from typing import NamedTuple, final

import numpy as np

from masetproof.arguments import Refused, as_count, as_instance, as_seconds
from masetproof.boards.rules import (
    BoardsCost,
    check_combinations,
    evaluate_boards,
    joint,
    played_out,
)
from masetproof.boards.state import Boards
from masetproof.finite.table import MEMORY, AnswerTable, make_table, orbits
from masetproof.progress import Interrupted, Progress, Tick, as_progress, silent

MOST_SEARCHED, _MOST_SECRETS = 1 << 14, 128
"""The most combinations of secrets of a search, and the most secrets of a board."""
_RULES = "expected-size", "most-parts", "entropy"
"""The rules whose strategies are there before the search."""
_MOST_STATES = 1 << 20
"""The most states that are remembered."""

Masks = tuple[int, ...]
"""What is left on the open boards, sorted: the secrets as bits."""


class _GivenUp(Exception):
    """The search cannot go on, with the reason."""


class _Priced(NamedTuple):
    """A question with a lower bound of what it costs, and its parts with how often they occur.

    combinations: of the state.
    """

    low: int
    question: int
    combinations: int
    parts: list[tuple[Masks, int]]


@final
class _BoardsSearch:
    """The values of states; tick: called all the time, and it may raise."""

    def __init__(self, table: AnswerTable, tick: Tick) -> None:
        self.table, self.tick = table, tick
        self.exact: dict[Masks, tuple[int, int]] = {}
        self._low: dict[Masks, int] = {}

    @cached_property
    def _rows(self) -> list[list[int]]:
        """For each question the secrets that give each answer but the winning one, as bits."""
        rows = []
        for told in self.table.answers:
            given = [one for one in np.unique(told).tolist() if one != self.table.winning]
            rows.append(
                [
                    sum(1 << member for member in np.flatnonzero(told == one).tolist())
                    for one in given
                ]
            )
        return rows

    @cached_property
    def _own(self) -> dict[int, int]:
        return {int(question): 1 << secret for secret, question in enumerate(self.table.own)}

    def parts(self, mask: int, question: int) -> list[int]:
        """What a question leaves on a board; 0 if it may find its secret."""
        found = [0] if mask & self._own.get(question, 0) else []
        return found + [part for row in self._rows[question] if (part := mask & row)]

    def least(self, state: Masks) -> int:
        """A lower bound of the value."""
        known = self._low.get(state)
        if known is None:
            sizes = [mask.bit_count() for mask in state]
            combinations, union, different = prod(sizes), 0, 0
            for mask in state:
                union |= mask
            while union:
                bit = union & -union
                union ^= bit
                without = (size - bool(mask & bit) for size, mask in zip(sizes, state, strict=True))
                different += combinations - prod(without)
            alone = max(((2 * size - 1) * (combinations // size) for size in sizes), default=0)
            known = max(different, alone, 2 * combinations - 1 if state else 0)
            if len(self._low) < _MOST_STATES:
                self._low[state] = known
        return known

    def asked(self, state: Masks, questions: range | list[int]) -> list[_Priced]:
        """The questions that are of use, the most promising first."""
        combinations, seen, found = prod(mask.bit_count() for mask in state), set(), []
        for question in questions:
            each = [self.parts(mask, question) for mask in state]
            if all(parts == [mask] for parts, mask in zip(each, state, strict=True)):
                continue
            # Different numbers of answers make no difference, but which secret is found does.
            wins = self._own.get(question, 0)
            key = tuple(
                (frozenset(parts), mask & wins) for parts, mask in zip(each, state, strict=True)
            )
            if key in seen:
                continue
            seen.add(key)
            parts = [*joint(each, 0).items()]
            low = combinations + sum(self.least(part) * times for part, times in parts if part)
            found.append(_Priced(low, question, combinations, parts))
        found.sort(key=lambda one: one[:2])
        return found

    def value(self, state: Masks, upper: int) -> int:
        """The value if it is less than *upper*; otherwise a lower bound that is no less."""
        if not state:
            return 0
        known = self.exact.get(state)
        if known is not None:
            return known[0]
        if self.least(state) >= upper:
            return self.least(state)
        self.tick()
        if len(self.exact) >= _MOST_STATES:
            raise _GivenUp(f"more than {_MOST_STATES:,} states would have to be remembered")
        best, chosen, least = upper, -1, math.inf
        for one in self.asked(state, range(len(self._rows))):
            if one.low >= best:
                least = min(least, one.low)
                break
            cost = self.cost(one, best)
            least = min(least, cost)
            if cost < best:
                best, chosen = cost, one.question
        if chosen >= 0:
            self.exact[state] = best, chosen
            return best
        self._low[state] = max(self.least(state), int(least))
        return self._low[state]

    def cost(self, one: _Priced, upper: int) -> int:
        """What a question costs if it is less than *upper*; otherwise a bound that is no less."""
        parts = [(self.least(part), part, times) for part, times in one.parts if part]
        total = one.combinations + sum(low * times for low, _, times in parts)
        for before, part, times in sorted(parts):
            if total < upper:
                room = before + (upper - total + times - 1) // times
                total += (self.value(part, room) - before) * times
        return total

    def below(self, state: Masks) -> Counter[Masks]:
        """What the question of a best strategy leaves."""
        self.value(state, self._infinite)
        question = self.exact[state][1]
        return joint([self.parts(mask, question) for mask in state], 0)

    _infinite = 1 << 62


def optimize_boards(
    boards: Boards,
    *,
    time_limit: float | None = None,
    memory: int = MEMORY,
    progress: Progress = silent,
) -> BoardsCost:
    """The least total until all boards are found, summed over all combinations of secrets.

    time_limit: seconds; then the best strategy of a rule, with a lower bound.  `Refused` when there
    are too many combinations.

    >>> best = optimize_boards(Boards(FiniteGame("mastermind", 2, 2), 2))
    >>> best.total, best.optimal
    (42, True)
    """
    as_instance(Boards, boards, "the boards")
    seconds = math.inf if time_limit is None else as_seconds(time_limit, "the time limit")
    progress, memory = as_progress(progress), as_count(memory, "the memory", 1)
    check_combinations(boards, MOST_SEARCHED, "the search has")
    if max((state.secret_count for state in boards.open), default=0) > _MOST_SECRETS:
        raise Refused(f"{boards.title}: a search has at most {_MOST_SECRETS} secrets on a board")
    known = min(
        (evaluate_boards(boards, rule, memory=memory, progress=progress) for rule in _RULES),
        key=lambda one: one.total,
    )
    return _BoardsRun(boards, known, time.monotonic() + seconds, memory, progress).result()


@final
class _BoardsRun:
    """One search: its first questions, with lower bounds, and the best strategy until now."""

    def __init__(
        self, boards: Boards, known: BoardsCost, until: float, memory: int, progress: Progress
    ) -> None:
        self._boards, self._known, self._until = boards, known, until
        self._progress = progress
        table = make_table(boards.finite, memory, self._tick)
        self._search = _BoardsSearch(table, self._tick)
        places = {word: 1 << number for number, word in enumerate(boards.finite.secrets)}
        self._start: Masks = tuple(
            sorted(sum(map(places.__getitem__, state.secrets)) for state in boards.open)
        )
        self._bounds: dict[int, int] = {}

    def _tick(self) -> None:
        self._progress(f"best so far {self._known.total:,}; states", 0, 0)
        if time.monotonic() > self._until:
            raise _GivenUp("the time was over")

    def result(self) -> BoardsCost:
        """The optimum, or the best strategy until the time is over."""
        if not self._start:
            return BoardsCost(self._boards, (), None, None, 0)
        try:
            self._go()
        except _GivenUp as ended:
            return self._so_far(str(ended))
        except KeyboardInterrupt:
            raise Interrupted(self._so_far("interrupted")) from None
        best, question = self._search.exact[self._start]
        self._until = math.inf
        histogram = played_out(self._start, self._search.below, self._tick)
        return BoardsCost(
            self._boards, histogram, self._boards.finite.questions[question], None, best
        )

    def _so_far(self, reason: str) -> BoardsCost:
        low = min(self._bounds.values(), default=self._search.least(self._start))
        known = self._known
        return BoardsCost(self._boards, known.histogram, known.first, None, low, reason)

    def _go(self) -> None:
        """Search the first questions, the most promising first."""
        search, upper, chosen = self._search, self._known.total + 1, -1
        questions: range | list[int] = range(self._boards.finite.question_count)
        if not self._boards.steps:
            first = orbits(self._boards.finite)
            questions = np.flatnonzero(first == np.arange(len(first))).tolist()
        asked = search.asked(self._start, questions)
        self._bounds = {one.question: one.low for one in asked}
        for one in asked:
            if one.low < upper:
                cost = search.cost(one, upper)
                self._bounds[one.question] = cost
                if cost < upper:
                    upper, chosen = cost, one.question
        search.exact[self._start] = upper, chosen
