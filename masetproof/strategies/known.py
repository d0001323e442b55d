"""What the package knows of a finite game without a search: whether it has a theorem, or a book.

Most searches only ask and are told no, so what reads books is loaded where there is one.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from masetproof.arguments import Refused, as_instance, as_member
from masetproof.files import read_bytes
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import PegGame, as_peg_game
from masetproof.objectives import Goal
from masetproof.patterns.provable import check_provable

if TYPE_CHECKING:
    from masetproof.strategies.book import Book
    from masetproof.strategies.strategy import Strategy

_MOST_BYTES = 1 << 24


def has_theorem(finite: FiniteGame, goal: Goal = Goal.EXPECTED) -> bool:
    """Whether a theorem says what the optimum is; nothing is proved to find out.

    There are theorems of the games and numbers of pegs that `check_provable` takes, for the least
    total and for the least worst case, and they hold for every number of colours with a secret.
    Of one and two pegs there are proofs that one strategy has both.
    """
    game = finite.game
    if not isinstance(game, PegGame) or finite.distinct or finite.consistent_only or finite.after:
        return False
    try:
        check_provable(game, finite.pegs, together=goal.is_both)
    except Refused:
        return False
    return goal is not Goal.WORST_THEN_FEWEST


def known_strategy(finite: FiniteGame, goal: Goal | str) -> Strategy | None:
    """A strategy that a theorem says is optimal in what the goal minimizes first; or None.

    `Refused` when the arguments are no game and no goal.
    """
    book = known_book(as_instance(FiniteGame, finite, "the finite game"), as_member(Goal, goal))
    if book is None:
        return None
    from masetproof.strategies.book import MOST_COLOURS
    from masetproof.strategies.on_patterns import PatternStrategy

    ends = book.has_end and finite.colours > MOST_COLOURS
    return None if ends else PatternStrategy(finite, book)


def known_book(finite: FiniteGame, goal: Goal) -> Book | None:
    """The book of the package for a game, or None when there is none."""
    path = book_file(finite, goal)
    return None if path is None else _read_book(path, as_peg_game(finite.game))


def book_file(finite: FiniteGame, goal: Goal) -> Path | None:
    """The file of the package with the book for a game, or None when there is none."""
    game = finite.game
    if finite.distinct or finite.consistent_only or finite.after or finite.columns:
        return None
    name = f"{game.name}-{finite.pegs}-{goal.first.value}.txt"
    path = Path(__file__).parent / "books" / name
    return path if path.exists() else None


@cache
def _read_book(path: Path, game: PegGame) -> Book:
    from masetproof.strategies.book import parse_book

    return parse_book(game, read_bytes(path, _MOST_BYTES).decode("ascii"))
