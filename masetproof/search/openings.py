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
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, TypeVar, final

from masetproof.arguments import Refused, either_name
from masetproof.finite.firsts import ALL, Firsts, as_firsts
from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import MEMORY
from masetproof.objectives import Goal, Objective
from masetproof.progress import Interrupted, Progress, silent
from masetproof.search.clock import Clock, TimeOver
from masetproof.search.executors import Executor, JobLost
from masetproof.search.general import GeneralSearch
from masetproof.search.goals import GeneralRun
from masetproof.search.keeping import keep_optimum
from masetproof.search.optimize import SearchArguments, is_general
from masetproof.search.optimum import NoStrategy, Optimum
from masetproof.search.run import Run
from masetproof.search.solver import INFINITE
from masetproof.words import Word

_Run = TypeVar("_Run", Run, GeneralRun)
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
        if total is None:
            return None
        return Fraction(total) / sum(finite.weights or (1,) * finite.secret_count)

    def expected_bound(self, finite: FiniteGame) -> Fraction | None:
        """The lower bound of a total as one of the mean, by weights if secrets have weights."""
        if self.lower_bound is None:
            return None
        return Fraction(self.lower_bound) / sum(finite.weights or (1,) * finite.secret_count)

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
        """The fields of JSON, an object for each question in the order of `rows`."""
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
        return _UsualSurvey(asked, executor, firsts).result()


class _Survey(ABC, Generic[_Run]):
    """The runs of several first questions, one for each that differs from those before it.

    A subclass makes runs of its kind and says what they know.
    """

    def __init__(self, asked: SearchArguments, firsts: Firsts) -> None:
        self._asked, self._firsts = asked, firsts
        self._chosen = firsts.different
        self._stage = ""
        self._runs: dict[int, _Run] = {}
        self._current: int | None = None
        self._known: dict[int, Opening] = {}

    @abstractmethod
    def _keeping(self) -> AbstractContextManager[object]:
        """What keeps what was learned if the search does not end."""

    @abstractmethod
    def _made(self, number: int) -> _Run:
        """A run that has not begun."""

    @abstractmethod
    def _begin(self, run: _Run) -> None:
        """The steps before the search: bounds and simple strategies."""

    @abstractmethod
    def _reach(self, run: _Run) -> None:
        """Search; afterwards the run has an optimum."""

    @abstractmethod
    def _optimum(self, run: _Run, reason: str | None = None) -> Optimum:
        """The best strategy of a run; reason: why it was left."""

    @abstractmethod
    def _promise(self, number: int) -> tuple[object, ...]:
        """A key that is least for the question which is to be searched first."""

    @abstractmethod
    def _lower_bound(self, number: int) -> int | Fraction: ...

    @abstractmethod
    def _so_far(self, number: int, reason: str) -> Opening:
        """What is known of a question whose search did not end."""

    def _report(self, stage: str, done: int, total: int) -> None:
        self._asked.progress(f"{self._stage}; {stage}", done, total)

    def result(self) -> Openings:
        """All of them, as far as the time goes."""
        try:
            with self._keeping():
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
        for place, number in enumerate(self._chosen, 1):
            self._say(number, place)
            kept = self._asked.kept(number)
            if kept is not None:
                self._known[number] = self._found(number, kept)
                continue
            self._runs[number] = run = self._made(number)
            self._current = number
            try:
                self._begin(run)
            except NoStrategy as none:
                self._known[number] = self._none(number, none)
        waiting = [number for number in self._runs if number not in self._known]
        for place, number in enumerate(sorted(waiting, key=self._promise), 1):
            self._say(number, place)
            self._current = number
            try:
                self._reach(self._runs[number])
                optimum = self._optimum(self._runs[number])
            except NoStrategy as none:
                self._known[number] = self._none(number, none)
                continue
            del self._runs[number]
            self._known[number] = self._found(number, optimum)
            if self._asked.keep and optimum.seconds > _WORTH_KEEPING:
                keep_optimum(optimum, self._asked.max_questions, number)

    def _say(self, number: int, place: int) -> None:
        finite = self._asked.finite
        text = finite.text(finite.questions[number])
        self._stage = f"first question {text}, {place} of {len(self._chosen)}"

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
        bound = optimum.lower_bound
        return Opening(
            optimum.finite.questions[number],
            self._firsts.class_sizes[number],
            optimum.total,
            optimum.worst,
            int(bound) if optimum.weights is None else bound,
            optimum.optimal,
            optimum,
            optimum.reason,
        )

    def _left(self, number: int, reason: str) -> Opening:
        """A question with the best strategy that its run has."""
        try:
            return self._found(number, self._optimum(self._runs[number], reason))
        except NoStrategy as none:
            return self._none(number, none)

    def _none(self, number: int, none: NoStrategy) -> Opening:
        """A question after which no strategy is short enough, or none is known."""
        word, size = self._asked.finite.questions[number], self._firsts.class_sizes[number]
        bound = None if none.proved else self._lower_bound(number)
        return Opening(word, size, None, None, bound, none.proved, None, str(none))


