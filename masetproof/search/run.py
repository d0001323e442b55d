"""One run of the search: the order in which parts are searched, and what follows from them."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace
from typing import final

import numpy as np

from masetproof.arguments import counted
from masetproof.finite.setting import FiniteGame
from masetproof.objectives import Goal, Objective
from masetproof.search.bounds import least_total, sizes_bounds
from masetproof.search.checkpoint import Checkpoint
from masetproof.search.clock import Clock, TimeOver
from masetproof.search.jobs import Job, Result, steps_of
from masetproof.search.optimum import NoStrategy, Optimum, Refutation
from masetproof.search.plans import PARTS_A_ROUND, Part, Plan, make_plans, simple_strategy
from masetproof.search.solver import INFINITE
from masetproof.search.workplace import Workplace
from masetproof.strategies.book import known_strategy
from masetproof.trees.replay import Refuted, replay, tree_of
from masetproof.trees.tree import Node, StrategyTree, preorder

__all__ = ["Run"]

_WORTH_A_BOOK = 1000
"""Games with fewer secrets are searched faster than a strategy that is known is played."""
_SOON = 300
"""Parts of at most so many secrets are searched in a fraction of a second."""


@final
class Run:
    """One run: the best strategy so far, and what is proved.

    Where the place counts the secrets that need the last question (`Workplace.fewest`), these are
    the totals.
    """

    def __init__(
        self,
        finite: FiniteGame,
        limit: int,
        place: Workplace,
        clock: Clock,
        checkpoint: Checkpoint,
    ) -> None:
        self._place = place
        self._clock = clock
        self._finite = finite
        self._secrets = finite.secret_count
        self._limit = self._left = limit
        self._checkpoint = checkpoint
        self._plans: dict[int, list[Plan]] = {}
        self._making: list[Plan] = []
        self._nodes = 0
        self._fewest: Run | None = None
        self.best: Node | None = None
        self._total, self._worst = INFINITE, INFINITE
        self._total_bound, self._worst_bound = least_total(self._secrets), min(2, self._secrets)

    def reach(self, goal: Goal) -> None:
        """Find an optimal strategy; `best` and the bounds tell at any time how far it is."""
        self._clock.say("bounds by size", 0, 1)
        reach, least = sizes_bounds(self._finite, self._clock.tick)
        self._total_bound = int(least[-1])
        self._worst_bound = int(np.argmax(reach >= self._secrets))
        if self._worst_bound > self._left:
            raise self._too_few()
        with self._checkpoint.kept_unless_finished():
            self._clock.say("table of answers", 0, 1)
            self._place.prepare(self._clock.tick)
            self._solver = self._place.solver
            self._clock.begin_search()
            if self._secrets >= _WORTH_A_BOOK:
                self._adopt_known(goal)
            self._greedy()
            if goal.first is Objective.WORST:
                self._take_stock()
                self._least_worst(self._worst_bound)
                self._worst_bound = self._left
            elif not self._has_strategy():
                self._least_worst(self._left)
            if goal is Goal.WORST:
                return
            if goal is Goal.WORST_THEN_FEWEST:
                self._find_fewest()
                return
            total = self._least_total(self._left, INFINITE)
            if goal.first is Objective.EXPECTED:
                self._total_bound = total
            if goal is Goal.EXPECTED_THEN_WORST:
                questions = self._worst - 1
                while questions >= self._worst_bound:
                    if self._least_total(questions, total + 1) > total:
                        break
                    questions = self._worst - 1

    def _find_fewest(self) -> None:
        """Find a strategy of the least worst case with the fewest secrets that need it."""
        place = self._place.for_fewest()
        checkpoint = Checkpoint(self._finite, self._checkpoint.run, kind=f"fewest-{self._left}")
        run = self._fewest = Run(self._finite, self._left, place, self._clock, checkpoint)
        run._total_bound = 0  # of secrets that need the last question
        with checkpoint.kept_unless_finished():
            place.prepare(self._clock.tick)
            run._solver = place.solver
            run._total_bound = place.solver.least(self._secrets, self._left)
            run._greedy()
            run._total_bound = run._least_total(run._left, INFINITE)

    def _take_fewest(self, reason: str | None) -> int:
        """Take the strategy with the fewest secrets that need the last question; a lower bound of
        their number."""
        run = self._fewest
        if run is None:
            return 0
        if reason is not None:
            run._stop()
        self._nodes += run._nodes
        if run.best is not None:
            if run._needing_last(run.best) != run._total:
                raise ArithmeticError("the strategy that was found is not what it was taken for")
            self._adopt(run.best, replay(StrategyTree(self._finite, run.best)).total)
        return run._total_bound

    def _needing_last(self, strategy: Node) -> int:
        """How many secrets need the last question that is allowed."""
        found = replay(StrategyTree(self._finite, strategy))
        return found.histogram[-1] if found.worst == self._limit else 0

    def _stop(self) -> None:
        """Take stock when the search is left."""
        self._clock.give_a_moment()
        with suppress(KeyboardInterrupt, TimeOver):
            self._take_stock()

    def optimum(self, goal: Goal, reason: str | None = None) -> Optimum:
        """What was found until now; reason: why the search was left."""
        if reason is not None:
            self._stop()
            self._adopt_kept(goal)
            if self.best is None:
                self._adopt_simple()
            if self.best is not None:
                self._checkpoint.note_best(self._total, self.best)
                self._checkpoint.write()
        if self.best is None:
            raise NoStrategy(
                "in that time no strategy was found that is short enough", proved=False
            )
        fewest = self._take_fewest(reason)
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
            fewest_bound=fewest,
            optimal=reason is None,
            nodes=self._nodes,
            seconds=self._clock.seconds,
            reason=reason,
        )

    def _too_few(self) -> NoStrategy:
        refuted = []
        for plan in self._plans.get(self._left, []):
            # The smallest part that is known to be hopeless tells the most.
            part = next(part for part in plan.parts if part.low >= INFINITE)
            question = self._finite.questions[plan.question]
            refuted.append(Refutation(question, part.answer, len(part.members)))
        return NoStrategy(
            f"{self._finite.title}: there is no strategy with at most "
            f"{counted(self._left, 'question')}",
            proved=True,
            refuted=tuple(sorted(refuted)),
        )

    def _adopt(self, strategy: Node, total: int) -> None:
        """Take a strategy as the best one; the replay at the end holds it to its total."""
        worst = 1 + max(depth for depth, _, _ in preorder(strategy))
        self.best, self._total, self._worst = strategy, total, worst

    def _adopt_known(self, goal: Goal) -> None:
        """Take the strategy that a theorem gives, if there is one and it is short enough."""
        strategy = known_strategy(self._finite, goal)
        if strategy is not None:
            tree = tree_of(strategy)
            found = replay(tree)
            if found.worst <= self._left:
                self._adopt(tree.root, found.total)

    def _adopt_kept(self, goal: Goal) -> None:
        """Take what an earlier run had at its end, if it is better and short enough."""
        for worst, (total, strategy) in sorted(self._checkpoint.best.items()):
            better = (total, worst) < (self._total, self._worst)
            if goal.first is Objective.WORST:
                better = (worst, total) < (self._worst, self._total)
            if worst <= self._left and better:
                with suppress(Refuted):
                    found = replay(StrategyTree(self._finite, strategy))
                    if (found.total, found.worst) == (total, worst):
                        self._adopt(strategy, total)

    def _adopt_simple(self) -> None:
        """Take the strategy that needs no table of answers, if it is short enough."""
        strategy = simple_strategy(self._finite)
        found = replay(StrategyTree(self._finite, strategy))
        if found.worst <= self._limit:
            self._adopt(strategy, found.total)

    def _plans_for(self, questions: int) -> list[Plan]:
        """The plans with at most so many questions, and what is known of them."""
        if questions not in self._plans:
            self._making = []
            self._clock.say("strategies to begin with", 0, 1)
            for plan in make_plans(self._solver, questions, self._clock.tick, self._checkpoint):
                self._making.append(plan)
            # The plan whose greedy strategy is the best comes first.
            plans = sorted(self._making, key=lambda plan: (plan.high, plan.low, plan.question))
            self._plans[questions], self._making = plans, []
            # What an earlier run proved of a part holds at once; what it found must wait until this
            # run would come to it, so that of equal strategies the same one is the first.
            for plan in plans:
                for part in plan.parts:
                    known = self._checkpoint.get(plan.question, part.answer, plan.left)
                    part.low = max(part.low, known.low if known is not None else 0)
            self._raise_bound()
        return self._plans[questions]

    def _known_result(self, part: Part, job: Job) -> Result | None:
        """What an earlier run found, if that is all that a job could find."""
        known = self._checkpoint.get(job.question, job.answer, job.left)
        if known is None:
            return None
        if known.low >= job.upper:
            return Result(known.low, INFINITE, None)
        if known.high == INFINITE or not (job.any_strategy or known.low == known.high):
            return None
        if known.strategy is None:
            return None if job.with_strategy else known
        try:
            cost = self._solver.total(part.members, known.strategy, job.left)
            in_order = cost == known.high
        except ArithmeticError:
            in_order = False
        return known if in_order else None

    def _raise_bound(self) -> None:
        """Let the bound of the total follow what is known of the plans."""
        if self._left == self._limit and self._left in self._plans:
            plans = self._plans[self._left]
            best = min([self._total, *(plan.high for plan in plans)])
            self._total_bound = max(self._total_bound, min([best, *(plan.low for plan in plans)]))

    def _take_stock(self) -> None:
        """Let the best strategy and the bounds follow what is known of the plans."""
        self._raise_bound()
        making = [(self._left, self._making)] if self._making else []
        known = [
            (plan.high, questions, plan)
            for questions, plans in [*making, *self._plans.items()]
            for plan in plans
            if questions <= self._left and plan.high < INFINITE
        ]
        # Among equals the shorter one, which is what a second goal asks for.
        total, questions, plan = min(known, key=lambda item: item[:2], default=(INFINITE, 0, None))
        if plan is not None and (total, questions) < (self._total, self._worst):
            self._solver.unlimited()
            self._adopt(plan.strategy(self._solver, self._clock.tick), total)

    def _has_strategy(self) -> bool:
        """Whether there is a strategy that is short enough, be it only the total of one."""
        plans = self._plans.get(self._left, [])
        return self._worst <= self._left or any(plan.high < INFINITE for plan in plans)

    def _greedy(self) -> None:
        """Find out what a simple strategy takes, if one is short enough.

        It is not written out: most likely a better one is found.
        """
        if self._secrets <= 2:
            everything = self._solver.all_secrets()
            self._adopt(
                self._solver.strategy(everything, self._left, None),
                self._solver.least(self._secrets, self._left),
            )
        else:
            self._plans_for(self._left)

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
            return min(below, self._solver.least(self._secrets, self._left))
        plans = self._plans_for(questions)
        first = True
        while True:
            known = self._total if self._worst <= questions else INFINITE
            best = min([below, known, *(plan.high for plan in plans)])
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
            stage = "fewest" if self._place.fewest else "least total"
            self._work(stage, batch, any_strategy=False)
        self._take_stock()
        return best

    def _work(self, stage: str, batch: list[tuple[Plan, Part, int]], *, any_strategy: bool) -> None:
        """Search parts, each with an upper bound, and put in what was found out."""
        # The largest first, so that no worker is left with a long job at the end.
        waiting = {
            (plan.question, part.answer): (plan, part, self._job(plan, part, upper, any_strategy))
            for plan, part, upper in sorted(batch, key=lambda item: -len(item[1].members))
        }
        total = len(waiting)
        for place, (_, part, job) in list(waiting.items()):
            known = self._known_result(part, job)
            if known is not None:
                _improve(part, known)
                del waiting[place]
        while waiting:
            self._tell(stage, waiting, total)
            places, jobs = list(waiting), [job for _, _, job in waiting.values()]
            for number, result in self._place.results(jobs, self._clock.tick, self._note):
                place = places[number]
                plan, part, job = waiting[place]
                self._nodes += result.nodes
                self._note(job, result)
                if result.finished:
                    _improve(part, result)
                    del waiting[place]
                else:
                    part.low = max(part.low, result.low)
                    # Without anything new the same steps would lead to the same place.
                    more = len(result.known) <= len(job.known)
                    steps = 2 * job.steps if more else job.steps
                    waiting[place] = plan, part, replace(job, steps=steps, known=result.known)
                self._raise_bound()
                self._tell(stage, waiting, total)
            if waiting and time.time() > self._clock.until:
                raise TimeOver
        self._take_stock()

    def _note(self, job: Job, result: Result) -> None:
        self._checkpoint.note(job.question, job.answer, job.left, result)

    def _job(self, plan: Plan, part: Part, upper: int, any_strategy: bool) -> Job:
        return Job(
            self._finite,
            self._place.share,
            plan.question,
            part.answer,
            plan.left,
            upper,
            any_strategy,
            steps_of(self._finite),
            self._clock.until,
            # Small parts of a plan that will most likely be refuted are soon searched again.
            with_strategy=any_strategy or plan.promising or len(part.members) > _SOON,
            board=self._place.descriptor,
            fewest=self._place.fewest,
            known=self._checkpoint.known_below(plan.question, part.answer, plan.left),
        )

    def _tell(
        self, stage: str, waiting: dict[tuple[int, int], tuple[Plan, Part, Job]], total: int
    ) -> None:
        """Say what is known, what is being searched, and what an earlier run had found out."""
        fewest = f"secrets that need {counted(self._left, 'question')}:"
        quantity = fewest if self._place.fewest else "total"
        said = [f"{quantity} {self._known_total()} to {self._total_bound:,}", stage]
        questions = {plan.question: plan for plan, _, _ in waiting.values()}
        if len(questions) == 1:
            said.append(f"after {self._finite.text(self._finite.questions[min(questions)])}")
        elif questions:
            said.append(f"after {len(questions)} questions")
        if waiting:
            largest = max(len(part.members) for _, part, _ in waiting.values())
            said.append(f"up to {largest:,} secrets")
        said.append(f"{self._nodes:,} states")
        parts, states = self._checkpoint.taken_over
        if parts or states:
            said.append(f"{parts:,} parts and {states:,} states are from an earlier run")
        self._clock.say("; ".join([*said, "parts"]), total - len(waiting), total)

    def _known_total(self) -> str:
        plans = self._plans.get(self._left, [])
        best = min([self._total, *(plan.high for plan in plans)])
        return f"{best:,}" if best < INFINITE else "unknown"


def _improve(part: Part, result: Result) -> None:
    """Put in what a job found out."""
    part.low = max(part.low, result.low)
    if result.high < part.high or (result.high == part.high and result.strategy is not None):
        part.high, part.strategy = result.high, result.strategy
