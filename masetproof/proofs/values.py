"""The values of a game for many numbers of colours.

The recurrences give the values that a proof needs; for greater n the proved formula gives them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import final

from masetproof.arguments import Refused, as_count, as_member, counted, either_spelling, shown
from masetproof.games.alike import AlikeGame
from masetproof.objectives import Objective
from masetproof.patterns.provable import check_closable, check_provable
from masetproof.progress import Progress, as_progress, silent
from masetproof.proofs.finding import Open
from masetproof.proofs.theorem import Theorem, prove_system
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import closure_for, recurrences_of
from masetproof.recurrences.values import whole_values

MOST_VALUES = 1_000_000
"""The most values that are given at once; the formula gives any other."""
_WITHOUT_PROOF = 20
"""Up to this number of colours the recurrences are evaluated, which takes less than a proof."""


@final
@dataclass(frozen=True, eq=False, repr=False)
class GameValues:
    """The minimal EPL or worst case of a game for each n from *first* to *last*.

    computed: the values that were computed from the recurrences, up to some n.  formula: what was
    proved, for those beyond; None where the recurrences go to the end.
    """

    game: AlikeGame
    pegs: int
    objective: Objective
    reading: Reading
    first: int
    last: int
    computed: dict[int, int]
    formula: Formula | None

    def __repr__(self) -> str:
        return f"<GameValues of {self.game.name}, {self.pegs} pegs: n = {self.first}..{self.last}>"

    @property
    def formula_from(self) -> int | None:
        """The least n whose value comes from the formula; None where there is none."""
        beyond = max(self.computed) + 1
        return max(beyond, self.first) if beyond <= self.last else None

    @property
    def numbers(self) -> range:
        return range(self.first, self.last + 1)

    def items(self) -> Iterator[tuple[int, int]]:
        return ((n, self.value(n)) for n in self.numbers)

    def value(self, n: int) -> int:
        return self.computed[n] if n in self.computed or not self.formula else self.formula(n)

    def secrets(self, n: int) -> int:
        return self.game.secret_count(self.pegs, n)

    def mean(self, n: int) -> Fraction | None:
        """The least expected number of questions; None in the worst case, which has no mean."""
        if self.objective is Objective.WORST:
            return None
        return Fraction(self.value(n), self.secrets(n))


def values_between(
    game: AlikeGame | str,
    pegs: int,
    first: int,
    last: int,
    *,
    objective: Objective | str = Objective.EXPECTED,
    reading: Reading | str = Reading.EXACT,
    progress: Progress = silent,
    proving: bool = False,
) -> GameValues:
    """The values of a game with *first* to *last* colours, exact.

    As `game_values`, but the values beyond the recurrences are found when they are asked for.
    *first* is raised to the least number of colours with which there is a secret.  proving: whether
    a formula is proved also where few values are wanted, if there is a proof.
    """
    game, pegs = check_closable(game, pegs)
    objective, reading = as_member(Objective, objective), as_member(Reading, reading)
    first, last = (as_count(n, "the number of colours", None) for n in (first, last))
    progress = as_progress(progress)
    first = numbers_with_secrets(game, pegs, first, last).start
    few = last <= _WITHOUT_PROOF
    with suppress(Refused) if few else nullcontext():
        check_provable(game, pegs)
        few = few and not proving
    closure = closure_for(game, pegs, reading, progress)
    system = recurrences_of(closure, reading, objective)
    outcome = None if few else prove_system(system, progress=progress)
    if isinstance(outcome, Open) and last > _WITHOUT_PROOF:
        raise Refused(f"the values beyond the recurrences are open: {outcome.reason}")
    if isinstance(outcome, Theorem):
        computed, formula = outcome.values, outcome.formula
    else:
        computed, formula = whole_values(system, last, progress), None
    return GameValues(game, pegs, objective, reading, first, last, computed, formula)


def numbers_with_secrets(game: AlikeGame, pegs: int, first: int, last: int) -> range:
    """The n up to the last one with a secret; `Refused` where there is none, and for too many n."""
    least = game.least_colours(pegs)
    if last < least:
        raise Refused(
            f"{game.title} with {counted(pegs, 'peg')} needs at least "
            f"{counted(least, 'colour')}, not {shown(last)}"
        )
    first = max(first, least)
    if not 1 <= last - first + 1 <= MOST_VALUES:
        raise Refused(
            f"1 to {MOST_VALUES:,} values are given at once, not those from {shown(first)} to "
            f"{shown(last)}"
        )
    return range(first, last + 1)


@either_spelling
def game_values(
    game: AlikeGame | str,
    pegs: int,
    colours: int,
    *,
    first: int = 1,
    objective: Objective | str = Objective.EXPECTED,
    reading: Reading | str = Reading.EXACT,
    progress: Progress = silent,
) -> dict[int, int]:
    """The minimal EPL or worst case of a game with *first*, ..., *colours* colours, exact.

    Game, objective and reading can be given as values or as texts; the default reading is the real
    game.  A few values are computed from the recurrences.  When there are many, the formula is
    proved, and only the values that its proof needs are computed; the others are the formula's.

    Numbers of colours without a secret are left out.  `Refused` when none of them has a secret,
    when there are no numbers or more than a million, when the pattern engine does not treat the
    game or the number of pegs, and for more than 20 colours when there is no theorem.

    >>> game_values(MASTERMIND, 2, 4)
    {1: 1, 2: 8, 3: 21, 4: 45}
    >>> game_values(MASTERMIND, 1, 10**15, first=10**15)
    {1000000000000000: 500000000000000500000000000000}
    """
    values = values_between(
        game, pegs, first, colours, objective=objective, reading=reading, progress=progress
    )
    return dict(values.items())
