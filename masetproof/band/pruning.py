"""Drops states that the lower bound of the whole game does not need.

A state that is dropped gets the *bound by clauses*: the sum of the bounds of its clauses, each as a
state of its own.  `Pruning` tries this for one state after the other:

1. Drop the state.  Bound anew each state that refers to it, by a question or an average, and may
   claim too much now; then those that refer to them, and so on.
2. Drop such a state, too, if its new bound is somewhere below both its first bound and its bound by
   clauses, or if no polynomial holds for all n.
3. Undo the trial if it reaches the whole game, or a state of one clause (dropped states rest on
   these), or if it bounds too many states anew.

So no bound ever gets below both its first value and its bound by clauses.  A question that costs
enough with the worse of the two for each part costs enough whatever is dropped.  Only the other
questions are kept in tables.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof import kernels
from masetproof.band.guide import DiagonalBounds, Reasons
from masetproof.band.states import Array
from masetproof.progress import Progress, silent

_MOST_BOUNDED = 64
"""A trial that computes more bounds anew than this is undone."""
_TOGETHER = 8192
"""How many questions are evaluated at once."""
_NEVER = 1 << 48
"""The cost of a question that cannot be asked."""


class _QuestionRows(NamedTuple):
    """Questions in columns.

    parts: the states that are left, int32[questions, parts], -1 where there is none.
    below: each part has n less this many colours.
    owner: the state on which the question is asked.
    possible: for which tests (values of n) it can be asked, bool[questions, tests].
    """

    parts: Array
    below: Array
    owner: Array
    possible: NDArray[np.bool_]

    def only(self, some: slice | NDArray[Any]) -> _QuestionRows:
        return _QuestionRows(
            self.parts[some], self.below[some], self.owner[some], self.possible[some]
        )


class _StateBounds(NamedTuple):
    """Lower bounds of all states, or of one (then without the first axis).

    least: the bound for each n, int64[states, last + 1].
    polynomials: the coefficients of the bound for large n, int64[states, terms].
    """

    least: Array
    polynomials: Array

    def of(self, state: int) -> _StateBounds:
        return _StateBounds(self.least[state].copy(), self.polynomials[state].copy())

    def enter(self, state: int, bounds: _StateBounds) -> None:
        self.least[state], self.polynomials[state] = bounds


@final
class Pruning:
    """The reason for the bound of each state; `prune` replaces the reasons that are not needed.

    reasons: before and after pruning, they prove the bound of the whole game.
    claims: the bounds that these reasons prove.
    """

    def __init__(self, guide: DiagonalBounds, reasons: Reasons) -> None:
        self.guide, self.band, self.reasons = guide, guide.band, reasons.copy()
        band, plan = guide.band, guide.plan
        self._tests = np.arange(plan.settled + 1, plan.last + 1)
        self._secrets = np.ascontiguousarray(guide.secrets.T)
        self._own_steps = guide.through(self._secrets) @ guide.to_steps[0]
        # The clause of the full pattern is in no other pattern: its states can be left out, too.
        needed = guide.alone & (band.form != 0)
        self._needed = {0, *np.nonzero(needed)[0].tolist()}
        given = np.where(reasons == kernels.ASKED, kernels.GIVEN, reasons).astype(np.int8)
        by_clauses = np.where(needed | band.is_maset, given, kernels.BY_CLAUSES).astype(np.int8)
        self._first, self._crude = self._bounds(given), self._bounds(by_clauses)
        self.claims = _StateBounds(*map(np.copy, self._first))
        for state in np.nonzero(band.form == 0)[0].tolist():
            secrets = self._secrets[state]
            self._crude.enter(state, _StateBounds(secrets, guide.through(secrets)))
        self._rank = np.argsort(guide.orders[-1]).tolist()
        averaged = np.nonzero(reasons >= 0)[0].tolist()
        self._from = {one: band.averaged_from(one, int(reasons[one])) for one in averaged}
        self._averages = dict[int, set[int]]()
        for state, both in self._from.items():
            for one in both:
                self._averages.setdefault(one.state, set()).add(state)
        self._list_rows()

    def _bounds(self, reasons: Reasons) -> _StateBounds:
        least, polynomials = self.guide.values(reasons)
        return _StateBounds(np.ascontiguousarray(least.T), polynomials)

    # ---------------------------------------------------------------------------------- questions

    def _list_rows(self) -> None:
        """List the questions that may cost too little, by their states and by their parts."""
        found, self._own = list[_QuestionRows](), dict[int, slice]()
        count = 0
        for state in np.nonzero(self.reasons == kernels.ASKED)[0].tolist():
            parts, below, numbers = self.band.parts_of(state)
            possible = self.guide.possible(state, numbers, parts, below, self._tests)
            owner = np.full(len(parts), state)
            rows = _QuestionRows(parts.astype(np.int32), below.astype(np.int8), owner, possible)
            short = self._short(rows, self._first, self._crude)
            short &= ~((parts == state) & (below == 0)).any(axis=1)  # that tells nothing
            found.append(rows.only(short))
            self._own[state] = slice(count, count := count + int(short.sum()))
        self._rows = _QuestionRows(*map(np.concatenate, zip(*found, strict=True)))
        parts = self._rows.parts.ravel()
        order = np.argsort(parts, kind="stable")
        self._with = order // self._rows.parts.shape[1]
        self._with_first = np.searchsorted(parts[order], np.arange(len(self.reasons) + 1))

    def _costs(self, rows: _QuestionRows, *bounds: _StateBounds) -> tuple[Array, Array]:
        """The sum of the bounds of the parts of each question.

        First at the tests, int64[questions, tests], then as Newton differences for large n.
        bounds: of each part the least of these bounds counts.
        """
        there = (rows.parts >= 0)[..., None]
        index = rows.parts[..., None], self._tests - rows.below[..., None].astype(np.int64)
        to_steps, found = self.guide.to_steps[rows.below], list[Array]()
        values = [one.least[index] for one in bounds]
        terms = [one.polynomials[rows.parts] for one in bounds]
        steps = [np.einsum("rpk,rpkj->rpj", some, to_steps) for some in terms]
        for some in (values, steps):
            worst = some[0] if len(some) == 1 else np.minimum(*some)
            found.append(np.where(there, worst, 0).sum(axis=1))
        return found[0], found[1]

    def _short(self, rows: _QuestionRows, *bounds: _StateBounds) -> NDArray[np.bool_]:
        """Which questions cost less than their state is claimed to cost."""
        values, steps = self._costs(rows, *bounds)
        index = rows.owner[:, None], self._tests
        needed = self.claims.least[index] - self._secrets[index]
        short: NDArray[np.bool_] = ((values < needed) & rows.possible).any(axis=1)
        claimed = self.claims.polynomials[rows.owner] @ self.guide.to_steps[0]
        short |= (steps < claimed - self._own_steps[rows.owner]).any(axis=1)
        return short

    def _users(self, state: int) -> set[int]:
        """The states that refer to this one and may claim too much now."""
        here = self._with[self._with_first[state] : self._with_first[state + 1]]
        here = here[self.reasons[self._rows.owner[here]] == kernels.ASKED]
        found = {one for one in self._averages.get(state, ()) if self.reasons[one] >= 0}
        for first in range(0, len(here), _TOGETHER):
            rows = self._rows.only(here[first : first + _TOGETHER])
            found.update(rows.owner[self._short(rows, self.claims)].tolist())
        return found

    # ------------------------------------------------------------------------------------- bounds

    def _bound(self, state: int) -> _StateBounds | None:
        """The bound of a state by its reason and the claims of others; None if it is to be dropped.

        It is to be dropped if the bound does not hold for all n, or is somewhere below both the
        first one and the one by clauses.
        """
        is_asked = self.reasons[state] == kernels.ASKED
        new = self._asked(state) if is_asked else self._averaged(state)
        to_steps, first, crude = self.guide.to_steps, self._first.of(state), self._crude.of(state)
        low = new.least < np.minimum(first.least, crude.least)
        steps = np.minimum(first.polynomials @ to_steps, crude.polynomials @ to_steps)
        if low[self._tests].any() or (new.polynomials @ to_steps < steps).any():
            return None
        return new if not is_asked or self._is_sturdy(state, new) else None

    def _asked(self, state: int) -> _StateBounds:
        """The cost of the cheapest question; n by n where a question leaves the state itself."""
        least, own = self.claims.least[state].copy(), self._secrets[state, self._tests]
        rows = self._rows.only(self._own[state])
        costs = np.where(rows.possible, self._costs(rows, self.claims)[0], _NEVER) + own
        itself = rows.parts == state
        some = itself.any(axis=1)
        others = costs[~some].min(axis=0, initial=_NEVER)
        least[self._tests] = np.minimum(least[self._tests], others)
        if some.any():
            itself = itself[some]
            before = self._tests - np.where(itself, rows.below[some], 0)[..., None]
            part = np.where(itself[..., None], self.claims.least[state, before], 0)
            rest = costs[some] - part.sum(axis=1)
            for i, n in enumerate(self._tests.tolist()):
                part = np.where(itself, least[before[..., i]], 0)
                least[n] = min(least[n], (rest[:, i] + part.sum(axis=1)).min())
        return _StateBounds(least, self.guide.through(least))

    def _averaged(self, state: int) -> _StateBounds:
        """The bound by averaging: from the state without one colour, and what that removes."""
        guide, tests, claims, old = self.guide, self._tests, self.claims, self.claims.of(state)
        less, share = (claims.least[one.state, tests - one.below] for one in self._from[state])
        claims.least[state, tests] = less - -share // (tests - 1)
        first, one = guide.base - self.band.width, np.array([state], np.int32)
        kernels.derive_polynomials(
            self.band.columns, first, one, self.reasons, guide.factor, claims.polynomials
        )
        new = claims.of(state)
        claims.enter(state, old)
        return new

    def _is_sturdy(self, state: int, new: _StateBounds) -> bool:
        """Whether a new bound holds for all n: no question on the state costs less.

        This is checked for the questions in the tables.  All others cost enough as long as no
        Newton difference of the bound exceeds the first one.
        """
        guide, old = self.guide, self.claims.of(state)
        window = np.arange(guide.base - self.band.width, guide.base)
        values = window[:, None] ** np.arange(guide.terms) @ new.polynomials
        claimed = new.polynomials @ guide.to_steps[0]
        grown = claimed > self._first.polynomials[state] @ guide.to_steps[0]
        if grown.any() or (values > guide.factor * new.least[window]).any():
            return False
        self.claims.enter(state, new)
        short = self._short(self._rows.only(self._own[state]), self.claims)
        self.claims.enter(state, old)
        return not short.any()

    # ------------------------------------------------------------------------------------ pruning

    def prune(self, progress: Progress = silent) -> Reasons:
        """Drop states until no more can be dropped; the reasons that remain.

        When a state is dropped, the states to which it referred are tried once more.
        """
        waiting, done = self._listed(range(len(self.reasons))), 0
        while waiting:
            gone = set[int]()
            for left, state in zip(range(len(waiting), 0, -1), waiting, strict=True):
                if self.reasons[state] != kernels.BY_CLAUSES:
                    gone |= self._leave_out(state)
                done += 1
                if done % 1000 == 0 or left == 1:
                    progress("states that are tried", done, done + left - 1)
            waiting = self._listed(self._rested(gone))
        return self.reasons

    def _listed(self, states: Iterable[int]) -> list[int]:
        """The states that may be dropped and are not dropped yet."""
        found, reasons = {*states} - self._needed - {-1}, self.reasons
        return sorted(one for one in found if reasons[one] >= 0 or reasons[one] == kernels.ASKED)

    def _rested(self, gone: Iterable[int]) -> Iterator[int]:
        """The states to which dropped states referred."""
        for state in gone:
            yield from self._rows.parts[self._own.get(state, slice(0))].ravel().tolist()
            yield from (one.state for one in self._from.get(state, ()))

    def _leave_out(self, first: int) -> set[int]:
        """Try to drop a state.  The states that are dropped; none if the trial was undone."""
        gone, before = dict[int, int](), dict[int, _StateBounds]()
        waiting, queued = [(self._rank[first], first)], {first}
        for _ in range(_MOST_BOUNDED):
            if not waiting:
                return {*gone}
            _, state = heapq.heappop(waiting)
            queued.discard(state)
            old, new = self.claims.of(state), self._bound(state) if gone else None
            if new is None:
                gone[state] = int(self.reasons[state])
                self.reasons[state], new = kernels.BY_CLAUSES, self._crude.of(state)
            if all(map(np.array_equal, old, new)):
                continue
            before.setdefault(state, old)
            self.claims.enter(state, new)
            users = self._users(state)
            if not users.isdisjoint(self._needed):
                break
            for user in users - queued:
                heapq.heappush(waiting, (self._rank[user], user))
            queued |= users
        for state, old in before.items():
            self.claims.enter(state, old)
        for state, reason in gone.items():
            self.reasons[state] = reason
        return set()
