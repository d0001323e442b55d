"""Why answers contradict each other, and the smallest change that would mend it.

Each secret contradicts some of the answers that were given.  Answers contradict each other when
each secret contradicts one of them at least; so a smallest set of answers that cannot hold together
is a smallest set that meets what each secret contradicts (a minimum hitting set), and an answer can
be mended alone when some secret contradicts no other one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import final

import numpy as np

from masetproof.arguments import as_instance
from masetproof.finite.setting import FiniteGame, Step
from masetproof.finite.table import cells
from masetproof.progress import Tick, as_tick, no_tick

__all__ = ["Conflict", "Repair", "conflict_by", "conflict_of"]


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
    """What is wrong with the answers of a state of play; None when some secret gives them all.

    tick: called now and then, as many answers may take long; it may raise.  `Refused` when *finite*
    is no finite game, or has too many words to list.

    >>> conflict = conflict_of(FiniteGame("ab", 2, 4).then("01", "1,0").then("01", "0,1"))
    >>> conflict.steps
    (0, 1)
    """
    as_instance(FiniteGame, finite, "the finite game")
    tick = as_tick(tick)
    secrets = finite.whole.secrets
    if not finite.after or not secrets:
        return None
    questions, hidden = cells(finite.whole)
    asked = np.array([question for question, _ in finite.after], questions.dtype)
    told = np.array([answer for _, answer in finite.after])
    answers = finite.game.numbers(asked, hidden)
    wrong = answers != told[:, None]
    if not wrong.any(axis=0).all():
        return None
    kinds = np.unique(np.packbits(wrong, axis=0, bitorder="little").T, axis=0)
    masks = [int.from_bytes(kind.tobytes(), "little") for kind in kinds]
    return Conflict(_least_hitting(masks, len(told), tick), _repair(finite, answers, wrong))


def conflict_by(
    finite: FiniteGame, left: Callable[[Sequence[Step]], int | None], *, smallest: bool = False
) -> Conflict:
    """What is wrong with answers that no secret gives, where secrets are not listed.

    left: how many secrets give the answers of some steps, None where they are not counted.  The
    steps are some of which none can be left out; a smallest set if *smallest*, which asks *left* of
    all smaller ones.
    """
    steps, distance = finite.after, finite.game.distance
    chosen = tuple(range(len(steps)))
    if smallest:
        sets = (some for size in chosen for some in combinations(chosen, size))
        chosen = next((some for some in sets if left([steps[i] for i in some]) == 0), chosen)
    else:
        for index in reversed(chosen):
            rest = tuple(other for other in chosen if other != index)
            if left([steps[other] for other in rest]) == 0:
                chosen = rest
    changes = sorted(
        (distance(finite.answers[told], finite.answers[answer]), index, answer)
        for index, (_, told) in enumerate(steps)
        for answer in range(finite.winning)
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
    return Conflict(chosen, best)


def _least_hitting(masks: list[int], count: int, tick: Tick) -> tuple[int, ...]:
    """A smallest set of numbers below *count* that meets each mask, the first such set."""
    least = []
    for mask in masks:
        tick()
        if not any(other & mask == other for other in masks if other != mask):
            least.append(mask)

    def found(chosen: tuple[int, ...], unmet: list[int], more: int) -> tuple[int, ...] | None:
        tick()
        if not unmet:
            return chosen
        # Sets that do not meet each other need a number each.
        apart, seen = 0, 0
        for mask in unmet:
            if not mask & seen:
                apart, seen = apart + 1, seen | mask
        if apart > more:
            return None
        for number in range(chosen[-1] + 1 if chosen else 0, count):
            rest = [mask for mask in unmet if not mask >> number & 1]
            hit = found((*chosen, number), rest, more - 1)
            if hit is not None:
                return hit
            # Sets with later numbers only have to meet what this number meets, too.
            if any(mask >> number == 1 for mask in unmet):
                return None
        return None

    size = 1
    while True:
        hit = found((), least, size)
        if hit is not None:
            return hit
        size += 1


def _repair(finite: FiniteGame, answers: np.ndarray, wrong: np.ndarray) -> Repair | None:
    only = wrong.sum(axis=0) == 1
    best: list[tuple[int, int, int, int]] = []
    for index, (_, told) in enumerate(finite.after):
        others = Counter(answers[index, only & wrong[index]].tolist())
        for answer, remaining in others.items():
            distance = finite.game.distance(finite.answers[told], finite.answers[answer])
            best.append((distance, -remaining, index, answer))
    if not best:
        return None
    distance, remaining, index, answer = min(best)
    return Repair(index, answer, distance, -remaining)
