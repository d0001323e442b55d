"""What first questions cost: the optimum of the strategies that begin with each of some questions.

Each question has a run of its own, whose only plan is this question (`search.run`).  All of them
share the board, the table of states and the checkpoint: what is known of a state does not depend on
the first question that led there.  So the five kinds of first questions of Mastermind (4, 6) take
little longer together than the whole optimum.

First each question gets bounds and greedy strategies; then they are searched one by one, the most
promising first.  Where the time ends, the others keep these bounds.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from fractions import Fraction
from typing import final

from masetproof.arguments import Refused, either_name
from masetproof.finite.firsts import ALL, Firsts, as_firsts
from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import MEMORY
from masetproof.objectives import Goal, Objective
from masetproof.progress import Interrupted, Progress, silent
from masetproof.search.clock import Clock, TimeOver
from masetproof.search.executors import Executor, JobLost
from masetproof.search.goals import GeneralRun, is_general
from masetproof.search.keeping import keep_optimum
from masetproof.search.optimize import SearchArguments
from masetproof.search.optimum import NoStrategy, Optimum
from masetproof.search.run import Run
from masetproof.search.solver import INFINITE
from masetproof.words import Word

_WORTH_KEEPING = 1.0
"""An optimum is kept if it took more seconds."""


@final
@dataclass(frozen=True, slots=True)
class Opening:
    """A first question, and what the best strategy costs that begins with it.

    class_size: how many questions are the same by symmetry, this one included.  total, worst: of
    the best strategy that is known, None where none is.  lower_bound: no strategy that begins so
    has less of what the goal minimizes first, by weights if secrets have weights; None where no
    strategy is short enough.  optimal:
    the search came to its end.  optimum: its result, with the strategy; None where it did not come
    to this question, or there is no strategy.  reason: why it did not end, or why there is no
    strategy.
    """

    question: Word
    class_size: int
    total: int | None
    worst: int | None
    lower_bound: int | Fraction | None
    optimal: bool
    optimum: Optimum | None = field(default=None, repr=False)
    reason: str | None = None

    def measured(self, objective: Objective) -> int | Fraction | None:
        """The total, by weights if secrets have weights, or the worst case."""
        if objective is Objective.WORST:
            return self.worst
        if self.optimum is not None and self.optimum.weights is not None:
            return self.optimum.weighted_total
        return self.total

    def expected(self, finite: FiniteGame) -> Fraction | None:
        """The mean number of questions, by weights if secrets have weights."""
        total = self.measured(Objective.EXPECTED)
        return (
            None
            if total is None
            else Fraction(total) / sum(finite.weights or (1,) * finite.secret_count)
        )

    @property
    def is_hopeless(self) -> bool:
        """Whether it is proved that no strategy which begins so is short enough."""
        return self.optimal and self.total is None and self.worst is None

    def order(self, goal: Goal) -> tuple[float | Fraction, ...]:
        """A key that is least for the best question: the goal's quantities, unknown ones last."""
        needing = None if self.optimum is None else self.optimum.needing_worst
        second = {Goal.WORST_THEN_FEWEST: needing, Goal.EXPECTED_THEN_WORST: self.worst}
        values = (
            self.measured(goal.first),
            second.get(goal, self.measured(Objective.EXPECTED)),
        )
        return (*(math.inf if value is None else value for value in values), not self.optimal)


@final
@dataclass(frozen=True, slots=True)
class Openings:
    """Several first questions, the best one first.

    same: questions that were asked for and are the same as another one by symmetry, each with that
    one, which stands for it.  reason: why the search did not come to its end.
    """

    finite: FiniteGame
    goal: Goal
    rows: tuple[Opening, ...]
    same: tuple[tuple[Word, Word], ...] = ()
    reason: str | None = None

    def __repr__(self) -> str:
        best = self.finite.text(self.best.question)
        return f"<Openings of {self.finite.title}: {len(self.rows)}, the best {best}>"

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Opening]:
        return iter(self.rows)

    @property
    def best(self) -> Opening:
        return self.rows[0]

    def loss(self, opening: Opening) -> Fraction | int | None:
        """What a question loses to the best one: questions on average, or in the worst case.

        None where one of the two values is not exact.
        """
        values = [one.measured(self.goal.first) for one in (opening, self.best)]
        if None in values or not (opening.optimal and self.best.optimal):
            return None
        if self.goal.first is Objective.WORST:
            return int(values[0] or 0) - int(values[1] or 0)
        means = [one.expected(self.finite) or Fraction(0) for one in (opening, self.best)]
        return means[0] - means[1]

    def as_json(self) -> list[dict[str, object]]:
        """The fields of each question."""
        return [
            {
                "question": self.finite.text(one.question),
                "total": one.total,
                "worst": one.worst,
                "lower_bound": bound_json(one.lower_bound),
                "optimal": one.optimal,
                "class_size": one.class_size,
                "same": [self.finite.text(word) for word, of in self.same if of == one.question],
            }
            | ({} if self.finite.game.weights is None else {"expected": self._mean_json(one)})
            for one in self.rows
        ]

    def _mean_json(self, one: Opening) -> str | None:
        mean = one.expected(self.finite)
        return None if mean is None else str(mean)


