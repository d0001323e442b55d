"""The optimizer: from a finite game and a goal to a strategy and a proof that there is no better
one.

What it minimizes is reduced to two questions about strategies with at most D questions: is there
one, and what is the least total?  The worst case is the least D for which there is one.  *Worst
then expected* asks for the least total with that D; *expected then worst* for the least D that does
not raise the least total.
"""

from __future__ import annotations

import contextlib
import math
import time
from contextlib import closing
from dataclasses import replace
from typing import final

from masetproof.finite import FiniteGame, Goal
from masetproof.games import Refused
from masetproof.progress import Progress, silent
from masetproof.search.executors import Executor, SerialExecutor, executor
from masetproof.search.jobs import Job, Result, solver_of, steps_of, work
from masetproof.search.journal import Journal
from masetproof.search.optimum import Optimum
from masetproof.search.plans import PARTS_A_ROUND, Part, Plan, make_plans
from masetproof.search.solver import INFINITE
from masetproof.trees.replay import replay
from masetproof.trees.tree import Node, StrategyTree, preorder

__all__ = ["DEFAULT_MEMORY", "Interrupted", "optimize"]

DEFAULT_MEMORY = 4 << 30
"""Bytes for tables, of all workers together."""

_SPARE = 0.5
"""So many seconds before the time limit jobs end, to hand over what they found out."""
_SOON = 300
"""Parts of at most so many secrets are searched in a fraction of a second."""
_SMALL = 10_000_000
"""A game with at most so many pairs of question and secret is not worth starting processes."""


@final
class Interrupted(KeyboardInterrupt):
    """An interrupt during the search, with what had been found until then."""

    def __init__(self, optimum: Optimum) -> None:
        super().__init__("interrupted")
        self.optimum = optimum


class _TimeOver(Exception):
    """The time limit has come."""


def optimize(
    finite: FiniteGame,
    goal: Goal = Goal.EXPECTED,
    *,
    max_questions: int | None = None,
    time_limit: float | None = None,
    workers: int | None = None,
    dask: str | None = None,
    memory: int = DEFAULT_MEMORY,
    progress: Progress = silent,
) -> Optimum:
    """An optimal strategy of a finite game, or the best one that was found in the time.

    max_questions: only strategies with at most so many questions count.  time_limit: seconds.
    workers: processes (default: one for each processor, or none for a small game), or dask: the
    address of a scheduler.  memory: bytes for the tables of all workers.  `Refused` when no
    strategy is short enough, or the game is too large.  A `KeyboardInterrupt` becomes
    `Interrupted`.  Finished jobs of a run that did not end are kept in the cache directory, and the
    next run goes on with them.
    """
    if max_questions is not None and max_questions < 1:
        raise Refused(f"a strategy asks at least 1 question, not {max_questions}")
    if time_limit is not None and not 0 <= time_limit < float("inf"):
        raise Refused(f"the time limit must be 0 seconds or more, not {time_limit}")
    with closing(_executor(finite, workers, dask)) as chosen:
        # The coordinator has a board of its own beside those of other processes.
        share = memory // (chosen.workers + (chosen.workers > 1))
        search = _Search(finite, max_questions, share, chosen, time_limit, progress)
        try:
            search.reach(goal)
        except _TimeOver:
            return search.optimum(goal, optimal=False)
        except KeyboardInterrupt:
            if search.best is None:
                raise
            raise Interrupted(search.optimum(goal, optimal=False)) from None
        return search.optimum(goal, optimal=True)


def _executor(finite: FiniteGame, workers: int | None, dask: str | None) -> Executor:
    small = len(finite.questions) * finite.secret_count <= _SMALL
    if workers is None and dask is None and small:
        return SerialExecutor()
    return executor(workers, dask)


