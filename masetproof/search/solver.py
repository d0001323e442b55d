"""The values of states, and strategies that attain them, in one process.

A `Solver` drives the compiled search of `kernels/c/searching.h`.  Two tables remember
states: the kernel's, keyed by the secrets themselves, which spares looking at the same part again
and again; and the one of this module, keyed by canonical forms, for the states that are searched.
Both are bounded, and forget.  `masetproof.search.states` argues why the search is exhaustive.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof import kernels as kernel
from masetproof.finite.setting import FiniteGame
from masetproof.kernels import Prepared
from masetproof.progress import Tick, no_tick
from masetproof.search.board import Board, board_bytes, first_questions, make_board
from masetproof.search.bounds import least_total
from masetproof.search.states import Members, isomorphism_of
from masetproof.trees.tree import Node
from masetproof.words import Word

__all__ = ["INFINITE", "LARGE", "Bounds", "Key", "OutOfSteps", "Solver", "least_room"]

INFINITE: int = kernel.INFINITE_TOTAL

LARGE = 24
"""What is known of states with this many secrets is kept on disk; smaller ones are soon searched
again."""
_GRACE = 1.5
"""Seconds after its time at which a search ends even when nothing new was learned."""
_STORED = 32
"""States of at most this many secrets go into the kernel's table."""
_SYMMETRIC = 150_000
"""States with this many pairs of question and secret have their isomorphic questions from nauty."""
_LEVELS = 96
_ENTRY_BYTES = kernel.record("Entry").itemsize + 2 * _STORED
_FORM_BYTES = 300
_LEAST_TABLES = 1 << 18
"""The bytes of tables that are too small to be of much use."""


@final
class Table(NamedTuple):
    """The transposition table: buckets of WAYS entries, of which the smallest is forgotten first.

    entries: ENTRY[T].  members: uint16[T, M]; they are compared, so equal keys of different states
    do no harm.
    """

    entries: NDArray[Any]
    members: NDArray[Any]


@final
class Stack(NamedTuple):
    """Room for L levels.

    state: STATE[L].  members: uint16[L, N], the parts of the question asked one level above.
    chosen: int32[L, Q].  ranked: RANKED[L, Q], a heap.  part: PART[L, A].  order: int64[L, A], the
    answers whose parts have more than two secrets, the largest first.  settled: SETTLED[L], states
    that were left.  For one state at a time: hits: uint16[planes * Q], saved: uint8[Q], counts:
    int64[A], stamp: int64[N], twin, unused: int64[symbols], spare: uint16[2, N], waiting: WAITING[N
    + 1].
    """

    state: NDArray[Any]
    members: NDArray[Any]
    chosen: NDArray[Any]
    ranked: NDArray[Any]
    part: NDArray[Any]
    order: NDArray[Any]
    settled: NDArray[Any]
    hits: NDArray[Any]
    saved: NDArray[Any]
    counts: NDArray[Any]
    stamp: NDArray[Any]
    twin: NDArray[Any]
    unused: NDArray[Any]
    spare: NDArray[Any]
    waiting: NDArray[Any]


