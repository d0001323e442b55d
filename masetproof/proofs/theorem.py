"""From a game to a theorem for every number of colours, and the theorem in words and symbols."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_count, as_instance, as_member
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import PegGame
from masetproof.objectives import Objective
from masetproof.patterns.closure import check_closable
from masetproof.patterns.pattern import MasetPattern, as_pattern
from masetproof.patterns.store import cached_closure
from masetproof.progress import Progress, as_progress, silent
from masetproof.proofs.columns import ColumnTheorem, prove_columns
from masetproof.proofs.equations import Equation, equations
from masetproof.proofs.induction import (
    NotInductive,
    induction_start,
    prove_by_induction,
)
from masetproof.proofs.proof import Proof
from masetproof.proofs.statement import model_json, model_text, symbols_of, words_of
from masetproof.proofs.strategy import optimal_strategy
from masetproof.recurrences.columns import ColumnSystem, column_system
from masetproof.recurrences.quasipolynomial import (
    Claim,
    Formula,
    claim_from,
    claimed_degree,
    find_claim,
    read_formula,
)
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.system import System, build_system
from masetproof.recurrences.values import evaluate, full_pattern_values
from masetproof.strategies.on_patterns import PatternStrategy
from masetproof.strategies.theorem import TheoremGuide
from masetproof.words import Word

__all__ = ["Open", "Stopwatch", "Theorem", "prove", "prove_system"]

_FIRST_ROWS = 24
_MOST_ROWS = 768
_RAISES = (0, 1, 3, 7)


@final
@dataclass
class Stopwatch:
    """Seconds spent in each stage, in the order in which the stages began."""

    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count the time of a block for the stage *name*."""
        begin = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - begin

    def rounded(self) -> dict[str, float]:
        """The seconds to three digits."""
        return {stage: round(seconds, 3) for stage, seconds in self.seconds.items()}


@final
@dataclass(frozen=True, eq=False, repr=False)
class Theorem(Proof):
    """A proved formula with all that its proof consists of; `prove` makes it.

    >>> theorem = prove("ab", 2)
    >>> theorem.optimal_questions("{**}", 7)
    ((0, 1),)
    >>> next(theorem.equations("{**}")).label
    'AB.2.0.1'
    """

    formula: Formula

    def __post_init__(self) -> None:
        super().__post_init__()
        as_instance(Formula, self.formula, "the formula of a theorem")

    def __repr__(self) -> str:
        formula = self.formula
        return f"<Theorem: {model_text(self.system)}, formula for n >= {formula.least}>"

    def strategy(self, colours: int) -> PatternStrategy:
        """An optimal strategy of the real game with so many colours, lazy (`Strategy`).

        `Refused` when there is no secret with so many colours, and in the reading `with` where the
        real game takes more questions than the theorem says.
        """
        finite = FiniteGame(self.closure.game, self.closure.pegs, colours)
        if self.system.reading is not Reading.WITH:
            return PatternStrategy(finite, self.guide)
        real = prove(self.closure.game, self.closure.pegs, objective=self.system.objective)
        value = self.formula(finite.colours)
        if not isinstance(real, Theorem) or real.formula(finite.colours) != value:
            raise Refused(
                f"in the reading 'with' the value for n = {finite.colours} is {value}, which no "
                "strategy of the real game attains"
            )
        return real.strategy(finite.colours)

    @cached_property
    def guide(self) -> TheoremGuide:
        """The optimal questions on patterns; `strategy` makes them questions of the real game."""
        return TheoremGuide(optimal_strategy(self))

    def optimal_questions(
        self, pattern: int | str | MasetPattern, colours: int, excluded: int | None = None
    ) -> tuple[Word, ...]:
        """The questions that are optimal on a pattern when the secret may contain so many colours.

        pattern: its number, or itself or its text, up to isomorphism; the questions are those on
        the pattern of that number (`Closure.patterns`), in their order.  excluded: after so many
        excluded colours (default: as few as can be).  `Refused` when there is no such pattern or no
        secret.
        """
        colours = as_count(colours, "the number of colours")  # None is not all of them here
        state, m = self.place(pattern, colours, excluded)
        system = self.system.only(state)
        questions = self.closure.questions(int(system.pattern[state]))
        numbers = {
            number
            for row in self.attained(system, state, m)
            for number in self.questions_of(state, int(system.split[row]))
        }
        return tuple(questions[number - 1] for number in sorted(numbers))

    def equations(
        self, pattern: int | str | MasetPattern, excluded: int | None = None
    ) -> Iterator[Equation]:
        """The equations of a pattern as values, one for each question, with their verdicts.

        Arguments and refusals as of `optimal_questions`.
        """
        return equations(self, self.place(pattern, None, excluded)[0])

    def place(
        self,
        pattern: int | str | MasetPattern,
        colours: int | None = None,
        excluded: int | None = None,
    ) -> tuple[int, int]:
        """The number of the function of a pattern, and the number m of implicit colours.

        Arguments and refusals as of `optimal_questions`; without colours m is 0.
        """
        if colours is not None:
            colours = as_count(colours, "the number of colours")
        closure = self.closure
        if isinstance(pattern, str | MasetPattern):
            value = as_pattern(pattern)
            if value.is_explicit:
                raise Refused(f"{value.brief()} has no star, so no equation of the theorem is its")
            pattern = closure.number_of(value)
        state = self.state_of(pattern, excluded)
        if colours is None:
            return state, 0
        shown = closure.patterns[pattern]
        if colours < shown.colours or not shown.secrets(closure.game, colours - shown.colours):
            raise Refused(f"pattern {pattern}, {shown}, has no secret with {colours} colours")
        return state, colours - shown.colours

    def as_json(self) -> dict[str, object]:
        """The fields of ``masetproof prove --json`` that are about the proof."""
        return model_json(self.system) | {"status": "proved", "formula": self.formula.as_json()}

    @property
    def values(self) -> dict[int, int]:
        """The computed values of the whole game, by number of colours."""
        return full_pattern_values(self.system, self.table)

    def words(self, exceptions: int | None = None) -> str:
        """The theorem as a sentence.

        exceptions: of more than so many only so many are listed, and how many there are (default:
        all are listed, as in the certificate).
        """
        return words_of(self.system, self.formula, exceptions)

    def symbols(self) -> str:
        """The formula on one line."""
        return symbols_of(self.formula)


