"""How a large part is shared out: what is searched by one job, and what follows from the results.

A `Search` is a generator that asks for jobs, or for other searches, all of which may be done at the
same time; it gets their results in the same order when the last of them is there, and returns a
`Result`.  Of results that cost the same it takes the first one, so any number of workers find the
same strategy.

A part that is small is one job.  Of a large part the most promising question comes first: if it has
large parts, all its parts at the same time, otherwise as one job.  What it costs is the bound for
the others, which are shared out.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import final

from masetproof.search.parts import Job, Place, Result, parts_after
from masetproof.search.solver import INFINITE, Solver
from masetproof.search.states import Members
from masetproof.trees.tree import Node

Search = Generator["Sequence[Job | Search]", list[Result], Result]
Taker = Callable[[Result], "Asked"]
Asked = list[tuple[Job, Taker]]

_LARGE = 2_000_000
"""A part of at least as many pairs of question and secret is divided.  Jobs know what the others
learn, but to prepare them takes time, too."""
_SHARES = 8
"""Into how many jobs the less promising questions of a part are divided."""


@final
class Following:
    """A search, and those that it asks for.

    then: takes what the search returns.  Whoever takes something says which jobs that leads to,
    each with who takes its result.
    """

    def __init__(self, search: Search, then: Taker) -> None:
        self._search, self._then = search, then
        self._wanted: Sequence[Job | Search] = ()
        self._known: dict[int, Result] = {}

    def go_on(self) -> Asked:
        """Let the search go on with the results of what it asked for."""
        try:
            results = [self._known[number] for number in range(len(self._wanted))]
            self._wanted = self._search.send(results) if results else next(self._search)
        except StopIteration as end:
            return self._then(end.value)
        self._known, asked = {}, Asked()
        for number, one in enumerate(self._wanted):
            take = partial(self._take, number)
            asked += [(one, take)] if isinstance(one, Job) else Following(one, take).go_on()
        return asked

    def _take(self, number: int, result: Result) -> Asked:
        self._known[number] = result
        return self.go_on() if len(self._known) == len(self._wanted) else []


@final
class Divider:
    """Divides the parts of one game.

    job: makes a job for a place, a size and an upper bound.  found: is told what the first question
    of a divided part costs, as soon as that is known.
    """

    def __init__(
        self,
        solver: Solver,
        job: Callable[[Place, int, int], Job],
        found: Callable[[Place, Result], None],
    ) -> None:
        self._solver = solver
        self._job = job
        self._found = found

    def is_large(self, members: Members) -> bool:
        """Whether it is worth while to divide a part."""
        pairs = len(members) * self._solver.finite.question_count
        return pairs >= _LARGE and not self._solver.fewest

    def search(self, place: Place, members: Members, upper: int) -> Search:
        """Find the value of what is left at a place, if it is less than *upper*."""
        if place.asked or not self.is_large(members):
            return (yield [self._job(place, len(members), upper)])[0]
        past = self._solver.past_of(place.path)
        questions = self._solver.ranked(members, place.left, upper, past)
        if not questions:
            return Result(upper, INFINITE, None)
        [first] = yield [self._first(place, members, questions[0], upper)]
        self._found(place._replace(asked=(questions[0],)), first)
        upper = min(upper, first.high)
        rest = [
            self._job(place._replace(asked=tuple(some)), len(members), upper)
            for share in range(_SHARES)
            if (some := questions[1 + share :: _SHARES])
        ]
        results = [first, *((yield rest) if rest else ())]
        best = min(results, key=lambda result: result.high)
        low = min(best.high, *(result.low for result in results))
        return Result(low, best.high, best.strategy)

    def _first(self, place: Place, members: Members, question: int, upper: int) -> Search:
        """Find out what the most promising question costs, if it is less than *upper*."""
        solver = self._solver
        parts = parts_after(solver, place, members, question)

        def total() -> int:
            return min(INFINITE, len(members) + sum(part.low for part in parts))

        if not any(self.is_large(part.members) for part in parts):
            some = place._replace(asked=(question,))
            return (yield [self._job(some, len(members), upper)])[0]
        spare, searched = upper - total(), [part for part in parts if part.open]
        wanted = [self.search(one.place, one.members, one.low + spare) for one in searched]
        for part, result in zip(searched, (yield wanted), strict=True):
            part.improve(result)
        if total() >= upper:
            return Result(total(), INFINITE, None)
        branches = tuple((one.place.path[-1][1], one.known_strategy(solver)) for one in parts)
        strategy = Node(solver.finite.questions[question], branches)
        return Result(total(), total(), strategy)
