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

from masetproof.objectives import Objective
from masetproof.patterns.closure import Closure
from masetproof.patterns.questions import non_isomorphic_questions
from masetproof.proofs.functions import Functions
from masetproof.proofs.strategy import OptimalStrategy, optimal_strategy
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Recurrence, State
from masetproof.strategies.on_patterns import Move, Place, move_of
from masetproof.words import EXTRA, Word

__all__ = ["TheoremGuide", "move_on_maset", "move_on_pattern"]


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
        move = self._at.get(place)
        if move is None:
            move = self._at[place] = self._choice(place)
        return move

    def _choice(self, place: Place) -> Move:
        state = self.state(place)
        if not self.theorem.system.has_one_index:
            equations = self.theorem.attained(state, place.implicit)
            return self.move_of(state[0], min(self._first(state[0], one) for one in equations))
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
            move = self._moves[number, question] = move_of(closure.catalogue, form, question)
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

    @cached_property
    def _at(self) -> dict[Place, Move]:
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
    question = closure.questions(state[0])[theorem.questions_of(state, split)[0] - 1]
    return move_of(closure.catalogue, closure.patterns[state[0]], question)


def move_on_maset(theorem: Functions, number: int, level: int) -> Move:
    """A question with which an explicit maset attains its minimum, on a level of the reading."""
    system, closure = theorem.system, theorem.closure
    splits, maset = closure.maset_splits, closure.explicit[number]
    low, high = np.searchsorted(splits.pattern, [number, number + 1]).tolist()
    questions = _maset_questions(closure, number)
    first = int(splits.question[low:high].min())
    allowed = int(system.reading.extra_cells(closure.game, closure.pegs)[level])
    for row in range(low, high):
        below = [part for part in splits.explicit[row].tolist() if part >= 0]
        if splits.extra[row] > allowed or not _attains(theorem, number, level, below):
            continue
        # The first question with this split may have more extra cells than another one.
        for question in (questions[int(splits.question[row]) - first], *questions):
            if question.count(EXTRA) <= allowed:
                move = move_of(closure.catalogue, maset, question)
                if sorted(one.number for one in move.answers if one.is_open) == sorted(below):
                    return move
    raise ArithmeticError(f"no question on {maset.brief()} attains its minimum")


def _maset_questions(closure: Closure, number: int) -> tuple[Word, ...]:
    """All questions on an explicit maset, in their order."""
    questions = non_isomorphic_questions(
        closure.explicit[number], closure.game, extra=closure.extra, max_new=0
    )
    return tuple(questions)


def _attains(theorem: Functions, number: int, level: int, below: Iterable[int]) -> bool:
    """Whether a question that leaves these masets is optimal on a maset."""
    system, minima = theorem.system, theorem.induction.masets
    first, explicit = len(theorem.closure.patterns), theorem.closure.explicit
    maset, costs = explicit[number], []
    for part in below:
        after = min(level + maset.colours - explicit[part].colours, system.cap)
        exact = system.reading is Reading.EXACT
        costs.append(minima[first + part, after if exact else level])
    least = minima[first + number, level]
    if system.objective is Objective.EXPECTED:
        return len(maset.clauses) + sum(costs) == least
    return 1 + max(costs, default=0) == least
