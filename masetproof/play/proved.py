"""What theorems say of a game: the strategy, and the best question in the middle of it.

Books of the package have optimal strategies of Mastermind and the AB game (`strategies.known`).
Where white pegs are not told a proof has all questions of all boards, and of any state of play it
says which pattern is left, so that its optimal questions are there after any questions.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, final

from masetproof.arguments import Refused
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import PegGame
from masetproof.objectives import Goal
from masetproof.patterns.closure import check_provable
from masetproof.progress import Progress, silent
from masetproof.strategies.known import known_strategy
from masetproof.strategies.strategy import Strategy
from masetproof.words import Word

if TYPE_CHECKING:
    from masetproof.proofs.cell_theorem import CellTheorem

__all__ = ["Proved", "proved_question", "proved_strategy"]

_QUICK_PEGS = 2
"""So many pegs take a second to prove."""


@final
class Proved(NamedTuple):
    """An optimal question, and the least total of questions from there on."""

    question: Word
    total: int


def proved_strategy(finite: FiniteGame, progress: Progress = silent) -> Strategy:
    """A strategy that takes the fewest questions on average by a theorem.

    It is of a book of the package, or the theorem is proved.  `Refused` when there is none of the
    game.
    """
    known = known_strategy(finite, Goal.EXPECTED)
    if known is not None:
        return known
    theorem = None if finite.after else _theorem_of(finite, progress)
    if theorem is None:
        raise Refused(f"no theorem that is at hand is about {finite.title}")
    return theorem.strategy(finite.columns or finite.colours)


def proved_question(finite: FiniteGame) -> Proved | None:
    """The question that a theorem says is optimal in a state of play; None where none is quick."""
    theorem = _theorem_of(finite) if finite.pegs <= _QUICK_PEGS else None
    if theorem is None:
        return None
    start = theorem.strategy(finite.columns or finite.colours)
    position = start.reached(finite.after)
    if position is None:
        return None
    place = position.place
    return Proved(position.question, theorem.value_of(theorem.guide.state(place), place.implicit))


def _theorem_of(finite: FiniteGame, progress: Progress = silent) -> CellTheorem | None:
    """The theorem of the real game without white pegs, if there is one of so many pegs."""
    game = finite.game
    if (
        not isinstance(game, PegGame)
        or game.white_pegs
        or finite.distinct
        or finite.consistent_only
    ):
        return None
    try:
        check_provable(game, finite.pegs)
    except Refused:
        return None
    if finite.pegs <= _QUICK_PEGS:
        return _quick(game, finite.pegs)
    return _proved(game, finite.pegs, progress)


@lru_cache(maxsize=8)
def _quick(game: PegGame, pegs: int) -> CellTheorem | None:
    """The theorem, proved once."""
    return _proved(game, pegs, silent)


def _proved(game: PegGame, pegs: int, progress: Progress) -> CellTheorem | None:
    from masetproof.proofs.cell_theorem import CellTheorem
    from masetproof.proofs.theorem import prove

    theorem = prove(game, pegs, progress=progress)
    return theorem if isinstance(theorem, CellTheorem) else None
