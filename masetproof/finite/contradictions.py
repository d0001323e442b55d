"""Why answers contradict each other, and the smallest change that would mend it.

Answers contradict each other when no secret gives them all.  How many secrets give some of them is
counted in several ways: of a list of secrets (`conflict_of`), or without one, by whoever knows the
secrets otherwise (`conflict_by`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import combinations, starmap
from operator import and_
from typing import final

import numpy as np

from masetproof.arguments import as_instance
from masetproof.finite.setting import FiniteGame, Step
from masetproof.finite.table import cells
from masetproof.progress import Tick, as_tick, no_tick
from masetproof.words import Word


@final
@dataclass(frozen=True, slots=True)
class Repair:
    """One answer that is changed so that secrets are left.

    index: of the step, from 0.  answer: the number of the answer that it should have.  distance:
    how far that is from the answer given (`Game.distance`).  remaining: how many secrets are left,
    None where that is not counted.
    """

    index: int
    answer: int
    distance: int
    remaining: int | None


@final
@dataclass(frozen=True, slots=True)
class Conflict:
    """Answers that contradict each other.

    steps: the indices, from 0, of a smallest set of steps that no secret agrees with; of several
    such sets the first in the order of tuples.  repair: the smallest change of one answer that
    leaves secrets, None when no single change does; of several changes the one that leaves the most
    secrets, and then the first.
    """

    steps: tuple[int, ...]
    repair: Repair | None


def conflict_of(finite: FiniteGame, tick: Tick = no_tick) -> Conflict | None:
    """The answers of a state of play that contradict each other; None when some secret fits all.

    tick: called now and then, as many answers may take long; it may raise.  `Refused` when *finite*
    is no finite game, or has too many words to list.

    >>> conflict = conflict_of(FiniteGame("ab", 2, 4).then("01", "1,0").then("01", "0,1"))
    >>> conflict.steps
    (0, 1)
    """
    as_instance(FiniteGame, finite, "the finite game")
    tick, secrets = as_tick(tick), cells(finite.whole)[1]
    numbers, kind = finite.game.numbers, secrets.dtype
    answers = {word: numbers(np.array([word], kind), secrets)[0] for word, _ in finite.after}

    given = {word: frozenset(row.tolist()) for word, row in answers.items()}

    @cache
    def giving(question: Word, answer: int) -> int:
        """The secrets that give an answer, as the bits of a number."""
        if answer not in given[question]:
            return 0
        return int.from_bytes(np.packbits(answers[question] == answer).tobytes())

    def left(steps: Sequence[Step]) -> int:
        tick()
        return reduce(and_, starmap(giving, steps), -1).bit_count()

    if left(finite.after):
        return None
    return conflict_by(finite, left, smallest=True, may_win=True)


def conflict_by(
    finite: FiniteGame,
    left: Callable[[Sequence[Step]], int | None],
    *,
    smallest: bool = False,
    may_win: bool = False,
) -> Conflict:
    """Steps of a state of play that contradict each other, and a repair.

    left: counts the secrets that give the answers of some steps; None where it cannot count them.
    Without any one of the steps found, the others would not contradict each other.  smallest: no
    smaller set of steps does, for which *left* is called for all of them.  may_win: whether the
    repair may be the answer that wins.
    """
    steps, distance = finite.after, finite.game.distance

    def contradict(some: Iterable[int]) -> bool:
        return left([steps[index] for index in some]) == 0

    chosen = (_smallest if smallest else _minimal)(len(steps), contradict)
    changes = sorted(
        (distance(finite.answers[told], finite.answers[answer]), index, answer)
        for index, (_, told) in enumerate(steps)
        for answer in range(finite.winning + may_win)
        if answer != told and index in chosen
    )
    repairs: list[Repair] = []
    for apart, index, answer in changes:
        if repairs and (apart > repairs[0].distance or repairs[0].remaining is None):
            break
        changed = [*steps[:index], (steps[index][0], answer), *steps[index + 1 :]]
        if (remaining := left(changed)) != 0:
            repairs.append(Repair(index, answer, apart, remaining))
    best = min(repairs, key=lambda one: -(one.remaining or 0), default=None)
    return Conflict(tuple(chosen), best)


def _smallest(count: int, contradict: Callable[[Iterable[int]], bool]) -> list[int]:
    """Of so many steps a smallest set that contradict each other, the first in order."""
    everything = list(range(count))
    # Every set of steps that contradict each other has these.
    needed = [index for index in everything if not contradict({*everything} - {index})]
    others = [index for index in everything if index not in needed]
    sets = (
        sorted([*needed, *more])
        for size in range(len(others))
        for more in combinations(others, size)
    )
    return next(filter(contradict, sets), everything)


def _minimal(count: int, contradict: Callable[[Iterable[int]], bool]) -> list[int]:
    """Of so many steps a set that contradict each other, none of which can be left out."""
    chosen = list(range(count))
    for index in reversed(chosen):
        rest = [other for other in chosen if other != index]
        if contradict(rest):
            chosen = rest
    return chosen
