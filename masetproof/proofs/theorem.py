"""Theorems for all games, and the whole way from a game to its theorem.

Colours are given as one number or, where there are several kinds of colours, also as one number for
each kind: with an alphabet for each column, one for each column.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import (
    Refused,
    as_count,
    as_flag,
    as_instance,
    as_member,
    counted,
    either_spelling,
    shown,
)
from masetproof.finite.setting import FiniteGame
from masetproof.games.alike import AlikeGame
from masetproof.games.registry import is_ours
from masetproof.objectives import Objective
from masetproof.patterns.closure import Unclosed
from masetproof.patterns.pattern import MasetPattern, as_index, as_pattern
from masetproof.patterns.provable import check_provable
from masetproof.progress import Progress, Stopwatch, as_progress, as_stopwatch, silent
from masetproof.proofs.equations import Equation, equations_of
from masetproof.proofs.finding import Open, find_proof
from masetproof.proofs.functions import Colours, Functions
from masetproof.proofs.general import Solve, Solved
from masetproof.proofs.guide import TheoremGuide
from masetproof.proofs.induction import Induction, induction_start
from masetproof.proofs.numbers import Region, regions_of
from masetproof.proofs.proof import Proof, Statement, statement_of
from masetproof.proofs.verdicts import Verdict, verdicts
from masetproof.recurrences.cells import Tree
from masetproof.recurrences.claims import Claims
from masetproof.recurrences.quasipolynomial import Formula, read_formula
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Function, Recurrences, closure_for, recurrences_of
from masetproof.strategies.on_patterns import PatternStrategy
from masetproof.words import Word


@final
@dataclass(frozen=True, eq=False, repr=False)
class Theorem(Functions, Proof):
    """A proved formula for every number of colours, with its proof; `prove` makes it.

    formula: for the game with n colours; where each column has its own colours, n in each column.
    Where there are several kinds of colours, a *board* has a number of each kind: with an
    alphabet for each column n_1, ..., n_p in the columns, where columns share colours one for each
    set of columns where they may stand.  `value` is proved for all boards, and `regions` states it,
    a polynomial on each cell.

    >>> theorem = prove("ab", 2)
    >>> theorem.value(7), theorem.optimal_questions("{**}", 7)
    (161, ((0, 1),))
    >>> boards = prove("black-peg", 2)
    >>> boards.value((3, 4)), boards.symbols()
    (37, 'f(n) = 2/3*n^3 + n^2 - 2/3*n')
    """

    system: Recurrences
    induction: Induction
    formula: Formula
    claim: Claims
    solved: Solved | None = None

    def __repr__(self) -> str:
        return f"<Theorem: {self.system.title}, for every n >= {self.formula.least}>"

    # ------------------------------------------------------------------------- what is proved

    @property
    def statement(self) -> Statement:
        return statement_of(self.system, self.formula)

    @either_spelling
    def value(self, colours: Colours) -> int:
        """The proved value, exact, for a number of colours, or one number for each kind.

        The kinds are in the order of `AlikeGame.kinds`: with an alphabet for each column that of
        the columns.  `Refused` when there is no secret.
        """
        if self.system.has_one_index:
            return self.formula(colours)  # type: ignore[arg-type]
        board = as_index(colours, self.closure.game, self.closure.pegs)
        if not self.closure.patterns[0].secrets(self.closure.game, board):
            raise Refused(f"there is no secret with {shown(colours)} for the numbers of colours")
        return self.induction.lower.claims.value(self.system.first, board)

    @property
    def boards(self) -> Tree:
        """The proved values of boards, by numbers of colours of each kind."""
        return self.induction.lower.claims[self.system.first]

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """The cells of boards with a secret, and their values; none with one kind of colours."""
        return () if self.system.has_one_index else regions_of(self.system, self.boards)

    @cached_property
    def values(self) -> dict[int, int]:
        """The values of the game with n colours up to the base of the formula, and beyond."""
        return _known_values(self.system, self.induction, self.claim)

    def words(
        self,
        exceptions: int | None = None,
        boards: str = "what the first function of the certificate says",
        *,
        lower: bool = False,
    ) -> str:
        """The theorem as a sentence, which covers every n with a secret.

        exceptions: how many exceptions to list at most (default: all, as in the certificate); of
        further ones the sentence has the number.
        boards: where there are several kinds of colours, what the sentence adds on all boards; an
        empty text leaves it out.
        lower: only that no strategy takes less.
        """
        if exceptions is not None:
            exceptions = as_count(exceptions, "the number of exceptions to list", 1)
        as_instance(str, boards, "what is said of boards")
        least = "at least " if as_flag(lower, "lower") else ""
        formula, closure = self.formula, self.closure
        missed = formula.exceptions
        held = _listed([f"n = {n}" for n in formula.held])
        listed = [f"{value} for n = {n}" for n, value in missed.items()]
        known = _listed(listed)
        if exceptions is not None and len(listed) > exceptions:
            known = f"{', '.join(listed[:exceptions])} and so on, with {len(listed)} exceptions "
            known += f"in all, the last for n = {max(missed)}"
        return (
            f"{_named(closure.game)} with {counted(closure.pegs, 'peg')} and n colours, "
            f"{self.system.reading.describe()}: the {'' if lower else 'least '}"
            f"{formula.objective.describe()} is {least}f(n) for every n >= {formula.valid_from}"
            + (f", and for {held}" if held else "")
            + (f"; it is {least}{known}" if known else "")
            + (f"; on every board it is {boards}" if self.regions and boards else "")
            + "."
        )

    def symbols(self) -> str:
        """The formula on one line, a branch after the other."""
        return self.formula.symbols()

    def as_json(self) -> dict[str, object]:
        """The fields of ``masetproof prove --json`` that are about the proof."""
        result: dict[str, object] = {"status": "proved", "formula": self.formula.as_json()}
        regions = [region.as_json() for region in self.regions]
        if self.solved is not None:
            result["solved"] = self.solved.as_json()
        return self.system.as_json() | result | ({"regions": regions} if regions else {})

    def proved_on(self) -> dict[str, int]:
        """The extent of the induction: from which m on, or on how many cells."""
        if not self.system.has_one_index:
            checks = self.induction.lower.checks.values()
            return {"cells": sum(1 for tree in checks for _ in tree.leaves())}
        return {"base": self.claim.base, "start": self.start, "period": self.claim.period}

    # --------------------------------------------------------------------- what is to be asked

    @cached_property
    def guide(self) -> TheoremGuide:
        """The optimal questions on patterns; `strategy` makes them questions of the real game."""
        return TheoremGuide(self)

    @cached_property
    def real_game(self) -> Theorem | Open:
        """The theorem of the reading `exact`, for the same game and objective."""
        return prove(
            *(self.closure.game, self.closure.pegs),
            objective=self.system.objective,
            solve=Solve.NOTHING,
        )

    @either_spelling
    def strategy(self, colours: Colours) -> PatternStrategy:
        """An optimal strategy of the real game for a number of colours, lazy (`Strategy`).

        `Refused` when there is no secret, and in the reading `with` where the real game takes more
        questions than the theorem says.
        """
        if self.system.reading is not Reading.WITH:
            return super().strategy(colours)
        finite = FiniteGame(self.closure.game, self.closure.pegs, colours)
        real, value = self.real_game, self.value(colours)
        if not isinstance(real, Theorem) or real.value(colours) != value:
            raise Refused(
                f"in the reading 'with' the value for {finite.colours_text} is {value}, which "
                "no strategy of the real game attains"
            )
        return real.strategy(colours)

    @either_spelling
    def optimal_questions(
        self,
        pattern: int | str | MasetPattern,
        colours: Colours,
        excluded: Colours | None = None,
    ) -> tuple[Word, ...]:
        """The questions that are optimal on a pattern, for a number of colours.

        pattern: its number in `Closure.patterns`, or a pattern or its text, which is looked up
        there up to isomorphism; the questions are those on the pattern found, in their order.
        colours: how many colours the secret may contain.  excluded: how many colours are excluded
        (default: as few as possible).  `Refused` when there is no such pattern or no secret.
        """
        if colours is None:  # is not all of them here
            colours = as_count(colours, "the number of colours")
        function, m = self.place(pattern, colours, excluded)
        questions = self.closure.questions(self.pattern_of(function))
        return tuple(questions[number - 1] for number in self.optimal_numbers(function, m))

    def equations(
        self, pattern: int | str | MasetPattern, excluded: Colours | None = None
    ) -> Iterator[Equation]:
        """The equations of a pattern, by question; arguments are those of `optimal_questions`."""
        function, _ = self.place(pattern, None, excluded)
        return iter(equations_of(self, function).equations)

    def verdicts(self, function: Function) -> tuple[Verdict, ...]:
        """The verdicts on all equations of a function, in the order of their questions."""
        return verdicts(self, function)

    @cached_property
    def optimal_question_counts(self) -> NDArray[np.int64]:
        """For each function and residue how many questions are optimal for all large n.

        int64[period * functions].  Counted over all questions, those with equal equations included.
        """
        system = self.columns
        merged = system.merged
        copies = np.bincount(self.closure.split_of, minlength=len(self.closure.splits))
        group = system.merge_groups()
        rows = np.flatnonzero(np.logical_or.reduce(self.tight)[group])
        group, function = group[rows], system.columns.function[rows]
        same_constant = system.columns.constant[rows, -1] == merged.constant[group, -1]
        weight = copies[system.columns.split[rows]] * same_constant
        counts = [
            np.bincount(function, weight * tight[group], len(system.pattern)).astype(np.int64)
            for tight in self.tight
        ]
        return np.concatenate(counts)

    @either_spelling
    def place(
        self,
        pattern: int | str | MasetPattern,
        colours: Colours | None = None,
        excluded: Colours | None = None,
    ) -> tuple[Function, tuple[int, ...]]:
        """The function of a pattern, and its m, 0 without colours; as of `optimal_questions`."""
        if isinstance(pattern, str | MasetPattern):
            value = as_pattern(pattern)
            if value.is_explicit:
                raise Refused(f"{value.brief()} has no star; equations belong to patterns with one")
            pattern = self.closure.number_of(value)
        function = self.function_of(pattern, excluded)
        return function, self.implicit_of(function, colours)


def _listed(pieces: Sequence[str]) -> str:
    """Pieces of a sentence, the last one after "and"."""
    *others, last = pieces or [""]
    return f"{', '.join(others)} and {last}" if others else last


def _named(game: AlikeGame) -> str:
    """The title of a game; that of one's own cannot be taken for the name of another."""
    return game.title if is_ours(game) else f'"{game.title}", a game of one\'s own,'


