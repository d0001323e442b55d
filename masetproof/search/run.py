"""One run of the search: in which order it asks which questions about a game, up to its optimum.

A run for a goal goes like this:

1. Bounds by size say how few questions and how small a total are possible at all.
2. Each first question becomes a `Plan` (`search.parts`); greedy strategies of its parts are the
   first that are known.  In a large game the strategy of a book may be there before.
3. If the worst case counts first, plans are searched for any strategy of at most q questions, with
   q from its lower bound upwards.
4. For the least total the parts of the most promising plan are searched, then all other plans at
   once, each with the best total so far as its upper bound.
5. For the least worst case among strategies of the least total, step 4 is repeated with fewer
   questions as long as the total stays the same.  For the fewest secrets that need the worst case a
   second run searches as in step 4, with that number in place of the total (`Quantity`).

A run may be for one first question (`openings`): then it has one plan, and all else is the same.

What jobs learn goes to the plans and to the checkpoint.  The best strategy and the bounds follow
from the plans, so a run that is interrupted has an answer, too.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import replace
from typing import final

import numpy as np

from masetproof.arguments import counted
from masetproof.finite.setting import FiniteGame
from masetproof.objectives import Goal, Objective
from masetproof.search.bounds import sizes_bounds
from masetproof.search.clock import Clock, TimeOver
from masetproof.search.dividing import Callback, Coroutine, Divider, Search, Waiting
from masetproof.search.exchange import Post
from masetproof.search.executors import Executor, SerialExecutor
from masetproof.search.keeping import Checkpoint
from masetproof.search.memory import Memory
from masetproof.search.optimum import NoStrategy, Optimum, Refutation
from masetproof.search.parts import (
    Job,
    OpenPart,
    Plan,
    Result,
    SearchPlace,
    Workplace,
    make_plans,
    simple_strategy,
    work,
    workplace,
)
from masetproof.search.quantity import Quantity
from masetproof.search.solver import INFINITE, TURNS, Bounds, OutOfSteps, Solver
from masetproof.trees.replay import Refuted, replay, tree_of
from masetproof.trees.tree import Node, StrategyTree, preorder

_EVERY = 20
"""Seconds between two times at which what jobs learned is kept while they go on."""
_AT_ONCE = 100, 1000
"""A game of so few secrets is searched as one state at first, up to so many states."""
_WORTH_A_BOOK = 2000
"""In games with fewer secrets the search is faster than playing the strategy of a book."""


def _end(_: Result) -> Waiting:
    """A callback for the result of a whole search, after which no job follows."""
    return []


def _first(job: Job) -> int:
    """The first question of a job."""
    return job.place.path[0][0] if job.place.path else job.place.asked[0]


def _turn(helper: int) -> int:
    """The turn of helpers 1, 2, ... of a job: where they begin, far from all others."""
    return int(f"{helper:b}"[::-1].ljust(TURNS.bit_length() - 1, "0"), 2)


@final
class Run:
    """One run: the best strategy so far, and the bounds that are proved.

    limit: the most questions that strategies may ask.  quantity: what strategies cost, which is
    what "cost" and the bounds mean in all methods; `reach` is for totals, `reach_least` for any.
    first: the number of the question that strategies ask first; None for any.
    """

    def __init__(
        self,
        finite: FiniteGame,
        limit: int,
        executor: Executor,
        clock: Clock,
        checkpoint: Checkpoint,
        quantity: Quantity = Quantity.TOTAL,
        first: int | None = None,
    ) -> None:
        self._quantity = quantity
        self._first = first
        self._executor = executor
        self._post = Post()
        self._clock = clock
        self._finite = finite
        self._secrets = finite.secret_count
        self._limit = self._left = limit
        self._checkpoint = checkpoint
        self._plans: dict[int, list[Plan]] = {}
        self._least: dict[int, int] = {}  # what the best of these plans costs, as far as is known
        self._making: list[Plan] = []
        self._parts: dict[SearchPlace, tuple[int, Plan, OpenPart]] = {}
        self._lowest: Plan | None = None
        self._nodes = 0
        self._fewest: Run | None = None
        self.best: Node | None = None
        self._cost, self._worst = INFINITE, INFINITE
        self._bound, self._worst_bound = quantity.least(self._secrets), min(2, self._secrets)
        self.by_size = self._bound, self._worst_bound
        """The bounds of the cost and of the worst case that the sizes of parts alone give."""

    def reach(self, goal: Goal, memory: Memory) -> None:
        """Find an optimal strategy for a goal; quantity is the total.

        `optimum` has the best strategy and the bounds at any time, also when this was interrupted.
        `NoStrategy` when none is short enough.
        """
        with self._checkpoint.kept_unless_finished():
            self.begin(goal, memory)
            self.search(goal)

    def begin(self, goal: Goal, memory: Memory, other: Run | None = None) -> None:
        """The steps of `reach` before the search: bounds by size, plans, greedy strategies.

        other: a run on the same game that has begun, whose board and table this one uses, too.
        """
        self._clock.say("bounds by size", 0, 1)
        reach, least = sizes_bounds(self._finite, self._clock.tick)
        self._bound = int(least[-1])
        self._worst_bound = int(np.argmax(reach >= self._secrets))
        self.by_size = self._bound, self._worst_bound
        if self._worst_bound > self._left:
            raise self._too_few()
        if other is None:
            self._clock.say("table of answers", 0, 1)
            self._prepare(workplace(memory, self._executor, self._clock.tick))
        else:
            self._share(other._place, other._solver)
        self._clock.begin_search()
        if self._secrets >= _WORTH_A_BOOK and self._first is None:
            self._adopt_book(goal)
        if not self._at_once():
            self._plans_for(self._left)

    def search(self, goal: Goal) -> None:
        """The steps of `reach` after `begin`."""
        if goal.first is Objective.WORST:
            self._least_worst(self._worst_bound)
            self._worst_bound = self._left
        elif self._least_known() == INFINITE:
            self._least_worst(self._left)
        if goal is Goal.WORST:
            return
        if goal is Goal.WORST_THEN_FEWEST:
            self._find_fewest()
            return
        total = self._least_cost(self._left, INFINITE)
        if goal.first is Objective.EXPECTED:
            self._bound = total
        if goal is Goal.EXPECTED_THEN_WORST:
            self._shorten(total)

    def _prepare(self, place: Workplace) -> None:
        """Make the solver of the coordinator; a single worker uses the same one."""
        kept = self._executor.kept if isinstance(self._executor, SerialExecutor) else {}
        known = self._checkpoint.states.copy()
        place = replace(place, quantity=self._quantity, known=known)
        self._share(place, place.solver(kept))

    def _share(self, place: Workplace, solver: Solver) -> None:
        self._place, self._solver = place, solver

    def _find_fewest(self) -> None:
        """In a second run find the strategy of the least worst case with fewest secrets that need
        it.
        """
        kind, on_disk = f"fewest-{self._left}", self._checkpoint.on_disk
        checkpoint = Checkpoint(self._finite, self._checkpoint.run, kind, on_disk=on_disk)
        quantity, first = Quantity.NEEDING_LAST, self._first
        self._fewest = Run(
            self._finite, self._left, self._executor, self._clock, checkpoint, quantity, first
        )
        self._fewest.reach_least(self._place)

    def reach_least(self, place: Workplace) -> None:
        """Find a strategy of the least cost within the limit, for the quantity of this run.

        place: that of the first run, which has made the board and the table.
        """
        with self._checkpoint.kept_unless_finished():
            self._prepare(place)
            self._bound = self._solver.least(self._secrets, self._left)
            if not self._at_once():
                self._plans_for(self._left)
            self._bound = self._least_cost(self._left, INFINITE)

    def _take_fewest(self, reason: str | None) -> int:
        """Take over the best strategy of the second run; returns its lower bound.

        The bound is of the number of secrets that need the last question; 0 without a second run.
        """
        run = self._fewest
        if run is None:
            return 0
        if reason is not None:
            run._stop()
        self._nodes += run._nodes
        if run.best is not None:
            played = replay(StrategyTree(self._finite, run.best))
            if run._cost != (played.histogram[-1] if played.worst == run._limit else 0):
                raise ArithmeticError("the best strategy is not what it was taken for")
            self._adopt(run.best, played.total)
        return run._bound

    def _stop(self) -> None:
        """`_take_stock` once more, for a moment, when the search has been left."""
        self._clock.give_a_moment(self._secrets)
        with suppress(KeyboardInterrupt, TimeOver):
            self._take_stock()

    def optimum(self, goal: Goal, reason: str | None = None) -> Optimum:
        """The best strategy and the bounds until now; reason: why the search was left."""
        if reason is not None:
            self._stop()
            self._adopt_kept(goal)
            for strategy in self._without_table(goal) if self.best is None else ():
                self._adopt_if_short(strategy)
                if self.best is not None:
                    break
            if self.best is not None:
                self._checkpoint.note_best(self._cost, self.best)
                self._checkpoint.write()
        if self.best is None:
            raise NoStrategy(
                "in that time no strategy was found that is short enough", proved=False
            )
        fewest = self._take_fewest(reason)
        tree = StrategyTree(self._finite, self.best)
        played = replay(tree)
        if (played.total, played.worst) != (self._cost, self._worst):
            raise ArithmeticError("the best strategy is not what it was taken for")
        return Optimum(
            finite=self._finite,
            goal=goal,
            tree=tree,
            total=played.total,
            worst=played.worst,
            histogram=played.histogram,
            weights=played.weights,
            total_bound=self._bound,
            worst_bound=self._worst_bound,
            fewest_bound=fewest,
            optimal=reason is None,
            nodes=self._nodes,
            seconds=self._clock.seconds,
            reason=reason,
        )

    def _without_table(self, goal: Goal) -> Iterator[Node]:
        """Strategies that are made without the table of answers: of rules, where these need none,
        and at last one that is made in any case."""
        from masetproof.strategies.by_rule import RuleStrategy
        from masetproof.strategies.computed import compute_answers, computes
        from masetproof.strategies.rules import as_rule

        names = ["entropy", "minimax"]
        if computes(self._finite):
            answers = compute_answers(self._finite)
            for name in reversed(names) if goal.first is Objective.WORST else names:
                with suppress(TimeOver):
                    played = RuleStrategy(answers, as_rule(name), first=self._first)
                    yield tree_of(played, lambda *_: self._clock.tick()).root
        yield simple_strategy(self._finite, self._first)

    def _too_few(self) -> NoStrategy:
        refuted = []
        for plan in self._plans.get(self._left, []):
            # The smallest part that is known to be hopeless tells the most.
            part = next(part for part in plan.parts if part.low >= INFINITE)
            question = self._finite.questions[plan.question]
            refuted.append(Refutation(question, part.place.path[-1][1], len(part.members)))
        return NoStrategy(
            f"{self._finite.title}: there is no strategy with at most "
            f"{counted(self._left, 'question')}",
            proved=True,
            refuted=tuple(sorted(refuted)),
        )

    def _adopt(self, strategy: Node, cost: int) -> None:
        """Make a strategy the best one; `optimum` replays it, and compares the cost."""
        worst = 1 + max(depth for depth, _, _ in preorder(strategy))
        self.best, self._cost, self._worst = strategy, cost, worst

    def _adopt_if_short(self, strategy: Node) -> None:
        """Make a strategy the best one if it asks no more questions than are allowed."""
        played = replay(StrategyTree(self._finite, strategy))
        if played.worst <= self._left:
            self._adopt(strategy, played.total)

    def _adopt_kept(self, goal: Goal) -> None:
        """Make the best strategy of an earlier run the best one, if it is better and short."""
        for worst, (total, strategy) in sorted(self._checkpoint.best.items()):
            better = (total, worst) < (self._cost, self._worst)
            if goal.first is Objective.WORST:
                better = (worst, total) < (self._worst, self._cost)
            begins = self._first in (None, self._finite.questions.index(strategy.question))
            if worst <= self._left and better and begins:
                with suppress(Refuted):
                    played = replay(StrategyTree(self._finite, strategy))
                    if (played.total, played.worst) == (total, worst):
                        self._adopt(strategy, total)

    def _plans_for(self, questions: int) -> list[Plan]:
        """The plans with at most this number of questions, and what is known of them."""
        if questions not in self._plans:
            self._making = []
            self._clock.say("strategies to begin with", 0, 1)
            greedy = self._checkpoint.greedy
            # A bound that an earlier run proved holds at once; its strategy must wait until this
            # run would come to it, so that of equal strategies the same one is first.
            known = self._checkpoint.low
            tick, first = self._clock.tick, self._first
            for plan in make_plans(self._solver, questions, tick, greedy, known, first):
                self._making.append(plan)
            self._plans[questions] = self._making
            self._least[questions] = min((one.high for one in self._making), default=INFINITE)
            self._making = []
            self._raise_bound()
        return self._plans[questions]

    def _known_result(
        self, place: SearchPlace, upper: int, *, any_strategy: bool = False
    ) -> Result | None:
        """The result that a job would have, if an earlier run learned enough; otherwise None."""
        known = self._checkpoint.get(place)
        if known.low >= upper:
            return Result(known.low, INFINITE, None)
        if known.strategy is None or not (any_strategy or known.low == known.high):
            return None
        if place.asked and self._solver.number_of(known.strategy.question) not in place.asked:
            return None
        try:
            members = self._solver.after(place.path)
            cost = self._solver.cost(members, known.strategy, place.left)
        except ArithmeticError:
            return None
        return known if cost == known.high else None

    def _raise_bound(self) -> None:
        """Update the lower bound of the cost from the plans."""
        if self._left == self._limit and self._left in self._plans:
            lowest = min(self._plans[self._left], key=lambda plan: plan.low, default=None)
            bound = self._least_known() if lowest is None else min(self._least_known(), lowest.low)
            self._lowest, self._bound = lowest, max(self._bound, bound)

    def _adopt_book(self, goal: Goal) -> None:
        """Make the strategy of a book, if there is one for the goal, the first one."""
        from masetproof.proofs.known import known

        proved = known(self._finite, goal).book_strategy
        if proved is not None:
            self._adopt_if_short(tree_of(proved).root)

    def _take_stock(self) -> None:
        """Update the best strategy and the lower bound from the plans."""
        self._raise_bound()
        making = [(self._left, self._making)] if self._making else []
        known = [
            (plan.high, questions, plan)
            for questions, plans in [*making, *self._plans.items()]
            for plan in plans
            if questions <= self._left and plan.high < INFINITE
        ]
        # Among equals the shorter one, which is what a second goal asks for.
        cost, questions, plan = min(known, key=lambda item: item[:2], default=(INFINITE, 0, None))
        if plan is not None and (cost, questions) < (self._cost, self._worst):
            self._solver.unlimited()
            self._adopt(plan.strategy(self._solver, self._clock.tick), cost)

    def _least_known(self) -> int:
        """The cost of the best strategy that is known, even if its tree has not been made."""
        return min(self._cost, self._least.get(self._left, INFINITE))

    @property
    def bounds(self) -> Bounds:
        """The least cost that is proved to be needed, and the least that is known to be enough."""
        return Bounds(self._bound, self._least_known())

    @property
    def worst_bound(self) -> int:
        """No strategy needs fewer questions in the worst case."""
        return self._worst_bound

    def _at_once(self) -> bool:
        """Search a game of few secrets without plans; whether that was enough.

        The first question is a possible secret where one of them is as good as others.
        """
        secrets, steps = _AT_ONCE
        if self._secrets > secrets or self._first is not None:
            return False
        solver, left, tick = self._solver, self._left, self._clock.tick
        everything, past, nodes = solver.all_secrets(), solver.past_of(()), solver.nodes
        solver.limit(steps=steps)
        try:
            cost = solver.value(everything, left, tick=tick, past=past).high
            if cost == INFINITE:  # plans say why
                return False
            possible = solver.board.order[solver.board.own[everything]].tolist()
            _, first = solver.ask(everything, left, possible, cost + 1, tick, past)
            strategy = solver.strategy(everything, left, cost, tick, past, first)
        except OutOfSteps:
            return False
        finally:
            solver.unlimited()
            self._nodes += solver.nodes - nodes
        self._adopt(strategy, cost)
        self._bound = cost
        return True

    def _least_worst(self, questions: int) -> None:
        """Find a strategy with at most this number of questions.

        If there is none, one more question is allowed, up to the limit; then it is of the least
        worst case.
        """
        while self._worst > questions:
            plan = self._any(questions)
            if plan is not None:
                self._adopt(plan.strategy(self._solver, decided=True), plan.high)
            elif questions == self._left:
                raise self._too_few()
            else:
                questions = self._worst_bound = questions + 1
        self._left = questions

    def _any(self, questions: int) -> Plan | None:
        """A plan with a strategy of this number of questions at most, or None if there is none.

        The first that has one is meant, so that workers of any number find the same.
        """
        plans = self._plans_for(questions)
        known = next((plan for plan in plans if plan.high < INFINITE), None)
        if known is not None:
            return known

        def first() -> Plan | None:
            return next((plan for plan in plans if plan.low < INFINITE), None)

        def is_decided() -> bool:
            plan = first()
            return plan is None or plan.high < INFINITE

        searches = [self._decide(plan) for plan in plans if plan.low < INFINITE]
        self._parts = {part.place: (questions, plan, part) for plan in plans for part in plan.parts}
        rank = {plan.question: number for number, plan in enumerate(plans)}
        asked = [one for search in searches for one in Coroutine(search, _end).go_on()]
        if asked:
            self._do(f"at most {questions} questions", asked, rank, is_decided)
        return first()

    def _decide(self, plan: Plan) -> Search:
        """Find out whether each part of a plan has a strategy.

        One that has none refutes the plan.  The largest is the most likely to have none, so it
        comes before the others.
        """
        *others, largest = [part for part in plan.parts if part.high == INFINITE]
        for some in ([largest], others):
            if some and plan.low < INFINITE:
                jobs = [self._job(part.place, len(part.members), INFINITE) for part in some]
                results = yield [replace(job, any_strategy=True) for job in jobs]
                for part, result in zip(some, results, strict=True):
                    self._take(part.place, result)
        return Result(plan.low, plan.high, None)

    def _least_cost(self, questions: int, below: int) -> int:
        """The least cost with at most this number of questions, or *below* if it is not less.

        A strategy of that cost becomes the best one.
        """
        if self._cost == self._bound and self._worst <= questions:
            return min(below, self._cost)
        plans = self._plans_for(questions)
        first = True
        while True:
            known = self._cost if self._worst <= questions else INFINITE
            best = min([below, known, *(plan.high for plan in plans)])
            waiting = [plan for plan in plans if plan.low < min(plan.high, best)]
            if not waiting:
                break
            # First the most promising plan, then all others at once.
            if first:
                spare = best - waiting[0].parts_low
                batch = [(waiting[0], part, part.low + spare) for part in waiting[0].open_parts]
            else:
                batch = [(plan, plan.whole, best) for plan in waiting]
            first = False
            self._work(self._quantity.stage(self._left), questions, batch)
        self._take_stock()
        return best

    def _shorten(self, total: int) -> None:
        """Allow fewer questions as long as there still is a strategy of the least total."""
        while (questions := self._worst - 1) >= self._worst_bound:
            if self._least_cost(questions, total + 1) > total:
                break

    def _work(self, stage: str, questions: int, batch: list[tuple[Plan, OpenPart, int]]) -> None:
        """Search parts of plans, each with an upper bound, and update the plans.

        questions: the most that strategies may ask.
        """
        divider = Divider(self._solver, self._job, self._known_result, self._found)
        self._parts = {part.place: (questions, plan, part) for plan, part, _ in batch}

        def improved(part: OpenPart, upper: int) -> Search:
            [result] = yield [divider.search(part.place, part.members, upper)]
            self._take(part.place, result)
            return result

        searches = (improved(part, upper) for _, part, upper in batch)
        self._do(stage, [one for search in searches for one in Coroutine(search, _end).go_on()])
        self._take_stock()

    def _do(
        self,
        stage: str,
        asked: Waiting,
        rank: Mapping[int, int] | None = None,
        is_decided: Callable[[], bool] = lambda: False,
    ) -> None:
        """Do jobs, and those that their callbacks begin, until none is left.

        What an earlier run knows is not done again.  A worker without a job helps with one that is
        missing, if both share a table.  rank: of first questions; jobs for the least begin first,
        the largest of them before the others.  is_decided: whether what is missing is of no use.
        """
        batch, late = _Jobs(), False
        self._begin(batch, asked)
        self._tell(stage, batch)
        idle = batch.help_out if self._executor.local else _rest  # who shares no table is no help
        with closing(self._results(batch.jobs, idle, rank or {})) as results:
            for number, result in results:
                place = batch.jobs[number].place
                self._nodes += result.nodes
                self._post.take(result.said)
                if place not in batch.missing:  # one that did the same was faster
                    continue
                self._note(place, result)
                self._take(place, result)
                take = batch.end(place)
                if result.finished:
                    self._begin(batch, take(result))
                else:
                    late = True
                self._tell(stage, batch)
                if not batch.missing or is_decided():  # what still goes on is of no more help
                    break
        if late and not is_decided():
            raise TimeOver

    def _begin(self, batch: _Jobs, asked: Waiting) -> None:
        """Put jobs into a batch; one whose result is known is not done, but what follows it is."""
        for job, take in asked:  # which grows
            known = self._known_result(job.place, job.upper, any_strategy=job.any_strategy)
            if known is not None:
                asked += take(known)
            else:
                batch.begin(job, take)

    def _found(self, place: SearchPlace, result: Result) -> None:
        """Keep the result of a divided part, or of its first question."""
        self._take(place, result)
        if not place.asked:
            self._checkpoint.settle(place, result)

    def _note(self, place: SearchPlace, result: Result) -> None:
        self._checkpoint.note(place, result)
        if result.strategy is not None and len(place.asked) > 1:  # the others cost more, or as much
            question = self._solver.number_of(result.strategy.question)
            self._checkpoint.note(place._replace(asked=(question,)), result)

    def _take(self, place: SearchPlace, result: Result) -> None:
        """Update the plan of a part that is being searched; place: the part, or questions on it."""
        known = self._parts.get(place)
        if known is None:
            known, result = self._parts.get(place._replace(asked=())), replace(result, low=0)
        if known is not None:
            questions, plan, part = known
            part.improve(result)
            self._least[questions] = min(self._least[questions], plan.high)
            if plan is self._lowest:
                self._raise_bound()

    def _results(
        self, jobs: list[Job], idle: Callable[[], None], rank: Mapping[int, int]
    ) -> Generator[tuple[int, Result], None, None]:
        """The results of jobs; now and then the checkpoint gets what solvers here have learned."""
        told = time.monotonic()

        def tick() -> None:
            nonlocal told
            if time.monotonic() - told > _EVERY:
                self._checkpoint.note_states(self._solver.learned())
                told = time.monotonic()
            self._clock.tick()

        def late(result: Result) -> None:
            self._nodes += result.nodes

        def order(job: Job) -> int:
            # The largest first, so that no worker is left with a long job at the end.
            return rank.get(_first(job), 0) * (self._secrets + 1) - job.size

        results = self._executor.run(work, jobs, tick, order, idle, self._told, late)
        try:
            with closing(results):
                yield from results
        except BaseException:
            self._checkpoint.note_states(self._solver.learned())
            raise

    def _told(self, job: Job) -> Job:
        """A job that begins, with what its worker is told where workers share no table."""
        if self._executor.local:
            return job
        return replace(job, heard=self._post.give(self._executor.workers))

    def _job(self, place: SearchPlace, size: int, upper: int) -> Job:
        return Job(self._place, place, size, upper, until=self._clock.until)

    def _tell(self, stage: str, batch: _Jobs) -> None:
        """Report progress: the best cost, the bound, and the jobs that are missing."""
        questions, sizes, of = batch.questions, batch.sizes, len(batch.jobs)
        best, bound = self._least_known(), self._bound
        if stage != self._quantity.stage(self._left):
            best, bound = self._worst, self._worst_bound
        said = [f"best so far {best:,}" if best < INFINITE else "nothing found so far"]
        said += [f"lower bound {bound:,}", stage]
        if len(questions) == 1:
            said.append(
                f"first question {self._finite.text(self._finite.questions[min(questions)])}"
            )
        elif questions:
            said.append(f"{len(questions)} first questions")
        if sizes:
            said.append(f"up to {max(sizes):,} secrets")
        said.append(f"{self._nodes:,} states")
        old_parts, old_states = self._checkpoint.taken_over
        if old_parts or old_states:
            said.append(f"{old_parts:,} parts and {old_states:,} states are from an earlier run")
        self._clock.say("; ".join([*said, "parts"]), of - sizes.total(), of)


def _rest() -> None:
    """What a worker does that has no job and is no help."""


@final
class _Jobs:
    """Jobs that are done together, and those that are begun on the way.

    jobs: all of them, with those that only help others.  missing: those without a result, with
    their callbacks.  questions, sizes: how many of the missing ones have each first question, and
    each number of secrets.
    """

    def __init__(self) -> None:
        self.jobs: list[Job] = []
        self.missing: dict[SearchPlace, tuple[Job, Callback]] = {}
        self.questions, self.sizes = Counter[int](), Counter[int]()
        self._helpers = Counter[SearchPlace]()

    def begin(self, job: Job, take: Callback) -> None:
        """One more job, whose result the callback takes."""
        self.missing[job.place] = job, take
        self.jobs.append(job)
        self._count(job, 1)

    def end(self, place: SearchPlace) -> Callback:
        """The callback of a job that has its result."""
        job, take = self.missing.pop(place)
        self._count(job, -1)
        return take

    def help_out(self) -> None:
        """When all that is missing has begun, the job with the fewest helpers gets one more."""
        helpers = self._helpers
        places = [place for place in self.missing if place.asked and helpers[place] < TURNS - 1]
        if places:
            place = min(places, key=helpers.__getitem__)
            helpers[place] += 1
            self.jobs.append(replace(self.missing[place][0], turn=_turn(helpers[place])))

    def _count(self, job: Job, by: int) -> None:
        for counter, key in ((self.sizes, job.size), (self.questions, _first(job))):
            counter[key] += by
            if not counter[key]:
                del counter[key]
