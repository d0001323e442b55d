"""What questions may use for a blank (docs/model.md, "Three readings of the extra colour")."""

from __future__ import annotations

from typing import final

from masetproof.arguments import Choice, as_count


@final
class Reading(Choice):
    """When a question may use the extra colour.

    A function belongs to a pattern and a number e of excluded colours, counted up to the cap
    beyond which more make no difference (`AlikeGame.excluded_cap`).  ``without`` leaves e at 0,
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

    def describe(self) -> str:
        """The reading in words, after the name of a game."""
        return {
            Reading.WITHOUT: "where no question may use a colour that an answer has excluded",
            Reading.WITH: "where questions may also use, from the start, a colour known not to be "
            "in the secret",
            Reading.EXACT: "by the real rules",
        }[self]