@final
class _Search:
    """One run: the best strategy so far, and what is proved."""

    def __init__(
        self,
        finite: FiniteGame,
        max_questions: int | None,
        memory: int,
        workers: Executor,
        time_limit: float | None,
        progress: Progress,
    ) -> None:
        begin = time.perf_counter()
        self._solver = solver_of(finite, memory)
        # Making the board and loading compiled code belong to the time limit, not to the search.
        self._begin = time.perf_counter()
        self._deadline = math.inf if time_limit is None else begin + time_limit
        # Jobs stop somewhat earlier than the run, so that what they found out is kept.
        remaining = self._deadline - time.perf_counter()
        self._until = time.time() + remaining - min(_SPARE, remaining / 4)
        self._progress = progress
        self._executor = workers
        self._memory = memory
        self._finite = finite
        self._secrets = finite.secret_count
        self._limit = min(max_questions or self._secrets, self._secrets)
        self._left = self._limit
        self._journal = Journal(finite)
        self._plans: dict[int, list[Plan]] = {}
        self._nodes = 0
        self.best: Node | None = None
        self._total, self._worst = INFINITE, INFINITE
        self._total_bound = self._solver.least(self._secrets)
        self._worst_bound = self._solver.least_worst(self._secrets)
        if self._worst_bound > self._left:
            raise self._too_few()

    def reach(self, goal: Goal) -> None:
        """Find an optimal strategy; `best` and the bounds tell at any time how far it is."""
        with self._journal.kept_unless_finished():
            self._greedy()
            if goal.first is Goal.WORST:
                self._least_worst(self._worst_bound)
                self._worst_bound = self._left
            elif self.best is None:
                self._least_worst(self._left)
            if goal is Goal.WORST:
                return
            total = self._least_total(self._left, INFINITE)
            if goal.first is Goal.EXPECTED:
                self._total_bound = total
            if goal is Goal.EXPECTED_THEN_WORST:
                questions = self._worst - 1
                while questions >= self._worst_bound:
                    if self._least_total(questions, total + 1) > total:
                        break
                    questions = self._worst - 1

    def optimum(self, goal: Goal, *, optimal: bool) -> Optimum:
        """What was found until now."""
        with contextlib.suppress(KeyboardInterrupt):
            self._take_stock()
        if self.best is None:
            raise Refused("in that time no strategy was found that is short enough")
        tree = StrategyTree(self._finite, self.best)
        found = replay(tree)
        if (found.total, found.worst) != (self._total, self._worst):
            raise ArithmeticError("the strategy that was found is not what it was taken for")
        return Optimum(
            finite=self._finite,
            goal=goal,
            tree=tree,
            total=found.total,
            worst=found.worst,
            histogram=found.histogram,
            total_bound=self._total_bound,
            worst_bound=self._worst_bound,
            optimal=optimal,
            nodes=self._nodes,
            seconds=time.perf_counter() - self._begin,
        )

    def _too_few(self) -> Refused:
        return Refused(
            f"{self._finite.title}: there is no strategy with at most {self._left} "
            f"question{'s' * (self._left != 1)}"
        )

    def _adopt(self, strategy: Node, total: int) -> None:
        """Take a strategy as the best one; the replay at the end holds it to its total."""
        worst = 1 + max(depth for depth, _, _ in preorder(strategy))
        self.best, self._total, self._worst = strategy, total, worst

    def _plans_for(self, questions: int) -> list[Plan]:
        """The plans with at most so many questions, and what is known of them."""
        if questions not in self._plans:
            plans = self._plans[questions] = make_plans(self._solver, questions)
            for plan in plans:
                for part in plan.parts:
                    known = self._journal.get(plan.question, part.answer, plan.left)
                    if known is not None:
                        _improve(part, known)
        return self._plans[questions]

    def _take_stock(self) -> None:
        """Let the best strategy and the bounds follow what is known of the plans."""
        for questions, plans in sorted(self._plans.items()):
            for plan in plans if questions <= self._left else ():
                # Among equals the shorter one, which is what a second goal asks for.
                if plan.high < INFINITE and (plan.high, questions) < (self._total, self._worst):
                    self._adopt(plan.strategy(self._solver), plan.high)
        if self._left == self._limit and self._left in self._plans:
            lows = [plan.low for plan in self._plans[self._left]]
            self._total_bound = max(self._total_bound, min([self._total, *lows]))

    def _greedy(self) -> None:
        """Find a strategy to begin with, if a simple one is short enough."""
        if self._secrets <= 2:
            everything = self._solver.all_secrets()
            self._adopt(self._solver.strategy(everything, self._left, None), 2 * self._secrets - 1)
        else:
            self._plans_for(self._left)
            self._take_stock()

    def _least_worst(self, questions: int) -> None:
        """Find a strategy with at most so many questions, or else one of the least worst case."""
        while self._worst > questions:
            found = self._any(questions)
            if found is not None:
                self._adopt(found.strategy(self._solver), found.high)
            elif questions == self._left:
                raise self._too_few()
            else:
                questions = self._worst_bound = questions + 1
        self._left = questions

    def _any(self, questions: int) -> Plan | None:
        """A plan with a strategy of at most so many questions, or None if there is none."""
        plans = self._plans_for(questions)
        while True:
            for plan in plans:
                if plan.high < INFINITE:
                    return plan
            batch = []
            for plan in plans:
                if plan.low < INFINITE:
                    # The largest parts are the most likely to need more questions.
                    waiting = [part for part in plan.parts if part.high == INFINITE]
                    batch += [(plan, part, INFINITE) for part in waiting[-PARTS_A_ROUND:]]
            if not batch:
                return None
            self._work(f"at most {questions} questions", batch, any_strategy=True)

    def _least_total(self, questions: int, below: int) -> int:
        """The least total with at most so many questions, or *below* if it is not less.

        A strategy of that total becomes the best one.
        """
        if self._secrets <= 2:
            return min(below, 2 * self._secrets - 1)
        plans = self._plans_for(questions)
        first = True
        while True:
            best = min([below, *(plan.high for plan in plans)])
            waiting = [plan for plan in plans if plan.low < min(plan.high, best)]
            if not waiting:
                break
            # First all of the most promising plan, then all others step by step.
            waiting[0].promising |= first
            batch = [
                (plan, part, best - plan.low + part.low)
                for plan in (waiting[:1] if first else waiting)
                for part in plan.next_parts(all_open=first)
            ]
            first = False
            self._work("least total", batch, any_strategy=False)
        self._take_stock()
        return best

    def _work(self, stage: str, batch: list[tuple[Plan, Part, int]], *, any_strategy: bool) -> None:
        """Search parts, each with its budget, and put in what was found out."""
        # The largest first, so that no worker is left with a long job at the end.
        waiting = {
            (plan.question, part.answer): (plan, part, self._job(plan, part, budget, any_strategy))
            for plan, part, budget in sorted(batch, key=lambda item: -len(item[1].members))
        }
        stage = f"{stage}: best {self._total:,} ({self._worst}), bound {self._total_bound:,}; parts"
        total = len(waiting)
        while waiting:
            self._tick(stage, total - len(waiting), total)
            places, jobs = list(waiting), [job for _, _, job in waiting.values()]
            running = self._executor.run(
                work, jobs, lambda: self._tick(stage, total - len(waiting), total)
            )
            for number, result in running:
                place = places[number]
                plan, part, job = waiting[place]
                self._nodes += result.nodes
                self._journal.note(*place, plan.left, result)
                if result.finished:
                    _improve(part, result)
                    del waiting[place]
                else:
                    # Without anything new the same steps would lead to the same place.
                    more = len(result.known) <= len(job.known)
                    steps = 2 * job.steps if more else job.steps
                    waiting[place] = plan, part, replace(job, steps=steps, known=result.known)
            if waiting and time.time() > self._until:
                raise _TimeOver
        self._take_stock()

    def _job(self, plan: Plan, part: Part, budget: int, any_strategy: bool) -> Job:
        return Job(
            self._finite,
            self._memory,
            plan.question,
            part.answer,
            plan.left,
            budget,
            any_strategy,
            steps_of(self._finite),
            self._until,
            # Small parts of a plan that will most likely be refuted are soon searched again.
            with_strategy=any_strategy or plan.promising or len(part.members) > _SOON,
            known=self._journal.known_below(plan.question, part.answer, plan.left),
        )

    def _tick(self, stage: str, done: int, total: int) -> None:
        self._progress(stage, done, total)
        if time.perf_counter() > self._deadline:
            raise _TimeOver


def _improve(part: Part, result: Result) -> None:
    """Put in what a job found out."""
    part.low = max(part.low, result.low)
    if result.high < part.high or (result.high == part.high and result.strategy is not None):
        part.high, part.strategy = result.high, result.strategy