def bound_json(bound: int | Fraction | None) -> object:
    """A bound as JSON has it: a fraction, where secrets have weights, is its text."""
    return str(bound) if isinstance(bound, Fraction) else bound


@either_name("objective", "goal")
def openings(
    finite: FiniteGame,
    questions: Sequence[Word | str] | str = ALL,
    objective: Goal | str = Goal.EXPECTED,
    *,
    max_questions: int | None = None,
    time_limit: float | None = None,
    workers: int | None = None,
    dask: str | None = None,
    memory: int = MEMORY,
    keep: bool = True,
    progress: Progress = silent,
) -> Openings:
    """What first questions cost: for each the best strategy that begins with it.

    questions: words or their texts, or ``all`` for one question of each kind up to symmetry that
    tells anything.  All other arguments are those of `optimize`.  Where the time ends, a question
    has the best strategy so far and a lower bound.

    `Refused` as by `optimize`, and when a question cannot be asked, says nothing, or is there
    twice.  A `KeyboardInterrupt` becomes `Interrupted`.

    >>> for one in openings(FiniteGame("mastermind", 3, 4), workers=1):
    ...     print(one.question, one.total)
    (0, 0, 1) 206
    (0, 1, 2) 208
    (0, 0, 0) 233
    """
    asked = SearchArguments.checked(
        finite, objective, max_questions, time_limit, memory, keep, progress
    )
    firsts = as_firsts(finite, questions)
    if is_general(finite, asked.goal):
        if dask is not None:
            raise Refused("this search uses one thread; a cluster is for the usual one")
        return _GeneralSurvey(asked, firsts, memory).result()
    with closing(asked.executor(workers, dask)) as executor:
        return _Survey(asked, executor, firsts).result()


@final
class _Survey:
    """The runs of several first questions, one for each that differs from those before it."""

    def __init__(self, asked: SearchArguments, executor: Executor, firsts: Firsts) -> None:
        self._asked, self._executor, self._firsts = asked, executor, firsts
        self._chosen = firsts.different
        self._checkpoint = asked.checkpoint(" first " + " ".join(map(str, self._chosen)))
        self._stage = ""
        self._clock = asked.clock(self._checkpoint, self._report)
        self._runs: dict[int, Run] = {}
        self._current: int | None = None
        self._known: dict[int, Opening] = {}

    def _report(self, stage: str, done: int, total: int) -> None:
        self._asked.progress(f"{self._stage}; {stage}", done, total)

    def result(self) -> Openings:
        """All of them, as far as the time goes."""
        try:
            with self._checkpoint.kept_unless_finished():
                self._search()
        except TimeOver:
            return self._openings("the time was over")
        except JobLost as lost:
            return self._openings(str(lost))
        except KeyboardInterrupt as interrupt:
            so_far = self._openings("interrupted")
            if so_far.best.optimum is None:
                raise interrupt from None
            raise Interrupted(so_far) from None
        return self._openings(None)

    def _search(self) -> None:
        first: Run | None = None
        for place, number in enumerate(self._chosen, 1):
            self._say(number, place)
            kept = self._asked.kept(number)
            if kept is not None:
                self._known[number] = self._found(number, kept)
                continue
            run = Run(
                self._asked.finite,
                self._asked.limit,
                self._executor,
                self._clock,
                self._checkpoint,
                first=number,
            )
            self._runs[number] = run
            self._current = number
            try:
                run.begin(self._asked.goal, self._asked.room, first)
            except NoStrategy as none:
                self._known[number] = self._none(number, none)
                continue
            first = first or run
        for place, number in enumerate(self._in_order(), 1):
            self._say(number, place)
            self._current = number
            try:
                self._runs[number].search(self._asked.goal)
            except NoStrategy as none:
                self._known[number] = self._none(number, none)
                continue
            optimum = self._runs.pop(number).optimum(self._asked.goal)
            self._known[number] = self._found(number, optimum)
            if self._asked.keep and optimum.seconds > _WORTH_KEEPING:
                keep_optimum(optimum, self._asked.max_questions, number)

    def _say(self, number: int, place: int) -> None:
        finite = self._asked.finite
        text = finite.text(finite.questions[number])
        self._stage = f"first question {text}, {place} of {len(self._chosen)}"

    def _in_order(self) -> list[int]:
        """The questions that are to be searched, the most promising first."""
        waiting = [number for number in self._runs if number not in self._known]
        return sorted(waiting, key=lambda number: (self._runs[number].bounds.high, number))

    def _openings(self, reason: str | None) -> Openings:
        goal = self._asked.goal
        rows = [
            self._known.get(number) or self._so_far(number, reason or "") for number in self._chosen
        ]
        rows.sort(key=lambda row: row.order(goal))
        words = self._asked.finite.questions
        same = tuple((words[number], words[other]) for number, other in self._firsts.same)
        return Openings(self._asked.finite, goal, tuple(rows), same, reason)

    def _found(self, number: int, optimum: Optimum) -> Opening:
        return _opening(self._firsts, number, optimum)

    def _none(self, number: int, none: NoStrategy) -> Opening:
        """A question after which no strategy is short enough."""
        word, size = self._asked.finite.questions[number], self._firsts.class_sizes[number]
        bound = None if none.proved else self._lower_bound(number)
        return Opening(word, size, None, None, bound, none.proved, None, str(none))

    def _lower_bound(self, number: int) -> int:
        run = self._runs.get(number)
        if run is None:
            return 1
        is_total = self._asked.goal.first is Objective.EXPECTED
        return run.bounds.low if is_total else run.worst_bound

    def _so_far(self, number: int, reason: str) -> Opening:
        """What is known of a question whose search did not end."""
        run, goal = self._runs.get(number), self._asked.goal
        if run is not None and number == self._current:
            try:
                return self._found(number, run.optimum(goal, reason))
            except NoStrategy as none:
                return self._none(number, none)
        high = INFINITE if run is None else run.bounds.high
        word, size = self._asked.finite.questions[number], self._firsts.class_sizes[number]
        total, bound = high if high < INFINITE else None, self._lower_bound(number)
        return Opening(word, size, total, None, bound, optimal=False, reason=reason)


