"""A strategy as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from masetproof.finite import FiniteGame
from masetproof.games import Word

__all__ = ["Node", "StrategyTree"]


@final
@dataclass(frozen=True, slots=True)
class Node:
    """A question and what follows each answer to it.

    branches: (number of the answer, node) in ascending order of the answer (`Game.number_of`), for
    the answers that some secret gives.  The winning answer ends the game and has no branch.
    """

    question: Word
    branches: tuple[tuple[int, Node], ...] = ()


@final
@dataclass(frozen=True, slots=True)
class StrategyTree:
    """A strategy of a finite game.  Nothing is claimed of it: `trees.replay` finds out."""

    finite: FiniteGame
    root: Node
