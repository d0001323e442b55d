"""Questions and their equations as values, made once from a theorem of any game.

A `PatternQuestion` is a question on a pattern with the parts that it leaves, the same for all
functions of the pattern.  An `Equation` is the recurrence of such a question for one function.
With one kind of implicit colours functions have one index; reports write them in n, the index plus
the explicit colours of the pattern.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, NamedTuple, final

import numpy as np

from masetproof.cache import Recomputed
from masetproof.notebook import Shown
from masetproof.objectives import Objective
from masetproof.patterns.catalogue import Answered
from masetproof.patterns.pattern import MasetPattern
from masetproof.patterns.split import new_kinds
from masetproof.proofs.functions import Functions, factors_of
from masetproof.proofs.general import Piece, in_symbols, solved_in_n
from masetproof.proofs.numbers import conditions
from masetproof.proofs.verdicts import Verdict, equation_label, verdicts
from masetproof.recurrences.cells import Several, Vector, times
from masetproof.recurrences.recurrences import Function, Index, Part, Recurrences
from masetproof.words import EXTRA, Word, word_text

if TYPE_CHECKING:
    import sympy


@final
@dataclass(frozen=True, eq=False)
class PatternQuestion(Recomputed):
    """A question on a pattern, for all functions of the pattern.

    pattern, number: of the pattern, and of the question on it, from 1.
    word: the question.
    split: the row of `Closure.splits`.
    all_answers: a function that returns `answers` of all questions on the pattern, in their order;
        without it each question computes its own.
    """

    system: Recurrences
    pattern: int
    number: int
    word: Word
    split: int
    all_answers: Callable[[], Sequence[tuple[Answered, ...]]] | None = field(
        default=None, repr=False
    )

    def __getstate__(self) -> dict[str, object]:
        return super().__getstate__() | {"all_answers": None}  # a copy asks its own closure

    @cached_property
    def new(self) -> tuple[int, ...]:
        """How many new colours it has of each kind."""
        system = self.system
        kinds = [*new_kinds(system.forms[self.pattern], self.word, system.closure.game).values()]
        return tuple(map(kinds.count, system.kinds))

    @cached_property
    def extra(self) -> int:
        """Its blanks, as `Recurrence.extra` has them."""
        blanks = [j for j, colour in enumerate(self.word) if colour == EXTRA]
        one_kind = self.system.closure.game.one_kind
        return len(blanks) if one_kind else sum(1 << j for j in blanks)

    @cached_property
    def answers(self) -> tuple[Answered, ...]:
        """What each possible answer leaves, in the order of the answers."""
        if self.all_answers is not None:
            return self.all_answers()[self.number - 1]
        return self.system.closure.answered(self.system.forms[self.pattern], self.word)

    @cached_property
    def parts(self) -> tuple[Part | None, ...]:
        """For each answer its part in an equation; None if the answer wins or is never given."""
        return tuple(map(self.part, self.answers))

    def part(self, left: Answered) -> Part | None:
        """The part of one of the answers in an equation; None if it wins or is never given."""
        return self.system.part_left(self.pattern, self.new, left)

    @property
    def patterns(self) -> Iterator[Part]:
        """The parts with a star and a secret, which are the terms of an equation."""
        starred = (left for left in self.answers if not left.part.is_explicit)
        return (part for part in map(self.part, starred) if part is not None)

    @property
    def masets(self) -> Iterator[Part]:
        """The parts that are explicit masets, which add numbers to an equation."""
        first = len(self.system.closure.patterns)
        return (part for part in self.parts if part is not None and part.number >= first)

    @property
    def leaves_whole(self) -> bool:
        """Whether an answer may leave the pattern whole; then the question proves nothing."""
        return not any(self.new) and self.pattern in [part.number for part in self.patterns]


@final
class Term(NamedTuple):
    """A function at an index: the value of a part in an equation.

    indices: each is a number plus the implicit colours of some kinds of the pattern asked.
    """

    function: Function
    indices: tuple[Index, ...]


@final
@dataclass(frozen=True, eq=False)
class FunctionEquations(Recomputed):
    """A function of a theorem with its equations.

    questions: those that it may ask, in the order of their numbers.
    """

    theorem: Functions
    function: Function
    questions: tuple[PatternQuestion, ...]

    @property
    def pattern(self) -> MasetPattern:
        return self.theorem.closure.patterns[self.function[0]]

    @cached_property
    def secrets(self) -> Several:
        """The number of secrets as a polynomial in the numbers of implicit colours of each kind."""
        return secrets_of(self.theorem.system, self.function[0])

    @cached_property
    def equations(self) -> tuple[Equation, ...]:
        return tuple(Equation(self, asked) for asked in self.questions)

    @cached_property
    def constants(self) -> dict[int, tuple[int, ...]]:
        """With one index: `Equation.constants` of the equations, by split."""
        columns = self.theorem.columns
        own = columns.only(columns.number[self.function])
        return dict(zip(own.split.tolist(), map(tuple, own.constant.tolist()), strict=True))

    @cached_property
    def verdicts(self) -> dict[int, Verdict]:
        """The verdicts by the numbers of the questions, computed when the first is wanted."""
        return {verdict.number: verdict for verdict in verdicts(self.theorem, self.function)}


@final
@dataclass(frozen=True, eq=False)
class Equation(Recomputed, Shown):
    """The bound of a function if this question is asked first, and the verdict on it.

    With the index vector m, the terms f(m') of its parts, the number S(m) of secrets and a constant
    c (the one for many implicit colours),

        expected:  f(m) <= S(m) + c + the sum of the terms
        worst:     f(m) <= 1 + max(c, the terms)
    """

    about: FunctionEquations
    asked: PatternQuestion

    def __repr__(self) -> str:
        return f"<Equation {self.label}: {word_text(self.asked.word)} on {self.about.pattern}>"

    @property
    def label(self) -> str:
        """Game, pegs, pattern and question, like ``MM.2.1.3``."""
        return equation_label(self.about.theorem, self.asked.pattern, self.asked.number)

    @property
    def verdict(self) -> Verdict:
        return self.about.verdicts[self.asked.number]

    @property
    def is_sum(self) -> bool:
        """Whether the total is minimized; else it is the worst case."""
        return self._system.objective is Objective.EXPECTED

    @property
    def _system(self) -> Recurrences:
        return self.about.theorem.system

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The terms, in the order of the answers."""
        return tuple(self.term(part, self.usual(part)) for part in self.asked.patterns)

    def term(self, part: Part, function: Function) -> Term:
        indices = (Index(one.kinds, one.more - self.taken(one.kinds)) for one in part.indices)
        return Term(function, tuple(indices))

    def taken(self, kinds: Sequence[int]) -> int:
        """How many new colours the question has of some kinds."""
        return sum(self.asked.new[place] for place in kinds)

    def usual(self, part: Part) -> Function:
        """The function of a part with many implicit colours."""
        return self.below(part, [self._system.cap * bool(kinds) for kinds in part.runs_out])

    def below(self, part: Part, lost: Sequence[int]) -> Function:
        """The function of a part when *lost* colours of each alphabet run out."""
        return self._system.after(self.about.function, part, lost)

    @cached_property
    def costs(self) -> tuple[int | None, ...]:
        """By answers, the costs of explicit masets with many implicit colours; None for others."""
        return tuple(map(self.cost_of, self.asked.parts))

    def cost_of(self, part: Part | None) -> int | None:
        """The cost of an explicit maset, with many implicit colours; None for other parts."""
        is_maset = part is not None and part.number >= len(self.about.theorem.closure.patterns)
        return self.cost(self.usual(part)) if part is not None and is_maset else None

    @property
    def constant(self) -> int:
        """c, with many implicit colours."""
        if self._has_columns:
            return self.constants[-1]
        return self._total([self.cost(self.usual(part)) for part in self.asked.masets])

    @cached_property
    def constants(self) -> tuple[int, ...]:
        """With one kind of implicit colours, c when 0, 1, ... of them are left, up to the cap."""
        if self._has_columns:
            return self.about.constants[self.asked.split]
        counts, masets = range(self._system.cap + 1), [*self.asked.masets]
        return tuple(
            self._total([self.cost(self.below(part, (left,))) for part in masets])
            for left in counts
        )

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The equation as SymPy solved it, by residue class or cell; empty if it splits nothing."""
        return self.about.theorem.pieces_of(self.about.function, self.asked.split)

    @property
    def solved(self) -> sympy.Expr | None:
        """Its solution by SymPy, or its right side with the solutions of the functions put in.

        Where the equation refers to its own function the solution is general: it has the constant
        c, or c(n mod r) where the question has r >= 2 new colours.  The expression is in n, for all
        large n; where functions have several indices, in these, with a case for each cell.  None
        where the question leaves the pattern whole.

        >>> from masetproof import theorem_of
        >>> theorem = theorem_of("ab", 2)
        >>> [str(equation.solved) for equation in theorem.equations("{0*}")][:4]
        ['c + n**2/2 + n/2', 'None', 'c + n**2/2 - n/2', 'n**2/4 + n + c(Mod(n, 2))']
        """
        if not self.pieces:
            return None
        if self._system.has_one_index:
            return solved_in_n(self.pieces, self.about.pattern.colours)
        return self._solved_on_cells()

    def _solved_on_cells(self) -> sympy.Expr:
        """One case for each cell; c is a constant along the line that the recurrence follows."""
        import sympy

        system, number = self._system, self.asked.pattern
        names = [system.names("m")[place] for place in system.active[number]]
        cases = []
        for one in self.pieces:
            known = one.right if one.general is None else one.general
            expression = in_symbols(system, number, known, one.cell)
            expression += sympy.Symbol("c") if one.general is not None else 0
            walls = (wall.as_sympy() for wall in conditions(one.cell, names))
            cases.append((expression, sympy.And(*walls)))
        return sympy.Piecewise(*cases)

    @property
    def _has_columns(self) -> bool:
        """Whether it is one of the equations in columns: of a pattern, with one index."""
        patterns = self.about.theorem.closure.patterns
        return self._system.has_one_index and self.asked.pattern < len(patterns)

    def cost(self, maset: Function) -> int:
        return self.about.theorem.cost_of(maset)

    def _total(self, costs: Sequence[int]) -> int:
        return sum(costs) if self.is_sum else max(costs, default=0)


def questions_on(system: Recurrences, number: int) -> tuple[PatternQuestion, ...]:
    """The questions on the pattern of that number, in the order of their numbers."""
    closure = system.closure
    all_answers = cache(partial(closure.all_answered, number))
    splits = closure.split_of[slice(*closure.question_start[number : number + 2])].tolist()
    return tuple(
        PatternQuestion(system, number, place, word, split, all_answers)
        for place, (word, split) in enumerate(
            zip(closure.questions(number), splits, strict=True), 1
        )
    )


def equations_of(
    theorem: Functions, function: Function, questions: Sequence[PatternQuestion] | None = None
) -> FunctionEquations:
    """A function of a theorem.  questions: all on its pattern, if they are known."""
    if questions is None:
        questions = questions_on(theorem.system, function[0])
    asked = [questions[number - 1] for number, _ in theorem.system.asked(function)]
    return FunctionEquations(theorem, function, tuple(asked))


def own_term(system: Recurrences, function: Function) -> Term:
    return Term(function, tuple(Index((place,), 0) for place in system.active[function[0]]))


def secrets_of(system: Recurrences, number: int) -> Several:
    """The number of secrets of a form, in the numbers of implicit colours of each kind."""
    total, one = (
        defaultdict[Vector, Fraction](Fraction),
        np.eye(len(system.kinds) + 1, dtype=np.int64),
    )
    for factors, count in factors_of(system, number).items():
        terms: Several = {(0,) * len(system.kinds): Fraction(count)}
        for place, less in factors:
            terms = times(terms, one[place] - less * one[-1])
        for powers, c in terms.items():
            total[powers] += c
    return {powers: c for powers, c in total.items() if c}
