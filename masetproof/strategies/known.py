"""Strategies that are known before any search."""

from __future__ import annotations

from pathlib import Path

from masetproof.arguments import as_instance, as_member
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import as_peg_game
from masetproof.objectives import Goal
from masetproof.strategies.strategy import Strategy

__all__ = ["book_file", "known_strategy"]


def known_strategy(finite: FiniteGame, goal: Goal | str) -> Strategy | None:
    """A strategy that a theorem says is optimal in what the goal minimizes first; or None.

    It comes from a book of the package (`strategies.book`), and nothing is believed of it:
    `trees.replay` makes a tree of it and finds its value.  Without a book this costs nothing.
    `Refused` when the arguments are no game and no goal.
    """
    path = book_file(as_instance(FiniteGame, finite, "the finite game"), as_member(Goal, goal))
    if path is None:
        return None
    from masetproof.strategies.book import MOST_COLOURS, read_book
    from masetproof.strategies.on_patterns import PatternStrategy

    if finite.colours > MOST_COLOURS:
        return None
    return PatternStrategy(finite, read_book(path, as_peg_game(finite.game)))


def book_file(finite: FiniteGame, goal: Goal) -> Path | None:
    """The file of the package with the book for a game, or None when there is none."""
    game = finite.game
    if finite.distinct or finite.consistent_only or finite.after or finite.columns:
        return None
    name = f"{game.name}-{finite.pegs}-{goal.first.value}.txt"
    path = Path(__file__).parent / "books" / name
    return path if path.exists() else None
