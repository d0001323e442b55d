"""From a game to a theorem for every number of colours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_count, as_instance, as_member, either_spelling
from masetproof.games.pegs import PegGame
from masetproof.objectives import Objective
from masetproof.patterns.closure import check_provable
from masetproof.patterns.store import cached_closure
from masetproof.progress import Progress, Stopwatch, as_progress, silent
from masetproof.proofs.guide import TheoremGuide
from masetproof.proofs.induction import (
    NotInductive,
    induction_start,
    prove_by_induction,
)
from masetproof.proofs.one_index_proof import OneIndexProof
from masetproof.proofs.statement import Open, Theorem
from masetproof.proofs.strategy import optimal_strategy
from masetproof.proofs.verdicts import NumberVerdict, verdicts
from masetproof.recurrences.polynomials import in_colours, polynomial_text
from masetproof.recurrences.quasipolynomial import (
    Claim,
    Formula,
    claim_from,
    claimed_degree,
    find_claim,
    read_formula,
)
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Recurrences, recurrences_of
from masetproof.recurrences.system import System, build_system
from masetproof.recurrences.values import evaluate, full_pattern_values

__all__ = [
    "OneIndexTheorem",
    "Open",
    "Stopwatch",
    "Theorem",
    "prove",
    "prove_system",
    "theorem_of",
]

_FIRST_ROWS = 32
_MOST_ROWS = 768
_RAISES = (0, 1, 3, 7)


@final
@dataclass(frozen=True, eq=False, repr=False)
class OneIndexTheorem(OneIndexProof, Theorem):
    """A theorem on a game with one alphabet for all columns: a function depends on one number m.

    >>> next(prove("ab", 2).equations("{**}")).label
    'AB.2.0.1'
    """

    formula: Formula

    def __post_init__(self) -> None:
        super().__post_init__()
        as_instance(Formula, self.formula, "the formula of a theorem")

    @either_spelling
    def value(self, colours: int) -> int:
        """The proved value of the game with so many colours, exact; `Refused` without a secret."""
        return self.formula(colours)

    @property
    def claim(self) -> Claim:
        """What is proved of all functions by the induction."""
        return self.induction.claim

    @property
    def values(self) -> dict[int, int]:
        """The computed values of the whole game, by number of colours."""
        return full_pattern_values(self.system, self.table)

    @cached_property
    def guide(self) -> TheoremGuide:
        """The optimal questions on patterns; `strategy` makes them questions of the real game."""
        return TheoremGuide(optimal_strategy(self))

    @cached_property
    def real_game(self) -> Theorem | Open:
        """The theorem of the reading `exact`, for the same game and objective."""
        return prove(self.closure.game, self.closure.pegs, objective=self.system.objective)

    @cached_property
    def optimal_question_counts(self) -> NDArray[np.int64]:
        """For each function and residue how many questions are optimal for all large n.

        int64[period * functions].  Counted over all questions, those with equal equations included.
        """
        system, merged, induction = self.system, self.merged, self.induction
        copies = np.bincount(self.closure.split_of, minlength=len(self.closure.splits))
        group = system.merge_groups()
        same_constant = system.constant[:, -1] == merged.constant[group, -1]
        weight = copies[system.split] * same_constant
        per_group = np.bincount(group, weight, len(merged.state)).astype(np.int64)
        counts = [
            np.bincount(merged.state, per_group * tight, len(merged.pattern)).astype(np.int64)
            for tight in induction.tight
        ]
        return np.concatenate(counts)

    def excluded_of(self, state: int) -> int:
        """How many colours are excluded, up to the cap (0 for `without`, the cap for `with`)."""
        return self.function_of(state)[1]

    def secrets_text(self, state: int, more: int = 0) -> str:
        """The number of secrets of a function, as a polynomial in n, and a number added."""
        pattern = self.closure.patterns[self.pattern_of(state)]
        own = in_colours(pattern.secrets_polynomial(self.closure.game), pattern.colours)
        return polynomial_text((own[0] + as_count(more, "what is added", None), *own[1:]))

    @either_spelling
    def implicit_of(self, state: int, colours: int | None) -> int:
        """How many colours are implicit for a function when the secret may contain so many.

        `Refused` when there is no secret; without colours it is 0.
        """
        if colours is not None:
            colours = as_count(colours, "the number of colours")
        implicit: tuple[int] = super().implicit_of(state, colours)
        return implicit[0]

    def verdicts(self, state: int) -> tuple[NumberVerdict, ...]:
        """The verdicts on all equations of a function, in the order of their questions."""
        self.function_of(state)
        return verdicts(self, state)


def prove(
    game: PegGame | str,
    pegs: int,
    *,
    objective: Objective | str = Objective.EXPECTED,
    reading: Reading | str = Reading.EXACT,
    progress: Progress = silent,
    stopwatch: Stopwatch | None = None,
) -> Theorem | Open:
    """Prove a closed formula for every number of colours.

    In black-peg games also for boards with different numbers of colours (`Theorem.regions`).

    Game, objective and reading can be given as values or as texts; the default reading is the real
    game.  `Refused` for a game or a number of pegs that the pattern engine does not treat.  The
    result is `Open` when no quasi-polynomial was found or none passed the induction.

    >>> theorem = prove("mastermind", 2)
    >>> theorem.formula(3), theorem.formula(10**6)
    (21, 333335458330250002)
    """
    game, pegs = check_provable(game, pegs)
    objective, reading = as_member(Objective, objective), as_member(Reading, reading)
    progress = as_progress(progress)
    watch = Stopwatch() if stopwatch is None else as_instance(Stopwatch, stopwatch, "stopwatch")
    with watch.stage("closure"):
        closure = cached_closure(game, pegs, extra=reading.asks_extra, progress=progress)
    with watch.stage("recurrences"):
        system = recurrences_of(closure, reading, objective)
    return prove_system(system, progress=progress, stopwatch=watch)


def theorem_of(
    game: PegGame | str,
    pegs: int,
    *,
    objective: Objective | str = Objective.EXPECTED,
    reading: Reading | str = Reading.EXACT,
    progress: Progress = silent,
) -> Theorem:
    """The theorem that `prove` finds; `Refused` where it is open.  Arguments as of `prove`.

    >>> theorem_of("mastermind", 2).formula(5)
    81
    """
    outcome = prove(game, pegs, objective=objective, reading=reading, progress=progress)
    if isinstance(outcome, Open):
        raise Refused(f"there is no theorem: {outcome.reason}")
    return outcome


def prove_system(
    system: Recurrences,
    *,
    progress: Progress = silent,
    stopwatch: Stopwatch | None = None,
) -> Theorem | Open:
    """The theorem of a system: values, a claim that they bear out, and the induction."""
    watch = stopwatch or Stopwatch()
    if system.closure.game.white_pegs:
        return _prove_one_index(system, progress, watch)
    from masetproof.proofs.cell_theorem import prove_recurrences  # no need to load it before

    return prove_recurrences(system, progress, watch)


def _prove_one_index(
    recurrences: Recurrences, progress: Progress, watch: Stopwatch
) -> Theorem | Open:
    with watch.stage("recurrences"):
        system = recurrences
        if not isinstance(system, System) or system.is_merged:
            system = build_system(system.closure, system.reading, system.objective)
        merged = system.merged()
    degree = claimed_degree(system.objective, system.closure.pegs)
    table = np.zeros((0, len(system.pattern)), dtype=np.int64)
    reason = "the values show no quasi-polynomial"
    rows = _FIRST_ROWS
    while rows <= _MOST_ROWS:
        with watch.stage("values"):
            table = evaluate(merged, rows - 1, known=table, progress=progress)
        with watch.stage("solving"):
            found = find_claim(table, degree)
        more = rows // 2  # or what the next claim needs, if that is less
        for claim in _raised(found, table):
            needed = induction_start(merged, claim.base) + claim.period
            if needed > len(table):
                more = min(more, max(needed - rows, rows // 8))
                break
            try:
                with watch.stage("induction"):
                    induction = prove_by_induction(merged, claim, table, progress)
            except (NotInductive, OverflowError) as failure:
                reason = str(failure)
                continue
            formula = read_formula(claim, full_pattern_values(system, table), system.objective)
            return OneIndexTheorem(system, merged, table[:needed], induction, formula)
        rows += more
    values = full_pattern_values(system, table)
    tried = f"values with up to {len(table) - 1} implicit colours were tried"
    return Open(system, values, f"{reason} ({tried})")


def _raised(claim: Claim | None, table: NDArray[np.int64]) -> Iterator[Claim]:
    """The claim, and the same from later and later bases as far as the values go."""
    if claim is None:
        return
    for raise_by in _RAISES:
        base = claim.base + raise_by * claim.period
        if base + claim.period * (claim.degree + 1) <= len(table):
            yield claim_from(table, claim.period, claim.degree, base)
