"""A scheduler of coroutines: how large parts are divided into jobs that workers do side by side.

The words of the search, from the outside in.  A *question* leaves *parts*, the secrets with the
same answer.  A *job* is one piece of work for one worker: find the value of a part, or of a part
when one of some given questions is asked.  A *batch* is the jobs that wait for a worker at the same
time.  A part is *divided* when it is so large that several jobs search it; a *divided question* is
one whose parts are searched at the same time.

A `Search` is a generator.  It yields a batch: jobs, and other searches that go on by themselves.
When all their results are there it is resumed with them, in the order in which it asked, and in the
end it returns a `Result`.  Of results that cost the same it takes the first one, so any number of
workers find the same strategy.  `Coroutine` runs searches; `search.run` gives their jobs to workers
and calls back with each result.

An example is Mastermind (4, 6), 1296 secrets.  Its first questions up to symmetry are 0000, 0001,
0011, 0012 and 0123, five plans.  Asked 0012, which looks best, the secrets fall into 14 parts; the
largest has 276.  With 1296 questions that is 357,696 pairs of question and secret, less than
`_LARGE`, so each part is one job.  When all 14 are done, what 0012 costs is known and bounds the
other four plans: their parts are given up as soon as their lower bounds reach it.  Each result goes
to the checkpoint, and a run that goes on asks only for jobs that it does not have.

With four pegs and eight colours the largest part of 0012 is divided.  The most promising question
comes first: if it has large parts itself, all its parts at the same time, otherwise as one job.
What it costs is the bound for the other questions, which `_SHARES` jobs share.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import final

from masetproof.search.parts import Job, Result, SearchPlace, parts_after
from masetproof.search.quantity import Quantity
from masetproof.search.solver import INFINITE, Solver
from masetproof.search.states import Members
from masetproof.trees.tree import Node

Search = Generator["Sequence[Job | Search]", list[Result], Result]
Callback = Callable[[Result], "Waiting"]
"""A function that accepts the result of a job, and returns the jobs that can begin now."""
Waiting = list[tuple[Job, Callback]]
"""Jobs that wait for a worker, each with its callback."""

_LARGE = 2_000_000
"""A part of at least as many pairs of question and secret is divided.  Jobs know what the others
learn, but to prepare them takes time, too."""
_SHARES = 8
"""Into how many jobs the less promising questions of a part are divided."""


@final
class Coroutine:
    """Runs a search, and resumes it when the results of all that it yielded are there.

    then: takes what the search returns; or the coroutine that waits for it, and at which place of
    its batch.
    """

    def __init__(self, search: Search, then: Callback | tuple[Coroutine, int]) -> None:
        self._search, self._then = search, then
        self._wanted: Sequence[Job | Search] = ()
        self._known: dict[int, Result] = {}

    def go_on(self) -> Waiting:
        """Resume the search with the results that it waited for; returns the jobs it yields."""
        asked = Waiting()
        # Searches ask for searches as deep as strategies are.
        ready: list[Coroutine | tuple[Job, Callback]] = [self]
        while ready:
            one = ready.pop()
            if isinstance(one, Coroutine):
                ready += reversed(one._next())
            else:
                asked.append(one)
        return asked

    def _next(self) -> Sequence[Coroutine | tuple[Job, Callback]]:
        """The jobs and searches that the search yields, or that follow from its end."""
        try:
            results = [self._known[number] for number in range(len(self._wanted))]
            self._wanted = self._search.send(results) if results else next(self._search)
        except StopIteration as end:
            if not isinstance(self._then, tuple):
                return self._then(end.value)
            above, number = self._then
            return [above] if above._knows_all(number, end.value) else []
        self._known = {}
        return [
            (one, partial(self._take, number))
            if isinstance(one, Job)
            else Coroutine(one, (self, number))
            for number, one in enumerate(self._wanted)
        ]

    def _take(self, number: int, result: Result) -> Waiting:
        return self.go_on() if self._knows_all(number, result) else []

    def _knows_all(self, number: int, result: Result) -> bool:
        """Whether that was the last result that was missing."""
        self._known[number] = result
        return len(self._known) == len(self._wanted)


@final
class Divider:
    """Divides the parts of one game.

    job: makes a job for a place, a size and an upper bound.  known: what an earlier run found out
    about a place, None if that is not enough for an upper bound.  found: called with the result of
    a divided part, and of its first question, as soon as there is one.
    """

    def __init__(
        self,
        solver: Solver,
        job: Callable[[SearchPlace, int, int], Job],
        known: Callable[[SearchPlace, int], Result | None],
        found: Callable[[SearchPlace, Result], None],
    ) -> None:
        self._solver = solver
        self._job = job
        self._known = known
        self._found = found

    def is_large(self, members: Members) -> bool:
        """Whether a part is divided: it is large, and a search for the least total.

        Searches for other quantities divide nothing.
        """
        pairs = len(members) * self._solver.finite.question_count
        return pairs >= _LARGE and self._solver.quantity is Quantity.TOTAL

    def search(self, place: SearchPlace, members: Members, upper: int) -> Search:
        """Find the value of what is left at a place, if it is less than *upper*."""
        if place.asked or not self.is_large(members):
            return (yield [self._job(place, len(members), upper)])[0]
        result = self._known(place, upper)
        if result is None:
            result = yield from self._divided(place, members, upper)
            self._found(place, result)
        return result

    def _divided(self, place: SearchPlace, members: Members, upper: int) -> Search:
        past = self._solver.past_of(place.path)
        questions = self._solver.ranked(members, place.left, upper, past)
        if not questions:
            return Result(upper, INFINITE, None)
        [first] = yield [self._first(place, members, questions[0], upper)]
        self._found(place._replace(asked=(questions[0],)), first)
        others = [place._replace(asked=(question,)) for question in questions[1:]]
        known, rest, below = self._recall(others, min(upper, first.high))
        jobs = [
            self._job(place._replace(asked=tuple(rest[share::_SHARES])), len(members), below)
            for share in range(min(_SHARES, len(rest)))
        ]
        results = [first, *known, *((yield jobs) if jobs else ())]

        def order(result: Result) -> tuple[int, int]:
            question = result.strategy and self._solver.number_of(result.strategy.question)
            return result.high, 0 if question is None else questions.index(question)

        best = min(results, key=order)
        # Questions that are not among these cost no less than the upper bound.
        low = min(best.high, upper, *(result.low for result in results))
        return Result(low, best.high, best.strategy)

    def _recall(
        self, places: Sequence[SearchPlace], upper: int
    ) -> tuple[list[Result], list[int], int]:
        """Results of an earlier run about single questions, the other questions, their upper bound.

        Of questions that cost the same the first one counts.
        """
        best, rank = list[Result](), 0
        for number, place in enumerate(places):
            result = self._known(place, upper)
            if result is not None and result.high < upper:
                best, rank, upper = [result], number, result.high
        results = [self._known(one, upper + (i < rank)) for i, one in enumerate(places)]
        rest = [one.asked[0] for one, known in zip(places, results, strict=True) if known is None]
        return [*best, *(one for one in results if one is not None)], rest, upper + len(best)

    def _first(self, place: SearchPlace, members: Members, question: int, upper: int) -> Search:
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