def prove(
    game: AlikeGame | str,
    pegs: int,
    *,
    objective: Objective | str = Objective.EXPECTED,
    reading: Reading | str = Reading.EXACT,
    solve: Solve | str = Solve.STRATEGY,
    progress: Progress = silent,
    stopwatch: Stopwatch | None = None,
) -> Theorem | Open:
    """Prove a closed formula for every number of colours.

    In black-peg games also for boards with different numbers of colours (`Theorem.regions`).

    solve: which functions SymPy solves on the way (`Solve`), each from an optimal equation; what it
    finds must be what interpolation found in the values.

    Game, objective and reading can be given as values or as texts; the default reading is the real
    game.  `Refused` for a game or a number of pegs that the pattern engine does not treat.  The
    result is `Open` when no quasi-polynomial was found or none passed the induction, and when the
    patterns of a game of one's own may have no end.

    >>> theorem = prove("mastermind", 2)
    >>> theorem.formula(3), theorem.formula(10**6)
    (21, 333335458330250002)
    """
    game, pegs = check_provable(game, pegs)
    objective, reading = as_member(Objective, objective), as_member(Reading, reading)
    solve, progress = as_member(Solve, solve), as_progress(progress)
    watch = as_stopwatch(stopwatch)
    try:
        with watch.stage("closure"):
            closure = closure_for(game, pegs, reading, progress)
    except Unclosed as failure:
        return Open(Statement(game, pegs, objective, reading, None), {}, str(failure))
    with watch.stage("recurrences"):
        system = recurrences_of(closure, reading, objective)
    return prove_system(system, solve=solve, progress=progress, stopwatch=watch)