@final
class _UsualSurvey(_Survey[Run]):
    """Runs that share an executor and a checkpoint."""

    def __init__(self, asked: SearchArguments, executor: Executor, firsts: Firsts) -> None:
        super().__init__(asked, firsts)
        self._executor = executor
        self._checkpoint = asked.checkpoint(" first " + " ".join(map(str, self._chosen)))
        self._clock = asked.clock(self._checkpoint, self._report)
        self._first: Run | None = None

    def _keeping(self) -> AbstractContextManager[object]:
        return self._checkpoint.kept_unless_finished()

    def _made(self, number: int) -> Run:
        asked = self._asked
        return Run(
            asked.finite, asked.limit, self._executor, self._clock, self._checkpoint, first=number
        )

    def _begin(self, run: Run) -> None:
        run.begin(self._asked.goal, self._asked.room, self._first)
        self._first = self._first or run

    def _reach(self, run: Run) -> None:
        run.search(self._asked.goal)

    def _optimum(self, run: Run, reason: str | None = None) -> Optimum:
        return run.optimum(self._asked.goal, reason)

    def _promise(self, number: int) -> tuple[object, ...]:
        return self._runs[number].bounds.high, number

    def _lower_bound(self, number: int) -> int:
        run, is_total = self._runs.get(number), self._asked.goal.first is Objective.EXPECTED
        if run is None:  # the bounds by size are the same for all questions
            return next(iter(self._runs.values())).by_size[not is_total] if self._runs else 1
        return run.bounds.low if is_total else run.worst_bound

    def _so_far(self, number: int, reason: str) -> Opening:
        """Of a question that is not searched just now only the bounds, for want of time."""
        run = self._runs.get(number)
        if run is not None and number == self._current:
            return self._left(number, reason)
        high = INFINITE if run is None else run.bounds.high
        word, size = self._asked.finite.questions[number], self._firsts.class_sizes[number]
        total, bound = high if high < INFINITE else None, self._lower_bound(number)
        return Opening(word, size, total, None, bound, optimal=False, reason=reason)


@final
class _GeneralSurvey(_Survey[GeneralRun]):
    """Runs where questions are restricted or secrets have weights (`search.goals`).

    All of them share the states of one search.
    """

    def __init__(self, asked: SearchArguments, firsts: Firsts, memory: int) -> None:
        super().__init__(asked, firsts)
        self._memory = memory
        self._clock = Clock(asked.deadline, self._report, lambda: self._states is not None)
        self._states: GeneralSearch | None = None

    def _keeping(self) -> AbstractContextManager[object]:
        return nullcontext()

    def _made(self, number: int) -> GeneralRun:
        asked = self._asked
        return GeneralRun(
            asked.finite, asked.goal, asked.limit, self._memory, self._clock, first=number
        )

    def _begin(self, run: GeneralRun) -> None:
        self._states = run.begin(self._states)

    def _reach(self, run: GeneralRun) -> None:
        run.search()

    def _optimum(self, run: GeneralRun, reason: str | None = None) -> Optimum:
        return run.optimum(reason)

    def _promise(self, number: int) -> tuple[object, ...]:
        return self._so_far(number, "").order(self._asked.goal), number

    def _lower_bound(self, number: int) -> int | Fraction:
        """At best the question is the secret that weighs most, and the next one finds the rest."""
        finite = self._asked.finite
        if self._asked.goal.first is Objective.WORST:
            return min(2, finite.secret_count)
        weights = finite.weights or (1,) * finite.secret_count
        return 2 * sum(weights) - max(weights)

    def _so_far(self, number: int, reason: str) -> Opening:
        if number in self._runs:
            return self._left(number, reason)
        return self._none(number, NoStrategy(reason, proved=False))
