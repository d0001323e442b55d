"""Optimal strategies and questions of finite games that a theorem gives, without a search.

A proof has the optimal questions of every pattern, and the secrets left in any state of play are
some pattern.  So the proof knows an optimal question after any questions, good or bad, and for any
number of colours.  Which games have a theorem is known without a proof (`proofs.known`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import NamedTuple, final

from masetproof.arguments import Refused
from masetproof.finite.contradictions import Conflict, conflict_by
from masetproof.finite.setting import Contradiction, FiniteGame, Step
from masetproof.objectives import Goal, Objective
from masetproof.progress import Progress, silent
from masetproof.proofs.known import Known, known
from masetproof.recurrences.readings import Reading
from masetproof.search.bounds import sizes_bounds
from masetproof.search.optimum import Optimum
from masetproof.strategies.on_patterns import PatternStrategy
from masetproof.trees.replay import replay, tree_of
from masetproof.words import Word


@final
class Proved(NamedTuple):
    """An optimal question for the expected case.

    total: the least total of the secrets that are left, with this question.  sizes: how many of
    them give each answer, in the order of the answers, 0 included.
    """

    question: Word
    total: int
    sizes: tuple[int, ...]


def proved_optimum(
    finite: FiniteGame,
    goal: Goal = Goal.EXPECTED,
    progress: Progress = silent,
    reading: Reading | None = None,
) -> Optimum:
    """The optimum by a theorem, whose strategy is replayed.

    reading: of the theorem, if not that of the finite game.  The optimum is not `optimal` if the
    strategy does not take what the theorem says.  `Refused` where there is no theorem.
    """
    about = known(finite, goal)
    if about.has_optimum:
        finite.check_listable()
    begin = time.perf_counter()
    strategy, values = about.optimum(progress, reading)
    tree = tree_of(strategy, progress)
    played = replay(tree, progress)
    attained = all(value == played.measured(one) for one, value in values.items())
    reach, least = sizes_bounds(finite)
    bounds = int(least[-1]), int((reach >= played.secrets).argmax())
    return Optimum(
        finite=finite,
        goal=goal,
        tree=tree,
        **asdict(played),
        total_bound=values.get(Objective.EXPECTED, bounds[0]),
        worst_bound=values.get(Objective.WORST, bounds[1]),
        optimal=attained,
        nodes=0,
        seconds=time.perf_counter() - begin,
        reason=None if attained else "the strategy does not take what the theorem says",
    )


def proved_question(
    finite: FiniteGame, progress: Progress = silent, *, quick: bool = False
) -> Proved | None:
    """A question that is optimal in a state of play; None where no theorem gives one.

    quick: use only theorems that are proved in a moment.  `Contradiction` when no secret gives the
    answers.
    """
    about = known(finite.whole)
    if (found := _by_book(about, finite.after)) is not None:
        return found
    if not (about.is_quick if quick else about.has_theorem):
        return None
    theorem = about.theorem(progress)
    position = theorem.strategy(finite.columns or finite.colours).reached(finite.after)
    if position is None:
        return None
    value = theorem.guide.value(position.point)
    return Proved(position.question, value, tuple(position.sizes()))


def _by_book(about: Known, steps: Sequence[Step]) -> Proved | None:
    """What the book of a theorem says, if all questions were its own; then nothing is proved."""
    book, strategy = about.book, about.book_strategy
    if book is None or not isinstance(strategy, PatternStrategy):
        return None
    position = strategy.start()
    for question, answer in steps:
        is_open = answer < about.finite.winning and position.sizes()[answer] > 0
        if question != position.question or not is_open:
            return None
        position = position.after(answer)
    return Proved(position.question, book.total(position.point), tuple(position.sizes()))


def proved_conflict(finite: FiniteGame, progress: Progress = silent) -> Conflict:
    """Which answers contradict each other, in a state of play that no secret fits.

    It counts secrets by the theorem's patterns, so it works on boards too large to list.
    """
    theorem = known(finite.whole).theorem(progress)
    strategy = theorem.strategy(finite.columns or finite.colours)

    def left(steps: Sequence[Step]) -> int:
        if steps[-1:] and steps[-1][1] == finite.winning:
            return int(is_secret(finite.whole, steps))
        try:
            position = strategy.reached(steps)
        except Contradiction:
            return 0
        return 0 if position is None else sum(position.sizes())

    return conflict_by(finite, left)


def is_secret(finite: FiniteGame, steps: Sequence[Step]) -> bool:
    """Whether the last question, which won, may have been the secret: it gives all answers."""
    word = steps[-1][0]
    try:
        finite.as_secret(word)
    except Refused:
        return False
    return all(finite.game.number(word, question) == number for question, number in steps)
