"""What questions may use for a blank (docs/model.md, "Three readings of the extra colour")."""

from __future__ import annotations

from typing import final

from masetproof.arguments import Choice, as_count


@final
class Reading(Choice):
    """When a question may use the extra colour.

    A function belongs to a pattern and a number e of excluded colours, counted up to the cap
    beyond which more make no difference (`AlikeGame.excluded_cap`).  ``without`` leaves e at 0,
    ``with`` starts and stays at the cap, ``exact`` starts at 0 and counts.  With ``none`` only
    possible secrets may be asked (`consistent`), so there is no blank at all.
    """

    WITHOUT = "without"
    WITH = "with"
    EXACT = "exact"
    NONE = "none"

    @property
    def asks_extra(self) -> bool:
        """Whether any question uses the extra colour."""
        return self in (Reading.WITH, Reading.EXACT)

    @property
    def consistent(self) -> bool:
        """Whether only possible secrets may be asked."""
        return self is Reading.NONE

    @property
    def option(self) -> str:
        """How it is chosen on the command line."""
        return "--consistent-only" if self.consistent else f"--extra {self.value}"

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
            Reading.NONE: "where only a possible secret may be asked",
        }[self]


BLANKS = (Reading.WITHOUT, Reading.WITH, Reading.EXACT)
"""The readings that differ in what a question may use for a blank, and are compared."""
