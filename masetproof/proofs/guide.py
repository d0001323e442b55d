"""The optimal questions of a proof, for any number of colours.

For a function and a vector m an equation whose right side is the value of the function is attained,
so that its question is optimal.  With one index `OptimalStrategy` chooses among these, so that play
comes to few patterns, and on an explicit maset the minima of the masets tell it; with several the
first such question is asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.objectives import Objective
from masetproof.patterns.closure import Closure
from masetproof.patterns.pattern import MasetPattern
from masetproof.patterns.questions import non_isomorphic_questions
from masetproof.patterns.split import split
from masetproof.proofs.functions import Functions
from masetproof.proofs.strategy import OptimalStrategy, optimal_strategy
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Recurrence, State
from masetproof.strategies.on_patterns import Forms, Move, Place, forms_of, move_of
from masetproof.words import EXTRA, Word

__all__ = ["TheoremGuide", "move_on_maset", "move_on_pattern"]

Below = Iterable[tuple[int, MasetPattern]]
"""What parts may be: patterns, and explicit masets, with their numbers."""


@final
@dataclass(frozen=True, eq=False, repr=False)
class TheoremGuide:
    """A `FullGuide`; the number of a place is that of a pattern or of an explicit maset.

    The reading is `exact` or `without`: in the reading `with` questions may use an excluded colour
    when there is none yet.
    """

    theorem: Functions

    def __repr__(self) -> str:
        return f"<TheoremGuide: {self.theorem.system!r}>"

    def move(self, place: Place) -> Move:
        """The question that is asked at a place."""
        state = self.state(place)
        key = state, place.implicit
        if not self.theorem.system.has_one_index:
            if key not in self._questions:
                equations = self.theorem.attained(*key)
                self._questions[key] = min(self._first(state[0], one) for one in equations)
            return self.move_of(state[0], self._questions[key])
        split_of = -1 if place.explicit else self.optimal.split(state, place.implicit[0])
        if (state, split_of) not in self._chosen:
            self._chosen[state, split_of] = (
                move_on_maset(self.theorem, place.number, state[1])
                if place.explicit
                else move_on_pattern(self.theorem, state, split_of)
            )
        return self._chosen[state, split_of]

    def asked(self, place: Place, question: Word) -> Move:
        """The move of any question at a place."""
        return self.move_of(self.state(place)[0], question)

    def value(self, place: Place) -> int:
        """The proved value of a place."""
        return self.theorem.value_of(self.state(place), place.implicit)

    def state(self, place: Place) -> State:
        """The function of a place, maybe with its columns exchanged."""
        system = self.theorem.system
        exact = system.reading is Reading.EXACT
        excluded = system.packed(place.excluded) if exact else system.first[1]
        return place.number + place.explicit * len(system.closure.patterns), excluded

    def move_of(self, number: int, question: Word) -> Move:
        """A question on a pattern or, after the patterns, an explicit maset of that number."""
        move = self._moves.get((number, question))
        if move is None:
            closure, form = self.theorem.closure, self.theorem.system.forms[number]
            made = move_of(closure.game, form, question, self._forms_after(form, question))
            move = self._moves[number, question] = made
        return move

    @cached_property
    def optimal(self) -> OptimalStrategy:
        """Where functions have one index, the strategy that is followed."""
        return optimal_strategy(self.theorem)

    def _first(self, number: int, equation: Recurrence) -> Word:
        """The first question that gives an equation."""
        closure = self.theorem.closure
        count = len(closure.patterns)
        if number < count:
            place = int(closure.splits.question[equation.split] - closure.question_start[number])
            return closure.questions(number)[place]
        splits = closure.maset_splits
        first = splits.question[splits.pattern == number - count].min()
        return _maset_questions(closure, number - count)[
            int(splits.question[equation.split] - first)
        ]

    def _forms_after(self, pattern: MasetPattern, question: Word) -> Forms:
        """The forms that the parts of a question may be."""
        closure = self.theorem.closure
        if not self.theorem.system.has_one_index:
            return self._forms
        below = []
        for part in split(pattern, question, closure.game)[:-1]:
            if part:
                known = closure.number_of(part.normalize()[0])
                forms = closure.explicit if part.is_explicit else closure.patterns
                below.append((known, forms[known]))
        return forms_of(below)

    @cached_property
    def _forms(self) -> Forms:
        closure = self.theorem.closure
        return forms_of([*enumerate(closure.patterns), *enumerate(closure.explicit)])

    @cached_property
    def _questions(self) -> dict[tuple[State, tuple[int, ...]], Word]:
        return {}

    @cached_property
    def _moves(self) -> dict[tuple[int, Word], Move]:
        return {}

    @cached_property
    def _chosen(self) -> dict[tuple[State, int], Move]:
        return {}


def move_on_pattern(theorem: Functions, state: State, split: int) -> Move:
    """The first question that gives a function a row of `Closure.splits`."""
    closure = theorem.closure
    pattern = closure.patterns[state[0]]
    question = closure.questions(state[0])[theorem.questions_of(state, split)[0] - 1]
    parts = closure.splits.patterns[split].tolist()
    below = [(part, closure.patterns[part]) for part in parts if part >= 0]
    below += _masets(closure, closure.splits.explicit[split])
    return move_of(closure.game, pattern, question, forms_of(below))


def move_on_maset(theorem: Functions, number: int, level: int) -> Move:
    """A question with which an explicit maset attains its minimum, on a level of the reading."""
    system, closure = theorem.system, theorem.closure
    splits, maset = closure.maset_splits, closure.explicit[number]
    low, high = np.searchsorted(splits.pattern, [number, number + 1]).tolist()
    questions = _maset_questions(closure, number)
    first = int(splits.question[low:high].min())
    allowed = int(system.reading.extra_cells(closure.game, closure.pegs)[level])
    for row in range(low, high):
        below = _masets(closure, splits.explicit[row])
        if splits.extra[row] > allowed or not _attains(theorem, number, level, below):
            continue
        forms = forms_of(below)
        # The first question with this split may have more extra cells than another one.
        for question in (questions[int(splits.question[row]) - first], *questions):
            if question.count(EXTRA) <= allowed:
                move = move_of(closure.game, maset, question, forms)
                if _has_just(move, below):
                    return move
    raise ArithmeticError(f"no question on {maset.brief()} attains its minimum")


def _maset_questions(closure: Closure, number: int) -> tuple[Word, ...]:
    """All questions on an explicit maset, in their order."""
    questions = non_isomorphic_questions(
        closure.explicit[number], closure.game, extra=closure.extra, max_new=0
    )
    return tuple(questions)


def _attains(theorem: Functions, number: int, level: int, below: Below) -> bool:
    """Whether a question that leaves these masets is optimal on a maset."""
    system, minima = theorem.system, theorem.induction.masets
    first, maset = len(theorem.closure.patterns), theorem.closure.explicit[number]
    costs = []
    for part, pattern in below:
        after = min(level + maset.colours - pattern.colours, system.cap)
        exact = system.reading is Reading.EXACT
        costs.append(minima[first + part, after if exact else level])
    least = minima[first + number, level]
    if system.objective is Objective.EXPECTED:
        return len(maset.clauses) + sum(costs) == least
    return 1 + max(costs, default=0) == least


def _has_just(move: Move, below: Below) -> bool:
    """Whether the parts that are not won are those of *below*, each as often."""
    numbers = []
    for answer, part in enumerate(move.parts[:-1]):
        if part:
            try:
                numbers.append(move.part(answer).number)
            except ArithmeticError:
                return False
    return sorted(numbers) == sorted(number for number, _ in below)


def _masets(closure: Closure, parts: NDArray[np.int32]) -> list[tuple[int, MasetPattern]]:
    """The explicit masets of a row of `Splits`."""
    return [(part, closure.explicit[part]) for part in parts.tolist() if part >= 0]
