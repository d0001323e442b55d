"""What questions may use for a blank (docs/model.md, "Three readings of the extra colour")."""

from __future__ import annotations

from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Choice, Refused, as_count, shown
from masetproof.games.pegs import PegGame, as_peg_game


@final
class Reading(Choice):
    """When a question may use the extra colour.

    A function belongs to a pattern and a number e of excluded colours, counted up to the cap
    beyond which more make no difference (`PegGame.excluded_cap`).  ``without`` leaves e at 0,
    ``with`` starts and stays at the cap, ``exact`` starts at 0 and counts.
    """

    WITHOUT = "without"
    WITH = "with"
    EXACT = "exact"

    @property
    def asks_extra(self) -> bool:
        """Whether any question uses the extra colour."""
        return self is not Reading.WITHOUT

    def first_level(self, cap: int) -> int:
        """The number of excluded colours that the game starts with."""
        cap = as_count(cap, "the cap of excluded colours")
        return cap if self is Reading.WITH else 0

    def levels_after(self, level: int, excluded: NDArray[np.int8], cap: int) -> NDArray[np.int8]:
        """How many are excluded after an answer excludes more: int8, of the shape of these."""
        level, cap = as_count(level, "the level"), as_count(cap, "the cap of excluded colours")
        if not isinstance(excluded, np.ndarray) or excluded.dtype != np.int8:
            raise Refused(f"excluded must be an array of numpy's int8, not {shown(excluded)}")
        if self is Reading.EXACT:
            counted: NDArray[np.int8] = np.minimum(excluded + np.int8(level), np.int8(cap))
            return counted
        return np.broadcast_to(np.int8(self.first_level(cap)), excluded.shape)

    def most_blanks(self, game: PegGame, pegs: int) -> NDArray[np.int64]:
        """How many blanks a question may have, for each number of excluded colours."""
        game = as_peg_game(game)
        cap = game.excluded_cap(pegs)
        return np.array(
            [game.most_blanks(pegs, level) if self.asks_extra else 0 for level in range(cap + 1)]
        )

    def describe(self) -> str:
        """The reading in words, after the name of a game."""
        return {
            Reading.WITHOUT: "where no question may use a colour that an answer has excluded",
            Reading.WITH: "where questions may also use, from the start, a colour known not to be "
            "in the secret",
            Reading.EXACT: "by the real rules",
        }[self]
