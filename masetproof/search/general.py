"""The search where questions are restricted, secrets have weights, or the goal is ``within:K``.

The usual search (`search.run`) knows that every question may be asked in every state, and counts
secrets.  Here a *state of play* is the secrets that are possible, what questions must have
(`finite.hard`), and how many questions are left; and a strategy costs what its secrets *pay*, each
times its weight (`Payment`).  One kernel, `kernels/c/weighing.h`, computes the value of a state.

**Idle questions** are of no use here either: one that leaves all secrets together only restricts
what comes later.  So d may be replaced by min(d, s) as in the usual search (`search.states`).

**Bounds.** In any state let f(d) be at least the number of secrets that d questions find: in the
whole game `bounds.sizes_bounds` has such numbers, and where no question has more than p parts
beside the winning one, f(0) = 0 and f(d) = 1 + p f(d - 1) are such; neither restrictions nor
smaller states make them wrong.  The i-th secret found is found with at least d_i questions, the
least d with f(d) >= i.  What a secret pays does not decrease with its questions, so all together
pay least when the heaviest is found first: the sum of the weights, in descending order, each times
what d_i questions cost, is a lower bound.

**Order.** Questions are tried in the order of what they are estimated to cost.  Of a question first
a look is taken at each part: is it worth more than its bound?  Then its parts are solved, the
smallest first.

**Symmetries.** One first question of each kind is tried, and on boards of pegs one of each kind
behind it, where nothing restricts questions and symmetries keep the weights.  Deeper states try all
questions.

**Determinism.** Only a smaller cost replaces the best one, and the order of questions does not
depend on the table; so the first question in this order that attains the value is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof import kernels as kernel
from masetproof.arguments import Refused
from masetproof.finite.hard import NOTHING
from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import check_few, kinds_behind, make_table, orbits, table_bytes
from masetproof.finite.weights import whole_weights
from masetproof.kernels import Prepared, record, weigh_questions, weigh_state
from masetproof.progress import Tick
from masetproof.search.bounds import estimates, sizes_bounds
from masetproof.strategies.by_rule import RuleStrategy, sizes_of_parts
from masetproof.strategies.rules import as_rule
from masetproof.trees.tree import Node, folded

BEYOND = int(kernel.BEYOND)
"""The cost where there is no strategy."""
_LEVELS = 1000
"""The deepest strategies that are searched."""
_ROWS = 64
"""Bounds are computed for up to so many parts of a question."""
_NO_CELL = 0xFFFF
_LEAST_ROOM, _ENTRY = 1 << 22, 96
"""Bytes for the levels at least; bytes of an entry of the table with its members, about."""
_MOST_STATES, _STATES = 1 << 22, 256
"""A table has at most so many states, and so many for each secret."""
_TICK = 0.05
"""Seconds between two looks at the clock."""
_BEGIN = 16
"""So many questions are solved until one of them has a strategy, before a look at the others."""
_RULE = "expected-size"
"""The rule of the first strategy, and of what comes after the K questions of ``within:K``."""


@final
class Payment(Enum):
    """What a secret pays by the number of questions that find it (`kernels/c/weighing.h`).

    MISSED is 1 for a secret that is not found with the questions that are left, and the only one
    that lets a strategy miss secrets.  ANY is 0, so that a state has the value 0 where there is a
    strategy.  NEEDING_LAST and ANY count secrets, whatever their weights.
    """

    TOTAL = kernel.EACH_QUESTION
    NEEDING_LAST = kernel.THE_LAST
    MISSED = kernel.MISSED
    ANY = kernel.ANY_STRATEGY


class State(NamedTuple):
    """members: numbers of secrets in the order of weights.  questions: those that may be asked."""

    members: NDArray[np.uint16]
    questions: NDArray[np.int32]
    required: NDArray[np.uint16]


class FirstQuestions(NamedTuple):
    """First questions, in the order in which they are tried: numbers, bounds, and the next one.

    ends, kinds: as of `weigh_questions`.
    """

    questions: NDArray[np.int32]
    ends: NDArray[np.int64]
    kinds: NDArray[np.int32]
    lows: NDArray[np.int64]
    place: NDArray[np.int64]

    def up_to(self, count: int) -> FirstQuestions:
        """The first ones, from the beginning; bounds and the place are shared."""
        self.place[0] = 0
        return FirstQuestions(
            self.questions[:count], self.ends[:count], self.kinds, self.lows[:count], self.place
        )


@final
class GeneralSearch:
    """The states of a game, and what they are worth.

    tick: called all the time; what it raises stops the search, and nothing else does.  weights: of
    the secrets, by default those of the game; symmetries of the game keep them.
    """

    def __init__(
        self,
        finite: FiniteGame,
        memory: int,
        tick: Tick,
        weights: Sequence[Fraction] | None = None,
    ) -> None:
        if 2 * table_bytes(finite) > memory:
            raise Refused(
                f"{finite.title}: its answers take {2 * table_bytes(finite) >> 20:,} MB here, more "
                f"than the {memory >> 20:,} MB that are allowed (--memory)"
            )
        self.finite, self.tick = finite, tick
        self.table = make_table(finite, memory, tick)
        check_few(finite, self.table.winning + 1)
        self._memory = max(1 << 24, memory - 2 * table_bytes(finite))
        count = finite.secret_count
        self.scale, whole = whole_weights(finite, weights)
        order = np.argsort(np.array([-weight for weight in whole], object), kind="stable")
        self._order = order.astype(np.int64)
        self._weights = np.array([whole[number] for number in self._order], np.int64)
        by_question = self.table.answers.T  # which has one secret after the other in memory
        self._answers = (
            by_question if (np.diff(self._order) == 1).all() else by_question[self._order]
        )
        self._stop = np.zeros(1, np.uint8)
        self.nodes = 0
        self.stage = ""
        """What is done now, for the line of progress."""
        self._payment: Payment | None = None
        self.unit = np.ones(count, np.int64)
        self._rule = RuleStrategy(self.table, as_rule(_RULE))

    # --------------------------------------------------------------------------------- its arrays

    @cached_property
    def _depth(self) -> NDArray[np.uint8]:
        """The d_i of the bounds, by the most parts of a question; the last row holds for any."""
        count, answers = self.finite.secret_count, self.table.winning + 1
        reach, _ = sizes_bounds(self.finite, self.tick)
        rows = [np.searchsorted(reach, np.arange(1, count + 1))]
        for parts in range(min(answers, _ROWS)):
            ends = [0, 1]
            while ends[-1] < count and len(ends) < 256:
                ends.append(1 + parts * ends[-1] if parts else ends[-1])
                if ends[-1] == ends[-2]:
                    break
            rows.append(np.maximum(rows[0], np.searchsorted(ends, np.arange(1, count + 1))))
        return np.minimum([*rows[1:], rows[0]], 255).astype(np.uint8)

    @cached_property
    def _words(self) -> tuple[NDArray[np.uint8], NDArray[np.uint16]]:
        """The marks of all answers and the cells of all questions; empty but in hard mode."""
        if not self.finite.hard:
            return np.zeros((0, 0), np.uint8), np.zeros((0, 0), np.uint16)
        marks = [["byg".index(mark) for mark in answer] for answer in self.finite.answers]
        return np.array(marks, np.uint8), self.table.questions.astype(np.uint16)

    @property
    def _given(self) -> NDArray[np.uint16]:
        """What the answers to each question are in the game; empty where their numbers say so."""
        given = self.table.given
        return np.zeros((0, 0), np.uint16) if given is None else given

    def _use(self, payment: Payment) -> None:
        """Make the arrays for one payment; a table of another one is forgotten."""
        if self._payment is payment:
            return
        finite, self._payment = self.finite, payment
        weights = self._weights if payment in (Payment.TOTAL, Payment.MISSED) else self.unit
        self._game = Prepared(
            "Weighed",
            {
                "told": self._answers,
                "own": self.table.own[self._order].astype(np.int32),
                "weight": weights,
                "depth": np.ascontiguousarray(self._depth),
                "estimate": estimates(finite).astype(np.int64),
                "marks": self._words[0],
                "given": self._given,
                "words": self._words[1],
                "cells": np.bitwise_or.reduce(
                    np.uint64(1) << (self._words[1] % 64).astype(np.uint64), axis=1
                ),
                "answers": self.table.winning + 1,
                "consistent": finite.consistent_only,
                "equal": bool((weights == 1).all()),
                "payment": payment.value,
                "levels": _LEVELS,
            },
        )
        self._scales = self._empty_table()

    def _empty_table(self) -> Prepared:
        """A table of states, as large as the memory lets it be, and room for all levels."""
        states, finite = 1 << 10, self.finite
        most = min(_MOST_STATES, _STATES * finite.secret_count, self._memory // 2 // _ENTRY)
        while 2 * states <= most:
            states *= 2
        level = 48 * len(self.table.questions) + 8 * finite.secret_count + (1 << 14)
        return Prepared(
            "Scales",
            {
                "known": np.zeros(states, record("Valued")),
                "arena": np.zeros(states * (_ENTRY - 32), np.uint8),
                "counts": np.zeros(3, np.int64),
                "room": np.zeros(max(_LEAST_ROOM, min(self._memory // 2, 256 * level)), np.uint8),
                "stop": self._stop,
            },
        )

    # -------------------------------------------------------------------------------- its states

    def whole(self) -> State:
        """The state at the beginning."""
        finite, pegs = self.finite, self.finite.pegs if self.finite.hard else 0
        questions = np.arange(len(self.table.questions), dtype=np.int32)
        required = np.full(2 * pegs, _NO_CELL, np.uint16)
        if finite.hard and finite.after:
            questions = questions[finite.required.allowed(self.table.questions)]
            required = self._required(*finite.after[-1])
        members = np.arange(finite.secret_count, dtype=np.uint16)
        if finite.consistent_only:
            questions = np.sort(self.table.own).astype(np.int32)
        return State(members, questions, required)

    def parts(self, state: State, question: int) -> Iterator[tuple[int, State]]:
        """The answers that do not win, in order, each with the state behind it."""
        finite, table = self.finite, self.table
        given = self._answers[state.members, question]
        for number in np.flatnonzero(np.bincount(given)).tolist():
            if number == table.winning:
                continue
            answer = table.answer(question, number)
            members, questions = state.members[given == number], state.questions
            required = state.required
            if finite.consistent_only:
                questions = table.own[self._order[members]].astype(np.int32)
            elif finite.hard:
                word = finite.questions[question]
                needed = NOTHING.after(word, finite.answers[answer])
                questions = questions[needed.allowed(table.questions[questions])]
                required = self._required(word, answer)
            yield answer, State(members, np.ascontiguousarray(questions), required)

    def _required(self, question: tuple[int, ...], answer: int) -> NDArray[np.uint16]:
        """What an answer requires, as the kernel has it."""
        marks = self.finite.answers[answer]
        marked = [*zip(question, marks, strict=True)]
        places = [cell if mark == "g" else _NO_CELL for cell, mark in marked]
        cells = sorted(cell for cell, mark in marked if mark != "b")
        return np.array([*places, *cells, *[_NO_CELL] * (len(marked) - len(cells))], np.uint16)

    # ------------------------------------------------------------------------- what they are worth

    def value(
        self, payment: Payment, state: State, left: int, upper: int = BEYOND
    ) -> tuple[int, int]:
        """The value of a state if it is less than *upper*, and a question that attains it, or -1;
        otherwise a lower bound that is no less."""
        self._use(payment)
        best = np.zeros(1, np.int32)
        most = min(left, 2 * self.finite.secret_count)
        known = (state.members, state.questions, state.required, most, upper, best)
        return self._run(lambda: weigh_state(self._game, self._scales, *known)), int(best[0])

    def improvements(
        self, payment: Payment, firsts: FirstQuestions, left: int, cost: int, floor: int
    ) -> Iterator[tuple[int, int]]:
        """Costs less than *cost*, each less than the one before, each with its first question.

        A first question is solved, then a look is taken at all others, and those are solved which
        that does not refute.  It ends at once at a cost of *floor*, which is a bound; the last cost
        is the least, and where there is none, no strategy costs less than *cost*.
        """
        count = len(firsts.questions)
        for self.stage, some, look in (
            ("first questions solved", min(_BEGIN, count), False),
            ("first questions looked at", count, True),
            ("first questions solved", count, False),
        ):
            tried = firsts.up_to(some)
            while firsts.place[0] < some and floor < cost:
                found = self._first(payment, tried, left, cost, look=look)
                if found < cost:
                    cost = found
                    yield cost, int(firsts.questions[firsts.place[0] - 1])
                    if some < count:
                        break

    def _first(
        self, payment: Payment, firsts: FirstQuestions, left: int, upper: int, *, look: bool = False
    ) -> int:
        """The cost of the next first question that costs less than *upper*; that, if none does.

        `FirstQuestions.place` is behind it then.  look: only bounds are raised, which takes less
        time.
        """
        self._use(payment)
        state, most = self.whole(), min(left, 2 * self.finite.secret_count)
        known = (state.members, state.questions, *firsts, most, upper, look)
        return self._run(lambda: weigh_questions(self._game, self._scales, *known))

    def _run(self, call: Callable[[], Any]) -> int:
        """The result of the kernel, which another thread waits for, to stop it when it is time."""
        from concurrent.futures import ThreadPoolExecutor, wait

        self._stop[0] = 0
        with ThreadPoolExecutor(1) as thread:
            future = thread.submit(call)
            try:
                while not wait([future], _TICK).done:
                    self.tick()
            finally:
                self._stop[0] = 1
        self.nodes += int(self._scales.value["counts"][2])
        self._scales.value["counts"][2] = 0
        found = int(future.result())
        if found == kernel.NO_ROOM:
            raise Refused(
                f"{self.finite.title}: strategies are too deep, or too many questions are of use "
                "for the memory that is allowed; --memory says how much there may be"
            )
        if found < 0:
            raise ArithmeticError("the search was stopped without a reason")
        return found

    def floor(self, payment: Payment, left: int) -> int:
        """The bound of the whole game."""
        depth, weighs = self._depth[-1].astype(np.int64), payment in (Payment.TOTAL, Payment.MISSED)
        if payment is not Payment.MISSED and depth[-1] > left:
            return BEYOND
        pays = {
            Payment.TOTAL: depth,
            Payment.NEEDING_LAST: depth == left,
            Payment.MISSED: depth > left,
            Payment.ANY: np.zeros_like(depth),
        }[payment]
        return int(pays.astype(np.int64) @ (self._weights if weighs else self.unit))

    def first_questions(self, floor: int, only: int | None = None) -> FirstQuestions:
        """One question of each kind that tells something, in the order of what they may cost.

        floor: a bound of what each costs.  only: the number of the only one.
        """
        asked = self._promising() if only is None else np.array([only], np.int32)
        behind = [self._kinds_behind(question) for question in asked.tolist()]
        ends = np.cumsum([*map(len, behind)], dtype=np.int64)
        return FirstQuestions(
            asked,
            ends if ends[-1] else ends[:0],
            np.concatenate(behind),
            np.full(len(asked), floor, np.int64),
            np.zeros(1, np.int64),
        )

    def _kinds_behind(self, question: int) -> NDArray[np.int32]:
        """One question of each kind behind a first one; none where symmetries are not known."""
        finite = self.finite
        restricts = finite.hard or finite.consistent_only or finite.weights is not None
        if restricts or finite.game.size is not None:
            return np.zeros(0, np.int32)
        asked = [*(word for word, _ in finite.after), finite.questions[question]]
        return np.unique(kinds_behind(finite.whole, asked)).astype(np.int32)

    def _promising(self) -> NDArray[np.int32]:
        finite, table = self.finite, self.table
        asked = self.whole().questions.astype(np.int64)
        if not finite.after and finite.weights is None:
            asked = asked[orbits(finite)[asked] == asked]
        costs, step = np.zeros(len(asked)), max(1, (1 << 22) // (table.winning + 1))
        about, everything = estimates(finite).astype(float), np.arange(len(table.secrets))
        for first in range(0, len(asked), step):
            sizes = sizes_of_parts(table, everything, asked[first : first + step])
            costs[first : first + step] = about[sizes[:, :-1]].sum(axis=1)
            costs[first : first + step][sizes[:, :-1].max(axis=1) == len(everything)] = np.inf
            self.tick()
        order = np.argsort(costs, kind="stable")
        telling = asked[order][np.isfinite(costs[order])]
        return (telling if len(telling) else asked[:1]).astype(np.int32)

    # --------------------------------------------------------------------------------- strategies

    def strategy(self, payment: Payment, question: int, left: int) -> Node:
        """A best strategy of those that begin with a question."""
        listed: list[tuple[int, int | None, tuple[int, ...]]] = []
        pending: list[tuple[int, int | None, State, int]] = [(0, None, self.whole(), question)]
        while pending:
            depth, number, state, chosen = pending.pop()
            if chosen < 0:
                chosen = self._chosen(payment, state, left - depth)
            listed.append((depth, number, self.finite.questions[chosen]))
            below = [(depth + 1, answer, part, -1) for answer, part in self.parts(state, chosen)]
            pending += reversed(below)
        return folded(listed, Node)

    def _chosen(self, payment: Payment, state: State, left: int) -> int:
        """The question of a best strategy in a state."""
        members = np.sort(self._order[state.members])
        if len(members) == 1:
            return int(self.table.own[members[0]])
        if left <= 0:
            return self._rule.choice(members, state.questions.astype(np.int64))
        _, question = self.value(payment, state, left)
        if question < 0:
            raise ArithmeticError("a state of a strategy has none")
        return question

    def greedy(self, first: int | None = None) -> RuleStrategy:
        """The strategy that is there before the search; first: the number of its first question."""
        return self._rule if first is None else replace(self._rule, first=first)