def theorem_of(
    game: AlikeGame | str,
    pegs: int,
    *,
    objective: Objective | str = Objective.EXPECTED,
    reading: Reading | str = Reading.EXACT,
    solve: Solve | str = Solve.STRATEGY,
    progress: Progress = silent,
) -> Theorem:
    """The theorem that `prove` finds; `Refused` where it is open.  Arguments as of `prove`.

    >>> theorem_of("mastermind", 2).formula(5)
    81
    """
    outcome = prove(
        game, pegs, objective=objective, reading=reading, solve=solve, progress=progress
    )
    if isinstance(outcome, Open):
        raise Refused(f"there is no theorem: {outcome.reason}")
    return outcome


def prove_system(
    system: Recurrences,
    *,
    solve: Solve = Solve.NOTHING,
    progress: Progress = silent,
    stopwatch: Stopwatch | None = None,
) -> Theorem | Open:
    """The theorem of a system; `Open` with its values where nothing is proved.

    solve: as of `prove`.
    """
    check_provable(system.closure.game, system.closure.pegs)
    found = find_proof(system, progress, stopwatch or Stopwatch(), solve)
    if isinstance(found, Open):
        return found
    system, induction, claim, solved = found
    known = _known_values(system, induction, claim)
    formula = read_formula(claim, known, system.objective)
    return Theorem(system, induction, formula, claim, solved)


def _known_values(system: Recurrences, induction: Induction, claim: Claims) -> dict[int, int]:
    """The values with n colours up to the start of the induction, and a period beyond."""
    game, pegs = system.closure.game, system.closure.pegs
    numbers = range(game.least_colours(pegs), induction_start(system, claim.base) + claim.period)
    value = induction.lower.claims.value
    return {n: value(system.first, as_index(n, game, pegs)) for n in numbers}
