"""The values of all functions (`recurrences.recurrences`) for all small index vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product, zip_longest
from typing import TYPE_CHECKING, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused
from masetproof.objectives import Objective
from masetproof.patterns.kinds import Need
from masetproof.progress import Progress, silent
from masetproof.recurrences.domains import Box, Simplex, Vectors, domains_of
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Index, Part, Recurrences, State

if TYPE_CHECKING:
    from masetproof.recurrences.compiled import CompiledValues

__all__ = ["box_values", "whole_values"]

_UNKNOWN = np.int64(1) << 58
"""More than any value; so many of them that a sum of parts of a question does not overflow."""
_MOST_BYTES = 1 << 31
_COMPILED_FROM = 3


def box_values(
    system: Recurrences, most: int, progress: Progress = silent, compiled: bool | None = None
) -> dict[State, NDArray[np.int64]]:
    """The exact values of all functions for all m with at most *most* colours of each kind.

    Of each function int64[most + 1, ...], an axis for each of its indices.  compiled: as of
    `whole_values`.  `Refused` when that is too much for the memory.
    """
    values = _values(system, most, progress, compiled)
    result = {}
    for state in values.states:
        indices = len(system.active[state[0]])
        found = values.at(state, Box(most).points(indices))
        result[state] = found.reshape((most + 1,) * indices)
    return result


def whole_values(
    system: Recurrences, most: int, progress: Progress = silent, compiled: bool | None = None
) -> dict[int, int]:
    """The values of the whole game with up to *most* colours in each alphabet, if it has a secret.

    compiled: use the kernel (by default from three pegs on, where white pegs are not told; it is
    for such games).  The result does not depend on it.
    """
    values = _values(system, most, progress, compiled, whole=True)
    game, pegs = system.closure.game, system.closure.pegs
    full = [int(kind in game.alphabets(pegs)) for kind in system.kinds]
    numbers = np.arange(game.least_colours(pegs), most + 1, dtype=np.int64)
    found = values.at(system.first, numbers[:, None] * np.array(full))
    return dict(zip(numbers.tolist(), found.tolist(), strict=True))


def _values(
    system: Recurrences,
    most: int,
    progress: Progress,
    compiled: bool | None,
    *,
    whole: bool = False,
) -> _Values | CompiledValues:
    several = not system.closure.game.white_pegs
    if several and (system.closure.pegs >= _COMPILED_FROM if compiled is None else compiled):
        from masetproof.recurrences.compiled import CompiledValues

        return CompiledValues(system, most, progress, whole=whole)
    return _Values(system, most, progress, whole=whole)


@final
class _Values:
    """The values of all functions, found by *rank*, a number that no part has more of.

    With an alphabet for each column it is the sum of the indices: a part has less of it, or it is
    of a function that comes earlier.  Where columns share colours it is the sum over all colours,
    explicit and implicit, of the number of columns where they may still stand; of one rank the
    values are found by going over all functions until nothing changes.  Parts have fewer secrets
    than what is asked, or the question tells nothing; so nothing but the least values is left
    unchanged.
    """

    def __init__(
        self, system: Recurrences, most: int, progress: Progress, *, whole: bool = False
    ) -> None:
        self._system = system
        self._shared = system.closure.game.shares_colours
        self._is_worst = system.objective is Objective.WORST
        sizes = [len(active) for active in system.active]
        self._domains = domains_of(system, most, whole=whole)
        counts = [one.count(q) for one, q in zip(self._domains, sizes, strict=True)]
        alphabets = len(system.closure.game.alphabets(system.closure.pegs))
        levels = (system.cap + 1) ** alphabets
        if 16 * levels * sum(counts) > _MOST_BYTES:
            raise Refused("the values for so many colours take too much memory")
        self._known: dict[tuple[int, Box | Simplex], Vectors] = {}
        # Those of a form and its excluded colours are consecutive.
        self._counts = counts
        self._starts = np.concatenate(([0], np.cumsum(counts) * levels))
        self._values = np.full(self._starts[-1] + 1, _UNKNOWN)
        self._values[-1] = 0  # of no part
        self._fill(progress)

    @property
    def states(self) -> Sequence[State]:
        """The functions that play comes to."""
        return self._system.states

    def at(self, state: State, vectors: Vectors) -> NDArray[np.int64]:
        """The values of a function at some vectors."""
        place = self._domains[state[0]].place([*vectors.T])
        found: NDArray[np.int64] = self._values[np.full(len(vectors), self._start(state)) + place]
        return found

    def _start(self, state: State) -> int:
        """Where the values of a function begin."""
        return int(self._starts[state[0]]) + state[1] * self._counts[state[0]]

    def _fill(self, progress: Progress) -> None:
        """All values, rank by rank."""
        by_rank: dict[int, dict[int, NDArray[np.int64]]] = {}
        for number in {state[0] for state in self._system.states}:
            ranks = self._ranks(number)
            order = np.argsort(ranks, kind="stable")
            found, starts = np.unique(ranks[order], return_index=True)
            for rank, places in zip(found.tolist(), np.split(order, starts[1:]), strict=True):
                by_rank.setdefault(rank, {})[number] = places
        asked = {state: self._asked(state) for state in self._system.states}
        for done, rank in enumerate(sorted(by_rank), 1):
            lower: dict[tuple[int, tuple[int, ...]], _Lower] = {}
            counts = {
                number: self._system.secrets(number, self._points(number)[places])
                for number, places in by_rank[rank].items()
            }
            batches = []
            for state, questions in asked.items():
                if state[0] in counts:
                    places = by_rank[rank][state[0]]
                    batches.append(self._batch(state, questions, places, counts[state[0]], lower))
                    if not self._shared:
                        self._improve(batches.pop())
            while sum(map(self._improve, batches)):
                pass
            progress("values", done, len(by_rank))

    def _asked(self, state: State) -> list[_Questions]:
        """The questions of a function that may tell something, by their r."""
        system = self._system
        result: dict[tuple[int, ...], _Questions] = {}
        for equation in system.equations(state):
            nothing = not any(equation.new) and state[0] in (one.number for one in equation.parts)
            needs = system.needs(state, equation.extra)
            if needs is None or (nothing and not self._shared):
                continue
            new = tuple(equation.new[place] for place in system.active[state[0]])
            group = result.setdefault(new, _Questions(new, {}, {}))
            terms = group.terms
            parts = [
                terms.setdefault(self._term(state, part), len(terms)) for part in equation.parts
            ]
            group.asked[needs, tuple(sorted(parts))] = None
        return list(result.values())

    def _term(self, state: State, part: Part) -> _Term:
        system = self._system
        radix = range(system.cap + 1) if system.reading is Reading.EXACT else range(1)
        counts = product(*(radix if kinds else range(1) for kinds in part.runs_out))
        starts = tuple([self._start(system.after(state, part, lost)) for lost in counts])
        runs_out = tuple(filter(None, part.runs_out)) if len(starts) > 1 else ()
        return _Term(starts, runs_out, part.indices, self._domains[part.number])

    def _ranks(self, number: int) -> NDArray[np.int64]:
        """The ranks of all vectors of a form."""
        system, points = self._system, self._points(number)
        weights, own = [1] * points.shape[1], 0
        if self._shared:
            weights = [system.kinds[place].bit_count() for place in system.active[number]]
            own = sum(system.forms[number].colours_by_column)
        ranks: NDArray[np.int64] = points @ np.array(weights, dtype=np.int64) + own
        return ranks

    def _points(self, number: int) -> Vectors:
        """The vectors of a form, in the order of their places."""
        key = len(self._system.active[number]), self._domains[number]
        if key not in self._known:
            self._known[key] = self._domains[number].points(key[0])
        return self._known[key]

    def _batch(
        self,
        state: State,
        asked: Sequence[_Questions],
        places: NDArray[np.int64],
        counts: NDArray[np.int64],
        lower: dict[tuple[int, tuple[int, ...]], _Lower],
    ) -> _Batch:
        """What is to be found of one function and rank.

        lower: the vectors m - r of this rank, by form and r.
        """
        number, active = state[0], self._system.active[state[0]]
        found = []
        for questions in asked:
            key = number, questions.new
            if key not in lower:
                points = self._points(number)[places]
                lower[key] = _Lower(points, active, questions.new, self._system.cap)
            left = lower[key]
            if len(left.known):
                nothing = np.full(len(left.known), len(self._values) - 1)
                where = np.stack([*map(left.where, questions.terms), nothing])
                found.append((left.known, where, questions.parts, left.lacking(questions)))
        return _Batch(self._start(state) + places, counts, found)

    def _improve(self, batch: _Batch) -> bool:
        """Put in the least right sides; whether that changed anything."""
        best = np.full(len(batch.counts), _UNKNOWN)
        for known, where, parts, lacking in batch.questions:
            below = self._values.take(where).take(parts, axis=0)
            if self._is_worst:
                right = below.max(axis=1) + 1
            else:
                right = below.sum(axis=1) + batch.counts[known]
            if lacking is not None:
                right[lacking] = _UNKNOWN
            best[known] = np.minimum(best[known], right.min(axis=0))
        best[batch.counts == 0] = 0
        changed = bool((best != self._values[batch.places]).any())
        self._values[batch.places] = best
        return changed


class _Term(NamedTuple):
    """A part: where the values of its function begin.

    starts: by how many colours run out of the kinds *runs_out* of each alphabet, where it matters.
    """

    starts: tuple[int, ...]
    runs_out: tuple[tuple[int, ...], ...]
    indices: tuple[Index, ...]
    domain: Box | Simplex


@final
@dataclass(frozen=True, eq=False)
class _Questions:
    """The different questions of a function that have the same r.

    new: r, by the indices of the pattern asked.  terms: the different parts, with their numbers.
    asked: of each question what extra cells need, and the numbers of its parts.
    """

    new: tuple[int, ...]
    terms: dict[_Term, int]
    asked: dict[tuple[tuple[Need, ...], tuple[int, ...]], None]

    @cached_property
    def parts(self) -> NDArray[np.int64]:
        """The numbers of the parts, int64[questions, parts]; the last number is of no part."""
        none = len(self.terms)
        columns = [*zip_longest(*(parts for _, parts in self.asked), fillvalue=none)]
        return np.array([*columns, [none] * len(self.asked)], dtype=np.int64).T


class _Batch(NamedTuple):
    """A function at the vectors of one rank.

    places: of their values.  counts: their numbers of secrets.  questions: for each r the vectors
    that there are, where the values of each term are, int64[terms + 1, vectors], the parts of each
    question, and bool[questions, vectors], where it may not be asked, or None.
    """

    places: NDArray[np.int64]
    counts: NDArray[np.int64]
    questions: list[
        tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_] | None]
    ]


@final
class _Lower:
    """The vectors m - r for some m, where they are vectors of numbers.

    known: which m they are of.
    """

    def __init__(
        self, points: Vectors, active: tuple[int, ...], new: tuple[int, ...], cap: int
    ) -> None:
        left = points - np.array(new, dtype=np.int64)
        self.known = np.flatnonzero((left >= 0).all(axis=1))
        columns = list(left[self.known].T)
        self._left: dict[int, NDArray[np.int64]] = dict(zip(active, columns, strict=True))
        self._cap = cap
        self._places: dict[tuple[tuple[Index, ...], Box | Simplex], NDArray[np.int64]] = {}
        self._lost: dict[tuple[tuple[int, ...], ...], NDArray[np.int64]] = {}

    def _sum(self, kinds: Sequence[int], more: int = 0) -> NDArray[np.int64]:
        """How many colours of some kinds are left, and so many more."""
        if not kinds:
            return np.full(len(self.known), more)
        total = self._left[kinds[0]]
        for kind in kinds[1:]:
            total = total + self._left[kind]
        return total + more if more else total

    def lacking(self, questions: _Questions) -> NDArray[np.bool_] | None:
        """Which of them do not have what a question needs; None where none needs anything."""
        needed = [needs for needs, _ in questions.asked]
        if not any(needed):
            return None
        lacking = np.zeros((len(needed), len(self.known)), dtype=bool)
        for row, needs in zip(lacking, needed, strict=True):
            for need in needs:
                row |= self._sum(need.kinds) < need.least
        return lacking

    def where(self, term: _Term) -> NDArray[np.int64]:
        """The places of the values of a part."""
        key = term.indices, term.domain
        if key not in self._places:
            sums = [self._sum(index.kinds, index.more) for index in term.indices]
            self._places[key] = np.zeros(len(self.known), np.int64) + term.domain.place(sums)
        if not term.runs_out:
            return self._places[key] + term.starts[0]
        return np.array(term.starts)[self._lost_of(term.runs_out)] + self._places[key]

    def _lost_of(self, runs_out: tuple[tuple[int, ...], ...]) -> NDArray[np.int64]:
        """How many colours run out, as far as it counts, of all alphabets as one number."""
        if runs_out not in self._lost:
            total = np.zeros(len(self.known), dtype=np.int64)
            for kinds in runs_out:
                total = total * (self._cap + 1) + np.minimum(self._cap, self._sum(kinds))
            self._lost[runs_out] = total
        return self._lost[runs_out]