def _opening(firsts: Firsts, number: int, optimum: Optimum) -> Opening:
    """A first question with the result of its search."""
    bound = optimum.lower_bound
    return Opening(
        optimum.finite.questions[number],
        firsts.class_sizes[number],
        optimum.total,
        optimum.worst,
        int(bound) if optimum.weights is None else bound,
        optimum.optimal,
        optimum,
        optimum.reason,
    )


@final
class _GeneralSurvey:
    """The same where questions are restricted or secrets have weights (`search.goals`).

    All runs share the states of one search.
    """

    def __init__(self, asked: SearchArguments, firsts: Firsts, memory: int) -> None:
        self._asked, self._firsts, self._memory = asked, firsts, memory
        self._runs: dict[int, GeneralRun] = {}
        self._known: dict[int, Opening] = {}
        self._stage, self._begun = "", False

    def _report(self, stage: str, done: int, total: int) -> None:
        self._asked.progress(f"{self._stage}; {stage}", done, total)

    def result(self) -> Openings:
        """All of them, as far as the time goes."""
        reason = None
        try:
            self._search()
        except TimeOver:
            reason = "the time was over"
        except KeyboardInterrupt as interrupt:
            if not any(one.optimum for one in self._openings("interrupted").rows):
                raise interrupt from None
            raise Interrupted(self._openings("interrupted")) from None
        return self._openings(reason)

    def _search(self) -> None:
        asked, made = self._asked, None
        clock = Clock(asked.deadline, self._report, lambda: self._begun)
        for number in self._firsts.different:
            self._say(number)
            kept = asked.kept(number)
            if kept is not None:
                self._known[number] = _opening(self._firsts, number, kept)
                continue
            run = GeneralRun(
                asked.finite, asked.goal, asked.limit, self._memory, clock, first=number
            )
            made = run.begin(made)
            self._runs[number], self._begun = run, True
        for number in sorted(
            self._runs, key=lambda one: (self._so_far(one, "").order(asked.goal), one)
        ):
            self._say(number)
            try:
                self._runs[number].search()
                optimum = self._runs[number].optimum()
            except NoStrategy as none:
                self._known[number] = self._none(number, none)
                continue
            self._known[number] = _opening(self._firsts, number, optimum)
            if asked.keep and optimum.seconds > _WORTH_KEEPING:
                keep_optimum(optimum, asked.max_questions, number)

    def _say(self, number: int) -> None:
        self._stage = (
            f"first question {self._asked.finite.text(self._asked.finite.questions[number])}"
        )

    def _so_far(self, number: int, reason: str) -> Opening:
        """What is known of a question whose search did not end."""
        run = self._runs.get(number)
        if run is None:
            return self._none(number, NoStrategy(reason, proved=False))
        try:
            return _opening(self._firsts, number, run.optimum(reason))
        except NoStrategy as none:
            return self._none(number, none)

    def _none(self, number: int, none: NoStrategy) -> Opening:
        word, size = self._asked.finite.questions[number], self._firsts.class_sizes[number]
        bound = None if none.proved else 1
        return Opening(word, size, None, None, bound, none.proved, None, str(none))

    def _openings(self, reason: str | None) -> Openings:
        finite, goal, words = self._asked.finite, self._asked.goal, self._asked.finite.questions
        rows = [
            self._known.get(number) or self._so_far(number, reason or "")
            for number in self._firsts.different
        ]
        rows.sort(key=lambda row: row.order(goal))
        same = tuple((words[number], words[other]) for number, other in self._firsts.same)
        return Openings(finite, goal, tuple(rows), same, reason)
