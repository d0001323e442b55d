"""Which parts of a game are open: first questions, what each answer to them leaves, and the jobs
that search it.

A `Plan` is a first question, one of each kind under permutations of pegs and colours.  The secrets
that give an answer to it are an `OpenPart`, and a part is searched by jobs, by whatever worker;
`masetproof.search.dividing` says which.  All jobs in a process share a table of states, so how long
a job takes depends on what others learned before.  Its value and its strategy do not: the strategy
asks the first question, in an order that depends on the state alone, that attains the value.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import cells
from masetproof.kernels import Prepared
from masetproof.progress import Tick, no_tick
from masetproof.search.board import Board
from masetproof.search.exchange import Heard, hear, tell
from masetproof.search.executors import Executor, Kept
from masetproof.search.memory import Memory
from masetproof.search.quantity import Quantity
from masetproof.search.solver import (
    INFINITE,
    Bounds,
    Key,
    OutOfSteps,
    Solver,
    estimated_board,
)
from masetproof.search.states import Members
from masetproof.trees.tree import Node, folded, walked
from masetproof.words import Word


class SearchPlace(NamedTuple):
    """Names what is left of the secrets after some questions, by their numbers, with their answers;
    how many questions are left; and those of which one is to be asked next, or () for any one."""

    path: tuple[tuple[int, int], ...]
    left: int
    asked: tuple[int, ...] = ()

    def after(self, question: int, answer: int) -> SearchPlace:
        return SearchPlace((*self.path, (question, answer)), self.left - 1)


@final
@dataclass(frozen=True, slots=True)
class Workplace:
    """How a worker makes the solver that it keeps; making one takes long for large games.

    quantity: what strategies cost.  known: what an earlier run learned of states.  board, table:
    those of all solvers in this process; they are not sent elsewhere, where each worker makes its
    own.
    """

    memory: Memory
    quantity: Quantity = Quantity.TOTAL
    known: Mapping[Key, Bounds] = field(default_factory=dict, repr=False)
    board: Board | None = field(default=None, compare=False, repr=False)
    table: Prepared | None = field(default=None, compare=False, repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return Workplace, (self.memory, self.quantity, self.known)

    def solver(self, kept: Kept, tick: Tick = no_tick) -> Solver:
        """The solver that a worker keeps."""
        if kept.get("workplace") != self:
            kept.clear()
            board = estimated_board(self.memory.finite, tick) if self.board is None else self.board
            made = Solver(self.memory, board, self.table, self.quantity)
            made.remember(self.known)
            kept["solver"], kept["workplace"] = made, self
        solver: Solver = kept["solver"]
        return solver


def workplace(memory: Memory, executor: Executor, tick: Tick = no_tick) -> Workplace:
    """The place of all solvers of a run, that of the coordinator included; it makes the board and
    the table."""
    shared = replace(memory, workers=executor.workers if executor.local else 1)
    table = shared.empty_table(shared.stacks)
    board = estimated_board(memory.finite, tick)
    return Workplace(shared.at_least(), board=board, table=table)


@final
@dataclass(frozen=True, slots=True)
class Job:
    """Find the value of what is left at a place, if it is less than *upper*.

    size: how many secrets that are.  any_strategy: only find out whether the questions that are
    left are enough.  until: when to stop, in seconds since the epoch.  turn: differs among jobs
    that help each other by doing the same (see `Solver.ask`).  heard: what its worker is told of
    the others; None where all share a table.
    """

    workplace: Workplace
    place: SearchPlace
    size: int
    upper: int
    any_strategy: bool = False
    until: float = math.inf
    turn: int = 0
    heard: Heard | None = field(default=None, repr=False)


@final
@dataclass(frozen=True, slots=True)
class Result:
    """Bounds of the value of a part, and a strategy that attains `high` unless that is `INFINITE`.

    finished: whether the job came to its end; otherwise `known` is what is known of states.  said:
    what its worker tells the others (`search.exchange`).
    """

    low: int
    high: int
    strategy: Node | None
    nodes: int = 0
    finished: bool = True
    known: Mapping[Key, Bounds] = field(default_factory=dict, repr=False)
    said: bytes = field(default=b"", repr=False)


def work(job: Job, tick: Tick, kept: Kept) -> Result:
    """Do a job with the solver that the worker keeps.

    Out of its own time, it returns what it has; any other exception goes through.
    """
    solver = job.workplace.solver(kept, tick)
    if job.heard is None:
        return _work(job, solver, tick)
    hear(solver, job.heard, kept)
    result = _work(job, solver, tick)
    return replace(result, said=tell(solver, job.heard, kept))


def _work(job: Job, solver: Solver, tick: Tick) -> Result:
    place, left = job.place, job.place.left
    solver.limit(until=job.until)
    before, members, past = solver.nodes, solver.after(place.path), solver.past_of(place.path)
    question = -1
    try:
        if place.asked:
            value, question = solver.ask(
                members, left, place.asked, job.upper, tick, past, job.turn
            )
        else:
            value = solver.value(
                members, left, job.upper, any_strategy=job.any_strategy, tick=tick, past=past
            )
    except OutOfSteps as stopped:
        nodes, known = solver.nodes - before, solver.learned()
        return Result(stopped.low, INFINITE, None, nodes, finished=False, known=known)
    solver.unlimited()
    nodes, high = solver.nodes - before, value.high if value.exact else INFINITE
    if job.any_strategy and value.high < INFINITE:
        strategy = solver.strategy(members, left, None, tick, past)
        high = solver.cost(members, strategy, left)
    elif high >= job.upper:
        return Result(value.low, INFINITE, None, nodes)
    else:
        strategy = solver.strategy(members, left, high, tick, past, question)
    return Result(value.low, high, strategy, nodes)


@final
@dataclass(slots=True)
class OpenPart:
    """The secrets that give an answer to a first question: bounds of their value, and a strategy.

    strategy is None when it need not be kept: the greedy one is made again from the secrets, that
    of one or two is soon made, and there may be none.
    """

    place: SearchPlace
    members: Members
    low: int
    high: int = INFINITE
    strategy: Node | None = None

    @property
    def open(self) -> bool:
        """Whether the value is not known."""
        return self.low < self.high

    def known_strategy(self, solver: Solver, tick: Tick = no_tick) -> Node:
        """The strategy; it is made from the value where it was not kept."""
        if self.strategy is None:
            left, past = self.place.left, solver.past_of(self.place.path)
            self.strategy = solver.strategy(self.members, left, self.high, tick, past)
        return self.strategy

    def improve(self, result: Result) -> None:
        """Put in what a job learned."""
        self.low = max(self.low, result.low)
        better = result.high == self.high and result.strategy is not None
        if result.finished and (result.high < self.high or better):
            self.high, self.strategy = result.high, result.strategy


def parts_after(
    solver: Solver, place: SearchPlace, members: Members, question: int
) -> list[OpenPart]:
    """The parts after a question on the secrets at a place; parts of one or two are solved."""
    parts = []
    for answer, left in solver.parts(members, question):
        least = solver.least(len(left), place.left - 1)
        high = least if len(left) <= 2 else INFINITE
        parts.append(OpenPart(place.after(question, answer), left, least, high))
    return parts


@final
@dataclass(slots=True)
class Plan:
    """A first question and its parts, the smallest first.

    whole: what became known of the question as such.  paid: what the question itself costs.
    opened: makes the parts; of most questions they are never looked at.  estimate: about what the
    question costs, in sixteenths.
    """

    question: int
    paid: int
    whole: OpenPart
    opened: Callable[[], list[OpenPart]]
    estimate: int = 0
    _parts: list[OpenPart] | None = None

    @property
    def parts(self) -> list[OpenPart]:
        if self._parts is None:
            self._parts = self.opened()
        return self._parts

    @property
    def low(self) -> int:
        """A lower bound of the cost of the strategies that begin so."""
        return min(INFINITE, max(self.whole.low, self.parts_low))

    @property
    def parts_low(self) -> int:
        return self.paid + sum(part.low for part in self._parts or ())

    @property
    def high(self) -> int:
        """The cost of the best strategy that is known and begins so."""
        return min(self.whole.high, self._parts_high)

    @property
    def _parts_high(self) -> int:
        if self._parts is None:
            return INFINITE
        return min(INFINITE, self.paid + sum(part.high for part in self._parts))

    @property
    def open_parts(self) -> list[OpenPart]:
        return [part for part in self.parts if part.open]

    def strategy(self, solver: Solver, tick: Tick = no_tick, *, decided: bool = False) -> Node:
        """The best strategy that is known; `high` must be finite.

        Open parts for which no job found one have greedy ones.  decided: so have the others, as any
        strategy will do; then what earlier runs know of their values makes no difference.
        """
        if self.whole.strategy is not None and self.whole.high <= self._parts_high:
            return self.whole.strategy
        branches = []
        for part in sorted(self.parts, key=lambda part: part.place.path):
            if part.strategy is None and (decided or part.open):
                part.strategy = solver.greedy_strategy(part.members, part.place.left, tick)
            branches.append((part.place.path[-1][1], part.known_strategy(solver, tick)))
        return Node(solver.finite.questions[self.question], tuple(branches))


def make_plans(
    solver: Solver,
    left: int,
    tick: Tick = no_tick,
    greedy: dict[SearchPlace, int] | None = None,
    known: Callable[[SearchPlace], int] = lambda place: 0,
    first: int | None = None,
) -> Iterator[Plan]:
    """All first questions that may be followed by a strategy, for a limit of questions.

    Those that are estimated to cost least come first, and the parts of each get greedy strategies,
    the largest first, until one part has none or one plan has a strategy.  greedy: what those cost
    that are known already; the others are added.  known: a lower bound of what is left at a place.
    first: the only first question.
    """
    greedy, short = {} if greedy is None else greedy, False
    asked = solver.first_questions() if first is None else [first]
    plans = _plans(solver, left, tick, known, asked)
    for plan in sorted(plans, key=lambda plan: (plan.estimate, plan.question)):
        for part in reversed(plan.parts if not short else []):
            if part.place not in greedy:
                tick()
                greedy[part.place] = solver.greedy(part.members, part.place.left)
            part.high = greedy[part.place]
            if part.high == INFINITE:
                break
        short |= plan.high < INFINITE
        yield plan


def _plans(
    solver: Solver,
    left: int,
    tick: Tick,
    known: Callable[[SearchPlace], int],
    asked: Sequence[int],
) -> list[Plan]:
    """The plans of these first questions, without idle ones, in the same order."""
    everything = solver.all_secrets()
    own = set(solver.board.order[solver.board.own].tolist())
    paid = solver.quantity.paid(len(everything), left)
    # With so many questions each part costs at least this, by its size.
    least = cache(lambda size: solver.least(size, left - 1))

    def opened(whole: OpenPart, question: int) -> list[OpenPart]:
        parts = parts_after(solver, whole.place, everything, question)
        for part in parts:
            part.low = max(part.low, known(part.place))
        return sorted(parts, key=lambda part: (len(part.members), part.place.path))

    plans: list[Plan] = []
    for question in asked:
        if len(plans) % 256 == 255:
            tick()
        if solver.finite.consistent_only and question not in own:
            continue
        sizes = solver.sizes(everything, question)
        if sizes.max() == len(everything):
            continue  # an idle question
        place = SearchPlace((), min(left, len(everything)), (question,))
        low = paid + sum(least(size) for size in sizes[sizes > 0].tolist())
        whole = OpenPart(place, everything, min(INFINITE, max(low, known(place))))
        estimate = solver.estimate(everything, question)
        plans.append(
            Plan(question, paid, whole, partial(opened, whole, question), estimate=estimate)
        )
    return plans


def simple_strategy(finite: FiniteGame, first: int | None = None) -> Node:
    """The strategy that always asks the middle one of the secrets, made without a board.

    first: the number of the first question, if that is another one.
    """
    secrets, (questions, words) = finite.secrets, cells(finite)
    everything: Members = np.arange(len(secrets), dtype=np.uint16)

    def asked(members: Members) -> tuple[Word, NDArray[Any]]:
        if first is not None and len(members) == len(secrets):
            return finite.questions[first], questions[[first]]
        middle = int(members[len(members) // 2])
        return secrets[middle], words[[middle]]

    def below(members: Members) -> list[tuple[int, Members]]:
        if len(members) == 1:
            return []
        answers = finite.game.numbers(asked(members)[1], words[members])[0]
        given = np.unique(answers).tolist()
        return [(one, members[answers == one]) for one in given if one != finite.winning]

    return folded(walked(everything, below), lambda members, parts: Node(asked(members)[0], parts))