@final
@dataclass(frozen=True, eq=False, repr=False)
class Open:
    """What was found when no proof was: the system, its values, and why they prove nothing."""

    system: System | ColumnSystem
    table: NDArray[np.int64]
    reason: str

    def __post_init__(self) -> None:
        if not isinstance(self.system, ColumnSystem):
            as_instance(System, self.system, "the system of an open question")
        as_instance(np.ndarray, self.table, "the table of an open question")
        as_instance(str, self.reason, "the reason")

    def __repr__(self) -> str:
        return f"<Open: {model_text(self.system)}, {self.reason}>"

    def as_json(self) -> dict[str, object]:
        """As `Theorem.as_json`, with the reason and without a formula."""
        told = {"status": "open", "reason": self.reason, "formula": None}
        return model_json(self.system) | told


def prove(
    game: PegGame | str,
    pegs: int,
    *,
    objective: Objective | str = Objective.EXPECTED,
    reading: Reading | str = Reading.EXACT,
    progress: Progress = silent,
    stopwatch: Stopwatch | None = None,
) -> Theorem | ColumnTheorem | Open:
    """Prove a closed formula for every number of colours.

    Where each column has an alphabet of its own, for every vector of numbers: a `ColumnTheorem`.

    Game, objective and reading are the value or its text; the default reading is the real game.
    `Refused` for a game or a number of pegs that the pattern engine does not treat.  The result
    is `Open` when no quasi-polynomial was found or none passed the induction.

    >>> theorem = prove("mastermind", 2)
    >>> theorem.formula(3), theorem.formula(10**6)
    (21, 333335458330250002)
    """
    game, pegs = check_closable(game, pegs)
    objective, reading = as_member(Objective, objective), as_member(Reading, reading)
    progress = as_progress(progress)
    watch = Stopwatch() if stopwatch is None else as_instance(Stopwatch, stopwatch, "stopwatch")
    with watch.stage("closure"):
        closure = cached_closure(game, pegs, extra=reading.asks_extra, progress=progress)
    with watch.stage("recurrences"):
        if game.own_alphabets:
            by_columns = column_system(closure, reading, objective)
        else:
            system = build_system(closure, reading, objective)
    if not game.own_alphabets:
        return prove_system(system, progress=progress, stopwatch=watch)
    with watch.stage("induction"):
        theorem, reason = prove_columns(by_columns, progress)
    return theorem or Open(by_columns, np.zeros((0, 0), dtype=np.int64), reason)


def prove_system(
    system: System, *, progress: Progress = silent, stopwatch: Stopwatch | None = None
) -> Theorem | Open:
    """The theorem of a system: values, a claim that they bear out, and the induction."""
    watch = stopwatch or Stopwatch()
    with watch.stage("recurrences"):
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
        for claim in _raised(found, table):
            needed = induction_start(merged, claim.base) + claim.period
            if needed > len(table):
                break
            try:
                with watch.stage("induction"):
                    induction = prove_by_induction(merged, claim, table, progress)
            except (NotInductive, OverflowError) as failure:
                reason = str(failure)
                continue
            formula = read_formula(claim, full_pattern_values(system, table), system.objective)
            return Theorem(system, merged, table[:needed], induction, formula)
        rows += rows // 2
    return Open(system, table, f"{reason}, with up to {len(table) - 1} implicit colours")


def _raised(claim: Claim | None, table: NDArray[np.int64]) -> Iterator[Claim]:
    """The claim, and the same from later and later bases as far as the values go."""
    if claim is None:
        return
    for raise_by in _RAISES:
        base = claim.base + raise_by * claim.period
        if base + claim.period * (claim.degree + 1) <= len(table):
            yield claim_from(table, claim.period, claim.degree, base)
