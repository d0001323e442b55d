"""What theorems say of a finite game: the optimum, and the best question in the middle of it.

A proof has all questions of all boards, and of any state of play it says which pattern is left.  So
its optimal questions are there after any questions, for any number of colours.  Books of the
package have optimal strategies, too (`strategies.book`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, NamedTuple, final

from masetproof.arguments import Refused
from masetproof.cache import kept_in_memory
from masetproof.finite.contradictions import Conflict, conflict_by
from masetproof.finite.setting import Contradiction, FiniteGame, Step
from masetproof.objectives import Goal, Objective
from masetproof.progress import Progress, silent
from masetproof.search.bounds import sizes_bounds
from masetproof.search.optimum import Optimum
from masetproof.strategies.known import has_theorem, known_book, known_strategy
from masetproof.strategies.on_patterns import PatternStrategy
from masetproof.strategies.strategy import Strategy
from masetproof.trees.replay import replay, tree_of
from masetproof.words import Word

if TYPE_CHECKING:
    from masetproof.proofs.theorem import Theorem
    from masetproof.proofs.together import Together

_QUICK_PEGS = 2
"""The most pegs of a theorem that is proved in a second."""


@final
class Proved(NamedTuple):
    """An optimal question, the least total from there on, and the secrets with each answer."""

    question: Word
    total: int
    sizes: tuple[int, ...]


def proved_optimum(
    finite: FiniteGame, goal: Goal = Goal.EXPECTED, progress: Progress = silent
) -> Optimum:
    """The optimum by the theorem and its strategy, replayed; `Refused` where there is none."""
    book = known_book(finite, goal) if goal is Goal.EXPECTED else None
    by_book = book is not None and not book.has_end
    if not by_book and not has_theorem(finite, goal):
        raise Refused(f"no theorem has the optimum of {finite.title}, objective {goal.value}")
    finite.check_listable()
    begin = time.perf_counter()
    colours = finite.columns or finite.colours
    values: dict[Objective, int]
    if book is not None and by_book:
        strategy: Strategy = PatternStrategy(finite, book)
        values = {goal.first: book.value(finite.colours)}
    elif goal.is_both:
        both = _together(finite.game, finite.pegs, progress)
        strategy = both.strategy(colours)
        values = {one.system.objective: one.value(colours) for one in both.theorems}
    else:
        theorem = _theorem(finite.game, finite.pegs, goal.first, progress)
        strategy, values = theorem.strategy(colours), {goal.first: theorem.value(colours)}
    tree = tree_of(strategy, progress)
    played = replay(tree, progress)
    for objective, value in values.items():
        if value != played.measured(objective):
            raise ArithmeticError("the strategy does not take what the theorem says")
    reach, least = sizes_bounds(finite)
    bounds = int(least[-1]), int((reach >= played.secrets).argmax())
    return Optimum(
        finite=finite,
        goal=goal,
        tree=tree,
        **asdict(played),
        total_bound=played.total if goal is not Goal.WORST else bounds[0],
        worst_bound=played.worst if goal is not Goal.EXPECTED else bounds[1],
        optimal=True,
        nodes=0,
        seconds=time.perf_counter() - begin,
    )


def proved_strategy(finite: FiniteGame, progress: Progress = silent) -> Strategy:
    """The optimal strategy of a book of the package or a theorem; `Refused` without either."""
    known = known_strategy(finite, Goal.EXPECTED)
    if known is not None:
        return known
    if not has_theorem(finite):
        raise Refused(f"there is no theorem on {finite.title}")
    theorem = _theorem(finite.game, finite.pegs, Objective.EXPECTED, progress)
    return theorem.strategy(finite.columns or finite.colours)


def proved_question(
    finite: FiniteGame, progress: Progress = silent, *, quick: bool = False
) -> Proved | None:
    """The question that a theorem says is optimal in a state of play; None where there is none.

    quick: only by theorems that are proved in a moment.  `Contradiction` when no secret gives the
    answers.
    """
    if not has_theorem(finite.whole) or (quick and finite.pegs > _QUICK_PEGS):
        return None
    theorem = _theorem(finite.game, finite.pegs, Objective.EXPECTED, progress)
    position = theorem.strategy(finite.columns or finite.colours).reached(finite.after)
    if position is None:
        return None
    value = theorem.guide.value(position.point)
    return Proved(position.question, value, tuple(position.sizes()))


def proved_conflict(finite: FiniteGame, progress: Progress = silent) -> Conflict:
    """What is wrong with answers that no secret gives, where there are too many words to list."""
    theorem = _theorem(finite.game, finite.pegs, Objective.EXPECTED, progress)
    strategy = theorem.strategy(finite.columns or finite.colours)

    def left(steps: Sequence[Step]) -> int:
        try:
            position = strategy.reached(steps)
        except Contradiction:
            return 0
        return 0 if position is None else sum(position.sizes())

    return conflict_by(finite, left)


@kept_in_memory(4, apart_from="progress")
def _theorem(game: object, pegs: int, objective: Objective, progress: Progress) -> Theorem:
    """The theorem of the real game, proved once."""
    from masetproof.proofs.theorem import theorem_of

    return theorem_of(
        game,  # type: ignore[arg-type]
        pegs,
        objective=objective,
        solve="nothing",
        progress=progress,
    )


@kept_in_memory(4, apart_from="progress")
def _together(game: object, pegs: int, progress: Progress) -> Together:
    """That of the real game, proved once."""
    from masetproof.proofs.finding import Open
    from masetproof.proofs.together import prove_together

    outcome = prove_together(game, pegs, progress=progress)  # type: ignore[arg-type]
    if isinstance(outcome, Open):
        raise Refused(f"there is no theorem: {outcome.reason}")
    return outcome
