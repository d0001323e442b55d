"""What a finite game has without a search: a book, or a theorem.

A *book* of the package has an optimal strategy, which is there at once (`strategies.book`).  A
theorem has the optimum of all boards, but it is proved first, in a moment or in minutes.  Most
games have neither, and callers learn this without delay: no theorem is proved and no book is read
before somebody wants its content.  Results of searches are kept elsewhere, as their files also
depend on the limits of a search (`search.keeping`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, final

from masetproof.arguments import Refused, as_instance, as_member
from masetproof.cache import kept_in_memory
from masetproof.finite.setting import FiniteGame
from masetproof.games.alike import AlikeGame, as_alike_game
from masetproof.objectives import Goal, Objective
from masetproof.patterns.provable import check_provable
from masetproof.progress import Progress, silent
from masetproof.recurrences.readings import Reading

if TYPE_CHECKING:
    from masetproof.proofs.theorem import Theorem
    from masetproof.proofs.together import Together
    from masetproof.strategies.book import Book
    from masetproof.strategies.strategy import Strategy

QUICK_PEGS = 2
"""The most pegs of a theorem that is proved in a moment; of three pegs it may take minutes."""
_QUICK, _LONG = 64, 4
"""How many theorems stay in memory.  Those of three pegs have some hundred megabytes each."""
BOOKS = Path(__file__).parents[1] / "strategies" / "books"


def known(finite: FiniteGame, goal: Goal | str = Goal.EXPECTED) -> Known:
    """The books and theorems on a game; `Refused` when the arguments are no game and no goal.

    >>> about = known(FiniteGame("mastermind", 3, 6))
    >>> about.has_theorem, about.is_quick, about.book is None
    (True, False, False)
    """
    return Known(as_instance(FiniteGame, finite, "the finite game"), as_member(Goal, goal))


@final
@dataclass(frozen=True, slots=True)
class Known:
    """Books and theorems on a game and a goal.

    A state of play has none here; `play.proved` asks the whole game for the best question there.
    """

    finite: FiniteGame
    goal: Goal

    # ----------------------------------------------------------------- what there is, found at once

    @property
    def has_theorem(self) -> bool:
        """Whether a theorem has the optimum.

        `check_provable` accepts the games and numbers of pegs with theorems on the least total and
        on the least worst case; these hold for every number of colours with a secret.  For one and
        two pegs there are proofs that one strategy has both.  Where only possible secrets may be
        asked, there are theorems on one of them.
        """
        finite, game = self.finite, self.finite.rules
        if not isinstance(game, AlikeGame) or finite.hard or finite.after:
            return False
        if finite.consistent_only and (
            self.goal.is_both or not game.one_kind or game.distinct_secrets
        ):
            return False
        try:
            check_provable(game, finite.pegs, together=self.goal.is_both)
        except Refused:
            return False
        return self.goal is not Goal.WORST_THEN_FEWEST

    @property
    def is_quick(self) -> bool:
        """Whether there is a theorem that is proved in a moment."""
        return self.has_theorem and self.finite.pegs <= QUICK_PEGS

    @property
    def book_file(self) -> Path | None:
        """The file of the package with the book; None where there is none."""
        finite = self.finite
        if finite.columns or not self._is_whole:
            return None
        path = BOOKS / f"{finite.game.name}-{finite.pegs}-{self.goal.first.value}.txt"
        return path if path.exists() else None

    @property
    def book(self) -> Book | None:
        """The book, optimal in what the goal minimizes first; None where there is none."""
        path = self.book_file
        return None if path is None else _read_book(path, as_alike_game(self.finite.game))

    @property
    def proved_book(self) -> Book | None:
        """The book of a theorem that `prove` cannot find in minutes, and whose proof is shipped."""
        return self.book if self.goal is Goal.EXPECTED and not self.has_theorem else None

    @property
    def book_strategy(self) -> Strategy | None:
        """The strategy of the book; None where there is none."""
        book = self.book
        if book is None:
            return None
        from masetproof.strategies.on_patterns import PatternStrategy

        return PatternStrategy(self.finite, book)

    @property
    def has_optimum(self) -> bool:
        """Whether a theorem has the optimum, by `prove` or with a book."""
        return self.has_theorem or self.proved_book is not None

    def check_optimum(self) -> None:
        """`Refused` where no theorem has the optimum, with the reason if the number of pegs is."""
        if self.has_optimum:
            return
        finite, why = self.finite, ""
        sentence = f"no theorem has the optimum of {finite.title}, objective {self.goal.value}"
        if isinstance(finite.rules, AlikeGame) and self._is_whole:
            try:
                check_provable(finite.rules, finite.pegs, together=self.goal.is_both)
            except Refused as refused:
                why = f": {refused}"
        raise Refused(f"{sentence}{why}")

    # ----------------------------------------------------------------------- what it says, in time

    def strategy(self, progress: Progress = silent) -> Strategy:
        """A strategy that is optimal in what the goal minimizes first, by a book if there is one.

        `Refused` where there is neither a book nor a theorem.
        """
        ready = self.book_strategy
        if ready is not None:
            return ready
        if not self.has_theorem:
            raise Refused(f"there is no theorem on {self.finite.title}")
        return self.theorem(progress).strategy(self._colours)

    def optimum(
        self, progress: Progress = silent, reading: Reading | None = None
    ) -> tuple[Strategy, dict[Objective, int]]:
        """An optimal strategy, and its values by the theorem.

        reading: of the theorem, if not that of the finite game.  `Refused` where there is none.
        """
        finite, goal, book = self.finite, self.goal, self.proved_book
        self.check_optimum()
        if book is not None:
            from masetproof.strategies.on_patterns import PatternStrategy

            return PatternStrategy(finite, book), {goal.first: book.value(finite.colours)}
        colours = self._colours
        if goal.is_both:
            if reading not in (None, Reading.EXACT):
                raise Refused("that one strategy has both is proved of the real game only")
            both = _together(as_alike_game(finite.rules), finite.pegs, progress)
            values = {one.system.objective: one.value(colours) for one in both.theorems}
            return both.strategy(colours), values
        theorem = self.theorem(progress, reading)
        return theorem.strategy(colours), {goal.first: theorem.value(colours)}

    def theorem(self, progress: Progress = silent, reading: Reading | None = None) -> Theorem:
        """The theorem on what the goal minimizes first.

        reading: by default that of the finite game, the real game or its consistent form.
        """
        game, finite = as_alike_game(self.finite.rules), self.finite
        if reading is None:
            reading = Reading.NONE if finite.consistent_only else Reading.EXACT
        return theorem_once(game, finite.pegs, self.goal.first, reading, progress)

    @property
    def _is_whole(self) -> bool:
        finite = self.finite
        return not (finite.conditions or finite.after)

    @property
    def _colours(self) -> int | tuple[int, ...]:
        return self.finite.columns or self.finite.colours


def theorem_once(
    game: AlikeGame,
    pegs: int,
    objective: Objective = Objective.EXPECTED,
    reading: Reading = Reading.EXACT,
    progress: Progress = silent,
) -> Theorem:
    """The theorem, proved once; `Refused` when it is open."""
    proved = _quick_theorem if pegs <= QUICK_PEGS else _long_theorem
    return proved(game, pegs, objective, reading, progress)


def _theorem(
    game: AlikeGame, pegs: int, objective: Objective, reading: Reading, progress: Progress
) -> Theorem:
    from masetproof.proofs.theorem import theorem_of

    return theorem_of(
        game, pegs, objective=objective, reading=reading, solve="nothing", progress=progress
    )


_quick_theorem = kept_in_memory(_QUICK, apart_from="progress")(_theorem)
_long_theorem = kept_in_memory(_LONG, apart_from="progress")(_theorem)


@kept_in_memory(_LONG, apart_from="progress")
def _together(game: AlikeGame, pegs: int, progress: Progress) -> Together:
    """The proof that one strategy has both, made once."""
    from masetproof.proofs.finding import Open
    from masetproof.proofs.together import prove_together

    outcome = prove_together(game, pegs, progress=progress)
    if isinstance(outcome, Open):
        raise Refused(f"there is no theorem: {outcome.reason}")
    return outcome


@cache
def _read_book(path: Path, game: AlikeGame) -> Book:
    from masetproof.strategies.book import read_book

    return read_book(path, game)
