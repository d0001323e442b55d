"""The game of the sum: only how many pegs the answer has is told, whatever their colour.

The answer is black plus white pegs: the number of colours in common.  A question that has all
colours of the secret in another order has the greatest sum and does not win.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, final

from masetproof.arguments import as_count
from masetproof.games.alike import DISTINCT_SECRETS, AlikeGame, Columns
from masetproof.games.pegs import MASTERMIND
from masetproof.games.registry import register
from masetproof.games.rules import answers_by_count
from masetproof.words import MOST_LISTED, Word

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WON = "won"


@final
@dataclass(frozen=True, slots=True, repr=False)
class SumGame(AlikeGame):
    """Colours in common, wherever they stand, as often as both words have them.

    repeats: whether a colour may occur twice in a word.  distinct_secrets: whether none then does
    in a secret.

    >>> SUM.answer("0012", "2211"), SUM.answer("0012", "2100"), SUM.answer("0012", "0012")
    ('2', '4', 'won')
    """

    name: str
    label: str
    title: str = field(compare=False)
    repeats: bool = field()
    distinct_secrets: bool = False

    rule = "sum"

    def answers(self, pegs: int) -> tuple[str, ...]:
        """0, 1, ..., and "won" for the word itself."""
        return (*map(str, range(as_count(pegs, "the number of pegs", 1, MOST_LISTED) + 1)), WON)

    def open_answers(self, pegs: int) -> int:
        """With one peg, the colour in common wins."""
        return pegs + 1 if pegs > 1 else 1

    def columns(self, pegs: int) -> Columns:
        return Columns.KEPT

    def compare(self, secret: Word, question: Word) -> str:
        return str(sum(MASTERMIND.compare(secret, question)))

    def distance(self, one: str, other: str) -> int:
        """The number of pegs by which two answers differ."""
        return abs(int(one) - int(other)) if WON not in (one, other) else int(one != other)

    def numbers(self, questions: NDArray[Any], secrets: NDArray[Any]) -> NDArray[np.uint8]:
        import numpy as np

        # A black peg counts 1 and a peg of either kind pegs + 1, so that a sum tells both.
        pegs = questions.shape[1]
        numbers = np.repeat(np.arange(pegs + 1, dtype=np.uint8), pegs + 1)
        numbers[-1] = pegs + 1
        return answers_by_count(questions, secrets, numbers, cells=1, colours=pegs + 1)


SUM = register(SumGame("sum", "SUM", "Sum", repeats=True))
SUM_DISTINCT = register(SumGame("sum-distinct", "SUMD", "Sum, different colours", repeats=False))
SUM_DISTINCT_SECRETS = register(
    SumGame(f"sum{DISTINCT_SECRETS}", "SUMS", "Sum, secrets of different colours", True, True)
)
