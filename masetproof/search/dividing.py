"""How a large part is shared out: what is searched by one job, and what follows from the results.

A `Search` is a generator that asks for jobs, or for other searches, all of which may be done at the
same time; it gets their results in the same order when the last of them is there, and returns a
`Result`.  Of results that cost the same it takes the first one, so any number of workers find the
same strategy.

A part that is small is one job.  So is a question that is not promising; if it has a large part, it
is one job for each worker, as all of them do the same and share a table.  Of a large part the
most promising question comes first, with all its parts at the same time; what it costs is the bound
for the others.  Those that look as good are searched by parts, too; what is left is shared out.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from functools import partial
from typing import final

from masetproof.search.parts import Job, Place, Result, parts_after, searched_next
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
AS_GOOD = 1.003
"""Questions whose estimates are this near to that of the best one are likely to cost as much."""


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
    of a divided part costs, as soon as that is known.  helpers: how many jobs may share a question
    that is asked as such.
    """

    def __init__(
        self,
        solver: Solver,
        job: Callable[[Place, int, int], Job],
        found: Callable[[Place, Result], None],
        helpers: int,
    ) -> None:
        self._helpers = helpers
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
            turns = self._helpers if place.asked and self.is_large(members) else 1
            job = self._job(place, len(members), upper)
            results = yield [replace(job, turn=(turn, turns)) for turn in range(turns)]
            best = min(results, key=lambda result: result.high)
            return Result(max(result.low for result in results), best.high, best.strategy)
        past = self._solver.past_of(place.path)
        questions = self._solver.ranked(members, place.left, upper, past)
        if not questions:
            return Result(upper, INFINITE, None)
        [first] = yield [self._cost(place, members, questions[0], upper, likely=True)]
        self._found(place._replace(asked=(questions[0],)), first)
        upper = min(upper, first.high)
        enough = AS_GOOD * self._solver.estimate(members, questions[0])
        good = [q for q in questions[1:_SHARES] if self._solver.estimate(members, q) <= enough]
        others = [question for question in questions[1:] if question not in good]
        shares = [tuple(others[share::_SHARES]) for share in range(min(_SHARES, len(others)))]
        rest: list[Job | Search] = [
            *(self._cost(place, members, q, upper, likely=False) for q in good),
            *(self._job(place._replace(asked=some), len(members), upper) for some in shares),
        ]
        results = [first, *((yield rest) if rest else ())]
        best = min(results, key=lambda result: result.high)
        low = min(best.high, *(result.low for result in results))
        return Result(low, best.high, best.strategy)

    def _cost(
        self, place: Place, members: Members, question: int, upper: int, *, likely: bool
    ) -> Search:
        """Find out what a question costs, if it is less than *upper*, which may be likely."""
        solver = self._solver
        parts = parts_after(solver, place, members, question)

        def total() -> int:
            return min(INFINITE, len(members) + sum(part.low for part in parts))

        while (spare := upper - total()) > 0:
            searched = searched_next(parts, likely=likely)
            if not searched:
                branches = tuple(
                    (one.place.path[-1][1], one.known_strategy(solver)) for one in parts
                )
                strategy = Node(solver.finite.questions[question], branches)
                return Result(total(), total(), strategy)
            wanted = [self.search(one.place, one.members, one.low + spare) for one in searched]
            for part, result in zip(searched, (yield wanted), strict=True):
                part.improve(result)
        return Result(total(), INFINITE, None)