@final
@dataclass(frozen=True, slots=True)
class Bounds:
    """low <= value of a state <= high; `INFINITE` when there is no strategy, or none is known."""

    low: int
    high: int

    @property
    def exact(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high


UNKNOWN = Bounds(0, INFINITE)

Key = tuple[int, int, bytes]
"""What isomorphic states mostly share: number of secrets, questions left, canonical form."""


class OutOfSteps(Exception):
    """A search came to more states than it was allowed; `Solver.learned` has what it learned.

    low: a lower bound of the value that was sought.
    """

    def __init__(self, low: int) -> None:
        super().__init__(low)
        self.low = low


def least_room(finite: FiniteGame) -> int:
    """The bytes that the solver of a game takes beside the board, with the smallest tables."""
    questions, secrets = finite.question_count, finite.secret_count
    # The rows of `members`, `chosen` and `ranked`, and what there is of each word once.
    stack = _levels(secrets) * (2 * secrets + 20 * questions) + 48 * secrets + 16 * questions
    return stack + (1 << 16) + _LEAST_TABLES


def _levels(secrets: int) -> int:
    """The levels of a stack, which must be enough for any sensible strategy."""
    return min(secrets, _LEVELS) + 3


@final
class _Forms:
    """Bounds by canonical form; when the younger half is full, the older one is forgotten."""

    def __init__(self, memory: int) -> None:
        self._memory = memory // 2
        self._used = 0
        self._young: dict[Key, Bounds] = {}
        self._old: dict[Key, Bounds] = {}

    def get(self, key: Key) -> Bounds:
        """What is known of a state."""
        return self._young.get(key) or self._old.get(key, UNKNOWN)

    def all(self) -> dict[Key, Bounds]:
        """What is known."""
        return self._old | self._young

    def note(self, key: Key, low: int, high: int) -> None:
        """Add what was learned."""
        known = self.get(key)
        if key not in self._young:
            self._used += len(key[2]) + _FORM_BYTES
            if self._used > self._memory:
                self._old, self._young, self._used = self._young, {}, 0
        self._young[key] = Bounds(max(low, known.low), min(high, known.high))


@final
class Solver:
    """The search of one finite game, in at most about *memory* bytes.

    board: that of the game, for which others account; by default the solver makes its own, which
    counts.  A state is given as members (ascending numbers of secrets) and the questions that are
    left.  fewest: totals count the secrets that need the last question, and nothing else.  A solver
    has one stack and is used by one search at a time, in one thread.
    """

    def __init__(
        self,
        finite: FiniteGame,
        memory: int,
        board: Board | None = None,
        *,
        fewest: bool = False,
    ) -> None:
        self.finite = finite
        if board is None:
            board = make_board(finite, fewest=fewest)
            memory -= board_bytes(finite)
        self.board = board
        self.nodes = 0
        self._isomorphism = isomorphism_of(finite)
        self._questions = finite.questions
        self._numbers = {word: number for number, word in enumerate(self._questions)}
        self._runs = np.zeros(1, kernel.record("Run"))
        self._run = self._runs[0]
        self._stack = self._make_stack()
        # What the stack leaves; there are small tables in any case.
        self._memory = max(_LEAST_TABLES, memory - sum(array.nbytes for array in self._stack))
        entries = 1 << 10
        wanted = min(64 * finite.secret_count, self._memory // 2 // _ENTRY_BYTES)
        while 2 * entries <= wanted:
            entries *= 2
        self._prepared = Prepared("Board", self.board), Prepared("Stack", self._stack)
        self._make_table(entries)
        self._forms = _Forms(self._memory // 4)
        self._steps: int | None = None
        self._until = math.inf
        self._news = 0

    def _bounds_by_members(self, members: Members, left: int) -> tuple[int, int]:
        bounds = np.empty(2, np.int64)
        kernel.bounds_by_members(self._prepared[0], members, left, bounds)
        low, high = bounds.tolist()
        return low, high

    def _make_table(self, entries: int) -> None:
        self._table = Table(
            np.zeros(entries, kernel.record("Entry")), np.zeros((entries, _STORED), np.uint16)
        )
        self._prepared_table = Prepared("Table", self._table)

    def forget(
        self,
        but: Mapping[Key, Bounds] | None = None,
        steps: int | None = None,
        until: float = math.inf,
    ) -> None:
        """Empty the tables *but* for what is known; allow a number of steps *until* a time.

        The time is in seconds since the epoch.  When it comes before there is anything new to keep,
        the search goes on for a moment.
        """
        self._table.entries["size"] = 0
        self._table.entries["left"] = 0
        self._forms = _Forms(self._memory // 4)
        self._steps, self._until, self._news = steps, until, 0
        for key, bounds in (but or {}).items():
            self._forms.note(key, bounds.low, bounds.high)

    def unlimited(self) -> None:
        """Allow as many steps as it takes."""
        self._steps, self._until = None, math.inf

    def learned(self) -> dict[Key, Bounds]:
        """What is known of the states that were searched."""
        return self._forms.all()

    def _make_stack(self) -> Stack:
        board = self.board
        questions, secrets = board.answers.shape
        answers = self.finite.winning + 1
        symbols = len(board.ends)  # none where nothing is renamed
        levels = _levels(secrets)
        return Stack(
            state=np.zeros(levels, kernel.record("State")),
            members=np.zeros((levels, secrets), np.uint16),
            chosen=np.zeros((levels, questions), np.int32),
            ranked=np.zeros((levels, questions), kernel.record("Ranked")),
            part=np.zeros((levels, answers), kernel.record("Part")),
            order=np.zeros((levels, answers), np.int64),
            settled=np.zeros(levels, kernel.record("Settled")),
            hits=np.zeros(board.hot.shape[1], np.uint16),
            saved=np.zeros(questions, np.uint8),
            counts=np.zeros(answers, np.int64),
            stamp=np.zeros(secrets, np.int64),
            twin=np.zeros(symbols, np.int64),
            unused=np.zeros(symbols, np.int64),
            spare=np.zeros((2, secrets), np.uint16),
            waiting=np.zeros(secrets + 1, kernel.record("Waiting")),
        )

    def all_secrets(self) -> Members:
        """The state in which nothing is known."""
        return np.arange(self.finite.secret_count, dtype=np.uint16)

    def first_questions(self) -> list[int]:
        """The numbers of first questions, one for each that costs something else."""
        if not self.finite.after:
            return first_questions(self.finite)
        numbers: list[int] = self._isomorphism.questions(
            self.all_secrets(), self.board.answers
        ).tolist()
        return numbers

    def least(self, size: int, left: int) -> int:
        """A lower bound of the total of any *size* secrets with *left* questions."""
        if self.board.fewest:
            return max(0, size - int(self.board.reach[left - 1]))
        return int(self.board.least[size])

    def _of_use(self, size: int, left: int) -> int:
        """How many of the questions that are left make a difference (`kernel.questions_of_use`)."""
        return min(left, size + self.board.fewest)

    def least_worst(self, size: int) -> int:
        """A lower bound of the worst case of any *size* secrets."""
        return int(np.argmax(self.board.reach >= size))

    def parts(self, members: Members, question: int) -> list[tuple[int, Members]]:
        """The answers to a question, but the winning one, and the secrets that give them."""
        answers = self.board.answers[question, members]
        sizes = np.bincount(answers, minlength=self._stack.part.shape[1])[:-1]
        return [(answer, members[answers == answer]) for answer in sizes.nonzero()[0].tolist()]

    def greedy(self, members: Members, left: int) -> int:
        """The total of the strategy that always asks what looks best, or `INFINITE`."""
        total: int = kernel.greedy_total(*self._prepared, members, self._of_use(len(members), left))
        return total

    def greedy_strategy(self, members: Members, left: int, tick: Tick = no_tick) -> Node:
        """A strategy of which `greedy` is the total, if that is finite."""
        if len(members) <= 2:
            return self._last(members)
        left = self._of_use(len(members), left)
        low, high = self._bounds_by_members(members, left)
        if low == high:
            return self.strategy(members, left, low)
        tick()
        question = kernel.greedy_question(*self._prepared, members, left)
        return Node(
            self._questions[question],
            tuple(
                (answer, self.greedy_strategy(part, left - 1, tick))
                for answer, part in self.parts(members, question)
            ),
        )

    def value(
        self,
        members: Members,
        left: int,
        upper: int = INFINITE,
        *,
        any_strategy: bool = False,
        tick: Tick = no_tick,
    ) -> Bounds:
        """Bounds of the value of a state; they meet if it is less than *upper*.

        Otherwise the lower bound is *upper* at least, which is all that was to be known.

        any_strategy: find out only whether there is a strategy at all.
        """
        size = len(members)
        left = self._of_use(size, left)
        if size <= 2 or size > self.board.reach[left]:
            low = self.least(size, left) if size <= self.board.reach[left] else INFINITE
            return Bounds(low, low)
        bounds = Bounds(*self._bounds_by_members(members, left))
        if bounds.exact:
            return bounds
        key = size, left, self._isomorphism.key(members)
        known = self._forms.get(key)
        low, high = (
            max(known.low, self.least(size, left)),
            min(known.high, self.greedy(members, left)),
        )
        if low < min(high, upper) and not (any_strategy and high < INFINITE):
            self._begin(members, left, upper, Bounds(low, high), any_strategy=any_strategy)
            try:
                self._run_search(tick)
            except OutOfSteps as stopped:
                self._forms.note(key, max(low, stopped.low), high)
                raise
            low, high = self._result()
            self._forms.note(key, low, high)
        return Bounds(low, high)

    def question(self, members: Members, left: int, value: int | None, tick: Tick = no_tick) -> int:
        """The first question that attains the value of a state, or with None any strategy."""
        left = self._of_use(len(members), left)
        if value == least_total(len(members)) and not self.board.fewest:
            # Attained by those members alone that separate all others.
            own = self.board.own[members]
            answers = np.sort(self.board.answers[own[:, None], members], axis=1)
            separating = (answers[:, 1:] != answers[:, :-1]).all(axis=1)
            return int(own[np.argmax(separating)])
        if value is None:
            self._begin(members, left, INFINITE, UNKNOWN, any_strategy=True)
        else:
            self._begin(members, left, value + 1, Bounds(value, INFINITE), any_strategy=False)
        self._run_search(tick)
        best = int(self._stack.state[0]["best_question"])
        if best < 0:
            raise ArithmeticError("no question attains the value of the state")
        return best

    def strategy(
        self, members: Members, left: int, value: int | None, tick: Tick = no_tick
    ) -> Node:
        """A strategy that attains the value of a state, or with None any one that is short
        enough."""
        if len(members) <= 2:
            return self._last(members)
        question = self.question(members, left, value, tick)
        branches = []
        for answer, part in self.parts(members, question):
            worth = None
            if value is not None and len(part) > 2:
                worth = self.value(part, left - 1, tick=tick).high
            branches.append((answer, self.strategy(part, left - 1, worth, tick)))
        return Node(self._questions[question], tuple(branches))

    def total(self, members: Members, node: Node, left: int) -> int:
        """What a strategy of a state costs; `ArithmeticError` when it does not find all members."""
        total, waiting = 0, [(members, node, left)]
        while waiting:
            members, node, left = waiting.pop()
            total += len(members) * (left == 1 if self.board.fewest else 1)
            question = self.number_of(node.question)
            below = dict(node.branches)
            parts = self.parts(members, question)
            if sorted(below) != [answer for answer, _ in parts]:
                raise ArithmeticError("a strategy does not fit its state")
            waiting += [(part, below[answer], left - 1) for answer, part in parts]
        return total

    def number_of(self, question: Word) -> int:
        """The number of a legal question."""
        return self._numbers[question]

    def _last(self, members: Members) -> Node:
        """One or two secrets are asked one after the other."""
        node = Node(self._word(members[-1]))
        if len(members) == 1:
            return node
        answer = int(self.board.answers[self.board.own[members[0]], members[1]])
        return Node(self._word(members[0]), ((answer, node),))

    def _word(self, member: int) -> Word:
        return self._questions[self.board.own[member]]

    def _begin(
        self, members: Members, left: int, upper: int, known: Bounds, *, any_strategy: bool
    ) -> None:
        """Fill in the state at level 0."""
        state, run = self._stack.state[0], self._run
        self._stack.members[0, : len(members)] = members
        state["first"], state["size"], state["left"] = 0, len(members), left
        state["upper"], state["low"], state["high"] = upper, known.low, known.high
        state["number"], state["best_question"] = 0, kernel.NONE
        run["level"], run["next"], run["any_strategy"] = 0, kernel.EXPAND, any_strategy
        run["nodes"], run["work"], run["settled"] = 0, 0, 0
        self._choose(0)

    def _stop(self) -> OutOfSteps:
        """The search is left before it is finished."""
        self.nodes += int(self._run["nodes"])
        # With any strategy the kernel counts what one costs, which bounds nothing from below.
        return OutOfSteps(0 if self._run["any_strategy"] else self._low())

    def _low(self) -> int:
        """A lower bound of the state at level 0 when the search is left before it is finished.

        Each question that is not given up is the one that is being asked, or waits for that, or is
        no better than the best.
        """
        state = self._stack.state[0]
        low = state["best"]
        if state["count"]:
            low = min(low, self._stack.ranked[0, 0]["bound"])
        if state["child"] != kernel.NONE:
            low = min(low, state["total"])
        return int(max(low, state["low"]))

    def _result(self) -> tuple[int, int]:
        state = self._stack.state[0]
        return int(state["low"]), int(state["high"])

    def _choose(self, level: int) -> None:
        """Fill in the questions of the state at a level."""
        state = self._stack.state[level]
        state["chosen"] = kernel.ALL
        if state["size"] * self.finite.question_count >= _SYMMETRIC:
            members = self._at(level)
            questions = self._isomorphism.questions(members, self.board.answers)
            if self.finite.consistent_only:
                # The orbit of a possible secret holds nothing but possible secrets.
                questions = np.intersect1d(questions, self.board.own[members])
            state["chosen"] = len(questions)
            self._stack.chosen[level, : len(questions)] = questions

    def _at(self, level: int) -> Members:
        state = self._stack.state[level]
        return self._stack.members[level, state["first"] : state["first"] + state["size"]]

    def _run_search(self, tick: Tick) -> None:
        """Let the kernel search, and tell it what is known of the states it comes to."""
        run, forms = self._run, self._forms
        open_states: dict[int, Key] = {}
        number = 0
        while True:
            status = kernel.search(*self._prepared, self._prepared_table, self._runs)
            for number_left, low, high in self._stack.settled[: run["settled"]].tolist():
                key = open_states.pop(number_left)
                self._news += key[0] >= LARGE and forms.get(key) != Bounds(low, high)
                forms.note(key, low, high)
            run["settled"] = 0
            if status == kernel.FINISHED:
                break
            if status == kernel.TOO_DEEP:
                raise ArithmeticError(
                    "the search came to a state deeper than any sensible strategy"
                )
            tick()
            late = time.time() - self._until
            if late > 0 and (self._news or late > _GRACE):
                raise self._stop()
            if status == kernel.PAUSED:
                continue
            if self._steps is not None:
                if self._steps == 0:
                    raise self._stop()
                self._steps -= 1
            number += 1
            open_states[number] = self._recognize(int(run["level"]), number)
        self.nodes += int(run["nodes"])

    def _recognize(self, level: int, number: int) -> Key:
        """Put in what is known of the state at a level, and the number that it is left with."""
        state = self._stack.state[level]
        key = int(state["size"]), int(state["left"]), self._isomorphism.key(self._at(level))
        known = self._forms.get(key)
        state["low"] = max(state["low"], known.low)
        state["high"] = min(state["high"], known.high)
        state["number"] = number
        if state["low"] < min(state["high"], state["upper"]):
            self._choose(level)
        return key
