"""What is proved, and what is open: the same for all games.

`Theorem` is what callers use, whatever its proof: on residue classes (`proofs.theorem`) or on cells
(`proofs.cell_theorem`).  How many colours there are is said by one number or, where there are
several kinds of colours, also by one number for each kind: with an alphabet for each column, for
each column.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, final

from masetproof.arguments import Refused, as_count, as_instance, counted, either_spelling, shown
from masetproof.finite.setting import FiniteGame
from masetproof.notebook import Shown
from masetproof.patterns.pattern import MasetPattern, as_pattern
from masetproof.proofs.equations import Equation, function_of
from masetproof.proofs.functions import Functions
from masetproof.proofs.induction import Induction
from masetproof.proofs.regions import Region
from masetproof.proofs.verdicts import Verdict
from masetproof.recurrences.cells import Tree
from masetproof.recurrences.polynomials import polynomial_text
from masetproof.recurrences.quasipolynomial import Claim, Formula
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Recurrences
from masetproof.strategies.on_patterns import FullGuide, PatternStrategy
from masetproof.words import Word

__all__ = ["Colours", "Open", "Theorem", "as_theorem", "model_json", "model_text"]

Colours = int | Sequence[int]
"""A number of colours or, where there are several kinds of colours, also one for each kind."""


class Theorem(Functions, Shown):
    """A proved formula for every number of colours, with its proof; `prove` makes it.

    formula: for the game with n colours; where each column has its own colours, n in each column.

    >>> theorem = prove("ab", 2)
    >>> theorem.value(7), theorem.optimal_questions("{**}", 7)
    (161, ((0, 1),))
    >>> boards = prove("black-peg", 2)
    >>> boards.value((3, 4)), boards.symbols()
    (37, 'f(n) = 2/3*n^3 + n^2 - 2/3*n')
    """

    induction: Induction
    formula: Formula

    def __repr__(self) -> str:
        return f"<Theorem: {model_text(self.system)}, for every n >= {self.formula.least}>"

    # ------------------------------------------------------------------------- what is proved

    @abstractmethod
    def value(self, colours: Any) -> int:
        """The proved value for a number of colours, exact; `Refused` when there is no secret."""

    @property
    @abstractmethod
    def claim(self) -> Claim:
        """The quasi-polynomial that the formula is read from."""

    @property
    @abstractmethod
    def values(self) -> dict[int, int]:
        """Computed values of the game: up to the base of the formula, and some more."""

    @property
    def boards(self) -> Tree | None:
        """What is proved of each board, on cells; None where there is one kind of colours."""
        return None

    @property
    def regions(self) -> tuple[Region, ...]:
        """The cells of boards, each with a polynomial; none where there is one kind of colours."""
        return ()

    def words(
        self,
        exceptions: int | None = None,
        boards: str = "what the first function of the certificate says",
    ) -> str:
        """The theorem as a sentence, which says for every n with a secret what holds.

        exceptions: how many exceptions to list at most (default: all, as in the certificate); if
        there are more, their number is told.  boards: where there are several kinds of colours,
        what the sentence says of all boards; an empty text leaves it out.
        """
        if exceptions is not None:
            exceptions = as_count(exceptions, "the number of exceptions to list", 1)
        as_instance(str, boards, "what is said of boards")
        formula, closure = self.formula, self.closure
        missed = formula.exceptions
        held = _listed([f"n = {n}" for n in formula.held])
        listed = [f"{value} for n = {n}" for n, value in missed.items()]
        known = _listed(listed)
        if exceptions is not None and len(listed) > exceptions:
            known = f"{', '.join(listed[:exceptions])} and so on, with {len(listed)} exceptions "
            known += f"in all, the last for n = {max(missed)}"
        return (
            f"{closure.game.title} with {counted(closure.pegs, 'peg')} and n colours, "
            f"{self.system.reading.describe()}: the least {formula.objective.describe()} is f(n) "
            f"for every n >= {formula.valid_from}"
            + (f", and for {held}" if held else "")
            + (f"; it is {known}" if known else "")
            + (f"; on every board it is {boards}" if self.boards is not None and boards else "")
            + "."
        )

    def symbols(self) -> str:
        """The formula on one line, a branch after the other."""
        branches = self.formula.branches
        if len(branches) == 1:
            return f"f(n) = {polynomial_text(branches[0])}"
        return "; ".join(
            f"f(n) = {polynomial_text(branch)} for n = {r} mod {len(branches)}"
            for r, branch in enumerate(branches)
        )

    def as_json(self) -> dict[str, object]:
        """The fields of ``masetproof prove --json`` that are about the proof."""
        told = {"status": "proved", "formula": self.formula.as_json()}
        regions = [region.as_json() for region in self.regions]
        return model_json(self.system) | told | ({"regions": regions} if regions else {})

    # --------------------------------------------------------------------- what is to be asked

    @cached_property
    @abstractmethod
    def guide(self) -> FullGuide:
        """The optimal questions on patterns; `strategy` makes them questions of the real game."""

    @cached_property
    @abstractmethod
    def real_game(self) -> Theorem | Open:
        """The theorem of the reading `exact`, for the same game and objective."""

    @either_spelling
    def strategy(self, colours: Colours) -> PatternStrategy:
        """An optimal strategy of the real game for a number of colours, lazy (`Strategy`).

        `Refused` when there is no secret, and in the reading `with` where the real game takes more
        questions than the theorem says.
        """
        finite = FiniteGame(self.closure.game, self.closure.pegs, colours)
        if self.system.reading is not Reading.WITH:
            return PatternStrategy(finite, self.guide)
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
        state, m = self.place(pattern, colours, excluded)
        questions = self.closure.questions(self.pattern_of(state))
        return tuple(questions[number - 1] for number in self.optimal_numbers(state, m))

    def equations(
        self, pattern: int | str | MasetPattern, excluded: Colours | None = None
    ) -> Iterator[Equation]:
        """The equations of a pattern, one for each question, in the order of the questions.

        Arguments and refusals as of `optimal_questions`.
        """
        state = self.function_of(self.place(pattern, None, excluded)[0])
        return iter(function_of(self, state).equations)

    @either_spelling
    def place(
        self,
        pattern: int | str | MasetPattern,
        colours: Colours | None = None,
        excluded: Colours | None = None,
    ) -> tuple[Any, Any]:
        """The function of a pattern, and its m: the number or the vector of implicit colours.

        Arguments and refusals are those of `optimal_questions`; without colours m is 0.
        """
        if isinstance(pattern, str | MasetPattern):
            value = as_pattern(pattern)
            if value.is_explicit:
                raise Refused(f"{value.brief()} has no star; equations belong to patterns with one")
            pattern = self.closure.number_of(value)
        state = self.state_of(pattern, excluded)
        return state, self.implicit_of(state, colours)

    @abstractmethod
    def excluded_of(self, state: Any) -> int | str:
        """How many colours of a function are excluded, counted up to the cap.

        Where each column has its own colours, the numbers of all columns: ``0,1``.
        """

    @abstractmethod
    def secrets_text(self, state: Any, more: int = 0) -> str:
        """The number of secrets of a function, as a polynomial in n, and a number added.

        Where there are several kinds of colours, in the numbers m1, m2, ... of implicit ones.
        """

    @abstractmethod
    def verdicts(self, state: Any) -> tuple[Verdict, ...]:
        """The verdicts on all equations of a function, in the order of their questions."""


def _listed(pieces: Sequence[str]) -> str:
    """Pieces of a sentence, the last one after "and"."""
    *others, last = pieces or [""]
    return f"{', '.join(others)} and {last}" if others else last


def as_theorem(value: object, what: str = "the theorem") -> Theorem:
    """A theorem; `Refused` otherwise.  what: names it in the message."""
    if not isinstance(value, Theorem):
        raise Refused(f"{what} must be a Theorem, not {shown(value)}")
    return value


@final
@dataclass(frozen=True, eq=False, repr=False)
class Open:
    """The result of `prove` without a proof: the values by n, and why they prove nothing."""

    system: Recurrences
    values: dict[int, int]
    reason: str

    def __post_init__(self) -> None:
        as_instance(Recurrences, self.system, "the system of an open question")
        as_instance(dict, self.values, "the values of an open question")
        as_instance(str, self.reason, "the reason")

    def __repr__(self) -> str:
        return f"<Open: {model_text(self.system)}, {self.reason}>"

    def as_json(self) -> dict[str, object]:
        """The fields of `Theorem.as_json`, with the reason and without a formula."""
        told = {"status": "open", "reason": self.reason, "formula": None}
        return model_json(self.system) | told


def model_json(model: Recurrences) -> dict[str, object]:
    """What says in JSON what was to be proved."""
    return {
        "game": model.closure.game.name,
        "pegs": model.closure.pegs,
        "objective": model.objective.value,
        "extra": model.reading.value,
        "patterns": len(model.closure.patterns),
        "questions": model.closure.question_count,
        "equations": model.equation_count,
    }


def model_text(model: Recurrences) -> str:
    """What is proved, in a repr."""
    closure = model.closure
    return (
        f"{closure.game.name}, {closure.pegs} pegs, {model.objective.value}, "
        f"reading {model.reading.value}"
    )
