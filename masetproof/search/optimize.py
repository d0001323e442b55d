"""The optimizer: from a finite game and a goal to a strategy and a proof that there is no better
one.

What it minimizes is reduced to two questions about strategies with at most D questions: is there
one, and what is the least total?  The worst case is the least D for which there is one.  *Worst
then expected* asks for the least total with that D; *expected then worst* for the least D that does
not raise the least total.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import final

from masetproof.arguments import (
    Refused,
    as_count,
    as_flag,
    as_instance,
    as_seconds,
    either_name,
)
from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import MEMORY
from masetproof.objectives import Goal, Within, as_goal
from masetproof.progress import Interrupted, Progress, as_progress, silent
from masetproof.search.clock import Clock, TimeOver
from masetproof.search.executors import Executor, JobLost, executor
from masetproof.search.keeping import Checkpoint, keep_optimum, kept_optimum
from masetproof.search.memory import Memory
from masetproof.search.optimum import NoStrategy, Optimum
from masetproof.search.run import Run

_SMALL = 5_000_000
"""A game with at most this many pairs of question and secret is not worth sharing out."""
_WORTH_KEEPING = 1.0
"""An optimum of a state of play, of which there are many, is kept if it took more seconds."""
_SHORT = 10.0
"""A run of at most this many seconds is not worth sharing out."""


@either_name("objective", "goal")
def optimize(
    finite: FiniteGame,
    objective: Goal | Within | str = Goal.EXPECTED,
    *,
    max_questions: int | None = None,
    time_limit: float | None = None,
    workers: int | None = None,
    dask: str | None = None,
    memory: int = MEMORY,
    keep: bool = True,
    progress: Progress = silent,
) -> Optimum:
    """An optimal strategy of a finite game, or the best one that the time allowed.

    objective (or ``goal``): a `Goal` or `Within`, or its text.  max_questions: only strategies with
    at most this number of questions count.  time_limit: seconds for everything; a run whose table
    of answers is made soon finishes one step of its work, though, so that runs add up, however
    short they are.  workers: threads (default: one for each processor, or one for a small game or a
    short time; no more than there is memory for), or dask: the address of a scheduler.  memory:
    bytes for the tables of all workers together, on a cluster for those of each of its threads.

    `Refused` when an argument is none of these or the game is too large, `NoStrategy` (which is a
    `Refused`) when no strategy is short enough.  A `KeyboardInterrupt` becomes `Interrupted`.  When
    workers or the cluster are lost, the result is the best strategy until then, with the reason.

    What a run that did not end has learned is kept in the cache directory, and the next run goes
    on with it.  Finished optima are kept there, too, and need no search again.  keep: whether
    anything is kept, or taken from there.

    >>> optimum = optimize(FiniteGame("mastermind", 3, 4), workers=1)
    >>> optimum.total, optimum.optimal
    (206, True)
    """
    as_instance(FiniteGame, finite, "the finite game")
    goal = as_goal(objective)
    max_questions = _as_limit(finite, goal, max_questions)
    seconds = math.inf if time_limit is None else as_seconds(time_limit, "the time limit")
    memory = as_count(memory, "the memory in bytes", 1)
    keep, progress = as_flag(keep, "keep"), as_progress(progress)
    if isinstance(goal, Within) or is_general(finite, goal):
        if dask is not None:
            raise Refused("this search uses one thread; a cluster is for the usual one")
        return _general(finite, goal, max_questions, seconds, memory, keep, progress)
    asked = SearchArguments.checked(finite, goal, max_questions, time_limit, memory, keep, progress)
    with closing(asked.executor(workers, dask)) as chosen:
        known = asked.kept()
        if known is not None:
            return known
        checkpoint = asked.checkpoint()
        run = Run(finite, asked.limit, chosen, asked.clock(checkpoint), checkpoint)
        optimum = _best_of(run, asked.goal, asked.room)
    if asked.keep and _is_worth_keeping(optimum):
        keep_optimum(optimum, asked.max_questions)
    return optimum


def _as_limit(finite: FiniteGame, goal: Goal | Within, limit: int | None) -> int | None:
    """The most questions that a strategy may ask; None where that makes no difference."""
    if limit is None:
        return None
    if isinstance(goal, Within):
        raise Refused("within:K says how many questions count, so that no other limit is set")
    limit = as_count(limit, "the number of questions", 1)
    return None if limit >= finite.secret_count else limit  # more are never needed


def is_general(finite: FiniteGame, goal: Goal | Within) -> bool:
    """Whether a goal takes the search of `search.goals`, and not the usual one."""
    weighs = finite.game.weights is not None and goal is not Goal.WORST
    return finite.hard or weighs or isinstance(goal, Within)


@final
@dataclass(frozen=True, slots=True)
class SearchArguments:
    """The arguments of `optimize`, checked; it explains them.

    deadline: by ``time.perf_counter``.  limit: the most questions that strategies may ask.
    """

    finite: FiniteGame
    goal: Goal
    max_questions: int | None
    deadline: float
    room: Memory
    keep: bool
    progress: Progress

    @classmethod
    def checked(
        cls,
        finite: FiniteGame,
        objective: Goal | str,
        max_questions: int | None,
        time_limit: float | None,
        memory: int,
        keep: bool,
        progress: Progress,
    ) -> SearchArguments:
        """`Refused` when one makes no sense, or the game is too large."""
        as_instance(FiniteGame, finite, "the finite game")
        goal = as_goal(objective)
        if isinstance(goal, Within):
            raise Refused("first questions are compared for totals and worst cases, not within:K")
        max_questions = _as_limit(finite, goal, max_questions)
        seconds = math.inf if time_limit is None else as_seconds(time_limit, "the time limit")
        room = Memory(finite, as_count(memory, "the memory in bytes", 1))
        keep, progress = as_flag(keep, "keep"), as_progress(progress)
        deadline = time.perf_counter() + seconds
        room.check()
        return cls(finite, goal, max_questions, deadline, room, keep, progress)

    @property
    def limit(self) -> int:
        return self.max_questions or self.finite.secret_count

    def executor(self, workers: int | None, dask: str | None) -> Executor:
        """Where jobs are done; `Refused` when workers or dask make no sense."""
        pairs = self.finite.question_count * self.finite.secret_count
        small = pairs <= _SMALL or self.deadline - time.perf_counter() <= _SHORT
        return executor(workers, dask, small=small, most=self.room.most_workers, threads=True)

    def kept(self, first: int | None = None) -> Optimum | None:
        """The optimum of an earlier run, for any first question or for one."""
        if not self.keep:
            return None
        return kept_optimum(self.finite, self.goal, self.max_questions, first)

    def checkpoint(self, what: str = "") -> Checkpoint:
        """What earlier runs learned.  what: names a run that is not for the optimum."""
        return Checkpoint(self.finite, f"{self.goal.value} {self.limit}{what}", on_disk=self.keep)

    def clock(self, checkpoint: Checkpoint, progress: Progress | None = None) -> Clock:
        return Clock(self.deadline, progress or self.progress, lambda: checkpoint.has_news)


def _best_of(run: Run, goal: Goal, room: Memory) -> Optimum:
    """An optimum, or the best strategy until the run had to end, with the reason."""
    return _reached(lambda: run.reach(goal, room), lambda reason: run.optimum(goal, reason))


def _reached(reach: Callable[[], None], optimum: Callable[[str | None], Optimum]) -> Optimum:
    try:
        reach()
    except TimeOver:
        return optimum("the time was over")
    except JobLost as lost:
        return optimum(str(lost))
    except KeyboardInterrupt as interrupt:
        try:
            so_far = optimum("interrupted")
        except NoStrategy:
            raise interrupt from None
        raise Interrupted(so_far) from None
    return optimum(None)


def _general(
    finite: FiniteGame,
    goal: Goal | Within,
    max_questions: int | None,
    seconds: float,
    memory: int,
    keep: bool,
    progress: Progress,
) -> Optimum:
    """The optimum by the search for restricted questions, weights, and ``within:K``."""
    from masetproof.search.goals import GeneralRun

    known = kept_optimum(finite, goal, max_questions) if keep else None
    if known is not None:
        return known
    clock = Clock(time.perf_counter() + seconds, progress, lambda: run.has_news)
    run = GeneralRun(finite, goal, max_questions or finite.secret_count, memory, clock)
    optimum = _reached(run.reach, run.optimum)
    if keep and _is_worth_keeping(optimum):
        keep_optimum(optimum, max_questions)
    return optimum


def _is_worth_keeping(optimum: Optimum) -> bool:
    is_whole_game = not optimum.finite.after
    return optimum.reason is None and (is_whole_game or optimum.seconds > _WORTH_KEEPING)
