"""Hard mode, as Wordle plays it: which questions the marks until now leave.

A green cell stays in its place.  A colour that an answer marked, green or yellow, is used at least
as often as one answer marked it.  Grey cells and the places of yellow ones are free.

Example: after ``eerie:ybgbb`` the third cell is r, and there is an e somewhere; ``error`` may be
asked, though it has a second r, and ``eerie`` as well.

Two facts on which searches rest:

- *The last answer is enough.* A legal question has all that is required of it, and so its answer
  marks all of that again, as the secret has it, too.  So of two states with the same secrets, after
  legal questions, only the last answers make a difference.
- *More is never less.* Each answer only adds requirements.  So a question that is left out of a
  strategy makes nothing illegal; an idle one is of no use here either, and a secret that is still
  possible may always be asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

from masetproof.arguments import Refused
from masetproof.words import Word

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@final
@dataclass(frozen=True, slots=True)
class Required:
    """What questions must have.

    places: (place, cell), the green cells.  least: (cell, times), how often a cell must be there at
    least.  Both ascending, so that equal requirements are equal values.
    """

    places: tuple[tuple[int, int], ...] = ()
    least: tuple[tuple[int, int], ...] = ()

    def after(self, question: Word, marks: str) -> Required:
        """What is required after one more answer."""
        named = [(cell, mark) for cell, mark in zip(question, marks, strict=True) if mark != "b"]
        places = {(place, question[place]) for place, mark in enumerate(marks) if mark == "g"}
        # The greatest number of one answer counts: `|` of counters is the union, not the sum.
        least = Counter(dict(self.least)) | Counter(cell for cell, _ in named)
        return Required(tuple(sorted({*self.places, *places})), tuple(sorted(least.items())))

    def missed(self, word: Word) -> tuple[int | None, int, int] | None:
        """What a word lacks first: the place (None: anywhere), the cell, and how often it must be
        there; None when it lacks nothing."""
        for place, cell in self.places:
            if word[place] != cell:
                return place, cell, 1
        for cell, times in self.least:
            if word.count(cell) < times:
                return None, cell, times
        return None

    def check(self, word: Word, text: Callable[[Word], str]) -> None:
        """`Refused` when hard mode forbids a word.  text: of a word."""
        missed = self.missed(word)
        if missed is None:
            return
        place, cell, times = missed
        why = f"has no {text((cell,))} in place {(place or 0) + 1}"
        if place is None:
            often = {1: "", 2: " twice", 3: " three times"}.get(times, f" {times} times")
            why = f"does not have {text((cell,))}{often}"
        raise Refused(f"hard mode forbids {text(word)}, which {why}")

    def allowed(self, words: NDArray[Any]) -> NDArray[np.bool_]:
        """Which words of an array of cells, [words, pegs], may be asked."""
        import numpy as np

        fits = np.ones(len(words), bool)
        for place, cell in self.places:
            fits &= words[:, place] == cell
        for cell, times in self.least:
            fits &= (words == cell).sum(axis=1) >= times
        return fits


NOTHING = Required()
